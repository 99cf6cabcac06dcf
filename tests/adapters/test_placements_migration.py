"""Who stood below somebody before places were kept by day stands there since it was made."""

from __future__ import annotations

from sqlalchemy import Engine, text
from tests.adapters.test_lookalikes_migration import fill

from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.engines import WRITER


def test_earlier_members_are_placed_where_they_stood(first_database: Engine) -> None:
    migrations.upgrade(first_database, "0007")
    fill(first_database, a="mina@example.org", b="kai@example.org")
    with first_database.connect().execution_options(**WRITER) as connection, connection.begin():
        connection.execute(text("UPDATE accounts SET manager = 'a' WHERE id = 'b'"))

    migrations.upgrade(first_database)

    with first_database.connect() as connection:
        rows = connection.execute(text("SELECT account, manager, from_day FROM placements")).all()
    assert [[str(value) for value in row] for row in rows] == [["b", "a", "2025-09-01"]]
