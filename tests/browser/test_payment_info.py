"""Where somebody is paid: saying it, changing it, and what is refused under its field."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.browser.payouts import PAYPAL, calls_to
from tests.browser.test_looks import look
from tests.http.portal import PASSWORD

pytestmark = pytest.mark.browser

BANK = {
    "Account holder": "Hao Wang",
    "Bank name": "Example Bank",
    "Bank address": "1 Example Street, Berlin",
    "Postal code": "10115",
    "SWIFT code (BIC)": "DEUTDEFF",
    "Account number or IBAN": "DE89 3704 0044 0532 0130 00",
    "Repeat the number": "DE89370400440532013000",
}


HAO = {
    "method": "bank",
    "holder": "Hao Wang",
    "bank_name": "Example Bank",
    "bank_address": "1 Example Street, Berlin",
    "swift": "DEUTDEFF",
    "account_number": "DE89370400440532013000",
    "account_number_confirm": "DE89370400440532013000",
    "postal_code": "10115",
}


def fill_bank(page: Page, **changes: str) -> None:
    page.get_by_role("radio", name="Bank transfer").check()
    for label, value in BANK.items():
        page.get_by_label(label).fill(changes.get(label, value))


def test_bank_details_are_registered_and_shown_masked(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/withdrawal/info")
    page.get_by_role("link", name="Enter payment details").click()
    expect(page).to_have_url(f"{site.address}/withdrawal/info-register")
    assert look(page) == []

    fill_bank(page)
    page.get_by_role("button", name="Save").click()

    expect(page).to_have_url(f"{site.address}/withdrawal/info")
    main = page.get_by_role("main")
    for shown in ("Hao Wang", "Example Bank", "…3000"):
        expect(main).to_contain_text(shown)
    expect(main).not_to_contain_text("DE89")
    assert look(page) == []


def test_what_is_missing_or_differs_is_said_before_anything_is_sent(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/withdrawal/info-register")
    sent = calls_to(page, "info.register")

    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_have_text("Please fill in all fields.")
    expect(page.get_by_text("This field is required.")).to_have_count(2)
    expect(page.get_by_label("Name on PayPal")).to_be_focused()

    fill_bank(page, **{"Repeat the number": "DE00"})
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The two account numbers do not match.")).to_be_visible()
    assert sent == []


def test_a_refusal_stands_under_its_field(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/withdrawal/info-register")
    wrong = {"Account holder": "Hao123", "SWIFT code (BIC)": "ABC", "Account number or IBAN": "123"}

    for label, value in wrong.items():
        repeated = {"Repeat the number": value} if label.startswith("Account number") else {}
        fill_bank(page, **{label: value}, **repeated)
        page.get_by_role("button", name="Save").click()

        expect(page.get_by_label(label)).to_have_attribute("aria-invalid", "true")
        expect(page.locator("[aria-invalid=true]")).to_have_count(1)


def test_changing_asks_for_the_password_and_masks_what_was_there(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    site.portal.post("withdrawal/info.register", token, **PAYPAL)
    site.portal.pass_time(minutes=11)
    enter(page, token, "/withdrawal/info-register")
    expect(page).to_have_url(f"{site.address}/withdrawal/info-update")
    expect(page.get_by_label("Name on PayPal")).to_have_value("Mina Kim")
    expect(page.get_by_text("Currently m***@example.org.")).to_be_visible()

    page.get_by_label("E-mail address on PayPal").fill("kim@example.org")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("dialog").get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("dialog").get_by_role("button", name="Continue").click()

    expect(page).to_have_url(f"{site.address}/withdrawal/info")
    expect(page.get_by_role("main")).to_contain_text("k***@example.org")
    expect(page.get_by_role("status").filter(has_text="payments are held until")).to_be_visible()


def test_a_bank_account_is_changed_from_what_is_saved(page: Page, site: Site) -> None:
    """S2.043."""
    token = site.portal.token_of()
    assert site.portal.post("withdrawal/info.register", token, **HAO)["success"]
    enter(page, token, "/withdrawal/info-update")

    for label in ("Account holder", "Bank name", "Bank address", "Postal code"):
        expect(page.get_by_label(label)).to_have_value(BANK[label])
    expect(page.get_by_label("SWIFT code (BIC)")).to_have_value("DEUTDEFF")
    expect(page.get_by_text("Currently …3000.")).to_be_visible()
    expect(page.get_by_label("Account number or IBAN")).to_have_value("")


@pytest.mark.parametrize("left_out", ["Name on PayPal", "E-mail address on PayPal"])
def test_a_paypal_field_that_is_left_out_is_asked_for(
    page: Page, site: Site, left_out: str
) -> None:
    """S5.019."""
    enter(page, site.portal.token_of(), "/withdrawal/info-register")
    sent = calls_to(page, "info.register")
    page.get_by_label("Name on PayPal").fill("Mina Kim")
    page.get_by_label("E-mail address on PayPal").fill("mina@example.org")
    page.get_by_label(left_out).fill(" ")

    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("alert")).to_have_text("Please fill in all fields.")
    expect(page.get_by_label(left_out)).to_have_attribute("aria-invalid", "true")
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    assert sent == []


def test_each_field_that_is_left_out_is_asked_for(page: Page, site: Site) -> None:
    """S5.019."""
    enter(page, site.portal.token_of(), "/withdrawal/info-register")
    sent = calls_to(page, "info.register")
    fill_bank(page)
    missing = page.get_by_text("This field is required.")

    for label, value in BANK.items():
        field = page.get_by_label(label)
        field.fill(" ")
        page.get_by_role("button", name="Save").click()

        expect(page.get_by_role("alert")).to_have_text("Please fill in all fields.")
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(missing).to_have_count(1)
        field.fill(value)
        expect(missing).to_have_count(0)
    assert sent == []
