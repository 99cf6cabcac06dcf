"""`member/*` over the wire: shapes, codes and statuses, on both databases (J1 steps 2 and 3)."""

from __future__ import annotations

from statistics import median
from time import process_time
from typing import Any

import pytest
from attrs import evolve
from tests.fakes.standins import FixedClock
from tests.http.portal import CAFE, OPERATOR, PASSWORD, Portal
from tests.http.world import MAIN, MEMBER, STRANGER, World
from tests.http.world import PASSWORD as WORLD_PASSWORD

from backbeat.accounts.model import AccountStatus, Permission
from backbeat.accounts.operations import NewAccount
from backbeat.catalogue.model import Track
from backbeat.kernel.ids import AccountId, ChannelId, Isrc
from backbeat.payout_methods.paypal import PayPalForm
from backbeat_adapters.passwords import Argon2Passwords, Cost

ME = {
    "info",
    "role",
    "permission",
    "permission_flag",
    "auth_required",
    "is_mcn_related",
    "withdrawal",
    "has_approved_channel",
    "tutorial",
    "settings",
    "totp",
    "referral_code",
    "viewing",
}


def test_a_sign_up_answers_with_a_session_that_still_asks_for_the_address(portal: Portal) -> None:
    answer = portal.join()

    assert answer.status == 200
    assert set(answer.json) == {"success", "message", "token", "device"} | ME
    assert answer["info"] == {"name": "mina", "user_id": "mina@example.org"}
    assert (answer["role"], answer["permission"], answer["permission_flag"]) == ("main", "", 1)
    assert type(answer["permission_flag"]) is int
    assert answer["auth_required"] is True
    assert answer["is_mcn_related"] is False
    assert answer["withdrawal"] is None
    assert answer["has_approved_channel"] is False
    assert answer["tutorial"] == {
        "dashboard": False,
        "music": False,
        "channel": False,
        "guide": False,
    }
    assert answer["settings"] == {"notice": True, "marketing": False}
    assert answer["token"].startswith("bb1_")


def test_the_address_is_proved_by_the_mailed_code(portal: Portal) -> None:
    token = portal.join()["token"]

    sent = portal.post("member/email", token)
    assert (sent["sent_to"], sent["expires_in"], sent["resend_in"]) == ("m***@example.org", 300, 60)
    assert len(portal.mails("mina@example.org")) == 1
    portal.pass_time(seconds=10)
    too_soon = portal.post("member/email", token)
    assert (too_soon.status, too_soon.code) == (429, 3)
    assert too_soon.headers["retry-after"] == "50"
    code = portal.mailed_code("mina@example.org")
    wrong = portal.post("member/emailverify", token, code=f"{(int(code) + 1) % 1_000_000:06d}")
    assert wrong.code == 10016

    right = portal.post("member/emailverify", token, code=code)

    assert right["auth_required"] is False
    assert portal.get("member/me", token)["auth_required"] is False


def test_an_unverified_caller_may_use_few_calls_only(portal: Portal) -> None:
    token = portal.join()["token"]

    assert portal.get("member/me", token).status == 200
    for path in ("member/sessions",):
        refused = portal.get(path, token)
        assert (refused.status, refused.code, refused.reason) == (403, 2, "email_unverified")
    for path, body in (
        ("member/account/update", {"nickname": "mira"}),
        ("member/account/delete.account", {"password": PASSWORD}),
        ("member/settings/push", {"notice": True, "marketing": True}),
        ("member/email.change.verify", {"code": "000000"}),
    ):
        assert portal.post(path, token, **body).reason == "email_unverified"
    assert portal.post("member/logout", token).status == 200


def test_a_mistyped_address_is_corrected_and_then_proved(portal: Portal) -> None:
    token = portal.join(id="mina@exmaple.org")["token"]
    portal.pass_time(seconds=601)

    assert portal.post("member/email.change", token, email="mina@example.org").reason == "step_up"
    assert portal.post("member/stepup", token, password=PASSWORD).status == 200
    sent = portal.post("member/email.change", token, email="mina@example.org")
    assert sent["sent_to"] == "m***@example.org"
    me = portal.get("member/me", token)
    assert (me["info"]["user_id"], me["auth_required"]) == ("mina@example.org", True)

    code = portal.mailed_code("mina@example.org")
    assert portal.post("member/emailverify", token, code=code)["auth_required"] is False
    assert portal.log_in().status == 200


