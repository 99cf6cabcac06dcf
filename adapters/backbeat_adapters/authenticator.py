"""Codes of authenticator apps, checked with the library that also seals our secrets."""

from __future__ import annotations

import hmac
import secrets
from base64 import b32decode, b32encode
from datetime import datetime

from attrs import frozen
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP

_SECRET_BYTES = 20
_STEP = 30
_DIGITS = 6


@frozen
class TotpAuthenticator:
    """Fulfils `Authenticator` of accounts."""

    def new_secret(self) -> str:
        return b32encode(secrets.token_bytes(_SECRET_BYTES)).decode()

    def address(self, secret: str, name: str, issuer: str) -> str:
        return _totp(secret).get_provisioning_uri(name, issuer)

    def step_of(self, secret: str, digits: str, at: datetime) -> int | None:
        """The time step that this code belongs to, with a tolerance of one step either way.

        Every neighbour is compared, in constant time.
        """
        totp, now = _totp(secret), int(at.timestamp()) // _STEP
        typed = digits.encode()
        steps = (now - 1, now, now + 1)
        right = [step for step in steps if hmac.compare_digest(totp.generate(step * _STEP), typed)]
        return right[-1] if right else None


def _totp(secret: str) -> TOTP:
    # SHA-1 is what every app understands; its weaknesses do not affect its use as a keyed hash (RFC
    # 6238).
    return TOTP(b32decode(secret), _DIGITS, SHA1(), _STEP)  # noqa: S303
