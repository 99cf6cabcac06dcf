"""From staged rows to the books, set by set, and the figures that follow from them (FILE-9).

Everything here runs inside one transaction, on a connection with temporary tables of its own:
`staged` holds a file's lines, `merged` its rows, folded by key and compared with what is there,
and `touched` the days of channels whose figures have to be made anew.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from attrs import evolve
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    FromClause,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Select,
    Table,
    Text,
    and_,
    case,
    exists,
    func,
    literal,
    or_,
    select,
    text,
    tuple_,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateTable

from backbeat.kernel.months import Month
from backbeat.platforms import registry
from backbeat.platforms.kinds import Assets, Daily, Kind, Role
from backbeat.report_files.model import Changes, ReportFile, SuspenseReason
from backbeat_adapters.sql.engine.schema import (
    CODE,
    Big,
    Choice,
    Day,
    MonthText,
    StoredKind,
    StoredPlatform,
)
from backbeat_adapters.sql.figures import (
    FIGURES,
    ROW_KEY,
    channel_days,
    country_days,
    record_figures,
    replaced_rows,
    report_rows,
    video_days,
)
from backbeat_adapters.sql.report_kinds import daily_kinds
from backbeat_adapters.sql.videos import video_tracks, videos

_temporary = MetaData()


def _line_columns() -> list[Any]:
    return [
        Column("month", MonthText, nullable=False),
        Column("day_of_month", Big, nullable=False, server_default="0"),
        Column("day", Day),
        Column("first", Day, nullable=False),
        Column("key", LargeBinary, nullable=False),
        Column("line", Big, nullable=False),
        Column("channel", CODE, nullable=False, server_default=""),
        Column("video", CODE, nullable=False, server_default=""),
        Column("country", Text, nullable=False, server_default=""),
        Column("isrc", CODE, nullable=False, server_default=""),
        Column("asset", CODE, nullable=False, server_default=""),
        Column("adjustment", Text, nullable=False, server_default=""),
        Column("title", Text, nullable=False, server_default=""),
        Column("reason", Choice(SuspenseReason)),
        *(Column(name, Big, nullable=False, server_default="0") for name in FIGURES),
    ]


staged = Table("staged", _temporary, *_line_columns(), prefixes=["TEMPORARY"])
"""A file's lines as read; `first` is the day, or the month's first where there is none."""

merged = Table(
    "merged",
    _temporary,
    *_line_columns(),
    Column("state", Big, nullable=False),
    PrimaryKeyConstraint("month", "day_of_month", "key"),
    prefixes=["TEMPORARY"],
    sqlite_with_rowid=False,
)
"""A file's rows, each with what it is to the row that is there."""

touched = Table(
    "touched",
    _temporary,
    Column("month", MonthText, nullable=False),
    Column("day_of_month", Big, nullable=False),
    Column("channel", CODE, nullable=False),
    Column("day", Day),
    PrimaryKeyConstraint("month", "day_of_month", "channel"),
    prefixes=["TEMPORARY"],
    sqlite_with_rowid=False,
)
"""Days of channels whose rows changed."""

platform_days = Table(
    "platform_days",
    _temporary,
    Column("channel", CODE, nullable=False),
    Column("day", Day, nullable=False),
    Column("video", CODE, nullable=False),
    Column("kind", StoredKind("platform_days.kind"), nullable=False),
    PrimaryKeyConstraint("channel", "day", "video", "kind"),
    prefixes=["TEMPORARY"],
    sqlite_with_rowid=False,
)
"""For which videos and days the platform's own figures exist (FILE-18)."""

TABLES = (staged, merged, touched, platform_days)

ADDED, CHANGED, UNCHANGED = 0, 1, 2
_FIXED = ("month", "day_of_month", "key", "line", "title", "first", "day")
_COMPARED = ("channel", "video", "country", "isrc", "asset", "adjustment", *FIGURES)
_SOUGHT = ("month", "day_of_month", "key", "channel", "video", "isrc", "asset", "state")
"""The columns of `merged` by which rows are chosen and joined."""
MANY = 10_000
"""So many new rows are worth telling PostgreSQL of at once."""
_OPEN_DAILY = [kind for kind in registry.KINDS if kind.is_daily and kind.is_open]
_OF_TRACKS = [kind for kind in registry.KINDS if kind.assets is Assets.OF_TRACKS]
_MONEY = frozenset({"revenue_nanos", "ads_nanos", "premium_nanos"})


