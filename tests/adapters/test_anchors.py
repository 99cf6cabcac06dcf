"""Who rules the database and makes every hash anew is found by a key, and by a line kept outside."""

from __future__ import annotations

import base64
import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from attrs import evolve, frozen
from sqlalchemy import insert, text
from tests.conftest import Database
from tests.fakes.money import a_copied_portal_with_money
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock

from backbeat.audit import rules
from backbeat.audit.model import AuditEntry, AuditRow
from backbeat.audit.sealing import SEAL, SEALED, Seals
from backbeat.audit.service import Audit
from backbeat.defaults.ids import TimeOrderedIds
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AuditId
from backbeat.ledger.integrity.anchors import Anchors, AnchorUnreadable
from backbeat.ledger.integrity.service import WATCH, LedgerIntegrity
from backbeat.policies.service import Policies
from backbeat.settings import Settings
from backbeat_adapters.seal_key import DerivedSealKey, seal_key
from backbeat_adapters.sql.audit import audit, to_row
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.witness import AnchorFile

pytestmark = pytest.mark.variants("databases")

KEY, OTHER = DerivedSealKey([b"a" * 32]), DerivedSealKey([b"b" * 32])
ANN = Actor.operator("ann")


@frozen
class House:
    database: Database
    clock: FixedClock
    transactions: SqlTransactions

    def anchors(self, key: DerivedSealKey | None = KEY, file: Path | None = None) -> Anchors:
        place = AnchorFile(file) if file else None
        sealed = Audit(self.transactions, key)
        return Anchors(self.transactions, self.clock, self.seals(key), sealed, key, place)

    def seals(self, key: DerivedSealKey | None = KEY) -> Seals:
        return Seals(self.transactions, self.clock, self.clock, key)

    def rows(self) -> list[AuditRow]:
        with self.transactions.look() as books:
            return list(books.audit.all())

    def behind_our_back(self, *statements: str) -> None:
        """As somebody who owns the database does it."""
        if self.database.kind == "sqlite":
            with closing(sqlite3.connect(str(self.database.engine.url.database))) as driver:
                found = driver.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
                for (guard,) in found.fetchall():
                    driver.execute(f"DROP TRIGGER {guard}")
                for statement in statements:
                    driver.execute(statement)
                driver.commit()
            return
        with self.database.engine.begin() as connection:
            connection.execute(text("SET LOCAL session_replication_role = replica"))
            for statement in statements:
                connection.execute(text(statement))


@pytest.fixture
def house(database: Database, snapshots: Snapshots) -> House:
    a_copied_portal_with_money(database.engine, snapshots)
    clock = FixedClock()
    clock.set(clock.now() + timedelta(days=90))
    house = House(database, clock, SqlTransactions(database.engine, clock, TimeOrderedIds()))
    Policies(house.transactions, clock, clock, Settings()).seed(ANN)
    clock.move(timedelta(hours=2))
    house.seals().seal(Actor.system(SEAL))
    return house


def test_a_whole_portal_fits_its_anchor_then_and_later(house: House) -> None:
    anchors = house.anchors()
    line = anchors.line(anchors.make())
    assert anchors.examine(anchors.read(line)).lines == ()

    house.clock.move(timedelta(hours=5))
    with house.transactions.begin() as books:
        books.audit.record(AuditEntry(house.clock.now(), ANN, "account.suspended", "account:mina"))
    assert anchors.examine(anchors.read(f"\n {line[:70]}\r\n {line[70:]} \n")).lines == ()


@pytest.mark.parametrize(
    "table", ["audit", "policies", "settlements", "ledger_allocations", "payout_steps"]
)
def test_a_table_that_was_emptied_is_found(house: House, table: str) -> None:
    anchor = house.anchors().make()
    assert anchor.rows[table] > 0
    house.behind_our_back(f"DELETE FROM {table}")

    found = house.anchors().examine(anchor).lines
    assert any(line.startswith(f"{table} has 0 rows, and the anchor of ") for line in found)


