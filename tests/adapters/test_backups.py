"""Backups and their restoring, rehearsed on both databases."""

from __future__ import annotations

import base64
import fcntl
import os
import secrets
import shutil
import sqlite3
import stat
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Event

import psycopg
import pytest
from attrs import evolve, frozen
from sqlalchemy import URL, insert, make_url, select
from tests.fakes.forking import forking
from tests.fakes.money import a_copied_portal_with_money
from tests.fakes.postgres import Postgres, programs
from tests.fakes.posting import post
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock
from tests.fakes.waiting import PATIENCE, wait_until
from tests.tools.corrupt import CORRUPTIONS, corrupt

from backbeat.audit.ports import AuditFilter
from backbeat.audit.sealing import SEAL, Seals
from backbeat.defaults.clock import SystemClock
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.kernel.actors import Actor
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.integrity.anchors import Anchor
from backbeat_adapters.seal_key import seal_key
from backbeat_adapters.sql.backups.backups import BackupRefused, Backups, Examined, Made
from backbeat_adapters.sql.backups.postgres_programs import Programs, ProgramsFailed
from backbeat_adapters.sql.engine.engines import WRITER, make_engine
from backbeat_adapters.sql.engine.partitions import faults, months, open_months, partition
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import BY_MONTH, record_figures
from backbeat_adapters.sql.migrations import upgrade
from backbeat_adapters.sql.standing import Act, ChangeState, report_changes
from backbeat_adapters.sql.turns import RESTORES, turn

ANN = Actor.operator("ann")


@frozen
class House:
    """A database of its own with money in it, and its backups."""

    url: str
    backups: Backups
    folder: Path

    def books(self) -> SqlTransactions:
        return SqlTransactions(make_engine(self.url), FixedClock(), TimeOrderedIds())

    def sources(self) -> list[str]:
        books = self.books()
        with books.look() as opened:
            found = [each.transaction.source for each in opened.ledger.store.whole.chain()]
        books.engine.dispose()
        return found

    def post(self, source: str) -> None:
        books = self.books()
        post(books, source)
        books.engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def house(request: pytest.FixtureRequest, snapshots: Snapshots, tmp_path: Path) -> House:
    """Not the shared database: a restore puts another in its place."""
    if request.param == "sqlite":
        file = tmp_path / "house" / "backbeat.sqlite3"
        file.parent.mkdir(mode=0o700)
        shutil.copyfile(request.getfixturevalue("_sqlite_template"), file)
        url = f"sqlite:///{file}"
    else:
        server: Postgres = request.getfixturevalue("_postgres")
        url = server.migrated_database(f"house_{secrets.token_hex(4)}")
    return a_house(url, snapshots, tmp_path)


def a_house(url: str, snapshots: Snapshots, folder: Path) -> House:
    engine = make_engine(url)
    a_copied_portal_with_money(engine, snapshots)
    engine.dispose()
    return House(url, Backups.of(url, SystemClock(), programs()), folder)


WRITING = """
import sys, time
from pathlib import Path
from backbeat.defaults.ids import TimeOrderedIds
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.partitions import faults, months, open_months, partition
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import BY_MONTH, record_figures
from tests.fakes.posting import post
from tests.fakes.standins import FixedClock

url, said, stop = sys.argv[1:]
books = SqlTransactions(make_engine(url), FixedClock(), TimeOrderedIds())
number = 0
with open(said, "w", buffering=1) as out:
    while not Path(stop).exists():
        post(books, f"written:{number}")
        out.write(f"written:{number} {time.time()}\\n")
        number += 1
"""


def acknowledged(said: Path) -> list[tuple[str, float]]:
    """What was posted so far, and when that was known."""
    # What follows the last end of a line is being written.
    *lines, _ = said.read_text().split("\n") if said.exists() else [""]
    return [(source, float(at)) for source, at in map(str.split, lines)]


def test_what_was_under_way_at_a_backups_moment_is_told_and_is_no_damage(house: House) -> None:
    books = house.books()
    with books.begin() as open_books:
        open_books.connection.execute(
            insert(report_changes).values(
                number=1, act=Act.INGEST, file=7, state=ChangeState.ARRIVING
            )
        )
    books.engine.dispose()

    verified = house.backups.verify(house.backups.make(house.folder / "backup", ANN).file)

    assert verified.is_whole
    (told,) = verified.unfinished
    assert told.startswith("the intake of report 7 was begun and did not come to its end")
    assert "backbeat worker" in told


