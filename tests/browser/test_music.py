"""Finding music on the screens: home, lists, moods, search."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, Response, Route, expect
from tests.browser.catalogue import JOKE, LAPTOP, LATE, RAIN, SIZES, rows, sought, with_music
from tests.browser.conftest import PHONE, Site
from tests.browser.figures import enter, turn_to
from tests.browser.test_looks import look

pytestmark = pytest.mark.browser

CODES = "rows => rows.map(row => row.dataset.code)"
"""The tracks of some rows, in their order."""


def test_journey_13_finding_music(page: Page, site: Site, tmp_path: Path) -> None:
    """At each width, one after the other: each begins anew."""
    main = page.get_by_role("main")
    token = with_music(site, tmp_path)
    asked = sought(page)
    pages: list[int] = []

    def note(response: Response) -> None:
        if "/search?" in response.url:
            pages.append(len(response.json()["items"]))

    for size in SIZES.values():
        page.set_viewport_size(size)
        enter(page, token, "/musics")
        home = site.portal.get("v2/music/home", token)

        # 1
        ranking = main.get_by_role("list", name="Weekly ranking").get_by_role("listitem")
        expect(ranking).to_have_count(len(home["ranking"]["items"]))
        expect(ranking.first).to_contain_text(re.compile(r"Late train.*\+7\.0k views"))
        assert (home["ranking"]["from"], home["ranking"]["to"]) == ("2025-10-12", "2025-10-18")
        expect(main).to_contain_text("views won 12–18 Oct")
        fresh = main.get_by_role("list", name="New this month").get_by_role("listitem")
        expect(fresh).to_have_count(len(home["new_releases"]))
        moods = main.get_by_role("list", name="By mood").get_by_role("listitem")
        expect(moods.first).to_contain_text("119 tracks")
        expect(main.get_by_role("link", name="Sounds for shopping shorts")).to_be_visible()
        expect(main).not_to_contain_text(re.compile("buy|price|licen[cs]e|cart", re.IGNORECASE))
        assert look(page) == []

        asked.clear()
        turn_to(page, "/musics/tags?tags=calm,bright")
        expect(rows(page)).to_have_count(50)
        assert any("tags=calm%2Cbright" in request.url for request in asked)
        calm = site.portal.get("v2/music/search", token, tags="calm,bright", size="200")
        both = {item["isrc"] for item in calm["items"]}
        shown = rows(page).evaluate_all(CODES)
        assert set(shown) <= both
        assert RAIN not in shown
        expect(main.get_by_role("status").first).to_contain_text("118 tracks")

        turn_to(page, "/musics/all")
        expect(main.get_by_role("status").first).to_contain_text("120 tracks")
        for name, value, codes in (
            ("Song (pop)", "pop", [JOKE]),
            ("OST", "ost", [RAIN]),
            ("New", "new", [JOKE, RAIN]),
        ):
            with page.expect_request(f"**/v2/music/search?*category={value}*"):
                main.get_by_role("button", name=name, exact=True).click()
            expect(rows(page)).to_have_count(len(codes))
            for code in codes:
                expect(page.locator(f"[data-code={code}]")).to_be_visible()
            expect(page).to_have_url(f"{site.address}/musics/all?category={value}")
        with page.expect_request("**/v2/music/search?*category=bgm*"):
            main.get_by_role("button", name="BGM", exact=True).click()
        expect(main.get_by_role("status").first).to_contain_text("118 tracks")
        main.get_by_role("button", name="BGM", exact=True).click()

        pages.clear()
        page.on("response", note)
        page.reload()
        for count in (50, 100, 120):
            expect(rows(page)).to_have_count(count)
            rows(page).last.scroll_into_view_if_needed()
        expect(main).to_contain_text("That is all: 120 tracks")
        codes = rows(page).evaluate_all(CODES)
        assert len(set(codes)) == 120
        assert pages[:3] == [50, 50, 20]
        page.remove_listener("response", note)


def test_seven_views_are_two_clicks_away(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, with_music(site, tmp_path), "/musics")
    ways = page.get_by_role("navigation", name="Views of the music")
    everything: dict[str | re.Pattern[str], str] = {
        "Moods": "/musics/tags",
        "Shopping": "/musics/shopping",
        "All": "/musics/all",
        re.compile("^Favourites"): "/musics/all?view=favorites",
    }
    for size in (PHONE, LAPTOP):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for name, path in everything.items():
            ways.get_by_role("link", name=name, exact=isinstance(name, str)).click()
            expect(page).to_have_url(f"{site.address}{path}")
            page.get_by_role("navigation", name="Main menu").get_by_role(
                "link", name="Music"
            ).click()
            expect(page).to_have_url(f"{site.address}/musics")
        with page.expect_request("**/v2/music/search?*shopping=true*"):
            page.goto("/musics/shopping")
        expect(rows(page)).to_have_count(2)
        for code in (LATE, RAIN):
            expect(page.locator(f"[data-code={code}]")).to_be_visible()
        turn_to(page, "/musics")
        page.get_by_role("main").get_by_role("link", name="All 2").first.click()
        expect(page).to_have_url(f"{site.address}/musics/all?view=ranking")
        expect(rows(page)).to_have_count(2)
        assert look(page) == []
        turn_to(page, "/musics")
        page.get_by_label("Title, artist or track code").fill("rain lane")
        expect(page).to_have_url(f"{site.address}/musics/all?search=rain+lane")
        expect(rows(page)).to_have_count(1)
        turn_to(page, "/musics")
    turn_to(page, "/musics/nowhere")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def test_typing_asks_once_it_pauses_and_takes_old_questions_back(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, with_music(site, tmp_path), "/musics/all?tags=calm")
    expect(rows(page)).to_have_count(50)
    asked = sought(page)
    taken_back: list[str] = []
    page.on("requestfailed", lambda each: taken_back.append(each.url))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/v2/music/search?*search=morn&*", hold, times=1)
    field = page.get_by_label("Title, artist or track code")

    with page.expect_request("**/v2/music/search?*search=morn&*"):
        field.press_sequentially("morn", delay=20)
    field.press_sequentially("ing 55", delay=20)

    expect(rows(page)).to_have_count(1)
    expect(rows(page).locator("mark")).to_have_text(["Morning", "55"])
    expect(page).to_have_url(re.compile(r"\?tags=calm&search=morning\+55$"))
    assert len(asked) < len("morning 55"), "not one for each letter"
    assert held[0].request.url in taken_back
    expect(field).to_have_value("morning 55")

    page.reload()
    expect(field).to_have_value("morning 55")
    expect(rows(page)).to_have_count(1)
    field.press("Escape")
    expect(rows(page)).to_have_count(50)
    expect(page.get_by_role("button", name="Calm", pressed=True)).to_be_visible()
    field.press("Escape")
    expect(page).to_have_url(f"{site.address}/musics/all")


def test_nothing_found_offers_what_leaving_one_out_would_find(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, with_music(site, tmp_path), "/musics/all?search=rain&tags=calm,funny&category=ost")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="Nothing is “rain”, OST, Calm, Funny")).to_be_visible()
    assert look(page) == []

    main.get_by_role("button", name="Without Funny 1", exact=True).click()

    expect(rows(page)).to_have_count(1)
    expect(page).to_have_url(f"{site.address}/musics/all?search=rain&tags=calm&category=ost")
    main.get_by_role("button", name="Clear all").click()
    expect(rows(page)).to_have_count(50)
    page.get_by_role("button", name="Mood", exact=True).click()
    page.get_by_role("group", name="As machines hear it").get_by_role(
        "button", name=re.compile("Dreamy")
    ).click()
    expect(page).to_have_url(f"{site.address}/musics/all?tags=ai%3Adreamy")
    expect(rows(page)).to_have_count(1)
    assert look(page) == []


def test_keys_move_copy_keep_and_open(
    page: Page, site: Site, tmp_path: Path, context: BrowserContext
) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.set_viewport_size(LAPTOP)
    enter(page, with_music(site, tmp_path), "/musics/all?tags=peaceful")
    expect(rows(page)).to_have_count(50)
    whole = rows(page).evaluate_all(CODES)
    links = rows(page).get_by_role("link")

    for _ in range(3):
        page.keyboard.press("j")
    page.keyboard.press("k")
    expect(links.nth(1)).to_be_focused()
    code = rows(page).nth(1).get_attribute("data-code")
    with page.expect_request(f"**/music/music.log?kind=copy&isrc={code}"):
        page.keyboard.press("c")
    expect(page.get_by_role("status").filter(has_text=f"{code} is copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == code
    assert page.evaluate("localStorage.getItem('trackCode')") == code
    page.keyboard.press("f")
    heart = rows(page).nth(1).get_by_role("button", name="Save")
    expect(heart).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("/")
    field = page.get_by_label("Title, artist or track code")
    expect(field).to_be_focused()
    page.keyboard.press("j")
    expect(field).to_have_value("j")
    expect(page).to_have_url(re.compile("search=j"))
    page.keyboard.press("Escape")
    expect(field).to_have_value("")
    expect(page).not_to_have_url(re.compile("search="))
    # The rows of the search stay until those of the whole list are there; with them a focus would go.
    page.wait_for_function(
        f"""whole => String(({CODES})([...document.querySelectorAll('main [data-code]')]))
            === String(whole)""",
        arg=whole,
    )
    field.blur()
    page.keyboard.press("j")
    expect(rows(page).locator("a:focus")).to_have_count(1)
    with page.expect_request(re.compile(r"music\.log\?kind=open")):
        page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"track=QZBB"))


def test_a_browser_that_refuses_to_copy_selects_the_code(
    page: Page, site: Site, tmp_path: Path
) -> None:
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    enter(page, with_music(site, tmp_path), "/musics/all?category=pop")

    rows(page).get_by_role("button", name="Copy the code of Elevator joke").click()

    expect(page.get_by_role("alert")).to_contain_text("did not allow copying")
    assert page.evaluate("getSelection().toString()") == JOKE
    assert page.evaluate("localStorage.getItem('trackCode')") is None
    assert look(page) == []
