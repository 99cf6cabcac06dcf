"""Notifications: the dot at the bell, days, opening one, marking all (journey 1, step 13)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site, log_in

from backbeat.kernel.money import Money
from backbeat.kernel.targets import Target, TargetKind
from backbeat.notifications.model import Notification, Subject

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
    expect(page.get_by_role("heading", level=2)).to_have_text(["2025/09/01", "2025/08/29"])
    expect(page.get_by_text("2 unread notifications")).to_have_count(1)

    page.get_by_role("button", name="Mark all as read").click()

    expect(page.get_by_text("unread notification")).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", level=2)).to_have_count(2)
    expect(page.get_by_text("unread notification")).to_have_count(0)


def test_one_is_read_by_opening_what_it_speaks_of(page: Page, site: Site) -> None:
    email = site.settled()
    tell(site, Subject.CHANNEL_APPROVED, channel="Mina", earning_from="2025-09-03")
    page.goto("/login?fromUrl=/notifications")
    log_in(page, email)

    page.get_by_role("listitem").get_by_role("button").click()

    expect(page).to_have_url(f"{site.address}/manage-channel")
    expect(page.get_by_text("unread notification")).to_have_count(0)


def test_without_any_the_page_says_what_comes_here(page: Page, site: Site) -> None:
    email = site.settled()
    page.goto("/login?fromUrl=/notifications")
    log_in(page, email)
    expect(page.get_by_role("heading", name="No notifications yet")).to_be_visible()
