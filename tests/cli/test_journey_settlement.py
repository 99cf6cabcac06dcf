"""Journeys 3 and 8: the creator over HTTP, the operator at the command line, on both databases."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from attrs import evolve, frozen
from tests.cli.conftest import Program
from tests.cli.installed import run_in
from tests.cli.living import (
    approved,
    balance,
    closed,
    confirmed,
    creator,
    platform,
    real_adapter,
)
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel
from tests.fakes.standins import FixedClock
from tests.http.calling import Client
from tests.http.world import CREATOR, MAIN, MEMBER, NETWORK, STRANGER, SUB, World

from backbeat.accounts.invitations import Invitation
from backbeat.accounts.model import FeeRate
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Verification
from backbeat.kernel.ids import AccountId
from backbeat_adapters.demo.simulated import SimulatedPlatform

__all__ = ["creator", "platform", "real_adapter"]

EMAIL = f"{MAIN}@example.org"
PAYPAL = {"method": "paypal", "account_name": "Mina Kim", "account_email": "mina@example.org"}
LONG_AGO = date(2025, 1, 1)


def quote(client: Client, method: str = "paypal") -> Any:
    return client.get("withdrawal/quote", method=method, currency="USD")


def blocked(client: Client, method: str = "paypal") -> list[tuple[int, str]]:
    return [(each["code"], each["reason"]) for each in quote(client, method)["blocked"]]


def ask(client: Client, total: str) -> Any:
    return client.post("withdrawal/request", method="paypal", currency="USD", total=total)


def at(clock: FixedClock, text: str) -> None:
    clock.set(datetime.fromisoformat(text).replace(tzinfo=clock.zone).astimezone(UTC))


@frozen
class Life:
    """One creator with an approved channel, the operator, and time that passes."""

    client: Client
    backbeat: Program
    platform: SimulatedPlatform
    clock: FixedClock
    folder: Path

    def earns(self, month: str, amount: str, closed_on: date) -> None:
        """The month's report comes in and the month is closed."""
        confirmed(self.backbeat, self.platform, self.folder, month, {"@mina": amount})
        self.clock.set(closed_on)
        closed(self.backbeat, month)

    def posted(self, type_: str, amount: str) -> None:
        """The operator posts an amount by hand."""
        done = self.backbeat(
            "ledger", "post", EMAIL, type_, "--reason", "agreed", "--yes", "--", amount
        )
        assert done.code == 0, done.err

    def paid(self) -> None:
        """The operator pays whatever waits."""
        done = self.backbeat("withdrawal", "pay", "--due-by", "2099-12-31", "--yes")
        assert done.code == 0, done.err


@pytest.fixture
def mina(
    creator: Client,
    backbeat: Program,
    platform: SimulatedPlatform,
    business_clock: FixedClock,
    tmp_path: Path,
) -> Life:
    assert creator.post("withdrawal/info.register", **PAYPAL)["success"]
    approved(creator, backbeat, platform, "@mina")
    return Life(creator, backbeat, platform, business_clock, tmp_path)


def test_journey_3_a_balance_rolls_over_until_it_is_enough(mina: Life) -> None:
    # 1
    mina.earns("2025-09", "20.00", date(2025, 10, 20))
    mina.clock.set(date(2025, 10, 25))
    assert blocked(mina.client) == [(40002, "minimum")]
    refused = ask(mina.client, "20.00")
    assert (refused["code"], refused["details"]["reason"]) == (40002, "minimum")
    mina.clock.set(date(2025, 11, 25))
    assert balance(mina.client) == "20.00"

    # 2
    granted = mina.backbeat("points", "grant", EMAIL, "10", "--reason", "thanks", "--yes")
    assert granted.code == 0
    assert balance(mina.client) == "20.01"
    offer = quote(mina.client)
    assert (offer["fee"], offer["net"], offer["allowed"]) == ("0.94", "19.07", True)
    assert blocked(mina.client, "bank") == [(40002, "bank_minimum")]

    # 3
    mina.earns("2025-11", "99.99", date(2025, 12, 20))
    mina.clock.set(date(2025, 12, 25))
    assert blocked(mina.client, "bank") == [(40002, "bank_minimum")]
    confirmed(mina.backbeat, mina.platform, mina.folder, "2025-11", {"@mina": "100.00"})
    assert mina.backbeat("settle", "adjust", "2025-11", "--yes").code == 0
    assert blocked(mina.client, "bank") == []
    assert ask(mina.client, "120.01")["status"] == "pending"
    mina.paid()

    mina.earns("2025-12", "60.00", date(2026, 1, 20))
    mina.earns("2026-01", "60.00", date(2026, 2, 20))
    mina.clock.set(date(2026, 2, 24))
    changed = mina.backbeat(
        "policy", "set", "withdrawal.bank_minimum_basis", "requested_amount",
        "--from", "2026-02-26", "--reason", "agreed",
    )  # fmt: skip
    assert changed.code == 0, changed.err
    mina.clock.set(date(2026, 2, 25))
    assert blocked(mina.client, "bank") == [(40002, "bank_minimum")]
    mina.clock.set(date(2026, 2, 26))
    assert (balance(mina.client), blocked(mina.client, "bank")) == ("120.00", [])
    assert mina.backbeat("ledger", "check").code == 0


