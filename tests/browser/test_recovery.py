"""A new password by mail, in four views (journey 9, step 1)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site, log_in
from tests.browser.test_sign_up import requests_to

pytestmark = pytest.mark.browser


def test_a_forgotten_password_is_replaced(page: Page, site: Site) -> None:
    email = site.settled()
    asked = requests_to(page, "find.password")
    opened = page.goto("/find-password")
    assert opened is not None
    assert opened.status == 200
    expect(page.get_by_role("heading", name="Forgot your password?")).to_be_visible()
    expect(page.get_by_role("navigation", name="Main menu")).to_have_count(0)

    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_text("Please enter your e-mail.")).to_be_visible()
    page.get_by_label("E-mail").fill("mina@")
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_text("This is not a valid e-mail address.")).to_be_visible()
    assert asked == []
    page.get_by_label("E-mail").fill("nobody@example.org")
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Send the code").click()

    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("Please enter the code.")).to_be_visible()
    assert [url for url in asked if url.endswith("verify")] == []
    page.get_by_label("Verification code").fill("AAAA-AAAA")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text("The verification code is wrong.")).to_be_visible()
    page.get_by_label("Verification code").fill(site.portal.mailed_code(email))
    page.get_by_role("button", name="Continue").click()

    page.get_by_role("textbox", name="New password").fill("battery staple")
    page.get_by_role("textbox", name="Password again").fill("battery")
    page.get_by_role("button", name="Save password").click()
    expect(page.get_by_text("The two passwords do not match.")).to_be_visible()
    assert [url for url in asked if url.endswith("update")] == []
    page.get_by_role("textbox", name="Password again").fill("battery staple")
    page.get_by_role("button", name="Save password").click()

    expect(page.get_by_role("heading", name="Your password has been changed")).to_be_visible()
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    log_in(page, email, "battery staple")
    expect(page).to_have_url(f"{site.address}/dashboard")


def test_a_permission_that_ran_out_leads_back_to_the_start(page: Page, site: Site) -> None:
    email = site.settled()
    page.goto("/find-password")
    page.get_by_label("E-mail").fill(email)
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_label("Verification code")).to_be_visible()
    page.get_by_label("Verification code").fill(site.portal.mailed_code(email))
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("textbox", name="New password").fill("battery staple")
    page.get_by_role("textbox", name="Password again").fill("battery staple")

    site.portal.pass_time(seconds=601)
    page.get_by_role("button", name="Save password").click()

    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_label("E-mail")).to_be_visible()
