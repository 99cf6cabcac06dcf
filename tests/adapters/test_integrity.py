"""Whether the checks of the ledger find what is wrong with it, and nothing where it is sound."""

from __future__ import annotations

import sys

import pytest
from tests.conftest import Database
from tests.fakes.money import a_copied_portal_with_money
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock, counting_ids
from tests.tools.corrupt import CORRUPTIONS, corrupt, main

from backbeat.kernel.actors import Actor
from backbeat.ledger.integrity.model import IntegrityReport, Status
from backbeat.ledger.integrity.rules import CHECKS, check
from backbeat.ledger.integrity.service import WATCH, LedgerIntegrity
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.integrity import SqlChainQueries, SqlIntegrityQueries


@pytest.fixture
def portal(database: Database, snapshots: Snapshots) -> Database:
    """A database with a bit of everything that moves money."""
    a_copied_portal_with_money(database.engine, snapshots)
    clock = FixedClock()
    transactions = SqlTransactions(database.engine, clock, counting_ids())
    LedgerIntegrity(transactions, clock).watch(Actor.system(WATCH))
    return database


def found(database: Database) -> IntegrityReport:
    with database.engine.connect() as connection, connection.begin():
        return check(SqlIntegrityQueries(connection))


def test_a_sound_portal_has_no_findings(portal: Database) -> None:
    report = found(portal)

    assert [(each.invariant, each.what) for each in report.findings] == []
    assert [each.invariant for each in report.outcomes] == [f"I{n}" for n in range(1, 20)]
    statuses = {each.invariant: each.status for each in report.outcomes}
    assert statuses.pop("I13") is Status.NOT_APPLICABLE
    assert set(statuses.values()) == {Status.HOLDS}
    assert (report.transactions, report.entries) > (20, 20)
    assert report.unsealed == 0


def test_the_check_finds_every_planted_corruption(
    portal: Database, capsys: pytest.CaptureFixture[str]
) -> None:
    missed = []
    for corruption in CORRUPTIONS:
        with (
            portal.engine.connect().execution_options(**WRITER) as connection,
            connection.begin() as transaction,
        ):
            corrupt(connection, corruption)
            findings = check(SqlIntegrityQueries(connection)).findings
            transaction.rollback()
        if corruption.found_by not in {each.invariant for each in findings}:
            missed.append((corruption.name, findings))
    figure = f"{len(CORRUPTIONS) - len(missed)} of {len(CORRUPTIONS)}"
    with capsys.disabled():
        sys.stdout.write(f"\nledger check finds {figure} planted corruptions ({portal.kind})\n")

    assert missed == []
    assert len(CORRUPTIONS) >= 20
    assert {each.found_by for each in CORRUPTIONS} == {each.invariant for each in CHECKS}
    assert found(portal).holds


def test_the_tool_plants_one_for_good(portal: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["corrupt", portal.url, "posting_changed"])

    assert main() == 0

    findings = [f"{each.invariant}: {each.what}" for each in found(portal).findings]
    assert "I2: transaction 1 of fern sums to 0.000001 USD" in findings
    assert "I14: transaction 1 of fern is not what its hash covers" in findings


def test_what_the_database_spells_otherwise_is_judged_as_the_core_spells_it(
    portal: Database,
) -> None:
    """Otherwise a letter that a database writes in another way would be told as a changed ledger."""
    with portal.engine.connect() as connection, connection.begin():
        chains = SqlChainQueries(connection)
        listed = "SELECT account, number FROM ledger_transactions"
        kept = [(str(row[0]), int(row[1])) for row in connection.exec_driver_sql(listed)]
        assert len(kept) > 20
        assert [each for each in kept if not chains._fits(*each)] == []
        assert not chains._fits(kept[0][0], 1_000_000)


def test_every_check_has_a_name_of_its_own() -> None:
    assert len({each.name for each in CHECKS}) == len(CHECKS) == 19
    assert len({each.name for each in CORRUPTIONS}) == len(CORRUPTIONS)
