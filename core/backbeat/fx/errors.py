"""Why a rate may be refused or missing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from attrs import define

from backbeat.kernel.errors import Refusal
from backbeat.kernel.money import Currency


@define(eq=False)
class NoRate(Refusal):
    """There is no rate of that currency for the day or any day before it."""

    reason = "no_rate"
    currency: Currency
    day: date


@define(eq=False)
class RateRefused(Refusal):
    """What was typed is not a rate: `field` says which part is wrong, `problem` why."""

    reason = "bad_value"
    field: str
    problem: str


@define(eq=False)
class RateFileRefused(Refusal):
    """A file of rates is not as expected; nothing from it was stored.

    `total` lines cannot be read; `problems` are the first of them, each with its line number.
    """

    reason = "bad_rates"
    total: int
    problems: Sequence[str]