def test_common_passwords_and_imitated_names_are_refused_on_their_field(portal: Portal) -> None:
    for field, value in (("password", "password"), ("nickname", "min\u0430")):
        refused = portal.join(**{field: value})
        assert (refused.code, refused["details"]["fields"]) == (2, {field: "bad_value"})
    assert portal.join(nickname="Support").code == 10010


@pytest.mark.parametrize(
    ("changes", "code", "details"),
    [
        ({"id": "abc"}, 10007, None),
        ({"id": "abc@"}, 10007, None),
        ({"id": "a" * 243 + "@example.org"}, 10005, {"min": 5, "max": 254}),
        ({"password": "abc"}, 10006, {"min": 4, "max": 64}),
        ({"password_confirm": "other"}, 10004, {"fields": {"password_confirm": "mismatch"}}),
        (
            {"nickname": "thirteenchars"},
            10008,
            {"min": 2, "max": 12, "problem": "length"},
        ),
        ({"nickname": "a-b"}, 10008, {"min": 2, "max": 12, "problem": "characters"}),
        ({"referral": "NOBODY22"}, 10011, None),
        ({"id": ""}, 4, {"fields": {"id": "required"}}),
        ({"id": "   "}, 4, {"fields": {"id": "required"}}),
        (
            {"permission": "mcn"},
            2,
            {"reason": "bad_value", "fields": {"permission": "unknown_field"}},
        ),
        ({"id": 7}, 2, {"reason": "bad_value", "fields": {"id": "bad_value"}}),
    ],
)
def test_each_wrong_field_of_a_sign_up_has_its_code(
    portal: Portal, changes: dict[str, Any], code: int, details: dict[str, Any] | None
) -> None:
    refused = portal.join(**changes)

    assert (refused.status, refused.code) == (400, code)
    assert refused["details"] == details
    assert refused["success"] is False
    assert refused["message"]


def test_a_confirmation_that_differs_is_refused_at_both_places(portal: Portal) -> None:
    assert portal.join(password_confirm="other").code == 10004
    refused = portal.post(
        "member/account/find.password.update",
        token="made up",
        password="new secret",
        password_confirm="other",
    )
    assert (refused.status, refused.code) == (400, 10004)


def test_identifiers_are_taken_in_whatever_case(portal: Portal) -> None:
    portal.join()

    assert portal.join("other", id="MINA@EXAMPLE.ORG").code == 10009
    assert portal.join("other", nickname="MINA").code == 10010


def test_the_refusal_speaks_the_interface_language(portal: Portal) -> None:
    words = {
        language: portal.send(
            "POST",
            "member/login",
            json={"id": "x@y.zz", "password": "wrong"},
            headers={"Accept-Language": language},
        )["message"]
        for language in ("en", "ko", "zh-CN", "zh-TW")
    }

    assert len(set(words.values())) == 4


def test_log_in_and_me_agree(portal: Portal) -> None:
    portal.token_of()

    opened = portal.log_in()
    me = portal.get("member/me", opened["token"])

    token, device = opened.json.pop("token"), opened.json.pop("device")
    assert token
    assert device
    assert opened.json == me.json


def test_an_unknown_id_and_a_wrong_password_answer_alike(portal: Portal) -> None:
    portal.join()
    unknown, wrong = portal.log_in("nobody"), portal.log_in("mina", "wrong")

    assert (unknown.status, unknown.json) == (wrong.status, wrong.json)
    assert unknown.code == 10003


def test_a_log_in_without_a_password_names_the_field(portal: Portal) -> None:
    for form in ({}, {"password": ""}, {"password": "  "}):
        refused = portal.post("member/login", id="mina@example.org", **form)

        assert (refused.status, refused.code) == (400, 4), form
        assert refused["details"] == {"fields": {"password": "required"}}


def test_a_stale_token_is_no_hindrance_to_the_way_back_in(portal: Portal) -> None:
    portal.token_of()
    stale = {"Zs-Authentification": "bb1_stale"}
    body = {"id": "mina@example.org", "password": PASSWORD}

    assert portal.send("POST", "member/login", json=body, headers=stale).status == 200
    assert portal.get("member/me", "bb1_stale").code == 10000
    missing = portal.get("member/me")
    assert (missing.status, missing.code) == (401, 10000)


def test_logging_out_ends_the_token(portal: Portal) -> None:
    token = portal.token_of()

    assert portal.post("member/logout", token).json == {"success": True, "message": ""}
    assert portal.get("member/me", token).code == 10000


