"""Plants corruptions into a database with money, past every guard, and says which check finds each.

    python -m tests.tools.corrupt sqlite:////tmp/copy.sqlite3 posting_changed

Each is what a mistake, a bad disk or a hand in the database could do. Guards are put back
afterwards, so that a corruption is found by what it broke and not by the way it came in. It is for
throw-away databases: it never asks.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import date, timedelta
from decimal import Decimal

from attrs import evolve, frozen
from sqlalchemy import Connection, insert

from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger import rules
from backbeat.ledger.model import (
    Entry,
    EntryType,
    Head,
    Kind,
    LedgerAccount,
    Part,
    Posting,
    Transaction,
)
from backbeat_adapters.sql.engine.engines import make_engine
from backbeat_adapters.sql.ledger import SqlLedger, SqlWholeLedger
from backbeat_adapters.sql.referral import rewards

Plant = Callable[[Connection], None]


@frozen
class Corruption:
    """One way to break the books, and the invariant that has to notice."""

    name: str
    found_by: str
    plant: Plant
    takes_guards_away: bool = True


def _all(*statements: str) -> Plant:
    def plant(connection: Connection) -> None:
        for statement in statements:
            if connection.exec_driver_sql(statement).rowcount == 0:
                raise LookupError(f"nothing to corrupt: {statement}")

    return plant


def _of_one(condition: str) -> str:
    """The rows of one transaction of an account, as a condition."""
    return (
        "(account, number) = (SELECT account, number FROM ledger_transactions"
        f" WHERE SUBSTR(account, 1, 6) <> 'house:' AND {condition} ORDER BY account, number LIMIT 1)"
    )


_ONE_CLOSE = _of_one("kind = 'settlement'")
_ONE_GRANT = _of_one("kind = 'grant'")
_ONE_PAYOUT = _of_one("kind = 'payout'")
_ONE_SIBLING = _of_one("siblings_count > 1")
_THE_LAST = _of_one(
    "kind = 'kept' AND number = (SELECT MAX(number) FROM ledger_transactions t"
    " WHERE t.account = ledger_transactions.account)"
)
_CREDIT = "part = 'available' AND amount > 0"


def _lost(one: str) -> Plant:
    def plant(connection: Connection) -> None:
        account, number = connection.exec_driver_sql(
            f"SELECT account, number FROM ledger_transactions WHERE {one}"
        ).one()
        of_it = f"account = '{account}' AND number = {number}"
        entries = f"SELECT id FROM ledger_entries WHERE {of_it}"
        connection.exec_driver_sql(f"DELETE FROM ledger_open WHERE entry IN ({entries})")
        for name in (
            "ledger_allocations",
            "ledger_postings",
            "ledger_entries",
            "ledger_transactions",
        ):
            connection.exec_driver_sql(f"DELETE FROM {name} WHERE {of_it}")

    return plant


def _lost_with_its_head(connection: Connection) -> None:
    """An account's last transaction is gone, and its head says so, as an intruder would do."""
    account, number, previous = connection.exec_driver_sql(
        f"SELECT account, number, previous FROM ledger_transactions WHERE {_THE_LAST}"
    ).one()
    connection.exec_driver_sql(
        f"UPDATE ledger_balances SET number = {number - 1}, hash = '{previous}'"
        f" WHERE account = '{account}'"
    )
    _lost(f"account = '{account}' AND number = {number}")(connection)


def _chain_forged(connection: Connection) -> None:
    """A whole chain is written anew, head and all: only a checkpoint knows how it was."""
    store = SqlWholeLedger(connection)
    account = connection.exec_driver_sql(
        "SELECT account FROM ledger_transactions WHERE kind = 'grant' ORDER BY account LIMIT 1"
    ).scalar_one()
    chain = [each for each in store.chain() if each.transaction.account == account]
    forged = rules.seal_all(
        {}, [evolve(each.transaction, reason="nothing to see") for each in chain]
    )
    for each in forged:
        connection.exec_driver_sql(
            "UPDATE ledger_transactions SET reason = 'nothing to see',"
            f" previous = '{each.previous}', hash = '{each.hash}'"
            f" WHERE account = '{account}' AND number = {each.number}"
        )
    connection.exec_driver_sql(
        f"UPDATE ledger_balances SET hash = '{forged[-1].hash}' WHERE account = '{account}'"
    )


