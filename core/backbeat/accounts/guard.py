"""Who may try passwords: guessing is stopped at its source, and strangers can never lock out the
owner (LIMIT-13, LIMIT-14).
"""

from __future__ import annotations

from datetime import timedelta

from attrs import field, frozen

from backbeat.accounts import rules
from backbeat.accounts.codes import MailedCodes, NewCode
from backbeat.accounts.errors import CodeExpired, LoginCodeRequired
from backbeat.accounts.model import Account, CodePurpose, Device, Ticket, TicketPurpose, digest
from backbeat.accounts.ports import Books, Tokens
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import TooManyRequests
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import (
    CODE_CHECK_BY_ADDRESS,
    LOGIN_BY_ADDRESS,
    LOGIN_BY_DEVICE,
    LOGIN_BY_PAIR,
    LOGIN_CODE,
    LOGIN_OF_ID,
    LOGIN_TOLD,
)
from backbeat.limits.service import Hit, Limits
from backbeat.mail.model import Mail, Template

KNOWN_FOR = timedelta(days=180)
"""How long a device stays known after a log-in."""


@frozen
class Attempt:
    """One try of a password. `is_guarded` means that log-ins with this id failed so often that a
    stranger needs a code.
    """

    key: str
    device: Device
    is_known: bool
    is_guarded: bool
    hit: Hit = field(repr=False)

    def forgive(self) -> None:
        """Take back the hit, because the password was right: only failures count."""
        self.hit.give_back()


@frozen
class LoginGuard:
    """Counts tries, knows devices, and asks strangers for a mailed code. All times are security
    time."""

    transactions: Transactions[Books]
    security: Clock
    tokens: Tokens
    codes: MailedCodes
    limits: Limits

    def admit(self, email: str, account: Account | None, device: Device) -> Attempt:
        """Count a try before its password is looked at. Refuses with 3 (LIMIT-13)."""
        key = rules.email_key(email)
        is_known = account is not None and self._knows(account, device)
        if is_known:
            hit = self.limits.take((LOGIN_BY_DEVICE, digest(device.token)))
            return Attempt(key, device, True, False, hit)
        address = rules.limit_key_of(device.address)
        here = ((LOGIN_BY_PAIR, f"{key} {address}"), (LOGIN_BY_ADDRESS, address))
        try:
            hit = self.limits.take(*here, (LOGIN_OF_ID, key))
        except TooManyRequests:
            return Attempt(key, device, False, True, self.limits.take(*here))
        return Attempt(key, device, False, False, hit)

    def warn(self, attempt: Attempt, account: Account | None) -> None:
        """After a wrong password: tell the owner, once a day, that somebody keeps guessing."""
        if account is None or not attempt.is_guarded:
            return
        try:
            self.limits.take((LOGIN_TOLD, attempt.key))
        except TooManyRequests:
            return
        with self.transactions.begin() as books:
            facts = {"name": account.name}
            books.outbox.add(
                Mail(account.email, Template.LOGIN_GUESSED, account.language, facts, account.id)
            )

    def judge(self, attempt: Attempt, account: Account, typed: str | None) -> str | None:
        """After the right password: the id of the mailed code to spend, or None if no code is
        needed.

        Refuses with `login_code` if the code is missing (and mails one), and like
        `MailedCodes.judge`.
        """
        if not attempt.is_guarded:
            return None
        if typed is None:
            self._send(account)
            raise LoginCodeRequired
        address = rules.limit_key_of(attempt.device.address)
        self.limits.take((CODE_CHECK_BY_ADDRESS, address))
        return self.codes.judge(CodePurpose.LOG_IN, account.id, typed).id

    def spend(self, books: Books, code: str | None) -> None:
        """Use up the code, in the transaction that opens the session."""
        if code is not None and not books.codes.use(code, self.security.now()):
            raise CodeExpired()

    def remember(self, books: Books, attempt: Attempt, account: Account) -> str | None:
        """A token by which the device is known from now on; None if it is known already."""
        return None if attempt.is_known else self.introduce(books, account)

    def introduce(self, books: Books, account: Account) -> str:
        """A token by which a device of the account is known from now on."""
        token, now = self.tokens.ticket(), self.security.now()
        books.codes.add_ticket(
            Ticket(TicketPurpose.KNOWN_DEVICE, digest(token), account.id, now, now + KNOWN_FOR)
        )
        return token

    def _knows(self, account: Account, device: Device) -> bool:
        if not device.token:
            return False
        with self.transactions.look() as books:
            ticket = books.codes.ticket(TicketPurpose.KNOWN_DEVICE, digest(device.token))
        return (
            ticket is not None
            and ticket.account == account.id
            and self.security.now() < ticket.expires_at
        )

    def _send(self, account: Account) -> None:
        """Mail a code, unless the last one is still on its way."""
        with self.transactions.look() as books:
            newest = books.codes.newest(CodePurpose.LOG_IN, account.id)
        try:
            rules.require_resendable(newest, self.security.now(), self.codes.terms)
        except TooManyRequests:
            return
        self.limits.take((LOGIN_CODE, account.id))
        code = NewCode.of(self.tokens.digits(), self.codes.hasher)
        with self.transactions.begin() as books:
            self.codes.send(
                books,
                code,
                purpose=CodePurpose.LOG_IN,
                subject=account.id,
                email=account.email,
                account=account,
                template=Template.LOGIN_CODE,
            )
