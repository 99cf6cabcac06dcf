"""Dashboard queries in SQL: sums over the daily roll-ups, joined with who may see what.

The segments travel as one JSON parameter, so their number meets no limit of bound values. Shares
are taken by whole-number division as in `dashboards.rules.share`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from attrs import Factory, field, frozen
from sqlalchemy import (
    CTE,
    JSON,
    ColumnElement,
    Connection,
    Float,
    Row,
    Select,
    Subquery,
    Table,
    Text,
    and_,
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
class _Grain:
    """How finely days are told: the roll-ups of estimates and of what closes confirmed."""

    estimated: Table
    confirmed: Table
    day: tuple[str, ...]


_BY_VIDEO = _Grain(video_days, confirmed_days, ("channel", "day", "video"))
_BY_CHANNEL = _Grain(channel_days, confirmed_channel_days, ("channel", "day"))

_Inside = Callable[[Table, CTE], ColumnElement[bool]]


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
        held = select(channel_spans.c.channel).where(channel_spans.c.holder.in_(wanted))
        theirs = or_(
            channels.c.owner.in_(wanted), channels.c.holder.in_(wanted), channels.c.id.in_(held)
        )
        query = select(channels).where(theirs)
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
        part = self._given("days", days, _VIDEOS_OF_A_DAY)
        on = and_(
            video_days.c.channel == part.c.channel,
            video_days.c.day == part.c.day,
            video_days.c.video.between(part.c.first_video, part.c.last_video),
        )
        sums = [cast(func.sum(video_days.c[name]), Big).label(name) for name in _VIEWS]
        standing = self.standing.of(video_days)
        query = (
            select(*_KEYS, *sums).join_from(video_days, part, on).where(standing).group_by(*_KEYS)
        )
        rows = self.connection.execute(query)
        return {(channel, video): Figures(*views) for channel, video, *views in rows}

    def by_day(
        self, segments: Sequence[Segment], video: VideoId | None = None
    ) -> Mapping[date, Shared]:
        if not segments:
            return {}
        if video is None:
            told = _channel_days(self.standing, self._segments(segments))
        else:
            told = _told(self.standing, self._days_of([(video, each) for each in segments]))
        rows = self.connection.execute(_sums(told, told.c.day).group_by(told.c.day))
        return {day: _shared(sums) for day, *sums in rows}

    def by_channel(self, segments: Sequence[Segment]) -> Sequence[ChannelRow]:
        if not segments:
            return []
        part = self._segments(segments)
        told, each = _channel_days(self.standing, part), _told(self.standing, part)
        videos_of = select(each.c.channel, func.count(each.c.video.distinct())).where(
            each.c.video != ""
        )
        found = self.connection.execute(videos_of.group_by(each.c.channel)).all()
        counted: dict[str, int] = dict(map(tuple, found))
        rows = self.connection.execute(_sums(told, told.c.channel).group_by(told.c.channel))
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
        told = _told(self.standing, self._segments(segments))
        keys = (told.c.channel, told.c.video)
        sums = _sums(told, *keys, names=needed).group_by(*keys).subquery()
        matching = (
            select(sums.c.channel, videos.c.id)
            .join_from(sums, videos, videos.c.id == sums.c.video)
            .where(_matches(search))
        )
        ordered = matching.order_by(*_order(sort, base, sums.c), videos.c.id)
        whole = func.count().over()
        rows = self.connection.execute(
            ordered.add_columns(whole).limit(page.size).offset(page.offset)
        ).all()
        if rows:
            total = rows[0][-1]
        else:
            counted = select(func.count()).select_from(matching.subquery())
            total = self.connection.scalar(counted) or 0
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
        told = _told(
            self.standing,
            self._days_of((video, part) for channel, video in page for part in of_channel[channel]),
        )
        keys = (told.c.channel, told.c.video)
        sums = _sums(told, *keys).group_by(*keys).subquery()
        query = select(
            videos.c.id,
            sums.c.channel,
            videos.c.title,
            videos.c.thumbnail,
            videos.c.published_on,
            *(sums.c[name] for name in _SHARED),
        ).join_from(sums, videos, videos.c.id == sums.c.video)
        found = {(row.channel, row.id): _video_row(row) for row in self.connection.execute(query)}
        return [found[each] for each in page]

    def by_country(self, segments: Sequence[Segment], video: VideoId) -> Sequence[CountryViews]:
        if not segments:
            return []
        part = self._days_of([(video, each) for each in segments])
        views = cast(func.sum(country_days.c.views), Big).label("views")
        query = (
            select(country_days.c.country, views)
            .join_from(country_days, part, _of_days(country_days, part))
            .where(self.standing.of(country_days))
            .group_by(country_days.c.country)
            .order_by(views.desc(), country_days.c.country)
        )
        return [CountryViews(*row) for row in self.connection.execute(query)]

    def _segments(self, segments: Iterable[Segment]) -> CTE:
        return self._given("segments", [_as_list(segment) for segment in segments], _COLUMNS)

    def _days_of(self, videos: Iterable[tuple[VideoId, Segment]]) -> CTE:
        """A row for each day of each video's segment: one seek into the roll-ups a row."""
        rows = [[*_as_list(day), video] for video, part in videos for day in _single_days([part])]
        return self._given("segments", rows, {**_COLUMNS, "video": Text()})

    def _given(
        self, name: str, rows: Sequence[Sequence[object]], columns: Mapping[str, TypeEngine[Any]]
    ) -> CTE:
        """Values of ours as rows of the query."""
        read = _on_sqlite if self.connection.dialect.name == "sqlite" else _elsewhere
        items = read(json.dumps(rows), columns.values())
        return select(*(item.label(key) for key, item in zip(columns, items, strict=True))).cte(
            name
        )


def _on_sqlite(text: str, kinds: Iterable[TypeEngine[Any]]) -> list[ColumnElement[Any]]:
    each = func.json_each(text).table_valued("value", name="each")
    return [func.json_extract(each.c.value, f"$[{n}]", type_=kind) for n, kind in enumerate(kinds)]


def _elsewhere(text: str, kinds: Iterable[TypeEngine[Any]]) -> list[ColumnElement[Any]]:
    each = func.json_array_elements(cast(literal(text, Text), JSON)).table_valued(
        "value", name="each"
    )
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


def _told(standing: Standing, part: CTE) -> Subquery:
    """What is told of each video's day inside the segments."""
    inside = _of_days if "video" in part.c else _within
    return _both(standing, part, _BY_VIDEO, inside)


def _channel_days(standing: Standing, part: CTE) -> Subquery:
    """What is told of each channel's day, so that it is shared once (MONEY-12)."""
    return _both(standing, part, _BY_CHANNEL, _within)


def _both(standing: Standing, part: CTE, grain: _Grain, inside: _Inside) -> Subquery:
    """Counts and money, of which each day has the one or the other in two rows at most.

    Counts come from the daily files; money too while the month is estimated, and from the close
    that a segment names once it is confirmed (DASH-15).
    """
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
    return union_all(counted.where(standing.of(estimated)), paid).subquery()


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
