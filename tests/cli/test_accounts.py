"""`backbeat account`."""

from __future__ import annotations

import csv
import json
import stat
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from zipfile import ZipFile

import pytest
from falcon.testing import TestClient
from pypdf import PdfReader
from tests.cli.conftest import Program
from tests.fakes.authenticator import digits_at
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import BY_PAYPAL
from tests.http.world import MAIN, PASSWORD, STRANGER, World, make_invoices

from backbeat.accounts.errors import AccountSuspended, LoginRequired, WrongCredentials
from backbeat.accounts.model import Device
from backbeat.board.model import Post, PostId, PostKind, PostText, PublishedSpan
from backbeat.campaigns.model import (
    Application,
    Campaign,
    CampaignEntry,
    CampaignId,
    EntryState,
)
from backbeat.consents.service import Signature
from backbeat.events.model import BoardEvent, Participation
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, Isrc, VideoId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat.payout_methods.paypal import PayPalForm
from backbeat.programs import model as programs
from backbeat.tax.model import NumberKind, TaxDetails, TaxNumber
from backbeat.video_reviews.model import VideoReview, VideoReviewId
from backbeat_adapters.container import Container

EMAIL = f"{MAIN}@example.org"
ANN = Actor.operator("ann")
RESIDENT = "9001011234568"


def test_accounts_are_listed_and_searched(backbeat: Program, world: World) -> None:
    every = backbeat("account", "list", "--json")
    assert every.code == 0
    assert every.json["total"] == len(world.tokens)
    assert {row["email"] for row in every.items} >= {EMAIL, "network@example.org"}

    networks = backbeat("account", "list", "--permission", "mcn", "--json")
    assert [row["nickname"] for row in networks.items] == ["network"]
    assert backbeat("account", "list", "--search", "STRANG", "--json").json["total"] == 1
    assert backbeat("account", "list", "--status", "blocked").out == "nothing found\n"
    wrong = backbeat("account", "list", "--permission", "king")
    assert (wrong.code, wrong.err.split(";")[0]) == (2, "error: no such permission: king")


def test_an_account_is_shown_by_address_id_or_the_ids_beginning(
    backbeat: Program, world: World
) -> None:
    shown = [backbeat("account", "show", text, "--json").json for text in (EMAIL, MAIN, "mai")]

    assert shown[0] == shown[1] == shown[2]
    assert (shown[0]["email"], shown[0]["sessions"], shown[0]["has_password"]) == (EMAIL, 2, True)
    assert PASSWORD not in str(shown[0])
    missing = backbeat("account", "show", "nobody@example.org")
    assert missing.code == 1
    assert missing.err.startswith("error: This account does not exist")
    ambiguous = backbeat("account", "show", "m")
    assert ambiguous.code == 1
    assert "main" in ambiguous.err
    assert "member" in ambiguous.err


def test_a_network_is_opened(backbeat: Program, container: Container) -> None:
    create = ("account", "create", "net@example.org", "net", "--permission", "mcn", "--verified")

    trial = backbeat(*create, "--dry-run", "--json")
    assert (trial.code, trial.json["permission"]) == (0, "mcn")
    assert backbeat("account", "show", "net@example.org").code == 1
    made = backbeat(*create, "--json").json

    assert (made["role"], made["permission_flag"], made["verified"]) == ("main", True, True)
    assert made["has_password"] is False
    again = backbeat(*create)
    assert (again.code, "code 10009" in again.err) == (1, True)
    with container.transactions().look() as books:
        entry = list(books.audit.all())[-1].entry
    assert (entry.action, entry.actor.id) == ("account.created", "ann")


def test_a_password_comes_from_standard_input_alone(
    backbeat: Program, container: Container
) -> None:
    made = backbeat(
        "account", "create", "x@example.org", "xaver", "--password-stdin", stdin="open sesame\n"
    )

    assert made.code == 0
    assert (
        container.portal().sessions.log_in("x@example.org", "open sesame", Device()).account.name
        == "xaver"
    )
    short = backbeat(
        "account", "create", "y@example.org", "yara", "--password-stdin", stdin="abc\n"
    )
    assert (short.code, "code 10006" in short.err) == (1, True)


