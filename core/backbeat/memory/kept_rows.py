"""The rows of the report files in memory, each under its key, with those that later files replaced."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import chain
from typing import NamedTuple

from attrs import define, field

from backbeat.figures.model import NOTHING, Figures
from backbeat.figures.tracks import Claim, MonthTracks
from backbeat.kernel.ids import ReportId, VideoId
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind, Role
from backbeat.platforms.model import Platform
from backbeat.report_files.model import ReportFile, ReportRow, SuspenseReason


class RowKey(NamedTuple):
    """What identifies a row (FILE-8); `day` is 0 if the kind has none."""

    month: Month
    day: int
    platform: Platform
    kind: Kind
    owner: str
    key: bytes


class KeptRow(NamedTuple):
    file: ReportId
    kind: Kind
    row: ReportRow
    reason: SuspenseReason | None

    @property
    def is_booked(self) -> bool:
        """Whether it counts: it is neither in suspense nor kept only for comparison."""
        return self.reason is None and self.kind.role is not Role.CHECK

    def same_as(self, other: KeptRow) -> bool:
        """Whether both say the same, whichever file and line they came from."""
        return self.reason is other.reason and _content(self.row) == _content(other.row)


def _content(row: ReportRow) -> ReportRow:
    return row._replace(line=0, title="", dust=Decimal(0))


@define(eq=False)
class KeptRows:
    """The present rows, and for each file those that it replaced."""

    current: dict[RowKey, KeptRow] = field(factory=dict, init=False)
    replaced: dict[ReportId, dict[RowKey, KeptRow]] = field(factory=dict, init=False)

    def __iter__(self) -> Iterator[KeptRow]:
        return iter(self.current.values())

    def replace(
        self, by: ReportId, new: Mapping[RowKey, KeptRow], removed: Collection[RowKey]
    ) -> None:
        """Put a file's rows in place of those that were there."""
        gone = (*(key for key in new if key in self.current), *removed)
        self.replaced[by] = {key: self.current[key] for key in gone}
        for key in removed:
            del self.current[key]
        self.current.update(new)

    def put_back(self, file: ReportId) -> None:
        """Every row as it was before the file."""
        for key in [key for key, kept in self.current.items() if kept.file == file]:
            del self.current[key]
        self.current.update(self.replaced.pop(file, {}))

    def then(self, last_file: int) -> Iterator[KeptRow]:
        """The rows as they were while that file was the newest."""
        gone = (rows.values() for by, rows in self.replaced.items() if int(by) > last_file)
        for kept in chain(self.current.values(), *gone):
            if int(kept.file) <= last_file:
                yield kept

    def keys_of(self, file: ReportFile) -> Iterator[RowKey]:
        """The keys of all rows of the file's platform, kind and owner that lie in its period."""
        if file.first is None or file.last is None:
            return
        for key, kept in self.current.items():
            row = kept.row
            first, last = row.day or row.month.first, row.day or row.month.last
            same = key[2:5] == (file.platform, file.kind, file.owner)
            if same and file.first <= first and last <= file.last:
                yield key

    def is_told_by_platform(self, video: VideoId, day: date) -> bool:
        """Whether a booked row of the platform's own figures tells of the video's day."""
        return any(
            kept.kind.daily and kept.is_booked and (kept.row.video, kept.row.day) == (video, day)
            for kept in self
        )

    def tracks(self) -> Mapping[Month, MonthTracks]:
        """The tracks that rows name for videos and assets, by month."""
        months: dict[Month, list[Claim]] = defaultdict(list)
        for kept in self:
            row = kept.row
            if row.isrc or row.asset:
                nanos = row.figures.revenue_nanos if kept.kind.role is Role.RECORD else 0
                months[row.month].append(Claim(row.video, row.asset, row.isrc, nanos))
        return {
            month: MonthTracks.of(
                [claim for claim in claims if claim.asset and claim.isrc],
                [claim for claim in claims if claim.video],
            )
            for month, claims in months.items()
        }


def key_of(file: ReportFile, row: ReportRow) -> RowKey:
    day = row.day.day if row.day is not None else 0
    return RowKey(row.month, day, file.platform, file.kind, file.owner, row.key)


def added(figures: Sequence[Figures]) -> Figures:
    return Figures(*map(sum, zip(*figures, strict=True))) if figures else NOTHING
