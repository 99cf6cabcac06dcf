"""`backbeat points`."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.cli.conftest import Program
from tests.fakes.standins import FixedClock
from tests.http.world import MAIN, MEMBER, World

EMAIL = f"{MAIN}@example.org"


def grant(backbeat: Program, points: int, account: str = EMAIL, *more: str) -> dict[str, object]:
    answer = backbeat(
        "points", "grant", account, str(points), "--reason", "a prize", "--yes", "--json", *more
    )
    assert (answer.code, answer.err) == (0, "")
    return dict(answer.json)


def test_a_grant_is_a_lot_for_six_months(
    backbeat: Program, world: World, business_clock: FixedClock
) -> None:
    business_clock.set(datetime(2025, 8, 31, 9, tzinfo=UTC))

    done = grant(backbeat, 5_000)

    assert (done["amount"], done["expires_on"]) == ("5.00", "2026-02-28")
    [lot] = backbeat("points", "list", EMAIL, "--json").items
    assert (lot["points"], lot["type"], lot["account"]) == (5_000, "bonus_point", EMAIL)


def test_lots_are_listed_by_their_last_day_and_up_to_one(
    backbeat: Program, world: World, business_clock: FixedClock
) -> None:
    business_clock.set(datetime(2025, 8, 1, 9, tzinfo=UTC))
    grant(backbeat, 100)
    business_clock.set(datetime(2025, 9, 1, 9, tzinfo=UTC))
    grant(backbeat, 200, f"{MEMBER}@example.org", "--type", "cpv_bonus")

    assert [row["points"] for row in backbeat("points", "list", "--json").items] == [100, 200]
    soon = backbeat("points", "list", "--until", "2026-02-01", "--json").items
    assert [row["points"] for row in soon] == [100]


def test_lots_lapse_after_their_last_day_and_a_dry_run_only_says_so(
    backbeat: Program, world: World, business_clock: FixedClock
) -> None:
    business_clock.set(datetime(2025, 8, 31, 9, tzinfo=UTC))
    grant(backbeat, 5_000)
    business_clock.set(datetime(2026, 2, 28, 9, tzinfo=UTC))
    assert backbeat("points", "expire", "--yes", "--json").items == []

    business_clock.set(datetime(2026, 3, 1, 9, tzinfo=UTC))
    for more in (["--dry-run"], ["--yes"]):
        [lost] = backbeat("points", "expire", "--json", *more).items
        assert lost["amount"] == "5.00"
    assert "nothing was changed" in backbeat("points", "expire", "--dry-run").out
    assert backbeat("points", "expire", "--yes", "--json").items == []
    assert backbeat("points", "list", "--json").items == []


def test_a_grant_of_nothing_or_to_nobody_is_refused(backbeat: Program, world: World) -> None:
    assert backbeat("points", "grant", EMAIL, "0", "--reason", "x", "--yes").code == 2
    nobody = backbeat("points", "grant", "nobody@example.org", "5", "--reason", "x", "--yes")
    assert (nobody.code, "10001" in nobody.err) == (1, True)
