"""Somebody with money to withdraw: September's, settled, while the window is open."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

from playwright.sync_api import Page, Request
from tests.browser.conftest import Site, made_once
from tests.browser.figures import earning
from tests.http.portal import OPERATOR

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import ChannelId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType

WINDOW_OPENS = datetime(2025, 10, 25, 9, tzinfo=UTC)
SEPTEMBER = Month(2025, 9)
PAYPAL = {"method": "paypal", "account_name": "Mina Kim", "account_email": "mina@example.org"}


@made_once
def withdrawing(site: Site, folder: Path) -> str:
    """Mina with 150.00 of September and PayPal registered, on 25 October: her token."""
    token = earning(site, folder)
    assert site.portal.post("withdrawal/info.register", token, **PAYPAL)["success"]
    site.portal.business.set(WINDOW_OPENS)
    post(site, "150.00")
    return token


def post(
    site: Site,
    amount: str,
    kind: EntryType = EntryType.MUSIC_PROFIT,
    *,
    month: Month = SEPTEMBER,
    channel: ChannelId | None = None,
    expires_on: date | None = None,
) -> None:
    """Earnings, of September unless said otherwise, posted on 20 October."""
    portal, account = site.portal, site.portal.account().id
    with portal.container.transactions().begin() as books:
        books.ledger.post(
            account,
            kind,
            Money.of(amount),
            ActContext(OPERATOR, date(2025, 10, 20), portal.security.now()),
            source=f"test:{kind}:{month}:{amount}",
            month=month,
            channel=channel,
            expires_on=expires_on,
        )


def calls_to(page: Page, path: str) -> list[Request]:
    """The requests that the page sends from now on to addresses with this in them."""
    sent: list[Request] = []

    def note(request: Request) -> None:
        if path in request.url:
            sent.append(request)

    page.on("request", note)
    return sent