def _first_checkpoint_lost(connection: Connection) -> None:
    """The oldest checkpoint is gone: the one behind it is whole, and follows nothing that is there."""
    [seal] = connection.exec_driver_sql("SELECT hash FROM ledger_checkpoints").one()
    connection.exec_driver_sql("DELETE FROM ledger_sealed_heads")
    connection.exec_driver_sql(
        f"UPDATE ledger_checkpoints SET number = 2, previous = '{seal}',"
        f" hash = '{rules.seal_heads(2, seal, [])}'"
    )


def _checkpoint_skipped(connection: Connection) -> None:
    """A checkpoint follows the one before it, and is numbered as if one stood between them."""
    [seal] = connection.exec_driver_sql("SELECT hash FROM ledger_checkpoints").one()
    connection.exec_driver_sql(
        "INSERT INTO ledger_checkpoints (number, recorded_at, previous, hash)"
        " SELECT 3, recorded_at, hash,"
        f" '{rules.seal_heads(3, seal, [])}' FROM ledger_checkpoints"
    )


def _checkpoint_of_elsewhere(connection: Connection) -> None:
    """The first checkpoint is sealed as it has to be, but follows the ledger of somebody else."""
    heads = [
        Head(*row)
        for row in connection.exec_driver_sql(
            "SELECT account, number, hash FROM ledger_sealed_heads"
        )
    ]
    seal = rules.seal_heads(1, "f" * 64, sorted(heads, key=lambda head: head.account))
    connection.exec_driver_sql(
        f"UPDATE ledger_checkpoints SET previous = '{'f' * 64}', hash = '{seal}'"
    )


def _transfer_from_nowhere(connection: Connection) -> None:
    """Money arrives from another account, and left none."""
    store = SqlLedger(connection)
    granted = next(
        each.transaction for each in store.whole.chain() if each.transaction.kind is Kind.GRANT
    )
    account, amount, source = AccountId(granted.account), Money.of("0.01"), "moved"
    entry = Entry(rules.entry_id(source, 0), account, EntryType.PORTAL_PROFIT, amount, granted.day)
    store.lock([account])
    moved = evolve(
        granted,
        id=rules.transaction_id(source),
        source=source,
        kind=Kind.POSTING,
        entries=(entry,),
        postings=(
            Posting(amount, owner=account, part=Part.AVAILABLE),
            Posting(-amount, house=LedgerAccount.TRANSFER),
        ),
    )
    store.add(store.prepare([moved]))


def _guard_dropped(connection: Connection) -> None:
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("DROP TRIGGER ledger_entries_no_update")
    else:
        connection.exec_driver_sql("ALTER TABLE ledger_entries DISABLE TRIGGER USER")


def _posted_again(connection: Connection) -> None:
    """A close's transaction once more under another name, sealed and added up as it should be."""
    store = SqlLedger(connection)
    first = next(each.transaction for each in store.whole.chain() if each.transaction.siblings)
    source = f"{first.source}-again"
    entries = tuple(
        evolve(entry, id=rules.entry_id(source, place)) for place, entry in enumerate(first.entries)
    )
    again = evolve(first, id=rules.transaction_id(source), source=source, entries=entries)
    store.add(store.prepare([again]))


def _rewritten(connection: Connection) -> None:
    """A posting by hand gets another reason and a hash that fits it, as an intruder would do."""
    store = SqlLedger(connection)
    sealed = next(each for each in store.whole.chain() if each.transaction.kind is Kind.POSTING)
    forged = evolve(sealed.transaction, reason="nothing to see")
    connection.exec_driver_sql(
        "UPDATE ledger_transactions SET reason = 'nothing to see',"
        f" hash = '{rules.seal(sealed.number, sealed.previous, forged)}'"
        f" WHERE account = '{sealed.transaction.account}' AND number = {sealed.number}"
    )


