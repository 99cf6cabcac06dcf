"""Report files in SQL: the files that were taken in."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

from attrs import asdict, frozen
from sqlalchemy import ColumnElement, Connection, Row, Table, func, select, true

from backbeat.fx.model import FxRate
from backbeat.kernel.errors import plain
from backbeat.kernel.ids import ReportId
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month, months_between
from backbeat.kernel.pages import Page, PageRequest
from backbeat.platforms.kinds import Kind
from backbeat.platforms.model import Platform
from backbeat.report_files.layouts.model import LayoutRate, LayoutUse
from backbeat.report_files.model import Changes, Doubt, IntakeStep, Phase, Remarks, ReportFile
from backbeat_adapters.sql.figures import (
    on_any_day,
    replaced_rows,
    report_files,
    report_rows,
    told,
)
from backbeat_adapters.sql.files import claims, rollups
from backbeat_adapters.sql.files.pieces import Pieces
from backbeat_adapters.sql.files.versions import is_chosen, start
from backbeat_adapters.sql.standing import Act


def to_row(file: ReportFile) -> dict[str, Any]:
    values = asdict(file, recurse=False)
    # What was noticed is stored beside what the file did, in one document; earlier files have none.
    remarks = plain(asdict(values.pop("remarks")))
    use = file.layout
    return {
        **values,
        "id": int(file.id),
        "changes": {**asdict(file.changes), "remarks": remarks},
        "layout": use and use.name,
        "layout_version": use and use.version,
        "layout_use": use and _use_to_json(use),
    }


def from_row(row: Row[Any]) -> ReportFile:
    values = dict(row._mapping)
    changes = dict(row.changes)
    values["id"] = ReportId(str(row.id))
    values["remarks"] = _remarks(changes.pop("remarks", {}))
    values["changes"] = Changes(**changes)
    name, version, use = (values.pop(key) for key in ("layout", "layout_version", "layout_use"))
    values["layout"] = None if name is None else _use_from_json(name, version, use)
    return ReportFile(**values)


def _remarks(kept: dict[str, Any]) -> Remarks:
    day = kept.get("last_day")
    typed = {
        "last_day": date.fromisoformat(day) if day else None,
        "unread": tuple(kept.get("unread", ())),
        "answered": tuple(map(Doubt, kept.get("answered", ()))),
    }
    return Remarks(**kept | typed)


def _use_to_json(use: LayoutUse) -> dict[str, Any]:
    return {
        "skipped": use.skipped,
        "amounts": {currency.value: f"{amount:f}" for currency, amount in use.amounts.items()},
        "rates": [_rate_to_json(each) for each in use.rates],
    }


def _rate_to_json(applied: LayoutRate) -> list[str]:
    rate = applied.rate
    return [rate.currency.value, str(applied.day), str(rate.day), f"{rate.rate:f}", rate.source]


def _use_from_json(name: str, version: int, kept: dict[str, Any]) -> LayoutUse:
    rates = [
        LayoutRate(
            date.fromisoformat(day),
            FxRate(Currency(currency), date.fromisoformat(of), Decimal(rate), source),
        )
        for currency, day, of, rate, source in kept["rates"]
    ]
    amounts = {Currency(code): Decimal(amount) for code, amount in kept["amounts"].items()}
    return LayoutUse(name, version, kept["skipped"], amounts, rates)


@frozen
class SqlReports:
    """The report files of one transaction; see the port."""

    connection: Connection

    def next_id(self) -> ReportId:
        newest = self.connection.execute(select(func.max(report_files.c.id))).scalar_one()
        return ReportId(str((newest or 0) + 1))

    def add(self, file: ReportFile) -> None:
        """Store the record of a file."""
        self.connection.execute(report_files.insert().values(to_row(file)))

    def get(self, report: ReportId) -> ReportFile | None:
        if not report.isdecimal() or len(report) > 18:
            return None
        query = select(report_files).where(report_files.c.id == int(report))
        row = self.connection.execute(query).one_or_none()
        return None if row is None else from_row(row)

    def named(self, name: str) -> Sequence[ReportFile]:
        """Every file of that name, the newest first."""
        files = report_files.c
        query = select(report_files).where(files.name == name).order_by(files.id.desc())
        return [from_row(row) for row in self.connection.execute(query)]

    def by_digest(self, sha256: str) -> ReportFile | None:
        """The newest file with these bytes."""
        return self._newest(report_files.c.sha256 == sha256)

    def page(self, request: PageRequest, platform: Platform | None = None) -> Page[ReportFile]:
        of = true() if platform is None else report_files.c.platform == platform
        count = select(func.count()).select_from(report_files).where(of)
        total = self.connection.execute(count).scalar_one()
        rows = self.connection.execute(
            select(report_files)
            .where(of)
            .order_by(report_files.c.id.desc())
            .limit(request.size)
            .offset(request.offset)
        )
        return Page([from_row(row) for row in rows], request.page, request.size, total)

    def owners(self, platform: Platform, kinds: Collection[Kind]) -> Sequence[str]:
        """The owners of the platform's files of these kinds."""
        files = report_files.c
        query = select(files.owner).where(
            files.platform == platform, files.kind.in_(kinds), files.undone_at.is_(None)
        )
        return sorted(self.connection.execute(query.distinct()).scalars())

    def encoding_told(self, platform: Platform, owner: str) -> str | None:
        """The encoding given for the newest of the owner's files that has one."""
        files = report_files.c
        query = select(report_files).where(
            files.platform == platform, files.owner == owner, files.undone_at.is_(None)
        )
        found = self.connection.execute(query.order_by(files.id.desc()))
        told = (
            file.remarks.encoding for row in found if (file := from_row(row)).remarks.encoding_told
        )
        return next(told, None)

    def meeting(self, platform: Platform, first: date, last: date) -> Sequence[ReportFile]:
        """The platform's files whose days meet these, the newest first."""
        files = report_files.c
        query = select(report_files).where(
            files.platform == platform,
            files.undone_at.is_(None),
            files.first <= last,
            files.last >= first,
        )
        return [from_row(row) for row in self.connection.execute(query.order_by(files.id.desc()))]

    def later(self, file: ReportFile) -> ReportFile | None:
        """The newest file after this one that its days meet; one without rows has no days."""
        files = report_files.c
        if file.first is None or file.last is None:
            return None
        return self._newest(
            files.id > int(file.id),
            files.platform == file.platform,
            files.kind == file.kind,
            files.owner == file.owner,
            files.first <= file.last,
            files.last >= file.first,
        )

    def keep_released(self, file: ReportFile) -> None:
        """Store the changes of the record, in which the releases are counted."""
        files = report_files.c
        changes = {"changes": to_row(file)["changes"]}
        self.connection.execute(
            report_files.update().where(files.id == int(file.id)).values(changes)
        )

    def undone(self, file: ReportFile) -> None:
        query = report_files.update().where(report_files.c.id == int(file.id))
        self.connection.execute(query.values(undone_at=file.undone_at))

    def _newest(self, *which: ColumnElement[bool]) -> ReportFile | None:
        query = select(report_files).where(*which, report_files.c.undone_at.is_(None))
        newest = query.order_by(report_files.c.id.desc()).limit(1)
        row = self.connection.execute(newest).one_or_none()
        return None if row is None else from_row(row)


