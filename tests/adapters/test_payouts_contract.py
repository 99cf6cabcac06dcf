"""Batches and attempts are kept alike in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from contextlib import suppress
from datetime import date, timedelta
from typing import Any

import pytest
from attrs import evolve
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from tests.conftest import Database
from tests.fakes.standins import NOON, FixedClock, counting_ids
from tests.fakes.withdrawals import BANK, BY_BANK, BY_PAYPAL, MINA, a_withdrawal

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.payout_methods.bank import PAIN001
from backbeat.payout_methods.model import FileForm
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.model import Attempt, Batch, BatchFile, Debtor, Step
from backbeat.payouts.ports import Books
from backbeat.withdrawals.errors import PayoutUnderWay
from backbeat.withdrawals.model import AttemptState, OpenAttempt
from backbeat_adapters.secrets import secret_box
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.payouts import SqlAttempts

FIRST_PAGE = PageRequest(0, 10)
DEBTOR = Debtor("Backbeat Music", "DE89370400440532013000", "COBADEFFXXX")
EXPORTED = Step(AttemptState.EXPORTED, date(2025, 11, 6), NOON, "ann")
W1 = WithdrawalId("w1")


class _Undone(Exception):
    pass


def a_batch(number: int = 1, **changes: Any) -> Batch:
    file = BatchFile(f"payout-{number}.csv", "0" * 64, 2, Money.of("285.90"))
    batch = Batch(
        number=number,
        kind=PAYMENTS,
        form=FileForm.CSV,
        currency=Currency.USD,
        made_on=date(2025, 11, 6),
        made_at=NOON,
        made_by="ann",
        files=(file,),
    )
    return evolve(batch, **changes)


def an_attempt(
    withdrawal: str = W1, number: int = 1, batch: int = 1, place: int = 0, account: str = MINA
) -> Attempt:
    amount = Money.of("142.95")
    return Attempt(
        AccountId(account), WithdrawalId(withdrawal), number, batch, place, amount, (EXPORTED,)
    )


def step(state: AttemptState, **changes: Any) -> Step:
    later = Step(state, date(2025, 11, 7), NOON + timedelta(1), "bob", "bank-1", "why")
    return evolve(later, **changes)


def test_a_batch_comes_back_as_it_was_added(transactions: Transactions[Books]) -> None:
    files = tuple(
        BatchFile(f"payout-{part}.xml", str(part) * 64, part, Money(part * 10_000, Currency.CNY))
        for part in (1, 2)
    )
    batch = a_batch(
        kind=PAIN001,
        form=FileForm.XML,
        currency=Currency.CNY,
        files=files,
        debtor=DEBTOR,
    )
    with transactions.begin() as books:
        assert books.batches.next_number() == 1
        books.batches.add(batch)

    with transactions.look() as books:
        assert books.batches.get(1) == batch
        assert books.batches.get(2) is None
    assert (batch.count, batch.total) == (3, Money(30_000, Currency.CNY))


def test_a_number_that_was_not_used_comes_again(transactions: Transactions[Books]) -> None:
    with suppress(_Undone), transactions.begin() as books:
        books.batches.next_number()
        raise _Undone
    with transactions.begin() as books:
        books.batches.add(a_batch(books.batches.next_number()))
    with transactions.begin() as books:
        assert books.batches.next_number() == 2


def test_an_attempt_grows_by_steps(transactions: Transactions[Books]) -> None:
    sent = an_attempt().moved(step(AttemptState.SENT, reason=None))
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal())
        books.batches.add(a_batch())
        books.attempts.add([an_attempt()])
        assert books.attempts.open_of(MINA, W1) == OpenAttempt(1, AttemptState.EXPORTED)
        books.attempts.save([sent])

    with transactions.begin() as books:
        assert list(books.attempts.of({W1: MINA})[W1]) == [sent]
        books.attempts.settle(MINA, W1, date(2025, 11, 8), NOON, "ann", reason=None)

    with transactions.look() as books:
        [attempt] = books.attempts.of({W1: MINA})[W1]
        assert attempt.steps[:2] == sent.steps
        assert attempt.steps[2] == Step(AttemptState.SETTLED, date(2025, 11, 8), NOON, "ann")
        assert books.attempts.open_of(MINA, W1) is None
        assert books.attempts.in_batch(1) == [attempt]


def test_a_withdrawal_has_one_open_attempt(transactions: Transactions[Books]) -> None:
    returned = an_attempt().moved(step(AttemptState.RETURNED))
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal())
        books.batches.add(a_batch())
        books.batches.add(a_batch(2))
        books.attempts.add([an_attempt()])

    with pytest.raises(PayoutUnderWay) as refused, transactions.begin() as books:
        books.attempts.add([an_attempt(number=2, batch=2)])
    assert (refused.value.batch, refused.value.state) == (1, AttemptState.EXPORTED)

    with transactions.begin() as books:
        books.attempts.save([returned])
        books.attempts.add([an_attempt(number=2, batch=2)])
    with transactions.look() as books:
        assert [each.number for each in books.attempts.of({W1: MINA})[W1]] == [1, 2]
        assert books.attempts.open_of(MINA, W1) == OpenAttempt(2, AttemptState.EXPORTED)
        none = WithdrawalId("none")
        assert list(books.attempts.of({none: MINA})[none]) == []
        assert not books.attempts.came_back(MINA, none)
        assert not books.attempts.came_back(MINA, W1)


def test_another_operators_attempt_of_the_same_moment_is_refused_by_the_database(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two look at once and find none open: the second one's row is refused, in the same words."""
    transactions = SqlTransactions(database.engine, FixedClock(), counting_ids())
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal())
        for number in (1, 2):
            books.batches.add(a_batch(number))
        books.attempts.add([an_attempt()])

    monkeypatch.setattr(SqlAttempts, "_require_none_open", lambda *_: None)
    with pytest.raises(PayoutUnderWay) as refused, transactions.begin() as books:
        books.attempts.add([an_attempt(number=2, batch=2)])
    assert (refused.value.batch, refused.value.state) == (2, AttemptState.EXPORTED)
    with transactions.begin() as books:
        books.attempts.save([an_attempt().moved(step(AttemptState.RETURNED))])
    with pytest.raises(IntegrityError), transactions.begin() as books:
        books.attempts.add([an_attempt()])
    with transactions.look() as books:
        assert [each.number for each in books.attempts.of({W1: MINA})[W1]] == [1]