def make_tables(connection: Connection, *tables: Table) -> None:
    """Make temporary tables where they are not there yet, and empty those that are."""
    for each in tables:
        connection.execute(CreateTable(each, if_not_exists=True))
        connection.execute(each.delete())


def compare(connection: Connection, file: ReportFile) -> Changes:
    """Fold the staged lines by key into `merged`, beside what is there; what would change."""
    _fold(connection, file)
    return _changes(connection, file)


def merge(connection: Connection, file: ReportFile) -> Changes:
    """Put the staged lines into the books; what changed."""
    changes = compare(connection, file)
    if not changes.any:
        return changes
    if changes.changed or changes.removed or file.kind.assets is not None:
        # Only then is it joined.
        _analyze(connection, merged, *_SOUGHT)
    if changes.changed:
        _keep_replaced(connection, file, _joined_changed(file))
    if changes.removed:
        _keep_replaced(connection, file, _missing(file))
    number = int(file.id)
    touch(
        connection,
        select(*spot(merged)).where(merged.c.state != UNCHANGED),
        select(*spot(replaced_rows)).where(replaced_rows.c.replaced_by == number),
    )
    if changes.removed:
        connection.execute(report_rows.delete().where(*_in_period(file), ~_is_staged()))
    _write(connection, file, changes)
    if changes.added >= MANY:
        # Until the server looked at them itself it would seek a channel's days one by one, each
        # through all of the channel's month.
        _analyze(connection, report_rows, *ROW_KEY, "channel", "video", "reason")
    _name_videos(connection, file)
    _name_tracks(connection, file)
    make_figures(connection, [file.kind])
    if file.kind.is_open and file.kind.is_daily:
        return _with_superseded(connection, changes)
    return changes


def touch(connection: Connection, *spots: Select[Any]) -> None:
    """Note the days of channels that these rows lie on."""
    make_tables(connection, touched)
    insert = _dialect(connection).insert(touched)
    for query in spots:
        names = [column.name for column in touched.c]
        # SQLite takes ON CONFLICT after a bare FROM for the ON of a join: it needs a WHERE.
        chosen = query.where(text("1 = 1")).distinct()
        connection.execute(insert.from_select(names, chosen).on_conflict_do_nothing())
    _analyze(connection, touched)


def make_figures(connection: Connection, kinds: Collection[Kind]) -> None:
    """Make the figures of the touched days anew, for what rows of these kinds feed."""
    records = [kind for kind in kinds if kind.role is Role.RECORD]
    if records:
        _make_records(connection, records)
    if any(kind.is_daily for kind in kinds):
        _make_days(connection)


def _fold(connection: Connection, file: ReportFile) -> None:
    make_tables(connection, merged)
    # Nearly every file has each key once. Adding lines up that are alone costs twice as much.
    folded = _added_up() if _has_duplicates(connection) else staged
    there = report_rows
    joined = folded.outerjoin(there, and_(_same_key(there, folded.c), *_akin(there, file)))
    is_there = there.c.key.is_not(None)
    stays = and_(is_there, there.c.channel == folded.c.channel, there.c.isrc == folded.c.isrc)
    reason = case((stays, there.c.reason), else_=folded.c.reason)
    differs = or_(
        *(there.c[name] != folded.c[name] for name in _COMPARED),
        there.c.reason.is_distinct_from(reason),
    )
    state = case((~is_there, ADDED), (differs, CHANGED), else_=UNCHANGED)
    query = select(
        *(folded.c[name] for name in _FIXED),
        *(folded.c[name] for name in _COMPARED),
        reason.label("reason"),
        state.label("state"),
    ).select_from(joined)
    names = [*_FIXED, *_COMPARED, "reason", "state"]
    ordered = query.order_by(folded.c.month, folded.c.day_of_month, folded.c.key)
    connection.execute(merged.insert().from_select(names, ordered))


def _has_duplicates(connection: Connection) -> bool:
    line = staged.c
    # Grouped, the keys are sorted; told apart by DISTINCT, SQLite would take four times as long.
    twice = select(line.key).group_by(line.month, line.day_of_month, line.key)
    found = connection.execute(twice.having(func.count() > 1).limit(1))
    return found.first() is not None


