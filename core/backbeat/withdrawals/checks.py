"""What must be true of withdrawals and invoices, besides the ledger (INTEG-20)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.ledger.checks import Finding
from backbeat.ledger.model import Balance, HouseAccount, Kind, LedgerAccount, Sealed
from backbeat.ledger.rules import end_source
from backbeat.payout_methods.registry import METHODS
from backbeat.withdrawals import rules
from backbeat.withdrawals.model import Withdrawal


def money_in_flight_is_pending(
    balances: Mapping[AccountId, Balance], pending: Iterable[Withdrawal]
) -> Iterator[Finding]:
    """I5: what an account has in flight is what its pending withdrawal asks for."""
    asked: dict[AccountId, Money] = defaultdict(Money.zero)
    for withdrawal in pending:
        asked[withdrawal.account] += withdrawal.usd.total
    for account in sorted({*balances, *asked}):
        in_flight = balances.get(account, Balance()).in_flight
        if in_flight != asked[account]:
            what = f"account {account}: {in_flight} in flight, {asked[account]} pending"
            yield Finding("I5", what)


def conversions_follow_their_rate(all_of_them: Iterable[Withdrawal]) -> Iterator[Finding]:
    """I9: what is paid in another currency is the dollars at the rate stored with the request."""
    for withdrawal in all_of_them:
        if withdrawal.paid != rules.in_currency(withdrawal.usd, withdrawal.rate):
            what = f"withdrawal {withdrawal.id}: {withdrawal.paid.total} {withdrawal.currency}"
            yield Finding("I9", f"{what} is not {withdrawal.usd.total} USD at its rate")


def fees_follow_their_terms(all_of_them: Iterable[Withdrawal]) -> Iterator[Finding]:
    """I11: the fee follows from the total and the terms stored with the request."""
    for withdrawal in all_of_them:
        fee = withdrawal.terms.method.fee(withdrawal.usd.total)
        if withdrawal.usd.fee != fee:
            what = f"withdrawal {withdrawal.id}: a fee of {withdrawal.usd.fee}, {fee} by its terms"
            yield Finding("I11", what)


def payouts_move_fee_and_net(
    all_of_them: Iterable[Withdrawal], chain: Iterable[Sealed]
) -> Iterator[Finding]:
    """I11: a payout in the ledger gives the house its fee and sends the net the agreed way."""
    endings = {end_source(each.id): each for each in all_of_them}
    for sealed in chain:
        paid = endings.get(sealed.transaction.source)
        if paid is None or sealed.transaction.kind is not Kind.PAYOUT:
            continue
        moved: dict[HouseAccount | None, Money] = defaultdict(Money.zero)
        for posting in sealed.transaction.postings:
            moved[posting.house] += posting.amount
        outside = METHODS.named(paid.method, f"withdrawal {paid.id}").outside
        if (moved[LedgerAccount.FEES], moved[outside]) != (paid.usd.fee, paid.usd.net):
            what = (
                f"withdrawal {paid.id}: transaction {sealed.number} of {paid.account}"
                " moved another fee or net"
            )
            yield Finding("I11", what)


def numbers_have_no_gaps(numbers: Iterable[str]) -> Iterator[Finding]:
    """I12: the numbers of each kind and year count from 1 without gaps."""
    series: dict[str, list[int]] = defaultdict(list)
    for number in numbers:
        name, _, count = number.rpartition("-")
        series[name].append(int(count))
    for name in sorted(series):
        missing = set(range(1, max(series[name]) + 1)).difference(series[name])
        for gap in sorted(missing):
            yield Finding("I12", f"{name}-{gap:06} is missing")
