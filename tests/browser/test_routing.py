"""Addresses: flags, pages that are not there, pages that cannot be fetched (journey 14, steps 4 to 6)."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Request, Route, expect
from tests.browser.conftest import Site, remember
from tests.browser.figures import earning, enter, turn_to
from tests.fakes.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.widths]

FLAGS = (
    *("menu", "delete", "logout", "videoDetail", "addChannel", "assign", "unassign", "addMember"),
    *("password", "addWithCodeChannel", "authTimer", "review", "guide", "withdrawalNotice"),
    *("requireAccount", "requestWithdrawal"),
)

FOR_EVERYBODY = {
    *("/", "/login", "/join", "/join-email", "/find-password"),
    *(
        "/auth/external",
        "/two-factor",
        "/not-me",
        "/not-my-login",
        "/keep-two-factor",
        "/accept-invitation",
    ),
    *("/terms", "/terms-policy", "/terms-ofl", "/terms-osl", "/embedded/withdrawal-invoice"),
    *("/notices", "/notices/:id", "/events", "/events/:id", "/r/:code"),
}
ADDRESSES = Path(__file__).parents[2] / "webui" / "src" / "app" / "addresses.gen.ts"
OWN = sorted(set(re.findall(r'= "(/[^"]*)"', ADDRESSES.read_text())) - FOR_EVERYBODY)


def test_the_sixteen_flags_go_on_first_load_and_the_rest_stays(
    page: Page, site: Site, tmp_path: Path
) -> None:
    """On the page that has most of their dialogs, for the channel that they would speak of."""
    assert len(FLAGS) == 16
    token = earning(site, tmp_path)
    [channel] = site.portal.get("channel/list", token)["items"]
    flags = "&".join(f"{flag}={channel['id']}" for flag in FLAGS)
    enter(page, token, f"/manage-channel?keep=2&{flags}")
    expect(page.get_by_role("main").get_by_text(channel["name"]).first).to_be_visible()

    expect(page).to_have_url(f"{site.address}/manage-channel?keep=2")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_an_unknown_address_says_so_and_leads_home(page: Page, site: Site) -> None:
    page.goto("/no/such")

    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(page.get_by_text("/no/such")).to_be_visible()
    page.get_by_role("link", name="Go to the start page").click()
    expect(page).to_have_url(f"{site.address}/")


LEGAL = {
    "/terms": ("Terms of service", "Your account"),
    "/terms-policy": ("Privacy policy", "What is kept"),
    "/terms-ofl": ("Font licence", "SIL Open Font License"),
    "/terms-osl": ("Open-source notices", "Apache License 2.0"),
}


def test_legal_texts_stand_in_the_frame_for_everybody(page: Page, site: Site) -> None:
    page.goto("/terms")

    for path, (title, words) in LEGAL.items():
        turn_to(page, path)
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.get_by_role("main")).to_contain_text(words)
        expect(page.get_by_role("banner").get_by_role("link", name="Log in")).to_be_visible()
        expect(page).to_have_url(f"{site.address}{path}")


def test_somebody_unconfirmed_may_read_the_terms(page: Page, site: Site) -> None:
    token = str(site.portal.join()["token"])
    enter(page, token, "/terms")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page).to_have_url(f"{site.address}/terms")
    turn_to(page, "/my")
    expect(page).to_have_url(f"{site.address}/join-email")
    page.goto("/join-email")
    expect(page.get_by_role("button", name="Send the code")).to_be_visible()
    expect(page).to_have_url(f"{site.address}/join-email")


def test_somebody_unconfirmed_opens_no_page_of_ones_own(page: Page, site: Site) -> None:
    assert len(OWN) >= 19
    enter(page, str(site.portal.join()["token"]), "/terms")
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    for path in OWN:
        turn_to(page, path)
        expect(page).to_have_url(f"{site.address}/join-email")
        turn_to(page, "/terms")
        expect(page.get_by_role("heading", level=1)).to_have_text("Terms of service")


def test_nobody_opens_a_page_of_ones_own_without_a_log_in(page: Page, site: Site) -> None:
    page.goto("/terms")
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    for path in OWN:
        turn_to(page, path)
        expect(page).to_have_url(
            f"{site.address}/login?fromUrl={quote(path.partition('#')[0], safe='*')}"
        )


def test_who_is_logged_in_sees_one_way_on_at_the_landing_page(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/")

    way = page.get_by_role("main").get_by_role("link", name="Open the dashboard").first
    expect(way).to_be_visible()
    expect(page.get_by_role("link", name="Log in")).to_have_count(0)
    expect(page.get_by_role("link", name="Create an account")).to_have_count(0)
    expect(page).to_have_url(f"{site.address}/")
    way.click()
    expect(page).to_have_url(f"{site.address}/dashboard")


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

    expect(page.get_by_role("heading", name="This page is not here yet")).to_be_visible()
    assert loads == [f"{site.address}/login"]
    page.unroute(re.compile(r"/assets/login-.*\.js"))
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()


MY_PAGE = {
    "Reports": "/dashboard/report-channel",
    "Withdrawals": "/withdrawal/list",
    "Earnings": "/withdrawal/report",
    "Guides": "/guides",
    "Notices": "/notices",
    "Settings": "/config-account",
    "Terms": "/terms",
}
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
    "/musics": "Music",
    "/guides": "Guides",
    "/guides/auths/pc-auth": "Guides",
}
PHONE_PLACES = {
    **LAPTOP_PLACES,
    "/dashboard/report-video": "Dashboard",
    **{path: "My page" for path in LAPTOP_PLACES if path.startswith("/withdrawal/")},
    "/my": "My page",
    "/config-account": "My page",
    "/notifications": "My page",
    "/guides": "My page",
    "/guides/auths/pc-auth": "My page",
}


@pytest.mark.variants
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


def test_the_build_that_is_served_names_itself(page: Page, site: Site) -> None:
    """S7.058."""
    enter(page, site.portal.token_of(), "/my")

    latest = page.request.get("/builds/latest.json").json()
    own = page.request.get(f"/builds/meta/{latest['id']}.json")

    assert (own.status, own.json()) == (200, latest)
    expect(page.get_by_role("main")).to_contain_text(latest["id"][:8])


def test_a_page_that_fails_inside_the_frame_leaves_the_frame_whole(page: Page, site: Site) -> None:
    page.route(re.compile(r"/assets/config-account-.*\.js"), lambda route: route.abort())
    enter(page, site.portal.token_of(), "/config-account")

    expect(page.get_by_role("heading", name="This page is not here yet")).to_be_visible()
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("navigation", name="Main menu")).to_be_visible()


def test_the_bottom_bar_belongs_to_phones(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/my")
    expect(page.get_by_role("heading", name="My page")).to_be_visible()

    for width in (639, 640, 1099):
        _resize(page, 1100, stands_left=True)
        _resize(page, width, stands_left=False)
    _resize(page, 1200, stands_left=True)
    _resize(page, 390, stands_left=False)
    expect(page.get_by_role("navigation", name="Main menu").get_by_role("link")).to_have_count(4)


def _resize(page: Page, width: int, *, stands_left: bool) -> None:
    """To a width at which the menu has to come to stand left, or below."""
    page.set_viewport_size({"width": width, "height": 844})
    page.wait_for_function(
        "left => { const box = document.querySelector('nav[aria-label=\"Main menu\"]')"
        ".getBoundingClientRect(); return (box.x === 0 && box.width < 300) === left; }",
        arg=stands_left,
    )


@pytest.mark.widths("phone")
def test_on_a_phone_the_bar_leads_to_my_page_and_its_entries(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/terms")
    bar = page.get_by_role("navigation", name="Main menu")
    expect(bar.get_by_role("link")).to_have_text(["Dashboard", "Music", "Channels", "My page"])

    bar.get_by_role("link", name="My page").click()

    expect(page).to_have_url(f"{site.address}/my")
    for name, path in MY_PAGE.items():
        entry = page.get_by_role("main").get_by_role("link", name=name)
        expect(entry).to_have_attribute("href", path)


def test_who_is_signed_in_never_sees_log_in_flash_on_a_public_page(page: Page, site: Site) -> None:
    """While nobody has said yet whose session it is, the header keeps its place."""
    remember(page, "token", site.portal.token_of())
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)

    page.route("**/api/site/frame*", hold)
    page.goto("/notices")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    header = page.get_by_role("banner")
    before = header.bounding_box()
    expect(header.get_by_role("link", name="Log in")).to_have_count(0)

    wait_until(lambda: bool(asked), "the question whose session it is")
    asked[0].continue_()
    expect(header.get_by_label("mina: my account")).to_be_visible()
    assert header.bounding_box() == before
