"""What every table is made of: the metadata, our column types, STRICT tables, append-only tables.

Both databases run the same code. SQLite tables are STRICT, so a wrong type is refused there as
PostgreSQL refuses it; the types below refuse what either database would silently change.
"""

# ruff: noqa: ARG002 - SQLAlchemy hands every type the dialect
from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from typing import Any, Generic, TypeVar

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    Connection,
    Date,
    DateTime,
    Dialect,
    Integer,
    MetaData,
    Numeric,
    Table,
    Text,
    event,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import SchemaItem
from sqlalchemy.types import TypeDecorator, TypeEngine

from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import stored_kind, stored_platform

NAMING = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
"""Constraints have names of their own, so that a migration can name them on both databases."""

metadata = MetaData(naming_convention=NAMING)
"""Every table of the money file. Use `table` to add one."""

counters_metadata = MetaData(naming_convention=NAMING)
"""Tables of counters (rate limits), which live apart from the money file (LIMIT-2)."""

APPEND_ONLY = "append_only"


def table(name: str, *items: SchemaItem, in_metadata: MetaData = metadata, **options: Any) -> Table:
    """A table that is STRICT on SQLite. Texts are `Text`, never `String` (STRICT knows no VARCHAR)."""
    return Table(name, in_metadata, *items, sqlite_strict=True, **options)


CODE = Text().with_variant(Text(collation="C"), "postgresql")
"""Ids of the platform and track codes: case counts, and both databases sort them by their bytes.

Every column that is joined with such an id has this type: PostgreSQL compares no two columns whose
orders differ.
"""


_NUMERIC = 1700
"""How PostgreSQL names the type of a column that holds decimals; SQLite names none."""


def _whole(value: Any) -> int | None:
    return None if value is None else int(value)


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _day_text(value: Any) -> str | None:
    return value.isoformat() if type(value) is date else _only_day(value)


def _only_day(value: Any) -> Any:
    if value is not None and type(value) is not date:
        raise TypeError(f"not a day: {value!r}")
    return value


class _Whole(TypeDecorator[int]):
    """A 64-bit integer that refuses anything else on the way in."""

    impl = BigInteger
    cache_ok = True
    lowest = -(2**63)
    highest = 2**63 - 1

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """INTEGER on SQLite: STRICT tables and autoincrement ask for that very word."""
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else BigInteger())

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], int | None]:
        """Takes whole numbers only: PostgreSQL would round 1.5 to 2 in silence, and True is no
        number either.
        """
        lowest, highest = self.lowest, self.highest

        def whole(value: Any) -> int | None:
            # One call for each number: this is done for all that is written.
            if value is None or (type(value) is int and lowest <= value <= highest):
                return value
            raise self._wrong(value)

        return whole

    def _wrong(self, value: Any) -> Exception:
        if type(value) is not int:
            return TypeError(f"{type(self).__name__} takes a whole number, not {value!r}")
        return OverflowError(f"{value} is out of range for {type(self).__name__}")

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """SUM of bigints is a Decimal on PostgreSQL; what is whole already is left as it is."""
        return _whole if coltype == _NUMERIC else None


class Big(_Whole):
    """A 64-bit whole number."""

    cache_ok = True


class Micros(_Whole):
    """Ledger money in whole micro-units (MONEY-1)."""

    cache_ok = True


class Nanos(_Whole):
    """Statistics money in whole nano-USD (MONEY-2)."""

    cache_ok = True


class Instant(TypeDecorator[datetime]):
    """An aware instant, kept and given back in UTC; a naive one is refused.

    On SQLite it is text of fixed width, which sorts by time.
    """

    impl = DateTime
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """TIMESTAMPTZ, or TEXT on SQLite."""
        return dialect.type_descriptor(
            Text() if dialect.name == "sqlite" else DateTime(timezone=True)
        )

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        """To UTC, and on SQLite to text."""
        if value is None:
            return None
        if not isinstance(value, datetime) or value.tzinfo is None:
            raise TypeError(f"an instant has a time zone, got {value!r}")
        utc = value.astimezone(UTC)
        if dialect.name != "sqlite":
            return utc
        # isoformat pads the year where strftime does not.
        return utc.isoformat(timespec="microseconds").replace("+00:00", "Z")

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """SQLite forgets zones, and PostgreSQL answers in the session's: both are told UTC."""
        if value is None:
            return None
        return (datetime.fromisoformat(value) if isinstance(value, str) else value).astimezone(UTC)


class Day(TypeDecorator[date]):
    """A day, without time; a datetime is refused."""

    impl = Date
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """DATE, or TEXT on SQLite."""
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else Date())

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any]:
        """On SQLite as `yyyy-MM-dd`."""
        return _day_text if dialect.name == "sqlite" else _only_day

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """A `date` from either database: PostgreSQL's driver makes one itself."""
        return _day if dialect.name == "sqlite" else None


