"""The rules of codes that are sent to phones: plain functions of plain values."""

from __future__ import annotations

from datetime import datetime, timedelta

from backbeat import settings
from backbeat.accounts.errors import TooManyTries
from backbeat.kernel.errors import TooManyRequests
from backbeat.phones.errors import PhoneCodeExpired
from backbeat.phones.model import PhoneCode

_RANGE = 3
"""Numbers that differ only in this many last digits are neighbours."""


def require_open(code: PhoneCode | None, now: datetime, terms: settings.Auth) -> PhoneCode:
    """The code, if it may be tried once more: 10023 if there is none or it is spent or too old, 10015
    if it was tried too often."""
    if code is None or code.used_at is not None or now >= code.expires_at:
        raise PhoneCodeExpired()
    if code.tries >= terms.max_attempts:
        raise TooManyTries()
    return code


def require_resendable(newest: PhoneCode | None, now: datetime, terms: settings.Auth) -> None:
    """Refuse another code so soon after the last one (code 3)."""
    if newest is None:
        return
    wait = (newest.sent_at + timedelta(seconds=terms.resend_after) - now).total_seconds()
    if wait > 0:
        raise TooManyRequests(retry_after=max(1, int(wait + 0.999)))


def range_of(number: str) -> str:
    """What neighbouring numbers share: whoever pumps messages has them by the thousand."""
    return number[:-_RANGE]