def _added_up() -> FromClause:
    line = staged.c
    texts = ("title", "first", "day", *(name for name in _COMPARED if name not in FIGURES))
    return (
        select(
            line.month,
            line.day_of_month,
            line.key,
            func.min(line.line).label("line"),
            *(func.max(line[name]).label(name) for name in texts),
            *(func.sum(line[name]).label(name) for name in FIGURES),
            func.max(line.reason).label("reason"),
        )
        .group_by(line.month, line.day_of_month, line.key)
        .subquery("folded")
    )


def _changes(connection: Connection, file: ReportFile) -> Changes:
    row = merged.c
    waits = row.reason.is_not(None)
    counts = connection.execute(
        select(
            row.state,
            waits.label("waits"),
            func.count().label("rows"),
            func.sum(row.revenue_nanos).label("nanos"),
        ).group_by(row.state, waits)
    ).all()
    rows = {state: sum(c.rows for c in counts if c.state == state) for state in range(3)}
    waiting = sum(c.nanos for c in counts if c.waits)
    other = sum(c.nanos for c in counts if not c.waits)
    is_check = file.kind.role is Role.CHECK
    lines = connection.execute(select(func.count()).select_from(staged)).scalar_one()
    removed = 0
    if file.replaced:
        missing = select(func.count()).select_from(_missing(file).subquery())
        removed = connection.execute(missing).scalar_one()
    return Changes(
        added=rows[ADDED],
        changed=rows[CHANGED],
        unchanged=rows[UNCHANGED],
        removed=removed,
        duplicates=lines - sum(rows.values()),
        suspended=sum(c.rows for c in counts if c.waits),
        booked_nanos=0 if is_check else other,
        suspense_nanos=waiting,
        checked_nanos=other if is_check else 0,
    )


def _joined_changed(file: ReportFile) -> Select[Any]:
    joined = report_rows.join(
        merged, and_(_same_key(report_rows, merged.c), *_akin(report_rows, file))
    )
    return select(report_rows).select_from(joined).where(merged.c.state == CHANGED)


def _missing(file: ReportFile) -> Select[Any]:
    """Rows of the file's period that the file does not have."""
    return select(report_rows).where(*_in_period(file), ~_is_staged())


def _in_period(file: ReportFile) -> list[ColumnElement[bool]]:
    first, last = file.first, file.last
    if first is None or last is None:
        return [literal(False)]
    row = report_rows.c
    whole = and_(row.day.is_(None), row.month.between(Month.of(first), Month.of(last)))
    return [
        row.month.between(Month.of(first), Month.of(last)),
        *_akin(report_rows, file),
        or_(row.day.between(first, last), whole),
    ]


def _is_staged() -> ColumnElement[bool]:
    return exists(select(literal(1)).where(_same_key(merged, report_rows.c)))


def _keep_replaced(connection: Connection, file: ReportFile, rows: Select[Any]) -> None:
    there = rows.subquery()
    names = [column.name for column in report_rows.c]
    query = select(literal(int(file.id)), *(there.c[name] for name in names))
    connection.execute(replaced_rows.insert().from_select(["replaced_by", *names], query))


def _write(connection: Connection, file: ReportFile, changes: Changes) -> None:
    names = ["month", "day_of_month", "key", "line", "day", *_COMPARED, "reason"]
    fixed = {
        "platform": literal(file.platform, StoredPlatform("report_rows.platform")),
        "kind": literal(file.kind, StoredKind("report_rows.kind")),
        "owner": literal(file.owner),
        "file": literal(int(file.id), Big()),
    }
    query = (
        select(*(merged.c[name] for name in names), *fixed.values())
        .where(merged.c.state != UNCHANGED)
        .order_by(merged.c.month, merged.c.day_of_month, merged.c.key)
    )
    insert = _dialect(connection).insert(report_rows).from_select([*names, *fixed], query)
    if changes.changed:
        told = {
            column.name: insert.excluded[column.name]
            for column in report_rows.c
            if column.name not in ROW_KEY
        }
        insert = insert.on_conflict_do_update(index_elements=ROW_KEY, set_=told)
    connection.execute(insert)


