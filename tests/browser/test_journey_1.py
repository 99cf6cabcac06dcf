"""Journey 1 as its creator sees it, from the approval to the request (steps 6 to 12).

What comes before is in `test_sign_up.py` and `test_channels.py`, the rest in
`test_withdrawal_request.py` and `test_invoice.py`.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.browser.payouts import PAYPAL
from tests.browser.test_looks import look
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform
from tests.http.portal import OPERATOR

from backbeat.channels.reviews import OperatorOrder
from backbeat.kernel.ids import ChannelId
from backbeat.kernel.months import Month

pytestmark = [pytest.mark.browser, pytest.mark.widths("tablet", "laptop")]

MINA = platform_id(101)


def on(site: Site, day: date) -> None:
    site.portal.business.set(datetime(day.year, day.month, day.day, 9, tzinfo=UTC))


def verified(site: Site, token: str) -> ChannelId:
    """Mina's channel, proved to be hers."""
    platform = site.portal.container.platform()
    assert isinstance(platform, FakePlatform)
    platform.has(MINA, handle="@mina", name="Mina", views=1_250_000)
    link = "https://www.youtube.com/@mina"
    channel = site.portal.post("channel/add", token, link=link, category="beauty")
    platform.describe(MINA, f"Hello {channel['verification']['code']}")
    assert site.portal.post("channel/verify", token, id=channel["id"])["outcome"] == "success"
    return ChannelId(channel["id"])


def ingested(site: Site, file: Path) -> Any:
    return site.portal.container.portal().ingestion.ingest(file, OPERATOR).file


def test_journey_1_on_the_screens(page: Page, site: Site, tmp_path: Path) -> None:
    token = site.portal.token_of()
    main = page.get_by_role("main")
    channel = verified(site, token)
    enter(page, token, "/dashboard")
    expect(page.get_by_role("list", name="First steps")).to_be_visible()

    # 6
    on(site, date(2025, 9, 3))
    site.portal.container.portal().channel_reviews.approve(channel, OperatorOrder("ann"))
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("You are live, mina")
    expect(page.get_by_role("list", name="First steps")).to_have_count(0)
    page.goto("/notifications")
    expect(main).to_contain_text("Channel approved")

    # 8
    on(site, date(2025, 9, 7))
    days = ingested(
        site,
        fake.own_daily(
            tmp_path / "days.csv",
            fake.daily_row("2025-09-02", MINA, "V0", views=5_000, revenue="2.00"),
            fake.daily_row("2025-09-05", MINA, "V1", views=20_000, revenue="9.00")
            | {"engaged_views": 15_000, "premium_views": 2_400},
        ),
    )
    assert (days.stored, days.before_start) == (2, 1)
    page.goto("/dashboard?period=this_month")
    figures = page.locator("dl").first
    for figure in ("Engaged views15,000", "Premium views2,400"):
        expect(figures).to_contain_text(figure)
    bars = page.get_by_role("list").filter(has_text="$9.00")
    expect(bars.get_by_role("listitem").filter(has_text="tomorrow")).to_be_visible()
    page.goto("/dashboard/report-video?period=this_month")
    expect(page.locator("tfoot")).to_contain_text("Total20,0002,40012%$0.45$9.00")

    # 9
    on(site, date(2025, 10, 12))
    rest = fake.own_daily(
        tmp_path / "rest.csv",
        fake.daily_row("2025-09-09", MINA, "V1", views=180_000, revenue="81.00"),
        fake.daily_row("2025-09-10", MINA, "V2", views=100_000, revenue="36.00"),
        fake.daily_row("2025-09-20", MINA, "V3", views=60_000, revenue="24.00"),
    )
    assert ingested(site, rest).stored == 3
    rows = (("V1", 200_000, "90.00"), ("V2", 100_000, "36.00"), ("V3", 60_000, "24.00"))
    month = fake.own_monthly(
        tmp_path / "month.csv",
        *(
            {"month": "2025-09", "channel_id": MINA, "video_id": video, "views": views}
            | {"revenue_usd": dollars}
            for video, views, dollars in rows
        ),
    )
    assert ingested(site, month).stored == 3
    page.goto("/dashboard/report-video?period=this_month&sort=title_asc")
    shorts = page.get_by_role("region", name="Shorts").locator("tbody tr")
    for number, rpm in enumerate(("$0.45", "$0.36", "$0.40")):
        expect(shorts.nth(number)).to_contain_text(rpm)
    expect(page.locator("tfoot")).to_contain_text("Total360,000")
    expect(page.locator("tfoot")).to_contain_text("$0.42$150.00")
    page.goto("/withdrawal/report")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(main).not_to_contain_text("2025/09$")

    # 10
    on(site, date(2025, 10, 20))
    site.portal.container.portal().settlements.close(Month(2025, 9), OPERATOR)
    page.reload()
    expect(page.locator("summary").first).to_have_text("2025/09$150.00confirmed")
    page.goto("/notifications")
    expect(main).to_contain_text("$150.00")

    # 11
    on(site, date(2025, 10, 24))
    page.goto("/withdrawal/request")
    expect(main.get_by_role("link", name="Enter payment details")).to_be_visible()
    assert site.portal.post("withdrawal/info.register", token, **PAYPAL)["success"]
    page.reload()
    button = page.get_by_role("button", name="Request $150.00")
    expect(button).to_be_disabled()
    expect(button).to_have_accessible_description("You can request it on 25–31 Oct.")
    assert look(page) == []

    # 12
    on(site, date(2025, 10, 25))
    page.reload()
    for amount in ("$150.00", "−$7.05", "$142.95", "2025/11/10"):
        expect(main).to_contain_text(amount)
    button.click()
    page.get_by_role("dialog").get_by_role("button", name="Request $150.00").click()
    expect(page).to_have_url(f"{site.address}/withdrawal/list")
    row = page.get_by_role("list", name="Withdrawals").get_by_role("listitem")
    expect(row).to_contain_text("On its way")
    expect(row).to_contain_text("$142.95")
    page.goto("/withdrawal/request")
    expect(page.get_by_role("button", name="Request $150.00")).to_have_count(0)
