"""Builders of Excel reports, and a writer whose sheets are easy to read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any, BinaryIO

from attrs import define, evolve

from backbeat.exports.model import Export, ExportRequest, SheetRow
from backbeat.fx.model import FxRate
from backbeat.kernel.ids import AccountId, ExportId
from backbeat.kernel.languages import Language
from backbeat.kernel.months import Month

SEPTEMBER = Month(2025, 9)


def an_export(**changes: Any) -> Export:
    """September of Mina, asked for on 20 October."""
    export = Export(
        ExportId("export-1"),
        AccountId("mina"),
        ExportRequest(SEPTEMBER, SEPTEMBER),
        FxRate.dollar(date(2025, 9, 30)),
        Language.ENGLISH,
        datetime(2025, 10, 20, 12, tzinfo=UTC),
    )
    return evolve(export, **changes)


@define
class PlainSheets:
    """Writes rows as JSON; the first `failures` times it breaks half-way."""

    failures: int = 0

    def write(self, to: BinaryIO, export: Export, rows: Iterator[SheetRow], *, gross: bool) -> int:
        """See `SheetWriter`."""
        found = [{**row._asdict(), "currency": export.rate.currency} for row in rows]
        content = json.dumps({"gross": gross, "rows": found}, default=str).encode()
        to.write(content[:10])
        if self.failures:
            self.failures -= 1
            raise OSError("no space left")
        to.write(content[10:])
        return len(found)
