"""Excel reports: `withdrawal/report.excel*` (EXPORT-1, EXPORT-3)."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.accounts.errors import AccountNotFound
from backbeat.exports.model import Export, ExportRequest, ExportStatus, Progress
from backbeat.exports.service import Exports
from backbeat.fx.errors import NoRate
from backbeat.kernel.documents import DocumentFormat
from backbeat.kernel.errors import BadRange, NotFound
from backbeat.kernel.ids import ChannelId, ExportId
from backbeat.kernel.months import Month
from backbeat.limits.rules import EXCEL
from backbeat_adapters.documents.media import MEDIA_TYPES
from backbeat_http.caller import Caller
from backbeat_http.operation import FileAnswer, FileStream, operation

Id = Annotated[str, Meta(max_length=64)]

_FAILED = 1
"""The value of `error` for a report that ended without a file (EXPORT-1)."""


@frozen
class ExportBody:
    """Which months, both included; of one channel, or of `self` or an account below (DASH-7)."""

    start: Month
    end: Month
    channel: Id | None = None
    subaccount: Annotated[str, Meta(max_length=254)] | None = None

    @property
    def request(self) -> ExportRequest:
        channel = None if self.channel is None else ChannelId(self.channel)
        return ExportRequest(self.start, self.end, channel, self.subaccount)


@frozen
class ExportQuery:
    id: Id


@frozen
class AskedExportView:
    """The requested report, or the one that was still open."""

    id: str
    status: ExportStatus

    @classmethod
    def of(cls, export: Export) -> AskedExportView:
        return cls(export.id, export.status)


@frozen
class ProgressView:
    """How many of the report's videos have been processed, in coarse steps."""

    done: int
    total: int


@frozen
class ExportView:
    """The state of a report.

    At its end it has `rows` and a file, or `error` 1 and neither. `progress` is given while it is
    being made.
    """

    id: str
    status: ExportStatus
    progress: ProgressView | None
    rows: int | None
    error: int | None
    file_name: str | None

    @classmethod
    def of(cls, export: Export, progress: Progress | None) -> ExportView:
        return cls(
            export.id,
            export.status,
            None if progress is None else ProgressView(*progress),
            export.rows,
            _FAILED if export.failed else None,
            export.file_name,
        )


@frozen
class ExportsResource:
    """Answers `withdrawal/report.excel` and `withdrawal/report.excel.download`."""

    exports: Exports

    @operation(
        "requestExcelReport", limit=EXCEL, refuses=(BadRange, NotFound, AccountNotFound, NoRate)
    )
    def on_post_excel(self, caller: Caller, body: ExportBody) -> AskedExportView:
        """Request the confirmed earnings of whole months as a workbook, one row per video.

        It is made in the background. While one of the caller's is open, that one is the answer.
        """
        return AskedExportView.of(
            self.exports.ask(caller.account, body.request, caller.currency, caller.language)
        )

    @operation("getExcelReport", refuses=(NotFound,))
    def on_get_excel(self, caller: Caller, query: ExportQuery) -> ExportView:
        """The progress of one of the caller's reports; it is deleted after seven days."""
        export = self.exports.show(caller.account, ExportId(query.id))
        return ExportView.of(export, self.exports.progress(export))

    @operation(
        "downloadExcelReport", files=(MEDIA_TYPES[DocumentFormat.XLSX],), refuses=(NotFound,)
    )
    def on_get_download(self, caller: Caller, query: ExportQuery) -> FileAnswer:
        """The workbook of one of the caller's reports."""
        name, file = self.exports.open(caller.account, ExportId(query.id))
        stream = FileStream(file.stream, file.size)
        return FileAnswer(stream, MEDIA_TYPES[DocumentFormat.XLSX], name)