def test_a_consent_is_asked_for_and_comes_in(backbeat: Program, world: World) -> None:
    """WITHDRAW-16: while it is missing, withdrawals are refused with 40003."""
    requests = world.container.portal().withdrawal_requests
    assert backbeat("account", "consent", EMAIL, "--reason", "exclusive songs").code == 2

    trial = backbeat("account", "consent", EMAIL, "--ask", "--reason", "songs", "--dry-run")
    assert trial.code == 0
    asked = backbeat("account", "consent", EMAIL, "--ask", "--reason", "songs", "--json")
    assert asked.json["consent_required"] is True
    quote = requests.quote(AccountId(MAIN), BY_PAYPAL, Currency.USD)
    assert 40003 in [obstacle.code for obstacle in quote.blocked]
    twice = backbeat("account", "consent", EMAIL, "--ask", "--reason", "songs")
    assert (twice.code, twice.err.count("\n")) == (1, 1)

    given = backbeat("account", "consent", EMAIL, "--given", "--reason", "signed", "--json")
    assert given.json["consent_required"] is False
    quote = requests.quote(AccountId(MAIN), BY_PAYPAL, Currency.USD)
    assert 40003 not in [obstacle.code for obstacle in quote.blocked]
    rows = backbeat("audit", "list", "--json").items
    assert [row["action"] for row in rows][:2] == [
        "account.consent_given",
        "account.consent_asked",
    ]


def test_what_was_signed_is_listed_and_written_as_a_paper(
    backbeat: Program, world: World, tmp_path: Path
) -> None:
    """ACCT-18: name, version, time and address; the paper holds the text that was read."""
    portal, paper = world.container.portal(), tmp_path / "consent.pdf"
    listed = ("account", "consents", EMAIL)
    missing = backbeat(*listed, "--pdf", str(paper))
    assert (missing.code, "no consent" in missing.err, paper.exists()) == (1, True, False)
    backbeat("account", "consent", EMAIL, "--ask", "--reason", "songs")
    portal.consents.sign(
        AccountId(MAIN), Signature("Mina Kim", True, Language.ENGLISH, "203.0.113.77")
    )

    done = backbeat(*listed, "--pdf", str(paper), "--json")

    assert done.code == 0
    (row,) = done.items
    assert (row["name"], row["version"], row["address"]) == ("Mina Kim", "1", "203.0.113.77")
    assert (row["language"], row["signed_at"]) == (
        "en",
        f"{portal.security_clock.now():%Y-%m-%dT%H:%M:%S}Z",
    )
    printed = "".join(page.extract_text() for page in PdfReader(paper).pages)
    for part in ("Consent to exclusivity", "Mina Kim", "203.0.113.77", EMAIL, "Signed at"):
        assert part in printed
    assert stat.S_IMODE(paper.stat().st_mode) == 0o600
    again = backbeat(*listed, "--pdf", str(paper))
    assert again.code == 1
    (act,) = backbeat("audit", "list", "--action", "account.consent_signed", "--json").items
    assert act["actor"] == f"account:{MAIN}"


def test_locked_payouts_are_shown_and_unlocked_with_a_reason(
    backbeat: Program, world: World
) -> None:
    """WITHDRAW-30: the owner says that a change was not theirs, an operator ends the lock."""
    unlock = ("account", "unlock-payouts", EMAIL, "--reason", "spoke with the owner")
    refused = backbeat(*unlock)
    assert (refused.code, "not locked" in refused.err) == (1, True)
    with world.container.transactions().begin() as books:
        account = books.accounts.lock(AccountId(MAIN))
        assert account is not None
        books.accounts.save(account.with_payouts_locked(account.created_at))

    shown = backbeat("account", "show", EMAIL, "--json").json
    assert shown["payouts_locked_at"] == shown["created_at"]
    [found] = [row for row in backbeat("doctor", "--json").items if row["check"] == "payout locks"]
    assert (found["level"], found["found"]) == ("warning", f"1 locked by their owners: {EMAIL}")
    [listed] = [row for row in backbeat("account", "list", "--json").items if row["id"] == MAIN]
    assert listed["payouts_locked_at"] == shown["created_at"]
    assert backbeat("account", "unlock-payouts", EMAIL).code == 2
    trial = backbeat(*unlock, "--dry-run", "--json").json
    assert (trial["payouts_locked_at"], trial["dry_run"]) == (None, True)
    assert backbeat("account", "show", EMAIL, "--json").json["payouts_locked_at"] is not None
    assert backbeat(*unlock, "--json").json["payouts_locked_at"] is None
    [found] = [row for row in backbeat("doctor", "--json").items if row["check"] == "payout locks"]
    assert (found["level"], found["found"]) == ("ok", "none")
    [newest, *_] = backbeat("audit", "list", "--json").items
    assert (newest["action"], newest["reason"]) == (
        "account.payouts_unlocked",
        "spoke with the owner",
    )


