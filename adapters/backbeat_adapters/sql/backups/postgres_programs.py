"""PostgreSQL's own programs for dumps: where they are, and running them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO

from attrs import frozen
from sqlalchemy import URL
from sqlalchemy.exc import SQLAlchemyError

from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable

_USUAL = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
_VARIABLES = {
    "host": "PGHOST",
    "port": "PGPORT",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "passfile": "PGPASSFILE",
    "service": "PGSERVICE",
}


_NOBODYS = ("--no-owner", "--no-privileges")
_BLOCK = 1024 * 1024
_SETTING = re.compile(rb"SET (\w+) ")
_TOO_OLD = "server version mismatch"
_CLIENT_PROGRAMS = (
    "install PostgreSQL's client programs, not older than the server"
    " (Debian: postgresql-client), or name their folder in backup.postgres_programs"
)


class ProgramsFailed(Exception):
    """A program is missing or ended with an error; the text says which, in one line."""


@frozen
class Programs:
    """`pg_dump` and `pg_restore`; `folder` is searched before every other place."""

    folder: Path | None = None

    def dump(self, url: URL, file: Path) -> None:
        """Write the database into a file, in the custom format, as of one moment.

        Counters are left out, because they may be lost.
        """
        self._run(
            url,
            "pg_dump",
            "--format=custom",
            *_NOBODYS,
            "--no-unlogged-table-data",
            f"--file={file}",
        )

    def restore(self, url: URL, file: Path) -> None:
        """Read a dump into an empty database, all of it or none."""
        version = re.search(r"[0-9]+", self._run(url, "pg_restore", "--version"))
        server, settings = _server(url)
        if version is not None and int(version[0]) > server:
            self._restore_as_script(url, file, settings)
            return
        self._run(
            url,
            "pg_restore",
            "--exit-on-error",
            "--single-transaction",
            *_NOBODYS,
            f"--dbname={url.database}",
            str(file),
        )

    def _restore_as_script(self, url: URL, file: Path, settings: Collection[str]) -> None:
        """Restore through psql, because newer programs begin with settings that the server may not
        know.
        """
        once = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction")
        reads = [self.find("pg_restore", url), *_NOBODYS, "--file=-", str(file)]
        writes = [self.find("psql", url), *once, f"--dbname={url.database}"]
        with tempfile.TemporaryFile() as said, ExitStack() as started:
            reading = started.enter_context(_start(reads, url, said))
            writing = started.enter_context(_start(writes, url, said))
            with suppress(BrokenPipeError):
                _hand_over(reading.stdout, writing.stdin, settings)
            if reading.wait():
                # When its input ends it would commit what has arrived.
                writing.kill()
            writing.communicate()
            if reading.returncode or writing.returncode:
                said.seek(0)
                words = said.read().decode(errors="replace")
                raise ProgramsFailed(_told("pg_restore", words, reading.returncode))

    def find(self, name: str, url: URL | None = None) -> Path:
        """Find a program in the named folder, the search path, beside the server, or in the usual
        places.
        """
        if self.folder is not None:
            if (self.folder / name).is_file():
                return self.folder / name
            raise ProgramsFailed(f"there is no {name} in {self.folder} (backup.postgres_programs)")
        on_path = shutil.which(name)
        if on_path:
            return Path(on_path)
        folders = [] if url is None else _beside_the_server(url)
        for pattern in _USUAL:
            folders += sorted(Path("/").glob(pattern.lstrip("/")), reverse=True)
        for folder in folders:
            if (folder / name).is_file():
                return folder / name
        raise ProgramsFailed(f"{name} is not there: {_CLIENT_PROGRAMS}")

    def _run(self, url: URL, name: str, *arguments: str) -> str:
        program = self.find(name, url)
        try:
            ran = subprocess.run(  # noqa: S603 - our own arguments, no shell
                [program, *arguments],
                env={**os.environ, **_environment(url)},
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
            )
        except OSError as error:
            raise ProgramsFailed(f"{program} does not run: {error.strerror}") from None
        if ran.returncode != 0:
            raise ProgramsFailed(_told(name, ran.stderr, ran.returncode))
        return ran.stdout


def _told(name: str, said: str, code: int) -> str:
    words = " ".join(said.split())[:300].removeprefix(f"{name}: error: ")
    if _TOO_OLD in words:
        return f"{name}: {words}: {_CLIENT_PROGRAMS}"
    return f"{name}: {words or f'ended without a word, with code {code}'}"


def _start(command: Sequence[object], url: URL, said: IO[bytes]) -> subprocess.Popen[bytes]:
    """Start one of two programs that are joined by a pipe; errors are written into the given file."""
    try:
        return subprocess.Popen(  # noqa: S603 - our own arguments, no shell
            list(map(str, command)),
            env={**os.environ, **_environment(url)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
        )
    except OSError as error:
        raise ProgramsFailed(f"{command[0]} does not run: {error.strerror}") from None


def _hand_over(script: IO[bytes] | None, to: IO[bytes] | None, settings: Collection[str]) -> None:
    """Pass the script on, leaving out those of its first settings that the server does not know."""
    if script is None or to is None:
        return
    has_begun = False
    for line in script:
        setting = _SETTING.match(line)
        if setting is None or setting[1].decode() in settings:
            to.write(line)
        has_begun = has_begun or setting is not None
        if has_begun and not line.strip():
            break
    shutil.copyfileobj(script, to, _BLOCK)


def _server(url: URL) -> tuple[int, Collection[str]]:
    """The server's version, and the names of its settings."""
    engine = make_engine(url)
    try:
        with engine.connect() as connection:
            version = connection.exec_driver_sql("SHOW server_version_num").scalar_one()
            names = connection.exec_driver_sql("SELECT name FROM pg_settings").scalars().all()
    finally:
        engine.dispose()
    return int(version) // 10_000, frozenset(map(str, names))


def _environment(url: URL) -> dict[str, str]:
    """How the programs reach the database: by variables, because everybody can read arguments."""
    given = {
        "PGHOST": url.host,
        "PGPORT": str(url.port) if url.port else None,
        "PGUSER": url.username,
        "PGPASSWORD": str(url.password) if url.password else None,
        "PGDATABASE": url.database,
    } | {_VARIABLES[key]: str(value) for key, value in url.query.items() if key in _VARIABLES}
    return {name: value for name, value in given.items() if value}


def _beside_the_server(url: URL) -> list[Path]:
    """The folder of the server's own programs, if it names one and runs on this machine."""
    engine = make_engine(url.set(database="postgres"))
    try:
        with engine.connect() as connection:
            found = connection.exec_driver_sql(
                "SELECT setting FROM pg_config WHERE name = 'BINDIR'"
            ).scalar_one_or_none()
    except (DatabaseUnavailable, SQLAlchemyError):
        return []
    finally:
        engine.dispose()
    return [Path(str(found))] if found else []
