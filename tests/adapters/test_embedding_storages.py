"""Journey J15, step 5: the story of `docs/embedding.md` leaves the same ledger wherever it is kept."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import Engine
from tests.core.test_embedding import PAGE, program

import backbeat
from backbeat import Portal
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.memory.accounts import MemoryLastSeen
from backbeat.memory.limits import MemoryLimits
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.files.staging import SqlStaging
from backbeat_adapters.sql.jobs.engine import SqlJobEngine
from backbeat_adapters.sql.runs import SqlRuns
from backbeat_adapters.sql.storage import SqlStorage

Row = tuple[object, ...]


def told() -> dict[str, Any]:
    """The story, with whatever `backbeat.Portal` is."""
    names: dict[str, Any] = {"__name__": "embedding"}
    exec(compile(program(), str(PAGE), "exec"), names)
    return names


def ledger_rows(names: dict[str, Any]) -> list[Row]:
    """Every transaction with its legs and statement rows; ids aside, which were made on the way."""
    with names["portal"].storage.transactions.look() as books:
        sealed = list(books.ledger.store.whole.chain())
    return [
        (
            each.number,
            each.transaction.kind,
            each.transaction.day,
            each.transaction.month,
            each.transaction.actor.kind,
            [
                (leg.amount, leg.house, leg.owner == names["mina"])
                for leg in each.transaction.postings
            ],
            [(row.type, row.amount, row.day, row.month) for row in each.transaction.entries],
        )
        for each in sealed
    ]


def test_sqlite_and_postgresql_hold_what_memory_holds(
    own_database: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_memory = ledger_rows(told())

    def portal(settings: Any, clock: Any, platform: Any, mail: Any, **more: Any) -> Portal:
        if "report_files" not in more:
            return Portal(settings, clock, platform, mail, **more)  # the page's first sign-up
        transactions = SqlTransactions(own_database, clock, TimeOrderedIds())
        storage = SqlStorage(
            transactions=transactions,
            staging=SqlStaging(transactions),
            runs=SqlRuns(own_database),
            job_engine=SqlJobEngine(transactions),
            limits=MemoryLimits(),
            last_seen=MemoryLastSeen(),
        )
        return Portal(settings, clock, platform, mail, storage, **more)

    monkeypatch.setattr(backbeat, "Portal", portal)
    names = told()
    assert isinstance(names["portal"].storage, SqlStorage)
    in_sql = ledger_rows(names)

    assert in_sql == in_memory
    assert len(in_sql) > 2
