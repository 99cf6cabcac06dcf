"""Whether this program may work with a database: compares its schema with the needed one.

Server, worker and commands ask before they begin (OPS-17). It is asked often and early, so it does
without Alembic, which is needed only to change a schema.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import cache
from pathlib import Path

from attrs import frozen
from sqlalchemy import Connection, Engine, inspect, text

from backbeat_adapters.sql.engine.outages import outages
from backbeat_adapters.sql.engine.schema import counters_metadata

_TABLE = "alembic_version"
_SCRIPTS = Path(__file__).parent / "migrations" / "versions"
_NUMBER = re.compile(r"[0-9]{4}", re.ASCII)


class Fit(Enum):
    """How a database's schema fits this program."""

    SAME = auto()
    ABSENT = auto()
    """Where SQLite's file should be there is none, as in a folder that is not the portal's."""
    EMPTY = auto()
    OLDER = auto()
    NEWER = auto()
    FOREIGN = auto()
    """No schema of ours: another program's tables, or ours without the mark of their version."""


class WrongSchema(Exception):
    """This program cannot work with the database; the text says why, and the cure."""


@frozen
class Fault:
    """Why this program cannot work with a database, and the one cure."""

    what: str
    cure: str

    def __str__(self) -> str:
        return f"{self.what}: {self.cure}"


@frozen
class Found:
    """What a database holds; `present` is the revision it names, `missing` the file that is not there."""

    fit: Fit
    present: str | None = None
    missing: Path | None = None

    @property
    def fault(self) -> Fault | None:
        """Why this program cannot work with it; None if it can."""
        match self.fit:
            case Fit.SAME:
                return None
            case Fit.ABSENT:
                return Fault(
                    f"there is no database {self.missing}",
                    "go to the folder with backbeat.toml, or name that file with --config; to make"
                    " a new one, run backbeat db upgrade",
                )
            case Fit.EMPTY:
                return Fault("the database is empty", "run backbeat db upgrade")
            case Fit.OLDER:
                return Fault(
                    f"schema {self.present} is of an earlier program than this one ({newest()})",
                    "stop serve and worker, then run backbeat db upgrade",
                )
            case Fit.NEWER:
                return Fault(
                    f"schema {self.present} is of a newer program than this one",
                    "install that one",
                )
        what = f"schema {self.present}" if self.present else "tables, but no schema of ours"
        return Fault(
            f"the database is not Backbeat's ({what})", "set database_url to the one that is"
        )


def newest() -> str:
    """The revision that this program needs."""
    return max(revisions())


@cache
def revisions() -> frozenset[str]:
    """Every revision that this program knows: its migrations are named by them."""
    names = (script.name.partition("_")[0] for script in _SCRIPTS.glob("*.py"))
    return frozenset(name for name in names if _NUMBER.fullmatch(name))


def examine(engine: Engine) -> Found:
    """What a database holds; a file that is not there is not made. Raises `DatabaseUnavailable`."""
    missing = _missing_file(engine)
    if missing is not None:
        return Found(Fit.ABSENT, missing=missing)
    with outages(), engine.connect() as connection:
        if inspect(connection).has_table(_TABLE):
            marked = connection.execute(text(f"SELECT version_num FROM {_TABLE}")).scalar()  # noqa: S608
            if marked is not None:
                return Found(_fit_of(marked), marked)
        return Found(Fit.FOREIGN if _holds_tables(connection) else Fit.EMPTY)


def require_ours(engine: Engine) -> None:
    """Raise `WrongSchema` unless the database has the schema that this program needs."""
    fault = examine(engine).fault
    if fault is not None:
        raise WrongSchema(str(fault))


def _fit_of(revision: str) -> Fit:
    if revision in revisions():
        return Fit.SAME if revision == newest() else Fit.OLDER
    is_later = _NUMBER.fullmatch(revision) is not None and revision > newest()
    return Fit.NEWER if is_later else Fit.FOREIGN


def _missing_file(engine: Engine) -> Path | None:
    named = engine.url.database
    if engine.dialect.name != "sqlite" or not named or named.startswith((":", "file:")):
        return None
    path = Path(named).absolute()
    return None if path.exists() else path


def _holds_tables(connection: Connection) -> bool:
    """Whether there is anything but counters and an empty mark, which exist even before a first
    upgrade.
    """
    return bool({*inspect(connection).get_table_names()} - {_TABLE, *counters_metadata.tables})
