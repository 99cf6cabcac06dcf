"""The ledger in SQL: append-only transactions in a chain for each account, and what follows of them.

Every key begins with the account. `ledger_balances` holds what an account has and the head of its
chain, and is the one row that a posting locks. It and `ledger_open` hold sums that could be read
off the rest; `ledger check` proves that they agree. Every change to them is conditional, so that a
balance stays correct even if somebody decided by an outdated reading (OPS-2, OPS-3).
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
    ForeignKeyConstraint,
    Index,
    PrimaryKeyConstraint,
    Row,
    Table,
    Text,
    and_,
    bindparam,
    func,
    insert,
    literal,
    select,
    text,
    true,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.sql import ColumnElement

from backbeat.kernel.actors import Actor, ActorKind
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, TransactionId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger import rules
from backbeat.ledger.errors import AlreadyPosted, NotEnoughBalance
from backbeat.ledger.model import (
    CLOSED_MONTH,
    PROFITS,
    Allocation,
    Balance,
    Entry,
    EntryType,
    Head,
    HistoryStep,
    HouseAccount,
    Kind,
    LedgerAccount,
    MonthLine,
    OpenEntry,
    Origin,
    OutsideAccount,
    Part,
    Posting,
    Sealed,
    SettledMonth,
    Siblings,
    Transaction,
)
from backbeat.ledger.ports import Prepared
from backbeat_adapters.sql.engine import bulk
from backbeat_adapters.sql.engine.bulk import NOTHING, Columns, Step
from backbeat_adapters.sql.engine.keys import begins_with, with_keys
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

ROWS_AT_ONCE = 500
ledger_transactions = append_only(
    table(
        "ledger_transactions",
        Column("account", Text, nullable=False),
        Column("number", Big, nullable=False),
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
        Column("siblings", Text),
        Column("siblings_count", Big),
        Column("siblings_total", Micros),
        Column("origin", Text),
        Column("origin_hash", Text),
        Column("previous", Text, nullable=False),
        Column("hash", Text, nullable=False),
        PrimaryKeyConstraint("account", "number"),
        CheckConstraint(
            "(siblings IS NULL) = (siblings_count IS NULL)"
            " AND (siblings IS NULL) = (siblings_total IS NULL)",
            name="siblings_whole",
        ),
        CheckConstraint("(origin IS NULL) = (origin_hash IS NULL)", name="origin_whole"),
    )
)

ledger_entries = append_only(
    table(
        "ledger_entries",
        Column("account", Text, nullable=False),
        Column("id", Text, nullable=False, unique=True),
        Column("number", Big, nullable=False),
        Column("place", Big, nullable=False),
        Column("type", Choice(EntryType), nullable=False),
        Column("amount", Micros, nullable=False),
        Column("day", Day, nullable=False),
        Column("month", MonthText),
        Column("earning_month", MonthText, nullable=False),
        Column("channel", Text),
        Column("expires_on", Day),
        Column("note", Text),
        Column("correction", Flag, nullable=False),
        PrimaryKeyConstraint("account", "id"),
        ForeignKeyConstraint(
            ["account", "number"], ["ledger_transactions.account", "ledger_transactions.number"]
        ),
        Index("ix_ledger_entries_number", "account", "number", "place", unique=True),
        Index("ix_ledger_entries_account_day", "account", "day"),
        Index("ix_ledger_entries_month", "month", "type"),
        Index("ix_ledger_entries_account_month", "account", "earning_month"),
    )
)

ledger_postings = append_only(
    table(
        "ledger_postings",
        Column("account", Text, nullable=False),
        Column("number", Big, nullable=False),
        Column("place", Big, nullable=False),
        Column("house", Text),
        Column("part", Choice(Part)),
        Column("amount", Micros, nullable=False),
        PrimaryKeyConstraint("account", "number", "place"),
        ForeignKeyConstraint(
            ["account", "number"], ["ledger_transactions.account", "ledger_transactions.number"]
        ),
        CheckConstraint("(house IS NULL) = (part IS NOT NULL)", name="one_account"),
    )
)

ledger_allocations = append_only(
    table(
        "ledger_allocations",
        Column("account", Text, nullable=False),
        Column("number", Big, nullable=False),
        Column("place", Big, nullable=False),
        Column("consumer", Text, nullable=False),
        Column("entry", Text, nullable=False),
        Column("amount", Micros, nullable=False),
        Column("expires_on", Day),
        PrimaryKeyConstraint("account", "number", "place"),
        ForeignKeyConstraint(
            ["account", "number"], ["ledger_transactions.account", "ledger_transactions.number"]
        ),
        ForeignKeyConstraint(
            ["account", "consumer"], ["ledger_entries.account", "ledger_entries.id"]
        ),
        ForeignKeyConstraint(["account", "entry"], ["ledger_entries.account", "ledger_entries.id"]),
        Index("ix_ledger_allocations_consumer", "account", "consumer"),
        Index("ix_ledger_allocations_entry", "account", "entry"),
    )
)

ledger_open = table(
    "ledger_open",
    Column("account", Text, nullable=False),
    Column("entry", Text, nullable=False),
    Column("amount", Micros, nullable=False),
    Column("remaining", Micros, nullable=False),
    Column("expires_on", Day),
    PrimaryKeyConstraint("account", "entry"),
    ForeignKeyConstraint(["account", "entry"], ["ledger_entries.account", "ledger_entries.id"]),
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
    Column("number", Big, nullable=False, server_default="0"),
    Column("hash", Text, nullable=False, server_default=rules.FIRST_HASH),
    CheckConstraint("available >= 0", name="available"),
    CheckConstraint("in_flight >= 0", name="in_flight"),
    CheckConstraint("debt >= 0", name="debt"),
)
"""What an account has, and with it the head of its chain: the one row that a posting locks."""

_ORDER = ledger_entries.c.number * rules.PLACES + ledger_entries.c.place
_WITH_STATE = (
    select(ledger_entries, ledger_open.c.remaining, ledger_open.c.expires_on.label("usable_until"))
    .join(
        ledger_open,
        (ledger_open.c.account == ledger_entries.c.account)
        & (ledger_open.c.entry == ledger_entries.c.id),
    )
    .add_columns(_ORDER.label("posting_order"))
)

_SQLITE, _POSTGRESQL = "sqlite", "postgresql"
_LISTED = {
    _SQLITE: func.json_each(bindparam("listed", type_=Json)).table_valued("value").c.value,
    _POSTGRESQL: func.unnest(bindparam("listed", type_=postgresql.ARRAY(Text))).column_valued(
        "listed"
    ),
}
"""Many texts passed in one parameter and read as rows."""

_OF_BALANCE = ("account", "available", "in_flight", "debt")
_BALANCES = {
    kind: select(*(ledger_balances.c[name] for name in _OF_BALANCE))
    .where(ledger_balances.c.account.in_(select(listed)))
    .order_by(ledger_balances.c.account)
    for kind, listed in _LISTED.items()
}
_HELD = {kind: statement.with_for_update() for kind, statement in _BALANCES.items()}
_HEADS = {
    kind: select(ledger_balances.c.account, ledger_balances.c.number, ledger_balances.c.hash)
    .where(ledger_balances.c.account.in_(select(listed)))
    .order_by(ledger_balances.c.account)
    .with_for_update()
    for kind, listed in _LISTED.items()
}
_MAKE = {
    kind: dialect.insert(ledger_balances)
    .from_select(["account"], select(_LISTED[kind]).where(true()))
    .on_conflict_do_nothing()
    for kind, dialect in ((_SQLITE, sqlite), (_POSTGRESQL, postgresql))
}
_OPEN_OF = _WITH_STATE.where(
    ledger_open.c.account == bindparam("account"), ledger_open.c.remaining != 0
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
_ADD_ALLOCATION = insert(ledger_allocations)
_ADD_OPEN = insert(ledger_open)
_MOVED = (
    update(ledger_balances)
    .where(
        ledger_balances.c.account == bindparam("of"),
        ledger_balances.c.number == bindparam("from_number", type_=Big),
        ledger_balances.c.available + bindparam("to_available", type_=Micros) >= 0,
        ledger_balances.c.in_flight + bindparam("to_in_flight", type_=Micros) >= 0,
        ledger_balances.c.debt + bindparam("to_debt", type_=Micros) >= 0,
    )
    .values(
        available=ledger_balances.c.available + bindparam("to_available", type_=Micros),
        in_flight=ledger_balances.c.in_flight + bindparam("to_in_flight", type_=Micros),
        debt=ledger_balances.c.debt + bindparam("to_debt", type_=Micros),
        number=bindparam("to_number", type_=Big),
        hash=bindparam("to_hash"),
    )
)
_LEFT = ledger_open.c.remaining - bindparam("used", type_=Micros)
_USED = (
    update(ledger_open)
    .where(
        ledger_open.c.account == bindparam("whose"),
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
    """Rows of a table, and the transaction to which each belongs."""

    prepared: bulk.Prepared
    of: Sequence[int]
    columns: Columns

    def step(self, numbers: Sequence[int], more: Columns = NOTHING) -> Step:
        """Their INSERT, once the numbers of the transactions are known."""
        own = [numbers[each] for each in self.of]
        return self.prepared.step({**self.columns, "number": own, **more}, len(self.of))


@frozen(eq=False)
class _Moves:
    """The changes of each account; the new heads of their chains are added when they are known."""

    prepared: bulk.Prepared
    accounts: Sequence[str]
    columns: Columns

    def step(self, before: Mapping[str, Head], after: Mapping[str, Head]) -> Step:
        """The UPDATE of balances and heads."""
        more: dict[str, Sequence[Any]] = {
            "from_number": [before[each].number for each in self.accounts],
            "to_number": [after[each].number for each in self.accounts],
            "to_hash": [after[each].hash for each in self.accounts],
        }
        return self.prepared.step({**self.columns, **more}, len(self.accounts))


@frozen(eq=False)
class Laid:
    """Transactions as the rows that will be written, except for their places in the chains."""

    transactions: Sequence[Transaction]
    heads: _Part
    parts: Sequence[_Part]
    opened: Step
    moved: _Moves
    used: Step


@frozen
class SqlLedger:
    """Keeps the ledger on one connection; see `LedgerStore` for what each method promises."""

    connection: Connection

    @property
    def statements(self) -> SqlStatements:
        return SqlStatements(self.connection)

    @property
    def whole(self) -> SqlWholeLedger:
        return SqlWholeLedger(self.connection)

    # -- judging

    def lock(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        """Row locks on PostgreSQL; on SQLite the transaction already has the file to itself."""
        # One account is nearly always there; several have their rows made first, so that they are
        # locked in one order. SQLite knows no such locks.
        if len(accounts) > 1 and self.connection.dialect.name == _POSTGRESQL:
            self._make(accounts)
        held = self._read(_HELD, accounts)
        if len(held) == len(accounts):
            return held
        self._make([account for account in accounts if account not in held])
        return self._read(_HELD, accounts)

    def balances(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        return {account: Balance() for account in accounts} | self._read(_BALANCES, accounts)

    def _make(self, accounts: Sequence[str]) -> None:
        bulk.run(self.connection, _listing(self.connection, _MAKE, accounts))

    def _read(
        self, balances: Mapping[str, Any], accounts: Sequence[AccountId]
    ) -> dict[AccountId, Balance]:
        [rows] = bulk.run(self.connection, _listing(self.connection, balances, accounts))
        return {account: _balance(*parts) for account, *parts in rows.found}

    def open_entries(self, account: AccountId) -> Sequence[OpenEntry]:
        rows = self.connection.execute(_OPEN_OF, {"account": account})
        return [_open_entry(row) for row in rows]

    def history(self, account: AccountId) -> Iterable[HistoryStep]:
        entries: dict[int, list[Entry]] = defaultdict(list)
        allocations: dict[int, list[Allocation]] = defaultdict(list)
        for row in self._of_account(ledger_entries, account):
            entries[row.number].append(_entry(row))
        for row in self._of_account(ledger_allocations, account):
            allocations[row.number].append(_take(row))
        return [
            HistoryStep(number, tuple(entries[number]), tuple(allocations[number]))
            for number in sorted(entries.keys() | allocations.keys())
        ]

    def _of_account(self, of: Table, account: AccountId) -> Iterable[Row[Any]]:
        query = select(of).where(of.c.account == account).order_by(of.c.number, of.c.place)
        return self.connection.execute(query)

    # -- appending

    def prepare(self, transactions: Sequence[Transaction]) -> Laid:
        """See `LedgerStore`: the rows in the form that the driver takes."""
        return Laid(
            transactions,
            _part(
                self.connection, _ADD_TRANSACTION, enumerate(map(_transaction_row, transactions))
            ),
            [
                _part(self.connection, statement, _rows_of(transactions, rows, row))
                for statement, rows, row in (
                    (_ADD_ENTRY, lambda each: each.entries, _entry_row),
                    (_ADD_POSTING, lambda each: each.postings, _posting_row),
                    (_ADD_ALLOCATION, lambda each: each.allocations, _allocation_row),
                )
            ],
            bulk.step(
                self.connection,
                _ADD_OPEN,
                [
                    _open_row(entry, each.allocations)
                    for each in transactions
                    for entry in each.entries
                ],
            ),
            _moving(self.connection, transactions),
            bulk.step(
                self.connection,
                _USED,
                [
                    _use_row(each.account, take)
                    for each in transactions
                    for take in each.allocations
                ],
            ),
        )

    def add(self, prepared: Prepared) -> None:
        laid = prepared if isinstance(prepared, Laid) else self.prepare(prepared.transactions)
        if not laid.transactions:
            return
        before = self._heads(laid.moved.accounts, [each.source for each in laid.transactions])
        sealed = rules.seal_all(before, laid.transactions)
        numbers = [each.number for each in sealed]
        moves = laid.moved.step(before, {each.transaction.account: each.head for each in sealed})
        hashes = {
            "previous": [each.previous for each in sealed],
            "hash": [each.hash for each in sealed],
        }
        *_, moved, used = bulk.run(
            self.connection,
            laid.heads.step(numbers, hashes),
            *(part.step(numbers) for part in laid.parts),
            laid.opened,
            moves,
            laid.used,
        )
        if moved.rowcount != len(moves.rows):
            amounts = _moves(laid.transactions)
            people = [AccountId(each) for each in amounts if not rules.is_house(each)]
            raise _refusal(self.balances(people), amounts)
        if used.rowcount != len(laid.used.rows):
            allocations = [take for each in laid.transactions for take in each.allocations]
            amount = Money(sum(take.amount.micros for take in allocations))
            raise NotEnoughBalance(available=Money.zero(), amount=amount)

    def _heads(self, accounts: Sequence[str], sources: Sequence[str]) -> Mapping[str, Head]:
        """The heads of these chains, held until the transaction ends; refuses what is posted."""
        found, posted = bulk.run(
            self.connection,
            _listing(self.connection, _HEADS, accounts),
            _listing(self.connection, _KNOWN, sources),
        )
        for [source] in posted.found:
            raise AlreadyPosted(source=source)
        heads = {account: Head(account, *head) for account, *head in found.found}
        missing = [account for account in accounts if account not in heads]
        if not missing:
            return heads
        self._make(missing)
        [made] = bulk.run(self.connection, _listing(self.connection, _HEADS, missing))
        return heads | {account: Head(account, *head) for account, *head in made.found}

    # -- finding

    def account_of(self, which: EntryId | TransactionId) -> str | None:
        known = (
            select(each.c.account).where(each.c.id == which)
            for each in (ledger_entries, ledger_transactions)
        )
        account: str | None = self.connection.scalar(union_all(*known))
        return account

    def by_source(self, account: str, source: str) -> Transaction | None:
        return self._transaction(account, ledger_transactions.c.source == source)

    def by_sources(self, sources: Collection[str]) -> Mapping[str, Transaction]:
        found: dict[str, Transaction] = {}
        for chunk in in_chunks(sorted(set(sources)), ROWS_AT_ONCE):
            posted = self._transactions(ledger_transactions.c.source.in_(chunk))
            found |= {each.source: each for each in posted}
        return found

    def by_id(self, account: str, transaction: TransactionId) -> Transaction | None:
        return self._transaction(account, ledger_transactions.c.id == transaction)

    def transaction_of(self, account: str, entry: EntryId) -> Transaction | None:
        rows = ledger_entries.c
        number = select(rows.number).where(rows.account == account, rows.id == entry)
        return self._transaction(account, ledger_transactions.c.number == number.scalar_subquery())

    def reversal_of(self, account: str, transaction: TransactionId) -> Transaction | None:
        return self._transaction(account, ledger_transactions.c.reverses == transaction)

    def reversed_among(self, entries: Collection[EntryId]) -> frozenset[EntryId]:
        rows, posted = ledger_entries.c, ledger_transactions.c
        undoing = ledger_transactions.alias()
        undone = (
            select(rows.id)
            .join(
                ledger_transactions,
                (posted.account == rows.account) & (posted.number == rows.number),
            )
            .join(undoing, undoing.c.reverses == posted.id)
        )
        return frozenset(
            EntryId(each)
            for chunk in in_chunks(sorted(set(entries)), ROWS_AT_ONCE)
            for each in self.connection.scalars(undone.where(rows.id.in_(chunk)))
        )

    def used(self, account: AccountId, consumer: EntryId) -> Sequence[tuple[Allocation, OpenEntry]]:
        allocations = ledger_allocations.c
        rows = self.connection.execute(
            _WITH_STATE.join(
                ledger_allocations,
                (allocations.account == ledger_entries.c.account)
                & (allocations.entry == ledger_entries.c.id),
            )
            .add_columns(
                allocations.consumer,
                allocations.amount.label("taken"),
                allocations.expires_on.label("taken_until"),
            )
            .where(allocations.account == account, allocations.consumer == consumer)
            .order_by(allocations.number, allocations.place)
        )
        return [
            (
                Allocation(
                    EntryId(row.consumer), EntryId(row.id), Money(row.taken), row.taken_until
                ),
                _open_entry(row),
            )
            for row in rows
        ]

    def taken(self, account: AccountId, entry: EntryId) -> Sequence[Allocation]:
        allocations = ledger_allocations.c
        rows = self.connection.execute(
            select(ledger_allocations)
            .where(allocations.account == account, allocations.entry == entry)
            .order_by(allocations.number, allocations.place)
        )
        return [
            Allocation(EntryId(row.consumer), EntryId(row.entry), Money(row.amount), row.expires_on)
            for row in rows
        ]

    def _transaction(self, account: str, which: ColumnElement[bool]) -> Transaction | None:
        return next(self._transactions(ledger_transactions.c.account == account, which), None)

    def _transactions(self, *which: ColumnElement[bool]) -> Iterator[Transaction]:
        heads = self.connection.execute(select(ledger_transactions).where(*which)).all()
        return (each.transaction for each in _assembled(self.connection, heads))


@frozen
class SqlStatements:
    """The statement rows on one connection; see `StatementStore`."""

    connection: Connection

    def entries(
        self,
        account: AccountId,
        page: PageRequest,
        *,
        first: date | None = None,
        last: date | None = None,
        types: Sequence[EntryType] = (),
    ) -> Page[Entry]:
        columns = ledger_entries.c
        query = select(ledger_entries).where(columns.account == account)
        if first is not None:
            query = query.where(columns.day >= first)
        if last is not None:
            query = query.where(columns.day <= last)
        if types:
            query = query.where(columns.type.in_(types))
        count = self.connection.execute(select(func.count()).select_from(query.subquery()))
        rows = self.connection.execute(
            query.order_by(columns.day.desc(), _ORDER.desc()).limit(page.size).offset(page.offset)
        )
        return Page([_entry(row) for row in rows], page.page, page.size, count.scalar_one())

    def entries_of_month(
        self, account: AccountId, month: Month, types: Sequence[EntryType] = ()
    ) -> Sequence[Entry]:
        columns = ledger_entries.c
        query = select(ledger_entries).where(
            columns.account == account, columns.earning_month == month
        )
        if types:
            query = query.where(columns.type.in_(types))
        return [_entry(row) for row in self.connection.execute(query.order_by(_ORDER))]

    def month_lines(
        self, account: AccountId, first: Month | None = None, last: Month | None = None
    ) -> Sequence[MonthLine]:
        columns = ledger_entries.c
        key = (columns.earning_month, columns.type, columns.correction)
        query = select(*key, func.sum(columns.amount).label("amount")).where(
            columns.account == account
        )
        if first is not None:
            query = query.where(columns.earning_month >= first)
        if last is not None:
            query = query.where(columns.earning_month <= last)
        rows = self.connection.execute(
            query.group_by(*key).order_by(
                columns.earning_month.desc(), columns.type, columns.correction
            )
        )
        return [
            MonthLine(row.earning_month, row.type, Money(row.amount), row.correction)
            for row in rows
        ]

    def shown_before(self, account: AccountId, day: date) -> Money:
        columns = ledger_entries.c
        found = self.connection.execute(
            select(func.sum(columns.amount)).where(columns.account == account, columns.day < day)
        ).scalar_one()
        return Money(found or 0)

    def last_settled(self, account: AccountId) -> SettledMonth | None:
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
        return self._profits(month, ledger_transactions.c.kind.in_(CLOSED_MONTH))

    def line_shares_of(
        self, month: Month
    ) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        return self._profits(month, ledger_transactions.c.kind.not_in(CLOSED_MONTH))

    def _profits(
        self, month: Month, by: ColumnElement[bool]
    ) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        columns, made = ledger_entries.c, ledger_transactions.c
        key = (columns.account, columns.channel, columns.type)
        rows = self.connection.execute(
            select(*key, func.sum(columns.amount).label("amount"))
            .join_from(
                ledger_entries,
                ledger_transactions,
                and_(made.account == columns.account, made.number == columns.number),
            )
            .where(
                columns.month == month,
                columns.type.in_(PROFITS),
                columns.channel.is_not(None),
                by,
            )
            .group_by(*key)
        )
        return {(row.account, row.channel, row.type): Money(row.amount) for row in rows}

    def with_lots_ended(self, today: date) -> Sequence[AccountId]:
        query = select(ledger_open.c.account).where(
            ledger_open.c.remaining > 0, ledger_open.c.expires_on < today
        )
        return _in_order(self.connection.execute(query).scalars())

    def lots(
        self,
        page: PageRequest,
        *,
        account: AccountId | None = None,
        until: date | None = None,
        without: Collection[EntryId] = (),
    ) -> Page[OpenEntry]:
        open_ = ledger_open.c
        query = _WITH_STATE.where(open_.remaining > 0, open_.expires_on.is_not(None))
        if without:
            query = query.where(open_.entry.not_in(without))
        if account is not None:
            query = query.where(open_.account == account)
        if until is not None:
            query = query.where(open_.expires_on <= until)
        count = self.connection.execute(select(func.count()).select_from(query.subquery()))
        rows = self.connection.execute(
            query.order_by(open_.expires_on, open_.account, _ORDER)
            .limit(page.size)
            .offset(page.offset)
        )
        return Page([_open_entry(row) for row in rows], page.page, page.size, count.scalar_one())

    def with_lots_and_debits(self, account: AccountId | None = None) -> Sequence[AccountId]:
        open_, other = ledger_open.c, ledger_open.alias()
        debits = select(other.c.entry).where(
            other.c.account == open_.account, other.c.remaining < 0
        )
        query = select(open_.account).where(
            open_.remaining > 0, open_.expires_on.is_not(None), debits.exists()
        )
        if account is not None:
            query = query.where(open_.account == account)
        return _in_order(self.connection.execute(query).scalars())


def _in_order(accounts: Iterable[str]) -> Sequence[AccountId]:
    """Each once. Asked to do it, SQLite would walk over everybody's lots by account, instead of over
    those that it finds by their day."""
    return sorted({AccountId(account) for account in accounts})


@frozen
class SqlWholeLedger:
    """Everything that is kept, on one connection; see `WholeLedger`."""

    connection: Connection

    def chain(self) -> Iterator[Sealed]:
        key = tuple_(ledger_transactions.c.account, ledger_transactions.c.number)
        query = select(ledger_transactions).order_by(*key).limit(ROWS_AT_ONCE)
        found = self.connection.execute(query).all()
        while found:
            yield from _assembled(self.connection, found)
            last = tuple_(*map(literal, (found[-1].account, found[-1].number)))
            found = self.connection.execute(query.where(key > last)).all()

    def one(self, account: str, number: int) -> Sealed | None:
        columns = ledger_transactions.c
        found = self.connection.execute(
            select(ledger_transactions).where(columns.account == account, columns.number == number)
        ).all()
        return next(_assembled(self.connection, found), None)

    def heads(self) -> Mapping[str, Head]:
        columns = ledger_balances.c
        rows = self.connection.execute(
            select(columns.account, columns.number, columns.hash).where(columns.number > 0)
        )
        return {account: Head(account, number, seal) for account, number, seal in rows}

    def all_balances(self) -> Mapping[AccountId, Balance]:
        columns = [ledger_balances.c[name] for name in _OF_BALANCE]
        rows = self.connection.execute(
            select(*columns).where(ledger_balances.c.account.not_like(f"{rules.HOUSE}%"))
        )
        return {account: _balance(*parts) for account, *parts in rows}

    def all_open(self) -> Iterator[OpenEntry]:
        rows = self.connection.execute(_WITH_STATE.where(ledger_open.c.remaining != 0))
        return map(_open_entry, rows)

    def of_source(self, start: str) -> Sequence[Transaction]:
        columns = ledger_transactions.c
        begins = begins_with(self.connection.dialect.name, columns.source, start)
        wanted = select(ledger_transactions).where(begins)
        found = self.connection.execute(wanted.order_by(columns.account, columns.number)).all()
        return [
            each.transaction
            for some in in_chunks(found, ROWS_AT_ONCE)
            for each in _assembled(self.connection, some)
        ]


def _listing(connection: Connection, statements: Mapping[str, Any], texts: Sequence[str]) -> Step:
    return bulk.step(connection, statements[connection.dialect.name], [{"listed": list(texts)}])


def _part(
    connection: Connection, statement: Any, rows: Iterable[tuple[int, Mapping[str, Any]]]
) -> _Part:
    made, found = bulk.prepared(connection, statement), list(rows)
    return _Part(made, [of for of, _ in found], made.columns([row for _, row in found]))


def _moving(connection: Connection, transactions: Iterable[Transaction]) -> _Moves:
    moves, made = _moves(transactions), bulk.prepared(connection, _MOVED)
    return _Moves(made, sorted(moves), made.columns(_move_rows(moves)))


def _assembled(connection: Connection, heads: Sequence[Row[Any]]) -> Iterator[Sealed]:
    if not heads:
        return
    keys = [(head.account, head.number) for head in heads]
    postings = _parts(connection, ledger_postings, keys)
    entries = _parts(connection, ledger_entries, keys)
    allocations = _parts(connection, ledger_allocations, keys)
    for head, key in zip(heads, keys, strict=True):
        yield _sealed(
            head,
            [_posting(row) for row in postings[key]],
            [_entry(row) for row in entries[key]],
            [_take(row) for row in allocations[key]],
        )


def _parts(
    connection: Connection, of: Table, keys: Sequence[tuple[str, int]]
) -> Mapping[tuple[str, int], list[Row[Any]]]:
    found: dict[tuple[str, int], list[Row[Any]]] = defaultdict(list)
    wanted = with_keys(connection, select(of), (of.c.account, of.c.number), keys)
    rows = connection.execute(wanted.order_by(of.c.account, of.c.number, of.c.place))
    for row in rows:
        found[row.account, row.number].append(row)
    return found


def _refusal(
    balances: Mapping[AccountId, Balance], moves: Mapping[str, Mapping[Part, int]]
) -> NotEnoughBalance:
    """The refusal for the account that lacks the most."""
    short = min(
        balances, key=lambda each: balances[each].available.micros + moves[each][Part.AVAILABLE]
    )
    return NotEnoughBalance(
        available=balances[short].available, amount=-Money(moves[short][Part.AVAILABLE])
    )


def _moves(transactions: Iterable[Transaction]) -> Mapping[str, Mapping[Part, int]]:
    """What each account's parts move by; nothing where only the house is concerned."""
    moves: dict[str, dict[Part, int]] = defaultdict(lambda: dict.fromkeys(Part, 0))
    for transaction in transactions:
        move = moves[transaction.account]
        for posting in transaction.postings:
            if posting.part is not None:
                move[posting.part] += posting.amount.micros
    return moves


