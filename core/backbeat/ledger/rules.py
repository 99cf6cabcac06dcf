"""The arithmetic of the ledger: the legs that follow from an amount, and the open entries that it
uses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

from attrs import evolve

from backbeat.kernel.errors import BadValues, FieldsMissing
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, TransactionId, WithdrawalId
from backbeat.kernel.money import MICROS, Money, total
from backbeat.kernel.months import months_after
from backbeat.ledger.errors import NotEnoughBalance, TypeNotPosted
from backbeat.ledger.model import (
    TYPE_RULES,
    Allocation,
    Balance,
    Checkpoint,
    Entry,
    EntryType,
    Head,
    HouseAccount,
    Lot,
    OpenEntry,
    Part,
    Posting,
    Sealed,
    Sign,
    Transaction,
)

RECOVERED_LOT_DAYS = 30
"""How many more days, at least, a lot that comes back can be used (POINT-5)."""

LARGEST_BY_HAND = Money.of(1_000_000_000)
"""The most that one posting by hand can be, in either direction."""

FIRST_HASH = "0" * 64
"""The hash that precedes the first transaction of a chain, and the first checkpoint."""

PLACES = 4096
"""A number larger than that of any transaction's statement rows."""

HOUSE = "house:"
"""The beginning of the names of chains that concern only the house."""


def transaction_id(source: str) -> TransactionId:
    """The id of the transaction for `source`: the same source always gives the same id."""
    return TransactionId(_digest(source, 24))


def entry_id(source: str, index: int) -> EntryId:
    """The id of a transaction's statement row, by its position."""
    return EntryId(_digest(f"{source}#{index}", 24))


def request_source(withdrawal: WithdrawalId) -> str:
    return f"withdrawal:{withdrawal}:request"


def reservation_id(withdrawal: WithdrawalId) -> EntryId:
    """The id of the statement row by which a withdrawal's money was reserved."""
    return entry_id(request_source(withdrawal), 0)


def end_source(withdrawal: WithdrawalId) -> str:
    """The source of a withdrawal's single ending, whichever it is."""
    return f"withdrawal:{withdrawal}:end"


def withdrawal_of(source: str) -> WithdrawalId | None:
    """The withdrawal that a transaction with this source reserves or ends; None for any other
    source.
    """
    what, _, rest = source.partition(":")
    return WithdrawalId(rest.rpartition(":")[0]) if what == "withdrawal" else None


def require_sign(type_: EntryType, amount: Money) -> None:
    """Refuse zero and an amount whose sign the type does not have (code 2 `bad_value`)."""
    sign = TYPE_RULES[type_].sign
    wrong = (sign is Sign.CREDIT and amount.micros < 0) or (
        sign is Sign.DEBIT and amount.micros > 0
    )
    if wrong or not amount:
        raise BadValues(fields={"amount": "bad_value"})


def require_in_range(amount: Money) -> None:
    """Refuse amounts that no operator can mean: their sums would exceed what a ledger can count."""
    if abs(amount) > LARGEST_BY_HAND:
        raise BadValues(fields={"amount": "out_of_range"})


def require_operator_type(type_: EntryType) -> None:
    """Refuse types that only a close, a request or a job posts."""
    if not TYPE_RULES[type_].by_operator:
        raise TypeNotPosted(type=type_)


def require_reason(reason: str | None) -> str:
    """Refuse a missing or blank reason (code 4)."""
    if reason is None or not reason.strip():
        raise FieldsMissing(fields={"reason": "required"})
    return reason.strip()


def legs(account: AccountId, amount: Money, balance: Balance) -> tuple[Posting, ...]:
    """A creator's legs for an amount: a credit pays debt first, and a debit becomes debt only as a
    last resort (LEDGER-4).
    """
    if amount.micros >= 0:
        to_debt = min(amount, balance.debt)
        return _legs(account, amount - to_debt, to_debt)
    from_available = max(amount, -balance.available)
    return _legs(account, from_available, amount - from_available)


