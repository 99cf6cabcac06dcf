"""What a month costs otherwise: the least it can, and what is often done."""

from __future__ import annotations

from typing import Any

from attrs import define, field
from tests.bench.measuring import Subject

_GROUPED = "SELECT channel, SUM(nanos) FROM record_figures WHERE month = '2025-09' GROUP BY channel"


@define(slots=False)
class _ThroughDriver(Subject):
    """Work on a connection of the database's driver, opened anew for each round."""

    url: str
    server: int | None = None
    _driver: Any = field(init=False)

    def before(self) -> None:
        self._driver = _connect(self.url)

    def after(self) -> None:
        self._driver.close()


class GroupBy(_ThroughDriver):
    """The limit: one GROUP BY of the same rows, through the driver."""

    def run(self) -> None:
        assert self._driver.execute(_GROUPED).fetchall()


@define(slots=False)
class Orm(Subject):
    """A peer: objects of SQLAlchemy's ORM, row by row, in a stream."""

    url: str
    server: int | None = None
    _engine: Any = field(init=False)

    def before(self) -> None:
        from sqlalchemy import create_engine

        self._engine = create_engine(self.url.replace("postgresql:", "postgresql+psycopg:"))

    def run(self) -> None:
        from sqlalchemy import select
        from sqlalchemy.orm import Session, registry

        from backbeat_adapters.sql.figures import record_figures

        class Figure:
            channel: str
            nanos: int

        mappers = registry()
        mappers.map_imperatively(Figure, record_figures)
        sums: dict[str, int] = {}
        with Session(self._engine) as session:
            figures = session.scalars(select(Figure), execution_options={"yield_per": 2000})
            for figure in figures:
                sums[figure.channel] = sums.get(figure.channel, 0) + figure.nanos
        assert sums
        mappers.dispose()

    def after(self) -> None:
        self._engine.dispose()


class Pandas(_ThroughDriver):
    """A peer: the rows as a data frame, grouped there."""

    def before(self) -> None:
        import pandas  # noqa: F401 - loaded before the clock runs

        super().before()

    def run(self) -> None:
        import pandas as pd

        rows = "SELECT channel, nanos FROM record_figures WHERE month = '2025-09'"
        cursor = self._driver.execute(rows)
        frame = pd.DataFrame(cursor.fetchall(), columns=["channel", "nanos"])
        assert len(frame.groupby("channel")["nanos"].sum())


def _connect(url: str) -> Any:
    if url.startswith("sqlite:///"):
        import sqlite3

        return sqlite3.connect(url.removeprefix("sqlite:///"))
    import psycopg

    return psycopg.connect(url)
