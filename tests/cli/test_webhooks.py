"""`backbeat webhook`: a partner's system is told what operators do, and how operators see to it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from dependency_injector import providers
from tests.cli.conftest import Program
from tests.cli.test_channels import proved
from tests.cli.test_payouts import answered, line
from tests.cli.test_withdrawals import ask
from tests.fakes.platform import FakePlatform
from tests.fakes.receivers import Receiver, receiving
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import IN_THE_WINDOW
from tests.http.world import MAIN, MEMBER, STRANGER, World

from backbeat.withdrawals.model import Withdrawal
from backbeat_adapters.container import Container
from backbeat_adapters.deployment import WebhookRoute


@pytest.fixture
def receiver(container: Container) -> Iterator[Receiver]:
    """A partner's system on this machine, to which may be posted."""
    allowed = evolve(container.deployment(), webhook=WebhookRoute(allow_private=True))
    container.deployment.override(providers.Object(allowed))
    with receiving() as known:
        yield known


@pytest.fixture
def hook(backbeat: Program, world: World, receiver: Receiver) -> str:
    """A webhook to it that is told of everything."""
    return added(backbeat, receiver)


@pytest.fixture
def pending(world: World, business_clock: FixedClock) -> Withdrawal:
    business_clock.set(IN_THE_WINDOW)
    return ask(world, MAIN, "150.00")


def added(backbeat: Program, receiver: Receiver, *options: str) -> str:
    made = backbeat("webhook", "add", receiver.url, *options, "--json").json
    receiver.secret = made["secret"]
    return str(made["id"])


def told(backbeat: Program, receiver: Receiver) -> list[dict[str, Any]]:
    """What has come in once the worker has had its turn."""
    assert backbeat("worker", "--once").code == 0
    assert receiver.forged == 0
    return receiver.bodies


def money(amount: str, micros: str) -> dict[str, str]:
    return {"amount": amount, "micros": micros, "currency": "USD"}


def test_a_payout_is_told_of_with_its_amounts_and_nothing_private(
    backbeat: Program, receiver: Receiver, hook: str, pending: Withdrawal
) -> None:
    assert told(backbeat, receiver) == []
    assert backbeat("withdrawal", "pay", pending.id, "--yes", "--dry-run").code == 0
    assert told(backbeat, receiver) == []
    assert backbeat("withdrawal", "pay", pending.id, "--yes").code == 0

    [event] = told(backbeat, receiver)
    assert (event["kind"], event["account"]) == ("withdrawal.paid", MAIN)
    assert event["data"] == {
        "withdrawal": pending.id,
        "status": "success",
        "invoice": pending.invoice,
        "credit_note": None,
        "paid_on": "2025-10-25",
        "total": money("150.00", "150000000"),
        "fee": money("7.05", "7050000"),
        "net": money("142.95", "142950000"),
    }
    for private in ("@", "Mina Kim", "paypal"):
        assert private not in str(event)
    [row] = backbeat("webhook", "deliveries", hook, "--json").items
    assert (row["event"], row["kind"], row["account"]) == (event["id"], event["kind"], MAIN)
    assert (row["state"], row["tries"], row["answer"]) == ("sent", 1, "answered 204")
    assert row["ended"] is not None
    assert row["next_try"] is None


def test_a_rejection_is_told_of_without_the_operators_words(
    backbeat: Program, receiver: Receiver, hook: str, pending: Withdrawal
) -> None:
    reject = ("withdrawal", "reject", pending.id, "--recover", "--reason", "we know too much")
    assert backbeat(*reject, "--yes").code == 0

    [event] = told(backbeat, receiver)
    assert event["kind"] == "withdrawal.rejected"
    assert event["data"]["status"] == "rejected"
    assert event["data"]["credit_note"] is not None
    assert "know too much" not in str(event)


