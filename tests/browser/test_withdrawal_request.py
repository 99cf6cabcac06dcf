"""Asking for the balance: what arrives, what stands in the way, and the list of what was asked for."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import earning, enter
from tests.browser.payouts import calls_to, post, withdrawing
from tests.browser.test_looks import look
from tests.http.portal import OPERATOR

from backbeat.kernel.ids import WithdrawalId
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType

pytestmark = pytest.mark.browser


def test_the_quote_is_agreed_to_and_stands_in_the_list(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, withdrawing(site, tmp_path), "/withdrawal/request")
    main = page.get_by_role("main")
    for amount in ("$150.00", "−$7.05", "$142.95", "2025/11/10", "m***@example.org"):
        expect(main).to_contain_text(amount)
    expect(page.get_by_role("radio", name="CNY")).to_be_disabled()
    assert look(page) == []
    sent = calls_to(page, "withdrawal/request")

    page.get_by_role("button", name="Request $150.00").click()
    dialog = page.get_by_role("dialog", name="Request $150.00?")
    expect(dialog).to_contain_text("$142.95")
    dialog.get_by_role("button", name="Request $150.00").click()

    expect(page).to_have_url(f"{site.address}/withdrawal/list")
    row = page.get_by_role("list", name="Withdrawals").get_by_role("listitem")
    for shown in ("2025/10/25", "On its way", "$142.95", "$150.00", "$7.05", "2025/11/10"):
        expect(row).to_contain_text(shown)
    expect(row.get_by_role("link", name="Invoice INV-2025-000001")).to_be_visible()
    assert [len(request.headers["idempotency-key"]) for request in sent] == [36]
    assert page.evaluate("sessionStorage.getItem('withdrawal')") is None
    assert look(page) == []


def test_the_total_is_shown_with_what_it_is_made_of(page: Page, site: Site, tmp_path: Path) -> None:
    """Months first, then the points, which are used before them (POINT-3)."""
    token = withdrawing(site, tmp_path)
    post(site, "14.50", EntryType.REFERRAL_3MONTH, expires_on=date(2026, 4, 20))
    for month in (3, 4, 5, 6, 7, 8):
        post(site, "10.00", month=Month(2025, month))
    enter(page, token, "/withdrawal/request")
    main = page.get_by_role("main")
    expect(main).to_contain_text("2025/03 Music revenue$10.00")
    expect(main).not_to_contain_text("used first")
    more = page.get_by_role("button", name="3 more")
    more.click()
    expect(main).to_contain_text("2025/09 Music revenue$150.00")
    expect(main).to_contain_text("Referral reward (3 months), used first$14.50")
    expect(main).to_contain_text("Total$224.50")


def test_a_quote_that_is_no_longer_true_is_shown_anew(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, withdrawing(site, tmp_path), "/withdrawal/request")
    page.get_by_role("button", name="Request $150.00").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("$142.95")
    post(site, "10.00")

    dialog.get_by_role("button", name="Request $150.00").click()

    expect(dialog.get_by_role("alert")).to_contain_text("it is now $160.00")
    dialog.get_by_role("button", name="Request $160.00").click()
    expect(page).to_have_url(f"{site.address}/withdrawal/list")


def test_outside_the_window_the_button_says_from_when_on(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = withdrawing(site, tmp_path)
    site.portal.business.set(datetime(2025, 11, 3, 9, tzinfo=UTC))
    enter(page, token, "/withdrawal/request")
    button = page.get_by_role("button", name="Request $150.00")
    expect(button).to_be_disabled()
    expect(button).to_have_accessible_description("You can request it on 25–30 Nov.")


def test_without_payment_details_the_way_leads_to_their_form(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path)
    post(site, "150.00")
    site.portal.business.set(datetime(2025, 10, 25, 9, tzinfo=UTC))
    enter(page, token, "/withdrawal/request")
    ask = page.get_by_role("button", name="Request $150.00")
    expect(ask).to_be_visible()
    other = "[data-variant=default], [data-variant=subtle]"
    primary = page.get_by_role("main").locator(f".mantine-Button-root:not({other})")
    expect(primary).to_have_text(["Enter payment details"])
    ask.click()
    expect(page).to_have_url(f"{site.address}/withdrawal/request?requireAccount=1")

    page.get_by_role("dialog").get_by_role("link", name="Enter payment details").click()

    expect(page).to_have_url(f"{site.address}/withdrawal/info-register")


def test_the_rules_are_told_with_their_numbers(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, withdrawing(site, tmp_path), "/withdrawal/request")
    page.get_by_role("button", name="Rules").click()
    dialog = page.get_by_role("dialog", name="Before you request")
    for number in ("25–31 Oct", "$20.00", "$100.00", "4.7%"):
        expect(dialog).to_contain_text(number)
    page.go_back()
    expect(dialog).to_have_count(0)


def test_payment_details_request_and_invoice_by_keyboard_alone(
    page: Page, site: Site, tmp_path: Path
) -> None:
    """J1 steps 11 to 14: what a hand does is Tab, letters and Enter; the operator pays meanwhile."""
    token = earning(site, tmp_path)
    post(site, "150.00")
    site.portal.business.set(datetime(2025, 10, 25, 9, tzinfo=UTC))
    enter(page, token, "/withdrawal/request")
    main = page.get_by_role("main")

    press(page, page.get_by_role("link", name="Enter payment details"))
    reach(page, page.get_by_label("Name on PayPal"))
    page.keyboard.type("Mina Kim")
    page.keyboard.press("Tab")
    page.keyboard.type("mina@example.org")
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site.address}/withdrawal/info")
    press(page, main.get_by_role("link", name="Request a withdrawal"))
    press(page, page.get_by_role("button", name="Request $150.00"))
    press(page, page.get_by_role("dialog").get_by_role("button", name="Request $150.00"))
    expect(page).to_have_url(f"{site.address}/withdrawal/list")
    expect(main).to_contain_text("On its way")

    [asked] = site.portal.get("withdrawal/list", token)["items"]
    site.portal.container.portal().withdrawal_decisions.pay(WithdrawalId(asked["id"]), OPERATOR)
    page.reload()
    expect(main).to_contain_text("Paid on")
    press(page, page.get_by_role("link", name="Invoice INV-2025-000001"))

    expect(page.get_by_role("article")).to_contain_text("Processing fee−$7.05Total$142.95")


def reach(page: Page, target: Locator) -> None:
    """Press Tab until it has the focus."""
    expect(target).to_be_visible()
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"no Tab leads to {target}")


def press(page: Page, target: Locator) -> None:
    """Reach it, and press Enter."""
    reach(page, target)
    page.keyboard.press("Enter")


def test_an_empty_list_says_what_will_stand_there(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/withdrawal/list")
    expect(page.get_by_role("heading", name="No withdrawal yet")).to_be_visible()


def test_until_a_channel_is_approved_first_steps_stand_in_its_place(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/withdrawal/request")
    page.get_by_role("link", name="See the next step").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("3 steps until you earn")
    page.get_by_role("link", name="Enter", exact=True).click()
    expect(page).to_have_url(f"{site.address}/withdrawal/info-register")
