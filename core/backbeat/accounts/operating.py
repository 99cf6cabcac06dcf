"""What operators do to accounts: opening, suspending, reinstating, blocking (D-019, D-028)."""

from __future__ import annotations

from attrs import frozen

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.errors import (
    AccountNotFound,
    AmbiguousAccount,
    EmailTaken,
    NicknameTaken,
    StatusRefused,
)
from backbeat.accounts.leaving import free_address, free_name
from backbeat.accounts.model import Account, AccountStatus, Permission, Role, SessionEnd
from backbeat.accounts.ports import AccountFilter, Books, PasswordHasher, Tokens, Transactions
from backbeat.accounts.records import record
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadValues
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import Page, PageRequest

_SHOWN = 5


@frozen
class NewAccount:
    """An account as an operator or an embedding service opens it.

    Without a password it is entered by a one-time log-in, or after recovery has set one (D-025).
    `verified` says that somebody vouches for the e-mail address.
    """

    email: str
    nickname: str
    permission: Permission = Permission.NONE
    password: str | None = None
    language: Language = Language.ENGLISH
    verified: bool = False


@frozen
class AccountOperations:
    """Acts on other people's accounts; each names its actor and is audited."""

    transactions: Transactions
    business: Clock
    security: Clock
    new_id: NewId
    tokens: Tokens
    hasher: PasswordHasher
    bounds: settings.Accounts

    def find(self, text: str) -> Account:
        """The account of an id, an e-mail address, or the beginning of an id that only it has.

        Refuses with 10001, and with `AmbiguousAccount` where several ids begin so.
        """
        with self.transactions.look() as books:
            known = books.accounts.get(AccountId(text)) or books.accounts.by_email(text)
            alike = () if known or not text else books.accounts.starting_with(text, _SHOWN)
        if known is not None:
            return known
        if len(alike) > 1:
            raise AmbiguousAccount(ids=tuple(account.id for account in alike))
        if not alike:
            raise AccountNotFound()
        return alike[0]

    def list(self, wanted: AccountFilter, page: PageRequest) -> Page[Account]:
        """A page of accounts, the newest first."""
        with self.transactions.look() as books:
            return books.accounts.list(wanted, page)

    def create(self, new: NewAccount, actor: Actor) -> Account:
        """Open an account on its own: a creator, or with permission mcn the top of a network.

        Refuses with 10005 to 10010 as sign-up does, and with `bad_value` for the permissions that
        only a network gives (D-029).
        """
        if new.permission not in {Permission.NONE, Permission.MCN}:
            raise BadValues(fields={"permission": "bad_value"})
        email = rules.require_email(new.email, self.bounds)
        name = rules.require_nickname(new.nickname, self.bounds)
        password_hash = self._hash(new.password)
        now = self.security.now()
        account = Account(
            id=AccountId(self.new_id()),
            email=email,
            name=name,
            password_hash=password_hash,
            role=Role.MAIN,
            permission=new.permission,
            permission_flag=new.permission is Permission.MCN
            or bool(self.bounds.signup_permission_flag),
            created_at=self.business.now(),
            password_changed_at=now,
            referral_code=self.tokens.referral_code(),
            language=new.language,
            verified_at=now if new.verified else None,
        )
        with self.transactions.begin() as books:
            if not free_address(books, email, self.business, self.bounds):
                raise EmailTaken()
            if not free_name(books, name, self.business, self.bounds):
                raise NicknameTaken()
            books.accounts.add(account)
            record(
                books,
                self.business,
                actor,
                "created",
                account.id,
                after={"permission": account.permission, "verified": account.is_verified},
            )
        return account

    def suspend(self, account: AccountId, reason: str, actor: Actor) -> Account:
        """Suspend an active account for a violation: its sessions end, its balance stays."""
        with self.transactions.begin() as books:
            known = _standing(books, account, AccountStatus.ACTIVE)
            suspended = known.suspended(reason, self.business.now())
            self._store(
                books, known, suspended, actor=actor, reason=reason, end=SessionEnd.SUSPENDED
            )
        return suspended

    def block(self, account: AccountId, reason: str, actor: Actor) -> Account:
        """Close an active or suspended account; it answers 10001 from now on."""
        with self.transactions.begin() as books:
            known = _standing(books, account, AccountStatus.ACTIVE, AccountStatus.SUSPENDED)
            blocked = known.blocked(reason, self.business.now())
            self._store(books, known, blocked, actor=actor, reason=reason, end=SessionEnd.BLOCKED)
        return blocked

    def reinstate(self, account: AccountId, reason: str, actor: Actor) -> Account:
        """Make a suspended or blocked account active again; it logs in anew."""
        with self.transactions.begin() as books:
            known = _standing(books, account, AccountStatus.SUSPENDED, AccountStatus.BLOCKED)
            active = known.reinstated(reason, self.business.now())
            self._store(books, known, active, actor=actor, reason=reason, end=None)
        return active

    def _store(
        self,
        books: Books,
        before: Account,
        after: Account,
        *,
        actor: Actor,
        reason: str,
        end: SessionEnd | None,
    ) -> None:
        books.accounts.save(after)
        if end is not None:
            books.sessions.end_all(after.id, end, self.security.now())
        record(
            books,
            self.business,
            actor,
            "reinstated" if after.is_active else after.status,
            after.id,
            before={"status": before.status},
            after={"status": after.status},
            reason=reason,
        )

    def _hash(self, password: str | None) -> str | None:
        if password is None:
            return None
        return self.hasher.hash(rules.require_password(password, self.bounds))


def _standing(books: Books, account: AccountId, *allowed: AccountStatus) -> Account:
    known = books.accounts.lock(account)
    if known is None:
        raise AccountNotFound()
    if known.status not in allowed:
        raise StatusRefused(status=known.status)
    return known
