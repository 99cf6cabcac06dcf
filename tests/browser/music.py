"""Tracks that can be heard, and a browser that heard one of them before, for the tests of the player."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page
from tests.browser.conftest import Site, made_once, remember
from tests.fakes.sounds import tone

from backbeat.catalogue.model import Track
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import Isrc

OPERATOR = Actor.operator("ann")
NAMES = {
    Isrc("QZBB12500001"): ("Late train", "Hana Oh"),
    Isrc("QZBB12500002"): ("Paper lantern", "Kite Club"),
    Isrc("QZBB12500003"): ("여름 편지", "Minji Lee"),
}
FIRST, SECOND, THIRD = NAMES
AUDIO = "**/api/music/audio/**"
"""Where the sound comes from."""

Kept = dict[str, Any]


@made_once
def with_sound(site: Site, folder: Path) -> str:
    """Mina's token; there are three tracks of 8 seconds, each of its own pitch."""
    token = site.portal.token_of()
    with site.portal.container.transactions().begin() as books:
        books.tracks.save([Track(code, *names, seconds=72) for code, names in NAMES.items()])
    files = [
        tone(folder / f"{code}.wav", 8, pitch)
        for code, pitch in zip(NAMES, (262, 330, 392), strict=True)
    ]
    site.portal.container.portal().media_intake.take_audio(files, OPERATOR)
    return token


def heard_before(page: Page, site: Site, folder: Path, *, at: float = 0, **more: Any) -> list[Kept]:
    """Mina's browser, where the first of three tracks was paused: the tracks as the API tells of them."""
    token = with_sound(site, folder)
    known = [site.portal.get("v2/music/detail", token, isrc=code).json for code in NAMES]
    kept = {
        "owner": "mina@example.org",
        "track": known[0],
        "tracks": known,
        "from": "Weekly ranking",
        "volume": 1,
        "at": at,
    }
    remember(page, "token", token)
    remember(page, "player", json.dumps(kept | more))
    return known


def player(page: Page) -> Locator:
    return page.get_by_role("region", name="Player")


def seconds_in(page: Page) -> float:
    """How far the one audio element is."""
    return float(page.evaluate("document.querySelector('audio').currentTime"))


def rewind(page: Page) -> None:
    """To the beginning: on a slow machine a track of seconds would be over."""
    page.evaluate("document.querySelector('audio').currentTime = 0")


def slowly(page: Page) -> None:
    """What is played on pages that are opened from now on takes four times as long: on a slow machine
    a track of seconds would be over before one has looked at it."""
    page.add_init_script(
        """document.addEventListener("play", ({ target: audio }) => {
            audio.playbackRate = audio.defaultPlaybackRate = 0.25
        }, true)"""
    )


def until(page: Page, condition: str) -> None:
    """Wait for something about the audio element, named `audio`."""
    page.wait_for_function(
        f"() => {{ const audio = document.querySelector('audio'); return {condition} }}",
        polling=50,
    )
