"""What PostgreSQL does to a money command: the answer to a commit is lost, or a conflict undoes it.

All are real: another session ends the command's connection at its commit, takes locks crosswise, or
changes under its snapshot what it is about to lock.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

import psycopg
from attrs import define, field, frozen
from psycopg import sql
from sqlalchemy import event, make_url
from tests.fakes.waiting import PATIENCE, wait_until
from tests.proofs.crashing import Command, Run, Scene, picture, require_same, undisturbed
from tests.proofs.house import Databases
from tests.proofs.together import DONE, TURNED_AWAY, outcome

from backbeat_adapters.sql.engine import outages
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.outages import OutcomeUnknown

LATE_TABLE = "audit"
"""Every money command writes it, and nearly last."""


@define
class Losing:
    """Ends the connection at the n-th commit of a writer: before the server hears of it, or after."""

    scene: Scene
    number: int
    kept: bool
    passed: int = 0

    @property
    def lost(self) -> bool:
        """Whether there was an n-th one."""
        return self.passed >= self.number

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While the command runs."""
        dialect = self.scene.house.container.engine().dialect
        commit = dialect.do_commit

        def committed(driver: Any) -> None:
            if not driver.dbapi_connection.read_only:
                self.passed += 1
                if self.passed == self.number:
                    self._cut(driver, commit)
                    return
            commit(driver)

        with patch.object(dialect, "do_commit", committed):
            yield

    def _cut(self, driver: Any, commit: Any) -> None:
        if self.kept:
            commit(driver)
        with _aside(self.scene) as admin:
            admin.execute(
                "SELECT pg_terminate_backend(%s, %s)",
                (driver.dbapi_connection.info.backend_pid, int(PATIENCE) * 1000),
            )
        driver.execute("SELECT 1")


def lose_answers(scene: Scene, command: Command, run: Run, *, kept: bool) -> int:
    """Lose the answer to each commit of a writer in turn; how many there were.

    It is told that the outcome is unknown, or is done; the books are sound; repeated, the command
    completes its effect once.
    """
    for number in count(1):
        scene.reset()
        losing = Losing(scene, number, kept)
        where = f"{command.name}, commit {number} {'kept' if kept else 'lost'}"
        with losing.watching():
            try:
                command.act(scene.house)
            except OutcomeUnknown:
                assert losing.lost, where
            else:
                if not losing.lost:
                    return number - 1
                # Untold is only what cleans up afterwards, which somebody else does then.
                done = picture(scene.house.container.engine())
                require_same(done, run.pictures[-1], f"{where}: nobody was told")
        _require_whole(scene, command, run, where)
    raise AssertionError("unreachable")


def deadlock(scene: Scene, command: Command, run: Run) -> str:
    """Let another session deadlock with the command; how it ended: done at a second try, or told."""
    scene.reset()
    with _aside(scene, autocommit=False) as other, _halted(scene) as halt:
        other.execute("SET LOCAL deadlock_timeout = '1h'")
        other.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(sql.Identifier(LATE_TABLE)))
        with _meanwhile(scene, command) as ended:
            wait_until(lambda: halt.came.is_set() or bool(ended.outcomes), LATE_TABLE)
            held = _held_by_who_halts(scene, other.info.backend_pid)
            # A server looks for a deadlock once while somebody waits: whoever closes it waits last.
            going = threading.Thread(target=halt.let_go_once, args=(lambda: _waits(scene),))
            going.start()
            other.execute(
                sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(sql.Identifier(held))
            )
            other.rollback()
            going.join(PATIENCE)
    return _conflicted(scene, command, run, ended, "40P01")


def serialize(scene: Scene, command: Command, run: Run, column: str) -> str:
    """Let the command see one moment and another session change rows that it locks afterwards.

    The product's own writers read what is committed, so that no server ever tells them this; here
    they are made to begin REPEATABLE READ (decision 0219). How it ended, as with a deadlock.
    """
    scene.reset()
    table, name = map(sql.Identifier, column.split("."))
    with _aside(scene, autocommit=False) as other, _repeatable(scene):
        other.execute(sql.SQL("UPDATE {} SET {} = {}").format(table, name, name))
        with _meanwhile(scene, command) as ended:
            wait_until(lambda: _waits(scene), f"somebody who waits for {column}")
            other.commit()
    return _conflicted(scene, command, run, ended, "40001")


@frozen
class _Halt:
    """Where a command stands before the late table: that it came there, and whether it may go on."""

    came: threading.Event = field(factory=threading.Event)
    go: threading.Event = field(factory=threading.Event)

    def let_go_once(self, done: Callable[[], bool]) -> None:
        wait_until(done, "somebody who waits for the command")
        self.go.set()


