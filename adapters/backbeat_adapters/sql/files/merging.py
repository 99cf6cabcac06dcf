"""From staged lines to rows: folded by key, compared with the existing rows, and written (FILE-9).

`staged` contains a file's lines, `merged` its rows, each with its relation to the existing row.
Both are temporary; the books receive a change made of them (`versions`), which becomes visible all
at once.
"""

from __future__ import annotations

from typing import Any

from attrs import evolve
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Executable,
    FromClause,
    Index,
    LargeBinary,
    Table,
    Text,
    and_,
    case,
    collate,
    exists,
    func,
    literal,
    null,
    or_,
    select,
    table,
    union,
)
from sqlalchemy.schema import CreateIndex

from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Role
from backbeat.report_files.model import (
    SPEAKING,
    Changes,
    IntakeStep,
    Phase,
    ReportFile,
    SuspenseReason,
)
from backbeat_adapters.sql.engine.partitions import partition
from backbeat_adapters.sql.engine.schema import (
    CODE,
    Big,
    Choice,
    Day,
    MonthText,
    StoredKind,
    StoredPlatform,
)
from backbeat_adapters.sql.figures import FIGURES, ROW_KEY, report_rows
from backbeat_adapters.sql.files import claims, rollups
from backbeat_adapters.sql.files.pieces import Pieces, Work
from backbeat_adapters.sql.files.temporary import (
    analyze,
    dialect_of,
    place,
    temporary_table,
)
from backbeat_adapters.sql.files.versions import Change, choose, is_chosen
from backbeat_adapters.sql.network_changes import changes_from
from backbeat_adapters.sql.standing import Standing
from backbeat_adapters.sql.videos import videos


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


staged = temporary_table("staged", *_line_columns())
"""A file's lines as read; `first` is the day, or the month's first day if there is none."""

merged = temporary_table(
    "merged",
    place(),
    *_line_columns(),
    Column("state", Big, nullable=False),
)
"""A file's rows in the order of their keys, each with its relation to the existing row."""

_merged_keys = Index("merged_keys", merged.c.month, merged.c.day_of_month, merged.c.key)
"""Used only when looking for rows that the file lacks."""
WITHOUT_INDEX = f"DROP INDEX IF EXISTS pg_temp.{_merged_keys.name}"

_named_videos = temporary_table(
    "named_videos",
    place(),
    Column("id", CODE, nullable=False),
    Column("platform", StoredPlatform("videos.platform"), nullable=False),
    Column("channel", CODE, nullable=False),
    Column("title", Text, nullable=False),
    Column("published_on", Day, nullable=False),
)

ADDED, CHANGED, UNCHANGED = 0, 1, 2
_FIXED = ("month", "day_of_month", "key", "line", "title", "first", "day")
_COMPARED = ("channel", "video", "country", "isrc", "asset", "adjustment", *FIGURES)
_SOUGHT = ("month", "day_of_month", "key", "channel", "video", "isrc", "asset", "state")
"""The columns of `merged` by which rows are chosen and joined."""
MANY = 10_000
"""The number of new rows from which it pays to let PostgreSQL analyze them at once."""


def compare(pieces: Pieces, file: ReportFile) -> Changes:
    """Fold the staged lines by key into `merged`, compare them with the existing rows, and return
    what would change.
    """
    pieces.progress(IntakeStep(Phase.COMPARING))
    _fold(pieces, file)
    return _changes(pieces.connection, file)


def write(change: Change, file: ReportFile, changes: Changes) -> Changes:
    """Write the compared rows, not yet visible, and the figures that follow from them."""
    with change.pieces.beside():
        _find(change, file, changes)
        days = rollups.keep_touched(change)
        names = _name_videos(change, file)
    rows = [change.end(report_rows, replaced_by=int(file.id)), _bring(change, file)]
    change.pieces.write(days, *rows, names)
    change.pieces.progress(IntakeStep(Phase.ADDING_UP))
    with change.pieces.beside() as connection:
        if changes.added >= MANY:
            # Until the server looked at them itself it would seek a channel's days one by one,
            # each through all of the channel's month.
            for month in rollups.touched_months(connection):
                of = table(partition(report_rows, month))
                analyze(connection, of, *ROW_KEY, "channel", "video", "reason")
        tracks = claims.lay(
            change,
            file.kind,
            come=merged.select().where(merged.c.state != UNCHANGED),
            go=report_rows.select().where(is_chosen(change.pieces, report_rows)),
        )
        figures = rollups.lay(change, [file.kind])
    change.pieces.write(*tracks, *figures, phase=Phase.ADDING_UP)
    if file.kind.is_open and file.kind.is_daily:
        return _with_superseded(change, changes)
    return changes


