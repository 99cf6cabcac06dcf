"""Dashboard queries in SQL: sums over the daily roll-ups, joined with who may see what.

The segments travel as one JSON parameter, so their number meets no limit of bound values. Shares
are taken by whole-number division as in `dashboards.rules.share`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from attrs import Factory, field, frozen
from sqlalchemy import (
    CTE,
    JSON,
    BindParameter,
    ColumnElement,
    Connection,
    Float,
    Row,
    Select,
    Subquery,
    Table,
    Text,
    and_,
    bindparam,
    case,
    cast,
    func,
    literal,
    or_,
    select,
    union_all,
)
from sqlalchemy.types import TypeEngine

from backbeat.accounts.network.shares import PARTS
from backbeat.channels.model import Channel
from backbeat.dashboards.model import (
    ESTIMATED,
    ChannelRow,
    CountryViews,
    Segment,
    Shared,
    Sort,
    SortKey,
    VideoRow,
)
from backbeat.figures.model import Figures
from backbeat.kernel.ids import AccountId, PlatformChannelId, VideoId
from backbeat.kernel.months import days_between
from backbeat.kernel.pages import Page, PageRequest
from backbeat.settings import RpmBase
from backbeat_adapters.sql.channels import channel_spans, channels, from_row
from backbeat_adapters.sql.confirmed_days import confirmed_channel_days, confirmed_days
from backbeat_adapters.sql.engine.keys import is_one_of
from backbeat_adapters.sql.engine.schema import Big, Day
from backbeat_adapters.sql.figures import FIGURES, channel_days, country_days, video_days
from backbeat_adapters.sql.standing import Standing
from backbeat_adapters.sql.videos import videos

_LEVELS = 3
"""At most so many cuts come before an account: the operator's and two above it (NET-3)."""
_COLUMNS: Mapping[str, TypeEngine[Any]] = {
    "channel": Text(),
    "first": Day(),
    "last": Day(),
    "keep_1": Big(),
    "keep_2": Big(),
    "keep_3": Big(),
    "passing": Big(),
    "version": Big(),
}
_VIDEOS_OF_A_DAY: Mapping[str, TypeEngine[Any]] = {
    "channel": Text(),
    "day": Day(),
    "first_video": Text(),
    "last_video": Text(),
}
_VIEWS = FIGURES[:3]
_OWN = {"own_nanos": "revenue_nanos", "own_premium_nanos": "premium_nanos"}
"""What is an account's own part, and of which figure."""
_SHARED = (*FIGURES, *_OWN)
_KEYS = (video_days.c.channel, video_days.c.video)
_SHARES = ("keep_1", "keep_2", "keep_3", "passing")
_MONEY = frozenset({"revenue_nanos", "ads_nanos", "premium_nanos"})


