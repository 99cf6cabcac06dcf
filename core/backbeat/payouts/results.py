"""Booking what banks and PayPal answered: paid, returned, unclaimed (PAYOUT-5)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from attrs import define, field, frozen

from backbeat.audit.model import mask_addresses
from backbeat.kernel.actors import Actor
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadValues, FieldsMissing, NotFound, Refusal
from backbeat.kernel.ids import WithdrawalId
from backbeat.kernel.money import FORMATTED, Currency, Money
from backbeat.kernel.transactions import Transactions
from backbeat.payout_methods.model import NAMING_COLUMNS, REQUIRED_COLUMNS
from backbeat.payouts import rules
from backbeat.payouts.attempts import keep
from backbeat.payouts.errors import (
    AlreadySettled,
    AmountDiffers,
    AttemptMoved,
    AttemptUnnamed,
    CurrencyDiffers,
    DateBeforeExport,
    DoubledLine,
    FutureDate,
    InvoiceReplaced,
    NotExported,
    ReturnAfterSuccess,
)
from backbeat.payouts.model import Attempt, RawLine, Step
from backbeat.payouts.ports import Books, OpenResults
from backbeat.report_files.errors import UnreadableFile
from backbeat.withdrawals.decisions import Decisions, Paid, Returned
from backbeat.withdrawals.model import AttemptState, Withdrawal, WithdrawalStatus
from backbeat.withdrawals.ports import WithdrawalOwners

_T = TypeVar("_T")

Progress = Callable[[int], None]
"""Told how many lines of a file are booked."""


def no_progress(done: int) -> None: ...


MOST_LINES = 100_000
"""A file with more lines cannot be an answer to files of 5,000."""

BOOKED_AT_ONCE = 100
"""How many lines a transaction books: other writers wait for no more than these."""

LONGEST_TEXT = 200
"""The most characters of a reference or a reason."""

_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?")
_TOO_FINE = re.compile(r"[0-9]{1,12}\.[0-9]{3,}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Result(StrEnum):
    """What a line says about the outcome."""

    PAID = "paid"
    RETURNED = "returned"
    UNCLAIMED = "unclaimed"

    @property
    def state(self) -> AttemptState:
        return _STATES[self]


_STATES: Mapping[Result, AttemptState] = MappingProxyType(
    {
        Result.PAID: AttemptState.SETTLED,
        Result.RETURNED: AttemptState.RETURNED,
        Result.UNCLAIMED: AttemptState.UNCLAIMED,
    }
)


@frozen
class ResultLine:
    """A line as it was understood.

    `name` identifies the payout: the withdrawal's id, the reference of an attempt, or the number of
    the invoice.
    """

    number: int
    name: str
    result: Result
    amount: Money
    on: date
    reference: str
    reason: str | None
    has_id: bool = True


@frozen
class RefusedLine:
    """A line that was not booked, and why."""

    line: int
    name: str
    refusal: Refusal


@frozen
class BookedLine:
    """A line that was booked: the outcome of an attempt."""

    line: int
    attempt: Attempt


@frozen
class Outcome:
    """The result of a file.

    `kept` says whether the booked lines were stored. `unchanged` are lines that say what was
    already known. `left` are good lines that were not booked because others, which were good when
    first judged, no longer were when their turn came.
    """

    booked: tuple[BookedLine, ...]
    unchanged: tuple[int, ...]
    refused: tuple[RefusedLine, ...]
    kept: bool
    left: tuple[int, ...] = ()


@frozen
class _Found:
    """A line with the withdrawal that it names, and the number of the attempt if it names one."""

    line: ResultLine
    withdrawal: Withdrawal
    number: int | None


@frozen
class _Good:
    """A line that can be booked: its withdrawal, and the attempt as it will be."""

    line: ResultLine
    withdrawal: Withdrawal
    moved: Attempt


@define
class _Judged:
    """The result of judging lines: those to book, those that say nothing new, and the refused ones."""

    good: list[_Good] = field(factory=list)
    unchanged: list[int] = field(factory=list)
    refused: list[RefusedLine] = field(factory=list)

    def outcome(self, *, kept: bool, left: Sequence[int] = ()) -> Outcome:
        """All of it as an outcome, in order of line."""
        return Outcome(
            tuple(BookedLine(each.line.number, each.moved) for each in self.good),
            tuple(sorted(self.unchanged)),
            tuple(sorted(self.refused, key=lambda each: each.line)),
            kept,
            tuple(left),
        )


@frozen
class Results:
    """Books results, `at_once` lines in a transaction. `business` dates what people see."""

    transactions: Transactions[Books]
    business: Clock
    decisions: Decisions
    at_once: int = BOOKED_AT_ONCE

    def take(
        self,
        file: OpenResults,
        actor: Actor,
        *,
        partial: bool = False,
        dry_run: bool = False,
        progress: Progress = no_progress,
    ) -> Outcome:
        """Book a file; nothing of it if a line is refused.

        With `partial` the good lines are booked and the others named. `paid` ends the withdrawal as
        `Decisions.pay` does, `returned` ends only the attempt, `unclaimed` keeps it open. A line
        that names the withdrawal means its open attempt; if there were several, a returned one has
        to be named exactly. Refused with 2 `unreadable_file`.

        Every line is judged first. Then some at a time are booked; each is judged again while
        nobody else can change its withdrawal. If one is refused only then, what was booked stays
        and, without `partial`, the rest is left. Reading the same file again finds the booked lines
        already known and continues from there, even after a crash. `progress` is told how many
        lines are booked.
        """
        lines, unreadable = self._read(file)
        with self.transactions.look() as books:
            found, refused = _look_up(books, books.withdrawals.get_all, lines)
            judged = self._judged(books, *_without_doubles(found, refused), actor)
        judged.refused += unreadable
        if dry_run or (judged.refused and not partial):
            return judged.outcome(kept=False)
        return self._book(judged, actor, partial=partial, progress=progress)

    def _read(self, file: OpenResults) -> tuple[list[ResultLine], list[RefusedLine]]:
        today = self.business.today()
        good: list[ResultLine] = []
        refused: list[RefusedLine] = []
        for count, raw in enumerate(file.lines(), start=1):
            if count > MOST_LINES:
                raise UnreadableFile(file=file.name, problem=f"more than {MOST_LINES} lines")
            try:
                good.append(read(raw, today))
            except Refusal as refusal:
                name = _name(raw.cells)[:LONGEST_TEXT]
                refused.append(RefusedLine(raw.number, name, refusal))
        return good, refused

    def _book(self, seen: _Judged, actor: Actor, *, partial: bool, progress: Progress) -> Outcome:
        """Book the good lines, some at a time."""
        done = _Judged(unchanged=seen.unchanged, refused=seen.refused)
        waiting = [each.line for each in seen.good]
        for some in in_chunks(waiting, self.at_once):
            with self.transactions.begin() as books:
                now = self._judged(books, *_look_up(books, books.withdrawals.lock_all, some), actor)
                halted = bool(now.refused) and not partial
                if not halted:
                    self._write(books, now.good, actor)
            waiting = waiting[len(some) :]
            done.refused += now.refused
            done.unchanged += now.unchanged
            if halted:
                left = [*(each.line for each in now.good), *waiting]
                return done.outcome(kept=bool(done.good), left=[each.number for each in left])
            done.good += now.good
            progress(len(done.good))
        return done.outcome(kept=True)

    def _judged(
        self,
        books: Books,
        found: Sequence[_Found],
        refused: Sequence[RefusedLine],
        actor: Actor,
    ) -> _Judged:
        attempts = books.attempts.of(
            {each.withdrawal.id: each.withdrawal.account for each in found}
        )
        judged = _Judged(refused=[*refused])
        for each in found:
            line = each.line
            try:
                moved = self._moved(each, attempts[each.withdrawal.id], actor)
            except Refusal as refusal:
                judged.refused.append(RefusedLine(line.number, line.name, refusal))
                continue
            if moved is None:
                judged.unchanged.append(line.number)
            else:
                judged.good.append(_Good(line, each.withdrawal, moved))
        return judged

    def _moved(self, found: _Found, attempts: Sequence[Attempt], actor: Actor) -> Attempt | None:
        """The attempt after the line; None if the line says nothing new."""
        line, withdrawal = found.line, found.withdrawal
        _require_expected(line, withdrawal.paid.net)
        step = Step(
            line.result.state, line.on, self.business.now(), actor.id, line.reference, line.reason
        )
        meant = [each for each in attempts if found.number in {None, each.number}]
        if any(each.has_heard(step) for each in meant):
            return None
        attempt = _open_one(withdrawal, meant, line.result)
        if step.state is AttemptState.RETURNED and len(meant) > 1:
            # A late answer to an earlier attempt must not free the money of this one.
            raise AttemptUnnamed(names=[each.reference for each in meant])
        if line.on < rules.earliest_result(attempt.steps[0].on):
            raise DateBeforeExport(date=line.on, exported_on=attempt.steps[0].on)
        moved = attempt.moved(step)
        if step.state is AttemptState.SETTLED:
            self.decisions.require_payable(withdrawal, actor)
        return moved

    def _write(self, books: Books, good: Sequence[_Good], actor: Actor) -> None:
        paid = [
            Paid(each.withdrawal, each.line.on, each.line.reason)
            for each in good
            if each.moved.state is AttemptState.SETTLED
        ]
        self.decisions.settle(books, paid, actor)
        returned = [
            Returned(each.withdrawal, each.line.reason) for each in good if each.moved.came_back
        ]
        self.decisions.came_back(books, returned, actor)
        keep(books, [each.moved for each in good], actor)


def read(raw: RawLine, today: date) -> ResultLine:
    """The meaning of a line. Refused with 4 for blank cells, 2 `bad_value` and 2 `future_date`."""
    cells = {name: _printable(text).strip() for name, text in raw.cells.items()}
    blank = {name: "required" for name in REQUIRED_COLUMNS if not cells.get(name)}
    if not _name(cells):
        blank[NAMING_COLUMNS[0]] = "required"
    if blank:
        raise FieldsMissing(fields=blank)
    reference, reason = cells.get("reference", ""), cells.get("reason", "")
    on = _read_with(_day, "date", cells["date"])
    if on > today:
        raise FutureDate(date=on)
    for name in ("reference", "reason"):
        if len(cells.get(name, "")) > LONGEST_TEXT:
            raise BadValues(fields={name: "too_long"})
    if _TOO_FINE.fullmatch(cells["amount"]):
        raise BadValues(fields={"amount": "too_many_decimals"})
    currency = _read_with(_currency, "currency", cells["currency"].upper())
    return ResultLine(
        number=raw.number,
        name=_name(cells),
        result=_read_with(Result, "result", cells["result"].lower()),
        amount=_read_with(lambda text: _amount(text, currency), "amount", cells["amount"]),
        on=on,
        reference=mask_addresses(reference),
        reason=mask_addresses(reason) or None,
        has_id=bool(cells.get(NAMING_COLUMNS[0])),
    )


def _name(cells: Mapping[str, str]) -> str:
    """What identifies the payout in the line: a reference that our file gave is as good as the id."""
    return next((name for each in NAMING_COLUMNS if (name := cells.get(each, "").strip())), "")


def _read_with(reader: Callable[[str], _T], field: str, text: str) -> _T:
    try:
        return reader(text)
    except ValueError:
        raise BadValues(fields={field: "bad_value"}) from None


def _printable(text: str) -> str:
    """Without characters that a terminal would obey or a database would not store."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _amount(text: str, currency: Currency) -> Money:
    if not _AMOUNT.fullmatch(text):
        raise ValueError(text)
    return Money.of(text, currency)


