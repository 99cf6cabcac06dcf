"""Report files in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date

from attrs import define, evolve, field

from backbeat.kernel.ids import ReportId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.kept_rows import KeptRows
from backbeat.platforms.kinds import Kind
from backbeat.platforms.model import Platform
from backbeat.report_files.model import ReportFile


@define(eq=False)
class MemoryReports:
    """Fulfils `Reports`."""

    kept: KeptRows
    _files: dict[ReportId, ReportFile] = field(factory=dict, init=False)

    @property
    def files(self) -> Iterable[ReportFile]:
        """Every file, undone ones too, the oldest first."""
        return self._files.values()

    def next_id(self) -> ReportId:
        return ReportId(str(len(self._files) + 1))

    def add(self, file: ReportFile) -> None:
        self._files[file.id] = file

    def get(self, report: ReportId) -> ReportFile | None:
        return self._files.get(report)

    def named(self, name: str) -> Sequence[ReportFile]:
        return [file for file in reversed(self._files.values()) if file.name == name]

    def by_digest(self, sha256: str) -> ReportFile | None:
        same = [file for file in self.live() if file.sha256 == sha256]
        return same[-1] if same else None

    def page(self, request: PageRequest, platform: Platform | None = None) -> Page[ReportFile]:
        files = reversed(self._files.values())
        return request.of([file for file in files if platform in (None, file.platform)])

    def owners(self, platform: Platform, kinds: Collection[Kind]) -> Sequence[str]:
        files = [file for file in self.live() if file.platform is platform]
        return sorted({file.owner for file in files if file.kind in kinds})

    def encoding_told(self, platform: Platform, owner: str) -> str | None:
        told = (
            file.remarks.encoding
            for file in reversed([*self.live()])
            if (file.platform, file.owner) == (platform, owner) and file.remarks.encoding_told
        )
        return next(told, None)

    def meeting(self, platform: Platform, first: date, last: date) -> Sequence[ReportFile]:
        return [
            file
            for file in reversed([*self.live()])
            if file.platform is platform and _covers(file, first, last)
        ]

    def later(self, file: ReportFile) -> ReportFile | None:
        later = [
            other
            for other in self.live()
            if int(other.id) > int(file.id)
            and (other.platform, other.kind, other.owner) == (file.platform, file.kind, file.owner)
            and _meet(file, other)
        ]
        return later[-1] if later else None

    def keep_released(self, file: ReportFile) -> None:
        self._files[file.id] = file

    def undone(self, file: ReportFile) -> None:
        self._files[file.id] = file

    def files_of(self, month: Month, kinds: Collection[Kind]) -> frozenset[ReportId]:
        """The month's files of these kinds that are not undone."""
        return frozenset(
            file.id
            for file in self.live()
            if file.kind in kinds and _covers(file, month.first, month.last)
        )

    def mark_settled(self, month: Month, kinds: Collection[Kind]) -> None:
        """Record that the month's files of these kinds can no longer be undone."""
        for id_ in self.files_of(month, kinds):
            self._files[id_] = evolve(self._files[id_], settled=True)

    def name_of(self, report: ReportId) -> str:
        return self._files[report].name

    def live(self) -> Iterator[ReportFile]:
        return (file for file in self._files.values() if file.undone_at is None)


def _meet(one: ReportFile, other: ReportFile) -> bool:
    if other.first is None or other.last is None:
        return False
    return _covers(one, other.first, other.last)


def _covers(file: ReportFile, first: date, last: date) -> bool:
    if file.first is None or file.last is None:
        return False
    return file.first <= last and first <= file.last
