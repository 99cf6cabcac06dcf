"""What the ledger consists of: transactions, postings, statement entries and what is still open.

Every amount is in USD, in micro-units. A positive posting on a creator's account means that the
house owes the creator more; the postings of a transaction sum to zero.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import TypeAlias

from attrs import frozen

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, TransactionId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.platforms.model import Platform


class EntryType(StrEnum):
    """The closed list of what a row of a creator's statement can be (LEDGER-6)."""

    MUSIC_PROFIT = "music_profit"
    MUSIC_PROFITABLE_PROFIT = "music_profitable_profit"
    PORTAL_PROFIT = "portal_profit"
    FAST_WITHDRAWAL = "fast_withdrawal"
    FAST_WITHDRAWAL_WEEKLY = "fast_withdrawal_weekly"
    FAST_WITHDRAWAL_EXTRA = "fast_withdrawal_extra"
    FAST_WITHDRAWAL_DEDUCTION = "fast_withdrawal_deduction"
    WITHDRAWAL = "withdrawal"
    RECOVERY = "recovery"
    BONUS_POINT = "bonus_point"
    CPV_BONUS = "cpv_bonus"
    REFERRAL_2MONTH = "referral_2month"
    REFERRAL_3MONTH = "referral_3month"
    POLICY_VIOLATION = "policy_violation"
    PREPAID = "prepaid"
    EXPIRE = "expire"


PROFITS = frozenset({EntryType.MUSIC_PROFIT, EntryType.MUSIC_PROFITABLE_PROFIT})
"""What the close of a month posts; these determine the last settled month (LEDGER-13)."""

REWARDS = frozenset(
    {
        EntryType.BONUS_POINT,
        EntryType.CPV_BONUS,
        EntryType.REFERRAL_2MONTH,
        EntryType.REFERRAL_3MONTH,
    }
)
"""Types that create lots with an expiry date and are shown as points (POINT-1, POINT-2)."""

EARNED = (
    PROFITS
    | REWARDS
    | {
        EntryType.PORTAL_PROFIT,
        EntryType.FAST_WITHDRAWAL_EXTRA,
        EntryType.POLICY_VIOLATION,
    }
)
"""Types that the earnings report adds up by month; payouts and expired amounts are not earnings."""


class Sign(StrEnum):
    """Which amounts a type may have."""

    CREDIT = "credit"
    DEBIT = "debit"
    EITHER = "either"


class OutsideAccount(str):
    """An account outside the house, such as `external:bank`, to which paid money goes."""

    __slots__ = ()


class LedgerAccount(StrEnum):
    """The accounts of the house (LEDGER-3)."""

    ROYALTY = "house:royalty"
    FEES = "house:fees"
    ROUNDING = "house:rounding"
    KEPT = "house:kept"
    FORFEIT = "house:forfeit"
    PROMO = "house:promo"
    TRANSFER = "house:transfer"
    SUSPENSE = "suspense"


HouseAccount: TypeAlias = LedgerAccount | OutsideAccount
"""The other side of what creators have: the house, or an outside account."""

PAID_BY_HAND = OutsideAccount("external:bank")
"""Where payments go that operators post themselves."""


class Part(StrEnum):
    """The three accounts of every creator."""

    AVAILABLE = "available"
    IN_FLIGHT = "in_flight"
    DEBT = "debt"


@frozen
class TypeRule:
    """How a type may be posted: its sign, the account on the other side, who posts it."""

    sign: Sign
    counter: HouseAccount
    by_operator: bool = False


