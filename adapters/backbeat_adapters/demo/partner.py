"""The demo's partner: a site of its own look, with tracks for its people alone."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any

from attrs import evolve, frozen
from PIL import Image, ImageDraw, ImageFont

from backbeat.kernel.actors import Actor
from backbeat.kernel.languages import Language
from backbeat.portal import Portal
from backbeat.site.model import LandingWords
from backbeat.site.service import Look
from backbeat_adapters.demo.catalogue import partner_isrcs

_MARK = "#8a1c8f"
_NAME = "#a8439f"
"""Read on white as on black: one picture stands in both schemes."""


def partner_facts() -> Mapping[str, Any]:
    """What the demo's file says of the partner."""
    return tomllib.loads(files(__package__).joinpath("partner.toml").read_text(encoding="utf-8"))


@frozen
class DemoPartner:
    """Describes the partner's site, as an operator would, and lets its tracks in."""

    portal: Portal
    folder: Path
    operator: Actor

    def open(self) -> None:
        facts = partner_facts()
        look = Look(
            color_primary=facts["color"],
            picture=self.portal.publishing.picture(_logo(facts["name"])),
            mail_sender=facts["mail_sender"],
            words={Language(each): LandingWords(**own) for each, own in facts["words"].items()},
        )
        site = self.portal.sites.add(facts["domain"], facts["name"], look, self.operator)
        # Its name leads to this machine alone, where the site answers once it is served.
        answers = evolve(self.portal.sites, probe=_Answering(site.token))
        answers.prove(site.domain, self.operator)
        self.portal.catalogue.import_file(self._tracks(facts), self.operator)

    def _tracks(self, facts: Mapping[str, Any]) -> Path:
        path = self.folder / "partner.csv"
        with path.open("w", encoding="utf-8", newline="") as opened:
            sheet = csv.writer(opened)
            sheet.writerow(("ISRC", "Title", "Artist", "Category", "Partner", "Release date"))
            for isrc, title in zip(partner_isrcs(), facts["tracks"], strict=True):
                sheet.writerow((isrc, title, facts["artist"], "bgm", facts["domain"], "2026-09-01"))
        return path


@frozen
class _Answering:
    """Fulfils `SiteProbe`: the site answers for itself."""

    token: str

    def token_at(self, origin: str) -> str:  # noqa: ARG002 - it is its own
        return self.token


def _logo(name: str) -> bytes:
    """A disc with a wave, and the name beside it."""
    font = ImageFont.load_default(68)
    width = 132 + int(font.getlength(name)) + 8
    picture = Image.new("RGBA", (width, 112), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    draw.ellipse((4, 4, 108, 108), fill=_MARK)
    wave = [(24, 68), (42, 56), (60, 68), (88, 44)]
    draw.line(wave, fill="#ffffff", width=9, joint="curve")
    draw.ellipse((81, 25, 97, 41), fill="#ffffff")
    draw.text((132, 56), name, fill=_NAME, font=font, anchor="lm", stroke_width=1)
    written = BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()
