"""Signatures by HMAC."""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Sequence

from attrs import Factory, field, frozen

_LENGTH = 16
"""How many bytes of a signature are used: 128 bits."""


@frozen
class HmacSigner:
    """Fulfils `Signer`: the first key signs, all are accepted."""

    _keys: Sequence[bytes] = field(repr=False)

    def sign(self, text: str) -> str:
        return _signed(self._keys[0], text)

    def fits(self, text: str, signature: str) -> bool:
        told = signature.encode()
        return any(hmac.compare_digest(_signed(key, text).encode(), told) for key in self._keys)


@frozen
class RandomSigner(HmacSigner):
    """Signs with a key that is lost with the process."""

    _keys: Sequence[bytes] = field(default=Factory(lambda: (secrets.token_bytes(32),)), repr=False)


def _signed(key: bytes, text: str) -> str:
    made = hmac.digest(key, text.encode(), "sha256")[:_LENGTH]
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()