@contextmanager
def _halted(scene: Scene) -> Iterator[_Halt]:
    """Let the command come as far as its first row of the late table, and no further yet."""
    engine, halt = scene.house.container.engine(), _Halt()

    def before(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(f"INSERT INTO {LATE_TABLE} "):
            halt.came.set()
            halt.go.wait(PATIENCE)

    event.listen(engine, "before_cursor_execute", before)
    try:
        yield halt
    finally:
        halt.go.set()
        event.remove(engine, "before_cursor_execute", before)


@define
class _Ended:
    """How a command ended, and which conflicts the server told it of."""

    outcomes: list[str] = field(factory=list)
    conflicts: list[str] = field(factory=list)


@contextmanager
def _meanwhile(scene: Scene, command: Command) -> Iterator[_Ended]:
    """Run the command in a thread beside the block; it has ended after it."""
    ended, translated = _Ended(), outages._of_postgresql

    def told(error: Any) -> Any:
        ended.conflicts.append(error.sqlstate or "")
        return translated(error)

    def act() -> None:
        try:
            ended.outcomes.append(outcome(lambda: command.act(scene.house)))
        except Exception as error:
            ended.outcomes.append(repr(error))

    thread = threading.Thread(target=act)
    with patch.object(outages, "_of_postgresql", told):
        thread.start()
        try:
            yield ended
        finally:
            thread.join(PATIENCE)


@contextmanager
def _repeatable(scene: Scene) -> Iterator[None]:
    """Every transaction that the installation begins in the block sees one moment."""
    with patch.dict(WRITER, isolation_level="REPEATABLE READ"):
        yield


def _conflicted(scene: Scene, command: Command, run: Run, ended: _Ended, state: str) -> str:
    """Require that the conflict came, and that it left nothing by halves; how the command ended."""
    assert ended.outcomes, f"{command.name} hangs"
    assert state in ended.conflicts, f"{command.name} met {ended.conflicts or 'no conflict'}"
    [end] = ended.outcomes
    told = end.startswith(TURNED_AWAY) or "DatabaseConflict" in end
    assert told or end == DONE, end
    _require_whole(scene, command, run, f"{command.name}, {state}")
    return "told" if told else DONE


def _require_whole(scene: Scene, command: Command, run: Run, where: str) -> None:
    house = scene.house
    found = house.findings()
    assert not found, f"{where}: {found}"
    known = picture(house.container.engine())
    assert any(known == state for state in run.pictures), f"{where}: something is half done"
    again = outcome(lambda: command.act(house))
    assert again in command.again, f"{where}: the repetition ended with {again}"
    require_same(picture(house.container.engine()), run.pictures[-1], f"{where}, repeated")


def _waits(scene: Scene) -> bool:
    with _aside(scene) as watcher:
        waits = "SELECT 1 FROM pg_locks WHERE NOT granted LIMIT 1"
        return watcher.execute(waits).fetchone() is not None


def _held_by_who_halts(scene: Scene, other: int) -> str:
    """A table that the halted command has touched already, and no session but it."""
    asked = """
        SELECT c.relname FROM pg_locks held
        JOIN pg_class c ON c.oid = held.relation AND c.relkind = 'r'
        JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
        WHERE held.granted AND held.locktype = 'relation'
        AND held.database = (SELECT oid FROM pg_database WHERE datname = current_database())
        AND held.pid <> ALL (ARRAY[pg_backend_pid(), %s]) AND c.relname <> %s
        ORDER BY c.relname LIMIT 1
    """
    with _aside(scene) as watcher:
        row = watcher.execute(asked, (other, LATE_TABLE)).fetchone()
    assert row is not None, f"nothing is locked before {LATE_TABLE}"
    return str(row[0])


@contextmanager
def _aside(scene: Scene, *, autocommit: bool = True) -> Iterator[psycopg.Connection[Any]]:
    name = str(make_url(scene.url).database)
    with psycopg.connect(scene.databases.server.url(name), autocommit=autocommit) as connection:
        yield connection


def prove_lost(databases: Databases, command: Command, *, kept: tuple[bool, ...]) -> int:
    """Lose each answer of a command; how many."""
    with Scene.of(databases, "postgresql", command) as scene:
        run = undisturbed(scene, command)
        return sum(lose_answers(scene, command, run, kept=each) for each in kept)


def prove_conflicts(databases: Databases, command: Command, column: str | None) -> list[str]:
    """Deadlock with a command, and change under its snapshot what it locks; how each ended."""
    with Scene.of(databases, "postgresql", command) as scene:
        run = undisturbed(scene, command)
        ended = [deadlock(scene, command, run)]
        return ended if column is None else [*ended, serialize(scene, command, run, column)]
