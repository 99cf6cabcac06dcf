"""What taking a file in costs otherwise."""

from __future__ import annotations

import csv
import hashlib
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
from attrs import define, field
from psycopg import sql
from tests.bench.measuring import Subject

_AT_ONCE = 2_000


@define(slots=False)
class Hashed(Subject):
    """The limit: the file's digest."""

    file: Path

    def run(self) -> None:
        with self.file.open("rb") as stream:
            assert hashlib.file_digest(stream, "sha256").digest()


@define(slots=False)
class Shell(Subject):
    """The limit: the sqlite3 shell's own .import of the raw file, all of it text."""

    file: Path
    _to: Path = field(init=False)

    def before(self) -> None:
        self._to = self.file.with_name("raw.sqlite3")
        self._to.unlink(missing_ok=True)

    def run(self) -> None:
        shell = shutil.which("sqlite3")
        if shell is None:
            self._without_shell()
            return
        words = [shell, str(self._to), ".mode csv", f".import {self.file} raw"]
        subprocess.run(words, check=True)

    def _without_shell(self) -> None:
        with self.file.open(newline="") as stream, sqlite3.connect(self._to) as driver:
            rows = csv.reader(stream)
            names = next(rows)
            columns = ",".join(f'"{name}" TEXT' for name in names)
            driver.execute(f"CREATE TABLE raw ({columns})")
            driver.executemany(f"INSERT INTO raw VALUES ({','.join('?' * len(names))})", rows)


@define(slots=False)
class Copy(Subject):
    """The limit: COPY of the raw file, all of it text."""

    url: str
    file: Path
    server: int | None = None
    _driver: Any = field(init=False)

    def before(self) -> None:
        self._driver = psycopg.connect(self.url)

    def run(self) -> None:
        with self.file.open("rb") as stream:
            names = stream.readline().decode().strip().split(",")
            columns = sql.SQL(",").join(
                sql.SQL("{} text").format(sql.Identifier(name)) for name in names
            )
            self._driver.execute(sql.SQL("CREATE TABLE raw ({})").format(columns))
            with self._driver.cursor().copy("COPY raw FROM STDIN (FORMAT csv)") as copy:
                while block := stream.read(1 << 20):
                    copy.write(block)

    def after(self) -> None:
        self._driver.rollback()
        self._driver.close()


_KEY = "day, channel, video, claimed, uploader, country"
_MONEY = "revenue, ads, premium, transactions"
_SUMS = ", ".join(f"SUM({name})" for name in _MONEY.split(", "))
_ROLL_UPS = {
    "by_country": "channel, day, video, country",
    "by_video": "channel, day, video",
    "by_channel": "channel, day",
}


