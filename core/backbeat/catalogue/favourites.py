"""Saved tracks (MUSIC-10), and counts of what people do with tracks (MUSIC-7)."""

from __future__ import annotations

from attrs import Factory, frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import Account
from backbeat.catalogue.errors import FavouritesFull
from backbeat.catalogue.model import Act
from backbeat.catalogue.ports import Books
from backbeat.catalogue.visibility import offered, partner_of
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId, Isrc
from backbeat.kernel.isrc import normalise_isrc
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import SAME_ACT
from backbeat.limits.service import Limits
from backbeat.settings import Favourites as Bounds


@frozen
class Toggled:
    """The result of a toggle: whether the track is saved now, how many are saved, how many may be."""

    isrc: Isrc
    favorited: bool
    count: int
    limit: int


@frozen
class Favourites:
    """An account's saved tracks. `clock` is the business clock.

    A retired track stays among them, and counts, until it is removed; one that the account may not
    use is neither shown nor counted.
    """

    transactions: Transactions[Books]
    clock: Clock
    bounds: Bounds = Factory(Bounds)

    def toggle(self, account: AccountId, code: str) -> Toggled:
        """Save a track, or remove it.

        Refuses with `TrackNotFound` a track that cannot be saved, and with `FavouritesFull` at the
        limit. The account is locked meanwhile, so that two calls at once run one after the other.
        """
        isrc = Isrc(normalise_isrc(code))
        with self.transactions.begin() as books:
            owner = books.accounts.lock(account)
            if owner is None:
                raise AccountNotFound()
            favorited = not books.favourites.remove(account, isrc)
            if favorited:
                self._save(books, owner, isrc)
            count = books.favourites.count(account, owner.partner)
        return Toggled(isrc, favorited, count, self.bounds.limit)

    def _save(self, books: Books, owner: Account, isrc: Isrc) -> None:
        offered(books, isrc, owner.partner)
        if books.favourites.count(owner.id, owner.partner) >= self.bounds.limit:
            raise FavouritesFull(limit=self.bounds.limit)
        books.favourites.add(owner.id, isrc, self.clock.now())


@frozen
class ActLog:
    """Counts what people do with tracks, by day; it never touches money. `clock` is the business
    clock."""

    transactions: Transactions[Books]
    clock: Clock
    limits: Limits

    def count(self, account: AccountId, act: Act, code: str) -> None:
        """Count an act, unless the account did exactly the same within three seconds.

        Refuses with `TrackNotFound` for a track that the account cannot find.
        """
        isrc = Isrc(normalise_isrc(code))
        with self.transactions.look() as books:
            offered(books, isrc, partner_of(books, account))
        if not self.limits.is_first(SAME_ACT, f"{account}:{act}:{isrc}"):
            return
        with self.transactions.begin() as books:
            books.plays.count(isrc, self.clock.today(), act)
