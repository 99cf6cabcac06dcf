"""Ratios of figures (DASH-1): always from sums, never averages of averages; None if there is no
base.

Also the weights of estimates (SETTLE-8).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal

from backbeat.figures.model import DailyEstimate, Figures, SpanEstimate
from backbeat.platforms.kinds import Kind, Sort
from backbeat.settings import RpmBase

NANOS = 1_000_000_000
_THOUSAND = 1_000
_PLACES = Decimal("0.000000001")


def usd(nanos: int) -> Decimal:
    """Nano-USD as an exact decimal amount of up to nine places (MONEY-6)."""
    return Decimal(nanos).scaleb(-9)


def nanos(price: Decimal) -> int:
    """An amount in USD as nano-USD; finer digits are cut off."""
    return int(price.scaleb(9))


def rpm(figures: Figures, base: RpmBase = RpmBase.VIEWS) -> Decimal | None:
    """Revenue in USD per thousand views, rounded half up to nine places."""
    return rpm_of(figures.revenue_nanos, figures, base)


def rpm_of(nanos: int, figures: Figures, base: RpmBase = RpmBase.VIEWS) -> Decimal | None:
    """The same of a part of the revenue."""
    views = figures.views if base is RpmBase.VIEWS else figures.engaged_views
    return _per(nanos * _THOUSAND, views * NANOS)


def premium_price(figures: Figures) -> Decimal | None:
    """Premium revenue in USD per thousand premium views, rounded half up to nine places."""
    return _per(figures.premium_nanos * _THOUSAND, figures.premium_views * NANOS)


def premium_ratio(figures: Figures) -> Decimal | None:
    """Premium views in percent of all views, to two places."""
    return _per(figures.premium_views * 100, figures.views, Decimal("0.01"))


def revenue_share(nanos: int, whole: int) -> Decimal | None:
    """Revenue in percent of the whole of which it is a part, to two places; None if the whole is
    not above zero.
    """
    return _per(nanos * 100, whole, Decimal("0.01")) if whole > 0 else None


def average_view_seconds(figures: Figures) -> Decimal | None:
    """Time watched per view in seconds, to two places."""
    return _per(figures.watch_millis, figures.views * _THOUSAND, Decimal("0.01"))


def average_view_rate(figures: Figures) -> Decimal | None:
    """The view-weighted watch rate in percent, to two places; videos watched in a loop may exceed
    100.
    """
    return _per(figures.rate_weight, figures.rated_views * 10_000, Decimal("0.01"))


def shared_sort(one: Kind, other: Kind) -> Sort | None:
    """The sort of money that two record kinds both report; None if they report different sorts
    (SETTLE-5).
    """
    if one.sort is None or other.sort is None:
        return None
    if one.sort is other.sort or other.sort is Sort.BOTH:
        return one.sort
    return other.sort if one.sort is Sort.BOTH else None


def in_spans(estimates: Iterable[DailyEstimate], starts: Sequence[int]) -> list[SpanEstimate]:
    """A video's estimates for a month, added up over spans of days; spans without any are left out.

    A span goes from one of the starts, which are counted from 0, up to but not including the next;
    the first start is 0. Days below zero count as zero (SETTLE-8).
    """
    found: dict[int, SpanEstimate] = {}
    for each in estimates:
        place = bisect_right(starts, each.day.day - 1) - 1
        day = [max(value, 0) for value in each[3:]]
        sofar = found.get(place)
        sums = map(int.__add__, sofar[2:], day) if sofar else day
        found[place] = SpanEstimate(each.video, place, *sums)
    return [found[place] for place in sorted(found)]


def _per(amount: int, base: int, places: Decimal = _PLACES) -> Decimal | None:
    if base == 0:
        return None
    return (Decimal(amount) / Decimal(base)).quantize(places, ROUND_HALF_UP)
