"""Layouts of report files in memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import define, field

from backbeat.kernel.ids import ReportId
from backbeat.memory.report_files import MemoryReports
from backbeat.report_files.layouts.model import StoredLayout


@define(eq=False)
class MemoryLayouts:
    """Fulfils `LayoutRepository`."""

    reports: MemoryReports
    _kept: dict[tuple[str, int], StoredLayout] = field(factory=dict, init=False)

    def lock(self) -> None:
        """One block at a time has the books in memory, so nobody else changes them."""

    def add(self, layout: StoredLayout) -> None:
        self._kept[layout.name, layout.version] = layout

    def get(self, name: str, version: int | None = None) -> StoredLayout | None:
        of_name = self.versions(name)
        if version is None:
            return of_name[-1] if of_name else None
        return self._kept.get((name, version))

    def newest(self) -> Sequence[StoredLayout]:
        return list({each.name: each for each in self.versions()}.values())

    def versions(self, name: str | None = None) -> Sequence[StoredLayout]:
        found = [each for each in self._kept.values() if name in (None, each.name)]
        return sorted(found, key=lambda each: (each.name, each.version))

    def used(self) -> Mapping[tuple[str, int], Sequence[ReportId]]:
        files: dict[tuple[str, int], list[ReportId]] = defaultdict(list)
        for file in self.reports.live():
            if file.layout is not None:
                files[file.layout.name, file.layout.version].append(file.id)
        return files
