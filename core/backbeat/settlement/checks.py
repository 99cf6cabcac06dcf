"""I7: what a month's settlements posted is the revenue that was confirmed, to the last micro."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from backbeat.kernel.months import Month
from backbeat.ledger.checks import Finding
from backbeat.ledger.model import Kind, LedgerAccount, Sealed
from backbeat.settlement.model import Settlement, Sums


def revenue_is_shared_out(
    chain: Iterable[Sealed], settlements: Iterable[Settlement]
) -> Iterator[Finding]:
    """Compare, month by month, the ledger with the settlements that are kept of it."""
    posted: dict[Month, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for sealed in chain:
        transaction = sealed.transaction
        if transaction.kind in (Kind.SETTLEMENT, Kind.ADJUSTMENT) and transaction.month:
            of_month = posted[transaction.month]
            for posting in transaction.postings:
                of_month[str(posting.house or "shared")] += posting.amount.micros
    kept: dict[Month, Sums] = defaultdict(Sums)
    for settlement in settlements:
        kept[settlement.month] += settlement.sums
    for month in sorted({*posted, *kept}):
        legs, sums = posted[month], kept[month]
        expected = {
            "shared": sums.shared.micros,
            LedgerAccount.KEPT.value: (sums.kept + sums.operator).micros,
            LedgerAccount.ROUNDING.value: sums.rounding.micros,
            LedgerAccount.ROYALTY.value: -sums.confirmed.micros,
        }
        wrong = [name for name in {*legs, *expected} if legs.get(name, 0) != expected.get(name, 0)]
        for name in sorted(wrong):
            yield Finding("I7", f"{month}: {name} is not what the settlement says")