TYPE_RULES: Mapping[EntryType, TypeRule] = {
    EntryType.MUSIC_PROFIT: TypeRule(Sign.EITHER, LedgerAccount.ROYALTY),
    EntryType.MUSIC_PROFITABLE_PROFIT: TypeRule(Sign.EITHER, LedgerAccount.ROYALTY),
    EntryType.PORTAL_PROFIT: TypeRule(Sign.CREDIT, LedgerAccount.ROYALTY, by_operator=True),
    EntryType.FAST_WITHDRAWAL: TypeRule(Sign.DEBIT, PAID_BY_HAND, by_operator=True),
    EntryType.FAST_WITHDRAWAL_WEEKLY: TypeRule(Sign.DEBIT, PAID_BY_HAND, by_operator=True),
    EntryType.FAST_WITHDRAWAL_EXTRA: TypeRule(Sign.CREDIT, LedgerAccount.PROMO, by_operator=True),
    EntryType.FAST_WITHDRAWAL_DEDUCTION: TypeRule(Sign.DEBIT, LedgerAccount.FEES, by_operator=True),
    EntryType.WITHDRAWAL: TypeRule(Sign.DEBIT, PAID_BY_HAND),
    EntryType.RECOVERY: TypeRule(Sign.CREDIT, PAID_BY_HAND, by_operator=True),
    EntryType.BONUS_POINT: TypeRule(Sign.CREDIT, LedgerAccount.PROMO, by_operator=True),
    EntryType.CPV_BONUS: TypeRule(Sign.CREDIT, LedgerAccount.PROMO, by_operator=True),
    EntryType.REFERRAL_2MONTH: TypeRule(Sign.EITHER, LedgerAccount.PROMO),
    EntryType.REFERRAL_3MONTH: TypeRule(Sign.EITHER, LedgerAccount.PROMO),
    EntryType.POLICY_VIOLATION: TypeRule(Sign.DEBIT, LedgerAccount.FORFEIT, by_operator=True),
    EntryType.PREPAID: TypeRule(Sign.DEBIT, PAID_BY_HAND, by_operator=True),
    EntryType.EXPIRE: TypeRule(Sign.DEBIT, LedgerAccount.FORFEIT),
}


class Kind(StrEnum):
    """What a transaction stands for."""

    SETTLEMENT = "settlement"
    ADJUSTMENT = "adjustment"
    POSTING = "posting"
    GRANT = "grant"
    RESERVATION = "reservation"
    PAYOUT = "payout"
    RECOVERY = "recovery"
    KEPT = "kept"
    FORFEITURE = "forfeiture"
    EXPIRY = "expiry"
    REVERSAL = "reversal"
    TRANSFER = "transfer"
    """One side of a move between two accounts (LEDGER-17); it is undone by moving the money back.
    """
    SUMMARY_LINE = "summary_line"
    """A line of the platform's payment summary that no file explains (SETTLE-25)."""


CLOSED_MONTH = frozenset({Kind.SETTLEMENT, Kind.ADJUSTMENT})
"""What a month's close and its corrections post, based on report rows."""

REVERSIBLE = frozenset({Kind.POSTING, Kind.GRANT, Kind.FORFEITURE, Kind.EXPIRY})
"""What can be undone individually."""

MIRRORED = REVERSIBLE | {Kind.SUMMARY_LINE}
"""What a reversal may mirror; a line of a payment summary can only be mirrored as a whole."""


@frozen
class PaidOut:
    """A withdrawal whose money left the house: the part that is the fee, and where the rest went."""

    withdrawal: WithdrawalId
    fee: Money
    outside: OutsideAccount
    act: ActContext


@frozen
class Entry:
    """A row of one creator's statement; it never changes.

    `month` is the month in which the money was earned, if there is one; `day` is the business day
    of posting. `correction` marks a difference posted for a month that was already closed
    (SETTLE-13). `expires_on` is the last day on which a lot of points can be used, as it was
    posted.
    """

    id: EntryId
    account: AccountId
    type: EntryType
    amount: Money
    day: date
    month: Month | None = None
    channel: ChannelId | None = None
    expires_on: date | None = None
    note: str | None = None
    correction: bool = False

    @property
    def earning_month(self) -> Month:
        """The month to which it belongs: that of earning, otherwise that of posting (LEDGER-12)."""
        return self.month or Month.of(self.day)


@frozen
class Posting:
    """One leg: an amount on one account. Legs on a creator's account name the creator as `owner`."""

    amount: Money
    house: HouseAccount | None = None
    owner: AccountId | None = None
    part: Part | None = None

    @property
    def account(self) -> str:
        """The account's name in the chart, for example `creator:17:available`."""
        return str(self.house) if self.house else f"creator:{self.owner}:{self.part}"


@frozen
class Allocation:
    """The fact that `consumer` used up `amount` of an open entry (LEDGER-10); a negative amount
    gives it back.

    A lot that is given back gets a new `expires_on`.
    """

    consumer: EntryId
    entry: EntryId
    amount: Money
    expires_on: date | None = None


_SPELLED = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class Unbalanced(ArithmeticError):
    """Postings do not sum to zero: a mistake in the program, and nothing may be written."""


class SeveralAccounts(ArithmeticError):
    """A transaction touches another account than its own: a mistake in the program."""


@frozen
class Siblings:
    """What one thing posts to several accounts: its name, how many transactions there are, and
    their sum.

    Each of them says the same, so that the remaining ones reveal a lost or changed one.
    """

    id: str
    count: int
    total: Money