def _move_rows(moves: Mapping[str, Mapping[Part, int]]) -> list[dict[str, Any]]:
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
        "account": transaction.account,
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
        **_siblings_columns(transaction.siblings),
        "origin": transaction.origin.id if transaction.origin else None,
        "origin_hash": transaction.origin.hash if transaction.origin else None,
    }


def _siblings_columns(siblings: Siblings | None) -> dict[str, Any]:
    return {
        "siblings": siblings.id if siblings else None,
        "siblings_count": siblings.count if siblings else None,
        "siblings_total": siblings.total.micros if siblings else None,
    }


def _sealed(
    row: Row[Any],
    postings: Sequence[Posting],
    entries: Sequence[Entry],
    allocations: Sequence[Allocation],
) -> Sealed:
    return Sealed(
        row.number,
        Transaction(
            TransactionId(row.id),
            row.account,
            row.source,
            row.kind,
            row.day,
            row.recorded_at,
            Actor(row.actor_kind, row.actor_id),
            tuple(postings),
            tuple(entries),
            tuple(allocations),
            row.month,
            row.reason,
            None if row.reverses is None else TransactionId(row.reverses),
            row.siblings and Siblings(row.siblings, row.siblings_count, Money(row.siblings_total)),
            row.origin and Origin(row.origin, row.origin_hash),
        ),
        row.previous,
        row.hash,
    )


