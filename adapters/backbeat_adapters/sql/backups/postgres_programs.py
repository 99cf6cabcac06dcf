"""PostgreSQL's own programs for dumps: where they are, and running them."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

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


class ProgramsFailed(Exception):
    """A program is missing or ended with an error; the text is one line."""


@frozen
class Programs:
    """`pg_dump` and `pg_restore`; `folder` comes before every other place they may be in."""

    folder: Path | None = None

    def dump(self, url: URL, file: Path) -> None:
        """Write the database into a file, in the custom format, as of one moment.

        Counters, which may be lost, are left out.
        """
        self._run(
            url,
            "pg_dump",
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            "--no-unlogged-table-data",
            f"--file={file}",
        )

    def restore(self, url: URL, file: Path) -> None:
        """Read a dump into an empty database, all of it or none."""
        self._run(
            url,
            "pg_restore",
            "--exit-on-error",
            "--single-transaction",
            "--no-owner",
            "--no-privileges",
            f"--dbname={url.database}",
            str(file),
        )

    def find(self, name: str, url: URL | None = None) -> Path:
        """Where a program is: the named folder, the search path, beside the server, usual places."""
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
        raise ProgramsFailed(
            f"{name} is not there: install PostgreSQL's client programs, not older than the server"
            " (Debian: postgresql-client), or name their folder in backup.postgres_programs"
        )

    def _run(self, url: URL, name: str, *arguments: str) -> None:
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
            words = " ".join(ran.stderr.split())[:300]
            raise ProgramsFailed(f"{name}: {words.removeprefix(f'{name}: error: ')}")


def _environment(url: URL) -> dict[str, str]:
    """How the programs reach the database: variables, for arguments can be read by everybody."""
    given = {
        "PGHOST": url.host,
        "PGPORT": str(url.port) if url.port else None,
        "PGUSER": url.username,
        "PGPASSWORD": str(url.password) if url.password else None,
        "PGDATABASE": url.database,
    } | {_VARIABLES[key]: str(value) for key, value in url.query.items() if key in _VARIABLES}
    return {name: value for name, value in given.items() if value}


def _beside_the_server(url: URL) -> list[Path]:
    """The folder of the server's own programs, where it says so and runs on this machine."""
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
