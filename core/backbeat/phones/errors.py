"""Why a phone number, or a code that was sent to it, is refused."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class BadPhone(Refusal):
    """No text message can be sent there: it is not a number, not a mobile one, or the gateway does
    not reach it. `countries` are those the installation sends to, if the number's is not among them."""

    code = 10012
    countries: str | None = None


@define(eq=False)
class PhoneTaken(Refusal):
    """The number belongs to another account; only who holds the phone is told (PHONE-4)."""

    code = 10014


@define(eq=False)
class WrongPhoneCode(Refusal):
    code = 10020
    tries_left: int


@define(eq=False)
class NoAccountForPhone(Refusal):
    """Nobody has the number; only who holds the phone is told (PHONE-4)."""

    code = 10021


@define(eq=False)
class PhoneCodeExpired(Refusal):
    """The code is spent or too old, or none was sent to the number."""

    code = 10023


@define(eq=False)
class SmsUnavailable(Refusal):
    """The gateway did not take the text message; nothing of the attempt is kept."""

    code = 2
    reason = "sms_unavailable"
