"""Storing layouts, and trying one on a file before it is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from pathlib import Path

from attrs import frozen

from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import ReportId
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month
from backbeat.kernel.transactions import Transactions
from backbeat.report_files import questions
from backbeat.report_files.conversion import Conversion, unconverted
from backbeat.report_files.layouts.definition import read_layout
from backbeat.report_files.layouts.errors import LayoutNotFound
from backbeat.report_files.layouts.model import LayoutChoice, ReportLayout, StoredLayout
from backbeat.report_files.layouts.ports import Books
from backbeat.report_files.model import BadLine, Question, ReportRow
from backbeat.report_files.ports import ReportFiles

SHOWN_ROWS = 5


@frozen
class Added:
    """The result of adding a layout. `is_new` says whether this made a new version."""

    stored: StoredLayout
    is_new: bool


@frozen
class Listed:
    """A version of a layout, and the files read with it."""

    stored: StoredLayout
    files: Sequence[ReportId]


@frozen
class Preview:
    """How a file would be read: amounts in its own currencies, nothing converted or stored."""

    first: Sequence[ReportRow]
    rows: int
    skipped: int
    amounts: Mapping[Currency, Decimal]
    unread: Sequence[str]
    recognised: bool
    bad: Sequence[BadLine]
    asked: Sequence[Question] = ()
    """The questions that its text would lead to when it is taken in (FILE-26)."""


@frozen
class ReportLayouts:
    """The operator's layouts of report files. `clock` is the business clock."""

    transactions: Transactions[Books]
    files: ReportFiles
    clock: Clock

    def add(self, text: str, by: Actor, file: str = "") -> Added:
        """Store a layout as the next version of its name; the same again makes no new one.

        Refuses with `LayoutRefused`.
        """
        layout = read_layout(text, file)
        with self.transactions.begin() as books:
            books.layouts.lock()
            newest = books.layouts.get(layout.name)
            if newest is not None and newest.layout == layout:
                return Added(newest, is_new=False)
            version = newest.version + 1 if newest else 1
            stored = StoredLayout(layout, version, text, self.clock.now(), by.id)
            books.layouts.add(stored)
            books.audit.record(
                AuditEntry(
                    at=stored.added_at,
                    actor=by,
                    action="report_layout.added",
                    target=f"report_layout:{layout.name}",
                    after={"version": version, "kind": layout.kind.value},
                )
            )
        return Added(stored, is_new=True)

    def list(self, name: str | None = None) -> Sequence[Listed]:
        """Every version of one layout or of all, with the files that count and were read with it."""
        with self.transactions.look() as books:
            used = books.layouts.used()
            return [
                Listed(each, used.get((each.name, each.version), ()))
                for each in books.layouts.versions(name)
            ]

    def get(self, name: str, version: int | None = None) -> StoredLayout:
        """That version, or the newest; refuses with `LayoutNotFound`."""
        with self.transactions.look() as books:
            found = books.layouts.get(name, version)
            if found is None:
                known = sorted({each.name for each in books.layouts.versions()})
                raise LayoutNotFound(layout=name, known=known)
            return found

    def preview(
        self,
        layout: ReportLayout,
        path: Path,
        month: Month | None = None,
        encoding: str | None = None,
    ) -> Preview:
        """How the file would be read.

        `month` is for rows that give none, `encoding` for a text that is neither UTF-8 nor UTF-16.
        Refuses a file that is not a table which the layout fits, as taking it in would.
        """
        tried = StoredLayout(layout, 0, "", self.clock.now(), "")
        conversion = Conversion(unconverted)
        first: list[ReportRow] = []
        bad: list[BadLine] = []
        rows = 0
        month = month or Month.of(self.clock.today())
        with self.files.open(path, LayoutChoice(chosen=tried), encoding) as report:
            for block in report.blocks(layout.platform, month, conversion):
                first += list(block.rows)[: SHOWN_ROWS - len(first)]
                rows += len(block.rows)
                bad += block.bad
            return Preview(
                first,
                rows,
                conversion.skipped,
                conversion.amounts,
                report.reading.unread,
                report.reading.recognised,
                sorted(bad),
                [
                    *questions.about_text(report.reading, report.ending),
                    *questions.about_layouts_total(report.ending),
                ],
            )
