"""The e-mail address: proving it, and changing it."""

from __future__ import annotations

from attrs import frozen

from backbeat.accounts.codes import CodeSent
from backbeat.accounts.errors import (
    BadEmail,
    BadIdLength,
    CodeExpired,
    EmailTaken,
    StatusRefused,
    TooManyTries,
    WrongCode,
)
from backbeat.accounts.sessions import Sessions
from backbeat.accounts.verification import EmailVerification
from backbeat_http.caller import Caller
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation
from backbeat_http.resources.accounts import InfoView, UpdateView


@frozen
class CodeBody:
    """A code as it was typed."""

    code: str


@frozen
class CodeSentView:
    """Says that a code is on its way; times in seconds."""

    sent_to: str
    expires_in: int
    resend_in: int

    @classmethod
    def of(cls, sent: CodeSent) -> CodeSentView:
        return cls(sent_to=sent.sent_to, expires_in=sent.expires_in, resend_in=sent.resend_in)


@frozen
class VerifiedView:
    """Whether the address still has to be proved."""

    auth_required: bool


@frozen
class EmailChangeBody:
    """The new address; the password, unless it is fresh."""

    email: str
    password: str | None = None


@frozen
class EmailResource:
    """Answers `member/email*`."""

    verification: EmailVerification
    sessions: Sessions

    @operation("sendEmailCode", lane=Lane.PASSWORDS, unverified=True, refuses=(StatusRefused,))
    def on_post_email(self, caller: Caller) -> CodeSentView:
        """Mail a code to the caller's address."""
        return CodeSentView.of(self.verification.send(caller.account))

    @operation(
        "verifyEmail",
        lane=Lane.PASSWORDS,
        unverified=True,
        refuses=(TooManyTries, WrongCode, CodeExpired),
    )
    def on_post_emailverify(self, caller: Caller, body: CodeBody) -> VerifiedView:
        """Prove the caller's address by the code that was mailed to it."""
        account = self.verification.verify(caller.account, body.code)
        return VerifiedView(auth_required=self.sessions.needs_verification(account))

    @operation(
        "startEmailChange",
        lane=Lane.PASSWORDS,
        unverified=True,
        step_up=True,
        refuses=(BadEmail, BadIdLength, EmailTaken),
    )
    def on_post_email_change(self, caller: Caller, body: EmailChangeBody) -> CodeSentView:
        """Mail a code to the caller's new address.

        One that was never proved is corrected at once, at most once an hour, and `emailverify` takes
        the code.
        """
        return CodeSentView.of(self.verification.start_change(caller.account, body.email))

    @operation(
        "finishEmailChange",
        lane=Lane.PASSWORDS,
        refuses=(TooManyTries, WrongCode, CodeExpired, EmailTaken),
    )
    def on_post_email_change_verify(self, caller: Caller, body: CodeBody) -> UpdateView:
        """Take the new address as the log-in id, proved by the code that was mailed to it."""
        account = self.verification.finish_change(caller.account, body.code)
        return UpdateView(info=InfoView.of(account))