@frozen
class Origin:
    """A transaction of an earlier version of the ledger from which this one was made."""

    id: str
    hash: str


@frozen
class Transaction:
    """Postings of one account that belong together; they sum to zero (INTEG-2).

    `account` says whose it is and thereby to which chain it belongs: an account's id, or
    `house:{run}` if it concerns only the house. The house's legs stand in the account's own
    transaction. What concerns several accounts is a transaction for each: `siblings`.

    `source` names the thing for which it stands. It is unique, so nothing is posted twice, and the
    ids are derived from it. `entries` are the statement rows; a transaction may have none.
    """

    id: TransactionId
    account: str
    source: str
    kind: Kind
    day: date
    recorded_at: datetime
    actor: Actor
    postings: tuple[Posting, ...]
    entries: tuple[Entry, ...] = ()
    allocations: tuple[Allocation, ...] = ()
    month: Month | None = None
    reason: str | None = None
    reverses: TransactionId | None = None
    siblings: Siblings | None = None
    origin: Origin | None = None

    @property
    def is_balanced(self) -> bool:
        """Whether the postings sum to zero (INTEG-2)."""
        return sum(posting.amount.micros for posting in self.postings) == 0

    @property
    def is_of_one_account(self) -> bool:
        """Whether it touches only its own account and the house."""
        return all(each.account == self.account for each in self.entries) and all(
            each.owner is None or each.owner == self.account for each in self.postings
        )

    @cached_property
    def text(self) -> str:
        """All its facts in one fixed form, which its hash covers (INTEG-14)."""
        facts = [
            self.id,
            self.account,
            self.source,
            self.kind,
            self.day.isoformat(),
            self.recorded_at.isoformat(),
            self.actor.kind,
            self.actor.id,
            _text(self.month),
            self.reason,
            self.reverses,
            *_siblings(self.siblings),
            *((self.origin.id, self.origin.hash) if self.origin else (None, None)),
            [[posting.account, posting.amount.micros] for posting in self.postings],
            [_facts(entry) for entry in self.entries],
            [
                [each.consumer, each.entry, each.amount.micros, _text(each.expires_on)]
                for each in self.allocations
            ],
        ]
        return _SPELLED(facts)


def _siblings(siblings: Siblings | None) -> tuple[object, ...]:
    if siblings is None:
        return None, None, None
    return siblings.id, siblings.count, siblings.total.micros


def _facts(entry: Entry) -> list[object]:
    return [
        entry.id,
        entry.type,
        entry.amount.micros,
        entry.day.isoformat(),
        _text(entry.month),
        entry.channel,
        _text(entry.expires_on),
        entry.note,
        entry.correction,
    ]


def _text(value: date | Month | None) -> str | None:
    return None if value is None else str(value)


@frozen
class Sealed:
    """A transaction at its place in its account's chain: `hash` covers it and `previous`
    (INTEG-14).
    """

    number: int
    transaction: Transaction
    previous: str
    hash: str

    @property
    def head(self) -> Head:
        """The head of the chain if this is its last transaction."""
        return Head(self.transaction.account, self.number, self.hash)


@frozen
class Head:
    """The end of an account's chain: its last transaction's number and hash."""

    account: str
    number: int
    hash: str


@frozen
class Checkpoint:
    """Heads sealed together:

    `hash` covers them and the previous checkpoint. `heads` are those that moved since then, by
    account. The first checkpoint follows `FIRST_HASH`, or the last hash of the single chain that
    earlier versions had.
    """

    number: int
    previous: str
    hash: str
    heads: tuple[Head, ...]


ZERO = Money(0)
"""Nothing, in the ledger's currency."""


@frozen
class Balance:
    """What an account has: available, requested, and owed to the house; each at least zero."""

    available: Money = ZERO
    in_flight: Money = ZERO
    debt: Money = ZERO

    @property
    def shown(self) -> Money:
        """What the creator sees: available minus debt; it may be negative (LEDGER-5)."""
        return self.available - self.debt

    def plus(self, part: Part, amount: Money) -> Balance:
        """The balance after a posting. Debt is the negative of its postings: an amount that is owed
        is positive.
        """
        match part:
            case Part.AVAILABLE:
                return Balance(self.available + amount, self.in_flight, self.debt)
            case Part.IN_FLIGHT:
                return Balance(self.available, self.in_flight + amount, self.debt)
            case Part.DEBT:
                return Balance(self.available, self.in_flight, self.debt - amount)


