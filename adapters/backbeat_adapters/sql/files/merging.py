"""From staged lines to rows: folded by key, compared with the existing rows, and written (FILE-9).

`staged` contains a file's lines, `merged` its rows in the order of their keys, `found` those of
them that are there already. All are temporary; the books receive a change made of them
(`versions`), which becomes visible all at once.
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
    Insert,
    LargeBinary,
    Select,
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
from backbeat_adapters.sql.files.report_files import in_months
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

merged = temporary_table("merged", place(), *_line_columns())
"""A file's rows in the order of their keys, each with the reason why it would wait if it were new."""

found = temporary_table(
    "found",
    place(),
    Column("reason", Choice(SuspenseReason)),
    Column("state", Big, nullable=False),
)
"""Those of them that are there already, and the reason why they will wait."""

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
_compared = merged.outerjoin(found, found.c.place == merged.c.place)
_state = func.coalesce(found.c.state, ADDED)
_reason = case((found.c.place.is_not(None), found.c.reason), else_=merged.c.reason)
_KEY = ("month", "day_of_month", "key")
_FIXED = (*_KEY, "line", "title", "first", "day")
_COMPARED = ("channel", "video", "country", "isrc", "asset", "adjustment", *FIGURES)
_SOUGHT = ("month", "day_of_month", "key", "channel", "video", "isrc", "asset")
"""The columns of `merged` by which rows are chosen and joined."""
MANY = 10_000
"""The number of new rows from which it pays to let PostgreSQL analyze them at once."""


def compare(pieces: Pieces, file: ReportFile) -> Changes:
    """Fold the staged lines by key into `merged`, compare them with the existing rows, and return
    what would change.
    """
    pieces.progress(IntakeStep(Phase.COMPARING))
    _fold(pieces)
    _seek(pieces, file)
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
            come=_new(*merged.c),
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
        analyze(connection, found)
    keys = [*report_rows.primary_key]
    joined = _compared.join(report_rows, _is_same(file))
    changed = select(*keys).select_from(joined).where(found.c.state == CHANGED)
    gone = select(*keys).where(*_missing(connection, file)) if changes.removed else None
    choose(change.pieces, report_rows, changed if changes.changed else None, gone)
    rollups.touch(
        connection,
        _new(*rollups.spot(merged)),
        select(*rollups.spot(report_rows)).where(is_chosen(change.pieces, report_rows)),
    )


def _new(*columns: ColumnElement[Any]) -> Select[Any]:
    return select(*columns).select_from(_compared).where(_state != UNCHANGED)


def _bring(change: Change, file: ReportFile) -> Work:
    names = ("month", "day_of_month", "key", "line", "day", *_COMPARED)
    row: dict[str, ColumnElement[Any]] = {name: merged.c[name] for name in names}
    fixed: dict[str, ColumnElement[Any]] = {
        "platform": literal(file.platform, StoredPlatform("report_rows.platform")),
        "kind": literal(file.kind, StoredKind("report_rows.kind")),
        "owner": literal(file.owner),
        "file": literal(int(file.id), Big()),
    }
    values = {**row, "reason": _reason, **fixed}
    return change.bring_from(report_rows, merged, values, lambda columns: _new(*columns))


