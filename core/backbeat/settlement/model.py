"""What the close of a month computes and stores. Statistics are nano-USD, postings micro-USD."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from hashlib import sha256

from attrs import Factory, frozen

from backbeat.figures.model import RecordOverlap
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, Isrc, PlatformChannelId, VideoId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.ledger.integrity.model import IntegrityReport
from backbeat.ledger.model import Balance, Entry, EntryType, StatementRow
from backbeat.platforms.kinds import Kind, Sort
from backbeat.report_files.model import Reconciled, RowOrigin, SummarySums
from backbeat.report_files.rules import line_key
from backbeat.settlement.packed import Amounts, Group, Groups, ShareKey


class Why(StrEnum):
    """Why money of a registered channel belongs to nobody (SETTLE-11)."""

    NOT_EARNING = "not_earning"
    """On those days the channel earned for nobody: before approval, after a denial or deletion."""


@frozen
class Kept:
    """Money of days that earn for nobody: it stays with the house and is listed (SETTLE-11)."""

    channel: PlatformChannelId
    why: Why
    first: date
    last: date
    nanos: int


@frozen
class SettlementTerms:
    """The rules by which a month is settled, stored with the settlement (POLICY-4)."""

    operator_rate: Decimal = Decimal(0)
    through_main: bool = False
    daily: bool = False
    """Whether a member's new rate applies from its own day instead of the next month (SETTLE-17).
    """

    @property
    def shared_rate(self) -> Decimal:
        """The fraction of the revenue that is left for accounts."""
        return 1 - self.operator_rate


@frozen
class Computed:
    """A month computed exactly: every nano-USD of it is accounted for (SETTLE-15).

    `shares` + `kept` + `operator` + `rounding` = `confirmed`, in micro-USD; `rest_nanos` is what
    the month has below a micro.
    """

    month: Month
    terms: SettlementTerms
    groups: Groups
    shares: Amounts
    kept_days: tuple[Kept, ...]
    confirmed: Money
    shared: Money
    kept: Money
    operator: Money
    rounding: Money
    rest_nanos: int


ZERO = Money(0)
"""Nothing, in the ledger's currency."""


@frozen
class Sums:
    """The month's totals, or a correction's changes to them."""

    confirmed: Money = ZERO
    shared: Money = ZERO
    kept: Money = ZERO
    operator: Money = ZERO
    rounding: Money = ZERO

    @classmethod
    def of(cls, computed: Computed) -> Sums:
        return cls(
            computed.confirmed,
            computed.shared,
            computed.kept,
            computed.operator,
            computed.rounding,
        )

    def __add__(self, other: Sums) -> Sums:
        return Sums(
            self.confirmed + other.confirmed,
            self.shared + other.shared,
            self.kept + other.kept,
            self.operator + other.operator,
            self.rounding + other.rounding,
        )

    def __sub__(self, other: Sums) -> Sums:
        return Sums(
            self.confirmed - other.confirmed,
            self.shared - other.shared,
            self.kept - other.kept,
            self.operator - other.operator,
            self.rounding - other.rounding,
        )


@frozen
class Settlement:
    """A close (revision 0) or a later adjustment of a month; a month has each revision once.

    `sums` is what this revision posted; `day` is the business day, `recorded_at` security time.
    `last_file` is the number of the newest report file from which it was computed.
    """

    month: Month
    revision: int
    day: date
    recorded_at: datetime
    actor: Actor
    reason: str | None
    kinds: tuple[Kind, ...]
    terms: SettlementTerms
    sums: Sums
    rest_nanos: int
    entries: int
    last_file: int


class Treatment(StrEnum):
    """What happens to a line of the payment summary that no file explains (SETTLE-25)."""

    SHARED = "shared"
    """Divided in proportion to the month's postings of the same sort."""
    KEPT = "kept"
    """Kept by the house."""


