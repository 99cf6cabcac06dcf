"""Another e-mail to log in with, proved by the code that is mailed to it (ACCT-11)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Site, log_in
from tests.browser.figures import enter
from tests.http.portal import PASSWORD

from backbeat.mail.model import Template

pytestmark = pytest.mark.browser

NEW = "mina.new@example.org"


@pytest.fixture
def device() -> dict[str, Any]:
    return {"viewport": {"width": 390, "height": 844}, "locale": "en-US"}


@pytest.fixture
def card(page: Page, site: Site) -> Locator:
    """The card of the e-mail, in the settings of somebody who has just logged in."""
    email = site.settled()
    page.goto("/login?fromUrl=/config-account")
    log_in(page, email)
    page.get_by_role("button", name="Change e-mail").click()
    return page.locator("section", has=page.get_by_role("heading", name="E-mail", exact=True))


def ask(card: Locator, email: str = NEW) -> None:
    card.get_by_label("New e-mail").fill(email)
    card.get_by_role("button", name="Send the code").click()


def test_the_email_changes_by_the_code_that_went_to_it(
    page: Page, site: Site, card: Locator
) -> None:
    expect(card.get_by_label("New e-mail")).to_be_focused()
    ask(card)

    expect(card.get_by_text(f"The code is on its way to {NEW}")).to_be_visible()
    expect(card.get_by_text("Valid for another")).to_be_visible()
    expect(card.get_by_text("You can request a new code in")).to_be_visible()
    card.get_by_role("button", name="Use this e-mail").click()
    expect(card.get_by_text("Please enter the code.")).to_be_visible()
    card.get_by_label("Verification code").fill("000000")
    card.get_by_role("button", name="Use this e-mail").click()
    expect(card.get_by_role("alert")).to_be_visible()
    card.get_by_label("Verification code").fill(site.portal.mailed_code(NEW))
    card.get_by_label("Verification code").press("Enter")

    expect(page.get_by_text(f"From now on you log in with {NEW}.")).to_be_visible()
    expect(card.get_by_text(NEW)).to_be_visible()
    expect(card.get_by_role("button", name="Change e-mail")).to_be_visible()
    assert site.portal.log_in().code == 10003
    assert site.portal.post("member/login", id=NEW, password=PASSWORD).status == 200
    told = site.portal.mails("mina@example.org")[-1]
    assert told.template is Template.EMAIL_CHANGED


def test_an_address_that_cannot_be_used_is_said_under_its_field(site: Site, card: Locator) -> None:
    site.settled("kai")
    field = card.get_by_label("New e-mail")

    ask(card, "abc")
    expect(card.get_by_text("This is not a valid e-mail address.")).to_be_visible()
    ask(card, "MINA@example.org")
    expect(card.get_by_text("This is already your e-mail.")).to_be_visible()
    ask(card, "kai@example.org")
    expect(card.get_by_text("already registered")).to_be_visible()
    expect(field).to_have_attribute("aria-invalid", "true")
    assert site.portal.mails("kai@example.org")[1:] == []


def test_the_password_is_asked_for_in_place_when_it_is_old(
    page: Page, site: Site, card: Locator
) -> None:
    site.portal.pass_time(seconds=601)
    ask(card)

    dialog = page.get_by_role("dialog", name="Enter your password")
    dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Continue").click()

    expect(card.get_by_text("Valid for another")).to_be_visible()
    assert site.portal.mails(NEW)


def test_a_code_that_ran_out_asks_for_a_new_one(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    page.clock.install()
    enter(page, token, "/config-account")
    page.get_by_role("button", name="Change e-mail").click()
    card = page.locator("section", has=page.get_by_role("heading", name="E-mail", exact=True))
    ask(card)
    expect(card.get_by_text("Valid for another")).to_be_visible()
    first = site.portal.mailed_code(NEW)

    page.clock.fast_forward(301_000)

    expect(card.get_by_text("This code has expired.")).to_be_visible()
    expect(card.get_by_role("button", name="Use this e-mail")).to_be_disabled()
    site.portal.pass_time(seconds=301)
    card.get_by_role("button", name="Send a new code").click()
    expect(card.get_by_text("Valid for another")).to_be_visible()
    assert site.portal.mailed_code(NEW) != first


def test_asking_again_too_soon_says_how_long_to_wait(page: Page, site: Site, card: Locator) -> None:
    ask(card)
    card.get_by_role("button", name="Use another address").click()
    expect(card.get_by_label("New e-mail")).to_have_value(NEW)
    expect(card.get_by_role("button", name="Send the code")).to_be_disabled()
    expect(card.get_by_text("You can request a new code in")).to_be_visible()
    card.get_by_role("button", name="Cancel").click()
    expect(card.get_by_role("button", name="Change e-mail")).to_be_visible()
