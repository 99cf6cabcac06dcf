"""`backbeat channel`."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.cli.conftest import Program
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock
from tests.http.world import MAIN, MEMBER, STRANGER, World

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Category
from backbeat.kernel.ids import AccountId

CHANNEL = platform_id(101)


@pytest.fixture
def waiting(world: World, platform: FakePlatform) -> str:
    """The id of a channel of MAIN that waits for approval."""
    return proved(world, platform, 101)


def proved(world: World, platform: FakePlatform, number: int, views: int = 1_250_000) -> str:
    id_ = platform_id(number)
    platform.has(id_, handle=f"@mina{number}", views=views)
    account = AccountId(MAIN)
    card = world.container.portal().channels.add(account, id_, Category.BEAUTY)
    platform.describe(id_, str(card.code))
    world.container.portal().verifications.verify(account, card.channel.id)
    return card.channel.id


def test_the_review_queue_is_a_list_by_status(backbeat: Program, waiting: str) -> None:
    answer = backbeat("channel", "list", "--status", "pending", "--json")

    assert answer.code == 0
    (row,) = answer.items
    assert (row["id"], row["status"], row["total_views"]) == (waiting, "pending", 1_250_000)
    assert (row["owner"], row["member"], row["earning_from"]) == ("main", None, None)
    assert answer.json["total"] == 1
    table = backbeat("channel", "list", "--status", "pending").out
    assert "https://www.youtube.com/channel/" in table


def test_lists_narrow_by_account_and_text(backbeat: Program, world: World) -> None:
    by_email = backbeat("channel", "list", "--account", f"{MEMBER}@example.org", "--json")
    assert [row["member"] for row in by_email.items] == ["member"]
    assert backbeat("channel", "list", "--search", platform_id(1), "--json").json["total"] == 1
    unknown = backbeat("channel", "list", "--account", "nobody")
    assert (unknown.code, unknown.err) == (1, "error: no such account: nobody\n")


def test_a_channel_is_shown_with_its_history(backbeat: Program, waiting: str) -> None:
    document = backbeat("channel", "show", waiting, "--json").json

    assert document["platform_id"] == CHANNEL
    assert [line["status"] for line in document["history"]] == ["need-approved", "pending"]
    assert document["holdings"] == [{"account": MAIN, "from": "2025-10-15"}]
    people = backbeat("channel", "show", CHANNEL).out
    assert "history" in people
    assert "pending" in people


def test_an_approval_is_told_and_audited(backbeat: Program, world: World, waiting: str) -> None:
    answer = backbeat("channel", "approve", waiting, "--reason", "fine", "--json")

    assert answer.code == 0
    assert answer.items[0]["status"] == "approved"
    assert answer.items[0]["earning_from"] == "2025-10-15"
    container = world.container
    assert (
        container.portal()
        .channels.show(AccountId(MAIN), answer.items[0]["id"])
        .channel.earning_from
    )
    audit = backbeat("audit", "list", "--action", "channel.approved", "--json").items
    assert [(row["actor"], row["reason"]) for row in audit] == [("operator:ann", "fine")]


def test_several_are_approved_and_the_refused_are_named(
    backbeat: Program, world: World, platform: FakePlatform, waiting: str
) -> None:
    second = proved(world, platform, 102)
    unverified = world.things["channel", STRANGER]

    answer = backbeat("channel", "approve", waiting, unverified, second, "--json")

    assert answer.code == 1
    assert [row["id"] for row in answer.items] == [waiting, second]
    (refused,) = answer.json["refused"]
    assert refused["channel"] == unverified
    assert "status" in refused["refused"]
    assert answer.err == "error: 1 of 3 refused\n"


def test_an_approval_offers_what_of_the_channel_waits_in_suspense(
    backbeat: Program, world: World, platform: FakePlatform, waiting: str, tmp_path: Path
) -> None:
    late, other = platform_id(104), platform_id(105)
    rows = [
        fake.daily_row(channel=late, revenue="3"),
        fake.daily_row(video="b", channel=other, revenue="5"),
    ]
    backbeat("report", "ingest", str(fake.own_daily(tmp_path / "early.csv", *rows)))
    approved, second = proved(world, platform, 104), proved(world, platform, 105)

    trial = backbeat("channel", "approve", approved, "--dry-run", "--json").json
    done = backbeat("channel", "approve", approved)
    both = backbeat("channel", "approve", second, waiting, "--json").json

    assert "releasable" not in trial
    command = f"backbeat report suspense --channel {late} --all"
    assert f"1 rows with 3.00 USD wait in suspense and can be booked now: {command}\n" in done.out
    assert both["releasable"] == {
        "rows": 1,
        "revenue_usd": "5.00",
        "command": f"backbeat report suspense --channel {other} --channel {CHANNEL} --all",
    }
    assert backbeat(*command.split()[1:], "--yes", "--json").json["revenue_usd"] == "3.00"
    third = backbeat("channel", "approve", proved(world, platform, 106), "--json").json
    assert third["releasable"] is None


def test_all_that_wait_are_approved_after_a_question(
    backbeat: Program, world: World, platform: FakePlatform, waiting: str
) -> None:
    proved(world, platform, 102)
    proved(world, platform, 103, views=5)

    assert backbeat("channel", "approve", "--all").code == 2
    answer = backbeat("channel", "approve", "--all", "--yes", "--json")

    assert [row["status"] for row in answer.items] == ["approved", "approved"]
    assert backbeat("channel", "list", "--status", "pending", "--json").items == []


def test_approve_wants_channels_or_all(backbeat: Program, waiting: str) -> None:
    assert backbeat("channel", "approve").code == 2
    assert backbeat("channel", "approve", waiting, "--all").code == 2


@pytest.mark.parametrize(
    "arguments",
    [
        ("approve", "{}"),
        ("hold", "{}"),
        ("deny", "{}", "--reason", "no"),
        ("recheck", "{}"),
        ("transfer", "{}", "--to", STRANGER, "--reason", "sold"),
    ],
)
def test_a_trial_changes_nothing(
    backbeat: Program, waiting: str, arguments: tuple[str, ...]
) -> None:
    words = [word.format(waiting) for word in arguments]

    answer = backbeat("channel", *words, "--dry-run", "--json")

    assert (answer.code, answer.json["dry_run"]) == (0, True)
    assert "nothing was changed" in backbeat("channel", *words, "--dry-run").out
    document = backbeat("channel", "show", waiting, "--json").json
    assert (document["status"], document["owner_id"]) == ("pending", MAIN)
    assert len(document["history"]) == 2


def test_what_the_status_does_not_allow_is_refused_in_one_line(
    backbeat: Program, waiting: str
) -> None:
    answer = backbeat("channel", "reopen", waiting)

    assert answer.code == 1
    assert answer.err.startswith("error: The channel's status does not allow this (code 2")
    assert answer.err.count("\n") == 1


def test_a_denial_needs_a_reason(backbeat: Program, waiting: str) -> None:
    assert backbeat("channel", "deny", waiting).code == 2
    assert backbeat("channel", "deny", waiting, "--reason", " ").code == 1
    assert (
        backbeat("channel", "deny", waiting, "--reason", "copied", "--json").json["deny_reason"]
        == "copied"
    )


def test_a_blocked_channel_cannot_be_added(
    backbeat: Program, world: World, platform: FakePlatform
) -> None:
    platform.has(CHANNEL, handle="@mina101")

    answer = backbeat("channel", "block", "@mina101", "--reason", "stolen", "--json")

    assert answer.json == {"platform": "youtube", "platform_id": CHANNEL, "blocked": True} | {
        "dry_run": False
    }
    with pytest.raises(Exception, match="30004"):
        world.container.portal().channels.add(AccountId(MAIN), CHANNEL, Category.GAME)


def test_a_reserved_channel_is_for_one_address(
    backbeat: Program, world: World, platform: FakePlatform
) -> None:
    platform.has(CHANNEL, handle="@mina101")

    backbeat("channel", "preregister", CHANNEL, f"{STRANGER}@example.org")

    with pytest.raises(Exception, match="30005"):
        world.container.portal().channels.add(AccountId(MAIN), CHANNEL, Category.GAME)
    card = world.container.portal().channels.add(AccountId(STRANGER), CHANNEL, Category.GAME)
    assert card.channel.owner == STRANGER
    assert backbeat("channel", "preregister", CHANNEL, "no address").code == 1


def test_a_recheck_finds_the_code(backbeat: Program, world: World, platform: FakePlatform) -> None:
    platform.has(CHANNEL, views=7)
    card = world.container.portal().channels.add(AccountId(MAIN), CHANNEL, Category.GAME)
    platform.describe(CHANNEL, str(card.code))

    (row,) = backbeat("channel", "recheck", card.channel.id, "--json").items

    assert (row["status"], row["verification"]) == ("denied-pending", "verified")
    platform.down = True
    assert (
        "(code 30002)"
        in backbeat("channel", "recheck", card.channel.id).out
        + backbeat("channel", "recheck", card.channel.id).err
    )


def test_a_transfer_moves_the_channel_from_a_day_on(
    backbeat: Program, world: World, waiting: str, business_clock: FixedClock
) -> None:
    backbeat("channel", "approve", waiting)
    business_clock.set(date(2025, 10, 25))

    answer = backbeat(
        "channel", "transfer", waiting, "--to", f"{STRANGER}@example.org", "--from", "2025-10-20",
        "--reason", "sold", "--yes", "--json",
    )  # fmt: skip

    assert answer.json["owner_id"] == STRANGER
    assert answer.json["status"] == ChannelStatus.APPROVED
    assert answer.json["earnings"] == [
        {"owner": MAIN, "from": "2025-10-15", "until": "2025-10-20"},
        {"owner": STRANGER, "from": "2025-10-20", "until": None},
    ]
    early = backbeat(
        "channel", "transfer", waiting, "--to", MAIN, "--from", "2025-10-01", "--reason", "x", "--yes"
    )  # fmt: skip
    assert (early.code, "2025-10-20" in early.err) == (1, True)
    assert backbeat("channel", "transfer", waiting, "--to", MAIN, "--reason", "x").code == 2


def test_an_id_that_fits_several_is_refused(backbeat: Program, world: World) -> None:
    answer = backbeat("channel", "show", "channel-")

    assert answer.code == 1
    assert "not_found" in answer.err
