"""Every kind of books opens and closes in the same way."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

import pytest
from sqlalchemy import Column, Engine, MetaData, Text, insert, select
from sqlalchemy.exc import DBAPIError
from tests.conftest import Database
from tests.fakes.accounts import an_account
from tests.fakes.standins import NOON, FixedClock, counting_ids
from tests.fakes.waiting import PATIENCE

from backbeat.board.model import Post, PostId, PostKind, PublishedSpan
from backbeat.board.ports import Moment
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType
from backbeat.memory.books import MemoryTransactions
from backbeat_adapters.sql.engine.engines import (
    WRITER,
    Timeouts,
    make_counters_engine,
    make_engine,
)
from backbeat_adapters.sql.engine.outages import DatabaseConflict, DatabaseUnavailable, retrying
from backbeat_adapters.sql.engine.schema import Big, table
from backbeat_adapters.sql.engine.transactions import SqlTransactions

Transactions = MemoryTransactions | SqlTransactions

notes_metadata = MetaData()
notes = table(
    "note",
    Column("id", Big, primary_key=True),
    Column("text", Text, nullable=False),
    in_metadata=notes_metadata,
)


def over(database: Database) -> SqlTransactions:
    return SqlTransactions(database.engine, FixedClock(), counting_ids())


@contextmanager
def with_notes(database: Database) -> Iterator[SqlTransactions]:
    """Transactions over a database with a table more, which later tests do not find there."""
    notes_metadata.create_all(database.engine)
    try:
        yield over(database)
    finally:
        notes_metadata.drop_all(database.engine)


@pytest.fixture
def noted(database: Database) -> Iterator[SqlTransactions]:
    with with_notes(database) as transactions:
        yield transactions


@pytest.fixture
def noted_on_postgresql(postgresql_database: Database) -> Iterator[SqlTransactions]:
    with with_notes(postgresql_database) as transactions:
        yield transactions


def test_books_inside_books_are_refused(transactions: Transactions) -> None:
    with transactions.begin(), pytest.raises(RuntimeError, match="open already"):
        transactions.begin().__enter__()
    with transactions.look(), pytest.raises(RuntimeError, match="open already"):
        transactions.begin().__enter__()


def test_books_open_again_after_a_block_that_raised(transactions: Transactions) -> None:
    with pytest.raises(KeyError), transactions.begin():
        raise KeyError

    with transactions.begin() as books:
        assert books is not None


def test_a_block_that_raises_leaves_nothing(noted: SqlTransactions) -> None:
    def write_and_fail() -> None:
        with noted.begin() as books:
            books.connection.execute(insert(notes).values(id=1, text="gone"))
            raise KeyError

    with pytest.raises(KeyError):
        write_and_fail()

    with noted.look() as books:
        assert books.connection.execute(select(notes)).all() == []


@pytest.mark.parametrize("raised", [KeyError, KeyboardInterrupt])
def test_whatever_a_block_raises_records_are_as_they_were(
    transactions: Transactions, raised: type[BaseException]
) -> None:
    """Its sets, its lists below others and its single values too: what one change touches of each."""
    account, now = an_account(), Moment(NOON, NOON.date())
    act = ActContext(Actor.operator("ann"), NOON.date(), NOON)
    post = Post(PostId("p1"), PostKind.NOTICE, {}, PublishedSpan(NOON, None))
    with transactions.begin() as books:
        books.accounts.add(account)
        books.posts.put(post)
        books.ledger.post(account.id, EntryType.PORTAL_PROFIT, Money.of(1), act, source="first")

    def change_and_fail() -> None:
        with transactions.begin() as books:
            books.posts.told(post.id, None)
            books.ledger.post(account.id, EntryType.PORTAL_PROFIT, Money.of(2), act, source="2")
            raise raised

    with pytest.raises(raised):
        change_and_fail()

    with transactions.begin() as books:
        untold = books.posts.untold(now)
        assert untold is not None
        assert untold.post == post
        assert books.ledger.balance(account.id).available == Money.of(1)
        assert [each.number for each in books.ledger.store.whole.chain()] == [1]
        assert books.ledger.check().findings == ()


def test_a_block_that_ends_well_is_kept(noted: SqlTransactions) -> None:
    with noted.begin() as books:
        books.connection.execute(insert(notes).values(id=1, text="kept"))

    with noted.look() as books:
        assert books.connection.execute(select(notes.c.text)).scalars().all() == ["kept"]


def test_looking_cannot_write(noted: SqlTransactions) -> None:
    with pytest.raises((DatabaseUnavailable, DBAPIError)), noted.look() as books:
        books.connection.execute(insert(notes).values(id=1, text="no"))

    with noted.begin() as books:  # the pooled connection writes again
        books.connection.execute(insert(notes).values(id=1, text="yes"))


def test_looking_sees_one_moment_while_others_write(noted: SqlTransactions) -> None:
    def count() -> int:
        return len(books.connection.execute(select(notes)).all())

    def write() -> None:
        with noted.begin() as other:
            other.connection.execute(insert(notes).values(id=1, text="later"))

    with noted.look() as books:
        assert count() == 0
        writer = threading.Thread(target=write)
        writer.start()
        writer.join(PATIENCE)
        assert not writer.is_alive()
        assert count() == 0


def test_writers_that_read_before_they_write_lose_nothing(noted: SqlTransactions) -> None:
    """On SQLite this is BEGIN IMMEDIATE's doing (OPS-2); PostgreSQL takes the row's lock."""
    with noted.begin() as books:
        books.connection.execute(insert(notes).values(id=1, text="0"))

    def add_one() -> None:
        for _ in range(10):
            with noted.begin() as books:
                row = select(notes.c.text).where(notes.c.id == 1).with_for_update()
                number = int(books.connection.execute(row).scalar_one())
                books.connection.execute(notes.update().values(text=str(number + 1)))

    threads = [threading.Thread(target=add_one) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    with noted.look() as books:
        assert books.connection.execute(select(notes.c.text)).scalar_one() == "40"


def test_a_full_disk_is_an_outage_and_keeps_what_was_there(sqlite_database: Database) -> None:
    notes_metadata.create_all(sqlite_database.engine)
    transactions = over(sqlite_database)
    with transactions.begin() as books:
        books.connection.execute(insert(notes).values(id=1, text="kept"))

    def write_much() -> None:
        with transactions.begin() as books:
            books.connection.exec_driver_sql("PRAGMA max_page_count=1")
            for n in range(2, 500):
                books.connection.execute(insert(notes).values(id=n, text="x" * 4000))

    with pytest.raises(DatabaseUnavailable):
        write_much()

    with transactions.look() as books:
        assert books.connection.execute(select(notes.c.text)).scalars().all() == ["kept"]


@pytest.mark.parametrize(
    "nowhere", ["sqlite:////proc/nowhere.sqlite3", "postgresql://@127.0.0.1:9/x"]
)
def test_a_database_that_is_not_there_is_an_outage(nowhere: str) -> None:
    transactions = SqlTransactions(make_engine(nowhere), FixedClock(), counting_ids())

    with pytest.raises(DatabaseUnavailable), transactions.begin():
        pass


def test_a_lost_connection_is_an_outage_once(postgresql_database: Database) -> None:
    transactions = over(postgresql_database)
    with pytest.raises(DatabaseUnavailable), transactions.begin() as books:
        books.connection.exec_driver_sql("SELECT pg_terminate_backend(pg_backend_pid())")

    with transactions.begin() as books:
        assert books.connection.exec_driver_sql("SELECT 1").scalar_one() == 1


def test_a_lock_that_is_not_given_is_an_outage(
    noted_on_postgresql: SqlTransactions, postgresql_database: Database
) -> None:
    impatient = SqlTransactions(
        make_engine(postgresql_database.url, Timeouts(lock=1)), FixedClock(), counting_ids()
    )
    with noted_on_postgresql.engine.begin() as holder:
        holder.exec_driver_sql("LOCK TABLE note IN ACCESS EXCLUSIVE MODE")
        with pytest.raises(DatabaseUnavailable), impatient.begin() as books:
            books.connection.execute(select(notes))
    impatient.engine.dispose()


def test_a_deadlock_is_tried_again_and_both_get_through(
    noted_on_postgresql: SqlTransactions,
) -> None:
    with noted_on_postgresql.begin() as books:
        books.connection.execute(insert(notes), [{"id": 1, "text": ""}, {"id": 2, "text": ""}])
    meet = threading.Barrier(2)
    conflicts: list[DatabaseConflict] = []

    def cross(first: int, second: int) -> None:
        tries = 0

        def once() -> None:
            nonlocal tries
            tries += 1
            with noted_on_postgresql.begin() as books:
                for number in (first, second):
                    books.connection.execute(
                        notes.update()
                        .where(notes.c.id == number)
                        .values(text=notes.c.text + str(first))
                    )
                    if number == first and tries == 1:
                        meet.wait(PATIENCE)

        retrying(once)
        if tries > 1:
            conflicts.append(DatabaseConflict())

    threads = [threading.Thread(target=cross, args=pair) for pair in ((1, 2), (2, 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(conflicts) == 1
    with noted_on_postgresql.look() as books:
        texts = books.connection.execute(select(notes.c.text)).scalars().all()
    assert [sorted(text) for text in texts] == [["1", "2"], ["1", "2"]]


def test_a_call_that_has_written_is_not_repeated(noted: SqlTransactions) -> None:
    calls = []

    def twice() -> None:
        calls.append(1)
        with noted.begin():
            pass
        raise DatabaseConflict

    with pytest.raises(DatabaseConflict):
        retrying(twice)

    assert calls == [1]


def test_counters_live_apart_from_the_money_file(sqlite_database: Database) -> None:
    money, counters = make_engine(sqlite_database.url), make_counters_engine(sqlite_database.url)

    assert str(counters.url.database).endswith(".counters")
    with counters.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 0
    with money.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
    money.dispose()
    counters.dispose()


def _texts(transactions: SqlTransactions) -> list[str]:
    with transactions.look() as books:
        return list(books.connection.scalars(select(notes.c.text).order_by(notes.c.id)))


def _note(transactions: SqlTransactions, id_: int, text: str) -> None:
    with transactions.begin() as books:
        books.connection.execute(insert(notes).values(id=id_, text=text))


def test_looks_of_one_moment_share_a_connection(noted: SqlTransactions) -> None:
    with noted.one_moment():
        with noted.look() as first:
            pass
        with noted.look() as second:
            assert second.connection is first.connection
    assert first.connection.closed


def test_looks_of_one_moment_see_the_same(noted: SqlTransactions) -> None:
    _note(noted, 1, "before")
    with noted.one_moment():
        assert _texts(noted) == ["before"]
        other = threading.Thread(target=_note, args=(noted, 2, "by somebody else"))
        other.start()
        other.join(PATIENCE)
        assert _texts(noted) == ["before"]
    assert _texts(noted) == ["before", "by somebody else"]


def test_who_writes_sees_it_at_once(noted: SqlTransactions) -> None:
    with noted.one_moment():
        assert _texts(noted) == []
        _note(noted, 1, "own")
        assert _texts(noted) == ["own"]


def test_who_writes_on_a_connection_of_its_own_sees_it_at_once(noted: SqlTransactions) -> None:
    with noted.one_moment():
        assert _texts(noted) == []
        own = noted.engine.connect().execution_options(**WRITER)
        with own, noted.begin_on(own) as books:
            books.connection.execute(insert(notes).values(id=1, text="own"))
        assert _texts(noted) == ["own"]


def test_a_moment_within_another_gives_it_back(noted: SqlTransactions) -> None:
    with noted.one_moment():
        with noted.look() as first:
            pass
        with noted.one_moment(), noted.look() as within:
            assert within.connection is not first.connection
        with noted.look() as again:
            assert again.connection is first.connection


def test_a_look_that_failed_is_not_looked_at_again(noted: SqlTransactions) -> None:
    with noted.one_moment():
        with pytest.raises(DBAPIError), noted.look() as books:
            books.connection.exec_driver_sql("SELECT no_such_column FROM note")
        assert _texts(noted) == []


def test_a_moment_is_of_its_own_transactions_alone(noted: SqlTransactions) -> None:
    other = SqlTransactions(noted.engine, FixedClock(), counting_ids())
    with noted.one_moment():
        with noted.look() as ours:
            pass
        with other.look() as theirs:
            assert theirs.connection is not ours.connection


def test_a_moment_in_which_nobody_looks_opens_nothing() -> None:
    with SqlTransactions(cast("Engine", None), FixedClock(), counting_ids()).one_moment():
        pass
