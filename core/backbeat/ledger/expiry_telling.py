"""Telling people of points that will expire, while there is time to use them (POINT-6)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta

from attrs import frozen

from backbeat import settings
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import rules
from backbeat.ledger.ports import Books
from backbeat.notifications.model import Notification, Subject
from backbeat.policies.service import settings_on
from backbeat.settings import Settings

TELL = "points.tell"
"""The job that tells of points that will expire, every day."""

AHEAD = timedelta(days=30)
"""So long before their last day points are told of: a window for requests lies in between."""

_AT_ONCE = 100


@frozen
class ExpiryTelling:
    """Notifies who has points that will expire. `business` is the business clock."""

    transactions: Transactions[Books]
    business: Clock
    points: settings.Points

    def tell(self) -> int:
        """Tell everybody once of each last day that is near; how many notifications were written.

        What is left of the lots of a day is told as one sum, in points. Some accounts at a time, so
        that it can stop anywhere and be run again. Who has left is told nothing.
        """
        today = self.business.today()
        with self.transactions.look() as books:
            accounts = books.ledger.expiry.with_lots_ended(today + AHEAD + timedelta(1))
            per_usd = self._per_usd(books, today)
        return sum(self._some(each, today, per_usd) for each in in_chunks(accounts, _AT_ONCE))

    def _per_usd(self, books: Books, day: date) -> int:
        return settings_on(books.policies, Settings(points=self.points), day).points.per_usd

    def _some(self, accounts: Sequence[AccountId], today: date, per_usd: int) -> int:
        since = self.business.now() - AHEAD - timedelta(1)
        with self.transactions.begin() as books:
            known = books.accounts.hold(accounts)
            there = [each for each in accounts if each in known and not known[each].is_deleted]
            told = {
                (each.account, each.facts["expires_on"])
                for each in books.notifications.told_since(there, Subject.POINTS_EXPIRING, since)
            }
            news = [
                notification
                for account in there
                for notification in self._of(books, account, today, per_usd)
                if (account, notification.facts["expires_on"]) not in told
            ]
            books.notifications.add_all(news)
        return len(news)

    def _of(
        self, books: Books, account: AccountId, today: date, per_usd: int
    ) -> Collection[Notification]:
        ending = books.ledger.expiry.ending(account, today, today + AHEAD)
        return [
            Notification(
                account,
                Subject.POINTS_EXPIRING,
                self.business.now(),
                {"points": points, "expires_on": lot.expires_on},
                Target(TargetKind.WITHDRAWAL_REQUEST),
            )
            for lot in ending
            if (points := rules.points(lot.amount, per_usd))
        ]
