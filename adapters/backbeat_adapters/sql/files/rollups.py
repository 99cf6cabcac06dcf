"""The figures that follow from report rows: computed outside the books, for the touched days."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    PrimaryKeyConstraint,
    Select,
    Table,
    and_,
    case,
    exists,
    func,
    literal,
    select,
    text,
    tuple_,
)

from backbeat.kernel.months import Month
from backbeat.platforms import registry
from backbeat.platforms.kinds import Daily, Kind, Role
from backbeat_adapters.sql.engine import partitions
from backbeat_adapters.sql.engine.schema import CODE, Big, Day, MonthText, StoredKind
from backbeat_adapters.sql.figures import (
    BY_MONTH,
    FIGURES,
    channel_days,
    country_days,
    record_figures,
    report_rows,
    video_days,
)
from backbeat_adapters.sql.files.pieces import Work
from backbeat_adapters.sql.files.temporary import (
    analyze,
    dialect_of,
    empty,
    temporary_table,
)
from backbeat_adapters.sql.files.versions import Change, coming
from backbeat_adapters.sql.report_kinds import daily_kinds
from backbeat_adapters.sql.standing import report_change_days

touched = temporary_table(
    "touched",
    Column("month", MonthText, nullable=False),
    Column("day_of_month", Big, nullable=False),
    Column("channel", CODE, nullable=False),
    Column("day", Day),
    PrimaryKeyConstraint("month", "day_of_month", "channel"),
    sqlite_with_rowid=False,
)
"""Days of channels whose rows change."""

platform_days = temporary_table(
    "platform_days",
    Column("channel", CODE, nullable=False),
    Column("day", Day, nullable=False),
    Column("video", CODE, nullable=False),
    Column("kind", StoredKind("platform_days.kind"), nullable=False),
    PrimaryKeyConstraint("channel", "day", "video", "kind"),
    sqlite_with_rowid=False,
)
"""The videos and days for which the platform's own figures exist (FILE-18)."""

FEW_ROWS = 100
"""Fewer are looked up one by one within a millisecond."""

_OPEN_DAILY = [kind for kind in registry.KINDS if kind.is_daily and kind.is_open]
_MONEY = frozenset({"revenue_nanos", "ads_nanos", "premium_nanos"})


def spot(source: Any) -> list[ColumnElement[Any]]:
    """The columns of `touched` in a table of rows."""
    return [source.c[column.name] for column in touched.c]


def touch(connection: Connection, *spots: Select[Any]) -> None:
    """Record the days of channels to which these rows belong."""
    empty(connection, touched)
    insert = dialect_of(connection).insert(touched)
    for query in spots:
        names = [column.name for column in touched.c]
        # SQLite takes ON CONFLICT after a bare FROM for the ON of a join: it needs a WHERE.
        chosen = query.where(text("1 = 1")).distinct()
        connection.execute(insert.from_select(names, chosen).on_conflict_do_nothing())
    analyze(connection, touched)


def keep_touched(change: Change) -> Work:
    """Have a place for the change's rows, and keep where they will lie, for whoever finds it
    abandoned; touched beside."""
    connection = change.pieces.connection
    partitions.open_months(connection, BY_MONTH, touched_months(connection))
    change.lay(report_change_days, select(touched))
    return change.bring(report_change_days)


def touched_months(connection: Connection) -> Sequence[Month]:
    return connection.execute(select(touched.c.month).distinct()).scalars().all()


def lay(change: Change, kinds: Collection[Kind]) -> list[Work]:
    """Outside the books, compute the figures of the touched days anew, for the tables that rows of
    these kinds feed.
    """
    made: list[Table] = []
    records = [kind for kind in kinds if kind.role is Role.RECORD]
    if records:
        _lay_records(change, records)
        made += [record_figures]
    if any(kind.is_daily for kind in kinds):
        _lay_days(change)
        made += [country_days, video_days, channel_days]
    return [work(of) for of in made for work in (change.end, change.bring)]


def count_superseded(connection: Connection, rows: Any) -> int:
    """How many of an own daily file's rows are superseded (FILE-18); `rows` are the touched ones."""
    _find_platform_days(connection, daily_kinds(connection))
    query = (
        select(func.count())
        .select_from(rows)
        .where(rows.c.reason.is_(None), _platform_has(None, rows.c))
    )
    return connection.execute(query).scalar_one()


def _lay_records(change: Change, kinds: Sequence[Kind]) -> None:
    figures, row = record_figures.c, report_rows.c
    change.choose(
        record_figures,
        figures.kind.in_(kinds),
        figures.month.in_(touched_months(change.pieces.connection)),
        tuple_(figures.month, figures.day_of_month, figures.channel).in_(
            select(touched.c.month, touched.c.day_of_month, touched.c.channel)
        ),
    )
    key = (row.month, row.channel, row.video, row.kind, row.day_of_month)
    sums = select(*key, func.sum(row.views), func.sum(row.revenue_nanos)).where(_booked(kinds))
    touching = _of_touched_days(change.pieces.connection, sums)
    change.lay(record_figures, touching.group_by(*key).order_by(*key))


def _lay_days(change: Change) -> None:
    connection = change.pieces.connection
    spots = select(touched.c.channel, touched.c.day).where(touched.c.day.is_not(None))
    for of in (country_days, video_days, channel_days):
        change.choose(of, tuple_(of.c.channel, of.c.day).in_(spots))
    row = report_rows.c
    daily = daily_kinds(connection)
    on_days = _on_touched_days(connection)
    there = [kind for kind in daily if _is_there(connection, kind, on_days)]
    figures, told = _counted(connection, daily, there), _told(there)
    place = (row.channel, row.day, row.video, row.country)
    sums = select(*place, *_sums(figures, told)).where(_booked(daily))
    touching = _of_touched_days(connection, sums)
    change.lay(country_days, touching.group_by(*place).order_by(*place))
    for of, finer in ((video_days, country_days), (channel_days, video_days)):
        laid = coming[finer].c
        key = [laid[name] for name in ("channel", "day", "video") if name in of.c]
        change.lay(of, select(*key, *_sums(laid, told)).group_by(*key).order_by(*key))


