"""Kills a process at any statement or commit of a command, and looks at what it left behind.

The command runs in a fork of its own. Points are passed before and after each statement that
SQLAlchemy sends, all that PostgreSQL is told in one go, each batch of staged rows, and each commit;
at the wanted one the process kills itself with SIGKILL, so nothing of it has a chance to tidy up.
"""

from __future__ import annotations

import os
import pickle
import re
import shutil
import signal
import traceback
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any

import psycopg
from attrs import define, field, frozen
from psycopg import sql
from sqlalchemy import Connection, Engine, event, inspect, make_url
from tests.proofs.house import Databases, House
from tests.proofs.together import outcome

from backbeat_adapters.sql.engine import bulk
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.files import staging

NEVER = 0
_NO_EFFECT = ("PRAGMA", "SET ", "SHOW ")
_MADE_UP = re.compile(r"[0-9a-zA-Z_]{20,}")
_JOBS_OF_POSTGRESQL = "procrastinate_jobs"
_COUNTED = {("report_changes", "number"), ("network_changes", "number")}
"""How many changes of report rows and of networks' days there were counts those that were killed, too."""
_OF_JOBS = ("task_name", "queueing_lock", "status", "args", "scheduled_at", "attempts")

Picture = dict[str, list[str]]
"""Every row of every table, without what chance made up: ids and digests."""


@frozen
class Command:
    """A money command: what comes before it, itself, and how a repetition may end."""

    name: str
    prepare: Callable[[House], object]
    act: Callable[[House], object]
    again: Collection[str]
    effects: int = 1
    """In how many steps it takes effect, each whole by itself; nearly always in one."""


@frozen
class Run:
    """An undisturbed run: the points it passed, and the books after each commit."""

    points: Sequence[str]
    commits: Sequence[int]
    """How many points were passed when each commit was done."""
    pictures: Sequence[Picture]
    """What the books were before, and after each of the commits."""

    def allowed(self, point: int) -> Picture:
        """What has to be kept of a process killed at a point: every commit it has passed."""
        return self.pictures[sum(done <= point for done in self.commits)]