def test_standing_is_changed_with_a_reason(backbeat: Program, world: World) -> None:
    sessions = world.container.portal().sessions
    assert backbeat("account", "suspend", EMAIL).code == 2

    trial = backbeat("account", "suspend", EMAIL, "--reason", "spam", "--dry-run", "--json")
    assert (trial.json["status"], trial.json["dry_run"]) == ("suspended", True)
    assert sessions.resolve(world.tokens[MAIN]).account == MAIN
    done = backbeat("account", "suspend", EMAIL, "--reason", "spam", "--json").json
    assert (done["status"], done["status_reason"]) == ("suspended", "spam")
    with pytest.raises(AccountSuspended):
        sessions.resolve(world.tokens[MAIN])
    twice = backbeat("account", "suspend", EMAIL, "--reason", "spam")
    assert (twice.code, "account's status" in twice.err) == (1, True)

    assert backbeat("account", "block", EMAIL, "--reason", "fraud", "--json").json["status"] == (
        "blocked"
    )
    assert backbeat("account", "reinstate", EMAIL, "--reason", "ok", "--json").json["status"] == (
        "active"
    )
    sessions.log_in(EMAIL, PASSWORD, Device())
    rows = backbeat("audit", "list", "--json").items
    assert [row["action"] for row in rows if "logged" not in row["action"]][:3] == [
        "account.reinstated",
        "account.blocked",
        "account.suspended",
    ]


def test_a_lost_second_factor_is_reset_with_a_reason(backbeat: Program, world: World) -> None:
    factors, account = (
        world.container.portal().second_factors,
        world.container.portal().accounts.get(AccountId(MAIN)),
    )
    secret = factors.set_up(account.id).secret
    digits = digits_at(secret, world.container.security_clock().now())
    factors.confirm(
        account.id, world.container.portal().sessions.of(account.id)[0].session.id, digits
    )
    assert backbeat("account", "show", EMAIL, "--json").json["totp"] is True

    assert backbeat("account", "reset-totp", EMAIL).code == 2
    reset = ("account", "reset-totp", EMAIL, "--reason", "lost her phone")
    assert backbeat(*reset, "--dry-run").code == 0
    assert backbeat("account", "show", EMAIL, "--json").json["totp"] is True
    assert backbeat(*reset, "--json").json["email"] == EMAIL

    shown = backbeat("account", "show", EMAIL, "--json").json
    assert (shown["totp"], shown["sessions"]) == (False, 0)
    (row,) = backbeat("audit", "list", "--action", "account.totp_reset", "--json").items
    assert (row["reason"], row["target"]) == ("lost her phone", f"account:{MAIN}")
    again = backbeat(*reset)
    assert (again.code, again.err) == (
        1,
        "error: No authenticator app is set up (code 2, reason=totp_inactive)\n",
    )


def test_a_link_logs_in_once(backbeat: Program, world: World, client: TestClient) -> None:
    answer = backbeat("account", "link", EMAIL, "--json").json

    assert answer["expires_in"] == 300
    parts = urlsplit(answer["url"])
    assert parts.path == "/auth/external"
    (value,) = parse_qs(parts.query)["t"]
    calls = [
        client.simulate_post("/api/member/create.onetime.auth", params={"code": value}).json
        for _ in range(2)
    ]
    assert calls[0]["info"]["user_id"] == EMAIL
    assert calls[1]["code"] == 10017


def test_sessions_are_listed_and_ended(backbeat: Program, world: World) -> None:
    sessions = world.container.portal().sessions
    listed = backbeat("account", "sessions", EMAIL, "--json").items
    assert len(listed) == 2

    one = backbeat("account", "sessions", EMAIL, "--end", listed[0]["id"], "--json")
    assert one.json == {"ended": 1}
    gone = backbeat("account", "sessions", EMAIL, "--end", listed[0]["id"])
    assert gone.code == 1
    unasked = backbeat("account", "sessions", EMAIL, "--end-all")
    assert (unasked.code, "--yes" in unasked.err) == (2, True)
    assert backbeat("account", "sessions", EMAIL, "--end-all", "--yes").code == 0

    with pytest.raises(LoginRequired):
        sessions.resolve(world.tokens[MAIN])
    assert sessions.resolve(world.tokens[STRANGER]).account == STRANGER
    with pytest.raises(WrongCredentials):
        sessions.log_in(EMAIL, "wrong", Device())


