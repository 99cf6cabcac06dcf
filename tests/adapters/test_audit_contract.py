"""The audit trail over every kind of storage: rows are added, listed, and never change."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from sqlalchemy import insert, text
from tests.conftest import Database
from tests.fakes.standins import NOON, FixedClock, counting_ids

from backbeat.audit import rules
from backbeat.audit.model import AuditEntry, mask_email
from backbeat.audit.ports import AuditFilter
from backbeat.audit.sealing import SEAL, SEALED, TRAIL, Seals
from backbeat.audit.service import Audit, Verdict
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, AuditId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat_adapters.sql.audit import audit, to_row
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.transactions import SqlTransactions

Transactions = MemoryTransactions | SqlTransactions
SYSTEM = Actor.system(SEAL)


def an_entry(
    action: str = "channel.approved",
    *,
    target: str = "channel:1",
    actor: Actor | None = None,
    at: datetime = NOON,
    **more: object,
) -> AuditEntry:
    return AuditEntry(
        at=at,
        actor=actor or Actor.operator("kim"),
        action=action,
        target=target,
        **more,  # type: ignore[arg-type]
    )


def record(transactions: Transactions, *entries: AuditEntry) -> None:
    with transactions.begin() as books:
        for entry in entries:
            books.audit.record(entry)


def actions(transactions: Transactions, **wanted: object) -> list[str]:
    page = Audit(transactions).list(AuditFilter(**wanted), PageRequest())  # type: ignore[arg-type]
    return [row.entry.action for row in page.items]


def test_a_row_comes_back_as_it_was_written(transactions: Transactions, clock: FixedClock) -> None:
    entry = an_entry(
        actor=Actor.account(AccountId("a1")),
        before={"status": "hold", "views": 12, "tags": ["x", "y"], "none": None},
        after={"fee": Money.of("1.50"), "from": date(2025, 9, 1), "on": True, "name": "é 한국"},
        reason="looks good",
    )
    clock.move(seconds=7)
    record(transactions, entry)

    (row,) = Audit(transactions).list(AuditFilter(), PageRequest()).items

    assert row.entry == entry
    assert row.entry.after == {"fee": "1.50", "from": "2025-09-01", "on": True, "name": "é 한국"}
    assert row.recorded_at == NOON + timedelta(seconds=7)


def test_many_rows_are_written_in_their_order(transactions: Transactions) -> None:
    with transactions.begin() as books:
        books.audit.record_all([])
        books.audit.record_all([an_entry(f"channel.{name}") for name in "abc"])

    assert actions(transactions) == ["channel.c", "channel.b", "channel.a"]
    assert Audit(transactions).verify().is_whole


def test_a_transaction_rolled_back_leaves_no_row(transactions: Transactions) -> None:
    def record_and_fail() -> None:
        with transactions.begin() as books:
            books.audit.record(an_entry())
            raise KeyError

    with pytest.raises(KeyError):
        record_and_fail()

    assert actions(transactions) == []


def test_the_newest_row_comes_first_and_pages_do_not_overlap(transactions: Transactions) -> None:
    record(transactions, *(an_entry(f"a.{n}") for n in range(5)))

    pages = [Audit(transactions).list(AuditFilter(), PageRequest(n, 2)) for n in range(4)]

    assert [[row.entry.action for row in page.items] for page in pages] == [
        ["a.4", "a.3"],
        ["a.2", "a.1"],
        ["a.0"],
        [],
    ]
    assert {page.total for page in pages} == {5}


def test_rows_can_be_picked(transactions: Transactions) -> None:
    record(
        transactions,
        an_entry("channel.approved", target="channel:1"),
        an_entry("channel.denied", target="channel:12", actor=Actor.operator("lee")),
        an_entry("Channel.odd", target="CHANNEL:1"),
        an_entry("account.left", target="account:1", at=NOON + timedelta(days=1)),
    )

    assert actions(transactions, action="channel.") == ["channel.denied", "channel.approved"]
    assert actions(transactions, target="channel:1") == ["channel.denied", "channel.approved"]
    assert actions(transactions, actor="lee") == ["channel.denied"]
    assert actions(transactions, since=NOON + timedelta(days=1)) == ["account.left"]
    assert actions(transactions, until=NOON, action="account") == []


def test_rows_as_written_pass_the_check(transactions: Transactions) -> None:
    record(transactions, *(an_entry(after={"n": n, "name": "한국"}) for n in range(3)))

    assert Audit(transactions).verify() == Verdict(rows=3, changed=())


def test_one_changed_letter_is_found(database: Database) -> None:
    transactions = SqlTransactions(database.engine, FixedClock(), counting_ids())
    record(transactions, an_entry(), an_entry(reason="because"), an_entry())
    with database.engine.begin() as connection:
        if database.kind == "sqlite":
            connection.execute(text("DROP TRIGGER audit_no_update"))
        else:
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        connection.execute(text("UPDATE audit SET reason = 'Because' WHERE reason = 'because'"))

    verdict = Audit(transactions).verify()

    assert verdict.rows == 3
    assert len(verdict.changed) == 1


def test_a_row_cannot_be_changed_or_removed(database: Database) -> None:
    transactions = SqlTransactions(database.engine, FixedClock(), counting_ids())
    record(transactions, an_entry())
    for statement in ("UPDATE audit SET reason = 'x'", "DELETE FROM audit"):
        with (
            pytest.raises(Exception, match="append-only"),
            database.engine.begin() as connection,
        ):
            connection.execute(text(statement))


def test_an_address_in_a_row_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="mask"):
        an_entry(before={"email": "mina@example.com"})
    with pytest.raises(ValueError, match="mask"):
        an_entry(after={"email": "mina@example.com"})

    masked = an_entry(after={"email": mask_email("mina@example.com")})
    assert masked.after == {"email": "m***@example.com"}


def test_a_mask_shows_little() -> None:
    assert mask_email("mina@example.com") == "m***@example.com"


def test_digests_do_not_depend_on_the_storage(clock: FixedClock) -> None:
    moment = datetime(2025, 9, 1, 12, 0, 0, 500, tzinfo=UTC)
    digests = set()
    for _ in range(2):
        transactions = MemoryTransactions.empty(clock, counting_ids())
        record(transactions, an_entry(at=moment, before={"b": 1, "a": 2}))
        digests.add(Audit(transactions).list(AuditFilter(), PageRequest()).items[0].digest)

    assert len(digests) == 1


def sealing(transactions: Transactions, clock: FixedClock) -> Seals:
    return Seals(transactions, clock, clock)


def test_rows_are_sealed_once_they_are_an_hour_old(
    transactions: Transactions, clock: FixedClock
) -> None:
    seals = sealing(transactions, clock)
    record(transactions, an_entry(), an_entry())
    assert seals.seal(SYSTEM) is None
    clock.move(seconds=3600)
    record(transactions, an_entry())

    sealed = seals.seal(SYSTEM)

    assert sealed is not None
    assert sealed.rows == 2
    verdict = Audit(transactions).verify()
    assert (verdict.rows, verdict.sealed, verdict.is_whole) == (4, 2, True)
    clock.move(seconds=7200)
    after = seals.seal(SYSTEM)
    assert after is not None
    assert after.rows == 4
    clock.move(seconds=7200)
    assert seals.seal(SYSTEM) is None, "a seal alone is not worth another"
    assert Audit(transactions).verify().sealed == 4


@pytest.mark.parametrize("act", ["removed", "put in"])
def test_a_row_removed_or_put_in_breaks_every_seal_after_it(
    database: Database, clock: FixedClock, act: str
) -> None:
    transactions = SqlTransactions(database.engine, clock, counting_ids())
    record(transactions, an_entry(), an_entry(), an_entry())
    clock.move(seconds=3600)
    sealing(transactions, clock).seal(SYSTEM)
    assert Audit(transactions).verify().is_whole

    with database.engine.connect().execution_options(**WRITER) as connection, connection.begin():
        if database.kind == "postgresql":
            connection.execute(text("SET LOCAL session_replication_role = replica"))
        else:
            connection.execute(text("DROP TRIGGER audit_no_delete"))
        first, second = connection.scalars(text("SELECT id FROM audit ORDER BY id LIMIT 2"))
        if act == "removed":
            connection.execute(text("DELETE FROM audit WHERE id = :id"), {"id": second})
        else:
            with_id = rules.row_of(AuditId(f"{first}x"), clock.now(), an_entry("account.paid"))
            connection.execute(insert(audit).values(to_row(with_id)))

    verdict = Audit(transactions).verify()
    assert verdict.changed == ()
    assert len(verdict.broken_seals) == 1


def test_seals_are_all_compared_however_many_pages_they_fill(
    transactions: Transactions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("backbeat.audit.service.LARGEST_PAGE", 2)
    for rows in range(5):
        told = {"last": "nothing", "rows": rows, "hash": "another"}
        record(transactions, an_entry(SEALED, target=TRAIL, actor=SYSTEM, after=told))

    assert len(Audit(transactions).verify().broken_seals) == 5
