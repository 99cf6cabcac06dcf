"""Taking in report files, undoing them, and releasing rows from suspense."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import islice
from pathlib import Path

from attrs import define, evolve, field, frozen

from backbeat.audit.model import AuditEntry, mask_addresses
from backbeat.figures.service import DESCRIBE, ROLL_UP
from backbeat.fx.model import FxRate
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import Isrc, PlatformChannelId, ReportId
from backbeat.kernel.isrc import normalise_isrc
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.platforms.kinds import Kind, Role
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import KINDS, platform_of_kind
from backbeat.report_files import questions, rules
from backbeat.report_files.announcements import ANNOUNCE
from backbeat.report_files.conversion import Conversion
from backbeat.report_files.errors import (
    BadLines,
    FileAsks,
    FileRefused,
    NothingToRelease,
    ReportNotFound,
    UndoRefused,
    UnknownReport,
)
from backbeat.report_files.layouts.errors import LayoutLacks, RatesMissing, UnknownLayout
from backbeat.report_files.layouts.model import LayoutChoice, LayoutUse, StoredLayout
from backbeat.report_files.model import (
    EVERYTHING,
    UNASKED,
    Answers,
    BadLine,
    Block,
    Ending,
    Grouping,
    IntakeStep,
    Outcome,
    Phase,
    Progress,
    Reading,
    Reconciled,
    Releasable,
    Released,
    Remarks,
    ReportFile,
    Rows,
    Shown,
    SuspenseFilter,
    SuspenseReason,
    UnmatchedLine,
    unwatched,
)
from backbeat.report_files.ports import Books, OpenReport, ReportFiles, Staging

_LOOKED_UP_TOGETHER = 10
"""For so many blocks of rows at once it is looked up whose their channels and tracks are."""

MOST_BAD_LINES = 100
"""After how many bad lines a file is not read any further."""

SWEEP = "report_files.sweep"


@frozen
class Ingestion:
    """Report files and what happens to them.

    `clock` is the business clock. Acts are the operator's; each is recorded in the audit trail.
    """

    transactions: Transactions[Books]
    staging: Staging
    files: ReportFiles
    clock: Clock

    def ingest(
        self,
        path: Path,
        by: Actor,
        *,
        month: Month | None = None,
        owner: str | None = None,
        platform: str | None = None,
        layout: str | None = None,
        replace: bool = False,
        dry_run: bool = False,
        answers: Answers = UNASKED,
        progress: Progress = unwatched,
    ) -> Outcome:
        """Take in a file, all of it or nothing. Returns what that changed.

        The same file again changes nothing. `platform` says whose channels a file of the open
        format is about; `layout` names the operator's layout with which to read it, or a kind, if
        the header does not determine it. With `replace` it becomes the whole truth for its
        platform, kind, owner and period. With `dry_run` nothing is stored. `answers` are the
        operator's answers to possible questions about the file; an encoding given once counts for
        the owner's further files. Refuses with `UnreadableFile`, `EmptyFile`, `NoHeaderLine`,
        `UnknownReport`, `WrongCurrency`, `OptionNeeded`, `UnknownPlatform`, `WrongPlatform`,
        `UnknownLayout`, `LayoutsFit`, `LayoutLacks`, `RatesMissing`, `BadLines` or `FileAsks`.
        """
        progress(IntakeStep(Phase.OPENING))
        with self.transactions.look() as books:
            choice = _choice(books, path, layout)
        wanted = _Wanted(path, by, month, owner, platform, replace, dry_run)
        try:
            return self._taken_in(wanted, choice, answers, progress)
        except (UnknownReport, LayoutLacks) as refusal:
            told = self._encoding_of_header(wanted, choice, refusal, answers)
            if told is None:
                raise
        return self._taken_in(wanted, choice, evolve(answers, encoding=told), progress)

    def _taken_in(
        self,
        wanted: _Wanted,
        choice: LayoutChoice,
        answers: Answers,
        progress: Progress,
    ) -> Outcome:
        with self.files.open(wanted.path, choice, answers.encoding) as report:
            reading = report.reading
            rules.require_titles_only(reading)
            order = self._order(wanted, reading, answers)
            with self.transactions.look() as books:
                known = None if wanted.replace else _known(books, reading, order)
                told = _encoding_told(books, reading, order)
            if known is not None:
                return Outcome(known, known=True, dry_run=wanted.dry_run)
            if told is None:
                return self._read(report, order, progress)
        return self._taken_in(wanted, choice, evolve(answers, encoding=told), progress)

    def _order(self, wanted: _Wanted, reading: Reading, answers: Answers) -> _IngestRequest:
        """The request with owner and month determined; refused if they cannot be."""
        of = rules.platform_of(reading, wanted.platform)
        with self.transactions.look() as books:
            known = books.reports.owners(of, _akin(reading.kind))
        owner, month = rules.owner_and_month(reading, wanted.owner, wanted.month, known)
        return _IngestRequest(
            wanted.by,
            of,
            owner,
            month,
            replace=wanted.replace,
            dry_run=wanted.dry_run,
            answers=answers,
        )

    def _encoding_of_header(
        self,
        wanted: _Wanted,
        choice: LayoutChoice,
        refusal: UnknownReport | LayoutLacks,
        answers: Answers,
    ) -> str | None:
        """The encoding given for the owner's earlier files, if the header is recognised in it."""
        tried = questions.encodings_to_try(refusal.questions) if answers.encoding is None else ()
        for name in tried:
            try:
                with self.files.open(wanted.path, choice, name) as report:
                    order = self._order(wanted, report.reading, answers)
            except FileRefused:
                continue
            with self.transactions.look() as books:
                if books.reports.encoding_told(order.platform, order.owner) == name:
                    return name
        return None

    def undoable(self, report: ReportId) -> ReportFile:
        """The file as it stands; refused as `undo` would refuse it now."""
        with self.transactions.look() as books:
            return _undoable(books, report)

    def undo(
        self,
        report: ReportId,
        by: Actor,
        reason: str | None = None,
        *,
        progress: Progress = unwatched,
    ) -> ReportFile:
        """Restore everything as it was before the file.

        Refuses with `UndoRefused` a file that is already undone, one that a close has used, and one
        after which another of its kind, owner and days came: that one has to be undone first.
        """
        with self.staging.open(progress) as stage, stage.alone():
            with self.transactions.look() as books:
                file = _undoable(books, report)
            stage.undo(file)
            with stage.show() as books:
                # A close may have used the file meanwhile.
                undone = evolve(_undoable(books, report), undone_at=self.clock.now())
                books.reports.undone(undone)
                books.audit.record(self._entry(by, "report.undone", file, reason))
        return undone

    def release(
        self,
        names: str | Sequence[str] | None,
        by: Actor,
        reason: str | None = None,
        *,
        of: SuspenseFilter = EVERYTHING,
        progress: Progress = unwatched,
    ) -> Released:
        """Book the rows that wait for channels that are verified by now, or tracks now in the
        catalogue (FILE-14).

        `names` are platform channel ids and track codes, or a single one; None means everything
        that is known by now. Refuses with `NothingToRelease` if one of them releases nothing, and
        then books nothing.
        """
        wanted = [names] if isinstance(names, str) else names
        with self.staging.open(progress) as stage, stage.alone():
            if wanted is None:
                released = stage.release(None, None, of)
            else:
                with self.transactions.look() as books:
                    chosen = _chosen(books.suspense.releasable(of), wanted)
                released = stage.release(*chosen, of)
            if released.rows:
                with stage.show() as books:
                    _keep_released(books, released)
                    books.audit.record(self._release_entry(released, wanted, by, reason))
        return released

    def sweep(self) -> None:
        """Remove what a killed process has left half written (FILE-23)."""
        self.staging.sweep()

    def releasable(self, of: SuspenseFilter = EVERYTHING) -> Sequence[Releasable]:
        """What a release would book now, by cause and name."""
        with self.transactions.look() as books:
            return books.suspense.releasable(of)

    def page(self, request: PageRequest, platform: Platform | None = None) -> Page[ReportFile]:
        """The files that were taken in, of one platform or of all, the newest first."""
        with self.transactions.look() as books:
            return books.reports.page(request, platform)

    def get(self, report: ReportId) -> ReportFile:
        """A file; refuses with `ReportNotFound`."""
        with self.transactions.look() as books:
            return _existing(books, report)

    def unmatched(self, of: SuspenseFilter = EVERYTHING) -> Sequence[UnmatchedLine]:
        """What waits in suspense and what would release it, the largest sums first."""
        with self.transactions.look() as books:
            return books.suspense.unmatched(of)

    def dust(self) -> Decimal:
        """What all files contained below a nano-USD, in USD: a part of suspense (FILE-15)."""
        with self.transactions.look() as books:
            return books.suspense.dust()

    def shown(
        self,
        by: Grouping,
        *,
        report: ReportId | None = None,
        month: Month | None = None,
        kind: Kind | None = None,
    ) -> Sequence[Shown]:
        """What a file, or all files of a month, contained, kind by kind (FILE-19).

        A file shows the rows that it brought; rows that were already there are shown with the file
        that brought them. Refuses with `ReportNotFound`.
        """
        with self.transactions.look() as books:
            if report is not None:
                _existing(books, report)
            return books.report_rows.shown(by, report=report, month=month, kind=kind)

    def _read(self, report: OpenReport, order: _IngestRequest, progress: Progress) -> Outcome:
        reading = report.reading
        # One day of tolerance: where the platform is, the next day may already have begun.
        newest = Month.of(self.clock.today() + timedelta(1)).last
        tally = _Tally(reading, newest, self.transactions)
        conversion = Conversion(self._rate_on)
        blocks = report.blocks(order.platform, order.month, conversion)
        with self.staging.open(progress) as stage:
            for rows, reasons in tally.placed(blocks):
                stage.add(rows, reasons)
                progress(_read_so_far(report, tally.lines))
            tally.require_good(report.ending)
            _require_rates(reading, conversion)
            if reading.layout is not None:
                tally.layout = conversion.use(reading.layout.name, reading.layout.version)
            self._require_answers(tally, report.ending, order)
            if order.dry_run:
                known, file = self._account(tally, order)
                return known or Outcome(evolve(file, changes=stage.compare(file)), dry_run=True)
            with stage.alone():
                # Somebody may have taken in the same file while this one was read.
                known, file = self._account(tally, order)
                if known is not None:
                    return known
                file = evolve(file, changes=stage.merge(file))
                with stage.show() as books:
                    books.reports.add(file)
                    books.audit.record(self._entry(order.by, "report.ingested", file))
                    _ask_for_more(books, file)
        with self.transactions.look() as books:
            return Outcome(
                file,
                unmatched=books.suspense.unmatched(SuspenseFilter(file.id)),
                reconciliation=_reconciliation(books, order.month)
                if file.kind.is_summary and order.month is not None
                else (),
            )

    def _account(self, tally: _Tally, order: _IngestRequest) -> tuple[Outcome | None, ReportFile]:
        """The outcome of a known file, or the record of a new one."""
        with self.transactions.look() as books:
            known = None if order.replace else _known(books, tally.reading, order)
            file = tally.file(books.reports.next_id(), order, self.clock.now())
        if known is None:
            return None, file
        return Outcome(known, known=True, dry_run=order.dry_run), file

    def _require_answers(self, tally: _Tally, ending: Ending, order: _IngestRequest) -> None:
        """Refuse a file with unanswered questions; remember the answered ones (FILE-26)."""
        tally.remarks = evolve(
            tally.remarks, has_total=ending.total is not None, blanks=dict(ending.blanks)
        )
        file = tally.file(ReportId(""), order, self.clock.now())
        if file.first is None and order.month is not None:
            file = evolve(file, first=order.month.first, last=order.month.last)
        asked = questions.about_text(tally.reading, ending)
        if file.first is not None and file.last is not None:
            first, last = Month.of(file.first).previous.first, Month.of(file.last).next.last
            with self.transactions.look() as books:
                beside = books.reports.meeting(order.platform, first, last)
                stated = books.report_rows.summary(Month.of(file.first))
                same = books.reports.by_digest(file.sha256)
            rows = questions.about_rows(file, ending, beside, stated, self.clock.today())
            again = questions.about_bytes(file, same, tells_month=tally.reading.tells_month)
            asked = [*asked, *rows, *again]
        unanswered = questions.unanswered(asked, order.answers)
        if unanswered:
            raise FileAsks(file=file.name, questions=unanswered)
        tally.remarks = evolve(tally.remarks, answered=tuple(each.doubt for each in asked))

    def _rate_on(self, currency: Currency, day: date) -> FxRate | None:
        with self.transactions.look() as books:
            return books.rates.newest(currency, day)

    def _release_entry(
        self, released: Released, names: Sequence[str] | None, by: Actor, reason: str | None
    ) -> AuditEntry:
        return AuditEntry(
            at=self.clock.now(),
            actor=by,
            action="suspense.released",
            target=f"suspense:{'all' if names is None else ','.join(names)}",
            after={"rows": released.rows, "nanos": released.nanos},
            reason=reason,
        )

    def _entry(
        self, by: Actor, action: str, file: ReportFile, reason: str | None = None
    ) -> AuditEntry:
        return AuditEntry(
            at=self.clock.now(),
            actor=by,
            action=action,
            target=f"report:{file.id}",
            after={
                "file": mask_addresses(file.name),
                "platform": file.platform.name,
                "kind": file.kind,
                "sha256": file.sha256,
                "added": file.changes.added,
                "changed": file.changes.changed,
                "removed": file.changes.removed,
                "total": file.total,
            },
            reason=reason,
        )