def _generous(connection: Connection) -> None:
    """A reward is kept that is more than its rate's part, and that nobody posted."""
    connection.execute(
        insert(rewards).values(
            inviter="rio",
            friend="mina",
            month=Month(2025, 9),
            number=0,
            rate=Decimal("0.05"),
            last_day=date(2025, 9, 30),
            base=1_000_000,
            due=60_000,
            amount=60_000,
            posted_on=date(2025, 10, 20),
            entry="nowhere",
        )
    )


def _reward(connection: Connection) -> None:
    """A referral reward that never lapses, posted past the use cases."""
    store = SqlLedger(connection)
    last = next(
        each.transaction for each in store.whole.chain() if each.transaction.account == "rio"
    )
    source, amount = "reward", Money.of("9.99")
    rio = AccountId("rio")
    entry = Entry(rules.entry_id(source, 0), rio, EntryType.REFERRAL_3MONTH, amount, last.day)
    legs = (
        Posting(amount, owner=rio, part=Part.AVAILABLE),
        Posting(-amount, house=LedgerAccount.PROMO),
    )
    given = Transaction(
        rules.transaction_id(source),
        rio,
        source,
        Kind.GRANT,
        last.day,
        last.recorded_at,
        last.actor,
        legs,
        (entry,),
    )
    store.add(store.prepare([given]))


