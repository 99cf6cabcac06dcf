"""What belongs to an account is keyed by the account first.

The tables are written out as this migration leaves them, whatever the program makes of them later.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    inspect,
    text,
)

from backbeat_adapters.sql.engine import schema
from backbeat_adapters.sql.engine.schema import Big, Day, Flag, Instant, Json, Micros, Rate
from backbeat_adapters.sql.migrations.refusals import MigrationRefused

PREFIX = "former_"
"""What the copies of the old tables are called while the new ones are filled."""

_final = MetaData(naming_convention=schema.NAMING)


def _table(name: str, *items: Any) -> Table:
    return schema.table(name, *items, in_metadata=_final)


def _texts(*names: str, nullable: bool = False) -> list[Column[str]]:
    return [Column(name, Text, nullable=nullable) for name in names]


def _numbers(kind: Any, *names: str) -> list[Column[int]]:
    return [Column(name, kind, nullable=False) for name in names]


def _partial(name: str, column: str, condition: str) -> Index:
    where = text(condition)
    return Index(name, column, unique=True, sqlite_where=where, postgresql_where=where)


_table("payout_batches", Column("number", Big, primary_key=True, autoincrement=False))

withdrawals = _table(
    "withdrawals",
    Column("account", Text, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    Column("requested_on", Day, nullable=False),
    Column("requested_at", Instant, nullable=False),
    *_texts("method", "destination"),
    *_numbers(Micros, "usd_total", "usd_fee", "usd_net"),
    *_texts("currency"),
    *_numbers(Micros, "paid_total", "paid_fee", "paid_net"),
    Column("rate", Rate),
    Column("rate_day", Day),
    *_texts("rate_source", nullable=True),
    *_numbers(Micros, "minimum", "bank_minimum", "bank_fee"),
    Column("paypal_rate", Rate, nullable=False),
    *_texts("bank_minimum_basis"),
    Column("windows", Json, nullable=False),
    *_texts("payout_rule"),
    *_numbers(Big, "payout_days"),
    Column("bill_on", Day, nullable=False),
    Column("due_on", Day, nullable=False),
    Column("held_until", Day),
    Column("invoice", Text, nullable=False, unique=True),
    *_texts("status"),
    *_texts("reason", nullable=True),
    Column("paid_on", Day),
    *_texts("approved_by", nullable=True),
    Column("credit_note", Text, unique=True),
    PrimaryKeyConstraint("account", "id"),
    Index("ix_withdrawals_account_requested_at", "account", "requested_at"),
    Index("ix_withdrawals_status_due_on", "status", "due_on"),
    Index("ix_withdrawals_requested_at", "requested_at"),
    _partial("uq_withdrawals_one_pending", "account", "status = 'pending'"),
)

withdrawal_uses = _table(
    "withdrawal_uses",
    *_texts("account", "withdrawal"),
    *_numbers(Big, "place"),
    *_texts("entry", "type", "month"),
    *_numbers(Micros, "amount"),
    Column("correction", Flag, nullable=False),
    PrimaryKeyConstraint("account", "withdrawal", "place"),
    ForeignKeyConstraint(["account", "withdrawal"], ["withdrawals.account", "withdrawals.id"]),
    Index("ix_withdrawal_uses_entry", "account", "entry"),
)

invoices = _table(
    "invoices",
    Column("account", Text, nullable=False),
    Column("number", Text, nullable=False, unique=True),
    *_texts("kind"),
    Column("corrects", Text, unique=True),
    *_texts("withdrawal", "name", "recipient", "service"),
    Column("issued_on", Day, nullable=False),
    *_texts("currency"),
    *_numbers(Micros, "fee", "total"),
    PrimaryKeyConstraint("account", "number"),
    ForeignKeyConstraint(["account", "corrects"], ["invoices.account", "invoices.number"]),
    ForeignKeyConstraint(["account", "withdrawal"], ["withdrawals.account", "withdrawals.id"]),
    Index("ix_invoices_withdrawal", "account", "withdrawal"),
)

invoice_lines = _table(
    "invoice_lines",
    *_texts("account", "invoice"),
    *_numbers(Big, "place"),
    *_texts("month", "type"),
    *_numbers(Micros, "unit_price"),
    Column("correction", Flag, nullable=False),
    PrimaryKeyConstraint("account", "invoice", "place"),
    ForeignKeyConstraint(["account", "invoice"], ["invoices.account", "invoices.number"]),
)

invoice_links = _table(
    "invoice_links",
    Column("token_hash", Text, primary_key=True),
    *_texts("account", "invoice"),
    Column("expires_at", Instant, nullable=False, index=True),
    Column("used_at", Instant),
    ForeignKeyConstraint(["account", "invoice"], ["invoices.account", "invoices.number"]),
)

payout_attempts = _table(
    "payout_attempts",
    *_texts("account", "withdrawal"),
    *_numbers(Big, "number"),
    Column("batch", Big, ForeignKey("payout_batches.number"), nullable=False),
    *_numbers(Big, "place"),
    *_numbers(Micros, "amount"),
    *_texts("currency", "state"),
    PrimaryKeyConstraint("account", "withdrawal", "number"),
    ForeignKeyConstraint(["account", "withdrawal"], ["withdrawals.account", "withdrawals.id"]),
    UniqueConstraint("withdrawal", "number"),
    UniqueConstraint("batch", "place"),
    _partial(
        "uq_payout_attempts_one_open",
        "withdrawal",
        "state IN ('exported', 'sent', 'uncertain', 'unclaimed')",
    ),
)

payout_steps = _table(
    "payout_steps",
    *_texts("account", "withdrawal"),
    *_numbers(Big, "number", "place"),
    *_texts("state"),
    Column("happened_on", Day, nullable=False),
    Column("written_at", Instant, nullable=False),
    *_texts("written_by", "reference"),
    *_texts("reason", nullable=True),
    PrimaryKeyConstraint("account", "withdrawal", "number", "place"),
    ForeignKeyConstraint(
        ["account", "withdrawal", "number"],
        ["payout_attempts.account", "payout_attempts.withdrawal", "payout_attempts.number"],
    ),
)

notifications = _table(
    "notification",
    *_texts("account", "id", "type", "subject"),
    Column("facts", Json, nullable=False),
    *_texts("link", nullable=True),
    Column("created_at", Instant, nullable=False),
    Column("read", Flag, nullable=False),
    PrimaryKeyConstraint("account", "id"),
    Index("ix_notification_account", "account", "created_at", "id"),
    Index("ix_notification_read", "account", "read"),
    Index("ix_notification_created_at", "created_at"),
)

mails = _table(
    "mail",
    *_texts("account", "id", "status", "template", "language"),
    *_texts("recipient", nullable=True),
    Column("facts", Json),
    Column("added_at", Instant, nullable=False),
    Column("settled_at", Instant),
    PrimaryKeyConstraint("account", "id"),
    Index("ix_mail_id", "id", unique=True),
    Index("ix_mail_status", "status", "added_at"),
)

exports = _table(
    "exports",
    Column("account", Text, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    *_texts("first", "last"),
    *_texts("channel", "subaccount", nullable=True),
    *_texts("currency"),
    Column("rate", Rate, nullable=False),
    Column("rate_day", Day, nullable=False),
    *_texts("rate_source", "language"),
    Column("asked_at", Instant, nullable=False),
    *_texts("status"),
    Column("rows", Big),
    Column("failed", Flag, nullable=False),
    Column("ended_at", Instant),
    PrimaryKeyConstraint("account", "id"),
    _partial("ix_exports_one_open", "account", "ended_at IS NULL"),
)

REKEYED = (
    withdrawals,
    withdrawal_uses,
    invoices,
    invoice_lines,
    invoice_links,
    payout_attempts,
    payout_steps,
    notifications,
    mails,
    exports,
)
"""Each before those that refer to it."""

APPEND_ONLY = (withdrawal_uses, invoices, invoice_lines, payout_steps)

OWNERS = {
    "withdrawal_uses": ("withdrawals", "id", "withdrawal"),
    "invoice_lines": ("invoices", "number", "invoice"),
    "invoice_links": ("invoices", "number", "invoice"),
    "payout_attempts": ("withdrawals", "id", "withdrawal"),
    "payout_steps": ("withdrawals", "id", "withdrawal"),
}
"""Where the account of a row is found that did not say it: a table, its key, the row's column."""


