"""Dashboard queries in SQL: sums over the daily roll-ups, joined with the segments that say who may
see what.

The segments are passed as one JSON parameter, so that no limit on bound values applies to their
number. Shares are taken by whole-number division as in `dashboards.rules.share`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
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
    DateTime,
    Float,
    FromClause,
    Integer,
    Interval,
    Row,
    Select,
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
    true,
    union_all,
)
from sqlalchemy.types import TypeEngine

from backbeat.accounts.network.shares import PARTS
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Channel
from backbeat.dashboards.model import (
    ESTIMATED,
    ChannelRow,
    CountryViews,
    Published,
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
from backbeat_adapters.sql.engine.keys import is_given, is_one_of
from backbeat_adapters.sql.engine.reading import rows_of
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
_OF_CHANNELS: Mapping[str, TypeEngine[Any]] = {"channel": Text(), "video": Text()}
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
_ESCAPE = "/"
_LITERALLY = str.maketrans({sign: f"{_ESCAPE}{sign}" for sign in ("%", "_", _ESCAPE)})
_CUTS = ("keep_1", "keep_2", "keep_3")
_MONEY = frozenset({"revenue_nanos", "ads_nanos", "premium_nanos"})


@frozen
class SqlFigures:
    """Fulfils `FigureQueries`."""

    connection: Connection
    standing: Standing = field(default=Factory(lambda my: Standing(my.connection), takes_self=True))

    def channels_of(
        self, accounts: Collection[AccountId], *, deleted: bool = False
    ) -> Sequence[Channel]:
        query = _channels_of(self._dialect, deleted=deleted)
        wanted = {"wanted": sorted(set(accounts))}
        return [from_row(row) for row in rows_of(self.connection, query, wanted)]

    def count_held(self, accounts: Collection[AccountId]) -> Mapping[ChannelStatus, int]:
        rows = self.connection.execute(_HELD, {"holders": sorted(accounts)})
        return dict(map(tuple, rows))

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
        rows = rows_of(self.connection, query, _given(days))
        return {(channel, video): Figures(*views) for channel, video, *views in rows}

    def by_day(
        self, segments: Sequence[Segment], video: VideoId | None = None
    ) -> Mapping[date, Shared]:
        if not segments:
            return {}
        reading = _CHANNELS if video is None else _DAYS_OF_VIDEOS
        given = _asking(segments, () if video is None else _same(video, segments))
        query = _by(("day",), reading, self._shape(segments, reading))
        rows = rows_of(self.connection, query, given)
        return {row[0]: _shared(row[1:]) for row in rows}

    def by_channel(self, segments: Sequence[Segment]) -> Sequence[ChannelRow]:
        if not segments:
            return []
        given = _asking(segments)
        videos_of = _videos_of(self._shape(segments, _VIDEOS))
        counted: dict[str, int] = dict(rows_of(self.connection, videos_of, given))
        return [
            ChannelRow(channel, counted.get(channel, 0), shared)
            for channel, shared in self._of_channels(segments)
        ]

    def revenue_by_channel(self, segments: Sequence[Segment]) -> Mapping[PlatformChannelId, int]:
        return {channel: shared.revenue_nanos for channel, shared in self._of_channels(segments)}

    def _of_channels(
        self, segments: Sequence[Segment]
    ) -> Iterator[tuple[PlatformChannelId, Shared]]:
        if not segments:
            return
        query = _by(("channel",), _CHANNELS, self._shape(segments, _CHANNELS))
        for channel, *sums in rows_of(self.connection, query, _asking(segments)):
            yield PlatformChannelId(channel), _shared(sums)

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
        query = _found(sort, base, self._shape(segments, _VIDEOS), is_search=search is not None)
        given = {**_asking(segments), **_searching(search)}
        cut = {"most": page.size, "skipped": page.offset}
        rows = rows_of(self.connection, _page(query, sort.descending), {**given, **cut})
        total = rows[0].total if rows else self.connection.scalar(_whole(query), given) or 0
        found = self._rows(segments, [(channel, id_) for channel, id_, _ in rows])
        return Page(found, page.page, page.size, total)

    def _rows(
        self, segments: Sequence[Segment], page: Sequence[tuple[PlatformChannelId, VideoId]]
    ) -> list[VideoRow]:
        """These videos in this order, with all their sums."""
        if not page:
            return []
        on_page = {channel for channel, _ in page}
        theirs = [part for part in segments if part.channel in on_page]
        query = _video_rows(self._shape(theirs, _DAYS_OF_VIDEOS))
        rows = rows_of(self.connection, query, _asking(theirs, page))
        found = {(row.channel, row.id): _video_row(row) for row in rows}
        return [found[each] for each in page]

    def engaged_by_channel(
        self, segments: Sequence[Segment]
    ) -> Mapping[PlatformChannelId, Mapping[date, int]]:
        if not segments:
            return {}
        query = _engaged(("channel", "day"), _CHANNELS, self._shape(segments, _CHANNELS))
        return _by_first(rows_of(self.connection, query, _asking(segments)))

    def engaged_by_video(
        self, segments: Sequence[Segment], videos: Collection[tuple[PlatformChannelId, VideoId]]
    ) -> Mapping[VideoId, Mapping[date, int]]:
        wanted = {channel for channel, _ in videos}
        theirs = [part for part in segments if part.channel in wanted]
        if not theirs:
            return {}
        query = _engaged_by_video(self._shape(theirs, _DAYS_OF_VIDEOS))
        rows = rows_of(self.connection, query, _asking(theirs, videos))
        return {video: _by_day(days) for video, days in rows}

    def published(self, segments: Sequence[Segment]) -> Mapping[date, Published]:
        if not segments:
            return {}
        query = _published(self._dialect, is_only=len(segments) == 1)
        rows = rows_of(self.connection, query, _asking(segments))
        return {day: Published(number, title) for day, number, title in rows}

    def every_video(self, segments: Sequence[Segment]) -> Sequence[VideoRow]:
        if not segments:
            return []
        query = _every_video(self._shape(segments, _VIDEOS))
        return [_video_row(row) for row in rows_of(self.connection, query, _asking(segments))]

    def by_country(self, segments: Sequence[Segment], video: VideoId) -> Sequence[CountryViews]:
        if not segments:
            return []
        query = _by_country(self._dialect, self.standing.of(country_days))
        rows = rows_of(self.connection, query, _asking(segments, _same(video, segments)))
        return [CountryViews(*row) for row in rows]

    @property
    def _dialect(self) -> str:
        return self.connection.dialect.name

    def _shape(self, segments: Sequence[Segment], reading: _Reading) -> _Shape:
        return _Shape(
            self._dialect,
            self.standing.of(reading.grain.estimated),
            max(len(part.reaching) for part in segments),
            any(part.passing for part in segments),
            any(part.version != ESTIMATED for part in segments),
            len(segments) == 1 and (self._dialect, reading) in _READ_BY_VALUES,
        )


def _given(rows: Iterable[Sequence[object]]) -> Mapping[str, str]:
    """Rows of ours for a query that reads `_rows`."""
    return {"given": json.dumps(list(rows))}


def _asking(
    segments: Iterable[Segment], videos: Iterable[tuple[PlatformChannelId, VideoId]] = ()
) -> Mapping[str, Any]:
    """The segments, and the videos by their channels, for a query that reads them."""
    parts, pairs = list(segments), list(videos)
    only = dict(zip(_COLUMNS, _values(parts[0]), strict=True)) if len(parts) == 1 else {}
    wanted = {"wanted": json.dumps(pairs), "ids": [video for _, video in pairs]}
    return {**_given(map(_as_list, parts)), **wanted, **only}


def _same(
    video: VideoId, segments: Iterable[Segment]
) -> Iterable[tuple[PlatformChannelId, VideoId]]:
    return {(part.channel, video) for part in segments}


def _searching(search: str | None) -> Mapping[str, str]:
    if search is None:
        return {}
    text = search.lower().translate(_LITERALLY)
    return {"title": f"%{text}%", "id": search}


def _rows(dialect: str, columns: Mapping[str, TypeEngine[Any]], name: str = "given") -> CTE:
    """The given rows as rows of the query, read once."""
    read = _on_sqlite if dialect == "sqlite" else _elsewhere
    items = read(bindparam(name, type_=Text()), columns.values())
    rows = select(*(item.label(key) for key, item in zip(columns, items, strict=True)))
    return rows.cte(name).prefix_with("MATERIALIZED")


@frozen
class _Only:
    """The only segment: its values themselves, where several are rows."""

    c: Any


class _Values(dict[str, BindParameter[Any]]):
    """Values by the names of columns, named as columns are."""

    __getattr__ = dict.__getitem__


_Part = CTE | _Only
_ONLY = _Only(_Values({name: bindparam(name, type_=kind) for name, kind in _COLUMNS.items()}))


def _segments(dialect: str) -> CTE:
    return _rows(dialect, _COLUMNS)


def _each_day_of_videos(dialect: str) -> CTE:
    """A row for each day of each video's segments: one seek into the roll-ups a row."""
    part, video = _segments(dialect), _rows(dialect, _OF_CHANNELS, "wanted")
    first = select(*part.c).cte("days", recursive=True)
    following = select(
        *(_day_after(first.c.first, dialect) if c.key == "first" else c for c in first.c)
    )
    days = first.union_all(following.where(first.c.first < first.c.last))
    return (
        select(*days.c, video.c.video)
        .join_from(days, video, video.c.channel == days.c.channel)
        .cte("days_of_videos")
        .prefix_with("MATERIALIZED")
    )


