"""One chain of transactions becomes a chain for each account.

What is written here is frozen: the tables, the spelling that hashes cover and the splitting are
those of this migration, whatever the program does later. Entry ids, amounts and dates stay; a
transaction of several accounts becomes siblings, each with the id and the hash of its origin.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from attrs import define, field, frozen
from sqlalchemy import (
    CheckConstraint,
    Column,
    Connection,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    insert,
    select,
    text,
)

from backbeat_adapters.sql.engine import bulk, schema
from backbeat_adapters.sql.engine.schema import Big, Day, Flag, Instant, Micros
from backbeat_adapters.sql.migrations.refusals import MigrationRefused

FIRST_HASH = "0" * 64
AT_ONCE = 2_000
PREFIX = "former_"
"""What the copies of the old tables are called while the new ones are filled."""

_former = MetaData()
_final = MetaData(naming_convention=schema.NAMING)


def _table(name: str, *items: Any, of: MetaData = _final) -> Table:
    return schema.table(name, *items, in_metadata=of)


# -- as it was

former_transactions = _table(
    "ledger_transactions",
    *(Column(name, Big) for name in ("number",)),
    *(Column(name, Text) for name in ("id", "source", "kind")),
    Column("day", Day),
    Column("recorded_at", Instant),
    *(
        Column(name, Text)
        for name in ("actor_kind", "actor_id", "month", "reason", "reverses", "previous", "hash")
    ),
    of=_former,
)
former_entries = _table(
    "ledger_entries",
    Column("id", Text),
    *(Column(name, Big) for name in ("transaction_number", "place")),
    *(Column(name, Text) for name in ("account", "type")),
    Column("amount", Micros),
    Column("day", Day),
    *(Column(name, Text) for name in ("month", "earning_month", "channel")),
    Column("expires_on", Day),
    Column("note", Text),
    Column("correction", Flag),
    of=_former,
)
former_postings = _table(
    "ledger_postings",
    *(Column(name, Big) for name in ("transaction_number", "place")),
    *(Column(name, Text) for name in ("house", "owner", "part")),
    Column("amount", Micros),
    of=_former,
)
former_takes = _table(
    "ledger_takes",
    *(Column(name, Big) for name in ("transaction_number", "place")),
    *(Column(name, Text) for name in ("taker", "entry")),
    Column("amount", Micros),
    Column("expires_on", Day),
    of=_former,
)
former_open = _table(
    "ledger_open",
    *(Column(name, Text) for name in ("entry", "account")),
    *(Column(name, Micros) for name in ("amount", "remaining")),
    Column("expires_on", Day),
    of=_former,
)
former_balances = _table(
    "ledger_balances",
    Column("account", Text),
    *(Column(name, Micros) for name in ("available", "in_flight", "debt")),
    of=_former,
)

# -- as it becomes

transactions = _table(
    "ledger_transactions",
    Column("account", Text, nullable=False),
    Column("number", Big, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    Column("source", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("day", Day, nullable=False),
    Column("recorded_at", Instant, nullable=False),
    Column("actor_kind", Text, nullable=False),
    Column("actor_id", Text, nullable=False),
    Column("month", Text),
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
entries = _table(
    "ledger_entries",
    Column("account", Text, nullable=False),
    Column("id", Text, nullable=False, unique=True),
    Column("number", Big, nullable=False),
    Column("place", Big, nullable=False),
    Column("type", Text, nullable=False),
    Column("amount", Micros, nullable=False),
    Column("day", Day, nullable=False),
    Column("month", Text),
    Column("earning_month", Text, nullable=False),
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
postings = _table(
    "ledger_postings",
    Column("account", Text, nullable=False),
    Column("number", Big, nullable=False),
    Column("place", Big, nullable=False),
    Column("house", Text),
    Column("part", Text),
    Column("amount", Micros, nullable=False),
    PrimaryKeyConstraint("account", "number", "place"),
    ForeignKeyConstraint(
        ["account", "number"], ["ledger_transactions.account", "ledger_transactions.number"]
    ),
    CheckConstraint("(house IS NULL) = (part IS NOT NULL)", name="one_account"),
)
allocations = _table(
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
    ForeignKeyConstraint(["account", "consumer"], ["ledger_entries.account", "ledger_entries.id"]),
    ForeignKeyConstraint(["account", "entry"], ["ledger_entries.account", "ledger_entries.id"]),
    Index("ix_ledger_allocations_consumer", "account", "consumer"),
    Index("ix_ledger_allocations_entry", "account", "entry"),
)
open_entries = _table(
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
balances = _table(
    "ledger_balances",
    Column("account", Text, primary_key=True),
    *(
        Column(name, Micros, nullable=False, server_default="0")
        for name in ("available", "in_flight", "debt")
    ),
    Column("number", Big, nullable=False, server_default="0"),
    Column("hash", Text, nullable=False, server_default=FIRST_HASH),
    *(CheckConstraint(f"{name} >= 0", name=name) for name in ("available", "in_flight", "debt")),
)
checkpoints = _table(
    "ledger_checkpoints",
    Column("number", Big, primary_key=True, autoincrement=False),
    Column("recorded_at", Instant, nullable=False),
    Column("previous", Text, nullable=False),
    Column("hash", Text, nullable=False),
)
sealed_heads = _table(
    "ledger_sealed_heads",
    Column("account", Text, nullable=False),
    Column("checkpoint", Big, ForeignKey(checkpoints.c.number), nullable=False),
    Column("number", Big, nullable=False),
    Column("hash", Text, nullable=False),
    PrimaryKeyConstraint("account", "checkpoint"),
)

APPEND_ONLY = (transactions, entries, postings, allocations, checkpoints, sealed_heads)
_INSERTS = {each.name: insert(each) for each in _final.sorted_tables}

Row = dict[str, Any]


@frozen
class Old:
    """A transaction of the one chain, with its parts."""

    row: Any
    postings: Sequence[Any]
    entries: Sequence[Any]
    takes: Sequence[Any]

    @property
    def accounts(self) -> list[str]:
        """Whom it concerns, those with statement rows first."""
        rows = [each.account for each in self.entries]
        return list(dict.fromkeys([*rows, *(each.owner for each in self.postings if each.owner)]))

    @property
    def text(self) -> str:
        """Every fact of it as its hash covers it."""
        row = self.row
        return _spelled(
            [
                row.id,
                row.source,
                row.kind,
                row.day.isoformat(),
                row.recorded_at.isoformat(),
                row.actor_kind,
                row.actor_id,
                row.month,
                row.reason,
                row.reverses,
                [
                    [each.house or _own(each.owner, each.part), each.amount]
                    for each in self.postings
                ],
                [[each.id, each.account, *_facts(each)] for each in self.entries],
                [
                    [each.taker, each.entry, each.amount, _day(each.expires_on)]
                    for each in self.takes
                ],
            ]
        )


@frozen
class New:
    """A transaction of one account, still without its place."""

    account: str
    id: str
    source: str
    siblings: tuple[str, int, int] | None
    old: Old
    postings: Sequence[tuple[str | None, str | None, int]]
    """House account or part, and amount."""
    entries: Sequence[Any]
    takes: Sequence[Any]

    @property
    def text(self) -> str:
        row = self.old.row
        return _spelled(
            [
                self.id,
                self.account,
                self.source,
                row.kind,
                row.day.isoformat(),
                row.recorded_at.isoformat(),
                row.actor_kind,
                row.actor_id,
                row.month,
                row.reason,
                row.reverses,
                *(self.siblings or (None, None, None)),
                row.id,
                row.hash,
                [
                    [house or _own(self.account, part), amount]
                    for house, part, amount in self.postings
                ],
                [[each.id, *_facts(each)] for each in self.entries],
                [
                    [each.taker, each.entry, each.amount, _day(each.expires_on)]
                    for each in self.takes
                ],
            ]
        )


@define
class Chains:
    """The rows of new transactions, each in its place in its account's chain."""

    heads: dict[str, tuple[int, str]] = field(factory=dict)

    def rows(self, made: Iterable[New]) -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = defaultdict(list)
        for new in made:
            before, previous = self.heads.get(new.account, (0, FIRST_HASH))
            number = before + 1
            mark = _sha256(f"{previous}\n{number}\n{new.text}")
            self.heads[new.account] = number, mark
            key = {"account": new.account, "number": number}
            found[transactions.name].append(
                {**key, **_head_row(new), "previous": previous, "hash": mark}
            )
            for place, each in enumerate(new.entries):
                found[entries.name].append({**key, "place": place, **_entry_row(each)})
            for place, (house, part, amount) in enumerate(new.postings):
                leg = {"house": house, "part": part, "amount": amount}
                found[postings.name].append({**key, "place": place, **leg})
            for place, each in enumerate(new.takes):
                found[allocations.name].append({**key, "place": place, **_allocation_row(each)})
        return found


