"""Report files are written in pieces and seen at once: while others write, after a crash, and twice."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import define, evolve
from sqlalchemy import Connection, Engine, Table, event, func, select, text
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.waiting import PATIENCE, wait_until

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
from backbeat.report_files.errors import UndoRefused
from backbeat.report_files.model import Grouping, IntakeStep, Phase, ReportFile
from backbeat.report_files.service import Ingestion
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import VERSIONED, replaced_rows, report_files
from backbeat_adapters.sql.files import pieces, staging, versions
from backbeat_adapters.sql.files.pieces import Pieces
from backbeat_adapters.sql.files.staging import SqlStaging
from backbeat_adapters.sql.files.temporary import make_tables
from backbeat_adapters.sql.runs import Unfinished, unfinished
from backbeat_adapters.sql.standing import (
    ChangeState,
    change_under_way,
    report_change_days,
)
from backbeat_adapters.sql.turns import NotOurTurn, turn

OPERATOR = Actor.operator("ann")
FIRST, SECOND = (PlatformChannelId(f"UC{n:021d}A") for n in (1, 2))
SEPTEMBER = Month(2025, 9)
ISRC, LACKING = "QZBB12500001", "QZBB12500002"
ROWS = 4
"""Rows of a piece, here."""
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


@define
class World:
    """Books with a channel that earns, one that nobody has verified, and what came before."""

    transactions: Any
    staging: Any
    clock: FixedClock
    folder: Path

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
            return _seen(books)


def _seen(books: Any) -> list[Any]:
    both, first, last = [FIRST, SECOND], date(2025, 9, 1), date(2025, 9, 30)
    videos = sorted({day.video for day in books.statistics.video_days(both, first, last)})
    segments = [Segment(channel, first, last, (), 0) for channel in both]
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
EVERY_ACT = pytest.mark.parametrize("act", ACTS)


@pytest.fixture
def world(database: Database, clock: FixedClock, tmp_path: Path) -> World:
    clock.set(date(2025, 10, 15))
    transactions = SqlTransactions(database.engine, clock, counting_ids())
    world = World(transactions, SqlStaging(transactions), clock, tmp_path)
    world.prepare()
    return world


@pytest.fixture
def model(world: World) -> World:
    """The same in memory, where everything is done in one step."""
    transactions = MemoryTransactions.empty(world.clock, counting_ids())
    model = World(transactions, MemoryStaging(transactions), world.clock, world.folder)
    model.prepare()
    return model


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make pieces a few rows large, and do something at each."""

    def watch(**at_each: Any) -> None:
        monkeypatch.setattr(pieces, "FEWEST", ROWS)
        monkeypatch.setattr(pieces, "MOST", ROWS)
        watched = partial(Watched, size=ROWS, **at_each)
        monkeypatch.setattr(staging, "Pieces", watched)

    return watch


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


@EVERY_ACT
def test_an_act_is_seen_whole_or_not_at_all(
    act: str, world: World, model: World, watch: Callable[..., None]
) -> None:
    """At every piece readers see what was before, from one moment on what is after."""
    first, do = ACTS[act]
    for step in first:
        step(world)
        step(model)
    before, seen = world.state(), []
    watch(after=lambda: seen.append(world.state()))

    do(world)

    do(model)
    after = world.state()
    shown = seen.index(after)
    assert after == model.state() != before
    assert len(seen) > 5
    assert seen == [before] * shown + [after] * (len(seen) - shown)
    require_nothing_left(world)


@EVERY_ACT
def test_who_is_killed_at_any_piece_leaves_all_or_nothing(
    act: str, world: World, model: World, watch: Callable[..., None]
) -> None:
    """The next one takes what is half written away, and comes to the same figures."""
    first, do = ACTS[act]
    for step in first:
        step(world)
        step(model)
    before, passed, left = world.state(), 0, 0

    def pass_on() -> None:
        nonlocal passed
        passed += 1
        if passed > left:
            raise Killed

    while world.state() == before:
        left, passed = left + 1, 0
        watch(before=pass_on)
        with pytest.raises(Killed):
            do(world)
        watch()
        world.staging.sweep()
        require_nothing_left(world)
        assert left < 200

    do(model)
    assert left > 5
    assert world.state() == model.state()


def test_what_a_killed_one_left_is_taken_away_by_the_next_file(
    world: World, model: World, watch: Callable[..., None]
) -> None:
    left = 8

    def pass_on() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Killed

    watch(before=pass_on)
    with pytest.raises(Killed):
        world.changed()
    watch()
    with world.engine.connect() as connection:
        assert change_under_way(connection).state is ChangeState.ARRIVING

    world.new()

    model.new()
    assert world.state() == model.state()
    require_nothing_left(world)


