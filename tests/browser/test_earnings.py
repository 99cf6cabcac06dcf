"""The earnings report: months, types, ledger rows, and the way back to the reports' lines."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Site, made_once
from tests.browser.figures import enter, turn_to
from tests.browser.payouts import PAYPAL, WINDOW_OPENS
from tests.browser.test_looks import READERS, look
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Verification
from backbeat.kernel.actors import Actor
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat.report_files.service import Ingestion
from backbeat.settlement.model import Treatment
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

pytestmark = pytest.mark.browser

ANN = Actor.operator("ann")


@pytest.fixture
def device() -> dict[str, Any]:
    return READERS["laptop, Chinese, dark"] | {"locale": "en-US"}


@made_once
def settled(site: Site, folder: Path) -> str:
    """Mina, whose September brought 90.00 and 60.00: her token."""
    token = site.portal.token_of()
    container, mina = site.portal.container, site.portal.account().id
    channel = an_earning_channel(501, [(mina, date(2025, 1, 1))])
    proof = Verification("BB-00000501", verified_at=container.security_clock().now())
    with container.transactions().begin() as books:
        books.channels.add(evolve(channel, status=ChannelStatus.APPROVED, verification=proof))
    rows = [
        {
            "month": "2025-09",
            "channel_id": platform_id(501),
            "video_id": video,
            "views": 1000,
            "revenue_usd": amount,
        }
        for video, amount in (("V1", "90.00"), ("V2", "60.00"))
    ]
    Ingestion(
        container.transactions(),
        SqlStaging(container.transactions()),
        DiskReports(),
        site.portal.business,
    ).ingest(fake.own_monthly(folder / "september.csv", *rows), ANN)
    site.portal.business.set(date(2025, 10, 20))
    container.portal().settlements.close(Month(2025, 9), ANN)
    return token


@pytest.mark.variants
@pytest.mark.parametrize("device", READERS.values(), ids=list(READERS))
def test_lines_below_each_other_add_up_and_what_is_left_of_a_cent_is_told_of(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = settled(site, tmp_path)
    mina = site.portal.account().id
    for type_, amount in ((EntryType.PORTAL_PROFIT, "0.005005"), (EntryType.CPV_BONUS, "0.010004")):
        wanted = Correction(mina, type_, Money.of(amount))
        site.portal.container.portal().account_ledger.post(wanted, ANN, "by hand")

    enter(page, token, "/withdrawal/report")

    october = page.locator("details").filter(has_text="2025/10")
    expect(october.locator("summary")).to_contain_text("$0.02")
    lines = october.locator("li .num")
    expect(lines).to_have_text(["$0.010004", "$0.005005", "$0.015009"])
    expect(page.get_by_text("$150.01")).to_be_visible()
    told = page.get_by_text("Withdrawals are in whole cents.").or_(
        page.get_by_text("提现以整美分为单位")
    )
    expect(told).to_be_visible()
    assert look(page) == []


def test_a_month_leads_down_to_the_lines_of_the_report(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, settled(site, tmp_path), "/withdrawal")
    expect(page).to_have_url(f"{site.address}/withdrawal/report")
    expect(page.locator("summary")).to_have_text(
        ["2025/09$150.00confirmed", "What do these words mean?"]
    )
    assert look(page) == []

    page.get_by_role("link", name="Music revenue $150.00").click()

    expect(page).to_have_url(f"{site.address}/withdrawal/music_profit/2025-09")
    expect(page.get_by_role("main")).to_contain_text("Total$150.00")
    expect(page.get_by_role("region", name="By video").locator("tbody tr")).to_have_text(
        ["V1 YouTube · V1$90.00", "V2 YouTube · V2$60.00"]
    )
    page.get_by_role("button", name="Where it comes from").click()
    origins = page.get_by_role("region", name="Report rows behind this amount")
    expect(origins.locator("tbody tr").first).to_contain_text("september.csv")
    expect(origins.locator("tbody tr")).to_have_count(2)
    expect(page.get_by_text("Revenue of your own channel")).to_be_visible()
    expect(page.get_by_text("100%")).to_be_visible()
    expect(origins.locator("tbody tr").first.locator("td").nth(6)).to_have_text("$90.000000000")
    assert look(page) == []


def test_balance_withdrawal_and_invoice_lead_to_what_they_are_made_of(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = settled(site, tmp_path)
    assert site.portal.post("withdrawal/info.register", token, **PAYPAL)["success"]
    site.portal.business.set(WINDOW_OPENS)
    enter(page, token, "/withdrawal/report")

    page.get_by_role("link", name="Breakdown").click()
    page.get_by_role("link", name="2025/09 Music revenue").click()
    expect(page).to_have_url(f"{site.address}/withdrawal/music_profit/2025-09")

    asked = {"method": "paypal", "currency": "USD", "total": "150.00"}
    assert site.portal.post("withdrawal/request", token, **asked)["success"]
    page.goto("/withdrawal/list")
    assert look(page) == []
    page.get_by_role("link", name="Show in the ledger").click()
    on_its_day = re.compile(r"/withdrawal/withdrawal/2025-10-25#\w+$")
    expect(page).to_have_url(on_its_day)
    expect(page.get_by_role("button", name="Details")).to_be_focused()
    expect(page.get_by_text("Requested as a withdrawal")).to_be_visible()
    expect(page.get_by_role("link", name="INV-2025-000001")).to_be_visible()
    assert look(page) == []
    # From what it is made of to the report's lines, and from there back to the withdrawal.
    page.get_by_role("link", name="Music revenue, 2025/09").click()
    expect(page).to_have_url(re.compile(r"/withdrawal/music_profit/2025-09#\w+$"))
    expect(page.get_by_text("september.csv").first).to_be_visible()
    page.get_by_role("link", name="Withdrawal, 2025/10/25").click()
    expect(page).to_have_url(on_its_day)
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page).to_have_url(f"{site.address}/withdrawal/list")

    page.get_by_role("link", name="Invoice INV-2025-000001").click()
    page.get_by_role("article").get_by_role("link", name="Music revenue").click()
    expect(page).to_have_url(f"{site.address}/withdrawal/music_profit/2025-09")
    page.get_by_role("button", name="Where it comes from").click()
    expect(page.get_by_text("september.csv").first).to_be_visible()
    expect(page.get_by_text("Not used yet$0.00")).to_be_visible()
    assert look(page) == []
    page.get_by_role("link", name="Withdrawal, 2025/10/25").click()
    expect(page).to_have_url(on_its_day)


@pytest.mark.variants
@pytest.mark.parametrize("device", READERS.values(), ids=list(READERS))
def test_every_row_of_a_statement_tells_what_is_behind_it(
    page: Page, site: Site, tmp_path: Path
) -> None:
    """A fine beyond the balance, its reversal, and points: reason, debt, what undid it."""
    token, earnings = settled(site, tmp_path), site.portal.container.portal().account_ledger
    mina = site.portal.account().id
    fine = Correction(mina, EntryType.POLICY_VIOLATION, Money.of("-180"))
    posted = earnings.post(fine, ANN, "re-used uploads").entry
    mirror = earnings.reverse(posted.id, ANN, "it was another channel").entries[0]
    points = Correction(mina, EntryType.BONUS_POINT, Money.of("1.5"))
    granted = earnings.post(points, ANN, "a contest").entry
    enter(page, token, "/withdrawal/statement?month=2025-10")

    page.locator(f'a[href$="#{posted.id}"]').click()
    trail = page.locator("dl")
    expect(trail).to_contain_text("re-used uploads")
    expect(trail).to_contain_text("−$30.00")
    assert look(page) == []
    trail.locator(f'a[href$="#{mirror.id}"]').click()
    expect(trail.filter(has_text="it was another channel")).to_contain_text("$30.00")
    expect(trail).to_have_count(2)
    assert look(page) == []

    page.goto("/notifications")
    page.get_by_role("button").filter(has_text="1,500").click()
    if "id=" in page.url:  # a laptop opens it beside the list first
        page.locator("main section[aria-label] a").click()
    expect(page).to_have_url(f"{site.address}/withdrawal/bonus_point/2025-10-20#{granted.id}")
    expect(trail).to_contain_text("a contest")
    expect(page.get_by_role("main")).to_contain_text("$1.50")
    assert look(page) == []
    page.goto("/withdrawal/report")
    expect(page.locator("dl").first).to_contain_text("2026/04/20")
    assert look(page) == []


def test_what_the_ledger_does_not_know_is_not_found(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/terms")

    for what in ("gift/2025-09", "music_profit/2025-13", "music_profit/2025-02-30"):
        turn_to(page, f"/withdrawal/{what}")
        expect(page.get_by_text(f"/withdrawal/{what}")).to_be_visible()
        expect(page.get_by_role("heading", level=1)).to_have_text("Page not found")
        assert look(page) == []


class TestOnAPhone:
    @pytest.fixture
    def device(self) -> dict[str, Any]:
        return {"viewport": PHONE, "locale": "en-US"}

    def test_before_the_first_approved_channel_the_way_there_is_shown(
        self, page: Page, site: Site
    ) -> None:
        enter(page, site.portal.token_of(), "/withdrawal/report")
        expect(page.get_by_role("link", name="See the next step")).to_be_visible()
        expect(page.get_by_role("heading", name="Earnings report")).to_have_count(0)
        assert look(page) == []


@pytest.mark.variants
@pytest.mark.parametrize("device", READERS.values(), ids=list(READERS))
def test_a_month_says_quietly_what_it_was_estimated_at(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = settled(site, tmp_path)
    row = fake.daily_row("2025-09-05", platform_id(501), "V1", revenue="160.50")
    portal = site.portal.container.portal()
    portal.ingestion.ingest(fake.own_daily(tmp_path / "daily.csv", row), ANN)
    enter(page, token, "/withdrawal/report")

    note = page.get_by_text("Estimated at $160.50 before the close: $10.50 less was confirmed.")
    told = note.or_(page.get_by_text("结算前预估为 $160.50，实际确认少 $10.50。"))
    expect(told).to_be_visible()
    assert look(page) == []

    page.locator("details a").first.click()
    expect(told).to_be_visible()
    assert look(page) == []


def test_a_line_without_a_file_tells_its_story(page: Page, site: Site, tmp_path: Path) -> None:
    token = settled(site, tmp_path)
    portal = site.portal.container.portal()
    line = "Ads Revenue: Dispute Resolution"
    portal.ingestion.ingest(fake.payment_summary(tmp_path, (line, "-12.34")), ANN)
    lines = portal.summary_lines
    plan = lines.rehearse(Month(2025, 9), line, Treatment.SHARED, ANN, reason="decided in July")
    lines.settle(plan)
    enter(page, token, "/withdrawal/music_profit/2025-09")

    row = page.get_by_role("listitem").filter(has_text=line)
    expect(row).to_contain_text("Correction")
    row.get_by_role("button", name="Where it comes from").or_(
        row.get_by_role("button", name="Details")
    ).click()
    expect(row).to_contain_text("A line of the platform’s payment summary, shared")
    expect(row).to_contain_text("like this month’s ad revenue")
    expect(row).to_contain_text("decided in July")
    expect(page.get_by_role("region", name="Report rows behind this amount")).to_have_count(0)
    assert look(page) == []