class MonthText(TypeDecorator[Month]):
    """A `Month`, kept as `yyyy-MM`, which sorts by time."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Only a `Month` goes in."""
        if value is None:
            return None
        if not isinstance(value, Month):
            raise TypeError(f"not a month: {value!r}")
        return str(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Month | None:
        """A `Month` comes out."""
        return None if value is None else _month(value)


_month = lru_cache(maxsize=1_000)(Month.parse)
"""Many rows name few months."""


E_ = TypeVar("E_", bound=Enum)


class Choice(TypeDecorator[E_], Generic[E_]):
    """A member of an enumeration of texts, kept as its value."""

    impl = Text
    cache_ok = True

    def __init__(self, members: type[E_]) -> None:
        super().__init__()
        self.members = members

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        """Only members go in."""
        if value is None:
            return None
        if not isinstance(value, self.members):
            raise TypeError(f"not a {self.members.__name__}: {value!r}")
        return str(value.value)

    def process_result_value(self, value: Any, dialect: Dialect) -> E_ | None:
        """Members come out."""
        return None if value is None else self.members(value)


class StoredKind(TypeDecorator[Kind]):
    """A registered kind of report file, kept by its name; `where` says which column it is."""

    impl = Text
    cache_ok = True

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        if value is not None and not isinstance(value, Kind):
            raise TypeError(f"not a kind of report: {value!r}")
        return None if value is None else value.value

    def process_result_value(self, value: Any, dialect: Dialect) -> Kind | None:
        """Kinds come out; one that nobody registered is `UnknownStored`."""
        return None if value is None else stored_kind(value, self.where)


class StoredPlatform(TypeDecorator[Platform]):
    """A registered platform, kept by its name; `where` says which column it is."""

    impl = Text
    cache_ok = True

    def __init__(self, where: str) -> None:
        super().__init__()
        self.where = where

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        if value is not None and not isinstance(value, Platform):
            raise TypeError(f"not a platform: {value!r}")
        return None if value is None else value.name

    def process_result_value(self, value: Any, dialect: Dialect) -> Platform | None:
        """Platforms come out; one that nobody registered is `UnknownStored`."""
        return None if value is None else stored_platform(value, self.where)


class Rate(TypeDecorator[Decimal]):
    """An exact decimal (rates, ratios): NUMERIC, or text on SQLite. Do not sort or sum it in SQL."""

    impl = Numeric
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """NUMERIC without a scale keeps every digit."""
        return dialect.type_descriptor(Text() if dialect.name == "sqlite" else Numeric())

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        """A float is refused: it is no exact number."""
        if value is None:
            return None
        if not isinstance(value, Decimal) or not value.is_finite():
            raise TypeError(f"not an exact decimal: {value!r}")
        return format(value, "f") if dialect.name == "sqlite" else value

    def process_result_value(self, value: Any, dialect: Dialect) -> Decimal | None:
        """A Decimal comes out, its digits as they went in."""
        return None if value is None else Decimal(value)


class Flag(Boolean):
    """True or false. A subclass, not a decorator, so that `.is_(True)` works on PostgreSQL."""


@compiles(Flag, "sqlite")
def _flag_on_sqlite(_type: Flag, _compiler: Any, **_options: Any) -> str:
    """STRICT tables know no BOOLEAN."""
    return "INTEGER"


_SPELLED = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
).encode


class Json(TypeDecorator[Any]):
    """A JSON value: JSONB, or text with sorted keys on SQLite. Floats and NaN have no place in it."""

    impl = Text
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """JSONB on PostgreSQL, where None is SQL NULL."""
        return dialect.type_descriptor(
            Text() if dialect.name == "sqlite" else JSONB(none_as_null=True)
        )

    def process_bind_param(self, value: Any, dialect: Dialect) -> Any:
        """Text on SQLite; psycopg writes JSONB itself."""
        if value is None or dialect.name != "sqlite":
            return value
        return _SPELLED(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> Any:
        """Plain lists, dicts, texts and numbers."""
        return json.loads(value) if dialect.name == "sqlite" and value is not None else value


def append_only(target: Table) -> Table:
    """Let rows of the table be added and read, never changed or removed (INTEG-1).

    Triggers refuse UPDATE, DELETE and TRUNCATE on both databases; on SQLite every connection of
    ours sets `recursive_triggers`, without which INSERT OR REPLACE would get past them.
    """
    target.info[APPEND_ONLY] = True
    for dialect in ("sqlite", "postgresql"):
        for statement in append_only_statements(target.name, dialect):
            trigger = DDL(statement)  # type: ignore[no-untyped-call]
            event.listen(target, "after_create", trigger.execute_if(dialect=dialect))
    return target


def append_only_statements(name: str, dialect: str) -> tuple[str, ...]:
    """The statements that make a table append-only on that database."""
    if dialect == "sqlite":
        return tuple(
            f"CREATE TRIGGER {name}_no_{act.lower()} BEFORE {act} ON {name} "
            f"BEGIN SELECT RAISE(ABORT, '{name} is append-only'); END"
            for act in ("UPDATE", "DELETE")
        )
    return (
        "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION USING MESSAGE = TG_TABLE_NAME || ' is append-only'; END $$",
        f"CREATE TRIGGER {name}_no_change BEFORE UPDATE OR DELETE ON {name} "
        "FOR EACH ROW EXECUTE FUNCTION refuse_change()",
        f"CREATE TRIGGER {name}_no_truncate BEFORE TRUNCATE ON {name} "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
    )


def make_append_only(connection: Connection, name: str) -> None:
    """Set the triggers on a table that exists; for migrations."""
    for statement in append_only_statements(name, connection.dialect.name):
        connection.exec_driver_sql(statement)
