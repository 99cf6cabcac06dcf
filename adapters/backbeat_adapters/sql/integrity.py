"""The evidence in SQL: each invariant in a few passes of the database over whole tables.

The chains are streamed: the database spells every transaction out as the core does, so that only
its hash is left to compute here; where the spelling does not fit, the core's own decides. The
statements are plain SQL that both databases understand, for what they compare is plain integers.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping
from decimal import Decimal
from hashlib import sha256
from itertools import groupby
from typing import Any

from attrs import frozen
from sqlalchemy import Connection

from backbeat.kernel.money import Currency, Money
from backbeat.ledger import rules as ledger_rules
from backbeat.ledger.model import MIRRORED, Checkpoint, Head
from backbeat.payout_methods.errors import UnknownPayoutMethod
from backbeat.payout_methods.registry import METHODS
from backbeat.referral.rules import is_bounded
from backbeat.settlement.model import SOURCE_LENGTH
from backbeat.withdrawals import rules
from backbeat.withdrawals.model import AppliedRate, InvoiceKind, PayoutAmounts
from backbeat_adapters.sql.engine.schema import APPEND_ONLY, append_only_statements, metadata
from backbeat_adapters.sql.ledger import SqlWholeLedger
from backbeat_adapters.sql.referral import SqlRewards
from backbeat_adapters.sql.withdrawals import method_terms

_AT_ONCE = 10_000
_REFERRALS = "('referral_2month', 'referral_3month')"
_MIRRORED = f"({', '.join(sorted(repr(kind.value) for kind in MIRRORED))})"
_LEDGER_PARTS = ("ledger_entries", "ledger_postings", "ledger_allocations")
_LAST_SEALED = "SELECT account, MAX(number) AS number FROM ledger_sealed_heads GROUP BY account"


@frozen
class SqlIntegrityQueries:
    """See `ChainQueries`. Every line names the rows that it is about."""

    connection: Connection

    @property
    def chains(self) -> SqlChainQueries:
        return SqlChainQueries(self.connection)

    @property
    def postings(self) -> SqlPostingQueries:
        return SqlPostingQueries(self.connection)

    @property
    def payouts(self) -> SqlPayoutQueries:
        return SqlPayoutQueries(self.connection)


@frozen
class SqlChainQueries:
    connection: Connection

    def size(self) -> tuple[int, int]:
        return _count(self.connection, "ledger_transactions"), _count(
            self.connection, "ledger_entries"
        )

    def rows(self) -> Mapping[str, int]:
        names = [table.name for table in metadata.sorted_tables if table.info.get(APPEND_ONLY)]
        return {name: _count(self.connection, name) for name in names}

    def unsealed(self) -> int:
        return int(
            _one(
                self.connection,
                "SELECT COALESCE(SUM(b.number - COALESCE(s.number, 0)), 0) FROM ledger_balances b"
                f" LEFT JOIN ({_LAST_SEALED}) AS s ON s.account = b.account",
            )
        )

    def append_only(self) -> Iterator[str]:
        yield from self._guards()
        for account, last, count in _rows(
            self.connection,
            "SELECT account, MAX(number), COUNT(*) FROM ledger_transactions"
            " GROUP BY account HAVING MIN(number) <> 1 OR MAX(number) <> COUNT(*) ORDER BY account",
        ):
            yield f"transactions of {account} are missing: {count} of {last} are there"
        for name in _LEDGER_PARTS:
            for account, number, rows in _rows(
                self.connection,
                f"SELECT p.account, p.number, COUNT(*) FROM {name} p LEFT JOIN ledger_transactions t"
                " ON t.account = p.account AND t.number = p.number WHERE t.number IS NULL"
                " GROUP BY p.account, p.number ORDER BY p.account, p.number",
            ):
                of = f"transaction {number} of {account}"
                yield f"{rows} rows of {name} belong to {of}, which is not there"

    def chained(self) -> Iterator[str]:
        account_before, before = "", ledger_rules.FIRST_HASH
        spelled = _spelled_out(self.connection.dialect.name)
        for account, number, previous, seal, head, postings, entries, allocations in _rows(
            self.connection, spelled
        ):
            if account != account_before:
                account_before, before = account, ledger_rules.FIRST_HASH
            facts = f"{head[:-1]},[{postings or ''}],[{entries or ''}],[{allocations or ''}]]"
            text = f"{previous}\n{number}\n{facts}"
            if previous != before:
                yield f"transaction {number} of {account} does not follow the one before it"
            elif sha256(text.encode()).hexdigest() != seal and not self._fits(account, number):
                yield f"transaction {number} of {account} is not what its hash covers"
            before = seal
        month = "SUBSTR(CAST(day AS TEXT), 1, 7)"
        for (entry,) in _sorted(
            self.connection,
            f"SELECT id FROM ledger_entries WHERE earning_month <> COALESCE(month, {month})",
        ):
            yield f"entry {entry} stands in another earning month than its own"

    def heads(self) -> Iterator[str]:
        last = (
            "SELECT t.account, t.number, t.hash FROM ledger_transactions t JOIN"
            " (SELECT account, MAX(number) AS number FROM ledger_transactions GROUP BY account)"
            " AS m ON m.account = t.account AND m.number = t.number"
        )
        head = "SELECT account, number, hash FROM ledger_balances"
        for (account,) in _rows(
            self.connection,
            "SELECT account FROM (SELECT account, number, hash, 1 AS x"
            f" FROM ({last}) AS l UNION ALL SELECT account, number, hash, -1 FROM ({head}) AS h"
            " WHERE number > 0) AS x GROUP BY account, number, hash HAVING SUM(x) <> 0"
            " ORDER BY account",
        ):
            yield f"the chain of {account} does not end where its head says"

    def checkpoints(self) -> Iterator[str]:
        heads = _rows(
            self.connection,
            "SELECT checkpoint, account, number, hash FROM ledger_sealed_heads ORDER BY checkpoint",
        )
        sealed = groupby(heads, lambda row: row[0])
        here, of = next(sealed, (None, ()))
        before = None
        for number, previous, seal in _rows(
            self.connection, "SELECT number, previous, hash FROM ledger_checkpoints ORDER BY number"
        ):
            found: list[Head] = []
            if here == number:
                # Sorted here: the database would sort texts in its own order.
                found = sorted((Head(*row[1:]) for row in of), key=lambda head: head.account)
                here, of = next(sealed, (None, ()))
            follows = previous == before.hash if before else self._begins(previous)
            expected = before.number + 1 if before else 1
            created = ledger_rules.seal_heads(number, previous, found)
            if number != expected or not follows or created != seal:
                yield f"checkpoint {number} is not what was sealed"
            before = Checkpoint(number, previous, seal, ())
        for account, checkpoint in _rows(
            self.connection,
            "SELECT s.account, s.checkpoint FROM ledger_sealed_heads s"
            " LEFT JOIN ledger_transactions t ON t.account = s.account AND t.number = s.number"
            " WHERE t.hash IS NULL OR t.hash <> s.hash ORDER BY s.checkpoint, s.account",
        ):
            yield f"checkpoint {checkpoint}: the chain of {account} was another then"

    def _begins(self, previous: str) -> bool:
        """Whether a first checkpoint may follow this: nothing, or the old chain's last hash."""
        if previous == ledger_rules.FIRST_HASH:
            return True
        origins = self.connection.exec_driver_sql(
            "SELECT origin_hash FROM ledger_transactions WHERE origin_hash IS NOT NULL"
        )
        return previous in set(origins.scalars())

    def _guards(self) -> Iterator[str]:
        names = [table.name for table in metadata.sorted_tables if table.info.get(APPEND_ONLY)]
        if self.connection.dialect.name == "sqlite":
            present = {
                _bare(sql)
                for (sql,) in _rows(
                    self.connection, "SELECT sql FROM sqlite_master WHERE sql <> ''"
                )
            }
            if _one(self.connection, "PRAGMA recursive_triggers") != 1:
                yield "recursive_triggers is off: INSERT OR REPLACE gets past the guards"
            for name in names:
                if not {_bare(each) for each in append_only_statements(name, "sqlite")} <= present:
                    yield f"{name} is not guarded: a trigger is missing or was changed"
            return
        guarded = {
            (table, trigger)
            for table, trigger in _rows(
                self.connection,
                "SELECT c.relname, t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
                " JOIN pg_proc p ON p.oid = t.tgfoid WHERE NOT t.tgisinternal"
                " AND t.tgenabled IN ('O', 'A') AND p.proname = 'refuse_change'"
                " AND POSITION('RAISE EXCEPTION' IN p.prosrc) > 0",
            )
        }
        for name in names:
            if not {(name, f"{name}_no_change"), (name, f"{name}_no_truncate")} <= guarded:
                yield f"{name} is not guarded: a trigger is missing, off or was changed"

    def _fits(self, account: str, number: int) -> bool:
        """Whether a transaction fits its hash as the core spells it."""
        try:
            sealed = SqlWholeLedger(self.connection).one(account, number)
        except (ValueError, LookupError, TypeError):
            return False  # a value that the core does not know
        if sealed is None:
            return False
        return sealed.hash == ledger_rules.seal(number, sealed.previous, sealed.transaction)


