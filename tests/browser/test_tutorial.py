"""The first walk: a mark on each place's first visit, shown once, and out of the way by keyboard too."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Site, remember
from tests.browser.figures import earning, enter, turn_to
from tests.browser.test_looks import look
from tests.http.portal import OPERATOR, Portal

pytestmark = pytest.mark.browser

PLACES = {
    "/dashboard": "Your way to the first earnings",
    "/musics": "The code is all you need",
    "/manage-channel": "It starts with your channel",
    "/guides": "Stuck? Look at the pictures",
}
"""What a new account is shown; a place joins with its page."""


def newcomer(site: Site) -> str:
    """Somebody with a usable account who has seen nothing yet."""
    return Portal.token_of(site.portal)


def mark(page: Page, title: str) -> Locator:
    return page.get_by_role("dialog", name=title)


def seen(site: Site, token: str) -> set[str]:
    told = site.portal.get("member/me", token)["tutorial"]
    return {step for step, is_seen in told.items() if is_seen}


def test_the_walk_leads_over_every_place_and_is_shown_once(page: Page, site: Site) -> None:
    token = newcomer(site)
    enter(page, token, "/dashboard")
    for number, (path, title) in enumerate(PLACES.items(), 1):
        expect(page).to_have_url(site.address + path)
        shown = mark(page, title)
        expect(shown).to_be_visible()
        expect(shown.get_by_role("img")).to_have_accessible_name(f"{number} of {len(PLACES)}")
        with page.expect_response("**/step.tutorial"):
            shown.get_by_role("button", name="Done" if path == "/guides" else "Next").click()
    expect(page.get_by_role("dialog")).to_have_count(0)

    assert seen(site, token) == {"dashboard", "music", "channel", "guide"}
    for path in PLACES:
        page.goto(path)
        page.wait_for_load_state("networkidle")
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_skipping_ends_one_mark_and_leaves_the_others(page: Page, site: Site) -> None:
    token = newcomer(site)
    enter(page, token, "/guides")
    shown = mark(page, PLACES["/guides"])
    with page.expect_response("**/step.tutorial"):
        shown.get_by_role("button", name="Skip").click()

    expect(shown).to_have_count(0)
    expect(page).to_have_url(f"{site.address}/guides")
    assert seen(site, token) == {"guide"}
    turn_to(page, "/manage-channel")
    expect(mark(page, PLACES["/manage-channel"])).to_be_visible()


def test_an_operator_who_looks_at_an_account_is_not_shown_around(page: Page, site: Site) -> None:
    token = newcomer(site)
    sessions = site.portal.container.portal().sessions
    link = sessions.issue_view(site.portal.account().id, OPERATOR, "ticket 7")
    page.goto(f"/auth/external?t={link.value}")
    bar = page.get_by_role("complementary", name="Operator's view")
    expect(bar).to_be_visible()
    for path in PLACES:
        page.goto(path)
        expect(bar).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        expect(page.get_by_role("dialog")).to_have_count(0)
    assert seen(site, token) == set()


def test_it_is_read_and_left_by_keyboard_alone(page: Page, site: Site) -> None:
    """The words are announced, the page behind is out of reach, Escape skips."""
    token = newcomer(site)
    enter(page, token, "/guides")
    shown = mark(page, PLACES["/guides"])
    expect(shown).to_have_accessible_description(
        "Upload, volume, length: for your device, with the words that stand on its buttons."
    )
    expect(shown.get_by_role("button", name="Next")).to_be_focused()
    for _ in range(4):
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body"
            " || document.activeElement.closest('dialog') !== null"
        )

    with page.expect_response("**/step.tutorial"):
        page.keyboard.press("Escape")

    expect(shown).to_have_count(0)
    assert seen(site, token) == {"guide"}
    page.get_by_role("link", name="Open").focus()
    expect(page.get_by_role("link", name="Open")).to_be_focused()


def test_the_light_stands_on_the_real_thing(page: Page, site: Site, tmp_path: Path) -> None:
    """On the pay card of somebody who earns, at both widths, also once it has moved."""
    token = earning(site, tmp_path)
    enter(page, token, "/guides")
    page.get_by_role("link", name="Show me around again").click()
    shown = mark(page, "This is what is yours")
    expect(shown).to_be_visible()
    for width in (390, 1440):
        page.set_viewport_size({"width": width, "height": 844})
        page.wait_for_function(
            """() => {
                const light = document.querySelector("dialog > div").getBoundingClientRect();
                const thing = document.querySelector("[data-tour=money]").getBoundingClientRect();
                const card = document.querySelector("dialog > div + div").getBoundingClientRect();
                return Math.abs(light.x + 6 - thing.x) < 3 && Math.abs(light.y + 6 - thing.y) < 3
                    && Math.abs(light.width - 12 - thing.width) < 3
                    && card.left >= 0 && card.right <= innerWidth
                    && card.top >= 0 && card.bottom <= innerHeight;
            }"""
        )
        assert look(page) == []


def test_who_asks_is_shown_around_again(page: Page, site: Site, tmp_path: Path) -> None:
    token = earning(site, tmp_path)
    enter(page, token, "/guides#help")
    page.get_by_role("link", name="Show me around again").click()

    for title in ("This is what is yours", PLACES["/musics"], "Where your channel stands"):
        mark(page, title).get_by_role("button", name="Next").click()
    mark(page, PLACES["/guides"]).get_by_role("button", name="Done").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    turn_to(page, "/dashboard")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_it_waits_for_a_dialog_that_is_open(page: Page, site: Site) -> None:
    """One dialog at a time."""
    token = newcomer(site)
    enter(page, token, "/my")
    page.get_by_role("button", name="App info").click()
    expect(page.get_by_role("dialog", name="App info")).to_be_visible()
    page.get_by_role("dialog").get_by_role("link", name="Font licence").click()
    expect(page).to_have_url(f"{site.address}/terms-ofl")
    turn_to(page, "/guides?logout=1")
    expect(page.get_by_role("dialog", name="Log out?")).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(1)

    page.get_by_role("button", name="Cancel").click()

    expect(mark(page, PLACES["/guides"])).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(1)


@pytest.mark.variants
@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("zh-CN", "遇到问题？看图就懂"),
        ("zh-TW", "遇到問題？看圖就懂"),
    ],
)
def test_it_speaks_the_readers_language(page: Page, site: Site, language: str, title: str) -> None:
    remember(page, "language", language)
    enter(page, newcomer(site), "/guides")

    expect(mark(page, title)).to_be_visible()
    assert look(page) == []
