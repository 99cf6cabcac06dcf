"""Statistics in SQL: report files and their rows, and the figures made of them.

Dashboards read the daily roll-ups, a close reads the record figures. Those four tables are made
anew from `report_rows` where a file changed them (sql.reports), so they hold nothing of their
own. Only booked rows are in them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from functools import lru_cache
from heapq import merge
from itertools import combinations, groupby, starmap
from operator import attrgetter
from typing import Any

from attrs import Factory, field, frozen
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Index,
    LargeBinary,
    PrimaryKeyConstraint,
    Select,
    Table,
    Text,
    and_,
    case,
    cast,
    false,
    func,
    literal,
    or_,
    select,
    text,
    true,
)
from sqlalchemy.schema import SchemaItem

from backbeat.figures.model import (
    ChannelDay,
    ChannelSum,
    CountryDay,
    DailyEstimate,
    DataCycle,
    Figures,
    RecordFigure,
    RecordOverlap,
    RecordTotal,
    SpanEstimate,
    VideoDay,
)
from backbeat.figures.rules import shared_sort
from backbeat.figures.tracks import MonthTracks
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import Isrc, PlatformChannelId, VideoId
from backbeat.kernel.months import Month, days_between
from backbeat.platforms import registry
from backbeat.platforms.kinds import Kind
from backbeat.report_files.model import SuspenseReason
from backbeat_adapters.sql.engine.keys import as_span, is_one_of, listed
from backbeat_adapters.sql.engine.partitions import by_month
from backbeat_adapters.sql.engine.reading import row_of
from backbeat_adapters.sql.engine.schema import (
    CODE,
    Big,
    Choice,
    Day,
    Flag,
    Instant,
    Json,
    MonthText,
    Nanos,
    Rate,
    StoredKind,
    StoredPlatform,
    table,
)
from backbeat_adapters.sql.engine.streams import streamed
from backbeat_adapters.sql.report_kinds import daily_kinds, record_kinds
from backbeat_adapters.sql.standing import (
    Standing,
    index_of_going,
    report_changes,
    version_columns,
)
from backbeat_adapters.sql.track_claims import asset_tracks, tracks_with, video_claims
from backbeat_adapters.sql.videos import videos

FIGURES = (
    "views",
    "engaged_views",
    "premium_views",
    "watch_millis",
    "rated_views",
    "rate_weight",
    "revenue_nanos",
    "ads_nanos",
    "premium_nanos",
)
"""The columns of `Figures`, in its order, in every table that has them."""


def figure_columns() -> list[SchemaItem]:
    """Columns for `Figures`; money in whole nano-USD."""
    return [
        Column(name, Nanos if name.endswith("_nanos") else Big, nullable=False) for name in FIGURES
    ]


report_files = table(
    "report_files",
    Column("id", Big, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("sha256", Text, nullable=False),
    Column("size", Big, nullable=False),
    Column("platform", StoredPlatform("report_files.platform"), nullable=False),
    Column("kind", StoredKind("report_files.kind"), nullable=False),
    Column("is_adjustment", Flag, nullable=False),
    Column("owner", Text, nullable=False),
    Column("first", Day),
    Column("last", Day),
    Column("rows", Big, nullable=False),
    Column("before_start", Big, nullable=False),
    Column("total", Rate, nullable=False),
    Column("dust", Rate, nullable=False),
    Column("ingested_at", Instant, nullable=False),
    Column("ingested_by", Text, nullable=False),
    Column("replaced", Flag, nullable=False),
    Column("changes", Json, nullable=False),
    Column("undone_at", Instant),
    Column("settled", Flag, nullable=False),
    Column("layout", Text),
    Column("layout_version", Big),
    Column("layout_use", Json),
    Index(None, "sha256"),
)
"""`layout` and its version name the operator's layout that read the file; `layout_use` keeps the
file's totals in its own currencies and the rates that they were converted by."""


