"""What operators do to accounts."""

from __future__ import annotations

import pytest
from tests.fakes.accounts import OPERATOR, PASSWORD, People

from backbeat.accounts.errors import (
    AccountNotFound,
    AmbiguousAccount,
    EmailTaken,
    NicknameTaken,
    StatusRefused,
)
from backbeat.accounts.model import AccountStatus, Permission, Role
from backbeat.accounts.operations import NewAccount
from backbeat.accounts.ports import AccountFilter
from backbeat.kernel.errors import BadValues
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest


def test_the_top_of_a_network_is_opened_by_an_operator(people: People) -> None:
    net = people.operations.create(
        NewAccount("net@example.org", "net", Permission.MCN, PASSWORD, verified=True), OPERATOR
    )

    assert (net.role, net.permission, net.permission_flag) == (Role.MAIN, Permission.MCN, True)
    assert net.is_mcn_related
    assert net.can_manage
    assert people.sessions.resolve(people.log_in("net").token).email_verified


@pytest.mark.parametrize("permission", [Permission.MCN_CREATOR, Permission.MCN_CREATOR_SUB])
def test_the_ranks_below_are_given_by_networks_alone(
    people: People, permission: Permission
) -> None:
    with pytest.raises(BadValues):
        people.operations.create(NewAccount("net@example.org", "net", permission), OPERATOR)


def test_an_opened_account_takes_a_free_address_and_nickname(people: People) -> None:
    people.join()

    with pytest.raises(EmailTaken):
        people.operations.create(NewAccount("mina@example.org", "other"), OPERATOR)
    with pytest.raises(NicknameTaken):
        people.operations.create(NewAccount("other@example.org", "mina"), OPERATOR)


def test_an_account_is_found_by_id_address_or_the_beginning_of_an_id(people: People) -> None:
    mina, hao = people.join().account, people.join("hao").account

    for text in (mina.id, "MINA@example.org"):
        assert people.operations.find(text) == mina
    with pytest.raises(AmbiguousAccount) as refused:
        people.operations.find(mina.id[:3])
    assert set(refused.value.ids) == {mina.id, hao.id}
    for text in ("nobody", ""):
        with pytest.raises(AccountNotFound):
            people.operations.find(text)


def test_standing_changes_only_where_it_makes_sense(people: People) -> None:
    mina = people.join().account.id
    acts = people.operations

    with pytest.raises(StatusRefused):
        acts.reinstate(mina, "why", OPERATOR)
    assert acts.suspend(mina, "spam", OPERATOR).status is AccountStatus.SUSPENDED
    with pytest.raises(StatusRefused):
        acts.suspend(mina, "spam", OPERATOR)
    assert acts.block(mina, "fraud", OPERATOR).status_reason == "fraud"
    assert acts.reinstate(mina, "a mistake", OPERATOR).is_active
    people.leaving.leave(mina, PASSWORD)
    for act in (acts.suspend, acts.block, acts.reinstate):
        with pytest.raises(StatusRefused):
            act(mina, "why", OPERATOR)


def test_who_is_suspended_or_blocked_is_logged_out_and_nobody_is_by_coming_back(
    people: People,
) -> None:
    opened = people.join()
    mina = opened.account.id
    people.operations.suspend(mina, "spam", OPERATOR, dry_run=True)
    people.sessions.resolve(opened.token)
    people.operations.suspend(mina, "spam", OPERATOR)
    with people.transactions.look() as books:
        assert books.sessions.open_of(mina) == ()
    people.operations.reinstate(mina, "a mistake", OPERATOR)
    again = people.log_in("mina")
    with people.transactions.look() as books:
        assert [each.id for each in books.sessions.open_of(mina)] == [again.session.id]
    people.operations.block(mina, "fraud", OPERATOR)
    with people.transactions.look() as books:
        assert books.sessions.open_of(mina) == ()


def test_each_act_names_its_operator_and_reason(people: People) -> None:
    mina = people.join().account.id
    people.operations.suspend(mina, "spam", OPERATOR)

    with people.transactions.look() as books:
        entry = list(books.audit.all())[-1].entry
    assert entry.actor == OPERATOR
    assert (entry.action, entry.target) == ("account.suspended", f"account:{mina}")
    assert (entry.before, entry.after) == ({"status": "active"}, {"status": "suspended"})
    assert entry.reason == "spam"


def test_consent_is_asked_for_once_and_given_once_and_both_are_written_down(
    people: People,
) -> None:
    mina = people.join().account.id
    acts = people.operations

    assert acts.ask_consent(mina, "label", OPERATOR, needed=True, dry_run=True).consent_required
    with pytest.raises(StatusRefused):
        acts.ask_consent(mina, "label", OPERATOR, needed=False)
    assert acts.ask_consent(mina, "label", OPERATOR, needed=True).consent_required
    with pytest.raises(StatusRefused):
        acts.ask_consent(mina, "label", OPERATOR, needed=True)
    assert not acts.ask_consent(mina, "signed", OPERATOR, needed=False).consent_required

    with people.transactions.look() as books:
        told = [row.entry for row in books.audit.all()][-2:]
    assert [(each.action, each.target, each.reason) for each in told] == [
        ("account.consent_asked", f"account:{mina}", "label"),
        ("account.consent_given", f"account:{mina}", "signed"),
    ]
    for dry_run in (True, False):
        with pytest.raises(AccountNotFound):
            acts.ask_consent(AccountId("nobody"), "", OPERATOR, needed=True, dry_run=dry_run)
    people.leaving.leave(mina, PASSWORD)
    with pytest.raises(StatusRefused):
        acts.ask_consent(mina, "label", OPERATOR, needed=True)


def test_a_one_time_log_in_is_written_down_with_who_issued_it(people: People) -> None:
    mina = people.join().account.id
    people.sessions.issue_one_time_login(mina, OPERATOR)

    with people.transactions.look() as books:
        entry = list(books.audit.all())[-1].entry
    assert (entry.actor, entry.action) == (OPERATOR, "account.one_time_login_issued")
    assert entry.target == f"account:{mina}"


def test_accounts_are_listed(people: People) -> None:
    people.join()
    people.join("hao")

    page = people.operations.list(AccountFilter(search="ha"), PageRequest())

    assert [account.name for account in page.items] == ["hao"]


def test_a_partner_without_a_site_is_refused_by_its_field(people: People) -> None:
    mina = people.join().account
    with pytest.raises(BadValues) as refused:
        people.operations.put_with(mina.id, "nobody.example", "agreed", OPERATOR)
    assert refused.value.fields == {"partner": "bad_value"}


def test_an_opened_account_takes_the_address_of_who_left_long_ago(people: People) -> None:
    mina = people.join().account.id
    people.leaving.leave(mina, PASSWORD)
    people.business.move(days=30)

    opened = people.operations.create(NewAccount("mina@example.org", "mina"), OPERATOR)

    assert opened.email == "mina@example.org"
    assert people.accounts.get(mina).erased_at == people.business.now()