def after(account: AccountId, amount: Money, before: Balance) -> Balance:
    balance = before
    for leg in legs(account, amount, before):
        if leg.part is not None:
            balance = balance.plus(leg.part, leg.amount)
    return balance


def _legs(account: AccountId, available: Money, debt: Money) -> tuple[Posting, ...]:
    pairs = ((Part.AVAILABLE, available), (Part.DEBT, debt))
    return tuple(Posting(amount, owner=account, part=part) for part, amount in pairs if amount)


def house(account: HouseAccount, amount: Money) -> tuple[Posting, ...]:
    """A leg on an account of the house or outside; none if the amount is zero."""
    return (Posting(amount, house=account),) if amount else ()


def in_order(open_entries: Iterable[OpenEntry]) -> list[OpenEntry]:
    """The order of use: lots by expiry, then by earning month and order of posting (LEDGER-10)."""
    return sorted(
        open_entries,
        key=lambda each: (
            each.expires_on or date.max,
            each.entry.earning_month,
            each.order,
        ),
    )


def allocate(
    open_entries: Iterable[OpenEntry], amount: Money, consumer: EntryId
) -> tuple[Allocation, ...]:
    """The open entries that make up `amount`; the parts add up to it exactly.

    Negative entries are used whole, with what has paid them (LEDGER-22); what is left stays on the
    newest. The open entries must contain at least `amount`, otherwise `NotEnoughBalance`.
    """
    ordered = in_order(open_entries)
    debits = [each for each in ordered if each.remaining.micros < 0]
    allocations = [Allocation(consumer, each.entry.id, each.remaining) for each in debits]
    unpaid = -total(each.remaining for each in debits) - total(each.settling for each in ordered)
    need = amount + unpaid
    for each in ordered:
        part = min(need, each.free)
        need -= part
        if each.settling + part:
            allocations.append(Allocation(consumer, each.entry.id, each.settling + part))
    if need:
        raise NotEnoughBalance(available=amount - need, amount=amount)
    return tuple(allocations)


def return_funds(
    allocations: Iterable[tuple[Allocation, OpenEntry]], consumer: EntryId, day: date
) -> list[Allocation]:
    """The opposite of earlier uses; a lot can be used for at least 30 more days (POINT-5)."""
    at_least = day + timedelta(RECOVERED_LOT_DAYS)
    return [
        Allocation(
            consumer,
            taken.entry,
            -taken.amount,
            max(current.expires_on, at_least) if current.expires_on else None,
        )
        for taken, current in allocations
    ]


def unspent_lots(open_entries: Iterable[OpenEntry]) -> list[Lot]:
    """The remaining points by their last day, the earliest first.

    The part of a lot that has paid a debit does not remain (LEDGER-22).
    """
    return [
        Lot(each.free, each.expires_on)
        for each in in_order(open_entries)
        if each.expires_on is not None and each.free
    ]


def lapsed(open_entries: Iterable[OpenEntry], today: date) -> Money:
    """How much of the lots that ended before `today` is unspent."""
    return total(lot.amount for lot in unspent_lots(open_entries) if lot.expires_on < today)


def outlasting(open_entries: Sequence[OpenEntry], today: date) -> list[OpenEntry]:
    """The open entries as they would be once the lots that ended before `today` have expired."""
    ended = lapsed(open_entries, today)
    if not ended:
        return list(open_entries)
    gone = {each.entry: each.amount for each in allocate(open_entries, ended, EntryId("expire"))}
    return [
        evolve(
            each,
            remaining=each.remaining - gone.get(each.entry.id, Money.zero()),
            settling=Money.zero(),
        )
        for each in open_entries
    ]


def of_channel(open_entries: Sequence[OpenEntry], channel: ChannelId) -> list[OpenEntry]:
    """The open entries whose money came from one channel."""
    return [each for each in open_entries if each.entry.channel == channel]


