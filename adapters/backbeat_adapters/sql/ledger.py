"""The ledger in SQL: append-only transactions in one chain, and what follows from them beside it.

`ledger_balances` and `ledger_open` hold sums that could be read off the rest; `ledger check`
proves that they agree. Every change of theirs is conditional, so that a balance stays whole even
where somebody judged it by an old reading (trust F1, F2).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, TypeVar

from attrs import frozen
from sqlalchemy import (
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    Row,
    Select,
    Text,
    bindparam,
    func,
    insert,
    select,
    text,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from backbeat.kernel.actors import Actor, ActorKind
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, TransactionId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger import rules
from backbeat.ledger.errors import AlreadyPosted, NotEnoughBalance
from backbeat.ledger.model import (
    PROFITS,
    Balance,
    Entry,
    EntryType,
    HouseAccount,
    Kind,
    LedgerAccount,
    MonthLine,
    OpenEntry,
    OutsideAccount,
    Part,
    Posting,
    Sealed,
    SettledMonth,
    Take,
    Transaction,
)
from backbeat.ledger.ports import Prepared
from backbeat_adapters.sql.engine import bulk
from backbeat_adapters.sql.engine.bulk import NOTHING, Columns, Step
from backbeat_adapters.sql.engine.schema import (
    Big,
    Choice,
    Day,
    Flag,
    Instant,
    Json,
    Micros,
    MonthText,
    append_only,
    table,
)

P = TypeVar("P")

CHAIN_LOCK = 0x6C65_6467_6572
"""The advisory lock of PostgreSQL that writers of the chain take in turn."""

ROWS_AT_ONCE = 500
PLACES = 4096
"""An entry's order of posting is its transaction's number times this, plus its place in it."""

ledger_transactions = append_only(
    table(
        "ledger_transactions",
        Column("number", Big, primary_key=True, autoincrement=False),
        Column("id", Text, nullable=False, unique=True),
        Column("source", Text, nullable=False, unique=True),
        Column("kind", Choice(Kind), nullable=False),
        Column("day", Day, nullable=False),
        Column("recorded_at", Instant, nullable=False),
        Column("actor_kind", Choice(ActorKind), nullable=False),
        Column("actor_id", Text, nullable=False),
        Column("month", MonthText),
        Column("reason", Text),
        Column("reverses", Text, unique=True),
        Column("previous", Text, nullable=False),
        Column("hash", Text, nullable=False),
    )
)

ledger_entries = append_only(
    table(
        "ledger_entries",
        Column("id", Text, primary_key=True),
        Column("transaction_number", Big, ForeignKey(ledger_transactions.c.number), nullable=False),
        Column("place", Big, nullable=False),
        Column("account", Text, nullable=False),
        Column("type", Choice(EntryType), nullable=False),
        Column("amount", Micros, nullable=False),
        Column("day", Day, nullable=False),
        Column("month", MonthText),
        Column("earning_month", MonthText, nullable=False),
        Column("channel", Text),
        Column("expires_on", Day),
        Column("note", Text),
        Column("correction", Flag, nullable=False),
        Index("ix_ledger_entries_transaction", "transaction_number", "place", unique=True),
        Index("ix_ledger_entries_account_day", "account", "day"),
        Index("ix_ledger_entries_month", "month", "type"),
        Index("ix_ledger_entries_account_month", "account", "earning_month"),
    )
)

ledger_postings = append_only(
    table(
        "ledger_postings",
        Column("transaction_number", Big, ForeignKey(ledger_transactions.c.number), nullable=False),
        Column("place", Big, nullable=False),
        Column("house", Text),
        Column("owner", Text),
        Column("part", Choice(Part)),
        Column("amount", Micros, nullable=False),
        PrimaryKeyConstraint("transaction_number", "place"),
        CheckConstraint(
            "(house IS NULL) = (owner IS NOT NULL) AND (owner IS NULL) = (part IS NULL)",
            name="one_account",
        ),
    )
)

ledger_takes = append_only(
    table(
        "ledger_takes",
        Column("transaction_number", Big, ForeignKey(ledger_transactions.c.number), nullable=False),
        Column("place", Big, nullable=False),
        Column("taker", Text, ForeignKey(ledger_entries.c.id), nullable=False, index=True),
        Column("entry", Text, ForeignKey(ledger_entries.c.id), nullable=False, index=True),
        Column("amount", Micros, nullable=False),
        Column("expires_on", Day),
        PrimaryKeyConstraint("transaction_number", "place"),
    )
)

ledger_open = table(
    "ledger_open",
    Column("entry", Text, ForeignKey(ledger_entries.c.id), primary_key=True),
    Column("account", Text, nullable=False),
    Column("amount", Micros, nullable=False),
    Column("remaining", Micros, nullable=False),
    Column("expires_on", Day),
    CheckConstraint(
        "(amount >= 0 AND remaining >= 0 AND remaining <= amount)"
        " OR (amount < 0 AND remaining <= 0 AND remaining >= amount)",
        name="within",
    ),
    Index(
        "ix_ledger_open_account",
        "account",
        sqlite_where=text("remaining <> 0"),
        postgresql_where=text("remaining <> 0"),
    ),
    Index(
        "ix_ledger_open_expires_on",
        "expires_on",
        sqlite_where=text("remaining > 0 AND expires_on IS NOT NULL"),
        postgresql_where=text("remaining > 0 AND expires_on IS NOT NULL"),
    ),
)

ledger_balances = table(
    "ledger_balances",
    Column("account", Text, primary_key=True),
    Column("available", Micros, nullable=False, server_default="0"),
    Column("in_flight", Micros, nullable=False, server_default="0"),
    Column("debt", Micros, nullable=False, server_default="0"),
    CheckConstraint("available >= 0", name="available"),
    CheckConstraint("in_flight >= 0", name="in_flight"),
    CheckConstraint("debt >= 0", name="debt"),
)

_ORDER = ledger_entries.c.transaction_number * PLACES + ledger_entries.c.place
_WITH_STATE = (
    select(ledger_entries, ledger_open.c.remaining, ledger_open.c.expires_on.label("usable_until"))
    .join(ledger_open, ledger_open.c.entry == ledger_entries.c.id)
    .add_columns(_ORDER.label("posting_order"))
)

_SQLITE, _POSTGRESQL = "sqlite", "postgresql"
_LISTED = {
    _SQLITE: func.json_each(bindparam("listed", type_=Json)).table_valued("value").c.value,
    _POSTGRESQL: func.unnest(bindparam("listed", type_=postgresql.ARRAY(Text))).column_valued(
        "listed"
    ),
}
"""Many texts in one parameter, as rows."""

_BALANCES = {
    kind: select(ledger_balances)
    .where(ledger_balances.c.account.in_(select(listed)))
    .order_by(ledger_balances.c.account)
    for kind, listed in _LISTED.items()
}
_HELD = {kind: statement.with_for_update() for kind, statement in _BALANCES.items()}
_MAKE = {
    kind: dialect.insert(ledger_balances)
    .from_select(["account"], select(_LISTED[kind]).where(true()))
    .on_conflict_do_nothing()
    for kind, dialect in ((_SQLITE, sqlite), (_POSTGRESQL, postgresql))
}
_OPEN_OF = _WITH_STATE.where(
    ledger_open.c.account == bindparam("account"), ledger_open.c.remaining != 0
)
_IN_TURN = select(func.pg_advisory_xact_lock(CHAIN_LOCK))
_LAST = (
    select(ledger_transactions.c.number, ledger_transactions.c.hash)
    .order_by(ledger_transactions.c.number.desc())
    .limit(1)
)
_KNOWN = {
    kind: select(ledger_transactions.c.source)
    .where(ledger_transactions.c.source.in_(select(listed)))
    .limit(1)
    for kind, listed in _LISTED.items()
}
_ADD_TRANSACTION = insert(ledger_transactions)
_ADD_ENTRY = insert(ledger_entries)
_ADD_POSTING = insert(ledger_postings)
_ADD_TAKE = insert(ledger_takes)
_ADD_OPEN = insert(ledger_open)
_MOVED = (
    update(ledger_balances)
    .where(
        ledger_balances.c.account == bindparam("of"),
        ledger_balances.c.available + bindparam("to_available", type_=Micros) >= 0,
        ledger_balances.c.in_flight + bindparam("to_in_flight", type_=Micros) >= 0,
        ledger_balances.c.debt + bindparam("to_debt", type_=Micros) >= 0,
    )
    .values(
        available=ledger_balances.c.available + bindparam("to_available", type_=Micros),
        in_flight=ledger_balances.c.in_flight + bindparam("to_in_flight", type_=Micros),
        debt=ledger_balances.c.debt + bindparam("to_debt", type_=Micros),
    )
)
_LEFT = ledger_open.c.remaining - bindparam("used", type_=Micros)
_USED = (
    update(ledger_open)
    .where(
        ledger_open.c.entry == bindparam("of"),
        ((ledger_open.c.amount >= 0) & _LEFT.between(0, ledger_open.c.amount))
        | ((ledger_open.c.amount < 0) & _LEFT.between(ledger_open.c.amount, 0)),
    )
    .values(
        remaining=_LEFT,
        expires_on=func.coalesce(bindparam("until", type_=Day), ledger_open.c.expires_on),
    )
)


@frozen(eq=False)
class _Part:
    """Rows of a table, and which of the transactions each is of."""

    prepared: bulk.Prepared
    of: Sequence[int]
    columns: Columns

    def step(self, name: str, first: int, more: Columns = NOTHING) -> Step:
        """Their INSERT, once the number of the first transaction is known."""
        numbers = [first + each for each in self.of]
        return self.prepared.step({**self.columns, name: numbers, **more}, len(self.of))


@frozen(eq=False)
class Laid:
    """Transactions as the rows that they will be, all but their place in the chain."""

    transactions: Sequence[Transaction]
    heads: _Part
    parts: Sequence[_Part]
    opened: Step
    moved: Step
    used: Step


@frozen
class SqlLedger:
    """Keeps the ledger on one connection; see `LedgerStore` for what each method promises."""

    connection: Connection

    # -- judging

    def lock(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        """Row locks on PostgreSQL; on SQLite the transaction has the file to itself already."""
        # One account is nearly always there; several have their rows made first, so that they are
        # locked in one order. SQLite knows no such locks.
        if len(accounts) > 1 and self._kind == _POSTGRESQL:
            self._make(accounts)
        held = self._read(_HELD, accounts)
        if len(held) == len(accounts):
            return held
        self._make([account for account in accounts if account not in held])
        return self._read(_HELD, accounts)

    def balances(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        """See `LedgerStore`."""
        return {account: Balance() for account in accounts} | self._read(_BALANCES, accounts)

    def _make(self, accounts: Sequence[AccountId]) -> None:
        bulk.run(self.connection, self._listing(_MAKE, accounts))

    def _read(
        self, balances: Mapping[str, Any], accounts: Sequence[AccountId]
    ) -> dict[AccountId, Balance]:
        [rows] = bulk.run(self.connection, self._listing(balances, accounts))
        return {account: _balance(*parts) for account, *parts in rows.found}

    def _listing(self, statements: Mapping[str, Any], texts: Sequence[str]) -> Step:
        return self._step(statements[self._kind], [{"listed": list(texts)}])

    @property
    def _kind(self) -> str:
        return self.connection.dialect.name

    def open_entries(self, account: AccountId) -> Sequence[OpenEntry]:
        """See `LedgerStore`."""
        rows = self.connection.execute(_OPEN_OF, {"account": account})
        return [_open_entry(row) for row in rows]

    # -- appending

    def prepare(self, transactions: Sequence[Transaction]) -> Laid:
        """See `LedgerStore`: the rows as the driver takes them."""
        return Laid(
            transactions,
            self._part(_ADD_TRANSACTION, enumerate(map(_transaction_row, transactions))),
            [
                self._part(
                    _ADD_ENTRY, _rows_of([each.entries for each in transactions], _entry_row)
                ),
                self._part(
                    _ADD_POSTING, _rows_of([each.postings for each in transactions], _posting_row)
                ),
                self._part(_ADD_TAKE, _rows_of([each.takes for each in transactions], _take_row)),
            ],
            self._step(
                _ADD_OPEN,
                [_open_row(entry, each.takes) for each in transactions for entry in each.entries],
            ),
            self._step(_MOVED, _move_rows(_moves(transactions))),
            self._step(_USED, [_use_row(take) for each in transactions for take in each.takes]),
        )

    def add(self, prepared: Prepared) -> None:
        """See `LedgerStore`."""
        laid = prepared if isinstance(prepared, Laid) else self.prepare(prepared.transactions)
        if not laid.transactions:
            return
        last, seal = self._end_of_chain([each.source for each in laid.transactions])
        first, seals = last + 1, [seal]
        for number, transaction in enumerate(laid.transactions, start=first):
            seals.append(rules.seal(number, seals[-1], transaction))
        *_, moved, used = bulk.run(
            self.connection,
            laid.heads.step("number", first, {"previous": seals[:-1], "hash": seals[1:]}),
            *(part.step("transaction_number", first) for part in laid.parts),
            laid.opened,
            laid.moved,
            laid.used,
        )
        if moved.rowcount != len(laid.moved.rows):
            raise self._refusal(_moves(laid.transactions))
        if used.rowcount != len(laid.used.rows):
            takes = [take for each in laid.transactions for take in each.takes]
            amount = Money(sum(take.amount.micros for take in takes))
            raise NotEnoughBalance(available=Money.zero(), amount=amount)

    def _end_of_chain(self, sources: Sequence[str]) -> tuple[int, str]:
        """The last number and hash, once it is our turn; refuses sources that are posted."""
        turn = [self._step(_IN_TURN, [{}])] if self._kind == _POSTGRESQL else []
        *_, posted, last = bulk.run(
            self.connection, *turn, self._listing(_KNOWN, sources), self._step(_LAST, [{}])
        )
        for [source] in posted.found:
            raise AlreadyPosted(source=source)
        for number, seal in last.found:
            return number, seal
        return 0, rules.FIRST_HASH

    def _step(self, statement: Any, values: Sequence[Mapping[str, Any]]) -> Step:
        return bulk.step(self.connection, statement, values)

    def _part(self, statement: Any, rows: Iterable[tuple[int, Mapping[str, Any]]]) -> _Part:
        made, found = bulk.prepared(self.connection, statement), list(rows)
        return _Part(made, [of for of, _ in found], made.columns([row for _, row in found]))

    def _refusal(self, moves: Mapping[AccountId, Mapping[Part, int]]) -> NotEnoughBalance:
        balances = self.balances(list(moves))
        short = min(
            moves, key=lambda each: balances[each].available.micros + moves[each][Part.AVAILABLE]
        )
        return NotEnoughBalance(
            available=balances[short].available, amount=-Money(moves[short][Part.AVAILABLE])
        )

    # -- finding

    def by_source(self, source: str) -> Transaction | None:
        """See `LedgerStore`."""
        return self._transaction(ledger_transactions.c.source == source)

    def by_sources(self, sources: Collection[str]) -> Mapping[str, Transaction]:
        """See `LedgerStore`."""
        found: dict[str, Transaction] = {}
        for chunk in in_chunks(sorted(set(sources)), ROWS_AT_ONCE):
            posted = self._transactions(ledger_transactions.c.source.in_(chunk))
            found |= {each.source: each for each in posted}
        return found

    def by_id(self, transaction: TransactionId) -> Transaction | None:
        """See `LedgerStore`."""
        return self._transaction(ledger_transactions.c.id == transaction)

    def transaction_of(self, entry: EntryId) -> Transaction | None:
        """See `LedgerStore`."""
        number = (
            select(ledger_entries.c.transaction_number)
            .where(ledger_entries.c.id == entry)
            .scalar_subquery()
        )
        return self._transaction(ledger_transactions.c.number == number)

    def reversal_of(self, transaction: TransactionId) -> Transaction | None:
        """See `LedgerStore`."""
        return self._transaction(ledger_transactions.c.reverses == transaction)

    def used(self, taker: EntryId) -> Sequence[tuple[Take, OpenEntry]]:
        """See `LedgerStore`."""
        takes = ledger_takes.c
        rows = self.connection.execute(
            _WITH_STATE.join(ledger_takes, takes.entry == ledger_entries.c.id)
            .add_columns(
                takes.taker, takes.amount.label("taken"), takes.expires_on.label("taken_until")
            )
            .where(takes.taker == taker)
            .order_by(takes.transaction_number, takes.place)
        )
        return [
            (
                Take(EntryId(row.taker), EntryId(row.id), Money(row.taken), row.taken_until),
                _open_entry(row),
            )
            for row in rows
        ]

    def taken(self, entry: EntryId) -> Sequence[Take]:
        """See `LedgerStore`."""
        takes = ledger_takes.c
        rows = self.connection.execute(
            select(ledger_takes)
            .where(takes.entry == entry)
            .order_by(takes.transaction_number, takes.place)
        )
        return [
            Take(EntryId(row.taker), EntryId(row.entry), Money(row.amount), row.expires_on)
            for row in rows
        ]

    def entries(
        self,
        account: AccountId,
        page: PageRequest,
        *,
        first: date | None = None,
        last: date | None = None,
        types: Sequence[EntryType] = (),
    ) -> Page[Entry]:
        """See `LedgerStore`."""
        columns = ledger_entries.c
        wanted = select(ledger_entries).where(columns.account == account)
        if first is not None:
            wanted = wanted.where(columns.day >= first)
        if last is not None:
            wanted = wanted.where(columns.day <= last)
        if types:
            wanted = wanted.where(columns.type.in_(types))
        count = self.connection.execute(select(func.count()).select_from(wanted.subquery()))
        rows = self.connection.execute(
            wanted.order_by(columns.day.desc(), _ORDER.desc()).limit(page.size).offset(page.offset)
        )
        return Page([_entry(row) for row in rows], page.page, page.size, count.scalar_one())

    def entries_of_month(
        self, account: AccountId, month: Month, types: Sequence[EntryType] = ()
    ) -> Sequence[Entry]:
        """See `LedgerStore`."""
        columns = ledger_entries.c
        wanted = select(ledger_entries).where(
            columns.account == account, columns.earning_month == month
        )
        if types:
            wanted = wanted.where(columns.type.in_(types))
        return [_entry(row) for row in self.connection.execute(wanted.order_by(_ORDER))]

    def month_lines(
        self, account: AccountId, first: Month | None = None, last: Month | None = None
    ) -> Sequence[MonthLine]:
        """See `LedgerStore`."""
        columns = ledger_entries.c
        key = (columns.earning_month, columns.type, columns.correction)
        wanted = select(*key, func.sum(columns.amount).label("amount")).where(
            columns.account == account
        )
        if first is not None:
            wanted = wanted.where(columns.earning_month >= first)
        if last is not None:
            wanted = wanted.where(columns.earning_month <= last)
        rows = self.connection.execute(
            wanted.group_by(*key).order_by(
                columns.earning_month.desc(), columns.type, columns.correction
            )
        )
        return [
            MonthLine(row.earning_month, row.type, Money(row.amount), row.correction)
            for row in rows
        ]

    def shown_before(self, account: AccountId, day: date) -> Money:
        """See `LedgerStore`."""
        columns = ledger_entries.c
        found = self.connection.execute(
            select(func.sum(columns.amount)).where(columns.account == account, columns.day < day)
        ).scalar_one()
        return Money(found or 0)

    def last_settled(self, account: AccountId) -> SettledMonth | None:
        """See `LedgerStore`."""
        columns = ledger_entries.c
        found = self.connection.execute(
            select(columns.month, func.sum(columns.amount).label("revenue"))
            .where(
                columns.account == account,
                columns.type.in_(PROFITS),
                columns.month.is_not(None),
            )
            .group_by(columns.month)
            .order_by(columns.month.desc())
            .limit(1)
        ).first()
        return SettledMonth(found.month, Money(found.revenue)) if found else None

    def profits_of(self, month: Month) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        """See `LedgerStore`."""
        columns = ledger_entries.c
        key = (columns.account, columns.channel, columns.type)
        rows = self.connection.execute(
            select(*key, func.sum(columns.amount).label("amount"))
            .where(
                columns.month == month,
                columns.type.in_(PROFITS),
                columns.channel.is_not(None),
            )
            .group_by(*key)
        )
        return {(row.account, row.channel, row.type): Money(row.amount) for row in rows}

    def with_lots_ended(self, today: date) -> Sequence[AccountId]:
        """See `LedgerStore`."""
        found = self.connection.execute(
            select(ledger_open.c.account)
            .where(ledger_open.c.remaining > 0, ledger_open.c.expires_on < today)
            .distinct()
            .order_by(ledger_open.c.account)
        )
        return [AccountId(account) for account in found.scalars()]

    def lots(
        self,
        page: PageRequest,
        *,
        account: AccountId | None = None,
        until: date | None = None,
    ) -> Page[OpenEntry]:
        """See `LedgerStore`."""
        open_ = ledger_open.c
        wanted = _WITH_STATE.where(open_.remaining > 0, open_.expires_on.is_not(None))
        if account is not None:
            wanted = wanted.where(open_.account == account)
        if until is not None:
            wanted = wanted.where(open_.expires_on <= until)
        count = self.connection.execute(select(func.count()).select_from(wanted.subquery()))
        rows = self.connection.execute(
            wanted.order_by(open_.expires_on, _ORDER).limit(page.size).offset(page.offset)
        )
        return Page([_open_entry(row) for row in rows], page.page, page.size, count.scalar_one())

    # -- everything, for the checks

    def chain(self, after: int = 0) -> Iterator[Sealed]:
        """See `LedgerStore`."""
        while True:
            heads = self.connection.execute(
                select(ledger_transactions)
                .where(ledger_transactions.c.number > after)
                .order_by(ledger_transactions.c.number)
                .limit(ROWS_AT_ONCE)
            ).all()
            if not heads:
                return
            yield from self._assembled(heads)
            after = heads[-1].number

    def all_balances(self) -> Mapping[AccountId, Balance]:
        """See `LedgerStore`."""
        rows = self.connection.execute(select(ledger_balances))
        return {account: _balance(*parts) for account, *parts in rows}

    def all_open(self) -> Iterator[OpenEntry]:
        """See `LedgerStore`."""
        rows = self.connection.execute(_WITH_STATE.where(ledger_open.c.remaining != 0))
        return map(_open_entry, rows)

    # -- parts

    def _transaction(self, which: Any) -> Transaction | None:
        return next(self._transactions(which), None)

    def _transactions(self, which: Any) -> Iterator[Transaction]:
        heads = self.connection.execute(select(ledger_transactions).where(which)).all()
        return (each.transaction for each in self._assembled(heads))

    def _assembled(self, heads: Sequence[Row[Any]]) -> Iterator[Sealed]:
        if not heads:
            return
        numbers = [head.number for head in heads]
        postings = self._parts(select(ledger_postings), ledger_postings, numbers)
        entries = self._parts(select(ledger_entries), ledger_entries, numbers)
        takes = self._parts(select(ledger_takes), ledger_takes, numbers)
        for head in heads:
            yield _sealed(
                head,
                [_posting(row) for row in postings[head.number]],
                [_entry(row) for row in entries[head.number]],
                [_take(row) for row in takes[head.number]],
            )

    def _parts(
        self, wanted: Select[Any], of: Any, numbers: Sequence[int]
    ) -> Mapping[int, list[Row[Any]]]:
        found: dict[int, list[Row[Any]]] = defaultdict(list)
        number = of.c.transaction_number
        rows = self.connection.execute(
            wanted.where(number.in_(numbers)).order_by(number, of.c.place)
        )
        for row in rows:
            found[row.transaction_number].append(row)
        return found


def _moves(transactions: Iterable[Transaction]) -> Mapping[AccountId, Mapping[Part, int]]:
    moves: dict[AccountId, dict[Part, int]] = defaultdict(lambda: dict.fromkeys(Part, 0))
    for transaction in transactions:
        for posting in transaction.postings:
            if posting.owner is not None and posting.part is not None:
                moves[posting.owner][posting.part] += posting.amount.micros
    return moves


def _move_rows(moves: Mapping[AccountId, Mapping[Part, int]]) -> list[dict[str, Any]]:
    return [
        {
            "of": account,
            "to_available": move[Part.AVAILABLE],
            "to_in_flight": move[Part.IN_FLIGHT],
            "to_debt": -move[Part.DEBT],
        }
        for account, move in sorted(moves.items())
    ]


def _balance(available: int, in_flight: int, debt: int) -> Balance:
    return Balance(Money(available), Money(in_flight), Money(debt))


def _transaction_row(transaction: Transaction) -> dict[str, Any]:
    return {
        "id": transaction.id,
        "source": transaction.source,
        "kind": transaction.kind,
        "day": transaction.day,
        "recorded_at": transaction.recorded_at,
        "actor_kind": transaction.actor.kind,
        "actor_id": transaction.actor.id,
        "month": transaction.month,
        "reason": transaction.reason,
        "reverses": transaction.reverses,
    }


def _sealed(
    row: Row[Any], postings: Sequence[Posting], entries: Sequence[Entry], takes: Sequence[Take]
) -> Sealed:
    return Sealed(
        row.number,
        Transaction(
            TransactionId(row.id),
            row.source,
            row.kind,
            row.day,
            row.recorded_at,
            Actor(row.actor_kind, row.actor_id),
            tuple(postings),
            tuple(entries),
            tuple(takes),
            row.month,
            row.reason,
            None if row.reverses is None else TransactionId(row.reverses),
        ),
        row.previous,
        row.hash,
    )


def _rows_of(
    parts: Sequence[Sequence[P]], row: Callable[[int, P], Mapping[str, Any]]
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """A row for each part of each transaction, with the transaction's place among them."""
    for number, of_one in enumerate(parts):
        for place, each in enumerate(of_one):
            yield number, row(place, each)


