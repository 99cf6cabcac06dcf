"""Who may do what, as one table: every rank, every act, and whose things the act may concern
(ACCESS-1, NET-2).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from backbeat.accounts.model import Account, Permission
from backbeat.accounts.network.tree import AccountTree
from backbeat.kernel.errors import RoleRefused
from backbeat.kernel.ids import AccountId


class Rank(StrEnum):
    """An account's position in relation to others (NET-2)."""

    MEMBER = "member"
    """Manages nobody: a member, a sub-creator, a creator without the flag."""
    MANAGER = "manager"
    """A main account, or a network's creator with the flag."""
    TOP = "top"
    """The top of a network."""


class Act(StrEnum):
    PROVE_CHANNELS = "prove_channels"
    ASSIGN_CHANNELS = "assign_channels"
    DELETE_CHANNELS = "delete_channels"
    SEE_NETWORK_CHANNELS = "see_network_channels"
    MANAGE_MEMBERS = "manage_members"
    SEE_MEMBERS = "see_members"
    ALLOW_MANAGING = "allow_managing"
    """Let a member have members of its own (NET-3)."""
    SEE_FIGURES = "see_figures"
    HANDLE_MONEY = "handle_money"


class Reach(StrEnum):
    """Whose things an act may concern."""

    NOTHING = "nothing"
    SELF = "self"
    DIRECT = "direct"
    """Those of the accounts directly below."""
    TREE = "tree"
    """One's own, and those of everybody below."""


def _ranks(member: Reach, manager: Reach, top: Reach) -> Mapping[Rank, Reach]:
    return {Rank.MEMBER: member, Rank.MANAGER: manager, Rank.TOP: top}


RIGHTS: Mapping[Act, Mapping[Rank, Reach]] = {
    Act.PROVE_CHANNELS: _ranks(Reach.SELF, Reach.TREE, Reach.TREE),
    Act.ASSIGN_CHANNELS: _ranks(Reach.NOTHING, Reach.TREE, Reach.TREE),
    Act.DELETE_CHANNELS: _ranks(Reach.NOTHING, Reach.TREE, Reach.TREE),
    Act.SEE_NETWORK_CHANNELS: _ranks(Reach.NOTHING, Reach.TREE, Reach.TREE),
    Act.MANAGE_MEMBERS: _ranks(Reach.NOTHING, Reach.DIRECT, Reach.DIRECT),
    Act.SEE_MEMBERS: _ranks(Reach.NOTHING, Reach.TREE, Reach.TREE),
    Act.ALLOW_MANAGING: _ranks(Reach.NOTHING, Reach.NOTHING, Reach.DIRECT),
    Act.SEE_FIGURES: _ranks(Reach.SELF, Reach.TREE, Reach.TREE),
    Act.HANDLE_MONEY: _ranks(Reach.SELF, Reach.SELF, Reach.SELF),
}

_ONLY_IN_NETWORKS = frozenset({Act.SEE_NETWORK_CHANNELS})


def rank_of(account: Account) -> Rank:
    if account.permission is Permission.MCN:
        return Rank.TOP
    return Rank.MANAGER if account.can_manage else Rank.MEMBER


def reach_of(account: Account, act: Act) -> Reach:
    """Whose things the account may touch with an act."""
    if act in _ONLY_IN_NETWORKS and not account.is_mcn_related:
        return Reach.NOTHING
    return RIGHTS[act][rank_of(account)]


def require(account: Account | None, act: Act) -> Account:
    """Refuse accounts that are deleted, or whose rank does not allow the act at all (2 `role`)."""
    if account is None or account.is_deleted or reach_of(account, act) is Reach.NOTHING:
        raise RoleRefused()
    return account


def reaches(tree: AccountTree, account: Account, act: Act, target: AccountId) -> bool:
    """Whether one account may do the act to what belongs to another, or to itself."""
    match reach_of(account, act):
        case Reach.NOTHING:
            return False
        case Reach.SELF:
            return target == account.id
        case Reach.DIRECT:
            place = tree.places.get(target)
            return place is not None and place.manager == account.id
        case Reach.TREE:
            return target == account.id or target in tree.below(account.id)
