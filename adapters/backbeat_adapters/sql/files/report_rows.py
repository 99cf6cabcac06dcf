"""The rows of the report files in SQL: current ones, earlier ones, and sums."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from attrs import Factory, field, frozen
from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    Select,
    Table,
    and_,
    case,
    func,
    literal,
    or_,
    select,
    union_all,
)

from backbeat.figures.model import Figures
from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId, VideoId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.platforms import registry
from backbeat.platforms.kinds import Kind, Role
from backbeat.report_files.model import (
    Counting,
    DayRows,
    DaySum,
    Grouping,
    ReportFile,
    ReportRow,
    RowOrigin,
    RowsPage,
    RowSum,
    RowVersion,
    Shown,
    SumsBehind,
    VideoSum,
)
from backbeat.report_files.sums import page_of, sums_of
from backbeat_adapters.sql.engine.keys import as_span
from backbeat_adapters.sql.engine.schema import Big
from backbeat_adapters.sql.figures import (
    FIGURES,
    ROW_KEY,
    replaced_rows,
    report_files,
    report_rows,
    told,
)
from backbeat_adapters.sql.files.intake import rows_by_day
from backbeat_adapters.sql.files.report_files import SqlReports, in_months
from backbeat_adapters.sql.files.track_sums import shown_by_track
from backbeat_adapters.sql.standing import Standing

_STREAMED = 2_000
_SUMMARIES = [kind for kind in registry.KINDS if kind.is_summary]


@frozen
class SqlReportRows:
    """The rows of one transaction; see the port."""

    connection: Connection
    standing: Standing = field(
        init=False, default=Factory(lambda my: Standing(my.connection), takes_self=True)
    )

    def shown(
        self,
        by: Grouping,
        *,
        report: ReportId | None = None,
        month: Month | None = None,
        kind: Kind | None = None,
    ) -> Sequence[Shown]:
        rows = report_rows.c
        which: list[ColumnElement[bool]] = [self.standing.of(report_rows)]
        if report is not None:
            file = SqlReports(self.connection).get(report)
            if file is None:
                return []
            which += [rows.file == int(report), in_months(report_rows, file)]
        if month is not None:
            which.append(rows.month == month)
        if kind is not None:
            which.append(rows.kind == kind)
        if by is Grouping.ISRC:
            return shown_by_track(self.standing, which)
        name = _grouping(by)
        query = select(rows.kind, name, func.count(), *(func.sum(rows[f]) for f in FIGURES))
        found = self.connection.execute(query.where(*which).group_by(rows.kind, name))
        lines = [
            Shown(kind_of, _text(label), count, Figures(*map(int, figures)))
            for kind_of, label, count, *figures in found
        ]
        return sorted(lines, key=lambda line: (line.kind.value, line.name))

    def by_day(self, month: Month) -> Sequence[DayRows]:
        """All rows of a month added up by day, platform, kind, owner and cause."""
        return rows_by_day(self.standing, month)

    def spans_of(self, report: ReportId) -> Sequence[tuple[PlatformChannelId, date, date]]:
        """The channels for which the file brought booked figures."""
        file = SqlReports(self.connection).get(report)
        if file is None or file.role is Role.CHECK:
            return []
        rows = report_rows.c
        query = (
            select(rows.channel, func.min(rows.day), func.max(rows.day))
            .where(rows.file == int(report), in_months(report_rows, file))
            .where(rows.reason.is_(None), rows.day.is_not(None))
            .where(self.standing.of(report_rows))
            .group_by(rows.channel)
            .order_by(rows.channel)
        )
        return [(channel, first, last) for channel, first, last in self.connection.execute(query)]

    def of(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        video: VideoId | None = None,
    ) -> Iterator[RowOrigin]:
        rows = report_rows.c
        wanted = _booked(report_rows, month, channel, kinds) & self.standing.of(report_rows)
        if video is not None:
            wanted &= rows.video == video
        query = _with_file_names(select(report_rows), report_rows).where(wanted)
        ordered = query.order_by(rows.file, rows.line)
        with self.connection.execution_options(yield_per=_STREAMED).execute(ordered) as found:
            for row in found:
                yield _origin(row)

    def page(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        days: Sequence[tuple[date, date]],
        page: PageRequest,
        *,
        last_file: int,
        counting: Counting | None = None,
    ) -> RowsPage:
        """A page of the booked rows with money on these days or without one, and the sums before."""
        source = self._rows_then(month, channel, kinds, last_file)
        rows = source.c
        wanted = self._wanted(source, month, channel, kinds, days)
        if counting is not None:
            return page_of(self._every(source, wanted), page, counting)
        count = select(func.count()).select_from(source).where(wanted)
        query = (
            _with_file_names(select(source), source)
            .where(wanted)
            .order_by(rows.file, rows.line)
            .limit(page.size)
            .offset(page.offset)
        )
        items = [_origin(row) for row in self.connection.execute(query)]
        total = self.connection.execute(count).scalar_one()
        before = self._sums(source, wanted, page.offset)
        return RowsPage(Page(items, page.page, page.size, total), before)

    def sums_behind(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        days: Sequence[tuple[date, date]],
        *,
        last_file: int,
        counting: Counting | None = None,
    ) -> SumsBehind:
        """What the rows of `page` add up to."""
        source = self._rows_then(month, channel, kinds, last_file)
        rows = source.c
        if counting is not None:
            wanted = self._wanted(source, month, channel, kinds, days)
            return sums_of(self._every(source, wanted), days, counting)
        spans = [
            (and_(rows.day >= first, rows.day < until), at)
            for at, (first, until) in enumerate(days)
        ]
        found = (
            select(rows.video, rows.kind, rows.day, case(*spans).label("place"), rows.revenue_nanos)
            .where(self._wanted(source, month, channel, kinds, days))
            .subquery("behind")
            .c
        )
        key = (found.video, found.kind, found.place)
        videos = select(*key, func.sum(found.revenue_nanos)).group_by(*key)
        dated = (
            select(found.day, func.sum(found.revenue_nanos))
            .where(found.day.is_not(None))
            .group_by(found.day)
            .order_by(found.day)
        )
        return SumsBehind(
            [
                VideoSum(VideoId(video), kind, place, int(nanos))
                for video, kind, place, nanos in self.connection.execute(videos)
            ],
            [DaySum(day, int(nanos)) for day, nanos in self.connection.execute(dated)],
        )

    def _every(self, source: FromClause, wanted: ColumnElement[bool]) -> Iterator[RowOrigin]:
        """The rows one by one, if the program has to decide which part of each counts."""
        rows = source.c
        query = (
            _with_file_names(select(source), source).where(wanted).order_by(rows.file, rows.line)
        )
        with self.connection.execution_options(yield_per=_STREAMED).execute(query) as found:
            yield from map(_origin, found)

    def _wanted(
        self,
        source: FromClause,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        days: Sequence[tuple[date, date]],
    ) -> ColumnElement[bool]:
        wanted = _booked(source, month, channel, kinds) & _of_days(source, days)
        return wanted & self.standing.of(report_rows) if source is report_rows else wanted

    def _rows_then(
        self, month: Month, channel: PlatformChannelId, kinds: Collection[Kind], last_file: int
    ) -> FromClause:
        """A channel's rows of a month as they were when that file was the newest."""
        later = _files_after(last_file, month, kinds)
        if self.connection.execute(later.limit(1)).first() is None:
            return report_rows
        here, gone = (
            select(*(source.c[column.name] for column in told(report_rows))).where(
                _of_channel(source, month, channel), source.c.file <= last_file
            )
            for source in (report_rows, replaced_rows)
        )
        here = here.where(self.standing.of(report_rows))
        gone = gone.where(replaced_rows.c.replaced_by.in_(later))
        return union_all(here, gone).subquery("rows_then")

    def _sums(
        self, source: FromClause, wanted: ColumnElement[bool], rows_before: int
    ) -> tuple[RowSum, ...]:
        if not rows_before:
            return ()
        rows = source.c
        video = case((rows.day.is_(None), rows.video), else_="").label("video")
        first = (
            select(rows.day, video, rows.kind, rows.revenue_nanos)
            .where(wanted)
            .order_by(rows.file, rows.line)
            .limit(rows_before)
            .subquery("first")
            .c
        )
        key = (first.day, first.video, first.kind)
        query = select(*key, func.sum(first.revenue_nanos)).group_by(*key)
        return tuple(
            RowSum(day, VideoId(of), kind, int(nanos))
            for day, of, kind, nanos in self.connection.execute(query)
        )

    def versions(self, file: ReportFile, line: int) -> Sequence[RowVersion]:
        """Every version of the row on a line of a file, the oldest first."""
        key = self._key_of(file, line)
        return [] if key is None else self._versions(file, tuple(key))

    def versions_of(self, file: ReportFile, row: ReportRow) -> Sequence[RowVersion]:
        """Every version of the row that has this row's key, the oldest first."""
        day = row.day.day if row.day is not None else 0
        return self._versions(file, (row.month, day, file.platform, file.kind, file.owner, row.key))

    def _versions(self, file: ReportFile, key: Sequence[Any]) -> Sequence[RowVersion]:
        now = select(*told(report_rows), literal(None).label("replaced_by")).where(
            *_at(report_rows, key), self.standing.of(report_rows)
        )
        before = select(replaced_rows).where(
            *_at(replaced_rows, key), replaced_rows.c.replaced_by.in_(_files_like(file))
        )
        found = [
            *self.connection.execute(
                _with_file_names(before, replaced_rows).order_by("replaced_by")
            ),
            *self.connection.execute(_with_file_names(now, report_rows)),
        ]
        return [_version(row) for row in found]

    def _key_of(self, file: ReportFile, line: int) -> Row[Any] | None:
        """The key of the row on that line of the file, whether it is in the books or was replaced
        since.
        """
        if line > Big.highest:
            return None
        for source in (report_rows, replaced_rows):
            rows = source.c
            query = (
                select(*(rows[name] for name in ROW_KEY))
                .where(rows.file == int(file.id), rows.line == line, in_months(source, file))
                .limit(1)
            )
            if source is replaced_rows:
                # The key begins with it: one seek for each later file instead of a scan of all.
                query = query.where(rows.replaced_by.in_(_files_like(file)))
            else:
                query = query.where(self.standing.of(report_rows))
            key = self.connection.execute(query).one_or_none()
            if key is not None:
                return key
        return None

    def summary(self, month: Month) -> Mapping[str, int]:
        """The lines of the month's payment summary."""
        rows = report_rows.c
        query = (
            select(rows.adjustment, rows.revenue_nanos)
            .where(rows.month == month, rows.day_of_month == 0)
            .where(rows.kind.in_(_SUMMARIES), self.standing.of(report_rows))
            .order_by(rows.line)
        )
        found: dict[str, int] = {}
        for name, nanos in self.connection.execute(query):
            found[name] = found.get(name, 0) + nanos
        return found


