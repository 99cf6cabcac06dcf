"""P11: an Excel report of a month with many videos."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import define, field
from tests.bench.books import BENCH, MONTH, copied, make_box
from tests.bench.measuring import Subject

from backbeat.excel.model import Wanted
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency
from backbeat_adapters.container import Container

COLUMNS = 13
"""As many as the report has (D-066)."""


def close_month(url: str, folder: Path) -> None:
    """Close the month, so that there is something to report."""
    box = make_box(url, folder)
    box.settlements().close(MONTH, BENCH)
    box.engine().dispose()


@define(slots=False)
class Report(Subject):
    """Ours: the worker makes the report that an account asked for."""

    url: str
    folder: Path
    _box: Container = field(init=False)

    def before(self) -> None:
        self._box = make_box(copied(self.url), self.folder)
        self._box.excel_reports().ask(
            AccountId("creator0"), Wanted(MONTH, MONTH), Currency.USD, Language.ENGLISH
        )

    def run(self) -> None:
        assert self._box.worker().run_once().failed == 0

    def after(self) -> None:
        assert list(self.folder.rglob("*.xlsx"))
        self._box.engine().dispose()


@define(slots=False)
class Constants(Subject):
    """The limit: a workbook of constants, written row by row by openpyxl."""

    rows: int
    folder: Path

    def run(self) -> None:
        from openpyxl import Workbook

        workbook = Workbook(write_only=True)
        sheet = workbook.create_sheet("constants")
        row = ["2025-09", "Channel", "v0000000001", "A title of a video", "A track", 1, 2, 3]
        row = [*row, 0.5, 1.25, 12.345678, 12.345678, "USD"]
        for _ in range(self.rows):
            sheet.append(row)
        workbook.save(self.folder / "constants.xlsx")


@define(slots=False)
class Frame(Subject):
    """A peer: a pandas data frame's own to_excel."""

    rows: int
    folder: Path
    _pandas: Any = field(init=False)

    def before(self) -> None:
        import pandas as pd

        self._pandas = pd

    def run(self) -> None:
        texts = {f"text{number}": ["A title of a video"] * self.rows for number in range(6)}
        numbers = {f"number{number}": [12.345678] * self.rows for number in range(7)}
        frame = self._pandas.DataFrame({**texts, **numbers})
        frame.to_excel(self.folder / "frame.xlsx", index=False)
