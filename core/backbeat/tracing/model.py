"""What is told of a report row and of a ledger entry. Money of rows is nano-USD, of entries USD."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from attrs import frozen

from backbeat.channels.model import Channel
from backbeat.figures.model import Video
from backbeat.kernel.actors import ActorKind
from backbeat.kernel.ids import ChannelId
from backbeat.kernel.money import Money, total
from backbeat.kernel.pages import Page
from backbeat.ledger.model import ChannelName, Entry, Part, Transaction, Use
from backbeat.payouts.model import Attempt
from backbeat.report_files.model import ReportFile, RowVersion
from backbeat.settlement.model import (
    AmountBreakdown,
    ExplainedRow,
    Parts,
    RowSharing,
    SettledLine,
    Settlement,
)
from backbeat.withdrawals.model import CreditNote, Withdrawal


@frozen
class SourceDocument:
    """The withdrawal behind an entry, how it ended, the attempts to pay it, and its credit notes."""

    withdrawal: Withdrawal
    ending: Transaction | None
    attempts: Sequence[Attempt]
    credit_notes: Sequence[CreditNote] = ()


@frozen
class EntryUse:
    """What another entry used up of this one; a negative amount was given back.

    `document` is the withdrawal to which it belongs, if any.
    """

    amount: Money
    by: Entry
    transaction: Transaction
    document: SourceDocument | None

    @property
    def withdrawal(self) -> Withdrawal | None:
        """The withdrawal that took it, or gave it back."""
        return self.document.withdrawal if self.document else None


@frozen
class EntryTrail:
    """What caused an entry of the ledger, and where its money went.

    `reckoned` is set for what a month's close or adjustment posted. `taken` is what others took of
    it, `remaining` what nothing has taken yet or, for a debit, what no credit has paid yet.
    """

    entry: Entry
    transaction: Transaction
    reckoned: AmountBreakdown | None
    taken: tuple[EntryUse, ...]
    remaining: Money

    @property
    def debt(self) -> Money:
        """The part of it that paid a debt; negative if it became one, because there was no balance
        (TRACE-4).
        """
        return total(
            leg.amount
            for leg in self.transaction.postings
            if leg.part is Part.DEBT and leg.owner == self.entry.account
        )

    @property
    def reason(self) -> str | None:
        """The reason that the operator gave, which the account can read."""
        by_operator = self.transaction.actor.kind is ActorKind.OPERATOR
        return self.transaction.reason if by_operator else None


@frozen
class Explanation(EntryTrail):
    """An entry's trail with what it is made of, by the page.

    `parts` are the videos and days that what a settlement posted is made of, `rows` the
    report rows behind it; `uses` the entries that it used up
    itself (a withdrawal, what lapsed) or gave back, `channels` what theirs are called. `document`
    is there for what belongs to a withdrawal, `reverses` and `reversed_by` for what was undone,
    `line` for a part of a payment summary's line that no file tells of (SETTLE-25). `gross` says
    whether who asks sees revenue before shares (NET-12).
    """

    parts: Parts
    rows: Page[ExplainedRow]
    uses: Page[Use]
    channels: Mapping[ChannelId | None, ChannelName]
    document: SourceDocument | None
    reverses: Transaction | None
    reversed_by: Transaction | None
    line: SettledLine | None
    gross: bool = True


class Fate(StrEnum):
    """What happened to a report row."""

    SETTLED = "settled"
    """Its month is closed, and its kind is one that the month was settled by; or it is a line of a
    payment summary that was settled by itself."""
    OPEN = "open"
    """Its month is not closed yet; the shares are those that a close would post now."""
    SUSPENSE = "suspense"
    """It is not booked, because its channel or track is unknown."""
    NOT_SETTLED = "not_settled"
    """It is stored, but no money is posted for its kind: estimates, views, checks, kinds that were
    not chosen.
    """
    REPLACED = "replaced"
    """A later file has other figures for the same row; its money went where that version says."""
    REMOVED = "removed"
    """A later file, taken in as the whole truth, does not have it."""


@frozen
class RowTrail:
    """Where the money of one line of a report went.

    `asked` is the row as the file had it on that line, or the one of another line under which it
    is kept: the same in a file before, or an earlier line of its key. `now` is the version in the
    books, None where it was removed. `sharing` is of that version, and there only where it is booked and of a kind
    that is settled. `entries` are all postings of the month for the row's channel, to whose
    amounts it belongs. `pending` says that the channel's figures or people changed after the
    newest settlement: an adjustment would post the difference. `line_settled` is there for a line of a
    payment summary that stands settled without a file (SETTLE-25).
    """

    file: ReportFile
    line: int
    asked: RowVersion
    now: RowVersion | None
    versions: tuple[RowVersion, ...]
    fate: Fate
    settlements: tuple[Settlement, ...]
    channels: tuple[Channel, ...]
    video: Video | None
    sharing: RowSharing | None
    pending: bool
    entries: tuple[EntryTrail, ...]
    line_settled: SettledLine | None

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is stored under another line than the requested one."""
        return (self.file.id, self.line) != (self.asked.origin.report, self.asked.origin.line)

    @property
    def is_corrected(self) -> bool:
        """Whether an adjustment has changed what the month's close posted for the channel."""
        return any(trail.entry.correction for trail in self.entries)
