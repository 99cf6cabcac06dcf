"""Journey 7: friends over HTTP, the operator at the command line, on both databases."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from tests.cli.conftest import Program
from tests.cli.living import (
    approved,
    balance,
    closed,
    confirmed,
    creator,
    estimated,
    hands,
    platform,
    proved,
    real_adapter,
)
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.portal import Portal
from tests.http.world import World

from backbeat_adapters.demo.simulated import SimulatedPlatform

__all__ = ["creator", "hands", "platform", "real_adapter"]

PAYPAL = {"method": "paypal", "account_name": "Ivy Park", "account_email": "ivy@example.org"}
NOBODYS = "NOBODY22"


@frozen
class Friends:
    """ivy, who invites, and what the operator has at hand."""

    ivy: Client
    world: World
    hands: Portal
    backbeat: Program
    platform: SimulatedPlatform
    clock: FixedClock
    folder: Path

    def overview(self) -> Any:
        return self.ivy.get("member/invitation/dashboard")

    def points(self) -> tuple[int, int]:
        """Estimated and confirmed."""
        seen = self.overview()
        return seen["estimated_points"], seen["confirmed_points"]

    def rewarded(self) -> list[tuple[str, str, int, str, str]]:
        rows = self.ivy.get("withdrawal/ledger")["items"]
        return [
            (row["type"], row["amount"], row["points"], row["month"], row["expires_on"])
            for row in reversed(rows)
            if row["type"].startswith("referral")
        ]

    def earns(self, month: str, dollars: str, closed_on: date) -> None:
        """fern's month is confirmed and closed, and the worker gives what is due for it."""
        confirmed(self.backbeat, self.platform, self.folder, month, {"@fern": dollars})
        self.clock.set(closed_on)
        closed(self.backbeat, month)
        self.world.container.portal().worker.run_once()

    def expire(self, day: date) -> int:
        self.clock.set(day)
        done = self.backbeat("points", "expire", "--yes", "--json")
        assert done.code == 0, done.err
        return len(done.items)


@pytest.fixture
def friends(
    creator: Client,
    world: World,
    hands: Portal,
    backbeat: Program,
    platform: SimulatedPlatform,
    business_clock: FixedClock,
    tmp_path: Path,
) -> Friends:
    """ivy has a channel and says where money goes to."""
    ivy = proved(world, hands, "ivy", str(hands.join("ivy")["token"]))
    approved(ivy, backbeat, platform, "@ivy")
    assert ivy.post("withdrawal/info.register", **PAYPAL)["success"]
    return Friends(ivy, world, hands, backbeat, platform, business_clock, tmp_path)


def test_journey_7_a_friends_window_from_the_link_to_the_last_point(friends: Friends) -> None:
    hands, backbeat, platform = friends.hands, friends.backbeat, friends.platform

    # 1
    told = friends.overview()
    code = told["code"]
    assert told["link"].endswith(f"/r/{code}")
    led = hands.get("site/short", code=code)
    assert (led["kind"], led["target"]) == ("referral", code)
    assert hands.get("member/invitation/validate", code=code)["inviter"] == "i***"
    assert hands.get("member/invitation/validate", code=NOBODYS).code == 10011
    assert friends.ivy.get("member/invitation/validate", code=code)["code"] == 10011
    assert hands.join("fern", referral=NOBODYS).code == 10011
    assert hands.log_in("fern").code == 10003
    assert friends.overview()["friends"] == 0

    # 2
    friends.clock.set(date(2025, 9, 10))
    fern = proved(friends.world, hands, "fern", str(hands.join("fern", referral=code)["token"]))
    (friend,) = friends.ivy.get("member/invitation/dashboard/list")["items"]
    assert (friend["name"], friend["joined_on"], friend["window_ends_on"], friend["active"]) == (
        "f***",
        "2025-09-10",
        "2025-12-09",
        False,
    )
    approved(fern, backbeat, platform, "@fern")
    assert (friends.overview()["friends"], friends.overview()["active_friends"]) == (1, 1)

    # 3 and 4
    friends.clock.set(date(2025, 9, 25))
    day = ("@fern", "2025-09-20", "70.00", 100)
    estimated(backbeat, platform, friends.folder / "september.csv", day)
    assert friends.points() == (3_500, 0)
    confirmed(backbeat, platform, friends.folder, "2025-09", {"@fern": "80.00"})
    preview = backbeat("settle", "preview", "2025-09", "--json").json
    assert (preview["shared"], preview["referral"]) == ("80.00", "4.00")
    assert friends.points()[1] == 0
    friends.earns("2025-09", "80.00", date(2025, 10, 20))
    assert friends.points() == (0, 4_000)
    friends.earns("2025-10", "120.00", date(2025, 11, 20))
    friends.earns("2025-11", "60.00", date(2025, 12, 20))
    days = (("@fern", "2025-12-09", "3.00", 100), ("@fern", "2025-12-10", "7.00", 100))
    estimated(backbeat, platform, friends.folder / "december.csv", *days)
    friends.earns("2025-12", "100.00", date(2026, 1, 20))
    assert friends.rewarded() == [
        ("referral_3month", "4.00", 4_000, "2025-09", "2026-04-20"),
        ("referral_3month", "6.00", 6_000, "2025-10", "2026-05-20"),
        ("referral_3month", "3.00", 3_000, "2025-11", "2026-06-20"),
        ("referral_3month", "1.50", 1_500, "2025-12", "2026-07-20"),
    ]
    assert friends.points() == (0, 14_500)
    assert balance(fern) == "360.00"

    # 5
    assert balance(friends.ivy) == "14.50"
    friends.clock.set(date(2026, 1, 25))
    asked = friends.ivy.post("withdrawal/request", method="paypal", currency="USD", total="14.50")
    assert asked["code"] == 40002
    assert friends.expire(date(2026, 4, 20)) == 0
    assert balance(friends.ivy) == "14.50"
    assert friends.expire(date(2026, 4, 21)) == 1
    last = friends.ivy.get("withdrawal/ledger")["items"][0]
    assert (last["type"], last["amount"]) == ("expire", "-4.00")
    assert balance(friends.ivy) == "10.50"
    assert backbeat("ledger", "check").code == 0


def test_journey_7_points_are_spent_before_what_was_earned(friends: Friends) -> None:
    # 7
    backbeat = friends.backbeat
    confirmed(backbeat, friends.platform, friends.folder, "2025-09", {"@ivy": "30.00"})
    friends.clock.set(date(2025, 10, 20))
    closed(backbeat, "2025-09")
    friends.clock.set(date(2025, 10, 25))
    person = "ivy@example.org"
    granted = backbeat("points", "grant", person, "14500", "--reason", "a present", "--yes")
    assert granted.code == 0, granted.err
    assert balance(friends.ivy) == "44.50"

    asked = friends.ivy.post("withdrawal/request", method="paypal", currency="USD", total="44.50")

    assert (asked["status"], asked["total"]) == ("pending", "44.50")
    seen = friends.ivy.get("withdrawal/summary")
    assert (seen["balance"], seen["points"], seen["expiring"]) == ("0.00", 0, [])
    assert backbeat("withdrawal", "pay", asked["id"], "--yes").code == 0
    assert friends.expire(date(2026, 5, 1)) == 0
    assert balance(friends.ivy) == "0.00"
    assert backbeat("ledger", "check").code == 0
