"""Saved tracks on the screens: the heart flips at once, the limit holds, and the truth returns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect
from tests.browser.catalogue import JOKE, LATE, MANY, RAIN, save, with_music
from tests.browser.conftest import PHONE, Site
from tests.browser.figures import enter, turn_to
from tests.browser.held import until_held
from tests.browser.test_looks import look
from tests.http.portal import OPERATOR

from backbeat.settings import Favourites, Limits, LimitsProfile, Settings

pytestmark = pytest.mark.browser

LIST = "/musics/all?tags=grand"
TOGGLE = "**/music/favorite.toggle"
CODES = [track.isrc for track in MANY]


@pytest.fixture
def device() -> dict[str, Any]:
    return {"viewport": PHONE, "locale": "en-US"}


def heart(page: Page, code: str) -> Locator:
    return page.locator(f"main [data-code={code}]").get_by_role("button", name="Save")


def is_saved(page: Page, code: str, saved: bool = True) -> None:
    expect(heart(page, code)).to_have_attribute("aria-pressed", str(saved).lower())


def kept(site: Site, token: str) -> set[str]:
    return {item["isrc"] for item in site.portal.get("music/favorite.list", token)["items"]}


def held(page: Page, path: str = "**/music/favorite.toggle") -> list[Route]:
    """Calls that wait until the test lets them go."""
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(path, hold)
    return waiting


def test_the_heart_flips_before_the_server_answers(page: Page, site: Site, tmp_path: Path) -> None:
    token = with_music(site, tmp_path)
    enter(page, token, LIST)
    waiting = held(page)

    heart(page, CODES[0]).click()
    is_saved(page, CODES[0])
    until_held(page, waiting)
    heart(page, CODES[0]).click()
    is_saved(page, CODES[0])
    assert kept(site, token) == set()
    with page.expect_response("**/music/favorite.toggle"):
        waiting.pop().continue_()

    assert waiting == [], "a second tap while the first is on its way asks nothing"
    assert kept(site, token) == {CODES[0]}
    is_saved(page, CODES[0])


def test_the_sixteenth_is_refused_in_the_servers_words_and_room_can_be_made(
    page: Page, site: Site, tmp_path: Path
) -> None:
    """J13, step 2."""
    token = with_music(site, tmp_path)
    save(site, token, *CODES[:15])
    enter(page, token, LIST)
    is_saved(page, CODES[0])
    waiting = held(page)
    heart(page, CODES[15]).click()
    is_saved(page, CODES[15])
    until_held(page, waiting)
    waiting.pop().continue_()

    alert = page.get_by_role("alert")
    refused = site.portal.post("music/favorite.toggle", token, isrc=CODES[15])
    assert (refused.code, "15" in refused["message"]) == (20000, True)
    expect(alert).to_contain_text(refused["message"])
    box = alert.bounding_box()
    assert box is not None
    assert box["y"] < 100
    assert abs(box["x"] + box["width"] / 2 - 195) < 4
    is_saved(page, CODES[15], saved=False)
    alert.hover()  # It stays as long as one is at it.
    assert look(page) == []

    alert.get_by_role("button", name="Make room").click()
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="15 of 15")).to_be_visible()
    expect(main).to_contain_text("All places are taken")
    page.unroute("**/music/favorite.toggle")
    with page.expect_request("**/music/favorite.list?*"):
        heart(page, CODES[3]).click()
    expect(main.get_by_role("heading", name="14 of 15")).to_be_visible()
    expect(page.locator(f"[data-code={CODES[3]}]")).to_have_count(0)
    assert look(page) == []


class TestWithAnotherLimit:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(limits=Limits(profile=LimitsProfile.WIDE), favourites=Favourites(limit=10))

    def test_the_eleventh_is_refused_and_the_words_say_ten(
        self, page: Page, site: Site, tmp_path: Path
    ) -> None:
        token = with_music(site, tmp_path)
        save(site, token, *CODES[:10])
        enter(page, token, LIST)
        heart(page, CODES[10]).click()
        expect(page.get_by_role("alert")).to_contain_text("10")
        is_saved(page, CODES[10], saved=False)
        turn_to(page, "/musics")
        expect(page.get_by_role("link", name="Favourites: 10 of 10")).to_be_visible()
        page.get_by_role("link", name="Favourites: 10 of 10").click()
        expect(page.get_by_role("heading", name="10 of 10")).to_be_visible()


def test_a_failed_removal_is_dropped_here_and_comes_back_with_the_truth(
    page: Page, site: Site, tmp_path: Path
) -> None:
    """J13, step 3."""
    token = with_music(site, tmp_path)
    save(site, token, CODES[0], CODES[1])
    enter(page, token, LIST)
    is_saved(page, CODES[0])
    lists = held(page, "**/music/favorite.list?*")
    page.route("**/music/favorite.toggle", lambda route: route.abort())

    heart(page, CODES[0]).click()

    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    is_saved(page, CODES[0], saved=False)
    until_held(page, lists)
    for route in lists:
        route.continue_()
    is_saved(page, CODES[0])
    assert kept(site, token) == {CODES[0], CODES[1]}


def test_two_windows_at_the_limit_end_with_exactly_the_limit(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = with_music(site, tmp_path)
    save(site, token, *CODES[:14])
    enter(page, token, LIST)
    other = page.context.new_page()
    other.goto(LIST)
    is_saved(page, CODES[13])
    is_saved(other, CODES[13])
    first, second = held(page), held(other)

    heart(page, CODES[14]).click()
    heart(other, CODES[15]).click()
    until_held(page, first)
    until_held(other, second)
    is_saved(page, CODES[14])
    is_saved(other, CODES[15])
    with page.expect_response(TOGGLE), other.expect_response(TOGGLE):
        first.pop().continue_()
        second.pop().continue_()

    saved = kept(site, token)
    assert len(saved) == 15
    for window, code in ((page, CODES[14]), (other, CODES[15])):
        is_saved(window, code, saved=code in saved)


def test_a_track_saved_elsewhere_is_told_as_the_server_knows_it(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = with_music(site, tmp_path)
    enter(page, token, LIST)
    is_saved(page, CODES[0], saved=False)
    save(site, token, CODES[0])

    with page.expect_response(TOGGLE):
        heart(page, CODES[0]).click()

    assert kept(site, token) == set()
    is_saved(page, CODES[0], saved=False)


def test_the_list_says_what_earned_what_waits_and_what_is_gone(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = with_music(site, tmp_path)
    save(site, token, CODES[0], JOKE, LATE, RAIN)
    site.portal.container.portal().catalogue.retire(RAIN, OPERATOR)
    site.portal.business.move(days=61)
    token = site.portal.log_in()["token"]
    save(site, token, CODES[1])
    enter(page, token, "/musics/all?view=favorites")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="5 of 15")).to_be_visible()
    listed = page.locator("main [data-code]")
    expect(listed.first).to_contain_text("Late train2 shorts, $29.25 in October")
    expect(listed.nth(1)).to_contain_text("1 short, $6.75 in October")
    expect(page.locator(f"[data-code={CODES[0]}]")).to_contain_text("Saved 20 Oct, not used yet")
    expect(page.locator(f"[data-code={RAIN}]")).to_contain_text("no longer offered")
    expect(main).to_contain_text("have waited more than two months without a short of yours")
    assert look(page) == []

    main.get_by_text("Newest", exact=True).click()
    expect(listed.first).to_have_attribute("data-code", CODES[1])
    for code, name in ((RAIN, "雨巷 Rain lane"), (CODES[0], MANY[0].name)):
        main.get_by_role("button", name=f"Remove {name} from the favourites").click()
        expect(page.locator(f"[data-code={code}]")).to_have_count(0)
    expect(main.get_by_role("heading", name="3 of 15")).to_be_visible()
    page.reload()
    expect(listed).to_have_count(3)