@frozen
class SqlFigures:
    """Fulfils `FigureQueries`."""

    connection: Connection
    standing: Standing = field(
        init=False, default=Factory(lambda my: Standing(my.connection), takes_self=True)
    )

    def channels_of(
        self, accounts: Collection[AccountId], *, deleted: bool = False
    ) -> Sequence[Channel]:
        wanted = sorted(set(accounts))
        theirs = union_all(
            select(channels.c.id).where(channels.c.owner.in_(wanted)),
            select(channels.c.id).where(channels.c.holder.in_(wanted)),
            select(channel_spans.c.channel).where(channel_spans.c.holder.in_(wanted)),
        )
        query = select(channels).where(is_one_of(self.connection, channels.c.id, theirs))
        if not deleted:
            query = query.where(channels.c.deleted_at.is_(None))
        return [from_row(row) for row in self.connection.execute(query.order_by(channels.c.id))]

    def views(
        self,
        segments: Sequence[Segment],
        videos: Mapping[PlatformChannelId, tuple[VideoId, VideoId]],
    ) -> Mapping[tuple[PlatformChannelId, VideoId], Figures]:
        """Views by channel and video; day by day it is a walk over these videos alone."""
        days = [
            [part.channel, part.first.isoformat(), *videos[part.channel]]
            for part in _single_days(segments)
        ]
        query = _views(self._dialect, self.standing.of(video_days))
        rows = self.connection.execute(query, _given(days))
        return {(channel, video): Figures(*views) for channel, video, *views in rows}

    def by_day(
        self, segments: Sequence[Segment], video: VideoId | None = None
    ) -> Mapping[date, Shared]:
        if not segments:
            return {}
        if video is None:
            reading, given = _CHANNELS, _given(map(_as_list, segments))
        else:
            reading, given = _DAYS_OF_VIDEOS, _each_day((video, each) for each in segments)
        rows = self.connection.execute(self._sums("day", reading), given)
        return {day: _shared(sums) for day, *sums in rows}

    def by_channel(self, segments: Sequence[Segment]) -> Sequence[ChannelRow]:
        if not segments:
            return []
        given = _given(map(_as_list, segments))
        videos_of = _videos_of(self._dialect, self.standing.of(video_days))
        counted: dict[str, int] = dict(map(tuple, self.connection.execute(videos_of, given)))
        rows = self.connection.execute(self._sums("channel", _CHANNELS), given)
        return [
            ChannelRow(PlatformChannelId(channel), counted.get(channel, 0), _shared(sums))
            for channel, *sums in rows
        ]

    def by_video(
        self,
        segments: Sequence[Segment],
        sort: Sort,
        base: RpmBase,
        page: PageRequest,
        search: str | None = None,
    ) -> Page[VideoRow]:
        if not segments:
            return Page([], page.page, page.size, 0)
        # What the order does not need is added up for the page alone.
        needed = _needed(sort.key, base)
        told = self._told(_VIDEOS)
        keys = (told.c.channel, told.c.video)
        sums = _sums(told, *keys, names=needed).group_by(*keys).subquery()
        matching = (
            select(sums.c.channel, videos.c.id)
            .join_from(sums, videos, videos.c.id == sums.c.video)
            .where(_matches(search))
        )
        ordered = matching.order_by(*_order(sort, base, sums.c), videos.c.id)
        given = _given(map(_as_list, segments))
        whole = func.count().over()
        rows = self.connection.execute(
            ordered.add_columns(whole).limit(page.size).offset(page.offset), given
        ).all()
        if rows:
            total = rows[0][-1]
        else:
            counted = select(func.count()).select_from(matching.subquery())
            total = self.connection.scalar(counted, given) or 0
        found = self._rows(segments, [(channel, id_) for channel, id_, _ in rows])
        return Page(found, page.page, page.size, total)

    def _rows(
        self, segments: Sequence[Segment], page: Sequence[tuple[PlatformChannelId, VideoId]]
    ) -> list[VideoRow]:
        """These videos in this order, with all their sums."""
        of_channel: dict[PlatformChannelId, list[Segment]] = {channel: [] for channel, _ in page}
        for part in segments:
            if part.channel in of_channel:
                of_channel[part.channel].append(part)
        query = _video_rows(self._dialect, self.standing.of(video_days))
        given = _each_day((video, part) for channel, video in page for part in of_channel[channel])
        rows = self.connection.execute(query, given)
        found = {(row.channel, row.id): _video_row(row) for row in rows}
        return [found[each] for each in page]

    def by_country(self, segments: Sequence[Segment], video: VideoId) -> Sequence[CountryViews]:
        if not segments:
            return []
        query = _by_country(self._dialect, self.standing.of(country_days))
        rows = self.connection.execute(query, _each_day((video, each) for each in segments))
        return [CountryViews(*row) for row in rows]

    @property
    def _dialect(self) -> str:
        return self.connection.dialect.name

    def _sums(self, key: str, reading: _Reading) -> Select[Any]:
        standing = self.standing.of(reading.grain.estimated)
        return _sums_by(key, self._dialect, standing, reading)

    def _told(self, reading: _Reading) -> Subquery:
        return _told(self._dialect, self.standing.of(reading.grain.estimated), reading)


def _given(rows: Iterable[Sequence[object]]) -> Mapping[str, str]:
    """Rows of ours for a query that reads `_rows`."""
    return {"given": json.dumps(list(rows))}


def _each_day(videos: Iterable[tuple[VideoId, Segment]]) -> Mapping[str, str]:
    """A row for each day of each video's segment: one seek into the roll-ups a row."""
    return _given([*_as_list(day), video] for video, part in videos for day in _single_days([part]))


def _rows(dialect: str, columns: Mapping[str, TypeEngine[Any]]) -> CTE:
    """The given rows as rows of the query."""
    read = _on_sqlite if dialect == "sqlite" else _elsewhere
    items = read(bindparam("given", type_=Text()), columns.values())
    return select(*(item.label(key) for key, item in zip(columns, items, strict=True))).cte("given")


def _on_sqlite(
    text: BindParameter[str], kinds: Iterable[TypeEngine[Any]]
) -> list[ColumnElement[Any]]:
    each = func.json_each(text).table_valued("value", name="each")
    return [func.json_extract(each.c.value, f"$[{n}]", type_=kind) for n, kind in enumerate(kinds)]


