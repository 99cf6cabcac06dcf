"""Faults planted into the money's rules, each by a name: what a proof is worth is what it catches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any
from unittest.mock import patch

from attrs import evolve

from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger import rules as ledger_rules
from backbeat.ledger.model import Balance, PaidOut, Siblings
from backbeat.ledger.reservations import Reservations
from backbeat.ledger.reversals import Reversals
from backbeat.memory import books as memory_books
from backbeat.memory.ledger import MemoryStatements
from backbeat.settlement import posting, summary_lines
from backbeat.settlement import service as settling
from backbeat.withdrawals import rules as payout_rules
from backbeat.withdrawals.invoice_issuing import Issuer
from backbeat.withdrawals.model import Withdrawal

Planted = Callable[[], Any]


def _debt_is_not_netted() -> Any:
    legs = ledger_rules.legs
    return patch.object(
        ledger_rules,
        "legs",
        lambda account, amount, _: (
            legs(account, amount, Balance()) if amount.micros > 0 else legs(account, amount, _)
        ),
    )


def _lots_are_not_given_back() -> Any:
    return patch.object(ledger_rules, "return_funds", lambda *_: [])


def _a_micro_too_few_is_taken() -> Any:
    take = ledger_rules.allocate

    def short(open_entries: Any, amount: Money, consumer: Any) -> Any:
        allocations = take(open_entries, amount, consumer)
        last = allocations[-1]
        return (*allocations[:-1], evolve(last, amount=last.amount - Money(1)))

    return patch.object(ledger_rules, "allocate", short)


def _lots_lapse_a_month_early() -> Any:
    lapsed = ledger_rules.lapsed
    return patch.object(
        ledger_rules, "lapsed", lambda entries, day: lapsed(entries, day + timedelta(30))
    )


def _the_fee_is_forgotten() -> Any:
    settle_all = Reservations.settle_all

    def free(self: Reservations, paid: Sequence[PaidOut]) -> None:
        settle_all(self, [evolve(each, fee=Money.zero()) for each in paid])

    return patch.object(Reservations, "settle_all", free)


def _kept_money_is_given_back() -> Any:
    return patch.object(Reservations, "forfeit", Reservations.return_funds)


def _an_ending_is_not_final() -> Any:
    return patch.object(Withdrawal, "require_pending", lambda self: None)


def _a_reversal_forgets_its_house() -> Any:
    mirror = Reversals._mirror

    def halved(self: Reversals, original: Any, act: Any) -> Any:
        made = mirror(self, original, act)
        return evolve(made, postings=tuple(leg for leg in made.postings if leg.owner))

    return patch.object(Reversals, "_mirror", halved)


def _an_adjustment_posts_it_all_again() -> Any:
    return patch.object(settling, "changes", lambda wanted, posted: wanted)


def _a_dry_run_is_kept() -> Any:
    return patch.object(memory_books, "_remember", lambda books: lambda: None)


def _the_window_never_closes() -> Any:
    window = payout_rules.window
    return patch.object(
        payout_rules, "window", lambda today, _: window(today.replace(day=1), ((1, -1),))
    )


def _numbers_are_skipped() -> Any:
    number = Issuer.number

    def skipping(self: Issuer, *given: Any) -> str:
        number(self, *given)
        return number(self, *given)

    return patch.object(Issuer, "number", skipping)


def _a_share_is_missed_by_its_siblings() -> Any:
    return patch.object(
        posting, "Siblings", lambda id_, count, total: Siblings(id_, count, total - Money(1))
    )


def _an_adjustment_takes_lines_back() -> Any:
    def posted(self: MemoryStatements, month: Month) -> Any:
        closed, lines = self._profits(month, of_close=True), self._profits(month, of_close=False)
        zero = Money(0)
        return {key: closed.get(key, zero) + lines.get(key, zero) for key in {*closed, *lines}}

    return patch.object(MemoryStatements, "profits_of", posted)


def _a_line_comes_back_in_part() -> Any:
    posted = summary_lines._posted
    return patch.object(summary_lines, "_posted", lambda *of: posted(*of)[1:])


def _a_chain_begins_anew() -> Any:
    seal_all = ledger_rules.seal_all
    return patch.object(ledger_rules, "seal_all", lambda _, made: seal_all({}, made))


def _lots_come_back_too_late_to_use() -> Any:
    return patch.object(ledger_rules, "RECOVERED_LOT_DAYS", 0)


FAULTS: Mapping[str, Planted] = {
    "debt is not netted by the next credit": _debt_is_not_netted,
    "a recovery forgets the lots it came from": _lots_are_not_given_back,
    "lots come back too late to be used": _lots_come_back_too_late_to_use,
    "a request takes a micro too few": _a_micro_too_few_is_taken,
    "points lapse a month early": _lots_lapse_a_month_early,
    "a payout forgets its fee": _the_fee_is_forgotten,
    "a rejection without recovery gives back": _kept_money_is_given_back,
    "an ended withdrawal can be ended again": _an_ending_is_not_final,
    "a reversal forgets the other side": _a_reversal_forgets_its_house,
    "an adjustment posts everything again": _an_adjustment_posts_it_all_again,
    "what is undone stays": _a_dry_run_is_kept,
    "payouts may be asked for on any day": _the_window_never_closes,
    "invoice numbers are skipped": _numbers_are_skipped,
    "siblings say less than they share": _a_share_is_missed_by_its_siblings,
    "an adjustment takes lines without a file back": _an_adjustment_takes_lines_back,
    "a line without a file comes back in part": _a_line_comes_back_in_part,
    "a chain begins anew": _a_chain_begins_anew,
}


@contextmanager
def planted(name: str) -> Iterator[None]:
    """With this fault in the product."""
    with FAULTS[name]():
        yield