def say_for_the_tax_office(world: World) -> None:
    number = TaxNumber(NumberKind.PERSON, RESIDENT, proven=False)
    with world.container.transactions().begin() as books:
        now = world.container.portal().clock.now()
        books.tax_details.put(TaxDetails(AccountId(MAIN), "KR", number, "Ana Rivera", now))


def take_part(world: World) -> None:
    """Main and a stranger, in the same campaign, event and program; main asked for a second look."""
    now = world.container.portal().clock.now()
    day = now.date()
    campaign = Campaign(
        *(CampaignId("c1"), "Ocean", "Swim.", Isrc("QZBB12500001")),
        *(Money.of("2"), Money.of("500"), day, now),
        opened_on=day,
    )
    text = PostText("Party", "Come.", "Come.")
    post = Post(PostId("p1"), PostKind.EVENT, {Language.ENGLISH: text}, PublishedSpan(now))
    with world.container.transactions().begin() as books:
        books.campaigns.add(campaign)
        books.posts.put(post)
        books.events.put(BoardEvent(post.id, day, day, day))
        books.programs.put(programs.Program(post.id, 1, day, day))
        for who in (MAIN, STRANGER):
            whose, channel = AccountId(who), ChannelId(f"of-{who}")
            books.campaigns.apply(Application(campaign.id, channel, whose, day, now))
            video, title = VideoId(f"clip-{who}"), f"By {who}"
            books.campaigns.enter(
                CampaignEntry(
                    *(campaign.id, video, channel, whose, title, None, day, now),
                    state=EntryState.REFUSED,
                    refused_reason="not the song",
                )
            )
            books.events.join(Participation(post.id, whose, None, day, now))
            books.programs.apply(programs.ProgramApplication(post.id, 1, channel, whose, day, now))
            books.video_reviews.add(
                VideoReview(VideoReviewId(who), whose, video, channel, title, "https://x.test", now)
            )


def test_an_account_is_shown_on_one_page(backbeat: Program, world: World) -> None:
    """PRIVACY-6: place, channels, money, where it is paid, devices, limits and last acts."""
    ledger = world.container.portal().account_ledger
    backbeat("account", "consent", EMAIL, "--ask", "--reason", "songs")
    for type_, amount in ((EntryType.PORTAL_PROFIT, "7.50"), (EntryType.BONUS_POINT, "2.00")):
        ledger.post(Correction(AccountId(MAIN), type_, Money.of(amount)), ANN, "a gift")
    details = world.container.portal().payment_details
    details.register(AccountId(MAIN), PayPalForm("Ana Rivera", "rivera@example.org"))
    say_for_the_tax_office(world)

    shown = backbeat("account", "show", EMAIL, "--json").json

    assert (shown["directly_below"], shown["below"], shown["above"]) == (1, 1, [])
    assert shown["open_by_type"] == {"portal_profit": "7.50", "bonus_point": "2.00"}
    assert (shown["available"], shown["withdrawable"], shown["debt"]) == ("9.50", "9.50", "0.00")
    assert (shown["payout_method"], "rivera@" in str(shown)) == ("paypal", False)
    assert (shown["tax_country"], shown["tax_number"]) == ("KR", "…68")
    assert (shown["tax_number_proven"], RESIDENT in str(shown)) == (False, False)
    assert [row["held_by"] for row in shown["channels"]] == ["member", MAIN]
    assert [row["limit"] for row in shown["limits_in_force"]] == ["consent_required"]
    assert len(shown["devices"]) == shown["sessions"] == 2
    assert [row["amount"] for row in shown["points"]] == ["2.00"]
    assert {row["subject"] for row in shown["notices"]} >= {"notice", "points_granted"}
    assert shown["audit"][0]["action"] == "payee.registered"
    assert {row["by"] for row in shown["audit"]} >= {"operator:ann", f"account:{MAIN}"}

    page = backbeat("account", "show", EMAIL)
    assert page.code == 0
    for title in ("limits in force", "channels", "points", "devices", "notices", "audit"):
        assert f"\n{title}" in page.out
    assert "withdrawals under way" not in page.out
    member = backbeat("account", "show", "member@example.org", "--json").json
    assert (member["above"], member["below"]) == ([EMAIL], 0)


