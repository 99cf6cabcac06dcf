"""What people and operators do that leads to each state of a payout; over HTTP where people do it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

from attrs import evolve
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.payouts import Lines
from tests.fakes.settlement import an_earning_channel
from tests.fakes.withdrawals import ANN
from tests.http.portal import Portal
from tests.http.test_journey_payouts import FORM, PAYPAL, on, settle

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Verification
from backbeat.kernel.ids import WithdrawalId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.batches import BatchRequest
from backbeat.payouts.results import Results

SEPTEMBER, OCTOBER = Month(2025, 9), Month(2025, 10)


def go_live(portal: Portal) -> None:
    """Mina, whose channel is approved and counts since 6 October."""
    portal.token_of("mina")
    owner = portal.account("mina").id
    channel = an_earning_channel(
        501, [(owner, date(2025, 10, 6))], intervals=((date(2025, 10, 6), None),)
    )
    proof = Verification("BB-00000501", verified_at=portal.security.now())
    with portal.container.transactions().begin() as books:
        books.channels.add(evolve(channel, status=ChannelStatus.APPROVED, verification=proof))


def reports(portal: Portal, folder: Path, *days: tuple[str, str]) -> None:
    """A daily file: revenue by day."""
    rows = [fake.daily_row(day, platform_id(501), "V1", revenue=usd) for day, usd in days]
    portal.container.portal().ingestion.ingest(fake.own_daily(folder / "days.csv", *rows), ANN)


def register(portal: Portal, day: date, **form: str) -> None:
    token = on(portal, "mina", day)
    assert portal.post("withdrawal/info.register", token, **(form or PAYPAL)).status == 200


def ask(portal: Portal, day: date, total: str = "150.00") -> WithdrawalId:
    token = on(portal, "mina", day)
    return WithdrawalId(portal.post("withdrawal/request", token, **FORM, total=total)["id"])


def ready(portal: Portal, amount: str = "150.00") -> None:
    """Money of September, and where it goes."""
    settle(portal, "mina", SEPTEMBER, amount)
    register(portal, date(2025, 10, 21))


def sent_back(portal: Portal, asked: WithdrawalId, net: str = "142.95") -> None:
    """The payout goes out on 6 November and is back a day later."""
    office = portal.container.portal()
    on(portal, "mina", date(2025, 11, 6))
    office.payout_batches.export(BatchRequest(PAYMENTS), ANN)
    office.payouts.sent(1, ANN)
    on(portal, "mina", date(2025, 11, 7))
    line = {
        "withdrawal_id": asked,
        "result": "returned",
        "amount": net,
        "currency": "USD",
        "date": "2025-11-07",
        "reference": "bank-1",
        "reason": "no such account",
    }
    results: Results = office.payout_results
    results.take(Lines([line]), ANN)


def overdraw(portal: Portal, amount: str) -> None:
    """The operator takes something back."""
    portal.container.portal().account_ledger.post(
        Correction(portal.account("mina").id, EntryType.POLICY_VIOLATION, Money.of(amount)),
        ANN,
        "August was corrected",
    )


def change(portal: Portal, day: date) -> None:
    """Mina gives another address."""
    token = on(portal, "mina", day)
    other = PAYPAL | {"account_email": f"m{day.day}@example.org"}
    assert portal.post("withdrawal/info.update", token, **other).status == 200


def a_life(portal: Portal, folder: Path) -> Iterator[tuple[str, date]]:
    """From the first day to a debt: every state that a payout can be in, and the day it is then."""
    decisions = portal.container.portal().withdrawal_decisions
    go_live(portal)
    yield "first day", date(2025, 10, 6)
    on(portal, "mina", date(2025, 10, 10))
    days = [(f"2025-10-{day:02}", f"{day / 5:.2f}") for day in range(6, 9)]
    reports(portal, folder, *days)
    yield "first week", date(2025, 10, 10)
    settle(portal, "mina", SEPTEMBER, "12.64")
    yield "below_minimum", date(2025, 10, 21)
    settle(portal, "mina", SEPTEMBER.previous, "505.13")
    yield "details_missing", date(2025, 10, 26)
    register(portal, date(2025, 10, 22))
    yield "waiting", date(2025, 10, 22)
    yield "open", date(2025, 10, 26)
    change(portal, date(2025, 10, 28))
    yield "held", date(2025, 10, 29)
    asked = ask(portal, date(2025, 10, 29), "517.77")
    yield "held, asked", date(2025, 10, 30)
    yield "on_its_way", date(2025, 11, 1)
    sent_back(portal, asked, "493.43")
    yield "returned", date(2025, 11, 8)
    change(portal, date(2025, 11, 8))
    yield "corrected", date(2025, 11, 8)
    on(portal, "mina", date(2025, 11, 12))
    decisions.reject(asked, ANN, "the name does not match", recover=True)
    yield "given back", date(2025, 11, 13)
    asked = ask(portal, date(2025, 11, 26), "517.77")
    on(portal, "mina", date(2025, 12, 7))
    decisions.pay(asked, ANN)
    yield "paid", date(2025, 12, 8)
    yield "earning", date(2025, 12, 22)
    settle(portal, "mina", OCTOBER, "60.00")
    asked = ask(portal, date(2025, 12, 27), "60.00")
    on(portal, "mina", date(2025, 12, 29))
    decisions.reject(asked, ANN, "views were bought", recover=False)
    yield "refused", date(2025, 12, 30)
    overdraw(portal, "-3.68")
    yield "below_zero", date(2026, 1, 20)
