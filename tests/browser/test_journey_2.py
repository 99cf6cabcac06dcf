"""Journey 2 as its creator sees it: the bank form, a quote in yuan, the list and the invoice."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import earning, enter
from tests.browser.payouts import calls_to, post
from tests.browser.test_looks import look
from tests.browser.test_payment_info import fill_bank
from tests.http.portal import OPERATOR, PASSWORD

from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month

pytestmark = pytest.mark.browser

REFUSED = (
    ("SWIFT code (BIC)", "DEUTDEFF5"),
    ("Account number or IBAN", "123456789"),
    ("Account number or IBAN", "1234567890123"),
    ("Account number or IBAN", "DE88370400440532013000"),
    ("Account holder", "Hao123"),
)


def on(site: Site, day: date) -> None:
    site.portal.business.set(datetime(day.year, day.month, day.day, 9, tzinfo=UTC))


def test_journey_2_on_the_screens(page: Page, site: Site, tmp_path: Path) -> None:
    # 1
    token = earning(site, tmp_path)
    on(site, date(2025, 11, 20))
    post(site, "350.00", month=Month(2025, 10))

    # 2
    enter(page, token, "/withdrawal/info-register")
    sent = calls_to(page, "info.register")
    fill_bank(page, **{"Repeat the number": "DE00"})
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("The two account numbers do not match.")).to_be_visible()
    assert sent == []
    for label, wrong in REFUSED:
        fill_bank(page)
        page.get_by_label(label).fill(wrong)
        if label.startswith("Account number"):
            page.get_by_label("Repeat the number").fill(wrong)
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_label(label)).to_have_attribute("aria-invalid", "true")
    fill_bank(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("main")).to_contain_text("…3000")
    expect(page.get_by_role("main")).not_to_contain_text("DE89")

    # 3
    on(site, date(2025, 11, 25))
    site.portal.container.portal().rates.set(Currency.CNY, Decimal("7.1234"), OPERATOR)
    page.goto("/withdrawal/request")
    page.get_by_role("radio", name="CNY").check()
    main = page.get_by_role("main")
    for amount in ("¥2,493.19", "−¥142.47", "¥2,350.72", "1 USD = 7.1234 CNY", "2025/12/10"):
        expect(main).to_contain_text(amount)
    assert look(page) == []

    # 4
    main.get_by_role("button", name="Request ¥2,493.19").click()
    page.get_by_role("dialog").get_by_role("button", name="Request ¥2,493.19").click()
    expect(page).to_have_url(f"{site.address}/withdrawal/list")
    on(site, date(2025, 11, 26))
    site.portal.container.portal().rates.set(Currency.CNY, Decimal("7.2000"), OPERATOR)

    # 5
    page.goto("/currency")
    page.get_by_role("radio", name="CNY").click()
    page.goto("/withdrawal/list")
    row = page.get_by_role("list", name="Withdrawals").get_by_role("listitem")
    expect(row).to_contain_text("2,350")
    expect(row).not_to_contain_text("2,350.72")
    row.get_by_role("link", name="Invoice INV-2025-000001").click()
    expect(page.get_by_role("main")).to_contain_text("2,350.72")

    # 6
    site.portal.pass_time(minutes=11)
    page.goto("/withdrawal/info-update")
    page.get_by_role("radio", name="PayPal").check()
    page.get_by_label("Name on PayPal").fill("Hao Wang")
    page.get_by_label("E-mail address on PayPal").fill("hao@example.org")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("dialog").get_by_role("textbox", name="Password").fill(PASSWORD)
    page.get_by_role("dialog").get_by_role("button", name="Continue").click()
    expect(page.get_by_role("status").filter(has_text="payments are held until")).to_be_visible()
    page.goto("/withdrawal/list")
    expect(row).to_contain_text("On its way")
    expect(row).to_contain_text("2,350")