@define
class Tripwire:
    """Counts points, and kills this process at one of them."""

    at: int
    look: Callable[[], Picture] | None = None
    points: list[str] = field(factory=list)
    commits: list[int] = field(factory=list)
    pictures: list[Picture] = field(factory=list)

    def hang(self, engine: Engine) -> None:
        """Watch everything that this engine does."""

        def before(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
            self._passed("before", statement)

        def after(_c: Any, _cursor: Any, statement: str, *_: Any) -> None:
            self._passed("after", statement)

        event.listen(engine, "before_cursor_execute", before)
        event.listen(engine, "after_cursor_execute", after)
        dialect: Any = engine.dialect
        commit = dialect.do_commit

        def committing(connection: Any) -> None:
            self._passed("before", "COMMIT")
            commit(connection)
            self.commits.append(len(self.points) + 1)
            if self.look is not None:
                self.pictures.append(self.look())
            self._passed("after", "COMMIT")

        dialect.do_commit = committing
        for loader in (staging._SqliteLoader, staging._PostgresLoader):
            self._hang_on(loader, "load", "STAGE")
        self._hang_on(bulk, "on_postgresql", "TOGETHER")

    def _hang_on(self, holder: Any, name: str, what: str) -> None:
        """Watch a function that speaks to the driver itself."""
        done = getattr(holder, name)

        def watched(*given: Any) -> Any:
            self._passed("before", what)
            answer = done(*given)
            self._passed("after", what)
            return answer

        setattr(holder, name, watched)

    def _passed(self, when: str, statement: str) -> None:
        if statement.startswith(_NO_EFFECT):
            return
        self.points.append(f"{when} {' '.join(statement.split())[:60]}")
        if len(self.points) == self.at:
            os.kill(os.getpid(), signal.SIGKILL)


@frozen
class Scene:
    """A prepared database, and an installation over a copy of it that is made anew for every crash.

    The installation is the same for all crashes, so that its statements are compiled once.
    """

    databases: Databases
    prepared: str
    url: str
    house: House

    @classmethod
    @contextmanager
    def of(cls, databases: Databases, kind: str, command: Command) -> Iterator[Scene]:
        """Make the books that the command finds."""
        prepared = databases.new(kind)
        with House.over(prepared, databases.folder) as house:
            command.prepare(house)
            house.require_sound()
        copy = make_url(prepared).set(database=f"{make_url(prepared).database}_copy")
        url = copy.render_as_string(hide_password=False)
        with House.over(url, databases.folder, hurried=False) as house:
            yield cls(databases, prepared, url, house)

    def reset(self) -> None:
        """Put the prepared books back, whatever a crash has left."""
        self.house.container.engine().dispose()
        source, copy = (str(make_url(url).database) for url in (self.prepared, self.url))
        if self.url.startswith("sqlite"):
            for file in Path(copy).parent.glob(Path(copy).name + "*"):
                file.unlink()
            shutil.copyfile(source, copy)
            return
        server = self.databases.server
        with psycopg.connect(server.url("postgres"), autocommit=True) as admin:
            order = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
            admin.execute(order.format(sql.Identifier(copy)))
        server.create_database(copy, source)


def undisturbed(scene: Scene, command: Command) -> Run:
    """Run the command once to its end, in a process of its own."""
    scene.reset()
    before = picture(scene.house.container.engine())
    said, status = _in_a_fork(scene, command, NEVER)
    if status != 0 or not said:
        raise AssertionError(f"{command.name} does not even run undisturbed")
    points, commits, pictures, ended = pickle.loads(said)
    assert ended == "done", f"{command.name} is refused: {ended}"
    states = [before, *pictures]
    steps = sum(one != next_ for one, next_ in pairwise(states))
    assert steps == command.effects, f"{command.name} takes effect in {steps} steps"
    return Run(points, commits, states)


def crash(scene: Scene, command: Command, run: Run, point: int) -> None:
    """Kill the command at a point; refuse whatever it left that it should not have.

    The books are sound and hold exactly what was committed; the command, repeated, completes its
    effect once.
    """
    scene.reset()
    house = scene.house
    where = f"{command.name}, point {point} of {len(run.points)} ({run.points[point - 1]})"
    said, status = _in_a_fork(scene, command, point)
    assert os.WIFSIGNALED(status), f"{where}: ended with {status} {said!r}"
    require_same(picture(house.container.engine()), run.allowed(point), where)
    found = house.findings()
    assert not found, f"{where}: {found}"
    again = outcome(lambda: command.act(house))
    assert again in command.again, f"{where}: the repetition ended with {again}"
    require_same(picture(house.container.engine()), run.pictures[-1], f"{where}, repeated")


def _in_a_fork(scene: Scene, command: Command, point: int) -> tuple[bytes, int]:
    """Run the command in a fork; what it says at its end, and the exit status."""
    # No connection may be open on both sides.
    scene.house.container.engine().dispose()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        status = 1
        try:
            said = _act(scene, command, point)
            with os.fdopen(writing, "wb") as pipe:
                pipe.write(said)
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    return said, os.waitpid(child, 0)[1]


def _act(scene: Scene, command: Command, point: int) -> bytes:
    aside = make_engine(scene.url, pool_size=1)
    tripwire = Tripwire(point, None if point else lambda: picture(aside))
    tripwire.hang(scene.house.container.engine())
    ended = outcome(lambda: command.act(scene.house))
    return pickle.dumps((tripwire.points, tripwire.commits, tripwire.pictures, ended))


_READ = {
    "confirmed_days": "SELECT d.channel, d.day, d.video, d.revenue_nanos, d.premium_nanos"
    " FROM confirmed_days d JOIN confirmed_months m ON m.version = d.version",
    "confirmed_channel_days": "SELECT d.channel, d.day, d.revenue_nanos, d.premium_nanos"
    " FROM confirmed_channel_days d JOIN confirmed_months m ON m.version = d.version",
    "confirmed_months": "SELECT month FROM confirmed_months",
    "confirmed_versions": "SELECT series FROM confirmed_versions WHERE last < 0",
    "report_changes": "SELECT act, file, state FROM report_changes WHERE state <> 'settled'",
}
"""Days that a close has not shown are read by nobody, and its next try numbers them anew; nor is a change that
is settled, be it because it was shown or because what was left of it is gone."""


def picture(engine: Engine) -> Picture:
    """Everything that a database holds, apart from what chance made up and from what no reader
    sees."""
    with engine.connect() as connection:
        shown: Picture = {}
        for table in _tables(connection):
            if table.startswith("procrastinate_") and table != _JOBS_OF_POSTGRESQL:
                continue
            columns = ", ".join(_columns(connection, table))
            read = _READ.get(table, f'SELECT {columns} FROM "{table}"')
            rows = connection.exec_driver_sql(read)
            shown[table] = sorted(_MADE_UP.sub("#", str(tuple(row))) for row in rows)
        return shown


def _tables(connection: Connection) -> Sequence[str]:
    """All but the parts of a table: their rows are its own, and an empty part says nothing."""
    names = inspect(connection).get_table_names()
    if connection.dialect.name == "sqlite":
        return names
    parts = connection.exec_driver_sql("SELECT relname FROM pg_class WHERE relispartition")
    return sorted({*names} - {*parts.scalars()})


def _columns(connection: Connection, table: str) -> Sequence[str]:
    if table == _JOBS_OF_POSTGRESQL:
        return _OF_JOBS
    return [
        f'"{column["name"]}"'
        for column in inspect(connection).get_columns(table)
        if (table, column["name"]) not in _COUNTED and column["name"] != "came_with"
    ]


def require_same(found: Picture, wanted: Picture, where: str) -> None:
    """Refuse what is there and should not be, and what is missing."""
    for table in sorted({*found, *wanted}):
        has, should = found.get(table, []), wanted.get(table, [])
        if has != should:
            more = [row for row in has if row not in should][:2]
            less = [row for row in should if row not in has][:2]
            raise AssertionError(
                f"{where}: {table} has {len(has)} rows, not {len(should)}; too much {more},"
                f" missing {less}"
            )
