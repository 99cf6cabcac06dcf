"""`member/mcn/*` over both databases: shapes, refusals, who reaches whom."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from tests.fakes.accounts import an_account
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
    PLAIN_CREATOR,
    STRANGER,
    SUB,
    World,
)

from backbeat.accounts.model import Role
from backbeat.kernel.ids import AccountId
from backbeat.mail.model import Template
from backbeat_adapters.sql.mail import mails

KAI = {"user_id": "kai@example.org", "password": "correct horse", "nickname": "kai"}


@pytest.fixture
def main(world: World) -> Client:
    return Client(world, MAIN)


def listed(client: Client, **query: Any) -> list[str]:
    return [item["name"] for item in client.get("member/mcn/accounts", **query)["items"]]


def test_an_added_member_answers_with_the_rate_it_starts_with(main: Client) -> None:
    added = main.post("member/mcn/add", **KAI)

    assert added == {
        "success": True,
        "message": "",
        "id": added["id"],
        "user_id": "kai@example.org",
        "name": "kai",
        "permission": "",
        "permission_flag": 0,
        "fee_rate": "0.05",
        "next_fee_rate": None,
        "next_fee_from": None,
        "channels": 0,
        "members": 0,
        "status": "active",
        "invited": False,
        "verified": False,
        "created_at": "2025-10-15T12:00:00Z",
        "above": [],
    }
    assert set(listed(main)) == {"kai", "member"}


def invitation(world: World) -> str:
    """The value of the newest link that was mailed."""
    with world.container.transactions().look() as books:
        query = select(mails.c.facts).where(mails.c.template == Template.MEMBER_INVITED)
        *_, newest = books.connection.scalars(query.order_by(mails.c.added_at, mails.c.id))
    return str(newest["ticket"])


def test_an_invited_member_sets_its_own_password(main: Client, world: World) -> None:
    form = {name: text for name, text in KAI.items() if name != "password"}
    added = main.post("member/mcn/invite", **form, fee_rate="0.1")
    assert (added["invited"], added["verified"], added["fee_rate"]) == (True, False, "0.1")
    again = main.post("member/mcn/invite.again", target=added["id"])
    assert again == {"success": True, "message": ""}
    value = invitation(world)
    anybody = Client(world, STRANGER)
    short = anybody.post("member/invite.accept", t=value, password="abc")
    assert short["code"] == 10006
    entered = anybody.post("member/invite.accept", t=value, password="a new password")
    assert (entered["info"]["name"], entered["auth_required"]) == ("kai", False)
    assert anybody.post("member/invite.accept", t=value, password="a new password")["code"] == 10017
    unknown = anybody.post("member/invite.accept", t="made up", password="a new password")
    assert (unknown["code"], unknown["details"]["reason"]) == (2, "link_invalid")
    (item,) = [each for each in main.get("member/mcn/accounts")["items"] if each["name"] == "kai"]
    assert (item["invited"], item["verified"]) == (False, True)
    refused = main.post("member/mcn/invite.again", target=added["id"])
    assert (refused["code"], refused["details"]["reason"]) == (2, "account_status")
    assert main.post("member/mcn/invite", **form)["code"] == 10009


def test_a_member_comes_with_its_channels_or_not_at_all(
    main: Client, platform: FakePlatform
) -> None:
    platform.has(platform_id(201), handle="@kai", name="Kai", views=5)

    refused = main.post("member/mcn/add", **KAI, channels=["https://youtu.be/x", "@kai"])
    assert refused["code"] == 30001
    assert listed(main) == ["member"]

    added = main.post("member/mcn/add", **KAI, channels="https://www.youtube.com/@kai")
    assert added["channels"] == 1
    (channel,) = main.get("channel/list", subaccount=added["id"])["items"]
    assert (channel["owner"]["id"], channel["assigned_member"]["name"]) == (MAIN, "kai")
    assert channel["status"] == "need-approved"


@pytest.mark.parametrize(
    ("wrong", "code", "fields"),
    [
        ({"user_id": "kai"}, 10007, None),
        ({"password": "abc"}, 10006, None),
        ({"nickname": "k"}, 10008, None),
        ({"nickname": "kaikaikaikaik"}, 10008, None),
        ({"user_id": "STRANGER@example.org"}, 10009, None),
        ({"nickname": "Stranger"}, 10010, None),
        ({"fee_rate": "1.01"}, 2, {"fee_rate": "bad_value"}),
        ({"fee_rate": "-0.01"}, 2, {"fee_rate": "bad_value"}),
        ({"fee_rate": "0.00001"}, 2, {"fee_rate": "bad_value"}),
        ({"fee_rate": 0.1}, 2, {"fee_rate": "bad_value"}),
        ({"permission_flag": 1}, 2, {"permission_flag": "bad_value"}),
        ({"permission": "mcn"}, 2, {"permission": "unknown_field"}),
        ({"channels": ["@a"] * 21}, 2, {"channels": "bad_value"}),
    ],
)
def test_a_wrong_form_is_refused_by_its_code(
    main: Client, wrong: dict[str, Any], code: int, fields: dict[str, str] | None
) -> None:
    refused = main.post("member/mcn/add", **{**KAI, **wrong})

    assert refused["code"] == code
    if fields is not None:
        assert refused["details"]["fields"] == fields
    assert listed(main) == ["member"]


@pytest.mark.parametrize("nickname", ["ka", "kaikaikaikai"])
def test_a_nickname_of_two_or_twelve_letters_is_taken(main: Client, nickname: str) -> None:
    assert main.post("member/mcn/add", **{**KAI, "nickname": nickname})["name"] == nickname


def test_an_added_member_is_a_member(main: Client) -> None:
    main.post("member/mcn/add", **KAI)

    session = main.post("member/login", id="kai@example.org", password=KAI["password"])
    assert (session["role"], session["permission"], session["auth_required"]) == (
        "member",
        "",
        True,
    )


def test_a_call_that_names_itself_makes_one_member(world: World, main: Client) -> None:
    headers = {"Zs-Authentification": world.tokens[MAIN], "Idempotency-Key": "once"}

    def add() -> Any:
        url = "/api/member/mcn/add"
        return world.client.simulate_post(url, json=KAI, headers=headers).json

    assert add() == add()
    assert len(listed(main)) == 2


def test_sixty_members_are_two_pages(main: Client, world: World) -> None:
    with world.container.transactions().begin() as books:
        for number in range(59):
            name = f"m{number:02}"
            below = {"manager": AccountId(MAIN), "role": Role.MEMBER, "permission_flag": False}
            books.accounts.add(an_account(id=name, name=name, referral_code=name, **below))

    first, second = (main.get("member/mcn/accounts", page=page) for page in (0, 1))

    assert (len(first["items"]), len(second["items"]), second["total"]) == (50, 10, 60)
    assert not {each["id"] for each in first["items"]} & {each["id"] for each in second["items"]}
    assert sorted(listed(main, search="M4")) == [f"m4{digit}" for digit in range(10)]
    there = second["items"][0]["id"]
    assert listed(main, search=there) == [there]
    assert listed(main, search=MAIN) == []


def test_a_network_makes_its_ranks_and_lets_a_creator_have_members(world: World) -> None:
    net = Client(world, NETWORK)

    cora = net.post("member/mcn/add", **KAI, fee_rate="0.20")
    assert (cora["permission"], cora["permission_flag"], cora["fee_rate"]) == (
        "mcn_creator",
        0,
        "0.2",
    )
    assert net.post("member/mcn/update", target=cora["id"], permission_flag=1)[
        "permission_flag"
    ] == (1)
    sam = Client(world, CREATOR).post(
        "member/mcn/add", user_id="sam@example.org", password="correct horse", nickname="sam"
    )
    assert (sam["permission"], sam["permission_flag"]) == ("mcn_creator_sub", 0)
    for actor in (SUB, PLAIN_CREATOR, MEMBER):
        refused = Client(world, actor).post("member/mcn/add", **KAI)
        assert (refused["code"], refused["details"]["reason"]) == (2, "role")


def test_a_network_opens_the_branches_of_its_tree(world: World) -> None:
    net = Client(world, NETWORK)

    assert {each["name"]: each["members"] for each in net.get("member/mcn/accounts")["items"]} == {
        "plaincreator": 0,
        "creator": 1,
    }
    assert listed(net, target=CREATOR) == ["sub"]
    assert net.get("member/mcn/accounts", target=MAIN)["code"] == 10001
    assert Client(world, CREATOR).get("member/mcn/accounts", target=NETWORK)["code"] == 10001


def test_a_search_finds_everybody_below_and_says_where_they_stand(world: World) -> None:
    """NET-9: at whatever depth, with what is kept by those between; nobody of another network."""
    net = Client(world, NETWORK)

    def found(**query: Any) -> list[tuple[str, list[str]]]:
        items = net.get("member/mcn/accounts", **query)["items"]
        return [(item["name"], [each["name"] for each in item["above"]]) for item in items]

    assert found(search="sub") == [("sub", ["creator"])]
    assert found(search="CREATOR") == [("plaincreator", []), ("creator", [])]
    assert found(search="sub", target=CREATOR) == [("sub", ["creator"])]
    assert found(search="plain", target=CREATOR) == []
    assert found(search="main") == []
    assert found(search="") == found() == [("plaincreator", []), ("creator", [])]
    assert found(target=CREATOR) == [("sub", ["creator"])]
    [upper] = net.get("member/mcn/accounts", search="sub")["items"][0]["above"]
    [creator] = [each for each in net.get("member/mcn/accounts")["items"] if each["members"]]
    assert upper == {name: creator[name] for name in ("id", "name", "fee_rate")}
    own = Client(world, CREATOR).get("member/mcn/accounts", search="sub")["items"]
    assert [item["above"] for item in own] == [[]]


def test_each_value_changes_by_itself(main: Client, world: World) -> None:
    added = main.post("member/mcn/add", **KAI)

    def update(**change: Any) -> Any:
        return main.post("member/mcn/update", target=added["id"], **change)

    rated = update(fee_rate="0.10")
    assert (rated["fee_rate"], rated["next_fee_rate"], rated["next_fee_from"]) == (
        "0.05",
        "0.1",
        "2025-11-01",
    )
    assert log_in(main, "kai@example.org", "correct horse")
    assert update(password="battery staple")["next_fee_rate"] == "0.1"
    assert log_in(main, "kai@example.org", "battery staple")
    assert not log_in(main, "kai@example.org", "correct horse")
    assert update(nickname="kiki")["name"] == "kiki"
    assert update(user_id="kiki@example.org")["user_id"] == "kiki@example.org"
    assert log_in(main, "kiki@example.org", "battery staple")
    assert update()["code"] == 4
    by_email = main.post("member/mcn/update", target="KIKI@example.org", fee_rate="0.05")
    assert (by_email["id"], by_email["next_fee_rate"]) == (added["id"], None)


@pytest.mark.parametrize("rate", ["1.0001", "-0.0001", "0.00001", "ten", "NaN", "1e-1"])
def test_what_is_no_rate_changes_none(main: Client, rate: str) -> None:
    (before,) = main.get("member/mcn/accounts")["items"]

    refused = main.post("member/mcn/update", target=MEMBER, fee_rate=rate, nickname="renamed")
    looked_at = main.get("member/mcn/rate.preview", target=MEMBER, fee_rate=rate)

    for answer in (refused, looked_at):
        assert (answer["code"], answer["details"]["fields"]) == (2, {"fee_rate": "bad_value"})
    assert main.get("member/mcn/accounts")["items"] == [before]


def log_in(client: Client, email: str, password: str) -> bool:
    return bool(client.post("member/login", id=email, password=password)["success"])


def test_a_proved_address_is_the_members_own(main: Client) -> None:
    refused = main.post("member/mcn/update", target=MEMBER, user_id="mine@example.org")

    assert refused["details"] == {"reason": "account_status", "status": "verified"}


def test_a_change_wants_the_managers_own_password_first(
    world: World, main: Client, clock: FixedClock
) -> None:
    clock.move(timedelta(minutes=11))

    refused = main.post("member/mcn/update", target=MEMBER, password=PASSWORD)
    assert refused["details"]["reason"] == "step_up"
    main.post("member/stepup", password=PASSWORD)
    assert main.post("member/mcn/update", target=MEMBER, fee_rate="0.2")["success"]


def test_only_direct_members_are_changed_or_deleted(world: World) -> None:
    for actor, target in ((MAIN, STRANGER), (NETWORK, SUB), (CREATOR, NETWORK), (MAIN, MAIN)):
        client = Client(world, actor)
        changed = client.post("member/mcn/update", target=target, fee_rate="0.5")
        deleted = client.post("member/mcn/delete", target=target, password=PASSWORD)
        assert (changed["code"], deleted["code"]) == (10001, 10001)
    for each in (MAIN, STRANGER, NETWORK, SUB):
        assert Client(world, each).get("member/me")["success"]
    (sub,) = Client(world, CREATOR).get("member/mcn/accounts")["items"]
    assert (sub["next_fee_rate"], sub["status"]) == (None, "active")


def test_a_deleted_member_leaves_its_channels_to_the_manager(world: World, main: Client) -> None:
    assert main.post("member/mcn/delete", target=MEMBER, password="wrong")["code"] == 10019
    assert listed(main) == ["member"]

    gone = main.post("member/mcn/delete", target=MEMBER, password=PASSWORD)

    assert gone["released_channels"] == 1
    assert listed(main) == []
    assert Client(world, MEMBER).get("member/me")["code"] == 10002
    assert main.post("member/login", id="member@example.org", password=PASSWORD)["code"] == 10002
    channel = main.get("channel/detail", id=world.things["channel", MEMBER])
    assert (channel["owner"]["id"], channel["assigned_member"]) == (MAIN, None)


def test_a_deleted_creators_own_channels_are_its_networks(world: World) -> None:
    net = Client(world, NETWORK)
    refused = net.post("member/mcn/delete", target=CREATOR, password=PASSWORD)
    assert refused["details"] == {"reason": "has_members", "members": 1}

    Client(world, CREATOR).post("member/mcn/delete", target=SUB, password=PASSWORD)
    gone = net.post("member/mcn/delete", target=CREATOR, password=PASSWORD)

    assert gone["released_channels"] == 2
    for owner in (CREATOR, SUB):
        channel = net.get("channel/detail", id=world.things["channel", owner])
        assert (channel["owner"]["id"], channel["assigned_member"]) == (NETWORK, None)


def test_a_rate_is_looked_at_before_it_is_set(main: Client) -> None:
    told = main.get("member/mcn/rate.preview", target=MEMBER, fee_rate="0.1")

    nothing = {
        f"{side}{usd}": "0.00" for side in ("own", "member", "below") for usd in ("", "_usd")
    }
    assert told == {
        "success": True,
        "message": "",
        "fee_rate": "0",
        "next_fee_rate": "0.1",
        "next_fee_from": "2025-11-01",
        "month": None,
        "currency": "USD",
        "fx_rate": "1",
        "before": nothing,
        "after": nothing,
    }
    (item,) = main.get("member/mcn/accounts")["items"]
    assert item["next_fee_rate"] is None
    refused = main.get("member/mcn/rate.preview", target=MEMBER, fee_rate="1.5")
    assert refused["details"]["fields"] == {"fee_rate": "bad_value"}
