"""Settlements are kept the same way in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from attrs import evolve

from backbeat.accounts.network.shares import Chain, Link
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.memory.books import MemoryTransactions
from backbeat.platforms.kinds import Sort
from backbeat.platforms.own.report_kinds import OWN_MONTHLY
from backbeat.platforms.youtube.report_kinds import CLAIM_RAW
from backbeat.settlement.errors import AlreadyClosed, LineSettled
from backbeat.settlement.model import SettledLine, Settlement, SettlementTerms, Sums, Treatment
from backbeat.settlement.packed import Group
from backbeat.settlement.ports import SettledLineRepository, SettlementRepository
from backbeat_adapters.sql.engine.transactions import SqlTransactions

SEPTEMBER = Month(2025, 9)
CHAIN = Chain((Link(AccountId("studio")), Link(AccountId("kai"), 9_500)))


@pytest.fixture
def settlements(
    transactions: MemoryTransactions | SqlTransactions,
) -> Iterator[SettlementRepository]:
    with transactions.begin() as books:
        yield books.settlements


def a_settlement(month: Month = SEPTEMBER, revision: int = 0) -> Settlement:
    return Settlement(
        month,
        revision,
        date(2025, 10, 20),
        datetime(2025, 10, 20, 9, tzinfo=UTC),
        Actor.operator("ann"),
        "all files are in",
        (CLAIM_RAW, OWN_MONTHLY),
        SettlementTerms(Decimal("0.30"), through_main=True, daily=True),
        Sums(Money(5), Money(-1), Money(2), Money(3), Money(1)),
        999,
        2,
        7,
    )


def a_group(channel: str = "c1", nanos: int = 200_000_000_000) -> Group:
    return Group(ChannelId(channel), EntryType.MUSIC_PROFIT, CHAIN, nanos)


def test_a_settlement_comes_back_as_it_was(settlements: SettlementRepository) -> None:
    settlements.add(a_settlement(), [a_group("c1"), a_group("c2")])

    assert settlements.of(SEPTEMBER) == [a_settlement()]
    assert settlements.groups(SEPTEMBER, 0) == [a_group("c1"), a_group("c2")]
    assert settlements.groups(SEPTEMBER, 0, [ChannelId("c2")]) == [a_group("c2")]
    assert settlements.groups(SEPTEMBER, 0, []) == []
    assert settlements.groups(SEPTEMBER, 1) == []


def test_a_month_has_each_revision_once(settlements: SettlementRepository) -> None:
    settlements.add(a_settlement(), [a_group()])

    with pytest.raises(AlreadyClosed) as refused:
        settlements.add(a_settlement(), [])
    assert refused.value.closed_on == date(2025, 10, 20)


def test_settlements_are_listed_from_the_newest_month(settlements: SettlementRepository) -> None:
    for month, revision in ((SEPTEMBER, 0), (SEPTEMBER, 1), (Month(2025, 10), 0)):
        settlements.add(a_settlement(month, revision), [])

    listed = [(each.month.month, each.revision) for each in settlements.all()]
    assert listed == [(10, 0), (9, 0), (9, 1)]


def test_an_open_month_has_no_settlement(settlements: SettlementRepository) -> None:
    assert settlements.of(SEPTEMBER) == []


def test_the_newest_closed_month_is_known(settlements: SettlementRepository) -> None:
    assert settlements.last_closed() is None

    settlements.add(a_settlement(Month(2025, 10)), [])
    settlements.add(a_settlement(Month(2025, 9)), [])
    settlements.add(a_settlement(Month(2025, 9), 1), [])

    assert settlements.last_closed() == Month(2025, 10)


@pytest.fixture
def lines(
    transactions: MemoryTransactions | SqlTransactions,
) -> Iterator[SettledLineRepository]:
    with transactions.begin() as books:
        yield books.settled_lines


def a_line(name: str = "Ads Revenue: Dispute", revision: int = 0, **changed: Any) -> SettledLine:
    line = SettledLine(
        SEPTEMBER,
        name,
        revision,
        Money(-1_234_560_000),
        Treatment.SHARED,
        Sort.ADS,
        date(2025, 10, 20),
        datetime(2025, 10, 20, 9, tzinfo=UTC),
        Actor.operator("ann"),
        "decided in July",
        3,
    )
    return evolve(line, **changed)


def test_a_settled_line_comes_back_as_it_was(lines: SettledLineRepository) -> None:
    kept = a_line("Experiment", treatment=Treatment.KEPT, sort=None, reason=None, entries=0)
    undone = a_line(revision=1, amount=Money(1_234_560_000))
    for line in (undone, kept, a_line(), a_line(month=Month(2025, 10))):
        lines.add(line)

    assert lines.of(SEPTEMBER) == [a_line(), undone, kept]
    assert lines.of(Month(2025, 11)) == []


def test_a_line_has_each_revision_once_whatever_its_case(lines: SettledLineRepository) -> None:
    lines.add(a_line())

    with pytest.raises(LineSettled) as refused:
        lines.add(a_line("ADS  revenue: dispute", day=date(2025, 10, 21)))
    assert refused.value.settled_on == date(2025, 10, 20)
    assert lines.of(SEPTEMBER) == [a_line()]
