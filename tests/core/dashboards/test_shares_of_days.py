"""Whose part of a day's revenue a dashboard shows."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from tests.fakes.settlement import a_tree, an_earning_channel

from backbeat.accounts.model import FeeRate
from backbeat.dashboards import rules
from backbeat.dashboards.model import Range
from backbeat.kernel.ids import AccountId
from backbeat.policies.model import OPEN

MINA, KAI = AccountId("mina"), AccountId("kai")
OCTOBER = date(2025, 10, 1)


def test_the_operators_part_counts_from_its_month_as_the_close_will_share() -> None:
    channel = an_earning_channel(1, [("kai", date(2025, 1, 1))], owner="mina")
    view = rules.Viewpoint(
        KAI,
        frozenset({KAI}),
        a_tree(mina=None, kai="mina"),
        {KAI: (FeeRate(KAI, Decimal("0.05"), date(2025, 1, 1)),)},
        [(OPEN, Decimal(0)), (OCTOBER, Decimal("0.30"))],
    )

    parts = rules.segments([channel], view, Range(date(2025, 9, 30), date(2025, 10, 2)))

    shown = [(part.first, part.last, rules.share(100_000, part)) for part in parts]
    assert shown == [
        (date(2025, 9, 30), date(2025, 9, 30), 95_000),
        (OCTOBER, date(2025, 10, 2), 66_500),
    ]
