"""I7 bounds what a ledger's months have as rounding by the amounts that were rounded (SETTLE-15)."""

from __future__ import annotations

from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest

from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.settlement.checks import revenue_is_shared_out
from backbeat.settlement.model import Sums

SEPTEMBER = Month(2025, 9)


def findings(nanos: Iterable[int], kept: int, rounding: int) -> list[str]:
    """What is said of the rounding of a month with these groups, whose second revision counts."""
    sums = Sums(kept=Money(kept), rounding=Money(rounding))
    settlements: Any = [
        SimpleNamespace(month=SEPTEMBER, revision=revision, sums=each)
        for revision, each in ((2, sums), (1, Sums()))
    ]

    def groups(month: Month, revision: int) -> Any:
        return [
            SimpleNamespace(nanos=each) for each in nanos if (month, revision) == (SEPTEMBER, 2)
        ]

    found = revenue_is_shared_out((), settlements, groups)
    return [each.what for each in found if "of rounding" in each.what]


@pytest.mark.parametrize(
    ("nanos", "kept", "least", "most"),
    [
        ((5_000, 7_000), 3, 0, 3),
        ((5_000, -7_000), 3, -1, 2),
        ((5_000,), 0, -1, 1),
        ((), -4, -1, 0),
    ],
    ids=["all are paid", "one is taken back", "nothing is kept", "less is kept"],
)
def test_a_months_rounding_stays_within_a_micro_for_each_amount(
    nanos: tuple[int, ...], kept: int, least: int, most: int
) -> None:
    for micros in range(least, most + 1):
        assert findings(nanos, kept, micros) == []
    for micros in (least - 1, most + 1):
        [what] = findings(nanos, kept, micros)
        assert what == (
            f"2025-09: {Money(micros)} USD of rounding, between {least} and {most} micros by its groups"
        )