def _entry_row(place: int, entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
        "place": place,
        "account": entry.account,
        "type": entry.type,
        "amount": entry.amount.micros,
        "day": entry.day,
        "month": entry.month,
        "earning_month": entry.earning_month,
        "channel": entry.channel,
        "expires_on": entry.expires_on,
        "note": entry.note,
        "correction": entry.correction,
    }


def _entry(row: Row[Any]) -> Entry:
    return Entry(
        row.id,
        row.account,
        row.type,
        Money(row.amount),
        row.day,
        row.month,
        row.channel,
        row.expires_on,
        row.note,
        row.correction,
    )


def _posting_row(place: int, posting: Posting) -> dict[str, Any]:
    return {
        "place": place,
        "house": None if posting.house is None else str(posting.house),
        "owner": posting.owner,
        "part": posting.part,
        "amount": posting.amount.micros,
    }


def _posting(row: Row[Any]) -> Posting:
    return Posting(Money(row.amount), _house(row.house), row.owner, row.part)


def _house(text: str | None) -> HouseAccount | None:
    """An account of the house by its name; any other lies in the world outside."""
    return None if text is None else _OF_THE_HOUSE.get(text) or OutsideAccount(text)


_OF_THE_HOUSE: Mapping[str, LedgerAccount] = {each.value: each for each in LedgerAccount}


def _take_row(place: int, take: Take) -> dict[str, Any]:
    return {
        "place": place,
        "taker": take.taker,
        "entry": take.entry,
        "amount": take.amount.micros,
        "expires_on": take.expires_on,
    }


def _take(row: Row[Any]) -> Take:
    return Take(row.taker, row.entry, Money(row.amount), row.expires_on)


def _use_row(take: Take) -> dict[str, Any]:
    return {"of": take.entry, "used": take.amount.micros, "until": take.expires_on}


def _open_row(entry: Entry, takes: Sequence[Take]) -> dict[str, Any]:
    return {
        "entry": entry.id,
        "account": entry.account,
        "amount": entry.amount.micros,
        "remaining": rules.remaining_at_birth(entry, takes).micros,
        "expires_on": entry.expires_on,
    }


def _open_entry(row: Row[Any]) -> OpenEntry:
    return OpenEntry(_entry(row), Money(row.remaining), row.posting_order, row.usable_until)