def _find(change: Change, file: ReportFile, changes: Changes) -> None:
    """Find the rows that have to go, and the days of channels that the file touches."""
    connection = change.pieces.connection
    if changes.changed or changes.removed:
        # Only then is it joined.
        analyze(connection, merged, *_SOUGHT)
    keys = [*report_rows.primary_key]
    joined = report_rows.join(merged, _is_same(file))
    changed = select(*keys).select_from(joined).where(merged.c.state == CHANGED)
    gone = select(*keys).where(*_missing(connection, file)) if changes.removed else None
    choose(change.pieces, report_rows, changed if changes.changed else None, gone)
    rollups.touch(
        connection,
        select(*rollups.spot(merged)).where(merged.c.state != UNCHANGED),
        select(*rollups.spot(report_rows)).where(is_chosen(change.pieces, report_rows)),
    )


def _bring(change: Change, file: ReportFile) -> Work:
    names = ("month", "day_of_month", "key", "line", "day", *_COMPARED, "reason")
    row: dict[str, ColumnElement[Any]] = {name: merged.c[name] for name in names}
    fixed: dict[str, ColumnElement[Any]] = {
        "platform": literal(file.platform, StoredPlatform("report_rows.platform")),
        "kind": literal(file.kind, StoredKind("report_rows.kind")),
        "owner": literal(file.owner),
        "file": literal(int(file.id), Big()),
    }
    return change.bring_from(report_rows, merged, {**row, **fixed}, merged.c.state != UNCHANGED)


def _name_videos(change: Change, file: ReportFile) -> Work:
    """Create videos, or complete what is known of them (FILE-17, VIDEO-3)."""
    row, old = merged.c, videos.c
    title = func.coalesce(func.max(func.nullif(row.title, "")), row.video)
    named = (
        select(
            row.video.label("id"),
            literal(file.platform, StoredPlatform("videos.platform")).label("platform"),
            func.max(row.channel).label("channel"),
            title.label("title"),
            func.min(row.first).label("published_on"),
        )
        .where(row.video != "", row.state != UNCHANGED)
        .group_by(row.video)
        .subquery("named")
    )
    says_more = or_(old.id.is_(None), _knows_less(old, named.c))
    names = [column.name for column in _named_videos.c if column.name != "place"]
    query = (
        select(*(named.c[name] for name in names))
        .select_from(named.outerjoin(videos, old.id == named.c.id))
        .where(says_more)
        .order_by(named.c.id)
    )
    change.pieces.lay(_named_videos, _named_videos.insert().from_select(names, query))
    insert = dialect_of(change.pieces.connection).insert(videos)

    def piece(places: ColumnElement[bool]) -> list[Executable]:
        laid = _named_videos.c
        rows = select(*(laid[name] for name in names)).where(places).order_by(laid.place)
        upsert = insert.from_select(names, rows)
        new = upsert.excluded
        untitled, earlier = _is_better_titled(old, new), new.published_on < old.published_on
        told = {
            "title": case((untitled, new.title), else_=old.title),
            "published_on": case((earlier, new.published_on), else_=old.published_on),
        }
        better = _knows_less(old, new)
        # The days on which videos appear, and those from which they move or are told anew.
        published = union(
            select(laid.published_on).where(places),
            select(old.published_on)
            .join_from(videos, _named_videos, old.id == laid.id)
            .where(places),
        ).subquery("published")
        day = published.c.published_on
        changed = changes_from(select(null(), day, day))
        return [
            changed,
            upsert.on_conflict_do_update(index_elements=["id"], set_=told, where=better),
        ]

    return Work(_named_videos, piece)


