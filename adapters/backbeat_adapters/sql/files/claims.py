"""Which tracks the rows of a month name: added up as files come and go, never joined row by row.

Both tables hold sums of `report_rows` and nothing of their own. A file adds its rows and takes away
those that it replaced, so what it costs depends on the file alone (decision 0182).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Connection,
    FromClause,
    Index,
    PrimaryKeyConstraint,
    Select,
    Subquery,
    Table,
    and_,
    func,
    literal,
    literal_column,
    or_,
    select,
    union,
)
from sqlalchemy.dialects import postgresql, sqlite

from backbeat.figures.model import UsedTrack
from backbeat.figures.tracks import Claim, MonthTracks, used
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import Isrc, VideoId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind, Role
from backbeat_adapters.sql.engine.schema import CODE, Big, MonthText, Nanos, table

video_claims = table(
    "video_claims",
    Column("month", MonthText, nullable=False),
    Column("video", CODE, nullable=False),
    Column("asset", CODE, nullable=False),
    Column("isrc", CODE, nullable=False),
    Column("rows", Big, nullable=False),
    Column("nanos", Nanos, nullable=False),
    PrimaryKeyConstraint("month", "video", "asset", "isrc"),
    Index(None, "video", "month"),
    sqlite_with_rowid=False,
)
"""What rows claim of videos: by an asset, by a code, or by both."""

asset_tracks = table(
    "asset_tracks",
    Column("month", MonthText, nullable=False),
    Column("asset", CODE, nullable=False),
    Column("isrc", CODE, nullable=False),
    Column("rows", Big, nullable=False),
    Column("nanos", Nanos, nullable=False),
    PrimaryKeyConstraint("month", "asset", "isrc"),
    sqlite_with_rowid=False,
)
"""Which tracks the assets of rows are."""

_NONE: ColumnElement[int] = literal_column("0")
for _each in (video_claims, asset_tracks):
    Index(
        f"ix_{_each.name}_gone",
        _each.c.month,
        sqlite_where=_each.c.rows == _NONE,
        postgresql_where=_each.c.rows == _NONE,
    )

_KEYS = {
    each: [column.name for column in each.primary_key] for each in (video_claims, asset_tracks)
}
_CHUNK = 500


def come(connection: Connection, kind: Kind, rows: FromClause, *which: ColumnElement[bool]) -> None:
    """Add what these rows of the kind claim."""
    _add(connection, kind, rows, which, sign=1)


def go(connection: Connection, kind: Kind, rows: FromClause, *which: ColumnElement[bool]) -> None:
    """Take back what these rows of the kind claimed."""
    _add(connection, kind, rows, which, sign=-1)
    for target in _KEYS:
        # Said as in the index: with a value bound to it, no database would see that they agree.
        connection.execute(target.delete().where(target.c.rows == _NONE))


def _add(
    connection: Connection,
    kind: Kind,
    rows: FromClause,
    which: Sequence[ColumnElement[bool]],
    *,
    sign: int,
) -> None:
    insert = (sqlite if connection.dialect.name == "sqlite" else postgresql).insert
    for target, told in _told(rows):
        key = [rows.c[name] for name in _KEYS[target]]
        nanos = func.sum(rows.c.revenue_nanos) if kind.role is Role.RECORD else literal(0)
        sums = select(*key, sign * func.count(), sign * nanos).where(*which, told)
        names = [column.name for column in target.c]
        added = insert(target).from_select(names, sums.group_by(*key).order_by(*key))
        there, more = target.c, added.excluded
        connection.execute(
            added.on_conflict_do_update(
                index_elements=_KEYS[target],
                set_={"rows": there.rows + more.rows, "nanos": there.nanos + more.nanos},
            )
        )


def _told(rows: FromClause) -> list[tuple[Table, ColumnElement[bool]]]:
    """Which rows tell something for either table."""
    row = rows.c
    return [
        (video_claims, and_(row.video != "", or_(row.asset != "", row.isrc != ""))),
        (asset_tracks, and_(row.asset != "", row.isrc != "")),
    ]


def tracks_of(
    connection: Connection, videos: Collection[VideoId], first: Month, last: Month
) -> Mapping[VideoId, Sequence[UsedTrack]]:
    """See the port of videos."""
    found: dict[VideoId, Sequence[UsedTrack]] = {}
    for chunk in in_chunks(list(videos), _CHUNK):
        of = video_claims.c.video.in_(chunk)
        told = _claimed(connection, _known(of, video_claims.c.month.between(first, last)))
        others = [video for video in chunk if video not in told]
        told |= _claimed(connection, _newest(video_claims.c.video.in_(others))) if others else {}
        found |= {video: used(months, first, last) for video, months in told.items()}
    return found


def _claimed(
    connection: Connection, known: CompoundSelect[Any] | Select[Any]
) -> dict[VideoId, dict[Month, set[Isrc]]]:
    found: dict[VideoId, dict[Month, set[Isrc]]] = {}
    for month, video, isrc in connection.execute(known):
        found.setdefault(video, {}).setdefault(month, set()).add(isrc)
    return found


def _newest(of: ColumnElement[bool]) -> Select[Any]:
    known = _known(of).cte("known")
    newest = select(known.c.video, func.max(known.c.month).label("month")).group_by(known.c.video)
    last = newest.subquery("newest")
    same = and_(last.c.video == known.c.video, last.c.month == known.c.month)
    return select(known.c.month, known.c.video, known.c.isrc).join(last, same)


def _known(*which: ColumnElement[bool]) -> CompoundSelect[Any]:
    """The tracks of videos by month, each once: by their codes, or by those of their assets."""
    claim, named = video_claims.c, asset_tracks.c
    same = and_(named.month == claim.month, named.asset == claim.asset)
    return union(
        select(claim.month, claim.video, claim.isrc).where(claim.isrc != "", *which),
        select(claim.month, claim.video, named.isrc)
        .join_from(video_claims, asset_tracks, same)
        .where(claim.isrc == "", *which),
    )


def sole_tracks(first: Month, last: Month) -> tuple[Subquery, Subquery]:
    """Assets and videos by month, with the `first` and the `last` of their tracks' codes."""
    months = (source.c.month.between(first, last) for source in (asset_tracks, video_claims))
    assets = select(asset_tracks).where(next(months)).subquery("named")
    videos = _known(next(months)).subquery("known")
    return _outermost(assets, "asset"), _outermost(videos, "video")