def _sought(days: Table, which: ColumnElement[bool]) -> tuple[FromClause, FromClause]:
    """On PostgreSQL the given videos' rows of the only segment, and these joined with its days.

    OFFSET stands for nothing but that each day is asked by itself, all videos at once: of a join
    PostgreSQL may read all days of the channel, and a seek for each video costs twice as much.
    """
    ends = (cast(_ONLY.c[name], DateTime()) for name in ("first", "last"))
    every = func.generate_series(*ends, cast("1 day", Interval()))
    each = select(cast(every, Day()).label("day")).subquery("each")
    found = (
        select(*days.c)
        .where(days.c.channel == _ONLY.c.channel, days.c.day == each.c.day)
        .where(is_given("postgresql", days.c.video, "ids"), which)
        .offset(0)
        .lateral("sought")
    )
    return found, each.join(found, true())


def _day_after(day: ColumnElement[date], dialect: str) -> ColumnElement[date]:
    if dialect == "sqlite":
        return func.date(day, "+1 day", type_=Day())
    return cast(day + literal(1, Integer), Day())


def _on_sqlite(
    text: BindParameter[str], kinds: Iterable[TypeEngine[Any]]
) -> list[ColumnElement[Any]]:
    each = func.json_each(text).table_valued("value", name=f"each_{text.key}")
    return [func.json_extract(each.c.value, f"$[{n}]", type_=kind) for n, kind in enumerate(kinds)]