@pytest.mark.parametrize("table", ["policies", "ledger_allocations", "payout_steps"])
def test_a_table_that_lacks_a_single_row_is_found(house: House, table: str) -> None:
    anchor = house.anchors().make()
    row = "ctid" if house.database.kind == "postgresql" else "rowid"
    house.behind_our_back(f"DELETE FROM {table} WHERE {row} IN (SELECT {row} FROM {table} LIMIT 1)")

    found = house.anchors().examine(anchor).lines
    left = anchor.rows[table] - 1
    assert any(line.startswith(f"{table} has {left} rows, and the anchor of ") for line in found)


def test_a_rule_that_was_just_being_set_as_the_anchor_was_made_is_no_finding(house: House) -> None:
    house.clock.move(timedelta(hours=2))
    anchor = house.anchors().make()
    house.clock.move(-timedelta(minutes=59))
    policies = Policies(house.transactions, house.clock, house.clock, Settings())
    later = house.clock.today() + timedelta(days=60)
    policies.set("withdrawal.minimum", "25", later, ANN, reason="inflation")
    house.clock.move(timedelta(hours=3))

    assert house.anchors().examine(anchor).lines == ()


def test_a_trail_whose_end_was_cut_off_with_its_seals_is_found(house: House) -> None:
    anchor = house.anchors().make()
    house.behind_our_back(
        "DELETE FROM audit WHERE id >= (SELECT MAX(id) FROM audit WHERE action = 'policy.seeded')"
    )

    assert house.anchors().examine().lines == ()
    found = house.anchors().examine(anchor).lines
    assert len(found) == 2
    assert found[1].startswith("audit is not the one that the anchor of")


def test_a_rule_that_was_changed_in_its_place_is_found(house: House) -> None:
    anchor = house.anchors().make()
    house.behind_our_back(
        "UPDATE policies SET value = '0.9' WHERE key = 'settlement.operator_rate'"
    )

    (found,) = house.anchors().examine(anchor).lines
    assert found.startswith("policies are not those that the anchor of ")


def test_a_checkpoint_that_was_made_anew_is_found(house: House) -> None:
    LedgerIntegrity(house.transactions, house.clock).watch(Actor.system(WATCH))
    anchor = house.anchors().make()
    assert anchor.checkpoint is not None
    house.behind_our_back("UPDATE ledger_checkpoints SET hash = 'another'")

    (found,) = house.anchors().examine(anchor).lines
    assert found.startswith("checkpoint 1 is not the one that the anchor of ")


def test_emptied_tables_are_found_without_an_anchor_by_what_others_tell(house: House) -> None:
    policies = Policies(house.transactions, house.clock, house.clock, Settings())
    later = house.clock.today() + timedelta(days=60)
    policies.set("withdrawal.minimum", "25", later, ANN, reason="inflation")
    house.behind_our_back("DELETE FROM policies", "DELETE FROM settlements")

    assert house.anchors().examine().lines == (
        "policies has 0 rows, and the audit tells of 1",
        "settlements has 0 rows, and the audit tells of 3",
    )
    house.behind_our_back("DELETE FROM audit")
    (found,) = house.anchors().examine().lines
    assert found.startswith("audit is empty, and there are ")


def test_a_trail_that_was_made_anew_with_its_seals_is_found_by_the_key(house: House) -> None:
    rows = [row for row in house.rows() if row.entry.action != SEALED]
    told, linked = [], rules.NO_SEAL
    for row in rows:
        entry = evolve(row.entry, reason="nothing happened")
        told.append(rules.row_of(row.id, row.recorded_at, entry))
        linked = rules.linked(linked, told[-1])
    facts = {"last": told[-1].id, "rows": len(told), "hash": linked, "mark": OTHER.mark("x")}
    seal = AuditEntry(house.clock.now(), Actor.system(SEAL), SEALED, "audit", after=facts)
    made = rules.row_of(AuditId(f"{told[-1].id}x"), house.clock.now(), seal)
    house.behind_our_back("DELETE FROM audit")
    with house.database.engine.begin() as connection:
        connection.execute(insert(audit), [to_row(row) for row in [*told, made]])

    assert Audit(house.transactions).verify().is_whole
    (found,) = house.anchors().examine().lines
    assert found == f"seal {made.id} was not made with our key"


