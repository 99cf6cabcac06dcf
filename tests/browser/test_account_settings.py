"""Name, password, sessions and leaving (journey 9, steps 2 and 4)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.http.portal import OPERATOR, PASSWORD

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType

pytestmark = pytest.mark.browser


@pytest.fixture
def opened(page: Page, site: Site) -> Page:
    """The settings of somebody who has just logged in."""
    enter(page, site.portal.token_of(), "/config-account")
    expect(page.get_by_role("heading", name="Account settings")).to_be_visible()
    return page


def change_password(page: Page, current: str, new: str) -> None:
    page.get_by_role("textbox", name="Current password").fill(current)
    page.get_by_role("textbox", name="New password").fill(new)
    page.get_by_role("textbox", name="Password again").fill(new)
    page.get_by_role("button", name="Change password").click()


def test_the_password_changes_with_the_current_one_only(opened: Page, site: Site) -> None:
    token = opened.evaluate("localStorage.getItem('token')")

    change_password(opened, "wrong", "battery staple")
    expect(opened.get_by_role("textbox", name="Current password")).to_have_attribute(
        "aria-invalid", "true"
    )
    change_password(opened, PASSWORD, "abc")
    expect(opened.get_by_text("Use 4 to 64 characters.")).to_be_visible()
    change_password(opened, PASSWORD, "battery staple")
    expect(opened.get_by_text("Your password has been changed.")).to_be_visible()

    assert opened.evaluate("localStorage.getItem('token')") == token
    opened.reload()
    expect(opened.get_by_role("heading", name="Account settings")).to_be_visible()
    assert site.portal.log_in().code == 10003
    assert site.portal.log_in(password="battery staple").status == 200


def test_the_name_changes(opened: Page, site: Site) -> None:
    opened.get_by_label("Name").fill("mina 2")
    opened.get_by_role("button", name="Change name").click()
    expect(opened.get_by_text("letters and digits, without spaces")).to_be_visible()

    opened.get_by_label("Name").fill("mina2")
    opened.get_by_role("button", name="Change name").click()

    expect(opened.get_by_text("Your name has been changed.")).to_be_visible()
    assert site.portal.account().name == "mina2"


def test_another_session_can_be_ended(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    elsewhere = str(site.portal.log_in()["token"])
    enter(page, token, "/config-account")

    expect(page.get_by_text("This device")).to_be_visible()
    page.get_by_role("button", name="End all other sessions").click()

    expect(page.get_by_text("That session has ended.")).to_be_visible()
    assert site.portal.get("member/me", elsewhere).code == 10000


def test_whoever_leaves_is_shown_the_way_to_the_money_first(opened: Page, site: Site) -> None:
    portal, mina = site.portal, site.portal.account().id
    act = ActContext(OPERATOR, portal.business.today(), portal.security.now(), "test")
    with portal.container.transactions().begin() as books:
        books.ledger.post(mina, EntryType.PORTAL_PROFIT, Money.of("50.00"), act, source="test")
    leave = opened.get_by_role("button", name="Leave the service")

    leave.click()
    dialog = opened.get_by_role("dialog")
    expect(dialog).to_contain_text("You can withdraw it first on 25–30 Sep.")
    opened.keyboard.press("Escape")
    portal.business.set(datetime(2025, 9, 25, 9, tzinfo=UTC))
    leave.click()
    dialog.get_by_role("link", name="withdraw first").click()

    expect(opened).to_have_url(f"{site.address}/withdrawal/request")


def test_a_balance_below_zero_does_not_expire(opened: Page, site: Site) -> None:
    portal, mina = site.portal, site.portal.account().id
    act = ActContext(OPERATOR, portal.business.today(), portal.security.now(), "test")
    with portal.container.transactions().begin() as books:
        books.ledger.post(mina, EntryType.POLICY_VIOLATION, Money.of("-5.00"), act, source="test")

    opened.get_by_role("button", name="Leave the service").click()

    expect(opened.get_by_role("dialog")).to_contain_text("Invoices are kept")
    opened.wait_for_load_state("networkidle")
    expect(opened.get_by_role("dialog")).not_to_contain_text("You would lose")
    expect(opened.get_by_role("dialog").get_by_role("link")).to_have_count(0)


def test_leaving_says_what_expires_and_ends_everything(opened: Page, site: Site) -> None:
    portal, mina = site.portal, site.portal.account().id
    act = ActContext(OPERATOR, portal.business.today(), portal.security.now(), "test")
    with portal.container.transactions().begin() as books:
        books.ledger.post(mina, EntryType.PORTAL_PROFIT, Money.of("12.34"), act, source="test")

    opened.get_by_role("button", name="Leave the service").click()
    dialog = opened.get_by_role("dialog")
    expect(dialog.get_by_text("$12.34")).to_be_visible()
    expect(dialog.get_by_text("For 30 days")).to_be_visible()
    dialog.get_by_role("button", name="Leave for good").click()
    expect(dialog.get_by_text("Please enter the password.")).to_be_visible()
    dialog.get_by_role("textbox", name="Password").fill("wrong")
    dialog.get_by_role("button", name="Leave for good").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Leave for good").click()

    expect(opened.get_by_text("Your account is closed. $12.34 expired.")).to_be_visible()
    expect(opened).to_have_url(f"{site.address}/login")
    assert opened.evaluate("localStorage.getItem('token')") is None
    assert portal.log_in().code == 10002
