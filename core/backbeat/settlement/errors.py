"""Why a month is not closed, adjusted or explained."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from attrs import define

from backbeat.kernel.errors import Refusal
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Sort


@define(eq=False)
class MonthNotOver(Refusal):
    """A month is closed after its last day."""

    reason = "month_open"
    month: Month
    last_day: date


@define(eq=False)
class NoMonthlyReport(Refusal):
    """No file of a kind that is settled has anything for the month."""

    reason = "no_monthly_report"
    month: Month


@define(eq=False)
class SortMissing(Refusal):
    """The month lacks a sort of revenue that the previous month had; `--without` permits this
    (SETTLE-6).
    """

    reason = "missing_sort"
    month: Month
    sort: Sort


@define(eq=False)
class KindsOverlap(Refusal):
    """Two of the kinds to be settled report the same money; the operator has to choose (SETTLE-5).

    `overlaps` has one text each, naming sort, both kinds and the number of videos.
    """

    reason = "overlapping_kinds"
    month: Month
    overlaps: Sequence[str]


@define(eq=False)
class UnknownKind(Refusal):
    """`settlement.record_kinds` names something that is not a kind of record (SETTLE-4)."""

    reason = "bad_value"
    kind: str


@define(eq=False)
class AlreadyClosed(Refusal):
    """The month is already closed: nothing was posted."""

    reason = "month_closed"
    month: Month
    closed_on: date | None = None


@define(eq=False)
class NotClosed(Refusal):
    """Only a closed month can be adjusted."""

    reason = "month_not_closed"
    month: Month
    last_closed: Month | None = None


@define(eq=False)
class FiguresChanged(Refusal):
    """Files or earning days changed while the month was being computed: nothing was posted."""

    reason = "figures_changed"
    month: Month


@define(eq=False)
class UnknownLine(Refusal):
    """The month's payment summary has no such line; `lines` are those that it has (SETTLE-25)."""

    reason = "unknown_line"
    month: Month
    line: str
    lines: Sequence[str]


@define(eq=False)
class LineSettled(Refusal):
    """The line was already settled without a file; it has to be taken back first (SETTLE-25)."""

    reason = "line_settled"
    month: Month
    line: str
    settled_on: date


@define(eq=False)
class LineNotSettled(Refusal):
    """Only a line that is settled can be taken back (SETTLE-25)."""

    reason = "line_not_settled"
    month: Month
    line: str


@define(eq=False)
class LineHasFile(Refusal):
    """A file explains the line: its money is settled row by row (SETTLE-25)."""

    reason = "line_has_file"
    month: Month
    line: str


@define(eq=False)
class LineIsDeduction(Refusal):
    """The line is not revenue, or is zero: there is nothing to settle (SETTLE-25)."""

    reason = "no_revenue"
    month: Month
    line: str


@define(eq=False)
class SortNeeded(Refusal):
    """The line's name does not tell its sort of revenue; give `--sort` (SETTLE-25)."""

    reason = "sort_needed"
    month: Month
    line: str


@define(eq=False)
class NothingPosted(Refusal):
    """The month posted nothing of the sort in proportion to which the line could be divided
    (SETTLE-25).
    """

    reason = "nothing_posted"
    month: Month
    sort: Sort


@define(eq=False)
class AdjustmentPending(Refusal):
    """The month's figures differ from those that were posted: it has to be adjusted first
    (SETTLE-25).
    """

    reason = "adjustment_pending"
    month: Month
