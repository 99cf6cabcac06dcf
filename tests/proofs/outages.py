"""The database full, read-only, locked, restarted; server processes killed: nothing acknowledged is lost."""

from __future__ import annotations

import os
import queue
import signal
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from attrs import define, field
from falcon.testing import TestClient
from sqlalchemy import Engine, event, make_url, text
from tests.fakes.waiting import PATIENCE, wait_until
from tests.proofs.house import Databases, House
from tests.proofs.serving import Reply, Server, serving

from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest
from backbeat.withdrawals.ports import WithdrawalFilter
from backbeat_http.assembly import create_app

FORM = {"method": "paypal", "currency": "USD", "total": "150.00"}
Send = Callable[[AccountId], Reply]


# -- what counts


@define
class Acknowledged:
    """The payouts that the portal said yes to, by account, and how often it could not answer."""

    ids: dict[AccountId, str] = field(factory=dict)
    refused: int = 0
    lost: int = 0

    def note(self, account: AccountId, reply: Reply) -> bool:
        """Count an answer: yes, or 503 with a time to come back; anything else is a failure."""
        if reply.status == 200:
            self.ids[account] = str(reply.body["id"])
            return True
        require_503(reply)
        self.refused += 1
        return False

    def require_present(self, house: House, accounts: Sequence[AccountId]) -> str:
        """Everything acknowledged is there, everything asked for is there once; the figure."""
        with house.container.transactions().look() as books:
            kept = books.withdrawals.page(WithdrawalFilter(), PageRequest(0, 200))
        present = {each.account: str(each.id) for each in kept.items}
        assert self.ids == present, f"{len(self.ids)} acknowledged, {len(present)} present"
        assert kept.total == len(present) == len(accounts)
        house.require_sound()
        return f"{len(self.ids)} acknowledged = {len(present)} present"


def require_503(reply: Reply) -> None:
    """An outage as people are told of it (OPS-5)."""
    assert reply.status == 503, reply
    assert (reply.body["code"], reply.reason) == (1, "unavailable"), reply
    assert int(reply.headers["retry-after"]) > 0


def _people(house: House, count: int) -> dict[AccountId, str]:
    made = {}
    for number in range(count):
        account = house.creator(number)
        made[account] = house.token(account)
    return made


def _require_ready(house: House, status: int) -> None:
    """What `/readyz` says of the database: whether it can be written to."""
    answer = TestClient(create_app(house.container)).simulate_get("/readyz")
    assert answer.status_code == status, answer.text


def _in_process(house: House, tokens: Mapping[AccountId, str]) -> tuple[Send, Send]:
    """How to ask for a payout and how to read the list, without a socket in between."""
    client = TestClient(create_app(house.container))

    def reply(answer: Any) -> Reply:
        kept = {name.lower(): value for name, value in answer.headers.items()}
        return Reply(answer.status_code, answer.json, kept)

    def ask(account: AccountId) -> Reply:
        headers = {"Zs-Authentification": tokens[account], "Idempotency-Key": f"key-{account}"}
        return reply(client.simulate_post("/api/withdrawal/request", json=FORM, headers=headers))

    def read(account: AccountId) -> Reply:
        headers = {"Zs-Authentification": tokens[account]}
        return reply(client.simulate_get("/api/withdrawal/list", headers=headers))

    return ask, read


# -- the database cannot be written to


def disk_full(url: str, folder: Path, people: int = 40) -> str:
    """The files may grow no further in the middle of the payouts, counters too (SQLite)."""
    with House.over(url, folder, counters=True) as house:
        tokens = _people(house, people)
        ask, read = _in_process(house, tokens)
        acknowledged = Acknowledged()
        with _room(house.container.engine(), 6), _room(house.container.counters_engine(), 0):
            for account in tokens:
                acknowledged.note(account, ask(account))
            early = len(acknowledged.ids)
            assert early, "the disk was full from the beginning"
            assert acknowledged.refused, "the disk was not full"
            assert {read(account).status for account in tokens} == {200}
        for account in tokens:
            assert acknowledged.note(account, ask(account))
        figure = _told(acknowledged, house, tokens)
        return f"{early} before, {acknowledged.refused} x 503, reads 200; {figure}"


def read_only(url: str, folder: Path, people: int = 5) -> str:
    """The books are read-only for a while, counters too: files, or a server that is a standby."""
    with House.over(url, folder, counters=True) as house:
        tokens = _people(house, people)
        ask, read = _in_process(house, tokens)
        acknowledged = Acknowledged()
        _require_ready(house, 200)
        with _no_writing(house):
            _require_ready(house, 503)
            for account in tokens:
                assert not acknowledged.note(account, ask(account))
                assert read(account).status == 200
        for account in tokens:
            assert acknowledged.note(account, ask(account))
        return f"{acknowledged.refused} x 503, reads 200; {_told(acknowledged, house, tokens)}"


def locked(url: str, folder: Path, people: int = 3) -> str:
    """Somebody holds the books for longer than anybody waits."""
    with House.over(url, folder) as house:
        tokens = _people(house, people)
        ask, read = _in_process(house, tokens)
        acknowledged = Acknowledged()
        slowest = 0.0
        first = next(iter(tokens))
        with _held(house):
            started = time.monotonic()
            asking = threading.Thread(target=lambda: acknowledged.note(first, ask(first)))
            asking.start()
            while asking.is_alive():
                before = time.monotonic()
                assert read(first).status == 200
                slowest = max(slowest, time.monotonic() - before)
                asking.join(0.2)
            held = time.monotonic() - started
        assert acknowledged.refused == 1, "nobody was refused while the books were held"
        for account in tokens:
            assert acknowledged.note(account, ask(account))
        figure = _told(acknowledged, house, tokens)
        return f"held {held:.0f} s: 503, reads within {slowest:.1f} s; {figure}"


