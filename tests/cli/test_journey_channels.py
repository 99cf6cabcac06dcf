"""Journeys 1 (from step 4) and 4: the creator over HTTP, the operator at the command line."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from io import BytesIO
from pathlib import Path

from openpyxl import load_workbook
from pypdf import PdfReader
from tests.cli.conftest import Program
from tests.cli.living import added, creator, platform, put_code, real_adapter
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.world import STRANGER, World

from backbeat_adapters.demo.simulated import Mode, SimulatedPlatform

__all__ = ["creator", "platform", "real_adapter"]

CONFIRMED = (("V1", 200_000, "90.00"), ("V2", 100_000, "36.00"), ("V3", 60_000, "24.00"))


def test_journey_1_from_the_link_to_the_approval(
    creator: Client,
    world: World,
    backbeat: Program,
    platform: SimulatedPlatform,
    clock: FixedClock,
    business_clock: FixedClock,
) -> None:
    # 4
    mina = platform.open_channel("@mina", views=1_250_000)
    without = creator.post("channel/add", link="https://www.youtube.com/@mina")
    assert (without["code"], without["details"]["fields"]) == (4, {"category": "required"})
    channel = added(creator, "@mina")
    assert channel["status"] == "need-approved"
    assert channel["verification"]["code"].startswith("BB-")
    assert added(creator, f"channel/{mina.id}")["code"] == 30003

    # 5
    assert creator.post("channel/verify", id=channel["id"])["outcome"] == "wait"
    clock.move(seconds=180)
    failed = creator.get("channel/verify.status", id=channel["id"])
    assert failed["outcome"] == "failure"
    assert failed["channel"]["verification"]["state"] == "pending_validation"
    put_code(platform, channel)
    assert backbeat("worker", "--once").code == 0
    verified = creator.get("channel/detail", id=channel["id"])
    assert verified["verification"]["state"] == "verified"
    assert (verified["total_views"], verified["status"]) == (1_250_000, "pending")
    assert creator.post("channel/verify", id=channel["id"])["code"] == 30000

    # 6
    business_clock.set(date(2025, 9, 3))
    assert backbeat("channel", "approve", channel["id"]).code == 0
    approved = creator.get("channel/detail", id=channel["id"])
    assert approved["status"] == "approved"
    assert approved["approved_at"] == "2025-09-03T12:00:00Z"
    assert approved["earning_from"] == "2025-09-03"
    told = creator.get("notification/list", type="notice")["items"]
    (news,) = [item for item in told if item["title"] == "Channel approved"]
    assert "@mina" not in news["body"]
    assert "mina" in news["body"]


def test_journey_1_from_the_first_figures_to_the_paid_invoice(
    creator: Client,
    backbeat: Program,
    platform: SimulatedPlatform,
    business_clock: FixedClock,
    tmp_path: Path,
) -> None:
    mina = platform.open_channel("@mina", views=1_250_000)
    channel = added(creator, "@mina")
    put_code(platform, channel)
    assert creator.post("channel/verify", id=channel["id"])["outcome"] == "success"
    business_clock.set(date(2025, 9, 3))
    assert backbeat("channel", "approve", channel["id"]).code == 0

    # 8
    business_clock.set(date(2025, 9, 7))
    days = fake.own_daily(
        tmp_path / "days.csv",
        fake.daily_row("2025-09-02", mina.id, "V0", views=5_000, revenue="2.00"),
        fake.daily_row("2025-09-05", mina.id, "V1", views=20_000, revenue="9.00")
        | {"engaged_views": 15_000, "premium_views": 2_400},
    )
    ingested = backbeat("report", "ingest", str(days))
    assert "2 stored, 1 before start" in ingested.out
    seen = creator.get("v2/music/dashboard", start="2025-09-01", end="2025-09-05")
    assert seen["max_date"] == "2025-09-05"
    summary = seen["summary"]
    assert (summary["views"], summary["engaged_views"]) == (20_000, 15_000)
    assert (summary["revenue"], summary["rpm"], summary["premium_ratio"]) == ("9.00", "0.45", "12")

    # 9
    business_clock.set(date(2025, 10, 12))
    rest = fake.own_daily(
        tmp_path / "rest.csv",
        fake.daily_row("2025-09-09", mina.id, "V1", views=180_000, revenue="81.00"),
        fake.daily_row("2025-09-10", mina.id, "V2", views=100_000, revenue="36.00"),
        fake.daily_row("2025-09-20", mina.id, "V3", views=60_000, revenue="24.00"),
    )
    month = fake.own_monthly(
        tmp_path / "month.csv",
        *(
            {"month": "2025-09", "channel_id": mina.id, "video_id": video, "views": views}
            | {"revenue_usd": dollars}
            for video, views, dollars in CONFIRMED
        ),
    )
    assert backbeat("report", "ingest", str(rest), str(month)).code == 0
    whole = {"start": "2025-09-01", "end": "2025-09-30"}
    total = creator.get("v2/music/dashboard", **whole)["summary"]
    assert (total["views"], total["revenue"]) == (360_000, "150.00")
    assert round(Decimal(total["rpm"]), 2) == Decimal("0.42")
    for (video, views, dollars), rpm in zip(CONFIRMED, ("0.45", "0.36", "0.40"), strict=True):
        actual = creator.get("v2/music/video/details", id=video, want="actual", **whole)
        assert (actual["views"], actual["revenue"], actual["rpm"]) == (views, dollars, rpm)
    assert creator.get("withdrawal/report")["items"] == []

    # 10
    business_clock.set(date(2025, 10, 20))
    assert backbeat("settle", "close", "2025-09", "--yes").code == 0
    (row,) = creator.get("withdrawal/ledger")["items"]
    assert (row["type"], row["amount"], row["month"]) == ("music_profit", "150.00", "2025-09")
    assert creator.get("withdrawal/summary")["balance"] == "150.00"
    assert creator.get("notification/list", type="fixed_profit")["total"] == 1

    # 11
    asked = {"method": "paypal", "currency": "USD", "total": "150.00"}
    business_clock.set(date(2025, 10, 24))
    assert creator.post("withdrawal/request", **asked)["code"] == 40000
    paypal = {"account_name": "Mina Kim", "account_email": "mina@example.org"}
    assert creator.post("withdrawal/info.register", method="paypal", **paypal)["success"]
    early = creator.post("withdrawal/request", **asked)
    assert (early["code"], early["details"]["opens_on"]) == (40001, "2025-10-25")

    # 12
    business_clock.set(date(2025, 10, 25))
    quote = creator.get("withdrawal/quote", method="paypal", currency="USD")
    assert [quote[name] for name in ("total", "fee", "net")] == ["150.00", "7.05", "142.95"]
    assert (quote["bill_on"], quote["due_on"]) == ("2025-10-31", "2025-11-10")
    withdrawal = creator.post("withdrawal/request", **asked)
    assert withdrawal["status"] == "pending"
    newest = creator.get("withdrawal/ledger")["items"][0]
    assert (newest["type"], newest["amount"]) == ("withdrawal", "-150.00")
    assert creator.get("withdrawal/summary")["balance"] == "0.00"
    again = creator.post("withdrawal/request", **asked)
    assert (again["code"], again["details"]["reason"]) == (2, "pending_withdrawal")

    # 13
    business_clock.set(date(2025, 11, 7))
    assert backbeat("withdrawal", "pay", withdrawal["id"], "--yes").code == 0
    listed = creator.get("withdrawal/list")["items"]
    (paid,) = [each for each in listed if each["id"] == withdrawal["id"]]
    assert (paid["status"], paid["paid_on"]) == ("success", "2025-11-07")
    assert creator.get("notification/list", type="withdrawal_done")["total"] == 1
    assert creator.post("notification/read.all")["unread"] == 0

    # 14
    invoice = creator.get("withdrawal/invoice", id=paid["invoice_id"])
    assert (invoice["id"], invoice["issued_on"]) == ("INV-2025-000001", "2025-10-31")
    (line,) = invoice["lines"]
    assert (line["month"], line["amount"]) == ("2025-09", "150.00")
    assert (invoice["fee"], invoice["total"]) == ("7.05", "142.95")
    link = creator.get("withdrawal/invoice.link", id=invoice["id"])["token"]
    assert creator.get("withdrawal/invoice.embedded", t=link) == invoice
    pdf = PdfReader(BytesIO(creator.file("withdrawal/invoice.download", id=invoice["id"])))
    shown = pdf.pages[0].extract_text().replace("\0", "")
    for part in ("INV-2025-000001", "2025/10/31", "2025/09", "150.00", "-7.05", "142.95 USD"):
        assert part in shown
    xlsx = creator.file("withdrawal/invoice.download", id=invoice["id"], format="xlsx")
    cells = {cell.value for row in load_workbook(BytesIO(xlsx)).worksheets[0] for cell in row}
    assert {"INV-2025-000001", "2025/10/31", "2025/09", 150, -7.05, 142.95} <= cells
    assert backbeat("ledger", "check").code == 0


def test_journey_4_hold_review_and_denial(
    creator: Client,
    backbeat: Program,
    platform: SimulatedPlatform,
    business_clock: FixedClock,
) -> None:
    # 1
    statuses = {}
    for handle, views in (("@small", 100_000), ("@large", 100_001)):
        platform.open_channel(handle, views=views)
        channel = added(creator, handle)
        put_code(platform, channel)
        statuses[handle] = creator.post("channel/verify", id=channel["id"])["channel"]
    assert statuses["@small"]["status"] == "denied-pending"
    assert statuses["@large"]["status"] == "pending"
    id_ = statuses["@small"]["id"]
    assert statuses["@small"]["review"] == {
        "can_request": True,
        "last_requested_at": None,
        "has_enough_views": False,
        "enough_views_on": None,
    }
    assert creator.get("site/settings")["channels"]["hold_max_views"] == 100_000

    # 2
    assert creator.post("channel/review", id=id_)["status"] == "pending"
    assert creator.get("site/settings")["channels"]["review_days"] == [1, 2]
    assert creator.post("channel/review", id=id_)["code"] == 30007
    business_clock.move(days=1)
    assert creator.post("channel/review", id=id_)["code"] == 40007

    # 3
    assert backbeat("channel", "hold", id_).code == 0
    assert creator.get("channel/detail", id=id_)["status"] == "denied-pending"
    assert creator.post("channel/review", id=id_)["status"] == "pending"
    assert backbeat("channel", "deny", id_, "--reason", "Copied videos").code == 0
    denied = creator.get("channel/detail", id=id_)
    assert (denied["status"], denied["deny_reason"]) == ("denied", "Copied videos")
    business_clock.move(days=1)
    assert creator.post("channel/review", id=id_)["code"] == 30006

    # 4
    assert backbeat("channel", "reopen", id_).code == 0
    assert creator.get("channel/detail", id=id_)["status"] == "pending"
    assert backbeat("channel", "approve", id_).code == 0
    approved = creator.get("channel/detail", id=id_)
    assert (approved["status"], approved["earning_from"]) == ("approved", "2025-09-03")
    assert creator.post("channel/review", id=id_)["code"] == 30006


def test_journey_4_what_cannot_be_registered(
    creator: Client, world: World, backbeat: Program, platform: SimulatedPlatform
) -> None:
    # 5
    for handle in ("@blocked", "@reserved", "@unread"):
        platform.open_channel(handle)
    assert backbeat("channel", "block", "@blocked", "--reason", "stolen").code == 0
    assert added(creator, "@blocked")["code"] == 30004
    assert backbeat("channel", "preregister", "@reserved", f"{STRANGER}@example.org").code == 0
    assert added(creator, "@reserved")["code"] == 30005
    assert added(Client(world, STRANGER), "@reserved")["success"]
    before = creator.get("channel/list")["total"]
    platform.behave(Mode.DOWN)
    assert added(creator, "@unread")["code"] == 30002
    assert creator.get("channel/list")["total"] == before
    platform.behave(Mode.NORMAL)
    video = added(creator, "watch?v=abcdefghijA")
    assert (video["code"], video["details"]["reason"]) == (30001, "video_link")
