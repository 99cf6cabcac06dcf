"""What is told of a report row and of a ledger entry. Money of rows is nano-USD, of entries USD."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from attrs import frozen

from backbeat.channels.model import Channel
from backbeat.earnings.model import Entry, Transaction, Use
from backbeat.ingestion.model import ReportFile, RowVersion
from backbeat.kernel.money import Money
from backbeat.kernel.pages import Page
from backbeat.payouts.model import Attempt
from backbeat.settlement.model import ExplainedRow, Reckoned, RowSharing, Settlement
from backbeat.videos.model import Video
from backbeat.withdrawals.model import Withdrawal


@frozen
class Document:
    """The withdrawal behind an entry, how it ended, and the attempts to pay it."""

    withdrawal: Withdrawal
    ending: Transaction | None
    attempts: Sequence[Attempt]


@frozen
class Taken:
    """What another entry used up of this one; a negative amount was given back.

    `document` is the withdrawal that it belongs to, where it is one's.
    """

    amount: Money
    by: Entry
    transaction: Transaction
    document: Document | None

    @property
    def withdrawal(self) -> Withdrawal | None:
        """The withdrawal that took it, or gave it back."""
        return self.document.withdrawal if self.document else None


@frozen
class EntryTrail:
    """Where an entry of the ledger comes from, and where its money went.

    `reckoned` is there for what a month's close or adjustment posted, and `rows` where report
    rows were asked for; `document` for what belongs to a withdrawal. `uses` are the entries it used up itself, `taken` what others took
    of it, `remaining` what nothing has taken yet.
    """

    entry: Entry
    transaction: Transaction
    reckoned: Reckoned | None
    rows: Page[ExplainedRow] | None
    document: Document | None
    uses: tuple[Use, ...]
    taken: tuple[Taken, ...]
    remaining: Money
    reverses: Transaction | None
    reversed_by: Transaction | None


@frozen
class Earning(Reckoned):
    """An amount that a close or an adjustment posted: the report rows behind it, and what took it."""

    rows: Page[ExplainedRow]
    taken: tuple[Taken, ...]
    remaining: Money


class Fate(StrEnum):
    """What became of a report row."""

    SETTLED = "settled"
    """Its month is closed, and its kind is one that the month was settled by."""
    OPEN = "open"
    """Its month is not closed yet: the shares are those that a close would post now."""
    SUSPENSE = "suspense"
    """It is not booked: its channel or track is not known."""
    NOT_SETTLED = "not_settled"
    """It is kept, and no money is posted for its kind: estimates, views, checks, kinds not chosen."""
    REPLACED = "replaced"
    """A later file has other figures for the same row; its money went as that version says."""
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
    newest settlement: an adjustment would post the difference.
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

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is kept under another line than the one that was asked for."""
        return (self.file.id, self.line) != (self.asked.origin.report, self.asked.origin.line)

    @property
    def is_corrected(self) -> bool:
        """Whether an adjustment has changed what the month's close posted for the channel."""
        return any(trail.entry.correction for trail in self.entries)