# -- the steps


def require_whole_chain(connection: Connection) -> None:
    """Refuse a chain that does not hold: what was changed must not be sealed anew."""
    before = FIRST_HASH
    for number, old in enumerate(_read(connection, ""), start=1):
        row = old.row
        mark = _sha256(f"{row.previous}\n{row.number}\n{old.text}")
        if (row.number, row.previous, row.hash) != (number, before, mark):
            raise MigrationRefused(
                f"the ledger's chain does not hold at transaction {row.number} ({row.source}):"
                " nothing was changed. Find out what happened to it with the version before"
                " (backbeat ledger check), or restore a backup that is whole"
            )
        before = row.hash


def upgrade(connection: Connection) -> None:
    """Write the chains of all accounts, and seal them together with the head of the old one."""
    _set_aside(connection)
    _final.create_all(connection)
    chains, last = Chains(), None
    for block in _blocks(_read(connection, PREFIX)):
        rows = chains.rows(new for old in block for new in split(old))
        for name in (each.name for each in (transactions, entries, postings, allocations)):
            _add(connection, name, rows[name])
        last = block[-1].row
    _copy_beside(connection, chains)
    if last is not None:
        _seal(connection, chains, last.hash)
    for each in _former.sorted_tables:
        connection.exec_driver_sql(f"DROP TABLE {PREFIX}{each.name}")
    for guarded in APPEND_ONLY:
        schema.make_append_only(connection, guarded.name)


