"""P13: many reserve at once, from one ledger account or from many; there is money for a quarter."""

from __future__ import annotations

import multiprocessing
from abc import abstractmethod
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from attrs import define, field
from tests.bench.books import BENCH, copied, make_box
from tests.bench.measuring import Subject
from tests.fakes.waiting import PATIENCE

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.ledger.errors import NotEnoughBalance
from backbeat.ledger.model import EntryType
from backbeat_adapters.container import Container
from backbeat_adapters.sql.engine.outages import retrying

PROCESSES = 8
ACCOUNT = AccountId("creator0")


@define(slots=False)
class _AtOnce(Subject):
    """Processes that begin together; the clock on the wall runs until the last has ended."""

    url: str
    folder: Path
    funded: int
    processes: int = PROCESSES
    _start: Any = field(init=False)
    _done: Any = field(init=False)
    _workers: list[Any] = field(init=False)

    on_the_wall = True

    @abstractmethod
    def prepare(self, url: str) -> None:
        """Put the money there."""

    @abstractmethod
    def open(self, url: str) -> Any:
        """What a process reserves through."""

    @abstractmethod
    def reserve(self, through: Any, number: int) -> bool:
        """Reserve one dollar; whether there was one."""

    def before(self) -> None:
        url = copied(self.url)
        self.prepare(url)
        context = multiprocessing.get_context("fork")
        self._start = context.Barrier(self.processes + 1)
        self._done = context.SimpleQueue()

        def work(which: int) -> None:
            through = self.open(url)
            self._start.wait(PATIENCE)
            numbers = range(which, 4 * self.funded, self.processes)
            self._done.put(sum(self.reserve(through, number) for number in numbers))

        self._workers = [context.Process(target=work, args=(n,)) for n in range(self.processes)]
        for worker in self._workers:
            worker.start()

    def run(self) -> None:
        self._start.wait(PATIENCE)
        made = sum(self._done.get() for _ in self._workers)
        assert made == self.funded, f"{made} of {self.funded}"

    def after(self) -> None:
        for worker in self._workers:
            worker.join()


class Ledger(_AtOnce):
    """Ours: the ledger's reservation, with its entries, its chain and what it uses up."""

    def prepare(self, url: str) -> None:
        container = make_box(url, self.folder)
        with container.transactions().begin() as books:
            for account, dollars in self.funds().items():
                books.ledger.post(
                    account,
                    EntryType.MUSIC_PROFIT,
                    Money.of(dollars),
                    _act(container),
                    source=f"bench {account}",
                )
        container.engine().dispose()

    def funds(self) -> Mapping[AccountId, int]:
        """Whose money is reserved, in dollars."""
        return {ACCOUNT: self.funded}

    def open(self, url: str) -> Container:
        return make_box(url, self.folder)

    def reserve(self, through: Container, number: int) -> bool:
        accounts = tuple(self.funds())
        account = accounts[number % len(accounts)]

        def attempt() -> None:
            with through.transactions().begin() as books:
                of = WithdrawalId(f"w{number}")
                books.ledger.reservations.reserve(account, Money.of(1), of, _act(through))

        try:
            retrying(attempt)
        except NotEnoughBalance:
            return False
        return True


class Balances(Ledger):
    """Ours: the same from as many accounts as there are dollars; each is asked four times."""

    def funds(self) -> Mapping[AccountId, int]:
        return {AccountId(f"creator{number}"): 1 for number in range(self.funded)}


@define(slots=False)
class OneProcess(Balances):
    """The limit: one process alone."""

    processes: int = 1


class Update(_AtOnce):
    """The limit: one conditional UPDATE and a row that says so, through the driver."""

    def prepare(self, url: str) -> None:
        driver = _connect(url)
        driver.execute("CREATE TABLE purse (id INTEGER PRIMARY KEY, has BIGINT NOT NULL)")
        driver.execute("CREATE TABLE taken (number BIGINT PRIMARY KEY)")
        driver.execute(f"INSERT INTO purse VALUES (1, {self.funded})")
        driver.close()

    def open(self, url: str) -> Any:
        return _connect(url)

    def reserve(self, through: Any, number: int) -> bool:
        through.execute("BEGIN IMMEDIATE" if self.url.startswith("sqlite") else "BEGIN")
        took = through.execute("UPDATE purse SET has = has - 1 WHERE id = 1 AND has >= 1")
        if took.rowcount:
            through.execute(f"INSERT INTO taken VALUES ({number})")
        through.execute("COMMIT")
        return bool(took.rowcount)


class Serializable(Update):
    """A peer, on PostgreSQL: read, judge, write in SERIALIZABLE, again where it collided."""

    def reserve(self, through: Any, number: int) -> bool:
        import psycopg

        while True:
            try:
                through.execute("BEGIN ISOLATION LEVEL SERIALIZABLE")
                [has] = through.execute("SELECT has FROM purse WHERE id = 1").fetchone()
                if has >= 1:
                    through.execute(f"UPDATE purse SET has = {has - 1} WHERE id = 1")
                    through.execute(f"INSERT INTO taken VALUES ({number})")
                through.execute("COMMIT")
            except psycopg.errors.SerializationFailure:
                through.execute("ROLLBACK")
            else:
                return bool(has >= 1)


def _connect(url: str) -> Any:
    if url.startswith("sqlite:///"):
        import sqlite3

        driver = sqlite3.connect(url.removeprefix("sqlite:///"), timeout=60, isolation_level=None)
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            driver.execute(f"PRAGMA {pragma}")
        return driver
    import psycopg

    return psycopg.connect(url, autocommit=True)


def _act(container: Container) -> ActContext:
    return ActContext(BENCH, container.business_clock().today(), container.security_clock().now())