def _currency(text: str) -> Currency:
    if text not in FORMATTED:
        raise ValueError(text)
    return Currency(text)


def _day(text: str) -> date:
    if not _DAY.fullmatch(text):
        raise ValueError(text)
    return date.fromisoformat(text)


def _look_up(
    books: Books,
    read: Callable[[WithdrawalOwners], Sequence[Withdrawal]],
    lines: Sequence[ResultLine],
) -> tuple[list[_Found], list[RefusedLine]]:
    """The withdrawals that the lines name, in order of line; other lines are refused."""
    names = {line.name for line in lines} | {line.name.rpartition("-")[0] for line in lines}
    billed = books.withdrawals.billed_by({line.name for line in lines})
    ids = [*_ids(names), *billed.values()]
    known = {each.id: each for each in read(books.withdrawals.accounts_of(ids))}
    found: list[_Found] = []
    unknown: list[ResultLine] = []
    for line in lines:
        head, _, tail = line.name.rpartition("-")
        whole = billed.get(line.name, WithdrawalId(line.name))
        if whole in known:
            found.append(_Found(line, known[whole], None))
        elif WithdrawalId(head) in known and tail.isdecimal() and tail.isascii():
            found.append(_Found(line, known[WithdrawalId(head)], int(tail)))
        else:
            unknown.append(line)
    former = books.invoices.billed({line.name for line in unknown})
    return found, [
        RefusedLine(line.number, line.name, _unknown(line, former.get(line.name, {})))
        for line in unknown
    ]


