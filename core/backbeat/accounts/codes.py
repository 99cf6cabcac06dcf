"""Mailed codes: sending one, and judging one that was typed back (CRED-2)."""

from __future__ import annotations

from datetime import timedelta

from attrs import frozen

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.errors import TooManyTries, WrongCode
from backbeat.accounts.model import Account, CodePurpose, MailedCode
from backbeat.accounts.ports import Books, PasswordHasher
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import CODE_CHECK
from backbeat.limits.service import Limits
from backbeat.mail.model import Mail, Template

TIDY = "accounts.tidy"
"""The kind of the recurring job that removes old codes."""

KEPT = timedelta(days=30)
"""How long an expired code or ticket still answers 10017; after that it is unknown."""


@frozen
class CodeSent:
    """A code is on its way: to which address (masked), how long it is valid and when the next can
    be asked for, in seconds.
    """

    sent_to: str
    expires_in: int
    resend_in: int


@frozen
class NewCode:
    """A code before it is sent: in clear for the mail, hashed for the books."""

    text: str
    hash: str

    @classmethod
    def of(cls, text: str, hasher: PasswordHasher, *, kept_as: str | None = None) -> NewCode:
        """Hash a code; `kept_as` is its form after it is typed back, if that differs."""
        return cls(text, hasher.hash(kept_as or text))


@frozen
class MailedCodes:
    """Sends codes and judges them. All times are security time."""

    transactions: Transactions[Books]
    security: Clock
    new_id: NewId
    hasher: PasswordHasher
    limits: Limits
    terms: settings.Auth

    def send(
        self,
        books: Books,
        code: NewCode,
        *,
        purpose: CodePurpose,
        subject: str,
        email: str,
        account: Account | None,
        template: Template,
    ) -> None:
        """Store the code and put its mail into the outbox. Only the newest code counts, so others
        become invalid.

        Without an account nothing is mailed: the code only stands for one (CRED-5). Refuses with
        code 3 while the last one is younger than `auth.resend_after`.
        """
        now = self.security.now()
        rules.require_resendable(books.codes.newest(purpose, subject), now, self.terms)
        books.codes.add(
            MailedCode(
                id=self.new_id(),
                purpose=purpose,
                subject=subject,
                account=account.id if account else None,
                email=email,
                code_hash=code.hash,
                sent_at=now,
                expires_at=now + timedelta(seconds=self.terms.code_ttl),
            )
        )
        if account is not None:
            facts = {"name": account.name, "code": code.text, "minutes": self._minutes}
            books.outbox.add(Mail(email, template, account.language, facts, account.id))

    def judge(self, purpose: CodePurpose, subject: str, typed: str) -> MailedCode:
        """The stored code, if what was typed back is right; spend it in the transaction that
        follows.

        Refuses with 10017 if there is none or it was used or is too old, with 10015 after five
        tries, with 10016 for a wrong code, and with 3 after twenty tries in a day. The try is
        counted before the code is compared, so that tries at the same moment count too.
        """
        self.limits.take((CODE_CHECK, f"{purpose}:{subject}"))
        with self.transactions.begin() as books:
            newest = books.codes.newest(purpose, subject)
            code = rules.require_open(newest, self.security.now(), self.terms)
            if not books.codes.count_try(code.id, self.terms.max_attempts):
                raise TooManyTries()
        stands_for_one = code.account is not None
        if not self.hasher.verify(code.code_hash if stands_for_one else None, typed):
            raise WrongCode(tries_left=max(0, self.terms.max_attempts - code.tries - 1))
        return code

    def forget_old(self) -> int:
        """Remove codes and tickets that are no longer needed. Returns how many there were."""
        with self.transactions.begin() as books:
            return books.codes.forget_before(self.security.now() - KEPT)

    @property
    def _minutes(self) -> int:
        return max(1, self.terms.code_ttl // 60)
