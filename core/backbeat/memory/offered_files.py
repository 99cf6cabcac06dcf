"""Report files in memory: for figures that a service has in tables of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path

from attrs import define, field, frozen

from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.platforms.model import Platform
from backbeat.report_files.conversion import Conversion
from backbeat.report_files.errors import UnreadableFile
from backbeat.report_files.layouts.model import LayoutChoice
from backbeat.report_files.model import Block, Ending, Reading, ReportRow, Rows
from backbeat.report_files.ports import NO_LAYOUTS


@frozen
class MemoryReport:
    """Fulfils `OpenReport`."""

    reading: Reading
    rows: tuple[ReportRow, ...]
    ending: Ending = field(factory=Ending)
    position: int | None = None

    def blocks(
        self,
        platform: Platform,  # noqa: ARG002 - every row has its own
        month: Month | None,  # noqa: ARG002
        conversion: Conversion | None = None,  # noqa: ARG002
    ) -> Iterator[Block]:
        yield Block(Rows.of(self.rows), bad=())


@define(eq=False)
class MemoryReportFiles:
    """Fulfils `ReportFiles`."""

    known: dict[Path, MemoryReport] = field(factory=dict)

    def offer(self, name: str, kind: Kind, *rows: ReportRow, owner: str = "us") -> Path:
        """Offer rows under a name of their own. Returns the name by which `Ingestion` opens them."""
        digest = sha256(repr(rows).encode()).hexdigest()
        reading = Reading(name, sha256=digest, size=len(rows), kind=kind, owner=owner)
        self.known[Path(name)] = MemoryReport(reading, rows)
        return Path(name)

    @contextmanager
    def open(
        self,
        path: Path,
        choice: LayoutChoice = NO_LAYOUTS,  # noqa: ARG002 - each kind is told
        encoding: str | None = None,  # noqa: ARG002 - no text
    ) -> Iterator[MemoryReport]:
        yield self._known(path)

    def digest(self, path: Path) -> str:
        return self._known(path).reading.sha256

    def _known(self, path: Path) -> MemoryReport:
        if path not in self.known:
            raise UnreadableFile(path.name, "there is no such table")
        return self.known[path]
