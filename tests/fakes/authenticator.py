"""An authenticator app in a test's hand: six digits by RFC 6238, from the secret alone."""

from __future__ import annotations

import hmac
from base64 import b32decode
from datetime import datetime


def digits_at(secret: str, at: datetime) -> str:
    """What the app shows then."""
    step = int(at.timestamp()) // 30
    mac = hmac.digest(b32decode(secret), step.to_bytes(8, "big"), "sha1")
    place = mac[-1] & 0x0F
    number = int.from_bytes(mac[place : place + 4], "big") & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"