def test_a_seal_without_a_mark_after_marked_ones_is_found(house: House) -> None:
    house.clock.move(timedelta(hours=2))
    with house.transactions.begin() as books:
        books.audit.record(AuditEntry(house.clock.now(), ANN, "account.suspended", "account:mina"))
    house.clock.move(timedelta(hours=2))
    house.seals(None).seal(Actor.system(SEAL))

    assert len(house.anchors().examine().verdict.forged) == 1


def test_seals_from_before_there_was_a_key_count(database: Database, clock: FixedClock) -> None:
    transactions = SqlTransactions(database.engine, clock, TimeOrderedIds())
    house = House(database, clock, transactions)
    for key in (None, OTHER, DerivedSealKey([b"a" * 32, b"b" * 32])):
        with transactions.begin() as books:
            books.audit.record(AuditEntry(clock.now(), ANN, "account.suspended", "account:mina"))
        clock.move(timedelta(hours=2))
        house.seals(key).seal(Actor.system(SEAL))

    both = DerivedSealKey([b"a" * 32, b"b" * 32])
    assert house.anchors(both).examine().lines == ()
    assert len(house.anchors(KEY).examine().verdict.forged) == 1


def test_what_is_no_anchor_or_of_another_key_is_refused(house: House) -> None:
    line = house.anchors().line(house.anchors().make())
    start, content, mark = line.split(".")
    told: dict[str, object] = {"at": "2026-01-01T00:00:00+00:00", "rows": {}}
    told |= {"audit": None, "checkpoint": None}
    facts: list[object] = [
        {"at": told["at"]},
        told | {"audit": ["a", 1], "policies": ""},
        told | {"checkpoint": [1], "policies": ""},
        told | {"rows": [], "policies": ""},
        [],
    ]
    lies = [base64.urlsafe_b64encode(json.dumps(each).encode()).decode() for each in facts]

    for wrong in (
        *("", "no anchor", f"bba0.{content}.{mark}", line[5:], f"{start}.é.{mark}"),
        *(f"{start}.{lied.rstrip('=')}.{mark}" for lied in lies),
    ):
        with pytest.raises(AnchorUnreadable):
            house.anchors().read(wrong)
    with pytest.raises(AnchorUnreadable, match="key"):
        house.anchors(OTHER).read(line)
    with pytest.raises(AnchorUnreadable, match="key"):
        house.anchors().read(f"{start}.{content}.-")


def test_the_daily_anchor_is_kept_as_long_as_everything_fits(house: House, tmp_path: Path) -> None:
    anchors = house.anchors(file=tmp_path / "files" / "anchor.txt")
    findings, line = anchors.daily()
    assert (findings.lines, anchors.kept()) == ((), anchors.read(line))

    house.behind_our_back("DELETE FROM audit WHERE action = 'policy.seeded'")
    house.clock.move(timedelta(days=1))
    findings, other = anchors.daily()
    assert findings.lines
    assert other != line
    assert anchors.kept() == anchors.read(line)


def test_every_table_that_only_grows_is_counted(house: House) -> None:
    counted = house.anchors().make().rows

    assert {"audit", "policies", "ledger_transactions", "ledger_postings", "invoices"} <= {*counted}


def test_keys_come_from_the_configuration(house: House) -> None:
    assert seal_key(()) is None
    key = seal_key([base64.b64encode(b"k" * 32).decode()])
    assert key is not None
    assert key.fits("text", key.mark("text"))
    assert not key.fits("other", key.mark("text"))
    assert not key.fits("text", key.mark("text")[:-1])
    assert "kkk" not in repr(key)
