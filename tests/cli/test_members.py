"""`backbeat member`."""

from __future__ import annotations

import csv
from datetime import date
from pathlib import Path

from tests.cli.conftest import Program
from tests.fakes.standins import FixedClock
from tests.http.world import CREATOR, MAIN, MEMBER, NETWORK, PASSWORD, STRANGER, SUB, World

from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction


def test_the_accounts_below_an_account_are_listed(backbeat: Program, world: World) -> None:
    listed = backbeat("member", "list", f"{NETWORK}@example.org", "--json")

    assert (listed.code, listed.json["total"]) == (0, 2)
    found = {row["nickname"]: (row["members"], row["channels"]) for row in listed.items}
    assert found == {"creator": (1, 1), "plaincreator": (0, 1)}
    assert backbeat("member", "list", NETWORK, "--search", "PLAIN", "--json").json["total"] == 1
    assert backbeat("member", "list", "member").out == "nothing found\n"


def test_everybody_below_is_written_to_a_file(
    backbeat: Program, world: World, tmp_path: Path
) -> None:
    file = tmp_path / "members.csv"

    assert backbeat("member", "export", f"{NETWORK}@example.org", str(file)).code == 0

    with file.open(encoding="utf-8-sig", newline="") as content:
        found = {row["nickname"]: row["manager"] for row in csv.DictReader(content)}
    assert found == {
        "creator": f"{NETWORK}@example.org",
        "plaincreator": f"{NETWORK}@example.org",
        "sub": f"{CREATOR}@example.org",
    }
    again = backbeat("member", "export", NETWORK, str(file))
    assert again.code == 2
    assert "there is a file already" in again.err
    assert backbeat("member", "export", MEMBER, str(tmp_path / "none.csv")).code == 1


def test_what_a_deleted_member_still_has_is_listed(backbeat: Program, world: World) -> None:
    portal = world.container.portal()
    earned = Correction(AccountId(MEMBER), EntryType.PORTAL_PROFIT, Money.of("162.00"))
    portal.account_ledger.post(earned, Actor.operator("ann"), "October")
    assert backbeat("ledger", "frozen").out == "nothing found\n"

    portal.member_removals.delete(AccountId(MAIN), MEMBER, PASSWORD)

    (row,) = backbeat("ledger", "frozen", "--json").items
    assert (row["id"], row["manager"], row["available"]) == (MEMBER, MAIN, "162.00")


def test_a_deleted_members_balance_is_paid_or_moved(backbeat: Program, world: World) -> None:
    portal = world.container.portal()
    earned = Correction(AccountId(MEMBER), EntryType.PORTAL_PROFIT, Money.of("162.00"))
    portal.account_ledger.post(earned, Actor.operator("ann"), "October")
    why = ("--reason", "agreed", "--yes", "--json")
    alive = backbeat("ledger", "frozen", "move", MEMBER, "--to", MAIN, *why)
    assert (alive.code, alive.out) == (1, "")
    portal.member_removals.delete(AccountId(MAIN), MEMBER, PASSWORD)

    tried = backbeat("ledger", "frozen", "move", MEMBER, "--to", MAIN, "--dry-run", *why)
    assert (tried.json["amount"], tried.json["to"], tried.json["balance"]) == (
        "162.00",
        f"{MAIN}@example.org",
        "0.00",
    )
    assert len(backbeat("ledger", "frozen", "--json").items) == 1

    moved = backbeat("ledger", "frozen", "move", MEMBER, "--to", MAIN, *why)
    assert (moved.code, moved.json["amount"], moved.json["dry_run"]) == (0, "162.00", False)
    assert backbeat("ledger", "frozen").out == "nothing found\n"
    assert backbeat("ledger", "show", MAIN, "--json").items[0]["amount"] == "162.00"

    portal.account_ledger.post(earned, Actor.operator("ann"), "November")
    paid = backbeat("ledger", "frozen", "pay", MEMBER, "--note", "SEPA 4711", *why)
    assert (paid.code, paid.json["amount"], paid.json["to"]) == (0, "162.00", None)
    assert backbeat("ledger", "frozen").out == "nothing found\n"
    assert backbeat("ledger", "check").code == 0