@frozen
class _Wanted:
    """The operator's request, before the file was read."""

    path: Path
    by: Actor
    month: Month | None
    owner: str | None
    platform: str | None
    replace: bool
    dry_run: bool


@frozen
class _IngestRequest:
    """What was asked for, with owner and month found out."""

    by: Actor
    platform: Platform
    owner: str
    month: Month | None
    replace: bool
    dry_run: bool
    answers: Answers = UNASKED


@define
class _Tally:
    """Counts a file's rows while it is read, and decides where each row goes."""

    reading: Reading
    newest: date
    """The last day of the last month to which a row may belong."""
    transactions: Transactions[Books]
    lines: int = 0
    rows: int = 0
    before_start: int = 0
    nanos: int = 0
    dust: Decimal = Decimal(0)
    first: date | None = None
    last: date | None = None
    days: set[date] = field(factory=set)
    months: Counter[Month] = field(factory=Counter)
    remarks: Remarks = field(factory=Remarks)
    layout: LayoutUse | None = None
    bad: list[BadLine] = field(factory=list)
    _spans: dict[PlatformChannelId, rules.Spans | None] = field(factory=dict)
    _tracks: dict[Isrc, bool] = field(factory=dict)

    def placed(
        self, blocks: Iterator[Block]
    ) -> Iterator[tuple[Rows, Sequence[SuspenseReason | None]]]:
        """The rows, each with its outcome, until there is a bad line: from then on it only counts."""
        while some := list(islice(blocks, _LOOKED_UP_TOGETHER)):
            self._look_up([rows for rows, _ in some])
            for rows, bad in some:
                self.lines += len(rows) + len(bad)
                self.bad += sorted([*bad, *self._to_come(rows)])
                if len(self.bad) > MOST_BAD_LINES:
                    return
                if rows and not self.bad:
                    self._count(rows)
                    yield rows, self._reasons(rows)

    def _to_come(self, rows: Rows) -> Iterator[BadLine]:
        early = {when for when in set(rows.whens) if _first_of(when) > self.newest}
        if early:
            for line, when in zip(rows.lines, rows.whens, strict=True):
                if when in early:
                    yield BadLine(line, f"{_month_of(when)} is still to come")

    def require_good(self, ending: Ending) -> None:
        """Refuse a file with bad lines, naming the first of them."""
        if self.bad:
            raise BadLines(
                file=self.reading.name,
                lines=[str(line) for line in self.bad[:MOST_BAD_LINES]],
                total=len(self.bad),
                questions=questions.about_text(self.reading, ending),
            )

    def file(self, report: ReportId, order: _IngestRequest, now: datetime) -> ReportFile:
        """The record of the file, whose changes are not known yet."""
        reading = self.reading
        first, last = self.first, self.last
        if order.replace and order.month is not None:
            # The file covers its whole month, whichever days have rows.
            first = min(first or order.month.first, order.month.first)
            last = max(last or order.month.last, order.month.last)
        return ReportFile(
            id=report,
            name=reading.name,
            sha256=reading.sha256,
            size=reading.size,
            kind=reading.kind,
            platform=order.platform,
            is_adjustment=reading.is_adjustment,
            owner=order.owner,
            first=first,
            last=last,
            rows=self.rows,
            before_start=self.before_start,
            total=rules.total_of(self.nanos, self.dust),
            dust=self.dust,
            ingested_at=now,
            ingested_by=order.by.id,
            replaced=order.replace,
            layout=self.layout,
            remarks=evolve(
                self.remarks,
                encoding=reading.encoding,
                encoding_told=reading.encoding_told,
                unread=tuple(reading.unread),
                other_months={
                    str(month): rows
                    for month, rows in sorted(self.months.items())
                    if order.month not in (None, month)
                },
                days=len(self.days),
                last_day=max(self.days, default=None),
            ),
        )

    def _look_up(self, some: Sequence[Rows]) -> None:
        if self.reading.kind.role is Role.CHECK:
            return
        channels = {each for rows in some for each in set(rows.channels)}
        channels.difference_update(self._spans)
        tracks = {Isrc(isrc) for rows in some for isrc in set(rows.isrcs) if isrc}
        tracks.difference_update(self._tracks)
        if not channels and not tracks:
            return
        with self.transactions.look() as books:
            found = books.channels.of_platform(channels)
            known = books.tracks.known(tracks)
        self._spans.update(
            (channel, rules.spans_of(found[channel]) if found.get(channel) else None)
            for channel in channels
        )
        self._tracks.update((track, track in known) for track in tracks)

    def _count(self, rows: Rows) -> None:
        self.rows += len(rows)
        self.nanos += sum(rows.nanos)
        self.dust = rules.added(self.dust, *filter(None, rows.dusts))
        whens = set(rows.whens)
        self.days.update(when for when in whens if not isinstance(when, Month))
        if len(set(map(_month_of, whens))) == 1:
            self.months[_month_of(rows.whens[0])] += len(rows)
        else:
            for when, count in Counter(rows.whens).items():
                self.months[_month_of(when)] += count
        first, last = min(map(_first_of, whens)), max(map(_last_of, whens))
        self.first = first if self.first is None else min(first, self.first)
        self.last = last if self.last is None else max(last, self.last)

    def _reasons(self, rows: Rows) -> Sequence[SuspenseReason | None]:
        if self.reading.kind.role is Role.CHECK:
            return [None] * len(rows)
        # Rows of a channel and day come together, and so do those of a track.
        for (channel, when), count in Counter(zip(rows.channels, rows.whens, strict=True)).items():
            self.before_start += count * rules.is_before_start(self._spans[channel], when)
        named = list(zip(rows.channels, rows.isrcs, strict=True))
        reasons = {
            (channel, isrc): rules.suspense_reason(self._spans[channel], isrc, self._tracks)
            for channel, isrc in set(named)
        }
        return [reasons[names] for names in named]


