"""A portal of the version before is brought to this one, and answers as it did."""

from __future__ import annotations

import itertools
import json
import shutil
from collections.abc import Iterator
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, make_url, select
from tests.conftest import Database
from tests.fakes.answers import answers
from tests.fakes.former import as_it_was, kept
from tests.fakes.postgres import Postgres
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.withdrawals import ANN

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.targets import Target, TargetKind
from backbeat.ledger.integrity.rules import check
from backbeat.ledger.model import Kind
from backbeat_adapters.addresses import path_of
from backbeat_adapters.sql.checkpoints import SqlCheckpoints
from backbeat_adapters.sql.engine.engines import WRITER, make_engine
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.integrity import SqlIntegrityQueries
from backbeat_adapters.sql.migrations import drift, revision_of, upgrade
from backbeat_adapters.sql.migrations.final_keys import ledger as step
from backbeat_adapters.sql.migrations.final_keys.ledger import Old, _read, split
from backbeat_adapters.sql.migrations.refusals import MigrationRefused
from backbeat_adapters.sql.notifications import notifications


@pytest.fixture(scope="session", params=["portal", "history"])
def former(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What the version before had, and what it answered."""
    return {"name": request.param, **kept(f"{request.param}.json.gz")}


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def template(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    former: dict[str, Any],
) -> str:
    """The URL of a database of the version before with these data in it, which tests copy."""
    name = f"former_{former['name']}"
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp(name) / 'former.sqlite3'}"
    else:
        server: Postgres = request.getfixturevalue("_postgres")
        url = server.create_database(name)
    as_it_was(url, former["tables"])
    return url


@pytest.fixture
def engine(request: pytest.FixtureRequest, template: str, tmp_path: Path) -> Iterator[Engine]:
    """A copy of it."""
    made = a_copy(template, request, tmp_path)
    yield made
    made.dispose()


@pytest.fixture(scope="session")
def upgraded(
    request: pytest.FixtureRequest, template: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    """A copy of it that was upgraded: tests look at it and leave it as it is."""
    made = a_copy(template, request, tmp_path_factory.mktemp("upgraded"))
    upgrade(made)
    yield made
    made.dispose()


def a_copy(template: str, request: pytest.FixtureRequest, folder: Path) -> Engine:
    url = make_url(template)
    if url.get_backend_name() == "sqlite":
        copy = folder / "former.sqlite3"
        shutil.copyfile(str(url.database), copy)
        return make_engine(f"sqlite:///{copy}")
    server: Postgres = request.getfixturevalue("_postgres")
    return make_engine(server.create_database(f"copy_{next(_copies)}", template=str(url.database)))


_copies = itertools.count()


def portal(engine: Engine) -> SqlTransactions:
    return SqlTransactions(engine, FixedClock(), counting_ids())


def test_everything_is_answered_as_before(upgraded: Engine, former: dict[str, Any]) -> None:
    now = json.loads(json.dumps(answers(portal(upgraded), date.fromisoformat(former["today"]))))
    for about, before in former["answers"].items():
        assert now[about] == before, about
    assert set(now) == set(former["answers"])


def test_what_is_upgraded_is_sound_and_guarded(upgraded: Engine) -> None:
    assert drift(upgraded) == []
    with upgraded.connect() as connection, connection.begin():
        report = check(SqlIntegrityQueries(connection))
    assert [(each.invariant, each.what) for each in report.findings] == []
    assert report.unsealed == 0


def test_each_transaction_is_of_one_account_and_names_its_origin(
    upgraded: Engine, former: dict[str, Any]
) -> None:
    table = former["tables"]["ledger_transactions"]
    old = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    hashes = {each["id"]: each["hash"] for each in old}
    with portal(upgraded).look() as books:
        found = [each.transaction for each in books.ledger.store.whole.chain()]
        checkpoint = books.checkpoints.last()
    assert all(each.is_of_one_account for each in found)
    origins = {each.origin.id: each.origin.hash for each in found if each.origin}
    assert origins == hashes
    assert {each.id for each in found if each.siblings is None} <= set(hashes)
    assert any(each.siblings and each.siblings.count > 1 for each in found)
    assert checkpoint is not None
    assert checkpoint.previous == max(old, key=lambda each: each["number"])["hash"]


def test_a_notification_leads_where_it_led(upgraded: Engine, former: dict[str, Any]) -> None:
    kept_before = former["tables"]["notification"]
    of, link = (kept_before["columns"].index(name) for name in ("id", "link"))

    with upgraded.connect() as connection:
        rows = connection.execute(select(notifications.c.id, notifications.c.target)).all()
    assert {row.id: _path(row.target) for row in rows} == {
        row[of]: row[link] for row in kept_before["rows"]
    }


def _path(target: dict[str, str] | None) -> str | None:
    if target is None:
        return None
    return path_of(Target(TargetKind(target["kind"]), target))


def test_the_first_checkpoint_holds_every_head(upgraded: Engine) -> None:
    with portal(upgraded).look() as books:
        heads = books.ledger.store.whole.heads()
        sealed = SqlCheckpoints(books.connection, FixedClock())
        assert sealed.moved() == []
        assert all(head.number > 0 for head in heads.values())


def test_mails_wait_as_they_waited(upgraded: Engine, former: dict[str, Any]) -> None:
    """Their jobs name them by their ids alone."""
    table = former["tables"]["mail"]
    waited = [dict(zip(table["columns"], row, strict=True)) for row in table["rows"]]
    assert any(each["status"] == "waiting" for each in waited)
    with portal(upgraded).look() as books:
        for each in waited:
            outgoing = books.outbox.get(each["account"], each["id"])
            assert books.outbox.account_of(each["id"]) == each["account"]
            assert (outgoing and outgoing.mail.to) == each["recipient"]


def test_the_upgraded_ledger_goes_on(engine: Engine) -> None:
    """A reversal finds what was posted before, and the chain of its account grows."""
    upgrade(engine)
    transactions = portal(engine)
    with transactions.look() as books:
        posted = [
            each.transaction
            for each in books.ledger.store.whole.chain()
            if each.transaction.kind is Kind.GRANT
            and books.ledger.reversals.reversal_of(each.transaction.account, each.transaction.id)
            is None
        ]
    clock = FixedClock()
    with transactions.begin() as books:
        books.ledger.reversals.reverse(
            posted[0].id, ActContext(ANN, clock.today(), clock.now(), "again")
        )
    with transactions.look() as books:
        assert books.ledger.check().holds


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE ledger_transactions SET reason = 'nothing to see' WHERE number = 7",
        "UPDATE ledger_postings SET amount = amount + 1 WHERE transaction_number = 3",
        "DELETE FROM ledger_entries WHERE transaction_number = 2",
        "UPDATE ledger_transactions SET hash = previous WHERE number = 5",
    ],
)
def test_a_chain_that_does_not_hold_is_refused_and_left_as_it_is(
    engine: Engine, change: str
) -> None:
    with engine.connect().execution_options(**WRITER) as connection:
        if connection.dialect.name == "sqlite":
            connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
        with connection.begin():
            _unguarded(connection)
            connection.exec_driver_sql(change)
    engine.dispose()
    before = _everything(engine)

    with pytest.raises(MigrationRefused, match="does not hold at transaction") as refused:
        upgrade(engine)

    assert "(backbeat ledger check), or restore a backup that is whole" in str(refused.value)
    assert revision_of(engine) == "0001"
    assert _everything(engine) == before


def test_a_transaction_that_was_changed_and_sealed_anew_is_refused(engine: Engine) -> None:
    """Its own hash is right then; the transaction behind it still follows the one that was."""
    change = "UPDATE ledger_transactions SET reason = 'nothing to see' WHERE number = 7"
    with engine.connect().execution_options(**WRITER) as connection, connection.begin():
        _unguarded(connection)
        connection.exec_driver_sql(change)
        seventh = next(old for old in _read(connection, "") if old.row.number == 7)
        mark = sha256(f"{seventh.row.previous}\n7\n{seventh.text}".encode()).hexdigest()
        connection.exec_driver_sql(
            f"UPDATE ledger_transactions SET hash = '{mark}' WHERE number = 7"
        )
    engine.dispose()

    with pytest.raises(MigrationRefused, match="does not hold at transaction 8 "):
        upgrade(engine)

    assert revision_of(engine) == "0001"


def test_a_chain_longer_than_is_read_at_once_comes_through_whole(
    engine: Engine, former: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(former["tables"]["ledger_transactions"]["rows"]) > 2 * 7
    monkeypatch.setattr(step, "AT_ONCE", 7)

    upgrade(engine)

    with portal(engine).look() as books:
        assert books.ledger.check().findings == ()
    now = json.loads(json.dumps(answers(portal(engine), date.fromisoformat(former["today"]))))
    assert now == former["answers"]


def test_what_belongs_to_nobody_stops_the_upgrade(engine: Engine) -> None:
    """Nothing is left behind in silence: lines of an invoice that is not there are told of."""
    with engine.connect().execution_options(**WRITER) as connection:
        if connection.dialect.name == "sqlite":
            connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
        with connection.begin():
            _unguarded(connection, "invoice")
            connection.exec_driver_sql(
                "UPDATE invoice_lines SET invoice = 'INV-1999-000001'"
                " WHERE invoice = (SELECT MIN(invoice) FROM invoice_lines)"
            )
    engine.dispose()

    with pytest.raises(MigrationRefused, match="rows of invoice_lines belong to nobody"):
        upgrade(engine)

    assert revision_of(engine) == "0001"


def _unguarded(connection: Connection, what: str = "ledger") -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        return
    for (name,) in connection.exec_driver_sql(
        f"SELECT name FROM sqlite_master WHERE type = 'trigger' AND name LIKE '{what}%'"
    ).all():
        connection.exec_driver_sql(f"DROP TRIGGER {name}")


def _everything(engine: Engine) -> dict[str, list[Any]]:
    names = ("transactions", "entries", "postings", "takes", "open", "balances")
    with engine.connect() as connection:
        return {
            name: sorted(map(repr, connection.exec_driver_sql(f"SELECT * FROM ledger_{name}")))
            for name in names
        }


def test_an_empty_ledger_needs_no_checkpoint(sqlite_database: Database) -> None:
    with portal(sqlite_database.engine).look() as books:
        assert books.checkpoints.last() is None


class Row(SimpleNamespace):
    """A row of the version before."""


def an_old_one(*legs: tuple[str | None, str | None, int]) -> Old:
    """A transaction with legs on accounts of the house or on what somebody has available."""
    day, at = date(2025, 10, 1), datetime(2025, 10, 1, tzinfo=UTC)
    postings = [
        Row(house=house, owner=owner, part="available" if owner else None, amount=amount)
        for house, owner, amount in legs
    ]
    head = Row(id="t", source="moved", kind="posting", day=day, recorded_at=at, hash="h")
    return Old(head, postings, [], [])


def test_the_houses_one_leg_is_shared_out_among_siblings() -> None:
    made = split(an_old_one((None, "kai", 3), (None, "mina", 4), ("house:royalty", None, -7)))

    assert [(new.account, new.source) for new in made] == [
        ("kai", "moved:kai"),
        ("mina", "moved:mina"),
    ]
    assert [list(new.postings) for new in made] == [
        [(None, "available", 3), ("house:royalty", None, -3)],
        [(None, "available", 4), ("house:royalty", None, -4)],
    ]


def test_what_the_house_cannot_balance_goes_through_its_transfers() -> None:
    made = split(
        an_old_one(
            (None, "kai", -10),
            (None, "mina", 7),
            ("house:fees", None, 1),
            ("house:promo", None, 2),
        )
    )

    assert all(sum(amount for _, _, amount in new.postings) == 0 for new in made)
    moved = [
        amount for new in made for house, _, amount in new.postings if house == "house:transfer"
    ]
    assert moved == [7, -7]


@pytest.mark.parametrize(
    ("kind", "source"),
    [("settlement", "moved:mina"), ("adjustment", "moved:mina"), ("posting", "moved")],
)
def test_a_months_transaction_of_one_account_is_called_by_it_too(kind: str, source: str) -> None:
    """So a later close finds each account's, however many there were."""
    old = an_old_one((None, "mina", 4), ("house:royalty", None, -4))
    old.row.kind = kind

    [new] = split(old)

    assert (new.account, new.source, new.siblings is None) == ("mina", source, source == "moved")


@pytest.mark.parametrize(
    ("source", "account"),
    [("settlement:2025-09:1:house", "house:2025-09:1"), ("adjustment:2025-09", "house:t")],
)
def test_what_a_close_posted_for_the_house_is_in_the_chain_of_its_run(
    source: str, account: str
) -> None:
    old = an_old_one(("house:kept", None, 5), ("house:royalty", None, -5))
    old.row.source = source

    [new] = split(old)

    assert new.account == account


def test_what_is_the_houses_alone_has_a_chain_of_its_own() -> None:
    [new] = split(an_old_one(("house:kept", None, 5), ("house:royalty", None, -5)))

    assert (new.account, new.id) == ("house:t", "t")
