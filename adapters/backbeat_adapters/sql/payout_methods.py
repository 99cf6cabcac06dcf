"""Whether this program knows every payout method that the database names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Engine, Select, Table, func, select

from backbeat.payout_methods.errors import UnknownPayoutMethod
from backbeat.payout_methods.registry import METHODS
from backbeat_adapters.sql.engine.outages import outages
from backbeat_adapters.sql.payouts import payout_batches
from backbeat_adapters.sql.withdrawals import payment_details, withdrawals


def unknown_methods(engine: Engine) -> list[str]:
    """A line for every unknown method of accounts, withdrawals and batches, with one that names it."""
    methods, kinds = METHODS.names, [kind.name for kind in METHODS.files]
    with outages(), engine.connect() as connection:
        return [
            str(UnknownPayoutMethod(name, _those(noun, first, count)))
            for noun, table, key, known in (
                ("account", payment_details, payment_details.c.account, methods),
                ("withdrawal", withdrawals, withdrawals.c.id, methods),
                ("payout batch", payout_batches, payout_batches.c.number, kinds),
            )
            for name, first, count in connection.execute(_others(table, key, known))
        ]


def _others(
    table: Table, key: ColumnElement[Any], known: Sequence[str]
) -> Select[tuple[str, Any, int]]:
    return (
        select(table.c.method, func.min(key), func.count())
        .where(table.c.method.not_in(known))
        .group_by(table.c.method)
        .order_by(table.c.method)
    )


def _those(noun: str, first: object, count: int) -> str:
    more = f" (and {count - 1} more)" if count > 1 else ""
    return f"{noun} {first}{more}"
