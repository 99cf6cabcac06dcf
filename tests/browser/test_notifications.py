"""Notifications: the dot at the bell, days, opening one, marking all (journey 1, step 13)."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.conftest import Site, log_in

from backbeat.kernel.money import Money
from backbeat.kernel.targets import Target, TargetKind
from backbeat.notifications.model import Notification, Subject

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
MY_CHANNELS = Target(TargetKind.CHANNELS)

pytestmark = pytest.mark.browser


def tell(site: Site, subject: Subject, days: int = 0, **facts: object) -> None:
    container, account = site.portal.container, site.portal.account().id
    at = container.business_clock().now() - timedelta(days=days)
    with container.transactions().begin() as books:
        books.notifications.add(Notification(account, subject, at, facts, target=MY_CHANNELS))


def test_all_are_marked_as_read_at_once(page: Page, site: Site) -> None:
    email = site.settled()
    tell(site, Subject.CHANNEL_APPROVED, 3, channel="Mina", earning_from="2025-09-03")
    tell(site, Subject.WITHDRAWAL_SUCCESS, amount=Money.of("142.95"), currency="USD")
    page.goto("/login?fromUrl=/notifications")
    log_in(page, email)
    days = page.get_by_role("heading", level=2, name=re.compile(r"^\d{4}"))
    expect(days).to_have_text(["2025/09/01", "2025/08/29"])
    expect(page.get_by_text("2 unread notifications")).to_have_count(1)

    page.get_by_role("button", name="Mark all as read").click()

    expect(page.get_by_text("unread notification")).to_have_count(0)
    page.reload()
    expect(days).to_have_count(2)
    expect(page.get_by_text("unread notification")).to_have_count(0)


def test_one_is_read_by_opening_what_it_speaks_of(page: Page, site: Site) -> None:
    email = site.settled()
    tell(site, Subject.CHANNEL_APPROVED, channel="Mina", earning_from="2025-09-03")
    page.goto("/login?fromUrl=/notifications")
    log_in(page, email)

    page.get_by_role("listitem").get_by_role("button", name="Channel approved (unread)").click()

    expect(page).to_have_url(f"{site.address}/manage-channel")
    expect(page.get_by_text("unread notification")).to_have_count(0)


def test_without_any_the_page_says_what_comes_here(page: Page, site: Site) -> None:
    email = site.settled()
    page.goto("/login?fromUrl=/notifications")
    log_in(page, email)
    expect(page.get_by_role("heading", name="No notifications yet")).to_be_visible()


def test_in_a_day_what_was_not_read_comes_first_and_one_is_marked_where_it_stands(
    page: Page, site: Site
) -> None:
    email = site.settled()
    tell(site, Subject.CHANNEL_VERIFIED, channel="Mina")
    tell(site, Subject.CHANNEL_HELD, channel="Mina")
    page.goto("/login?fromUrl=/notifications")
    log_in(page, email)
    titles = page.get_by_role("listitem").locator("b")
    expect(titles).to_have_text(["Channel on hold (unread)", "Channel verified (unread)"])

    page.get_by_role("button", name="Mark as read: Channel on hold").click()

    expect(titles).to_have_text(["Channel verified (unread)", "Channel on hold"])
    expect(page).to_have_url(f"{site.address}/notifications")


def test_the_six_types_are_read_apart(page: Page, site: Site) -> None:
    email = site.settled()
    tell(site, Subject.NOTICE, title="News")
    tell(site, Subject.EVENT, title="Autumn")
    tell(site, Subject.WITHDRAWAL_SUCCESS, amount=Money.of("142.95"), currency="USD")
    tell(site, Subject.FIXED_PROFIT, month="2025-08", amount=Money.of("1.50"), currency="USD")
    tell(site, Subject.EXPECTED_PROFIT, day="2025-08-30")
    tell(site, Subject.TAX, month="2025-08")
    page.goto("/login?fromUrl=/notifications")
    log_in(page, email)
    expect(page.get_by_role("listitem")).to_have_count(6)

    for kind, title in {
        "Notices": "New notice",
        "Events": "New event",
        "Payouts": "Withdrawal paid",
        "Confirmed": "Earnings confirmed",
        "Estimates": "Estimated earnings updated",
        "Invoices": "Invoice requested",
    }.items():
        page.get_by_role("button", name=kind, exact=True).click()
        expect(page.get_by_role("listitem")).to_have_count(1)
        expect(page.get_by_role("listitem").locator("b")).to_contain_text(title)


def test_what_one_is_told_is_chosen_where_it_is_read(page: Page, site: Site) -> None:
    email = site.settled()
    page.goto("/login?fromUrl=/notifications")
    log_in(page, email)
    both = [page.get_by_role("switch", name=name) for name in ("News about my earnings", "Events")]

    both[1].press("Space")

    expect(both[1]).to_be_checked()
    page.reload()
    for switch in both:
        expect(switch).to_be_checked()


def test_another_type_begins_at_its_first_page(page: Page, site: Site) -> None:
    email = site.settled()
    for days in range(51):
        tell(site, Subject.CHANNEL_APPROVED, days, channel="Mina", earning_from="2025-09-03")
    tell(site, Subject.EVENT, title="Autumn")
    page.goto("/login?fromUrl=/notifications")
    log_in(page, email)
    rows = page.get_by_role("listitem")
    expect(rows).to_have_count(50)
    page.get_by_role("button", name="Older").click()
    expect(rows).to_have_count(2)

    page.get_by_role("button", name="Events", exact=True).click()

    expect(rows.locator("b")).to_contain_text(["New event"])
    page.get_by_role("button", name="All", exact=True).click()
    expect(rows).to_have_count(50)


def test_a_laptop_opens_one_beside_the_list_and_marks_it_as_read(page: Page, site: Site) -> None:
    page.set_viewport_size(LAPTOP)
    email = site.settled()
    tell(site, Subject.CHANNEL_VERIFIED, 1, channel="Mina")
    tell(site, Subject.CHANNEL_HELD, channel="Mina")
    page.goto("/login?fromUrl=/notifications")
    log_in(page, email)
    chosen = page.get_by_role("region", name="The chosen notification")
    expect(chosen.get_by_role("heading")).to_have_text("Channel on hold")

    page.get_by_role("listitem").get_by_role("button", name="Channel verified (unread)").click()

    expect(chosen.get_by_role("heading")).to_have_text("Channel verified")
    expect(page.get_by_role("listitem").locator("b")).to_have_text(
        ["Channel on hold (unread)", "Channel verified"]
    )
    page.reload()
    expect(chosen.get_by_role("heading")).to_have_text("Channel verified")
    chosen.get_by_role("link", name="Open").click()
    expect(page).to_have_url(f"{site.address}/manage-channel")