def _told(kinds: Collection[Kind]) -> Collection[str]:
    """The figures that rows of these daily kinds can have; the others are zero in all of them."""
    if any(kind.is_open or not kind.daily for kind in kinds):
        return FIGURES
    told = {each for kind in kinds for each in kind.daily}
    return [name for name in FIGURES if (Daily.MONEY if name in _MONEY else Daily.VIEWS) in told]


def _sums(figures: Any, told: Collection[str]) -> list[ColumnElement[Any]]:
    # A sum costs for each row what sorting it does for a column.
    return [func.sum(figures[name]) if name in told else literal(0, Big()) for name in FIGURES]


def _booked(kinds: Collection[Kind]) -> ColumnElement[bool]:
    return and_(report_rows.c.kind.in_(kinds), report_rows.c.reason.is_(None))


def _counted(
    connection: Connection, daily: Sequence[Kind], there: Collection[Kind]
) -> dict[str, ColumnElement[Any]]:
    """What counts of each row: own rows are superseded where the platform's figures exist
    (FILE-18).
    """
    row = report_rows.c
    plain: dict[str, ColumnElement[Any]] = {name: row[name] for name in FIGURES}
    if len({kind.is_open for kind in there}) < 2:
        return plain
    _find_platform_days(connection, daily)
    is_open = row.kind.in_(_OPEN_DAILY)
    money = and_(is_open, _platform_has([kind for kind in daily if Daily.MONEY in kind.daily]))
    views = and_(is_open, _platform_has([kind for kind in daily if Daily.VIEWS in kind.daily]))
    return {
        name: case((money if name in _MONEY else views, 0), else_=column)
        for name, column in plain.items()
    }


def _is_there(connection: Connection, kind: Kind, on_days: Sequence[ColumnElement[bool]]) -> bool:
    """Whether there are rows of the kind on these days, of any channel; one seek for each day."""
    one = select(literal(1)).where(report_rows.c.kind == kind, *on_days)
    return connection.execute(one.limit(1)).first() is not None


def _find_platform_days(connection: Connection, daily: Sequence[Kind]) -> None:
    empty(connection, platform_days)
    row = report_rows.c
    theirs = [kind for kind in daily if kind not in _OPEN_DAILY]
    names = [column.name for column in platform_days.c]
    key = [row[name] for name in names]
    found = _of_touched_days(connection, select(*key).where(_booked(theirs)))
    # Sorted, and not distinct: a tree that is filled in any order grows slow when it outgrows
    # the cache, and DISTINCT makes two of them.
    there = found.group_by(*key).order_by(*key)
    connection.execute(platform_days.insert().from_select(names, there))
    analyze(connection, platform_days)


def _platform_has(kinds: Sequence[Kind] | None, source: Any = report_rows.c) -> ColumnElement[bool]:
    there = platform_days.c
    same = [there[name] == source[name] for name in ("channel", "day", "video")]
    if kinds is not None:
        same.append(there.kind.in_(kinds))
    return exists(select(literal(1)).where(*same))


def _of_touched_days(connection: Connection, query: Select[Any]) -> Select[Any]:
    """The query of the rows of touched days, as they will be: without those that go with this
    change.
    """
    names = ("month", "day_of_month", "channel")
    same = and_(*(touched.c[name] == report_rows.c[name] for name in names))
    staying = query.where(report_rows.c.goes_with.is_(None))
    if connection.dialect.name == "postgresql":
        # The planner weighs the days against the channels by itself, as long as no condition is
        # repeated.
        of_months = report_rows.c.month.in_(touched_months(connection))
        return staying.where(of_months).join_from(touched, report_rows, same)
    if (few := _few_rows(connection)) is not None:
        return staying.where(few)
    is_touched = exists(select(literal(1)).where(same).correlate(report_rows))
    return staying.where(*_on_touched_days(connection), is_touched)


def _few_rows(connection: Connection) -> ColumnElement[bool] | None:
    """For SQLite the rows of touched days by their keys, if they are so few that these are sooner
    collected by channel than sought among the rows that everybody has on those days.
    """
    row = report_rows.alias("few").c
    by = ("channel", "month", "day_of_month")
    spots = select(*(touched.c[name] for name in by))
    # Both are answered by the channels' index, which holds the key as well.
    are_touched = tuple_(*(row[name] for name in by)).in_(spots)
    some = select(literal(1)).where(are_touched).limit(FEW_ROWS).subquery()
    if connection.execute(select(func.count()).select_from(some)).scalar_one() == FEW_ROWS:
        return None
    keys = select(*(row[column.name] for column in report_rows.primary_key)).where(are_touched)
    return tuple_(*report_rows.primary_key).in_(keys)


def _on_touched_days(connection: Connection) -> list[ColumnElement[bool]]:
    """The conditions of rows on days on which any channel was touched, for a look-up by key.

    Values, and no join: SQLite has no statistics, and would walk over the rows of all months. All
    platforms are named, so that the kinds asked for are sought and rows of others are not met.
    """
    days = connection.execute(select(touched.c.day_of_month).distinct()).scalars().all()
    row = report_rows.c
    return [
        row.month.in_(touched_months(connection)),
        row.day_of_month.in_(days),
        row.platform.in_(registry.PLATFORMS),
    ]