def _negative(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql(
            "ALTER TABLE ledger_balances DROP CONSTRAINT ck_ledger_balances_available"
        )
    connection.exec_driver_sql("UPDATE ledger_balances SET available = -1 WHERE account = 'mina'")


def _lot_prolonged(connection: Connection) -> None:
    lots = connection.exec_driver_sql(
        "SELECT entry, expires_on FROM ledger_open WHERE expires_on IS NOT NULL AND remaining > 0"
    )
    entry, expires_on = lots.first() or ("", "")
    later = date.fromisoformat(str(expires_on)) + timedelta(days=365)
    _all(f"UPDATE ledger_open SET expires_on = '{later}' WHERE entry = '{entry}'")(connection)


def _take_moved(connection: Connection) -> None:
    """A withdrawal used one entry; now the ledger says it used another of the same account."""
    taken, other = connection.exec_driver_sql(
        "SELECT k.entry, o.id FROM ledger_allocations k JOIN ledger_entries e ON e.id = k.entry"
        " JOIN ledger_entries o ON o.account = e.account AND o.id <> e.id AND o.amount > 0"
        " ORDER BY k.account, k.number LIMIT 1"
    ).first() or ("", "")
    _all(f"UPDATE ledger_allocations SET entry = '{other}' WHERE entry = '{taken}'")(connection)


def _fee_sent_along(connection: Connection) -> None:
    """A payout has no fee leg: the whole amount left, in a transaction that sums to zero."""
    of_it = _ONE_PAYOUT
    fee = f"SELECT amount FROM ledger_postings WHERE {of_it} AND house = 'house:fees'"
    _all(
        f"UPDATE ledger_postings SET amount = amount + ({fee})"
        f" WHERE {of_it} AND house IN ('external:bank', 'external:paypal')",
        f"DELETE FROM ledger_postings WHERE {of_it} AND house = 'house:fees'",
    )(connection)


CORRUPTIONS = (
    Corruption("transaction_lost", "I1", _lost(_ONE_CLOSE)),
    Corruption("guard_dropped", "I1", _guard_dropped, takes_guards_away=False),
    Corruption(
        "posting_changed",
        "I2",
        _all(f"UPDATE ledger_postings SET amount = amount + 1 WHERE {_ONE_CLOSE} AND {_CREDIT}"),
    ),
    Corruption(
        "posting_lost",
        "I2",
        _all(f"DELETE FROM ledger_postings WHERE {_ONE_CLOSE} AND house = 'house:royalty'"),
    ),
    Corruption(
        "money_moved_to_somebody_else",
        "I3",
        _all(
            "UPDATE ledger_postings SET account = 'rio', number = 1, place = 99"
            f" WHERE part IS NOT NULL AND {_ONE_GRANT}"
        ),
    ),
    Corruption(
        "balance_raised",
        "I3",
        _all("UPDATE ledger_balances SET available = available + 1 WHERE account = 'mina'"),
    ),
    Corruption(
        "statement_row_changed",
        "I3",
        _all(f"UPDATE ledger_entries SET amount = amount + 1000000 WHERE {_ONE_CLOSE}"),
    ),
    Corruption("balance_negative", "I4", _negative),
    Corruption(
        "owes_and_has",
        "I4",
        _all(
            "UPDATE ledger_balances SET available = available + 1000000, debt = debt + 1000000"
            " WHERE account = 'kai'"
        ),
    ),
    Corruption(
        "last_transaction_lost",
        "I5",
        _lost_with_its_head,
    ),
    Corruption(
        "paid_withdrawal_pending_again",
        "I5",
        _all(
            "UPDATE withdrawals SET status = 'pending', paid_on = NULL"
            " WHERE account = 'mina' AND status = 'success'"
        ),
    ),
    Corruption(
        "withdrawal_raised",
        "I5",
        _all(
            "UPDATE withdrawals SET usd_total = usd_total + 10000, usd_net = usd_net + 10000,"
            " paid_total = paid_total + 10000, paid_net = paid_net + 10000"
            " WHERE account = 'hao' AND status = 'pending'"
        ),
    ),
    Corruption(
        "payment_under_way_again",
        "I5",
        _all("UPDATE payout_attempts SET state = 'sent' WHERE state = 'settled'"),
    ),
    Corruption(
        "payment_raised",
        "I5",
        _all("UPDATE payout_attempts SET amount = amount + 10000 WHERE state = 'exported'"),
    ),
    Corruption("close_posted_again", "I6", _posted_again),
    Corruption(
        "settlement_lowered",
        "I7",
        _all(
            "UPDATE settlements SET confirmed = confirmed - 1000000, shared = shared - 1000000"
            " WHERE revision = 0 AND month = '2025-09'"
        ),
    ),
    Corruption(
        "share_base_changed",
        "I7",
        _all("UPDATE settlement_groups SET nanos = nanos + 5000 WHERE revision = 0 AND place = 0"),
    ),
    Corruption(
        "settled_line_invented",
        "I7",
        _all(
            "INSERT INTO settled_lines (month, key, revision, name, source, amount, treatment, day,"
            " recorded_at, actor_kind, actor_id, entries) VALUES ('2025-09', 'a', 0, 'A', 'line',"
            " 1000000, 'kept', '2025-10-22', '2025-10-22T09:00:00Z', 'operator', 'ann', 0)"
        ),
        takes_guards_away=False,
    ),
    Corruption(
        "reversal_of_another",
        "I8",
        _all(
            "UPDATE ledger_transactions SET reverses = (SELECT o.id FROM ledger_transactions o"
            " WHERE o.kind = 'grant' ORDER BY o.account, o.number LIMIT 1) WHERE reverses IS NOT NULL"
        ),
    ),
    Corruption(
        "converted_amount_raised",
        "I9",
        _all(
            "UPDATE withdrawals SET paid_total = paid_total + 10000, paid_net = paid_net + 10000"
            " WHERE currency = 'CNY'"
        ),
    ),
    Corruption(
        "open_entry_raised",
        "I10",
        _all(
            "UPDATE ledger_open SET remaining = remaining - 1 WHERE entry ="
            " (SELECT MIN(entry) FROM ledger_open WHERE remaining > 1)"
        ),
    ),
    Corruption("lot_prolonged", "I10", _lot_prolonged),
    Corruption("use_moved", "I10", _take_moved),
    Corruption(
        "fee_lowered",
        "I11",
        _all(
            "UPDATE withdrawals SET usd_fee = usd_fee - 10000, usd_net = usd_net + 10000,"
            " paid_fee = paid_fee - 10000, paid_net = paid_net + 10000"
            " WHERE account = 'mina' AND status = 'success'"
        ),
    ),
    Corruption("fee_sent_along", "I11", _fee_sent_along),
    Corruption(
        "invoice_lost",
        "I12",
        _all(
            "DELETE FROM invoice_lines WHERE invoice = 'INV-2025-000002'",
            "DELETE FROM invoices WHERE number = 'INV-2025-000002'",
        ),
    ),
    Corruption(
        "invoice_line_changed",
        "I12",
        _all("UPDATE invoice_lines SET unit_price = unit_price + 10000 WHERE place = 0"),
    ),
    Corruption("reward_without_end", "I13", _reward),
    Corruption("reward_beyond_its_rate", "I13", _generous),
    Corruption("reason_rewritten", "I14", _rewritten),
    Corruption(
        "earning_month_moved",
        "I14",
        _all("UPDATE ledger_entries SET earning_month = '2024-01' WHERE account = 'fern'"),
    ),
    Corruption(
        "money_made",
        "I15",
        _all(
            "INSERT INTO ledger_postings (account, number, place, part, amount)"
            " VALUES ('mina', 1, 99, 'available', 5000000)"
        ),
    ),
    Corruption("sibling_lost", "I16", _lost(_ONE_SIBLING)),
    Corruption(
        "sibling_raised",
        "I16",
        _all(f"UPDATE ledger_entries SET amount = amount + 10000 WHERE {_ONE_SIBLING}"),
    ),
    Corruption(
        "channel_total_lowered",
        "I16",
        _all(
            f"UPDATE ledger_transactions SET siblings_total = siblings_total - 1"
            f" WHERE {_ONE_SIBLING}"
        ),
    ),
    Corruption("transfer_from_nowhere", "I17", _transfer_from_nowhere),
    Corruption("end_of_chain_lost", "I18", _lost(_THE_LAST)),
    Corruption(
        "head_moved",
        "I18",
        _all("UPDATE ledger_balances SET number = number + 1 WHERE account = 'mina'"),
    ),
    Corruption(
        "head_without_a_chain",
        "I18",
        _all("INSERT INTO ledger_balances (account, number) VALUES ('nobody', 3)"),
    ),
    Corruption("chain_forged", "I19", _chain_forged),
    Corruption("sealed_end_lost_with_its_head", "I19", _lost_with_its_head),
    Corruption("first_checkpoint_lost", "I19", _first_checkpoint_lost),
    Corruption("checkpoint_skipped", "I19", _checkpoint_skipped),
    Corruption("checkpoint_of_elsewhere", "I19", _checkpoint_of_elsewhere),
    Corruption(
        "checkpoint_rewritten",
        "I19",
        _all("UPDATE ledger_checkpoints SET hash = previous WHERE number = 1"),
    ),
    Corruption(
        "sealed_head_lost",
        "I19",
        _all("DELETE FROM ledger_sealed_heads WHERE account = 'mina' AND checkpoint = 1"),
    ),
)


def corrupt(connection: Connection, corruption: Corruption) -> None:
    """Plant one corruption inside the connection's transaction, guards off meanwhile."""
    with _unguarded(connection) if corruption.takes_guards_away else nullcontext():
        corruption.plant(connection)


@contextmanager
def _unguarded(connection: Connection) -> Iterator[None]:
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        yield
        connection.exec_driver_sql("SET LOCAL session_replication_role = origin")
        return
    guards = connection.exec_driver_sql(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    ).all()
    for name, _ in guards:
        connection.exec_driver_sql(f"DROP TRIGGER {name}")
    for pragma in ("ignore_check_constraints=ON", "defer_foreign_keys=ON"):
        connection.exec_driver_sql(f"PRAGMA {pragma}")
    try:
        yield
    finally:
        connection.exec_driver_sql("PRAGMA ignore_check_constraints=OFF")
    for _, sql in guards:
        connection.exec_driver_sql(sql)


def main() -> int:
    """Plant one corruption for good."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("database", help="the URL of a throw-away database")
    parser.add_argument("corruption", choices=[each.name for each in CORRUPTIONS])
    arguments = parser.parse_args()
    wanted = next(each for each in CORRUPTIONS if each.name == arguments.corruption)
    engine = make_engine(arguments.database)
    with engine.connect().execution_options(sqlite_begin="IMMEDIATE") as connection:
        if engine.dialect.name == "sqlite":
            connection.connection.cursor().execute("PRAGMA foreign_keys=OFF")
        with connection.begin():
            corrupt(connection, wanted)
    sys.stdout.write(f"{wanted.name}: {wanted.found_by} has to find it\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
