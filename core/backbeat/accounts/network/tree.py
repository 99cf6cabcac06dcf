"""Who stands below whom, and what follows from it (NET-1, ACCESS-2, NET-2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import field, frozen

from backbeat.accounts.model import Account
from backbeat.kernel.ids import AccountId


@frozen
class Place:
    """One account's place: whom it stands below and whether it manages others."""

    account: AccountId
    manager: AccountId | None
    can_manage: bool

    @classmethod
    def of(cls, account: Account) -> Place:
        return cls(account.id, account.manager, account.can_manage)


def _below(tree: AccountTree) -> Mapping[AccountId, tuple[AccountId, ...]]:
    children: dict[AccountId, list[AccountId]] = {}
    for place in tree.places.values():
        if place.manager is not None:
            children.setdefault(place.manager, []).append(place.account)
    return {manager: tuple(sorted(below)) for manager, below in children.items()}


@frozen
class AccountTree:
    """The accounts by their places. Deleted accounts keep theirs: their history needs it."""

    places: Mapping[AccountId, Place]
    _children: Mapping[AccountId, tuple[AccountId, ...]] = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_children", _below(self))

    @classmethod
    def of(cls, places: Iterable[Place]) -> AccountTree:
        return cls({place.account: place for place in places})

    def upwards(self, account: AccountId) -> Iterator[AccountId]:
        """The account itself, its manager, and so on to the top."""
        at: AccountId | None = account
        while at is not None and at in self.places:
            yield at
            at = self.places[at].manager

    def children(self, account: AccountId) -> tuple[AccountId, ...]:
        """The accounts directly below, in order of id."""
        return self._children.get(account, ())

    def below(self, account: AccountId) -> Iterator[AccountId]:
        """Every account below, itself not included; nearer ones first."""
        level = self.children(account)
        while level:
            yield from level
            level = tuple(child for parent in level for child in self.children(parent))

    def visible(self, account: AccountId) -> frozenset[AccountId]:
        """Whose figures an account may see: its own and, if it manages, all below (ACCESS-2)."""
        place = self.places.get(account)
        if place is None or not place.can_manage:
            return frozenset({account})
        return frozenset({account, *self.below(account)})

    def manages(self, account: AccountId, target: AccountId) -> bool:
        """Whether `target` is another account that `account` may see into."""
        return target != account and target in self.visible(account)

    def owner_for(self, account: AccountId) -> AccountId:
        """Who owns what `account` registers: the nearest upwards, itself included, that manages.

        Where nobody upwards manages, the topmost (ACCESS-3).
        """
        chain = list(self.upwards(account))
        return next(
            (at for at in chain if self.places[at].can_manage), chain[-1] if chain else account
        )