def test_journey_3_fees_are_rounded_half_up_and_what_is_below_a_cent_stays(mina: Life) -> None:
    # 4
    mina.clock.set(date(2025, 10, 25))
    mina.posted("portal_profit", "35.00")
    offer = quote(mina.client)
    assert (offer["total"], offer["fee"], offer["net"]) == ("35.00", "1.65", "33.35")
    mina.posted("portal_profit", "88.45")
    offer = quote(mina.client)
    assert (offer["total"], offer["fee"], offer["net"]) == ("123.45", "5.80", "117.65")
    mina.posted("prepaid", "-66.261112")
    assert balance(mina.client) == "57.188888"
    assert quote(mina.client)["total"] == "57.18"
    assert ask(mina.client, "57.18")["status"] == "pending"
    assert balance(mina.client) == "0.008888"
    assert mina.backbeat("ledger", "check").code == 0


@pytest.mark.parametrize(
    ("moment", "is_open"),
    [
        ("2025-11-24 23:59:59", False),
        ("2025-11-25 00:00:00", True),
        ("2025-11-30 23:59:59", True),
        ("2025-12-01 00:00:00", False),
        ("2026-02-24 23:59:59", False),
        ("2026-02-25 00:00:00", True),
        ("2026-02-28 23:59:59", True),
        ("2026-03-01 00:00:00", False),
        ("2026-04-02 23:59:59", False),
        ("2026-04-03 00:00:00", True),
        ("2026-04-30 23:59:59", True),
    ],
)
def test_journey_3_windows_open_and_close_to_the_second(
    mina: Life, moment: str, is_open: bool
) -> None:
    # 5; from April on the window is another one
    mina.posted("portal_profit", "60.00")
    changed = mina.backbeat(
        "policy", "set", "withdrawal.windows", "[[3, -1]]", "--from", "2026-04-01", "--reason", "x"
    )
    assert changed.code == 0
    at(mina.clock, moment)

    assert ((40001, "window") in blocked(mina.client)) is not is_open
    assert mina.client.get("withdrawal/summary")["window"]["open"] is is_open
    answer = ask(mina.client, "60.00")
    assert answer.get("code") == (None if is_open else 40001)


# -- journey 8

RATES = {MEMBER: "0.05", CREATOR: "0.20", SUB: "0.10"}
CHANNELS = {501: (MAIN, MAIN), 502: (MEMBER, MAIN), 503: (SUB, CREATOR), 504: (STRANGER, STRANGER)}
"""Numbers of channels with holder and owner: what four journeys earn in September."""

SEPTEMBER_ROWS = (
    (501, "V1", "90.00"),
    (501, "V2", "36.00"),
    (501, "V3", "24.00"),
    (502, "C1", "200.00"),
    (503, "S1", "1000.00"),
    (504, "F1", "80.00"),
)


@pytest.fixture
def office(world: World, business_clock: FixedClock) -> World:
    """Four channels that earn, on 2025-09-30."""
    with world.container.transactions().begin() as books:
        for name, rate in RATES.items():
            books.fee_rates.put(FeeRate(AccountId(name), Decimal(rate), LONG_AGO))
        for number, (holder, owner) in CHANNELS.items():
            channel = an_earning_channel(number, [(holder, LONG_AGO)], owner=owner)
            proof = Verification(
                f"BB-{number:08d}", verified_at=world.container.security_clock().now()
            )
            books.channels.add(evolve(channel, verification=proof, status=ChannelStatus.APPROVED))
    business_clock.set(date(2025, 9, 30))
    return world


def lines(*rows: tuple[int, str, str]) -> list[fake.Row]:
    return [
        {
            "month": "2025-09",
            "channel_id": platform_id(number),
            "video_id": video,
            "views": 1000,
            "revenue_usd": amount,
        }
        for number, video, amount in rows
    ]


def whole(number: int) -> list[fake.Row]:
    """September's rows and one of a channel that nobody registered."""
    return lines(*SEPTEMBER_ROWS, (number, "U1", "5.00"))


def statement(backbeat: Program, name: str) -> list[tuple[str, str, str]]:
    rows = backbeat("ledger", "show", f"{name}@example.org", "--json").items
    return [(row["amount"], row["month"], row["date"]) for row in reversed(rows)]


