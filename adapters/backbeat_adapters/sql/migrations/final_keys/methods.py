"""The terms of a withdrawal's method become one value, in place of columns named after methods."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import sqlalchemy as sa
from alembic import op

from backbeat_adapters.sql.engine import schema
from backbeat_adapters.sql.migrations.refusals import MigrationRefused

_OLD = ("bank_minimum", "bank_fee", "paypal_rate", "bank_minimum_basis")
_AT_ONCE = 500
_MICROS = 1_000_000


def upgrade(connection: sa.Connection) -> None:
    """Keep of each withdrawal the terms that it went by, and drop the other columns.

    Refuses a withdrawal whose method nobody knows: its terms could only be guessed.
    """
    op.add_column("withdrawals", sa.Column("method_terms", schema.Json(), nullable=True))
    _fill(connection)
    with op.batch_alter_table(
        "withdrawals", table_kwargs={"sqlite_strict": True}, recreate="auto"
    ) as table:
        table.alter_column("method_terms", existing_type=schema.Json(), nullable=False)
        for name in _OLD:
            table.drop_column(name)


def _fill(connection: sa.Connection) -> None:
    found = sa.table(
        "withdrawals",
        sa.column("id", sa.Text()),
        sa.column("method", sa.Text()),
        sa.column("bank_minimum", schema.Micros()),
        sa.column("bank_fee", schema.Micros()),
        sa.column("paypal_rate", schema.Rate()),
        sa.column("bank_minimum_basis", sa.Text()),
        sa.column("method_terms", schema.Json()),
    )
    last = ""
    write = (
        sa.update(found)
        .where(found.c.id == sa.bindparam("of"))
        .values(method_terms=sa.bindparam("terms", type_=schema.Json()))
    )
    while True:
        some = sa.select(found).where(found.c.id > last).order_by(found.c.id).limit(_AT_ONCE)
        rows = connection.execute(some).all()
        if not rows:
            return
        connection.execute(write, [{"of": row.id, "terms": _terms(row)} for row in rows])
        last = rows[-1].id


def _terms(row: Any) -> Mapping[str, str | None]:
    if row.method not in _TERMS:
        raise MigrationRefused(
            f"withdrawal {row.id} names the payout method {row.method!r}; this schema knew "
            f"{' and '.join(_TERMS)} only: correct the row, or restore a backup, and upgrade again"
        )
    return _TERMS[row.method](row)


def _of_bank(row: Any) -> Mapping[str, str | None]:
    return {
        "flat_fee": _usd(row.bank_fee),
        "fee_rate": "0",
        "minimum": _usd(row.bank_minimum),
        "basis": row.bank_minimum_basis,
    }


def _of_paypal(row: Any) -> Mapping[str, str | None]:
    return {
        "flat_fee": "0.00",
        "fee_rate": f"{row.paypal_rate:f}",
        "minimum": None,
        "basis": "requested_amount",
    }


_TERMS: Mapping[str, Callable[[Any], Mapping[str, str | None]]] = MappingProxyType(
    {"bank": _of_bank, "paypal": _of_paypal}
)


def _usd(micros: int) -> str:
    amount = Decimal(micros) / _MICROS
    return f"{amount:.2f}" if amount == round(amount, 2) else f"{amount.normalize():f}"