def test_the_registered_destination_shows_masked(portal: Portal) -> None:
    token = portal.token_of()
    portal.container.portal().payment_details.register(
        portal.account().id, PayPalForm("Mina Kim", "mina.kim@example.com")
    )

    withdrawal = portal.get("member/me", token)["withdrawal"]

    assert withdrawal["method"] == "paypal"
    assert withdrawal["account_name"] == "Mina Kim"
    assert withdrawal["account_email_masked"] == "m***@example.com"
    assert withdrawal["holder"] is None


def test_the_four_permissions_show_in_the_session(portal: Portal) -> None:
    net = portal.container.portal().account_operations.create(
        NewAccount("net@example.org", "net", Permission.MCN, PASSWORD, verified=True), OPERATOR
    )
    shown = []
    for permission in Permission:
        with portal.container.transactions().begin() as books:
            books.accounts.save(evolve(net, permission=permission, permission_flag=False))
        opened = portal.log_in("net")
        shown.append((opened["permission"], opened["permission_flag"], opened["is_mcn_related"]))

    assert shown == [
        ("", 0, False),
        ("mcn", 0, True),
        ("mcn_creator", 0, True),
        ("mcn_creator_sub", 0, True),
    ]
    assert {type(flag) for _, flag, _ in shown} == {int}


def test_a_nickname_changes_without_a_password(portal: Portal) -> None:
    token = portal.token_of()

    changed = portal.post("member/account/update", token, nickname="mira")

    assert changed["info"] == {"name": "mira", "user_id": "mina@example.org"}
    assert portal.get("member/me", token)["info"]["name"] == "mira"


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"password": "wrong", "new_password": "new secret"}, 10019),
        ({"password": PASSWORD, "new_password": PASSWORD}, 10018),
        ({"password": PASSWORD, "new_password": "abc"}, 10006),
        ({"nickname": "m"}, 10008),
        ({}, 4),
    ],
)
def test_each_wrong_change_has_its_code(portal: Portal, body: dict[str, str], code: int) -> None:
    assert portal.post("member/account/update", portal.token_of(), **body).code == code


def test_a_stale_session_needs_the_current_password_for_a_new_one(portal: Portal) -> None:
    token = portal.token_of()
    portal.pass_time(seconds=601)

    refused = portal.post("member/account/update", token, new_password="new secret")

    assert (refused.code, refused["details"]) == (4, {"fields": {"password": "required"}})


def test_a_step_up_makes_the_password_fresh_again(portal: Portal) -> None:
    token = portal.token_of()
    portal.pass_time(seconds=601)
    stale = portal.post("member/email.change", token, email="new@example.org")
    assert (stale.status, stale.code, stale.reason) == (403, 2, "step_up")

    assert portal.post("member/stepup", token, password="wrong").code == 10019
    assert portal.post("member/stepup", token, password=PASSWORD)["expires_in"] == 600

    assert portal.post("member/email.change", token, email="new@example.org").status == 200


def test_an_expired_code_is_refused_over_the_wire(portal: Portal) -> None:
    token = portal.join()["token"]
    portal.post("member/email", token)
    portal.pass_time(seconds=300)

    refused = portal.post("member/emailverify", token, code=portal.mailed_code("mina@example.org"))

    assert refused.code == 10017


def test_a_new_address_counts_once_its_code_came_back(portal: Portal) -> None:
    token = portal.token_of()
    portal.pass_time(seconds=601)

    sent = portal.post("member/email.change", token, email="new@example.org", password=PASSWORD)
    assert sent["sent_to"] == "n***@example.org"
    code = portal.mailed_code("new@example.org")
    done = portal.post("member/email.change.verify", token, code=code)

    assert done["info"]["user_id"] == "new@example.org"
    assert portal.log_in("mina").code == 10003
    assert portal.log_in("new").status == 200


def test_sessions_are_listed_and_can_be_ended(portal: Portal) -> None:
    mine = portal.token_of()
    portal.pass_time(seconds=60)
    other = portal.log_in(address=CAFE)["token"]

    items = portal.get("member/sessions", mine)["items"]
    assert [item["current"] for item in items] == [False, True]
    assert items[0]["ip"] == "198.51.100.0/24"
    assert portal.post("member/sessions/end", mine, id=items[0]["id"]).status == 200

    assert portal.get("member/me", other).code == 10000
    gone = portal.post("member/sessions/end", mine, id=items[0]["id"])
    assert (gone.status, gone.reason) == (404, "not_found")


