"""What a creator is told about the money itself: below zero, out of reach, by which word, however much."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Site, remember
from tests.browser.figures import earning, enter, turn_to
from tests.browser.payouts import WINDOW_OPENS, calls_to, post
from tests.browser.test_looks import look
from tests.browser.test_payment_info import HAO

from backbeat.ledger.model import EntryType
from backbeat.settings import Limits, LimitsProfile, MinimumBasis, Settings, Withdrawal

pytestmark = pytest.mark.browser

BASES = {
    "a settled month": (
        MinimumBasis.LAST_SETTLED_MONTH,
        "the last confirmed month must reach $100.00",
    ),
    "the amount": (MinimumBasis.REQUESTED_AMOUNT, "A bank transfer needs $100.00 or more."),
}
HEADINGS = {
    "/dashboard": "Hello, mina",
    "/withdrawal/report": "Earnings report",
    "/withdrawal/request": "Request a withdrawal",
}
WAY_AROUND = "PayPal has no such minimum"


@pytest.fixture
def settings(request: pytest.FixtureRequest) -> Settings:
    """Wide limits; a test may choose what the bank's minimum is compared with."""
    basis = getattr(request, "param", MinimumBasis.LAST_SETTLED_MONTH)
    return Settings(
        limits=Limits(profile=LimitsProfile.WIDE),
        withdrawal=Withdrawal(bank_minimum_basis=basis),
    )


def test_a_balance_below_zero_is_told_of_wherever_nothing_can_be_withdrawn(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path)
    site.portal.business.set(WINDOW_OPENS)
    post(site, "5.00")
    post(site, "-45.25", EntryType.POLICY_VIOLATION)

    enter(page, token, "/dashboard")
    for path in ("/dashboard", "/withdrawal/report", "/withdrawal/request"):
        turn_to(page, path)
        expect(page.get_by_role("heading", level=1)).to_have_text(HEADINGS[path])
        expect(page.get_by_role("main")).to_contain_text("−$40.25")
        assert look(page) == []
    expect(page.get_by_role("main")).not_to_contain_text("You receive")


def test_nothing_is_said_of_debt_while_there_is_none(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path)
    post(site, "45.25")
    enter(page, token, "/withdrawal/report")
    expect(page.get_by_role("main")).to_contain_text("$45.25")
    expect(page.get_by_role("main")).not_to_contain_text("Your balance is")


@pytest.mark.parametrize(
    ("settings", "told"), BASES.values(), ids=list(BASES), indirect=["settings"]
)
def test_the_way_around_the_banks_minimum_is_named_where_it_leads_on(
    page: Page, site: Site, tmp_path: Path, told: str
) -> None:
    token = earning(site, tmp_path)
    assert site.portal.post("withdrawal/info.register", token, **HAO)["success"]
    site.portal.business.set(WINDOW_OPENS)
    post(site, "15.00")
    main = page.get_by_role("main")

    enter(page, token, "/dashboard")
    expect(main).to_contain_text("Requests start above $20.00")
    expect(main).not_to_contain_text(WAY_AROUND)

    post(site, "45.00")
    page.reload()
    expect(main).to_contain_text(told)
    expect(main).to_contain_text(WAY_AROUND)


def test_a_million_fits_a_phone(page: Page, site: Site, tmp_path: Path) -> None:
    token = earning(site, tmp_path)
    site.portal.business.set(WINDOW_OPENS)
    post(site, "1234567.89")
    enter(page, token, "/withdrawal/report")
    for path in ("/withdrawal/report", "/dashboard", "/withdrawal/request"):
        turn_to(page, path)
        expect(page.get_by_role("heading", level=1)).to_have_text(HEADINGS[path])
        expect(page.get_by_role("main")).to_contain_text("$1,234,567.89")
        amounts = page.get_by_role("main").locator("dd")
        assert [amount for amount in amounts.all() if _sticks_out(amount)] == []


def _sticks_out(amount: Locator) -> bool:
    return bool(amount.evaluate("element => element.scrollWidth > element.clientWidth + 1"))


def test_the_words_of_the_screens_are_explained_by_keyboard(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path), "/withdrawal/report")
    words = page.locator("summary", has_text="What do these words mean?")
    words.focus()
    page.keyboard.press("Enter")

    meaning = page.locator("details", has=words)
    for word in ("Estimated", "Confirmed", "Ready to withdraw", "Requested", "Correction"):
        expect(meaning.get_by_role("term").filter(has_text=word).first).to_be_visible()
    expect(meaning).to_contain_text("nothing is sent for 3 days")
    assert look(page) == []


WITHOUT_SETTINGS = re.compile("/site/(settings|frame)")


@pytest.mark.parametrize("path", ["/dashboard", "/withdrawal/statement"])
def test_without_the_portals_settings_a_page_says_so_and_does_not_ask_on_and_on(
    page: Page, site: Site, tmp_path: Path, path: str
) -> None:
    token = earning(site, tmp_path)
    page.clock.install()
    remember(page, "language", "zh-CN")
    page.route(WITHOUT_SETTINGS, lambda route: route.abort())
    asked = calls_to(page, "site/settings")
    enter(page, token, path)
    retry = page.get_by_role("alert").first.get_by_role("button", name="重试")
    expect(retry).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.clock.run_for(60_000)
    page.wait_for_load_state("networkidle")
    assert len(asked) == 1
    with page.expect_event("requestfailed", lambda each: "site/settings" in each.url):
        retry.click()
    expect(retry).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(asked) == 2

    page.unroute(WITHOUT_SETTINGS)
    retry.click()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_settings_that_could_not_be_had_are_asked_for_again_with_the_next_page(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path)
    page.route(WITHOUT_SETTINGS, lambda route: route.abort())
    asked = calls_to(page, "site/settings")
    enter(page, token, "/dashboard")
    expect(page.get_by_role("alert").first).to_be_visible()
    # Figures that come later bring parts that need the settings too: they do not ask again.
    expect(page.get_by_role("heading", name="Day by day")).to_be_visible()
    assert len(asked) == 1

    page.unroute(WITHOUT_SETTINGS)
    turn_to(page, "/withdrawal/statement")
    expect(page.get_by_role("heading", level=1)).to_have_text("Monthly statement")
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(page.get_by_role("combobox", name="Month")).to_be_visible()
    assert len(asked) == 2


def test_settings_that_could_not_be_had_come_with_the_connection(
    page: Page, site: Site, tmp_path: Path
) -> None:
    page.route(WITHOUT_SETTINGS, lambda route: route.abort())
    enter(page, earning(site, tmp_path), "/withdrawal/statement")
    expect(page.get_by_role("alert")).to_have_count(1)
    page.unroute(WITHOUT_SETTINGS)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("combobox", name="Month")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_phones_bar_is_lifted_while_the_page_is_scrolled(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path), "/dashboard")
    bar = page.get_by_role("banner")
    expect(page.get_by_role("heading", name="Day by day")).to_be_visible()
    expect(bar).to_have_css("box-shadow", "none")
    page.mouse.wheel(0, 300)
    expect(bar).not_to_have_css("box-shadow", "none")
    page.mouse.wheel(0, -300)
    expect(bar).to_have_css("box-shadow", "none")
