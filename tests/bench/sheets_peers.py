"""What a workbook costs otherwise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from attrs import define, field
from tests.bench.measuring import Subject


@define(slots=False)
class Constants(Subject):
    """The limit: a workbook of constants, row by row by openpyxl: columns and kinds as ours has."""

    rows: int
    folder: Path

    def run(self) -> None:
        from openpyxl import Workbook

        workbook = Workbook(write_only=True)
        sheet = workbook.create_sheet("constants")
        texts = ["2025/09/01 - 2025/09/30", "Channel", "v0000000001", "A title", "A track"]
        row = [*texts, 1000, 500, 100, 10.25, 1.234567891, 12.345678912, 12.345678912, "USD"]
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
