"""`backbeat withdrawal`: the operator's side of J1, J8 and J11."""

from __future__ import annotations

from datetime import date

import pytest
from attrs import evolve
from sqlalchemy import update
from tests.cli.conftest import Program
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import BANK, BANK_FORM, BY_BANK, BY_PAYPAL, IN_THE_WINDOW, PAYPAL_FORM
from tests.http.world import MAIN, STRANGER, World

from backbeat.audit.ports import AuditFilter
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import EntryType
from backbeat.payout_methods.bank import BankForm
from backbeat.payout_methods.paypal import PayPalForm
from backbeat.withdrawals.model import Withdrawal
from backbeat_adapters.sql.withdrawals import withdrawals


def ask(
    world: World,
    account: str,
    amount: str,
    form: BankForm | PayPalForm = PAYPAL_FORM,
) -> Withdrawal:
    """A pending withdrawal of an account that has just earned so much."""
    container, owner = world.container, AccountId(account)
    act = ActContext(Actor.operator("ann"), date(2025, 10, 20), container.security_clock().now())
    with container.transactions().begin() as books:
        channel = books.channels.get(ChannelId(world.things["channel", account]))
        assert channel is not None
        books.channels.save(evolve(channel, status=ChannelStatus.APPROVED))
        books.ledger.post(
            owner,
            EntryType.MUSIC_PROFIT,
            Money.of(amount),
            act,
            source=f"test:{account}:{amount}",
            month=Month(2025, 9),
        )
    container.portal().payment_details.register(owner, form)
    method = BY_BANK if isinstance(form, BankForm) else BY_PAYPAL
    whole = Money.of(amount)
    return container.portal().withdrawal_requests.request(owner, method, Currency.USD, whole)


@pytest.fixture
def pending(world: World, business_clock: FixedClock) -> Withdrawal:
    """Main's 150.00 by PayPal, asked for on 25 October 2025."""
    business_clock.set(IN_THE_WINDOW)
    return ask(world, MAIN, "150.00")


def test_the_queue_shows_what_is_to_be_paid_where_and_when(
    backbeat: Program, world: World, pending: Withdrawal
) -> None:
    [row] = backbeat("withdrawal", "list", "--status", "pending", "--json").items

    assert row == {
        "id": pending.id,
        "date": "2025-10-25",
        "account": f"{MAIN}@example.org",
        "method": "paypal",
        "to": "m***@example.org",
        "total_usd": "150.00",
        "fee": "7.05",
        "net": "142.95",
        "currency": "USD",
        "status": "pending",
        "due_on": "2025-11-10",
        "held_until": None,
        "payouts_locked": False,
        "approved_by": None,
        "paid_on": None,
        "invoice": pending.invoice,
        "credit_notes": [],
    }
    table = backbeat("withdrawal", "list", "--account", f"{MAIN}@example.org")
    assert pending.id in table.out
    assert "page" not in table.out
    assert "locked" not in table.out
    with world.container.transactions().begin() as books:
        owner = books.accounts.lock(AccountId(MAIN))
        assert owner is not None
        books.accounts.save(owner.with_payouts_locked(owner.created_at))
    [row] = backbeat("withdrawal", "list", "--due-by", "2025-11-10", "--json").items
    assert row["payouts_locked"] is True
    assert "locked" in backbeat("withdrawal", "list").out
    early = backbeat(
        "withdrawal", "list", "--due-by", "2025-11-09", "--status", "pending", "--json"
    )
    assert early.items == []


def test_a_destination_that_cannot_be_read_hides_nothing_else_of_the_queue(
    backbeat: Program, world: World, pending: Withdrawal
) -> None:
    other = ask(world, STRANGER, "150.00")
    with world.container.transactions().begin() as books:
        books.connection.execute(
            update(withdrawals)
            .where(withdrawals.c.account == MAIN)
            .values(destination="aes1:deadbeef:xx")
        )

    rows = backbeat("withdrawal", "list", "--json").items

    assert {row["id"]: (row["to"], row["net"]) for row in rows} == {
        pending.id: ("unreadable", "142.95"),
        other.id: ("m***@example.org", "142.95"),
    }


def test_one_withdrawal_is_shown_in_full(
    backbeat: Program, world: World, business_clock: FixedClock
) -> None:
    business_clock.set(IN_THE_WINDOW)
    by_bank = ask(world, MAIN, "350.00", BANK_FORM)

    shown = backbeat("withdrawal", "show", by_bank.id[:-4], "--json").json

    assert shown["account_number"] == BANK.account_number
    assert (shown["flat_fee_usd"], shown["method_minimum_usd"]) == ("20.00", "100.00")
    assert shown["entries"] == [
        {
            "entry": by_bank.uses[0].entry,
            "type": "music_profit",
            "month": "2025-09",
            "correction": False,
            "line": None,
            "amount_usd": "350.00",
        }
    ]
    assert BANK.account_number not in backbeat("withdrawal", "list").out
    table = backbeat("withdrawal", "show", by_bank.invoice)
    assert BANK.account_number in table.out
    nothing = backbeat("withdrawal", "show", "nothing")
    assert (nothing.code, nothing.err.count("\n")) == (1, 1)


