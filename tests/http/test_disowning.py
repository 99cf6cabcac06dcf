"""`withdrawal/info.disown`: a thief with the password gets no money out (WITHDRAW-28)."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest
from tests.http.payout_states import ask, change, go_live, ready
from tests.http.portal import PASSWORD, Portal
from tests.http.test_journey_payouts import FORM, on

from backbeat.kernel.actors import Actor
from backbeat.mail.model import Template
from backbeat.mail.rules import is_wanted
from backbeat.settings import Settings

OWNERS = "mina@example.org"
DAY = date(2025, 10, 26)


@pytest.fixture
def settings() -> Settings:
    """Limits as an installation has them."""
    return Settings()


@pytest.fixture
def mina(portal: Portal) -> Portal:
    """Her payout details were changed on 26 October."""
    go_live(portal)
    ready(portal)
    change(portal, DAY)
    return portal


def link(portal: Portal, address: str = OWNERS) -> str:
    """The ticket of the mail that told of the change."""
    [mail] = [m for m in portal.mails(address) if m.template is Template.PAYMENT_INFO_CHANGED]
    return str(mail.facts["ticket"])


def state(portal: Portal, token: str) -> Any:
    return portal.get("withdrawal/summary", token)["payout_state"]


def test_the_owner_stays_signed_in_and_sees_the_lock(mina: Portal) -> None:
    thief, owner = on(mina, "mina", DAY), on(mina, "mina", DAY)

    assert mina.post("withdrawal/info.disown", owner).status == 200
    assert mina.post("withdrawal/info.disown", owner).status == 200

    assert mina.get("member/me", thief).code == 10000
    told(mina, owner, ["disowned"], None, "choose_password")


def told(mina: Portal, token: str, by: list[str], ends_at: str | None, act: str) -> None:
    """State, quote and request say alike what locks; the state what to do about it."""
    lock = {"by": by, "totp_ends_at": ends_at}
    found = state(mina, token)
    assert (found["state"], found["blocked_by"], found["act"], found["lock"]) == (
        "blocked",
        "locked",
        act,
        lock,
    )
    quote = mina.get("withdrawal/quote?method=paypal&currency=USD", token)
    assert {"code": 2, "reason": "payouts_locked"} in quote["blocked"]
    assert quote["lock"] == lock
    refused = mina.post("withdrawal/request", token, **FORM, total="150.00")
    assert (refused.reason, refused["details"]["by"]) == ("payouts_locked", by)
    assert ("payment details was reported" in refused["message"]) == ("disowned" in by)
    assert ("sign-in is being removed" in refused["message"]) == ("second_factor" in by)


def test_what_locks_is_told_apart_and_both_where_both_do(mina: Portal) -> None:
    owner = on(mina, "mina", DAY)
    who = mina.account("mina").id
    goes = "2025-09-04T09:00:00Z"
    with mina.container.transactions().begin() as books:
        account = books.accounts.lock(who)
        assert account is not None
        books.accounts.save(account.with_totp_ending(datetime.fromisoformat(goes)))
    told(mina, owner, ["second_factor"], goes, "see_factor")

    mina.post("withdrawal/info.disown", owner)
    told(mina, owner, ["disowned", "second_factor"], goes, "choose_password")


def test_what_was_asked_for_before_is_told_as_locked_too(mina: Portal) -> None:
    asked = ask(mina, DAY)
    owner = on(mina, "mina", DAY)
    mina.post("withdrawal/info.disown", owner)

    found = state(mina, owner)
    assert (found["state"], found["withdrawal"], found["amount"]) == ("blocked", asked, "142.95")


def test_the_link_needs_no_session_ends_all_and_works_once(mina: Portal) -> None:
    thief = on(mina, "mina", DAY)
    ticket = link(mina)

    assert mina.get("site/settings").status == 200
    assert mina.post("withdrawal/info.disown", ticket=ticket).status == 200

    assert mina.get("member/me", thief).code == 10000
    assert [m.template for m in mina.mails(OWNERS)][-1] is Template.PAYOUTS_LOCKED
    disowning, owner = mina.container.portal().disowning, mina.account("mina").id
    disowning.unlock(owner, "spoke with her", Actor.operator("ann"), dry_run=True)
    disowning.unlock(owner, "spoke with her", Actor.operator("ann"))
    last = [m.template for m in mina.mails(OWNERS)][-2:]
    assert last == [Template.PAYOUTS_LOCKED, Template.PAYOUTS_UNLOCKED]
    assert all(is_wanted(template, notice=False) for template in last)
    for value in (ticket, "made up"):
        answer = mina.post("withdrawal/info.disown", ticket=value)
        assert (answer.status, answer.code, answer.reason) == (400, 10017, None)


def test_a_thief_who_takes_the_address_too_cannot_kill_the_link(mina: Portal) -> None:
    thief, ticket = on(mina, "mina", DAY), link(mina)
    theirs = {"email": "thief@example.org", "password": PASSWORD}
    assert mina.post("member/email.change", thief, **theirs).status == 200
    code = mina.mails("thief@example.org")[-1].facts["code"]
    assert mina.post("member/email.change.verify", thief, code=code).status == 200

    assert mina.post("withdrawal/info.disown", ticket=ticket).status == 200
    assert mina.get("member/me", thief).code == 10000


def test_without_a_session_and_without_a_ticket_nobody_is_meant(mina: Portal) -> None:
    assert mina.post("withdrawal/info.disown").code == 10000
    assert mina.post("withdrawal/info.disown", "stale").code == 10000
    assert mina.post("withdrawal/info.disown", ticket="").status == 400


def test_who_guesses_is_stopped(mina: Portal) -> None:
    answers = [mina.post("withdrawal/info.disown", ticket=f"{n}").code for n in range(12)]

    assert answers == [10017] * 10 + [3] * 2
