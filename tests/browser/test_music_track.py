"""A track's own page: what it made, hearing, keeping and copying it, and the way back to its row."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect
from tests.browser.catalogue import LATE, RAIN, SIZES, rows, sought, with_music
from tests.browser.conftest import Site
from tests.browser.figures import enter, turn_to
from tests.browser.music import rewind, seconds_in, until, with_sound
from tests.browser.test_looks import look
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.http.portal import OPERATOR

from backbeat.kernel.months import Month

pytestmark = pytest.mark.browser


@pytest.mark.variants
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_back_from_a_track_returns_to_its_row(
    page: Page, site: Site, tmp_path: Path, size: str
) -> None:
    page.set_viewport_size(SIZES[size])
    enter(page, with_music(site, tmp_path), "/musics/all")
    for count in (50, 100):
        expect(rows(page)).to_have_count(count)
        rows(page).last.scroll_into_view_if_needed()
    row = rows(page).nth(80)
    code = row.get_attribute("data-code")
    row.scroll_into_view_if_needed()
    before = row.bounding_box()
    asked = sought(page)

    row.get_by_role("link").click()
    expect(page).to_have_url(f"{site.address}/musics/all?track={code}")
    expect(page.get_by_role("heading", level=1, name="Morning")).to_be_visible()
    assert look(page) == []
    page.keyboard.press("Escape")

    expect(page).to_have_url(f"{site.address}/musics/all")
    after = page.locator(f"[data-code={code}]")
    expect(after).to_be_in_viewport()
    now = after.bounding_box()
    assert before
    assert now
    assert abs(now["y"] - before["y"]) <= 2
    assert [each.url for each in asked if "after=" in each.url] == []


def test_a_track_says_what_it_made_with_which_shorts(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = with_music(site, tmp_path)
    (late, joke) = site.portal.get("v2/music/earned", token)["items"]
    assert (late["revenue"], joke["revenue"]) == ("29.25", "6.75")
    main = page.get_by_role("main")
    enter(page, token, "/musics/all")
    expect(rows(page)).to_have_count(50)
    for size in SIZES.values():
        page.set_viewport_size(size)
        with page.expect_request(f"**/music/music.log?kind=open&isrc={LATE}"):
            turn_to(page, f"/musics/all?track={LATE}")
        expect(main.get_by_role("heading", level=1).last).to_have_text("Late train")
        expect(main).to_contain_text("$29.25")
        expect(main).to_contain_text("estimated")
        expect(main).to_contain_text(re.compile(r"Night market, one take.*\$27\.00"))
        expect(main).to_contain_text(
            re.compile(r"Five-minute kimchi rice.*one of 2 tracks.*\$2\.25")
        )
        steps = main.get_by_role("list").filter(has_text="Add sound in the Shorts editor")
        expect(steps).to_contain_text("Set 60 s, volume 15% or more")
        expect(steps).to_contain_text("A short of 35 s or longer")
        assert look(page) == []

        main.get_by_role("button", name=re.compile("Five-minute kimchi rice")).click()
        sheet = page.get_by_role("dialog")
        expect(sheet).to_contain_text("Five-minute kimchi rice")
        sheet.get_by_role("link", name="Elevator joke").click()
        expect(main.get_by_role("heading", level=1).last).to_have_text("Elevator joke")
        expect(main).to_contain_text("$6.75")
        page.go_back()
        expect(sheet).to_contain_text("Five-minute kimchi rice")
        page.go_back()
        expect(main.get_by_role("heading", level=1).last).to_have_text("Late train")

        turn_to(page, f"/musics/all?track={RAIN}")
        expect(main).to_contain_text("None of your shorts used it in October")
        assert look(page) == []
        turn_to(page, "/musics/all?track=QZBB12599999")
        expect(main).to_contain_text("This track is not there")
        assert look(page) == []
        main.get_by_role("button", name="Music: back to the list").click()
        expect(page).to_have_url(f"{site.address}/musics/all")


def test_what_the_operator_set_is_what_the_steps_say_and_a_closed_month_is_confirmed(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = with_music(site, tmp_path)
    month = {"month": "2025-09", "channel_id": platform_id(1), "video_id": "V1", "views": 1000}
    september = fake.own_monthly(tmp_path / "september.csv", month | {"revenue_usd": "30.00"})
    site.portal.container.portal().ingestion.ingest(september, OPERATOR)
    site.portal.container.portal().settlements.close(Month(2025, 9), OPERATOR)
    told = site.portal.get("v2/music/earned", token, month="2025-09")
    assert told["estimated"] is False
    page.route(
        "**/v2/music/earned/videos?*",
        lambda route: route.continue_(url=f"{route.request.url}&month=2025-09"),
    )
    enter(page, token, f"/musics/all?track={LATE}")
    expect(page.get_by_role("main").locator("[data-standing=confirmed]")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("September")


def offers_no_file(page: Page) -> None:
    """Sound is heard and never offered to be saved (MUSIC-8)."""
    expect(page.locator("audio")).to_have_count(1)
    expect(page.locator("audio[controls], [download], a[href*='/audio/']")).to_have_count(0)
    expect(page.get_by_text(re.compile("download", re.IGNORECASE))).to_have_count(0)


@pytest.mark.variants
@pytest.mark.parametrize("size", SIZES)
def test_journey_1_a_track_is_found_heard_kept_and_copied(
    page: Page, site: Site, tmp_path: Path, size: str, context: BrowserContext
) -> None:
    """Step 7 of journey 1."""
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_viewport_size(SIZES[size])
    enter(page, with_sound(site, tmp_path), "/musics/all?search=late")
    expect(rows(page)).to_have_count(1)

    with page.expect_request(f"**/music/music.log?kind=play&isrc={LATE}"):
        rows(page).get_by_role("button", name="Play Late train").click()
    expect(page.get_by_role("region", name="Player")).to_be_visible()
    offers_no_file(page)
    with page.expect_response("**/music/favorite.toggle") as toggled:
        rows(page).get_by_role("button", name="Save Late train").click()
    answer = toggled.value.json()
    assert (answer["favorited"], answer["count"], answer["limit"]) == (True, 1, 15)
    with page.expect_request(f"**/music/music.log?kind=copy&isrc={LATE}"):
        rows(page).get_by_role("button", name=re.compile("^Copy")).click()
    assert page.evaluate("localStorage.getItem('trackCode')") == LATE
    rewind(page)
    rows(page).get_by_role("link", name="Late train").click()
    title = page.get_by_role("main").get_by_role("heading", level=1).last
    expect(title).to_have_text("Late train")
    expect(page.get_by_role("button", name="Pause", exact=True).first).to_be_visible()
    wave = page.get_by_role("main").get_by_role("slider", name="Position in the track")
    if size == "laptop":
        expect(wave).to_be_visible()
        page.get_by_role("main").get_by_role("button", name="Pause Late train").click()
        rewind(page)
        at = seconds_in(page)
        wave.press("ArrowRight")
        until(page, f"audio.currentTime > {at} + 3")
        page.get_by_role("main").get_by_role("button", name="Play Late train").click()
        expect(page.get_by_role("button", name="Pause", exact=True).first).to_be_visible()
    else:
        expect(wave).to_have_count(0)
    offers_no_file(page)
    assert look(page) == []
