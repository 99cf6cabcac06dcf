"""`payout_state` of `withdrawal/summary`: every state reached by what people and operators do, over
both databases."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.fakes.withdrawals import ANN
from tests.http.payout_states import (
    OCTOBER,
    SEPTEMBER,
    ask,
    change,
    go_live,
    overdraw,
    ready,
    register,
    reports,
    sent_back,
)
from tests.http.portal import Portal
from tests.http.test_journey_payouts import BANK, PAYPAL, on, settle

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.kernel.money import Currency

LINE = ("closed", "ask", "billed", "paid")


@pytest.fixture
def mina(portal: Portal) -> Portal:
    go_live(portal)
    return portal


def state(portal: Portal, day: date) -> dict[str, Any]:
    """What the summary says on a day."""
    found = portal.get("withdrawal/summary", on(portal, "mina", day))["payout_state"]
    assert isinstance(found, dict)
    return found


def told(found: Mapping[str, Any], *names: str) -> tuple[Any, ...]:
    return tuple(found[name] for name in names)


def steps(found: Mapping[str, Any]) -> list[tuple[str, str | None, str]]:
    return [(each["name"], each["from"], each["place"]) for each in found["steps"]]


def never_backwards(found: Mapping[str, Any]) -> bool:
    days = [each["from"] for each in found["steps"] if each["from"]]
    return days == sorted(days)


def test_the_first_day_has_a_date_and_no_sum(mina: Portal) -> None:
    found = state(mina, date(2025, 10, 6))

    assert told(found, "state", "amount", "kind", "date", "act") == (
        "earning",
        None,
        None,
        "2025-10-08",
        None,
    )
    assert steps(found) == [
        ("live", "2025-10-06", "past"),
        ("figures", "2025-10-08", "ahead"),
        ("closed", "2025-11-20", "ahead"),
        ("paid", "2025-12-10", "ahead"),
    ]


def test_the_first_week_shows_what_it_is_estimated_at(mina: Portal, tmp_path: Path) -> None:
    on(mina, "mina", date(2025, 10, 10))
    reports(mina, tmp_path, ("2025-10-06", "1.31"), ("2025-10-07", "2.87"))

    found = state(mina, date(2025, 10, 10))

    assert told(found, "state", "amount", "kind", "date", "month") == (
        "earning",
        "4.18",
        "estimated",
        "2025-11-25",
        "2025-10",
    )
    assert [place for _, _, place in steps(found)] == ["past", "past", "ahead", "ahead"]


def test_after_everything_was_paid_the_next_month_is_earned(mina: Portal, tmp_path: Path) -> None:
    ready(mina)
    paid = ask(mina, date(2025, 10, 26))
    on(mina, "mina", date(2025, 11, 7))
    mina.container.portal().withdrawal_decisions.pay(paid, ANN)
    reports(mina, tmp_path, ("2025-11-01", "9.00"), ("2025-11-02", "3.00"))

    found = state(mina, date(2025, 11, 22))

    assert told(found, "state", "amount", "kind", "month") == (
        "earning",
        "12.00",
        "estimated",
        "2025-11",
    )
    assert [name for name, _, _ in steps(found)] == list(LINE)
    assert never_backwards(found)


def test_before_the_window_it_waits_and_the_reader_can_be_told(mina: Portal) -> None:
    ready(mina)
    found = state(mina, date(2025, 10, 22))

    assert told(found, "state", "amount", "kind", "date", "act", "arrives", "arrives_on") == (
        "waiting",
        "150.00",
        "confirmed",
        "2025-10-25",
        "remind",
        "142.95",
        "2025-11-10",
    )
    assert steps(found) == [
        ("closed", "2025-10-20", "past"),
        ("ask", "2025-10-25", "ahead"),
        ("billed", "2025-10-31", "ahead"),
        ("paid", "2025-11-10", "ahead"),
    ]


def test_a_reminder_is_sent_once_on_its_day(mina: Portal) -> None:
    ready(mina)
    token = on(mina, "mina", date(2025, 10, 22))
    for day in ("2025-10-22", "2025-12-24", "2026-10-25"):
        assert mina.post("withdrawal/remind", token, on=day).reason == "bad_value"
    assert mina.post("withdrawal/remind", token, on="2025-12-23").status == 200
    assert mina.post("withdrawal/remind", token, on="2025-10-25").status == 200
    assert state(mina, date(2025, 10, 23))["remind_on"] == "2025-10-25"
    states = mina.container.portal().payout_states
    assert states.tell() == 0

    token = on(mina, "mina", date(2025, 10, 25))
    assert [states.tell(), states.tell()] == [1, 0]

    inbox = mina.get("notification/list", token)
    [first] = [each for each in inbox["items"] if each["link"] == "/withdrawal/request"]
    assert first["body"] == (
        "The request window is open until 2025/10/31. $150.00 is ready to withdraw."
    )
    [mail] = [each for each in mina.mails("mina@example.org") if "until" in each.facts]
    assert (mail.template, mail.facts["amount"]) == ("payout_open", "150.00")


def test_who_wants_no_notices_by_mail_is_reminded_on_the_page_alone(mina: Portal) -> None:
    ready(mina)
    token = on(mina, "mina", date(2025, 10, 22))
    mina.post("withdrawal/remind", token, on="2025-10-25")
    assert mina.post("member/settings/push", token, notice=False, marketing=False).status == 200

    token = on(mina, "mina", date(2025, 10, 25))
    assert mina.container.portal().payout_states.tell() == 1

    links = [each["link"] for each in mina.get("notification/list", token)["items"]]
    assert "/withdrawal/request" in links
    assert not [each for each in mina.mails("mina@example.org") if each.template == "payout_open"]


def test_who_has_asked_by_then_is_not_reminded(mina: Portal) -> None:
    ready(mina)
    token = on(mina, "mina", date(2025, 10, 22))
    mina.post("withdrawal/remind", token, on="2025-10-26")
    ask(mina, date(2025, 10, 25))
    on(mina, "mina", date(2025, 10, 26))

    assert mina.container.portal().payout_states.tell() == 0


def test_who_was_suspended_by_then_is_not_reminded(mina: Portal) -> None:
    ready(mina)
    token = on(mina, "mina", date(2025, 10, 22))
    mina.post("withdrawal/remind", token, on="2025-10-25")
    on(mina, "mina", date(2025, 10, 25))
    office = mina.container.portal()
    office.account_operations.suspend(mina.account("mina").id, "spam", ANN)

    assert office.payout_states.tell() == 0
    assert not [each for each in mina.mails("mina@example.org") if each.template == "payout_open"]


def test_in_the_window_it_can_be_asked_for(mina: Portal) -> None:
    ready(mina)
    found = state(mina, date(2025, 10, 26))

    assert told(found, "state", "amount", "date", "act", "arrives", "fee", "arrives_on") == (
        "open",
        "150.00",
        "2025-10-31",
        "request",
        "142.95",
        "7.05",
        "2025-11-10",
    )
    assert [place for _, _, place in steps(found)] == ["past", "now", "ahead", "ahead"]


def test_asked_for_it_is_on_its_way_with_what_arrives(mina: Portal) -> None:
    ready(mina)
    asked = ask(mina, date(2025, 10, 26))

    found = state(mina, date(2025, 10, 27))

    assert told(found, "state", "amount", "asked", "fee", "date", "act", "withdrawal", "to") == (
        "on_its_way",
        "142.95",
        "150.00",
        "7.05",
        "2025-11-10",
        "see_request",
        asked,
        "m***@example.org",
    )
    assert steps(found)[-3:] == [
        ("asked", "2025-10-26", "past"),
        ("billed", "2025-10-31", "now"),
        ("paid", "2025-11-10", "ahead"),
    ]
    assert steps(state(mina, date(2025, 11, 2)))[-2:] == [
        ("billed", "2025-10-31", "past"),
        ("paid", "2025-11-10", "now"),
    ]


def test_beside_a_request_in_its_own_currency_the_estimate_is_in_the_readers(
    mina: Portal, tmp_path: Path
) -> None:
    ready(mina)
    ask(mina, date(2025, 10, 26))
    reports(mina, tmp_path, ("2025-10-08", "10.00"))
    mina.container.portal().rates.set(Currency.CNY, Decimal("7.1"), ANN, day=date(2025, 10, 20))
    token = on(mina, "mina", date(2025, 10, 27))

    answer = mina.send("GET", "withdrawal/summary", token, headers={"ZS-Currency": "CNY"})

    found = answer["payout_state"]
    assert answer["currency"] == "CNY"
    assert told(found, "state", "currency", "amount", "asked", "fee", "estimated") == (
        *("on_its_way", "USD", "142.95", "150.00", "7.05", "71.00"),
    )
    assert [each["estimated"] for each in found["open_months"]] == ["71.00"]


def test_paid_is_the_news_for_fourteen_days(mina: Portal) -> None:
    ready(mina)
    asked = ask(mina, date(2025, 10, 26))
    on(mina, "mina", date(2025, 11, 7))
    mina.container.portal().withdrawal_decisions.pay(asked, ANN)

    found = state(mina, date(2025, 11, 20))

    assert told(found, "state", "amount", "date", "arrives_on") == (
        "paid",
        "142.95",
        "2025-11-07",
        "2025-11-10",
    )
    assert {place for _, _, place in steps(found)} == {"past"}
    assert state(mina, date(2025, 11, 21))["state"] == "earning"


def test_paid_before_its_bill_was_due_it_was_billed_on_that_day(mina: Portal) -> None:
    ready(mina)
    asked = ask(mina, date(2025, 10, 26))
    on(mina, "mina", date(2025, 10, 28))
    mina.container.portal().withdrawal_decisions.pay(asked, ANN)

    found = state(mina, date(2025, 10, 29))

    assert steps(found)[-2:] == [
        ("billed", "2025-10-28", "past"),
        ("paid", "2025-10-28", "past"),
    ]
    assert never_backwards(found)


def test_the_news_can_be_put_away_once_and_gives_way_to_an_open_window(mina: Portal) -> None:
    ready(mina)
    asked = ask(mina, date(2025, 10, 26))
    token = on(mina, "mina", date(2025, 10, 26))
    assert mina.post("withdrawal/state.dismiss", token, withdrawal=asked).reason == "not_found"
    on(mina, "mina", date(2025, 10, 28))
    mina.container.portal().withdrawal_decisions.pay(asked, ANN)
    assert state(mina, date(2025, 10, 29))["state"] == "paid"

    token = on(mina, "mina", date(2025, 10, 29))
    assert mina.post("withdrawal/state.dismiss", token, withdrawal="w-1").reason == "not_found"
    assert mina.post("withdrawal/state.dismiss", token, withdrawal=asked).status == 200
    assert state(mina, date(2025, 10, 29))["state"] == "earning"


def test_an_open_window_with_new_money_comes_before_the_news(mina: Portal) -> None:
    ready(mina)
    asked = ask(mina, date(2025, 10, 26))
    on(mina, "mina", date(2025, 11, 20))
    mina.container.portal().withdrawal_decisions.pay(asked, ANN)
    settle(mina, "mina", OCTOBER, "60.00")

    assert state(mina, date(2025, 11, 24))["state"] == "paid"
    assert state(mina, date(2025, 11, 25))["state"] == "open"


def test_twenty_dollars_are_below_the_minimum(mina: Portal, tmp_path: Path) -> None:
    ready(mina, "20.00")
    reports(mina, tmp_path, ("2025-10-08", "9.80"))

    found = state(mina, date(2025, 10, 26))

    assert told(found, "state", "amount", "kind", "minimum", "estimated", "act") == (
        "below_minimum",
        "20.00",
        "confirmed",
        "20.00",
        "9.80",
        None,
    )


def test_a_banks_own_minimum_is_named(mina: Portal) -> None:
    settle(mina, "mina", SEPTEMBER, "99.00")
    register(mina, date(2025, 10, 21), **BANK)

    found = state(mina, date(2025, 10, 26))

    assert told(found, "state", "amount", "minimum", "below") == (
        "below_minimum",
        "99.00",
        "100.00",
        "bank_minimum",
    )


def test_money_without_a_place_to_go_asks_for_one(mina: Portal) -> None:
    settle(mina, "mina", SEPTEMBER, "78.36")

    found = state(mina, date(2025, 10, 26))
    assert told(found, "state", "amount", "act", "date", "arrives") == (
        "details_missing",
        "78.36",
        "enter_details",
        "2025-10-31",
        None,
    )
    assert state(mina, date(2025, 10, 22))["date"] == "2025-10-25"


def test_a_changed_destination_holds_the_sending_and_not_the_asking(mina: Portal) -> None:
    ready(mina)
    change(mina, date(2025, 10, 29))

    found = state(mina, date(2025, 10, 30))
    assert told(found, "state", "amount", "date", "held_until", "act", "arrives_on") == (
        "held",
        "150.00",
        "2025-11-01",
        "2025-11-01",
        "request",
        "2025-11-10",
    )

    asked = ask(mina, date(2025, 10, 30))
    held = state(mina, date(2025, 10, 31))
    assert told(held, "state", "amount", "date", "act", "withdrawal") == (
        "held",
        "142.95",
        "2025-11-01",
        "see_request",
        asked,
    )
    assert state(mina, date(2025, 11, 1))["state"] == "on_its_way"


def test_returned_it_goes_out_again_once_corrected(mina: Portal) -> None:
    ready(mina)
    asked = ask(mina, date(2025, 10, 26))
    sent_back(mina, asked)

    found = state(mina, date(2025, 11, 8))
    assert told(found, "state", "amount", "date", "act", "reason", "recovered") == (
        "returned",
        "142.95",
        "2025-11-07",
        "correct_details",
        "no such account",
        False,
    )
    assert steps(found) == [
        ("asked", "2025-10-26", "past"),
        ("returned", "2025-11-07", "now"),
        ("sent_again", None, "ahead"),
        ("paid", None, "ahead"),
    ]

    change(mina, date(2025, 11, 8))
    corrected = state(mina, date(2025, 11, 8))
    assert told(corrected, "state", "act", "held_until") == (
        "returned",
        "see_request",
        "2025-11-11",
    )
    assert ("sent_again", "2025-11-11", "ahead") in steps(corrected)


def test_sent_again_to_another_holder_the_former_invoice_and_its_credit_note_are_listed(
    mina: Portal,
) -> None:
    """INVOICE-11"""
    ready(mina)
    asked = ask(mina, date(2025, 10, 26))
    sent_back(mina, asked)
    token = on(mina, "mina", date(2025, 11, 8))
    [before] = mina.get("withdrawal/list", token)["items"]
    elsewhere = PAYPAL | {"account_name": "Ann Kim"}
    assert mina.post("withdrawal/info.update", token, **elsewhere).status == 200

    [after] = mina.get("withdrawal/list", token)["items"]
    note = {"id": "CN-2025-000001", "corrects": before["invoice_id"], "date": "2025-11-08"}
    assert (after["invoice_id"], after["credit_note_id"]) == ("INV-2025-000002", None)
    assert after["credit_notes"] == [note]
    trail = mina.get("withdrawal/explain", token, entry=after["entry"])["withdrawal"]
    assert (trail["invoice_id"], trail["credit_notes"]) == ("INV-2025-000002", [note])
    for number in (note["id"], note["corrects"]):
        assert mina.get("withdrawal/invoice", token, id=number)["name"] == "Mina Kim"


def test_rejected_with_recovery_it_is_back_in_the_balance(mina: Portal) -> None:
    ready(mina)
    asked = ask(mina, date(2025, 10, 26))
    on(mina, "mina", date(2025, 10, 28))
    decisions = mina.container.portal().withdrawal_decisions
    decisions.reject(asked, ANN, "the name does not match", recover=True)

    found = state(mina, date(2025, 10, 28))
    assert told(found, "state", "amount", "act", "reason", "recovered") == (
        "returned",
        "150.00",
        "request",
        "the name does not match",
        True,
    )
    assert never_backwards(found)
    assert state(mina, date(2025, 11, 2))["act"] == "remind"
    assert state(mina, date(2025, 11, 11))["state"] == "waiting"


def test_rejected_without_recovery_it_is_refused_with_the_reason(mina: Portal) -> None:
    ready(mina)
    asked = ask(mina, date(2025, 10, 26))
    on(mina, "mina", date(2025, 10, 28))
    decisions = mina.container.portal().withdrawal_decisions
    decisions.reject(asked, ANN, "views were bought", recover=False)

    found = state(mina, date(2025, 10, 29))

    assert told(found, "state", "amount", "act", "reason") == (
        "refused",
        "150.00",
        "see_request",
        "views were bought",
    )


def test_without_an_approved_channel_nothing_can_be_asked_for(mina: Portal) -> None:
    ready(mina)
    account = mina.account("mina").id
    with mina.container.transactions().begin() as books:
        [channel] = books.figures.channels_of([account])
        books.channels.save(evolve(channel, status=ChannelStatus.DENIED))

    found = state(mina, date(2025, 10, 26))

    assert told(found, "state", "amount", "blocked_by", "act") == (
        "blocked",
        "150.00",
        "channel",
        "see_channels",
    )


def test_a_consent_that_is_asked_for_blocks(mina: Portal) -> None:
    ready(mina)
    account = mina.account("mina")
    with mina.container.transactions().begin() as books:
        books.accounts.save(account.with_consent_required(needed=True))

    assert told(state(mina, date(2025, 10, 26)), "state", "blocked_by", "act") == (
        "blocked",
        "consent",
        "sign_consent",
    )


def test_below_zero_says_by_how_much(mina: Portal, tmp_path: Path) -> None:
    register(mina, date(2025, 10, 21))
    reports(mina, tmp_path, ("2025-10-08", "9.80"))
    on(mina, "mina", date(2025, 10, 24))
    overdraw(mina, "-3.68")

    found = state(mina, date(2025, 10, 26))

    assert told(found, "state", "amount", "act", "estimated") == (
        "below_zero",
        "-3.68",
        "see_correction",
        "9.80",
    )


def test_what_a_debt_leaves_of_the_estimate_is_told_and_nothing_is_not_enough(
    mina: Portal, tmp_path: Path
) -> None:
    register(mina, date(2025, 10, 21))
    reports(mina, tmp_path, ("2025-10-08", "9.80"))
    on(mina, "mina", date(2025, 10, 24))
    overdraw(mina, "-3.68")
    some = state(mina, date(2025, 10, 26))
    overdraw(mina, "-6.12")
    nothing = state(mina, date(2025, 10, 26))

    assert told(some, "together", "is_enough_together") == ("6.12", True)
    assert told(nothing, "state", "amount", "together", "is_enough_together") == (
        *("below_zero", "-9.80", "0.00", False),
    )
