"""Alembic's environment: one for both databases. The connection comes from `migrations.upgrade`."""

from __future__ import annotations

from typing import Any, Literal

from alembic import context
from alembic.autogenerate import renderers
from alembic.autogenerate.api import AutogenContext
from alembic.migration import MigrationContext
from alembic.operations import ops
from attrs import frozen

from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.engine import schema
from backbeat_adapters.sql.jobs import engine as job_engine


def render_item(kind: str, item: Any, autogen: AutogenContext) -> str | Literal[False]:
    """Spell our own types so that a migration stands without the enumerations of today's code."""
    if kind != "type" or not type(item).__module__.startswith(schema.__name__):
        return False
    if isinstance(
        item, schema.Choice | schema.MonthText | schema.StoredKind | schema.StoredPlatform
    ):
        return "sa.Text()"
    autogen.imports.add("from backbeat_adapters.sql.engine import schema")
    return f"schema.{type(item).__name__}()"


@frozen
class AppendOnlyOp(ops.MigrateOperation):
    """Puts the triggers of an append-only table into a migration."""

    table: str


class QueueOp(ops.MigrateOperation):
    """Puts the tables or the schema of the database's job queue into a migration."""


@renderers.dispatch_for(QueueOp)
def _render_queue(autogen: AutogenContext, _op: QueueOp) -> str:
    autogen.imports.add("from backbeat_adapters.sql.jobs import installation")
    return "installation.install(op.get_bind())"


@renderers.dispatch_for(AppendOnlyOp)
def _render_append_only(autogen: AutogenContext, op: AppendOnlyOp) -> str:
    autogen.imports.add("from backbeat_adapters.sql.engine import schema")
    return f"schema.make_append_only(op.get_bind(), {op.table!r})"


def complete(
    _context: MigrationContext, _revision: Any, directives: list[ops.MigrationScript]
) -> None:
    """Add what autogenerate does not know: triggers of append-only tables, and the job queue."""
    for script in directives:
        changes = script.upgrade_ops.ops if script.upgrade_ops else []
        created = [change for change in changes if isinstance(change, ops.CreateTableOp)]
        changes.extend(
            AppendOnlyOp(change.table_name)
            for change in created
            if schema.metadata.tables[change.table_name].info.get(schema.APPEND_ONLY)
        )
        if any(change.table_name == job_engine.dead_jobs.name for change in created):
            changes.append(QueueOp())


context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=schema.metadata,
    render_as_batch=True,
    render_item=render_item,
    include_object=migrations.is_ours,
    compare_type=True,
    process_revision_directives=complete,
)
with context.begin_transaction():
    context.run_migrations()
