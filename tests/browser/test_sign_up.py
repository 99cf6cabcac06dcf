"""From the landing page to a confirmed e-mail (journey 1, steps 1 to 3)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.browser.test_looks import look

pytestmark = pytest.mark.browser


def fill_in(page: Page, *, again: str = "correct horse") -> None:
    page.get_by_label("E-mail").fill("mina@example.org")
    page.get_by_role("textbox", name="Password", exact=True).fill("correct horse")
    page.get_by_role("textbox", name="Password again").fill(again)
    page.get_by_label("Name").fill("mina")


def requests_to(page: Page, path: str) -> list[str]:
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url) if path in request.url else None)
    return seen


def test_the_landing_page_shows_the_dates_of_this_portal(page: Page, site: Site) -> None:
    page.goto("/")

    main = page.get_by_role("main")
    for name, path in (("Create an account", "/join"), ("Log in", "/login")):
        way = main.get_by_role("link", name=name).first
        expect(way).to_be_visible()
        expect(way).to_have_attribute("href", path)
    sentence = main.get_by_text("Creating an account means you agree to the terms.")
    expect(sentence.get_by_role("link", name="terms")).to_have_attribute("href", "/terms")
    features = main.get_by_role("region", name="What you get").get_by_role("heading")
    expect(features).to_have_text(
        ["Music you can use", "What each short earns", "Every cent can be traced"]
    )
    answer = page.get_by_text("September 2025 earnings are confirmed")
    expect(answer).to_be_hidden()
    page.get_by_text("When am I paid?").click()
    expect(answer).to_be_visible()
    expect(answer).to_contain_text("2025/11/10")
    expect(answer).to_contain_text("40 days")
    sentence.get_by_role("link", name="terms").click()
    expect(page).to_have_url(f"{site.address}/terms")


def test_a_visitor_becomes_a_creator_with_a_confirmed_email(page: Page, site: Site) -> None:
    page.goto("/")
    page.get_by_role("link", name="Create an account").first.click()
    joins = requests_to(page, "member/join")

    fill_in(page, again="something else")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("The two passwords do not match.")).to_be_visible()
    assert joins == []

    fill_in(page)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Welcome, mina")).to_be_visible()
    assert len(joins) == 1
    way = page.get_by_role("link", name="Confirm e-mail")
    expect(way).to_have_attribute("href", "/join-email")
    way.click()
    expect(page).to_have_url(f"{site.address}/join-email")
    expect(page.get_by_role("navigation", name="Main menu")).to_have_count(0)

    page.goto("/dashboard")
    expect(page).to_have_url(f"{site.address}/join-email")

    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_text("The verification code was sent.")).to_be_visible()
    page.get_by_label("Verification code").fill("000000")
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("The verification code is wrong.")).to_be_visible()

    page.get_by_label("Verification code").fill(site.portal.mailed_code("mina@example.org"))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Your e-mail is confirmed.")).to_be_visible()
    expect(page).to_have_url(f"{site.address}/dashboard")


def test_the_form_names_what_is_missing_before_it_asks(page: Page, site: Site) -> None:
    page.goto("/join")
    joins = requests_to(page, "member/join")
    expect(page.get_by_role("heading", name="Create an account")).to_be_visible()
    expect(page.get_by_role("navigation", name="Main menu")).to_have_count(0)

    page.get_by_role("button", name="Sign up").click()

    expect(page.get_by_text("Please enter your e-mail.")).to_be_visible()
    expect(page.get_by_text("Please enter the password.")).to_be_visible()
    expect(page.get_by_text("Please enter a name.")).to_be_visible()
    page.get_by_label("E-mail").fill("abc")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("This is not a valid e-mail address.")).to_be_visible()
    assert joins == []


def test_an_email_that_is_taken_is_said_under_its_field(page: Page, site: Site) -> None:
    site.settled()
    page.goto("/join")

    fill_in(page)
    page.get_by_label("Name").fill("mina2")
    page.get_by_role("button", name="Sign up").click()

    expect(page.get_by_text("already registered")).to_be_visible()
    expect(page.get_by_label("E-mail")).to_have_attribute("aria-invalid", "true")


def test_an_invitation_fills_in_its_code_and_an_empty_code_is_refused(
    page: Page, site: Site
) -> None:
    page.goto("/join?referral=ABCD2345")
    expect(page.get_by_label("Invitation code", exact=True)).to_have_value("ABCD2345")
    page.goto("/join")
    expect(page.get_by_label("Invitation code", exact=True)).to_have_value("ABCD2345")

    fill_in(page)
    page.get_by_label("Invitation code", exact=True).fill("")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Enter the code, or untick the box above.")).to_be_visible()

    page.get_by_label("I have an invitation code").uncheck()
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Welcome, mina")).to_be_visible()
    assert page.evaluate("localStorage.getItem('referral')") is None


def test_a_mistyped_address_is_corrected_in_place(page: Page, site: Site) -> None:
    enter(page, site.portal.join(id="mina@exmaple.org")["token"], "/join-email")

    page.get_by_role("button", name="Is this address wrong? Correct it").click()
    field = page.get_by_label("Your e-mail")
    expect(field).to_have_value("mina@exmaple.org")
    assert look(page) == []
    field.fill("mina@example.org")
    page.get_by_role("button", name="Send the code there").click()

    expect(page.get_by_text("m***@example.org")).to_be_visible()
    page.get_by_label("Verification code").fill(site.portal.mailed_code("mina@example.org"))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Your e-mail is confirmed.")).to_be_visible()


def test_a_common_password_is_refused_under_its_field(page: Page, site: Site) -> None:
    page.goto("/join")
    fill_in(page)
    page.get_by_role("textbox", name="Password", exact=True).fill("password")
    page.get_by_role("textbox", name="Password again").fill("password")
    page.get_by_role("button", name="Sign up").click()

    expect(page.get_by_text("This password is among the first to be guessed.")).to_be_visible()


def test_confirming_the_email_needs_a_person_and_a_code(page: Page, site: Site) -> None:
    asked = requests_to(page, "member/email")
    page.goto("/join-email")
    expect(page.get_by_text("Please log in first")).to_be_visible()
    way = page.get_by_role("main").get_by_role("link", name="Log in")
    expect(way).to_have_attribute("href", "/login")
    assert asked == []

    token = str(site.portal.join()["token"])
    page.evaluate("token => localStorage.setItem('token', token)", token)
    page.goto("/join-email")
    page.get_by_role("button", name="Send the code").click()
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_text("Please enter the code.")).to_be_visible()
    assert [url for url in asked if url.endswith("emailverify")] == []

    page.get_by_role("button", name="Log out").click()
    page.get_by_role("dialog").get_by_role("button", name="Log out").click()
    expect(page).to_have_url(f"{site.address}/login")
    page.goto("/my")
    expect(page).to_have_url(f"{site.address}/login?fromUrl=%2Fmy")


def test_a_code_that_ran_out_asks_for_a_new_one(page: Page, site: Site) -> None:
    token = str(site.portal.join()["token"])
    page.clock.install()
    page.goto("/terms")
    page.evaluate("token => localStorage.setItem('token', token)", token)
    page.goto("/join-email")
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_text("Valid for another")).to_be_visible()

    page.clock.fast_forward(301_000)

    expect(page.get_by_text("This code has expired.")).to_be_visible()
    site.portal.pass_time(seconds=301)
    page.get_by_role("button", name="Send a new code").click()
    expect(page.get_by_text("Valid for another")).to_be_visible()