def test_what_came_back_is_told_of(
    backbeat: Program,
    receiver: Receiver,
    hook: str,
    pending: Withdrawal,
    tmp_path: Path,
    business_clock: FixedClock,
) -> None:
    business_clock.set(date(2025, 11, 6))
    exported = backbeat("payout", "export", "--method", "paypal", "--into", str(tmp_path))
    assert exported.code == 0, exported.err
    back = answered(tmp_path / "r.csv", line(pending, "returned", reason="account closed"))
    assert backbeat("payout", "import-result", back).code == 0

    [event] = told(backbeat, receiver)
    assert (event["kind"], event["data"]["status"]) == ("withdrawal.returned", "pending")
    assert (event["data"]["withdrawal"], event["data"]["paid_on"]) == (pending.id, None)
    assert "account closed" not in str(event)


def test_a_channels_outcome_is_told_of(
    backbeat: Program, receiver: Receiver, hook: str, world: World, platform: FakePlatform
) -> None:
    first, second = proved(world, platform, 101), proved(world, platform, 102)
    assert backbeat("channel", "approve", first).code == 0
    assert backbeat("channel", "deny", second, "--reason", "bought views").code == 0

    [approved, denied] = told(backbeat, receiver)
    assert (approved["kind"], denied["kind"]) == ("channel.approved", "channel.rejected")
    assert approved["account"] == MAIN
    assert approved["data"] == {
        "channel": first,
        "platform": "youtube",
        "platform_id": approved["data"]["platform_id"],
        "status": "approved",
        "owner": MAIN,
        "earning_from": approved["data"]["earning_from"],
    }
    assert approved["data"]["earning_from"] is not None
    assert (denied["data"]["channel"], denied["data"]["status"]) == (second, "denied")
    assert "bought views" not in str(denied)
    assert approved["id"] < denied["id"]


def test_a_webhook_of_an_account_hears_of_no_stranger(
    backbeat: Program, receiver: Receiver, world: World, business_clock: FixedClock
) -> None:
    added(backbeat, receiver, "--account", f"{MAIN}@example.org", "--event", "withdrawal.paid")
    business_clock.set(IN_THE_WINDOW)
    for account in (MAIN, STRANGER):
        asked = ask(world, account, "50.00")
        assert backbeat("withdrawal", "pay", asked.id, "--yes").code == 0

    assert [event["account"] for event in told(backbeat, receiver)] == [MAIN]
    shown = backbeat("webhook", "list", "--json").items
    assert [(row["account"], row["events"]) for row in shown] == [(MAIN, ["withdrawal.paid"])]
    assert MEMBER != MAIN


def test_what_is_not_taken_is_kept_shown_and_sent_again(
    backbeat: Program,
    receiver: Receiver,
    hook: str,
    pending: Withdrawal,
    clock: FixedClock,
) -> None:
    receiver.status = 302
    assert backbeat("withdrawal", "pay", pending.id, "--yes").code == 0
    for _ in range(8):
        assert backbeat("worker", "--once").code == 0
        clock.move(days=1)
    tries = len(receiver.bodies)

    assert tries == 8
    shown = backbeat("webhook", "show", hook, "--json").json
    assert (shown["waiting"], shown["sent"], shown["given_up"]) == (0, 0, 1)
    assert "secret" not in shown
    [row] = backbeat("webhook", "deliveries", hook, "--state", "given_up", "--json").items
    assert (row["answer"], row["tries"]) == ("answered 302", 8)
    assert "answered 302" in backbeat("webhook", "deliveries", hook).out

    receiver.status = 200
    assert backbeat("webhook", "resend", hook).code == 2
    assert backbeat("webhook", "resend", hook, "unknown").err == (
        "error: no such event of this webhook: unknown\n"
    )
    trial = backbeat("webhook", "resend", hook, "--given-up", "--dry-run", "--json").json
    assert (trial["resent"], trial["dry_run"]) == (1, True)
    assert len(told(backbeat, receiver)) == tries
    assert backbeat("webhook", "resend", hook, row["event"], "--json").json["resent"] == 1
    assert len(told(backbeat, receiver)) == tries + 1
    assert {event["id"] for event in receiver.bodies} == {row["event"]}