def test_nobody_ends_another_persons_session(portal: Portal) -> None:
    mina, hao = portal.token_of(), portal.token_of("hao")
    session = portal.get("member/sessions", mina)["items"][0]["id"]

    assert portal.post("member/sessions/end", hao, id=session).reason == "not_found"
    assert portal.get("member/me", mina).status == 200


def test_sessions_end_with_a_fresh_password_only(portal: Portal) -> None:
    mine = portal.token_of()
    other = portal.log_in()["token"]
    portal.pass_time(seconds=601)

    refused = portal.post("member/sessions/end", mine)
    assert (refused.status, refused.reason) == (403, "step_up")
    assert portal.get("member/me", other).status == 200

    assert portal.post("member/sessions/end", mine, password="wrong").code == 10019
    assert portal.post("member/sessions/end", mine, password=PASSWORD)["ended"] == 1
    assert portal.get("member/me", other).code == 10000


def test_all_other_sessions_end_at_once(portal: Portal) -> None:
    mine = portal.token_of()
    other = portal.log_in()["token"]

    assert portal.post("member/sessions/end", mine)["ended"] == 1
    assert portal.get("member/me", other).code == 10000
    assert portal.get("member/me", mine).status == 200


def test_what_was_saved_stays_over_log_ins(portal: Portal) -> None:
    token = portal.token_of()
    with portal.container.transactions().begin() as books:
        books.tracks.save([Track(isrc=Isrc("QZBB12500001"), name="Late train")])
    assert portal.post("music/favorite.toggle", token, isrc="QZBB12500001")["favorited"]
    portal.post("member/logout", token)

    again = str(portal.log_in()["token"])

    [kept] = portal.get("music/favorite.list", again)["items"]
    assert (kept["isrc"], kept["favorited"]) == ("QZBB12500001", True)


def test_one_push_switch_leaves_the_other_alone(portal: Portal) -> None:
    token = portal.token_of()

    both = portal.post("member/settings/push", token, notice=True, marketing=True)
    assert (both["notice"], both["marketing"]) == (True, True)
    one = portal.post("member/settings/push", token, notice=False, marketing=False, type="notice")

    assert (one["notice"], one["marketing"]) == (False, True)
    assert portal.get("member/me", token)["settings"] == {"notice": False, "marketing": True}


def test_tutorial_steps_add_up(portal: Portal) -> None:
    token = portal.token_of()

    first = portal.post("member/settings/step.tutorial", token, value="music")["tutorial"]
    every = portal.post("member/settings/step.tutorial", token, value="all")["tutorial"]

    assert first == {"dashboard": False, "music": True, "channel": False, "guide": False}
    assert set(every.values()) == {True}
    assert portal.post("member/settings/step.tutorial", token, value="x").code == 2


def test_a_one_time_log_in_works_once_without_headers(portal: Portal) -> None:
    portal.token_of()
    issue = portal.container.portal().sessions.issue_one_time_login
    value = issue(portal.account().id, OPERATOR).value

    opened = portal.send("POST", "member/create.onetime.auth", params={"code": value})
    assert portal.get("member/me", opened["token"])["info"]["name"] == "mina"
    again = portal.send("POST", "member/create.onetime.auth", params={"code": value})
    assert again.code == 10017

    body = portal.post(
        "member/create.onetime.auth", code=issue(portal.account().id, OPERATOR).value
    )
    assert body.status == 200
    late = issue(portal.account().id, OPERATOR).value
    portal.pass_time(seconds=300)
    assert portal.post("member/create.onetime.auth", code=late).code == 10017
    made_up = portal.post("member/create.onetime.auth", code="made up")
    assert (made_up.code, made_up.reason) == (2, "link_invalid")
    assert portal.post("member/create.onetime.auth").code == 4


def test_an_account_without_a_password_is_told_so_until_recovery_sets_one(portal: Portal) -> None:
    account = portal.container.portal().account_operations.create(
        NewAccount("ext@example.org", "ext", verified=True), OPERATOR
    )
    value = portal.container.portal().sessions.issue_one_time_login(account.id, OPERATOR).value
    token = portal.post("member/create.onetime.auth", code=value)["token"]
    refused = portal.post("member/account/delete.account", token, password="any")
    assert refused.code == 10022
    assert "Please set one with “Forgot your password?”." in refused["message"]

    portal.post("member/account/find.password", email="ext@example.org")
    code = portal.mailed_code("ext@example.org")
    reset = portal.post("member/account/find.password.verify", email="ext@example.org", code=code)
    portal.post("member/account/find.password.update", token=reset["token"], password="first one")

    token = portal.log_in("ext", "first one")["token"]
    assert portal.post("member/account/delete.account", token, password="first one").status == 200


