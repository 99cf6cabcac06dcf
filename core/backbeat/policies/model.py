"""A rule's value from a certain day."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from datetime import date, datetime
from enum import StrEnum

from attrs import frozen

from backbeat.kernel.actors import Actor

OPEN = date.min
"""The beginning of every rule's first value: it has always applied."""


class Basis(StrEnum):
    """Which day of an act decides which value it uses."""

    MONTH = "month"
    """A month's close uses the value of the month's first day."""
    REQUEST = "request"
    """A withdrawal uses the value of the day of its request."""
    DAY = "day"
    """Anything else uses the value of the day on which it is done."""


@frozen
class Key:
    """A rule that can be set: its path among the settings, and what uses it."""

    path: str
    bases: AbstractSet[Basis]


@frozen
class Policy:
    """A rule's value from a certain day, as it was set; a row is never changed.

    `value` is text as in the configuration file. Of two rows for the same day, the one with the
    higher `revision` counts. `from_day` is business time, `recorded_at` security time (DAY-8).
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
    """A rule as it applies on a day: since when, until which day (included), and who set it.

    `policy` is None if the table has no row for the rule yet and the configuration still applies.
    """

    key: Key
    value: str
    since: date | None
    until: date | None
    policy: Policy | None


@frozen
class Change:
    """What setting a rule changes: the value that would apply on that day, and the new one."""

    policy: Policy
    before: str
    until: date | None
