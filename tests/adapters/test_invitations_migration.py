"""Who had signed up with a code before invitations were kept has one with the terms of then."""

from __future__ import annotations

from sqlalchemy import Engine, text
from tests.adapters.test_lookalikes_migration import fill

from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.engines import WRITER


def test_earlier_sign_ups_with_a_code_are_invitations(first_database: Engine) -> None:
    migrations.upgrade(first_database, "0007")
    fill(first_database, a="mina@example.org", b="fern@example.org")
    with first_database.connect().execution_options(**WRITER) as connection, connection.begin():
        connection.execute(text("UPDATE accounts SET invited_by = 'a' WHERE id = 'b'"))

    migrations.upgrade(first_database)

    with first_database.connect() as connection:
        (row,) = connection.execute(
            text("SELECT friend, inviter, window_months, joined_on, ends_on FROM invitations")
        ).all()
    assert [str(value) for value in row] == ["b", "a", "3", "2025-09-01", "2025-11-30"]
