"""Phone numbers: `member/phone*` (PHONE-1)."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.accounts.errors import TooManyTries
from backbeat.kernel.errors import FeatureOff
from backbeat.phones.errors import (
    BadPhone,
    NoAccountForPhone,
    PhoneCodeExpired,
    PhoneTaken,
    SmsUnavailable,
    WrongPhoneCode,
)
from backbeat.phones.model import Phone
from backbeat.phones.service import PhoneVerification
from backbeat_http.caller import Caller, Visitor
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation
from backbeat_http.resources.email import CodeSentView
from backbeat_http.wire import Instant

Number = Annotated[str, Meta(max_length=40)]
Digits = Annotated[str, Meta(max_length=40)]


@frozen
class PhoneBody:
    """The number, with its country's prefix."""

    phone: Number


@frozen
class PhoneCodeBody:
    """The number, and the code that was sent to it."""

    phone: Number
    code: Digits


@frozen
class PhoneView:
    """The number that the caller has proved, masked; nulls where there is none."""

    phone: str | None
    verified_at: Instant | None

    @classmethod
    def of(cls, phone: Phone | None) -> PhoneView:
        return cls(phone.masked, phone.verified_at) if phone else cls(None, None)


@frozen
class FoundIdView:
    """The log-in id, of which only the first letter and the domain can be read."""

    user_id: str


@frozen
class PhonesResource:
    """Answers `member/phone*`."""

    verification: PhoneVerification

    @operation("getPhone", refuses=(FeatureOff,))
    def on_get_phone(self, caller: Caller) -> PhoneView:
        """The caller's phone number."""
        return PhoneView.of(self.verification.of(caller.account))

    @operation("sendPhoneCode", lane=Lane.PLATFORM, refuses=(FeatureOff, BadPhone, SmsUnavailable))
    def on_post_send(
        self, caller: Caller | None, visitor: Visitor, body: PhoneBody
    ) -> CodeSentView:
        """Send a code by text message.

        With a session it is for `verify`, without one for `find.id`. The answer does not tell whether
        anybody has the number.
        """
        account = caller.account if caller else None
        sent = self.verification.send(body.phone, visitor.device, visitor.language, account)
        return CodeSentView(sent.sent_to, sent.expires_in, sent.resend_in)

    @operation(
        "verifyPhone",
        lane=Lane.PASSWORDS,
        refuses=(FeatureOff, BadPhone, TooManyTries, WrongPhoneCode, PhoneCodeExpired, PhoneTaken),
    )
    def on_post_verify(self, caller: Caller, body: PhoneCodeBody) -> PhoneView:
        """Prove that the number is the caller's; it takes the place of an earlier one."""
        return PhoneView.of(self.verification.verify(caller.account, body.phone, body.code))

    @operation(
        "findIdByPhone",
        lane=Lane.PASSWORDS,
        refuses=(
            FeatureOff,
            BadPhone,
            TooManyTries,
            WrongPhoneCode,
            PhoneCodeExpired,
            NoAccountForPhone,
        ),
    )
    def on_post_find_id(self, visitor: Visitor, body: PhoneCodeBody) -> FoundIdView:
        """Find a forgotten log-in id by the code that was sent to the account's number."""
        return FoundIdView(self.verification.find(body.phone, body.code, visitor.device))
