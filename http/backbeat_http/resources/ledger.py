"""What an account has earned and how it came about: `withdrawal/summary` to `withdrawal/explain`."""

from __future__ import annotations

import re
from datetime import date
from typing import Annotated, Self, TypeAlias

import msgspec
from attrs import frozen
from msgspec import Meta

from backbeat.accounts.errors import AccountNotFound
from backbeat.dashboards.model import Asked, EstimateNote
from backbeat.dashboards.service import Dashboards
from backbeat.fx.errors import NoRate
from backbeat.fx.model import FxRate
from backbeat.fx.service import Rates
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadRange, BadValues, NotFound
from backbeat.kernel.ids import EntryId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.kernel.spans import require_both, require_span
from backbeat.ledger.model import (
    REWARDS,
    ChannelName,
    Entry,
    EntryType,
    Kind,
    Lot,
    MonthLine,
    MonthReport,
    SettledMonth,
    StatementRow,
    Summary,
    Transaction,
    Use,
)
from backbeat.ledger.rules import points
from backbeat.ledger.service import AccountLedger
from backbeat.payout_state.model import PayoutState
from backbeat.payout_state.service import PayoutStates
from backbeat.platforms.kinds import Sort
from backbeat.platforms.registry import platform_of
from backbeat.policies.service import Policies
from backbeat.settlement.model import (
    DayShare,
    Detail,
    ExplainedRow,
    Parts,
    Rule,
    SettledLine,
    VideoShare,
)
from backbeat.settlement.service import Settlements
from backbeat.tracing.model import EntryUse, Explanation, SourceDocument
from backbeat.tracing.service import Tracing
from backbeat.withdrawals.model import WithdrawalStatus
from backbeat.withdrawals.rules import Window, window
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.resources.payout_state import PayoutStateView
from backbeat_http.resources.withdrawals import CreditNoteView
from backbeat_http.wire import (
    Amount,
    Count,
    MonthText,
    PlatformName,
    Rate,
    amount,
    amount_of_nanos,
    decimal_text,
)

Day: TypeAlias = date
"""The type `date`, for classes with a field of that name."""


@frozen
class Shown:
    """How an answer writes money: at one rate, rounded down to what the wire format allows (FX-3,
    MONEY-6).
    """

    rate: FxRate
    per_usd: int

    @property
    def currency(self) -> Currency:
        return self.rate.currency

    @property
    def fx_rate(self) -> Rate:
        return decimal_text(self.rate.rate)

    def money(self, usd: Money) -> Amount:
        return amount(usd.converted(self.rate.rate, self.rate.currency))

    def nanos(self, nanos: int) -> Amount:
        return amount_of_nanos(self.rate.nanos(nanos))

    def points(self, usd: Money) -> int:
        return points(usd, self.per_usd)


@frozen
class ReportQuery(PageQuery):
    """Which months; `start` and `end` come together or not at all (DAY-4)."""

    start: Month | None = None
    end: Month | None = None
    subaccount: Annotated[str, Meta(max_length=254)] | None = None

    @property
    def months(self) -> tuple[Month | None, Month | None]:
        """The requested months; one alone is code 4, a reversed range `bad_range`."""
        require_both(self.start, self.end)
        if self.start and self.end and self.start > self.end:
            raise BadRange()
        return self.start, self.end


@frozen
class LedgerQuery(PageQuery):
    """Which statement rows, by day of posting; `start` and `end` come together (DAY-4)."""

    start: Day | None = None
    end: Day | None = None
    type: EntryType | None = None

    @property
    def days(self) -> tuple[Day | None, Day | None]:
        """The requested days; at most 400 (DAY-3)."""
        require_span(self.start, self.end)
        return self.start, self.end


@frozen
class DetailQuery:
    """Which type, and of which month (`yyyy-MM`) or day of posting (`yyyy-MM-dd`)."""

    type: EntryType
    date: Annotated[str, Meta(max_length=10)]

    @property
    def when(self) -> Month | Day:
        """The requested month or day; refuses anything else."""
        try:
            return Month.parse(self.date) if len(self.date) == _MONTH_LENGTH else _day(self.date)
        except ValueError:
            raise BadValues(fields={"date": "date"}) from None


_MONTH_LENGTH = len("yyyy-MM")


def _day(text: str) -> Day:
    if _DAY.fullmatch(text) is None:
        raise ValueError(text)
    return Day.fromisoformat(text)


_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


@frozen(kw_only=True)
class ExplainQuery(PageQuery):
    """Which statement row; the pages are of the report rows behind it, or of what it used."""

    entry: Annotated[str, Meta(max_length=64)]