def _read_so_far(report: OpenReport, lines: int) -> IntakeStep:
    """Progress in bytes of the file, or in lines without a known total."""
    if report.position is None:
        return IntakeStep(Phase.READING, lines)
    return IntakeStep(Phase.READING, report.position, report.reading.size)


def _month_of(when: date | Month) -> Month:
    return when if isinstance(when, Month) else Month.of(when)


def _first_of(when: date | Month) -> date:
    return when.first if isinstance(when, Month) else when


def _last_of(when: date | Month) -> date:
    return when.last if isinstance(when, Month) else when


def _akin(kind: Kind) -> Sequence[Kind]:
    """The kinds whose files' owners determine who the owner of such a file is."""
    if not kind.named_by_owner:
        return (kind,)
    of = platform_of_kind(kind)
    return tuple(each for each in KINDS if each.named_by_owner and platform_of_kind(each) is of)


def _known(books: Books, reading: Reading, order: _IngestRequest) -> ReportFile | None:
    """The file itself, if nothing has come since that could have changed its rows."""
    file, month = books.reports.by_digest(reading.sha256), order.month
    if (
        file is None
        or (file.platform, file.kind, file.owner, file.is_adjustment)
        != (order.platform, reading.kind, order.owner, reading.is_adjustment)
        or _version(file.layout) != _version(reading.layout)
        or (not reading.tells_month and month is not None and file.first != month.first)
        or books.reports.later(file) is not None
    ):
        return None
    return file