def _told(acknowledged: Acknowledged, house: House, tokens: Mapping[AccountId, str]) -> str:
    return acknowledged.require_present(house, list(tokens))


@contextmanager
def _room(engine: Engine, pages: int) -> Iterator[None]:
    """So many pages are left on the disk for this file."""
    with engine.connect() as connection:
        most = connection.exec_driver_sql("PRAGMA page_count").scalar_one() + pages

    def limited(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count={most}")

    event.listen(engine, "checkout", limited)
    try:
        yield
    finally:
        event.remove(engine, "checkout", limited)
        engine.dispose()


@contextmanager
def _no_writing(house: House) -> Iterator[None]:
    engines = (house.container.engine(), house.container.counters_engine())
    at_server = engines[0].dialect.name == "postgresql"
    with _read_only_server(engines[0]) if at_server else _read_only_files(engines):
        for engine in engines:
            engine.dispose()
        yield
    for engine in engines:
        engine.dispose()


@contextmanager
def _read_only_files(engines: Sequence[Engine]) -> Iterator[None]:
    def opened(_dialect: Any, _record: Any, files: Sequence[str], _: Any) -> sqlite3.Connection:
        return sqlite3.connect(f"file:{files[0]}?mode=ro", uri=True, check_same_thread=False)

    for engine in engines:
        event.listen(engine, "do_connect", opened)
    try:
        yield
    finally:
        for engine in engines:
            event.remove(engine, "do_connect", opened)


@contextmanager
def _read_only_server(engine: Engine) -> Iterator[None]:
    set_it = f'ALTER DATABASE "{engine.url.database}" {{}} default_transaction_read_only'
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as admin:
        admin.exec_driver_sql(set_it.format("SET") + " = on")
        try:
            yield
        finally:
            admin.exec_driver_sql(set_it.format("RESET"))


@contextmanager
def _held(house: House) -> Iterator[None]:
    engine = house.container.engine()
    order = (
        "BEGIN IMMEDIATE"
        if engine.dialect.name == "sqlite"
        else "LOCK TABLE accounts, ledger_balances, withdrawals IN EXCLUSIVE MODE"
    )
    with engine.connect() as holder:
        if engine.dialect.name == "sqlite":
            holder.exec_driver_sql("ROLLBACK")
        holder.execute(text(order))
        try:
            yield
        finally:
            holder.rollback()


# -- processes and servers end under load


def worker_killed(url: str, folder: Path, people: int = 40, kills: int = 5) -> str:
    """SIGKILL for a process of the server, again and again while people ask for payouts."""
    with House.over(url, folder, real=True) as house:
        tokens = _people(house, people)
        with serving(url, folder) as server:

            def kill() -> None:
                for pid in server.workers()[:1]:
                    os.kill(pid, signal.SIGKILL)

            acknowledged, done = _under_load(server, tokens, kill, kills)
        return f"{done} kills, {_counted(acknowledged)}; {_told(acknowledged, house, tokens)}"


def restarted(databases: Databases, people: int = 40, restarts: int = 3) -> str:
    """PostgreSQL ends without a word and comes back while people ask for payouts."""
    url = databases.new("postgresql")
    name = make_url(url).database
    with psycopg.connect(url, autocommit=True) as admin:
        # The tests' server does not wait for the disk; here that would lose what was acknowledged.
        admin.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = on')
    with House.over(url, databases.folder, real=True) as house:
        tokens = _people(house, people)
        with serving(url, databases.folder) as server:
            acknowledged, done = _under_load(server, tokens, databases.server.restart, restarts)
        house.container.engine().dispose()
        return f"{done} restarts, {_counted(acknowledged)}; {_told(acknowledged, house, tokens)}"


def _counted(acknowledged: Acknowledged) -> str:
    return f"{acknowledged.refused} x 503, {acknowledged.lost} cut off"


def _under_load(
    server: Server, tokens: Mapping[AccountId, str], disturb: Callable[[], None], times: int
) -> tuple[Acknowledged, int]:
    """Four people at once ask, and ask again under the same key until they are told yes."""
    waiting: queue.SimpleQueue[AccountId] = queue.SimpleQueue()
    for account in tokens:
        waiting.put(account)
    acknowledged, failures = Acknowledged(), list[Exception]()
    lock = threading.Lock()

    def person() -> None:
        try:
            while True:
                account = waiting.get_nowait()
                _until_told(server, account, tokens[account], acknowledged, lock)
        except queue.Empty:
            pass
        except Exception as error:
            failures.append(error)

    people = [threading.Thread(target=person) for _ in range(4)]
    for each in people:
        each.start()
    for done in range(1, times + 1):
        # Spread over the work: each disturbance comes when its share has been told yes.
        share = len(tokens) * (done - 1) // times
        wait_until(lambda n=share: len(acknowledged.ids) >= n or bool(failures))  # type: ignore[misc]
        disturb()
    for each in people:
        each.join(PATIENCE)
    if failures:
        raise failures[0]
    return acknowledged, times


def _until_told(
    server: Server, account: AccountId, token: str, acknowledged: Acknowledged, lock: Any
) -> None:
    def told_yes() -> bool:
        try:
            path = "/api/withdrawal/request"
            reply = server.call("POST", path, token, FORM, key=f"key-{account}")
        except OSError:
            with lock:
                acknowledged.lost += 1
            return False
        with lock:
            return acknowledged.note(account, reply)

    wait_until(told_yes, f"a yes for {account}")
