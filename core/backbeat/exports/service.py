"""Excel reports: requested, made by the worker, downloaded, deleted after a week (EXPORT-1,
EXPORT-2).
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import timedelta

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.dashboards.model import ConfirmedVideos
from backbeat.dashboards.service import Dashboards
from backbeat.exports import rules
from backbeat.exports.model import Export, ExportRequest, ExportStatus, Progress, SheetRow
from backbeat.exports.ports import Books, ExportFiles, SheetWriter, StoredFile
from backbeat.jobs.ports import Task
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, ExportId, NewId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency
from backbeat.kernel.spans import require_span
from backbeat.kernel.transactions import Transactions
from backbeat.settings import RpmBase

MAKE = "exports.make"
"""The job that makes one report."""
FORGET = "exports.forget"
"""The job that deletes old reports."""

KEPT = timedelta(days=7)
TRIES = 3
"""How often making a report is tried before it ends without a file."""

log = logging.getLogger(__name__)


@frozen
class Exports:
    """Excel reports of confirmed earnings, one row per video. `clock` is the security clock."""

    transactions: Transactions[Books]
    dashboards: Dashboards
    files: ExportFiles
    writer: SheetWriter
    clock: Clock
    new_id: NewId
    rpm_base: RpmBase

    # -- the account

    def ask(
        self, account: AccountId, request: ExportRequest, currency: Currency, language: Language
    ) -> Export:
        """Ask for a report; while the account has an open one, that is the answer (EXPORT-2).

        Refuses months that are reversed or span more than 400 days (2 `bad_range`), a channel
        (`not_found`) or subaccount (10001) that is unknown or not the account's to see, and a
        currency without a rate.
        """
        require_span(request.first.first, request.last.last)
        frame = self.dashboards.frame(rules.question(account, request), currency)
        with self.transactions.begin() as books:
            if books.accounts.lock(account) is None:
                raise AccountNotFound()
            known = books.exports.open_of(account)
            if known is not None:
                return known
            export = Export(
                ExportId(self.new_id()), account, request, frame.rate, language, self.clock.now()
            )
            books.exports.add(export)
            books.jobs.enqueue(MAKE, {"export": export.id})
            return export

    def show(self, account: AccountId, export: ExportId) -> Export:
        """The account's report; `NotFound` for anybody else's and for one that was deleted."""
        with self.transactions.look() as books:
            known = books.exports.get(account, export)
        if known is None:
            raise NotFound()
        return known

    def progress(self, export: Export) -> Progress | None:
        """How far the making of a report has come; None while it waits and once it has ended."""
        is_made = export.status is ExportStatus.PROCESSING
        return self.files.progress(export.id) if is_made else None

    def open(self, account: AccountId, export: ExportId) -> tuple[str, StoredFile]:
        """The name and the file of the account's report; `NotFound` if there is no file yet."""
        name = self.show(account, export).file_name
        file = self.files.open(export) if name else None
        if name is None or file is None:
            raise NotFound()
        return name, file

    # -- the worker

    def make(self, task: Task[Books]) -> None:
        """Write the file of one report; the third failure ends it without one.

        It may be killed at any moment: the next try starts again, and only a complete file counts.
        """
        export = self._begun(ExportId(str(task.job.payload["export"])))
        if export is None:
            return
        if task.job.attempt > TRIES:
            self._give_up(task, export, "the worker died at every try")
            return
        try:
            rows = self._written(export)
        except Exception as failure:
            if task.job.attempt < TRIES:
                raise
            # The error's text may quote titles; its kind is enough for the log (SEC-7).
            self._give_up(task, export, type(failure).__name__)
            return
        with task.closing() as books:
            books.exports.save(export.done(rows, self.clock.now()))

    def forget_old(self) -> int:
        """Delete reports that ended over seven days ago, the files first. Returns how many."""
        with self.transactions.look() as books:
            old = books.exports.ended_before(self.clock.now() - KEPT)
        for export in old:
            self.files.remove(export.id)
            with self.transactions.begin() as books:
                books.exports.remove(export.account, export.id)
        return len(old)

    # -- parts

    def _begun(self, which: ExportId) -> Export | None:
        with self.transactions.begin() as books:
            account = books.exports.account_of(which)
            known = books.exports.get(account, which) if account else None
            if known is None or not known.is_open:
                return None
            books.exports.save(known.begun())
            return known.begun()

    def _give_up(self, task: Task[Books], export: Export, why: str) -> None:
        log.warning("report %s ended without a file: %s", export.id, why)
        self.files.remove(export.id)
        with task.closing() as books:
            books.exports.save(export.given_up(self.clock.now()))

    def _written(self, export: Export) -> int:
        request = export.request
        asked = rules.question(export.account, request)
        with (
            self.dashboards.confirmed(asked, request.first, request.last) as found,
            self.files.writing(export.id) as file,
        ):
            gross = found.frame.gross
            return self.writer.write(file, export, self._rows(export, found), gross=gross)

    def _rows(self, export: Export, found: ConfirmedVideos) -> Iterator[SheetRow]:
        gross, rate = found.frame.gross, export.rate
        step = rules.step(found.total)
        for done, video in enumerate(found.videos):
            if done % step == 0:
                self.files.note(export.id, Progress(done, found.total))
            yield rules.row_of(video, rate, self.rpm_base, gross=gross)
        self.files.note(export.id, Progress(found.total, found.total))
