"""Journeys 5 and 6: managers and members over HTTP, the operator at the command line, on both
databases."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from openpyxl import load_workbook
from tests.cli.living import (
    Stage,
    approved,
    balance,
    closed,
    confirmed,
    creator,
    estimated,
    form,
    hands,
    platform,
    real_adapter,
    signed_in,
    stage,
)
from tests.http.calling import Client
from tests.http.portal import PASSWORD as SECRET
from tests.http.world import NETWORK, PASSWORD, PLAIN_CREATOR

__all__ = ["creator", "hands", "platform", "real_adapter", "stage"]

PAYPAL = {"method": "paypal", "account_name": "Kai Lee", "account_email": "kai@example.org"}
HIS_SEPTEMBER = {"start": "2025-09-01", "end": "2025-09-30"}


def reason(answer: Any) -> tuple[int, str | None]:
    return answer["code"], (answer["details"] or {}).get("reason")


def september(client: Client, **more: str) -> Any:
    return client.get("v2/music/dashboard", **HIS_SEPTEMBER, **more)["summary"]


def test_journey_5_a_main_account_and_its_member(creator: Client, stage: Stage) -> None:
    studio = creator
    world, hands, backbeat, platform, business_clock, tmp_path = stage

    # 1
    for wrong, code in (
        ({"nickname": "k"}, 10008),
        ({"nickname": "stranger"}, 10010),
        ({"user_id": "stranger@example.org"}, 10009),
    ):
        assert studio.post("member/mcn/add", **{**form("kai"), **wrong})["code"] == code
    added = studio.post("member/mcn/add", **form("kai"))
    assert (added["name"], added["fee_rate"]) == ("kai", "0.05")

    # 2
    kai = signed_in(world, hands, "kai")
    assert kai.get("channel/list")["items"] == []
    assert reason(kai.get("member/mcn/accounts")) == (2, "role")

    # 3
    c1 = approved(studio, backbeat, platform, "@kai.one")
    approved(studio, backbeat, platform, "@own")
    given = studio.post("channel/assign", id=c1["id"], target="kai@example.org")
    assert given["assigned_member"]["name"] == "kai"
    again = kai.post("channel/add", link="https://www.youtube.com/@kai.one", category="beauty")
    assert again["code"] == 30003

    # 4
    business_clock.set(date(2025, 9, 20))
    figures = (("@kai.one", "2025-09-05", "10.00", 1_000), ("@own", "2025-09-05", "5.00", 500))
    estimated(backbeat, platform, tmp_path / "september.daily.csv", *figures)
    shown = kai.get("v2/music/channel/dashboard", **HIS_SEPTEMBER)["items"]
    assert [line["channel"]["id"] for line in shown] == [c1["id"]]
    views = {
        whose: september(studio, **({"subaccount": whose} if whose else {}))["views"]
        for whose in ("", "self", added["id"])
    }
    assert views == {"": 1_500, "self": 500, added["id"]: 1_000}

    # 5
    assert studio.post("member/stepup", password=PASSWORD)["success"]
    changed = studio.post("member/mcn/update", target=added["id"], fee_rate="0.10")
    assert (changed["fee_rate"], changed["next_fee_rate"]) == ("0.05", "0.1")
    assert changed["next_fee_from"] == "2025-10-01"

    # 6
    business_clock.set(date(2025, 10, 16))
    back = studio.post("channel/unassign", id=c1["id"])
    assert (back["assigned_member"], back["status"]) == (None, "approved")
    assert c1["id"] in [each["id"] for each in studio.get("channel/list")["items"]]

    # A payout needs an approved channel (WITHDRAW-10), and kai holds C1 no more.
    approved(kai, backbeat, platform, "@kai.two")

    # 7
    confirmed(backbeat, platform, tmp_path, "2025-09", {"@kai.one": "200.00"})
    business_clock.set(date(2025, 10, 20))
    closed(backbeat, "2025-09")
    assert (balance(kai), balance(studio)) == ("190.00", "10.00")
    assert kai.post("withdrawal/info.register", **PAYPAL)["success"]
    business_clock.set(date(2025, 10, 25))
    asked = kai.post("withdrawal/request", method="paypal", currency="USD", total="190.00")
    assert (asked["fee"], asked["net"], asked["status"]) == ("8.93", "181.07", "pending")
    theirs = studio.get("withdrawal/info")
    assert "kai@example.org" not in str(theirs)
    assert studio.get("withdrawal/info", target=added["id"])["code"] == 2
    assert studio.get("withdrawal/list")["total"] == 0

    # 8
    october = (("@kai.one", "2025-10-05", "174.00", 10), ("@kai.one", "2025-10-20", "116.00", 10))
    estimated(backbeat, platform, tmp_path / "october.daily.csv", *october)
    confirmed(backbeat, platform, tmp_path, "2025-10", {"@kai.one": "300.00"})
    business_clock.set(date(2025, 11, 20))
    closed(backbeat, "2025-10")
    assert (balance(kai), balance(studio)) == ("162.00", "148.00")

    # 9
    export = studio.post("withdrawal/report.excel", start="2025-09", end="2025-09")
    assert export["status"] == "pending"
    world.container.portal().worker.run_once()
    assert studio.get("withdrawal/report.excel", id=export["id"])["status"] == "end"
    sheet = load_workbook(
        BytesIO(studio.file("withdrawal/report.excel.download", id=export["id"]))
    ).active
    assert sheet is not None
    head, *lines = sheet.iter_rows(values_only=True)
    rows = [dict(zip(head, line, strict=True)) for line in lines]
    assert [row["Video ID"] for row in rows] == ["V@kai.one"]
    assert sum(Decimal(str(row["Your revenue"])) for row in rows) == 10
    assert sum(Decimal(str(row["Revenue before shares"])) for row in rows) == 200

    # 10
    wrong = studio.post("member/mcn/delete", target=added["id"], password="wrong")
    assert wrong["code"] == 10019
    assert kai.get("member/me")["success"]
    assert studio.post("member/mcn/delete", target=added["id"], password=PASSWORD)["success"]
    assert hands.log_in("kai", SECRET).code == 10002
    assert studio.get("channel/detail", id=c1["id"])["assigned_member"] is None
    (frozen,) = backbeat("ledger", "frozen", "--json").items
    assert (frozen["id"], frozen["available"], frozen["in_flight"]) == (
        added["id"],
        "162.00",
        "190.00",
    )
    assert balance(studio) == "148.00"
    assert backbeat("withdrawal", "pay", asked["id"], "--yes").code == 0
    assert backbeat("ledger", "check").code == 0


@pytest.mark.parametrize(
    ("gross", "shares"),
    [
        ("1000.00", ("200.00", "80.00", "720.00")),
        ("33.333333", ("6.66", "2.66", "23.99")),
    ],
)
def test_journey_6_a_network_of_three_ranks(
    stage: Stage, gross: str, shares: tuple[str, str, str]
) -> None:
    world, hands, backbeat, platform, business_clock, tmp_path = stage
    net = Client(world, NETWORK)

    # 2
    added = net.post("member/mcn/add", **form("cora", fee_rate="0.20"))
    ranks = ("permission", "permission_flag", "fee_rate")
    assert [added[name] for name in ranks] == ["mcn_creator", 0, "0.2"]
    cora = signed_in(world, hands, "cora")
    assert reason(cora.post("member/mcn/add", **form("sam"))) == (2, "role")
    assert net.post("member/stepup", password=PASSWORD)["success"]
    changed = net.post("member/mcn/update", target=added["id"], permission_flag=1)
    assert changed["permission_flag"] == 1
    below = cora.post("member/mcn/add", **form("sam", fee_rate="0.10"))
    assert [below[name] for name in ranks] == ["mcn_creator_sub", 0, "0.1"]
    sam = signed_in(world, hands, "sam")
    assert reason(sam.post("member/mcn/add", **form("tom"))) == (2, "role")

    # 3
    channel = approved(cora, backbeat, platform, "@sam")
    assert cora.post("channel/assign", id=channel["id"], target=below["id"])["success"]
    day = ("@sam", "2025-09-05", gross[:9], 1_000)
    estimated(backbeat, platform, tmp_path / "daily.csv", day)
    confirmed(backbeat, platform, tmp_path, "2025-09", {"@sam": gross})
    business_clock.set(date(2025, 10, 20))
    closed(backbeat, "2025-09")
    exact = [
        Decimal(backbeat("ledger", "show", who, "--json").items[0]["amount"])
        for who in (NETWORK, "cora@example.org", "sam@example.org")
    ]
    assert sum(exact) == Decimal(gross)
    people = (net, cora, sam)
    floored = [str(each.get("withdrawal/summary")["withdrawable"]) for each in people]
    assert tuple(floored) == shares

    # 4
    seen = [september(each) for each in people]
    for told, posted in zip(seen, exact, strict=True):
        # Figures are told before they are floored to micro-dollars.
        assert abs(Decimal(told["revenue"]) - posted) <= Decimal("0.000001")
    assert [each["gross"] and Decimal(each["gross"]) for each in seen] == [
        Decimal(gross),
        Decimal(gross),
        None,
    ]
    assert channel["id"] in [each["id"] for each in net.get("channel/sub/list")["items"]]
    assert reason(sam.get("channel/sub/list")) == (2, "role")

    # 5
    if gross == "1000.00":
        business_clock.set(date(2025, 10, 25))
        by_paypal = sam.get("withdrawal/quote", method="paypal", currency="USD")
        assert (by_paypal["fee"], by_paypal["net"]) == ("33.84", "686.16")
        by_bank = sam.get("withdrawal/quote", method="bank", currency="USD")
        assert (by_bank["fee"], by_bank["net"]) == ("20.00", "700.00")
        assert "bank_minimum" not in str(by_bank["blocked"])

    # 6
    assert cora.get("member/mcn/accounts", target=PLAIN_CREATOR)["code"] == 10001
    foreign = world.things["video", PLAIN_CREATOR]
    assert cora.get("v2/music/video/details", id=foreign)["code"] == 40005
    assert backbeat("ledger", "check").code == 0
