"""The player in each of its states, at both widths, in both schemes: nothing for axe, nothing sideways, no violation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.conftest import Site
from tests.browser.held import until_held
from tests.browser.music import AUDIO, heard_before, until
from tests.browser.test_looks import READERS, look

pytestmark = [pytest.mark.browser, pytest.mark.variants]


@pytest.fixture(params=READERS, ids=list(READERS))
def device(request: pytest.FixtureRequest) -> dict[str, Any]:
    return READERS[request.param]


def bar(page: Page) -> Locator:
    return page.locator("section", has=page.locator("[role=status]")).last


def named(page: Page, *names: str) -> Locator:
    """A button by its name in either language."""
    found = bar(page).get_by_role("button", name=names[0], exact=True)
    for name in names[1:]:
        found = found.or_(bar(page).get_by_role("button", name=name, exact=True))
    return found


def test_waiting_playing_over_and_broken(
    page: Page, site: Site, tmp_path: Path, device: dict[str, Any]
) -> None:
    heard_before(page, site, tmp_path)
    held: list[Route] = []
    page.goto("/notices")
    play = named(page, "Play", "播放")
    expect(play).to_be_visible()
    page.wait_for_load_state("networkidle")
    seen = {"paused": look(page)}

    waits = [True]
    page.route(AUDIO, lambda route: held.append(route) if waits else route.fulfill(status=500))
    play.click()
    expect(bar(page).locator("[aria-busy=true]")).to_be_visible()
    seen["loading"] = look(page)
    until_held(page, held)
    waits.clear()
    held[0].abort()
    again = named(page, "Try again", "重试")
    expect(again).to_be_visible()
    seen["broken"] = look(page)
    page.unroute(AUDIO)
    again.click()
    until(page, "!audio.paused && audio.currentTime > 0.2")
    seen["playing"] = look(page)
    page.evaluate("document.querySelector('audio').currentTime = 7.6")
    stay = named(page, "Stay", "Stay here", "停在这里")
    expect(stay).to_be_visible()
    seen["next one"] = look(page)
    stay.click()
    expect(stay).to_have_count(0)
    seen["over"] = look(page)
    assert seen == {key: [] for key in seen}


def test_what_opens_from_it(page: Page, site: Site, tmp_path: Path, device: dict[str, Any]) -> None:
    heard_before(page, site, tmp_path)
    page.goto("/notices")
    expect(bar(page)).to_be_visible()
    page.wait_for_load_state("networkidle")
    seen = {}
    if device["viewport"]["width"] == 390:
        page.get_by_role("button", name="Open the player").click()
        expect(page.get_by_role("dialog").get_by_role("slider")).to_be_visible()
        page.wait_for_load_state("networkidle")
        seen["sheet"] = look(page)
    else:
        for name in ("音量", "播放列表"):
            named(page, name).click()
            expect(page.get_by_role("dialog", name=name)).to_be_visible()
            seen[name] = look(page)
            page.keyboard.press("Escape")
            expect(page.get_by_role("dialog", name=name)).to_have_count(0)
            expect(named(page, name)).to_be_focused()
    assert seen == {key: [] for key in seen}
