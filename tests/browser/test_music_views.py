"""Every view of the music in other languages, on a slow line, empty, and where something fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.catalogue import JOKE, LATE, RAIN, SIZES, rows, save, with_music
from tests.browser.conftest import Site, remember
from tests.browser.figures import enter, turn_to, visit
from tests.browser.test_looks import look
from tests.looks import checks

from backbeat.settings import I18n, Limits, LimitsProfile, Settings

pytestmark = pytest.mark.browser


@pytest.fixture
def settings() -> Settings:
    return Settings(limits=Limits(profile=LimitsProfile.WIDE), i18n=I18n(keep_saved_korean=True))


def slowly(page: Page) -> None:
    """A slow network: answers come one after the other."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": 60,
            "downloadThroughput": 200_000,
            "uploadThroughput": 90_000,
        },
    )


@pytest.mark.variants
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_nothing_jumps_as_a_view_comes(page: Page, site: Site, tmp_path: Path, size: str) -> None:
    page.set_viewport_size(SIZES[size])
    token = with_music(site, tmp_path)
    save(site, token, LATE, JOKE, RAIN)
    page.add_init_script(checks.WATCH)
    enter(page, token, "/musics")
    slowly(page)
    seen = {}
    for path in (
        "/musics",
        "/musics/all?search=morning",
        "/musics/tags",
        "/musics/all?view=favorites",
        "/musics/all?view=ranking",
        f"/musics/all?track={LATE}",
    ):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        seen[path] = checks.moved(page)
    assert {path: moved for path, moved in seen.items() if moved} == {}


def fail(page: Page, *paths: str) -> None:
    for path in paths:
        page.route(path, lambda route: route.abort())


def tried_again(page: Page, pattern: str) -> None:
    """The page that is open says that this failed, and asks for it once more."""
    alert = page.get_by_role("main").get_by_role("alert")
    expect(alert.first).to_contain_text("This could not be loaded")
    assert look(page) == []
    page.unroute(pattern)
    page.get_by_role("main").get_by_role("button", name="Try again").first.click()
    expect(alert).to_have_count(0)


def test_what_fails_says_so_and_can_be_tried_again(page: Page, site: Site, tmp_path: Path) -> None:
    token = with_music(site, tmp_path)
    main = page.get_by_role("main")
    fail(page, "**/v2/music/earned?*")
    enter(page, token, "/musics")
    expect(main.get_by_role("list", name="Weekly ranking")).to_be_visible()
    expect(main.get_by_role("alert")).to_contain_text("This could not be loaded")
    assert look(page) == []
    page.unroute("**/v2/music/earned?*")
    main.get_by_role("button", name="Try again").click()
    expect(main).to_contain_text("$29.25")

    for pattern, path in (
        ("**/v2/music/search?*", "/musics/all"),
        ("**/music/favorite.list?*", "/musics/all?view=favorites"),
        ("**/v2/music/detail?*", f"/musics/all?track={LATE}"),
        ("**/v2/music/earned/videos?*", f"/musics/all?track={JOKE}"),
    ):
        fail(page, pattern)
        turn_to(page, path)
        tried_again(page, pattern)
    for pattern, path in (
        ("**/v2/music/home", "/musics"),
        ("**/v2/music/home", "/musics/all?view=ranking"),
        ("**/v2/music/tags", "/musics/tags"),
    ):
        fail(page, pattern)
        page.goto(path)
        tried_again(page, pattern)


def test_a_page_that_fails_while_scrolling_leaves_the_rows_and_is_asked_again(
    page: Page, site: Site, tmp_path: Path
) -> None:
    failed: list[str] = []

    def once(route: Route) -> None:
        if failed:
            route.continue_()
        else:
            failed.append(route.request.url)
            route.abort()

    page.route("**/v2/music/search?*after=*", once)
    enter(page, with_music(site, tmp_path), "/musics/all")
    expect(rows(page)).to_have_count(50)
    rows(page).last.scroll_into_view_if_needed()

    alert = page.get_by_role("main").get_by_role("alert")
    expect(alert).to_contain_text("This could not be loaded")
    expect(rows(page)).to_have_count(50)
    alert.get_by_role("button", name="Try again").click()
    expect(rows(page)).to_have_count(100)


def test_a_portal_without_music_says_so(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/musics")
    main = page.get_by_role("main")
    for path, words in {
        "/musics": "There is no music here yet",
        "/musics/all": "There is no music here yet",
        "/musics/all?view=favorites": "No favourites yet",
        "/musics/all?view=ranking": "No ranking yet",
    }.items():
        turn_to(page, path)
        expect(main).to_contain_text(words)
        assert look(page) == []


@pytest.mark.variants
@pytest.mark.parametrize(
    ("language", "size", "scheme"),
    [("ko", "phone", "dark"), ("zh-CN", "laptop", "light"), ("zh-TW", "phone", "light")],
)
def test_every_view_in_other_languages(
    page: Page, site: Site, tmp_path: Path, language: str, size: str, scheme: Any
) -> None:
    token = with_music(site, tmp_path)
    save(site, token, LATE, JOKE)
    remember(page, "language", language)
    page.set_viewport_size(SIZES[size])
    page.emulate_media(color_scheme=scheme)
    enter(page, token, "/musics")
    expect(page.locator("main").get_by_role("listitem").first).to_be_visible()
    for path in (
        "/musics",
        "/musics/all?search=morning&tags=calm,bright",
        "/musics/all?search=rain&tags=calm,funny",
        "/musics/tags",
        "/musics/all?view=favorites",
        "/musics/all?view=ranking",
        f"/musics/all?track={LATE}",
    ):
        visit(page, path)
        assert look(page) == [], path
        assert page.locator("html").get_attribute("lang") != "en"