def row_columns(of: str) -> list[SchemaItem]:
    """Columns of a report row, in the table of that name. `day_of_month` is 0, and `day` NULL, where the kind has no day."""
    return [
        Column("month", MonthText, nullable=False),
        Column("day_of_month", Big, nullable=False),
        Column("platform", StoredPlatform(f"{of}.platform"), nullable=False),
        Column("kind", StoredKind(f"{of}.kind"), nullable=False),
        Column("owner", Text, nullable=False),
        Column("key", LargeBinary, nullable=False),
        Column("file", Big, nullable=False),
        Column("line", Big, nullable=False),
        Column("day", Day),
        Column("channel", CODE, nullable=False),
        Column("video", CODE, nullable=False),
        Column("country", Text, nullable=False),
        Column("isrc", CODE, nullable=False),
        Column("asset", CODE, nullable=False),
        Column("adjustment", Text, nullable=False),
        Column("reason", Choice(SuspenseReason)),
        *figure_columns(),
    ]


ROW_KEY = ("month", "day_of_month", "platform", "kind", "owner", "key")
"""A file touches the rows of its days only, which lie together: within a day a row's key begins with
its platform."""

report_rows = table(
    "report_rows",
    *row_columns("report_rows"),
    *version_columns(),
    PrimaryKeyConstraint(*ROW_KEY, "came_with"),
    Index(None, "channel", "month", "day_of_month"),
    sqlite_with_rowid=False,
)
"""The index is for the way from an amount down to the rows behind it (TRACE-1), and for the touched days
of channels: without the day PostgreSQL would go through the channel's month for each."""

_of_row, _waits = report_rows.c, report_rows.c.reason.is_not(None)
Index(
    "ix_report_rows_suspense",
    *(_of_row.channel, _of_row.isrc, _of_row.reason, _of_row.kind, _of_row.month),
    *(_of_row.file, _of_row.views, _of_row.revenue_nanos),
    sqlite_where=_waits,
    postgresql_where=_waits,
)
"""What waits in suspense is added up at the end of each file: from this index alone, in its order, so
that the rows of other files that wait cost a file next to nothing, and nothing is sorted."""

replaced_rows = table(
    "replaced_rows",
    Column("replaced_by", Big, nullable=False),
    *row_columns("replaced_rows"),
    PrimaryKeyConstraint("replaced_by", *ROW_KEY),
    sqlite_with_rowid=False,
)
"""Rows as they were before a file changed or removed them: what `undo` puts back."""

channel_days = table(
    "channel_days",
    Column("channel", CODE, nullable=False),
    Column("day", Day, nullable=False),
    *figure_columns(),
    *version_columns(),
    PrimaryKeyConstraint("channel", "day", "came_with"),
    Index(None, "day"),
    sqlite_with_rowid=False,
)

video_days = table(
    "video_days",
    Column("channel", CODE, nullable=False),
    Column("day", Day, nullable=False),
    Column("video", CODE, nullable=False),
    *figure_columns(),
    *version_columns(),
    PrimaryKeyConstraint("channel", "day", "video", "came_with"),
    sqlite_with_rowid=False,
)

country_days = table(
    "country_days",
    Column("channel", CODE, nullable=False),
    Column("day", Day, nullable=False),
    Column("video", CODE, nullable=False),
    Column("country", Text, nullable=False),
    *figure_columns(),
    *version_columns(),
    PrimaryKeyConstraint("channel", "day", "video", "country", "came_with"),
    sqlite_with_rowid=False,
)
"""Ask it for single days (`day IN ...`) of one channel and video: that is one seek a day."""

record_figures = table(
    "record_figures",
    Column("month", MonthText, nullable=False),
    Column("channel", CODE, nullable=False),
    Column("video", CODE, nullable=False),
    Column("kind", StoredKind("record_figures.kind"), nullable=False),
    Column("day_of_month", Big, nullable=False),
    Column("views", Big, nullable=False),
    Column("nanos", Nanos, nullable=False),
    *version_columns(),
    PrimaryKeyConstraint("month", "channel", "video", "kind", "day_of_month", "came_with"),
    sqlite_with_rowid=False,
)
"""Confirmed money; `day_of_month` is 0 for a figure without a day."""

VERSIONED = (
    report_rows,
    country_days,
    video_days,
    channel_days,
    record_figures,
    video_claims,
    asset_tracks,
)
"""The tables whose rows come and go with changes; a row's other key columns come first."""

for _table in VERSIONED:
    index_of_going(_table)

BY_MONTH = (by_month(report_rows), by_month(record_figures))
"""The tables of which each month is a partition on PostgreSQL."""

_CHUNK = 500


