"""Lines of the platform's payment summary that no file explains: divided, or kept (SETTLE-25)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from backbeat.audit.model import AuditEntry
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.model import EntryType, LedgerAccount, Transaction
from backbeat.notifications.model import Notification, Subject
from backbeat.platforms.kinds import Sort
from backbeat.platforms.registry import KINDS
from backbeat.report_files.model import Reconciled
from backbeat.report_files.rules import line_key, sort_of_line
from backbeat.settlement import posting, rules
from backbeat.settlement.calculation import calculate
from backbeat.settlement.comparison import compared, in_force
from backbeat.settlement.errors import (
    AdjustmentPending,
    LineHasFile,
    LineIsDeduction,
    LineNotSettled,
    LineSettled,
    NotClosed,
    NothingPosted,
    SortNeeded,
    UnknownLine,
)
from backbeat.settlement.model import (
    Computed,
    LinePlan,
    Preview,
    SettledLine,
    SummaryComparison,
    Treatment,
)
from backbeat.settlement.packed import ShareKey
from backbeat.settlement.ports import Books, Progress
from backbeat.settlement.rewarding import ask_for_rewards
from backbeat.settlement.service import Settlements, no_progress, require_same_facts

SUMMARIES = tuple(kind for kind in KINDS if kind.is_summary)


@frozen
class SummaryLines:
    """Settles lines of the payment summary that no file explains, apart from the close of their
    month.
    """

    settlements: Settlements

    def compare(self, month: Month) -> SummaryComparison:
        """The month's payment summary compared with its files and with what was settled without
        one.
        """
        with self._transactions.look() as books:
            return compared(books, month)

    def rehearse(
        self,
        month: Month,
        line: str,
        treatment: Treatment,
        actor: Actor,
        *,
        sort: Sort | None = None,
        reason: str | None = None,
        progress: Progress = no_progress,
    ) -> LinePlan:
        """What settling a line would post; nothing is written.

        The month has to be closed, because the line is divided in proportion to its postings (2
        `month_not_closed`), and everything in it has to be posted (`adjustment_pending`). Refuses a
        line that the summary lacks (`unknown_line`), that is settled (`line_settled`), that a file
        explains (`line_has_file`) or that is not revenue (`no_revenue`). A line to be divided needs
        a sort, if its name tells none (`sort_needed`), of which the month has posted something
        (`nothing_posted`). While the ledger has findings nothing is settled (`ledger_unsound`).
        """
        self.settlements.require_sound()
        preview = self.settlements.preview(month, progress=progress)
        with self._transactions.look() as books:
            if not preview.closed:
                raise NotClosed(month=month, last_closed=books.settlements.last_closed())
            found = _open_line(books, month, line)
            if treatment is Treatment.SHARED:
                if not preview.is_empty:
                    raise AdjustmentPending(month=month)
                sort = sort or sort_of_line(found.name)
                if sort is None:
                    raise SortNeeded(month=month, line=found.name)
            former = in_force(books, month).get(line_key(found.name))
            planned = SettledLine(
                month,
                found.name,
                former.revision + 1 if former else 0,
                _amount(found),
                treatment,
                sort if treatment is Treatment.SHARED else None,
                self._business.today(),
                self.settlements.security.now(),
                actor,
                reason,
                0,
            )
            if treatment is Treatment.KEPT or sort is None:
                return LinePlan(planned, {}, planned.amount, Money.zero(), preview)
            return _divided(planned, _of_sort(books, preview, sort, progress), preview)

    def settle(self, plan: LinePlan) -> SettledLine:
        """Post a plan that was agreed to, all of it or nothing. Returns the line as stored.

        Refuses with `line_settled` a line that somebody settled meanwhile, and with
        `figures_changed` if files or channels differ from those of the plan.
        """
        line = plan.line
        act = ActContext(line.actor, line.day, line.recorded_at, line.reason)
        kept = {LedgerAccount.KEPT: plan.kept}
        draft = posting.draft(posting.of_line(line), plan.shares, kept, act)
        with self._transactions.look() as books:
            told = self._told(books, line.month, _by_account(plan.shares))
        with self._transactions.begin() as books:
            books.settled_lines.add(line)
            draft.lock(books.ledger)
            require_same_facts(books, plan.preview)
            _open_line(books, line.month, line.name, settling=line)
            draft.post(books.ledger)
            books.confirmed.mark_settled(line.month, SUMMARIES)
            books.notifications.add_all(told)
            books.audit.record(self._audited(line, "summary_line.settled"))
            ask_for_rewards(books, line.month)
        return line

    def standing(self, month: Month, line: str) -> SettledLine:
        """A line that is settled; refuses any other (`line_not_settled`, `unknown_line`)."""
        with self._transactions.look() as books:
            return _standing(books, month, line)

    def reverse(
        self, month: Month, line: str, actor: Actor, reason: str | None = None
    ) -> SettledLine:
        """Take back everything that was posted for a line, by mirror entries of today; it is open
        again then.

        Refuses as `standing` does.
        """
        act = ActContext(actor, self._business.today(), self.settlements.security.now(), reason)
        with self._transactions.begin() as books:
            settled = _standing(books, month, line)
            undone = evolve(
                settled,
                revision=settled.revision + 1,
                amount=-settled.amount,
                day=act.day,
                recorded_at=act.at,
                actor=actor,
                reason=reason,
            )
            books.settled_lines.add(undone)
            originals = _posted(books, settled)
            back = _entries_back(originals)
            books.ledger.lock(*back)
            told = self._told(books, month, back)
            books.ledger.reversals.reverse_whole(originals, act)
            books.notifications.add_all(told)
            books.audit.record(self._audited(undone, "summary_line.reversed"))
            ask_for_rewards(books, month)
        return undone

    @property
    def _transactions(self) -> Transactions[Books]:
        return self.settlements.transactions

    @property
    def _business(self) -> Clock:
        return self.settlements.business

    def _told(
        self, books: Books, month: Month, changes: Mapping[AccountId, Money]
    ) -> list[Notification]:
        """A notification for each account whose share changes, with its sum of the month after
        that.
        """
        now = self._business.now()
        earned: dict[AccountId, Money] = defaultdict(Money.zero)
        for posted in (
            books.ledger.statements.profits_of(month),
            books.ledger.statements.line_shares_of(month),
        ):
            for (account, *_), amount in posted.items():
                earned[account] += amount
        return [
            Notification(
                account,
                Subject.FIXED_PROFIT,
                now,
                {
                    "month": month,
                    "amount": earned[account] + amount,
                    "currency": amount.currency,
                },
                Target(TargetKind.EARNINGS),
            )
            for account, amount in sorted(changes.items())
        ]

    def _audited(self, line: SettledLine, action: str) -> AuditEntry:
        return AuditEntry(
            self._business.now(),
            line.actor,
            action,
            f"settlement:{line.month}",
            after={
                "line": line.name,
                "revision": line.revision,
                "amount": line.amount,
                "treatment": line.treatment,
                "sort": line.sort,
                "entries": line.entries,
            },
            reason=line.reason,
        )


def _open_line(
    books: Books, month: Month, name: str, settling: SettledLine | None = None
) -> Reconciled:
    """A line that can be settled. `settling` is the revision that is being posted at the moment."""
    comparison = compared(books, month)
    key = line_key(name)
    every = comparison.every
    found = next((each for each in every if line_key(each.name) == key), None)
    if found is None:
        raise UnknownLine(month=month, line=name, lines=[each.name for each in every])
    if found.is_deduction or not _amount(found):
        raise LineIsDeduction(month=month, line=found.name)
    settled = next((each for each in comparison.settled if each.key == key), None)
    if settled is not None and settled != settling:
        raise LineSettled(month=month, line=found.name, settled_on=settled.day)
    if found.found is not None:
        raise LineHasFile(month=month, line=found.name)
    return found


def _amount(line: Reconciled) -> Money:
    return rules.micros(int(line.stated.scaleb(9)))


def _standing(books: Books, month: Month, name: str) -> SettledLine:
    found = in_force(books, month).get(line_key(name))
    if found is not None and not found.is_taken_back:
        return found
    names = [each.name for each in compared(books, month).every]
    if found is None and line_key(name) not in map(line_key, names):
        raise UnknownLine(month=month, line=name, lines=names)
    raise LineNotSettled(month=month, line=name)


def _of_sort(books: Books, preview: Preview, sort: Sort, progress: Progress) -> Computed:
    """What the month posted from the records that report the sort."""
    if sort is Sort.BOTH:
        return preview.computed
    kinds = [kind for kind in preview.kinds if kind.sort in (sort, Sort.BOTH)]
    of = preview.computed
    return calculate(books, of.month, kinds, of.terms, progress=progress)


def _divided(line: SettledLine, of: Computed, preview: Preview) -> LinePlan:
    """The line divided over the postings of its sort, including the house's, by largest remainder."""
    posted_as_one = _as_music_profit(of.shares)
    owed = list(posted_as_one)
    weights = [max(amount.micros, 0) for amount in posted_as_one.values()]
    weights.append(max((of.kept + of.operator).micros, 0))
    if not any(weights):
        raise NothingPosted(month=line.month, sort=line.sort or Sort.BOTH)
    *shares, kept = rules.by_largest_remainder(line.amount, weights)
    posted = {each: share for each, share in zip(owed, shares, strict=True) if share}
    return LinePlan(evolve(line, entries=len(posted)), posted, kept, Money(sum(weights)), preview)


def _as_music_profit(shares: Mapping[ShareKey, Money]) -> Mapping[ShareKey, Money]:
    """A line names no track, so what exclusive tracks brought a channel is weighted together with
    its other money.
    """
    found: dict[ShareKey, Money] = defaultdict(Money.zero)
    for owed, amount in shares.items():
        found[owed._replace(type=EntryType.MUSIC_PROFIT)] += amount
    return found


def _posted(books: Books, line: SettledLine) -> Sequence[Transaction]:
    """Everything that was posted for a line."""
    return books.ledger.store.whole.of_source(f"{line.source}:")


def _entries_back(originals: Sequence[Transaction]) -> Mapping[AccountId, Money]:
    back: dict[AccountId, Money] = defaultdict(Money.zero)
    for original in originals:
        for entry in original.entries:
            back[entry.account] -= entry.amount
    return back


def _by_account(shares: Mapping[ShareKey, Money]) -> Mapping[AccountId, Money]:
    found: dict[AccountId, Money] = defaultdict(Money.zero)
    for owed, amount in shares.items():
        found[owed.account] += amount
    return found