def test_a_second_factor_that_is_said_to_be_lost_is_shown_as_a_lock(
    backbeat: Program, world: World
) -> None:
    with world.container.transactions().begin() as books:
        main = books.accounts.lock(AccountId(MAIN))
        assert main is not None
        books.accounts.save(main.with_totp_ending(world.container.security_clock().now()))

    shown = backbeat("account", "show", EMAIL, "--json").json
    assert [row["limit"] for row in shown["limits_in_force"]] == ["payouts_locked"]


def test_a_person_gets_everything_that_is_kept(
    backbeat: Program, world: World, tmp_path: Path
) -> None:
    """PRIVACY-7: readable files, papers among them, nothing of others and no hashes."""
    make_invoices(world.container)
    backbeat("account", "consent", EMAIL, "--ask", "--reason", "songs")
    signature = Signature("Ana Rivera", True, Language.ENGLISH, "203.0.113.77")
    world.container.portal().consents.sign(AccountId(MAIN), signature)
    details = world.container.portal().payment_details
    details.register(AccountId(MAIN), PayPalForm("Ana Rivera", "rivera@example.org"))
    say_for_the_tax_office(world)
    take_part(world)
    looked = world.container.portal().sessions
    link = looked.issue_view(AccountId(MAIN), ANN, "ticket 7")
    looked.log_in_once(link.value, Device("198.51.100.7", "Lookabout 1.0"))
    to = tmp_path / "main.zip"

    done = backbeat("account", "export", EMAIL, "--to", str(to), "--json")

    assert (done.code, done.err) == (0, "")
    assert done.json["file"] == str(to)
    with ZipFile(to) as archive:
        assert archive.testzip() is None
        files = {name: archive.read(name) for name in archive.namelist()}
    person = json.loads(files["account.json"])
    now = "2025-10-15T12:00:00Z"
    assert (person["email"], person["paid_to"], person["tax_details"]) == (
        EMAIL,
        {
            "method": "paypal",
            "account_name": "Ana Rivera",
            "account_email": "rivera@example.org",
            "updated_at": now,
        },
        {
            "country": "KR",
            "kind": "person",
            "number": RESIDENT,
            "name": "Ana Rivera",
            "checked_at": now,
        },
    )
    channels = list(csv.DictReader(files["channels.csv"].decode("utf-8-sig").splitlines()))
    assert [row["name"] for row in channels]
    withdrawals = list(csv.DictReader(files["withdrawals.csv"].decode("utf-8-sig").splitlines()))
    assert [row["status"] for row in withdrawals] == ["success"]
    (signed,) = json.loads(files["consents.json"])
    assert (signed["name"], signed["address"]) == ("Ana Rivera", "203.0.113.77")
    assert signed["title"] == "Consent to exclusivity"
    assert "# " in signed["text"]
    [paper] = [name for name in files if name.startswith("papers/")]
    assert files[paper].startswith(b"%PDF")
    part = {
        name: list(csv.DictReader(files[f"{name}.csv"].decode("utf-8-sig").splitlines()))
        for name in ("campaigns", "entries", "events", "programs", "reviews")
    }
    assert {name: len(rows) for name, rows in part.items()} == dict.fromkeys(part, 1)
    assert (part["campaigns"][0]["campaign"], part["events"][0]["event"]) == ("Ocean", "Party")
    assert (part["entries"][0]["video"], part["entries"][0]["reason"]) == (
        f"clip-{MAIN}",
        "not the song",
    )
    assert (part["programs"][0]["program"], part["programs"][0]["state"]) == ("Party", "waiting")
    assert part["reviews"][0]["title"] == f"By {MAIN}"
    everything = b"".join(files.values())
    assert b"argon2" not in everything
    assert b"stranger" not in everything
    assert b"Lookabout" not in everything, "an operator's browser is not the person's"
    assert b"account.view_begun" in files["acts.csv"]
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    again = backbeat("account", "export", EMAIL, "--to", str(to))
    assert (again.code, "is there already" in again.err) == (1, True)
    (row,) = backbeat("audit", "list", "--action", "account.exported", "--json").items
    assert (row["actor"], row["target"]) == ("operator:ann", f"account:{MAIN}")