def _knows_less(old: Any, new: Any) -> ColumnElement[bool]:
    better = or_(_is_better_titled(old, new), new.published_on < old.published_on)
    return and_(old.described_at.is_(None), better)


def _is_better_titled(old: Any, new: Any) -> ColumnElement[bool]:
    return and_(old.title == old.id, new.title != new.id)


def _with_superseded(change: Change, changes: Changes) -> Changes:
    """Count the rows of an own daily file that are superseded (FILE-18)."""
    with change.pieces.beside() as connection:
        rollups.touch(connection, select(*rollups.spot(merged)))
        return evolve(changes, superseded=rollups.count_superseded(connection, merged))


def _fold(pieces: Pieces, file: ReportFile) -> None:
    connection = pieces.connection
    # Nearly every file has each key once, and adding up single lines costs twice as much.
    folded = _added_up(connection) if _has_duplicates(connection) else staged
    there = report_rows
    standing = Standing(connection).of(there)
    same = and_(_same_key(there, folded.c), *_akin(there, file), standing)
    joined = folded.outerjoin(there, same)
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
    pieces.lay(merged, merged.insert().from_select(names, ordered))


def _has_duplicates(connection: Connection) -> bool:
    line = staged.c
    # GROUP BY sorts the keys; with DISTINCT, SQLite would take four times as long.
    twice = select(line.key).group_by(line.month, line.day_of_month, line.key)
    found = connection.execute(twice.having(func.count() > 1).limit(1))
    return found.first() is not None


def _added_up(connection: Connection) -> FromClause:
    """Lines with the same key as one row: sums of the amounts, and the other columns from one of
    them (FILE-8).
    """
    line = staged.c
    by_bytes = "C" if connection.dialect.name == "postgresql" else "BINARY"
    window: Any = {
        "partition_by": (line.month, line.day_of_month, line.key),
        "order_by": [collate(line[name], by_bytes).desc() for name in SPEAKING],
        "rows": (None, None),
    }
    told = [name for name in (*_FIXED, *_COMPARED) if name not in ("line", "title", *FIGURES)]
    lines = select(
        *(line[name] for name in (*told, "reason")),
        func.min(line.line).over(**window).label("line"),
        func.max(line.title).over(**window).label("title"),
        *(func.sum(line[name]).over(**window).label(name) for name in FIGURES),
        func.row_number().over(**window).label("rank"),
    ).subquery("lines")
    names = (*_FIXED, *_COMPARED, "reason")
    return select(*(lines.c[name] for name in names)).where(lines.c.rank == 1).subquery("folded")


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
        connection.execute(CreateIndex(_merged_keys, if_not_exists=True))
        missing = select(func.count()).select_from(report_rows)
        counted = missing.where(*_missing(connection, file))
        removed = connection.execute(counted).scalar_one()
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


def _missing(connection: Connection, file: ReportFile) -> list[ColumnElement[bool]]:
    """Rows of the file's period that the file does not have."""
    first, last = file.first, file.last
    if first is None or last is None:
        return [literal(False)]
    row = report_rows.c
    whole = and_(row.day.is_(None), row.month.between(Month.of(first), Month.of(last)))
    return [
        *_akin(report_rows, file),
        or_(row.day.between(first, last), whole),
        Standing(connection).of(report_rows),
        ~exists(select(literal(1)).where(_same_key(merged, report_rows.c))),
    ]


def _is_same(file: ReportFile) -> ColumnElement[bool]:
    return and_(_same_key(report_rows, merged.c), *_akin(report_rows, file))


def _same_key(source: Any, other: Any) -> ColumnElement[bool]:
    return and_(*(source.c[name] == other[name] for name in ("month", "day_of_month", "key")))


def _akin(source: Table, file: ReportFile) -> list[ColumnElement[bool]]:
    """Rows of the file's owner and kind in its months."""
    if file.first is None or file.last is None:
        return [literal(False)]
    return [
        source.c.month.between(Month.of(file.first), Month.of(file.last)),
        source.c.platform == file.platform,
        source.c.kind == file.kind,
        source.c.owner == file.owner,
    ]
