"""The table of rights says what the rules say, and nobody reaches further."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.fakes.accounts import an_account

from backbeat.accounts.model import Account, Permission
from backbeat.accounts.network.rights import (
    RIGHTS,
    Act,
    Rank,
    Reach,
    rank_of,
    reach_of,
    reaches,
    require,
)
from backbeat.accounts.network.tree import AccountTree, Place
from backbeat.kernel.errors import RoleRefused
from backbeat.kernel.ids import AccountId

ACCESS = Path(__file__).parents[3] / "docs" / "rules" / "access.md"
WRITTEN = {
    "verify, ask for a review": Act.PROVE_CHANNELS,
    "assign, take back": Act.ASSIGN_CHANNELS,
    "delete a channel": Act.DELETE_CHANNELS,
    "members: list": Act.SEE_MEMBERS,
    "members: add, invite, change, delete": Act.MANAGE_MEMBERS,
    "the page of all channels below ([NET-10](networks.md#net-10))": Act.SEE_NETWORK_CHANNELS,
    "let a member have members of its own ([NET-3](networks.md#net-3))": Act.ALLOW_MANAGING,
    "dashboards, reports, Excel": Act.SEE_FIGURES,
    "ledger, payment details, withdrawals, invoices": Act.HANDLE_MONEY,
}
REACH = {
    "no": Reach.NOTHING,
    "assigned": Reach.SELF,
    "assigned ones": Reach.SELF,
    "own": Reach.SELF,
    "direct ones": Reach.DIRECT,
    "own tree": Reach.TREE,
    "own tree, with password": Reach.TREE,
    "oneself and below": Reach.TREE,
    "whole tree": Reach.TREE,
    "whole tree, in a network": Reach.TREE,
}


def test_the_table_is_that_of_the_rules() -> None:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in ACCESS.read_text().splitlines()
        if line.startswith("| ")
    ]
    written = {
        WRITTEN[act]: (REACH[member], REACH[manager], REACH[top])
        for act, member, manager, top, _ in rows
        if act in WRITTEN
    }

    assert set(written) == set(Act)
    assert written == {act: tuple(RIGHTS[act][rank] for rank in Rank) for act in written}


def test_every_act_has_a_reach_for_every_rank() -> None:
    assert {act: set(RIGHTS[act]) for act in Act} == {act: set(Rank) for act in Act}


@pytest.mark.parametrize("permission", Permission)
@pytest.mark.parametrize("flag", [False, True])
def test_members_are_managed_by_the_top_of_a_network_and_by_the_flag(
    permission: Permission, flag: bool
) -> None:
    account = an_account(permission=permission, permission_flag=flag)

    may = permission is Permission.MCN or flag
    assert (rank_of(account) is not Rank.MEMBER) is may
    if may:
        assert require(account, Act.MANAGE_MEMBERS) is account
    else:
        with pytest.raises(RoleRefused):
            require(account, Act.MANAGE_MEMBERS)


def test_only_the_top_of_a_network_has_its_rank() -> None:
    tops = [p for p in Permission if rank_of(an_account(permission=p)) is Rank.TOP]

    assert tops == [Permission.MCN]


def test_a_main_account_has_no_channels_of_a_network_to_see() -> None:
    assert reach_of(an_account(), Act.SEE_NETWORK_CHANNELS) is Reach.NOTHING
    in_network = an_account(permission=Permission.MCN)
    assert reach_of(in_network, Act.SEE_NETWORK_CHANNELS) is Reach.TREE


NET = an_account(id="net", permission=Permission.MCN)
CORA = an_account(id="cora", permission=Permission.MCN_CREATOR, manager=AccountId("net"))
SAM = an_account(
    id="sam",
    permission=Permission.MCN_CREATOR_SUB,
    permission_flag=False,
    manager=AccountId("cora"),
)
TREE = AccountTree.of(Place.of(each) for each in (NET, CORA, SAM))


@pytest.mark.parametrize(
    ("account", "act", "reached"),
    [
        (NET, Act.MANAGE_MEMBERS, "cora"),
        (NET, Act.SEE_MEMBERS, "cora net sam"),
        (NET, Act.ALLOW_MANAGING, "cora"),
        (CORA, Act.MANAGE_MEMBERS, "sam"),
        (CORA, Act.SEE_FIGURES, "cora sam"),
        (CORA, Act.ALLOW_MANAGING, ""),
        (CORA, Act.HANDLE_MONEY, "cora"),
        (SAM, Act.SEE_FIGURES, "sam"),
        (SAM, Act.ASSIGN_CHANNELS, ""),
    ],
)
def test_an_act_reaches_so_far(account: Account, act: Act, reached: str) -> None:
    found = [each for each in sorted(TREE.places) if reaches(TREE, account, act, each)]

    assert found == re.findall(r"\w+", reached)