@define(slots=False)
class KeyedPass(Subject):
    """The limit: csv.reader, each row typed once, all columns under their key, and the roll-ups.

    No checks of what a row says, no look at what is there, no file of another version beside it.
    """

    url: str
    file: Path
    server: int | None = None
    _driver: Any = field(init=False)

    def before(self) -> None:
        if self.server is not None:
            self._driver = psycopg.connect(self.url)
        else:
            to = self.file.with_name("keyed.sqlite3")
            to.unlink(missing_ok=True)
            self._driver = sqlite3.connect(to, isolation_level=None)
            self._driver.execute("PRAGMA journal_mode = WAL")
            self._driver.execute("PRAGMA synchronous = FULL")
            self._driver.execute("BEGIN")
        self._create("estimates", _KEY)
        for name, key in _ROLL_UPS.items():
            self._create(name, key)

    def run(self) -> None:
        with self.file.open(newline="") as stream:
            rows = csv.reader(stream)
            next(rows)
            self._put_in(_typed(row) for row in rows)
        for name, key in _ROLL_UPS.items():
            self._driver.execute(
                f"INSERT INTO {name} SELECT {key}, {_SUMS} FROM estimates GROUP BY {key}"
            )
        self._driver.commit()

    def after(self) -> None:
        if self.server is not None:
            for name in ("estimates", *_ROLL_UPS):
                self._driver.execute(sql.SQL("DROP TABLE {}").format(sql.Identifier(name)))
            self._driver.commit()
        self._driver.close()

    def _create(self, name: str, key: str) -> None:
        columns = ", ".join(f"{column} TEXT NOT NULL" for column in key.split(", "))
        money = ", ".join(f"{column} BIGINT NOT NULL" for column in _MONEY.split(", "))
        rowless = "" if self.server is not None else " WITHOUT ROWID"
        self._driver.execute(
            f"CREATE TABLE {name} ({columns}, {money}, PRIMARY KEY ({key})){rowless}"
        )

    def _put_in(self, rows: Iterator[tuple[object, ...]]) -> None:
        if self.server is None:
            marks = ", ".join("?" * 10)
            self._driver.executemany(f"INSERT INTO estimates VALUES ({marks})", rows)
            return
        with self._driver.cursor().copy("COPY estimates FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)


def _typed(row: Sequence[str]) -> tuple[object, ...]:
    """Day, channel, video, claim, uploader and country as they are; money in billionths."""
    day, *rest = row
    return (f"{day[:4]}-{day[4:6]}-{day[6:]}", *rest[:5], *(_nanos(text) for text in rest[5:]))


def _nanos(text: str) -> int:
    whole, _, part = text.partition(".")
    return int(whole + part.ljust(9, "0"))


@define(slots=False)
class OrmInsert(Subject):
    """A peer: bulk inserts through SQLAlchemy's ORM, without roll-ups or a look at what is there.

    All columns of the file are kept, under a key that a second import could be told apart by.
    """

    url: str
    file: Path
    server: int | None = None
    _engine: Any = field(init=False)
    _model: Any = field(init=False)

    def before(self) -> None:
        from sqlalchemy import Column, Date, Numeric, Text, create_engine
        from sqlalchemy.orm import declarative_base

        url = self.url.replace("postgresql:", "postgresql+psycopg:")
        if url.startswith("sqlite"):
            url = f"sqlite:///{self.file.with_name('orm.sqlite3')}"
        self._engine = create_engine(url)
        base: Any = declarative_base()

        class Estimate(base):  # type: ignore[misc]
            __tablename__ = "orm_estimates"
            day = Column(Date, primary_key=True)
            channel = Column(Text, primary_key=True)
            video = Column(Text, primary_key=True)
            claimed = Column(Text, primary_key=True)
            uploader = Column(Text, primary_key=True)
            country = Column(Text, primary_key=True)
            revenue = Column(Numeric(18, 9), nullable=False)
            ads = Column(Numeric(18, 9), nullable=False)
            premium = Column(Numeric(18, 9), nullable=False)
            transactions = Column(Numeric(18, 9), nullable=False)

        base.metadata.drop_all(self._engine)
        base.metadata.create_all(self._engine)
        self._model = Estimate

    def run(self) -> None:
        import warnings

        from sqlalchemy.orm import Session

        warnings.simplefilter("ignore")  # SQLite keeps decimals as floats, and says so
        with self.file.open(newline="") as stream, Session(self._engine) as session:
            rows = csv.DictReader(stream)
            while batch := list(islice(rows, _AT_ONCE)):
                self._put_in(session, [_row(row) for row in batch])
            session.commit()

    def after(self) -> None:
        self._engine.dispose()

    def _put_in(self, session: Any, rows: list[dict[str, object]]) -> None:
        from sqlalchemy import insert

        session.execute(insert(self._model), rows)


class OrmObjects(OrmInsert):
    """The same with one object per row."""

    def _put_in(self, session: Any, rows: list[dict[str, object]]) -> None:
        session.add_all([self._model(**row) for row in rows])
        session.flush()
        session.expunge_all()


def _row(row: dict[str, str]) -> dict[str, object]:
    text = row["date"]
    return {
        "day": date(int(text[:4]), int(text[4:6]), int(text[6:])),
        "channel": row["channel_id"],
        "video": row["video_id"],
        "claimed": row["claimed_status"],
        "uploader": row["uploader_type"],
        "country": row["country_code"],
        "revenue": Decimal(row["estimated_partner_revenue"]),
        "ads": Decimal(row["estimated_partner_ad_revenue"]),
        "premium": Decimal(row["estimated_partner_red_revenue"]),
        "transactions": Decimal(row["estimated_partner_transaction_revenue"]),
    }
