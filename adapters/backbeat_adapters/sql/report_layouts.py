"""Layouts of report files in SQL."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from attrs import frozen
from sqlalchemy import Connection, Row, select, text

from backbeat.kernel.ids import ReportId
from backbeat.report_files.layouts.definition import read_layout
from backbeat.report_files.layouts.model import StoredLayout
from backbeat_adapters.sql.figures import report_files
from backbeat_adapters.sql.report_kinds import report_layouts


@frozen
class SqlLayouts:
    """The layouts of one transaction; see the port."""

    connection: Connection

    def lock(self) -> None:
        """See `LayoutRepository`. On SQLite a transaction that writes is alone anyway."""
        if self.connection.dialect.name == "postgresql":
            self.connection.execute(text("LOCK TABLE report_layouts IN SHARE ROW EXCLUSIVE MODE"))

    def add(self, layout: StoredLayout) -> None:
        self.connection.execute(
            report_layouts.insert().values(
                name=layout.name,
                version=layout.version,
                kind=layout.layout.kind,
                definition=layout.text,
                added_at=layout.added_at,
                added_by=layout.added_by,
            )
        )

    def get(self, name: str, version: int | None = None) -> StoredLayout | None:
        layouts = report_layouts.c
        query = select(report_layouts).where(layouts.name == name)
        if version is not None:
            query = query.where(layouts.version == version)
        row = self.connection.execute(query.order_by(layouts.version.desc()).limit(1)).first()
        return None if row is None else _from_row(row)

    def newest(self) -> Sequence[StoredLayout]:
        return list({each.name: each for each in self.versions()}.values())

    def versions(self, name: str | None = None) -> Sequence[StoredLayout]:
        layouts = report_layouts.c
        query = select(report_layouts).order_by(layouts.name, layouts.version)
        if name is not None:
            query = query.where(layouts.name == name)
        return [_from_row(row) for row in self.connection.execute(query)]

    def used(self) -> Mapping[tuple[str, int], Sequence[ReportId]]:
        files = report_files.c
        query = (
            select(files.layout, files.layout_version, files.id)
            .where(files.layout.is_not(None), files.undone_at.is_(None))
            .order_by(files.id)
        )
        found: dict[tuple[str, int], list[ReportId]] = defaultdict(list)
        for name, version, number in self.connection.execute(query):
            found[name, version].append(ReportId(str(number)))
        return found


def _from_row(row: Row[Any]) -> StoredLayout:
    return StoredLayout(
        read_layout(row.definition, row.name),
        row.version,
        row.definition,
        row.added_at,
        row.added_by,
    )
