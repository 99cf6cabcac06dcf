"""Dashboard queries in SQL: sums over the daily roll-ups, joined with who may see what.

The segments travel as one JSON parameter, so their number meets no limit of bound values. A row's
share is taken before rows are added, by whole-number division as in `reports.rules.share`.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from attrs import frozen
from sqlalchemy import (
    CTE,
    JSON,
    ColumnElement,
    Connection,
    Float,
    Row,
    Select,
    Table,
    Text,
    and_,
    cast,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.types import TypeEngine

from backbeat.accounts.shares import PARTS
from backbeat.channels.model import Channel
from backbeat.kernel.ids import AccountId, PlatformChannelId, VideoId
from backbeat.kernel.months import days_between
from backbeat.kernel.pages import Page, PageRequest
from backbeat.reports.model import (
    ChannelRow,
    CountryViews,
    Segment,
    Shared,
    Sort,
    SortKey,
    VideoRow,
)
from backbeat.settings import RpmBase
from backbeat.videos.model import Figures
from backbeat_adapters.sql.channels import channel_spans, channels, from_row
from backbeat_adapters.sql.schema import Big, Day
from backbeat_adapters.sql.statistics import FIGURES, country_days, video_days
from backbeat_adapters.sql.videos import videos

_LEVELS = 3
"""At most so many cuts come before an account: the operator's and two above it (D-029)."""
_COLUMNS: Mapping[str, TypeEngine[Any]] = {
    "channel": Text(),
    "first": Day(),
    "last": Day(),
    "keep_1": Big(),
    "keep_2": Big(),
    "keep_3": Big(),
    "passing": Big(),
}
_VIDEOS_OF_A_DAY: Mapping[str, TypeEngine[Any]] = {
    "channel": Text(),
    "day": Day(),
    "first_video": Text(),
    "last_video": Text(),
}
_VIEWS = FIGURES[:3]
_SHARED = (*FIGURES, "own_nanos", "own_premium_nanos")


@frozen
class SqlFigures:
    """Fulfils `FigureQueries`."""

    connection: Connection

    def channels_of(
        self, accounts: Collection[AccountId], *, deleted: bool = False
    ) -> Sequence[Channel]:
        """Channels that one of the accounts owns or ever held."""
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
        keys = (video_days.c.channel, video_days.c.video)
        sums = [cast(func.sum(video_days.c[name]), Big).label(name) for name in _VIEWS]
        query = select(*keys, *sums).join_from(video_days, part, on).group_by(*keys)
        rows = self.connection.execute(query)
        return {(channel, video): Figures(*views) for channel, video, *views in rows}

    def by_day(
        self, segments: Sequence[Segment], video: VideoId | None = None
    ) -> Mapping[date, Shared]:
        """Figures by day."""
        if not segments:
            return {}
        part = self._segments(segments if video is None else _single_days(segments))
        query = _joined(video_days, part, video_days.c.day)
        if video is not None:
            query = query.where(video_days.c.video == video)
        rows = self.connection.execute(query.group_by(video_days.c.day))
        return {day: _shared(sums) for day, *sums in rows}

    def by_channel(self, segments: Sequence[Segment]) -> Sequence[ChannelRow]:
        """Figures by channel."""
        if not segments:
            return []
        counted = func.count(video_days.c.video.distinct())
        query = _joined(video_days, self._segments(segments), video_days.c.channel, counted)
        rows = self.connection.execute(query.group_by(video_days.c.channel))
        return [
            ChannelRow(PlatformChannelId(channel), count, _shared(sums))
            for channel, count, *sums in rows
        ]

    def by_video(
        self,
        segments: Sequence[Segment],
        sort: Sort,
        base: RpmBase,
        page: PageRequest,
        search: str | None = None,
    ) -> Page[VideoRow]:
        """A page of videos with figures."""
        if not segments:
            return Page([], page.page, page.size, 0)
        part = self._segments(segments)
        keys = (video_days.c.channel, video_days.c.video)
        sums = _joined(video_days, part, *keys).group_by(*keys).subquery()
        query = (
            select(
                videos.c.id,
                sums.c.channel,
                videos.c.title,
                videos.c.thumbnail,
                videos.c.published_on,
                *(sums.c[name] for name in _SHARED),
            )
            .join_from(sums, videos, videos.c.id == sums.c.video)
            .where(_matches(search))
        )
        # Counting needs no sums, which are most of the work.
        pairs = select(*keys).join_from(video_days, part, _within(video_days, part)).distinct()
        there = pairs.subquery()
        counted = select(func.count()).join_from(there, videos, videos.c.id == there.c.video)
        total = self.connection.scalar(counted.where(_matches(search)))
        ordered = query.order_by(*_order(sort, base, sums.c), videos.c.id)
        rows = self.connection.execute(ordered.limit(page.size).offset(page.offset))
        found = [_video_row(row) for row in rows]
        return Page(found, page.page, page.size, total or 0)

    def by_country(self, segments: Sequence[Segment], video: VideoId) -> Sequence[CountryViews]:
        """A video's views by country."""
        if not segments:
            return []
        part = self._segments(_single_days(segments))
        views = cast(func.sum(country_days.c.views), Big).label("views")
        query = (
            select(country_days.c.country, views)
            .join_from(country_days, part, _within(country_days, part))
            .where(country_days.c.video == video)
            .group_by(country_days.c.country)
            .order_by(views.desc(), country_days.c.country)
        )
        return [CountryViews(*row) for row in self.connection.execute(query)]

    def _segments(self, segments: Iterable[Segment]) -> CTE:
        """The segments as rows of their own."""
        return self._given("segments", [_as_list(segment) for segment in segments], _COLUMNS)

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
    return [segment.channel, *days, *cuts, segment.passing]


def _single_days(segments: Iterable[Segment]) -> list[Segment]:
    """A segment for each day: one seek into the roll-ups a day, for questions of one video."""
    return [
        segment._replace(first=day, last=day)
        for segment in segments
        for day in days_between(segment.first, segment.last)
    ]


def _within(days: Table, part: CTE) -> ColumnElement[bool]:
    return and_(
        days.c.channel == part.c.channel, days.c.day >= part.c.first, days.c.day <= part.c.last
    )


def _joined(days: Table, part: CTE, *keys: ColumnElement[Any]) -> Select[Any]:
    """The sums of `_SHARED` behind the keys, over the rows inside the segments."""
    sums = [cast(func.sum(days.c[name]), Big).label(name) for name in FIGURES]
    own = [
        cast(func.sum(_own(days.c[name], part)), Big).label(label)
        for name, label in (
            ("revenue_nanos", "own_nanos"),
            ("premium_nanos", "own_premium_nanos"),
        )
    ]
    return select(*keys, *sums, *own).join_from(days, part, _within(days, part))


def _own(nanos: ColumnElement[int], part: CTE) -> ColumnElement[int]:
    """`reports.rules.share` in SQL: both databases' division of whole numbers goes toward zero."""
    reaching = nanos
    for keeps in (part.c.keep_1, part.c.keep_2, part.c.keep_3):
        reaching = reaching * keeps // PARTS
    return reaching - reaching * part.c.passing // PARTS


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