def test_an_account_is_moved_below_another_one(
    backbeat: Program, world: World, business_clock: FixedClock
) -> None:
    why = ("--reason", "agreed", "--yes", "--json")
    business_clock.set(date(2025, 10, 20))
    tried = backbeat(
        "member", "move", MEMBER, "--under", STRANGER, "--rate", "0.1", "--dry-run", *why
    )
    assert (tried.code, tried.json["dry_run"]) == (0, True)
    assert len(backbeat("member", "list", MAIN, "--json").items) == 1

    moved = backbeat(
        "member", "move", f"{MEMBER}@example.org", "--under", STRANGER, "--rate", "0.1",
        "--from", "2025-10-17", *why,
    )  # fmt: skip

    assert moved.code == 0, moved.err
    assert moved.json == {
        "account": f"{MEMBER}@example.org",
        "before": f"{MAIN}@example.org",
        "after": f"{STRANGER}@example.org",
        "from": "2025-10-17",
        "fee_rate": "0.1",
        "channels": 1,
        "dry_run": False,
    }
    assert backbeat("member", "list", MAIN).out == "nothing found\n"
    (row,) = backbeat("member", "list", STRANGER, "--json").items
    assert (row["id"], row["fee_rate"]) == (MEMBER, "0.1")
    (audited,) = backbeat("audit", "list", "--action", "account.member_moved", "--json").items
    assert audited["reason"] == "agreed"


def test_a_move_that_cannot_be_says_why(backbeat: Program, world: World) -> None:
    why = ("--reason", "agreed", "--yes")
    tops = (MAIN, NETWORK, STRANGER, CREATOR)
    before = [backbeat("member", "list", top, "--json").out for top in tops]
    for account, under, words in (
        (MEMBER, NETWORK, "rank does not fit"),
        (CREATOR, SUB, "below itself"),
        (CREATOR, CREATOR, "below itself"),
        (MAIN, STRANGER, "rank does not fit"),
    ):
        refused = backbeat("member", "move", account, "--under", under, *why)
        assert (refused.code, refused.out) == (1, "")
        assert words in refused.err
    for rate, code, words in (
        ("ten", 2, "not a rate"),
        ("1.0001", 1, "fee_rate"),
        ("-0.1", 1, "fee_rate"),
        ("0.00001", 1, "fee_rate"),
    ):
        wrong = backbeat("member", "move", MEMBER, "--under", STRANGER, "--rate", rate, *why)
        assert (wrong.code, wrong.out) == (code, "")
        assert words in wrong.err
    assert [backbeat("member", "list", top, "--json").out for top in tops] == before
    assert backbeat("audit", "list", "--action", "account.member_moved", "--json").items == []


def test_an_operator_looks_at_a_rate_before_it_is_set(backbeat: Program, world: World) -> None:
    looked = backbeat("member", "rate", MEMBER, "0.1", "--preview", "--json")
    assert (looked.code, looked.json["month"], looked.json["manager_after"]) == (0, None, "0.00")
    assert backbeat("member", "rate", MEMBER, "0.1").code == 2
    why = ("--reason", "agreed", "--json")
    tried = backbeat("member", "rate", MEMBER, "0.1", "--dry-run", *why)
    assert (tried.json["next_fee_rate"], tried.json["dry_run"]) == ("0.1", True)
    assert backbeat("member", "list", MAIN, "--json").items[0]["next_fee_rate"] is None

    assert backbeat("member", "rate", MEMBER, "0.1", *why).code == 0

    (row,) = backbeat("member", "list", MAIN, "--json").items
    assert (row["next_fee_rate"], row["next_fee_from"]) == ("0.1", "2025-11-01")
    (audited,) = backbeat("audit", "list", "--action", "account.fee_rate_changed", "--json").items
    assert audited["reason"] == "agreed"
    assert backbeat("member", "rate", MAIN, "0.1", *why).code == 1
