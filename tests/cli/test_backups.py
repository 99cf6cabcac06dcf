"""`backbeat db backup`, `verify` and `restore` at the command line."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

from tests.cli.installed import run_in

from backbeat_adapters.sql.schema_version import newest


def test_a_backup_is_made_proven_and_restored(installation: Path) -> None:
    made = run_in(installation, "db", "backup", "one.backup", "--json")
    verified = run_in(installation, "db", "verify", "one.backup", "--json")
    unasked = run_in(installation, "db", "restore", "one.backup")
    restored = run_in(installation, "db", "restore", "one.backup", "--yes", "--json")

    assert (made.returncode, json.loads(made.stdout)["schema"]) == (0, newest())
    assert (verified.returncode, json.loads(verified.stdout)["findings"]) == (0, [])
    assert (unasked.returncode, "holds data" in unasked.stderr) == (2, True)
    kept = json.loads(restored.stdout)["kept"]
    assert Path(kept).is_file()
    assert run_in(installation, "ledger", "check").returncode == 0


def test_what_is_no_backup_is_refused_before_anything_is_asked(installation: Path) -> None:
    (installation / "list.csv").write_text("isrc,title\n")
    (installation / "dump.backup").write_bytes(b"PGDMP and what follows")

    for name, why in (
        ("one.backup", "one.backup: No such file or directory"),
        ("list.csv", "list.csv is no backup: neither of SQLite nor of PostgreSQL"),
        ("dump.backup", "dump.backup is a backup of postgresql, and database_url names sqlite"),
    ):
        refused = run_in(installation, "db", "restore", name)
        assert (refused.returncode, why in refused.stderr) == (1, True), refused.stderr
        assert "Replace it" not in refused.stderr


def test_an_edited_backup_ends_with_exit_code_1(installation: Path) -> None:
    run_in(installation, "db", "backup", "one.backup")
    file = installation / "one.backup"
    content = bytearray(file.read_bytes())
    content[-1] ^= 1
    file.write_bytes(content)

    ran = run_in(installation, "db", "verify", "one.backup")
    again = run_in(installation, "db", "backup", "one.backup")

    assert (ran.returncode, "is not a good backup" in ran.stderr) == (1, True)
    assert (again.returncode, "never overwrites" in again.stderr) == (1, True)
    assert "Traceback" not in ran.stderr + again.stderr


def test_a_database_of_a_newer_program_is_left_alone(installation: Path) -> None:
    with sqlite3.connect(installation / "backbeat.sqlite3") as database:
        database.execute("UPDATE alembic_version SET version_num = '0099'")

    ran = run_in(installation, "db", "upgrade")

    assert (ran.returncode, ran.stderr) == (
        1,
        "error: schema 0099 is of a newer program than this one: install that one\n",
    )
