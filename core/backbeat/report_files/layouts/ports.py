"""Where layouts are kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.kernel.ids import ReportId
from backbeat.report_files.layouts.model import StoredLayout


class LayoutRepository(Protocol):
    """The layouts; a version that was added never changes and is never removed."""

    def lock(self) -> None:
        """Nobody else adds one until this transaction ends."""

    def add(self, layout: StoredLayout) -> None: ...

    def get(self, name: str, version: int | None = None) -> StoredLayout | None:
        """That version, or the newest."""

    def newest(self) -> Sequence[StoredLayout]:
        """The newest version of each layout, by name."""

    def versions(self, name: str | None = None) -> Sequence[StoredLayout]:
        """Every version, of one layout or of all, by name and version."""

    def used(self) -> Mapping[tuple[str, int], Sequence[ReportId]]:
        """The files read with each version that were not undone, the oldest first."""


class Books(Protocol):
    @property
    def layouts(self) -> LayoutRepository: ...

    @property
    def audit(self) -> AuditTrail: ...
