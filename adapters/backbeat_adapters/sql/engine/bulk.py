"""Statements at the driver's own speed, and several in one go.

SQLAlchemy makes the parameters of each row anew, which takes longer than writing the row, and
PostgreSQL is waited for after each statement. Statements given here are made once, their values
still pass through the types of their columns, and PostgreSQL hears all of them before it has to
answer. For what is written by the hundred thousand, or while others wait for a lock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import repeat
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Insert, Table
from sqlalchemy.dialects.postgresql import psycopg
from sqlalchemy.dialects.sqlite import pysqlite

from backbeat.kernel.chunks import in_chunks
from backbeat_adapters.sql.engine.error_redaction import values_hidden

ROWS_AT_ONCE = 10_000
MANY = 100
"""More rows than these go into a table of PostgreSQL by COPY."""

DIALECTS: Mapping[str, Any] = {
    "sqlite": pysqlite.dialect(),
    "postgresql": psycopg.dialect(paramstyle="format"),  # type: ignore[no-untyped-call]
}


Columns = Mapping[str, Sequence[Any]]
"""Values as the driver takes them, by the names that a statement has for them."""

NOTHING: Columns = {}


@frozen(eq=False)
class Prepared:
    """A statement as a driver takes it: its text, and how the values for it are made."""

    text: str
    names: tuple[str, ...]
    makers: Mapping[str, Callable[[Any], Any] | None]
    constants: Mapping[str, Any]
    table: str | None
    """The table that new rows are inserted into, each with a value for every name."""

    def given(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values of one row as the driver takes them."""
        return tuple(
            [
                self.constants[name]
                if name in self.constants
                else values[name]
                if (make := self.makers[name]) is None
                else make(values[name])
                for name in self.names
            ]
        )

    def columns(self, values: Sequence[Mapping[str, Any]]) -> Columns:
        """Values by name as the driver takes them; what is not among them can be added later."""
        given = values[0] if values else self.makers
        return {
            name: [each[name] for each in values]
            if make is None
            else [make(each[name]) for each in values]
            for name, make in self.makers.items()
            if name in given
        }

    def transposed(self, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> Columns:
        """`columns` of rows whose values have these names, in their order."""
        makers = [self.makers[name] for name in names]
        columns = list(zip(*rows, strict=True)) or [()] * len(names)
        return {
            name: column if make is None else [*map(make, column)]
            for name, make, column in zip(names, makers, columns, strict=True)
        }

    def step(self, columns: Columns, count: int) -> Step:
        """The statement to be run with so many rows, made of complete columns."""
        wanted = [
            repeat(self.constants[name], count) if name in self.constants else columns[name]
            for name in self.names
        ]
        return Step(self, list(zip(*wanted, strict=True)) if wanted else [()] * count)


@frozen(eq=False)
class Step:
    """A statement and the rows that it is run with; with none it is not run."""

    prepared: Prepared
    rows: Sequence[tuple[Any, ...]]


@frozen
class Done:
    """What a step came to: how many rows it changed, or what it found, as the driver has it."""

    rowcount: int = 0
    found: Sequence[tuple[Any, ...]] = ()


def prepared(connection: Connection, statement: Any) -> Prepared:
    """The statement for this kind of database. It is kept: give one that is there for good."""
    return _prepared(connection.dialect.name, statement)


def step(connection: Connection, statement: Any, values: Sequence[Mapping[str, Any]]) -> Step:
    """The statement to be run with each of these values by name."""
    made = prepared(connection, statement)
    return made.step(made.columns(values), len(values))


def run(connection: Connection, *steps: Step) -> list[Done]:
    """Run them in order; what each came to."""
    if connection.dialect.name == "sqlite":
        return [_on_sqlite(connection, each) for each in steps]
    return on_postgresql(connection.connection.driver_connection, steps)


@cache
def _prepared(kind: str, statement: Any) -> Prepared:
    return compiled_for(kind, statement)


def compiled_for(kind: str, statement: Any) -> Prepared:
    """The statement for a kind of database, made anew."""
    dialect = DIALECTS[kind]
    compiled = statement.compile(dialect=dialect)
    binds = {name: compiled.binds[name] for name in compiled.positiontup}
    given = {name: bind for name, bind in binds.items() if bind.required}
    inserts = isinstance(statement, Insert) and isinstance(statement.table, Table)
    # COPY knows only new rows: what may meet one that is there is written by the statement itself.
    only_new = inserts and "ON CONFLICT" not in compiled.string
    return Prepared(
        compiled.string,
        tuple(compiled.positiontup),
        {
            name: bind.type.dialect_impl(dialect).bind_processor(dialect)
            for name, bind in given.items()
        },
        {name: bind.value for name, bind in binds.items() if name not in given},
        statement.table.name if only_new else None,
    )


def _on_sqlite(connection: Connection, step: Step) -> Done:
    if len(step.rows) == 1:
        result = connection.exec_driver_sql(step.prepared.text, step.rows[0])
        if result.returns_rows:
            return Done(found=[tuple(row) for row in result])
        return Done(result.rowcount)
    return Done(
        sum(
            connection.exec_driver_sql(step.prepared.text, list(some)).rowcount
            for some in in_chunks(step.rows, ROWS_AT_ONCE)
        )
    )


def on_postgresql(driver: Any, steps: Sequence[Step]) -> list[Done]:
    """Few rows go out together, and the answers come together; many go one step after the other."""
    with values_hidden():
        if any(len(each.rows) > MANY for each in steps):
            return [_many(driver, each) for each in steps]
        with driver.pipeline():
            sent = [
                [driver.execute(each.prepared.text, row) for row in each.rows] for each in steps
            ]
        return [_done(cursors) for cursors in sent]


def _many(driver: Any, step: Step) -> Done:
    made = step.prepared
    with driver.cursor() as cursor:
        if made.table is None:
            cursor.executemany(made.text, step.rows)
            return Done(cursor.rowcount)
        with cursor.copy(f"COPY {made.table} ({', '.join(made.names)}) FROM STDIN") as copy:
            for row in step.rows:
                copy.write_row(row)
        return Done(len(step.rows))


def _done(cursors: Sequence[Any]) -> Done:
    if len(cursors) == 1 and cursors[0].description is not None:
        return Done(found=cursors[0].fetchall())
    return Done(sum(cursor.rowcount for cursor in cursors))
