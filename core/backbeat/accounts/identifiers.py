"""Whether an e-mail address or a nickname is free, checked when an account is made or changed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Protocol

from attrs import define, frozen

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.deletion import erase_once, require_gone
from backbeat.accounts.errors import EmailTaken, NicknameTaken
from backbeat.accounts.lookalikes import is_reserved, shape
from backbeat.accounts.model import Account
from backbeat.accounts.ports import AccountRepository, Books
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId


class Holders(Protocol):
    """Who has an address or a nickname: the accounts themselves, or `Known` of them."""

    def by_email(self, email: str) -> Account | None: ...

    def by_name(self, name: str) -> Account | None: ...

    def looking_like(self, name: str) -> Iterable[Account]: ...


@frozen
class Found:
    """Who has any of many addresses and nicknames, or one that looks like it."""

    emails: Mapping[str, Account]
    names: Mapping[str, Account]
    alike: tuple[Account, ...]

    @classmethod
    def of(
        cls, accounts: AccountRepository, emails: Collection[str], names: Collection[str]
    ) -> Found:
        """Look them up by the hundred."""
        return cls(
            accounts.by_emails(emails), accounts.by_names(names), accounts.looking_like_any(names)
        )


@define
class Known:
    """Fulfils `Holders` for what was looked up, and for what a batch makes of it."""

    _emails: dict[str, Account]
    _names: dict[str, Account]
    _shapes: dict[str, dict[AccountId, Account]]

    @classmethod
    def of(cls, found: Found) -> Known:
        shapes: dict[str, dict[AccountId, Account]] = {}
        for account in found.alike:
            shapes.setdefault(shape(account.name), {})[account.id] = account
        return cls(dict(found.emails), dict(found.names), shapes)

    def by_email(self, email: str) -> Account | None:
        return self._emails.get(rules.email_key(email))

    def by_name(self, name: str) -> Account | None:
        return self._names.get(rules.name_key(name))

    def looking_like(self, name: str) -> Iterable[Account]:
        return self._shapes.get(shape(name), {}).values()

    def put(self, account: Account) -> None:
        """From now on it has its address and nickname."""
        self._emails[rules.email_key(account.email)] = account
        self._names[rules.name_key(account.name)] = account
        self._shapes.setdefault(shape(account.name), {})[account.id] = account

    def remove(self, account: Account) -> None:
        """It gives its address and nickname up."""
        self._emails.pop(rules.email_key(account.email), None)
        self._names.pop(rules.name_key(account.name), None)
        self._shapes.get(shape(account.name), {}).pop(account.id, None)


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
        self._erase(books, self.leavers_of_email(books.accounts, email, account))

    def require_free_name(self, books: Books, name: str, account: AccountId | None = None) -> None:
        """Refuse somebody else's name, one that could be mistaken for it, and one that claims to
        speak for the portal (ACCT-3, ACCT-24).
        """
        books.accounts.hold_names([name])
        self._erase(books, self.leavers_of_name(books.accounts, name, account))

    def leavers_of_email(
        self, holders: Holders, email: str, account: AccountId | None = None
    ) -> list[Account]:
        """Who has to be erased so that the address is free; refuses as `require_free_email` does."""
        holder = holders.by_email(email)
        if holder is None or holder.id == account:
            return []
        require_gone(holder, EmailTaken, business=self.business, bounds=self.bounds)
        return [holder]

    def leavers_of_name(
        self, holders: Holders, name: str, account: AccountId | None = None
    ) -> list[Account]:
        """Who has to be erased so that the name is free; refuses as `require_free_name` does."""
        if is_reserved(name, self.site.name):
            raise NicknameTaken()
        same = holders.by_name(name)
        there = (*holders.looking_like(name), *([same] if same else []))
        others = {each.id: each for each in there if each.id != account}
        for holder in others.values():
            require_gone(holder, NicknameTaken, business=self.business, bounds=self.bounds)
        return list(others.values())

    def _erase(self, books: Books, leavers: Iterable[Account]) -> None:
        for leaver in leavers:
            erase_once(books, leaver.id, self.business)
