"""Report files in pieces: seen whole or not at all, and killed at any piece (FILE-23).

Every act that changes figures is done in pieces of a few rows. Whoever looks after a piece sees what was
before, from one moment on what is after; whoever is killed before one leaves all or nothing, and the
same act, swept and repeated, comes to the figures of the portal in memory, where it is one step.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from attrs import define, evolve
from sqlalchemy import Connection, Engine, func, select
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.standins import FixedClock, counting_ids
from tests.proofs.house import Databases
from tests.proofs.samples import Sample

from backbeat.catalogue.model import Track
from backbeat.channels.model import ChangeContext
from backbeat.dashboards.model import Segment
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, Isrc, PlatformChannelId, ReportId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.staging import MemoryStaging
from backbeat.platforms.registry import RECORD_KINDS
from backbeat.report_files.model import Grouping, ReportFile
from backbeat.report_files.service import Ingestion
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import VERSIONED, replaced_rows, report_files
from backbeat_adapters.sql.files import pieces, staging
from backbeat_adapters.sql.files.pieces import Pieces
from backbeat_adapters.sql.files.staging import SqlStaging
from backbeat_adapters.sql.standing import change_under_way, report_change_days

OPERATOR = Actor.operator("ann")
FIRST, SECOND = (PlatformChannelId(f"UC{n:021d}A") for n in (1, 2))
SEPTEMBER = Month(2025, 9)
ISRC, LACKING = "QZBB12500001", "QZBB12500002"
ROWS = 4
"""Rows of a piece, here."""
FEW, TOO_MANY = 5, 200
"""Pieces: every act is cut into more than the few."""
TODAY = date(2025, 10, 15)
DAYS = [f"2025-09-{day:02d}" for day in range(5, 11)]


class Killed(BaseException):
    """The process is gone: nothing of it runs any more."""


@define(slots=False)
class Watched(Pieces):
    """Pieces of a few rows each, with something done in and after every one of them."""

    inside: Callable[[Connection], None] = lambda _connection: None
    after: Callable[[], None] = lambda: None
    before: Callable[[], None] = lambda: None

    @contextmanager
    def one(self) -> Iterator[Connection]:
        self.before()
        with super().one() as connection:
            yield connection
            self.inside(connection)
        self.after()


def watch(patch: pytest.MonkeyPatch, **at_each: Any) -> None:
    """Make pieces a few rows large, and do something at each."""
    patch.setattr(pieces, "FEWEST", ROWS)
    patch.setattr(pieces, "MOST", ROWS)
    patch.setattr(staging, "Pieces", partial(Watched, size=ROWS, **at_each))


@define
class World:
    """Books with a channel that earns, one that nobody has verified, and what came before."""

    transactions: Any
    staging: Any
    clock: FixedClock
    folder: Path

    @classmethod
    def over(cls, engine: Engine, clock: FixedClock, folder: Path, ids_from: int = 1) -> World:
        """In a database."""
        transactions = SqlTransactions(engine, clock, counting_ids(ids_from))
        return cls(transactions, SqlStaging(transactions), clock, folder)

    @classmethod
    def in_memory(cls, clock: FixedClock, folder: Path) -> World:
        """Where everything is done in one step."""
        transactions = MemoryTransactions.empty(clock, counting_ids())
        return cls(transactions, MemoryStaging(transactions), clock, folder)

    @property
    def ingestion(self) -> Ingestion:
        return Ingestion(self.transactions, self.staging, DiskReports(), self.clock)

    @property
    def engine(self) -> Engine:
        engine: Engine = self.transactions.engine
        return engine

    def prepare(self) -> None:
        stamp = ChangeContext(datetime(2025, 9, 3, 9, tzinfo=UTC), OPERATOR)
        channel = evolve(a_channel(1, owner="mina"), total_views=200_000)
        channel = channel.verified(stamp, seen=stamp.at, needed_views=100_000)
        channel = channel.approved(stamp, earning_from=date(2025, 9, 3))
        with self.transactions.begin() as books:
            books.accounts.add(an_account(id="mina", name="mina", referral_code="mina"))
            books.channels.add(channel)
            books.tracks.save([Track(Isrc(ISRC), "Night Drive")])
        self._take("first.csv", [fake.daily_row(day, revenue="1.5") for day in DAYS[:4]])
        self._take("waits.csv", [fake.daily_row(day, SECOND, "two", revenue="2") for day in DAYS])
        self.ingestion.ingest(self._estimates("early.csv", DAYS[:2]), OPERATOR)

    def verify_second(self) -> None:
        stamp = ChangeContext(self.clock.now(), OPERATOR)
        channel = a_channel(2, owner="mina").verified(stamp, seen=stamp.at, needed_views=100_000)
        with self.transactions.begin() as books:
            if books.channels.get(channel.id) is None:
                books.channels.add(channel)

    def sign_up(self, name: str) -> None:
        with self.transactions.begin() as books:
            books.accounts.add(an_account(id=name, name=name, referral_code=name))

    def _take(self, name: str, rows: Sequence[fake.Row], **options: Any) -> ReportId:
        path = fake.own_daily(self.folder / name, *rows)
        return self.ingestion.ingest(path, OPERATOR, **options).file.id

    def _estimates(self, name: str, days: Sequence[str]) -> Path:
        return fake.estimates(self.folder / name, *(fake.estimated_row(day) for day in days))

    # -- the acts

    def new(self) -> None:
        self._take(
            "new.csv",
            [fake.daily_row(day, video=video, revenue="3") for day in DAYS for video in "abc"],
        )

    def changed(self) -> None:
        rows = [fake.daily_row(day, revenue="7.25", views=11) for day in DAYS]
        self._take("changed.csv", rows)

    def replaced(self) -> None:
        self._take("replaced.csv", [fake.daily_row(DAYS[0]), fake.daily_row(DAYS[3])], replace=True)

    def confirmed(self) -> None:
        rows = [fake.claim_row(day.replace("-", ""), video=video) for day in DAYS for video in "ab"]
        self.ingestion.ingest(fake.claims(self.folder, *rows), OPERATOR)

    def yielding(self) -> None:
        """The platform's own figures, before which ours stand back (FILE-18)."""
        self.ingestion.ingest(self._estimates("late.csv", DAYS), OPERATOR)

    def undone(self) -> None:
        with self.transactions.look() as books:
            newest = books.reports.page(PageRequest()).items[0]
        self.ingestion.undo(newest.id, OPERATOR)

    def released(self) -> None:
        self.ingestion.release(SECOND, OPERATOR)

    def track_lacks(self) -> None:
        """Rows of both channels that name a track which nobody knows."""
        both = [
            fake.daily_row(day, channel, "lacks", isrc=LACKING)
            for channel in (FIRST, SECOND)
            for day in DAYS[:3]
        ]
        self._take("lacks.csv", both)

    def track_comes(self) -> None:
        with self.transactions.begin() as books:
            books.tracks.save([Track(Isrc(LACKING), "Day Drive")])

    def all_released(self) -> None:
        self.ingestion.release(None, OPERATOR)

    # -- what is seen

    def files(self) -> Sequence[ReportFile]:
        return self.ingestion.page(PageRequest()).items

    def state(self) -> list[Any]:
        """Every figure that anybody may see, of one moment."""
        with self.transactions.look() as books:
            return seen_in(books)