def _elsewhere(
    text: BindParameter[str], kinds: Iterable[TypeEngine[Any]]
) -> list[ColumnElement[Any]]:
    each = func.json_array_elements(cast(text, JSON)).table_valued("value", name=f"each_{text.key}")
    return [cast(each.c.value.op("->>")(n), kind) for n, kind in enumerate(kinds)]


def _as_list(segment: Segment) -> list[object]:
    return [each.isoformat() if isinstance(each, date) else each for each in _values(segment)]


def _values(segment: Segment) -> list[object]:
    """In the order of `_COLUMNS`."""
    cuts = [*segment.reaching, *[PARTS] * (_LEVELS - len(segment.reaching))]
    days = (segment.first, segment.last)
    return [segment.channel, *days, *cuts, segment.passing, segment.version]


def _single_days(segments: Iterable[Segment]) -> list[Segment]:
    return [
        segment._replace(first=day, last=day)
        for segment in segments
        for day in days_between(segment.first, segment.last)
    ]


def _within(days: Table, part: _Part) -> ColumnElement[bool]:
    return and_(
        days.c.channel == part.c.channel, days.c.day >= part.c.first, days.c.day <= part.c.last
    )


def _of_days(days: Table, part: _Part) -> ColumnElement[bool]:
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
    rows: Callable[[str], CTE]
    inside: Callable[[Table, _Part], ColumnElement[bool]]


