"""P4 to P7: report files taken in, for the first time and again, and while others write."""

from __future__ import annotations

import multiprocessing
import time
from datetime import date
from pathlib import Path

from attrs import define, field
from tests.bench.books import BENCH, MONTH, add_people, copied, make_box, migrated, settled_down
from tests.bench.measuring import Subject
from tests.fakes.accounts import an_account
from tests.fakes.channels import platform_id

from backbeat.report_files.model import Answers
from backbeat_adapters.container import Container
from backbeat_adapters.demo.generator import ReportFiles, SampleVideo, sample_videos

CHANNELS = 100
WHOLE = Answers(complete=True)
"""Made-up files of one month may look cut off beside each other."""
SINCE = date(2022, 9, 1)


def make_files(folder: Path, rows: int) -> Path:
    """A file of a month's daily estimates, about so many rows, by the demo's own generator."""
    videos: list[SampleVideo] = []
    wanted = max(1, rows // (30 * 6))
    for number in range(1, CHANNELS):
        own = sample_videos(
            platform_id(number), SINCE, MONTH.previous.last, 10_000, ["KRA401900001"]
        )
        videos += own[: max(1, wanted // (CHANNELS - 1) + 1)]
    _, estimates = ReportFiles(folder).daily(videos[:wanted], MONTH.first, MONTH.last)
    return estimates


def make_portal(url: str, creators: int = CHANNELS) -> None:
    """An installation with the channels that the file tells of, and nothing else."""
    engine = migrated(url)
    add_people(engine, creators)
    settled_down(engine)


@define(slots=False)
class TakeIn(Subject):
    """Ours: a file taken into empty books."""

    url: str
    file: Path
    server: int | None = None
    _box: Container = field(init=False)

    def before(self) -> None:
        self._box = make_box(copied(self.url), self.file.parent)

    def run(self) -> None:
        outcome = self._box.portal().ingestion.ingest(self.file, BENCH, answers=WHOLE)
        assert outcome.file.changes.added == outcome.file.rows

    def after(self) -> None:
        # PostgreSQL renames no database that somebody is connected to.
        for engine in (self._box.engine(), self._box.counters_engine()):
            engine.dispose()


@define(slots=False)
class SignUps(Subject):
    """Somebody signs up again and again; what counts is the longest that one of them takes."""

    url: str
    file: Path
    told: float | None = field(default=0.0, init=False)
    _box: Container = field(init=False)
    _number: int = field(default=0, init=False)

    def before(self) -> None:
        self.told = 0.0
        self._box = make_box(copied(self.url, self.name), self.file.parent)
        self._box.engine().dispose()

    @property
    def name(self) -> str:
        return "sign_ups"

    def run(self) -> None:
        for _ in range(50):
            self.sign_up()

    def sign_up(self) -> None:
        self._number += 1
        name = f"new{self._number}"
        account = an_account(id=name, name=name, referral_code=name)
        started = time.perf_counter()
        with self._box.transactions().begin() as books:
            books.accounts.add(account)
        self.told = max(self.told or 0.0, time.perf_counter() - started)

    def after(self) -> None:
        self._box.engine().dispose()


class SignUpsMeanwhile(SignUps):
    """The same while another process takes the file in."""

    @property
    def name(self) -> str:
        return "meanwhile"

    def run(self) -> None:
        ingestion = self._box.portal().ingestion
        context = multiprocessing.get_context("fork")
        intake = context.Process(
            target=ingestion.ingest, args=(self.file, BENCH), kwargs={"answers": WHOLE}
        )
        intake.start()
        while intake.is_alive():
            self.sign_up()
            intake.join(0.1)
        assert intake.exitcode == 0


@define(slots=False)
class _Again(Subject):
    """Books that have the file already."""

    url: str
    file: Path
    server: int | None = None
    round: int = 0
    name: str = "again"
    _box: Container = field(init=False)

    def before(self) -> None:
        if not self.round:
            self._box = make_box(copied(self.url, self.name), self.file.parent)
            self._box.portal().ingestion.ingest(self.file, BENCH, answers=WHOLE)
        self.round += 1


class Known(_Again):
    """Ours: the very same file once more."""

    def run(self) -> None:
        assert self._box.portal().ingestion.ingest(self.file, BENCH, answers=WHOLE).known


class ReCut(_Again):
    """Ours: a file with the same rows in another order."""

    cut: Path

    def before(self) -> None:
        super().before()
        head, *lines = self.file.read_text().splitlines(keepends=True)
        at = len(lines) * self.round // 100
        self.cut = self.file.with_name(f"cut{self.round}_{self.file.name}")
        self.cut.write_text("".join([head, *lines[at:], *lines[:at]]))

    def run(self) -> None:
        outcome = self._box.portal().ingestion.ingest(self.cut, BENCH, answers=WHOLE)
        assert not outcome.known
        assert outcome.file.changes.unchanged == outcome.file.rows

    def after(self) -> None:
        self.cut.unlink()
