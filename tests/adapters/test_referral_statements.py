"""However many friends somebody has, they are asked about together."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from tests.adapters.test_settlement_closing import Office, add_people
from tests.conftest import Database
from tests.fakes.account_keys import recorded
from tests.fakes.friends import FERN, OF_FERN, Circle
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.kernel.ids import AccountId
from backbeat.settings import Settings
from backbeat_adapters.sql.engine.transactions import SqlTransactions


def test_many_friends_take_no_more_statements_than_one(
    sqlite_database: Database, clock: FixedClock, tmp_path: Path
) -> None:
    clock.set(date(2025, 10, 10))
    transactions = SqlTransactions(sqlite_database.engine, clock, counting_ids())
    add_people(transactions, clock)
    circle = Circle(Office(transactions, clock, tmp_path, Settings()))
    circle.office.daily(OF_FERN, "F1", [date(2025, 9, 20)], "70.00")
    circle.invite(FERN)

    with recorded(sqlite_database.engine) as for_one:
        circle.overview()
        circle.friends()
    for friend in ("kai", "studio", "sam", "cora", "net"):
        circle.invite(AccountId(friend))
    with recorded(sqlite_database.engine) as for_many:
        circle.overview()
        circle.friends()

    assert circle.points() == (3500, 0)
    assert len(circle.friends()) == 6
    # Three of a network share a channel: two more questions of two statements in each call.
    assert len(for_many) - len(for_one) <= 8
    assert len(for_one) <= 42
