"""Monthly statements: what an account opened with, what moved, what it closed with (D-129, R41)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import frozen

from backbeat import settings
from backbeat.accounts.errors import AccountNotFound
from backbeat.kernel.clock import Clock
from backbeat.kernel.documents import Document, DocumentFormat
from backbeat.kernel.errors import BadRange
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.languages import Language
from backbeat.kernel.months import Month
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.model import Entry, Parties, Statement, StatementRow
from backbeat.ledger.ports import Books, Channels, StatementRenderer


@frozen
class Statements:
    """The ledger of one account, month by month of posting. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    printer: StatementRenderer
    words: settings.Invoice

    def show(self, account: AccountId, month: Month) -> Statement:
        """The month so far, or all of it once it is over.

        Refuses a month that has not begun (2 `bad_range`).
        """
        today = self.clock.today()
        if month.first > today:
            raise BadRange()
        with self.transactions.look() as books:
            entries = books.ledger.entries_between(account, month.first, month.last)
            opening = books.ledger.store.shown_before(account, month.first)
            names = channel_names(books.channels, entries)
            rows = tuple(StatementRow(entry, names.get(entry.channel)) for entry in entries)
            return Statement(month, min(month.last, today), opening, rows)

    def print(
        self, account: AccountId, month: Month, form: DocumentFormat, language: Language
    ) -> Document:
        """The same as a file; refuses what `show` refuses, and an unknown account (10001)."""
        statement = self.show(account, month)
        with self.transactions.look() as books:
            holder = books.accounts.get(account)
        if holder is None:
            raise AccountNotFound()
        parties = Parties(holder.name, holder.email, self.words.recipient)
        return self.printer.print(statement, parties, form, language)


def channel_names(channels: Channels, entries: Iterable[Entry]) -> Mapping[ChannelId | None, str]:
    """What the channels that rows came from are called; each is looked up once."""
    named = {entry.channel for entry in entries if entry.channel}
    found = {channel: channels.get(channel) for channel in named}
    return {channel: known.name for channel, known in found.items() if known}
