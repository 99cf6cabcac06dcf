"""Which accounts an account reaches below itself (ACCESS-1, ACCESS-4)."""

from __future__ import annotations

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import Account
from backbeat.accounts.network import rights
from backbeat.accounts.network.rights import Act
from backbeat.kernel.ids import AccountId
from backbeat.members.ports import Books


def require_manager(books: Books, caller: AccountId, act: Act) -> Account:
    """The caller, if its rank allows the act (2 `role`)."""
    return rights.require(books.accounts.get(caller), act)


def reached(books: Books, manager: Account, target: str, act: Act) -> Account:
    """The account meant by an id or an e-mail address, if the manager's act reaches it.

    Anything else, a deleted account included, is 10001.
    """
    accounts = books.accounts
    found = accounts.by_email(target) if "@" in target else accounts.get(AccountId(target))
    if found is None or found.is_deleted or found.id == manager.id:
        raise AccountNotFound()
    if not rights.reaches(accounts.upwards([found.id]), manager, act, found.id):
        raise AccountNotFound()
    return found


def locked_member(books: Books, caller: AccountId, member: AccountId) -> tuple[Account, Account]:
    """The caller and the account directly below it, so that nobody else changes either: the upper
    one first, as everybody locks them."""
    manager = rights.require(books.accounts.lock(caller), Act.MANAGE_MEMBERS)
    found = books.accounts.lock(member)
    if found is None or found.is_deleted or found.manager != manager.id:
        raise AccountNotFound()
    return manager, found