def in_months(source: Table, file: ReportFile) -> ColumnElement[bool]:
    """The conditions of rows by which those of a file are sought, and rows of others are not met."""
    rows = source.c
    if file.first is None or file.last is None:
        return rows.month.is_(None)
    months = rows.month.in_(list(months_between(Month.of(file.first), Month.of(file.last))))
    akin = (rows.platform == file.platform) & (rows.kind == file.kind) & (rows.owner == file.owner)
    return months & on_any_day(source) & akin


def undo(pieces: Pieces, file: ReportFile) -> None:
    """Write every row as it was before the file, not yet visible."""
    number = int(file.id)
    change = start(pieces, Act.UNDO, number)
    back = replaced_rows.c.replaced_by == number
    pieces.progress(IntakeStep(Phase.COMPARING))
    with pieces.beside() as connection:
        change.choose(report_rows, report_rows.c.file == number, in_months(report_rows, file))
        rollups.touch(
            connection,
            select(*rollups.spot(report_rows)).where(is_chosen(pieces, report_rows)),
            select(*rollups.spot(replaced_rows)).where(back),
        )
        names = [column.name for column in told(report_rows)]
        change.lay(report_rows, select(*(replaced_rows.c[name] for name in names)).where(back))
        days = rollups.keep_touched(change)
    pieces.write(days, change.end(report_rows), change.bring(report_rows))
    pieces.progress(IntakeStep(Phase.ADDING_UP))
    with pieces.beside():
        tracks = claims.lay(
            change,
            file.kind,
            come=replaced_rows.select().where(back),
            go=report_rows.select().where(is_chosen(pieces, report_rows)),
        )
        figures = rollups.lay(change, [file.kind])
    pieces.write(*tracks, *figures, phase=Phase.ADDING_UP)