def _booked(
    source: FromClause, month: Month, channel: PlatformChannelId, kinds: Collection[Kind]
) -> ColumnElement[bool]:
    """The rows of these kinds that count for a channel's month."""
    rows = source.c
    return and_(
        _of_channel(source, month, channel),
        rows.kind.in_([kind for kind in kinds if kind.role is not Role.CHECK]),
        rows.reason.is_(None),
    )


def _of_channel(
    source: FromClause, month: Month, channel: PlatformChannelId
) -> ColumnElement[bool]:
    """A channel's rows of a month, by the index of channels: the month is shared with all others."""
    return and_(source.c.channel == channel, as_span(source.c.month, month))


def _of_days(source: FromClause, days: Sequence[tuple[date, date]]) -> ColumnElement[bool]:
    """The rows with money on these days, or without a day."""
    rows = source.c
    on_days = (and_(rows.day >= first, rows.day < until) for first, until in days)
    return and_(rows.revenue_nanos != 0, or_(rows.day.is_(None), *on_days))


def _files_after(last_file: int, month: Month, kinds: Collection[Kind]) -> Select[Any]:
    """The files of these kinds with rows of the month that came after that one, without undone
    ones, because what those had replaced counts again.
    """
    files = report_files.c
    return select(files.id).where(
        files.id > last_file,
        files.kind.in_(kinds),
        files.first <= month.last,
        files.last >= month.first,
        files.undone_at.is_(None),
    )