@frozen
class SettledLine:
    """A line of a payment summary that was settled without a file, or taken back (SETTLE-25).

    A line of a month has each revision once: an even one settles it, and the odd one after it takes
    it back, with the opposite amount. `sort` is None if the house keeps it.
    """

    month: Month
    name: str
    revision: int
    amount: Money
    treatment: Treatment
    sort: Sort | None
    day: date
    recorded_at: datetime
    actor: Actor
    reason: str | None
    entries: int

    @property
    def key(self) -> str:
        """What distinguishes it from the month's other lines."""
        return line_key(self.name)

    @property
    def source(self) -> str:
        """The beginning of its transactions' sources; the ledger posts no source a second time."""
        return f"{line_source(self.month, self.key)}:{self.revision}"

    @property
    def is_taken_back(self) -> bool:
        return self.revision % 2 == 1


def line_source(month: Month, key: str) -> str:
    """The beginning of the sources of everything posted for a line, with `SOURCE_LENGTH`
    characters.
    """
    return f"summary_line:{month}:{sha256(key.encode()).hexdigest()[:16]}"


SOURCE_LENGTH = len(line_source(Month(2025, 1), ""))


@frozen
class LinePlan:
    """What settling a line would post: a share for each posting of its sort, or everything to the
    house.

    `weights` is the sum of the month's postings of the sort, as far as they are above zero;
    `preview` is the month as it is now, with everything posted.
    """

    line: SettledLine
    shares: Mapping[ShareKey, Money]
    kept: Money
    weights: Money
    preview: Preview

    @property
    def shared(self) -> Money:
        return total(self.shares.values())


@frozen
class SummaryComparison:
    """A month's payment summary beside what came and what was settled (SETTLE-25).

    `lines` are the lines of revenue, `deductions` what is deducted from all of it. `settled` are
    the lines that are settled without a file.
    """

    month: Month
    is_closed: bool
    lines: Sequence[Reconciled]
    deductions: Sequence[Reconciled]
    settled: Sequence[SettledLine]

    @property
    def every(self) -> Sequence[Reconciled]:
        return [*self.lines, *self.deductions]

    @property
    def sums(self) -> SummarySums:
        return SummarySums.of(self.every)


@frozen
class Facts:
    """What a month was computed from; if it has changed since, the result is stale.

    Fee rates and places of accounts are not included: a change of these applies from a later day,
    and the month is over (SETTLE-17).
    """

    files: frozenset[str]
    suspended: int
    """The number of rows in suspense: if it becomes smaller, more is booked without another file.
    """
    earning_days: str
    """A hash of the month's days of every channel, with their owners and holders."""
    exclusive: frozenset[Isrc] = frozenset()
    """The tracks that belong to a partner (SETTLE-26)."""

    @property
    def last_file(self) -> int:
        """The number of the newest file; files are numbered in the order in which they come."""
        return max(map(int, self.files), default=0)


