"""Members as CSV: told whole, and taken whole or not at all (NET-14)."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import pytest
from attrs import evolve
from tests.core.members.test_invitations import letters
from tests.core.members.test_members import KAI, PASSWORD, STUDIO, a_portal, put
from tests.fakes.accounts import an_account

from backbeat.accounts.model import Account, Permission, Role
from backbeat.accounts.ports import AccountFilter
from backbeat.kernel.errors import BadValues, RoleRefused, TooManyRequests
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest
from backbeat.members.model import MemberChange
from backbeat.onboarding.member_files import LineAct, MembersTaken
from backbeat.portal import Portal

NET, CORA, SAM = AccountId("net"), AccountId("cora"), AccountId("sam")


@pytest.fixture
def portal() -> Portal:
    return a_portal()


def rows(portal: Portal, caller: AccountId = STUDIO) -> list[dict[str, str]]:
    text = portal.member_files.told(caller).decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text)))


def take(
    portal: Portal, text: str, *, preview: bool = False, caller: AccountId = STUDIO
) -> MembersTaken:
    return portal.member_files.take(caller, text.encode(), preview=preview)


def faults(taken: MembersTaken) -> list[tuple[int, str | None, int]]:
    return [(fault.line, fault.column, fault.refusal.code) for fault in taken.faults]


def below(portal: Portal, manager: AccountId = STUDIO) -> dict[str, Account]:
    with portal.storage.transactions.look() as books:
        page = books.accounts.list(
            AccountFilter(managers=frozenset({manager})), PageRequest(size=200)
        )
    return {account.name: account for account in page.items}


def network(portal: Portal) -> None:
    """net, its creator cora, and sam below cora."""
    top = {"role": Role.MAIN, "permission": Permission.MCN, "permission_flag": True}
    creator = {"role": Role.MEMBER, "permission": Permission.MCN_CREATOR, "manager": NET}
    sub = {"role": Role.MEMBER, "permission": Permission.MCN_CREATOR_SUB, "manager": CORA}
    for name, rank in (("net", top), ("cora", creator), ("sam", sub)):
        put(portal, an_account(id=name, name=name, referral_code=f"REF{name}", **rank))


def test_new_addresses_are_invited_at_their_rate(portal: Portal) -> None:
    taken = take(portal, "user_id,nickname,fee_rate\nkai@example.org,kai,0.1\na@b.example,ann,\n")

    assert [(line.number, line.act, line.nickname) for line in taken.lines] == [
        (2, LineAct.INVITE, "kai"),
        (3, LineAct.INVITE, "ann"),
    ]
    made = below(portal)
    assert {name: account.is_invited for name, account in made.items()} == {
        "kai": True,
        "ann": True,
    }
    assert {mail.to for mail in letters(portal)} == {"kai@example.org", "a@b.example"}
    assert {row["nickname"]: row["fee_rate"] for row in rows(portal)}["kai"] == "0.1"


def test_a_preview_tells_the_same_and_keeps_nothing(portal: Portal) -> None:
    text = "user_id,nickname\nkai@example.org,kai\n"

    seen = take(portal, text, preview=True)

    assert below(portal) == {}
    assert letters(portal) == []
    assert take(portal, text).lines == seen.lines


def test_one_fault_keeps_the_whole_file_out_and_each_is_named(portal: Portal) -> None:
    put(portal, an_account(id="x1", name="taken", referral_code="REFX"))
    text = (
        "user_id,nickname,fee_rate,permission_flag\n"
        "kai@example.org,kai,0.1,\n"
        "no address,ann,,\n"
        "b@example.org,,,\n"
        "c@example.org,cat,1.5,\n"
        "d@example.org,taken,,\n"
        "taken@example.org,dog,,\n"
        "KAI@example.org,kim,,\n"
        "e@example.org,eve,,maybe\n"
        "f@example.org,fox,0.12345,\n"
        ",gus,,\n"
        "h@example.org,hal,,1\n"
    )

    taken = take(portal, text)

    assert faults(taken) == [
        (3, "user_id", 10007),
        (4, "nickname", 4),
        (5, "fee_rate", 2),
        (6, "nickname", 10010),
        (7, "user_id", 10009),
        (8, "user_id", 10009),
        (9, "permission_flag", 2),
        (10, "fee_rate", 2),
        (11, "user_id", 4),
        (12, "permission_flag", 2),
    ]
    assert below(portal) == {}
    assert letters(portal) == []


def test_an_account_below_is_changed_where_the_line_says_otherwise(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account

    taken = take(portal, "user_id,nickname,fee_rate\nkai@example.org,kaya,0.25\n")

    [line] = taken.lines
    assert (line.act, line.changes) == (LineAct.CHANGE, ("nickname", "fee_rate"))
    told = portal.members.list(STUDIO, PageRequest()).items[0]
    assert told.account.name == "kaya"
    assert told.next_rate is not None
    assert told.next_rate.rate == Decimal("0.25")
    assert told.account.id == member.id
    assert letters(portal) == []


def test_a_file_that_was_told_changes_nothing_when_it_comes_back(portal: Portal) -> None:
    network(portal)
    member = portal.members.add(STUDIO, KAI).account
    portal.members.change(STUDIO, member.id, MemberChange(fee_rate=Decimal("0.33")))

    for manager in (STUDIO, NET):
        taken = portal.member_files.take(manager, portal.member_files.told(manager), preview=False)
        assert {line.act for line in taken.lines} == {LineAct.NOTHING}
        assert taken.faults == ()


def test_a_line_that_says_what_is_set_for_later_changes_nothing(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account
    portal.members.change(STUDIO, member.id, MemberChange(fee_rate=Decimal("0.33")))

    [row] = rows(portal)
    assert (row["fee_rate"], row["next_fee_rate"]) == ("0.05", "0.33")
    assert row["next_fee_from"] == "2025-10-01"
    taken = take(portal, "user_id,fee_rate\nkai@example.org,0.33\n")
    assert [line.act for line in taken.lines] == [LineAct.NOTHING]


def test_an_account_below_stands_in_a_file_once_however_it_is_spelled(portal: Portal) -> None:
    portal.members.add(STUDIO, KAI)

    taken = take(portal, "user_id,fee_rate\nkai@example.org,0.1\nKAI@example.org,0.3\n")

    assert faults(taken) == [(3, "user_id", 10009)]
    [row] = rows(portal)
    assert row["next_fee_rate"] == ""


def test_who_has_no_flag_to_give_gives_none_by_file_either(portal: Portal) -> None:
    portal.members.add(STUDIO, KAI)

    taken = take(portal, "user_id,permission_flag\nkai@example.org,1\n")

    assert faults(taken) == [(2, "permission_flag", 2)]
    assert not below(portal)["kai"].permission_flag


def test_a_network_takes_the_flag_back_by_file(portal: Portal) -> None:
    network(portal)
    put(
        portal,
        an_account(
            id="dan",
            name="dan",
            referral_code="REFdan",
            role=Role.MEMBER,
            permission=Permission.MCN_CREATOR,
            permission_flag=True,
            manager=NET,
        ),
    )

    taken = take(portal, "user_id,permission_flag\ndan@example.org,0\n", caller=NET)

    assert [line.changes for line in taken.lines] == [("permission_flag",)]
    assert not below(portal, NET)["dan"].permission_flag


def test_everybody_below_is_told_with_who_stands_above(portal: Portal) -> None:
    network(portal)

    assert [(row["user_id"], row["manager"]) for row in rows(portal, NET)] == [
        ("cora@example.org", "net@example.org"),
        ("sam@example.org", "cora@example.org"),
    ]


def test_who_was_deleted_is_not_told_and_not_changed(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account
    portal.member_removals.delete(STUDIO, member.id, PASSWORD)

    assert rows(portal) == []
    taken = take(portal, "user_id,nickname\nkai@example.org,kaya\n")
    assert faults(taken) == [(2, "user_id", 10009)]


def test_who_stands_deeper_is_not_changed(portal: Portal) -> None:
    network(portal)

    taken = take(portal, "user_id,fee_rate\nsam@example.org,0.5\n", caller=NET)

    assert faults(taken) == [(2, "user_id", 10001)]


def test_a_strangers_address_is_taken_and_nothing_more_is_told(portal: Portal) -> None:
    put(portal, an_account(id="x1", name="stranger", referral_code="REFX"))

    taken = take(portal, "user_id,nickname\nstranger@example.org,other\n")

    assert faults(taken) == [(2, "user_id", 10009)]


def test_the_caller_is_no_member_of_its_own(portal: Portal) -> None:
    taken = take(portal, "user_id,nickname\nstudio@example.org,other\n")

    assert faults(taken) == [(2, "user_id", 10009)]


def test_a_network_gives_the_flag_by_file(portal: Portal) -> None:
    network(portal)

    taken = take(
        portal,
        "user_id,nickname,permission_flag\nn@example.org,new,1\ncora@example.org,,yes\n",
        caller=NET,
    )

    assert taken.faults == ()
    assert below(portal, NET)["new"].permission_flag
    assert below(portal, NET)["cora"].permission_flag


def test_members_have_no_file(portal: Portal) -> None:
    member = portal.members.add(STUDIO, KAI).account.id

    with pytest.raises(RoleRefused):
        portal.member_files.told(member)
    with pytest.raises(RoleRefused):
        take(portal, "user_id,nickname\na@example.org,ann\n", caller=member)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "bad_value"),
        (b"user_id,nickname\n", "bad_value"),
        (b"email,nickname\na@example.org,ann\n", "bad_value"),
        (b"user_id,user_id\na@example.org,b@example.org\n", "bad_value"),
        (b"user_id,nickname\n\xff\xfe\n", "bad_value"),
        (b"user_id,nickname\na@example.org,a\0b\n", "bad_value"),
        (b'user_id,nickname\n"a@example.org,ann\n', "bad_value"),
        (b"PK\x03\x04 a workbook \xff", "bad_value"),
        (
            b"user_id\n" + b"".join(b"m%d@example.org\n" % n for n in range(1_001)),
            "too_many",
        ),
    ],
)
def test_what_is_no_file_of_members_is_refused(portal: Portal, content: bytes, said: str) -> None:
    with pytest.raises(BadValues) as refused:
        portal.member_files.take(STUDIO, content, preview=True)

    assert refused.value.details["fields"] == {"file": said}


def test_a_file_of_a_thousand_lines_is_read(portal: Portal) -> None:
    taken = take(portal, "user_id\n" + "no address\n" * 1_000)

    assert len(taken.faults) == 1_000


@pytest.mark.parametrize(
    "content",
    [
        "\ufeffuser_id;nickname\r\nkai@example.org;kai\r\n".encode(),
        "user_id\tnickname\nkai@example.org\tkai\n".encode("utf-16"),
        b"created_at, Nickname ,USER_ID\n2025,kai, kai@example.org \n\n,,\n",
    ],
)
def test_files_are_read_as_spreadsheets_write_them(portal: Portal, content: bytes) -> None:
    taken = portal.member_files.take(STUDIO, content, preview=True)

    assert [(line.email, line.nickname) for line in taken.lines] == [("kai@example.org", "kai")]


def test_no_cell_becomes_a_formula_and_it_comes_back_as_it_was(portal: Portal) -> None:
    put(
        portal,
        an_account(
            id="f1",
            name="fay",
            email="=cmd@example.org",
            referral_code="REFF",
            role=Role.MEMBER,
            manager=STUDIO,
        ),
    )

    told = portal.member_files.told(STUDIO)

    assert b"\n'=cmd@example.org," in told
    taken = portal.member_files.take(STUDIO, told, preview=True)
    assert [(line.email, line.act) for line in taken.lines] == [
        ("=cmd@example.org", LineAct.NOTHING)
    ]


def test_five_files_a_day_are_taken_and_twenty_an_hour_looked_at(portal: Portal) -> None:
    for number in range(5):
        with_fault = take(portal, "user_id,nickname\nno address,ann\n")
        assert with_fault.faults
        take(portal, f"user_id,nickname\nm{number}@example.org,member{number}\n")
    with pytest.raises(TooManyRequests):
        take(portal, "user_id,nickname\nlast@example.org,last\n")
    for number in range(9):
        take(portal, f"user_id,nickname\np{number}@example.org,look{number}\n", preview=True)

    with pytest.raises(TooManyRequests):
        take(portal, "user_id,nickname\nlast@example.org,last\n", preview=True)


def test_invited_ones_are_told_as_such(portal: Portal) -> None:
    portal.members.add(STUDIO, evolve(KAI, password=None))

    [row] = rows(portal)

    assert (row["invited"], row["status"], row["permission_flag"]) == ("1", "active", "0")
