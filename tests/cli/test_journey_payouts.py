"""Journeys 2 and 8 (step 6): the creator over HTTP, operators at the command line, a bank between.

What a browser shows of journey 2 is in `tests/browser/test_journey_2.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.cli.conftest import Program
from tests.cli.living import added, creator, platform, put_code, real_adapter
from tests.cli.test_withdrawals import ask
from tests.fakes import report_files as fake
from tests.fakes.bank import Bank, Transfer
from tests.fakes.payouts import OWN_ACCOUNT
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import BANK_FORM, IN_THE_WINDOW
from tests.http.calling import Client
from tests.http.world import MAIN, NETWORK, STRANGER, World

from backbeat.audit.ports import AuditFilter
from backbeat.kernel.pages import PageRequest
from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat_adapters.demo.simulated import SimulatedPlatform

__all__ = ["creator", "platform", "real_adapter"]

IBAN = "DE89 3704 0044 0532 0130 00"
FORM = {
    "method": "bank",
    "holder": "Hao Wang",
    "bank_name": "Example Bank",
    "bank_address": "1 Example Street, Berlin",
    "swift": "DEUTDEFF",
    "account_number": IBAN,
    "account_number_confirm": IBAN,
    "postal_code": "10115",
}
IN_YUAN = {"method": "bank", "currency": "CNY"}


@pytest.fixture
def settings() -> Settings:
    """With the operator's own account, from which pain.001 files pay."""
    return Settings(limits=Limits(profile=LimitsProfile.WIDE), payout=OWN_ACCOUNT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where files are written."""
    made = tmp_path / "payouts"
    made.mkdir()
    return made


def typed(number: str, **changes: str) -> dict[str, str]:
    """The bank form with that account number, given twice."""
    return {**FORM, "account_number": number, "account_number_confirm": number, **changes}


def parts(answer: Mapping[str, Any], *names: str) -> list[Any]:
    return [answer[name] for name in names]


def test_journey_2_a_bank_transfer_paid_in_yuan(
    creator: Client,
    backbeat: Program,
    platform: SimulatedPlatform,
    business_clock: FixedClock,
    tmp_path: Path,
    folder: Path,
) -> None:
    hao = platform.open_channel("@hao", views=1_250_000)
    channel = added(creator, "@hao")
    put_code(platform, channel)
    assert creator.post("channel/verify", id=channel["id"])["outcome"] == "success"
    assert backbeat("channel", "approve", channel["id"]).code == 0

    # 1
    business_clock.set(date(2025, 11, 20))
    days = fake.own_daily(
        tmp_path / "days.csv",
        fake.daily_row("2025-10-05", hao.id, "V1", views=90_000, revenue="340.00"),
    )
    month = fake.own_monthly(
        tmp_path / "month.csv",
        {"month": "2025-10", "channel_id": hao.id, "video_id": "V1", "views": 90_000}
        | {"revenue_usd": "350.00"},
    )
    assert backbeat("report", "ingest", str(days), str(month)).code == 0
    assert backbeat("settle", "close", "2025-10", "--yes").code == 0
    summary = creator.get("withdrawal/summary")
    assert summary["balance"] == "350.00"
    assert parts(summary["last_settled"], "month", "revenue") == ["2025-10", "350.00"]

    # 2
    differs = creator.post("withdrawal/info.register", **{**FORM, "account_number_confirm": "1"})
    assert (differs["code"], differs["details"]["fields"]) == (
        4,
        {"account_number_confirm": "mismatch"},
    )
    for form, code in (
        (typed(IBAN, swift="DEUTDEFF5"), 40017),
        (typed("123456789"), 40015),
        (typed("1234567890123"), 40015),
        (typed("DE88370400440532013000"), 40015),
        (typed(IBAN, holder="Hao123"), 40014),
    ):
        assert creator.post("withdrawal/info.register", **form)["code"] == code
    registered = creator.post("withdrawal/info.register", **FORM)
    assert registered["account_number_masked"].endswith("3000")
    assert "370400" not in str(registered)

    # 3
    business_clock.set(datetime(2025, 11, 25, 9, tzinfo=UTC))
    assert backbeat("fx", "set", "CNY", "7.1234").code == 0
    quote = creator.get("withdrawal/quote", **IN_YUAN)
    assert parts(quote, "total_usd", "net_usd") == ["350.00", "330.00"]
    assert parts(quote, "total", "fee", "net") == ["2493.19", "142.47", "2350.72"]

    # 4
    asked = creator.post("withdrawal/request", **IN_YUAN, total="2493.19")
    assert parts(asked, "status", "fx_rate", "due_on") == ["pending", "7.1234", "2025-12-10"]
    business_clock.set(datetime(2025, 11, 26, 9, tzinfo=UTC))
    assert backbeat("fx", "set", "CNY", "7.2000").code == 0

    # 5
    in_yuan = evolve(creator, currency="CNY")
    [listed] = listed_of(in_yuan, asked["id"])
    assert parts(listed, "net", "currency") == ["2350.72", "CNY"]
    invoice = in_yuan.get("withdrawal/invoice", id=listed["invoice_id"])
    assert parts(invoice, "fee", "total", "currency") == ["142.47", "2350.72", "CNY"]
    assert [line["amount"] for line in invoice["lines"]] == ["2493.19"]

    # 6
    other = {"account_name": "Hao Wang", "account_email": "hao@example.org"}
    assert creator.post("withdrawal/info.update", method="paypal", **other)["success"]
    [kept] = listed_of(creator, asked["id"])
    assert parts(kept, "method", "held_until") == ["bank", None]

    # and it is paid: at the rate of the request, to where it was asked for
    business_clock.set(datetime(2025, 12, 9, 9, tzinfo=UTC))
    exported = backbeat("payout", "export", "--method", "pain001", "--into", str(folder), "--json")
    [batch] = exported.items
    assert parts(batch, "currency", "payouts", "total") == ["CNY", 1, "2350.72"]
    bank = Bank(date(2025, 12, 10))
    bank.take_pain001((folder / batch["files"][0]).read_bytes())
    assert backbeat("payout", "sent", "1").code == 0
    business_clock.set(datetime(2025, 12, 10, 9, tzinfo=UTC))
    answer = bank.answer(tmp_path / "answer.csv")
    assert backbeat("payout", "import-result", str(answer)).code == 0
    [paid] = listed_of(creator, asked["id"])
    assert parts(paid, "status", "paid_on") == ["success", "2025-12-10"]
    assert bank.received("DE89370400440532013000") == Decimal("2350.72")
    assert creator.get("notification/list", type="withdrawal_done")["total"] == 1
    assert backbeat("ledger", "check").code == 0


def test_journey_8_paying_all_that_is_due(
    backbeat: Program,
    world: World,
    business_clock: FixedClock,
    tmp_path: Path,
    folder: Path,
) -> None:
    # 6
    business_clock.set(IN_THE_WINDOW)
    asked = [ask(world, MAIN, "150.00"), ask(world, STRANGER, "50.00")]
    by_bank = ask(world, NETWORK, "350.00", BANK_FORM)
    business_clock.set(date(2025, 11, 7))
    queue = backbeat("withdrawal", "list", "--status", "pending", "--json").items
    assert {row["id"] for row in queue} == {each.id for each in (*asked, by_bank)}

    def fate(transfer: Transfer) -> tuple[str, str]:
        closed = transfer.name == asked[1].id
        return ("returned", "account closed") if closed else ("paid", "")

    paypal, bank = Bank(date(2025, 11, 7), fate), Bank(date(2025, 11, 7))
    due = ("--due-by", "2025-11-10", "--into", str(folder))
    assert backbeat("payout", "export", "--method", "paypal", *due).code == 0
    assert backbeat("payout", "export", "--method", "bank", *due).code == 0
    paypal.take_paypal((folder / "payout-000001-paypal-usd-1.csv").read_bytes())
    bank.take_sheet((folder / "payout-000002-bank-usd-1.csv").read_bytes())
    for number in ("1", "2"):
        assert backbeat("payout", "sent", number).code == 0
    for name, each in (("paypal", paypal), ("bank", bank)):
        file = str(each.answer(tmp_path / f"{name}.csv"))
        assert backbeat("payout", "import-result", file, operator="bob").code == 0

    statuses = {row["id"]: row["status"] for row in backbeat("withdrawal", "list", "--json").items}
    assert parts(statuses, asked[0].id, asked[1].id, by_bank.id) == [
        "success",
        "pending",
        "success",
    ]
    # What came back is paid by hand, with everything else that is due.
    left = backbeat("withdrawal", "pay", "--due-by", "2025-11-10", "--yes", "--json")
    assert [row["id"] for row in left.items] == [asked[1].id]
    with world.container.transactions().look() as books:
        acts = {
            action: [
                (row.entry.actor.id, row.entry.target)
                for row in books.audit.page(AuditFilter(action=action), PageRequest()).items
            ]
            for action in ("payout.exported", "payout.sent", "payout.returned", "withdrawal.paid")
        }
    assert set(acts["payout.exported"]) == {("ann", "batch:1"), ("ann", "batch:2")}
    assert len(acts["payout.sent"]) == 3
    assert acts["payout.returned"] == [("bob", f"withdrawal:{asked[1].id}")]
    assert sorted(acts["withdrawal.paid"]) == sorted(
        [
            ("ann", f"withdrawal:{asked[1].id}"),
            ("bob", f"withdrawal:{asked[0].id}"),
            ("bob", f"withdrawal:{by_bank.id}"),
        ]
    )
    assert backbeat("ledger", "check").code == 0


def listed_of(creator: Client, withdrawal: str) -> list[Any]:
    """The withdrawal as the creator's list has it."""
    return [each for each in creator.get("withdrawal/list")["items"] if each["id"] == withdrawal]
