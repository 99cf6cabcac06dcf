"""The evidence in SQL: each invariant in a few passes of the database over whole tables.

The chain is streamed: the database spells every transaction out as the core does, so that only
its hash is left to compute here; where the spelling does not fit, the core's own decides. The
statements are plain SQL that both databases understand, for what they compare is plain integers.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from decimal import Decimal
from hashlib import sha256
from typing import Any

from attrs import frozen
from sqlalchemy import Connection

from backbeat.kernel.money import Currency, Money
from backbeat.ledger import rules as ledger_rules
from backbeat.payout_methods.errors import UnknownPayoutMethod
from backbeat.payout_methods.registry import METHODS
from backbeat.withdrawals import rules
from backbeat.withdrawals.model import AppliedRate, InvoiceKind, PayoutAmounts
from backbeat_adapters.sql.engine.schema import APPEND_ONLY, append_only_statements, metadata
from backbeat_adapters.sql.ledger import SqlLedger
from backbeat_adapters.sql.withdrawals import method_terms

_AT_ONCE = 10_000
_REFERRALS = "('referral_2month', 'referral_3month')"
_LEDGER_PARTS = ("ledger_entries", "ledger_postings", "ledger_takes")


@frozen
class SqlIntegrityQueries:
    """See `IntegrityQueries`. Every line names the rows that it is about."""

    connection: Connection

    def size(self) -> tuple[int, int]:
        """See `IntegrityQueries`."""
        return self._count("ledger_transactions"), self._count("ledger_entries")

    # -- I1

    def append_only(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        yield from self._guards()
        [(first, last, count)] = self._rows(
            "SELECT MIN(number), MAX(number), COUNT(*) FROM ledger_transactions"
        )
        missing: list[int] = []
        if count and (first, count) != (1, last):
            missing = list(self._missing(int(last)))
            yield from (f"transaction {number} is missing" for number in missing[:10])
        for name in _LEDGER_PARTS:
            lost = " OR ".join(
                f"transaction_number = {number}" for number in (*missing[:100], 0, (last or 0) + 1)
            )
            for number, rows in self._rows(
                f"SELECT transaction_number, COUNT(*) FROM {name} WHERE {lost}"
                f" OR transaction_number > {last or 0} GROUP BY transaction_number"
            ):
                yield f"{rows} rows of {name} belong to transaction {number}, which is not there"

    def _guards(self) -> Iterator[str]:
        names = [table.name for table in metadata.sorted_tables if table.info.get(APPEND_ONLY)]
        if self.connection.dialect.name == "sqlite":
            present = {
                _bare(sql) for (sql,) in self._rows("SELECT sql FROM sqlite_master WHERE sql <> ''")
            }
            if self._one("PRAGMA recursive_triggers") != 1:
                yield "recursive_triggers is off: INSERT OR REPLACE gets past the guards"
            for name in names:
                if not {_bare(each) for each in append_only_statements(name, "sqlite")} <= present:
                    yield f"{name} is not guarded: a trigger is missing or was changed"
            return
        guarded = {
            (table, trigger)
            for table, trigger in self._rows(
                "SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
                " JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal"
                " AND t.tgenabled IN ('O', 'A') AND p.proname = 'refuse_change'"
                " AND POSITION('RAISE EXCEPTION' IN p.prosrc) > 0"
            )
        }
        for name in names:
            if not {(name, f"{name}_no_change"), (name, f"{name}_no_truncate")} <= guarded:
                yield f"{name} is not guarded: a trigger is missing, off or was changed"

    def _missing(self, last: int) -> Iterator[int]:
        expected = 1
        for (number,) in self._rows("SELECT number FROM ledger_transactions ORDER BY number"):
            yield from range(expected, number)
            expected = number + 1
        yield from range(expected, last + 1)

    # -- I2, I15

    def balanced(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for number, over in self._rows(
            "SELECT transaction_number, SUM(amount) FROM ledger_postings"
            " GROUP BY transaction_number HAVING SUM(amount) <> 0 ORDER BY 1"
        ):
            yield f"transaction {number} sums to {_usd(over)}"

    def zero_sum(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        over = self._one("SELECT COALESCE(SUM(amount), 0) FROM ledger_postings")
        if over:
            yield f"all accounts together are {_usd(over)}"

    # -- I3, I4

    def balances(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for account, available, in_flight, debt in self._rows(
            "SELECT account, SUM(a), SUM(f), SUM(d) FROM (SELECT owner AS account,"
            " CASE WHEN part = 'available' THEN amount ELSE 0 END AS a,"
            " CASE WHEN part = 'in_flight' THEN amount ELSE 0 END AS f,"
            " CASE WHEN part = 'debt' THEN amount ELSE 0 END AS d"
            " FROM ledger_postings WHERE owner IS NOT NULL UNION ALL"
            " SELECT account, -available, -in_flight, debt FROM ledger_balances) AS x"
            " GROUP BY account HAVING SUM(a) <> 0 OR SUM(f) <> 0 OR SUM(d) <> 0 ORDER BY account"
        ):
            wrong = [
                f"{name} by {_usd(over)}"
                for name, over in (
                    ("available", available),
                    ("in flight", in_flight),
                    ("debt", debt),
                )
                if over
            ]
            yield f"account {account}: its postings miss what is kept as {', '.join(wrong)}"
        for account, over in self._rows(
            "SELECT account, SUM(x) FROM (SELECT account, amount AS x FROM ledger_entries UNION ALL"
            " SELECT account, debt - available FROM ledger_balances) AS x"
            " GROUP BY account HAVING SUM(x) <> 0 ORDER BY account"
        ):
            yield f"account {account}: its statement misses its balance by {_usd(over)}"
        for number, account, over in self._rows(
            "SELECT number, account, SUM(x) FROM (SELECT transaction_number AS number,"
            " owner AS account, amount AS x FROM ledger_postings"
            " WHERE owner IS NOT NULL AND part <> 'in_flight' UNION ALL"
            " SELECT transaction_number, account, -amount FROM ledger_entries) AS x"
            " GROUP BY number, account HAVING SUM(x) <> 0 ORDER BY number, account"
        ):
            yield f"transaction {number}: the rows of account {account} miss its postings by {_usd(over)}"

    def not_negative(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for account, available, in_flight, debt in self._rows(
            "SELECT account, available, in_flight, debt FROM ledger_balances WHERE available < 0"
            " OR in_flight < 0 OR debt < 0 OR (available > 0 AND debt > 0) ORDER BY account"
        ):
            has = f"available {_usd(available)}, in flight {_usd(in_flight)}, debt {_usd(debt)}"
            yield f"account {account}: {has}"

    # -- I5

    def in_flight(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for account, over in self._rows(
            "SELECT account, SUM(x) FROM (SELECT account, in_flight AS x FROM ledger_balances"
            " UNION ALL SELECT account, -usd_total FROM withdrawals WHERE status = 'pending') AS x"
            " GROUP BY account HAVING SUM(x) <> 0 ORDER BY account"
        ):
            yield f"account {account}: {_usd(over)} in flight that no pending withdrawal asks for"
        for withdrawal, total, asked in self._rows(
            "SELECT w.id, w.usd_total, e.amount FROM withdrawals w LEFT JOIN ledger_transactions t"
            " ON t.source = 'withdrawal:' || w.id || ':request' AND t.kind = 'reservation'"
            " LEFT JOIN ledger_entries e ON e.transaction_number = t.number"
            " AND e.account = w.account WHERE e.amount IS NULL OR e.amount <> -w.usd_total"
            " ORDER BY w.id"
        ):
            in_ledger = "nothing" if asked is None else _usd(-asked)
            yield f"withdrawal {withdrawal}: {_usd(total)} asked for, {in_ledger} in the ledger"
        for withdrawal, status, kind in self._rows(
            "SELECT w.id, w.status, t.kind FROM withdrawals w LEFT JOIN ledger_transactions t"
            " ON t.source = 'withdrawal:' || w.id || ':end' WHERE COALESCE(t.kind, 'none') <>"
            " CASE w.status WHEN 'success' THEN 'payout' WHEN 'rejected' THEN 'recovery'"
            " WHEN 'rejected_without_recovery' THEN 'kept' ELSE 'none' END ORDER BY w.id"
        ):
            yield f"withdrawal {withdrawal} is {status}, the ledger has {kind or 'no end of it'}"
        for number, source in self._rows(
            "SELECT t.number, t.source FROM ledger_transactions t LEFT JOIN withdrawals w"
            " ON w.id = REPLACE(REPLACE(REPLACE(t.source, 'withdrawal:', ''), ':request', ''),"
            " ':end', '')"
            " WHERE t.kind IN ('reservation', 'payout', 'recovery', 'kept') AND w.id IS NULL"
            " ORDER BY t.number"
        ):
            yield f"transaction {number} ({source}) is of a withdrawal that is not there"
        yield from self._attempts()

    def _attempts(self) -> Iterator[str]:
        """Money that left, or may have left, by files: for each withdrawal once, as it asked."""
        for withdrawal, number in self._rows(
            "SELECT a.withdrawal, a.number FROM payout_attempts a JOIN withdrawals w"
            " ON w.id = a.withdrawal WHERE a.amount <> w.paid_net OR a.currency <> w.currency"
            " ORDER BY a.withdrawal, a.number"
        ):
            yield f"withdrawal {withdrawal}: attempt {number} pays something else than it asks for"
        for withdrawal, number, state, status in self._rows(
            "SELECT a.withdrawal, a.number, a.state, w.status FROM payout_attempts a"
            " JOIN withdrawals w ON w.id = a.withdrawal WHERE a.state <> 'returned' AND w.status <>"
            " CASE a.state WHEN 'settled' THEN 'success' ELSE 'pending' END"
            " ORDER BY a.withdrawal, a.number"
        ):
            yield f"withdrawal {withdrawal} is {status}, its attempt {number} is {state}"
        for withdrawal, count in self._rows(
            "SELECT withdrawal, COUNT(*) FROM payout_attempts WHERE state <> 'returned'"
            " GROUP BY withdrawal HAVING COUNT(*) > 1 ORDER BY withdrawal"
        ):
            yield f"withdrawal {withdrawal}: {count} attempts have paid it or may do so"
        for batch, payments, total in self._rows(
            "SELECT batch, SUM(payments), SUM(total) FROM (SELECT batch, payments, total"
            " FROM payout_files UNION ALL SELECT batch, -1, -amount FROM payout_attempts) AS x"
            " GROUP BY batch HAVING SUM(payments) <> 0 OR SUM(total) <> 0 ORDER BY batch"
        ):
            over = Money(int(total))
            yield f"batch {batch}: its files hold {payments} payments and {over} more than it has"

    # -- I6, I7

    def posted_once(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for source, count in self._rows(
            "SELECT source, COUNT(*) FROM ledger_transactions GROUP BY source"
            " HAVING COUNT(*) > 1 ORDER BY source"
        ):
            yield f"{source} is posted {count} times"
        for (number,) in self._rows(
            "SELECT e.transaction_number FROM ledger_entries e"
            " JOIN ledger_transactions t ON t.number = e.transaction_number"
            " WHERE t.kind IN ('settlement', 'adjustment') GROUP BY e.transaction_number"
            " HAVING COUNT(*) > COUNT(DISTINCT e.account) ORDER BY e.transaction_number"
        ):
            yield f"transaction {number} has more than one row of an account"
        posted = {(month, revision): rows for month, revision, rows in self._posted_rows()}
        said = {
            (month, revision): rows
            for month, revision, rows in self._rows(
                "SELECT month, revision, entries FROM settlements"
            )
        }
        for month, revision in sorted({*posted, *said}):
            key, name = (month, revision), f"settlement {month} revision {revision}"
            if key not in said:
                yield f"{name} is posted and not on record"
            elif posted.get(key, 0) != said[key]:
                yield f"{name}: {said[key]} rows said, {posted.get(key, 0)} posted"

    def _posted_rows(self) -> Iterator[Any]:
        """How many statement rows each settlement has, by the names that its transactions have."""
        rest = "SUBSTR(t.source, 20)"  # after `settlement:yyyy-MM:`
        colon = (
            f"INSTR({rest}, ':')"
            if self.connection.dialect.name == "sqlite"
            else f"POSITION(':' IN {rest})"
        )
        revision = f"CAST(SUBSTR({rest}, 1, {colon} - 1) AS INTEGER)"
        return self._rows(
            f"SELECT t.month AS month, {revision} AS revision, COUNT(e.id) AS entries"
            " FROM ledger_transactions t LEFT JOIN ledger_entries e"
            " ON e.transaction_number = t.number WHERE t.kind IN ('settlement', 'adjustment')"
            f" AND SUBSTR(t.source, 1, 11) = 'settlement:' GROUP BY t.month, {revision}"
        )

    def shared_out(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for month, revision, over in self._rows(
            "SELECT month, revision, confirmed - shared - kept - operator - rounding"
            " FROM settlements WHERE confirmed <> shared + kept + operator + rounding ORDER BY 1, 2"
        ):
            yield f"settlement {month} revision {revision}: {_usd(over)} is nowhere"
        for month, leg, over in self._rows(
            "SELECT month, leg, SUM(x) FROM ("
            "SELECT t.month, COALESCE(p.house, 'creators') AS leg, p.amount AS x"
            " FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_number = t.number"
            " WHERE t.kind IN ('settlement', 'adjustment') UNION ALL"
            " SELECT month, 'creators', -shared FROM settlements UNION ALL"
            " SELECT month, 'house:kept', -kept - operator FROM settlements UNION ALL"
            " SELECT month, 'house:rounding', -rounding FROM settlements UNION ALL"
            " SELECT month, 'house:royalty', confirmed FROM settlements) AS x"
            " GROUP BY month, leg HAVING SUM(x) <> 0 ORDER BY month, leg"
        ):
            yield f"month {month}: {leg} got {_usd(over)} more than its settlements say"
        for month, over in self._rows(
            "SELECT month, SUM(x) FROM (SELECT month, shared + operator AS x FROM settlements"
            " UNION ALL SELECT g.month, -(g.nanos / 1000) FROM settlement_groups g JOIN"
            " (SELECT month, MAX(revision) AS revision FROM settlements GROUP BY month) AS last"
            " ON last.month = g.month AND last.revision = g.revision) AS x"
            " GROUP BY month HAVING SUM(x) <> 0 ORDER BY month"
        ):
            yield f"month {month}: the shares miss what they were worked out from by {_usd(over)}"

    # -- I8

    def mirrored(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for number, original in self._rows(
            "SELECT r.number, r.reverses FROM ledger_transactions r LEFT JOIN ledger_transactions o"
            " ON o.id = r.reverses WHERE (r.reverses IS NOT NULL AND COALESCE(o.kind, '') NOT IN"
            " ('posting', 'grant', 'forfeiture', 'expiry'))"
            " OR ((r.kind = 'reversal') <> (r.reverses IS NOT NULL)) ORDER BY r.number"
        ):
            yield f"transaction {number} reverses {original}, which cannot be"
        for original, count in self._rows(
            "SELECT reverses, COUNT(*) FROM ledger_transactions WHERE reverses IS NOT NULL"
            " GROUP BY reverses HAVING COUNT(*) > 1 ORDER BY reverses"
        ):
            yield f"transaction {original} is reversed {count} times"
        leg = "COALESCE(p.house, p.owner) AS leg, p.amount AS x FROM ledger_transactions r"
        for number, account, over in self._rows(
            # SQLite takes the tables of a cross join in this order: few transactions reverse one.
            f"SELECT number, leg, SUM(x) FROM (SELECT r.number, {leg} CROSS JOIN ledger_postings p"
            " WHERE r.reverses IS NOT NULL AND p.transaction_number = r.number"
            f" UNION ALL SELECT r.number, {leg} CROSS JOIN ledger_transactions o"
            " CROSS JOIN ledger_postings p WHERE r.reverses IS NOT NULL AND o.id = r.reverses"
            " AND p.transaction_number = o.number) AS x"
            " GROUP BY number, leg HAVING SUM(x) <> 0 ORDER BY number, leg"
        ):
            yield f"transaction {number} does not mirror its original: {account} by {_usd(over)}"

    # -- I9, I11

    def converted(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for row in self._rows(
            "SELECT id, usd_total, usd_fee, usd_net, currency, paid_total, paid_fee, paid_net,"
            " rate, rate_day, rate_source FROM withdrawals WHERE currency <> 'USD'"
            " OR rate IS NOT NULL OR usd_total <> paid_total OR usd_fee <> paid_fee"
            " OR usd_net <> paid_net OR usd_total - usd_fee <> usd_net ORDER BY id"
        ):
            withdrawal, total, fee, net, name, *paid, rate, day, source = row
            currency = Currency(name)
            if total - fee != net:
                yield f"withdrawal {withdrawal}: {_usd(total)} less {_usd(fee)} is not {_usd(net)}"
            elif (rate is None) != (currency is Currency.USD) or (rate is not None and not source):
                yield f"withdrawal {withdrawal}: no rate and source kept for its {currency}"
            else:
                usd = PayoutAmounts(Money(total), Money(fee), Money(net))
                applied = AppliedRate(currency, Decimal(rate), day, source) if rate else None
                wanted = rules.in_currency(usd, applied)
                if [each.micros for each in (wanted.total, wanted.fee, wanted.net)] != paid:
                    yield (
                        f"withdrawal {withdrawal}: {Money(paid[0], currency)} {currency}"
                        f" is not {_usd(total)} at {rate}"
                    )

    def fees(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for withdrawal, method, total, fee, kept in self._rows(
            "SELECT id, method, usd_total, usd_fee, method_terms FROM withdrawals ORDER BY id"
        ):
            if method not in METHODS:
                yield str(UnknownPayoutMethod(method, f"withdrawal {withdrawal}"))
            due = method_terms(_json(kept)).fee(Money(total))
            if due.micros != fee:
                yield f"withdrawal {withdrawal}: a fee of {_usd(fee)}, {due} by its terms"
        ways = " ".join(f"WHEN '{each.name}' THEN '{each.outside}'" for each in METHODS)
        outside = f"CASE w.method {ways} END"
        fees = "SUM(CASE WHEN p.house = 'house:fees' THEN p.amount ELSE 0 END)"
        sent = f"SUM(CASE WHEN p.house = {outside} THEN p.amount ELSE 0 END)"
        for withdrawal, number in self._rows(
            "SELECT w.id, t.number FROM withdrawals w JOIN ledger_transactions t"
            " ON t.source = 'withdrawal:' || w.id || ':end' AND t.kind = 'payout'"
            " JOIN ledger_postings p ON p.transaction_number = t.number"
            " GROUP BY w.id, t.number, w.method, w.usd_fee, w.usd_net"
            f" HAVING {fees} <> w.usd_fee OR {sent} <> w.usd_net ORDER BY w.id"
        ):
            yield f"withdrawal {withdrawal}: transaction {number} moved another fee or net"

    # -- I10

    def lots(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for entry, remaining, left in self._sorted(
            "SELECT o.entry, o.remaining, o.amount + COALESCE(k.used, 0) FROM ledger_open o"
            " LEFT JOIN (SELECT entry, SUM(x) AS used FROM (SELECT entry, -amount AS x"
            " FROM ledger_takes UNION ALL SELECT taker, amount FROM ledger_takes) AS x"
            " GROUP BY entry) AS k ON k.entry = o.entry"
            " WHERE o.remaining <> o.amount + COALESCE(k.used, 0)"
            " OR (o.amount >= 0 AND (o.remaining < 0 OR o.remaining > o.amount))"
            " OR (o.amount < 0 AND (o.remaining > 0 OR o.remaining < o.amount))"
        ):
            yield f"entry {entry}: {_usd(remaining)} is open, its uses leave {_usd(left)}"
        for (entry,) in self._sorted(
            "SELECT e.id FROM ledger_entries e LEFT JOIN ledger_open o ON o.entry = e.id"
            " WHERE o.entry IS NULL OR o.amount <> e.amount OR o.account <> e.account"
            " OR (o.expires_on IS NULL) <> (e.expires_on IS NULL) OR (o.expires_on <> e.expires_on"
            " AND NOT EXISTS (SELECT 1 FROM ledger_takes k"
            " WHERE k.entry = o.entry AND k.expires_on = o.expires_on))"
        ):
            yield f"entry {entry}: what is kept as open of it is of another amount, account or expiry"
        for account, over in self._rows(
            "SELECT account, SUM(x) FROM (SELECT account, remaining AS x FROM ledger_open UNION ALL"
            " SELECT account, debt - available FROM ledger_balances) AS x"
            " GROUP BY account HAVING SUM(x) <> 0 ORDER BY account"
        ):
            yield f"account {account}: what is open misses its balance by {_usd(over)}"
        for number, amount, used in self._rows(
            "SELECT t.number, -e.amount, COALESCE(k.used, 0) FROM ledger_transactions t"
            " JOIN ledger_entries e ON e.transaction_number = t.number LEFT JOIN"
            " (SELECT taker, SUM(amount) AS used FROM ledger_takes GROUP BY taker) AS k"
            " ON k.taker = e.id WHERE t.kind IN ('reservation', 'expiry', 'forfeiture')"
            " AND COALESCE(k.used, 0) <> -e.amount ORDER BY t.number"
        ):
            yield f"transaction {number} takes {_usd(amount)} and uses {_usd(used)} of entries"
        for withdrawal, entry, over in self._rows(
            "SELECT id, entry, SUM(x) FROM (SELECT withdrawal AS id, entry, amount AS x"
            " FROM withdrawal_uses UNION ALL SELECT w.id, k.entry, -k.amount FROM withdrawals w"
            " JOIN ledger_transactions t ON t.source = 'withdrawal:' || w.id || ':request'"
            " JOIN ledger_takes k ON k.transaction_number = t.number) AS x"
            " GROUP BY id, entry HAVING SUM(x) <> 0 ORDER BY id, entry"
        ):
            yield f"withdrawal {withdrawal}: entry {entry} is used otherwise in the ledger, {_usd(over)}"

    # -- I12

    def invoices(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        yield from self._gaps()
        for withdrawal, invoice in self._rows(
            "SELECT w.id, w.invoice FROM withdrawals w LEFT JOIN invoices i ON i.number = w.invoice"
            " WHERE i.number IS NULL OR i.kind <> 'invoice' OR i.withdrawal <> w.id"
            " OR i.account <> w.account OR i.currency <> w.currency OR i.fee <> w.paid_fee"
            " OR i.total <> w.paid_net ORDER BY w.id"
        ):
            yield f"invoice {invoice} does not say what withdrawal {withdrawal} says"
        for withdrawal, note in self._rows(
            "SELECT w.id, w.credit_note FROM withdrawals w JOIN invoices i ON i.number = w.invoice"
            " LEFT JOIN invoices c ON c.number = w.credit_note"
            " WHERE (w.status IN ('rejected', 'rejected_without_recovery'))"
            " <> (w.credit_note IS NOT NULL) OR (w.credit_note IS NOT NULL AND (c.number IS NULL"
            " OR c.kind <> 'credit_note' OR COALESCE(c.corrects, '') <> w.invoice"
            " OR c.total <> i.total OR c.fee <> i.fee)) ORDER BY w.id"
        ):
            yield f"withdrawal {withdrawal}: its credit note {note or ''} is missing or another's"
        for invoice, lines, said in self._rows(
            "SELECT i.number, COALESCE(l.x, 0), i.fee + i.total FROM invoices i LEFT JOIN"
            " (SELECT invoice, SUM(unit_price) AS x FROM invoice_lines GROUP BY invoice) AS l"
            " ON l.invoice = i.number WHERE COALESCE(l.x, 0) <> i.fee + i.total ORDER BY i.number"
        ):
            yield f"invoice {invoice}: its lines are {Money(int(lines))}, it says {Money(int(said))}"

    def _gaps(self) -> Iterator[str]:
        given: dict[str, set[int]] = defaultdict(set)
        for (number,) in self._rows("SELECT number FROM invoices"):
            series, _, count = number.rpartition("-")
            given[series].add(int(count))
        last = {
            rules.invoice_number(InvoiceKind(kind), year, 0).rpartition("-")[0]: int(count)
            for kind, year, count in self._rows("SELECT kind, year, last FROM invoice_numbers")
        }
        for series in sorted({*given, *last}):
            end = max(last.get(series, 0), max(given[series], default=0))
            for gap in sorted(set(range(1, end + 1)).difference(given[series])):
                yield f"{series}-{gap:06} is missing"
            if last.get(series, 0) < end:
                yield f"{series}: {last.get(series, 0)} numbers were given out, {end} are there"

    # -- I13

    def has_referrals(self) -> bool:
        """See `IntegrityQueries`."""
        wanted = f"SELECT 1 FROM ledger_entries WHERE type IN {_REFERRALS} LIMIT 1"
        return any(True for _ in self._rows(wanted))

    def referrals(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for (entry,) in self._sorted(
            f"SELECT id FROM ledger_entries WHERE type IN {_REFERRALS} AND NOT correction"
            " AND (amount <= 0 OR expires_on IS NULL)"
        ):
            yield f"entry {entry}: a referral reward is a credit that lapses"

    # -- I14

    def chained(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        before = ledger_rules.FIRST_HASH
        spelled = _spelled_out(self.connection.dialect.name)
        for number, previous, seal, head, postings, entries, takes in self._rows(spelled):
            facts = f"{head[:-1]},[{postings or ''}],[{entries or ''}],[{takes or ''}]]"
            text = f"{previous}\n{number}\n{facts}"
            if previous != before:
                yield f"transaction {number} does not follow the one before it"
            elif sha256(text.encode()).hexdigest() != seal and not self._fits(number):
                yield f"transaction {number} is not what its hash covers"
            before = seal
        month = "SUBSTR(CAST(day AS TEXT), 1, 7)"
        for (entry,) in self._sorted(
            f"SELECT id FROM ledger_entries WHERE earning_month <> COALESCE(month, {month})"
        ):
            yield f"entry {entry} stands in another earning month than its own"

    def _fits(self, number: int) -> bool:
        """Whether a transaction fits its hash as the core spells it."""
        try:
            sealed = next(SqlLedger(self.connection).chain(after=number - 1))
        except (ValueError, LookupError, TypeError):
            return False  # a value that the core does not know
        return sealed.hash == ledger_rules.seal(number, sealed.previous, sealed.transaction)

    # -- parts

    def _rows(self, statement: str) -> Iterator[Any]:
        options = {"stream_results": True, "yield_per": _AT_ONCE}
        yield from self.connection.exec_driver_sql(statement, execution_options=options)

    def _sorted(self, statement: str) -> list[Any]:
        """The rows in order, sorted here: the database would read its table in another's order."""
        return sorted(self._rows(statement))

    def _one(self, statement: str) -> Any:
        return self.connection.exec_driver_sql(statement).scalar_one()

    def _count(self, table: str) -> int:
        return int(self._one(f"SELECT COUNT(*) FROM {table}"))


