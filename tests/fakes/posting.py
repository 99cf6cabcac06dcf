"""A posting by hand."""

from __future__ import annotations

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType
from backbeat_adapters.sql.engine.transactions import SqlTransactions

ANN = Actor.operator("ann")


def post(books: SqlTransactions, source: str) -> None:
    act = ActContext(ANN, books.clock.today(), books.clock.now(), "agreed")
    with books.begin() as opened:
        opened.ledger.post(
            AccountId("mina"), EntryType.PORTAL_PROFIT, Money.of(1), act, source=source
        )