def seen_in(books: Any) -> list[Any]:
    both, first, last = [FIRST, SECOND], date(2025, 9, 1), date(2025, 9, 30)
    videos = sorted({day.video for day in books.statistics.video_days(both, first, last)})
    segments = [Segment(channel, AccountId("a"), first, last, (), 0) for channel in both]
    files = books.reports.page(PageRequest())
    return [
        list(books.statistics.channel_days(both, first, last)),
        list(books.statistics.video_days(both, first, last)),
        [list(books.statistics.country_days(video, first, last)) for video in videos if video],
        list(books.statistics.daily_estimates(SEPTEMBER)),
        books.statistics.last_day(),
        list(books.confirmed.figures(SEPTEMBER, RECORD_KINDS)),
        list(books.confirmed.sums(SEPTEMBER, RECORD_KINDS)),
        books.confirmed.totals(SEPTEMBER),
        books.confirmed.kinds(SEPTEMBER),
        books.suspense.unmatched(),
        books.suspense.releasable(),
        books.report_rows.by_day(SEPTEMBER),
        [books.report_rows.shown(by, month=SEPTEMBER) for by in (Grouping.CHANNEL, Grouping.DAY)],
        [
            (row.report, row.line, row.nanos)
            for row in books.report_rows.of(SEPTEMBER, FIRST, RECORD_KINDS)
        ],
        [
            books.report_rows.versions(file, line)
            for file in files.items
            if file.undone_at is None
            for line in (2, 3, 4)
        ],
        sorted(books.figures.by_day(segments).items()),
        [(file.id, file.name, file.undone_at, file.changes) for file in files.items],
    ]


