"""The reports by channel and by video: filters, search, sorting, totals, columns."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Site
from tests.browser.figures import earning, enter
from tests.browser.test_looks import READERS, look

pytestmark = pytest.mark.browser


@pytest.fixture
def device() -> dict[str, Any]:
    return READERS["laptop, Chinese, dark"] | {"locale": "en-US"}


def test_channels_with_their_sum_lead_to_their_shorts(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path, 1, 2), "/dashboard/report-channel")
    rows = page.get_by_role("region", name="Channels").locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Channel 1")
    expect(page.get_by_role("columnheader", name="Of all earnings")).to_be_visible()
    expect(rows).to_contain_text(["75%", "25%"])
    bars = rows.locator("i").evaluate_all(
        "all => all.map(bar => bar.style.getPropertyValue('--part'))"
    )
    assert [round(float(part), 2) for part in bars] == [1, 0.33]
    expect(page.locator("tfoot")).to_contain_text("Total18,0009,00010%$2.00$36.00")
    page.get_by_role("button", name="Channel", exact=True).click()
    expect(page).to_have_url(f"{site.address}/dashboard/report-channel?sort=title_desc")
    expect(rows.first).to_contain_text("Channel 2")
    assert look(page) == []

    with page.expect_request("**/channel/dashboard?*start=2025-09-01&end=2025-09-30*"):
        page.get_by_text("Last month", exact=True).click()
    expect(page.locator("tfoot")).to_contain_text("$22.00")

    page.get_by_role("link", name="Channel 2").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Video report")
    expect(page.get_by_label("Channel", exact=True)).to_have_value("channel-2")
    shorts = page.get_by_role("region", name="Shorts").locator("tbody tr")
    expect(shorts).to_contain_text(["Five-minute kimchi riceChannel 2"])


def test_videos_of_a_channel_searched_and_sorted(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, earning(site, tmp_path, 1, 2), "/dashboard/report-video")
    rows = page.get_by_role("region", name="Shorts").locator("tbody tr")
    expect(rows).to_have_count(2)
    with page.expect_request("**/music/video/list*sort=views_desc*"):
        page.get_by_role("button", name="Views", exact=True).click()
    expect(rows.first).to_contain_text("Night market")
    with page.expect_request("**/music/video/list*sort=revenue_desc*"):
        page.get_by_role("button", name="Earnings", exact=True).click()
    expect(rows.locator("td:last-child")).to_have_text(["$27.00", "$9.00"])
    with page.expect_request("**/music/video/list*search=kimchi*"):
        page.get_by_label("Find a short").press_sequentially("kimchi")
    expect(rows).to_have_count(1)
    page.get_by_label("Find a short").fill("")
    with page.expect_request("**/music/video/list*channel=*"):
        page.get_by_label("Channel", exact=True).select_option("Channel 1")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Night market")
    expect(page.locator("tfoot")).to_contain_text("$27.00")
    with page.expect_request("**/music/video/list*start=2025-09-01&end=2025-09-30*"):
        page.get_by_text("Last month", exact=True).click()
    expect(page.locator("tfoot")).to_contain_text("$16.50")


def test_columns_are_chosen(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, earning(site, tmp_path), "/dashboard/report-video")
    heads = page.get_by_role("columnheader")
    expect(heads.filter(has_text="RPM")).to_have_count(1)
    page.get_by_role("button", name="Columns").click()
    page.get_by_role("checkbox", name="RPM").click()
    expect(heads.filter(has_text="RPM")).to_have_count(0)
    assert look(page) == []
    page.reload()
    expect(heads.filter(has_text="Earnings")).to_have_count(1)
    expect(heads.filter(has_text="RPM")).to_have_count(0)


class TestOnAPhone:
    @pytest.fixture
    def device(self) -> dict[str, Any]:
        return {"viewport": PHONE, "locale": "en-US"}

    def test_rows_are_cards_and_sort_all_the_same(
        self, page: Page, site: Site, tmp_path: Path
    ) -> None:
        enter(page, earning(site, tmp_path), "/dashboard/report-video")
        cards = page.get_by_role("list", name="Shorts").get_by_role("button")
        expect(cards).to_have_count(2)
        page.get_by_label("Sort by").select_option("Earnings")
        expect(cards.first).to_contain_text("Night market, one take")
        page.get_by_role("button", name="Largest first; reverse the order").click()
        expect(cards.first).to_contain_text("Five-minute kimchi rice")
        assert look(page) == []
