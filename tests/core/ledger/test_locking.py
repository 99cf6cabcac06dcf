"""Which balances a posting locks, and in which order: two that meet must not wait for each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime

import pytest
from tests.fakes.standins import NOON, FixedClock, counting_ids

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.ledger.ledger import Ledger
from backbeat.ledger.model import Balance, Entry, EntryType, Kind
from backbeat.ledger.rules import entry_id
from backbeat.memory.books import MemoryBooks
from backbeat.memory.ledger import MemoryLedger

MINA, KAI, HAO = AccountId("mina"), AccountId("kai"), AccountId("hao")
ACT = ActContext(Actor.operator("ann"), date(2025, 10, 25), datetime(2025, 10, 25, tzinfo=UTC))


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[list[AccountId]]:
    """What the store was asked to lock, one list for each time."""
    found: list[list[AccountId]] = []
    lock = MemoryLedger.lock

    def noted(self: MemoryLedger, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        found.append(list(accounts))
        return lock(self, accounts)

    monkeypatch.setattr(MemoryLedger, "lock", noted)
    return found


@pytest.fixture
def ledger() -> Ledger:
    return MemoryBooks(FixedClock(NOON), counting_ids()).ledger


def test_balances_are_locked_in_ascending_order_each_once(
    ledger: Ledger, asked: list[list[AccountId]]
) -> None:
    ledger.lock(MINA, HAO, KAI, MINA)

    assert asked == [[HAO, KAI, MINA]]


def test_so_are_those_of_several_postings(ledger: Ledger, asked: list[list[AccountId]]) -> None:
    entries = {
        f"gift:{account}": Entry(
            entry_id(account, 0), account, EntryType.PORTAL_PROFIT, Money.of(1), ACT.day
        )
        for account in (MINA, HAO)
    }
    ledger.post_entries(entries, ACT, kind=Kind.POSTING)

    assert asked == [[HAO, MINA]]
