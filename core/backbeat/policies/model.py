"""A rule's value from a day on."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from datetime import date, datetime
from enum import StrEnum

from attrs import frozen

from backbeat.kernel.actors import Actor

OPEN = date.min
"""Where the first value of every rule begins: it has always counted."""


class Basis(StrEnum):
    """Which day of an act decides the value that it goes by."""

    MONTH = "month"
    """A month's close goes by the value on the month's first day."""
    REQUEST = "request"
    """A withdrawal goes by the value on the day of its request."""
    DAY = "day"
    """Anything else goes by the value on the day on which it is done."""


@frozen
class Key:
    """A rule that can be set: its path among the settings, and what goes by it."""

    path: str
    bases: AbstractSet[Basis]


@frozen
class Policy:
    """A rule's value from a day on, as it was set; a row is never changed.

    `value` is text as the configuration file writes it. Of two rows from the same day the one with
    the higher `revision` counts. `from_day` is business time, `recorded_at` security time (DAY-8).
    """

    key: str
    value: str
    from_day: date
    revision: int
    actor: Actor
    recorded_at: datetime
    reason: str | None = None


@frozen
class InForce:
    """A rule as it counts on a day: since when, until which day (included), and who set it.

    `policy` is None where the table has no row for the rule yet and the configuration still counts.
    """

    key: Key
    value: str
    since: date | None
    until: date | None
    policy: Policy | None


@frozen
class Change:
    """What setting a rule changes: the value that would count on that day, and the new one."""

    policy: Policy
    before: str
    until: date | None
