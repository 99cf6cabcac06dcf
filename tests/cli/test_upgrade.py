"""`backbeat db upgrade` over a database of the version before: a backup first, then all or nothing."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.cli.installed import run_in
from tests.fakes.former import as_it_was, kept

from backbeat_adapters.sql.schema_version import newest


@pytest.fixture(scope="session")
def former(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the version before."""
    file = tmp_path_factory.mktemp("former") / "former.sqlite3"
    as_it_was(f"sqlite:///{file}", kept("portal.json.gz")["tables"])
    return file


@pytest.fixture
def house(installation: Path, former: Path) -> Path:
    """An installation of the version before."""
    for old in installation.glob("backbeat.sqlite3*"):
        old.unlink()
    shutil.copyfile(former, installation / "backbeat.sqlite3")
    return installation


def test_the_database_is_backed_up_before_it_is_changed(house: Path) -> None:
    ran = run_in(house, "db", "upgrade")

    assert ran.returncode == 0, ran.stderr
    assert f"schema 0001 -> {newest()}" in ran.stdout
    [backup] = (house / "files" / "backups").glob("schema-0001-*.backup")
    assert f"backed up to {backup}" in ran.stdout
    with sqlite3.connect(backup) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    checked = run_in(house, "ledger", "check")
    assert checked.returncode == 0, checked.stdout
    assert " 0 transactions since the last checkpoint" in checked.stdout
    listed = run_in(house, "audit", "list", "--action", "database.backed_up")
    assert backup.name in listed.stdout


def test_the_backup_is_the_way_back_and_comes_to_the_same(house: Path) -> None:
    run_in(house, "db", "upgrade", "--backup", "before.backup")

    verified = run_in(house, "db", "verify", "before.backup")
    assert verified.returncode == 0, verified.stdout + verified.stderr
    restored = run_in(house, "db", "restore", "before.backup", "--yes")
    assert restored.returncode == 0, restored.stderr
    assert f"the backup's schema 0001 was brought to {newest()}" in restored.stderr
    assert run_in(house, "db", "upgrade").stdout == f"schema {newest()}\n"


def test_nobody_needs_a_backup_where_nothing_changes(house: Path) -> None:
    assert run_in(house, "db", "upgrade", "--no-backup").returncode == 0
    assert f"schema {newest()}" in run_in(house, "db", "upgrade").stdout
    assert not (house / "files" / "backups").exists()


def test_a_ledger_that_does_not_hold_is_told_and_left_as_it_is(house: Path) -> None:
    with sqlite3.connect(house / "backbeat.sqlite3") as database:
        database.execute("DROP TRIGGER ledger_transactions_no_update")
        database.execute("UPDATE ledger_transactions SET reason = 'other' WHERE number = 4")

    ran = run_in(house, "db", "upgrade")

    assert ran.returncode == 1
    assert ran.stderr.startswith("error: the ledger's chain does not hold at transaction 4 (")
    assert "Traceback" not in ran.stderr
    with sqlite3.connect(house / "backbeat.sqlite3") as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