def test_a_person_is_erased_after_a_look_at_what_goes(backbeat: Program, world: World) -> None:
    """PRIVACY-8: asked first; what goes, what stays and why; the books are as they were."""
    below = backbeat("account", "erase", EMAIL, "--reason", "asked", "--yes")
    assert (below.code, "has_members" in below.err) == (1, True)
    stranger = f"{STRANGER}@example.org"
    erase = ("account", "erase", stranger, "--reason", "asked by letter")
    take_part(world)

    trial = backbeat(*erase, "--dry-run", "--json").json
    assert trial["dry_run"] is True
    assert {"records": "channels, by a job", "count": 1, "becomes": "goes", "why": None} in trial[
        "fates"
    ]
    stays = {each["records"]: each["count"] for each in trial["fates"] if each["why"]}
    assert stays["campaigns, events and programs taken part in"] == 4
    assert stays["videos looked at again"] == 1
    assert backbeat("account", "show", STRANGER, "--json").json["email"] == stranger
    unasked = backbeat(*erase)
    assert (unasked.code, "--yes" in unasked.err) == (2, True)
    done = backbeat(*erase, "--yes", "--json").json
    assert done["fates"] == trial["fates"]

    assert backbeat("account", "show", stranger).code == 1
    shown = backbeat("account", "show", STRANGER, "--json").json
    assert (shown["email"], shown["status"]) == (f"erased:{STRANGER}", "deleted")
    assert [row["limit"] for row in shown["limits_in_force"]] == ["deleted"]
    again = backbeat("account", "erase", STRANGER, "--reason", "asked", "--yes")
    assert (again.code, "status" in again.err) == (1, True)
    assert backbeat("audit", "verify").code == 0
    assert backbeat("ledger", "check").code == 0
    assert backbeat("account", "create", stranger, "strange").code == 0


def test_an_operator_looks_at_an_account_and_changes_nothing(
    backbeat: Program, world: World, client: TestClient, clock: FixedClock
) -> None:
    """SESSION-14: once by a link, half an hour at most, shown and written down."""
    assert backbeat("account", "link", EMAIL, "--view-as").code == 2
    assert backbeat("account", "link", EMAIL, "--reason", "ticket 7").code == 2
    view = ("account", "link", EMAIL, "--view-as", "--reason")
    assert backbeat(*view, " ").code == 1
    url = backbeat(*view, "ticket 7", "--json").json["url"]
    (value,) = parse_qs(urlsplit(url).query)["t"]
    enter = [
        client.simulate_post("/api/member/create.onetime.auth", params={"code": value}).json
        for _ in range(2)
    ]
    assert enter[1]["code"] == 10017
    token = {"Zs-Authentification": enter[0]["token"], "Accept-Language": "ko"}
    assert enter[0]["viewing"]["operator"] == "ann"

    me = client.simulate_get("/api/member/me", headers=token).json
    assert (me["info"]["user_id"], me["viewing"]["operator"]) == (EMAIL, "ann")
    assert backbeat("account", "show", EMAIL, "--json").json["language"] == "en"
    own = {"Zs-Authentification": world.tokens[MAIN]}
    seen = client.simulate_get("/api/member/sessions", headers=own).json["items"]
    assert [each["viewed_by"] for each in seen if not each["current"]].count("ann") == 1
    assert client.simulate_get("/api/member/me", headers=own).json["viewing"] is None
    push = {"notice": False, "marketing": False}
    refused = client.simulate_post("/api/member/settings/push", json=push, headers=token)
    assert (refused.status_code, refused.json["details"]) == (403, {"reason": "view_only"})

    assert client.simulate_post("/api/member/logout", headers=token).status_code == 200
    assert client.simulate_get("/api/member/me", headers=token).json["code"] == 10000
    acts = [
        (row["action"], row["actor"], row["reason"])
        for row in backbeat("audit", "list", "--json").items
        if row["action"].startswith("account.view")
    ]
    assert acts == [
        ("account.view_ended", "operator:ann", None),
        ("account.view_begun", "operator:ann", None),
        ("account.view_issued", "operator:ann", "ticket 7"),
    ]


def test_a_look_ends_after_half_an_hour_and_takes_no_session_of_the_owner(
    world: World, clock: FixedClock
) -> None:
    sessions, main = world.container.portal().sessions, AccountId(MAIN)
    for _ in range(12):
        link = sessions.issue_view(main, ANN, "ticket 7")
        opened = sessions.log_in_once(link.value, Device())
    assert sessions.resolve(world.tokens[MAIN]).account == MAIN

    clock.move(seconds=29 * 60 + 59)
    assert sessions.resolve(opened.token).viewing is not None
    clock.move(seconds=1)
    with pytest.raises(LoginRequired):
        sessions.resolve(opened.token)
    assert {one.session.viewing for one in sessions.of(main)} == {None}
