"""Many reservations at once on one balance: exactly as many succeed as there is money for
(INTEG-21)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, date, datetime
from threading import Barrier

import pytest
from tests.conftest import Database
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.waiting import PATIENCE

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.ledger.errors import NotEnoughBalance
from backbeat.ledger.model import Balance, EntryType
from backbeat_adapters.sql.books import SqlBooks
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable, outages, retrying
from backbeat_adapters.sql.engine.transactions import SqlTransactions

MINA = AccountId("mina")
ACT = ActContext(
    Actor.operator("ann"), date(2025, 10, 25), datetime(2025, 10, 25, tzinfo=UTC), "race"
)
AT_ONCE, ATTEMPTS, FUNDED = 8, 400, 100

Begin = Callable[[], AbstractContextManager[SqlBooks]]


def race(transactions: SqlTransactions, begin: Begin) -> Counter[str]:
    """Fund one balance for 100 reservations, try 400 at once; how the attempts ended."""
    with transactions.begin() as books:
        books.ledger.post(MINA, EntryType.PORTAL_PROFIT, Money.of(FUNDED), ACT, source="funds")
    start = Barrier(AT_ONCE)

    def attempt(number: int) -> str:
        def reserve() -> str:
            with begin() as books:
                # A use case has read something before it locks: who asks, what is registered.
                books.accounts.get(MINA)
                books.ledger.reservations.reserve(
                    MINA, Money.of(1), WithdrawalId(f"w{number}"), ACT
                )
            return "reserved"

        if number < AT_ONCE:
            start.wait()
        try:
            return retrying(reserve)
        except NotEnoughBalance:
            return "refused"
        except DatabaseUnavailable as error:
            return str(error)

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return Counter(pool.map(attempt, range(ATTEMPTS)))


def require_exact(outcomes: Counter[str]) -> None:
    """Exactly as many as there is money for, every other told so, and nobody turned away."""
    assert outcomes == {"reserved": FUNDED, "refused": ATTEMPTS - FUNDED}


@pytest.fixture
def transactions(database: Database) -> SqlTransactions:
    return SqlTransactions(database.engine, FixedClock(), counting_ids())


def test_exactly_as_many_reservations_as_there_is_money_for(transactions: SqlTransactions) -> None:
    require_exact(race(transactions, transactions.begin))

    with transactions.look() as books:
        assert books.ledger.balance(MINA) == Balance(Money.of(0), Money.of(FUNDED))
        assert books.ledger.check().findings == ()


def test_without_begin_immediate_the_race_is_lost(sqlite_database: Database) -> None:
    """A writer that began as a reader is thrown out when another has written meanwhile."""
    transactions = SqlTransactions(sqlite_database.engine, FixedClock(), counting_ids())
    have_read, first = Barrier(AT_ONCE), iter(range(AT_ONCE))

    @contextmanager
    def deferred() -> Iterator[SqlBooks]:
        engine = sqlite_database.engine
        with (
            outages(),
            engine.connect().execution_options(sqlite_begin="DEFERRED") as connection,
            connection.begin(),
        ):
            books = SqlBooks(connection, FixedClock(), counting_ids())
            if next(first, None) is not None:
                # They would come one after another where the machine has nothing to give.
                books.accounts.get(MINA)
                have_read.wait(PATIENCE)
            yield books

    outcomes = race(transactions, deferred)

    with pytest.raises(AssertionError):
        require_exact(outcomes)
    assert outcomes["database is locked"] > 0
    with transactions.look() as books:
        # The conditional updates still hold: attempts are lost, money is not.
        assert books.ledger.check().findings == ()
        assert books.ledger.balance(MINA).in_flight == Money.of(outcomes["reserved"])