def upgrade(connection: Connection) -> None:
    """Write these tables anew under their new keys; every row stays as it is."""
    for each in reversed(REKEYED):
        former = PREFIX + each.name
        connection.exec_driver_sql(f"CREATE TABLE {former} AS SELECT * FROM {each.name}")
        connection.exec_driver_sql(f"DROP TABLE {each.name}")
    _final.create_all(connection)
    for each in REKEYED:
        connection.exec_driver_sql(_filled(connection, each))
        _require_all(connection, each)
    for each in REKEYED:
        connection.exec_driver_sql(f"DROP TABLE {PREFIX}{each.name}")
    for guarded in APPEND_ONLY:
        schema.make_append_only(connection, guarded.name)


def _require_all(connection: Connection, each: Table) -> None:
    kept, were = (
        connection.exec_driver_sql(f"SELECT COUNT(*) FROM {name}").scalar_one()
        for name in (each.name, PREFIX + each.name)
    )
    if kept != were:
        raise MigrationRefused(
            f"{were - kept} rows of {each.name} belong to nobody: nothing was changed"
        )


def _filled(connection: Connection, each: Table) -> str:
    columns = ", ".join(f'"{column.name}"' for column in each.columns)
    former = PREFIX + each.name
    known = {column["name"] for column in inspect(connection).get_columns(former)}
    if "account" in known:
        return f"INSERT INTO {each.name} ({columns}) SELECT {columns} FROM {former}"
    owner, key, own = OWNERS[each.name]
    wanted = ", ".join(
        "o.account" if column.name == "account" else f'f."{column.name}"' for column in each.columns
    )
    return (
        f"INSERT INTO {each.name} ({columns}) SELECT {wanted} FROM {former} f"
        f" JOIN {owner} o ON o.{key} = f.{own}"
    )
