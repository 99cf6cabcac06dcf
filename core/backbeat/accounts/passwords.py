"""Checking the password of somebody who is already identified."""

from __future__ import annotations

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound, NoPassword, WrongPassword
from backbeat.accounts.model import Account
from backbeat.accounts.ports import Books, PasswordHasher
from backbeat.kernel.ids import AccountId
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import PASSWORD_CHECK
from backbeat.limits.service import Limits


@frozen
class Passwords:
    """Confirms the current password of an account; wrong ones count against a limit."""

    transactions: Transactions[Books]
    hasher: PasswordHasher
    limits: Limits

    def confirm(self, account: AccountId, password: str) -> Account:
        """The account, if this is its password.

        Refuses with 10022 if it has none, 10019 for a wrong one, 3 after too many of those. Call it
        outside a transaction, because it is slow.
        """
        with self.transactions.look() as books:
            current = books.accounts.get(account)
        if current is None:
            raise AccountNotFound()
        if current.password_hash is None:
            raise NoPassword()
        hit = self.limits.take((PASSWORD_CHECK, account))
        if not self.hasher.verify(current.password_hash, password):
            raise WrongPassword()
        hit.give_back()
        return current


def require_same(judged: Account, locked: Account) -> None:
    """Refuse (10019) where another password was set after the one of `judged` was looked at."""
    if judged.password_hash != locked.password_hash:
        raise WrongPassword()
