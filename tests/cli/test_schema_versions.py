"""Every program on a database of another version: one line with the cure, and nothing done (OPS-17)."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.installed import run_in

from backbeat_adapters.sql.schema_version import newest

PROGRAMS = (
    ("serve", "--bind", "127.0.0.1:1"),
    ("worker",),
    ("worker", "--once"),
    ("account", "list"),
    ("settle", "preview", "2025-09"),
    ("db", "check"),
)
TOLD = {
    "0001": f"error: schema 0001 is of an earlier program than this one ({newest()}):"
    " stop serve and worker, then run backbeat db upgrade\n",
    "0099": "error: schema 0099 is of a newer program than this one: install that one\n",
    "beef": "error: the database is not Backbeat's (schema beef): set database_url to the one that"
    " is\n",
}


def set_revision(house: Path, revision: str) -> None:
    with closing(sqlite3.connect(house / "backbeat.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))


@pytest.mark.parametrize("revision", TOLD)
def test_every_program_refuses_another_version_in_a_line(installation: Path, revision: str) -> None:
    set_revision(installation, revision)

    for words in PROGRAMS:
        ran = run_in(installation, *words)
        assert (ran.returncode, ran.stderr) == (1, TOLD[revision]), words


def test_every_program_says_where_it_missed_the_database_and_makes_none(
    installation: Path,
) -> None:
    """In the wrong folder a second, empty portal would come into being in silence."""
    for file in installation.glob("backbeat.sqlite3*"):
        file.unlink()

    for words in PROGRAMS:
        ran = run_in(installation, *words)
        assert (ran.returncode, ran.stderr) == (
            1,
            f"error: there is no database {installation / 'backbeat.sqlite3'}: go to the folder with"
            " backbeat.toml, or name that file with --config; to make a new one, run backbeat db"
            " upgrade\n",
        ), words
        assert not (installation / "backbeat.sqlite3").exists()


def test_every_program_refuses_an_empty_database_in_a_line(installation: Path) -> None:
    for file in installation.glob("backbeat.sqlite3*"):
        file.unlink()
    (installation / "backbeat.sqlite3").touch()

    for words in PROGRAMS:
        ran = run_in(installation, *words)
        assert (ran.returncode, ran.stderr) == (
            1,
            "error: the database is empty: run backbeat db upgrade\n",
        ), words


@pytest.mark.parametrize(
    ("revision", "cure"),
    [
        ("0001", "stop serve and worker, then run backbeat db upgrade"),
        ("0099", "install that one"),
    ],
)
def test_the_doctor_names_the_one_cure(installation: Path, revision: str, cure: str) -> None:
    set_revision(installation, revision)

    ran = run_in(installation, "doctor", "--json")

    faults = [row for row in json.loads(ran.stdout)["items"] if row["level"] == "fault"]
    assert [row["cure"] for row in faults if row["check"] != "site"] == [cure]
