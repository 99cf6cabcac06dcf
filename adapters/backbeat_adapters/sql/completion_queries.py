"""A quick look-up of names and ids for the shell's completion; it never waits and changes nothing.

It knows tables only by name and uses the drivers directly, so that next to nothing has to be
loaded: loading SQLAlchemy takes longer than the answer itself (decision 0035).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, Protocol

from attrs import frozen

MOST = 50

_BUSY_SECONDS = 0.2
_ANSWER_MILLISECONDS = 500
_CONNECT_SECONDS = 2
"""The smallest value that PostgreSQL's library accepts."""


@frozen
class Names:
    """Columns of a table that name its rows, the preferred one first, and what is told of a row.

    Of a part of the table alone where `among` says so; `within` is the column of what was typed
    before.
    """

    table: str
    values: tuple[str, ...]
    told: tuple[str, ...]
    newest_by: str
    among: str = ""
    within: str = ""


ACCOUNTS = Names("accounts", ("email", "id"), ("name", "status"), "created_at")
CHANNELS = Names("channels", ("id", "platform_id"), ("name", "status"), "registered_at")
WITHDRAWALS = Names("withdrawals", ("id", "invoice"), ("invoice", "status"), "requested_at")
TRACKS = Names("tracks", ("isrc",), ("name", "artist"), "isrc")
REPORT_LAYOUTS = Names("report_layouts", ("name",), ("kind",), "added_at")
REPORT_FILES = Names("report_files", ("id",), ("name",), "id")
PAYOUT_BATCHES = Names("payout_batches", ("number",), ("method", "made_on"), "number")
SUMMARY_LINES = Names(
    "report_rows",
    ("adjustment",),
    ("month",),
    "line",
    among="day_of_month = 0 AND platform = 'youtube' AND kind = 'payment_summary'",
    within="month",
)


class _Connection(Protocol):
    def execute(self, query: str, parameters: Mapping[str, Any]) -> Any: ...


def names(url: str, of: Names, beginning: str, within: str = "") -> list[tuple[str, str]]:
    """Names with this beginning, the newest first, each with a word about its row.

    The second column is searched only if the first gives nothing. At most `MOST`; none if there is
    no file. If the database cannot answer, it soon raises what the driver raises.
    """
    dialect, _, address = url.partition("://")
    if dialect.partition("+")[0] == "sqlite":
        file = Path(address.removeprefix("/").partition("?")[0])
        return _first_found(_sqlite(file), of, ":{}", beginning, within) if file.is_file() else []
    return _first_found(_postgres(f"postgresql://{address}"), of, "%({})s", beginning, within)


def _first_found(
    opened: AbstractContextManager[_Connection], of: Names, mark: str, beginning: str, within: str
) -> list[tuple[str, str]]:
    parameters = {"beginning": _escaped(beginning) + "%", "within": within}
    with opened as connection:
        for value in of.values if beginning else of.values[:1]:
            rows = connection.execute(_query(of, value, mark), parameters).fetchall()
            if rows:
                found: dict[str, str] = {}
                for name, *told in rows:
                    found.setdefault(str(name), ", ".join(str(word) for word in told if word))
                return list(found.items())
    return []


def _query(of: Names, value: str, mark: str) -> str:
    columns = ", ".join((value, *of.told))
    which = [f"CAST({value} AS TEXT) LIKE {mark.format('beginning')} ESCAPE '/'"]
    which += [f"{of.within} = {mark.format('within')}"] if of.within else []
    which += [of.among] if of.among else []
    return (
        f"SELECT {columns} FROM {of.table}"  # noqa: S608 - only names of our own
        f" WHERE {' AND '.join(which)}"
        f" ORDER BY {of.newest_by} DESC LIMIT {MOST}"
    )


def _escaped(text: str) -> str:
    return text.replace("/", "//").replace("%", "/%").replace("_", "/_")


@contextmanager
def _sqlite(file: Path) -> Iterator[_Connection]:
    with closing(sqlite3.connect(file, timeout=_BUSY_SECONDS)) as connection:
        yield connection


@contextmanager
def _postgres(address: str) -> Iterator[_Connection]:
    from psycopg import connect  # noqa: PLC0415 - SQLite does without

    with connect(
        address,
        connect_timeout=_CONNECT_SECONDS,
        options=f"-c statement_timeout={_ANSWER_MILLISECONDS} -c default_transaction_read_only=on",
    ) as connection:
        yield connection
