"""The database full, locked or away: reading goes on where it can, writing answers 503, all of it passes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from falcon.testing import Result
from sqlalchemy import Connection, event, text
from tests.conftest import Database
from tests.http.hostile import JSON, Sent
from tests.http.world import MAIN, World

from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.schema_version import newest

READ = Sent("GET", "/api/notification/list")
WRITE = Sent(
    "POST",
    "/api/member/settings/push",
    body=b'{"notice": true, "marketing": true}',
    headers={"Content-Type": JSON},
)


@pytest.fixture
def busy_for_a_moment(database: Database) -> Iterator[None]:
    """Connections lose their patience at once instead of after ten seconds, or half a minute."""
    database.engine.update_execution_options(sqlite_patience=0)

    def impatient(connection: Connection) -> None:
        if database.kind == "postgresql":
            connection.exec_driver_sql("SET LOCAL lock_timeout = '50ms'")

    event.listen(database.engine, "begin", impatient)
    yield
    event.remove(database.engine, "begin", impatient)


def require_503(answer: Result) -> None:
    assert answer.status_code == 503
    assert answer.json["code"] == 1
    assert answer.json["details"]["reason"] == "unavailable"
    assert int(answer.headers["Retry-After"]) > 0


@pytest.mark.usefixtures("busy_for_a_moment")
def test_while_a_writer_holds_the_books_reading_goes_on(world: World, database: Database) -> None:
    lock = "BEGIN IMMEDIATE" if database.kind == "sqlite" else "LOCK TABLE accounts"
    with database.engine.connect() as holder:
        if database.kind == "sqlite":
            holder.exec_driver_sql("ROLLBACK")
        holder.execute(text(lock))

        require_503(world.send(WRITE, MAIN))
        if database.kind == "sqlite":
            assert world.send(READ, MAIN).status_code == 200
            assert world.client.simulate_get("/readyz").status_code == 503
        assert world.client.simulate_get("/healthz").status_code == 200
        holder.rollback()

    assert world.send(WRITE, MAIN).status_code == 200
    assert world.client.simulate_get("/readyz").status_code == 200


class TestAFullDisk:
    """On SQLite, which can be told how large it may grow."""

    @pytest.fixture
    def database(self, sqlite_database: Database) -> Database:
        return sqlite_database

    def test_writing_is_refused_whole_and_passes(self, world: World, database: Database) -> None:
        with growing_to(database, pages=1):
            answers = [world.send(WRITE, MAIN) for _ in range(40)]
            assert {answer.status_code for answer in answers} <= {200, 503}
            require_503(answers[-1])
            assert world.send(READ, MAIN).status_code == 200
            assert world.client.simulate_get("/healthz").status_code == 200

        with growing_to(database, pages=1_000_000):
            assert world.send(WRITE, MAIN).status_code == 200


@contextmanager
def growing_to(database: Database, pages: int) -> Iterator[None]:
    """Connections that may not let the file grow beyond so many pages."""

    def limited(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    event.listen(database.engine, "checkout", limited)
    try:
        yield
    finally:
        event.remove(database.engine, "checkout", limited)


class TestAnotherVersion:
    """The database was upgraded, or brought back, beside a server of another version (OPS-17)."""

    @pytest.fixture
    def database(self, sqlite_database: Database) -> Database:
        return sqlite_database

    @pytest.mark.parametrize(
        ("revision", "cure"), [("0001", "run backbeat db upgrade"), ("0999", "install that one")]
    )
    def test_no_call_touches_it_and_readyz_says_so(
        self,
        world: World,
        database: Database,
        caplog: pytest.LogCaptureFixture,
        revision: str,
        cure: str,
    ) -> None:
        set_revision(database, revision)

        require_503(world.send(WRITE, MAIN))
        require_503(world.send(READ, MAIN))
        told = world.client.simulate_get("/readyz")
        assert (told.status_code, told.headers["Retry-After"]) == (503, "5")
        assert told.text.startswith("not ready: schema 0")
        assert told.text.endswith(f"{cure}\n")
        assert world.client.simulate_get("/healthz").status_code == 200
        assert "Traceback" not in caplog.text

        set_revision(database, newest())
        assert world.send(WRITE, MAIN).status_code == 200
        assert world.client.simulate_get("/readyz").text == "ready\n"

    def test_readyz_says_so_of_a_server_that_was_right_before(
        self, world: World, database: Database
    ) -> None:
        assert world.client.simulate_get("/readyz").status_code == 200

        set_revision(database, "0999")

        assert world.client.simulate_head("/readyz").status_code == 503


def set_revision(database: Database, revision: str) -> None:
    with database.engine.connect().execution_options(**WRITER) as connection, connection.begin():
        connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": revision})
