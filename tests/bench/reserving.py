"""P13: many reserve at once, from one ledger account or from many; there is money for a quarter."""

from __future__ import annotations

import hashlib
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


class Rows(Ledger):
    """The limit: the same rows and their chain, written by the driver, with nothing looked at twice."""

    def open(self, url: str) -> Any:
        return _connect(url)

    def reserve(self, through: Any, number: int) -> bool:
        is_sqlite = self.url.startswith("sqlite")
        through.execute("BEGIN IMMEDIATE" if is_sqlite else "BEGIN")
        known = through.execute(_LOCK + ("" if is_sqlite else " FOR UPDATE")).fetchone()
        available, last, previous = known
        if available < _DOLLAR:
            through.execute("ROLLBACK")
            return False
        [lot] = through.execute(_LOT).fetchone()
        _write(through, number, last + 1, previous, lot)
        through.execute("COMMIT")
        return True


_DOLLAR = 1_000_000
_TODAY, _NOW = "2025-10-25", "2025-10-25T09:00:00.000000Z"
_LOCK = f"SELECT available, number, hash FROM ledger_balances WHERE account = '{ACCOUNT}'"
_LOT = f"SELECT entry FROM ledger_open WHERE account = '{ACCOUNT}' AND remaining > 0 LIMIT 1"
_TABLES = {
    "ledger_transactions": "account, number, id, source, kind, day, recorded_at, actor_kind, actor_id, previous, hash",
    "ledger_entries": "account, id, number, place, type, amount, day, earning_month, correction",
    "ledger_postings": "account, number, place, part, amount",
    "ledger_allocations": "account, number, place, consumer, entry, amount",
    "ledger_open": "account, entry, amount, remaining",
}


def _write(through: Any, of: int, number: int, previous: str, lot: str) -> None:
    """A withdrawal's rows as the ledger writes them."""
    source = f"withdrawal:w{of}:request"
    told = (ACCOUNT, number, source, "reservation", _TODAY, _NOW, "operator", "bench", previous)
    link = hashlib.sha256(repr(told).encode()).hexdigest()
    identity, entry = link[:24], link[24:48]
    rows = [
        ("ledger_transactions", (ACCOUNT, number, identity, *told[2:], link)),
        (
            "ledger_entries",
            (ACCOUNT, entry, number, 0, "withdrawal", -_DOLLAR, _TODAY, "2025-10", "0"),
        ),
        ("ledger_postings", (ACCOUNT, number, 0, "available", -_DOLLAR)),
        ("ledger_postings", (ACCOUNT, number, 1, "in_flight", _DOLLAR)),
        ("ledger_allocations", (ACCOUNT, number, 0, entry, lot, _DOLLAR)),
        ("ledger_open", (ACCOUNT, entry, -_DOLLAR, 0)),
    ]
    mark = "?" if _is_sqlite(through) else "%s"
    for table, row in rows:
        marks = ", ".join([mark] * len(row))
        through.execute(f"INSERT INTO {table} ({_TABLES[table]}) VALUES ({marks})", row)
    through.execute(
        f"UPDATE ledger_balances SET available = available - {_DOLLAR}, in_flight = in_flight + {_DOLLAR},"
        f" number = {mark}, hash = {mark} WHERE account = {mark}",
        (number, link, ACCOUNT),
    )
    through.execute(
        f"UPDATE ledger_open SET remaining = remaining - {_DOLLAR} WHERE account = {mark} AND entry = {mark}",
        (ACCOUNT, lot),
    )


def _is_sqlite(driver: Any) -> bool:
    return type(driver).__module__ == "sqlite3"


class Balances(Ledger):
    """Ours: the same from as many accounts as there are dollars; each is asked four times."""

    def funds(self) -> Mapping[AccountId, int]:
        return {AccountId(f"creator{number}"): 1 for number in range(self.funded)}


@define(slots=False)
class OneProcess(Balances):
    """The limit: one process alone."""

    processes: int = 1


class Update(_AtOnce):
    """A peer: one conditional UPDATE and a row that says so, through the driver."""

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
