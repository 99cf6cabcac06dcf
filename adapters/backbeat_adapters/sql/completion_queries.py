"""A quick look at names and ids, for the shell's completion: nothing waits, nothing is changed.

It knows tables by name alone, so that next to nothing of the product has to be loaded for it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Connection,
    Engine,
    Select,
    Text,
    cast,
    column,
    create_engine,
    make_url,
    select,
    table,
)
from sqlalchemy.engine import URL
from sqlalchemy.pool import NullPool

MOST = 50

_BUSY_SECONDS = 0.2
_ANSWER_MILLISECONDS = 500
_CONNECT_SECONDS = 2
"""The least that PostgreSQL's library takes."""


@frozen
class Names:
    """Columns of a table that name its rows, the preferred one first, and what is told of a row."""

    table: str
    values: tuple[str, ...]
    told: tuple[str, ...]
    newest_by: str


ACCOUNTS = Names("accounts", ("email", "id"), ("name", "status"), "created_at")
CHANNELS = Names("channels", ("id", "platform_id"), ("name", "status"), "registered_at")
WITHDRAWALS = Names("withdrawals", ("id", "invoice"), ("invoice", "status"), "requested_at")
TRACKS = Names("tracks", ("isrc",), ("name", "artist"), "isrc")
REPORT_FILES = Names("report_files", ("id",), ("name",), "id")
PAYOUT_BATCHES = Names("payout_batches", ("number",), ("method", "made_on"), "number")


def names(url: str, of: Names, beginning: str) -> list[tuple[str, str]]:
    """Names that begin so, the newest first, each with a word on its row.

    The second column is looked at only where the first gives nothing. At most `MOST`; none where
    there is no file. Raises what the driver raises, soon, where the database cannot answer.
    """
    address = make_url(url)
    if address.get_backend_name() == "sqlite" and not Path(address.database or "").is_file():
        return []
    engine = _engine(address)
    with engine.connect() as connection:
        for value in of.values if beginning else of.values[:1]:
            if found := _found(connection, of, value, beginning):
                return found
    return []


def _found(connection: Connection, of: Names, value: str, beginning: str) -> list[tuple[str, str]]:
    rows = connection.execute(_query(of, value, beginning))
    return [(str(row[0]), ", ".join(str(word) for word in row[1:] if word)) for row in rows]


def _query(of: Names, value: str, beginning: str) -> Select[*tuple[Any, ...]]:
    text = cast(column(value), Text)
    return (
        select(column(value), *(column(name) for name in of.told))
        .select_from(table(of.table))
        .where(text.startswith(beginning, autoescape=True))
        .order_by(column(of.newest_by).desc())
        .limit(MOST)
    )


def _engine(address: URL) -> Engine:
    if address.get_backend_name() == "sqlite":
        return create_engine(
            address,
            poolclass=NullPool,
            connect_args={"timeout": _BUSY_SECONDS},
            hide_parameters=True,
        )
    return create_engine(
        address.set(drivername="postgresql+psycopg"),
        poolclass=NullPool,
        hide_parameters=True,
        connect_args={
            "connect_timeout": _CONNECT_SECONDS,
            "options": f"-c statement_timeout={_ANSWER_MILLISECONDS}"
            " -c default_transaction_read_only=on",
        },
    )
