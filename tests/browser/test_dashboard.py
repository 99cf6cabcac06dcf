"""The dashboard: first steps, figures and charts, periods, shorts and their sheet."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import Site
from tests.browser.figures import NEWEST, earning, enter
from tests.browser.test_looks import READERS, look
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id

from backbeat.fx.model import FxRate
from backbeat.kernel.actors import Actor
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month

pytestmark = pytest.mark.browser

OCTOBER = {"start": "2025-10-01", "end": "2025-10-18"}
LAPTOP = READERS["laptop, Chinese, dark"] | {"locale": "en-US"}


@pytest.fixture
def device() -> dict[str, Any]:
    return LAPTOP


def test_until_a_channel_is_approved_the_way_there_stands_in_place_of_figures(
    page: Page, site: Site
) -> None:
    enter(page, site.portal.token_of(), "/dashboard")
    expect(page.get_by_role("heading", level=1)).to_have_text("3 steps until you earn")
    steps = page.get_by_role("list", name="First steps").get_by_role("listitem")
    expect(steps).to_have_count(5)
    expect(steps.first).to_contain_text("E-mail confirmed")
    expect(steps.first).to_contain_text("mina@example.org")
    expect(steps).to_have_text(
        [
            re.compile("E-mail confirmed"),
            re.compile("Add your channel"),
            re.compile("Put the code in your description.*It proves that the channel is yours"),
            re.compile("Wait for the team's approval"),
            re.compile("Say where the money goes"),
        ]
    )
    expect(page.get_by_role("img", name=re.compile("^From "))).to_have_count(0)
    expect(page.get_by_role("region", name="Shorts")).to_have_count(0)

    page.get_by_role("link", name="Add a channel").click()

    expect(page.get_by_role("dialog", name="Add a channel")).to_be_visible()
    expect(page).to_have_url(f"{site.address}/manage-channel?addChannel=1")


@pytest.mark.parametrize("path", ["/dashboard/report-video", "/withdrawal/request"])
def test_other_pages_lead_to_the_first_steps_in_a_sentence(
    page: Page, site: Site, path: str
) -> None:
    enter(page, site.portal.token_of(), path)
    main = page.get_by_role("main")
    expect(main).to_contain_text("This opens with your first approved channel; 3 steps are left.")

    page.get_by_role("link", name="See the next step").click()

    expect(page.get_by_role("list", name="First steps")).to_be_visible()


def test_three_figures_two_charts_and_their_days(page: Page, site: Site, tmp_path: Path) -> None:
    token = earning(site, tmp_path)
    told = site.portal.get("v2/music/dashboard", token, **OCTOBER)["summary"]
    assert (told["engaged_views"], told["premium_views"], told["revenue"]) == (9000, 1800, "36.00")
    enter(page, token, "/dashboard")
    figures = page.locator("dl").first
    expect(figures).to_contain_text("Engaged views9,000")
    expect(figures).to_contain_text("Premium views1,800")
    expect(figures).to_contain_text("Earnings$36.00estimated")
    charts = page.get_by_role("img", name="From 2025/10/01 to 2025/10/18")
    expect(charts.locator("[data-estimated] rect:first-child")).to_have_count(18)
    curve = charts.locator(".recharts-area-curve").get_attribute("d") or ""
    assert len(re.findall("[MCL]", curve)) == 18

    page.get_by_role("button", name="As a table").click()
    page.get_by_role("button", name="11 more").click()

    table = page.get_by_role("table", name="From 2025/10/01 to 2025/10/18")
    days = table.locator("tbody").get_by_role("row")
    expect(days).to_have_count(18)
    expect(days.first).to_have_text(re.compile(r"2025/10/18.*500.*100.*\$2.00"))
    revenue = [
        Decimal(text.lstrip("$")) for text in days.locator("td:nth-child(4)").all_inner_texts()
    ]
    assert sum(revenue) == Decimal("36.00")
    views = days.locator("td:nth-child(2)").all_inner_texts()
    premium = days.locator("td:nth-child(3)").all_inner_texts()
    assert (sum(map(int, views)), sum(map(int, premium))) == (9000, 1800)
    expect(table.locator("tfoot")).to_have_text(re.compile(r"Total.*9.0k.*1.8k.*\$36.00"))


def test_a_day_is_read_out_by_arrow_keys(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, earning(site, tmp_path), "/dashboard")
    day = page.get_by_role("slider", name="The day that is read out")
    expect(day).to_have_attribute("aria-valuetext", "18 Oct: $2.00, 500 engaged views")
    expect(page.get_by_text("Sat 18 October")).to_be_visible()

    day.press("ArrowLeft")

    expect(page.get_by_text("Fri 17 October")).to_be_visible()
    expect(day).to_have_attribute("aria-valuetext", "17 Oct: $2.00, 500 engaged views")
    assert page.locator(".recharts-tooltip-wrapper").count() == 0


def test_a_finger_chooses_the_day_that_it_touches(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, earning(site, tmp_path), "/dashboard")
    day = page.get_by_role("slider", name="The day that is read out")
    expect(page.get_by_text("Sat 18 October")).to_be_visible()

    place = day.bounding_box() or {"width": 0.0, "height": 0.0}
    day.click(position={"x": place["width"] / 2, "y": place["height"] / 2})

    expect(page.get_by_text(re.compile("(Thu 9|Fri 10) October"))).to_be_visible()


def test_half_a_year_is_told_by_the_week_and_its_months_by_their_state(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path), "/dashboard?period=six_months")

    expect(page.get_by_role("heading", name="Week by week")).to_be_visible()
    week = page.get_by_role("slider", name="The week that is read out")
    # 13 to 18 October, six days of $2.00 each.
    expect(week).to_have_attribute("aria-valuetext", "13–18 Oct: $12.00, 3,000 engaged views")
    week.press("ArrowLeft")
    expect(week).to_have_attribute("aria-valuetext", "6–12 Oct: $14.00, 3,500 engaged views")
    months = page.locator("ol[aria-hidden] li")
    expect(months).to_have_text(["May", "Jun", "Jul", "Aug", "Sep", "Oct"])


def test_shorts_are_marked_on_the_day_they_were_published(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path), "/dashboard?period=last_month")
    expect(page.get_by_text("2 shorts published")).to_be_visible()

    day = page.get_by_role("slider", name="The day that is read out")
    for _ in range(10):
        day.press("ArrowLeft")

    expect(page.get_by_text("Published: Five-minute kimchi rice and 1 more")).to_be_visible()


def test_a_manager_turns_the_list_to_channels_and_narrows_to_one(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path, 1, 2), "/dashboard")
    page.get_by_role("main").get_by_text("Channels", exact=True).click()
    table = page.get_by_role("region", name="Channels")
    expect(table.locator("polyline")).to_have_count(2)
    assert look(page) == []

    with page.expect_request("**/v2/music/dashboard?*channel=*"):
        page.get_by_label("Channel", exact=True).select_option("Channel 2")

    expect(page.locator("dl").first).to_contain_text("$9.00")


def test_views_are_the_same_on_the_channels_page_and_in_the_report(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path), "/dashboard/report-channel")
    table = page.get_by_role("region", name="Channels")
    expect(table.locator("tbody tr").first).to_contain_text("18,000")

    page.goto("/manage-channel")

    main = page.get_by_role("main")
    expect(main.get_by_role("row", name="Channel 1")).to_contain_text("18.0k")
    expect(main.locator("dt", has_text="Views in October").locator("+ dd")).to_have_text("18.0k")
    page.set_viewport_size({"width": 390, "height": 844})
    expect(main.get_by_role("button", name="Channel 1")).to_contain_text("18.0k views")


def test_views_past_the_first_seconds_are_called_engaged_wherever_days_are_told(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path), "/dashboard")

    expect(page.get_by_text("500 engaged", exact=True)).to_be_visible()
    expect(page.get_by_text("% engaged on the day before")).to_be_visible()
    page.get_by_role("button", name="As a table").click()
    table = page.get_by_role("table", name="From 2025/10/01 to 2025/10/18")
    expect(table.get_by_role("columnheader")).to_have_text(["Day", "Engaged", "Premium", "Earned"])


def test_a_period_asks_for_its_days(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, earning(site, tmp_path), "/dashboard?period=last_month")
    expect(page.get_by_role("region", name="Shorts")).to_be_visible()

    for period, start, end in (
        ("Latest", "2025-10-12", "2025-10-18"),
        ("This month", "2025-10-01", "2025-10-18"),
        ("6 months", "2025-05-01", "2025-10-18"),
    ):
        with page.expect_request(f"**/music/video/list*start={start}&end={end}*"):
            page.get_by_text(period, exact=True).click()


def test_another_period_asks_for_its_days_after_the_usual_one(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path), "/dashboard")
    expect(page.get_by_role("region", name="Shorts")).to_be_visible()
    with page.expect_request("**/music/video/list*start=2025-09-01&end=2025-09-30*"):
        page.get_by_text("Last month", exact=True).click()


def test_an_answer_that_comes_late_never_stands_over_a_newer_one(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path), "/dashboard")
    figures = page.locator("dl").first
    expect(figures).to_contain_text("$36.00")
    half_a_year = "**/music/dashboard?start=2025-05-01*"
    held: list[Route] = []
    page.route(half_a_year, lambda route: held.append(route))  # noqa: PLW0108 - Playwright marks it
    with page.expect_request(half_a_year):
        page.get_by_text("6 months").click()

    with page.expect_event("requestfailed", lambda request: "start=2025-05-01" in request.url):
        page.get_by_text("Latest", exact=True).click()

    expect(figures).to_contain_text("$14.00")
    assert len(held) == 1
    page.unroute_all(behavior="ignoreErrors")


def test_another_currency_is_shown_at_once(page: Page, site: Site, tmp_path: Path) -> None:
    token = earning(site, tmp_path)
    with site.portal.container.transactions().begin() as books:
        books.rates.put([FxRate(Currency.CNY, NEWEST, Decimal("7.1"), "ecb")])
    enter(page, token, "/dashboard")
    figures = page.locator("dl").first
    expect(figures).to_contain_text("$36.00")
    page.get_by_role("button", name="Currency: USD").click()
    page.get_by_role("menuitem", name="CNY").click()
    expect(figures).to_contain_text("¥255")


def test_the_pay_card_says_from_when_on_what_is_earned_can_be_asked_for(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path), "/dashboard")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Not confirmed yetestimated$58.00")
    expect(main).to_contain_text("from 25 October what is confirmed is yours to ask for.")
    expect(page.get_by_role("link", name="Request")).to_have_count(0)


def test_shorts_are_searched_sorted_and_opened(page: Page, site: Site, tmp_path: Path) -> None:
    token = earning(site, tmp_path)
    told = site.portal.get("v2/music/video/list", token, **OCTOBER, sort="revenue_desc")["items"]
    enter(page, token, "/dashboard")
    rows = page.get_by_role("region", name="Shorts").locator("tbody tr")
    expect(rows).to_contain_text([video["title"] for video in told])
    for video, row in zip(told, rows.all(), strict=True):
        _name, day, _trend, *figures = row.locator("td").all_inner_texts()
        assert day == video["published_on"].replace("-", "/")
        assert figures == [
            f"{video['views']:,}",
            f"{video['premium_ratio']}%",
            f"${Decimal(video['rpm']):.2f}",
            f"${video['revenue']}",
        ]
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Night market, one take")
    page.get_by_role("button", name="Earnings").click()
    expect(rows.first).to_contain_text("Five-minute kimchi rice")
    expect(page).to_have_url(f"{site.address}/dashboard?sort=revenue_asc")
    page.get_by_label("Find a short").fill("night")
    expect(rows).to_have_count(1)

    rows.get_by_role("button", name="Night market, one take").focus()
    page.keyboard.press("Enter")

    sheet = page.get_by_role("dialog", name="Short details")
    expect(sheet.get_by_role("heading", name="Night market, one take")).to_be_visible()
    for text in ("Premium viewers", "Premium views1,620", "South Korea14,400100%", "00:20"):
        expect(sheet).to_contain_text(text)
    expect(sheet.get_by_role("img", name="World map").locator("circle")).to_have_count(1)
    expect(sheet).to_contain_text("Daily figures from 2025/10/01 to 2025/10/18")
    assert look(page) == []
    page.go_back()
    expect(sheet).to_have_count(0)
    expect(page.get_by_label("Find a short")).to_have_value("night")


def test_when_the_server_is_gone_the_page_says_so_and_tries_again(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path)
    page.route("**/api/v2/**", lambda route: route.abort())
    enter(page, token, "/dashboard")
    expect(page.get_by_role("alert")).to_contain_text("This could not be loaded")
    page.unroute("**/api/v2/**")

    page.get_by_role("button", name="Try again").click()

    expect(page.locator("dl").first).to_contain_text("$36.00")


def test_a_closed_month_is_confirmed_and_a_period_over_both_is_dashed(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path)
    row = {"month": "2025-09", "channel_id": platform_id(1), "video_id": "V1", "views": 9_000}
    file = fake.own_monthly(tmp_path / "month.csv", row | {"revenue_usd": "90.00"})
    portal = site.portal.container.portal()
    portal.ingestion.ingest(file, Actor.operator("olga"))
    portal.settlements.close(Month(2025, 9), Actor.operator("olga"))
    figures = page.locator("dl").first

    enter(page, token, "/dashboard?period=last_month")
    expect(figures).to_contain_text("Earnings$90.00confirmed")
    expect(figures.locator("[data-estimated]")).to_have_count(0)
    expect(page.get_by_text("They are estimates of your share")).to_have_count(0)

    enter(page, token, "/dashboard?period=six_months")
    expect(figures).to_contain_text("Earnings$126.00estimated $90.00 of it confirmed")
    expect(figures.locator("[data-estimated]")).to_have_text("$126.00")

    enter(page, token, "/dashboard/report-video?period=last_month")
    expect(figures).to_contain_text("confirmed")
    expect(page.locator("[data-estimated]")).to_have_count(0)
