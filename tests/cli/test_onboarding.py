"""`backbeat account import` and `channel import`: another system's people and channels."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook
from tests.cli.conftest import Answer, Program
from tests.http.world import MAIN, STRANGER, World

from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.payout_methods.paypal import PayPalForm
from backbeat_adapters.container import Container

PEOPLE = """\
email,nickname,language,verified,permission,manager,fee_rate,opening_balance,method,account_name,account_email,colour
child@new.example,child,ko,yes,,top@new.example,0.2,12.34,paypal,Ana Rivera,ana@pay.example,red
top@new.example,topmost,zh-TW,no,mcn,,,,,,,
main@example.org,,,,,,,5,,,,
"""

OWNED = "UCabcdefghijklmnopqrstuA"


@pytest.fixture
def people(tmp_path: Path) -> Path:
    file = tmp_path / "people.csv"
    file.write_text(PEOPLE, encoding="utf-8")
    return file


def take(backbeat: Program, file: Path, *more: str, source: str = "Old Portal") -> Answer:
    return backbeat("account", "import", str(file), "--source", source, "--reason", "moved", *more)


def faults(answer: Answer) -> list[tuple[int, str | None, int]]:
    return [(each["line"], each["column"], each["code"]) for each in answer.json["faults"]]


def test_people_are_taken_over_with_place_payee_and_balance(
    backbeat: Program, world: World, people: Path
) -> None:
    """ACCT-29 and LEDGER-24: who stands below stands in any line; a balance is an entry of its own."""
    done = take(backbeat, people, "--json")

    assert (done.code, done.err) == (0, "")
    assert done.json == {
        "lines": 3,
        "accounts": 2,
        "payees": 1,
        "openings": 2,
        "opened": "17.34",
        "channels": 0,
        "dry_run": False,
    }
    child = backbeat("account", "show", "child@new.example", "--json").json
    assert (child["nickname"], child["language"], child["verified"]) == ("child", "ko", True)
    assert (child["above"], child["permission"]) == (["top@new.example"], "mcn_creator")
    assert (child["fee_rate"], child["available"], child["has_password"]) == (
        "0.2",
        "12.34",
        False,
    )
    assert child["payout_method"] == "paypal"
    top = backbeat("account", "show", "top@new.example", "--json").json
    assert (top["permission_flag"], top["verified"], top["below"]) == (True, False, 1)
    [entry] = backbeat("ledger", "show", "child@new.example", "--json").json["items"]
    assert (entry["type"], entry["amount"], entry["note"]) == (
        "portal_profit",
        "12.34",
        "opening: old portal",
    )
    told = backbeat("settle", "explain", entry["id"], "--json")
    assert (told.code, "moved" in told.out) == (0, True)
    assert backbeat("ledger", "check").code == 0
    acts = [row["action"] for row in backbeat("audit", "list", "--json").items]
    assert {"account.imported", "account.balance_opened", "payee.imported"} <= set(acts)


def test_a_look_before_keeps_nothing(backbeat: Program, world: World, people: Path) -> None:
    trial = take(backbeat, people, "--dry-run", "--json")

    assert (trial.json["accounts"], trial.json["dry_run"]) == (2, True)
    assert backbeat("account", "show", "top@new.example").code == 1
    assert backbeat("account", "show", f"{MAIN}@example.org", "--json").json["available"] == "0.00"


def test_a_balance_is_opened_once_an_account_and_system(
    backbeat: Program, world: World, tmp_path: Path
) -> None:
    file = tmp_path / "again.csv"
    file.write_text("email,opening_balance\nmain@example.org,5\nstranger@example.org,1\n")
    assert take(backbeat, file).code == 0

    again = take(backbeat, file, "--json", source="OLD  portal")

    assert again.code == 1
    assert faults(again) == [(2, "opening_balance", 2), (3, "opening_balance", 2)]
    assert {each["reason"] for each in again.json["faults"]} == {"already_posted"}
    assert take(backbeat, file, source="another").code == 0
    file.write_text("email,opening_balance\nmember@example.org,2\nmain@example.org,5\n")
    assert faults(take(backbeat, file, "--json")) == [(3, "opening_balance", 2)]
    assert backbeat("account", "show", f"{MAIN}@example.org", "--json").json["available"] == (
        "10.00"
    )


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["a@new.example,ana", "A@new.example,bea"], [(3, "email", 10009)]),
        (["a@new.example,ana", "b@new.example,ANA"], [(3, "nickname", 10010)]),
        (["nobody,ana", "b@new.example,x"], [(2, "email", 10007), (3, "nickname", 10008)]),
        (["main@example.org,ana"], [(2, "email", 10009)]),
        (["a@new.example,main"], [(2, "nickname", 10010)]),
        ([",ana"], [(2, "email", 4)]),
        (["a@new.example,"], [(2, "email", 10001)]),
        (["a@new.example,ana,gone@new.example"], [(2, "manager", 10001)]),
        (["a@new.example,ana,member@example.org"], [(2, "manager", 2)]),
        (["a@new.example,ana,main@example.org,1.5"], [(2, "fee_rate", 2)]),
        (["a@new.example,ana,main@example.org,a lot"], [(2, "fee_rate", 2)]),
        (["a@new.example,ana,,0.1"], [(2, "fee_rate", 2)]),
        (["a@new.example,ana,,,-3"], [(2, "opening_balance", 2)]),
        (["a@new.example,ana,,,1e3"], [(2, "opening_balance", 2)]),
        (["a@new.example,ana,,,2000000000"], [(2, "opening_balance", 2)]),
        (["a@new.example,ana,,,,cheque"], [(2, "method", 2)]),
        (["a@new.example,ana,,,,paypal,Ana"], [(2, "method", 4)]),
        (
            ["a@new.example,ana,b@new.example", "b@new.example,bea,a@new.example"],
            [(2, "manager", 10001), (3, "manager", 10001)],
        ),
    ],
)
def test_every_fault_is_named_and_nothing_is_kept(
    backbeat: Program,
    world: World,
    tmp_path: Path,
    rows: list[str],
    expected: list[tuple[int, str, int]],
) -> None:
    """ACCT-29: by line and column, good lines beside them are not kept either."""
    head = "email,nickname,manager,fee_rate,opening_balance,method,account_name"
    file = tmp_path / "bad.csv"
    good = "good@new.example,goodone"
    file.write_text("\n".join([head, *rows, good, ""]), encoding="utf-8")

    refused = take(backbeat, file, "--json")

    assert refused.code == 1
    assert faults(refused) == expected
    assert f"line {expected[0][0]}, {expected[0][1]}: " in refused.err
    assert "nothing was kept" in refused.err
    assert backbeat("account", "show", "good@new.example").code == 1


def test_nobody_is_paid_elsewhere_by_a_file_and_nobody_who_left_is_taken_over(
    backbeat: Program, world: World, tmp_path: Path
) -> None:
    details = world.container.portal().payment_details
    details.register(AccountId(MAIN), PayPalForm("Ana Rivera", "rivera@example.org"))
    with world.container.transactions().begin() as books:
        stranger = books.accounts.lock(AccountId(STRANGER))
        assert stranger is not None
        books.accounts.save(stranger.deleted("left", world.container.business_clock().now()))
    file = tmp_path / "people.csv"
    file.write_text(
        "email,opening_balance,method,account_name,account_email\n"
        "main@example.org,,paypal,Bea Thief,bea@pay.example\n"
        "stranger@example.org,5,,,\n"
    )

    refused = take(backbeat, file, "--json")

    assert faults(refused) == [(2, "method", 2), (3, "email", 10001)]
    assert refused.json["faults"][0]["reason"] == "payment_info_exists"
    with world.container.transactions().look() as books:
        kept = books.payment_details.get(AccountId(MAIN))
    assert kept is not None
    assert kept.destination.name == "Ana Rivera"


def test_a_file_that_is_none_is_refused_in_one_line(
    backbeat: Program, world: World, tmp_path: Path
) -> None:
    file = tmp_path / "people.csv"
    file.write_text("nickname\nana\n")
    refused = take(backbeat, file)
    assert (refused.code, refused.err.count("\n"), "email" in refused.err) == (1, 1, True)
    file.write_bytes("email,nickname\na@new.example,é\n".encode("latin-1"))
    assert take(backbeat, file).code == 1
    assert take(backbeat, tmp_path / "gone.csv").code == 1
    blank = take(backbeat, file, source=" ")
    assert (blank.code, "code 4" in blank.err) == (1, True)


def test_a_workbook_is_read_as_a_text_is(backbeat: Program, world: World, tmp_path: Path) -> None:
    book = Workbook()
    assert book.active is not None
    book.active.append(["email", "nickname", "opening_balance"])
    book.active.append(["a@new.example", "ana", 7.5])
    file = tmp_path / "people.xlsx"
    book.save(file)

    assert take(backbeat, file).code == 0
    assert backbeat("account", "show", "a@new.example", "--json").json["available"] == "7.50"


CHANNELS = f"""\
account,channel,name,category,earning_from
main@example.org,{OWNED},Songs of old,music_dance,{{day}}
"""


def test_channels_are_taken_over_by_whom_the_operator_vouches_for(
    backbeat: Program, world: World, container: Container, tmp_path: Path
) -> None:
    """CHAN-27: approved, verified by the operator's word, earning from the day in the file."""
    today = container.business_clock().today()
    file = tmp_path / "channels.csv"
    file.write_text(CHANNELS.format(day=today))
    order = ("channel", "import", str(file), "--reason", "seen their contracts")

    assert backbeat(*order, "--dry-run", "--json").json["channels"] == 1
    assert backbeat("channel", "show", OWNED).code == 1
    done = backbeat(*order, "--json")

    assert (done.code, done.json["channels"]) == (0, 1)
    shown = backbeat("channel", "show", OWNED, "--json").json
    assert (shown["name"], shown["status"]) == ("Songs of old", "approved")
    with container.transactions().look() as books:
        [channel] = books.channels.claims(PlatformChannelId(OWNED))
    assert (channel.is_verified, channel.earning_from, channel.owner) == (True, today, MAIN)
    (row,) = backbeat("audit", "list", "--action", "channel.vouched", "--json").items
    assert (row["actor"], row["reason"]) == ("operator:ann", "vouched: seen their contracts")
    again = backbeat(*order, "--json")
    assert faults(again) == [(2, "channel", 30003)]


