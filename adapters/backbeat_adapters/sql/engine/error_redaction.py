"""What errors of the database may say: never a value, for they end up in logs (SEC-7).

SQLite's messages name columns only. PostgreSQL quotes values: in the DETAIL of a broken
constraint, in the CONTEXT of a COPY, and in the message itself where a value does not fit.
Statements are shown by SQLAlchemy without their parameters (`hide_parameters`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from sqlalchemy import Engine, event
from sqlalchemy.engine import ExceptionContext

from backbeat_adapters.sql.engine.driver import errors_of_postgresql

if TYPE_CHECKING:
    import psycopg

_QUOTE_VALUES = ("22", "23")
"""Classes of errors whose very message may quote a value: data exceptions, broken constraints."""


def hide_values(engine: Engine) -> None:
    """Make every error of this engine one that quotes no value."""
    event.listen(engine, "handle_error", _handle)


@contextmanager
def values_hidden() -> Iterator[None]:
    """The same for what is done with PostgreSQL's driver itself."""
    try:
        yield
    except errors_of_postgresql() as error:
        _shorten(cast("psycopg.Error", error))
        raise


def _handle(context: ExceptionContext) -> None:
    error = context.original_exception
    if not isinstance(error, errors_of_postgresql()):
        return
    _shorten(cast("psycopg.Error", error))
    if context.sqlalchemy_exception is not None:
        kind = type(error)
        context.sqlalchemy_exception.args = (f"({kind.__module__}.{kind.__name__}) {error}",)


def _shorten(error: psycopg.Error) -> None:
    error.args = (_told(error),)


def _told(error: psycopg.Error) -> str:
    """The message without detail, hint and context; none where the message itself may quote."""
    told = error.diag
    if error.sqlstate is None:
        # Not the server's: the driver says that it cannot connect, or was cut off.
        return str(error).partition("\n")[0]
    if not error.sqlstate.startswith(_QUOTE_VALUES):
        return f"{error.sqlstate} {told.message_primary or ''}".rstrip()
    names = (
        ("table", told.table_name),
        ("column", told.column_name),
        ("constraint", told.constraint_name),
    )
    where = ", ".join(f"{what} {name}" for what, name in names if name)
    return f"{error.sqlstate} {where}".rstrip()
