"""Why a policy may not be set."""

from __future__ import annotations

from datetime import date

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class UnknownPolicy(Refusal):
    """There is no rule of that name; `known` is the nearest one, where there is one."""

    reason = "bad_value"
    key: str
    known: str | None = None


@define(eq=False)
class PolicyRefused(Refusal):
    """The value, or the day it would count from, is none that this rule can have."""

    reason = "bad_value"
    key: str
    problem: str


@define(eq=False)
class PolicyInUse(Refusal):
    """Something was done by the rule as it stood on that day; `free_from` is the first day free."""

    reason = "policy_in_use"
    key: str
    from_day: date
    used_by: str
    free_from: date