ACTS: dict[str, tuple[tuple[Callable[[World], None], ...], Callable[[World], None]]] = {
    "a new file": ((), World.new),
    "a changed file": ((), World.changed),
    "a file that is the whole truth": ((), World.replaced),
    "confirmed money": ((), World.confirmed),
    "estimates before which others stand back": ((), World.yielding),
    "undo": ((World.changed,), World.undone),
    "undo of a whole truth": ((World.replaced,), World.undone),
    "undo of confirmed money": ((World.confirmed,), World.undone),
    "release": ((World.verify_second,), World.released),
    "release of all that is known": ((World.track_lacks, World.verify_second), World.all_released),
}


def require_nothing_left(world: World) -> None:
    """No row that goes, nothing under way, and no replaced row of a file that is not there."""
    with world.engine.connect() as connection:
        assert change_under_way(connection) is None
        assert (
            connection.execute(select(func.count()).select_from(report_change_days)).scalar_one()
            == 0
        )
        for table in VERSIONED:
            going = select(func.count()).where(table.c.goes_with.is_not(None))
            assert connection.execute(going).scalar_one() == 0, table.name
            key = [column for column in table.primary_key if column.name != "came_with"]
            twice = select(func.count()).select_from(table).group_by(*key).having(func.count() > 1)
            assert connection.execute(twice).all() == [], table.name
        stand = select(report_files.c.id).where(report_files.c.undone_at.is_(None))
        lost = select(func.count()).where(replaced_rows.c.replaced_by.not_in(stand))
        assert connection.execute(lost).scalar_one() == 0


# -- what is proven


EVERY_PIECE = Sample(1)


def prove_seen_whole(act: str, world: World, model: World, sample: Sample = EVERY_PIECE) -> int:
    """Look after each piece of the sample and at the end; how many looks those were."""
    before, do = _begun(act, world, model)
    done, seen = 0, list[Any]()

    def look() -> None:
        nonlocal done
        done += 1
        if sample.has(act, done):
            seen.append(world.state())

    with pytest.MonkeyPatch.context() as patch:
        watch(patch, after=look)
        do(world)
    do(model)
    after = world.state()
    shown = [*seen, after].index(after)
    assert after == model.state() != before
    assert done > FEW
    assert seen == [before] * shown + [after] * (len(seen) - shown)
    require_nothing_left(world)
    return len(seen) + 1


def prove_killed(act: str, world: World, model: World, sample: Sample = EVERY_PIECE) -> int:
    """Kill the act before each piece of the sample, until it is done; how many times that was.

    The next one takes what is half written away, and comes to the same figures.
    """
    before, do = _begun(act, world, model)
    killed = 0
    for piece in filter(partial(sample.has, act), count(1)):
        assert piece < TOO_MANY
        killed += 1
        with pytest.MonkeyPatch.context() as patch, suppress(Killed):
            watch(patch, before=_killing(piece))
            do(world)
        world.staging.sweep()
        require_nothing_left(world)
        if world.state() != before:
            break
    do(model)
    assert piece > FEW
    assert world.state() == model.state()
    return killed


def _begun(act: str, world: World, model: World) -> tuple[list[Any], Callable[[World], None]]:
    """The state before the act, and the act."""
    steps, do = ACTS[act]
    for step in steps:
        step(world)
        step(model)
    return world.state(), do


def _killing(piece: int) -> Callable[[], None]:
    """Who is killed before that piece."""
    left = piece

    def pass_on() -> None:
        nonlocal left
        left -= 1
        if not left:
            raise Killed

    return pass_on


def prove_in_pieces(databases: Databases, kind: str, act: str) -> int:
    """Both with every piece; how many there were of both."""
    return sum(_proven(databases, kind, act, prove) for prove in (prove_seen_whole, prove_killed))


def _proven(databases: Databases, kind: str, act: str, prove: Callable[..., int]) -> int:
    clock = FixedClock()
    clock.set(TODAY)
    engine = make_engine(databases.new(kind))
    try:
        with tempfile.TemporaryDirectory(dir=databases.folder) as folder:
            world = World.over(engine, clock, Path(folder))
            model = World.in_memory(clock, Path(folder))
            for each in (world, model):
                each.prepare()
            return prove(act, world, model)
    finally:
        engine.dispose()