def _outermost(source: Subquery, name: str) -> Subquery:
    key = (source.c.month, source.c[name])
    codes = (func.min(source.c.isrc).label("first"), func.max(source.c.isrc).label("last"))
    return select(*key, *codes).group_by(*key).subquery(f"{name}_codes")


def month_tracks(connection: Connection, first: Month, last: Month) -> dict[Month, MonthTracks]:
    """What the assets, and those videos that have several tracks, carry in each month."""
    _, videos = sole_tracks(first, last)
    claim, named = video_claims.c, asset_tracks.c
    several = and_(
        videos.c.month == claim.month,
        videos.c.video == claim.video,
        videos.c.first != videos.c.last,
    )
    claims = select(claim.month, claim.video, claim.asset, claim.isrc, claim.nanos)
    names = select(named.month, literal(""), named.asset, named.isrc, named.nanos)
    of_assets = _by_month(connection, names.where(named.month.between(first, last)))
    of_videos = _by_month(connection, claims.join_from(video_claims, videos, several))
    return {
        month: MonthTracks.of(of_assets.get(month, ()), of_videos.get(month, ()))
        for month in of_assets.keys() | of_videos.keys()
    }


def _by_month(connection: Connection, query: Select[Any]) -> dict[Month, list[Claim]]:
    found: dict[Month, list[Claim]] = {}
    for month, *claim in connection.execute(query):
        found.setdefault(month, []).append(Claim(*claim))
    return found
