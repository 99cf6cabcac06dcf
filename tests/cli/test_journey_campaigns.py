"""Journey 16: creators over HTTP, the operator at the command line, on both databases.

The figures are worked out by hand in `tests/core/campaigns/test_journey_16.py`. Here their accounts
are made, their channels approved, and every file is read as in life; kai is his studio's member.
"""

from __future__ import annotations

from datetime import date
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from tests.cli.campaigning import CLIPS, LETTER, SONG, Label
from tests.cli.conftest import Program
from tests.cli.living import (
    approved,
    balance,
    closed,
    creator,
    form,
    hands,
    platform,
    real_adapter,
    signed_in,
)
from tests.fakes import report_files as fake
from tests.fakes.campaigns import clip
from tests.http.calling import Client
from tests.http.portal import Portal
from tests.http.world import World

from backbeat_adapters.demo.simulated import SimulatedPlatform

__all__ = ["creator", "hands", "platform", "real_adapter"]


@pytest.fixture
def label(backbeat: Program, platform: SimulatedPlatform, hands: Portal, tmp_path: Path) -> Label:
    return Label(backbeat, platform, hands, tmp_path)


def test_journey_16_from_the_opening_of_a_campaign_to_the_reversal_of_a_bonus(
    creator: Client, world: World, label: Label, tmp_path: Path
) -> None:
    backbeat, hands, studio = label.backbeat, label.hands, creator
    clock = hands.business
    assert studio.post("member/mcn/add", **form("kai"))["fee_rate"] == "0.05"
    for name in ("mina", "fern"):
        world.tokens[name] = hands.token_of(name)  # type: ignore[index]
    mina, kai, fern = Client(world, "mina"), signed_in(world, hands, "kai"), Client(world, "fern")
    people = {"@mina": mina, "@kai": kai, "@fern": fern}
    channels = {
        handle: approved(client, backbeat, label.platform, handle)["id"]
        for handle, client in people.items()
    }
    catalogue = tmp_path / "catalogue.csv"
    catalogue.write_text(f"ISRC,Title,Artist\n{SONG},Letter,Minji Lee\n")
    assert backbeat("track", "import", str(catalogue)).code == 0

    # 1 October: laid down, seen by nobody; opened, seen by everybody
    clock.set(date(2025, 10, 1))
    words = tmp_path / "First line.pdf"
    words.write_bytes(LETTER)
    made = backbeat(
        "campaign", "create", "Summer letter", "--track", SONG, "--rate", "2.00",
        "--budget", "500.00", "--until", "2025-12-31", "--file", str(words), "--json",
    ).json  # fmt: skip
    assert (made["state"], made["goal"]) == ("draft", 250_000)
    campaign = made["id"]
    assert mina.get("campaign/list")["items"] == []
    assert mina.get("campaign/detail", id=campaign)["details"]["reason"] == "not_found"
    assert backbeat("campaign", "open", campaign).code == 0
    [seen] = mina.get("campaign/list")["items"]
    assert (seen["id"], seen["state"], seen["track"]["name"]) == (campaign, "open", "Letter")

    # 2 and 3 October: joined, files after a minute, shorts by their links
    clock.set(date(2025, 10, 2))
    assert mina.get("campaign/resource", id=campaign)["code"] == 60008
    early = label.is_uploaded("@mina", clip(9))
    assert mina.post("campaign/participate", id=campaign, url=early)["code"] == 60005
    clock.move(seconds=1)
    mina.post("campaign/apply", id=campaign, channel=channels["@mina"])
    assert mina.post("campaign/participate", id=campaign, url=early)["code"] == 60007
    clock.move(seconds=59)
    waiting = mina.get("campaign/resource", id=campaign)
    assert (waiting["code"], waiting["details"]) == (60009, {"seconds": 1})
    clock.move(seconds=1)
    [file] = mina.get("campaign/resource", id=campaign)["items"]
    path = file["url"].removeprefix("/api/")
    assert (file["name"], mina.file(path)) == ("First line.pdf", LETTER)
    for handle, client in people.items():
        if handle != "@mina":
            clock.set(date(2025, 10, 3))
            client.post("campaign/apply", id=campaign, channel=channels[handle])
        address = label.is_uploaded(handle, CLIPS[handle])
        joined = client.post("campaign/participate", id=campaign, url=address)
        assert [each["state"] for each in joined["entries"]] == ["checking"]

    # files of views; claims say which track it is
    label.reports(date(2025, 10, 2), mina=1_000, kai=5_000)
    label.reports(date(2025, 10, 4), mina=59_000, kai=30_000, fern=20_000)
    assert {row["state"] for row in label.entries(campaign).values()} == {"checking"}
    clock.set(date(2025, 10, 5))
    label.claims(dict.fromkeys(CLIPS, "0.00"))
    label.reports(date(2025, 10, 5), mina=40_000, kai=50_000, fern=10_000)
    told = label.entries(campaign)
    assert {row["state"] for row in told.values()} == {"accepted"}
    assert [told[clip(n)]["views"] for n in (1, 2, 3)] == [100_000, 80_000, 30_000]
    assert [told[clip(n)]["channel_name"] for n in (1, 2, 3)] == ["mina", "kai", "fern"]
    assert mina.get("campaign/detail", id=campaign)["views"] == 210_000

    # 6 October: fern is refused and told
    clock.set(date(2025, 10, 6))
    why = ("--reason", "another song lies under it", "--yes")
    assert backbeat("campaign", "refuse", campaign, clip(3), *why).code == 0
    [hers] = fern.get("campaign/detail", id=campaign)["entries"]
    assert (hers["state"], hers["views"], hers["refused_reason"]) == ("refused", 0, why[1])
    [notice] = [
        each
        for each in fern.get("notification/list")["items"]
        if each["link"] == f"/events/{campaign}"
    ]
    assert "“A letter by @fern”" in notice["body"]
    assert "“Summer letter”. Reason: another song lies under it" in notice["body"]

    # the day that passes the goal is divided, later ones count nothing
    label.reports(date(2025, 10, 6), mina=50_000, kai=70_001, fern=5_000)
    label.reports(date(2025, 10, 7), mina=10_000, kai=10_000)
    shown = fern.get("campaign/detail", id=campaign)
    assert (shown["state"], shown["closed_for"], shown["views"]) == ("closed", "goal", 250_000)
    clock.set(date(2025, 10, 8))
    late = label.is_uploaded("@fern", clip(4))
    assert fern.post("campaign/participate", id=campaign, url=late)["code"] == 60011
    label.reports(date(2025, 10, 8), mina=10_000)
    told = label.entries(campaign)
    assert [told[clip(n)]["views"] for n in (1, 2, 3)] == [129_166, 120_834, 0]
    [his] = kai.get("campaign/detail", id=campaign)["entries"]
    assert (his["views"], his["bonus"], his["posted"]) == (80_000 + 40_834, "241.668", "0.00")
    assert balance(kai) == "0.00"

    # 20 November: October is closed, the worker posts the bonuses
    label.claims({"@mina": "10.00", "@kai": "20.00", "@fern": "0.00"})
    clock.set(date(2025, 11, 20))
    preview = backbeat("settle", "preview", "2025-10", "--json").json
    due = {"campaign": campaign, "title": "Summer letter", "bonus": "500.00"}
    assert (preview["campaigns"], preview["campaign_bonuses"]) == ([due], "500.00")
    assert (balance(mina), balance(kai)) == ("0.00", "0.00")
    closed(backbeat, "2025-10")
    label.hour_passes()
    preview = backbeat("settle", "preview", "2025-10", "--json").json
    assert (preview["campaigns"], preview["campaign_bonuses"]) == ([], "0.00")
    assert (balance(mina), balance(kai), balance(studio)) == ("268.332", "260.668", "1.00")
    assert balance(fern) == "0.00"
    bonus = has_the_bonus(mina, "258.332", 258_332)
    reversible = has_the_bonus(kai, "241.668", 241_668)
    assert fern.get("withdrawal/ledger")["items"] == []
    explained = backbeat("settle", "explain", bonus, "--json").json
    assert (explained["by"], explained["cause"]) == ("campaigns.pay", "grant")
    [month] = kai.get("withdrawal/report")["items"]
    assert [(line["type"], line["amount"]) for line in month["types"]] == [
        ("cpv_bonus", "241.668"),
        ("music_profit", "19.00"),
    ]
    shown = backbeat("campaign", "show", campaign, "--json").json
    assert (shown["state"], shown["views"]) == ("goal", 250_000)
    assert (shown["paid"], shown["reversed"]) == ("500.00", "0.00")

    # the operator reverses kai's bonus, once
    why = ("--reason", "views were bought", "--yes")
    assert backbeat("ledger", "reverse", reversible, *why).code == 0
    assert (balance(mina), balance(kai), balance(studio)) == ("268.332", "19.00", "1.00")
    again = backbeat("ledger", "reverse", reversible, *why)
    assert (again.code, "already_reversed" in again.err) == (1, True)
    [month] = kai.get("withdrawal/report")["items"]
    assert month["total"] == "19.00"
    notice = kai.get("notification/list")["items"][0]
    assert notice["title"] == "Points taken back"
    assert notice["body"].startswith("241,668 points were taken back. For: Summer letter:")
    assert notice["body"].endswith("Reason: views were bought")
    [his] = kai.get("campaign/detail", id=campaign)["entries"]
    assert (his["bonus"], his["posted"], his["reversed"]) == ("0.00", "0.00", "241.668")
    [hers] = mina.get("campaign/detail", id=campaign)["entries"]
    assert (hers["bonus"], hers["posted"], hers["reversed"]) == ("258.332", "258.332", "0.00")
    entry = label.entries(campaign)[clip(2)]
    assert (entry["bonus"], entry["paid"], entry["reversed"]) == ("0.00", "0.00", "241.668")
    sheet = tmp_path / "report.xlsx"
    shown = backbeat("campaign", "show", campaign, "--xlsx", str(sheet), "--json").json
    assert (shown["paid"], shown["reversed"]) == ("258.332", "241.668")
    written = load_workbook(BytesIO(sheet.read_bytes())).worksheets[0]
    facts = {row[0]: row[1] for row in written.iter_rows(values_only=True)}
    assert facts["Paid so far"] == "258.332 USD"
    assert facts["Taken back"] == "241.668 USD"
    bonuses = {row[1]: row[5] for row in written.iter_rows(values_only=True) if len(row) > 5}
    assert (str(bonuses["A letter by @kai"]), str(bonuses["Total"])) == ("0", "258.332")
    summary = kai.get("withdrawal/summary")
    assert (summary["points"], summary["expiring"]) == (0, [])

    # November's close posts no bonus
    november = {"month": "2025-11", "channel_id": label.id_of("@mina"), "video_id": clip(1)}
    own = fake.own_monthly(tmp_path / "november.csv", november | {"views": 9, "revenue_usd": "1"})
    label.takes(own)
    clock.set(date(2025, 12, 20))
    closed(backbeat, "2025-11")
    label.hour_passes()
    assert (balance(mina), balance(kai), balance(studio)) == ("269.332", "19.00", "1.00")
    assert mina.get("withdrawal/ledger", type="cpv_bonus")["total"] == 1
    assert backbeat("ledger", "check").code == 0


def has_the_bonus(client: Client, dollars: str, points: int) -> str:
    """Somebody was paid one bonus for October, and sees it wherever reward points are shown; its
    row's id."""
    [row] = client.get("withdrawal/ledger", type="cpv_bonus")["items"]
    assert (row["amount"], row["points"]) == (dollars, points)
    assert (row["month"], row["date"], row["expires_on"]) == ("2025-10", "2025-11-20", "2026-05-20")
    summary = client.get("withdrawal/summary")
    assert (summary["points"], summary["expiring"]) == (
        points,
        [{"on": "2026-05-20", "points": points}],
    )
    detail = client.get("withdrawal/detail", type="cpv_bonus", date="2025-10")
    assert (detail["total"], [each["id"] for each in detail["rows"]]) == (dollars, [row["id"]])
    told = client.get("notification/list")["items"][0]
    assert f"{points:,} points from the campaign “Summer letter”." in told["body"]
    assert told["link"].endswith(f"#{row['id']}")
    return str(row["id"])
