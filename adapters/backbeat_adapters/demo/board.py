"""The demo's posts and banners, published on their days as an operator would."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from importlib.resources import files
from io import BytesIO
from typing import Any
from zoneinfo import ZoneInfo

from attrs import frozen
from PIL import Image, ImageDraw

from backbeat.board.model import About, Picture, PostId, PostKind, PublishedSpan
from backbeat.board.publishing import BannerDraft, Draft, PostDraft
from backbeat.events.model import Benefit, BoardEvent
from backbeat.kernel.actors import Actor
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.portal import Portal
from backbeat_adapters.addresses import addresses

_SIZE = (1_200, 420)
_COLOURS: Mapping[str, tuple[str, str, str, str]] = {
    "dusk": ("#23235f", "#ff7a66", "#f7e9d2", "#b5562b"),
    "tide": ("#0f3b57", "#2fa3a0", "#e6f5ec", "#f2994a"),
    "leaf": ("#26304f", "#7a5cf0", "#ffd166", "#ef6fae"),
}
"""Of each picture: ground from left to right, the disc, the waves."""


@frozen
class DemoBoard:
    """Publishes what the demo's file holds, day by day."""

    portal: Portal
    zone: ZoneInfo
    operator: Actor

    def publish(self) -> None:
        """Publish everything, each on its day; nobody is told before the worker runs."""
        text = files(__package__).joinpath("board.toml").read_text(encoding="utf-8")
        found = tomllib.loads(text)
        pages = {post["name"]: self._post(post) for post in found["posts"]}
        for order, banner in enumerate(found["banners"]):
            self._banner(banner, order, pages[banner["leads_to"]])

    def _post(self, post: Mapping[str, Any]) -> str:
        """Publish a post; the path of its page."""
        picture = self._picture(post["picture"]) if "picture" in post else None
        added = self.portal.publishing.add(
            PostDraft(
                kind=PostKind(post["kind"]),
                texts={each: Draft(**post[each.value]) for each in Language},
                span=PublishedSpan(self._morning(post["day"]), post.get("until")),
                pinned=post.get("pinned", False),
                about=About(post["about"]) if "about" in post else None,
                thumbnail=picture,
            ),
            self.operator,
        )
        if "participation" in post:
            self._take_part(added.id, **post["participation"])
        if "program" in post:
            days = post["program"]
            self.portal.program_office.open(
                added.id, days["apply_from"], days["apply_until"], self.operator
            )
        return addresses()[added.kind.value].replace(":id", added.id)

    def _take_part(
        self,
        which: PostId,
        *,
        benefit: str,
        benefit_from: date,
        benefit_until: date,
        **terms: Any,
    ) -> None:
        given = Benefit(Money.of(benefit), benefit_from, benefit_until)
        self.portal.event_office.open(BoardEvent(which, benefit=given, **terms), self.operator)

    def _banner(self, banner: Mapping[str, Any], order: int, leads_to: str) -> None:
        draft = BannerDraft(
            titles={each: banner[each.value] for each in Language},
            picture=self._picture(banner["picture"]),
            link=leads_to,
            order=order,
            span=PublishedSpan(self.portal.clock.now(), banner.get("until")),
        )
        self.portal.publishing.add_banner(draft, self.operator)

    def _morning(self, day: date) -> datetime:
        return datetime.combine(day, time(9), self.zone)

    def _picture(self, name: str) -> Picture:
        drawn = BytesIO()
        _drawn(*_COLOURS[name]).save(drawn, "PNG")
        return self.portal.publishing.picture(drawn.getvalue())


def _drawn(left: str, right: str, disc: str, waves: str) -> Image.Image:
    """A ground that changes its colour, a disc low in it, and waves before the disc."""
    ground = Image.linear_gradient("L").rotate(90).resize(_SIZE)
    picture = Image.composite(Image.new("RGB", _SIZE, right), Image.new("RGB", _SIZE, left), ground)
    draw = ImageDraw.Draw(picture, "RGBA")
    draw.ellipse((820, 70, 1_100, 350), fill=disc)
    for step, height in enumerate((250, 300, 350)):
        draw.polygon(list(_wave(height, step)), fill=f"{waves}{(110, 160, 230)[step]:02x}")
    return picture


def _wave(height: int, step: int) -> Iterable[tuple[int, int]]:
    width, bottom = _SIZE
    yield (0, bottom)
    for x in range(0, width + 1, 20):
        place = (x / 400 + step / 3) % 1
        yield (x, height + int(48 * abs(2 * place - 1) ** 2))
    yield (width, bottom)