def alone(open_entries: Iterable[OpenEntry]) -> list[OpenEntry]:
    """Open entries, ignoring debits of the account that they have paid."""
    return [evolve(each, settling=Money.zero()) for each in open_entries]


def forfeitable(open_entries: Sequence[OpenEntry], channel: ChannelId, balance: Balance) -> Money:
    """What came from a channel and can be forfeited: the sum of its open entries, at most what is
    available without the points that came from elsewhere (CHAN-20).
    """
    held = total(each.remaining for each in of_channel(open_entries, channel))
    others = total(
        each.free for each in open_entries if each.expires_on and each.entry.channel != channel
    )
    return max(min(held, balance.available - others), Money.zero())


def lot_expiry(day: date, months: int) -> date:
    """The last day on which points paid on `day` can be used (POINT-2)."""
    return months_after(day, months)


def remaining_at_birth(entry: Entry, allocations: Iterable[Allocation]) -> Money:
    """The open part of a new entry: its amount minus what it uses itself (debits use other
    entries).
    """
    return entry.amount + total(each.amount for each in allocations if each.consumer == entry.id)


def within(remaining: Money, amount: Money) -> bool:
    """Whether the open part of an entry lies between zero and its whole amount."""
    low, high = sorted((0, amount.micros))
    return low <= remaining.micros <= high


def points(amount: Money, per_usd: int) -> int:
    """Money as whole points, rounded down (POINT-1)."""
    return amount.micros * per_usd // MICROS


def worth(points: int, per_usd: int) -> Money:
    """Points as money: the smallest amount that is shown as that many points.

    Refused with code 2 if they are worth more than can be posted by hand.
    """
    micros = -(-points * MICROS // per_usd)
    if abs(micros) > LARGEST_BY_HAND.micros:
        raise BadValues(fields={"points": "out_of_range"})
    return Money(micros)


def order(number: int, place: int) -> int:
    """The order of posting in an account: by transaction, then by the position in it."""
    return number * PLACES + place


def house_chain(run: str) -> str:
    """The chain for what a run posts only for the house."""
    return f"{HOUSE}{run}"


def is_house(account: str) -> bool:
    """Whether a chain belongs to the house and not to an account."""
    return account.startswith(HOUSE)


def seal_all(heads: Mapping[str, Head], transactions: Iterable[Transaction]) -> list[Sealed]:
    """The transactions at their places: each follows the head of its account's chain."""
    last = dict(heads)
    found: list[Sealed] = []
    for transaction in transactions:
        head = last.get(transaction.account) or Head(transaction.account, 0, FIRST_HASH)
        number = head.number + 1
        mark = seal(number, head.hash, transaction)
        found.append(Sealed(number, transaction, head.hash, mark))
        last[transaction.account] = Head(transaction.account, number, mark)
    return found


def checkpoint(previous: Checkpoint | None, heads: Sequence[Head]) -> Checkpoint:
    """The checkpoint that seals these heads, by account, and follows the previous one."""
    number, before = (previous.number + 1, previous.hash) if previous else (1, FIRST_HASH)
    return Checkpoint(number, before, seal_heads(number, before, heads), tuple(heads))


def seal_heads(number: int, previous: str, heads: Iterable[Head]) -> str:
    """The hash of a checkpoint: SHA-256 over `previous` and every head."""
    digest = hashlib.sha256(f"{previous}\n{number}".encode())
    for head in heads:
        digest.update(f"\n{head.number} {head.hash} {head.account}".encode())
    return digest.hexdigest()


def seal(number: int, previous: str, transaction: Transaction) -> str:
    """The hash of a transaction at its place: SHA-256 over `previous` and every fact (INTEG-14)."""
    return hashlib.sha256(f"{previous}\n{number}\n{transaction.text}".encode()).hexdigest()


def _digest(text: str, length: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]
