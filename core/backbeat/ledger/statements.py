"""What was posted, by day and month, and the monthly statements made from it (LEDGER-15).

A statement shows an account's opening balance, its movements and its closing balance.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import groupby

from attrs import frozen

from backbeat import settings
from backbeat.accounts.errors import AccountNotFound
from backbeat.kernel.clock import Clock
from backbeat.kernel.documents import Document, DocumentFormat
from backbeat.kernel.errors import BadRange
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import LARGEST_PAGE, Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import debts, rules
from backbeat.ledger.model import (
    EARNED,
    ChannelName,
    Entry,
    EntryType,
    MonthReport,
    OpenEntry,
    Parties,
    PointsReread,
    SettledMonth,
    Statement,
    StatementRow,
    Summary,
)
from backbeat.ledger.ports import (
    Books,
    Channels,
    LedgerStore,
    StatementRenderer,
    StatementStore,
)


@frozen
class StatementRows:
    """What was posted to accounts, by day and by month, as seen in the books of one block."""

    store: LedgerStore

    @property
    def rows(self) -> StatementStore:
        return self.store.statements

    def profits_of(self, month: Month) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        """What a month's close and its corrections posted so far, by account and channel."""
        return self.rows.profits_of(month)

    def line_shares_of(
        self, month: Month
    ) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        """What the month's lines without a file posted, minus what was taken back (SETTLE-25)."""
        return self.rows.line_shares_of(month)

    def entries_of_month(
        self, account: AccountId, month: Month, types: Sequence[EntryType] = ()
    ) -> Sequence[Entry]:
        """An account's statement rows that belong to an earning month (LEDGER-12), oldest first."""
        return self.rows.entries_of_month(account, month, types)

    def last_settled(self, account: AccountId) -> SettledMonth | None:
        """The last month in which the account has a profit posting, with its own share (LEDGER-13)."""
        return self.rows.last_settled(account)

    def summary(self, account: AccountId, today: date) -> Summary:
        """A summary of what the account has on a day."""
        lots = rules.unspent_lots(debts.open_entries(self.store, account))
        return Summary(
            self.store.balances([account])[account],
            tuple(lot for lot in lots if lot.expires_on >= today),
            self.last_settled(account),
            total(lot.amount for lot in lots if lot.expires_on < today),
        )

    def lots(
        self, page: PageRequest, *, account: AccountId | None = None, until: date | None = None
    ) -> Page[OpenEntry]:
        """Lots that have points left, the first to expire first; of one account, or of all."""
        lots = {
            each.entry.id: each
            for held in self.rows.with_lots_and_debits(account)
            for each in debts.open_entries(self.store, held)
        }
        spent = [entry for entry, each in lots.items() if each.expires_on and not each.free]
        found = self.rows.lots(page, account=account, until=until, without=spent)
        return found.map(lambda each: lots.get(each.entry.id, each))

    def points_reread(self) -> list[PointsReread]:
        """Accounts about whose open points earlier versions said something else (LEDGER-22)."""
        found = (
            (held, debts.open_entries(self.store, held))
            for held in self.rows.with_lots_and_debits()
        )
        told = (
            PointsReread(held, debts.points_told_before(entries), debts.points_of(entries))
            for held, entries in found
        )
        return [each for each in told if each.before != each.now]

    def months(
        self, account: AccountId, first: Month | None = None, last: Month | None = None
    ) -> list[MonthReport]:
        """What was earned by earning month, the newest first; payouts are not included (LEDGER-12)."""
        lines = [
            line for line in self.rows.month_lines(account, first, last) if line.type in EARNED
        ]
        return [
            MonthReport(month, tuple(of_month), total(line.amount for line in of_month))
            for month, of_month in (
                (month, list(group)) for month, group in groupby(lines, lambda line: line.month)
            )
        ]

    def entries_between(
        self, account: AccountId, first: date, last: date, types: Sequence[EntryType] = ()
    ) -> list[Entry]:
        """Every statement row posted on these days, the oldest first."""
        rows: list[Entry] = []
        while True:
            page = PageRequest(len(rows) // LARGEST_PAGE, LARGEST_PAGE)
            found = self.rows.entries(account, page, first=first, last=last, types=types)
            rows.extend(found.items)
            if len(rows) >= (found.total or 0) or not found.items:
                return rows[::-1]


@frozen
class Statements:
    """The ledger of one account, month by month of posting. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    printer: StatementRenderer
    words: settings.Invoice

    def show(self, account: AccountId, month: Month) -> Statement:
        """The month so far, or all of it if it is over.

        Refuses a month that has not begun (2 `bad_range`).
        """
        today = self.clock.today()
        if month.first > today:
            raise BadRange()
        with self.transactions.look() as books:
            entries = books.ledger.statements.entries_between(account, month.first, month.last)
            opening = books.ledger.store.statements.shown_before(account, month.first)
            names = channel_names(books.channels, entries)
            rows = tuple(StatementRow(entry, names.get(entry.channel)) for entry in entries)
            return Statement(month, min(month.last, today), opening, rows)

    def print(
        self, account: AccountId, month: Month, form: DocumentFormat, language: Language
    ) -> Document:
        """The same as a file, with the refusals of `show` and also for an unknown account (10001)."""
        statement = self.show(account, month)
        with self.transactions.look() as books:
            holder = books.accounts.get(account)
        if holder is None:
            raise AccountNotFound()
        parties = Parties(holder.name, holder.email, self.words.recipient)
        return self.printer.print(statement, parties, form, language)


def channel_names(
    channels: Channels, entries: Iterable[Entry]
) -> Mapping[ChannelId | None, ChannelName]:
    """The names of the channels from which rows came; each is looked up once."""
    named = {entry.channel for entry in entries if entry.channel}
    found = {channel: channels.get(channel) for channel in named}
    return {
        channel: ChannelName(known.name, known.platform)
        for channel, known in found.items()
        if known
    }
