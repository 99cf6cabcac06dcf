"""The second factor: `member/totp/*`."""

from __future__ import annotations

from typing import Annotated

from attrs import evolve, frozen
from msgspec import Meta

from backbeat.accounts.errors import (
    AccountDeleted,
    AccountNotFound,
    AccountSuspended,
    CodeExpired,
    LoginCodeRequired,
    LoginRequired,
    TooManyTries,
    TotpActive,
    TotpInactive,
    TotpWrong,
    WrongCode,
    WrongCredentials,
)
from backbeat.accounts.second_factor import Enrolment, SecondFactors
from backbeat.accounts.sessions import Sessions
from backbeat.kernel.errors import TooManyRequests
from backbeat_http.caller import Caller, Visitor
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation
from backbeat_http.wire import Instant


@frozen
class EnrolmentView:
    """The secret for an authenticator app: to be typed, or to be scanned as a picture of `address`."""

    secret: str
    address: str

    @classmethod
    def of(cls, enrolment: Enrolment) -> EnrolmentView:
        """The secret, both ways."""
        return cls(secret=enrolment.secret, address=enrolment.address)


@frozen
class TotpCodeBody:
    """A code from the authenticator app; the password, unless it is fresh."""

    code: str
    password: str | None = None


@frozen
class FreshBody:
    """The password, unless it is fresh."""

    password: str | None = None


@frozen
class RecoveryCodesView:
    """The recovery codes. They are given here and never again."""

    recovery_codes: list[str]


@frozen
class LostBody:
    """Id and password of somebody who lost the authenticator app; `device` and `mailed_code` as at
    log-in.
    """

    id: str
    password: str
    device: str | None = None
    mailed_code: str | None = None


@frozen
class LostView:
    """When the second factor will be removed."""

    ends_at: Instant


@frozen
class KeepBody:
    """The ticket from the mail's link; without one, the caller's session says who it is."""

    ticket: Annotated[str, Meta(min_length=1, max_length=200)] | None = None


@frozen
class SecondFactorsResource:
    """Answers `member/totp/*`."""

    second_factors: SecondFactors
    sessions: Sessions

    @operation("setupTotp", unenrolled=True, step_up=True, refuses=(TotpActive,))
    def on_post_totp_setup(self, caller: Caller, body: FreshBody) -> EnrolmentView:
        """Begin to set up a second factor: a secret for the authenticator app."""
        del body
        return EnrolmentView.of(self.second_factors.set_up(caller.account))

    @operation(
        "confirmTotp",
        lane=Lane.PASSWORDS,
        unenrolled=True,
        step_up=True,
        refuses=(TotpActive, TotpInactive, TotpWrong),
    )
    def on_post_totp_confirm(self, caller: Caller, body: TotpCodeBody) -> RecoveryCodesView:
        """Prove that the app has the secret; from now on log-in asks for its code.

        The caller's other sessions end.
        """
        codes = self.second_factors.confirm(caller.account, caller.session, body.code)
        return RecoveryCodesView(recovery_codes=list(codes))

    @operation(
        "renewRecoveryCodes", lane=Lane.PASSWORDS, step_up=True, refuses=(TotpInactive, TotpWrong)
    )
    def on_post_totp_codes(self, caller: Caller, body: TotpCodeBody) -> RecoveryCodesView:
        """Replace all recovery codes, with a code from the app or an old recovery code."""
        codes = self.second_factors.renew_codes(caller.account, body.code)
        return RecoveryCodesView(recovery_codes=list(codes))

    @operation("removeTotp", lane=Lane.PASSWORDS, step_up=True, refuses=(TotpInactive, TotpWrong))
    def on_post_totp_remove(self, caller: Caller, body: TotpCodeBody) -> None:
        """Remove the second factor, with one of its codes or a recovery code.

        The caller's other sessions end.
        """
        self.second_factors.remove(caller.account, caller.session, body.code)

    @operation("removeTotpLater", step_up=True, refuses=(TotpInactive,))
    def on_post_totp_remove_later(self, caller: Caller, body: FreshBody) -> LostView:
        """Have the caller's second factor removed after 72 hours, without a code of it.

        Payouts are locked until then, and the owner is mailed a link that keeps it.
        """
        del body
        return LostView(self.second_factors.remove_later(caller.account))

    @operation(
        "loseTotp",
        lane=Lane.PASSWORDS,
        refuses=(
            WrongCredentials,
            AccountSuspended,
            AccountNotFound,
            AccountDeleted,
            LoginCodeRequired,
            TooManyTries,
            WrongCode,
            CodeExpired,
            TotpInactive,
        ),
    )
    def on_post_totp_lost(self, visitor: Visitor, body: LostBody) -> LostView:
        """Have the second factor removed after 72 hours, without a code of it.

        Payouts are locked until then, and the owner is mailed a link that keeps it.
        """
        device = evolve(visitor.device, token=body.device or "")
        ends_at = self.sessions.lose_factor(
            body.id, body.password, device, mailed_code=body.mailed_code
        )
        return LostView(ends_at)

    @operation("keepTotp", refuses=(LoginRequired, TotpInactive, CodeExpired, TooManyRequests))
    def on_post_totp_keep(self, caller: Caller | None, visitor: Visitor, body: KeepBody) -> None:
        """Keep a second factor that is being removed; payouts are no longer locked by it."""
        if body.ticket is not None:
            self.second_factors.keep_by_link(body.ticket, visitor.device)
        elif caller is not None:
            self.second_factors.keep(caller.account)
        else:
            raise LoginRequired
