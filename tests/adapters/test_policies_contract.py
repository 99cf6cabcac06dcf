"""Policies are kept and set the same way in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from decimal import Decimal
from threading import Barrier

import pytest
from sqlalchemy.exc import DatabaseError
from tests.conftest import Database
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.withdrawals import a_withdrawal

from backbeat.audit.ports import AuditFilter
from backbeat.kernel.actors import Actor
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.policies.errors import PolicyInUse, PolicyRefused
from backbeat.policies.model import OPEN, Policy
from backbeat.policies.rules import KEYS
from backbeat.policies.service import Policies
from backbeat.settings import Settings
from backbeat.settings import Withdrawal as WithdrawalSettings
from backbeat.settlement.model import Settlement, SettlementTerms, Sums
from backbeat_adapters.sql.engine.outages import retrying
from backbeat_adapters.sql.engine.transactions import SqlTransactions

ANN = Actor.operator("ann")
MINIMUM = "withdrawal.minimum"
AT = datetime(2025, 10, 15, 12, tzinfo=UTC)


@pytest.fixture
def policies(transactions: MemoryTransactions | SqlTransactions, clock: FixedClock) -> Policies:
    settings = Settings(withdrawal=WithdrawalSettings(minimum=Decimal("33.50")))
    return Policies(transactions, clock, clock, settings)


def minimum(policies: Policies, *days: date) -> Sequence[str]:
    return [str(policies.on(day).withdrawal.minimum) for day in days]


def test_rows_come_back_in_order_as_they_were(
    transactions: MemoryTransactions | SqlTransactions,
) -> None:
    rows = [
        Policy("a.b", "1", OPEN, 0, ANN, AT),
        Policy("a.b", "2", date(2025, 11, 1), 0, ANN, AT, "why"),
        Policy("a.b", "3", date(2025, 11, 1), 1, Actor.system("x"), AT),
        Policy("a_b", "[[25, -1]]", OPEN, 0, ANN, AT),
    ]
    with transactions.begin() as books:
        books.policies.hold()
        books.policies.lock()
        books.policies.add([rows[3], rows[1]])
        books.policies.add([rows[2], rows[0]])

    with transactions.look() as books:
        assert books.policies.all() == rows


def test_without_a_row_the_configuration_counts(policies: Policies) -> None:
    assert minimum(policies, date(1999, 1, 1), date(2099, 1, 1)) == ["33.50", "33.50"]
    assert {each.policy for each in policies.show()} == {None}


def test_the_first_values_are_written_once_and_rule_from_then_on(policies: Policies) -> None:
    assert policies.seed(ANN) == len(KEYS)
    assert policies.seed(ANN) == 0

    later = Policies(policies.transactions, policies.business, policies.security, Settings())
    assert minimum(later, date(1999, 1, 1)) == ["33.50"]
    (shown,) = [each for each in later.show() if each.key.path == MINIMUM]
    assert (shown.value, shown.since, shown.until) == ("33.50", None, None)


def test_a_value_counts_from_its_day_until_the_next(policies: Policies) -> None:
    policies.seed(ANN)
    policies.set(MINIMUM, "30", date(2026, 1, 1), ANN, reason="new year")
    change = policies.set(MINIMUM, "25.00", date(2025, 11, 1), ANN, reason="autumn")

    assert (change.before, change.until) == ("33.50", date(2025, 12, 31))
    days = (date(2025, 10, 31), date(2025, 11, 1), date(2025, 12, 31), date(2026, 1, 1))
    assert minimum(policies, *days) == ["33.50", "25.00", "25.00", "30"]
    (shown,) = [e for e in policies.show(date(2025, 12, 5)) if e.key.path == MINIMUM]
    assert (shown.since, shown.until) == (date(2025, 11, 1), date(2025, 12, 31))


def test_setting_the_same_day_again_replaces_without_forgetting(policies: Policies) -> None:
    policies.set(MINIMUM, "25", date(2025, 11, 1), ANN, reason="a slip")
    policies.set(MINIMUM, "26", date(2025, 11, 1), ANN, reason="as agreed")

    assert minimum(policies, date(2025, 11, 1)) == ["26"]
    assert [(row.value, row.reason, gone) for row, gone in policies.history()] == [
        ("25", "a slip", True),
        ("26", "as agreed", False),
    ]


def test_a_dry_run_and_a_refusal_change_nothing(policies: Policies) -> None:
    tried = policies.set(MINIMUM, "25", date(2025, 11, 1), ANN, reason="look", dry_run=True)
    with pytest.raises(PolicyRefused):
        policies.set(MINIMUM, "-25", date(2025, 11, 1), ANN, reason="a slip")

    assert (tried.before, tried.policy.value) == ("33.50", "25")
    assert policies.history() == []


def test_a_change_is_in_the_audit(policies: Policies) -> None:
    policies.set(MINIMUM, "25", date(2025, 11, 1), ANN, reason="agreed")

    with policies.transactions.look() as books:
        (row,) = books.audit.page(AuditFilter(action="policy."), PageRequest()).items
    assert (row.entry.actor, row.entry.target) == (ANN, "policy:withdrawal.minimum")
    assert (row.entry.before, row.entry.reason) == ({"value": "33.50"}, "agreed")
    assert row.entry.after == {"value": "25", "from": "2025-11-01", "until": None}


def test_what_a_withdrawal_used_stays(
    policies: Policies, transactions: MemoryTransactions | SqlTransactions
) -> None:
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal(1, requested_on=date(2025, 10, 25)))

    with pytest.raises(PolicyInUse) as refused:
        policies.set(MINIMUM, "25", date(2025, 10, 25), ANN, reason="too late")
    assert refused.value.free_from == date(2025, 10, 26)
    policies.set(MINIMUM, "25", date(2025, 10, 26), ANN, reason="in time")


def test_what_a_close_used_stays(
    policies: Policies, transactions: MemoryTransactions | SqlTransactions
) -> None:
    closed = Settlement(
        Month(2025, 9), 0, date(2025, 10, 20), AT, ANN, None, (), SettlementTerms(), Sums(), 0, 0, 0
    )
    with transactions.begin() as books:
        books.settlements.add(closed, [])

    with pytest.raises(PolicyInUse) as refused:
        policies.set("settlement.operator_rate", "0.1", date(2025, 9, 1), ANN, reason="late")
    assert refused.value.free_from == date(2025, 10, 1)
    policies.set("settlement.operator_rate", "0.1", date(2025, 10, 1), ANN, reason="in time")
    assert policies.on(date(2025, 10, 31)).settlement.operator_rate == Decimal("0.1")


def test_two_operators_at_once_are_both_kept(database: Database, clock: FixedClock) -> None:
    together = Barrier(2)
    policies = Policies(
        SqlTransactions(database.engine, clock, counting_ids()), clock, clock, Settings()
    )

    def set_(value: str) -> None:
        together.wait()
        retrying(lambda: policies.set(MINIMUM, value, date(2025, 11, 1), ANN, reason="at once"))

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(set_, ("25", "26")))
    assert [row.revision for row, _ in policies.history()] == [0, 1]


def test_rows_are_never_changed(database: Database, clock: FixedClock) -> None:
    transactions = SqlTransactions(database.engine, clock, counting_ids())
    Policies(transactions, clock, clock, Settings()).seed(ANN)

    for statement in ("UPDATE policies SET value = '0'", "DELETE FROM policies"):
        with pytest.raises(DatabaseError), database.engine.begin() as connection:
            connection.exec_driver_sql(statement)
