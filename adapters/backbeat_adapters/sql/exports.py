"""Excel reports in SQL: what was asked for; the files lie beside the database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    Index,
    PrimaryKeyConstraint,
    Row,
    Text,
    delete,
    insert,
    select,
    update,
)

from backbeat.exports.model import Export, ExportRequest, ExportStatus
from backbeat.fx.model import FxRate
from backbeat.kernel.ids import AccountId, ChannelId, ExportId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency
from backbeat_adapters.sql.engine.schema import (
    Big,
    Choice,
    Day,
    Flag,
    Instant,
    MonthText,
    Rate,
    table,
)
from backbeat_adapters.sql.engine.upserts import without_key

exports = table(
    "exports",
    Column("account", Text, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    Column("first", MonthText, nullable=False),
    Column("last", MonthText, nullable=False),
    Column("channel", Text),
    Column("subaccount", Text),
    Column("currency", Choice(Currency), nullable=False),
    Column("rate", Rate, nullable=False),
    Column("rate_day", Day, nullable=False),
    Column("rate_source", Text, nullable=False),
    Column("language", Choice(Language), nullable=False),
    Column("asked_at", Instant, nullable=False),
    Column("status", Choice(ExportStatus), nullable=False),
    Column("rows", Big),
    Column("failed", Flag, nullable=False),
    Column("ended_at", Instant),
    PrimaryKeyConstraint("account", "id"),
)
Index(
    "ix_exports_one_open",
    exports.c.account,
    unique=True,
    sqlite_where=exports.c.ended_at.is_(None),
    postgresql_where=exports.c.ended_at.is_(None),
)
"""An account has one open report at most, whoever asks at the same moment."""


@frozen
class SqlExports:
    connection: Connection

    def add(self, export: Export) -> None:
        self.connection.execute(insert(exports).values(to_row(export)))

    def account_of(self, export: ExportId) -> AccountId | None:
        wanted = select(exports.c.account).where(exports.c.id == export)
        account = self.connection.execute(wanted).scalar_one_or_none()
        return None if account is None else AccountId(account)

    def get(self, account: AccountId, export: ExportId) -> Export | None:
        return self._one(_which(account, export))

    def open_of(self, account: AccountId) -> Export | None:
        return self._one((exports.c.account == account) & exports.c.ended_at.is_(None))

    def save(self, export: Export) -> None:
        changes = without_key(exports, to_row(export))
        which = _which(export.account, export.id)
        self.connection.execute(update(exports).where(which).values(changes))

    def ended_before(self, instant: datetime) -> Sequence[Export]:
        rows = self.connection.execute(select(exports).where(exports.c.ended_at < instant))
        return [from_row(row) for row in rows]

    def remove(self, account: AccountId, export: ExportId) -> None:
        self.connection.execute(delete(exports).where(_which(account, export)))

    def _one(self, which: Any) -> Export | None:
        row = self.connection.execute(select(exports).where(which)).first()
        return None if row is None else from_row(row)


def _which(account: AccountId, export: ExportId) -> Any:
    return (exports.c.account == account) & (exports.c.id == export)


def to_row(export: Export) -> dict[str, Any]:
    return {
        "id": export.id,
        "account": export.account,
        "first": export.request.first,
        "last": export.request.last,
        "channel": export.request.channel,
        "subaccount": export.request.subaccount,
        "currency": export.rate.currency,
        "rate": export.rate.rate,
        "rate_day": export.rate.day,
        "rate_source": export.rate.source,
        "language": export.language,
        "asked_at": export.asked_at,
        "status": export.status,
        "rows": export.rows,
        "failed": export.failed,
        "ended_at": export.ended_at,
    }


def from_row(row: Row[Any]) -> Export:
    """A report out of its columns."""
    return Export(
        ExportId(row.id),
        AccountId(row.account),
        ExportRequest(
            row.first,
            row.last,
            None if row.channel is None else ChannelId(row.channel),
            row.subaccount,
        ),
        FxRate(row.currency, row.rate_day, row.rate, row.rate_source),
        row.language,
        row.asked_at,
        row.status,
        row.rows,
        row.failed,
        row.ended_at,
    )