def test_batches_are_listed_with_their_states(transactions: Transactions[Books]) -> None:
    with transactions.begin() as books:
        for number in (1, 2, 3):
            books.withdrawals.add(a_withdrawal(number, account=AccountId(f"a{number}")))
        books.batches.add(a_batch())
        books.batches.add(a_batch(2))
        books.attempts.add([an_attempt("w1", account="a1")])
        second_of_it = an_attempt("w2", place=1, account="a2")
        books.attempts.add([second_of_it])
        books.attempts.add([an_attempt("w3", batch=2, account="a3")])
        books.attempts.save([second_of_it.moved(step(AttemptState.UNCLAIMED))])

    with transactions.look() as books:
        listed = books.batches.page(None, FIRST_PAGE)
        unclaimed = books.batches.page(AttemptState.UNCLAIMED, FIRST_PAGE)
        second = books.batches.page(None, PageRequest(1, 1))
    assert [each.batch.number for each in listed.items] == [2, 1]
    assert dict(listed.items[1].states) == {AttemptState.EXPORTED: 1, AttemptState.UNCLAIMED: 1}
    assert ([each.batch.number for each in unclaimed.items], unclaimed.total) == ([1], 1)
    assert ([each.batch.number for each in second.items], second.total) == ([1], 2)


def test_many_withdrawals_are_locked_in_order(transactions: Transactions[Books]) -> None:
    by_bank = a_withdrawal(2, account=AccountId("b"), destination=BANK)
    with transactions.begin() as books:
        books.withdrawals.add(by_bank)
        books.withdrawals.add(a_withdrawal(1))

    with transactions.begin() as books:
        ids = [WithdrawalId(each) for each in ("w2", "nothing", "w1")]
        owners = books.withdrawals.accounts_of([*ids, *ids])
        assert owners == {"w1": MINA, "w2": "b"}
        assert list(books.withdrawals.lock_all(owners)) == [a_withdrawal(1), by_bank]
        assert list(books.withdrawals.get_all(owners)) == [a_withdrawal(1), by_bank]
        assert list(books.withdrawals.lock_all({})) == []
        assert books.withdrawals.waiting(BY_BANK) == {"w2": "b"}
        assert books.withdrawals.waiting(BY_PAYPAL) == {"w1": MINA}


def test_the_operators_account_is_sealed(database: Database) -> None:
    container = secret_box(["c" * 43 + "="])
    sealed = SqlTransactions(database.engine, FixedClock(), counting_ids(), container)
    with sealed.begin() as books:
        books.batches.add(a_batch(kind=PAIN001, form=FileForm.XML, debtor=DEBTOR))

    with database.engine.connect() as connection:
        [stored] = connection.execute(text("SELECT debtor FROM payout_batches")).scalars()
    assert DEBTOR.account not in stored
    with sealed.look() as books:
        found = books.batches.get(1)
    assert found is not None
    assert found.debtor == DEBTOR
