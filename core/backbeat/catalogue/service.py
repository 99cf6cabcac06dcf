"""The catalogue: importing, listing and retiring tracks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from attrs import Factory, define, evolve, field, frozen

from backbeat.audit.model import AuditEntry, mask_addresses
from backbeat.catalogue.errors import TrackNotFound
from backbeat.catalogue.model import CatalogueRow, ImportReport, RefusedRow, Track
from backbeat.catalogue.ports import Books, CatalogueFiles, TrackFilter
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import Isrc
from backbeat.kernel.isrc import normalise_isrc
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.settings import Music

_BATCH = 500
_SAMPLE = 5


@frozen
class Catalogue:
    """The tracks. `clock` is the business clock."""

    transactions: Transactions[Books]
    files: CatalogueFiles
    clock: Clock
    settings: Music = Factory(Music)

    def import_file(self, path: Path, by: Actor, *, dry_run: bool = False) -> ImportReport:
        """Take a catalogue in. Good lines are kept, bad ones are named in the report (MUSIC-13).

        A track already in is updated by what the file has a column for. With `dry_run` nothing
        is kept: a preview. Refuses with `UnreadableCatalogue`.
        """
        tally = _Tally()
        with self.files.open(path) as file:
            tracks = list(tally.good(file.rows(self.prefixes)))
            with self.transactions.begin() as books:
                for batch in _batches(tracks):
                    tally.keep(books, batch, self.clock, dry_run=dry_run)
                report = ImportReport(
                    file=file.name,
                    columns=file.columns,
                    ignored=file.ignored,
                    added=tally.added,
                    changed=tally.changed,
                    unchanged=tally.unchanged,
                    refused=tally.refused,
                    sample=tally.sample,
                    dry_run=dry_run,
                )
                if not dry_run:
                    books.audit.record(self._entry(report, by))
        return report

    def page(self, filter: TrackFilter, request: PageRequest) -> Page[Track]:
        """Tracks that pass the filter, in order of their codes."""
        with self.transactions.look() as books:
            return books.tracks.page(filter, request)

    def get(self, code: str) -> Track:
        """The track with this code, however it is written; refuses with `TrackNotFound`."""
        with self.transactions.look() as books:
            return _existing(books, code)

    def retire(self, code: str, by: Actor, reason: str | None = None) -> Track:
        """Offer the track no longer; reports may go on naming it."""
        with self.transactions.begin() as books:
            track = _existing(books, code)
            if track.retired_at is not None:
                return track
            retired = evolve(track, retired_at=self.clock.now())
            books.tracks.save([retired])
            books.audit.record(
                AuditEntry(
                    at=self.clock.now(),
                    actor=by,
                    action="track.retired",
                    target=f"track:{track.isrc}",
                    reason=reason,
                )
            )
        return retired

    @property
    def prefixes(self) -> tuple[str, ...]:
        """The beginnings that this library's codes may have; none means any."""
        parts = self.settings.isrc_prefix.split(",")
        return tuple(prefix for part in parts if (prefix := normalise_isrc(part)))

    def _entry(self, report: ImportReport, by: Actor) -> AuditEntry:
        return AuditEntry(
            at=self.clock.now(),
            actor=by,
            action="tracks.imported",
            target="catalogue",
            after={
                "file": mask_addresses(report.file),
                "added": report.added,
                "changed": report.changed,
                "refused": len(report.refused),
            },
        )


@define
class _Tally:
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: list[RefusedRow] = field(factory=list)
    sample: list[Track] = field(factory=list)

    def good(self, rows: Iterable[CatalogueRow | RefusedRow]) -> Iterator[CatalogueRow]:
        """The lines taken; the others are noted."""
        for row in rows:
            if isinstance(row, RefusedRow):
                self.refused.append(row)
            else:
                yield row

    def keep(self, books: Books, rows: list[CatalogueRow], clock: Clock, *, dry_run: bool) -> None:
        """Compare some lines with what is there, and keep what differs."""
        there = books.tracks.of([row.isrc for row in rows])
        now = clock.now()
        saved = []
        for row in rows:
            before = there.get(row.isrc)
            base = before or Track(row.isrc, name=row.isrc, added_at=now)
            track = base.updated(row.told)
            if len(self.sample) < _SAMPLE:
                self.sample.append(track)
            if before is None:
                self.added += 1
            elif before.same_as(track):
                self.unchanged += 1
                continue
            else:
                self.changed += 1
            saved.append(track)
        if not dry_run:
            books.tracks.save(saved)


def _existing(books: Books, code: str) -> Track:
    track = books.tracks.get(Isrc(normalise_isrc(code)))
    if track is None:
        raise TrackNotFound(isrc=code)
    return track


def _batches(rows: Iterable[CatalogueRow]) -> Iterator[list[CatalogueRow]]:
    rest = iter(rows)
    while batch := list(islice(rest, _BATCH)):
        yield batch
