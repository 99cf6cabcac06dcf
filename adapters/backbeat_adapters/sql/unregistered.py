"""Whether this program knows every payout method, platform and kind of report that the database
names (PLATFORM-10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Select,
    Text,
    and_,
    func,
    not_,
    select,
    type_coerce,
)

from backbeat.payout_methods.errors import UnknownPayoutMethod
from backbeat.payout_methods.registry import METHODS
from backbeat.platforms.errors import UnknownStored
from backbeat.platforms.registry import MARKS, NAMES
from backbeat_adapters.sql.channels import barred_channels, channels, reserved_channels
from backbeat_adapters.sql.engine.outages import outages
from backbeat_adapters.sql.figures import record_figures, replaced_rows, report_files, report_rows
from backbeat_adapters.sql.payouts import payout_batches
from backbeat_adapters.sql.report_kinds import kinds_there_are
from backbeat_adapters.sql.videos import videos
from backbeat_adapters.sql.withdrawals import payment_details, withdrawals

_PLATFORMS = (
    (channels.c.platform, channels.c.id),
    (videos.c.platform, videos.c.id),
    (report_files.c.platform, report_files.c.id),
    (report_rows.c.platform, report_rows.c.file),
    (replaced_rows.c.platform, replaced_rows.c.file),
)
"""Every column that names a platform, and the one that names its row."""

_KINDS = (
    (report_files.c.kind, report_files.c.id),
    (report_rows.c.kind, report_rows.c.file),
    (replaced_rows.c.kind, replaced_rows.c.file),
    (record_figures.c.kind, record_figures.c.video),
)

_KEYS = (
    (channels.c.platform_id, channels.c.id),
    (barred_channels.c.platform_id, barred_channels.c.platform_id),
    (reserved_channels.c.platform_id, reserved_channels.c.platform_id),
    (videos.c.id, videos.c.id),
)
"""Every column of keys, which begin with their platform's mark (PLATFORM-4)."""


def unknown_methods(engine: Engine) -> list[str]:
    """A line for every unknown method of accounts, withdrawals and batches, with one that names it."""
    methods, kinds = METHODS.names, [kind.name for kind in METHODS.files]
    with outages(), engine.connect() as connection:
        return [
            str(UnknownPayoutMethod(name, f"{noun} {first}{_more(count)}"))
            for noun, column, key, known in (
                ("account", payment_details.c.method, payment_details.c.account, methods),
                ("withdrawal", withdrawals.c.method, withdrawals.c.id, methods),
                ("payout batch", payout_batches.c.method, payout_batches.c.number, kinds),
            )
            for name, first, count in connection.execute(_others(column, key, known))
        ]


def unknown_platforms(engine: Engine) -> list[str]:
    """A line for every unknown platform and kind of report: its column, how many rows, one of them."""
    with outages(), engine.connect() as connection:
        return [
            *_named(connection, "platform", _PLATFORMS, NAMES),
            *_named(connection, "kind of report", _KINDS, kinds_there_are(connection)),
            *_marked(connection),
        ]


def _named(
    connection: Connection,
    what: str,
    columns: Sequence[tuple[ColumnElement[Any], ColumnElement[Any]]],
    known: Sequence[str],
) -> Iterator[str]:
    for column, key in columns:
        for name, first, count in connection.execute(_others(column, key, known)):
            yield str(UnknownStored(what, name, _where(column, key, first, count), known))


def _marked(connection: Connection) -> Iterator[str]:
    for column, key in _KEYS:
        odd = and_(column.contains(":"), *(not_(column.startswith(mark)) for mark in MARKS if mark))
        found = connection.execute(select(func.min(key), func.min(column), func.count()).where(odd))
        first, value, count = found.one()
        if count:
            mark = value.partition(":")[0]
            yield str(UnknownStored("platform", mark, _where(column, key, first, count), NAMES))


def _others(
    column: ColumnElement[Any], key: ColumnElement[Any], known: Sequence[str]
) -> Select[str, Any, int]:
    """The names in a column that are none of these, each with its first row and how many it has."""
    name = type_coerce(column, Text)
    return (
        select(name, func.min(key), func.count())
        .where(name.not_in(list(known)))
        .group_by(column)
        .order_by(column)
    )


def _where(column: Any, key: Any, first: object, count: int) -> str:
    rows = "1 row" if count == 1 else f"{count} rows"
    return f"{column.table.name}.{column.name} ({rows}, such as {key.name} {first})"


def _more(count: int) -> str:
    return f" (and {count - 1} more)" if count > 1 else ""
