"""J1 steps 11 to 14 and J2 as people live them: over HTTP, on both databases."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import pytest
from attrs import evolve
from tests.fakes.channels import a_channel
from tests.fakes.withdrawals import ANN
from tests.http.portal import PASSWORD, Answer, Portal

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType

PAYPAL = {"method": "paypal", "account_name": "Mina Kim", "account_email": "mina@example.org"}
BANK = {
    "method": "bank",
    "holder": "Hao Wang",
    "bank_name": "Example Bank",
    "bank_address": "1 Example Street, Berlin",
    "swift": "DEUTDEFF",
    "account_number": "DE89 3704 0044 0532 0130 00",
    "account_number_confirm": "DE89 3704 0044 0532 0130 00",
    "postal_code": "10115",
}
FORM = {"method": "paypal", "currency": "USD"}


def creator(portal: Portal, name: str) -> None:
    """Somebody whose channel is approved."""
    portal.token_of(name)
    owner = portal.account(name).id
    with portal.container.transactions().begin() as books:
        books.channels.add(evolve(a_channel(1, owner=owner), status=ChannelStatus.APPROVED))


def settle(portal: Portal, name: str, month: Month, amount: str) -> None:
    """The close of a month, as far as this creator sees it."""
    act = ActContext(ANN, month.next.day(20), portal.security.now())
    account = portal.account(name).id
    with portal.container.transactions().begin() as books:
        books.ledger.post(
            account,
            EntryType.MUSIC_PROFIT,
            Money.of(amount),
            act,
            source=f"close:{month}:{account}",
            month=month,
        )


def on(portal: Portal, name: str, day: date) -> str:
    """Go to a day and log in: the token."""
    moment = datetime(day.year, day.month, day.day, 9, tzinfo=UTC)
    portal.business.set(moment)
    portal.security.set(moment)
    return str(portal.log_in(name)["token"])


def shown(answer: Answer, *names: str) -> dict[str, Any]:
    return {name: answer[name] for name in names}


def parts(item: Mapping[str, Any], *names: str) -> tuple[Any, ...]:
    return tuple(item[name] for name in names)


def test_journey_1_from_the_first_request_to_the_paid_invoice(portal: Portal) -> None:
    creator(portal, "mina")
    settle(portal, "mina", Month(2025, 9), "150.00")

    # 11: no payment info, then outside the window
    token = on(portal, "mina", date(2025, 10, 24))
    assert portal.log_in()["withdrawal"] is None
    assert portal.post("withdrawal/request", token, **FORM, total="150.00").code == 40000
    assert portal.post("withdrawal/info.register", token, **PAYPAL).status == 200
    early = portal.post("withdrawal/request", token, **FORM, total="150.00")
    assert (early.code, early["details"]) == (40001, {"opens_on": "2025-10-25"})
    assert "2025/10/25" in early["message"]
    assert portal.log_in()["withdrawal"]["account_email_masked"] == "m***@example.org"

    # 12: quote, request, nothing left, no second request
    token = on(portal, "mina", date(2025, 10, 25))
    quote = portal.get("withdrawal/quote", token, **FORM)
    assert shown(quote, "total", "fee", "net", "bill_on", "due_on", "allowed") == {
        "total": "150.00",
        "fee": "7.05",
        "net": "142.95",
        "bill_on": "2025-10-31",
        "due_on": "2025-11-10",
        "allowed": True,
    }
    asked = portal.post("withdrawal/request", token, **FORM, total=quote["total"])
    assert asked["status"] == "pending"
    again = portal.post("withdrawal/request", token, **FORM, total="150.00")
    assert (again.code, again.reason) == (2, "pending_withdrawal")
    assert portal.get("withdrawal/quote", token, **FORM)["total"] == "0.00"
    leaving = portal.post("member/account/delete.account", token, password=PASSWORD)
    assert (leaving.code, leaving.reason) == (2, "pending_withdrawal"), "journey 9, step 4"

    # 13: paid, told, read
    on(portal, "mina", date(2025, 11, 7))
    portal.container.portal().withdrawal_decisions.pay(WithdrawalId(asked["id"]), ANN)
    token = str(portal.log_in()["token"])
    [paid] = portal.get("withdrawal/list", token)["items"]
    assert parts(paid, "status", "paid_on") == ("success", "2025-11-07")
    inbox = portal.get("notification/list", token, type="withdrawal_done")
    assert inbox["total"] == 1
    assert "$142.95" in inbox["items"][0]["body"]
    assert portal.post("notification/read.all", token)["unread"] == 0

    # 14: the invoice
    invoice = portal.get("withdrawal/invoice", token, id=paid["invoice_id"])
    [line] = invoice["lines"]
    assert parts(invoice.json, "id", "issued_on", "fee", "total", "currency") == (
        "INV-2025-000001",
        "2025-10-31",
        "7.05",
        "142.95",
        "USD",
    )
    assert parts(line, "month", "amount") == ("2025-09", "150.00")
    link = portal.get("withdrawal/invoice.link", token, id=paid["invoice_id"])["token"]
    assert portal.get("withdrawal/invoice.embedded", t=link).json == invoice.json


def test_journey_2_a_bank_transfer_paid_in_yuan(portal: Portal) -> None:
    creator(portal, "hao")
    settle(portal, "hao", Month(2025, 10), "350.00")
    rates = portal.container.portal().rates
    in_yuan = {"method": "bank", "currency": "CNY"}

    token = on(portal, "hao", date(2025, 11, 21))
    registered = portal.post("withdrawal/info.register", token, **BANK)
    assert registered["account_number_masked"].endswith("3000")

    token = on(portal, "hao", date(2025, 11, 25))
    rates.set(Currency.CNY, Decimal("7.1234"), ANN)
    quote = portal.get("withdrawal/quote", token, **in_yuan)
    assert parts(quote.json, "total", "fee", "net", "currency") == (
        "2493.19",
        "142.47",
        "2350.72",
        "CNY",
    )
    assert parts(quote.json, "total_usd", "net_usd", "fx_rate") == ("350.00", "330.00", "7.1234")

    asked = portal.post("withdrawal/request", token, **in_yuan, total="2493.19")
    assert parts(asked.json, "status", "fx_rate", "due_on") == ("pending", "7.1234", "2025-12-10")

    token = on(portal, "hao", date(2025, 11, 26))
    rates.set(Currency.CNY, Decimal("7.2000"), ANN)
    paypal = {**PAYPAL, "account_name": "Hao Wang"}
    assert portal.post("withdrawal/info.update", token, **paypal).status == 200
    [kept] = portal.get("withdrawal/list", token)["items"]
    assert parts(kept, "net", "fx_rate", "method", "held_until") == (
        "2350.72",
        "7.1234",
        "bank",
        None,
    )
    invoice = portal.get("withdrawal/invoice", token, id=kept["invoice_id"])
    [line] = invoice["lines"]
    assert parts(line, "month", "amount") == ("2025-10", "2493.19")
    assert parts(invoice.json, "name", "fee", "total", "currency") == (
        "Hao Wang",
        "142.47",
        "2350.72",
        "CNY",
    )
    with portal.container.transactions().look() as books:
        owners = books.withdrawals.accounts_of([WithdrawalId(kept["id"])])
        [withdrawal] = books.withdrawals.get_all(owners)
    assert withdrawal.destination.masked == "…3000"


@pytest.mark.parametrize(
    ("recover", "status", "left"),
    [(True, "rejected", "60.00"), (False, "rejected_without_recovery", "0.00")],
)
def test_journey_11_a_rejection(portal: Portal, recover: bool, status: str, left: str) -> None:
    creator(portal, "mina")
    settle(portal, "mina", Month(2025, 9), "60.00")
    token = on(portal, "mina", date(2025, 10, 25))
    portal.post("withdrawal/info.register", token, **PAYPAL)
    asked = portal.post("withdrawal/request", token, **FORM, total="60.00")
    assert parts(asked.json, "fee", "net") == ("2.82", "57.18")

    decisions = portal.container.portal().withdrawal_decisions
    decisions.reject(WithdrawalId(asked["id"]), ANN, "no such account", recover=recover)

    [listed] = portal.get("withdrawal/list", token)["items"]
    assert parts(listed, "status", "reason") == (status, "no such account")
    assert portal.get("withdrawal/quote", token, **FORM)["total"] == left
    assert portal.get("notification/list", token, type="withdrawal_done")["total"] == 1