_BY_VIDEO = _Grain(video_days, confirmed_days, ("video", "channel", "day"))
_BY_CHANNEL = _Grain(channel_days, confirmed_channel_days, ("channel", "day"))
_CHANNELS = _Reading(_BY_CHANNEL, _segments, _within)
_VIDEOS = _Reading(_BY_VIDEO, _segments, _within)
_DAYS_OF_VIDEOS = _Reading(_BY_VIDEO, _each_day_of_videos, _of_days)
_READ_BY_VALUES = {
    ("sqlite", _CHANNELS),
    ("postgresql", _CHANNELS),
    ("postgresql", _VIDEOS),
    ("postgresql", _DAYS_OF_VIDEOS),
}
"""What a single segment is read faster of by its values than by a join; SQLite groups videos slower."""
_STATEMENTS = 128
"""Kept of each form; while a change of report rows is under way there is one more of each."""


@frozen
class _Shape:
    """What a statement need not do: cut where nobody cuts, look for confirmed money where none is,
    join segments where there is only one.
    """

    dialect: str
    standing: ColumnElement[bool] = field(eq=id)
    cuts: int
    is_passed_on: bool
    is_confirmed: bool
    is_only: bool = False


_HELD = (
    select(channels.c.status, func.count())
    .where(
        channels.c.holder.in_(bindparam("holders", expanding=True)),
        channels.c.deleted_at.is_(None),
    )
    .group_by(channels.c.status)
)
_OF_VIDEO = ("video", "channel")
"""The video first: it tells most rows apart, and a channel's name is long."""


@lru_cache(_STATEMENTS)
def _channels_of(dialect: str, *, deleted: bool) -> Select[Any]:
    """The channels that accounts have or had, with those that were deleted where they are wanted."""
    theirs = union_all(
        *(
            select(column).where(is_given(dialect, account, "wanted"))
            for column, account in (
                (channels.c.id, channels.c.owner),
                (channels.c.id, channels.c.holder),
                (channel_spans.c.channel, channel_spans.c.holder),
            )
        )
    )
    query = select(channels).where(is_one_of(dialect, channels.c.id, theirs))
    if not deleted:
        query = query.where(channels.c.deleted_at.is_(None))
    return query.order_by(channels.c.id)


@lru_cache(_STATEMENTS)
def _by(keys: tuple[str, ...], reading: _Reading, shape: _Shape) -> Select[Any]:
    """Shared sums by columns. Like those below it is made once: making it costs more than asking."""
    return _sums(keys, reading, shape)


@lru_cache(_STATEMENTS)
def _videos_of(shape: _Shape) -> Select[Any]:
    """How many videos of each channel have figures."""
    each = _sums(_OF_VIDEO, _VIDEOS, shape, ()).subquery()
    return select(each.c.channel, func.count()).where(each.c.video != "").group_by(each.c.channel)


@lru_cache(_STATEMENTS)
def _found(sort: Sort, base: RpmBase, shape: _Shape, *, is_search: bool) -> CTE:
    """Every video with figures and its place in the order.

    What the order does not need is added up for the page alone.
    """
    sums = _sums(_OF_VIDEO, _VIDEOS, shape, _needed(sort.key, base)).subquery()
    key = _key(sort.key, base, sums.c).label("key")
    found = select(sums.c.channel, videos.c.id, key)
    found = found.join_from(sums, videos, videos.c.id == sums.c.video)
    if is_search:
        found = found.where(_matches())
    return found.cte("found").prefix_with("MATERIALIZED")


@lru_cache(_STATEMENTS)
def _page(found: CTE, descending: bool) -> Select[Any]:
    """Channel and id of a page's videos, beside the number of all."""
    order = found.c.key.desc() if descending else found.c.key.asc()
    return (
        select(found.c.channel, found.c.id, _whole(found).scalar_subquery().label("total"))
        .order_by(order.nulls_last(), found.c.id)
        .limit(bindparam("most"))
        .offset(bindparam("skipped"))
    )