@pytest.mark.parametrize(
    ("pieces_left", "words"),
    [
        (8, "the intake of report 4 was begun and did not come to its end: nothing of it counts"),
        (None, "the intake of report 4 is in, and was not tidied up after"),
    ],
)
def test_a_change_that_died_is_named_with_what_to_do(
    pieces_left: int | None, words: str, world: World, watch: Callable[..., None]
) -> None:
    """Also while it is at work; once it is swept there is nothing to tell."""
    passed, at_work = 0, list[Unfinished]()

    def pass_on() -> None:
        nonlocal passed
        passed += 1
        now = unfinished(world.engine)
        at_work.extend(now)
        is_shown = any(each.is_shown for each in now)
        if is_shown if pieces_left is None else passed > pieces_left:
            raise Killed

    watch(before=pass_on)
    with pytest.raises(Killed):
        world.changed()
    watch()

    (found,) = unfinished(world.engine)
    assert (found.words, found.is_at_work) == (words, False)
    assert found.cure.startswith("backbeat worker takes away what is left within the hour")
    assert {each.is_at_work for each in at_work} == {True}
    world.staging.sweep()
    assert unfinished(world.engine) == []


@pytest.mark.parametrize("piece", range(1, 4))
def test_a_track_that_comes_while_all_is_released_is_booked_whole_or_not_at_all(
    piece: int, world: World, watch: Callable[..., None]
) -> None:
    """What was chosen counts: no row comes beside the one that it was, and files tell the sums."""
    world.track_lacks()
    world.verify_second()
    done = 0

    def meanwhile() -> None:
        nonlocal done
        done += 1
        if done == piece:
            world.track_comes()

    watch(after=meanwhile)

    world.all_released()
    watch()
    world.all_released()

    require_nothing_left(world)
    assert world.ingestion.unmatched() == []
    released = {file.name: file.changes.released for file in world.files()}
    assert (released["waits.csv"], released["lacks.csv"]) == (len(DAYS), 6)


def test_others_write_between_any_two_pieces_and_no_piece_is_large(
    world: World, watch: Callable[..., None]
) -> None:
    sizes: list[int] = []
    names = iter(f"new-{number}" for number in range(1000))
    writing = threading.local()

    def note(_connection: Any, cursor: Any, *_rest: Any) -> None:
        if getattr(writing, "piece", False):
            sizes.append(cursor.rowcount)

    def begin() -> None:
        writing.piece = True

    def end() -> None:
        writing.piece = False
        world.sign_up(next(names))

    event.listen(world.engine, "after_cursor_execute", note)
    watch(before=begin, after=end)

    world.changed()

    event.remove(world.engine, "after_cursor_execute", note)
    assert max(sizes) == ROWS
    with world.transactions.look() as books:
        assert books.accounts.get(AccountId("new-8")) is not None


def test_while_a_piece_is_written_postgresql_keeps_no_one_waiting(
    postgresql_database: Database,
    clock: FixedClock,
    tmp_path: Path,
    watch: Callable[..., None],
) -> None:
    """No lock of a table that keeps a reader or a writer off, and no lock of others' rows."""
    clock.set(date(2025, 10, 15))
    transactions = SqlTransactions(postgresql_database.engine, clock, counting_ids())
    world = World(transactions, SqlStaging(transactions), clock, tmp_path)
    world.prepare()
    modes: set[str] = set()
    names = iter(f"new-{number}" for number in range(1000))

    def inside(connection: Connection) -> None:
        backend = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        with world.engine.connect() as other:
            held = text(
                "SELECT DISTINCT mode FROM pg_locks JOIN pg_class ON pg_class.oid = relation"
                " WHERE pid = :pid AND granted AND relpersistence = 'p'"
            )
            modes.update(other.execute(held, {"pid": backend}).scalars())
            other.execute(text("SELECT 1 FROM accounts, channels FOR UPDATE NOWAIT")).all()
            other.execute(text("SELECT 1 FROM report_files FOR UPDATE NOWAIT")).all()
            standing = "SELECT 1 FROM report_rows WHERE goes_with IS NULL FOR UPDATE SKIP LOCKED"
            other.execute(text(standing)).all()
        world.sign_up(next(names))

    watch(inside=inside)

    world.changed()

    assert modes <= {"AccessShareLock", "RowShareLock", "RowExclusiveLock"}
    assert "RowExclusiveLock" in modes


def test_two_files_at_once_both_come_in(
    world: World, model: World, watch: Callable[..., None]
) -> None:
    began = threading.Event()

    def second() -> None:
        began.wait(PATIENCE)
        world.changed()

    other = threading.Thread(target=second)

    def after() -> None:
        if threading.current_thread() is not other:
            began.set()
            world.staging.sweep()

    watch(after=after)
    other.start()
    world.new()
    other.join()

    model.new()
    model.changed()
    assert world.state() == model.state()
    require_nothing_left(world)


