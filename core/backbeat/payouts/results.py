"""Booking what banks and PayPal answered: paid, returned, unclaimed (R45)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from enum import StrEnum
from types import MappingProxyType
from typing import TypeVar

from attrs import frozen

from backbeat.audit.model import mask_addresses
from backbeat.ingestion.errors import UnreadableFile
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadValues, FieldsMissing, NotFound, Refusal
from backbeat.kernel.ids import WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.payouts import rules
from backbeat.payouts.errors import (
    AlreadySettled,
    AmountDiffers,
    AttemptMoved,
    AttemptUnnamed,
    CurrencyDiffers,
    DateBeforeExport,
    DoubledLine,
    FutureDate,
    NotExported,
    ReturnAfterSuccess,
)
from backbeat.payouts.model import Attempt, RawLine, Step
from backbeat.payouts.ports import Books, OpenResults, Transactions
from backbeat.payouts.recording import record_step
from backbeat.withdrawals.deciding import Decisions
from backbeat.withdrawals.model import AttemptState, Withdrawal, WithdrawalStatus

_T = TypeVar("_T")

MOST_LINES = 100_000
"""A file with more lines is no answer to files of 5,000."""

LONGEST_TEXT = 200
"""The most characters of a reference or a reason."""

_AMOUNT = re.compile(r"[0-9]{1,12}(\.[0-9]{1,2})?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_REQUIRED = ("withdrawal_id", "result", "amount", "currency", "date")


class Result(StrEnum):
    """What a line says became of the money."""

    PAID = "paid"
    RETURNED = "returned"
    UNCLAIMED = "unclaimed"

    @property
    def state(self) -> AttemptState:
        """What the attempt is then."""
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
    """A line as it was understood. `name` is the withdrawal's id, or the reference of an attempt."""

    number: int
    name: str
    result: Result
    amount: Money
    on: date
    reference: str
    reason: str | None


@frozen
class RefusedLine:
    """A line that was not booked, and why."""

    line: int
    name: str
    refusal: Refusal


@frozen
class BookedLine:
    """A line that was booked: what became of which attempt."""

    line: int
    attempt: Attempt


@frozen
class Outcome:
    """What a file came to. `kept` tells whether the booked lines were written down.

    `unchanged` are lines that say what was known before.
    """

    booked: tuple[BookedLine, ...]
    unchanged: tuple[int, ...]
    refused: tuple[RefusedLine, ...]
    kept: bool


@frozen
class _Found:
    """A line with the withdrawal it names, and the number of the attempt where it names that."""

    line: ResultLine
    withdrawal: Withdrawal
    number: int | None


@frozen
class Results:
    """Books results. `business` dates what people see."""

    transactions: Transactions
    business: Clock
    decisions: Decisions

    def take(
        self, file: OpenResults, actor: Actor, *, partial: bool = False, dry_run: bool = False
    ) -> Outcome:
        """Book a file: all of it in one transaction, or nothing while a line is refused.

        With `partial` the good lines are booked and the others named. `paid` ends the withdrawal
        as `Decisions.pay` does, `returned` ends the attempt only, `unclaimed` holds it. A line
        that names the withdrawal means its open attempt; where there were several, what came back
        has to be named exactly. The same file again finds everything known. Refused with 2 `unreadable_file`.
        """
        lines, refused = self._read(file)
        with suppress(_NotKept), self.transactions.begin() as books:
            outcome = self._book(books, lines, refused, actor)
            if dry_run or (outcome.refused and not partial):
                raise _NotKept
            return outcome
        return Outcome(outcome.booked, outcome.unchanged, outcome.refused, kept=False)

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
                name = raw.cells.get("withdrawal_id", "").strip()[:LONGEST_TEXT]
                refused.append(RefusedLine(raw.number, name, refusal))
        return good, refused

    def _book(
        self,
        books: Books,
        lines: Sequence[ResultLine],
        unreadable: Sequence[RefusedLine],
        actor: Actor,
    ) -> Outcome:
        refused = list(unreadable)
        found = _look_up(books, lines, refused)
        paid = [each for each in found if each.line.result is Result.PAID]
        books.ledger.lock(*(each.withdrawal.account for each in paid))
        attempts = books.attempts.of([each.withdrawal.id for each in found])
        booked: list[BookedLine] = []
        unchanged: list[int] = []
        for each in found:
            try:
                moved = self._booked(books, each, attempts[each.withdrawal.id], actor)
            except Refusal as refusal:
                refused.append(RefusedLine(each.line.number, each.line.name, refusal))
                continue
            if moved is None:
                unchanged.append(each.line.number)
            else:
                booked.append(BookedLine(each.line.number, moved))
        refused.sort(key=lambda each: each.line)
        return Outcome(tuple(booked), tuple(unchanged), tuple(refused), kept=True)

    def _booked(
        self, books: Books, found: _Found, attempts: Sequence[Attempt], actor: Actor
    ) -> Attempt | None:
        """The attempt after the line; None where it says nothing new. Judged before written."""
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
            self.decisions.settle(books, withdrawal, actor, on=line.on, reason=line.reason)
        books.attempts.save(moved)
        record_step(books, moved, actor)
        return moved