def test_a_webhook_is_tried_paused_resumed_rotated_and_removed(
    backbeat: Program, receiver: Receiver, hook: str, pending: Withdrawal
) -> None:
    tried = backbeat("webhook", "test", hook, "--json").json
    assert (tried["status"], tried["url"]) == (204, receiver.url)
    assert [event["kind"] for event in receiver.bodies] == ["ping"]
    receiver.status = 500
    failed = backbeat("webhook", "test", hook)
    assert (failed.code, failed.err) == (
        1,
        f"error: {receiver.url} did not take it: answered 500\n",
    )
    receiver.status = 204
    receiver.bodies.clear()

    assert backbeat("webhook", "pause", hook, "--dry-run", "--json").json["paused"] is not None
    assert backbeat("webhook", "list", "--json").items[0]["paused"] is None
    assert backbeat("webhook", "pause", hook, "--json").json["paused"] is not None
    assert backbeat("withdrawal", "pay", pending.id, "--yes").code == 0
    assert told(backbeat, receiver) == []

    trial = backbeat("webhook", "rotate", hook, "--dry-run", "--json").json
    assert (trial["secret"], trial["dry_run"]) == (None, True)
    rotated = backbeat("webhook", "rotate", hook, "--json")
    assert "this once" in rotated.err
    assert rotated.json["secret"] != receiver.secret
    receiver.secret = rotated.json["secret"]
    assert backbeat("webhook", "resume", hook, "--json").json["paused"] is None
    assert [event["kind"] for event in told(backbeat, receiver)] == ["withdrawal.paid"]

    assert backbeat("webhook", "remove", hook).code == 2
    assert backbeat("webhook", "remove", hook, "--dry-run").code == 0
    assert len(backbeat("webhook", "list", "--json").items) == 1
    assert backbeat("webhook", "remove", hook, "--yes").code == 0
    assert backbeat("webhook", "list", "--json").items == []
    acts = [row["action"] for row in backbeat("audit", "list", "--json").items]
    told_of = [act for act in acts if act.startswith("webhook.")]
    assert told_of == [
        f"webhook.{act}" for act in ("removed", "resumed", "rotated", "paused", "added")
    ]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://127.0.0.1/in", "its address is a private one"),
        ("http://1.1.1.1/in", "it is not https"),
        ("https://me:pw@1.1.1.1/in", "not an http(s) address"),
    ],
)
def test_an_address_that_is_never_posted_to_is_refused(
    backbeat: Program, container: Container, url: str, why: str
) -> None:
    answer = backbeat("webhook", "add", url)
    assert (answer.code, answer.err.count("\n")) == (1, 1)
    assert f"nothing is posted to this address: {why}" in answer.err
    assert backbeat("webhook", "list", "--json").items == []


def test_a_wrong_event_account_or_webhook_is_told_in_a_line(
    backbeat: Program, receiver: Receiver
) -> None:
    wrong = backbeat("webhook", "add", receiver.url, "--event", "withdrawal.lost")
    assert wrong.code == 2
    assert "no such event: withdrawal.lost; --event is one of withdrawal.paid, " in wrong.err
    nobody = backbeat("webhook", "add", receiver.url, "--account", "nobody@example.org")
    assert (nobody.code, nobody.err) == (1, "error: no such account: nobody@example.org\n")
    for verb in ("show", "test", "rotate", "pause", "resume", "remove", "deliveries"):
        unknown = backbeat("webhook", verb, "nothing")
        assert (unknown.code, unknown.err) == (1, "error: no such webhook: nothing\n")
    trial = backbeat("webhook", "add", receiver.url, "--dry-run", "--json").json
    assert (trial["secret"], trial["dry_run"]) == (None, True)
    assert backbeat("webhook", "list", "--json").items == []
