"""What operators do to accounts: opening, suspending, reinstating, blocking (ACCT-16, NET-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from contextlib import AbstractContextManager
from datetime import datetime

from attrs import evolve, frozen

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.deletion import require_room
from backbeat.accounts.errors import (
    AccountNotFound,
    AmbiguousAccount,
    EmailTaken,
    NicknameTaken,
    StatusRefused,
)
from backbeat.accounts.model import Account, AccountStatus, Permission, Role, SessionEnd
from backbeat.accounts.ports import AccountFilter, Books, PasswordHasher, Tokens
from backbeat.accounts.records import record
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadValues
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.site.rules import domain_of

_SHOWN = 5


@frozen
class NewAccount:
    """An account as an operator or an embedding service opens it.

    Without a password it is entered by a one-time log-in, or after recovery has set one (ACCT-15).
    `verified` says that somebody vouches for the e-mail address.
    """

    email: str
    nickname: str
    permission: Permission = Permission.NONE
    password: str | None = None
    language: Language = Language.ENGLISH
    verified: bool = False


@frozen
class _StatusChange:
    """A requested change: by whom, why, from which statuses, and what happens to sessions."""

    actor: Actor
    reason: str
    dry_run: bool
    allowed: AbstractSet[AccountStatus]
    end: SessionEnd | None = None


@frozen
class AccountOperations:
    """Acts on other people's accounts; each names its actor and is audited.

    With `dry_run` an act returns what it would lead to, with the same refusals, and changes
    nothing.
    """

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId
    tokens: Tokens
    hasher: PasswordHasher
    bounds: settings.Accounts

    def find(self, text: str) -> Account:
        """The account with this id or e-mail address, or with an id that begins like this.

        Refuses with 10001, and with `AmbiguousAccount` if several ids begin like this.
        """
        with self.transactions.look() as books:
            current = books.accounts.get(AccountId(text)) or books.accounts.by_email(text)
            alike = () if current or not text else books.accounts.starting_with(text, _SHOWN)
        if current is not None:
            return current
        if len(alike) > 1:
            raise AmbiguousAccount(ids=tuple(account.id for account in alike))
        if not alike:
            raise AccountNotFound()
        return alike[0]

    def list(self, filter: AccountFilter, page: PageRequest) -> Page[Account]:
        """Those that the filter names, the newest first."""
        with self.transactions.look() as books:
            return books.accounts.list(filter, page)

    def create(self, new: NewAccount, actor: Actor, *, dry_run: bool = False) -> Account:
        """Open an account on its own: a creator, or with permission mcn the top of a network.

        Refuses with 10005 to 10010 as sign-up does, and with `bad_value` for the permissions that
        only a network gives (NET-3) and for a password that says the account's own name or address
        (ACCT-23).
        """
        if new.permission not in {Permission.NONE, Permission.MCN}:
            raise BadValues(fields={"permission": "bad_value"})
        email = rules.require_email(new.email, self.bounds)
        name = rules.require_nickname(new.nickname, self.bounds)
        password_hash = self._hash(new.password, (email, name))
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
        with self._books(dry_run=dry_run) as books:
            self._require_free(books, account, dry_run=dry_run)
            if not dry_run:
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

    def suspend(
        self, account: AccountId, reason: str, actor: Actor, *, dry_run: bool = False
    ) -> Account:
        """Suspend an active account for a violation: its sessions end, its balance stays."""
        order = _StatusChange(actor, reason, dry_run, {AccountStatus.ACTIVE}, SessionEnd.SUSPENDED)
        return self._act(account, Account.suspended, order)

    def block(
        self, account: AccountId, reason: str, actor: Actor, *, dry_run: bool = False
    ) -> Account:
        """Close an active or suspended account; from now on its log-in is answered with 10001."""
        allowed = {AccountStatus.ACTIVE, AccountStatus.SUSPENDED}
        order = _StatusChange(actor, reason, dry_run, allowed, SessionEnd.BLOCKED)
        return self._act(account, Account.blocked, order)

    def reinstate(
        self, account: AccountId, reason: str, actor: Actor, *, dry_run: bool = False
    ) -> Account:
        """Make a suspended or blocked account active again; its owner has to log in again."""
        allowed = {AccountStatus.SUSPENDED, AccountStatus.BLOCKED}
        return self._act(
            account, Account.reinstated, _StatusChange(actor, reason, dry_run, allowed)
        )

    def ask_consent(
        self, account: AccountId, reason: str, actor: Actor, *, needed: bool, dry_run: bool = False
    ) -> Account:
        """Make an account's withdrawals wait for its consent (40003), or no longer wait (ACCT-18).

        `needed=False` is for a consent that has been received. Refuses with `StatusRefused` if this
        is already so, and for a deleted account.
        """
        with self._books(dry_run=dry_run) as books:
            before = (books.accounts.get if dry_run else books.accounts.lock)(account)
            if before is None:
                raise AccountNotFound()
            if before.status is AccountStatus.DELETED or before.consent_required is needed:
                raise StatusRefused(status=before.status)
            after = before.with_consent_required(needed=needed)
            if not dry_run:
                books.accounts.save(after)
                record(
                    books,
                    self.business,
                    actor,
                    "consent_asked" if needed else "consent_given",
                    account,
                    reason=reason,
                )
        return after

    def put_with(
        self,
        account: AccountId,
        domain: str | None,
        reason: str,
        actor: Actor,
        *,
        dry_run: bool = False,
    ) -> Account:
        """Assign an account to the partner with that domain, or to none (MUSIC-9).

        Refuses with `bad_value` if no site has the domain.
        """
        with self._books(dry_run=dry_run) as books:
            before = (books.accounts.get if dry_run else books.accounts.lock)(account)
            if before is None:
                raise AccountNotFound()
            site = None if domain is None else books.sites.by_domain(domain_of(domain))
            if domain is not None and site is None:
                raise BadValues(fields={"partner": "bad_value"})
            after = evolve(before, partner=None if site is None else site.domain)
            if not dry_run and after != before:
                books.accounts.save(after)
                record(
                    books,
                    self.business,
                    actor,
                    "partner_changed",
                    account,
                    before={"partner": before.partner},
                    after={"partner": after.partner},
                    reason=reason,
                )
        return after

    def _act(
        self,
        account: AccountId,
        change: Callable[[Account, str, datetime], Account],
        order: _StatusChange,
    ) -> Account:
        with self._books(dry_run=order.dry_run) as books:
            read = books.accounts.get if order.dry_run else books.accounts.lock
            before = read(account)
            if before is None:
                raise AccountNotFound()
            if before.status not in order.allowed:
                raise StatusRefused(status=before.status)
            after = change(before, order.reason, self.business.now())
            if not order.dry_run:
                self._store(books, before, after, order)
        return after

    def _store(self, books: Books, before: Account, after: Account, order: _StatusChange) -> None:
        books.accounts.save(after)
        if order.end is not None:
            books.sessions.end_all(after.id, order.end, self.security.now())
        record(
            books,
            self.business,
            order.actor,
            "reinstated" if after.is_active else after.status,
            after.id,
            before={"status": before.status},
            after={"status": after.status},
            reason=order.reason,
        )

    def _books(self, *, dry_run: bool) -> AbstractContextManager[Books]:
        return self.transactions.look() if dry_run else self.transactions.begin()

    def _require_free(self, books: Books, account: Account, *, dry_run: bool) -> None:
        for holder, taken in (
            (books.accounts.by_email(account.email), EmailTaken),
            (books.accounts.by_name(account.name), NicknameTaken),
        ):
            require_room(
                books,
                holder,
                taken,
                business=self.business,
                bounds=self.bounds,
                dry_run=dry_run,
            )

    def _hash(self, password: str | None, own: Iterable[str]) -> str | None:
        if password is None:
            return None
        rules.require_password(password, self.bounds)
        rules.require_not_obvious(password, own)
        return self.hasher.hash(password)