def _elsewhere(
    text: BindParameter[str], kinds: Iterable[TypeEngine[Any]]
) -> list[ColumnElement[Any]]:
    each = func.json_array_elements(cast(text, JSON)).table_valued("value", name="each")
    return [cast(each.c.value.op("->>")(n), kind) for n, kind in enumerate(kinds)]


def _as_list(segment: Segment) -> list[object]:
    cuts = [*segment.reaching, *[PARTS] * (_LEVELS - len(segment.reaching))]
    days = [segment.first.isoformat(), segment.last.isoformat()]
    return [segment.channel, *days, *cuts, segment.passing, segment.version]


def _single_days(segments: Iterable[Segment]) -> list[Segment]:
    return [
        segment._replace(first=day, last=day)
        for segment in segments
        for day in days_between(segment.first, segment.last)
    ]


def _within(days: Table, part: CTE) -> ColumnElement[bool]:
    return and_(
        days.c.channel == part.c.channel, days.c.day >= part.c.first, days.c.day <= part.c.last
    )


def _of_days(days: Table, part: CTE) -> ColumnElement[bool]:
    """For segments of one day and one video."""
    return and_(
        days.c.channel == part.c.channel,
        days.c.day == part.c.first,
        days.c.video == part.c.video,
    )


@frozen(eq=False)
class _Grain:
    """How finely days are told: the roll-ups of estimates and of what closes confirmed."""

    estimated: Table
    confirmed: Table
    day: tuple[str, ...]


@frozen(eq=False)
class _Reading:
    """How the roll-ups are read: of which grain, by which given rows, and what lies inside them."""

    grain: _Grain
    columns: Mapping[str, TypeEngine[Any]]
    inside: Callable[[Table, CTE], ColumnElement[bool]]


_BY_VIDEO = _Grain(video_days, confirmed_days, ("channel", "day", "video"))
_BY_CHANNEL = _Grain(channel_days, confirmed_channel_days, ("channel", "day"))
_CHANNELS = _Reading(_BY_CHANNEL, _COLUMNS, _within)
_VIDEOS = _Reading(_BY_VIDEO, _COLUMNS, _within)
_DAYS_OF_VIDEOS = _Reading(_BY_VIDEO, {**_COLUMNS, "video": Text()}, _of_days)
_STATEMENTS = 64
"""Kept of each form; while a change of report rows is under way there is one more of each."""


@lru_cache(_STATEMENTS)
def _sums_by(
    key: str, dialect: str, standing: ColumnElement[bool], reading: _Reading
) -> Select[Any]:
    """Shared sums by a column. Like those below it is made once: making it costs more than asking."""
    told = _told(dialect, standing, reading)
    return _sums(told, told.c[key]).group_by(told.c[key])


@lru_cache(_STATEMENTS)
def _videos_of(dialect: str, standing: ColumnElement[bool]) -> Select[Any]:
    """How many videos of each channel have figures."""
    told = _told(dialect, standing, _VIDEOS)
    videos_of = select(told.c.channel, func.count(told.c.video.distinct()))
    return videos_of.where(told.c.video != "").group_by(told.c.channel)


@lru_cache(_STATEMENTS)
def _video_rows(dialect: str, standing: ColumnElement[bool]) -> Select[Any]:
    """Videos with all their sums."""
    told = _told(dialect, standing, _DAYS_OF_VIDEOS)
    keys = (told.c.channel, told.c.video)
    sums = _sums(told, *keys).group_by(*keys).subquery()
    return select(
        videos.c.id,
        sums.c.channel,
        videos.c.title,
        videos.c.thumbnail,
        videos.c.published_on,
        *(sums.c[name] for name in _SHARED),
    ).join_from(sums, videos, videos.c.id == sums.c.video)


@lru_cache(_STATEMENTS)
def _views(dialect: str, standing: ColumnElement[bool]) -> Select[Any]:
    part = _rows(dialect, _VIDEOS_OF_A_DAY)
    on = and_(
        video_days.c.channel == part.c.channel,
        video_days.c.day == part.c.day,
        video_days.c.video.between(part.c.first_video, part.c.last_video),
    )
    sums = [cast(func.sum(video_days.c[name]), Big).label(name) for name in _VIEWS]
    return select(*_KEYS, *sums).join_from(video_days, part, on).where(standing).group_by(*_KEYS)