def _whole(found: CTE) -> Select[Any]:
    return select(func.count()).select_from(found)


@lru_cache(_STATEMENTS)
def _video_rows(shape: _Shape) -> Select[Any]:
    return _with_names(_sums(_OF_VIDEO, _DAYS_OF_VIDEOS, shape))


@lru_cache(_STATEMENTS)
def _every_video(shape: _Shape) -> Select[Any]:
    """The same of all that have figures."""
    return _with_names(_sums(_OF_VIDEO, _VIDEOS, shape))


def _with_names(of_videos: Select[Any]) -> Select[Any]:
    sums = of_videos.subquery()
    return select(
        videos.c.id,
        sums.c.channel,
        videos.c.title,
        videos.c.thumbnail,
        videos.c.published_on,
        *(sums.c[name] for name in _SHARED),
    ).join_from(sums, videos, videos.c.id == sums.c.video)


@lru_cache(_STATEMENTS)
def _engaged(keys: tuple[str, ...], reading: _Reading, shape: _Shape) -> Select[Any]:
    return _sums(keys, reading, shape, ("engaged_views",))


@lru_cache(_STATEMENTS)
def _engaged_by_video(shape: _Shape) -> Select[Any]:
    """For each video its days as JSON: of each by itself a row would cost more than the rest.

    Asked for one by one: of a join PostgreSQL may think that reading the whole table is cheaper.
    """
    told = func.json_group_object if shape.dialect == "sqlite" else func.json_object_agg
    if shape.is_only:
        row, joined = _sought(video_days, shape.standing)
        days = cast(told(row.c.day, row.c.engaged_views), Text).label("days")
        return select(row.c.video, days).select_from(joined).group_by(row.c.video)
    part = _each_day_of_videos(shape.dialect)
    of_day = select(func.sum(video_days.c.engaged_views)).where(_of_days(video_days, part))
    views = cast(of_day.where(shape.standing).scalar_subquery(), Big)
    days = cast(told(part.c.first, views), Text).label("days")
    return select(part.c.video, days).group_by(part.c.video)


@lru_cache(_STATEMENTS)
def _published(dialect: str, *, is_only: bool) -> Select[Any]:
    part = _ONLY if is_only else _segments(dialect)
    within = and_(
        videos.c.channel == part.c.channel,
        videos.c.published_on >= part.c.first,
        videos.c.published_on <= part.c.last,
    )
    day = videos.c.published_on
    each = select(day, func.count(), func.min(videos.c.title)).group_by(day)
    return _inside(each, videos, part, within)


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
    part = _each_day_of_videos(dialect)
    views = cast(func.sum(country_days.c.views), Big).label("views")
    return (
        select(country_days.c.country, views)
        .join_from(country_days, part, _of_days(country_days, part))
        .where(standing)
        .group_by(country_days.c.country)
        .order_by(views.desc(), country_days.c.country)
    )


def _sums(
    keys: tuple[str, ...], reading: _Reading, shape: _Shape, names: Sequence[str] = _SHARED
) -> Select[Any]:
    """Sums of the named figures behind the keys.

    Counts come from the daily files; money too while the month is estimated, and from the close
    that a segment names once it is confirmed (DASH-15). Each of both is added up by itself, and
    only what one has is asked. A channel's day is shared as a whole (MONEY-12).
    """
    part = _ONLY if shape.is_only else reading.rows(shape.dialect)
    estimated, confirmed = reading.grain.estimated, reading.grain.confirmed
    money = _if_estimated if shape.is_confirmed else _column
    # Of its only segment a channel has one row a day.
    is_added_up = not shape.is_only or keys != ("day",) or "video" in estimated.c

    def told(days: Table, which: ColumnElement[bool], of: _Money, form: _Form) -> Select[Any]:
        rows, joined, conditions = _inside_of(reading, days, part, which)
        figures = [_figure(name, rows, part, shape, of).label(name) for name in names]
        return form([rows.c[key] for key in keys], figures).select_from(joined).where(*conditions)

    counted = told(estimated, shape.standing, money, _grouped if is_added_up else _as_they_are)
    if not shape.is_confirmed:
        return counted
    paid = told(confirmed, confirmed.c.version == part.c.version, _column, _grouped)
    both = union_all(counted, paid).subquery()
    return _grouped([both.c[key] for key in keys], [both.c[name] for name in names])


