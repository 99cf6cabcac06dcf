"""A file's rows staged in memory, and how they come into the books."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from attrs import define, field

from backbeat.figures.model import Figures
from backbeat.kernel.ids import Isrc, PlatformChannelId
from backbeat.memory.kept_rows import KeptRow, KeptRows, RowKey, key_of
from backbeat.report_files.model import (
    EVERYTHING,
    SPEAKING,
    Changes,
    Progress,
    Released,
    ReportFile,
    ReportRow,
    Rows,
    SuspenseFilter,
    SuspenseReason,
    unwatched,
)

if TYPE_CHECKING:
    from backbeat.memory.books import MemoryBooks, MemoryTransactions


class StagedRow(NamedTuple):
    """A row that is being taken in, and why it will wait in suspense, if it will."""

    row: ReportRow
    reason: SuspenseReason | None


@define
class MemoryStage:
    """Rows staged in a list, and what is to be done with them when they are shown."""

    transactions: MemoryTransactions
    turn: Lock
    _rows: list[StagedRow] = field(factory=list, init=False)
    _written: Callable[[MemoryBooks], None] | None = field(default=None, init=False)

    def add(self, rows: Rows, reasons: Sequence[SuspenseReason | None]) -> None:
        self._rows.extend(map(StagedRow, rows, reasons))

    @contextmanager
    def alone(self) -> Iterator[None]:
        with self.turn:
            try:
                yield
            finally:
                self._written = None

    def compare(self, file: ReportFile) -> Changes:
        return self._merge(file).changes

    def merge(self, file: ReportFile) -> Changes:
        merge = self._merge(file)

        def written(books: MemoryBooks) -> None:
            books.kept_rows.replace(file.id, merge.added | merge.changed, merge.removed)
            for staged in self._rows:
                books.videos.named(staged.row)

        self._written = written
        return merge.changes

    def undo(self, file: ReportFile) -> None:
        self._written = lambda books: books.kept_rows.put_back(file.id)

    def release(
        self,
        channels: Collection[PlatformChannelId] | None,
        tracks: Collection[Isrc] | None,
        of: SuspenseFilter = EVERYTHING,
    ) -> Released:
        with self.transactions.look() as books:
            free, kept = books.suspense.freed(channels, tracks, of)
        self._written = lambda books: books.kept_rows.current.update(kept)
        return free

    @contextmanager
    def show(self) -> Iterator[MemoryBooks]:
        with self.transactions.begin() as books:
            if self._written is not None:
                self._written(books)
            yield books

    def _merge(self, file: ReportFile) -> _Merge:
        with self.transactions.look() as books:
            return _Merge.of(books.kept_rows, file, self._rows)


@define
class MemoryStaging:
    transactions: MemoryTransactions
    _turn: Lock = field(factory=Lock, init=False)

    @contextmanager
    def open(self, progress: Progress = unwatched) -> Iterator[MemoryStage]:  # noqa: ARG002 - done in no time
        yield MemoryStage(self.transactions, self._turn)

    def sweep(self) -> None:
        """Nothing to do: in memory nothing outlives the process that wrote it."""


@define
class _Merge:
    changes: Changes
    added: dict[RowKey, KeptRow] = field(factory=dict)
    changed: dict[RowKey, KeptRow] = field(factory=dict)
    removed: list[RowKey] = field(factory=list)

    @classmethod
    def of(cls, rows: KeptRows, file: ReportFile, staged: Sequence[StagedRow]) -> _Merge:
        """Compare the staged rows with the stored ones."""
        merge = cls(Changes())
        folded = _folded(file, staged)
        booked = suspense = checked = suspended = unchanged = superseded = 0
        for key, new in folded.items():
            before = rows.current.get(key)
            kept = new if before is None else _sticky(before, new)
            if before is None:
                merge.added[key] = kept
            elif before.same_as(kept):
                unchanged += 1
            else:
                merge.changed[key] = kept
            nanos = kept.row.figures.revenue_nanos
            if kept.reason is not None:
                suspended += 1
                suspense += nanos
            elif kept.is_booked:
                booked += nanos
                superseded += _is_superseded(rows, kept)
            else:
                checked += nanos
        if file.replaced:
            merge.removed = [key for key in rows.keys_of(file) if key not in folded]
        merge.changes = Changes(
            added=len(merge.added),
            changed=len(merge.changed),
            unchanged=unchanged,
            removed=len(merge.removed),
            duplicates=len(staged) - len(folded),
            suspended=suspended,
            superseded=superseded,
            booked_nanos=booked,
            suspense_nanos=suspense,
            checked_nanos=checked,
        )
        return merge


def _folded(file: ReportFile, staged: Sequence[StagedRow]) -> dict[RowKey, KeptRow]:
    """The staged rows by key; lines with one key are added up under the first of them (FILE-8)."""
    lines: dict[RowKey, list[StagedRow]] = defaultdict(list)
    for line in staged:
        lines[key_of(file, line.row)].append(line)
    return {key: _added_up(file, alike) for key, alike in lines.items()}


def _added_up(file: ReportFile, alike: Sequence[StagedRow]) -> KeptRow:
    said = max(alike, key=_speaking)
    row = said.row._replace(
        line=min(line.row.line for line in alike),
        figures=reduce(Figures.plus, (line.row.figures for line in alike)),
    )
    return KeptRow(file.id, file.kind, row, said.reason)


def _speaking(line: StagedRow) -> list[str]:
    return [getattr(line.row, name) for name in SPEAKING]


def _sticky(before: KeptRow, new: KeptRow) -> KeptRow:
    """The new row; what was decided about the old one still applies, unless channel or track
    changed.
    """
    same = (before.row.channel, before.row.isrc) == (new.row.channel, new.row.isrc)
    return new._replace(reason=before.reason) if same else new


def _is_superseded(rows: KeptRows, kept: KeptRow) -> bool:
    row = kept.row
    return (
        kept.kind.is_open
        and kept.kind.is_daily
        and row.day is not None
        and rows.is_told_by_platform(row.video, row.day)
    )