def test_what_is_due_is_paid_at_once(
    backbeat: Program, world: World, pending: Withdrawal, business_clock: FixedClock
) -> None:
    """J8 step 6."""
    other = ask(world, STRANGER, "50.00")
    business_clock.set(date(2025, 11, 7))

    tried = backbeat("withdrawal", "pay", "--due-by", "2025-11-10", "--dry-run", "--json")
    assert tried.json["dry_run"] is True
    assert len(tried.items) == 2
    unasked = backbeat("withdrawal", "pay", "--due-by", "2025-11-10")
    assert unasked.code == 2
    assert "2 withdrawals as paid, 190.60 USD" in unasked.err
    paid = backbeat("withdrawal", "pay", "--due-by", "2025-11-10", "--yes", "--json")

    assert paid.code == 0
    assert {row["id"] for row in paid.items} == {pending.id, other.id}
    assert {(row["status"], row["paid_on"]) for row in paid.items} == {("success", "2025-11-07")}
    with world.container.transactions().look() as books:
        wanted = AuditFilter(action="withdrawal.paid")
        rows = books.audit.page(wanted, PageRequest()).items
    assert {(row.entry.actor.id, row.entry.target) for row in rows} == {
        ("ann", f"withdrawal:{pending.id}"),
        ("ann", f"withdrawal:{other.id}"),
    }
    nothing = backbeat("withdrawal", "pay", "--due-by", "2025-11-10", "--yes")
    assert (nothing.code, nothing.out) == (0, "nothing found\n")


def test_others_go_on_where_one_is_refused(
    backbeat: Program, world: World, pending: Withdrawal
) -> None:
    other = ask(world, STRANGER, "50.00")
    assert backbeat("withdrawal", "pay", pending.id, "--yes").code == 0

    again = backbeat("withdrawal", "pay", pending.id, other.id, "--yes", "--json")

    assert again.code == 1
    assert [row["id"] for row in again.items] == [other.id]
    [refused] = again.json["refused"]
    assert "already_decided" in refused["refused"]
    assert again.err == "error: 1 of 2 refused\n"


def test_a_large_amount_needs_two_operators(
    backbeat: Program, world: World, business_clock: FixedClock
) -> None:
    """PAYOUT-5."""
    business_clock.set(IN_THE_WINDOW)
    large = ask(world, MAIN, "1500.00")

    alone = backbeat("withdrawal", "pay", large.id, "--yes")
    assert (alone.code, "four_eyes" in alone.err) == (1, True)
    approved = backbeat("withdrawal", "approve", large.id, "--reason", "seen", "--json")
    assert approved.items[0]["approved_by"] == "ann"
    assert backbeat("withdrawal", "pay", large.id, "--yes").code == 1
    assert backbeat("withdrawal", "pay", large.id, "--yes", operator="bob").code == 0


@pytest.mark.parametrize(
    ("fate", "status", "left"),
    [("--recover", "rejected", "150.00"), ("--no-recover", "rejected_without_recovery", "0.00")],
)
def test_a_rejection_says_what_becomes_of_the_money(
    backbeat: Program, world: World, pending: Withdrawal, fate: str, status: str, left: str
) -> None:
    """J11."""
    without = backbeat("withdrawal", "reject", pending.id, "--reason", "why", "--yes")
    assert (without.code, "--no-recover" in without.err) == (2, True)
    tried = backbeat("withdrawal", "reject", pending.id, fate, "--reason", "why", "--dry-run")
    assert "nothing was changed" in tried.out

    done = backbeat(
        "withdrawal", "reject", pending.id, fate, "--reason", "no such account", "--yes", "--json"
    )

    assert done.items[0]["status"] == status
    shown = backbeat("withdrawal", "show", pending.id, "--json").json
    assert (shown["reason"], shown["credit_note"]) == ("no such account", "CN-2025-000001")
    with world.container.transactions().look() as books:
        assert books.ledger.balance(AccountId(MAIN)).available == Money.of(left)
    again = backbeat("withdrawal", "reject", pending.id, fate, "--reason", "why", "--yes")
    assert (again.code, "already_decided" in again.err) == (1, True)


def test_pay_wants_to_know_what(backbeat: Program, world: World, pending: Withdrawal) -> None:
    assert backbeat("withdrawal", "pay").code == 2
    assert backbeat("withdrawal", "pay", pending.id, "--due-by", "2025-11-10").code == 2
    assert backbeat("withdrawal", "pay", "--due-by", "10.11.2025").code == 2
