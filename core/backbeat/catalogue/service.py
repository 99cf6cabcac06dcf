"""The catalogue: importing, listing and retiring tracks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from pathlib import Path

from attrs import Factory, asdict, define, evolve, field, frozen

from backbeat.audit.model import AuditEntry, mask_addresses
from backbeat.catalogue.errors import TrackNotFound, UnknownPartner
from backbeat.catalogue.layout import CatalogueLayout
from backbeat.catalogue.model import CatalogueRow, Category, ImportReport, RefusedRow, Track
from backbeat.catalogue.ports import Books, CatalogueFiles, OpenCatalogue, TrackFilter
from backbeat.catalogue.ranking import RANK
from backbeat.catalogue.tagging import vocabulary_of
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import Isrc
from backbeat.kernel.isrc import normalise_isrc
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.settings import Music
from backbeat.site.rules import domain_of

Progress = Callable[[int], None]
"""Told how many tracks are done."""

_BATCH = 500
_SAMPLE = 5


def _unseen(_done: int) -> None:
    pass


@frozen
class Reading:
    """What an operator says about a file: its encoding, and the category of tracks that name none."""

    category: Category = Category.BGM
    encoding: str | None = None
    layout: CatalogueLayout | None = None


_AS_IT_IS = Reading()


@frozen
class Marks:
    """What an operator decides about a track; None leaves a value as it is.

    `partner` is the domain of the site whose people alone may use it; blank means everybody.
    """

    category: Category | None = None
    shopping: bool | None = None
    is_flagged_new: bool | None = None
    prioritized: bool | None = None
    partner: str | None = None

    def on(self, track: Track) -> Track:
        told = {name: value for name, value in asdict(self).items() if value is not None}
        if self.partner is not None:
            told["partner"] = domain_of(self.partner) or None
        return evolve(track, **told)


@frozen
class Catalogue:
    """The tracks. `clock` is the business clock."""

    transactions: Transactions[Books]
    files: CatalogueFiles
    clock: Clock
    settings: Music = Factory(Music)

    def import_file(
        self,
        path: Path,
        by: Actor,
        *,
        dry_run: bool = False,
        reading: Reading = _AS_IT_IS,
        progress: Progress = _unseen,
    ) -> ImportReport:
        """Take in a catalogue.

        Good lines are stored, bad ones are named in the report (MUSIC-13). An existing track is
        updated in the fields for which the file has a column. With `dry_run` nothing is kept: a
        preview. Refuses with `UnreadableCatalogue`.
        """
        with self.transactions.look() as books:
            vocabulary = vocabulary_of(books)
            tally = _Tally(reading.category, {site.domain for site in books.sites.all()})
        with self.files.open(path, reading.encoding, reading.layout) as file:
            tracks = list(tally.good(file.rows(self.prefixes, vocabulary)))
            with self.transactions.begin() as books:
                for batch in _batches(tracks):
                    tally.keep(books, batch, self.clock, dry_run=dry_run)
                    progress(tally.done)
                report = tally.report(file, dry_run=dry_run)
                if not dry_run:
                    books.audit.record(self._entry(report, by))
                    books.jobs.enqueue(RANK, {}, key=RANK)
        return report

    def export(self, path: Path, *, retired: bool = False, progress: Progress = _unseen) -> int:
        """Write the catalogue to a file that `import_file` can read. Returns the number of tracks
        written.
        """
        with self.transactions.look() as books:
            return self.files.write(path, _counted(books.tracks.every(retired=retired), progress))

    def page(self, filter: TrackFilter, request: PageRequest) -> Page[Track]:
        """Tracks that pass the filter, in order of their codes."""
        with self.transactions.look() as books:
            return books.tracks.page(filter, request)

    def get(self, code: str) -> Track:
        """The track with this code, however it is written; refuses with `TrackNotFound`."""
        with self.transactions.look() as books:
            return _existing(books.tracks.of, code)

    def retire(self, code: str, by: Actor, reason: str | None = None) -> Track:
        """Stop offering the track; reports may still name it."""
        with self.transactions.begin() as books:
            track = _existing(books.tracks.lock, code)
            if track.retired_at is not None:
                return track
            retired = evolve(track, retired_at=self.clock.now())
            return _kept(books, retired, self._act(track, by, "track.retired", reason))

    def bring_back(self, code: str, by: Actor, reason: str | None = None) -> Track:
        """Offer a retired track again."""
        with self.transactions.begin() as books:
            track = _existing(books.tracks.lock, code)
            if track.retired_at is None:
                return track
            back = evolve(track, retired_at=None)
            return _kept(books, back, self._act(track, by, "track.brought_back", reason))

    def mark(self, code: str, marks: Marks, by: Actor, reason: str | None = None) -> Track:
        """Set what the operator decides about a track.

        Refuses with `TrackNotFound`, and with `UnknownPartner` if no site has the domain.
        """
        with self.transactions.begin() as books:
            track = _existing(books.tracks.lock, code)
            marked = marks.on(track)
            if marked.partner is not None and books.sites.by_domain(marked.partner) is None:
                raise UnknownPartner(partner=marked.partner)
            if marked == track:
                return track
            changed = (asdict(track), asdict(marked))
            names = [name for name in changed[0] if changed[0][name] != changed[1][name]]
            before, after = ({name: each[name] for name in names} for each in changed)
            act = self._act(track, by, "track.marked", reason)
            return _kept(books, marked, evolve(act, before=before, after=after))

    @property
    def prefixes(self) -> tuple[str, ...]:
        """The beginnings that this library's codes may have; none means any."""
        parts = self.settings.isrc_prefix.split(",")
        return tuple(prefix for part in parts if (prefix := normalise_isrc(part)))

    def _act(self, track: Track, by: Actor, action: str, reason: str | None) -> AuditEntry:
        target = f"track:{track.isrc}"
        return AuditEntry(self.clock.now(), by, action, target, reason=reason)

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
    """The running result of an import; `category` is that of new tracks whose line names none."""

    category: Category
    partners: Collection[str]
    added: int = 0
    changed: int = 0
    unchanged: int = 0
    refused: list[RefusedRow] = field(factory=list)
    sample: list[Track] = field(factory=list)
    unknown_tags: Counter[str] = field(factory=Counter)

    @property
    def done(self) -> int:
        return self.added + self.changed + self.unchanged

    def good(self, rows: Iterable[CatalogueRow | RefusedRow]) -> Iterator[CatalogueRow]:
        """The accepted lines; the others are noted."""
        for row in rows:
            taken = self._judged(row) if isinstance(row, CatalogueRow) else row
            if isinstance(taken, RefusedRow):
                self.refused.append(taken)
            else:
                self.unknown_tags.update(taken.unknown_tags)
                yield taken

    def keep(self, books: Books, rows: list[CatalogueRow], clock: Clock, *, dry_run: bool) -> None:
        """Compare some lines with what is stored, and store what differs."""
        # A preview makes nobody wait.
        read = books.tracks.of if dry_run else books.tracks.lock
        there = read([row.isrc for row in rows])
        now = clock.now()
        saved = []
        for row in rows:
            before = there.get(row.isrc)
            track = before.updated(row.told) if before else self._new(row, now)
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

    def _new(self, row: CatalogueRow, now: datetime) -> Track:
        """A track of which only the file tells."""
        told = {"name": row.isrc, "category": self.category, **row.told}
        return Track(row.isrc, added_at=now, **told)  # type: ignore[arg-type]

    def report(self, file: OpenCatalogue, *, dry_run: bool) -> ImportReport:
        return ImportReport(
            file=file.name,
            columns=file.columns,
            ignored=file.ignored,
            added=self.added,
            changed=self.changed,
            unchanged=self.unchanged,
            refused=self.refused,
            sample=self.sample,
            unknown_tags=dict(self.unknown_tags.most_common()),
            encoding=file.encoding,
            dry_run=dry_run,
        )

    def _judged(self, row: CatalogueRow) -> CatalogueRow | RefusedRow:
        partner = row.told.get("partner")
        if partner is None or partner in self.partners:
            return row
        problem = f"no partner site has the domain {partner}; `backbeat site add` adds one"
        return RefusedRow(row.line, "unknown_partner", str(partner), problem)


def _existing(read: Callable[[Collection[Isrc]], Mapping[Isrc, Track]], code: str) -> Track:
    """The track that is read under the code; refuses with `TrackNotFound`."""
    isrc = Isrc(normalise_isrc(code))
    track = read([isrc]).get(isrc)
    if track is None:
        raise TrackNotFound(isrc=code)
    return track


def _kept(books: Books, track: Track, act: AuditEntry) -> Track:
    books.tracks.save([track])
    books.audit.record(act)
    books.jobs.enqueue(RANK, {}, key=RANK)
    return track


def _batches(rows: Iterable[CatalogueRow]) -> Iterator[list[CatalogueRow]]:
    rest = iter(rows)
    while batch := list(islice(rest, _BATCH)):
        yield batch


def _counted(tracks: Iterable[Track], progress: Progress) -> Iterator[Track]:
    for number, track in enumerate(tracks, start=1):
        yield track
        if number % _BATCH == 0:
            progress(number)
