"""Phone numbers and the codes that are sent to them. All instants are security time."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from attrs import field, frozen

from backbeat.kernel.ids import AccountId


@frozen
class Phone:
    """The number that an account has proved to be its own, in international form: +821012345678."""

    account: AccountId
    number: str = field(repr=False)
    verified_at: datetime

    @property
    def masked(self) -> str:
        return mask_number(self.number)


class PhonePurpose(StrEnum):
    """What a code is good for; a code for one purpose is none for the other."""

    VERIFY = "verify"
    FIND = "find"


@frozen
class PhoneCode:
    """A code that was sent to a number. `account` is who wants to prove it; None for finding."""

    id: str
    purpose: PhonePurpose
    account: AccountId | None
    number: str = field(repr=False)
    code_hash: str = field(repr=False)
    sent_at: datetime
    expires_at: datetime
    tries: int = 0
    used_at: datetime | None = None


def mask_number(number: str) -> str:
    """A number with only its last two digits readable: `***78`."""
    return f"***{number[-2:]}"
