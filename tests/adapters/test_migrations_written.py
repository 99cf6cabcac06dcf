"""A migration that was made passes lint as it comes, and leads to the tables that it was made for."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import Column, Engine, ForeignKey, Index, Text, text
from tests.conftest import Database

from backbeat.kernel.languages import Language
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine import schema

ROOT = Path(__file__).parents[2]
VERSIONS = Path(migrations.__file__).parent / "versions"


@pytest.fixture
def history(tmp_path: Path) -> Path:
    """A copy of the schema's history, where ruff finds the project's settings and the modules that it imports."""
    for package in ("adapters/backbeat_adapters", "core/backbeat"):
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=unwanted)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path / VERSIONS.relative_to(ROOT)


@pytest.fixture
def planted() -> Iterator[None]:
    """A new table that is never changed, with types of ours, a reference and a long name."""
    table = schema.append_only(
        schema.table(
            "planted",
            Column("id", Text, primary_key=True),
            Column("account", ForeignKey("accounts.id"), nullable=False),
            Column("language", schema.Choice(Language), nullable=False),
            Column("amount", schema.Micros, nullable=False),
            Column("facts", schema.Json, nullable=False),
            Column(
                "a_column_of_a_name_so_long_that_no_line_holds_it_with_its_type", schema.Instant
            ),
        )
    )
    Index(None, table.c.account, table.c.language)
    yield
    schema.metadata.remove(table)


def run_ruff(folder: Path, *words: str) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "ruff", *words, "--no-cache", str(folder)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if ran.returncode == 0 else ran.stdout + ran.stderr


def write(database: Database, history: Path) -> Path:
    (path,) = migrations.write_revision(database.engine, "something new", history)
    return Path(path)


@pytest.mark.usefixtures("planted")
def test_a_new_table(sqlite_database: Database, history: Path) -> None:
    written = write(sqlite_database, history)

    assert written.parent == history
    assert written.name == f"{len(list(VERSIONS.glob('0*.py'))) + 1:04d}_something_new.py"
    assert "make_append_only" in written.read_text(encoding="utf-8")
    assert (run_ruff(history, "format", "--check"), run_ruff(history, "check")) == ("", "")


def test_a_lost_column_and_a_lost_index(sqlite_database: Database, history: Path) -> None:
    with sqlite_database.engine.begin() as connection:
        connection.execute(text("ALTER TABLE partner_sites ADD COLUMN odd INTEGER"))
        connection.execute(text("CREATE INDEX ix_odd ON accounts (email, name, status)"))

    written = write(sqlite_database, history)

    assert 'drop_column("odd")' in written.read_text(encoding="utf-8")
    assert (run_ruff(history, "format", "--check"), run_ruff(history, "check")) == ("", "")


@pytest.mark.usefixtures("planted")
def test_what_was_written_leads_to_the_tables_of_the_code(
    own_database: Engine, sqlite_database: Database, history: Path
) -> None:
    write(sqlite_database, history)
    assert migrations.drift(own_database) != []

    with own_database.connect() as connection, connection.begin():
        command.upgrade(migrations._config(connection, history), "head")

    assert migrations.drift(own_database) == []
