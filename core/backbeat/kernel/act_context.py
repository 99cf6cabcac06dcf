"""The circumstances under which something is recorded."""

from __future__ import annotations

from datetime import date, datetime

from attrs import frozen

from backbeat.kernel.actors import Actor


@frozen
class ActContext:
    """Who does something, on which business day, recorded at which instant, and why.

    `day` comes from the business clock and is what people see; `at` comes from the security clock
    and is when it was really recorded (DAY-8). Acts on channels have a `ChangeContext` of their
    own, in business time only.
    """

    actor: Actor
    day: date
    at: datetime
    reason: str | None = None
