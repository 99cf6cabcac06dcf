"""I7: what a month's settlements posted is the revenue that was confirmed, to the last micro."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from backbeat.kernel.months import Month
from backbeat.ledger.checks import Finding
from backbeat.ledger.model import CLOSED_MONTH, Kind, LedgerAccount, Sealed, Transaction
from backbeat.settlement import rules
from backbeat.settlement.model import SOURCE_LENGTH, SettledLine, Settlement, Sums, line_source
from backbeat.settlement.packed import Group


def revenue_is_shared_out(
    chain: Iterable[Sealed],
    settlements: Iterable[Settlement],
    groups: Callable[[Month, int], Iterable[Group]],
) -> Iterator[Finding]:
    """Compare, month by month, the ledger with the stored settlements.

    `groups` are those of a revision of a month: they limit what was rounded.
    """
    posted: dict[Month, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for sealed in chain:
        transaction = sealed.transaction
        if transaction.kind in CLOSED_MONTH and transaction.month:
            of_month = posted[transaction.month]
            for posting in transaction.postings:
                of_month[str(posting.house or "shared")] += posting.amount.micros
    kept: dict[Month, Sums] = defaultdict(Sums)
    revisions: dict[Month, int] = {}
    for settlement in settlements:
        kept[settlement.month] += settlement.sums
        last = revisions.get(settlement.month, 0)
        revisions[settlement.month] = max(last, settlement.revision)
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
        parts = [group.nanos for group in groups(month, revisions.get(month, 0))]
        least, most = rules.rounding_bounds([*parts, sums.kept.micros or -1])
        if not least <= sums.rounding.micros <= most:
            what = (
                f"{sums.rounding} USD of rounding, between {least} and {most} micros by its groups"
            )
            yield Finding("I7", f"{month}: {what}")


def lines_are_shared_out(
    chain: Iterable[Sealed], lines: Iterable[SettledLine]
) -> Iterator[Finding]:
    """What was posted for each line without a file is its amount, minus what was taken back."""
    every = [sealed.transaction for sealed in chain]
    posted = {each.id: each for each in every if each.kind is Kind.SUMMARY_LINE}
    left: dict[str, int] = defaultdict(int)
    for line in lines:
        left[line_source(line.month, line.key)] += line.amount.micros
    for each in every:
        original = each if each.id in posted else posted.get(each.reverses or each.id)
        if original is not None:
            left[original.source[:SOURCE_LENGTH]] += _from_royalty(each)
    for source, over in sorted(left.items()):
        if over:
            yield Finding("I7", f"{source}: {-over} micros more were posted than were settled")


def _from_royalty(transaction: Transaction) -> int:
    return sum(
        leg.amount.micros for leg in transaction.postings if leg.house is LedgerAccount.ROYALTY
    )