def _files_like(file: ReportFile) -> Select[Any]:
    """The files that can contain the same rows."""
    files = report_files.c
    return select(files.id).where(
        files.platform == file.platform,
        files.kind == file.kind,
        files.owner == file.owner,
        files.undone_at.is_(None),
    )


def _at(source: Table, key: Sequence[Any]) -> list[ColumnElement[bool]]:
    return [source.c[name] == value for name, value in zip(ROW_KEY, key, strict=True)]


def _with_file_names(query: Select[Any], source: FromClause) -> Select[Any]:
    joined = query.join(report_files, report_files.c.id == source.c.file)
    return joined.add_columns(report_files.c.name.label("file_name"))


def _version(row: Row[Any]) -> RowVersion:
    by = row.replaced_by
    return RowVersion(_origin(row), row.reason, None if by is None else ReportId(str(by)))


def _grouping(by: Grouping) -> ColumnElement[Any]:
    """The column to add up by."""
    return report_rows.c[by.value]


def _text(label: Any) -> str:
    return label.isoformat() if isinstance(label, date) else label or ""


def _origin(row: Row[Any]) -> RowOrigin:
    return RowOrigin(
        report=ReportId(str(row.file)),
        file=row.file_name,
        line=row.line,
        kind=row.kind,
        month=row.month,
        day=row.day,
        channel=row.channel,
        video=row.video,
        isrc=Isrc(row.isrc) if row.isrc else None,
        country=row.country,
        adjustment=row.adjustment,
        nanos=row.revenue_nanos,
        asset=row.asset,
    )
