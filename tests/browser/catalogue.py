"""A catalogue for the music's screens: what earned, what is ranked, more than fits one page."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Request, ViewportSize
from tests.browser.conftest import PHONE, Site, made_once
from tests.browser.figures import earning
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id

from backbeat.catalogue.model import Category, Track
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import Isrc

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
SIZES: dict[str, ViewportSize] = {
    "phone": PHONE,  # type: ignore[dict-item]
    "tablet": {"width": 768, "height": 1024},
    "laptop": LAPTOP,
}
LATE, JOKE, RAIN = (Isrc(f"QZBB1250000{number}") for number in (1, 2, 3))
NEW = date(2025, 10, 10)
OLD = date(2024, 1, 1)
NAMED = [
    Track(
        LATE,
        "Late train",
        "Hana Oh",
        Category.BGM,
        72,
        OLD,
        moods=frozenset({"calm", "bright"}),
        shopping=True,
    ),
    Track(JOKE, "Elevator joke", "Big Pocket", Category.POP, 47, NEW, moods=frozenset({"funny"})),
    Track(
        RAIN,
        "雨巷 Rain lane",
        "Lin Wei",
        Category.OST,
        88,
        NEW,
        moods=frozenset({"calm", "sad"}),
        ai_tags=frozenset({"dreamy"}),
        shopping=True,
    ),
]
MANY = [
    Track(
        Isrc(f"QZBB12500{100 + number}"),
        f"Morning {number:02d}, line two",
        "Minji Lee",
        Category.BGM,
        60 + number,
        OLD,
        moods=frozenset({"calm", "bright", "peaceful", "grand"}),
    )
    for number in range(120 - len(NAMED))
]


@made_once
def with_music(site: Site, folder: Path) -> str:
    """Mina's token: her first short carries a track, her second one two; 120 tracks in all."""
    token = earning(site, folder)
    container = site.portal.container
    with container.transactions().begin() as books:
        books.tracks.save([*NAMED, *MANY])
    channel = platform_id(1)[2:]
    claims = [
        fake.claim_row("20251005", channel, "V1", asset="A1", isrc=LATE, revenue="9"),
        fake.claim_row("20251005", channel, "V2", asset="A1", isrc=LATE, revenue="1"),
        fake.claim_row("20251005", channel, "V2", asset="A2", isrc=JOKE, revenue="3"),
    ]
    container.portal().ingestion.ingest(fake.claims(folder, *claims), Actor.operator("olga"))
    container.portal().rankings.refresh()
    return token


def save(site: Site, token: str, *codes: str) -> None:
    """These tracks are favourites, the last of them the newest."""
    for code in codes:
        site.portal.post("music/favorite.toggle", token, isrc=code)


def sought(page: Page) -> list[Request]:
    """Every search that the page asks for."""
    asked: list[Request] = []
    page.on("request", lambda each: asked.append(each) if "/v2/music/search?" in each.url else None)
    return asked


def rows(page: Page) -> Any:
    return page.locator("main [data-code]")
