"""What PostgreSQL does to a money command: the answer to a commit is lost, or a deadlock undoes it.

Both are real: another session ends the command's connection at its commit, or takes locks crosswise.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

import psycopg
from attrs import define
from psycopg import sql
from sqlalchemy import make_url
from tests.fakes.waiting import PATIENCE, wait_until
from tests.proofs.crashing import Command, Run, Scene, picture, require_same, undisturbed
from tests.proofs.house import Databases
from tests.proofs.together import DONE, outcome

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

    It is told that the outcome is unknown; the books are sound; repeated, the command completes its
    effect once.
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
                assert not losing.lost, f"{where}: nobody was told"
                return number - 1
        _require_whole(scene, command, run, where)
    raise AssertionError("unreachable")


def deadlock(scene: Scene, command: Command, run: Run) -> str:
    """Let another session deadlock with the command; how it ended: done at a second try, or told."""
    scene.reset()
    ended: list[str] = []

    def act() -> None:
        try:
            ended.append(outcome(lambda: command.act(scene.house)))
        except Exception as error:
            ended.append(repr(error))

    with _aside(scene, autocommit=False) as other:
        other.execute("SET LOCAL deadlock_timeout = '1h'")
        other.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(sql.Identifier(LATE_TABLE)))
        thread = threading.Thread(target=act)
        thread.start()
        held = _held_by_who_waits(scene)
        other.execute(
            sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE").format(sql.Identifier(held))
        )
        other.rollback()
    thread.join(PATIENCE)
    assert ended, f"{command.name} hangs"
    told = "deadlock detected" in ended[0]
    assert told or ended[0] == DONE, ended
    _require_whole(scene, command, run, f"{command.name}, deadlocked")
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


def _held_by_who_waits(scene: Scene) -> str:
    """A table that the waiting command has touched already."""
    asked = """
        SELECT c.relname FROM pg_locks waits
        JOIN pg_locks held ON held.pid = waits.pid AND held.granted AND held.locktype = 'relation'
        JOIN pg_class c ON c.oid = held.relation AND c.relkind = 'r'
        JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = 'public'
        WHERE NOT waits.granted AND c.relname <> %s ORDER BY c.relname LIMIT 1
    """
    found: list[str] = []
    with _aside(scene) as watcher:

        def waits() -> bool:
            row = watcher.execute(asked, (LATE_TABLE,)).fetchone()
            found.extend(row or ())
            return bool(found)

        wait_until(waits, f"a lock that {LATE_TABLE} is waited for with")
    return found[0]


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


def prove_deadlock(databases: Databases, command: Command) -> str:
    """Deadlock with a command; how it ended."""
    with Scene.of(databases, "postgresql", command) as scene:
        return deadlock(scene, command, undisturbed(scene, command))
