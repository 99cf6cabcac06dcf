"""What holds for the whole contract: days, ranges, pages, roles, other people's videos."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from tests.fakes.channels import a_channel
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.test_withdrawals import PAYPAL, approve_channel
from tests.http.world import MAIN, MEMBER, STRANGER, World


def test_a_day_is_the_portals_day(world: World, business_clock: FixedClock) -> None:
    """DAY-1: 15:30 UTC of the 24th is the 25th in Seoul, and the window is open there."""
    main = Client(world, MAIN)
    approve_channel(world)
    business_clock.set(datetime(2025, 10, 24, 15, 30, tzinfo=UTC))
    assert main.post("withdrawal/info.register", **PAYPAL)["success"]
    asked = {"method": "paypal", "currency": "USD", "total": "20.01"}
    assert main.get("withdrawal/summary")["window"]["open"] is False
    assert main.post("withdrawal/request", **asked)["code"] == 40001

    business_clock.zone = ZoneInfo("Asia/Seoul")

    assert main.get("withdrawal/summary")["window"]["open"] is True
    assert main.post("withdrawal/request", **asked)["code"] == 40002, "open, and nothing is there"
    assert main.get("site/settings")["today"] == "2025-10-25"


def test_both_ends_of_a_range_count(world: World) -> None:
    main = Client(world, MAIN)

    one_day = main.get("v2/music/dashboard", start="2025-10-01", end="2025-10-01")
    assert [row["date"] for row in one_day["daily"]] == ["2025-10-01"]
    week = main.get("v2/music/dashboard", start="2025-10-01", end="2025-10-07")
    assert len(week["daily"]) == 7


def test_a_range_is_whole_ordered_and_bounded(world: World) -> None:
    """DAY-3, DAY-4."""
    main = Client(world, MAIN)

    alone = main.get("v2/music/dashboard", start="2025-10-01")
    assert (alone["code"], alone["details"]["fields"]) == (4, {"end": "required"})
    for start, end in (("2025-10-02", "2025-10-01"), ("2024-01-01", "2025-10-01")):
        refused = main.get("v2/music/dashboard", start=start, end=end)
        assert (refused["code"], refused["details"]["reason"]) == (2, "bad_range")


def test_a_page_holds_fifty_unless_asked_otherwise(world: World) -> None:
    with world.container.transactions().begin() as books:
        for number in range(100, 160):
            books.channels.add(a_channel(number, owner=STRANGER))
    stranger = Client(world, STRANGER)

    first = stranger.get("channel/list")
    second = stranger.get("channel/list", page=1)
    beyond = stranger.get("channel/list", page=9)

    assert (len(first["items"]), first["page"], first["size"], first["total"]) == (50, 0, 50, 61)
    assert (len(second["items"]), len(beyond["items"]), beyond["total"]) == (11, 0, 61)
    ids = [item["id"] for item in first["items"] + second["items"]]
    assert len(set(ids)) == 61
    assert stranger.get("channel/list", size=201)["details"]["fields"] == {"size": "bad_value"}


def test_what_a_role_may_not_do_is_invalid_access(world: World) -> None:
    member = Client(world, MEMBER)
    parts = {"id": world.things["channel", MEMBER], "target": MAIN}

    refused = member.post("channel/assign", **parts)

    assert (refused["code"], refused["details"]) == (2, {"reason": "role"})
    assert member.status("POST", "channel/assign", **parts) == 403


def test_a_foreign_video_is_refused_and_an_unknown_one_not_found(world: World) -> None:
    """VIDEO-1, HTTP-2."""
    stranger = Client(world, STRANGER)

    foreign = stranger.get("v2/music/video/details", id=world.things["video", MAIN])
    unknown = stranger.get("v2/music/video/details", id="AAAAAAAAAAA")

    assert foreign["code"] == 40005
    assert (unknown["code"], unknown["details"]["reason"]) == (2, "not_found")