def _name_videos(connection: Connection, file: ReportFile) -> None:
    """Videos come into being, or are known a little better (FILE-17, VIDEO-3)."""
    row = merged.c
    title = func.coalesce(func.max(func.nullif(row.title, "")), row.video)
    query = (
        select(
            row.video,
            literal(file.platform, StoredPlatform("videos.platform")),
            func.max(row.channel),
            title,
            func.min(row.first),
        )
        .where(row.video != "", row.state != UNCHANGED)
        .group_by(row.video)
        .order_by(row.video)
    )
    names = ["id", "platform", "channel", "title", "published_on"]
    insert = _dialect(connection).insert(videos).from_select(names, query)
    new, old = insert.excluded, videos.c
    untitled = and_(old.title == old.id, new.title != new.id)
    earlier = new.published_on < old.published_on
    connection.execute(
        insert.on_conflict_do_update(
            index_elements=["id"],
            set_={
                "title": case((untitled, new.title), else_=old.title),
                "published_on": case((earlier, new.published_on), else_=old.published_on),
            },
            where=and_(old.described_at.is_(None), or_(untitled, earlier)),
        )
    )


def _name_tracks(connection: Connection, file: ReportFile) -> None:
    """Which tracks videos use: as rows say, or as the assets they name do (FILE-7)."""
    row, there = merged.c, report_rows.c
    named = select(row.video, row.isrc).where(row.video != "", row.isrc != "")
    months = there.month.in_(select(row.month).distinct())
    by_asset = and_(row.asset == there.asset, row.asset != "")
    if file.kind.assets is Assets.OF_TRACKS:
        through = select(there.video, row.isrc).where(
            by_asset, months, there.video != "", row.isrc != ""
        )
    else:
        through = (
            select(row.video, there.isrc)
            .where(by_asset, months, row.video != "", there.isrc != "")
            .where(there.kind.in_(_OF_TRACKS))
        )
    insert = _dialect(connection).insert(video_tracks)
    for query in (named, through) if file.kind.assets is not None else (named,):
        chosen = query.distinct()
        connection.execute(insert.from_select(["video", "isrc"], chosen).on_conflict_do_nothing())


def _make_records(connection: Connection, kinds: Sequence[Kind]) -> None:
    figures, row = record_figures.c, report_rows.c
    spots = tuple_(figures.month, figures.day_of_month, figures.channel)
    connection.execute(
        record_figures.delete()
        .where(figures.kind.in_(kinds), figures.month.in_(_touched_months()))
        .where(spots.in_(select(touched.c.month, touched.c.day_of_month, touched.c.channel)))
    )
    sums = (
        select(
            row.month,
            row.channel,
            row.video,
            row.kind,
            row.day_of_month,
            func.sum(row.views),
            func.sum(row.revenue_nanos),
        )
        .select_from(_touched_rows(connection))
        .where(row.kind.in_(kinds), row.reason.is_(None))
        .group_by(row.month, row.channel, row.video, row.kind, row.day_of_month)
        .order_by(row.month, row.channel, row.video, row.kind, row.day_of_month)
    )
    names = [column.name for column in record_figures.c]
    connection.execute(record_figures.insert().from_select(names, sums))


def _make_days(connection: Connection) -> None:
    spots = select(touched.c.channel, touched.c.day).where(touched.c.day.is_not(None))
    for target in (country_days, video_days, channel_days):
        connection.execute(target.delete().where(tuple_(target.c.channel, target.c.day).in_(spots)))
    row = report_rows.c
    daily = daily_kinds(connection)
    booked = and_(row.kind.in_(daily), row.reason.is_(None))
    figures = _counted(connection, daily, booked)
    place = (row.channel, row.day, row.video, row.country)
    sums = (
        select(*place, *(func.sum(figures[name]) for name in FIGURES))
        .select_from(_touched_rows(connection))
        .where(booked)
        .group_by(*place)
        .order_by(*place)
    )
    _fill(connection, country_days, sums)
    for target, source in ((video_days, country_days), (channel_days, video_days)):
        key = [source.c[column.name] for column in target.primary_key]
        sums = (
            select(*key, *(func.sum(source.c[name]) for name in FIGURES))
            .where(tuple_(source.c.channel, source.c.day).in_(spots))
            .group_by(*key)
            .order_by(*key)
        )
        _fill(connection, target, sums)


