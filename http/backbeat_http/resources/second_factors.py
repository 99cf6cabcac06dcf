"""The second factor: `member/totp/*`."""

from __future__ import annotations

from attrs import frozen

from backbeat.accounts.errors import (
    TotpActive,
    TotpInactive,
    TotpWrong,
)
from backbeat.accounts.second_factor import Enrolment, SecondFactors
from backbeat_http.caller import Caller
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation


@frozen
class EnrolmentView:
    """What an authenticator app has to be told: typed, or read from a picture of `address`."""

    secret: str
    address: str

    @classmethod
    def of(cls, enrolment: Enrolment) -> EnrolmentView:
        """The secret, both ways."""
        return cls(secret=enrolment.secret, address=enrolment.address)


@frozen
class TotpCodeBody:
    """A code of the authenticator app; the password where it is not fresh."""

    code: str
    password: str | None = None


@frozen
class FreshBody:
    """The password where it is not fresh."""

    password: str | None = None


@frozen
class RecoveryCodesView:
    """The recovery codes. They are given here and never again."""

    recovery_codes: list[str]


@frozen
class SecondFactorsResource:
    """Answers `member/totp/*`."""

    second_factors: SecondFactors

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
