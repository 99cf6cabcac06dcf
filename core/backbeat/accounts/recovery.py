"""A forgotten password: code, permission, new password, only in this order (S4.020)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from attrs import frozen

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.codes import CodeSent, MailedCodes, NewCode
from backbeat.accounts.errors import AccountNotFound, CodeExpired, ResetExpired, SamePassword
from backbeat.accounts.model import (
    OUTLIVE_PASSWORDS,
    Account,
    AccountStatus,
    CodePurpose,
    Device,
    SessionEnd,
    Ticket,
    TicketPurpose,
    digest,
)
from backbeat.accounts.ports import Books, PasswordHasher, Tokens
from backbeat.accounts.records import record
from backbeat.audit.model import mask_email
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import CODE_CHECK_BY_ADDRESS, MAILED_CODE, MAILED_CODE_BY_ADDRESS
from backbeat.mail.model import Mail, Template

_RECOVERABLE = {AccountStatus.ACTIVE, AccountStatus.SUSPENDED}


@frozen
class ResetPermission:
    """The right to set a new password once, within `expires_in` seconds."""

    token: str
    expires_in: int


@frozen
class Recovery:
    """Leads from a forgotten password to a new one. It never logs in (CRED-6)."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    tokens: Tokens
    hasher: PasswordHasher
    codes: MailedCodes
    bounds: settings.Accounts
    terms: settings.Auth
    site: settings.Site

    def start(self, email: str, device: Device) -> CodeSent:
        """Mail a recovery code.

        Refuses with 10007 for text that is not an address, with 10001 for an unknown one (or, with
        `auth.hide_unknown_email`, answers as if it were known), and with 3 if asked too often.
        """
        address = rules.require_email_form(email)
        key = rules.email_key(address)
        hit = self.codes.limits.take(
            (MAILED_CODE, f"recover:{key}"),
            (MAILED_CODE_BY_ADDRESS, rules.limit_key_of(device.address)),
        )
        letters = self.tokens.recovery_code()
        code = NewCode.of(letters, self.hasher, kept_as=rules.read_recovery_code(letters))
        with hit.unless_refused(AccountNotFound), self.transactions.begin() as books:
            account = books.accounts.by_email(address)
            if account is None or account.status not in _RECOVERABLE:
                if not self.terms.hide_unknown_email:
                    raise AccountNotFound()
                account = None
            to = account.email if account else address
            if account is not None:
                actor = Actor.account(account.id)
                record(books, self.business, actor, "recovery_started", account.id)
            self.codes.send(
                books,
                code,
                purpose=CodePurpose.RECOVERY,
                subject=key,
                email=to,
                account=account,
                template=Template.RECOVERY_CODE,
            )
        return CodeSent(mask_email(address), self.terms.code_ttl, self.terms.resend_after)

    def verify(self, email: str, typed: str, device: Device) -> ResetPermission:
        """Check the code and permit a new password. Refuses with 10015, 10016 and 10017."""
        self.codes.limits.take((CODE_CHECK_BY_ADDRESS, rules.limit_key_of(device.address)))
        code = self.codes.judge(
            CodePurpose.RECOVERY, rules.email_key(email), rules.read_recovery_code(typed)
        )
        token, now = self.tokens.ticket(), self.security.now()
        with self.transactions.begin() as books:
            if code.account is None or not books.codes.use(code.id, now):
                raise CodeExpired()
            books.codes.add_ticket(
                Ticket(
                    TicketPurpose.PASSWORD_RESET,
                    digest(token),
                    code.account,
                    now,
                    now + timedelta(seconds=self.terms.reset_ttl),
                )
            )
        return ResetPermission(token, self.terms.reset_ttl)

    def finish(self, token: str, password: str, confirmation: str | None = None) -> Account:
        """Set the new password, end all sessions and tell the owner by mail.

        Refuses with 10004 and 10006 for the form and `bad_value` for an obvious password, with 10024
        if the permission was used, is too old or is older than the last change of the password, and
        with 10018 for the previous password.
        """
        rules.require_equal(password, confirmation)
        rules.require_password(password, self.bounds)
        value_hash = digest(token)
        with self.transactions.look() as books:
            account = self._permitted(books, books.accounts.get, value_hash)
        rules.require_not_obvious(password, (account.email, account.name, self.site.name))
        if self.hasher.verify(account.password_hash, password):
            raise SamePassword()
        password_hash = self.hasher.hash(password)
        with self.transactions.begin() as books:
            account = self._permitted(books, books.accounts.lock, value_hash)
            now = self.security.now()
            if not books.codes.use_ticket(TicketPurpose.PASSWORD_RESET, value_hash, now):
                raise ResetExpired()
            # A device that was known through the old password is no longer known.
            books.codes.forget(account.id, keep=OUTLIVE_PASSWORDS)
            changed = account.with_password(password_hash, now)
            books.accounts.save(changed)
            books.sessions.end_all(account.id, SessionEnd.PASSWORD_CHANGED, now)
            facts = {"name": account.name}
            books.outbox.add(
                Mail(account.email, Template.PASSWORD_CHANGED, account.language, facts, account.id)
            )
            actor = Actor.account(account.id)
            record(books, self.business, actor, "password_reset", account.id)
        return changed

    def _permitted(
        self, books: Books, read: Callable[[AccountId], Account | None], value_hash: str
    ) -> Account:
        ticket = books.codes.ticket(TicketPurpose.PASSWORD_RESET, value_hash)
        account = read(ticket.account) if ticket else None
        if (
            ticket is None
            or account is None
            or ticket.used_at is not None
            or self.security.now() >= ticket.expires_at
            or ticket.issued_at < account.password_changed_at
        ):
            raise ResetExpired()
        if account.status not in _RECOVERABLE:
            raise AccountNotFound()
        return account
