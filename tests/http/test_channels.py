"""`channel/*` over both databases: shapes, refusals, statuses."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

import pytest
from attrs import evolve
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.world import (
    CREATOR,
    MAIN,
    MEMBER,
    NETWORK,
    PASSWORD,
    STRANGER,
    SUB,
    World,
)

from backbeat.channels.reviews import OperatorOrder
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.site.model import PartnerSite

ANN = OperatorOrder("ann", "because")
MINA = platform_id(101)


@pytest.fixture
def main(world: World) -> Client:
    return Client(world, MAIN)


@pytest.fixture
def mina(platform: FakePlatform) -> FakePlatform:
    """The platform knows `@mina`."""
    platform.has(MINA, handle="@mina", name="Mina 미나", views=1_250_000)
    return platform


def add(client: Client, link: str = "https://www.youtube.com/@mina") -> Any:
    return client.post("channel/add", link=link, category="beauty")


def prove(client: Client, platform: FakePlatform, added: Mapping[str, Any]) -> Any:
    platform.describe(MINA, f"Hello {added['verification']['code']}")
    return client.post("channel/verify", id=added["id"])


def test_an_added_channel_answers_with_its_code(main: Client, mina: FakePlatform) -> None:
    answer = add(main)

    code = answer["verification"].pop("code")
    assert len(code) == 11
    assert code.startswith("BB-")
    assert answer == {
        "success": True,
        "message": "",
        "id": answer["id"],
        "platform": "youtube",
        "link": "https://www.youtube.com/@mina",
        "name": "Mina 미나",
        "thumbnail": None,
        "category": "beauty",
        "status": "need-approved",
        "deny_reason": None,
        "total_views": 1_250_000,
        "registered_at": "2025-10-15T12:00:00Z",
        "approved_at": None,
        "earning_from": None,
        "exclusive_logo": None,
        "owner": {"id": MAIN, "name": "main"},
        "assigned_member": None,
        "verification": {"state": "pending_validation", "expires_at": None},
        "review": {
            "can_request": False,
            "last_requested_at": None,
            "has_enough_views": True,
            "enough_views_on": None,
        },
    }


@pytest.mark.parametrize(
    ("body", "code", "fields"),
    [
        ({"link": "@mina"}, 4, {"category": "required"}),
        ({"category": "beauty"}, 4, {"link": "required"}),
        ({"link": "  ", "category": "beauty"}, 4, {"link": "required"}),
        ({"link": "@mina", "category": "singing"}, 2, {"category": "bad_value"}),
        ({"link": 7, "category": "beauty"}, 2, {"link": "bad_value"}),
        (
            {"link": "@mina", "category": "beauty", "status": "approved"},
            2,
            {"status": "unknown_field"},
        ),
    ],
)
def test_a_form_with_holes_stores_nothing(
    main: Client, mina: FakePlatform, body: Mapping[str, Any], code: int, fields: Mapping[str, str]
) -> None:
    before = main.get("channel/list")

    answer = main.post("channel/add", **body)

    assert (answer["success"], answer["code"]) == (False, code)
    assert answer["details"]["fields"] == fields
    assert mina.questions == 0
    assert main.get("channel/list") == before


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("hello", "invalid"),
        ("https://youtu.be/abcdefghijA", "video_link"),
        ("https://www.youtube.com/watch?v=abcdefghijA", "video_link"),
        ("https://v.douyin.com/x/", "unsupported_platform"),
        ("https://www.tiktok.com/@nobody", "unknown_channel"),
        ("https://www.tiktok.com/@mina/video/7212345678901234567", "video_link"),
        ("https://vm.tiktok.com/ZM8abc/", "short_link"),
        ("https://www.youtube.com@evil.example/@mina", "unsupported_host"),
        ("http://169.254.169.254/@mina", "unsupported_host"),
        ("https://www.youtube.com/@nobody", "unknown_channel"),
    ],
)
def test_what_is_no_channel_is_30001(
    main: Client, mina: FakePlatform, link: str, reason: str
) -> None:
    answer = add(main, link)

    assert (answer["code"], answer["details"]["reason"]) == (30001, reason)
    assert main.status("POST", "channel/add", link=link, category="beauty") == 400


def test_http_links_are_kept_as_https(main: Client, mina: FakePlatform) -> None:
    assert add(main, "http://youtube.com/@mina/shorts")["link"] == "https://www.youtube.com/@mina"


def test_a_silent_platform_is_30002_with_502(main: Client, mina: FakePlatform) -> None:
    mina.down = True

    assert add(main)["code"] == 30002
    assert main.status("POST", "channel/add", link="@mina", category="beauty") == 502
    mina.down = False
    assert add(main)["success"]


def test_the_same_channel_by_another_link_is_30003(main: Client, mina: FakePlatform) -> None:
    add(main)

    assert add(main, f"https://www.youtube.com/channel/{MINA}")["code"] == 30003


def test_blocked_and_reserved_channels_are_30004_and_30005(
    world: World, main: Client, mina: FakePlatform
) -> None:
    desk = world.container.portal().channel_reviews
    desk.preregister(MINA, f"{STRANGER}@example.org", ANN)
    reserved = add(main)
    assert reserved["code"] == 30005
    assert "Please log in with that account." in reserved["message"]
    assert add(Client(world, STRANGER))["success"]
    desk.block(MINA, ANN)
    assert add(main)["code"] == 30004


def test_a_member_is_told_to_ask_for_assignment(
    world: World, main: Client, mina: FakePlatform
) -> None:
    add(main)

    answer = add(Client(world, MEMBER))

    assert (answer["code"], answer["details"]) == (30003, {"hint": "ask_assignment"})


def test_verification_in_its_three_outcomes(
    main: Client, mina: FakePlatform, clock: FixedClock
) -> None:
    added = add(main)
    wait = main.post("channel/verify", id=added["id"])
    assert (wait["outcome"], wait["retry_in"]) == ("wait", 10)
    assert wait["channel"]["verification"]["state"] == "verifying"
    assert wait["channel"]["verification"]["expires_at"] == "2025-10-15T12:03:00Z"

    clock.move(seconds=180)
    failure = main.get("channel/verify.status", id=added["id"])
    assert (failure["outcome"], failure["retry_in"]) == ("failure", 0)
    assert failure["channel"]["verification"] == added["verification"]

    success = prove(main, mina, added)
    assert (success["outcome"], success["retry_in"]) == ("success", 0)
    assert success["channel"]["verification"] == {
        "state": "verified",
        "code": None,
        "expires_at": None,
    }
    assert success["channel"]["status"] == "pending"
    again = main.post("channel/verify", id=added["id"])
    assert (again["code"], again["success"]) == (30000, False)


def test_the_worker_finds_the_code_after_the_page_is_closed(
    world: World, main: Client, mina: FakePlatform, clock: FixedClock
) -> None:
    added = add(main)
    main.post("channel/verify", id=added["id"])
    mina.describe(MINA, added["verification"]["code"])
    clock.move(seconds=10)

    assert world.container.portal().worker.run_once().failed == 0

    assert main.get("channel/verify.status", id=added["id"])["outcome"] == "success"
    told = main.get("notification/list")["items"][0]
    assert (told["type"], told["title"]) == ("notice", "Channel verified")
    assert "Mina 미나" in told["body"]


def test_lists_come_in_pages_and_by_filter(world: World, main: Client, mina: FakePlatform) -> None:
    added = add(main)

    first = main.get("channel/list", size=2)
    assert [first["page"], first["size"], first["total"]] == [0, 2, 3]
    assert first["items"][0] == {
        name: value for name, value in added.items() if name not in {"success", "message"}
    }
    assert len(main.get("channel/list", page=1, size=2)["items"]) == 1
    assert main.get("channel/list", page=9)["items"] == []
    held = main.get("channel/list", subaccount=MEMBER)["items"]
    assert [item["assigned_member"]["id"] for item in held] == [MEMBER]
    assert main.get("channel/list", status="approved")["total"] == 0
    assert main.get("channel/list", status="need-approved")["total"] == 3
    assert main.get("channel/list", search="MINA 미")["total"] == 1
    assert main.get("channel/list", sort="registered_desc")["total"] == 3
    assert main.get("channel/list", sort="name")["details"]["reason"] == "bad_sort"
    assert main.get("channel/list", status="odd")["details"]["fields"] == {"status": "bad_value"}
    assert main.get("channel/list", subaccount=STRANGER)["code"] == 10001


def test_networks_list_the_channels_below_them(world: World, main: Client) -> None:
    network = Client(world, NETWORK)

    listed = network.get("channel/sub/list")
    assert {item["id"] for item in listed["items"]} == {
        world.things["channel", name] for name in (CREATOR, SUB, "plain_creator")
    }
    assert network.get("channel/sub/list", account=SUB)["total"] == 1
    assert main.status("GET", "channel/sub/list") == 403
    assert main.get("channel/sub/list")["details"]["reason"] == "role"


def test_a_channel_is_shown_with_its_history(
    world: World, main: Client, mina: FakePlatform
) -> None:
    added = add(main)
    prove(main, mina, added)
    world.container.portal().channel_reviews.deny(ChannelId(added["id"]), ANN)

    detail = main.get("channel/detail", id=added["id"])

    assert detail["deny_reason"] == "because"
    assert [(line["status"], line["reason"]) for line in detail["history"]] == [
        ("need-approved", None),
        ("pending", None),
        ("denied", "because"),
    ]
    assert main.status("GET", "channel/detail", id="nothing") == 404


def test_categories_have_names_in_every_language(world: World) -> None:
    labels = {}
    for language in ("en", "ko", "zh-CN", "zh-TW"):
        items = Client(world, MAIN, language).get("channel/categories")["items"]
        assert [item["code"] for item in items][:2] == ["personal_broadcast_blog", "game"]
        labels[language] = [item["label"] for item in items]
        assert len(set(labels[language])) == 21

    assert len({tuple(each) for each in labels.values()}) == 4


def test_a_channel_is_assigned_and_taken_back(
    world: World, main: Client, mina: FakePlatform
) -> None:
    added = add(main)

    assigned = main.post("channel/assign", id=added["id"], target=f"{MEMBER}@example.org")
    assert assigned["assigned_member"] == {"id": MEMBER, "name": "member"}
    assert Client(world, MEMBER).get("channel/detail", id=added["id"])["success"]
    assert main.post("channel/assign", id=added["id"], target=STRANGER)["code"] == 10001

    assert main.post("channel/unassign", id=added["id"])["assigned_member"] is None
    assert Client(world, MEMBER).status("GET", "channel/detail", id=added["id"]) == 404
    again = main.post("channel/unassign", id=added["id"])
    assert (again["code"], again["details"]["reason"]) == (2, "channel_unassigned")


def test_deleting_shows_its_price_and_asks_for_the_password(
    world: World, main: Client, mina: FakePlatform
) -> None:
    added = add(main)

    preview = main.get("channel/delete.preview", id=added["id"])
    assert preview == {
        "success": True,
        "message": "",
        "currency": "USD",
        "fx_rate": "1",
        "balance": "0.00",
        "balance_usd": "0.00",
        "unsettled": "0.00",
        "unsettled_usd": "0.00",
        "lost": "0.00",
        "lost_usd": "0.00",
        "small": True,
        "window_open": False,
    }
    call = {"id": added["id"], "password": PASSWORD, "confirm": True}
    assert main.post("channel/delete", **call | {"password": "wrong"})["code"] == 10019
    assert main.post("channel/delete", **call | {"confirm": False})["details"]["fields"] == {
        "confirm": "required"
    }
    no_password = main.post("channel/delete", id=added["id"], confirm=True)
    assert (no_password["code"], no_password["details"]["fields"]) == (4, {"password": "required"})
    foreign = Client(world, STRANGER).post("channel/delete", **call)
    assert foreign["details"]["reason"] == "not_found"

    gone = main.post("channel/delete", **call)
    assert (gone["success"], gone["forfeited"], gone["forfeited_usd"]) == (True, "0.00", "0.00")
    assert main.status("GET", "channel/detail", id=added["id"]) == 404
    assert add(main)["success"], "it may be registered again"


def test_an_assigned_channel_is_not_deleted(world: World, main: Client) -> None:
    id_ = world.things["channel", MEMBER]

    assert main.get("channel/delete.preview", id=id_)["details"]["reason"] == "channel_assigned"
    answer = main.post("channel/delete", id=id_, password=PASSWORD, confirm=True)
    assert (answer["code"], answer["details"]["reason"]) == (2, "channel_assigned")


def test_amounts_of_a_deletion_come_in_the_readers_currency(
    world: World, main: Client, mina: FakePlatform
) -> None:
    id_ = add(main)["id"]
    chinese = Client(world, MAIN, currency="CNY")

    assert chinese.get("channel/delete.preview", id=id_)["details"]["reason"] == "no_rate"


def test_the_window_for_requests_is_told(
    main: Client, mina: FakePlatform, business_clock: FixedClock
) -> None:
    id_ = add(main)["id"]
    business_clock.set(date(2025, 10, 26))

    assert main.get("channel/delete.preview", id=id_)["window_open"] is True


def test_messages_speak_the_readers_language(world: World, mina: FakePlatform) -> None:
    messages = {
        Client(world, MAIN, language).post(
            "channel/add", link="https://youtu.be/abcdefghijA", category="beauty"
        )["message"]
        for language in ("en", "ko", "zh-CN", "zh-TW")
    }

    assert len(messages) == 4


def test_a_channel_shows_the_logo_of_its_owners_partner(
    world: World, main: Client, mina: FakePlatform
) -> None:
    """CHAN-26."""
    added = add(main)

    def shown(partner: str | None) -> object:
        with world.container.transactions().begin() as books:
            books.sites.put(PartnerSite("lumen.example", "Lumen", "#112233", "#445566", "/l.png"))
            account = books.accounts.lock(AccountId(MAIN))
            assert account is not None
            books.accounts.save(evolve(account, partner=partner))
        listed = {each["id"]: each for each in main.get("channel/list")["items"]}
        return listed[added["id"]]["exclusive_logo"]

    assert (shown(None), shown("lumen.example")) == (None, "/l.png")
