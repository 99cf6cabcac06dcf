"""Codes of authenticator apps, using only the standard library: for embedding and for tests."""

from __future__ import annotations

import hmac
import secrets
from base64 import b32decode, b32encode
from datetime import datetime
from string import ascii_letters
from string import digits as figures

from attrs import frozen

_SECRET_BYTES = 20
_STEP = 30
_DIGITS = 6
_PLAIN = frozenset((ascii_letters + figures + "-._~").encode())


@frozen
class PlainAuthenticator:
    """Fulfils `Authenticator` of accounts."""

    def new_secret(self) -> str:
        return b32encode(secrets.token_bytes(_SECRET_BYTES)).decode()

    def address(self, secret: str, name: str, issuer: str) -> str:
        form = f"algorithm=SHA1&digits={_DIGITS}&period={_STEP}"
        label = f"{_quoted(issuer)}:{_quoted(name)}"
        return f"otpauth://totp/{label}?secret={secret}&issuer={_quoted(issuer)}&{form}"

    def step_of(self, secret: str, digits: str, at: datetime) -> int | None:
        """The time step to which this code belongs, with one step of tolerance in either direction."""
        now = int(at.timestamp()) // _STEP
        right = [step for step in (now - 1, now, now + 1) if _is_code(secret, step, digits)]
        return right[-1] if right else None


def _is_code(secret: str, step: int, digits: str) -> bool:
    return hmac.compare_digest(_code(secret, step).encode(), digits.encode())


def _code(secret: str, step: int) -> str:
    """RFC 4226: four bytes of an HMAC, at the place given by its last half byte, as six digits."""
    mac = hmac.digest(b32decode(secret), step.to_bytes(8, "big"), "sha1")
    place = mac[-1] & 0x0F
    number = int.from_bytes(mac[place : place + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**_DIGITS:0{_DIGITS}}"


def _quoted(text: str) -> str:
    """Percent-encoded for an address: everything except plain letters."""
    return "".join(chr(each) if each in _PLAIN else f"%{each:02X}" for each in text.encode())