def read(raw: RawLine, today: date) -> ResultLine:
    """A line understood. Refused with 4 for blank cells, 2 `bad_value` and 2 `future_date`."""
    cells = {name: _printable(text).strip() for name, text in raw.cells.items()}
    blank = {name: "required" for name in _REQUIRED if not cells.get(name)}
    if blank:
        raise FieldsMissing(fields=blank)
    reference, reason = cells.get("reference", ""), cells.get("reason", "")
    on = _read_with(_day, "date", cells["date"])
    if on > today:
        raise FutureDate(date=on)
    for name in ("reference", "reason"):
        if len(cells.get(name, "")) > LONGEST_TEXT:
            raise BadValues(fields={name: "too_long"})
    currency = _read_with(Currency, "currency", cells["currency"].upper())
    return ResultLine(
        number=raw.number,
        name=cells["withdrawal_id"],
        result=_read_with(Result, "result", cells["result"].lower()),
        amount=_read_with(lambda text: _amount(text, currency), "amount", cells["amount"]),
        on=on,
        reference=mask_addresses(reference),
        reason=mask_addresses(reason) or None,
    )


def _read_with(reader: Callable[[str], _T], field: str, text: str) -> _T:
    try:
        return reader(text)
    except ValueError:
        raise BadValues(fields={field: "bad_value"}) from None


def _printable(text: str) -> str:
    """Without what a terminal would obey and a database would not keep."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _amount(text: str, currency: Currency) -> Money:
    if not _AMOUNT.fullmatch(text):
        raise ValueError(text)
    return Money.of(text, currency)


def _day(text: str) -> date:
    if not _DAY.fullmatch(text):
        raise ValueError(text)
    return date.fromisoformat(text)


def _look_up(books: Books, lines: Sequence[ResultLine], refused: list[RefusedLine]) -> list[_Found]:
    """The withdrawals that lines name, locked, in order of line; the others are refused."""
    names = {line.name for line in lines} | {line.name.rpartition("-")[0] for line in lines}
    locked = {each.id: each for each in books.withdrawals.lock_all(_ids(names))}
    found: list[_Found] = []
    for line in lines:
        head, _, tail = line.name.rpartition("-")
        if WithdrawalId(line.name) in locked:
            found.append(_Found(line, locked[WithdrawalId(line.name)], None))
        elif WithdrawalId(head) in locked and tail.isdecimal() and tail.isascii():
            found.append(_Found(line, locked[WithdrawalId(head)], int(tail)))
        else:
            refused.append(RefusedLine(line.number, line.name, NotFound()))
    return _without_doubles(found, refused)


def _ids(names: set[str]) -> list[WithdrawalId]:
    return [WithdrawalId(name) for name in names if name]


def _without_doubles(found: Sequence[_Found], refused: list[RefusedLine]) -> list[_Found]:
    """Where two lines speak of one withdrawal, nobody can tell which is right."""
    lines: dict[WithdrawalId, list[int]] = defaultdict(list)
    for each in found:
        lines[each.withdrawal.id].append(each.line.number)
    single: list[_Found] = []
    for each in found:
        numbers = lines[each.withdrawal.id]
        if len(numbers) == 1:
            single.append(each)
        else:
            doubled = DoubledLine(lines=numbers)
            refused.append(RefusedLine(each.line.number, each.line.name, doubled))
    return single


def _require_expected(line: ResultLine, expected: Money) -> None:
    if line.amount.currency is not expected.currency:
        raise CurrencyDiffers(currency=line.amount.currency, expected=expected.currency)
    if line.amount != expected:
        raise AmountDiffers(amount=str(line.amount), expected=str(expected))


def _open_one(withdrawal: Withdrawal, meant: Sequence[Attempt], result: Result) -> Attempt:
    """The open attempt that a line speaks of."""
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


class _NotKept(Exception):
    """Ends a transaction of which nothing is kept."""