def _encoding_told(books: Books, reading: Reading, order: _IngestRequest) -> str | None:
    """The encoding given for an earlier file of the owner, for a text that seems to be in another
    one.
    """
    bad = reading.bad_byte
    if bad is None or order.answers.encoding is not None or not questions.speaks_otherwise(bad):
        return None
    return books.reports.encoding_told(order.platform, order.owner)


def _version(layout: LayoutUse | StoredLayout | None) -> tuple[str, int] | None:
    return None if layout is None else (layout.name, layout.version)


def _choice(books: Books, path: Path, named: str | None) -> LayoutChoice:
    """With which layouts the file may be read: all stored ones, or the named one."""
    if named is None:
        return LayoutChoice(books.layouts.newest())
    chosen = books.layouts.get(named) or next((kind for kind in KINDS if kind == named), None)
    if chosen is None:
        known = [each.name for each in books.layouts.newest()]
        raise UnknownLayout(file=path.name, layout=named, known=known)
    return LayoutChoice(chosen=chosen)


def _require_rates(reading: Reading, conversion: Conversion) -> None:
    if conversion.missing:
        days = [f"{currency} on {day}" for currency, day in sorted(conversion.missing)]
        raise RatesMissing(file=reading.name, missing=days)


def _ask_for_more(books: Books, file: ReportFile) -> None:
    """Enqueue what follows a file: titles of new videos, news for people, sums of networks."""
    if file.changes.any:
        books.jobs.enqueue(DESCRIBE, {}, key=DESCRIBE)
        if file.kind.is_daily:
            books.jobs.enqueue(ANNOUNCE, {"report": file.id}, key=file.id)
            books.jobs.enqueue(ROLL_UP, {}, key=ROLL_UP)


