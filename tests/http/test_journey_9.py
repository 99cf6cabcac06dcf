"""J9, account life: recovery, change, refusals, leaving - under the limits of a real portal."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.fakes.accounts import an_account
from tests.http.portal import CAFE, HOME, NOW, OPERATOR, PASSWORD, Portal

from backbeat.accounts.model import Permission, Role
from backbeat.accounts.operations import NewAccount
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType
from backbeat.mail.model import Template
from backbeat.settings import Settings
from backbeat_adapters.container import Container

MINA = "mina@example.org"
WRONG = "AAAA-AAAA"


@pytest.fixture
def settings() -> Settings:
    """Limits are normal in this journey (LIMIT-3)."""
    return Settings()


@pytest.fixture
def container(container: Container) -> Iterator[Container]:
    """They are counted where a real portal counts them."""
    container.limit_store.reset_override()
    yield container
    container.counters_engine().dispose()


def ask(portal: Portal) -> None:
    """Ask for a recovery code, a minute after the last one."""
    portal.pass_time(seconds=60)
    assert portal.post("member/account/find.password", email=MINA).status == 200


def permitted(portal: Portal) -> str:
    """Ask for a code and turn it into a reset token."""
    ask(portal)
    code = portal.mailed_code(MINA)
    return str(portal.post("member/account/find.password.verify", email=MINA, code=code)["token"])


def test_step_1_recovery(portal: Portal) -> None:
    old = portal.token_of()
    unknown = portal.post("member/account/find.password", email="nobody@example.org")
    assert (unknown.status, unknown.code) == (404, 10001)

    sent = portal.post("member/account/find.password", email=MINA)
    assert (sent["expires_in"], sent["resend_in"]) == (300, 60)
    code = portal.mailed_code(MINA)
    for _ in range(5):
        wrong = portal.post("member/account/find.password.verify", email=MINA, code=WRONG)
        assert wrong.code == 10016
    sixth = portal.post("member/account/find.password.verify", email=MINA, code=code)
    assert sixth.code == 10015
    assert portal.post("member/account/find.password", email=MINA).code == 3

    late = permitted(portal)
    portal.pass_time(seconds=601)
    refused = portal.post("member/account/find.password.update", token=late, password="new secret")
    assert refused.code == 10024

    token = permitted(portal)
    done = portal.post("member/account/find.password.update", token=token, password="new secret")
    assert done.json == {"success": True, "message": ""}
    assert portal.get("member/me", old).code == 10000
    assert portal.mails(MINA)[-1].template is Template.PASSWORD_CHANGED
    again = portal.post("member/account/find.password.update", token=token, password="newer one")
    assert again.code == 10024
    assert portal.log_in(password="new secret").status == 200


def test_step_2_new_passwords(portal: Portal) -> None:
    mine = portal.token_of()
    same = permitted(portal)
    refused = portal.post("member/account/find.password.update", token=same, password=PASSWORD)
    assert refused.code == 10018

    other = portal.log_in()["token"]
    change = "member/account/update"
    assert portal.post(change, mine, password="wrong", new_password="new secret").code == 10019
    for bad in ("abc", "x" * 65):
        assert portal.post(change, mine, password=PASSWORD, new_password=bad).code == 10006
    assert portal.post(change, mine, password=PASSWORD, new_password="new secret").status == 200
    assert portal.get("member/me", mine).status == 200
    assert portal.get("member/me", other).code == 10000


def test_step_3_log_in(portal: Portal) -> None:
    token = portal.token_of()
    assert portal.log_in("nobody").code == 10003
    for _ in range(10):
        assert portal.log_in(password="wrong").code == 10003
    eleventh = portal.log_in()
    assert (eleventh.status, eleventh.code) == (429, 3)
    assert int(eleventh.headers["retry-after"]) == eleventh["details"]["retry_after"] == 300
    portal.pass_time(seconds=300)

    mina = portal.account().id
    operations = portal.container.portal().account_operations
    operations.suspend(mina, "spam", OPERATOR)
    assert portal.log_in(password="wrong").code == 10003
    assert portal.log_in().code == 10013
    assert portal.get("member/me", token).code == 10013
    operations.block(mina, "fraud", OPERATOR)
    assert portal.log_in(password="wrong").code == 10003
    assert portal.log_in().code == 10001
    operations.reinstate(mina, "a mistake", OPERATOR)
    assert portal.log_in().reason == "login_code"
    portal.pass_time(days=1)
    assert portal.log_in().status == 200


def test_step_3_three_hundred_failures_close_an_address(portal: Portal) -> None:
    portal.token_of()
    for number in range(300):
        if number and number % 60 == 0:
            portal.pass_time(seconds=60)
        assert portal.log_in(f"nobody{number}", address=CAFE).code == 10003

    assert portal.log_in(address=CAFE).code == 3
    assert portal.log_in(address=HOME).status == 200


def earn(portal: Portal, account: AccountId, amount: str) -> ActContext:
    """Post earnings, as the close of a month will."""
    act = ActContext(OPERATOR, portal.business.today(), portal.security.now(), "test")
    with portal.container.transactions().begin() as books:
        books.ledger.post(
            account, EntryType.PORTAL_PROFIT, Money.of(amount), act, source=f"test:{amount}"
        )
    return act


def test_step_4_leaving(portal: Portal) -> None:
    token = portal.token_of()
    mina = portal.account().id
    act = earn(portal, mina, "60.00")
    leave = "member/account/delete.account"
    with portal.container.transactions().begin() as books:
        books.ledger.reservations.reserve(mina, Money.of("60.00"), WithdrawalId("w1"), act)
    pending = portal.post(leave, token, password=PASSWORD)
    assert (pending.code, pending.reason) == (2, "pending_withdrawal")
    with portal.container.transactions().begin() as books:
        books.ledger.reservations.forfeit(WithdrawalId("w1"), act)
        books.accounts.add(
            an_account(id="kai", name="kai", role=Role.MEMBER, manager=mina, referral_code="KAI")
        )
    below = portal.post(leave, token, password=PASSWORD)
    assert (below.code, below.reason) == (2, "has_members")
    with portal.container.transactions().begin() as books:
        kai = books.accounts.get(AccountId("kai"))
        assert kai is not None
        books.accounts.save(kai.deleted("by its manager", NOW))
    earn(portal, mina, "12.34")
    assert portal.post(leave, token, password="wrong").code == 10019

    left = portal.post(leave, token, password=PASSWORD)

    assert (left["expired"], left["expired_usd"]) == ("12.34", "12.34")
    assert (left["currency"], left["fx_rate"]) == ("USD", "1")
    with portal.container.transactions().look() as books:
        last = books.ledger.store.whole.chain()
        entries = [entry for sealed in last for entry in sealed.transaction.entries]
    assert (entries[-1].type, entries[-1].amount) == (EntryType.EXPIRE, Money.of("-12.34"))
    assert portal.get("member/me", token).code == 10002
    assert portal.log_in().code == 10002
    assert portal.join(nickname="mina2").code == 10009
    portal.pass_time(days=29)
    assert portal.join(nickname="mina2").code == 10009
    portal.pass_time(days=1)
    assert portal.join(nickname="mina2").status == 200


def test_step_4_leaving_names_the_amount_in_the_display_currency(portal: Portal) -> None:
    token = portal.token_of()
    earn(portal, portal.account().id, "12.34")
    body = {"password": PASSWORD}
    cny = {"ZS-Currency": "CNY"}

    no_rate = portal.send("POST", "member/account/delete.account", token, json=body, headers=cny)

    assert (no_rate.code, no_rate.reason) == (2, "no_rate")
    assert portal.get("member/me", token).status == 200


def test_step_5_logging_out_leaves_nothing_that_works(portal: Portal) -> None:
    token = portal.token_of()

    portal.post("member/logout", token)

    assert portal.get("member/me", token).code == 10000
    assert portal.post("member/logout", token).code == 10000


def test_a_network_is_opened_by_the_operator(portal: Portal) -> None:
    portal.container.portal().account_operations.create(
        NewAccount("net@example.org", "net", Permission.MCN, PASSWORD, verified=True), OPERATOR
    )

    opened = portal.log_in("net")

    assert (opened["permission"], opened["permission_flag"]) == ("mcn", 1)
    assert opened["auth_required"] is False