def _rows_of(
    transactions: Sequence[Transaction],
    parts: Callable[[Transaction], Sequence[Any]],
    row: Callable[[Any], dict[str, Any]],
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """A row for each part of each transaction, with the transaction's place among them."""
    for of, transaction in enumerate(transactions):
        for place, each in enumerate(parts(transaction)):
            yield of, {**row(each), "account": transaction.account, "place": place}


def _entry_row(entry: Entry) -> dict[str, Any]:
    return {
        "id": entry.id,
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


def _posting_row(posting: Posting) -> dict[str, Any]:
    return {
        "house": None if posting.house is None else str(posting.house),
        "part": posting.part,
        "amount": posting.amount.micros,
    }


def _posting(row: Row[Any]) -> Posting:
    owner = None if row.house else row.account
    return Posting(Money(row.amount), _house(row.house), owner, row.part)


def _house(text: str | None) -> HouseAccount | None:
    """An account of the house by its name; any other lies in the world outside."""
    return None if text is None else _OF_THE_HOUSE.get(text) or OutsideAccount(text)


_OF_THE_HOUSE: Mapping[str, LedgerAccount] = {each.value: each for each in LedgerAccount}


def _allocation_row(take: Allocation) -> dict[str, Any]:
    return {
        "consumer": take.consumer,
        "entry": take.entry,
        "amount": take.amount.micros,
        "expires_on": take.expires_on,
    }


def _take(row: Row[Any]) -> Allocation:
    return Allocation(row.consumer, row.entry, Money(row.amount), row.expires_on)


def _use_row(account: str, take: Allocation) -> dict[str, Any]:
    return {
        "whose": account,
        "of": take.entry,
        "used": take.amount.micros,
        "until": take.expires_on,
    }


def _open_row(entry: Entry, allocations: Sequence[Allocation]) -> dict[str, Any]:
    return {
        "entry": entry.id,
        "account": entry.account,
        "amount": entry.amount.micros,
        "remaining": rules.remaining_at_birth(entry, allocations).micros,
        "expires_on": entry.expires_on,
    }


def _open_entry(row: Row[Any]) -> OpenEntry:
    return OpenEntry(_entry(row), Money(row.remaining), row.posting_order, row.usable_until)
