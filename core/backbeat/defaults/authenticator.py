"""Codes of authenticator apps, from the standard library alone: for embedding and for tests."""

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
        """The time step whose code this is, with one step's patience either way."""
        now = int(at.timestamp()) // _STEP
        right = [step for step in (now - 1, now, now + 1) if _is_code(secret, step, digits)]
        return right[-1] if right else None


def _is_code(secret: str, step: int, digits: str) -> bool:
    return hmac.compare_digest(_code(secret, step).encode(), digits.encode())


def _code(secret: str, step: int) -> str:
    """RFC 4226: four bytes of an HMAC, where its last half byte says, as six digits."""
    mac = hmac.digest(b32decode(secret), step.to_bytes(8, "big"), "sha1")
    place = mac[-1] & 0x0F
    number = int.from_bytes(mac[place : place + 4], "big") & 0x7FFFFFFF
    return f"{number % 10**_DIGITS:0{_DIGITS}}"


def _quoted(text: str) -> str:
    """As addresses write it: everything but plain letters as percent signs and bytes."""
    return "".join(chr(each) if each in _PLAIN else f"%{each:02X}" for each in text.encode())
