"""Whether an e-mail address or a nickname is free, checked when an account is made or changed."""

from __future__ import annotations

from attrs import frozen

from backbeat import settings
from backbeat.accounts.deletion import require_room
from backbeat.accounts.errors import EmailTaken, NicknameTaken
from backbeat.accounts.lookalikes import is_reserved
from backbeat.accounts.model import Account
from backbeat.accounts.ports import Books
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId


@frozen
class Identifiers:
    """Judges identifiers inside the transaction that takes them. A leaver whose hold is over gives
    way (ACCT-21).
    """

    business: Clock
    bounds: settings.Accounts
    site: settings.Site

    def require_free(self, books: Books, email: str, name: str) -> None:
        """Refuse a taken address (10009), then a taken nickname (10010)."""
        self.require_free_email(books, email)
        self.require_free_name(books, name)

    def require_free_email(
        self, books: Books, email: str, account: AccountId | None = None
    ) -> None:
        """Refuse an address that belongs to another account."""
        holder = books.accounts.by_email(email)
        if holder is not None and holder.id != account:
            self._require_room(books, holder, EmailTaken)

    def require_free_name(self, books: Books, name: str, account: AccountId | None = None) -> None:
        """Refuse somebody else's name, one that could be mistaken for it, and one that claims to
        speak for the portal (ACCT-3, ACCT-24).
        """
        if is_reserved(name, self.site.name):
            raise NicknameTaken()
        same = books.accounts.by_name(name)
        holders = (*books.accounts.looking_like(name), *([same] if same else []))
        for holder in {each.id: each for each in holders}.values():
            if holder.id != account:
                self._require_room(books, holder, NicknameTaken)

    def _require_room(self, books: Books, holder: Account, taken: type[Refusal]) -> None:
        require_room(books, holder, taken, business=self.business, bounds=self.bounds)