@lru_cache(_STATEMENTS)
def _by_country(dialect: str, standing: ColumnElement[bool]) -> Select[Any]:
    part = _rows(dialect, _DAYS_OF_VIDEOS.columns)
    views = cast(func.sum(country_days.c.views), Big).label("views")
    return (
        select(country_days.c.country, views)
        .join_from(country_days, part, _of_days(country_days, part))
        .where(standing)
        .group_by(country_days.c.country)
        .order_by(views.desc(), country_days.c.country)
    )


def _told(dialect: str, standing: ColumnElement[bool], reading: _Reading) -> Subquery:
    """What is told of each day inside the segments: counts and money, one of them in a row.

    Counts come from the daily files; money too while the month is estimated, and from the close
    that a segment names once it is confirmed (DASH-15). A channel's day is shared as a whole
    (MONEY-12).
    """
    grain, inside, part = reading.grain, reading.inside, _rows(dialect, reading.columns)
    shares = [part.c[name] for name in _SHARES]
    is_estimate = part.c.version == ESTIMATED
    estimated, confirmed = grain.estimated, grain.confirmed
    counted = select(
        *(estimated.c[name] for name in grain.day),
        *shares,
        *(
            case((is_estimate, estimated.c[name]), else_=0).label(name)
            if name in _MONEY
            else estimated.c[name]
            for name in FIGURES
        ),
    ).join_from(estimated, part, inside(estimated, part))
    paid = (
        select(
            *(confirmed.c[name] for name in grain.day),
            *shares,
            *(
                confirmed.c[name] if name in confirmed.c else literal(0, Big).label(name)
                for name in FIGURES
            ),
        )
        .join_from(confirmed, part, inside(confirmed, part))
        .where(confirmed.c.version == part.c.version)
    )
    return union_all(counted.where(standing), paid).subquery()


def _sums(told: Subquery, *keys: ColumnElement[Any], names: Sequence[str] = _SHARED) -> Select[Any]:
    """Sums of the named figures behind the keys."""
    sums = [cast(func.sum(_figure(name, told)), Big).label(name) for name in names]
    return select(*keys, *sums)


def _figure(name: str, told: Subquery) -> ColumnElement[int]:
    whole = _OWN.get(name)
    return told.c[name] if whole is None else _own(told.c[whole], told)


def _own(nanos: ColumnElement[int], told: Subquery) -> ColumnElement[int]:
    """`dashboards.rules.share` in SQL: both databases' division of whole numbers goes toward zero."""
    reaching = nanos
    for keeps in (told.c.keep_1, told.c.keep_2, told.c.keep_3):
        reaching = reaching * keeps // PARTS
    return reaching - reaching * told.c.passing // PARTS


def _shared(sums: Sequence[int]) -> Shared:
    return Shared(Figures(*sums[: len(FIGURES)]), *sums[len(FIGURES) :])


def _video_row(row: Row[*tuple[Any, ...]]) -> VideoRow:
    video, channel, title, thumbnail, published_on, *sums = tuple(row)
    return VideoRow(video, channel, title, thumbnail, published_on, _shared(sums))


def _matches(search: str | None) -> ColumnElement[bool]:
    if search is None:
        return literal(1) == 1
    found = func.lower(videos.c.title).contains(search.lower(), autoescape=True)
    return or_(found, videos.c.id == search)


def _order(sort: Sort, base: RpmBase, sums: Any) -> list[ColumnElement[Any]]:
    key = _key(sort.key, base, sums)
    return [(key.desc() if sort.descending else key.asc()).nulls_last()]


def _needed(key: SortKey, base: RpmBase) -> Sequence[str]:
    """The sums that `_key` is made of."""
    match key:
        case SortKey.DATE | SortKey.TITLE:
            return ()
        case SortKey.REVENUE:
            return ("own_nanos",)
        case SortKey.RPM:
            return ("own_nanos", base.value)
        case SortKey.PREMIUM_RATIO:
            return ("premium_views", "views")
    return (key.value,)


def _key(key: SortKey, base: RpmBase, sums: Any) -> ColumnElement[Any]:
    match key:
        case SortKey.DATE:
            return videos.c.published_on
        case SortKey.TITLE:
            return func.lower(videos.c.title)
        case SortKey.REVENUE:
            return sums.own_nanos  # type: ignore[no-any-return]
        case SortKey.RPM:
            return _ratio(sums.own_nanos, sums[base.value])
        case SortKey.PREMIUM_RATIO:
            return _ratio(sums.premium_views, sums.views)
    return sums[key.value]  # type: ignore[no-any-return]


def _ratio(part: ColumnElement[int], whole: ColumnElement[int]) -> ColumnElement[Any]:
    """For putting in order only; what is shown is computed exactly."""
    return cast(part, Float) / func.nullif(whole, 0)
