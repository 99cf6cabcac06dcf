"""Closing a month: preview it, close it once, correct it later, tell everybody what it brought."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import date, datetime
from heapq import merge
from itertools import groupby
from operator import itemgetter

from attrs import frozen

from backbeat.audit.model import AuditEntry
from backbeat.figures.model import ConfirmedDay, DaysLeft, RecordTotal
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.chunks import batches, in_chunks
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.packed import Packer
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.integrity.service import WATCH, LedgerIntegrity
from backbeat.ledger.model import PROFITS, Entry, EntryType, MonthReport, StatementRow
from backbeat.ledger.statements import channel_names
from backbeat.notifications.model import Notification, Subject
from backbeat.platforms.kinds import Kind, Sort
from backbeat.settings import Settings
from backbeat.settlement import breakdown, confirmed_days, posting, rules, what_if
from backbeat.settlement.calculation import EarningDays, calculate, kinds_in, terms_in
from backbeat.settlement.comparison import require_no_line_twice
from backbeat.settlement.errors import AlreadyClosed, FiguresChanged, NotClosed
from backbeat.settlement.mailing import MAIL
from backbeat.settlement.model import (
    Assumptions,
    Closed,
    Detail,
    Effect,
    Facts,
    Parts,
    Preview,
    Settlement,
    SettlementTerms,
    Sums,
    WhatIf,
)
from backbeat.settlement.packed import Amounts, Group, ShareKey
from backbeat.settlement.parts import added_up, parts_of
from backbeat.settlement.ports import Books, Progress, Runs
from backbeat.settlement.rewarding import ask_for_bonuses, ask_for_rewards
from backbeat.webhooks.model import EventKind, Happening
from backbeat.webhooks.telling import tell

TOLD_AT_ONCE = 500
"""How many notifications are written at once."""


def no_progress(done: int, of: int | None, what: str) -> None: ...


@frozen
class NobodyElse:
    """Fulfils `Runs` where all that is kept ends with the process."""

    def closing(self) -> AbstractContextManager[None]:
        return nullcontext()

    def alone(self) -> AbstractContextManager[bool]:
        return nullcontext(enter_result=True)


_NOBODY_ELSE = NobodyElse()


@frozen
class Settlements:
    """The months of the portal. `business` dates acts, `security` dates records (DAY-7, DAY-8).

    A month is computed first and then posted in one short transaction: all of it or nothing. If
    files or earning days have changed in between, nothing is posted (2 `figures_changed`).
    """

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    settings: Settings
    integrity: LedgerIntegrity | None = None
    """Checks the whole ledger before and after each close; None for a month that is computed
    outside the portal's own books.
    """
    runs: Runs = _NOBODY_ELSE

    def preview(self, month: Month, *, progress: Progress = no_progress) -> Preview:
        """What closing the month would post now, or adjusting it if it is closed.

        It posts nothing and refuses only unknown kinds in the settings; what would be a reason
        against a close can be read from it.
        """
        with self.transactions.look() as books:
            return self._preview(books, month, progress)

    def rehearse(
        self, month: Month, *, without: Collection[Sort] = (), progress: Progress = no_progress
    ) -> Preview:
        """The preview of a close that would go through; refuses exactly as `close` does."""
        rules.require_over(month, self.business.today())
        self.require_sound()
        with self.transactions.look() as books:
            closed = books.settlements.of(month)
            if closed:
                raise AlreadyClosed(month=month, closed_on=closed[0].day)
            kinds = kinds_in(books, self.settings, month)
            held = _held(books, month, kinds)
            rules.require_report(month, held)
            rules.require_sorts(month, held, _held(books, month.previous, kinds), without)
            preview = self._preview(books, month, progress)
        rules.require_no_overlap(month, preview.overlaps)
        return preview

    def close(
        self,
        month: Month,
        actor: Actor,
        *,
        without: Collection[Sort] = (),
        reason: str | None = None,
        progress: Progress = no_progress,
    ) -> Closed:
        """Post what everybody earned in the month, once.

        Refuses a month that is not over (2 `month_open`), is closed (`month_closed`), has no report
        (`no_monthly_report`), lacks a sort that the previous month had, unless it is in `without`
        (`missing_sort`), or whose kinds report the same money (`overlapping_kinds`). While the
        ledger has findings nothing is closed (`ledger_unsound`).
        """
        preview = self.rehearse(month, without=without, progress=progress)
        return self._settle(preview, actor, reason, progress)

    def rehearse_adjustment(self, month: Month, *, progress: Progress = no_progress) -> Preview:
        """The preview of an adjustment that would go through; refuses exactly as `adjust` does."""
        self.require_sound()
        with self.transactions.look() as books:
            if not books.settlements.of(month):
                raise NotClosed(month=month, last_closed=books.settlements.last_closed())
            require_no_line_twice(books, month)
            preview = self._preview(books, month, progress)
        rules.require_no_overlap(month, preview.overlaps)
        return preview

    def adjust(
        self,
        month: Month,
        actor: Actor,
        *,
        seen: Preview | None = None,
        reason: str | None = None,
        progress: Progress = no_progress,
    ) -> Closed | None:
        """Post today what has changed in a closed month since; None if nothing has.

        The rows of the month stay as they are: the differences are entries of today that carry the
        month (SETTLE-13). The rules of its close apply (POLICY-4). Refuses a month that is not
        closed (2 `month_not_closed`), and one in which two kinds now report the same money
        (`overlapping_kinds`): the file that came late has to be undone first. Also refuses one in
        which a file now explains a line that was settled without one (`line_settled`). With `seen`,
        the preview that somebody agreed to, it posts exactly that or refuses (`figures_changed`).
        While the ledger has findings nothing is adjusted (`ledger_unsound`).
        """
        preview = seen or self.rehearse_adjustment(month, progress=progress)
        if preview.month != month:
            raise FiguresChanged(month=month)
        if preview.is_empty:
            return None
        return self._settle(preview, actor, reason, progress)

    def totals(self, month: Month) -> Sequence[RecordTotal]:
        """What each of the kinds from which the month is settled has for it."""
        with self.transactions.look() as books:
            kinds = kinds_in(books, self.settings, month)
            return [each for each in books.confirmed.totals(month) if each.kind in kinds]

    def effects(self, preview: Preview) -> Sequence[Effect]:
        """What a close or an adjustment would change, for whom, and what everybody has then."""
        with self.transactions.look() as books:
            return what_if.effects(books, preview)

    def what_if(
        self,
        month: Month,
        supposed: Assumptions,
        *,
        progress: Progress = no_progress,
    ) -> WhatIf:
        """The month by other rules, compared with the month by its own; nothing is posted.

        A closed month's own rules are those of its close. Refused with `UnknownPolicy` and
        `PolicyRefused` for rules that no month is settled by, `AccountNotFound` (10001) for the
        rate of an account that shares with nobody, and `NoMonthlyReport` for an empty month.
        """
        with self.transactions.look() as books:
            kinds = kinds_in(books, self.settings, month)
            rules.require_report(month, _held(books, month, kinds))
            own = self._terms(books, month)
            return what_if.what_if(
                books, month, kinds, own=own, supposed=supposed, progress=progress
            )

    def report(
        self,
        account: AccountId,
        page: PageRequest,
        *,
        subaccount: str | None = None,
        first: Month | None = None,
        last: Month | None = None,
    ) -> Page[MonthReport]:
        """What an account earned by month, its own share; payouts are no part of it (LEDGER-12).

        With a subaccount, only what the close posted for its own channels (`self`) or those of an
        account below counts; one that is unknown or not below the caller is refused with 10001
        (DASH-7).
        """
        with self.transactions.look() as books:
            if subaccount is None:
                return page.of(books.ledger.statements.months(account, first, last))
            holders = breakdown.holders_meant(books, account, subaccount)
            return page.of(breakdown.months_of(books, account, holders, first, last))

    def detail(self, account: AccountId, type_: EntryType, when: Month | date) -> Detail:
        """One type of a statement, by earning month or by day of posting, and what it is made of.

        Only months of profit have videos and days. Refuses with 2 `not_found` if there is no row.
        """
        types = PROFITS if isinstance(when, Month) and type_ in PROFITS else [type_]
        with self.transactions.look() as books:
            found = (
                books.ledger.statements.entries_of_month(account, when, list(types))
                if isinstance(when, Month)
                else books.ledger.statements.entries_between(account, when, when, list(types))
            )
            entries = [entry for entry in found if entry.type is type_]
            if not entries:
                raise NotFound()
            names = channel_names(books.channels, entries)
            return Detail(
                type_,
                tuple(StatementRow(entry, names.get(entry.channel)) for entry in entries),
                _made_of(books, when, entries),
                total(entry.amount for entry in entries),
                total(entry.amount for entry in found) if types is PROFITS else None,
            )

    def list(self) -> Sequence[Settlement]:
        """Every close and adjustment, the newest month first."""
        with self.transactions.look() as books:
            return books.settlements.all()

    def _preview(self, books: Books, month: Month, progress: Progress) -> Preview:
        settled = books.settlements.of(month)
        kinds = kinds_in(books, self.settings, month)
        terms, days = self._terms(books, month), EarningDays.of_month(books, month)
        computed = calculate(books, month, kinds, terms, days=days, progress=progress)
        found = books.ledger.statements.profits_of(month) if settled else {}
        posted = Amounts.of((ShareKey(*key), amount) for key, amount in found.items())
        former = sum((each.sums for each in settled), Sums())
        return Preview(
            computed,
            kinds,
            _facts(books, month, kinds, days),
            books.confirmed.last_change(),
            tuple(books.confirmed.overlaps(month, kinds)),
            len(settled),
            posted,
            changes(computed.shares, posted),
            Sums.of(computed) - former,
        )

    def _terms(self, books: Books, month: Month) -> SettlementTerms:
        return terms_in(books, self.settings, month)

    def _settle(
        self,
        preview: Preview,
        actor: Actor,
        reason: str | None,
        progress: Progress,
    ) -> Closed:
        month = preview.month
        act = ActContext(actor, self.business.today(), self.security.now(), reason)
        settlement = Settlement(
            month,
            preview.revision,
            act.day,
            act.at,
            actor,
            reason,
            preview.kinds,
            preview.computed.terms,
            preview.sums,
            preview.computed.rest_nanos,
            len(preview.changes),
            preview.facts.last_file,
        )
        with self._at_work(preview) as left:
            version = self._write_days(preview, left, progress)
            accounts = self._post(preview, settlement, act, version)
            self._tidy_up(month)
        progress(accounts, accounts, "accounts")
        report = self.integrity.watch(Actor.system(WATCH)) if self.integrity else None
        return Closed(settlement, preview.computed, preview.changes, report)

    def _post(
        self,
        preview: Preview,
        settlement: Settlement,
        act: ActContext,
        version: int,
    ) -> int:
        """Post a settlement and show its days. Returns how many accounts it concerns."""
        month, now = settlement.month, self.business.now()
        series, kept = posting.of_settlement(settlement), posting.kept_by(settlement)
        draft = posting.draft(series, preview.changes, kept, act)
        with self.transactions.begin() as books:
            books.policies.hold()
            if self._terms(books, month) != settlement.terms:
                raise FiguresChanged(month=month)
            _keep(books, settlement, preview.computed.groups)
            accounts = draft.lock(books.ledger)
            require_same_facts(books, preview)
            draft.post(books.ledger)
            books.confirmed.mark_settled(month, preview.kinds)
            books.confirmed_days.show(month, version)
            for some in batches(_told(preview, now), TOLD_AT_ONCE):
                books.notifications.add_all(some)
            books.audit.record(self._audited(settlement))
            ask_for_rewards(books, month)
            if not settlement.revision:
                ask_for_bonuses(books, month)
                books.jobs.enqueue(MAIL, {"month": str(month)})
                closed = {"month": month, "closed_on": act.day}
                tell(books, [Happening(EventKind.MONTH_CLOSED, now, None, closed)])
        return accounts

    def confirm_days(self, progress: Progress) -> Sequence[Month]:
        """Write the days of months that were closed before days were stored, and return these
        months.

        They are computed from the figures as they are now, for the upgrade.
        """
        with self.transactions.look() as books:
            last = {each.month: each for each in reversed(books.settlements.all())}
            known = books.confirmed_days.closed(min(last), max(last)) if last else {}
        missing = [month for month in sorted(last) if month not in known]
        with self.runs.closing():
            for month in missing:
                days = self._new_days(month)
                self._write_on(month, last[month].kinds, days, progress)
                with self.transactions.begin() as books:
                    books.confirmed_days.show(month, days.version)
                self._tidy_up(month)
        return missing

    def sweep(self) -> None:
        """Remove what unfinished closes have left, unless one is running."""
        with self.transactions.look() as books:
            if not books.confirmed_days.unfinished():
                return
        with self.runs.alone() as is_alone:
            if not is_alone:
                return
            with self.transactions.look() as books:
                left = books.confirmed_days.unfinished()
            for month in left:
                self._tidy_up(month)

    @contextmanager
    def _at_work(self, preview: Preview) -> Iterator[DaysLeft | None]:
        """Record a running close until the block ends. It gets what a close that died has left for
        the same month and facts; while it resumes that, nobody else closes (SETTLE-24).
        """
        if self._left(preview):
            with self.runs.alone() as is_alone:
                left = self._left(preview) if is_alone else None
                if left is not None:
                    yield left
                    return
        self.sweep()
        with self.runs.closing():
            yield None

    def _left(self, preview: Preview) -> DaysLeft | None:
        with self.transactions.look() as books:
            return books.confirmed_days.left(preview.month, preview.days_of)

    def _tidy_up(self, month: Month) -> None:
        more = True
        while more:
            with self.transactions.begin() as books:
                more = books.confirmed_days.drop_others(month, confirmed_days.DAYS_AT_ONCE)

    def _write_days(self, preview: Preview, left: DaysLeft | None, progress: Progress) -> int:
        """Write the month's days, after those that are already there. Returns the version that has
        all of them.
        """
        month, kinds = preview.month, preview.kinds
        from_ = left or self._new_days(month, preview.days_of)
        self._write_on(month, kinds, from_, progress)
        return from_.version

    def _new_days(self, month: Month, facts: str | None = None) -> DaysLeft:
        with self.transactions.begin() as books:
            return DaysLeft(books.confirmed_days.new_version(month, facts), None)

    def _write_on(
        self, month: Month, kinds: Sequence[Kind], left: DaysLeft, progress: Progress
    ) -> None:
        """Write days, some channels at a time; nobody reads them yet (SETTLE-3)."""
        packing = Packer()
        with self.transactions.look() as books:
            for channel, _ in books.confirmed.sums(month, kinds):
                packing.add(channel)
        channels = packing.packed()
        every = (PlatformChannelId(channel) for [channel] in channels)
        done = 0
        for some in batches(every, confirmed_days.CHANNELS_AT_ONCE):
            done += len(some)
            if left.reached is None or some[-1] > left.reached:
                with self.transactions.look() as books:
                    days = list(confirmed_days.worked_out(books, month, kinds, some))
                self._add_days(month, left.version, some, days)
            progress(done, len(channels), "channels by day")

    def _add_days(
        self,
        month: Month,
        version: int,
        channels: Sequence[PlatformChannelId],
        days: Sequence[ConfirmedDay],
    ) -> None:
        """Write all days of these channels; a close that died may have left some of them."""
        pieces = list(in_chunks(days, confirmed_days.DAYS_AT_ONCE))
        for number, piece in enumerate(pieces, 1):
            with self.transactions.begin() as books:
                if number == 1:
                    books.confirmed_days.forget(month, version, channels)
                books.confirmed_days.add(version, piece)
                if number == len(pieces):
                    books.confirmed_days.reach(month, version, channels[-1])

    def require_sound(self) -> None:
        """Refuse to move money while the ledger has findings."""
        if self.integrity is not None:
            self.integrity.require()

    def _audited(self, settlement: Settlement) -> AuditEntry:
        return AuditEntry(
            self.business.now(),
            settlement.actor,
            "settlement.adjusted" if settlement.revision else "settlement.closed",
            f"settlement:{settlement.month}",
            after={
                "revision": settlement.revision,
                "confirmed": settlement.sums.confirmed,
                "shared": settlement.sums.shared,
                "kept": settlement.sums.kept,
                "operator": settlement.sums.operator,
                "rounding": settlement.sums.rounding,
                "entries": settlement.entries,
            },
            reason=settlement.reason,
        )


def changes(due: Amounts, posted: Amounts) -> Amounts:
    """What has to be posted so that the posted amounts become the due amounts, without zeros."""
    if not posted:
        return due
    back = ((owed, -amount) for owed, amount in posted.items())
    both = merge(due.items(), back, key=itemgetter(0))
    summed = (
        (owed, total(amount for _, amount in each))
        for owed, each in groupby(both, key=itemgetter(0))
    )
    return Amounts.of((owed, amount) for owed, amount in summed if amount)


def _told(preview: Preview, now: datetime) -> Iterator[Notification]:
    """The notifications for everybody whose month it changes: what the month adds up to now."""
    earned = ((account, micros, False) for account, micros in preview.computed.shares.micros())
    changed = ((account, 0, True) for account, _ in preview.changes.micros())
    for account, each in groupby(merge(earned, changed), key=itemgetter(0)):
        own = list(each)
        if any(is_changed for *_, is_changed in own):
            amount = Money(sum(micros for _, micros, _ in own))
            facts = {"month": preview.month, "amount": amount, "currency": amount.currency}
            yield Notification(
                account, Subject.FIXED_PROFIT, now, facts, Target(TargetKind.EARNINGS)
            )


def _made_of(books: Books, when: Month | date, entries: Sequence[Entry]) -> Parts:
    """What a month's profits are made of altogether, with shares in lines without a file as the
    rest.
    """
    if not isinstance(when, Month) or entries[0].type not in PROFITS:
        return Parts()
    settled = books.settlements.of(when)
    found = (
        parts_of(books, transaction, entry, settled) or Parts(rest=entry.amount)
        for entry in entries
        if (transaction := books.ledger.transaction_of(entry.account, entry.id)) is not None
    )
    return added_up(found)


def _keep(books: Books, settlement: Settlement, groups: Iterable[Group]) -> None:
    try:
        books.settlements.add(settlement, groups)
    except AlreadyClosed:
        if settlement.revision:  # somebody else's adjustment came first
            raise FiguresChanged(month=settlement.month) from None
        raise


def _facts(books: Books, month: Month, kinds: Sequence[Kind], days: EarningDays) -> Facts:
    return Facts(
        books.confirmed.files_of(month, kinds),
        books.confirmed.suspended(month, kinds),
        days.hashed(),
        books.tracks.exclusive(),
    )


def require_same_facts(books: Books, preview: Preview) -> None:
    """Refuse a result that was computed from other files and days than there are by now."""
    month = preview.month
    # After the ledger's locks, because deleting a channel also takes those first and then its
    # spans.
    books.channels.hold_spans()
    books.confirmed.hold_files()
    days = EarningDays.of_month(books, month)
    if _facts(books, month, preview.kinds, days) != preview.facts:
        raise FiguresChanged(month=month)


def _held(books: Books, month: Month, kinds: Collection[Kind]) -> list[Kind]:
    return [kind for kind in books.confirmed.kinds(month) if kind in kinds]