def test_who_watches_is_told_of_every_phase_and_how_far_it_is(
    world: World, watch: Callable[..., None]
) -> None:
    rows = [fake.daily_row(day, video=f"video-{n}") for day in DAYS for n in range(9)]
    path = fake.own_daily(world.folder / "changed.csv", *rows)
    world.ingestion.ingest(path, OPERATOR)
    rows[0] |= {"views": 77}
    fake.own_daily(path, *rows)
    told: list[IntakeStep] = []
    watch()

    world.ingestion.ingest(path, OPERATOR, progress=told.append)

    phases = list(dict.fromkeys(step.phase for step in told))
    assert phases == [phase for phase in Phase if phase is not Phase.WAITING]
    read = [step for step in told if step.phase is Phase.READING]
    assert read[-1] == IntakeStep(Phase.READING, path.stat().st_size, path.stat().st_size)
    for phase in (Phase.WRITING, Phase.ADDING_UP):
        far = [(step.done, step.of) for step in told if step.phase is phase and step.of]
        (total,) = {of for _, of in far}
        assert [done for done, _ in far] == [*range(0, total + 1, ROWS)], phase


def test_who_waits_for_another_file_is_told_of_it(world: World) -> None:
    told: list[IntakeStep] = []
    came = threading.Event()

    def tell(step: IntakeStep) -> None:
        told.append(step)
        if step.phase is Phase.WAITING:
            came.set()

    path = fake.own_daily(world.folder / "new.csv", fake.daily_row(DAYS[0], video="new"))
    intake = threading.Thread(
        target=world.ingestion.ingest, args=(path, OPERATOR), kwargs={"progress": tell}
    )
    with world.engine.connect() as other, turn(other):
        intake.start()
        assert came.wait(PATIENCE)
    intake.join()

    assert told[-1].phase in (Phase.SHOWING, Phase.TIDYING_UP)


def test_who_waits_too_long_for_the_turn_is_told(world: World) -> None:
    with (
        world.engine.connect() as one,
        world.engine.connect() as other,
        turn(one),
        pytest.raises(NotOurTurn, match="another report file is being written"),
        turn(other, patience=0),
    ):
        pass
    with world.engine.connect() as free, turn(free, patience=0):
        pass


def test_a_file_that_a_close_has_used_meanwhile_is_not_undone(
    world: World, watch: Callable[..., None]
) -> None:
    world.confirmed()
    settled = False

    def settle() -> None:
        nonlocal settled
        if not settled:
            settled = True
            with world.transactions.begin() as books:
                books.confirmed.mark_settled(SEPTEMBER, RECORD_KINDS)

    before = world.state()
    watch(after=settle)

    with pytest.raises(UndoRefused) as refused:
        world.undone()

    assert refused.value.problem == "settled"
    assert world.state() == before
    require_nothing_left(world)


def test_a_file_is_not_shown_while_a_close_holds_the_files(
    postgresql_database: Database, clock: FixedClock, tmp_path: Path
) -> None:
    clock.set(date(2025, 10, 15))
    transactions = SqlTransactions(postgresql_database.engine, clock, counting_ids())
    world = World(transactions, SqlStaging(transactions), clock, tmp_path)
    world.prepare()
    before = world.state()
    waiting = text(
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'report_files'::regclass"
    )
    intake = threading.Thread(target=world.confirmed)
    with transactions.begin() as books:
        books.confirmed.hold_files()
        intake.start()
        with world.engine.connect() as connection:
            wait_until(
                lambda: connection.execute(waiting).scalar_one() or not intake.is_alive(),
                "the intake that waits for the close",
            )
            assert intake.is_alive()
        assert _seen(books) == before
    intake.join()

    assert world.state() != before


@pytest.mark.parametrize("of", [*VERSIONED, replaced_rows], ids=lambda of: of.name)
def test_a_piece_seeks_its_rows_by_their_whole_key(of: Table, sqlite_database: Database) -> None:
    """By less of it every piece would walk over what the others have."""
    told: list[str] = []
    laid = versions.ending[of]
    with sqlite_database.engine.connect() as connection, connection.begin():
        make_tables(connection, laid)
        key = [*of.primary_key]
        statements: list[Any] = [of.delete().where(versions.is_chosen(of, laid.c.place < 9))]
        if of is replaced_rows:
            less = [column for column in key if column.name != "replaced_by"]
            chosen = versions.is_chosen(of, laid.c.place < 9, key=less)
            statements = [of.delete().where(of.c.replaced_by == 1, chosen)]
        else:
            chosen = versions.is_chosen(of, laid.c.place < 9)
            statements.append(of.update().where(chosen).values(goes_with=1))
        for statement in statements:
            compiled = statement.compile(connection)
            values = tuple(compiled.params[name] for name in compiled.positiontup)
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", values).all()
            told += [row[-1] for row in plan if f"SEARCH {of.name} " in row[-1]]
    assert len(told) == len(statements)
    assert all(f"{column.name}=?" in line for line in told for column in key)
