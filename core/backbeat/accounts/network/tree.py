"""Which account is below which, today and on any day, and what follows from that (NET-1, ACCESS-2,
NET-2, NET-18).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from attrs import field, frozen

from backbeat.accounts.model import Account, Placement
from backbeat.kernel.ids import AccountId


@frozen
class Place:
    """One account's place: below whom it is and was, and whether it manages others."""

    account: AccountId
    manager: AccountId | None
    can_manage: bool
    placements: tuple[Placement, ...] = ()
    """Oldest first; before the first of them, the account stood as on its day."""

    @classmethod
    def of(cls, account: Account, placements: Iterable[Placement] = ()) -> Place:
        return cls(account.id, account.manager, account.can_manage, tuple(placements))

    @property
    def managers(self) -> frozenset[AccountId]:
        """The accounts below which it is or ever was."""
        now = [] if self.manager is None else [self.manager]
        return frozenset([*now, *(each.manager for each in self.placements)])

    @property
    def moves(self) -> tuple[date, ...]:
        """The days from which it was below somebody else than before."""
        return tuple(each.from_day for each in self.placements[1:])

    def manager_on(self, day: date) -> AccountId | None:
        """Below whom it was on a day."""
        if not self.placements:
            return self.manager
        so_far = [each for each in self.placements if each.from_day <= day]
        return (so_far or self.placements[:1])[-1].manager


def _below(pairs: Iterable[tuple[AccountId, AccountId]]) -> _Children:
    children: dict[AccountId, list[AccountId]] = {}
    for manager, account in pairs:
        children.setdefault(manager, []).append(account)
    return {manager: tuple(sorted(below)) for manager, below in children.items()}


_Children = Mapping[AccountId, tuple[AccountId, ...]]


@frozen
class AccountTree:
    """The accounts by their places.

    Deleted accounts keep theirs, because their history needs it. Without a day, methods answer
    about the present.
    """

    places: Mapping[AccountId, Place]
    _children: _Children = field(init=False, repr=False, eq=False)
    _is_moved: bool = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        places = self.places.values()
        # Nearly always nobody was moved: then any day is like today.
        object.__setattr__(self, "_is_moved", any(each.moves for each in places))
        now = ((each.manager, each.account) for each in places if each.manager is not None)
        object.__setattr__(self, "_children", _below(now))

    @classmethod
    def of(cls, places: Iterable[Place]) -> AccountTree:
        return cls({place.account: place for place in places})

    def upwards(self, account: AccountId, day: date | None = None) -> Iterator[AccountId]:
        """The account itself, its manager, and so on to the top, as they were on a day."""
        at: AccountId | None = account
        while at is not None and at in self.places:
            yield at
            place = self.places[at]
            at = place.manager if day is None else place.manager_on(day)

    def ever_above(self, account: AccountId) -> frozenset[AccountId]:
        """The account itself, and everybody who was above it on any day."""
        if not self._is_moved:
            return frozenset(self.upwards(account))
        found: set[AccountId] = set()
        level = {account} & self.places.keys()
        while level:
            found |= level
            above = {manager for each in level for manager in self.places[each].managers}
            level = (above & self.places.keys()) - found
        return frozenset(found)

    def moves_above(self, account: AccountId) -> frozenset[date]:
        """The days from which the account, or somebody who was ever above it, had another place."""
        if not self._is_moved:
            return frozenset()
        above = self.ever_above(account)
        return frozenset(day for each in above for day in self.places[each].moves)

    def children(self, account: AccountId) -> tuple[AccountId, ...]:
        """The accounts directly below, in order of id."""
        return self._children.get(account, ())

    def below(self, account: AccountId) -> Iterator[AccountId]:
        """Every account below, itself not included; nearer ones first."""
        level = self.children(account)
        while level:
            yield from level
            level = tuple(child for parent in level for child in self.children(parent))

    def levels(self, account: AccountId) -> int:
        """How many levels an account and those below it make."""
        return 1 + max((self.levels(child) for child in self.children(account)), default=0)

    def ever_below(self, accounts: Iterable[AccountId]) -> frozenset[AccountId]:
        """These accounts, and everybody who was below one of them on any day."""
        pairs = ((above, each.account) for each in self.places.values() for above in each.managers)
        children = _below(pairs)
        found = level = frozenset(accounts)
        while level:
            level = frozenset(child for each in level for child in children.get(each, ())) - found
            found |= level
        return found

    def visible(self, account: AccountId) -> frozenset[AccountId]:
        """Whose figures an account may see: its own and, if it manages, all below (ACCESS-2)."""
        place = self.places.get(account)
        if place is None or not place.can_manage:
            return frozenset({account})
        return frozenset({account, *self.below(account)})

    def ever_visible(self, account: AccountId) -> frozenset[AccountId]:
        """Whose figures an account may see for some day: those of accounts above which it was on
        that day.
        """
        place = self.places.get(account)
        if not self._is_moved or place is None or not place.can_manage:
            return self.visible(account)
        return self.ever_below([account])

    def manages(self, account: AccountId, target: AccountId) -> bool:
        """Whether `target` is another account that `account` may see into."""
        return target != account and target in self.visible(account)

    def owner_for(self, account: AccountId) -> AccountId:
        """Who owns what `account` registers: the nearest account upwards, itself included, that
        manages.

        If none manages, the topmost one (ACCESS-3).
        """
        chain = list(self.upwards(account))
        return next(
            (at for at in chain if self.places[at].can_manage), chain[-1] if chain else account
        )
