"""Telling people that there are new estimates on their dashboards, each at most once a day."""

from __future__ import annotations

from datetime import date, datetime
from zoneinfo import ZoneInfo

from attrs import frozen

from backbeat.channels.model import Channel
from backbeat.jobs.ports import Task
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId, ReportId
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.notifications.model import Notification, NotificationType, Subject
from backbeat.report_files.ports import Books

ANNOUNCE = "reports.announce"
"""The kind of the job that `Announcements.handle` does; it is enqueued after each daily file."""

_AT_ONCE = 200
_NEWEST = PageRequest(0, 1)


@frozen
class Announcements:
    """Tells owners and holders about estimates. `clock` is the business clock, `zone` its zone."""

    transactions: Transactions[Books]
    clock: Clock
    zone: ZoneInfo

    def handle(self, task: Task[Books]) -> None:
        """Do the job; done twice, nobody is told twice."""
        self.announce(ReportId(str(task.job.payload["report"])))

    def announce(self, report: ReportId) -> int:
        """Tell everybody for whose days a daily file brought figures how far the estimates reach
        now.

        This need not be a day of the file: it may be about days long past, and files may wait for
        each other. Returns how many were told.
        """
        with self.transactions.look() as books:
            newest = books.statistics.last_day()
            accounts = sorted(_earning_in(books, report))
        if newest is None:
            return 0
        told = 0
        for start in range(0, len(accounts), _AT_ONCE):
            with self.transactions.begin() as books:
                for account in accounts[start : start + _AT_ONCE]:
                    told += self._tell(books, account, newest)
        return told

    def _tell(self, books: Books, account: AccountId, day: date) -> bool:
        newest = books.notifications.page(account, NotificationType.EXPECTED_PROFIT, _NEWEST)
        if any(self._is_today(kept.notification.created_at) for kept in newest.items):
            return False
        now, target = self.clock.now(), Target(TargetKind.DASHBOARD)
        books.notifications.add(
            Notification(account, Subject.EXPECTED_PROFIT, now, {"day": day}, target)
        )
        return True

    def _is_today(self, instant: datetime) -> bool:
        return instant.astimezone(self.zone).date() == self.clock.today()


def _earning_in(books: Books, report: ReportId) -> set[AccountId]:
    """The accounts that earn on the file's days."""
    spans = {channel: (first, last) for channel, first, last in books.report_rows.spans_of(report)}
    return {
        account
        for platform_id, registrations in books.channels.of_platform(spans).items()
        for channel in registrations
        for account in _earning(channel, *spans[platform_id])
    }


def _earning(channel: Channel, first: date, last: date) -> set[AccountId]:
    return {
        account
        for span in channel.timeline.spans()
        if span.from_day <= last and (span.until is None or span.until > first)
        for account in (span.owner, span.holder)
    }
