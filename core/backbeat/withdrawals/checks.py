"""What has to be true of withdrawals and invoices beside the ledger (trust 4.2: I5, I12)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from backbeat.earnings.checks import Finding
from backbeat.earnings.model import Balance
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
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
