"""Which tracks videos and assets carry in a month: sums of what its rows claim (decision 0182)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    CompoundSelect,
    Index,
    PrimaryKeyConstraint,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    func,
    literal,
    or_,
    select,
    union,
)

from backbeat.figures.model import CarriedTracks, UsedTrack
from backbeat.figures.tracks import Claim, MonthTracks, used
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import Isrc, VideoId
from backbeat.kernel.months import Month
from backbeat_adapters.sql.engine.keys import is_given, is_one_of, listed
from backbeat_adapters.sql.engine.reading import rows_of
from backbeat_adapters.sql.engine.schema import CODE, Big, MonthText, Nanos, table
from backbeat_adapters.sql.standing import Standing, version_columns

video_claims = table(
    "video_claims",
    Column("month", MonthText, nullable=False),
    Column("video", CODE, nullable=False),
    Column("asset", CODE, nullable=False),
    Column("isrc", CODE, nullable=False),
    Column("rows", Big, nullable=False),
    Column("nanos", Nanos, nullable=False),
    *version_columns(),
    PrimaryKeyConstraint("month", "video", "asset", "isrc", "came_with"),
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
    *version_columns(),
    PrimaryKeyConstraint("month", "asset", "isrc", "came_with"),
    sqlite_with_rowid=False,
)
"""Which tracks the assets of rows are."""

_CHUNK = 500
_STATEMENTS = 16


def tracks_of(
    standing: Standing, videos: Collection[VideoId], first: Month, last: Month
) -> Mapping[VideoId, Sequence[UsedTrack]]:
    """See the port of videos."""
    found: dict[VideoId, Sequence[UsedTrack]] = {}
    dialect = standing.connection.dialect.name
    which = dialect, standing.of(video_claims), standing.of(asset_tracks)
    for chunk in in_chunks(list(videos), _CHUNK):
        months_asked = {"first": first, "last": last}
        told = _claimed(standing, _in_months(*which), {"videos": chunk, **months_asked})
        others = [video for video in chunk if video not in told]
        told |= _claimed(standing, _newest(*which), {"videos": others}) if others else {}
        found |= {video: used(months, first, last) for video, months in told.items()}
    return found


def _claimed(
    standing: Standing, known: CompoundSelect[Any] | Select[Any], values: Mapping[str, Any]
) -> dict[VideoId, dict[Month, set[Isrc]]]:
    found: dict[VideoId, dict[Month, set[Isrc]]] = {}
    for month, video, isrc in rows_of(standing.connection, known, values):
        found.setdefault(video, {}).setdefault(month, set()).add(isrc)
    return found


@lru_cache(_STATEMENTS)
def _in_months(
    dialect: str, claims: ColumnElement[bool], tracks: ColumnElement[bool]
) -> CompoundSelect[Any]:
    """The tracks that the given videos used in the months from `first` to `last`."""
    within = video_claims.c.month.between(bindparam("first"), bindparam("last"))
    return _carrying(claims, tracks, is_given(dialect, video_claims.c.video, "videos"), within)


@lru_cache(_STATEMENTS)
def _newest(dialect: str, claims: ColumnElement[bool], tracks: ColumnElement[bool]) -> Select[Any]:
    """The tracks of the newest month in which each of the given videos used any."""
    of = is_given(dialect, video_claims.c.video, "videos")
    known = _carrying(claims, tracks, of).cte("known")
    newest = select(known.c.video, func.max(known.c.month).label("month")).group_by(known.c.video)
    last = newest.subquery("newest")
    same = and_(last.c.video == known.c.video, last.c.month == known.c.month)
    return select(known.c.month, known.c.video, known.c.isrc).join(last, same)


def _known(standing: Standing, *which: ColumnElement[bool]) -> CompoundSelect[Any]:
    return _carrying(standing.of(video_claims), standing.of(asset_tracks), *which)


def _carrying(
    claims: ColumnElement[bool], tracks: ColumnElement[bool], *which: ColumnElement[bool]
) -> CompoundSelect[Any]:
    """The tracks of videos by month, each once: by their codes, or by those of their assets."""
    claim, named = video_claims.c, asset_tracks.c
    which = (*which, claims)
    same = and_(named.month == claim.month, named.asset == claim.asset, tracks)
    return union(
        select(claim.month, claim.video, claim.isrc).where(claim.isrc != "", *which),
        select(claim.month, claim.video, named.isrc)
        .join_from(video_claims, asset_tracks, same)
        .where(claim.isrc == "", *which),
    )


def carried(
    standing: Standing, videos: Collection[VideoId], month: Month
) -> Mapping[VideoId, CarriedTracks]:
    """See the port of videos; two statements, however many videos they are."""
    if not videos:
        return {}
    claim, named = video_claims.c, asset_tracks.c
    one = listed(standing.connection, (claim.video,), [(video,) for video in videos])
    known = _known(standing, is_one_of(standing.connection.dialect.name, claim.video, one)).cte(
        "known"
    )
    told = func.max(case((known.c.month == month, known.c.month)))
    chosen = (
        select(known.c.video, func.coalesce(told, func.max(known.c.month)).label("month"))
        .group_by(known.c.video)
        .cte("chosen")
    )
    same = and_(claim.month == chosen.c.month, claim.video == chosen.c.video)
    theirs = select(claim.month, claim.video, claim.asset, claim.isrc, claim.nanos)
    theirs = theirs.join_from(video_claims, chosen, same).where(standing.of(video_claims))
    assets = theirs.where(claim.isrc == "").with_only_columns(claim.month, claim.asset)
    wanted = assets.distinct().subquery("wanted")
    names = (
        select(named.month, literal(""), named.asset, named.isrc, named.nanos)
        .join_from(
            asset_tracks,
            wanted,
            and_(named.month == wanted.c.month, named.asset == wanted.c.asset),
        )
        .where(standing.of(asset_tracks))
    )
    claims, of_assets = _by_month(standing, theirs), _by_month(standing, names)
    return {
        video: CarriedTracks(weights, told_in != month)
        for told_in, found in claims.items()
        for video, weights in MonthTracks.of(of_assets.get(told_in, ()), found).videos.items()
        if weights
    }


def carried_by(standing: Standing, videos: Select[Any], isrcs: Collection[Isrc]) -> Select[Any]:
    """Which of some tracks the found videos have in any month."""
    of = is_one_of(standing.connection.dialect.name, video_claims.c.video, videos)
    known = _known(standing, of).subquery("claimed")
    return select(known.c.video, known.c.isrc).where(known.c.isrc.in_(isrcs))


def sole_tracks(standing: Standing, first: Month, last: Month) -> tuple[Subquery, Subquery]:
    """Assets and videos by month, with the `first` and the `last` of their tracks' codes."""
    of_assets, of_videos = (
        source.c.month.between(first, last) for source in (asset_tracks, video_claims)
    )
    assets = select(asset_tracks).where(of_assets, standing.of(asset_tracks)).subquery("named")
    videos = _known(standing, of_videos).subquery("known")
    return _outermost(assets, "asset"), _outermost(videos, "video")