def _counted(
    connection: Connection, daily: Sequence[Kind], booked: ColumnElement[bool]
) -> dict[str, ColumnElement[Any]]:
    """What of each row counts: own rows stand back where the platform's figures exist (FILE-18)."""
    row = report_rows.c
    plain: dict[str, ColumnElement[Any]] = {name: row[name] for name in FIGURES}
    kinds = [kind for kind in daily if _is_there(connection, kind)]
    if len({kind.is_open for kind in kinds}) < 2:
        return plain
    _find_platform_days(connection, booked)
    is_open = row.kind.in_(_OPEN_DAILY)
    money = and_(is_open, _platform_has([kind for kind in daily if Daily.MONEY in kind.daily]))
    views = and_(is_open, _platform_has([kind for kind in daily if Daily.VIEWS in kind.daily]))
    return {
        name: case((money if name in _MONEY else views, 0), else_=column)
        for name, column in plain.items()
    }


def _is_there(connection: Connection, kind: Kind) -> bool:
    """Whether the touched days have rows of the kind, of whatever channel: a seek for each day."""
    one = select(literal(1)).select_from(_rows_of_days()).where(report_rows.c.kind == kind)
    return connection.execute(one.limit(1)).first() is not None


def _find_platform_days(connection: Connection, booked: ColumnElement[bool]) -> None:
    make_tables(connection, platform_days)
    row = report_rows.c
    query = (
        select(row.channel, row.day, row.video, row.kind)
        .select_from(_touched_rows(connection))
        .where(booked, row.kind.not_in(_OPEN_DAILY))
        .distinct()
    )
    names = [column.name for column in platform_days.c]
    connection.execute(platform_days.insert().from_select(names, query))
    _analyze(connection, platform_days)


def _platform_has(kinds: Sequence[Kind] | None, source: Any = report_rows.c) -> ColumnElement[bool]:
    there = platform_days.c
    same = [there[name] == source[name] for name in ("channel", "day", "video")]
    if kinds is not None:
        same.append(there.kind.in_(kinds))
    return exists(select(literal(1)).where(*same))


def _with_superseded(connection: Connection, changes: Changes) -> Changes:
    """Count the rows of an own daily file that stand back (FILE-18)."""
    touch(connection, select(*spot(merged)))
    row = report_rows.c
    _find_platform_days(
        connection, and_(row.kind.in_(daily_kinds(connection)), row.reason.is_(None))
    )
    query = (
        select(func.count())
        .select_from(merged)
        .where(merged.c.reason.is_(None), _platform_has(None, merged.c))
    )
    return evolve(changes, superseded=connection.execute(query).scalar_one())


def _touched_rows(connection: Connection) -> FromClause:
    names = ("month", "day_of_month", "channel")
    same = and_(*(touched.c[name] == report_rows.c[name] for name in names))
    if connection.dialect.name == "postgresql":
        # It weighs the days against the channels by itself, as long as nothing is said twice.
        return touched.join(report_rows, same)
    return _rows_of_days(exists(select(literal(1)).where(same).correlate(report_rows)))


def _rows_of_days(*conditions: ColumnElement[bool]) -> FromClause:
    """The rows of the touched days, sought day by day, for that is how they lie."""
    days = select(touched.c.month, touched.c.day_of_month).distinct().subquery("days")
    same = (days.c[name] == report_rows.c[name] for name in ("month", "day_of_month"))
    return days.join(report_rows, and_(*same, *conditions))


def _touched_months() -> Select[Any]:
    return select(touched.c.month).distinct()


def _fill(connection: Connection, target: Table, query: Select[Any]) -> None:
    names = [column.name for column in target.c]
    connection.execute(target.insert().from_select(names, query))


def _same_key(source: Any, other: Any) -> ColumnElement[bool]:
    return and_(*(source.c[name] == other[name] for name in ("month", "day_of_month", "key")))


def _akin(source: Table, file: ReportFile) -> list[ColumnElement[bool]]:
    return [
        source.c.platform == file.platform,
        source.c.kind == file.kind,
        source.c.owner == file.owner,
    ]


def spot(source: Any) -> list[ColumnElement[Any]]:
    """The columns of `touched` in a table of rows."""
    return [source.c[column.name] for column in touched.c]


def _dialect(connection: Connection) -> Any:
    return sqlite if connection.dialect.name == "sqlite" else postgresql


def _analyze(connection: Connection, target: Table, *columns: str) -> None:
    """PostgreSQL knows nothing of new rows, and would plan for a handful; all columns, or these."""
    if connection.dialect.name == "postgresql":
        some = f" ({', '.join(columns)})" if columns else ""
        connection.execute(text(f"ANALYZE {target.name}{some}"))