def test_journey_8_a_month_is_closed_corrected_and_paid(
    office: World, backbeat: Program, business_clock: FixedClock, tmp_path: Path
) -> None:
    # 1
    bad = fake.own_monthly(tmp_path / "bad.csv", *whole(599), *lines((501, "V4", "lots")))
    refused = backbeat("report", "ingest", str(bad))
    assert (refused.code, "line 9: revenue_usd" in refused.err) == (1, True)
    assert backbeat("report", "list", "--json").items == []
    good = fake.own_monthly(tmp_path / "good.csv", *whole(599))
    (first,) = backbeat("report", "ingest", str(good), "--json").items
    assert (first["added"], first["suspended"]) == (7, 1)
    (waiting,) = backbeat("report", "suspense", "--json").items
    assert waiting["name"] == platform_id(599)
    again = backbeat("report", "ingest", str(good))
    assert (again.code, "0 changes" in again.out) == (0, True)

    # 2
    with office.container.transactions().begin() as books:
        invited = Invitation.made(AccountId(STRANGER), AccountId(MEMBER), date(2025, 9, 1), 3)
        books.invitations.add(invited)
    seen = backbeat("settle", "preview", "2025-09", "--json").json
    assert seen["referral"] == "4.00"
    assert (seen["confirmed"], seen["shared"]) == ("1430.00", "1430.00")
    assert sorted((row["account"], row["amount"]) for row in seen["postings"]) == sorted(
        [
            (MAIN, "150.00"),
            (MEMBER, "190.00"),
            (MAIN, "10.00"),
            (NETWORK, "200.00"),
            (CREATOR, "80.00"),
            (SUB, "720.00"),
            (STRANGER, "80.00"),
        ]
    )

    # 3
    early = backbeat("settle", "close", "2025-09", "--yes")
    assert (early.code, "month_open" in early.err) == (1, True)
    business_clock.set(date(2025, 10, 20))
    assert backbeat("settle", "close", "2025-09", "--yes", "--json").json["entries"] == 7
    posted = backbeat("ledger", "check", "--json").json["transactions"]
    twice = backbeat("settle", "close", "2025-09", "--yes")
    assert (twice.code, "month_closed" in twice.err) == (1, True)
    assert backbeat("ledger", "check", "--json").json["transactions"] == posted

    # 5
    business_clock.set(date(2025, 11, 12))
    late = fake.own_monthly(tmp_path / "late.csv", *lines((501, "V1", "85.00")))
    assert backbeat("report", "ingest", str(late)).code == 0
    before = statement(backbeat, MAIN)
    done = backbeat("settle", "adjust", "2025-09", "--yes", "--reason", "V1", "--json").json
    assert [(row["account"], row["amount"]) for row in done["postings"]] == [(MAIN, "-5.00")]
    assert statement(backbeat, MAIN) == [*before, ("-5.00", "2025-09", "2025-11-12")]

    # 6
    people = [Client(office, MAIN), Client(office, STRANGER)]
    business_clock.set(date(2025, 11, 25))
    for client, total in zip(people, ("155.00", "80.00"), strict=True):
        assert client.post("withdrawal/info.register", **PAYPAL)["success"]
        assert ask(client, total)["status"] == "pending"
    queue = backbeat("withdrawal", "list", "--status", "pending", "--json").items
    assert {row["due_on"] for row in queue} == {"2025-12-10"}
    business_clock.set(date(2025, 12, 8))
    paid = backbeat("withdrawal", "pay", "--due-by", "2025-12-10", "--yes", operator="olga")
    assert paid.code == 0, paid.err
    assert backbeat("withdrawal", "list", "--status", "pending", "--json").items == []
    acts = {
        (row["actor"], row["action"], row["reason"])
        for row in backbeat("audit", "list", "--size", "200", "--json").items
        if row["action"].partition(".")[0] in {"report", "settlement", "withdrawal"}
    }
    assert ("operator:ann", "settlement.closed", None) in acts
    assert ("operator:ann", "settlement.adjusted", "V1") in acts
    assert ("operator:olga", "withdrawal.paid", None) in acts
    assert backbeat("ledger", "check").code == 0


def test_journey_8_of_two_closes_at_once_one_wins(
    office: World, backbeat: Program, database: Database, tmp_path: Path
) -> None:
    # 4
    file = fake.own_monthly(tmp_path / "good.csv", *lines(*SEPTEMBER_ROWS))
    assert backbeat("report", "ingest", str(file)).code == 0
    together = Barrier(2)

    def close(name: str) -> Any:
        folder = tmp_path / name
        folder.mkdir()
        together.wait()
        variables = {"BACKBEAT_DATABASE_URL": database.url, "BACKBEAT_OPERATOR": name}
        return run_in(folder, "settle", "close", "2025-09", "--yes", **variables)

    with ThreadPoolExecutor(2) as pool:
        ended = list(pool.map(close, ("ann", "olga")))

    assert sorted(each.returncode for each in ended) == [0, 1]
    (loser,) = [each for each in ended if each.returncode]
    assert "month_closed" in loser.stderr
    assert [row["revision"] for row in backbeat("settle", "list", "--json").items] == [0]
    assert statement(backbeat, STRANGER)[0][0] == "80.00"
    assert len(statement(backbeat, STRANGER)) == 1
    assert backbeat("ledger", "check").code == 0