def split(old: Old) -> list[New]:
    """The transaction, or one for each account that it concerns."""
    accounts, source = old.accounts, str(old.row.source)
    if not accounts:
        return [_alone(old, f"house:{_run(old)}")]
    if len(accounts) == 1 and old.row.kind not in ("settlement", "adjustment"):
        return [_alone(old, accounts[0])]
    total = sum(each.amount for each in old.entries)
    siblings = (source, len(accounts), total)
    houses = [(each.house, None, each.amount) for each in old.postings if each.house]
    found: list[New] = []
    for account in accounts:
        own = [(None, each.part, each.amount) for each in old.postings if each.owner == account]
        rows = [each for each in old.entries if each.account == account]
        mine = {each.id for each in rows}
        found.append(
            New(
                account,
                _id(f"{source}:{account}"),
                f"{source}:{account}",
                siblings,
                old,
                [*own, *_other_side(own, houses, first=not found)],
                rows,
                [each for each in old.takes if each.taker in mine],
            )
        )
    return found


def _other_side(
    own: Sequence[tuple[str | None, str | None, int]],
    houses: Sequence[tuple[str | None, str | None, int]],
    *,
    first: bool,
) -> list[tuple[str | None, str | None, int]]:
    """What balances an account's part: the house's one leg in proportion, else a transfer."""
    over = sum(amount for _, _, amount in own)
    if len(houses) == 1:
        return [(houses[0][0], None, -over)] if over else []
    legs = list(houses) if first else []
    rest = over + sum(amount for _, _, amount in legs)
    return [*legs, ("house:transfer", None, -rest)] if rest else legs


def _alone(old: Old, account: str) -> New:
    legs = [(each.house, each.part, each.amount) for each in old.postings]
    return New(account, old.row.id, old.row.source, None, old, legs, old.entries, old.takes)


def _run(old: Old) -> str:
    """What the house's own transaction is of: a settlement's month and revision, else itself."""
    what, *rest = str(old.row.source).split(":")
    return ":".join(rest[:2]) if what == "settlement" and len(rest) == 3 else str(old.row.id)


# -- parts


def _set_aside(connection: Connection) -> None:
    """Copies of the old tables, without keys and guards; then the old ones go."""
    for each in _former.sorted_tables:
        connection.exec_driver_sql(f"CREATE TABLE {PREFIX}{each.name} AS SELECT * FROM {each.name}")
    key = f"{PREFIX}ledger_transactions"
    connection.exec_driver_sql(f"CREATE INDEX ix_{key} ON {key} (number)")
    for each in (former_entries, former_postings, former_takes):
        key = f"{PREFIX}{each.name}"
        connection.exec_driver_sql(f"CREATE INDEX ix_{key} ON {key} (transaction_number)")
    for name in ("open", "balances", "takes", "postings", "entries", "transactions"):
        connection.exec_driver_sql(f"DROP TABLE ledger_{name}")