def _inside_of(
    reading: _Reading, days: Table, part: _Part, which: ColumnElement[bool]
) -> tuple[FromClause, FromClause, Sequence[ColumnElement[bool]]]:
    """The days inside the segments, what they come from, and what is still to be asked of them."""
    if not isinstance(part, _Only):
        return days, days.join(part, reading.inside(days, part)), (which,)
    if reading is _DAYS_OF_VIDEOS:
        return *_sought(days, which), ()
    return days, days, (reading.inside(days, part), which)


def _inside(
    query: Select[Any], days: Table, part: _Part, condition: ColumnElement[bool]
) -> Select[Any]:
    """The query over the days inside the segments."""
    if isinstance(part, _Only):
        return query.select_from(days).where(condition)
    return query.join_from(days, part, condition)


def _as_they_are(
    keys: Sequence[ColumnElement[Any]], figures: Sequence[ColumnElement[int]]
) -> Select[Any]:
    return select(*keys, *figures)


def _grouped(
    keys: Sequence[ColumnElement[Any]], figures: Sequence[ColumnElement[int]]
) -> Select[Any]:
    sums = [cast(func.sum(figure), Big).label(figure.name) for figure in figures]
    return select(*keys, *sums).group_by(*keys)


_Form = Callable[[Sequence[ColumnElement[Any]], Sequence[ColumnElement[int]]], Select[Any]]
_Money = Callable[[str, FromClause, _Part], ColumnElement[int]]


def _column(name: str, days: FromClause, _part: _Part) -> ColumnElement[int]:
    """What a close does not keep is nothing."""
    return days.c[name] if name in days.c else literal(0, Big)


def _if_estimated(name: str, days: FromClause, part: _Part) -> ColumnElement[int]:
    if name not in _MONEY:
        return days.c[name]
    return case((part.c.version == ESTIMATED, days.c[name]), else_=0)


def _figure(
    name: str, days: FromClause, part: _Part, shape: _Shape, of: _Money
) -> ColumnElement[int]:
    whole = of(_OWN.get(name, name), days, part)
    return _own(whole, part, shape) if name in _OWN else whole


def _own(nanos: ColumnElement[int], part: _Part, shape: _Shape) -> ColumnElement[int]:
    """`dashboards.rules.share` in SQL: both databases' division of whole numbers goes toward zero."""
    reaching = nanos
    for keeps in _CUTS[: shape.cuts]:
        reaching = reaching * part.c[keeps] // PARTS
    return reaching - reaching * part.c.passing // PARTS if shape.is_passed_on else reaching


def _by_first(rows: Iterable[Any]) -> dict[Any, dict[date, int]]:
    """Numbers of days behind what each row begins with."""
    found: dict[Any, dict[date, int]] = {}
    for key, day, number in rows:
        found.setdefault(key, {})[day] = number
    return found


def _by_day(days: str) -> dict[date, int]:
    told = json.loads(days).items()
    return {date.fromisoformat(day): number for day, number in told if number is not None}


def _shared(sums: Sequence[int]) -> Shared:
    return Shared(Figures._make(sums[: len(FIGURES)]), *sums[len(FIGURES) :])


def _video_row(row: Row[*tuple[Any, ...]]) -> VideoRow:
    video, channel, title, thumbnail, published_on, *sums = tuple(row)
    return VideoRow(video, channel, title, thumbnail, published_on, _shared(sums))


def _matches() -> ColumnElement[bool]:
    found = func.lower(videos.c.title).like(bindparam("title"), escape=_ESCAPE)
    return or_(found, videos.c.id == bindparam("id"))


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
