"""Journeys 11 and 12: the creator over HTTP, the operator at the command line, on both databases."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Program
from tests.cli.living import (
    added,
    approved,
    balance,
    closed,
    confirmed,
    creator,
    platform,
    put_code,
    real_adapter,
)
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.world import MAIN, MEMBER, PASSWORD, World

from backbeat_adapters.demo.simulated import SimulatedPlatform

__all__ = ["creator", "platform", "real_adapter"]

EMAIL = f"{MAIN}@example.org"
PAYPAL = {"method": "paypal", "account_name": "Rio Kim", "account_email": "rio@example.org"}
ASK = {"method": "paypal", "currency": "USD"}


@pytest.fixture
def rio(creator: Client, business_clock: FixedClock) -> Client:
    """Somebody who says where to be paid, before the first withdrawal."""
    assert creator.post("withdrawal/info.register", **PAYPAL)["success"]
    return creator


def listed(rio: Client, withdrawal: Any) -> Any:
    items = rio.get("withdrawal/list")["items"]
    return next(each for each in items if each["id"] == withdrawal["id"])


def asked(rio: Client, total: str) -> Any:
    return rio.post("withdrawal/request", **ASK, total=total)


def test_journey_11_rejections(
    rio: Client,
    backbeat: Program,
    platform: SimulatedPlatform,
    business_clock: FixedClock,
    tmp_path: Path,
) -> None:
    approved(rio, backbeat, platform, "@rio")
    confirmed(backbeat, platform, tmp_path, "2025-09", {"@rio": "60.00"})
    business_clock.set(date(2025, 10, 20))
    closed(backbeat, "2025-09")

    # 1
    business_clock.set(date(2025, 10, 25))
    first = asked(rio, "60.00")
    assert (first["fee"], first["net"], balance(rio)) == ("2.82", "57.18", "0.00")
    rejected = backbeat(
        "withdrawal", "reject", first["id"], "--recover", "--reason", "Wrong name", "--yes"
    )
    assert rejected.code == 0
    answered = listed(rio, first)
    assert (answered["status"], answered["reason"]) == ("rejected", "Wrong name")
    newest = rio.get("withdrawal/ledger")["items"][0]
    assert (newest["type"], newest["amount"], balance(rio)) == ("recovery", "60.00", "60.00")
    assert rio.get("notification/list", type="withdrawal_done")["total"] == 1

    # 2
    second = asked(rio, "60.00")
    forfeited = backbeat(
        "withdrawal", "reject", second["id"], "--no-recover", "--reason", "Fraud", "--yes"
    )
    assert forfeited.code == 0
    assert listed(rio, second)["status"] == "rejected_without_recovery"
    assert balance(rio) == "0.00"

    # 3
    rows = rio.get("withdrawal/ledger")["total"]
    for withdrawal in (first, second):
        for act in (("pay",), ("reject", "--recover", "--reason", "x")):
            again = backbeat("withdrawal", act[0], withdrawal["id"], *act[1:], "--yes")
            assert (again.code, "already" in again.err) == (1, True), again
    assert rio.get("withdrawal/ledger")["total"] == rows
    assert backbeat("ledger", "check").code == 0


def test_journey_11_a_used_lot_comes_back_with_a_month_to_use_it(
    rio: Client, backbeat: Program, platform: SimulatedPlatform, business_clock: FixedClock
) -> None:
    # 4
    approved(rio, backbeat, platform, "@rio")
    business_clock.set(date(2025, 4, 30))
    assert backbeat("points", "grant", EMAIL, "25000", "--reason", "prize", "--yes").code == 0
    [lot] = backbeat("points", "list", "--json").items
    assert lot["expires_on"] == "2025-10-30"

    business_clock.set(date(2025, 10, 25))
    withdrawal = asked(rio, "25.00")
    assert backbeat("points", "list", "--json").items == []
    rejected = backbeat(
        "withdrawal", "reject", withdrawal["id"], "--recover", "--reason", "x", "--yes"
    )
    assert rejected.code == 0

    [lot] = backbeat("points", "list", "--json").items
    assert (lot["points"], lot["expires_on"]) == (25_000, "2025-11-24")
    assert backbeat("ledger", "check").code == 0


def test_journey_12_deletion_and_return(
    rio: Client,
    world: World,
    backbeat: Program,
    platform: SimulatedPlatform,
    clock: FixedClock,
    business_clock: FixedClock,
    tmp_path: Path,
) -> None:
    a = approved(rio, backbeat, platform, "@rio.a")
    b = approved(rio, backbeat, platform, "@rio.b")
    confirmed(backbeat, platform, tmp_path, "2025-09", {"@rio.a": "8.00", "@rio.b": "30.00"})
    business_clock.set(date(2025, 10, 20))
    closed(backbeat, "2025-09")
    assert balance(rio) == "38.00"

    # 1
    price = rio.get("channel/delete.preview", id=a["id"])
    assert (price["balance"], price["small"], price["currency"]) == ("8.00", True, "USD")
    unticked = rio.post("channel/delete", id=a["id"], password=PASSWORD, confirm=False)
    assert (unticked["code"], "confirm" in unticked["details"]["fields"]) == (4, True)
    unsaid = rio.post("channel/delete", id=a["id"], confirm=True)
    assert (unsaid["code"], "password" in unsaid["details"]["fields"]) == (4, True)
    wrong = rio.post("channel/delete", id=a["id"], password="not this one", confirm=True)
    assert wrong["code"] == 10019
    gone = rio.post("channel/delete", id=a["id"], password=PASSWORD, confirm=True)
    assert gone["forfeited"] == "8.00"
    newest = rio.get("withdrawal/ledger")["items"][0]
    assert (newest["type"], newest["amount"], balance(rio)) == ("expire", "-8.00", "30.00")

    # 2
    business_clock.set(date(2025, 10, 26))
    price = rio.get("channel/delete.preview", id=b["id"])
    assert (price["balance"], price["small"], price["window_open"]) == ("30.00", False, True)
    withdrawal = asked(rio, "30.00")
    assert (withdrawal["fee"], withdrawal["net"]) == ("1.41", "28.59")
    gone = rio.post("channel/delete", id=b["id"], password=PASSWORD, confirm=True)
    assert gone["forfeited"] == "0.00"
    assert listed(rio, withdrawal)["status"] == "pending"

    # 3
    business_clock.set(date(2025, 11, 5))
    again = added(rio, "@rio.a")
    assert again["id"] != a["id"]
    put_code(platform, again)
    assert rio.post("channel/verify", id=again["id"])["outcome"] == "success"
    business_clock.set(date(2025, 11, 8))
    assert backbeat("channel", "approve", again["id"]).code == 0
    business_clock.set(date(2025, 11, 10))
    assert backbeat("withdrawal", "pay", withdrawal["id"], "--yes").code == 0
    paid = listed(rio, withdrawal)
    assert (paid["status"], paid["net"]) == ("success", "28.59")
    found = platform.channel_of_handle("@rio.a")
    assert found is not None
    days = [
        fake.daily_row(f"2025-11-{day:02}", found.id, "V-a", revenue="3.00") for day in range(1, 31)
    ]
    estimates = backbeat("report", "ingest", str(fake.own_daily(tmp_path / "days.csv", *days)))
    assert "30 stored, 7 before start" in estimates.out
    confirmed(backbeat, platform, tmp_path, "2025-11", {"@rio.a": "90.00"})
    business_clock.set(date(2025, 12, 20))
    preview = backbeat("settle", "preview", "2025-11", "--json").json
    closed(backbeat, "2025-11")
    assert balance(rio) == "69.00"
    assert (preview["shared"], preview["kept"]) == ("69.00", "21.00")
    [kept] = preview["kept_days"]
    assert (kept["first"], kept["last"], kept["usd"][:5]) == ("2025-11-01", "2025-11-07", "21.00")
    assert backbeat("ledger", "check").code == 0


def test_journey_12_an_assigned_channel_is_taken_back_first(
    rio: Client, world: World, backbeat: Program, platform: SimulatedPlatform
) -> None:
    # 4
    channel = approved(rio, backbeat, platform, "@rio")
    given = rio.post("channel/assign", id=channel["id"], target=MEMBER)
    assert given["success"], given

    refused = rio.post("channel/delete", id=channel["id"], password=PASSWORD, confirm=True)

    assert (refused["code"], refused["details"]["reason"]) == (2, "channel_assigned")
