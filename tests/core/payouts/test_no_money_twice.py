"""Any acts of any operators in any order: nobody is paid twice, and no payout is lost.

The bank sends what it is handed, once a message. Operators may be careless (hand over late, forget,
read a file twice, make files again, try everything) but they do not lie: they call something
returned or paid only when it is, and a batch never sent only when its files are gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import date

from attrs import define, field
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.fakes.payouts import PayoutOffice, a_line
from tests.fakes.withdrawals import ANN, BOB, BY_PAYPAL, PAYPAL_FORM

from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.batches import BatchRequest
from backbeat.payouts.model import Attempt
from backbeat.payouts.results import Result
from backbeat.withdrawals.model import AttemptState, Withdrawal, WithdrawalStatus

ACCOUNTS = [AccountId(name) for name in ("hao", "mina")]

operators = st.sampled_from([ANN, BOB])
amounts = st.sampled_from(["50.00", "80.00", "1500.00"])
picks = st.integers(0, 50)
names = st.sampled_from(["withdrawal", "attempt"])


@define
class Sent:
    """What the bank knows of a transfer: nothing yet, or its result."""

    attempt: Attempt
    result: Result | None = None
    history: list[Result] = field(factory=list)


class Operators(RuleBasedStateMachine):
    """Acts on one office and one bank."""

    @initialize(
        amounts=st.lists(amounts, min_size=len(ACCOUNTS), max_size=len(ACCOUNTS)),
        result=st.none() | st.sampled_from(Result),
    )
    def begin(self, amounts: list[str], result: Result | None) -> None:
        """Everybody has asked; mostly a first round is over, and its answers wait to be read."""
        self.office = PayoutOffice.in_memory()
        self.office.at_once = 1
        self.bank: dict[str, Sent] = {}
        self.handed: set[int] = set()
        self.gone: set[int] = set()
        self.by_hand: Counter[WithdrawalId] = Counter()
        self.asked: list[Withdrawal] = []
        self.lines: list[dict[str, str]] = []
        for account in ACCOUNTS:
            self.office.add_creator(account)
            self.office.payment_details.register(account, PAYPAL_FORM)
        for account, amount in zip(ACCOUNTS, amounts, strict=True):
            self.ask(account, amount)
        if result is not None:
            self.a_usual_round(result)

    # -- the creators and the bank

    @rule(account=st.sampled_from(ACCOUNTS), amount=amounts)
    def ask(self, account: AccountId, amount: str) -> None:
        with suppress(Refusal):
            self.office.business.set(date(2025, 10, 25))
            self.office.earn(amount, account)
            total = self.office.balance(account)
            self.asked.append(self.office.requests.request(account, BY_PAYPAL, Currency.USD, total))

    @rule(pick=picks, result=st.sampled_from(Result))
    def the_bank_decides(self, pick: int, result: Result) -> None:
        open_ones = [each for each in self.bank.values() if each.result in {None, Result.UNCLAIMED}]
        if open_ones:
            chosen = open_ones[pick % len(open_ones)]
            chosen.result = result
            chosen.history.append(result)

    @rule(result=st.sampled_from(Result))
    def a_usual_round(self, result: Result) -> None:
        """Exported, handed over, decided by the bank; what it answered is not read yet."""
        before = set(self.bank)
        self._try(lambda: self.office.exports.export(BatchRequest(PAYMENTS), ANN))
        for number in self._batches():
            self._hand_over(number)
        for name in set(self.bank) - before:
            self.bank[name].result = result
            self.bank[name].history.append(result)

    # -- careless operators

    @rule(by=operators, dry_run=st.booleans())
    def export(self, by: Actor, dry_run: bool) -> None:
        self._try(lambda: self.office.exports.export(BatchRequest(PAYMENTS), by, dry_run=dry_run))

    @rule(pick=picks)
    def hand_over(self, pick: int) -> None:
        """Somebody hands over a file, fresh or lying about; the bank takes each message once."""
        batches = self._batches()
        if batches:
            self._hand_over(batches[pick % len(batches)])

    @rule(pick=picks, again=st.booleans())
    def make_the_files_again(self, pick: int, again: bool) -> None:
        batches = self._batches()
        if batches:
            number = batches[pick % len(batches)]
            if again:
                self._try(lambda: self.office.exports.again(number))
            else:
                self._try(lambda: self.office.desk.sent(number, ANN))

    @rule(pick=picks)
    def nobody_knows(self, pick: int) -> None:
        batches = self._batches()
        if batches:
            number = batches[pick % len(batches)]
            self._try(lambda: self.office.desk.uncertain(number, BOB, "a time-out"))

    @rule(pick=picks)
    def delete_all_of(self, pick: int) -> None:
        """The files are deleted first; then nobody can hand them over."""
        batches = [number for number in self._batches() if number not in self.handed]
        if batches:
            number = batches[pick % len(batches)]
            with suppress(Refusal):
                self.office.desk.cancel(number, ANN, "a mistake")
                self.gone.add(number)

    @rule(pick=picks, by=operators, named=names, old=st.booleans())
    def read_an_answer(self, pick: int, by: Actor, named: str, old: bool) -> None:
        """A true line about any transfer, perhaps one read before, perhaps out of date."""
        known = [each for each in self.bank.values() if each.history]
        if old and self.lines:
            line = self.lines[pick % len(self.lines)]
        elif known:
            line = self._line(known[pick % len(known)], named)
            self.lines.append(line)
        else:
            return
        self.office.take(line, by=by, partial=True)

    @rule(by=operators, partial=st.booleans())
    def read_all_that_the_bank_says(self, by: Actor, partial: bool) -> None:
        """One file with a line for every withdrawal: its newest transfer."""
        known = {each.attempt.withdrawal: each for each in self.bank.values() if each.history}
        lines = [self._line(each, "attempt") for each in known.values()]
        outcome = self.office.take(*lines, by=by, partial=partial)
        assert outcome.left == ()
        assert outcome.kept == (partial or not outcome.refused)

    @rule(pick=picks, by=operators)
    def say_what_became_of_it(self, pick: int, by: Actor) -> None:
        ended = {Result.PAID: AttemptState.SETTLED, Result.RETURNED: AttemptState.RETURNED}
        open_ones = [
            self.bank[each.reference] for each in self._open() if each.reference in self.bank
        ]
        known = [each for each in open_ones if each.result in ended]
        if known:
            sent = known[pick % len(known)]
            assert sent.result is not None
            state, id_ = ended[sent.result], sent.attempt.withdrawal
            self._try(lambda: self.office.desk.resolve(id_, state, by, "I looked"))

    @rule(pick=picks, by=operators)
    def pay_by_hand(self, pick: int, by: Actor) -> None:
        """A transfer typed by hand where nothing is open; the truth where the bank has paid."""
        if not self.asked:
            return
        withdrawal = self.asked[pick % len(self.asked)]
        under_way = [each for each in self._open() if each.withdrawal == withdrawal.id]
        if under_way:
            sent = self.bank.get(under_way[0].reference)
            if sent is None or sent.result is not Result.PAID:
                return
        with suppress(Refusal):
            self.office.decisions.pay(withdrawal.id, by)
            self.by_hand[withdrawal.id] += not under_way

    @rule(pick=picks, by=operators, recover=st.booleans())
    def reject(self, pick: int, by: Actor, recover: bool) -> None:
        if self.asked:
            id_ = self.asked[pick % len(self.asked)].id
            self._try(lambda: self.office.decisions.reject(id_, by, "why", recover=recover))

    @rule(pick=picks, by=operators)
    def approve(self, pick: int, by: Actor) -> None:
        if self.asked:
            id_ = self.asked[pick % len(self.asked)].id
            self._try(lambda: self.office.decisions.approve(id_, by))

    # -- what has to be true

    @invariant()
    def nobody_is_paid_twice(self) -> None:
        arrived = Counter(
            each.attempt.withdrawal for each in self.bank.values() if each.result is Result.PAID
        )
        for each in self.asked:
            possible = [
                one
                for one in self.bank.values()
                if one.attempt.withdrawal == each.id and one.result is not Result.RETURNED
            ]
            assert len(possible) + self.by_hand[each.id] <= 1
            now = self._now(each)
            if arrived[each.id] or self.by_hand[each.id]:
                assert now.status in {WithdrawalStatus.PENDING, WithdrawalStatus.SUCCESS}
            if now.status is WithdrawalStatus.SUCCESS:
                assert arrived[each.id] + self.by_hand[each.id] == 1

    @invariant()
    def attempts_and_withdrawals_agree(self) -> None:
        for each in self.asked:
            attempts = self.office.desk.attempts(each.id)
            states = Counter(one.state for one in attempts)
            open_ones = [one for one in attempts if one.is_open]
            status = self._now(each).status
            assert [one.number for one in attempts] == list(range(1, len(attempts) + 1))
            assert len(open_ones) <= (status is WithdrawalStatus.PENDING)
            assert states[AttemptState.SETTLED] <= (status is WithdrawalStatus.SUCCESS)

    @invariant()
    def the_ledger_agrees(self) -> None:
        with self.office.books() as books:
            for account in ACCOUNTS:
                waiting = [
                    one
                    for one in self.asked
                    if one.account == account and self._status(books, one).is_pending
                ]
                expected = waiting[0].usd.total if waiting else Money.zero()
                assert books.ledger.balance(account).in_flight == expected

    # -- looking

    def _hand_over(self, number: int) -> None:
        if number in self.gone | self.handed:
            return
        self.handed.add(number)
        for each in self.office.desk.show(number)[1]:
            assert each.attempt.reference not in self.bank
            self.bank[each.attempt.reference] = Sent(each.attempt)

    def _try(self, act: Callable[[], object]) -> None:
        with suppress(Refusal):
            act()

    def _batches(self) -> list[int]:
        with self.office.books() as books:
            return [number for number in range(1, 200) if books.batches.get(number)]

    def _open(self) -> list[Attempt]:
        attempts = [one for each in self.asked for one in self.office.desk.attempts(each.id)]
        return [one for one in attempts if one.is_open]

    def _now(self, withdrawal: Withdrawal) -> Withdrawal:
        with self.office.books() as books:
            return self._status(books, withdrawal)

    def _status(self, books: object, withdrawal: Withdrawal) -> Withdrawal:
        found: Withdrawal = books.withdrawals.get(withdrawal.account, withdrawal.id)  # type: ignore[attr-defined]
        return found

    def _line(self, sent: Sent, named: str) -> dict[str, str]:
        withdrawal = next(each for each in self.asked if each.id == sent.attempt.withdrawal)
        on = self.office.business.today()
        result = sent.history[-1]
        name = sent.attempt.reference if named == "attempt" else withdrawal.id
        reference = f"{sent.attempt.reference}/{len(sent.history)}"
        line = a_line(withdrawal, result, date=str(on), reference=reference)
        return {**line, "withdrawal_id": name}


TestOperators = Operators.TestCase
TestOperators.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