def _unknown(line: ResultLine, billed: WithdrawalOwners) -> Refusal:
    """The refusal of a line without a known payout: if it has no id and the reference is not ours,
    the id is missing.

    A cancelled invoice may have been for another holder, so it never stands for the present one.
    """
    for withdrawal in billed:
        return InvoiceReplaced(withdrawal=withdrawal)
    return NotFound() if line.has_id else FieldsMissing(fields={NAMING_COLUMNS[0]: "required"})


def _ids(names: set[str]) -> list[WithdrawalId]:
    return [WithdrawalId(name) for name in names if name]


def _without_doubles(
    found: Sequence[_Found], refused: Sequence[RefusedLine]
) -> tuple[list[_Found], list[RefusedLine]]:
    """Refuse lines that name the same withdrawal, because nobody can tell which is right."""
    lines: dict[WithdrawalId, list[int]] = defaultdict(list)
    for each in found:
        lines[each.withdrawal.id].append(each.line.number)
    single = [each for each in found if len(lines[each.withdrawal.id]) == 1]
    doubled = [
        RefusedLine(each.line.number, each.line.name, DoubledLine(lines=numbers))
        for each in found
        if len(numbers := lines[each.withdrawal.id]) > 1
    ]
    return single, [*refused, *doubled]


def _require_expected(line: ResultLine, expected: Money) -> None:
    if line.amount.currency is not expected.currency:
        raise CurrencyDiffers(currency=line.amount.currency, expected=expected.currency)
    if line.amount != expected:
        raise AmountDiffers(amount=str(line.amount), expected=str(expected))


def _open_one(withdrawal: Withdrawal, meant: Sequence[Attempt], result: Result) -> Attempt:
    """The open attempt to which a line refers."""
    if withdrawal.status is WithdrawalStatus.SUCCESS:
        if result is Result.PAID:
            raise AlreadySettled(paid_on=withdrawal.paid_on)
        raise ReturnAfterSuccess(paid_on=withdrawal.paid_on)
    withdrawal.require_pending()
    for attempt in meant:
        if attempt.is_open:
            return attempt
    if meant and result is not Result.RETURNED:
        ended = meant[-1]
        raise AttemptMoved(withdrawal=ended.reference, state=ended.state, asked=result.state)
    raise NotExported()
