"""Changing one's own account, and leaving."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.accounts import OPERATOR, PASSWORD, PHONE, People

from backbeat.accounts.deletion import LEFT
from backbeat.accounts.errors import (
    AccountDeleted,
    AccountNotFound,
    BadNickname,
    BadPasswordLength,
    EmailTaken,
    HasMembers,
    LoginRequired,
    NicknameTaken,
    NoPassword,
    PendingWithdrawal,
    SamePassword,
    WrongPassword,
)
from backbeat.accounts.model import Account, Preferences, TutorialStep
from backbeat.accounts.operations import NewAccount
from backbeat.accounts.service import AccountChange
from backbeat.accounts.sessions import Opened
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import FieldsMissing
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType
from backbeat.mail.model import Template


def change(people: People, opened: Opened, *, proven: bool = False, **values: Any) -> Account:
    return people.accounts.change(
        opened.account.id, opened.session.id, AccountChange(**values), proven=proven
    )


def test_a_nickname_alone_needs_no_password(people: People) -> None:
    opened = people.join()

    assert change(people, opened, nickname="mira").name == "mira"
    people.sessions.resolve(opened.token)


def test_a_nickname_follows_the_rules_of_sign_up(people: People) -> None:
    opened = people.join()
    people.join("hao")

    with pytest.raises(NicknameTaken):
        change(people, opened, nickname="HAO")
    with pytest.raises(BadNickname):
        change(people, opened, nickname="m")
    assert change(people, opened, nickname="MINA").name == "MINA"


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ({"nickname": "mira"}, {"nickname": True, "password": False}),
        (
            {"password": PASSWORD, "new_password": "new secret"},
            {"nickname": False, "password": True},
        ),
    ],
)
def test_a_change_is_written_down_by_what_changed(
    people: People, values: dict[str, Any], changed: dict[str, bool]
) -> None:
    opened = people.join()
    change(people, opened, **values)

    with people.transactions.look() as books:
        entry = list(books.audit.all())[-1].entry
    assert (entry.action, entry.target) == ("account.changed", f"account:{opened.account.id}")
    assert entry.after == changed


def test_a_new_password_ends_every_other_session_and_is_mailed(people: People) -> None:
    mine, other = people.join(), people.log_in("mina")

    change(people, mine, password=PASSWORD, new_password="new secret")

    people.sessions.resolve(mine.token)
    with pytest.raises(LoginRequired):
        people.sessions.resolve(other.token)
    people.log_in("mina", "new secret")
    assert [mail.template for mail in people.mails()] == [Template.PASSWORD_CHANGED]


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        ({"password": "wrong", "new_password": "new secret"}, WrongPassword),
        ({"password": PASSWORD, "new_password": PASSWORD}, SamePassword),
        ({"password": PASSWORD, "new_password": "abc"}, BadPasswordLength),
        ({"password": PASSWORD, "new_password": "x" * 65}, BadPasswordLength),
        ({"new_password": "new secret"}, FieldsMissing),
        ({"password": PASSWORD}, FieldsMissing),
        ({}, FieldsMissing),
    ],
)
def test_each_wrong_change_has_its_code(
    people: People, values: dict[str, Any], refusal: type[Exception]
) -> None:
    opened = people.join()
    with pytest.raises(refusal):
        change(people, opened, **values)
    people.log_in("mina")


def test_a_fresh_step_up_stands_for_the_current_password(people: People) -> None:
    opened = people.join()

    with pytest.raises(SamePassword):
        change(people, opened, proven=True, new_password=PASSWORD)
    change(people, opened, proven=True, new_password="new secret")

    people.log_in("mina", "new secret")


def test_an_account_without_a_password_cannot_change_it(people: People) -> None:
    account = people.operations.create(NewAccount("ext@example.org", "ext"), OPERATOR)
    value = people.sessions.issue_one_time_login(account.id, OPERATOR).value
    opened = people.sessions.log_in_once(value, PHONE)

    with pytest.raises(NoPassword):
        change(people, opened, password="anything", new_password="new secret")
    with pytest.raises(NoPassword):
        people.leaving.leave(account.id, "anything")


def test_a_wrong_part_of_a_change_changes_nothing(people: People) -> None:
    opened = people.join()
    people.join("hao")

    with pytest.raises(NicknameTaken):
        change(people, opened, nickname="hao", password=PASSWORD, new_password="new secret")

    people.log_in("mina")


def test_one_notification_switch_does_not_move_the_other(people: People) -> None:
    mina = people.join().account.id

    people.accounts.prefer(mina, notice=None, marketing=True)
    people.accounts.prefer(mina, notice=False, marketing=None)

    assert people.accounts.get(mina).preferences == Preferences(notice=False, marketing=True)


@given(st.lists(st.sampled_from(TutorialStep)))
def test_tutorial_steps_can_be_finished_in_any_order(steps: list[TutorialStep]) -> None:
    people = People()
    mina = people.join().account.id
    for step in steps:
        people.accounts.finish_tutorial(mina, step)

    assert people.accounts.get(mina).tutorial == frozenset(steps)
    assert people.accounts.finish_tutorial(mina, None).tutorial == frozenset(TutorialStep)


def test_the_language_in_use_becomes_the_language_of_mails(people: People) -> None:
    mina = people.join().account.id

    assert people.accounts.greet(mina, Language.KOREAN).language is Language.KOREAN
    assert people.accounts.get(mina).language is Language.KOREAN


def test_what_one_changes_oneself_is_written_down(people: People) -> None:
    mina = people.join().account.id
    people.accounts.greet(mina, Language.KOREAN)
    people.accounts.prefer(mina, notice=None, marketing=True)
    people.accounts.prefer(mina, notice=False, marketing=None)

    with people.transactions.look() as books:
        told = [row.entry for row in books.audit.all()][-3:]
    assert {each.actor for each in told} == {Actor.account(mina)}
    assert {each.target for each in told} == {f"account:{mina}"}
    assert [(each.action, each.before, each.after) for each in told] == [
        ("account.language_changed", {}, {"language": "ko"}),
        (
            "account.preferences_changed",
            {"notice": True, "marketing": False},
            {"notice": True, "marketing": True},
        ),
        (
            "account.preferences_changed",
            {"notice": True, "marketing": True},
            {"notice": False, "marketing": True},
        ),
    ]


def earn(people: People, account: AccountId, amount: str) -> None:
    with people.transactions.begin() as books:
        books.ledger.post(
            account,
            EntryType.PORTAL_PROFIT,
            Money.of(amount),
            ActContext(OPERATOR, people.business.today(), people.security.now(), "test"),
            source=f"test:{account}:{amount}",
        )


def test_leaving_expires_the_balance_and_closes_everything(people: People) -> None:
    opened = people.join()
    earn(people, opened.account.id, "12.34")

    expired = people.leaving.leave(opened.account.id, PASSWORD)

    assert expired == Money.of("12.34")
    with pytest.raises(AccountDeleted):
        people.log_in("mina")
    with pytest.raises(AccountDeleted):
        people.sessions.resolve(opened.token)
    with people.transactions.look() as books:
        assert books.ledger.balance(opened.account.id).shown == Money.zero()
    mail = people.mails()[-1]
    assert (mail.template, mail.facts["days"]) == (Template.ACCOUNT_LEFT, "30")
    assert people.acts()[-1] == "account.left"


def test_leaving_hands_the_channels_to_a_job(people: People) -> None:
    opened = people.join()
    people.leaving.leave(opened.account.id, PASSWORD)

    engine = people.transactions.books.jobs
    kinds = []
    while (job := engine.claim()) is not None:
        kinds.append((job.kind, dict(job.payload)))
    assert (LEFT, {"account": opened.account.id, "day": "2025-09-01"}) in kinds


def test_leaving_needs_the_password(people: People) -> None:
    opened = people.join()

    with pytest.raises(WrongPassword):
        people.leaving.leave(opened.account.id, "wrong")

    people.sessions.resolve(opened.token)


def test_nobody_leaves_with_members_below(people: People) -> None:
    studio = people.join("studio").account
    people.member_of(studio)

    with pytest.raises(HasMembers) as refused:
        people.leaving.leave(studio.id, PASSWORD)

    assert refused.value.details == {"reason": "has_members", "members": 1}


def test_nobody_leaves_while_a_withdrawal_is_pending(people: People) -> None:
    mina = people.join().account.id
    earn(people, mina, "60.00")
    with people.transactions.begin() as books:
        act = ActContext(OPERATOR, people.business.today(), people.security.now())
        books.ledger.reservations.reserve(mina, Money.of("60.00"), WithdrawalId("w1"), act)

    with pytest.raises(PendingWithdrawal):
        people.leaving.leave(mina, PASSWORD)


def test_the_address_is_free_again_after_thirty_days(people: People) -> None:
    mina = people.join().account.id
    people.leaving.leave(mina, PASSWORD)
    people.business.move(days=29)
    with pytest.raises(EmailTaken):
        people.join()

    people.business.move(days=1)
    again = people.join().account

    assert again.id != mina
    assert people.accounts.get(mina).erased_at == people.business.now()


def test_after_the_hold_a_leaver_is_erased_and_the_books_stay(people: People) -> None:
    opened = people.join()
    mina = opened.account.id
    people.verification.send(mina)
    earn(people, mina, "12.34")
    people.leaving.leave(mina, PASSWORD)
    acts = people.acts()
    assert people.leaving.erase_due() == 0

    people.business.move(days=30)

    assert people.leaving.erase_due() == 1
    assert people.leaving.erase_due() == 0
    assert people.mails() == []
    books = people.transactions.books
    for kept in (books.accounts, books.sessions, books.codes, books.outbox, books.audit):
        assert "mina" not in repr(kept)
        assert PHONE.agent not in repr(kept)
    assert people.acts() == [*acts, "account.erased"]
    assert len(list(books.ledger_store.whole.chain())) == 2


def test_a_stranger_to_the_books_is_not_found(people: People) -> None:
    nobody = AccountId("nobody")
    with pytest.raises(AccountNotFound):
        people.accounts.get(nobody)
    with pytest.raises(AccountNotFound):
        people.leaving.leave(nobody, "x")
    with pytest.raises(AccountNotFound):
        people.accounts.prefer(nobody, notice=True, marketing=None)
