"""Journey 7: friends over HTTP, the operator at the command line, on both databases."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from attrs import frozen
from tests.cli.living import (
    Stage,
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
    stage,
)
from tests.http.calling import Client

__all__ = ["creator", "hands", "platform", "real_adapter", "stage"]

PAYPAL = {"method": "paypal", "account_name": "Ivy Park", "account_email": "ivy@example.org"}
NOBODYS = "NOBODY22"


@frozen
class Friends:
    """ivy, who invites, and what the operator has at hand."""

    ivy: Client
    stage: Stage

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
        world, _, backbeat, platform, clock, folder = self.stage
        confirmed(backbeat, platform, folder, month, {"@fern": dollars})
        clock.set(closed_on)
        closed(backbeat, month)
        world.container.portal().worker.run_once()

    def expire(self, day: date) -> int:
        self.stage.clock.set(day)
        done = self.stage.backbeat("points", "expire", "--yes", "--json")
        assert done.code == 0, done.err
        return len(done.items)


@pytest.fixture
def friends(stage: Stage) -> Friends:
    """ivy has a channel and says where money goes to."""
    world, hands, backbeat, platform, *_ = stage
    ivy = proved(world, hands, "ivy", str(hands.join("ivy")["token"]))
    approved(ivy, backbeat, platform, "@ivy")
    assert ivy.post("withdrawal/info.register", **PAYPAL)["success"]
    return Friends(ivy, stage)


def test_journey_7_a_friends_window_from_the_link_to_the_last_point(friends: Friends) -> None:
    world, hands, backbeat, platform, clock, folder = friends.stage

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
    clock.set(date(2025, 9, 10))
    fern = proved(world, hands, "fern", str(hands.join("fern", referral=code)["token"]))
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
    clock.set(date(2025, 9, 25))
    day = ("@fern", "2025-09-20", "70.00", 100)
    estimated(backbeat, platform, folder / "september.csv", day)
    assert friends.points() == (3_500, 0)
    confirmed(backbeat, platform, folder, "2025-09", {"@fern": "80.00"})
    preview = backbeat("settle", "preview", "2025-09", "--json").json
    assert (preview["shared"], preview["referral"]) == ("80.00", "4.00")
    assert friends.points()[1] == 0
    friends.earns("2025-09", "80.00", date(2025, 10, 20))
    assert friends.points() == (0, 4_000)
    friends.earns("2025-10", "120.00", date(2025, 11, 20))
    friends.earns("2025-11", "60.00", date(2025, 12, 20))
    days = (("@fern", "2025-12-09", "3.00", 100), ("@fern", "2025-12-10", "7.00", 100))
    estimated(backbeat, platform, folder / "december.csv", *days)
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
    clock.set(date(2026, 1, 25))
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
    backbeat = friends.stage.backbeat
    confirmed(backbeat, friends.stage.platform, friends.stage.folder, "2025-09", {"@ivy": "30.00"})
    friends.stage.clock.set(date(2025, 10, 20))
    closed(backbeat, "2025-09")
    friends.stage.clock.set(date(2025, 10, 25))
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