@pytest.mark.parametrize(
    ("row", "column", "code"),
    [
        ("gone@example.org,{key},n,game,{day}", "account", 10001),
        ("main@example.org,nonsense,n,game,{day}", "channel", 2),
        ("main@example.org,{key},n,cooking,{day}", "category", 2),
        ("main@example.org,{key},n,game,tomorrow", "earning_from", 2),
        ("main@example.org,{key},n,game,2999-01-01", "earning_from", 2),
        ("main@example.org,{key},n,,{day}", "category", 4),
    ],
)
def test_a_channel_that_cannot_be_vouched_for_is_named(
    backbeat: Program,
    world: World,
    container: Container,
    tmp_path: Path,
    row: str,
    column: str,
    code: int,
) -> None:
    today = container.business_clock().today()
    file = tmp_path / "channels.csv"
    rows = [CHANNELS.format(day=today), row.format(key="UCbbbbbbbbbbbbbbbbbbbbbA", day=today)]
    file.write_text("".join(rows) + "\n")

    refused = backbeat("channel", "import", str(file), "--reason", "known", "--json")

    assert (refused.code, faults(refused)) == (1, [(3, column, code)])
    assert backbeat("channel", "show", OWNED).code == 1


RANKS = """\
email,nickname,permission,manager,permission_flag
sub@new.example,subby,,creator@new.example,
creator@new.example,creates,,top@new.example,1
plain@new.example,plain,,top@new.example,0
top@new.example,topmost,mcn,,
"""