@pytest.mark.parametrize(
    ("status", "code", "http"),
    [
        (AccountStatus.SUSPENDED, 10013, 403),
        (AccountStatus.DELETED, 10002, 403),
        (AccountStatus.BLOCKED, 10001, 404),
    ],
)
def test_who_may_not_come_in_is_told_why_after_the_right_password(
    portal: Portal, status: AccountStatus, code: int, http: int
) -> None:
    portal.token_of()
    gone = evolve(portal.account(), status=status, status_since=portal.business.now())
    with portal.container.transactions().begin() as books:
        books.accounts.save(gone)

    def sessions() -> int:
        with portal.container.transactions().look() as books:
            return len(books.sessions.open_of(gone.id))

    before = sessions()
    assert portal.log_in(password="wrong").code == 10003
    refused = portal.log_in()
    assert (refused.status, refused.code) == (http, code)
    assert "token" not in refused.json
    assert sessions() == before


def test_no_answer_or_row_or_log_shows_a_password_or_its_hash(
    portal: Portal, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    token = portal.token_of()
    stored = portal.account().password_hash or ""

    for answer in (portal.log_in(), portal.get("member/me", token), portal.join()):
        assert PASSWORD not in str(answer.json)
        assert stored not in str(answer.json)
    with portal.container.transactions().look() as books:
        rows = str(list(books.audit.all()))
    assert PASSWORD not in rows
    assert token not in rows
    assert "mina@example.org" not in rows
    portal.send("GET", "member/me", token, params={"password": PASSWORD})
    assert "POST /api/member/login 200" in caplog.text
    assert "password=***" in caplog.text
    for secret in (PASSWORD, PASSWORD.replace(" ", "%20"), PASSWORD.replace(" ", "+"), stored):
        assert secret not in caplog.text


def test_unknown_ids_take_as_long_as_known_ones(portal: Portal) -> None:
    proper = Argon2Passwords(Cost(memory=19_456, rounds=1))
    object.__setattr__(portal.container.portal().sessions, "hasher", proper)
    portal.join()
    mina = evolve(portal.account(), password_hash=proper.hash(PASSWORD))
    with portal.container.transactions().begin() as books:
        books.accounts.save(mina)

    def seconds(name: str) -> float:
        start = process_time()
        assert portal.log_in(name, "wrong").code == 10003
        return process_time() - start

    pairs = [(seconds("mina"), seconds("nobody")) for _ in range(25)]
    known, unknown = (median(times) for times in zip(*pairs, strict=True))

    assert 0.7 < known / unknown < 1.4


def test_the_language_of_the_last_visit_is_the_language_of_mails(portal: Portal) -> None:
    token = portal.token_of()
    portal.send("GET", "member/me", token, headers={"Accept-Language": "ko-KR,ko;q=0.9"})

    portal.post("member/account/find.password", email="mina@example.org")

    assert portal.mails("mina@example.org")[-1].language == "ko"


def test_sessions_live_by_security_time(portal: Portal) -> None:
    token = portal.token_of()
    portal.business.move(days=100)
    assert portal.get("member/me", token).status == 200

    assert isinstance(portal.security, FixedClock)
    portal.security.move(days=7)
    assert portal.get("member/me", token).code == 10000


def test_the_worker_gives_up_a_leavers_channels_and_erases_after_the_hold(
    portal: Portal, world: World
) -> None:
    container, stranger, member = portal.container, AccountId(STRANGER), AccountId(MEMBER)
    mine, held = world.things["channel", STRANGER], world.things["channel", MEMBER]
    for name in (STRANGER, MEMBER):
        container.portal().account_deletion.leave(AccountId(name), WORLD_PASSWORD)

    container.portal().worker.run_once()

    with container.transactions().look() as books:
        owned, assigned = books.channels.get(ChannelId(mine)), books.channels.get(ChannelId(held))
        kept = books.accounts.get(stranger)
    assert owned is not None
    assert owned.is_deleted
    assert assigned is not None
    assert not assigned.is_deleted
    assert (assigned.owner, assigned.holder) == (MAIN, MAIN)
    assert kept is not None
    assert kept.erased_at is None

    portal.pass_time(days=30)
    container.portal().worker.run_once()

    with container.transactions().look() as books:
        erased = [books.accounts.get(account) for account in (stranger, member)]
    assert all(account and account.erased_at == portal.business.now() for account in erased)
