"""The circumstances under which something is written down."""

from __future__ import annotations

from datetime import date, datetime

from attrs import frozen

from backbeat.kernel.actors import Actor


@frozen
class ActContext:
    """Who does something, on which business day, recorded at which instant, and why.

    `day` comes from the business clock and is what people see; `at` comes from the security clock
    and is when it was truly written (DAY-8). What is done to channels has a `ChangeContext` of its
    own, in business time only.
    """

    actor: Actor
    day: date
    at: datetime
    reason: str | None = None