@frozen
class Preview:
    """What a close, or an adjustment of a closed month, would post, and what is a reason against
    it.

    `changes` is what would be posted: everything for an open month, the differences for a closed
    one. `revision` is the number under which it would be posted: 0 is the close. `posted` is what
    is posted so far. `last_change` is the number of the newest change of report rows. `overlaps`
    have to be resolved by choosing kinds (SETTLE-5).
    """

    computed: Computed
    kinds: tuple[Kind, ...]
    facts: Facts
    last_change: int
    overlaps: tuple[RecordOverlap, ...]
    revision: int
    posted: Amounts
    changes: Amounts
    sums: Sums

    @property
    def month(self) -> Month:
        return self.computed.month

    @property
    def closed(self) -> bool:
        """Whether the month is closed, so that only an adjustment can follow."""
        return self.revision > 0

    @property
    def days_of(self) -> str:
        """A hash of what the month's confirmed days are computed from."""
        facts = sorted(self.facts.files), self.facts.suspended, self.last_change
        kinds = [kind.value for kind in self.kinds]
        return sha256(f"{facts} {kinds}".encode()).hexdigest()

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to post, for anybody or the house."""
        return not self.changes and self.sums == Sums()


@frozen
class Effect:
    """What a close or an adjustment changes for one posting, and the account's final balance.

    `before` is what is posted so far, `after` what will be; `balance` is that after all changes of
    the same account.
    """

    owed: ShareKey
    before: Money
    after: Money
    balance: Balance

    @property
    def difference(self) -> Money:
        return self.after - self.before


@frozen
class Assumptions:
    """Rules other than a month's own: policies by path, and what managers keep.

    A rate under None applies to every account below another one.
    """

    policies: Mapping[str, str] = Factory(dict)
    rates: Mapping[AccountId | None, Decimal] = Factory(dict)


@frozen
class WhatIf:
    """A month by its own rules and by others: what each account and the house get."""

    month: Month
    closed: bool
    own: SettlementTerms
    supposed: SettlementTerms
    accounts: Mapping[AccountId, tuple[Money, Money]]
    house: tuple[Money, Money]
    """What stays with the house: its own part, days that belong to nobody, and the rounding."""


@frozen
class Closed:
    """What a close or an adjustment posted, and what the check of the ledger after it found."""

    settlement: Settlement
    computed: Computed
    changes: Amounts
    report: IntegrityReport | None = None


@frozen
class VideoShare:
    """What one video brought an account; without an id, the money that names no video."""

    video: VideoId
    title: str
    amount: Money


@frozen
class DayShare:
    """What one day brought an account; without a day, the money for which no report gives a day."""

    day: date | None
    amount: Money


@frozen
class Parts:
    """What a posted amount is made of (TRACE-6).

    The videos and `rest` add up to it, and so do the days and `rest`. `rest` is the amount that
    earning days which changed since no longer explain, normally zero.
    """

    videos: tuple[VideoShare, ...] = ()
    days: tuple[DayShare, ...] = ()
    rest: Money = ZERO


@frozen
class Detail:
    """One type of a statement in a month or on a day: its rows, what they are made of, and its sum."""

    type: EntryType
    rows: tuple[StatementRow, ...]
    parts: Parts
    total: Money
    profit: Money | None = None
    """What its month brought altogether, in every type of profit; None if it is not a month's
    profit.
    """


class Rule(StrEnum):
    """By which rule an amount came about."""

    OWN = "own"
    """The whole revenue of a channel that the account holds itself."""
    MEMBER_SHARE = "member_share"
    """What is left of it after the accounts above have kept their parts."""
    MANAGER_SHARE = "manager_share"
    """What the account keeps of the revenue of accounts below it."""
    THROUGH_MAIN = "through_main"
    """The whole revenue of an account below, paid to the topmost account for all of them
    (SETTLE-18).
    """
    MIXED = "mixed"
    """Several of these, because the channel changed hands in the month."""


@frozen
class ExplainedRow:
    """A report's row behind a posted amount: the part of it that counted, and the account's part of
    that.

    A row without a day counts with what falls on the days that are shared with the account; then
    `counted_nanos` is less than the row has, or zero (FILE-16).
    """

    row: RowOrigin
    counted_nanos: int
    share_nanos: int


@frozen
class AmountBreakdown:
    """How one posted amount came about: rule, rate and rounding (TRACE-1, TRACE-2).

    `gross_nanos` is the revenue before shares; `rate` the fraction of it that is the account's, or
    None if several rates apply. `settlement` is the one that posted it. `rounding_nanos` is the
    exact share minus what was posted.

    `former` is, for corrections, what earlier postings of the month contained. As long as the
    figures are those that were settled, the counted amounts of all rows behind it add up to
    `gross_nanos`, and their shares minus `rounding_nanos` to the entry and `former`.
    """

    entry: Entry
    settlement: Settlement
    channel: ChannelId
    rule: Rule
    rate: Decimal | None
    gross_nanos: int
    rounding_nanos: int
    former: Money
    groups: tuple[Group, ...]
    is_parted: bool = False
    """Whether rows may count in part, because exclusive tracks are posted separately (SETTLE-26).
    """


@frozen
class RowShare:
    """An account's part of one report row: exact except for the last nano-USD (TRACE-5).

    `counted_nanos` is the part of the row on days that are shared with the account, `rate` its
    fraction of that before rounding, after the house's own part.
    """

    account: AccountId
    channel: ChannelId
    type: EntryType
    rule: Rule
    rate: Decimal
    counted_nanos: int
    share_nanos: int


@frozen
class RowSharing:
    """Where a report row's money goes: the shares, the house's part, and days that belong to
    nobody.

    They add up to the row's amount.
    """

    shares: tuple[RowShare, ...]
    operator_nanos: int
    kept_nanos: int