@frozen
class ExpiringView:
    """Points that expire after a day."""

    points: Count
    on: Day

    @classmethod
    def of(cls, lot: Lot, shown: Shown) -> ExpiringView:
        return cls(shown.points(lot.amount), lot.expires_on)


@frozen
class SettledView:
    """The last settled month, and what it brought."""

    month: MonthText
    revenue: Amount
    revenue_usd: Amount

    @classmethod
    def of(cls, settled: SettledMonth, shown: Shown) -> SettledView:
        """The month in the answer's currency."""
        return cls(str(settled.month), shown.money(settled.revenue), amount(settled.revenue))


class WindowView(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """The open request window, or else the next one; both days included."""

    open: bool
    from_: Day
    to: Day

    @classmethod
    def of(cls, seen: Window) -> WindowView:
        return cls(seen.open, seen.first, seen.last)


@frozen
class SummaryView:
    """What the caller has:

    `balance` may be negative, `withdrawable` never is (LEDGER-5). `expires_on_leaving` is what
    would expire if the account were deleted. `payout_state` is null for those who are paid through
    their manager (SETTLE-18).
    """

    currency: Currency
    fx_rate: Rate
    balance: Amount
    balance_usd: Amount
    withdrawable: Amount
    withdrawable_usd: Amount
    expires_on_leaving: Amount
    expires_on_leaving_usd: Amount
    pending: Amount
    pending_usd: Amount
    points: Count
    expiring: list[ExpiringView]
    last_settled: SettledView | None
    window: WindowView
    minimum: Amount
    minimum_usd: Amount
    payout_state: PayoutStateView | None

    @classmethod
    def of(
        cls,
        summary: Summary,
        shown: Shown,
        seen: Window,
        minimum: Money,
        payout: PayoutState | None,
    ) -> SummaryView:
        balance, settled = summary.balance, summary.last_settled
        return cls(
            currency=shown.currency,
            fx_rate=shown.fx_rate,
            balance=shown.money(balance.shown),
            balance_usd=amount(balance.shown),
            withdrawable=shown.money(summary.withdrawable),
            withdrawable_usd=amount(summary.withdrawable),
            expires_on_leaving=shown.money(summary.expires_on_leaving),
            expires_on_leaving_usd=amount(summary.expires_on_leaving),
            pending=shown.money(balance.in_flight),
            pending_usd=amount(balance.in_flight),
            points=shown.points(summary.points),
            expiring=[ExpiringView.of(lot, shown) for lot in summary.lots],
            last_settled=SettledView.of(settled, shown) if settled else None,
            window=WindowView.of(seen),
            minimum=shown.money(minimum),
            minimum_usd=amount(minimum),
            payout_state=PayoutStateView.of(payout, shown),
        )


@frozen
class LineView:
    """The sum of one type in a month; corrections are lines of their own (LEDGER-12)."""

    type: EntryType
    correction: bool
    amount: Amount
    amount_usd: Amount

    @classmethod
    def of(cls, line: MonthLine, shown: Shown) -> LineView:
        """The line in the answer's currency."""
        return cls(line.type, line.correction, shown.money(line.amount), amount(line.amount))


@frozen
class EstimateNoteView:
    """What the caller's part of a closed month was estimated at before its close, and how much more
    was confirmed (DASH-18)."""

    estimated: Amount
    difference: Amount

    @classmethod
    def of(cls, note: EstimateNote | None, shown: Shown) -> EstimateNoteView | None:
        if note is None:
            return None
        return cls(shown.nanos(note.estimated_nanos), shown.nanos(note.difference_nanos))


@frozen
class MonthView:
    """An earning month: its types and their sum.

    `note` is there where daily reports had estimated another revenue than was confirmed.
    """

    month: MonthText
    types: list[LineView]
    total: Amount
    total_usd: Amount
    note: EstimateNoteView | None

    @classmethod
    def of(cls, month: MonthReport, note: EstimateNote | None, shown: Shown) -> MonthView:
        return cls(
            str(month.month),
            [LineView.of(line, shown) for line in month.lines],
            shown.money(month.total),
            amount(month.total),
            EstimateNoteView.of(note, shown),
        )


@frozen
class ReportView(PageView[MonthView]):
    """Earning months, the newest first."""

    currency: Currency
    fx_rate: Rate


@frozen
class ChannelNameView:
    """The channel that money came from; without a platform if only its id is left."""

    id: str
    name: str
    platform: PlatformName | None

    @classmethod
    def of(cls, entry: Entry, found: ChannelName | None) -> ChannelNameView | None:
        """The channel of a statement row, if it has one."""
        if not entry.channel:
            return None
        if found is None:
            return cls(entry.channel, entry.channel, None)
        return cls(entry.channel, found.name, found.platform.name)


@frozen
class LedgerRowView:
    """A statement row; `month` is the month it was earned in."""

    id: str
    type: EntryType
    date: Day
    amount: Amount
    amount_usd: Amount
    points: int | None
    expires_on: Day | None
    channel: ChannelNameView | None
    month: MonthText | None
    note: str | None
    correction: bool

    @classmethod
    def of(cls, row: StatementRow, shown: Shown) -> LedgerRowView:
        entry = row.entry
        return cls(
            id=entry.id,
            type=entry.type,
            date=entry.day,
            amount=shown.money(entry.amount),
            amount_usd=amount(entry.amount),
            points=shown.points(entry.amount) if entry.type in REWARDS else None,
            expires_on=entry.expires_on,
            channel=ChannelNameView.of(entry, row.channel),
            month=str(entry.month) if entry.month else None,
            note=entry.note,
            correction=entry.correction,
        )


@frozen
class LedgerView(PageView[LedgerRowView]):
    """Statement rows, newest first."""

    currency: Currency
    fx_rate: Rate


@frozen
class VideoShareView:
    """What one video brought the caller in the month."""

    video_id: str
    platform: PlatformName
    title: str
    revenue: Amount

    @classmethod
    def of(cls, share: VideoShare, shown: Shown) -> VideoShareView:
        return cls(
            share.video, platform_of(share.video).name, share.title, shown.money(share.amount)
        )


@frozen
class DayShareView:
    """What one day brought the caller; without a date, what no report assigns to a day."""

    date: Day | None
    revenue: Amount

    @classmethod
    def of(cls, share: DayShare, shown: Shown) -> DayShareView:
        return cls(share.day, shown.money(share.amount))


@frozen
class PartsView:
    """What an amount is made of: in USD the videos and `rest` sum to it, and so do the days and `rest`.

    `rest` is what can no longer be assigned because earning days have changed since; it is zero as
    a rule.
    """

    videos: list[VideoShareView]
    days: list[DayShareView]
    rest: Amount

    @classmethod
    def of(cls, parts: Parts, shown: Shown) -> PartsView:
        return cls(
            [VideoShareView.of(share, shown) for share in parts.videos],
            [DayShareView.of(share, shown) for share in parts.days],
            shown.money(parts.rest),
        )


@frozen
class DetailView:
    """One type in one month or on one day of posting: its rows, and where a month's close posted
    them their videos and days. In USD the videos and `rest` sum to the total, and so do the days
    and `rest`: lines without a file, and what earning days that changed since no longer tell of.

    `note` is there where daily reports had estimated another revenue than was confirmed.
    """

    type: EntryType
    date: str
    currency: Currency
    fx_rate: Rate
    total: Amount
    total_usd: Amount
    rows: list[LedgerRowView]
    videos: list[VideoShareView]
    days: list[DayShareView]
    rest: Amount
    note: EstimateNoteView | None

    @classmethod
    def of(
        cls, detail: Detail, query: DetailQuery, note: EstimateNote | None, shown: Shown
    ) -> DetailView:
        parts = PartsView.of(detail.parts, shown)
        return cls(
            type=detail.type,
            date=query.date,
            currency=shown.currency,
            fx_rate=shown.fx_rate,
            total=shown.money(detail.total),
            total_usd=amount(detail.total),
            rows=[LedgerRowView.of(row, shown) for row in detail.rows],
            videos=parts.videos,
            days=parts.days,
            rest=parts.rest,
            note=EstimateNoteView.of(note, shown),
        )


@frozen
class OriginView:
    """A report's row; `amount` is before any share, `share` the caller's part of it.

    Of a row without a day only what falls on the caller's days counts: `in_file` is all it holds.
    Both are null for those who do not see revenue before shares.
    """

    file: str
    line: Count
    day: Day | None
    platform: PlatformName
    channel: str
    video: str
    amount: Amount | None
    share: Amount
    in_file: Amount | None

    @classmethod
    def of(cls, found: ExplainedRow, shown: Shown, *, gross: bool) -> OriginView:
        row = found.row
        return cls(
            row.file,
            row.line,
            row.day,
            platform_of(row.channel).name,
            row.channel,
            row.video,
            shown.nanos(found.counted_nanos) if gross else None,
            shown.nanos(found.share_nanos),
            shown.nanos(row.nanos) if gross else None,
        )


@frozen
class UsedView:
    """An entry that another one used up, and the amount used; negative for a debit."""

    entry: str
    type: EntryType
    date: Day
    month: MonthText | None
    channel: ChannelNameView | None
    correction: bool
    amount: Amount

    @classmethod
    def of(cls, use: Use, channel: ChannelName | None, shown: Shown) -> UsedView:
        """The use in the answer's currency."""
        entry = use.entry
        return cls(
            entry=entry.id,
            type=entry.type,
            date=entry.day,
            month=str(entry.month) if entry.month else None,
            channel=ChannelNameView.of(entry, channel),
            correction=entry.correction,
            amount=shown.money(use.amount),
        )


@frozen
class UndoneView:
    """An entry that reverses another one or is reversed by it."""

    entry: str
    type: EntryType
    date: Day

    @classmethod
    def of(cls, transaction: Transaction | None) -> UndoneView | None:
        """The row of what was posted by hand, lapsed, or reverses that: these have one."""
        if transaction is None:
            return None
        entry = transaction.entries[0]
        return cls(entry.id, entry.type, entry.day)


@frozen
class PapersView:
    """The withdrawal that an entry belongs to, and its papers."""

    id: str
    date: Day
    status: WithdrawalStatus
    invoice_id: str
    credit_note_id: str | None
    credit_notes: list[CreditNoteView]
    paid_on: Day | None

    @classmethod
    def of(cls, document: SourceDocument | None) -> PapersView | None:
        if document is None:
            return None
        withdrawal = document.withdrawal
        return cls(
            id=withdrawal.id,
            date=withdrawal.requested_on,
            status=withdrawal.status,
            invoice_id=withdrawal.invoice,
            credit_note_id=withdrawal.credit_note,
            credit_notes=[CreditNoteView.of(note) for note in document.credit_notes],
            paid_on=withdrawal.paid_on,
        )


@frozen
class WentView:
    """What used a part of an amount, by day of posting; a negative amount was given back.

    `entry` is the row that took it. `withdrawal_id`, `invoice_id` and `status` are those of the
    withdrawal that it belongs to.
    """

    entry: str
    date: Day
    type: EntryType
    amount: Amount
    withdrawal_id: str | None
    invoice_id: str | None
    status: WithdrawalStatus | None

    @classmethod
    def of(cls, taken: EntryUse, shown: Shown) -> WentView:
        """What took it, in the answer's currency."""
        withdrawal = taken.withdrawal
        return cls(
            entry=taken.by.id,
            date=taken.by.day,
            type=taken.by.type,
            amount=shown.money(taken.amount),
            withdrawal_id=withdrawal.id if withdrawal else None,
            invoice_id=withdrawal.invoice if withdrawal else None,
            status=withdrawal.status if withdrawal else None,
        )


@frozen
class SummaryLineView:
    """A line of the platform's payment summary of which no report has rows.

    `sort` is the sort of revenue whose postings of the month shared it.
    """

    name: str
    sort: Sort | None

    @classmethod
    def of(cls, line: SettledLine | None) -> SummaryLineView | None:
        return None if line is None else cls(line.name, line.sort)


@frozen
class ExplanationView:
    """Where an amount comes from, and where it went (TRACE-2).

    `cause` is what posted it, `reason` what the operator said about it. What a settlement posted
    has a `rule`, a `rounding` (the exact share less what was posted), what was `posted_before` of
    the month, `parts`, and report `rows`; `rate` is the caller's fraction of the revenue, null where
    several rates meet. In USD the shares of all rows less the rounding are the amount and what
    was posted before. Anything else has `uses`: the entries that it used up or gave back.

    `debt` is what of a credit paid a debt; negative, what of a debit became one. `went` says what
    took the amount since; `remaining` of it is in the balance yet. `line` is there for a part of a
    line of the platform's payment summary, and for what took it back.
    """

    entry: str
    currency: Currency
    fx_rate: Rate
    amount: Amount
    amount_usd: Amount
    cause: Kind
    reason: str | None
    line: SummaryLineView | None
    rule: Rule | None
    rate: Rate | None
    rounding: Amount | None
    posted_before: Amount | None
    parts: PartsView
    rows: PageView[OriginView]
    uses: PageView[UsedView]
    debt: Amount
    withdrawal: PapersView | None
    reverses: UndoneView | None
    reversed_by: UndoneView | None
    went: list[WentView]
    remaining: Amount

    @classmethod
    def of(cls, found: Explanation, shown: Shown) -> Self:
        known, names = found.reckoned, found.channels
        rate = known.rate if known else None
        return cls(
            entry=found.entry.id,
            currency=shown.currency,
            fx_rate=shown.fx_rate,
            amount=shown.money(found.entry.amount),
            amount_usd=amount(found.entry.amount),
            cause=found.transaction.kind,
            reason=found.reason,
            line=SummaryLineView.of(found.line),
            rule=known.rule if known else None,
            rate=None if rate is None else decimal_text(rate),
            rounding=shown.nanos(known.rounding_nanos) if known else None,
            posted_before=shown.money(known.former) if known else None,
            parts=PartsView.of(found.parts, shown),
            rows=PageView[OriginView].of(
                found.rows, lambda row: OriginView.of(row, shown, gross=found.gross)
            ),
            uses=PageView[UsedView].of(
                found.uses, lambda use: UsedView.of(use, names.get(use.entry.channel), shown)
            ),
            debt=shown.money(found.debt),
            withdrawal=PapersView.of(found.document),
            reverses=UndoneView.of(found.reverses),
            reversed_by=UndoneView.of(found.reversed_by),
            went=[WentView.of(taken, shown) for taken in found.taken],
            remaining=shown.money(found.remaining),
        )


@frozen
class LedgerResource:
    """Answers `withdrawal/summary`, `report`, `ledger`, `detail` and `explain`."""

    earnings: AccountLedger
    settlements: Settlements
    dashboards: Dashboards
    tracing: Tracing
    rates: Rates
    clock: Clock
    """The business clock."""
    policies: Policies
    payouts: PayoutStates

    @operation("getEarningsSummary", refuses=(NoRate,))
    def on_get_summary(self, caller: Caller) -> SummaryView:
        """Balance, points, the last settled month, the request window, and what becomes of the money."""
        today = self.clock.today()
        found = self.payouts.standing(caller.account)
        asking, per_usd = found.in_force.withdrawal, found.in_force.points.per_usd
        return SummaryView.of(
            found.summary,
            Shown(self.rates.on(caller.currency, today), per_usd),
            window(today, asking.windows),
            Money.of(asking.minimum),
            found.state,
        )

    @operation("listEarnings", refuses=(NoRate, BadRange, AccountNotFound))
    def on_get_report(self, caller: Caller, query: ReportQuery) -> ReportView:
        """What the caller earned by month, its own share; withdrawals are not included."""
        first, last = query.months
        shown = self._shown(caller, last.last if last else self.clock.today())
        page = self.settlements.report(
            caller.account, query.page_request, subaccount=query.subaccount, first=first, last=last
        )
        notes = self.dashboards.notes(
            Asked(caller.account, subaccount=query.subaccount),
            {month.month: month.revenue for month in page.items},
        )
        return ReportView.of(
            page,
            lambda month: MonthView.of(month, notes.get(month.month), shown),
            currency=shown.currency,
            fx_rate=shown.fx_rate,
        )

    @operation("listLedger", refuses=(NoRate, BadRange))
    def on_get_ledger(self, caller: Caller, query: LedgerQuery) -> LedgerView:
        """The caller's statement rows by day of posting."""
        first, last = query.days
        shown = self._shown(caller, last or self.clock.today())
        page = self.earnings.statement(
            caller.account,
            query.page_request,
            first=first,
            last=last,
            types=[query.type] if query.type else (),
        )
        return LedgerView.of(
            page,
            lambda row: LedgerRowView.of(row, shown),
            currency=shown.currency,
            fx_rate=shown.fx_rate,
        )

    @operation("getEarningsDetail", refuses=(NoRate, NotFound))
    def on_get_detail(self, caller: Caller, query: DetailQuery) -> DetailView:
        """One type in one earning month, or on one day of posting."""
        when = query.when
        detail = self.settlements.detail(caller.account, query.type, when)
        shown = self._shown(caller, when.last if isinstance(when, Month) else when)
        note = None
        if isinstance(when, Month) and detail.profit is not None:
            note = self.dashboards.notes(Asked(caller.account), {when: detail.profit}).get(when)
        return DetailView.of(detail, query, note, shown)

    @operation("explainEarning", refuses=(NoRate, NotFound))
    def on_get_explain(self, caller: Caller, query: ExplainQuery) -> ExplanationView:
        """What caused a statement row, what it is made of, and what took it."""
        found = self.tracing.of_entry(EntryId(query.entry), query.page_request, caller.account)
        return ExplanationView.of(found, self._shown(caller, self.clock.today()))

    def _shown(self, caller: Caller, day: Day) -> Shown:
        """The caller's currency at the newest rate not after the day (FX-3)."""
        return Shown(self.rates.on(caller.currency, day), self.policies.on().points.per_usd)
