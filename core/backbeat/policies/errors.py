"""Why a policy may not be set."""

from __future__ import annotations

from datetime import date

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class UnknownPolicy(Refusal):
    """There is no rule with that name; `known` is the most similar one, if any."""

    reason = "bad_value"
    key: str
    known: str | None = None


@define(eq=False)
class PolicyRefused(Refusal):
    """The rule cannot have this value, or cannot have it from this day."""

    reason = "bad_value"
    key: str
    problem: str


@define(eq=False)
class PolicyInUse(Refusal):
    """The rule was already used as it was on that day or later; `free_from` is the first free day."""

    reason = "policy_in_use"
    key: str
    from_day: date
    used_by: str
    free_from: date