def test_the_three_ranks_of_a_network_come_in_one_file(
    backbeat: Program, world: World, tmp_path: Path
) -> None:
    """NET-3: whom the top's line allows to manage has members of its own, in any order of lines."""
    file = tmp_path / "ranks.csv"
    file.write_text(RANKS, encoding="utf-8")

    assert take(backbeat, file, "--json").json["accounts"] == 4

    def told(name: str) -> tuple[str, bool, list[str]]:
        shown = backbeat("account", "show", f"{name}@new.example", "--json").json
        return shown["permission"], shown["permission_flag"], shown["above"]

    assert told("creator") == ("mcn_creator", True, ["top@new.example"])
    assert told("plain") == ("mcn_creator", False, ["top@new.example"])
    assert told("sub") == (
        "mcn_creator_sub",
        False,
        ["creator@new.example", "top@new.example"],
    )


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["a@new.example,ana,,1"], [(2, "permission_flag", 2)]),
        (["main@example.org,,,1"], [(2, "permission_flag", 2)]),
        (["a@new.example,ana,main@example.org,1"], [(2, "permission_flag", 2)]),
        (["a@new.example,ana,main@example.org,0"], [(2, "permission_flag", 2)]),
        (["a@new.example,ana,network@example.org,perhaps"], [(2, "permission_flag", 2)]),
        (
            [
                "a@new.example,ana,network@example.org,0",
                "b@new.example,bea,a@new.example,",
                "c@new.example,cya,b@new.example,1",
            ],
            [(3, "manager", 2), (4, "manager", 10001)],
        ),
        (
            ["a@new.example,ana,network@example.org,1", "b@new.example,bea,a@new.example,1"],
            [(3, "permission_flag", 2)],
        ),
    ],
)
def test_a_flag_that_a_rank_has_not_to_give_is_named(
    backbeat: Program,
    world: World,
    tmp_path: Path,
    rows: list[str],
    expected: list[tuple[int, str, int]],
) -> None:
    file = tmp_path / "flags.csv"
    file.write_text("\n".join(["email,nickname,manager,permission_flag", *rows]), encoding="utf-8")

    done = take(backbeat, file, "--json")

    assert (done.code, faults(done)) == (1, expected)
