"""Tables and columns get the names that everything else has for them."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Connection, inspect

TABLES = {
    "mail": "mails",
    "notification": "notifications",
    "payees": "payment_details",
    "site": "partner_sites",
}
COLUMNS = {("accounts", "held_for_exclusivity"): "consent_required"}


def upgrade(connection: Connection) -> None:
    """Rename tables with their indexes and constraints, then columns."""
    for old, new in TABLES.items():
        _rename_table(connection, old, new)
    for (table, old), new in COLUMNS.items():
        op.execute(f"ALTER TABLE {table} RENAME COLUMN {old} TO {new}")


def _rename_table(connection: Connection, old: str, new: str) -> None:
    op.execute(f"ALTER TABLE {old} RENAME TO {new}")
    if connection.dialect.name == "sqlite":
        _remake_indexes(connection, old, new)
    else:
        _rename_constraints(connection, old, new)


def _remake_indexes(connection: Connection, old: str, new: str) -> None:
    """SQLite renames no index, so each is made anew from its own words."""
    made = connection.exec_driver_sql(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql NOTNULL",
        (new,),
    ).all()
    for name, sql in made:
        op.execute(f"DROP INDEX {name}")
        op.execute(sql.replace(name, _renamed(name, old, new), 1))


def _rename_constraints(connection: Connection, old: str, new: str) -> None:
    """PostgreSQL's keys are constraints and indexes at once: renaming the one renames the other."""
    constraints = connection.exec_driver_sql(
        "SELECT conname FROM pg_constraint WHERE conrelid = %s::regclass", (new,)
    ).scalars()
    for name in [each for each in constraints if _renamed(each, old, new) != each]:
        op.execute(f"ALTER TABLE {new} RENAME CONSTRAINT {name} TO {_renamed(name, old, new)}")
    for index in inspect(connection).get_indexes(new):
        name = str(index["name"])
        if _renamed(name, old, new) != name:
            op.execute(f"ALTER INDEX {name} RENAME TO {_renamed(name, old, new)}")


def _renamed(name: str, old: str, new: str) -> str:
    kind, _, rest = name.partition("_")
    return f"{kind}_{new}{rest.removeprefix(old)}" if rest.startswith(old) else name