def test_a_backup_made_while_others_write_is_restored_with_everything_said_before_it(
    house: House,
) -> None:
    said, stop = house.folder / "said", house.folder / "stop"
    command = ["-c", WRITING, house.url, str(said), str(stop)]
    writer = forking().start(house.folder, command, os.environ)
    try:
        wait_until(lambda: len(acknowledged(said)) >= 5, "the first postings")
        begun = time.time()
        made = house.backups.make(house.folder / "backup", ANN)
        over = time.time()
        wait_until(lambda: acknowledged(said)[-1][1] > over, "a posting after the backup")
    finally:
        stop.touch()
        assert writer.wait().returncode == 0
    before = {source for source, at in acknowledged(said) if at < begun}
    assert len(before) >= 5
    verified = house.backups.verify(made.file)
    assert verified.findings == ()

    house.post("after the backup")
    restored = house.backups.restore(made.file, ANN)

    sources = house.sources()
    assert before <= set(sources)
    assert "after the backup" not in sources
    assert restored.examined.is_whole
    assert restored.kept is not None
    kept = make_url(house.url).set(database=restored.kept).render_as_string(False)
    assert "after the backup" in House(kept, house.backups, house.folder).sources()
    books = house.books()
    with books.look() as opened:
        rows = opened.audit.page(AuditFilter(action="database."), PageRequest()).items
        assert [row.entry.action for row in rows] == ["database.restored"]
    books.engine.dispose()


def test_a_backup_is_private_and_never_takes_anothers_place(house: House) -> None:
    file = house.folder / "backup"
    made = house.backups.make(file, ANN)

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    beside = file.with_name("backup.sha256")
    assert beside.read_text() == f"{made.sha256}  backup\n"
    assert stat.S_IMODE(beside.stat().st_mode) == 0o600
    with pytest.raises(BackupRefused, match="never overwrites"):
        house.backups.make(file, ANN)
    assert [each.name for each in house.folder.glob(".*")] == []