def hold_files(connection: Connection) -> None:
    """Let nobody else show a change of report rows, or close a month with them, until the
    transaction ends; on SQLite it is alone anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("LOCK TABLE report_files IN SHARE ROW EXCLUSIVE MODE"))


def told(of: Table) -> list[Column[Any]]:
    """A table's columns without those of its versions."""
    return [column for column in of.c if column.name not in ("came_with", "goes_with")]


_CHANNEL_DAY, _VIDEO_DAY, _COUNTRY_DAY, _RECORD = map(
    told, (channel_days, video_days, country_days, record_figures)
)


@frozen
class SqlConfirmedFigures:
    """The confirmed figures of one transaction; see the port."""

    connection: Connection
    standing: Standing = field(
        init=False, default=Factory(lambda my: Standing(my.connection), takes_self=True)
    )

    def sums(self, month: Month, kinds: Collection[Kind]) -> Iterator[ChannelSum]:
        """What each channel's confirmed figures add up to, by channel, streamed."""
        figures = record_figures.c
        query = select(figures.channel, _sum(figures.nanos)).where(
            figures.month == month, self.standing.of(record_figures)
        )
        # Where nothing else is there, no row has to be asked for its kind.
        if not set(self.kinds(month)).issubset(kinds):
            query = query.where(figures.kind.in_(kinds))
        for channel, nanos in streamed(
            self.connection, query.group_by(figures.channel).order_by(figures.channel)
        ):
            yield ChannelSum(channel, nanos)

    def figures(
        self,
        month: Month,
        kinds: Collection[Kind],
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[RecordFigure]:
        """The channels' confirmed figures of the month, in order, streamed."""
        figures = record_figures.c
        order = (figures.channel, figures.video, figures.kind, figures.day_of_month)
        days = [None, *month.days]
        for some in _some(figures.channel, channels):
            # The month is known: reading it from each row would cost as much as all the rest.
            query = (
                select(*order, figures.views, figures.nanos)
                .where(figures.month == month, figures.kind.in_(kinds), some)
                .where(self.standing.of(record_figures))
                .order_by(*order)
            )
            for channel, video, kind, day, views, nanos in streamed(self.connection, query):
                yield RecordFigure(month, kind, channel, video, days[day], views, nanos)

    def tracks_with(self, month: Month, tracks: Collection[Isrc]) -> MonthTracks:
        return tracks_with(self.standing, month, tracks)

    def of_tracks(
        self,
        month: Month,
        kinds: Collection[Kind],
        tracks: Collection[Isrc],
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[RecordFigure]:
        """Row by row: only the program can divide what several tracks share."""
        if not tracks:
            return
        rows, carried = report_rows.c, self.tracks_with(month, tracks)
        key = (rows.channel, rows.video, rows.kind, rows.day_of_month)
        days = [None, *month.days]
        # The month is shared with the rows of all other channels.
        of_month = rows.month == month if channels is None else as_span(rows.month, month)
        for some in _some(rows.channel, channels):
            query = (
                select(*key, rows.isrc, rows.asset, rows.revenue_nanos)
                .where(of_month, rows.kind.in_(kinds), rows.reason.is_(None), some)
                .where(rows.revenue_nanos != 0, self._names_one_of(tracks, carried))
                .where(self.standing.of(report_rows))
                .order_by(*key)
            )
            found = streamed(self.connection, query)
            for (channel, video, kind, day), own in groupby(found, key=lambda row: tuple(row[:4])):
                nanos = sum(
                    carried.part_of(row.revenue_nanos, row.isrc, row.asset, video, tracks)
                    for row in own
                )
                if nanos:
                    yield RecordFigure(month, kind, channel, video, days[day], 0, nanos)

    def _names_one_of(self, tracks: Collection[Isrc], carried: MonthTracks) -> ColumnElement[bool]:
        """Whether the closest thing that a row names carries one of the tracks."""

        def one_of(column: Column[Any], names: Collection[str]) -> ColumnElement[bool]:
            given = listed(self.connection, (column,), [(name,) for name in names])
            return is_one_of(self.connection.dialect.name, column, given)

        rows = report_rows.c
        return or_(
            one_of(rows.isrc, tracks),
            and_(rows.isrc == "", one_of(rows.asset, carried.assets)),
            and_(rows.isrc == "", rows.asset == "", one_of(rows.video, carried.videos)),
        )

    def record_kinds(self) -> Sequence[Kind]:
        return record_kinds(self.connection)

    def kinds(self, month: Month) -> Sequence[Kind]:
        """The record kinds that hold anything for the month."""
        return [kind for kind in self.record_kinds() if self._holds(month, kind)]

    def _holds(self, month: Month, kind: Kind) -> bool:
        rows = report_rows.c
        there = (
            select(rows.kind)
            .where(rows.month == month, on_any_day(report_rows), rows.kind == kind)
            .where(rows.platform.in_(registry.PLATFORMS), self.standing.of(report_rows))
            .limit(1)
        )
        return self.connection.execute(there).first() is not None

    def totals(self, month: Month) -> Sequence[RecordTotal]:
        rows = report_rows.c
        booked = rows.reason.is_(None)
        records = self.record_kinds()
        query = (
            select(
                rows.kind,
                func.count().filter(booked).label("rows"),
                _sum(case((booked, rows.revenue_nanos), else_=0)).label("nanos"),
                _sum(case((booked, 0), else_=rows.revenue_nanos)).label("suspense_nanos"),
            )
            .where(rows.month == month, rows.kind.in_(records))
            .where(self.standing.of(report_rows))
            .group_by(rows.kind)
        )
        totals = {row.kind: RecordTotal(*row) for row in self.connection.execute(query)}
        return [totals[kind] for kind in records if kind in totals]

    def overlaps(self, month: Month, kinds: Collection[Kind]) -> Sequence[RecordOverlap]:
        """Pairs of kinds that tell of the same money."""
        found = []
        held = [kind for kind in self.kinds(month) if kind in kinds]
        for one, other in combinations(held, 2):
            sort = shared_sort(one, other)
            if sort is None:
                continue
            left, right = record_figures.alias("left_kind"), record_figures.alias("right_kind")
            same = (
                (left.c.month == right.c.month)
                & (left.c.channel == right.c.channel)
                & (left.c.video == right.c.video)
            )
            query = (
                select(func.count(left.c.video.distinct()))
                .select_from(left.join(right, same))
                .where(left.c.month == month, left.c.kind == one, right.c.kind == other)
                .where(left.c.video != "", self.standing.of(left), self.standing.of(right))
            )
            count = self.connection.execute(query).scalar_one()
            if count:
                found.append(RecordOverlap(sort, (one, other), count))
        return found

    def of_video(self, video: VideoId, first: Month, last: Month) -> Sequence[RecordFigure]:
        """A video's confirmed figures, oldest first."""
        figures = record_figures.c
        channel = select(videos.c.channel).where(videos.c.id == video).scalar_subquery()
        query = (
            select(*_RECORD)
            .where(figures.month.in_(_months(first, last)))
            .where(figures.channel == channel, figures.video == video)
            .where(self.standing.of(record_figures))
            .order_by(figures.month, figures.kind, figures.day_of_month)
        )
        return [_record(row) for row in self.connection.execute(query)]

    def of_channels(
        self, channels: Collection[PlatformChannelId], kinds: Mapping[Month, Collection[Kind]]
    ) -> Iterator[RecordFigure]:
        """The channels' confirmed figures, by channel and video; streamed.

        A stream a month, each in the order of the key, so that nothing is sorted.
        """
        for chunk in in_chunks(sorted(channels), _CHUNK):
            months = (self.figures(month, kinds[month], chunk) for month in sorted(kinds))
            yield from merge(*months, key=attrgetter("channel", "video"))

    def videos(
        self, channels: Collection[PlatformChannelId], kinds: Mapping[Month, Collection[Kind]]
    ) -> int:
        """How many videos of the channels have confirmed figures."""
        figures = record_figures.c
        found = 0
        for chunk in in_chunks(sorted(channels), _CHUNK):
            theirs = (
                select(figures.channel, figures.video)
                .where(figures.channel.in_(chunk), _of_months(kinds))
                .where(self.standing.of(record_figures))
                .distinct()
            )
            found += (
                self.connection.scalar(select(func.count()).select_from(theirs.subquery())) or 0
            )
        return found

    def files_of(self, month: Month, kinds: Collection[Kind]) -> frozenset[str]:
        """The ids of the files that a close of the month uses."""
        found = select(report_files.c.id).where(_used(self.connection, month, kinds))
        return frozenset(map(str, self.connection.scalars(found)))

    def suspended(self, month: Month, kinds: Collection[Kind]) -> int:
        rows = report_rows.c
        waiting = (
            select(func.count())
            .select_from(report_rows)
            # A cast month has no key, by which SQLite would walk over all rows of the month.
            .where(cast(rows.month, Text) == str(month))
            .where(rows.reason.is_not(None), rows.kind.in_(kinds))
            .where(self.standing.of(report_rows))
        )
        return self.connection.execute(waiting).scalar_one()

    def last_change(self) -> int:
        return self.connection.scalar(select(func.max(report_changes.c.number))) or 0

    def hold_files(self) -> None:
        """On SQLite a transaction that writes is alone anyway."""
        hold_files(self.connection)

    def mark_settled(self, month: Month, kinds: Collection[Kind]) -> None:
        """A close has used the month: its record files of these kinds, and every daily file."""
        self.connection.execute(
            report_files.update().where(_used(self.connection, month, kinds)).values(settled=True)
        )


@frozen
class SqlStatistics:
    """The estimates of one transaction; see the port."""

    connection: Connection
    standing: Standing = field(default=Factory(lambda my: Standing(my.connection), takes_self=True))

    def daily_estimates(
        self,
        month: Month,
        splitting: Collection[Kind] | None = None,
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[DailyEstimate]:
        """The weights of a split, in order of channel, video, day; streamed."""
        days = video_days.c
        query = select(
            days.channel,
            days.video,
            days.day,
            days.views,
            days.revenue_nanos,
            days.ads_nanos,
            days.premium_nanos,
        ).where(days.day >= month.first, days.day <= month.last, self.standing.of(video_days))
        if splitting is not None:
            figures = record_figures.c
            undated = select(figures.video).where(
                figures.month == month,
                figures.channel == days.channel,
                figures.video == days.video,
                figures.kind.in_(splitting),
                figures.day_of_month == 0,
                self.standing.of(record_figures),
            )
            query = query.where(undated.exists())
        ordered = query.order_by(days.channel, days.video, days.day)
        for some in _some(days.channel, channels):
            for row in streamed(self.connection, ordered.where(some)):
                yield DailyEstimate(*row)

    def span_estimates(
        self, month: Month, channel: PlatformChannelId, starts: Sequence[int]
    ) -> Iterator[SpanEstimate]:
        """The weights of a split of one channel, in order of video and span; streamed."""
        days = video_days.c
        later = [(days.day >= month.day(start + 1), at) for at, start in enumerate(starts)]
        place = case(*reversed(later[1:]), else_=0) if later[1:] else literal(0)
        weights = (days.views, days.revenue_nanos, days.ads_nanos, days.premium_nanos)
        query = (
            select(
                days.video,
                place.label("place"),
                *(_sum(case((weight > 0, weight), else_=0)) for weight in weights),
            )
            .where(days.channel == channel, days.day >= month.first, days.day <= month.last)
            .where(self.standing.of(video_days))
            .group_by(days.video, "place")
            .order_by(days.video, "place")
        )
        return starmap(SpanEstimate, streamed(self.connection, query))

    def last_day(self) -> date | None:
        """The newest day of the estimates."""
        newest = row_of(self.connection, _newest_day(self.standing.of(channel_days)))
        day: date | None = newest.day
        return day

    def views_by_video(
        self, first: date, last: date, channels: Collection[PlatformChannelId] | None = None
    ) -> Mapping[VideoId, int]:
        days = video_days.c
        query = (
            select(days.video, func.sum(days.views))
            .where(days.day.between(first, last), self.standing.of(video_days))
            .group_by(days.video)
        )
        there = channel_days.c
        # The key begins with the channel: of days alone SQLite would read those of all years.
        any_there = select(there.channel).where(there.day.between(first, last))
        query = query.where(days.channel.in_(any_there if channels is None else channels))
        rows = self.connection.execute(query)
        return {video: int(views) for video, views in rows}

    def data_cycle(self) -> DataCycle | None:
        """The span of the estimates and when they last changed."""
        standing = self.standing.of(channel_days)
        # Each by itself, from its end of the index: for both at once SQLite reads all of it.
        ends = (
            select(end(channel_days.c.day)).where(standing).scalar_subquery()
            for end in (func.min, func.max)
        )
        first, last = self.connection.execute(select(*ends)).one()
        files = report_files.c
        newest = (
            select(files.ingested_at)
            .where(files.kind.in_(daily_kinds(self.connection)))
            .where(files.undone_at.is_(None))
            .order_by(files.id.desc())
            .limit(1)
        )
        updated_at = self.connection.execute(newest).scalar_one_or_none()
        if first is None or last is None or updated_at is None:
            return None
        return DataCycle(first, last, updated_at)

    def channel_days(
        self, channels: Collection[PlatformChannelId], first: date, last: date
    ) -> Iterator[ChannelDay]:
        """The channels' daily figures, in order of channel and day."""
        days = channel_days.c
        for chunk in in_chunks(sorted(channels), _CHUNK):
            query = (
                select(*_CHANNEL_DAY)
                .where(days.channel.in_(chunk), days.day >= first, days.day <= last)
                .where(self.standing.of(channel_days))
                .order_by(days.channel, days.day)
            )
            for channel, day, *figures in streamed(self.connection, query):
                yield ChannelDay(channel, day, Figures(*figures))

    def video_days(
        self,
        channels: Collection[PlatformChannelId],
        first: date,
        last: date,
        video: VideoId | None = None,
    ) -> Iterator[VideoDay]:
        """The videos' daily figures, in order of channel, day, video."""
        days = video_days.c
        for chunk in in_chunks(sorted(channels), _CHUNK):
            query = select(*_VIDEO_DAY).where(days.channel.in_(chunk), self.standing.of(video_days))
            if video is None:
                query = query.where(days.day >= first, days.day <= last)
            else:
                # Day by day, it is one seek each instead of a walk over the channel's videos.
                query = query.where(days.day.in_(list(days_between(first, last))))
                query = query.where(days.video == video)
            for channel, day, name, *figures in streamed(
                self.connection, query.order_by(days.channel, days.day, days.video)
            ):
                yield VideoDay(channel, name, day, Figures(*figures))

    def country_days(self, video: VideoId, first: date, last: date) -> Iterator[CountryDay]:
        """A video's daily figures by country, in order of day and country."""
        days = country_days.c
        channel = select(videos.c.channel).where(videos.c.id == video).scalar_subquery()
        query = (
            select(*_COUNTRY_DAY)
            .where(days.channel == channel, days.video == video)
            .where(self.standing.of(country_days))
            .where(days.day.in_(list(days_between(first, last))))
            .order_by(days.day, days.country)
        )
        for owner, day, name, country, *figures in streamed(self.connection, query):
            yield CountryDay(owner, name, day, country, Figures(*figures))


def on_any_day(rows: Table) -> ColumnElement[bool]:
    """What is true of every row of a month: with it what follows the day in the key is sought for each
    day, instead of in a walk over the month. Name the platforms too, all of them if need be."""
    return rows.c.day_of_month.in_(range(32))


def _some(
    channel: ColumnElement[Any], channels: Collection[PlatformChannelId] | None
) -> Iterator[ColumnElement[bool]]:
    """The conditions under which these channels are asked for, in order, or all of them."""
    if channels is None:
        yield true()
        return
    for chunk in in_chunks(sorted(channels), _CHUNK):
        yield channel.in_(chunk)


def _of_months(kinds: Mapping[Month, Collection[Kind]]) -> ColumnElement[bool]:
    """The confirmed figures of each month's own kinds."""
    figures = record_figures.c
    theirs = ((figures.month == month) & figures.kind.in_(own) for month, own in kinds.items())
    return or_(false(), *theirs)


def _used(connection: Connection, month: Month, kinds: Collection[Kind]) -> ColumnElement[bool]:
    """The files behind a month's close: daily ones are what it is spread by."""
    files = report_files.c
    used = [*kinds, *daily_kinds(connection)]
    return and_(
        files.kind.in_(used),
        files.undone_at.is_(None),
        files.first <= month.last,
        files.last >= month.first,
    )


@lru_cache(maxsize=8)
def _newest_day(standing: ColumnElement[bool]) -> Select[Any]:
    return select(func.max(channel_days.c.day).label("day")).where(standing)


def _sum(column: ColumnElement[Any]) -> ColumnElement[int]:
    return cast(func.coalesce(func.sum(column), 0), Nanos)


def _months(first: Month, last: Month) -> list[Month]:
    months = [first]
    while months[-1] < last:
        months.append(months[-1].next)
    return months


def _record(row: Any) -> RecordFigure:
    month, channel, video, kind, day, views, nanos = row
    return RecordFigure(month, kind, channel, video, month.day(day) if day else None, views, nanos)