def _outermost(source: Subquery, name: str) -> Subquery:
    key = (source.c.month, source.c[name])
    codes = (func.min(source.c.isrc).label("first"), func.max(source.c.isrc).label("last"))
    return select(*key, *codes).group_by(*key).subquery(f"{name}_codes")


def month_tracks(standing: Standing, first: Month, last: Month) -> dict[Month, MonthTracks]:
    """What the assets, and those videos that have several tracks, carry in each month."""
    _, videos = sole_tracks(standing, first, last)
    claim, named = video_claims.c, asset_tracks.c
    several = and_(
        videos.c.month == claim.month,
        videos.c.video == claim.video,
        videos.c.first != videos.c.last,
        standing.of(video_claims),
    )
    claims = select(claim.month, claim.video, claim.asset, claim.isrc, claim.nanos)
    names = select(named.month, literal(""), named.asset, named.isrc, named.nanos).where(
        named.month.between(first, last), standing.of(asset_tracks)
    )
    of_assets = _by_month(standing, names)
    of_videos = _by_month(standing, claims.join_from(video_claims, videos, several))
    return {
        month: MonthTracks.of(of_assets.get(month, ()), of_videos.get(month, ()))
        for month in of_assets.keys() | of_videos.keys()
    }


def tracks_with(standing: Standing, month: Month, tracks: Collection[Isrc]) -> MonthTracks:
    """See the port of confirmed figures."""
    connection, claim, named = standing.connection, video_claims.c, asset_tracks.c

    def one_of(column: Column[Any], keys: Collection[str]) -> ColumnElement[bool]:
        return is_one_of(
            connection.dialect.name, column, listed(connection, (column,), [(k,) for k in keys])
        )

    if not tracks:
        return MonthTracks()
    of_assets = and_(named.month == month, standing.of(asset_tracks))
    of_videos = and_(claim.month == month, standing.of(video_claims))
    theirs = select(named.asset).where(of_assets, one_of(named.isrc, tracks)).distinct()
    assets = set(connection.scalars(theirs))
    by_asset = and_(claim.isrc == "", one_of(claim.asset, assets))
    videos = select(claim.video).where(of_videos, or_(one_of(claim.isrc, tracks), by_asset))
    claims = select(claim.video, claim.asset, claim.isrc, claim.nanos).where(
        of_videos, one_of(claim.video, set(connection.scalars(videos.distinct())))
    )
    claimed = [Claim(*row) for row in connection.execute(claims)]
    assets |= {each.asset for each in claimed if not each.isrc}
    names = select(literal(""), named.asset, named.isrc, named.nanos).where(
        of_assets, one_of(named.asset, assets)
    )
    return MonthTracks.of([Claim(*row) for row in connection.execute(names)], claimed)


def _by_month(standing: Standing, query: Select[Any]) -> dict[Month, list[Claim]]:
    found: dict[Month, list[Claim]] = {}
    for month, *claim in standing.connection.execute(query):
        found.setdefault(month, []).append(Claim(*claim))
    return found