def _existing(books: Books, report: ReportId) -> ReportFile:
    file = books.reports.get(report)
    if file is None:
        raise ReportNotFound(report=report)
    return file


def _undoable(books: Books, report: ReportId) -> ReportFile:
    file = _existing(books, report)
    later = books.reports.later(file)
    if file.undone_at is not None:
        raise UndoRefused(report=report, problem="undone")
    if file.settled:
        raise UndoRefused(report=report, problem="settled")
    if later is not None:
        raise UndoRefused(report=report, problem="later_file", later=later.id)
    return file


def _chosen(
    lines: Sequence[Releasable], names: Sequence[str]
) -> tuple[Sequence[PlatformChannelId], Sequence[Isrc]]:
    """The channels and tracks with these names; refuses a name that releases nothing."""
    known = {(line.reason, line.name) for line in lines}
    channels, tracks, nothing = [], [], []
    for name in names:
        channel, track = PlatformChannelId(name), Isrc(normalise_isrc(name))
        if (SuspenseReason.UNKNOWN_CHANNEL, channel) in known:
            channels.append(channel)
        elif (SuspenseReason.UNKNOWN_TRACK, track) in known:
            tracks.append(track)
        else:
            nothing.append(name)
    if nothing:
        raise NothingToRelease(name=", ".join(nothing))
    return channels, tracks


def _keep_released(books: Books, released: Released) -> None:
    for report, (rows, nanos) in released.by_file.items():
        file = _existing(books, report)
        now = file.changes
        changes = evolve(
            now, released=now.released + rows, released_nanos=now.released_nanos + nanos
        )
        books.reports.keep_released(evolve(file, changes=changes))


def _reconciliation(books: Books, month: Month) -> Sequence[Reconciled]:
    stated = books.report_rows.summary(month)
    found = {
        total.kind: total.nanos + total.suspense_nanos for total in books.confirmed.totals(month)
    }
    return rules.reconciled(stated, found)
