"""Which kinds of report there are: the platforms' own, and those of the operator's layouts."""

from __future__ import annotations

from sqlalchemy import Column, Connection, PrimaryKeyConstraint, Text, select

from backbeat.platforms import registry
from backbeat.platforms.kinds import Kind, Role
from backbeat_adapters.sql.engine.schema import Big, Instant, StoredKind, table

report_layouts = table(
    "report_layouts",
    Column("name", Text, nullable=False),
    Column("version", Big, nullable=False),
    Column("kind", StoredKind("report_layouts.kind"), nullable=False),
    Column("definition", Text, nullable=False),
    Column("added_at", Instant, nullable=False),
    Column("added_by", Text, nullable=False),
    PrimaryKeyConstraint("name", "version"),
)
"""`definition` is the TOML file as it was added, `kind` what rows read by it are."""


def kinds_there_are(connection: Connection) -> tuple[Kind, ...]:
    """Every kind, the platforms' first."""
    query = select(report_layouts.c.kind).distinct().order_by(report_layouts.c.kind)
    return (*registry.KINDS, *connection.execute(query).scalars())


def record_kinds(connection: Connection) -> tuple[Kind, ...]:
    return tuple(kind for kind in kinds_there_are(connection) if kind.role is Role.RECORD)


def daily_kinds(connection: Connection) -> tuple[Kind, ...]:
    """Those of them that feed dashboards day by day."""
    return tuple(kind for kind in kinds_there_are(connection) if kind.is_daily)
