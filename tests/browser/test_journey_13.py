"""Journey 13 on every device: a track is found, heard, copied, kept, and heard on after a reload."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.catalogue import rows
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.browser.music import FIRST, player, rewind, seconds_in, until, with_sound
from tests.browser.test_looks import look

pytestmark = [pytest.mark.browser, pytest.mark.widths]

PLAYS = "!audio.paused && audio.currentTime > 0.2"
LAPTOP = 1440


def test_journey_13_a_track_is_found_heard_kept_and_heard_on(
    page: Page, site: Site, tmp_path: Path, context: BrowserContext, device: dict[str, Any]
) -> None:
    is_laptop = device["viewport"]["width"] == LAPTOP
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    token = with_sound(site, tmp_path)
    main = page.get_by_role("main")

    # Found by a part of a word, typed with a capital and a wrong letter.
    enter(page, token, "/musics/all")
    expect(rows(page)).to_have_count(3)
    page.get_by_role("searchbox").or_(main.get_by_role("textbox")).first.fill("Lnatern")
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Paper lantern")
    page.get_by_role("searchbox").or_(main.get_by_role("textbox")).first.fill("late")
    expect(page).to_have_url(re.compile(r"search=late$"))
    expect(rows(page)).to_have_count(1)

    # Heard, copied and kept from its row.
    rows(page).get_by_role("button", name="Play Late train").click()
    until(page, PLAYS)
    page.evaluate("document.querySelector('audio').loop = true")
    rows(page).get_by_role("button", name=re.compile("^Copy")).click()
    assert page.evaluate("navigator.clipboard.readText()") == FIRST
    with page.expect_response("**/music/favorite.toggle") as toggled:
        rows(page).get_by_role("button", name="Save Late train").click()
    assert toggled.value.json()["favorited"]
    assert look(page) == []

    # The player: a bar that has everything on laptops, elsewhere one that opens.
    if is_laptop:
        expect(player(page).get_by_role("slider", name="Position in the track")).to_be_visible()
    else:
        page.get_by_role("button", name="Open the player").click()
        sheet = page.get_by_role("dialog", name="Player")
        expect(sheet.get_by_role("button", name=f"Copy {FIRST}")).to_be_in_viewport(ratio=1)
        expect(sheet.get_by_role("slider", name="Position in the track")).to_be_visible()
        expect(sheet.get_by_role("button", name="Save")).to_have_attribute("aria-pressed", "true")
        assert look(page) == []
        page.keyboard.press("Escape")
        expect(sheet).to_have_count(0)
    until(page, "!audio.paused")

    # Its own page, while it plays on.
    rewind(page)
    rows(page).get_by_role("link", name="Late train").click()
    expect(main.get_by_role("heading", level=1).last).to_have_text("Late train")
    expect(page).to_have_url(re.compile(f"track={FIRST}"))
    until(page, "!audio.paused")

    # After a reload it waits where it was.
    page.evaluate("document.querySelector('audio').currentTime = 3")
    until(page, "audio.currentTime > 3.1 && !audio.seeking")
    page.reload()
    play = player(page).get_by_role("button", name="Play", exact=True)
    expect(play).to_be_visible()
    play.click()
    until(page, PLAYS)
    page.evaluate("document.querySelector('audio').loop = true")
    assert seconds_in(page) > 2

    # Another window plays: this one is silent. It shows what was kept.
    other = context.new_page()
    other.goto("/musics/all?view=favorites")
    expect(other.get_by_role("heading", name="1 of 15")).to_be_visible()
    expect(rows(other)).to_have_attribute("data-code", FIRST)
    player(other).get_by_role("button", name="Play", exact=True).click()
    until(other, PLAYS)
    until(page, "audio.paused")
    rows(other).get_by_role("button", name="Save Late train").click()
    expect(rows(other)).to_have_count(0)
    assert site.portal.get("music/favorite.list", token)["items"] == []
