"""Which databases the program works with, and the one cure for the others (OPS-17)."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import Engine, create_engine, text
from tests.conftest import Database

from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine.engines import WRITER, make_counters_engine, make_engine
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable, outages
from backbeat_adapters.sql.schema_version import (
    Fit,
    WrongSchema,
    examine,
    newest,
    require_ours,
    revisions,
)

CURES = {
    Fit.EMPTY: "the database is empty: run backbeat db upgrade",
    Fit.OLDER: f"schema 0001 is of an earlier program than this one ({newest()}):"
    " stop serve and worker, then run backbeat db upgrade",
    Fit.NEWER: "schema 0999 is of a newer program than this one: install that one",
}
FOREIGN = "the database is not Backbeat's ({what}): set database_url to the one that is"


@pytest.fixture
def marked(database: Database) -> Iterator[Database]:
    """A database whose mark a test may change; PostgreSQL's is used again by others."""
    yield database
    mark(database.engine, newest())


def mark(engine: Engine, revision: str | None) -> None:
    with engine.connect().execution_options(**WRITER) as connection, connection.begin():
        connection.execute(text("DELETE FROM alembic_version"))
        if revision:
            connection.execute(text("INSERT INTO alembic_version VALUES (:it)"), {"it": revision})


def test_the_newest_revision_is_that_of_the_migrations() -> None:
    scripts = ScriptDirectory.from_config(migrations._config(None))

    assert newest() == scripts.get_current_head()
    assert revisions() == {each.revision for each in scripts.walk_revisions()}


def test_a_database_of_this_version_is_ours(database: Database) -> None:
    assert examine(database.engine).fit is Fit.SAME
    require_ours(database.engine)


@pytest.mark.parametrize(
    ("revision", "fit", "told"),
    [
        ("0001", Fit.OLDER, CURES[Fit.OLDER]),
        ("0999", Fit.NEWER, CURES[Fit.NEWER]),
        ("ae1027a6acf", Fit.FOREIGN, FOREIGN.format(what="schema ae1027a6acf")),
        (None, Fit.FOREIGN, FOREIGN.format(what="tables, but no schema of ours")),
    ],
)
def test_every_other_version_is_refused_with_its_cure(
    marked: Database, revision: str | None, fit: Fit, told: str
) -> None:
    mark(marked.engine, revision)

    assert examine(marked.engine).fit is fit
    with pytest.raises(WrongSchema) as refused:
        require_ours(marked.engine)
    assert str(refused.value) == told


def test_a_database_that_is_not_there_is_missed_by_its_name_and_not_made(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite3"
    found = examine(make_engine(f"sqlite:///{file}"))

    assert (found.fit, found.missing) == (Fit.ABSENT, file)
    assert str(found.fault).startswith(f"there is no database {file}")
    assert not file.exists()


def test_a_database_that_is_gone_is_not_made_anew_by_who_had_it_open(tmp_path: Path) -> None:
    """Nor is its folder: an engine makes what it opens for the first time, and never again."""
    file = tmp_path / "data" / "new.sqlite3"
    engine = make_engine(f"sqlite:///{file}")
    migrations.upgrade(engine)
    engine.dispose()
    shutil.rmtree(file.parent)

    with pytest.raises(DatabaseUnavailable), outages(), engine.connect():
        pass
    assert not file.parent.exists()


def test_an_empty_database_is_told_and_may_be_upgraded(tmp_path: Path) -> None:
    file = tmp_path / "new.sqlite3"
    file.touch()
    engine = make_engine(f"sqlite:///{file}")
    assert str(examine(engine).fault) == CURES[Fit.EMPTY]

    migrations.upgrade(engine)
    assert examine(engine).fit is Fit.SAME


def test_a_database_without_a_file_of_its_own_is_missed_by_no_name(tmp_path: Path) -> None:
    for url in ("sqlite://", "sqlite:///:memory:", f"sqlite:///file:{tmp_path}/x?uri=true"):
        assert examine(create_engine(url)).fit is Fit.EMPTY


def test_counters_alone_are_an_empty_database(tmp_path: Path) -> None:
    """On PostgreSQL they stand in the database before its first upgrade."""
    engine = make_counters_engine(f"sqlite:///{tmp_path}/x.sqlite3")

    assert examine(engine).fit is Fit.EMPTY


@pytest.mark.parametrize("revision", ["0999", "ae1027a6acf", None])
def test_an_upgrade_leaves_what_is_newer_or_foreign_alone(
    marked: Database, revision: str | None
) -> None:
    mark(marked.engine, revision)

    with pytest.raises(WrongSchema):
        migrations.upgrade(marked.engine)
    assert migrations.revision_of(marked.engine) == revision
