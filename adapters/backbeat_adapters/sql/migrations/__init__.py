"""The schema's history, and how a database is brought to its newest state.

One set of migrations serves both databases. `upgrade` runs them, `drift` names every difference
between a database and the tables of the code, and `python -m backbeat_adapters.sql.migrations`
writes the next migration from those differences.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from backbeat_adapters.sql import books, limits, track_index
from backbeat_adapters.sql.engine import grams, partitions
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.outages import outages
from backbeat_adapters.sql.engine.schema import APPEND_ONLY, counters_metadata, metadata
from backbeat_adapters.sql.figures import BY_MONTH
from backbeat_adapters.sql.jobs import engine as job_engine
from backbeat_adapters.sql.migrations.refusals import MigrationRefused
from backbeat_adapters.sql.schema_version import Fit, WrongSchema, examine

_ALL_TABLES = (
    books.__name__,
    job_engine.__name__,
    limits.__name__,
)  # importing the books puts every feature's tables on the metadata
_BY_MONTH = {each.name for each in BY_MONTH}
_TRIGGERS = {
    "sqlite": "SELECT tbl_name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgrelid::regclass::text FROM pg_trigger WHERE NOT tgisinternal",
}


def upgrade(engine: Engine, to: str = "head") -> None:
    """Bring the database to the newest revision, or to a named one; all of it or nothing.

    Raises `WrongSchema` for a newer or a foreign one, `MigrationRefused` where the data are not as a migration needs them, and
    `DatabaseUnavailable` when the database cannot serve.
    """
    found = examine(engine)
    if found.fit in {Fit.NEWER, Fit.FOREIGN}:
        raise WrongSchema(str(found.fault))
    with outages(), engine.connect().execution_options(**WRITER) as connection:
        _foreign_keys(connection, on=False)
        with connection.begin():
            command.upgrade(_config(connection), to)
            _require_whole_references(connection)
        _foreign_keys(connection, on=True)


def revision_of(engine: Engine) -> str | None:
    """The revision the database stands at; None when it is empty."""
    with outages(), engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def drift(engine: Engine) -> list[str]:
    """Every difference between the database and the tables of the code, one line each."""
    with outages(), engine.connect() as connection, connection.begin():
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "include_object": is_ours}
        )
        differences = list(_said(compare_metadata(context, metadata)))
        unseen = grams.missing(connection)
        unseen_months = list(partitions.faults(connection, BY_MONTH))
        guarded = set(connection.exec_driver_sql(_TRIGGERS[connection.dialect.name]).scalars())
    differences += [f"{name} is missing" for name in unseen]
    differences += unseen_months
    return differences + [
        f"{table.name} is not append-only"
        for table in metadata.sorted_tables
        if table.info.get(APPEND_ONLY) and table.name not in guarded
    ]


def counters_drift(counters: Engine) -> list[str]:
    """Every difference between the tables of counters and those of the code, one line each.

    No migration changes them: their rows may be lost, and `renew_counters` makes them anew.
    """
    with outages(), counters.connect() as connection, connection.begin():
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "include_object": _is_counter}
        )
        return [f"counters: {each}" for each in _said(compare_metadata(context, counters_metadata))]


def renew_counters(counters: Engine) -> None:
    """Make the tables of counters anew, empty, where they differ from those of the code."""
    if counters_drift(counters):
        writer = counters.connect().execution_options(**WRITER)
        with outages(), writer as connection, connection.begin():
            counters_metadata.drop_all(connection)
            counters_metadata.create_all(connection)


def _is_counter(item: Any, name: str | None, kind: str, reflected: bool, compare_to: Any) -> bool:
    """Whether a table found in the database is a counter's: on PostgreSQL all stand in one."""
    del item, compare_to
    return kind != "table" or not reflected or name in counters_metadata.tables


def is_ours(item: Any, name: str | None, kind: str, reflected: bool, compare_to: Any) -> bool:
    """Whether a table found in the database is one of ours: not the job engine's, not a counter's,
    nor the index of tracks, which stands outside the metadata, nor a month of a table.

    Parts of texts stand outside it too: their indexes are looked for by themselves.
    """
    del compare_to
    if kind == "index":
        return name not in grams.INDEXES
    if kind == "column":
        return (item.table.name, name) not in grams.COLUMNS
    if kind != "table" or not reflected or not name:
        return True
    foreign = name.startswith(("procrastinate_", track_index.NAME))
    if partitions.is_partition(name, _BY_MONTH):
        return False
    return not (foreign or name in {"job", *counters_metadata.tables})


def write_revision(engine: Engine, message: str, folder: Path | None = None) -> Iterable[str]:
    """Write the migration from the database to the code's tables; gives the paths written.

    `engine` is a database at the newest revision (or an empty one, for the first); `folder` holds
    the history where that is not the product's own. Ruff brings it into form where it is installed.
    """
    with engine.connect().execution_options(**WRITER) as connection, connection.begin():
        config = _config(connection, folder)
        number = len(list(ScriptDirectory.from_config(config).walk_revisions())) + 1
        if find_spec("ruff"):
            _format_what_is_written(config)
        written = command.revision(config, message, autogenerate=True, rev_id=f"{number:04d}")
    scripts = written if isinstance(written, list) else [written]
    return [script.path for script in scripts if script is not None]


def _format_what_is_written(config: Config) -> None:
    """Drop what is not used, sort imports, lay lines out."""
    runs = {"tidy": "check --quiet --fix-only --select F401,I", "format": "format --quiet"}
    hooks = {"hooks": ", ".join(runs)}
    for name, words in runs.items():
        hooks |= {f"{name}.type": "module", f"{name}.module": "ruff"}
        hooks[f"{name}.options"] = f"{words} REVISION_SCRIPT_FILENAME"
    for name, value in hooks.items():
        config.set_section_option("post_write_hooks", name, value)


def _said(differences: Iterable[Any]) -> Iterable[str]:
    """Alembic's differences, one line each; changes of one column come as lists of tuples."""
    for difference in differences:
        if isinstance(difference, list):
            yield from _said(difference)
        else:
            act, *about = difference
            names = [getattr(each, "name", each) for each in about if each is not None]
            yield f"{act} {' '.join(str(name) for name in names[:3])}"


def _config(connection: Connection | None, folder: Path | None = None) -> Config:
    config = Config()
    if folder:
        config.set_main_option("path_separator", "newline")
        config.set_main_option("version_locations", str(folder))
    config.set_main_option("script_location", "backbeat_adapters.sql:migrations")
    config.attributes["connection"] = connection
    return config


def _foreign_keys(connection: Connection, *, on: bool) -> None:
    """SQLite rebuilds tables to change them, and cannot while their references are watched."""
    if connection.dialect.name == "sqlite":
        # Past SQLAlchemy, which would begin a transaction; inside one the pragma does nothing.
        connection.connection.cursor().execute(f"PRAGMA foreign_keys={'ON' if on else 'OFF'}")


def _require_whole_references(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        if broken:
            tables = ", ".join(sorted({table for table, *_ in broken}))
            raise MigrationRefused(
                f"{len(broken)} rows of {tables} belong to rows that are not there: nothing was"
                " changed. Find them with PRAGMA foreign_key_check, or restore a backup that is whole"
            )
