"""Addresses: flags, pages that are not there, pages that cannot be fetched (journey 14, steps 4 to 6)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Request, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter, turn_to

pytestmark = pytest.mark.browser

FLAGS = (
    *("menu", "delete", "logout", "videoDetail", "addChannel", "assign", "unassign", "addMember"),
    *("password", "addWithCodeChannel", "authTimer", "review", "guide", "withdrawalNotice"),
    *("requireAccount", "requestWithdrawal"),
)


def test_the_sixteen_flags_go_on_first_load_and_the_rest_stays(page: Page, site: Site) -> None:
    assert len(FLAGS) == 16
    page.goto(f"/terms?keep=2&{'&'.join(f'{flag}=1' for flag in FLAGS)}")
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    expect(page).to_have_url(f"{site.address}/terms?keep=2")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_unknown_address_says_so_and_leads_home(page: Page, site: Site) -> None:
    page.goto("/no/such")

    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(page.get_by_text("/no/such")).to_be_visible()
    page.get_by_role("link", name="Go to the start page").click()
    expect(page).to_have_url(f"{site.address}/")


def test_legal_texts_stand_in_the_frame_for_everybody(page: Page, site: Site) -> None:
    titles = {
        "/terms": "Terms of service",
        "/terms-policy": "Privacy policy",
        "/terms-ofl": "Font licence",
        "/terms-osl": "Open-source notices",
    }
    page.goto("/terms")

    for path, title in titles.items():
        turn_to(page, path)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.get_by_role("banner")).to_be_visible()
        expect(page).to_have_url(f"{site.address}{path}")


def test_somebody_unconfirmed_may_read_the_terms(page: Page, site: Site) -> None:
    token = str(site.portal.join()["token"])
    enter(page, token, "/terms")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page).to_have_url(f"{site.address}/terms")
    turn_to(page, "/my")
    expect(page).to_have_url(f"{site.address}/join-email")


def test_who_is_logged_in_sees_one_way_on_at_the_landing_page(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/")

    main = page.get_by_role("main")
    expect(main.get_by_role("link", name="Open the dashboard").first).to_be_visible()
    expect(main.get_by_role("link", name="Log in")).to_have_count(0)
    expect(page).to_have_url(f"{site.address}/")


def test_a_page_that_cannot_be_fetched_reloads_once_and_then_says_so(
    page: Page, site: Site
) -> None:
    loads: list[str] = []

    def note(request: Request) -> None:
        if request.is_navigation_request():
            loads.append(request.url)

    page.goto("/terms")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.on("request", note)
    page.route(re.compile(r"/assets/login-.*\.js"), lambda route: route.abort())

    page.get_by_role("banner").get_by_role("link", name="Log in").click()

    expect(page.get_by_role("heading", name="Internal Server Error")).to_be_visible()
    assert loads == [f"{site.address}/login"]
    page.unroute(re.compile(r"/assets/login-.*\.js"))
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()


LAPTOP_PLACES = {
    "/dashboard": "Dashboard",
    "/dashboard/report-video": "Video report",
    "/withdrawal/request": "Withdrawal",
    "/withdrawal/list": "Withdrawal",
    "/withdrawal/info": "Withdrawal",
    "/withdrawal/info-register": "Withdrawal",
    "/withdrawal/invoice?id=INV-2025-000001": "Withdrawal",
    "/withdrawal/report": "Earnings report",
    "/withdrawal/statement": "Earnings report",
    "/withdrawal/music_profit/2025-09": "Earnings report",
    "/manage-channel": "Channels",
}
PHONE_PLACES = {
    **LAPTOP_PLACES,
    "/dashboard/report-video": "Dashboard",
    "/withdrawal/report": "Withdrawal",
    "/withdrawal/statement": "Withdrawal",
    "/withdrawal/music_profit/2025-09": "Withdrawal",
    "/my": "My page",
    "/config-account": "My page",
    "/notifications": "My page",
}


@pytest.mark.parametrize(("width", "places"), [(390, PHONE_PLACES), (1440, LAPTOP_PLACES)])
def test_the_menu_says_where_one_is(
    page: Page, site: Site, width: int, places: dict[str, str]
) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    enter(page, site.portal.token_of(), "/terms")

    here = page.get_by_role("navigation", name="Main menu").locator("[aria-current=page]")
    for path, entry in places.items():
        turn_to(page, "/terms")
        expect(here).to_have_count(0)
        turn_to(page, path)
        expect(here).to_have_text([entry])


def test_the_bare_path_of_money_leads_to_its_report(page: Page, site: Site) -> None:
    """S2.048, WEB-4."""
    enter(page, site.portal.token_of(), "/withdrawal")

    expect(page).to_have_url(f"{site.address}/withdrawal/report")


def test_a_page_that_fails_inside_the_frame_leaves_the_frame_whole(page: Page, site: Site) -> None:
    page.route(re.compile(r"/assets/config-account-.*\.js"), lambda route: route.abort())
    enter(page, site.portal.token_of(), "/config-account")

    expect(page.get_by_role("heading", name="Internal Server Error")).to_be_visible()
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("navigation", name="Main menu")).to_be_visible()


def test_the_bottom_bar_belongs_to_phones(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/my")
    expect(page.get_by_role("heading", name="My page")).to_be_visible()

    for width in (639, 640, 1099):
        _resize(page, 1100, stands_left=True)
        _resize(page, width, stands_left=False)


def _resize(page: Page, width: int, *, stands_left: bool) -> None:
    """To a width at which the menu has to come to stand left, or below."""
    page.set_viewport_size({"width": width, "height": 844})
    page.wait_for_function(
        "left => { const box = document.querySelector('nav[aria-label=\"Main menu\"]')"
        ".getBoundingClientRect(); return (box.x === 0 && box.width < 300) === left; }",
        arg=stands_left,
    )
