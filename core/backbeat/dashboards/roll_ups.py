"""Days of whole networks, added up before somebody asks for them (DASH-23)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from attrs import frozen

from backbeat.dashboards import rules
from backbeat.dashboards.model import NetworkChange, Range, RolledUp
from backbeat.dashboards.ports import Books
from backbeat.dashboards.service import Dashboards
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month
from backbeat.kernel.spans import LONGEST_SPAN
from backbeat.kernel.transactions import Transactions

_DAYS = 2 * LONGEST_SPAN
"""The longest range, and the span before it."""


@frozen
class RollUps:
    """Adds up the days of every account with others below it, and again whatever changed.

    `Dashboards` answers from them where nothing changed since. It may be stopped at any moment and
    run several times at once: then the newest run counts.
    """

    transactions: Transactions[Books]
    dashboards: Dashboards

    def refresh(self) -> None:
        """Add up what is not added up yet or no longer holds."""
        with self.transactions.look() as books:
            if not self._has_work(books):
                return
        with self.transactions.begin() as books:
            run = books.network_days.begin()
        with self.transactions.look() as books:
            changes = books.network_days.changes()
            managers = books.network_days.managers()
            gone = books.network_days.every_rolled_up().keys() - set(managers)
            concerned = self._concerned(books, managers, changes)
        for account in concerned:
            if not self._refreshed(run, account, changes):
                return
        with self.transactions.begin() as books:
            books.network_days.finish(run, changes, gone)

    def _has_work(self, books: Books) -> bool:
        if books.network_days.changes(most=1):
            return True
        kept, managers = books.network_days.every_rolled_up(), books.network_days.managers()
        if kept.keys() != set(managers):
            return bool(kept.keys() - set(managers)) or self._days(books) is not None
        return any(self._is_behind(books, each) for each in kept.values())

    def _is_behind(self, books: Books, kept: RolledUp) -> bool:
        wanted = self._wanted(books, kept)
        return wanted is not None and wanted != kept

    def _concerned(
        self, books: Books, managers: Sequence[AccountId], changes: Sequence[NetworkChange]
    ) -> Sequence[AccountId]:
        """The managers that may have something to be added up."""
        if any(change.account is None for change in changes):
            return managers
        kept = books.network_days.every_rolled_up()
        changed = {each.account for each in changes if each.account is not None}
        near = {
            *books.accounts.upwards(changed).places,
            *books.accounts.downwards(changed).places,
        }
        return [
            account
            for account in managers
            if account not in kept or account in near or self._is_behind(books, kept[account])
        ]

    def _refreshed(self, run: int, account: AccountId, changes: Sequence[NetworkChange]) -> bool:
        """Whether the run is still the newest one."""
        with self.transactions.look() as books:
            kept = books.network_days.rolled_up(account)
            wanted = self._wanted(books, kept)
            if wanted is None:
                return True
            concerned = rules.concerned(books.accounts.family(account), account)
            parts = rules.stale(filter(concerned, changes), kept, wanted)
            days = self.dashboards.network_days(books, account, parts)
        if not parts and wanted == kept:
            return True
        with self.transactions.begin() as books:
            return books.network_days.keep(run, account, wanted, parts, days)

    def _wanted(self, books: Books, kept: RolledUp | None) -> RolledUp | None:
        """The days that should be added up, those that are kept included; None before the first
        figures.
        """
        days = self._days(books)
        if days is None:
            return None
        rate = self.dashboards.first_operator_rate
        if kept is not None and kept.operator_rate == rate:
            days = Range(min(days.first, kept.days.first), max(days.last, kept.days.last))
        return RolledUp(days, rate)

    def _days(self, books: Books) -> Range | None:
        """Up to the newest day with figures: as many as one question may be about."""
        today = self.dashboards.clock.today()
        earliest = Month.of(today - timedelta(_DAYS))
        closed = books.confirmed_days.closed(earliest, Month.of(today))
        ends = [month.last for month in closed]
        newest = books.statistics.last_day()
        if newest is not None:
            ends.append(newest)
        if not ends:
            return None
        return Range(max(ends) - timedelta(_DAYS - 1), max(ends))
