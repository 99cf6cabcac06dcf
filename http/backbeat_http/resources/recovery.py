"""A forgotten password: `member/account/find.password*`."""

from __future__ import annotations

from attrs import frozen

from backbeat.accounts.errors import (
    AccountNotFound,
    BadEmail,
    BadPasswordLength,
    CodeExpired,
    PasswordsDiffer,
    ResetExpired,
    SamePassword,
    TooManyTries,
    WrongCode,
)
from backbeat.accounts.recovery import Recovery, ResetPermission
from backbeat_http.caller import Visitor
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation


@frozen
class RecoveryBody:
    """The address whose password is forgotten."""

    email: str


@frozen
class RecoveryView:
    """Says that a code is on its way; times in seconds."""

    expires_in: int
    resend_in: int


@frozen
class RecoveryCodeBody:
    """The recovery code as it was typed, and the address that it went to."""

    code: str
    email: str


@frozen
class ResetView:
    """The permission to set a new password, and for how many seconds it is valid."""

    token: str
    expires_in: int

    @classmethod
    def of(cls, permission: ResetPermission) -> ResetView:
        return cls(token=permission.token, expires_in=permission.expires_in)


@frozen
class ResetBody:
    """The permission and the new password."""

    token: str
    password: str
    password_confirm: str | None = None


@frozen
class RecoveryResource:
    """Answers `member/account/find.password*`."""

    recovery: Recovery

    @operation("findPassword", lane=Lane.PASSWORDS, refuses=(BadEmail, AccountNotFound))
    def on_post_recovery(self, visitor: Visitor, body: RecoveryBody) -> RecoveryView:
        """Mail a code to somebody who forgot the password."""
        sent = self.recovery.start(body.email, visitor.device)
        return RecoveryView(expires_in=sent.expires_in, resend_in=sent.resend_in)

    @operation(
        "verifyFindPassword", lane=Lane.PASSWORDS, refuses=(TooManyTries, WrongCode, CodeExpired)
    )
    def on_post_recovery_verify(self, visitor: Visitor, body: RecoveryCodeBody) -> ResetView:
        """Turn the mailed code into the permission to set a new password."""
        return ResetView.of(self.recovery.verify(body.email, body.code, visitor.device))

    @operation(
        "updateFoundPassword",
        lane=Lane.PASSWORDS,
        refuses=(PasswordsDiffer, BadPasswordLength, SamePassword, ResetExpired, AccountNotFound),
    )
    def on_post_recovery_update(self, body: ResetBody) -> None:
        """Set the new password; all sessions end, and nobody is logged in."""
        self.recovery.finish(body.token, body.password, body.password_confirm)
