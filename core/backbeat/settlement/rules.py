"""The arithmetic of a close: spreading over days, splitting by rates, adding up exactly."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import date
from decimal import ROUND_FLOOR, Decimal
from itertools import accumulate, pairwise

from attrs import evolve

from backbeat.accounts.network.shares import PARTS, Chain
from backbeat.figures.model import DailyEstimate, RecordOverlap, SpanEstimate
from backbeat.figures.rules import in_spans
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import NANOS_PER_MICRO, Money, total
from backbeat.kernel.months import Month
from backbeat.platforms import registry
from backbeat.platforms.kinds import Kind, Sort
from backbeat.settlement.errors import (
    KindsOverlap,
    MonthNotOver,
    NoMonthlyReport,
    SortMissing,
    UnknownKind,
)
from backbeat.settlement.model import Rule, SettlementTerms
from backbeat.settlement.packed import Group

BOTH_SORTS = frozenset({Sort.ADS, Sort.SUBSCRIPTION})


def kinds_to_settle(names: Sequence[str], records: Collection[Kind]) -> tuple[Kind, ...]:
    """The kinds that `settlement.record_kinds` names; none means all `records` (SETTLE-4).

    Refuses a name that is not a kind of record.
    """
    return tuple(_record_kind(name, records) for name in names) or tuple(records)


def _record_kind(name: str, records: Collection[Kind]) -> Kind:
    try:
        kind = registry.kind_named(name)
    except ValueError:
        raise UnknownKind(kind=name) from None
    if kind not in records:
        raise UnknownKind(kind=name)
    return kind


def require_over(month: Month, today: date) -> None:
    """Refuse a month that is not over on that business day."""
    if today <= month.last:
        raise MonthNotOver(month=month, last_day=month.last)


def require_report(month: Month, held: Collection[Kind]) -> None:
    """Refuse a month for which no record has anything; `held` are the kinds that do."""
    if not held:
        raise NoMonthlyReport(month=month)


def require_sorts(
    month: Month,
    held: Iterable[Kind],
    before: Iterable[Kind],
    without: Collection[Sort],
) -> None:
    """Refuse a month that lacks a sort which the previous month had, unless this was confirmed
    (SETTLE-6).
    """
    missing = sorts(before) - sorts(held) - set(without)
    if missing:
        raise SortMissing(month=month, sort=min(missing))


def sorts(kinds: Iterable[Kind]) -> frozenset[Sort]:
    """The sorts of revenue that these kinds report."""
    found = {kind.sort for kind in kinds}
    return BOTH_SORTS if Sort.BOTH in found else frozenset(sort for sort in found if sort)


def require_no_overlap(month: Month, overlaps: Sequence[RecordOverlap]) -> None:
    """Refuse kinds that report the same money (SETTLE-5)."""
    if overlaps:
        raise KindsOverlap(
            month=month,
            overlaps=[
                f"{each.sort}: {each.kinds[0]} and {each.kinds[1]}, {each.videos} videos"
                for each in overlaps
            ],
        )


def micros(nanos: int) -> Money:
    """Nano-USD as whole micro-USD; negative amounts mirror positive ones (MONEY-5)."""
    return Money(whole_micros(nanos))


def whole_micros(nanos: int) -> int:
    """`micros` as a number."""
    whole = abs(nanos) // NANOS_PER_MICRO
    return whole if nanos >= 0 else -whole


def spread(nanos: int, weights: Sequence[int]) -> list[int]:
    """An amount split over days by weight, exactly: the parts add up to it.

    Up to any day, the parts add up to the amount's exact share, rounded toward zero, so a span of
    days never depends on how the rest of the month is divided. Weights are not negative and not all
    zero.
    """
    size, sums = abs(nanos), marks(weights)
    up_to = [size * sum_ // sums[-1] for sum_ in sums]
    parts = [after - before for before, after in pairwise(up_to)]
    return parts if nanos >= 0 else [-part for part in parts]


def marks(weights: Iterable[int]) -> list[int]:
    """The running sums of the weights, as `between` needs them."""
    return list(accumulate(weights, initial=0))


def between(nanos: int, marks: Sequence[int], start: int, end: int) -> int:
    """What `spread` gives the days from position `start` up to but not including `end`.

    `marks` are the running sums of the weights; the first is 0.
    """
    size, whole = abs(nanos), marks[-1]
    part = size * marks[end] // whole - size * marks[start] // whole
    return part if nanos >= 0 else -part


def day_weights(month: Month, sort: Sort, estimates: Iterable[DailyEstimate]) -> list[int]:
    """How much of a month's amount falls on each of its days, by a video's estimates (SETTLE-8)."""
    days = month.last.day
    return weights(sort, [1] * days, in_spans(estimates, range(days)))


def weights(sort: Sort, lengths: Sequence[int], estimates: Iterable[SpanEstimate]) -> list[int]:
    """How much of a month's amount falls on each of its spans of days (SETTLE-8).

    Ads are weighted by ad estimates, subscription by premium estimates, both by the total, with
    days below zero as zero. If all are zero, views decide; if there are none, the lengths of the
    spans. Each is the sum of `day_weights` for its days.
    """
    by_money, by_views = [0] * len(lengths), [0] * len(lengths)
    for each in estimates:
        by_money[each.place] = _estimate(each, sort)
        by_views[each.place] = each.views
    if any(by_money):
        return by_money
    return by_views if any(by_views) else list(lengths)


def _estimate(estimate: SpanEstimate, sort: Sort) -> int:
    match sort:
        case Sort.ADS:
            return estimate.ads_nanos
        case Sort.SUBSCRIPTION:
            return estimate.premium_nanos
        case Sort.BOTH:
            return estimate.total_nanos


def part(amount: Money, fraction: Decimal) -> Money:
    """A fraction of an amount, exact except for the last micro, which is rounded toward zero."""
    return Money(part_of(amount.micros, fraction))


def part_of(micros: int, fraction: Decimal) -> int:
    """`part` of an amount in micro-USD."""
    numerator, denominator = fraction.as_integer_ratio()
    whole = abs(micros) * numerator // denominator
    return whole if micros >= 0 else -whole


def split(amount: Money, chain: Chain) -> dict[AccountId, Money]:
    """An amount shared from the top of a chain down; the shares add up to it (MONEY-3, SETTLE-14)."""
    return {account: Money(share) for account, share in chain.split(amount.micros).items()}


def paid_to_the_top(chain: Chain) -> Chain:
    """The chain if the topmost account is paid for everything, so that nothing reaches those below
    (SETTLE-18).

    They stay in the chain, because the last link tells whose channel earned the money (DASH-7).
    """
    top, *lower = chain.links
    return Chain((top, *(evolve(link, keeps=0) for link in lower)))


def rounded_away(confirmed: Money, *posted: Money) -> Money:
    """What flooring each posting leaves of the month's total (MONEY-5)."""
    return confirmed - total(posted)