def _read(connection: Connection, prefix: str) -> Iterator[Old]:
    """The old chain in order."""
    heads_of = _named(former_transactions, prefix)
    after = 0
    while True:
        heads = connection.execute(
            select(heads_of)
            .where(heads_of.c.number > after)
            .order_by(heads_of.c.number)
            .limit(AT_ONCE)
        ).all()
        if not heads:
            return
        last = heads[-1].number
        legs, rows, used = (
            _parts(connection, _named(each, prefix), after, last)
            for each in (former_postings, former_entries, former_takes)
        )
        for head in heads:
            yield Old(head, legs[head.number], rows[head.number], used[head.number])
        after = last


def _parts(connection: Connection, of: Table, after: int, last: int) -> Mapping[int, list[Any]]:
    number, found = of.c.transaction_number, defaultdict(list)
    for row in connection.execute(
        select(of).where(number > after, number <= last).order_by(number, of.c.place)
    ):
        found[row.transaction_number].append(row)
    return found


def _named(former: Table, prefix: str) -> Any:
    return former.to_metadata(MetaData(), name=prefix + former.name)


def _blocks(found: Iterator[Old]) -> Iterator[list[Old]]:
    block: list[Old] = []
    for old in found:
        block.append(old)
        if len(block) == AT_ONCE:
            yield block
            block = []
    if block:
        yield block


def _copy_beside(connection: Connection, chains: Chains) -> None:
    """Balances with the heads of their chains, and what is open of each entry."""
    kept = {row.account: row for row in connection.execute(select(_named(former_balances, PREFIX)))}
    accounts = sorted({*kept, *chains.heads})
    _add(
        connection,
        balances.name,
        [
            {
                "account": account,
                **{
                    name: getattr(kept[account], name) if account in kept else 0
                    for name in ("available", "in_flight", "debt")
                },
                "number": chains.heads.get(account, (0, FIRST_HASH))[0],
                "hash": chains.heads.get(account, (0, FIRST_HASH))[1],
            }
            for account in accounts
        ],
    )
    columns = "account, entry, amount, remaining, expires_on"
    connection.exec_driver_sql(
        f"INSERT INTO ledger_open ({columns}) SELECT {columns} FROM {PREFIX}ledger_open"
    )


def _seal(connection: Connection, chains: Chains, previous: str) -> None:
    """The first checkpoint: every head, after the last hash of the one chain that was."""
    heads = sorted((account, *head) for account, head in chains.heads.items())
    digest = hashlib.sha256(f"{previous}\n1".encode())
    for account, number, mark in heads:
        digest.update(f"\n{number} {mark} {account}".encode())
    _add(
        connection,
        checkpoints.name,
        [
            {
                "number": 1,
                "recorded_at": datetime.now(UTC),
                "previous": previous,
                "hash": digest.hexdigest(),
            }
        ],
    )
    _add(
        connection,
        sealed_heads.name,
        [
            {"account": account, "checkpoint": 1, "number": number, "hash": mark}
            for account, number, mark in heads
        ],
    )


def _add(connection: Connection, name: str, rows: Sequence[Row]) -> None:
    bulk.run(connection, bulk.step(connection, _INSERTS[name], rows))


def _head_row(new: New) -> Row:
    row = new.old.row
    name, count, total = new.siblings or (None, None, None)
    return {
        "id": new.id,
        "source": new.source,
        **{
            each: getattr(row, each)
            for each in (
                "kind",
                "day",
                "recorded_at",
                "actor_kind",
                "actor_id",
                "month",
                "reason",
                "reverses",
            )
        },
        "siblings": name,
        "siblings_count": count,
        "siblings_total": total,
        "origin": row.id,
        "origin_hash": row.hash,
    }


def _entry_row(entry: Any) -> Row:
    names = ("id", "type", "amount", "day", "month", "earning_month", "channel", "expires_on")
    return {name: getattr(entry, name) for name in (*names, "note", "correction")}


def _allocation_row(take: Any) -> Row:
    names = ("entry", "amount", "expires_on")
    return {"consumer": take.taker, **{name: getattr(take, name) for name in names}}


def _facts(entry: Any) -> list[Any]:
    return [
        entry.type,
        entry.amount,
        _day(entry.day),
        entry.month,
        entry.channel,
        _day(entry.expires_on),
        entry.note,
        bool(entry.correction),
    ]


def _own(account: str, part: str | None) -> str:
    return f"creator:{account}:{part}"


def _day(day: Any) -> str | None:
    return None if day is None else str(day)


def _id(source: str) -> str:
    return _sha256(source)[:24]


def _sha256(text_: str) -> str:
    return hashlib.sha256(text_.encode()).hexdigest()


_spelled = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
