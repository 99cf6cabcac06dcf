"""What reading calls ask, at the driver's own speed.

SQLAlchemy makes a context, a result and its columns anew for each statement, which takes longer than
most of what a screen asks for. Statements given here are compiled once and go to the driver as they
are; values still pass through the types of their columns, in both directions. The engine's listeners
for `before_cursor_execute` hear of each.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from attrs import define, field
from sqlalchemy import Connection
from sqlalchemy.types import TypeEngine

from backbeat_adapters.sql.engine.bulk import DIALECTS, Prepared, compiled_for
from backbeat_adapters.sql.engine.error_redaction import values_hidden

_KEPT = 1_000
"""Statements for good are fewer; those that stand for a change of report rows come and go."""

_NO_VALUES: Mapping[str, Any] = {}


def rows_of(connection: Connection, statement: Any, values: Mapping[str, Any] = _NO_VALUES) -> Any:
    """All rows that a statement finds, as named tuples.

    The statement is kept: give one that is there for good, with its values bound by name and
    without lists that expand.
    """
    return _kept(connection.dialect.name, statement).ask(connection, values)


def row_of(connection: Connection, statement: Any, values: Mapping[str, Any] = _NO_VALUES) -> Any:
    """The only row, or None. A statement that finds several is wrong."""
    found = rows_of(connection, statement, values)
    if len(found) > 1:
        raise ValueError("one row at most was expected")
    return found[0] if found else None


@define(eq=False)
class _Question:
    """A statement as one of the drivers takes it, and how its rows are made."""

    prepared: Prepared
    kind: str
    names: Sequence[str]
    types: Sequence[TypeEngine[Any]]
    _makes: Callable[[Any], Any] | None = field(default=None, init=False)

    def ask(self, connection: Connection, values: Mapping[str, Any]) -> list[Any]:
        text, given = self.prepared.text, self.prepared.given(values)
        cursor = connection.connection.cursor()
        for hear in connection.dispatch.before_cursor_execute:
            hear(connection, cursor, text, given, None, False)
        with values_hidden():
            cursor.execute(text, given)
            found = cursor.fetchall()
        if self._makes is None:
            self._makes = self._maker(cursor.description)
        cursor.close()
        return list(map(self._makes, found))

    def _maker(self, description: Sequence[Any]) -> Callable[[Any], Any]:
        """How a row is made, which depends on what the driver says of its columns."""
        dialect = DIALECTS[self.kind]
        kind: Any = namedtuple("Row", self.names, rename=True)  # type: ignore[misc]
        made: Callable[[Any], Any] = kind._make
        processors = [
            (place, process)
            for place, (type_, column) in enumerate(zip(self.types, description, strict=True))
            if (process := type_.dialect_impl(dialect).result_processor(dialect, column[1]))
        ]
        if not processors:
            return made

        def processed(raw: Sequence[Any]) -> Any:
            values = list(raw)
            for place, process in processors:
                values[place] = process(values[place])
            return made(values)

        return processed


@lru_cache(_KEPT)
def _kept(kind: str, statement: Any) -> _Question:
    columns = statement.selected_columns
    return _Question(
        compiled_for(kind, statement), kind, list(columns.keys()), [each.type for each in columns]
    )
