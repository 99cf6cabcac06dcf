"""What a campaign counts, divides and pays (CAMPAIGN-5, CAMPAIGN-6). Views and micros are whole."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from datetime import date, timedelta
from typing import Generic, TypeVar

from attrs import frozen

from backbeat.kernel.ids import Isrc
from backbeat.kernel.money import Money

PER = 1_000
"""The rate is paid for this many views."""

WEEK_DAYS = 7
"""This many of the newest reported days tell how fast a campaign is going."""

THIRD_PARTY_MUSIC = 60010
OTHER_SONG = 60012

Key = TypeVar("Key", bound=Hashable)


def views_paid_by(budget: Money, rate: Money) -> int:
    """How many views a budget pays for; less than the price of one view may be left over."""
    return budget.micros * PER // rate.micros


def bonus(views: int, rate: Money) -> Money:
    """What so many views bring, floored to whole micros."""
    return Money(views * rate.micros // PER)


def divided(views: Mapping[Key, int], left: int) -> dict[Key, int]:
    """Divide `left` views of a day among its entries in proportion to their own, largest remainder first.

    Of equal remainders, the entry named first comes first.
    """
    whole = sum(views.values())
    given = {key: count * left // whole for key, count in views.items()}
    by_remainder = sorted(views, key=lambda key: -(views[key] * left % whole))
    for key in by_remainder[: left - sum(given.values())]:
        given[key] += 1
    return given


@frozen
class Counted(Generic[Key]):
    """The views that count, by day and entry, and the day on which the last of them were given."""

    days: Mapping[date, Mapping[Key, int]]
    reached_on: date | None

    def of(self, key: Key) -> int:
        return sum(day.get(key, 0) for day in self.days.values())

    @property
    def views(self) -> int:
        return sum(sum(day.values()) for day in self.days.values())


def count(days: Mapping[date, Mapping[Key, int]], left: int) -> Counted[Key]:
    """Count day by day until `left` views are given out; the day that would exceed them is divided."""
    found: dict[date, Mapping[Key, int]] = {}
    for day in sorted(days):
        if left <= 0:
            break
        views = {key: count for key, count in days[day].items() if count > 0}
        if not views:
            continue
        if sum(views.values()) >= left:
            found[day] = divided(views, left)
            return Counted(found, day)
        found[day] = views
        left -= sum(views.values())
    return Counted(found, None)


def expected_day(left: int, in_a_week: int, since: date, until: date) -> date | None:
    """When `left` more views will have come at the week's pace; None if that is after `until`."""
    if left <= 0 or in_a_week <= 0:
        return None
    days = -(-left * WEEK_DAYS // in_a_week)
    return None if days > (until - since).days else since + timedelta(days)


def music_refused(used: Collection[Isrc], known: Collection[Isrc], wanted: Isrc) -> int | None:
    """Why the music of a short is not taken: its code, or None where it is (CAMPAIGN-3)."""
    if any(isrc not in known for isrc in used):
        return THIRD_PARTY_MUSIC
    if any(isrc != wanted for isrc in used) or wanted not in used:
        return OTHER_SONG
    return None