def _name_videos(change: Change, file: ReportFile) -> Work:
    """Create videos, or complete what is known of them (FILE-17, VIDEO-3)."""
    row, old = merged.c, videos.c
    title = func.coalesce(func.max(func.nullif(row.title, "")), row.video)
    named = (
        _new(
            row.video.label("id"),
            literal(file.platform, StoredPlatform("videos.platform")).label("platform"),
            func.max(row.channel).label("channel"),
            title.label("title"),
            func.min(row.first).label("published_on"),
        )
        .where(row.video != "")
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
        return [
            _days_published(places),
            upsert.on_conflict_do_update(index_elements=["id"], set_=told, where=better),
        ]

    return Work(_named_videos, piece)


def _days_published(places: ColumnElement[bool]) -> Executable:
    """Note the days on which videos appear, and those from which they move or are told anew."""
    laid, old = _named_videos.c, videos.c
    published = union(
        select(laid.published_on).where(places),
        select(old.published_on).join_from(videos, _named_videos, old.id == laid.id).where(places),
    ).subquery("published")
    day = published.c.published_on
    return changes_from(select(null(), day, day))


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


def _fold(pieces: Pieces) -> None:
    """Lay the rows in the order of their keys."""
    pieces.lay(merged, _in_order(staged))
    # Nearly every file has each key once, and adding up single lines costs twice as much.
    if _has_duplicates(pieces.connection):
        pieces.lay(merged, _in_order(_added_up(pieces.connection)))


def _in_order(lines: FromClause) -> Insert:
    names = (*_FIXED, *_COMPARED, "reason")
    line = lines.c
    query = select(*(line[name] for name in names)).order_by(*(line[name] for name in _KEY))
    return merged.insert().from_select(names, query)


def _has_duplicates(connection: Connection) -> bool:
    """Whether a key comes twice: rows with the same one are neighbours."""
    following = merged.alias("following")
    twice = and_(following.c.place == merged.c.place + 1, _same_key(following, merged.c))
    found = select(literal(1)).select_from(merged.join(following, twice)).limit(1)
    return connection.execute(found).first() is not None


def _seek(pieces: Pieces, file: ReportFile) -> None:
    """Find the rows that are there: in the order in which they lie there, which is the cheapest."""
    there, row = report_rows.c, merged.c
    stays = and_(there.channel == row.channel, there.isrc == row.isrc)
    reason = case((stays, there.reason), else_=row.reason)
    differs = or_(
        *(there[name] != row[name] for name in _COMPARED),
        there.reason.is_distinct_from(reason),
    )
    state = case((differs, CHANGED), else_=UNCHANGED)
    standing = Standing(pieces.connection).of(report_rows)
    query = (
        select(row.place, reason.label("reason"), state.label("state"))
        .select_from(merged.join(report_rows, and_(_is_same(file), standing)))
        .order_by(row.place)
    )
    pieces.lay(found, found.insert().from_select(["place", "reason", "state"], query))


def _added_up(connection: Connection) -> FromClause:
    """Lines with the same key as one row: sums of the amounts, and the other columns from one of
    them (FILE-8).
    """
    line = staged.c
    by_bytes = "C" if connection.dialect.name == "postgresql" else "BINARY"
    window: Any = {
        "partition_by": tuple(line[name] for name in _KEY),
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
    waits, nanos = _reason.is_not(None), merged.c.revenue_nanos
    rows, suspended, total, waiting = connection.execute(
        select(
            func.count(),
            func.count().filter(waits),
            func.coalesce(func.sum(nanos), 0),
            func.coalesce(func.sum(nanos).filter(waits), 0),
        ).select_from(_compared)
    ).one()
    states = select(found.c.state, func.count()).group_by(found.c.state)
    there: dict[int, int] = dict(map(tuple, connection.execute(states)))
    is_check = file.kind.role is Role.CHECK
    lines = connection.execute(select(func.count()).select_from(staged)).scalar_one()
    removed = 0
    if file.replaced:
        connection.execute(CreateIndex(_merged_keys, if_not_exists=True))
        missing = select(func.count()).select_from(report_rows)
        counted = missing.where(*_missing(connection, file))
        removed = connection.execute(counted).scalar_one()
    return Changes(
        added=rows - sum(there.values()),
        changed=there.get(CHANGED, 0),
        unchanged=there.get(UNCHANGED, 0),
        removed=removed,
        duplicates=lines - rows,
        suspended=suspended,
        booked_nanos=0 if is_check else total - waiting,
        suspense_nanos=waiting,
        checked_nanos=total - waiting if is_check else 0,
    )


def _missing(connection: Connection, file: ReportFile) -> list[ColumnElement[bool]]:
    """Rows of the file's period that the file does not have."""
    first, last = file.first, file.last
    if first is None or last is None:
        return [literal(False)]
    row = report_rows.c
    return [
        in_months(report_rows, file),
        or_(row.day.between(first, last), row.day.is_(None)),
        Standing(connection).of(report_rows),
        ~exists(select(literal(1)).where(_same_key(merged, report_rows.c))),
    ]


def _is_same(file: ReportFile) -> ColumnElement[bool]:
    return and_(_same_key(report_rows, merged.c), *_akin(report_rows, file))


def _same_key(source: Any, other: Any) -> ColumnElement[bool]:
    return and_(*(source.c[name] == other[name] for name in _KEY))


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
