"""What was sent wrong, found before it does harm: days at the ends of the calendar, domains, keys."""

from __future__ import annotations

import pytest
from tests.http.calling import Client
from tests.http.world import MAIN, World

DATED = (
    "v2/music/dashboard",
    "v2/music/video/dashboard",
    "v2/music/video/list",
    "v2/music/channel/dashboard",
    "withdrawal/list",
    "withdrawal/ledger",
)
ENDS = (("0001-01-01", "0001-01-01"), ("0001-01-02", "0002-01-02"), ("9999-12-01", "9999-12-31"))


@pytest.mark.parametrize(("start", "end"), ENDS)
def test_days_without_a_day_before_or_after_them_are_refused(
    world: World, start: str, end: str
) -> None:
    for path in DATED:
        answer = Client(world, MAIN).get(path, start=start, end=end)

        assert (answer["code"], answer["details"]["reason"]) == (2, "bad_range"), path