class RoundingUnbounded(ArithmeticError):
    """More went to rounding than flooring can leave: a mistake in the program."""


def rounding_bounds(parts: Iterable[int]) -> tuple[int, int]:
    """The least and the most micro-USD that flooring these amounts can leave (SETTLE-15).

    Each leaves less than a micro: a positive amount in the house's favour, a negative one against
    it.
    """
    least = most = 0
    for part in parts:
        least -= part < 0
        most += part > 0
    return least, most


def require_bounded(rounding: Money, parts: Iterable[int]) -> None:
    """Refuse a rounding that these amounts cannot have left; then nothing may be posted."""
    least, most = rounding_bounds(parts)
    if not least <= rounding.micros <= most:
        raise RoundingUnbounded(f"{rounding} USD of rounding, between {least} and {most} micros")


def by_largest_remainder(amount: Money, weights: Sequence[int]) -> list[Money]:
    """An amount divided by weight, to the micro: what flooring leaves goes to the largest
    remainders, among equal ones to the first. Negative amounts mirror positive ones; weights below
    zero count as zero.
    """
    positive = [max(weight, 0) for weight in weights]
    size, whole = abs(amount.micros), sum(positive)
    parts = [size * weight // whole for weight in positive]
    by_remainder = sorted(range(len(parts)), key=lambda at: -(size * positive[at] % whole))
    for at in by_remainder[: size - sum(parts)]:
        parts[at] += 1
    return [Money(part if amount.micros >= 0 else -part) for part in parts]


def to_the_micro(amount: Money, nanos: Sequence[Decimal]) -> list[Money]:
    """Exact parts of an amount, in nano-USD, rounded to the micro so that they add up to it. What
    flooring leaves goes to the largest remainders, among equal ones to the first; negative amounts
    mirror positive ones.
    """
    if not nanos:
        return []
    sign = 1 if amount.micros >= 0 else -1
    split = [_whole_and_rest(sign * each) for each in nanos]
    parts = [whole for whole, _ in split]
    each, more = divmod(abs(amount.micros) - sum(parts), len(parts))
    by_remainder = sorted(range(len(parts)), key=lambda at: -split[at][1])
    for place, at in enumerate(by_remainder):
        parts[at] += each + (place < more)
    return [Money(sign * part) for part in parts]


def _whole_and_rest(nanos: Decimal) -> tuple[int, Decimal]:
    """Whole micros, rounded down, and the remainder."""
    whole = int((nanos / NANOS_PER_MICRO).to_integral_value(ROUND_FLOOR))
    return whole, nanos - whole * NANOS_PER_MICRO


def fraction_of(account: AccountId, chain: Chain) -> Decimal:
    """The account's fraction of the revenue, before rounding."""
    reaching = Decimal(1)
    for link, below in zip(chain.links, (*chain.links[1:], None), strict=True):
        passed = reaching * below.keeps / PARTS if below else Decimal(0)
        if link.account == account:
            return reaching - passed
        reaching = passed
    return Decimal(0)


def exact_share(account: AccountId, groups: Iterable[Group], terms: SettlementTerms) -> Decimal:
    """The account's part of the groups' revenue, in nano-USD before rounding."""
    shares = (group.nanos * fraction_of(account, group.chain) for group in groups)
    return sum(shares, Decimal(0)) * terms.shared_rate


def rule_of(account: AccountId, chains: Iterable[Chain], terms: SettlementTerms) -> Rule:
    """The rule by which an account gets its part of revenue that was shared along these chains."""
    rules = {_rule(account, chain, terms) for chain in chains}
    return rules.pop() if len(rules) == 1 else Rule.MIXED


def _rule(account: AccountId, chain: Chain, terms: SettlementTerms) -> Rule:
    if chain.holder == account:
        return Rule.OWN if len(chain.links) == 1 else Rule.MEMBER_SHARE
    return Rule.THROUGH_MAIN if terms.through_main else Rule.MANAGER_SHARE