def test_of_two_backups_to_one_name_at_once_one_is_made_and_has_its_own_checksum(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, link, flock = house.folder / "backup", os.link, fcntl.flock
    with ThreadPoolExecutor(1) as pool:
        others: list[Future[Made]] = []
        turn = Event()

        def ask(opened: int, how: int) -> None:
            if others and stat.S_ISDIR(os.fstat(opened).st_mode):
                turn.set()
            flock(opened, how)

        def late(source: Path, name: Path) -> None:
            if not others:
                house.post("meanwhile")
                others.append(pool.submit(house.backups.make, file, ANN))
                assert turn.wait(PATIENCE), "the second never asked for its turn"
            link(source, name)

        monkeypatch.setattr(os, "link", late)
        monkeypatch.setattr(fcntl, "flock", ask)
        made = house.backups.make(file, ANN)
        with pytest.raises(BackupRefused, match="never overwrites"):
            others[0].result(PATIENCE)

    assert file.with_name("backup.sha256").read_text() == f"{made.sha256}  backup\n"
    assert house.backups.verify(file).findings == ()


@pytest.mark.parametrize("written", [0, 1])
def test_a_backup_that_the_disk_has_no_room_for_leaves_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    before = set(house.folder.iterdir())
    room = iter([True] * written)

    def fsync(_handle: int) -> None:
        if not next(room, False):
            raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", fsync)
        with pytest.raises(OSError, match="No space left"):
            house.backups.make(house.folder / "backup", ANN)

    assert set(house.folder.iterdir()) == before
    assert house.backups.make(house.folder / "backup", ANN).bytes


def test_what_a_killed_backup_left_goes_with_the_next_and_anothers_that_is_being_made_stays(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = house.folder / ".yesterday.sqlite3.0badcafe.part"
    others = [house.folder / name for name in (".notes.part", "notes.0badcafe.part")]
    for each in (left, *others):
        each.write_bytes(b"half")
    begun, go_on, keep = Event(), Event(), os.fsync

    def slow(handle: int) -> None:
        if not begun.is_set():
            begun.set()
            assert go_on.wait(PATIENCE), "the second backup was never made"
        keep(handle)

    monkeypatch.setattr(os, "fsync", slow)
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(house.backups.make, house.folder / "first", ANN)
        assert begun.wait(PATIENCE), "the first backup never began"
        assert not left.exists()
        house.backups.make(house.folder / "second", ANN)
        go_on.set()
        first.result(PATIENCE)

    assert house.backups.verify(house.folder / "first").findings == ()
    assert [each.read_bytes() for each in others] == [b"half", b"half"]


def test_a_role_that_may_not_replace_the_database_is_told_what_it_lacks(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    server: Postgres = request.getfixturevalue("_postgres")
    role = f"modest_{secrets.token_hex(4)}"
    url = make_url(server.create_database(role))
    with psycopg.connect(server.url(role), autocommit=True) as connection:
        connection.execute(f"CREATE ROLE {role} LOGIN CREATEDB")
        connection.execute(f"GRANT ALL ON SCHEMA public TO {role}")
    url = url.set(username=role)
    engine = make_engine(url)
    upgrade(engine)
    engine.dispose()
    modest = Backups.of(url.render_as_string(False), SystemClock(), programs())
    file = modest.make(tmp_path / "backup", ANN).file

    # It may make databases, but the one to be replaced is another's.
    with pytest.raises(BackupRefused, match="must be owner of database .*CREATEDB"):
        modest.restore(file, ANN)


@pytest.mark.parametrize("damage", ["truncated", "edited", "emptied", "another file"])
def test_a_damaged_backup_is_found_and_not_restored(house: House, damage: str) -> None:
    file = house.folder / "backup"
    house.backups.make(file, ANN)
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle] ^= 1
    file.write_bytes(
        {
            "truncated": bytes(content[:middle]),
            "edited": bytes(content),
            "emptied": b"",
            "another file": b"month,channel_id\n" * 100,
        }[damage]
    )
    before = house.sources()

    if damage in {"emptied", "another file"}:
        with pytest.raises(BackupRefused, match="is no backup"):
            house.backups.verify(file)
    else:
        assert "is not what backup.sha256 says" in house.backups.verify(file).findings[0]
    if damage == "truncated":
        assert not house.backups.verify(file, checksum=False).is_whole
        with pytest.raises(BackupRefused):
            house.backups.restore(file, ANN, checksum=False)
    with pytest.raises(BackupRefused):
        house.backups.restore(file, ANN)
    assert house.sources() == before


def test_a_backup_of_a_broken_ledger_is_found_and_not_restored(house: House) -> None:
    engine = make_engine(house.url)
    broken = next(each for each in CORRUPTIONS if each.name == "balance_raised")
    with engine.connect().execution_options(**WRITER) as connection, connection.begin():
        corrupt(connection, broken)
    engine.dispose()
    file = house.folder / "backup"
    house.backups.make(file, ANN)

    findings = house.backups.verify(file).findings

    assert any("ledger: I3: account mina" in finding for finding in findings)
    with pytest.raises(BackupRefused, match="nothing was replaced"):
        house.backups.restore(file, ANN)


def test_a_backup_with_a_changed_row_of_the_audit_is_found_and_not_restored(house: House) -> None:
    engine = make_engine(house.url)
    is_sqlite = engine.dialect.name == "sqlite"
    with engine.connect().execution_options(**WRITER) as connection, connection.begin():
        connection.exec_driver_sql(
            "DROP TRIGGER audit_no_update"
            if is_sqlite
            else "SET LOCAL session_replication_role = replica"
        )
        changed = "UPDATE audit SET reason = 'nothing happened' WHERE action = 'settlement.closed'"
        connection.exec_driver_sql(changed)
    engine.dispose()
    file = house.folder / "backup"
    house.backups.make(file, ANN)

    findings = house.backups.verify(file).findings

    assert any(each.startswith("audit: ") and "was changed" in each for each in findings)
    with pytest.raises(BackupRefused, match="audit: "):
        house.backups.restore(file, ANN)


@pytest.mark.parametrize("house", ["postgresql"], indirect=True)
def test_a_backup_without_a_month_of_figures_is_found_and_not_restored(house: House) -> None:
    engine = make_engine(house.url)
    with engine.begin() as connection:
        [month] = months(connection, record_figures) & {Month(2025, 9)}
        connection.exec_driver_sql(f"DROP TABLE {partition(record_figures, month)}")
    engine.dispose()
    made = house.backups.make(house.folder / "backup", ANN)

    assert house.backups.verify(made.file).findings == (
        "schema: record_figures_2025_09 is missing",
    )
    with pytest.raises(BackupRefused, match="record_figures_2025_09 is missing"):
        house.backups.restore(made.file, ANN)


@pytest.mark.parametrize("house", ["postgresql"], indirect=True)
def test_months_of_figures_come_back_with_their_rows_and_more_can_be_begun(house: House) -> None:
    before = _figures(house)
    made = house.backups.make(house.folder / "backup", ANN)

    house.backups.restore(made.file, ANN)

    assert before
    assert _figures(house) == before
    engine = make_engine(house.url)
    with engine.begin() as connection:
        begun = months(connection, record_figures)
        open_months(connection, BY_MONTH, [Month(2026, 1)])
        later = months(connection, record_figures)
        assert list(faults(connection, BY_MONTH)) == []
    engine.dispose()
    assert {Month(2025, 9), Month(2025, 10)} <= begun
    assert later == begun | {Month(2026, 1)}


def _figures(house: House) -> list[object]:
    engine = make_engine(house.url)
    with engine.connect() as connection:
        rows = connection.execute(select(record_figures).order_by(*record_figures.primary_key))
        found: list[object] = [tuple(row) for row in rows]
    engine.dispose()
    return found


def test_a_backup_of_a_newer_program_is_told_so_and_not_restored(house: House) -> None:
    engine = make_engine(house.url)
    with engine.connect().execution_options(**WRITER) as connection, connection.begin():
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0099'")
    engine.dispose()
    file = house.folder / "backup"
    house.backups.make(file, ANN)

    (found,) = house.backups.verify(file).findings
    assert found == "schema 0099 is of a newer program than this one: install that one"
    with pytest.raises(BackupRefused, match="schema 0099 is of a newer program"):
        house.backups.restore(file, ANN)


def test_a_missing_checksum_is_told_and_may_be_done_without(house: House) -> None:
    file = house.folder / "backup"
    house.backups.make(file, ANN)
    file.with_name("backup.sha256").unlink()

    assert "backup.sha256 is missing" in house.backups.verify(file).findings[0]
    assert house.backups.verify(file, checksum=False).is_whole


def test_nothing_is_restored_while_others_are_connected(house: House) -> None:
    file = house.folder / "backup"
    house.backups.make(file, ANN)
    engine = make_engine(house.url)
    with engine.connect() as connection:
        connection.exec_driver_sql("SELECT 1 FROM accounts").all()
        connection.rollback()
        with pytest.raises(BackupRefused, match="stop serve and worker first"):
            house.backups.restore(file, ANN)
    engine.dispose()
    assert house.backups.restore(file, ANN).examined.is_whole


def test_an_empty_target_is_known_and_nothing_of_it_is_kept(house: House) -> None:
    file = house.folder / "backup"
    house.backups.make(file, ANN)
    name = f"empty_{secrets.token_hex(4)}"
    is_file = house.url.startswith("sqlite")
    there = make_url(house.url).set(
        database=str(house.folder / "new" / "new.sqlite3") if is_file else name
    )
    backups = Backups.of(there.render_as_string(False), SystemClock(), programs())

    assert backups.is_empty()
    assert backups.restore(file, ANN).kept is None
    assert not backups.is_empty()


@pytest.mark.parametrize("house", ["sqlite"], indirect=True)
def test_what_a_lost_database_left_beside_its_place_does_not_come_into_the_restored_one(
    house: House,
) -> None:
    file = house.folder / "backup"
    house.backups.make(file, ANN)
    lost = Path(make_url(house.url).database or "")
    with closing(sqlite3.connect(lost)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("CREATE TABLE strange AS SELECT randomblob(50000) AS bytes")
        connection.commit()
        log = Path(f"{lost}-wal").read_bytes()
    lost.unlink()
    Path(f"{lost}-wal").write_bytes(log)

    restored = house.backups.restore(file, ANN)

    assert Path(restored.kept or "").read_bytes() == log
    with closing(sqlite3.connect(lost)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master").fetchall()
    assert ("strange",) not in names
    assert ("accounts",) in names


def test_of_two_restores_at_once_one_is_refused_and_nothing_is_lost(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = house.folder / "backup"
    house.backups.make(file, ANN)
    before = house.sources()
    examined = Backups._examined
    refused: list[str] = []

    def meanwhile(self: Backups, url: URL, anchor: Anchor | None = None) -> Examined:
        monkeypatch.setattr(Backups, "_examined", examined)
        with pytest.raises(BackupRefused) as told:
            house.backups.restore(file, ANN)
        refused.append(str(told.value))
        return self._examined(url, anchor)

    monkeypatch.setattr(Backups, "_examined", meanwhile)
    restored = house.backups.restore(file, ANN)

    assert restored.examined.is_whole
    assert [each.split(":")[0] for each in refused] == ["another restore is under way"]
    assert house.sources() == before


def test_restores_of_two_databases_of_one_server_do_not_wait_for_each_other(
    request: pytest.FixtureRequest, snapshots: Snapshots, tmp_path: Path
) -> None:
    server: Postgres = request.getfixturevalue("_postgres")
    house = a_house(server.migrated_database(f"house_{secrets.token_hex(4)}"), snapshots, tmp_path)
    file = tmp_path / "backup"
    house.backups.make(file, ANN)
    outside = make_engine(make_url(house.url).set(database="postgres"))

    with outside.connect() as connection, turn(connection, lock=RESTORES.of("another")):
        assert house.backups.restore(file, ANN).examined.is_whole
    outside.dispose()


def test_a_restore_begun_again_removes_what_the_one_that_was_cut_off_left(house: House) -> None:
    file = house.folder / "backup"
    house.backups.make(file, ANN)
    name = make_url(house.url).database or ""
    left = f"{name}.restoring-20260102030405"
    if house.url.startswith("sqlite"):
        Path(left).write_bytes(b"half")
    else:
        left = f"{name}_restoring_20260102030405"
        with psycopg.connect(house.url, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {left}")
            connection.execute(f"CREATE DATABASE {name}_restoring_notes")

    house.backups.restore(file, ANN)

    if house.url.startswith("sqlite"):
        assert not Path(left).exists()
    else:
        with psycopg.connect(house.url) as connection:
            query = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
            found = connection.execute(query, (f"{name}_restoring",)).fetchall()
        assert found == [(f"{name}_restoring_notes",)]


def test_a_backup_of_a_portal_with_other_keys_names_the_setting(house: House) -> None:
    ours, others = (seal_key([base64.b64encode(bytes([n]) * 32).decode()]) for n in (1, 2))
    books, clock = house.books(), FixedClock()
    clock.move(timedelta(days=10_000))
    Seals(books, clock, clock, ours).seal(Actor.system(SEAL))
    books.engine.dispose()
    file = house.backups.make(house.folder / "backup", ANN).file

    assert evolve(house.backups, seal_key=ours).verify(file).is_whole
    assert "add the keys" in evolve(house.backups, seal_key=others).verify(file).findings[0]
    with pytest.raises(BackupRefused, match="not among secret_keys: add the keys"):
        evolve(house.backups, seal_key=others).restore(file, ANN)


def test_programs_that_are_missing_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ProgramsFailed, match="there is no pg_dump in"):
        Programs(tmp_path).find("pg_dump")
    with pytest.raises(ProgramsFailed, match=r"install PostgreSQL's client programs"):
        Programs().find("pg_of_nowhere")


def test_programs_that_fail_are_told_with_what_helps(tmp_path: Path) -> None:
    url = make_url("postgresql:///nowhere")
    program = tmp_path / "pg_dump"
    program.write_text("#!/bin/sh\necho 'pg_dump: error: server version mismatch' >&2\nexit 1\n")
    program.chmod(0o755)
    with pytest.raises(ProgramsFailed, match=r"mismatch: install .*backup\.postgres_programs"):
        Programs(tmp_path).dump(url, tmp_path / "file")
    program.write_text("#!/bin/sh\nexit 9\n")
    with pytest.raises(ProgramsFailed, match="pg_dump: ended without a word, with code 9"):
        Programs(tmp_path).dump(url, tmp_path / "file")


def test_a_database_that_is_not_there_is_not_made_by_its_backup(tmp_path: Path) -> None:
    backups = Backups.of(f"sqlite:///{tmp_path / 'no.sqlite3'}", SystemClock(), None)

    with pytest.raises(BackupRefused, match="there is no database"):
        backups.make(tmp_path / "backup", ANN)
    assert list(tmp_path.iterdir()) == []


_NEWER = """#!/bin/sh
case "$*" in
    --version) echo "pg_restore (PostgreSQL) 99.1" ;;
    *--file=-*)
        "{real}" "$@" > "$0.script" || exit 1
        sed "s/^SET statement_timeout/SET unheard_of = 0;\\n&/" "$0.script" ;;
    *) exit 1 ;;
esac
"""


def test_programs_newer_than_the_server_leave_out_what_it_does_not_know(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    server: Postgres = request.getfixturevalue("_postgres")
    url = server.migrated_database(f"newer_{secrets.token_hex(4)}")
    newer = tmp_path / "newer"
    newer.mkdir()
    for name in ("pg_dump", "psql"):
        (newer / name).symlink_to(programs() / name)
    (newer / "pg_restore").write_text(_NEWER.format(real=programs() / "pg_restore"))
    (newer / "pg_restore").chmod(0o755)
    backups = Backups.of(url, SystemClock(), newer)
    file = backups.make(tmp_path / "backup", ANN).file

    assert backups.verify(file).findings == ()

    damaged = bytearray(file.read_bytes())
    damaged[-3000:] = bytes(3000)
    file.write_bytes(damaged)
    assert "pg_restore" in backups.verify(file, checksum=False).findings[0]
