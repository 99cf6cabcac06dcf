"""A service that imports the core alone and keeps everything in one SQLite file of its own.

    python own_storage.py FILE sign-up mina@example.org mina
    python own_storage.py FILE show mina@example.org
    python own_storage.py FILE link mina@example.org

Every use case of the portal works on it: the books are those in memory, and each transaction that ends well
is in the file before it counts. That suits some thousands of accounts in one process; whoever has more gives
the same ports a database (`backbeat-adapters` does, with SQLite and PostgreSQL).
"""

from __future__ import annotations

import io
import json
import pickle
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from attrs import evolve, fields

from backbeat import (
    Actor,
    Books,
    Clock,
    Device,
    MemoryMailTransport,
    MemoryPlatform,
    MemoryStorage,
    Portal,
    Refusal,
    Settings,
    SignUp,
    Storage,
    SystemClock,
    Transactions,
)
from backbeat.defaults.ids import TimeOrderedIds

PASSWORD = "correct horse battery"  # noqa: S105 - an example's


class Kept:
    """The file: one row, which is the whole state. `shared` are the objects that are no state."""

    def __init__(self, file: Path, *shared: object) -> None:
        self.connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
        self.connection.execute("PRAGMA synchronous = FULL")
        self.connection.execute(
            "CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY, books BLOB)"
        )
        self.shared = {id(each): str(number) for number, each in enumerate(shared)}
        self.objects = dict(zip(self.shared.values(), shared, strict=True))

    def write(self, books: object) -> None:
        """Replace the state, whole or not at all."""
        out = io.BytesIO()
        pickler = pickle.Pickler(out)
        pickler.persistent_id = lambda thing: self.shared.get(id(thing))  # type: ignore[method-assign]
        pickler.dump([getattr(books, name) for name in _states(books)])
        self.connection.execute("INSERT OR REPLACE INTO state VALUES (1, ?)", (out.getvalue(),))

    def read_into(self, books: object) -> None:
        """Put the state, if there is one, into empty books. Only ever read a file that you wrote."""
        row = self.connection.execute("SELECT books FROM state").fetchone()
        if row is None:
            return
        unpickler = pickle.Unpickler(io.BytesIO(row[0]))  # noqa: S301 - our own file
        unpickler.persistent_load = lambda key: self.objects[str(key)]  # type: ignore[method-assign]
        for name, value in zip(_states(books), unpickler.load(), strict=True):
            setattr(books, name, value)


def _states(books: object) -> list[str]:
    return [each.name for each in fields(type(books)) if each.name not in {"clock", "new_id"}]


class FileTransactions:
    """Fulfils `Transactions`: one at a time, and in the file before it counts."""

    def __init__(self, inside: Transactions[Any], kept: Kept) -> None:
        self.inside, self.kept = inside, kept

    @contextmanager
    def begin(self) -> Iterator[Books]:
        with self.inside.begin() as books:
            yield books
            self.kept.write(books)  # fails: the block fails, and the books are as before

    def look(self) -> AbstractContextManager[Books]:
        return self.inside.look()


def storage_in(file: Path, clock: Clock) -> Storage:
    """Everything a portal keeps, in this file."""
    new_id = TimeOrderedIds()
    storage = MemoryStorage.empty(clock, new_id)
    kept = Kept(file, clock, new_id)
    with storage.transactions.begin() as books:
        kept.read_into(books)
        books.jobs.begin_again()  # what a worker was at when the process ended
    transactions: Any = FileTransactions(storage.transactions, kept)
    engine = evolve(storage.job_engine, transactions=transactions)
    return evolve(storage, transactions=transactions, job_engine=engine)


def main(file: str, act: str, email: str, *more: str) -> None:
    """Do one thing and end: what the next one finds is what the file holds."""
    settings = Settings()
    clock = SystemClock(settings.zone)
    storage = storage_in(Path(file), clock)
    letters = MemoryMailTransport()
    portal = Portal(settings, clock, MemoryPlatform(), letters, storage)
    if act == "sign-up":
        portal.accounts.sign_up(SignUp(email, PASSWORD, *more), Device("203.0.113.7", "a service"))
        portal.worker.run_once()
        _say(mails=[letter.subject for letter in letters.sent])
        return
    account = portal.account_operations.find(email)
    if act == "link":
        login = portal.sessions.issue_one_time_login(account.id, Actor.system("own_storage"))
        _say(t=login.value, expires_in=login.expires_in)
    elif act == "use":
        signed_in = portal.sessions.log_in_once(more[0], Device("203.0.113.7", "a browser"))
        _say(account=signed_in.account.id)
    else:
        _say(id=account.id, name=account.name, waiting=storage.job_engine.waiting())


def _say(**told: object) -> None:
    print(json.dumps(told))  # noqa: T201


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except Refusal as refusal:
        _say(code=refusal.code)
        sys.exit(1)