def _spelled_out(dialect: str) -> str:
    """Number, previous hash, hash, then the facts, legs, rows and takes of each, in order."""
    correction = "CASE WHEN correction THEN 'true' ELSE 'false' END"
    if dialect == "sqlite":
        # One call for a whole list: a value quoted by itself costs half as much again.
        json_list, quoted, as_it_is = "JSON_ARRAY({})".format, "{}".format, "JSON({})".format
        between = ", "
        at = "REPLACE(REPLACE(t.recorded_at, '.000000Z', '+00:00'), 'Z', '+00:00')"
        # In the order of the index on number and place; another order only costs a second look.
        listed = "GROUP_CONCAT({}, ',')".format
    else:
        json_list, as_it_is = "'[' || {} || ']'".format, "{}".format
        quoted = "COALESCE(TO_JSON(CAST({} AS TEXT))::TEXT, 'null')".format
        between = " || ',' || "
        spelled = "TO_CHAR(t.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US')"
        at = f"REPLACE({spelled} || '+00:00', '.000000+00:00', '+00:00')"
        listed = "STRING_AGG({}, ',' ORDER BY place)".format
    leg = "COALESCE(house, 'creator:' || owner || ':' || part)"
    parts = {
        "ledger_postings": (quoted(leg), "amount"),
        "ledger_entries": (
            *map(quoted, ("id", "account", "type")),
            "amount",
            *map(quoted, ("day", "month", "channel", "expires_on", "note")),
            as_it_is(correction),
        ),
        "ledger_takes": (*map(quoted, ("taker", "entry")), "amount", quoted("expires_on")),
    }
    names = ("id", "source", "kind", "day")
    rest = ("actor_kind", "actor_id", "month", "reason", "reverses")
    head = [
        *(quoted(f"t.{name}") for name in names),
        quoted(at),
        *(quoted(f"t.{name}") for name in rest),
    ]
    lists = [
        f"(SELECT {listed(json_list(between.join(each)))} FROM {name}"
        " WHERE transaction_number = t.number)"
        for name, each in parts.items()
    ]
    return (
        f"SELECT t.number, t.previous, t.hash, {json_list(between.join(head))}, {', '.join(lists)}"
        " FROM ledger_transactions t ORDER BY t.number"
    )


def _json(kept: Any) -> Any:
    """A JSON value as the driver gives it: PostgreSQL's reads it, SQLite's leaves it text."""
    return json.loads(kept) if isinstance(kept, str) else kept


def _bare(statement: str) -> str:
    return " ".join(statement.split())


def _usd(micros: Any) -> str:
    return f"{Money(int(micros))} USD"
