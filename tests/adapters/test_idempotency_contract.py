"""A named call is done once, over every kind of books."""

from __future__ import annotations

import threading
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

import pytest
from attrs import frozen
from sqlalchemy import text
from tests.conftest import Database
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.idempotency.errors import CallInFlight, IdempotencyMismatch
from backbeat.idempotency.model import Call
from backbeat.idempotency.service import KeptAnswers, once
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.memory.books import MemoryTransactions
from backbeat_adapters.sql.engine.transactions import SqlTransactions

Transactions = MemoryTransactions | SqlTransactions


@frozen
class Receipt:
    number: str
    total: Money
    month: Month
    on: date
    at: datetime
    rate: Decimal
    note: str | None


RECEIPT = Receipt(
    "r1",
    Money.of("12.345678", Currency.CNY),
    Month(2025, 9),
    date(2025, 10, 1),
    datetime(2025, 10, 1, 12, 30, 15, 123456, tzinfo=UTC),
    Decimal("7.1234"),
    None,
)
MINA, HAO = AccountId("mina"), AccountId("hao")


def send(transactions: Transactions, call: Call | None, done: list[str]) -> Receipt:
    def act() -> Receipt:
        done.append("done")
        return RECEIPT

    with transactions.begin() as books:
        return once(books.idempotency, call, Receipt, act)


def test_the_same_call_gets_the_same_answer_and_is_done_once(transactions: Transactions) -> None:
    done: list[str] = []
    call = Call(MINA, "k1", "f1")

    assert [send(transactions, call, done) for _ in range(3)] == [RECEIPT] * 3
    assert done == ["done"]


def test_another_key_or_account_is_another_call(transactions: Transactions) -> None:
    done: list[str] = []
    for call in (Call(MINA, "k1", "f1"), Call(MINA, "k2", "f1"), Call(HAO, "k1", "f9"), None, None):
        send(transactions, call, done)

    assert len(done) == 5


def test_a_key_used_for_something_else_is_refused(transactions: Transactions) -> None:
    send(transactions, Call(MINA, "k1", "f1"), [])

    with pytest.raises(IdempotencyMismatch):
        send(transactions, Call(MINA, "k1", "f2"), [])


def test_a_refused_call_may_be_sent_again(transactions: Transactions) -> None:
    def refuse() -> Receipt:
        raise NotFound

    call = Call(MINA, "k1", "f1")
    with pytest.raises(NotFound), transactions.begin() as books:
        once(books.idempotency, call, Receipt, refuse)

    assert send(transactions, call, []) == RECEIPT


def test_old_answers_are_forgotten(transactions: Transactions, clock: FixedClock) -> None:
    done: list[str] = []
    send(transactions, Call(MINA, "old", "f1"), done)
    clock.move(timedelta(days=30))
    assert KeptAnswers(transactions, clock).forget_old() == 0
    clock.move(timedelta(seconds=1))
    send(transactions, Call(MINA, "new", "f1"), done)

    assert KeptAnswers(transactions, clock).forget_old() == 1
    send(transactions, Call(MINA, "new", "f1"), done)
    send(transactions, Call(MINA, "old", "f1"), done)
    assert len(done) == 3


def test_of_many_at_once_one_is_done_and_all_get_its_answer(transactions: Transactions) -> None:
    done: list[str] = []
    answers: list[Receipt] = []
    start = threading.Barrier(20)

    def one() -> None:
        start.wait()
        answers.append(send(transactions, Call(MINA, "k1", "f1"), done))

    threads = [threading.Thread(target=one) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert answers == [RECEIPT] * 20
    assert done == ["done"]


def test_a_call_that_waits_too_long_for_its_twin_is_told_so(postgresql_database: Database) -> None:
    over = SqlTransactions(postgresql_database.engine, FixedClock(), counting_ids())
    call = Call(MINA, "k1", "f1")
    told: list[str] = []

    def claim_impatiently() -> None:
        with over.begin() as books:
            books.connection.execute(text("SET LOCAL lock_timeout = '50ms'"))
            books.idempotency.claim(call)

    def twin() -> None:
        with pytest.raises(CallInFlight):
            claim_impatiently()
        told.append("in flight")

    with over.begin() as books:
        books.idempotency.claim(call)
        thread = threading.Thread(target=twin)
        thread.start()
        thread.join()

    assert told == ["in flight"]