@frozen
class SqlPostingQueries:
    connection: Connection

    # -- I2, I15

    def balanced(self) -> Iterator[str]:
        for account, number, over in _rows(
            self.connection,
            "SELECT account, number, SUM(amount) FROM ledger_postings"
            " GROUP BY account, number HAVING SUM(amount) <> 0 ORDER BY 1, 2",
        ):
            yield f"transaction {number} of {account} sums to {_usd(over)}"

    def zero_sum(self) -> Iterator[str]:
        over = _one(self.connection, "SELECT COALESCE(SUM(amount), 0) FROM ledger_postings")
        if over:
            yield f"all accounts together are {_usd(over)}"

    # -- I3, I4

    def balances(self) -> Iterator[str]:
        for account, available, in_flight, debt in _rows(
            self.connection,
            "SELECT account, SUM(a), SUM(f), SUM(d) FROM (SELECT account,"
            " CASE WHEN part = 'available' THEN amount ELSE 0 END AS a,"
            " CASE WHEN part = 'in_flight' THEN amount ELSE 0 END AS f,"
            " CASE WHEN part = 'debt' THEN amount ELSE 0 END AS d"
            " FROM ledger_postings WHERE part IS NOT NULL UNION ALL"
            " SELECT account, -available, -in_flight, debt FROM ledger_balances) AS x"
            " GROUP BY account HAVING SUM(a) <> 0 OR SUM(f) <> 0 OR SUM(d) <> 0 ORDER BY account",
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
        for account, over in _rows(
            self.connection,
            "SELECT account, SUM(x) FROM (SELECT account, amount AS x FROM ledger_entries UNION ALL"
            " SELECT account, debt - available FROM ledger_balances) AS x"
            " GROUP BY account HAVING SUM(x) <> 0 ORDER BY account",
        ):
            yield f"account {account}: its statement misses its balance by {_usd(over)}"
        for account, number, over in _rows(
            self.connection,
            "SELECT account, number, SUM(x) FROM (SELECT account, number, amount AS x"
            " FROM ledger_postings WHERE part IN ('available', 'debt') UNION ALL"
            " SELECT account, number, -amount FROM ledger_entries) AS x"
            " GROUP BY account, number HAVING SUM(x) <> 0 ORDER BY account, number",
        ):
            yield f"transaction {number} of {account}: its rows miss its postings by {_usd(over)}"

    def not_negative(self) -> Iterator[str]:
        for account, available, in_flight, debt in _rows(
            self.connection,
            "SELECT account, available, in_flight, debt FROM ledger_balances WHERE available < 0"
            " OR in_flight < 0 OR debt < 0 OR (available > 0 AND debt > 0) ORDER BY account",
        ):
            has = f"available {_usd(available)}, in flight {_usd(in_flight)}, debt {_usd(debt)}"
            yield f"account {account}: {has}"

    # -- I6, I7

    def posted_once(self) -> Iterator[str]:
        for source, count in _rows(
            self.connection,
            "SELECT source, COUNT(*) FROM ledger_transactions GROUP BY source"
            " HAVING COUNT(*) > 1 ORDER BY source",
        ):
            yield f"{source} is posted {count} times"
        for account, number in _rows(
            self.connection,
            "SELECT e.account, e.number FROM ledger_entries e JOIN ledger_transactions t"
            " ON t.account = e.account AND t.number = e.number"
            " WHERE t.kind IN ('settlement', 'adjustment') GROUP BY e.account, e.number"
            " HAVING COUNT(*) > 1 ORDER BY e.account, e.number",
        ):
            yield f"transaction {number} of {account} has more than one row"
        posted = {(month, revision): rows for month, revision, rows in self._posted_rows()}
        said = {
            (month, revision): rows
            for month, revision, rows in _rows(
                self.connection, "SELECT month, revision, entries FROM settlements"
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
        return _rows(
            self.connection,
            f"SELECT t.month AS month, {revision} AS revision, COUNT(e.id) AS entries"
            " FROM ledger_transactions t LEFT JOIN ledger_entries e"
            " ON e.account = t.account AND e.number = t.number WHERE t.kind IN ('settlement', 'adjustment')"
            f" AND SUBSTR(t.source, 1, 11) = 'settlement:' GROUP BY t.month, {revision}",
        )

    def shared_out(self) -> Iterator[str]:
        for month, revision, over in _rows(
            self.connection,
            "SELECT month, revision, confirmed - shared - kept - operator - rounding"
            " FROM settlements WHERE confirmed <> shared + kept + operator + rounding ORDER BY 1, 2",
        ):
            yield f"settlement {month} revision {revision}: {_usd(over)} is nowhere"
        for month, leg, over in _rows(
            self.connection,
            "SELECT month, leg, SUM(x) FROM ("
            "SELECT t.month, COALESCE(p.house, 'creators') AS leg, p.amount AS x"
            " FROM ledger_transactions t JOIN ledger_postings p"
            " ON p.account = t.account AND p.number = t.number"
            " WHERE t.kind IN ('settlement', 'adjustment') UNION ALL"
            " SELECT month, 'creators', -shared FROM settlements UNION ALL"
            " SELECT month, 'house:kept', -kept - operator FROM settlements UNION ALL"
            " SELECT month, 'house:rounding', -rounding FROM settlements UNION ALL"
            " SELECT month, 'house:royalty', confirmed FROM settlements) AS x"
            " GROUP BY month, leg HAVING SUM(x) <> 0 ORDER BY month, leg",
        ):
            yield f"month {month}: {leg} got {_usd(over)} more than its settlements say"
        for month, over in _rows(
            self.connection,
            "SELECT month, SUM(x) FROM (SELECT month, shared + operator AS x FROM settlements"
            " UNION ALL SELECT g.month, -(g.nanos / 1000) FROM settlement_groups g JOIN"
            " (SELECT month, MAX(revision) AS revision FROM settlements GROUP BY month) AS last"
            " ON last.month = g.month AND last.revision = g.revision) AS x"
            " GROUP BY month HAVING SUM(x) <> 0 ORDER BY month",
        ):
            yield f"month {month}: the shares miss what they were worked out from by {_usd(over)}"
        yield from self._rounded()
        yield from self._lines()

    def _lines(self) -> Iterator[str]:
        """What was posted for each line without a file is its amount, less what was taken back."""
        line = f"SUBSTR(o.source, 1, {SOURCE_LENGTH})"
        posted = "ledger_postings p ON p.account = t.account AND p.number = t.number"
        of_house = "p.house = 'house:royalty'"
        for name, over in _rows(
            self.connection,
            "SELECT line, SUM(x) FROM (SELECT source AS line, amount AS x FROM settled_lines"
            f" UNION ALL SELECT {line.replace('o.', 't.')}, p.amount FROM ledger_transactions t"
            f" JOIN {posted} WHERE t.kind = 'summary_line' AND {of_house}"
            f" UNION ALL SELECT {line}, p.amount FROM ledger_transactions t"
            " JOIN ledger_transactions o ON o.id = t.reverses AND o.account = t.account"
            f" JOIN {posted} WHERE o.kind = 'summary_line' AND {of_house}) AS x"
            " GROUP BY line HAVING SUM(x) <> 0 ORDER BY line",
        ):
            yield f"{name}: {_usd(-over)} more was posted than was settled of the line"

    def _rounded(self) -> Iterator[str]:
        """Each posting group leaves less than a micro: a positive one above zero, a negative below.

        Where nothing is kept, something below nothing may have been.
        """
        for month, rounding, kept, least, most in _rows(
            self.connection,
            "SELECT s.month, s.rounding, s.kept, COALESCE(g.less, 0), COALESCE(g.more, 0) FROM"
            " (SELECT month, SUM(rounding) AS rounding, SUM(kept) AS kept,"
            " MAX(revision) AS revision FROM settlements GROUP BY month) AS s LEFT JOIN"
            " (SELECT month, revision, SUM(CASE WHEN nanos < 0 THEN 1 ELSE 0 END) AS less,"
            " SUM(CASE WHEN nanos > 0 THEN 1 ELSE 0 END) AS more"
            " FROM settlement_groups GROUP BY month, revision) AS g"
            " ON g.month = s.month AND g.revision = s.revision ORDER BY s.month",
        ):
            if not -least - (kept <= 0) <= rounding <= most + (kept > 0):
                yield f"month {month}: {_usd(rounding)} of rounding, more than its groups can leave"

    # -- I8

    def mirrored(self) -> Iterator[str]:
        for account, number, original in _rows(
            self.connection,
            "SELECT r.account, r.number, r.reverses FROM ledger_transactions r"
            " LEFT JOIN ledger_transactions o ON o.id = r.reverses AND o.account = r.account"
            " WHERE (r.reverses IS NOT NULL AND COALESCE(o.kind, '') NOT IN"
            f" {_MIRRORED})"
            " OR ((r.kind = 'reversal') <> (r.reverses IS NOT NULL)) ORDER BY r.account, r.number",
        ):
            yield f"transaction {number} of {account} reverses {original}, which cannot be"
        for original, count in _rows(
            self.connection,
            "SELECT reverses, COUNT(*) FROM ledger_transactions WHERE reverses IS NOT NULL"
            " GROUP BY reverses HAVING COUNT(*) > 1 ORDER BY reverses",
        ):
            yield f"transaction {original} is reversed {count} times"
        leg = "COALESCE(p.house, 'own') AS leg, p.amount AS x FROM ledger_transactions r"
        for account, number, name, over in _rows(
            self.connection,
            # SQLite takes the tables of a cross join in this order: few transactions reverse one.
            "SELECT account, number, leg, SUM(x) FROM"
            f" (SELECT r.account, r.number, {leg} CROSS JOIN ledger_postings p"
            " WHERE r.reverses IS NOT NULL AND p.account = r.account AND p.number = r.number"
            f" UNION ALL SELECT r.account, r.number, {leg} CROSS JOIN ledger_transactions o"
            " CROSS JOIN ledger_postings p WHERE r.reverses IS NOT NULL AND o.id = r.reverses"
            " AND p.account = o.account AND p.number = o.number) AS x"
            " GROUP BY account, number, leg HAVING SUM(x) <> 0 ORDER BY account, number, leg",
        ):
            yield (
                f"transaction {number} of {account} does not mirror its original:"
                f" {name} by {_usd(over)}"
            )

    # -- I10

    def lots(self) -> Iterator[str]:
        for entry, remaining, left in _sorted(
            self.connection,
            "SELECT o.entry, o.remaining, o.amount + COALESCE(k.used, 0) FROM ledger_open o"
            " LEFT JOIN (SELECT account, entry, SUM(x) AS used FROM (SELECT account, entry,"
            " -amount AS x FROM ledger_allocations UNION ALL SELECT account, consumer, amount"
            " FROM ledger_allocations) AS x GROUP BY account, entry) AS k"
            " ON k.account = o.account AND k.entry = o.entry"
            " WHERE o.remaining <> o.amount + COALESCE(k.used, 0)"
            " OR (o.amount >= 0 AND (o.remaining < 0 OR o.remaining > o.amount))"
            " OR (o.amount < 0 AND (o.remaining > 0 OR o.remaining < o.amount))",
        ):
            yield f"entry {entry}: {_usd(remaining)} is open, its uses leave {_usd(left)}"
        for (entry,) in _sorted(
            self.connection,
            "SELECT e.id FROM ledger_entries e LEFT JOIN ledger_open o"
            " ON o.account = e.account AND o.entry = e.id"
            " WHERE o.entry IS NULL OR o.amount <> e.amount"
            " OR (o.expires_on IS NULL) <> (e.expires_on IS NULL) OR (o.expires_on <> e.expires_on"
            " AND NOT EXISTS (SELECT 1 FROM ledger_allocations k"
            " WHERE k.account = o.account AND k.entry = o.entry AND k.expires_on = o.expires_on))",
        ):
            yield f"entry {entry}: what is kept as open of it is of another amount or expiry"
        for account, over in _rows(
            self.connection,
            "SELECT account, SUM(x) FROM (SELECT account, remaining AS x FROM ledger_open UNION ALL"
            " SELECT account, debt - available FROM ledger_balances) AS x"
            " GROUP BY account HAVING SUM(x) <> 0 ORDER BY account",
        ):
            yield f"account {account}: what is open misses its balance by {_usd(over)}"
        for account, number, amount, used in _rows(
            self.connection,
            "SELECT t.account, t.number, -e.amount, COALESCE(k.used, 0) FROM ledger_transactions t"
            " JOIN ledger_entries e ON e.account = t.account AND e.number = t.number LEFT JOIN"
            " (SELECT account, consumer, SUM(amount) AS used FROM ledger_allocations"
            " GROUP BY account, consumer) AS k ON k.account = e.account AND k.consumer = e.id"
            " WHERE t.kind IN ('reservation', 'expiry', 'forfeiture')"
            " AND COALESCE(k.used, 0) <> -e.amount ORDER BY t.account, t.number",
        ):
            taken = f"takes {_usd(amount)} and uses {_usd(used)} of entries"
            yield f"transaction {number} of {account} {taken}"
        for withdrawal, entry, over in _rows(
            self.connection,
            "SELECT id, entry, SUM(x) FROM (SELECT withdrawal AS id, entry, amount AS x"
            " FROM withdrawal_uses UNION ALL SELECT w.id, k.entry, -k.amount FROM withdrawals w"
            " JOIN ledger_transactions t ON t.source = 'withdrawal:' || w.id || ':request'"
            " JOIN ledger_allocations k ON k.account = t.account AND k.number = t.number) AS x"
            " GROUP BY id, entry HAVING SUM(x) <> 0 ORDER BY id, entry",
        ):
            yield f"withdrawal {withdrawal}: entry {entry} is used otherwise in the ledger, {_usd(over)}"

    # -- I13

    def has_referrals(self) -> bool:
        wanted = (
            f"SELECT 1 FROM ledger_entries WHERE type IN {_REFERRALS}"
            " UNION ALL SELECT 1 FROM referral_rewards WHERE entry IS NOT NULL LIMIT 1"
        )
        return any(True for _ in _rows(self.connection, wanted))

    def referrals(self) -> Iterator[str]:
        for (entry,) in _sorted(
            self.connection,
            f"SELECT id FROM ledger_entries WHERE type IN {_REFERRALS} AND NOT correction"
            " AND (amount <= 0 OR expires_on IS NULL)",
        ):
            yield f"entry {entry}: a referral reward is a credit that lapses"
        for each in SqlRewards(self.connection).all():
            if not is_bounded(each):
                yield f"reward of {each.friend} for {each.month}: more than the rate's part"
        for friend, month in _rows(
            self.connection,
            "SELECT r.friend, r.month FROM referral_rewards r LEFT JOIN ledger_entries e"
            " ON e.account = r.inviter AND e.id = r.entry"
            " WHERE r.entry IS NOT NULL AND (e.amount IS NULL OR e.amount <> r.amount)"
            " ORDER BY 1, 2",
        ):
            yield f"reward of {friend} for {month}: posted otherwise"

    # -- I16, I17

    def siblings(self) -> Iterator[str]:
        for name, count, said, over in _rows(
            self.connection,
            "SELECT t.siblings, COUNT(*), MAX(t.siblings_count),"
            " SUM(COALESCE(e.amount, 0)) - MAX(t.siblings_total)"
            " FROM ledger_transactions t LEFT JOIN (SELECT account, number, SUM(amount) AS amount"
            " FROM ledger_entries GROUP BY account, number) AS e"
            " ON e.account = t.account AND e.number = t.number WHERE t.siblings IS NOT NULL"
            " GROUP BY t.siblings HAVING COUNT(*) <> MAX(t.siblings_count)"
            " OR MIN(t.siblings_count) <> MAX(t.siblings_count)"
            " OR MIN(t.siblings_total) <> MAX(t.siblings_total)"
            " OR SUM(COALESCE(e.amount, 0)) <> MAX(t.siblings_total) ORDER BY t.siblings",
        ):
            yield f"{name}: {count} transactions of {said}, {_usd(over)} more than they say"

    def transfers(self) -> Iterator[str]:
        over = _one(
            self.connection,
            "SELECT COALESCE(SUM(amount), 0) FROM ledger_postings WHERE house = 'house:transfer'",
        )
        if over:
            yield f"house:transfer keeps {_usd(over)}"


@frozen
class SqlPayoutQueries:
    connection: Connection

    # -- I5

    def in_flight(self) -> Iterator[str]:
        for account, over in _rows(
            self.connection,
            "SELECT account, SUM(x) FROM (SELECT account, in_flight AS x FROM ledger_balances"
            " UNION ALL SELECT account, -usd_total FROM withdrawals WHERE status = 'pending') AS x"
            " GROUP BY account HAVING SUM(x) <> 0 ORDER BY account",
        ):
            yield f"account {account}: {_usd(over)} in flight that no pending withdrawal asks for"
        for withdrawal, total, asked in _rows(
            self.connection,
            "SELECT w.id, w.usd_total, e.amount FROM withdrawals w LEFT JOIN ledger_transactions t"
            " ON t.source = 'withdrawal:' || w.id || ':request' AND t.kind = 'reservation'"
            " AND t.account = w.account LEFT JOIN ledger_entries e"
            " ON e.account = t.account AND e.number = t.number WHERE e.amount IS NULL OR e.amount <> -w.usd_total"
            " ORDER BY w.id",
        ):
            in_ledger = "nothing" if asked is None else _usd(-asked)
            yield f"withdrawal {withdrawal}: {_usd(total)} asked for, {in_ledger} in the ledger"
        for withdrawal, status, kind in _rows(
            self.connection,
            "SELECT w.id, w.status, t.kind FROM withdrawals w LEFT JOIN ledger_transactions t"
            " ON t.source = 'withdrawal:' || w.id || ':end' AND t.account = w.account WHERE COALESCE(t.kind, 'none') <>"
            " CASE w.status WHEN 'success' THEN 'payout' WHEN 'rejected' THEN 'recovery'"
            " WHEN 'rejected_without_recovery' THEN 'kept' ELSE 'none' END ORDER BY w.id",
        ):
            yield f"withdrawal {withdrawal} is {status}, the ledger has {kind or 'no end of it'}"
        for account, number, source in _rows(
            self.connection,
            "SELECT t.account, t.number, t.source FROM ledger_transactions t LEFT JOIN withdrawals w"
            " ON w.id = REPLACE(REPLACE(REPLACE(t.source, 'withdrawal:', ''), ':request', ''),"
            " ':end', '') AND w.account = t.account"
            " WHERE t.kind IN ('reservation', 'payout', 'recovery', 'kept') AND w.id IS NULL"
            " ORDER BY t.account, t.number",
        ):
            yield f"transaction {number} of {account} ({source}) is of a withdrawal that is not there"
        yield from self._attempts()

    def _attempts(self) -> Iterator[str]:
        """Money that left, or may have left, by files: for each withdrawal once, as it asked."""
        for withdrawal, number in _rows(
            self.connection,
            "SELECT a.withdrawal, a.number FROM payout_attempts a JOIN withdrawals w"
            " ON w.id = a.withdrawal WHERE a.amount <> w.paid_net OR a.currency <> w.currency"
            " ORDER BY a.withdrawal, a.number",
        ):
            yield f"withdrawal {withdrawal}: attempt {number} pays something else than it asks for"
        for withdrawal, number, state, status in _rows(
            self.connection,
            "SELECT a.withdrawal, a.number, a.state, w.status FROM payout_attempts a"
            " JOIN withdrawals w ON w.id = a.withdrawal WHERE a.state <> 'returned' AND w.status <>"
            " CASE a.state WHEN 'settled' THEN 'success' ELSE 'pending' END"
            " ORDER BY a.withdrawal, a.number",
        ):
            yield f"withdrawal {withdrawal} is {status}, its attempt {number} is {state}"
        for withdrawal, count in _rows(
            self.connection,
            "SELECT withdrawal, COUNT(*) FROM payout_attempts WHERE state <> 'returned'"
            " GROUP BY withdrawal HAVING COUNT(*) > 1 ORDER BY withdrawal",
        ):
            yield f"withdrawal {withdrawal}: {count} attempts have paid it or may do so"
        for batch, payments, total in _rows(
            self.connection,
            "SELECT batch, SUM(payments), SUM(total) FROM (SELECT batch, payments, total"
            " FROM payout_files UNION ALL SELECT batch, -1, -amount FROM payout_attempts) AS x"
            " GROUP BY batch HAVING SUM(payments) <> 0 OR SUM(total) <> 0 ORDER BY batch",
        ):
            over = Money(int(total))
            yield f"batch {batch}: its files hold {payments} payments and {over} more than it has"

    # -- I9, I11

    def converted(self) -> Iterator[str]:
        for row in _rows(
            self.connection,
            "SELECT id, usd_total, usd_fee, usd_net, currency, paid_total, paid_fee, paid_net,"
            " rate, rate_day, rate_source FROM withdrawals WHERE currency <> 'USD'"
            " OR rate IS NOT NULL OR usd_total <> paid_total OR usd_fee <> paid_fee"
            " OR usd_net <> paid_net OR usd_total - usd_fee <> usd_net ORDER BY id",
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
        for withdrawal, method, total, fee, kept in _rows(
            self.connection,
            "SELECT id, method, usd_total, usd_fee, method_terms FROM withdrawals ORDER BY id",
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
        for withdrawal, account, number in _rows(
            self.connection,
            "SELECT w.id, t.account, t.number FROM withdrawals w JOIN ledger_transactions t"
            " ON t.source = 'withdrawal:' || w.id || ':end' AND t.kind = 'payout'"
            " JOIN ledger_postings p ON p.account = t.account AND p.number = t.number"
            " GROUP BY w.id, t.account, t.number, w.method, w.usd_fee, w.usd_net"
            f" HAVING {fees} <> w.usd_fee OR {sent} <> w.usd_net ORDER BY w.id",
        ):
            yield (
                f"withdrawal {withdrawal}: transaction {number} of {account}"
                " moved another fee or net"
            )

    # -- I12

    def invoices(self) -> Iterator[str]:
        yield from self._gaps()
        for withdrawal, invoice in _rows(
            self.connection,
            "SELECT w.id, w.invoice FROM withdrawals w LEFT JOIN invoices i ON i.number = w.invoice"
            " WHERE i.number IS NULL OR i.kind <> 'invoice' OR i.withdrawal <> w.id"
            " OR i.account <> w.account OR i.currency <> w.currency OR i.fee <> w.paid_fee"
            " OR i.total <> w.paid_net ORDER BY w.id",
        ):
            yield f"invoice {invoice} does not say what withdrawal {withdrawal} says"
        for withdrawal, note in _rows(
            self.connection,
            "SELECT w.id, w.credit_note FROM withdrawals w JOIN invoices i ON i.number = w.invoice"
            " LEFT JOIN invoices c ON c.number = w.credit_note"
            " WHERE (w.status IN ('rejected', 'rejected_without_recovery'))"
            " <> (w.credit_note IS NOT NULL) OR (w.credit_note IS NOT NULL AND (c.number IS NULL"
            " OR c.kind <> 'credit_note' OR COALESCE(c.corrects, '') <> w.invoice"
            " OR c.total <> i.total OR c.fee <> i.fee)) ORDER BY w.id",
        ):
            what = (
                f"credit note {note} is missing or another's" if note else "credit note is missing"
            )
            yield f"withdrawal {withdrawal}: its {what}"
        for invoice, lines, said in _rows(
            self.connection,
            "SELECT i.number, COALESCE(l.x, 0), i.fee + i.total FROM invoices i LEFT JOIN"
            " (SELECT invoice, SUM(unit_price) AS x FROM invoice_lines GROUP BY invoice) AS l"
            " ON l.invoice = i.number WHERE COALESCE(l.x, 0) <> i.fee + i.total ORDER BY i.number",
        ):
            yield f"invoice {invoice}: its lines are {Money(int(lines))}, it says {Money(int(said))}"

    def _gaps(self) -> Iterator[str]:
        given: dict[str, set[int]] = defaultdict(set)
        for (number,) in _rows(self.connection, "SELECT number FROM invoices"):
            series, _, count = number.rpartition("-")
            given[series].add(int(count))
        last = {
            rules.invoice_number(InvoiceKind(kind), year, 0).rpartition("-")[0]: int(count)
            for kind, year, count in _rows(
                self.connection, "SELECT kind, year, last FROM invoice_numbers"
            )
        }
        for series in sorted({*given, *last}):
            end = max(last.get(series, 0), max(given[series], default=0))
            for gap in sorted(set(range(1, end + 1)).difference(given[series])):
                yield f"{series}-{gap:06} is missing"
            if last.get(series, 0) < end:
                yield f"{series}: {last.get(series, 0)} numbers were given out, {end} are there"


def _rows(connection: Connection, statement: str) -> Iterator[Any]:
    options = {"stream_results": True, "yield_per": _AT_ONCE}
    yield from connection.exec_driver_sql(statement, execution_options=options)


def _sorted(connection: Connection, statement: str) -> list[Any]:
    """The rows in order, sorted here: the database would read its table in another's order."""
    return sorted(_rows(connection, statement))


def _one(connection: Connection, statement: str) -> Any:
    return connection.exec_driver_sql(statement).scalar_one()


def _count(connection: Connection, table: str) -> int:
    return int(_one(connection, f"SELECT COUNT(*) FROM {table}"))


def _spelled_out(dialect: str) -> str:
    """Account, number, previous hash, hash, then the facts, legs, rows and takes, chain by chain."""
    correction = "CASE WHEN correction THEN 'true' ELSE 'false' END"
    if dialect == "sqlite":
        # One call for a whole list: a value quoted by itself costs half as much again.
        json_list, quoted, as_it_is = "JSON_ARRAY({})".format, "{}".format, "JSON({})".format
        number, between = "{}".format, ", "
        at = "REPLACE(REPLACE(t.recorded_at, '.000000Z', '+00:00'), 'Z', '+00:00')"
        # In the order of the index on number and place; another order only costs a second look.
        listed = "GROUP_CONCAT({}, ',')".format
    else:
        json_list, as_it_is = "'[' || {} || ']'".format, "{}".format
        quoted = "COALESCE(TO_JSON(CAST({} AS TEXT))::TEXT, 'null')".format
        number = "COALESCE(CAST({} AS TEXT), 'null')".format
        between = " || ',' || "
        spelled = "TO_CHAR(t.recorded_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US')"
        at = f"REPLACE({spelled} || '+00:00', '.000000+00:00', '+00:00')"
        listed = "STRING_AGG({}, ',' ORDER BY place)".format
    leg = "COALESCE(house, 'creator:' || account || ':' || part)"
    parts = {
        "ledger_postings": (quoted(leg), "amount"),
        "ledger_entries": (
            *map(quoted, ("id", "type")),
            "amount",
            *map(quoted, ("day", "month", "channel", "expires_on", "note")),
            as_it_is(correction),
        ),
        "ledger_allocations": (*map(quoted, ("consumer", "entry")), "amount", quoted("expires_on")),
    }
    names = ("id", "account", "source", "kind", "day")
    rest = ("actor_kind", "actor_id", "month", "reason", "reverses", "siblings")
    head = [
        *(quoted(f"t.{name}") for name in names),
        quoted(at),
        *(quoted(f"t.{name}") for name in rest),
        *(number(f"t.{name}") for name in ("siblings_count", "siblings_total")),
        *(quoted(f"t.{name}") for name in ("origin", "origin_hash")),
    ]
    lists = [
        f"(SELECT {listed(json_list(between.join(each)))} FROM {name}"
        " WHERE account = t.account AND number = t.number)"
        for name, each in parts.items()
    ]
    return (
        f"SELECT t.account, t.number, t.previous, t.hash, {json_list(between.join(head))}, {', '.join(lists)}"
        " FROM ledger_transactions t ORDER BY t.account, t.number"
    )


def _json(kept: Any) -> Any:
    """A JSON value as the driver gives it: PostgreSQL's reads it, SQLite's leaves it text."""
    return json.loads(kept) if isinstance(kept, str) else kept


def _bare(statement: str) -> str:
    return " ".join(statement.split())


def _usd(micros: Any) -> str:
    return f"{Money(int(micros))} USD"
