"""Report files are written in pieces and seen at once: while others write, after a crash, and twice."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Table, event, text
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.waiting import PATIENCE, wait_until
from tests.proofs import pieces as in_pieces
from tests.proofs.pieces import (
    ACTS,
    DAYS,
    OPERATOR,
    ROWS,
    SEPTEMBER,
    TODAY,
    Killed,
    World,
    require_nothing_left,
    seen_in,
)
from tests.proofs.samples import Sample

from backbeat.kernel.ids import AccountId
from backbeat.platforms.registry import RECORD_KINDS
from backbeat.report_files.errors import UndoRefused
from backbeat.report_files.model import IntakeStep, Phase
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import VERSIONED, replaced_rows
from backbeat_adapters.sql.files import versions
from backbeat_adapters.sql.files.pieces import Pieces
from backbeat_adapters.sql.files.staging import SqlStaging
from backbeat_adapters.sql.files.temporary import creation, temporary
from backbeat_adapters.sql.runs import Unfinished, unfinished
from backbeat_adapters.sql.standing import (
    ChangeState,
    change_under_way,
)
from backbeat_adapters.sql.turns import NotOurTurn, turn

pytestmark = pytest.mark.variants("databases")

EVERY_ACT = pytest.mark.parametrize("act", ACTS)


@pytest.fixture
def world(database: Database, clock: FixedClock, tmp_path: Path, snapshots: Snapshots) -> World:
    return a_world(database, clock, tmp_path, snapshots)


def a_world(database: Database, clock: FixedClock, folder: Path, snapshots: Snapshots) -> World:
    clock.set(TODAY)
    made = World.over(database.engine, clock, folder)
    snapshots.fill("files in pieces", database.engine, folder / "none", made.prepare)
    return World.over(database.engine, clock, folder, ids_from=1_000)


@pytest.fixture
def model(world: World) -> World:
    """The same in memory, where everything is done in one step."""
    model = World.in_memory(world.clock, world.folder)
    model.prepare()
    return model


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Make pieces a few rows large, and do something at each."""
    return partial(in_pieces.watch, monkeypatch)


@EVERY_ACT
def test_an_act_is_seen_whole_or_not_at_all(act: str, world: World, model: World) -> None:
    """After every third piece, on PostgreSQL every sixth; `nox -s crashpoints` looks after each."""
    every = 3 if world.engine.name == "sqlite" else 6
    sample = Sample.of_the_commit(every, "crashpoints")
    assert in_pieces.prove_seen_whole(act, world, model, sample) > 1


@EVERY_ACT
def test_who_is_killed_at_any_piece_leaves_all_or_nothing(
    act: str, world: World, model: World
) -> None:
    """At every sixth piece; `nox -s crashpoints` takes each."""
    assert in_pieces.prove_killed(act, world, model, Sample.of_the_commit(6, "crashpoints")) > 0


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
    snapshots: Snapshots,
    watch: Callable[..., None],
) -> None:
    """No lock of a table that keeps a reader or a writer off, and no lock of others' rows."""
    world = a_world(postgresql_database, clock, tmp_path, snapshots)
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
    postgresql_database: Database, clock: FixedClock, tmp_path: Path, snapshots: Snapshots
) -> None:
    world = a_world(postgresql_database, clock, tmp_path, snapshots)
    before = world.state()
    waiting = text(
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'report_files'::regclass"
    )
    intake = threading.Thread(target=world.confirmed)
    with world.transactions.begin() as books:
        books.confirmed.hold_files()
        intake.start()
        with world.engine.connect() as connection:
            wait_until(
                lambda: connection.execute(waiting).scalar_one() or not intake.is_alive(),
                "the intake that waits for the close",
            )
            assert intake.is_alive()
        assert seen_in(books) == before
    intake.join()

    assert world.state() != before


@pytest.mark.parametrize("rows", [1, 10_000])
def test_what_one_file_laid_ready_is_not_there_for_the_next(
    rows: int, postgresql_database: Database, clock: FixedClock
) -> None:
    """PostgreSQL's temporary tables stay with their connection, empty and small."""
    engine = make_engine(postgresql_database.url, pool_size=1)
    staging = SqlStaging(SqlTransactions(engine, clock, counting_ids()))
    with staging.open() as first:
        first.connection.exec_driver_sql(
            "INSERT INTO merged (month, first, key, line)"
            f" SELECT '2025-09', '2025-09-01', '', n FROM generate_series(1, {rows}) AS n"
        )
        first.connection.commit()
        driver = first.connection.connection.driver_connection

    with staging.open() as second:
        assert second.connection.connection.driver_connection is driver
        found = {
            each.name: second.connection.exec_driver_sql(
                f"SELECT count(*), pg_relation_size('{each.name}') < 100000 FROM {each.name}"
            ).one()
            for each in temporary.sorted_tables
        }
    assert found == dict.fromkeys(found, (0, True))
    engine.dispose()


@pytest.mark.parametrize("of", [*VERSIONED, replaced_rows], ids=lambda of: of.name)
def test_a_piece_seeks_its_rows_by_their_whole_key(of: Table, sqlite_database: Database) -> None:
    """By less of it every piece would walk over what the others have."""
    told: list[str] = []
    laid = versions.ending[of]
    with sqlite_database.engine.connect() as connection, connection.begin():
        connection.connection.executescript(creation(connection.dialect))
        pieces, key = Pieces(connection), [*of.primary_key]
        statements: list[Any] = [
            of.delete().where(versions.is_chosen(pieces, of, laid.c.place < 9))
        ]
        if of is replaced_rows:
            less = [column for column in key if column.name != "replaced_by"]
            chosen = versions.is_chosen(pieces, of, laid.c.place < 9, key=less)
            statements = [of.delete().where(of.c.replaced_by == 1, chosen)]
        else:
            chosen = versions.is_chosen(pieces, of, laid.c.place < 9)
            statements.append(of.update().where(chosen).values(goes_with=1))
        for statement in statements:
            compiled = statement.compile(connection)
            values = tuple(compiled.params[name] for name in compiled.positiontup)
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", values).all()
            told += [row[-1] for row in plan if f"SEARCH {of.name} " in row[-1]]
    assert len(told) == len(statements)
    assert all(f"{column.name}=?" in line for line in told for column in key)


@pytest.mark.parametrize(("usual", "while_sorting"), [("4MB", "64MB"), ("128MB", "128MB")])
def test_a_file_is_sorted_in_memory_and_nothing_else_takes_more_of_it(
    usual: str, while_sorting: str, postgresql_database: Database
) -> None:
    with postgresql_database.engine.connect() as connection:
        connection.exec_driver_sql(f"SET work_mem = '{usual}'")
        connection.commit()

        def room() -> Any:
            return connection.exec_driver_sql("SHOW work_mem").scalar_one()

        pieces = Pieces(connection)
        with pieces.beside():
            assert room() == while_sorting
        with pieces.one():
            assert room() == usual
        connection.exec_driver_sql("RESET work_mem")
        connection.commit()