@frozen
class OpenEntry:
    """The part of an entry that nothing has used up yet; negative entries stay open too.

    The open amounts of an account add up to its displayed balance. `order` is the order of posting;
    `expires_on` is the day that applies now, which a recovery may have moved. `settling` is the
    part that has paid debits which are open too (LEDGER-22); stores do not know it.
    """

    entry: Entry
    remaining: Money
    order: int
    expires_on: date | None = None
    settling: Money = ZERO

    @property
    def free(self) -> Money:
        """The part of a credit that can be used; zero for a debit."""
        return max(self.remaining - self.settling, ZERO)


@frozen
class HistoryStep:
    """What one transaction did to the open entries of its account; `number` is its place."""

    number: int
    entries: tuple[Entry, ...]
    allocations: tuple[Allocation, ...]


@frozen
class PointsReread:
    """Open points of an account about which earlier versions said something else, as money."""

    account: AccountId
    before: Money
    now: Money


@frozen
class Lot:
    """Remaining points, as money, with the last day on which they can be used."""

    amount: Money
    expires_on: date


@frozen
class ExpiredLots:
    """What expired of an account's points, as money."""

    account: AccountId
    amount: Money


@frozen
class Use:
    """How much of an entry a withdrawal, expiry or forfeiture used (LEDGER-11); negative for
    debits."""

    entry: Entry
    amount: Money


@frozen
class SettledMonth:
    """A month with one account's profit, including corrections (LEDGER-12)."""

    month: Month
    revenue: Money


@frozen
class MonthLine:
    """The sum of one type in an earning month; corrections are a line of their own (LEDGER-12)."""

    month: Month
    type: EntryType
    amount: Money
    correction: bool = False


@frozen
class Summary:
    """A summary of what an account has: balance, unspent points by last day, the last settled
    month.

    `ended` are points whose last day is over: they are in the balance until they expire, but cannot
    be used.
    """

    balance: Balance
    lots: tuple[Lot, ...]
    last_settled: SettledMonth | None
    ended: Money = ZERO

    @property
    def withdrawable(self) -> Money:
        """What a request could withdraw, in whole cents."""
        return self.spendable.floored_to_cents()

    @property
    def spendable(self) -> Money:
        """What is available, without points that have ended (POINT-4)."""
        return self.balance.available - self.ended

    @property
    def expires_on_leaving(self) -> Money:
        """What would expire on leaving the service, as in `Expiry.expire_balance` (ACCT-20)."""
        return self.balance.available

    @property
    def points(self) -> Money:
        """All unspent points, as money."""
        return sum((lot.amount for lot in self.lots), ZERO)


@frozen
class MonthReport:
    """An earning month of one account: its types, with corrections apart, and their sum
    (LEDGER-12).
    """

    month: Month
    lines: tuple[MonthLine, ...]
    total: Money

    @property
    def revenue(self) -> Money:
        """What the close and its corrections brought."""
        return sum((line.amount for line in self.lines if line.type in PROFITS), ZERO)


@frozen
class ChannelName:
    name: str
    platform: Platform


@frozen
class StatementRow:
    """A statement row, and the channel from which its money came, if there is one."""

    entry: Entry
    channel: ChannelName | None


@frozen
class TypeSum:
    type: EntryType
    amount: Money


@frozen
class Statement:
    """A month of an account by date of posting: opening, rows from the oldest on, closing.

    It is in the ledger's own currency, so that each month opens with the closing balance of the
    previous one. `until` is the last day that it covers: earlier than the month's end while the
    month is not over.
    """

    month: Month
    until: date
    opening: Money
    rows: tuple[StatementRow, ...]

    @property
    def closing(self) -> Money:
        """The closing balance: the opening plus every row."""
        return sum((row.entry.amount for row in self.rows), self.opening)

    @property
    def types(self) -> tuple[TypeSum, ...]:
        """The sum of each type that occurs, in the order of the list of types (LEDGER-6)."""
        sums = {row.entry.type: ZERO for row in self.rows}
        for row in self.rows:
            sums[row.entry.type] += row.entry.amount
        return tuple(TypeSum(type_, sums[type_]) for type_ in EntryType if type_ in sums)

    def rows_of(self, type_: EntryType) -> tuple[StatementRow, ...]:
        """The rows of one type, the oldest first."""
        return tuple(row for row in self.rows if row.entry.type is type_)


@frozen
class Parties:
    """Whose statement it is, and who owes the money."""

    name: str
    email: str
    issuer: str


@frozen
class Posted:
    """A posting by hand, with the account's balance before and after it."""

    entry: Entry
    before: Balance
    after: Balance
