"""Logging in and out, and where that leads (journey 9, steps 3 and 5)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site, log_in, remember
from tests.browser.figures import enter, turn_to
from tests.http.portal import OPERATOR, PASSWORD
from tests.proofs.samples import Sample

pytestmark = pytest.mark.browser


def test_an_empty_form_asks_for_both_in_one_message(page: Page, site: Site) -> None:
    asked: list[str] = []
    page.on("request", lambda r: asked.append(r.url) if "member/login" in r.url else None)
    page.goto("/login")
    main = page.get_by_role("main")
    expect(main.locator("input")).to_have_count(2)
    expect(main.get_by_label("ID (e-mail)")).to_be_visible()
    expect(main.get_by_role("textbox", name="Password")).to_be_visible()
    sign_up, forgot = (
        main.get_by_role("link", name=name) for name in ("Sign up", "Forgot your password?")
    )
    expect(sign_up).to_have_attribute("href", "/join")
    expect(forgot).to_have_attribute("href", "/find-password")

    main.get_by_role("button", name="Log in").click()

    expect(page.get_by_text("Please enter your ID and password.")).to_be_visible()
    assert asked == []


def test_the_id_is_sent_without_the_spaces_around_it(page: Page, site: Site) -> None:
    page.goto("/login")
    with page.expect_request("**/member/login") as sent:
        log_in(page, "  mina@example.org ")
    body = sent.value.post_data_json
    assert body == {"id": "mina@example.org", "password": PASSWORD, "device": None}
    expect(page.get_by_text("The ID or the password is wrong.")).to_be_visible()


def test_a_page_that_needs_a_log_in_opens_after_it(page: Page, site: Site) -> None:
    email = site.settled()
    page.goto("/my")
    expect(page).to_have_url(f"{site.address}/login?fromUrl=%2Fmy")

    with page.expect_response("**/member/login") as answer:
        log_in(page, email)

    expect(page).to_have_url(f"{site.address}/my")
    expect(page.get_by_role("heading", name="My page")).to_be_visible()
    token = answer.value.json()["token"]
    assert page.evaluate("localStorage.getItem('token')") == token
    assert token.startswith("bb1_")
    page.go_back()
    assert "/login" not in page.url


def test_a_wanted_address_survives_and_a_foreign_one_does_not(page: Page, site: Site) -> None:
    email = site.settled()
    page.goto("/my?fromUrl=/notifications")
    expect(page).to_have_url(f"{site.address}/login?fromUrl=%2Fnotifications")

    page.goto("/login?fromUrl=//evil.example/x")
    log_in(page, email)
    expect(page).to_have_url(f"{site.address}/dashboard")


def test_a_page_for_everybody_is_not_remembered(page: Page, site: Site) -> None:
    """None stands in the address of the log-in; at a commit it is gone through from every third."""
    email = site.settled()
    sample = Sample.of_the_commit(3, "browser")
    pages = (
        "/",
        "/terms",
        "/terms-policy",
        "/terms-ofl",
        "/terms-osl",
        "/join",
        "/find-password",
    )
    for number, path in enumerate(pages):
        page.goto(path)
        page.get_by_role("link", name="Log in").or_(
            page.get_by_role("link", name="Back to log-in")
        ).first.click()
        expect(page).to_have_url(f"{site.address}/login")
        if sample.has("pages", number):
            log_in(page, email)
            expect(page).to_have_url(f"{site.address}/dashboard")
            page.evaluate("localStorage.clear()")


def test_neither_an_embedded_page_nor_the_log_in_itself_is_remembered(
    page: Page, site: Site
) -> None:
    email = site.settled()
    page.goto("/embedded/withdrawal-invoice")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.goto("/login?fromUrl=/login")
    log_in(page, email)
    expect(page).to_have_url(f"{site.address}/dashboard")


def test_who_is_in_is_moved_on_under_a_cover(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    remember(page, "token", token)

    page.goto("/login?fromUrl=/my", wait_until="commit")

    expect(page.get_by_role("progressbar", name="Loading")).to_be_visible()
    expect(page).to_have_url(f"{site.address}/my")
    expect(page.get_by_role("progressbar", name="Loading")).to_be_hidden()


def test_who_is_moved_on_goes_to_the_dashboard_and_not_back_to_the_log_in(
    page: Page, site: Site
) -> None:
    enter(page, site.portal.token_of(), "/terms")
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    turn_to(page, "/login")
    expect(page).to_have_url(f"{site.address}/dashboard")
    page.go_back()

    expect(page).to_have_url(f"{site.address}/terms")


def test_logging_out_asks_first(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/my")

    page.get_by_role("button", name="Log out").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    assert page.evaluate("localStorage.getItem('token')")

    page.get_by_role("button", name="Log out").click()
    page.go_back()
    expect(page.get_by_role("dialog")).to_be_hidden()

    page.get_by_role("button", name="Log out").click()
    page.get_by_role("dialog").get_by_role("button", name="Log out").click()
    expect(page).to_have_url(f"{site.address}/login")
    assert page.evaluate("localStorage.getItem('token')") is None

    page.goto("/my")
    expect(page).to_have_url(f"{site.address}/login?fromUrl=%2Fmy")


def test_a_session_that_ended_elsewhere_leads_to_the_log_in(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    enter(page, token, "/my")
    expect(page.get_by_role("heading", name="My page")).to_be_visible()
    # What the page still asked for would learn of the end before the visitor goes on.
    page.wait_for_load_state("networkidle")

    site.portal.post("member/logout", token)
    page.get_by_role("link", name="Settings").click()

    expect(page).to_have_url(f"{site.address}/login?fromUrl=%2Fconfig-account")
    assert page.evaluate("localStorage.getItem('token')") is None


def test_without_a_server_the_session_stays(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    whose = re.compile("/api/(member/me|site/frame)")
    page.route(whose, lambda route: route.abort())

    enter(page, token, "/my")

    expect(page.get_by_role("heading", name="This page is not here yet")).to_be_visible()
    assert page.evaluate("localStorage.getItem('token')") == token
    page.unroute(whose)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="My page")).to_be_visible()


def test_a_one_time_link_logs_in_once(page: Page, site: Site) -> None:
    site.settled()
    account = site.portal.account().id
    code = site.portal.container.portal().sessions.issue_one_time_login(account, OPERATOR).value

    with page.expect_response("**/create.onetime.auth**") as answer:
        page.goto(f"/auth/external?t={code}")
    expect(page).to_have_url(f"{site.address}/dashboard")
    assert page.evaluate("localStorage.getItem('token')") == answer.value.json()["token"]

    page.evaluate("localStorage.clear()")
    page.goto(f"/auth/external?t={code}")
    expect(page.get_by_role("heading", name="This link does not work")).to_be_visible()
    expect(page.get_by_role("alert")).to_be_visible()


def test_without_a_server_a_form_says_so(page: Page, site: Site) -> None:
    page.goto("/login")
    page.route("**/api/member/login", lambda route: route.abort())

    log_in(page, "mina@example.org")

    expect(page.get_by_role("alert")).to_have_text(
        "The server cannot be reached. Please check your connection and try again."
    )
