"""Secrets at rest: AES-256-GCM when a key is configured, plain text otherwise."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import os
from collections.abc import Sequence

from attrs import field, frozen
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from backbeat.kernel.secrets import SecretBox

_PLAIN = "plain:"
_SEALED = "aes1:"
_NONCE = 12
_KEY = 32


@frozen
class PlainBox:
    """For installations without a key: texts are stored as they are, with a mark that says so."""

    def seal(self, text: str, about: str) -> str:
        """Put a mark before the text."""
        del about
        return _PLAIN + text

    def marks(self, text: str, about: str) -> tuple[str, ...]:
        """A plain hash, since without a key nothing is kept secret anyway."""
        return (_PLAIN + hashlib.sha256(f"{about}\0{text}".encode()).hexdigest(),)

    def open(self, sealed: str, about: str) -> str:
        """The text behind the mark. Raises ValueError for one that needs a key."""
        del about
        if not sealed.startswith(_PLAIN):
            raise ValueError("this text was sealed with a key that is not configured")
        return sealed.removeprefix(_PLAIN)


def _keys_by_name(keys: Sequence[bytes]) -> dict[str, bytes]:
    if not keys or any(len(key) != _KEY for key in keys):
        raise ValueError("a key for secrets is 32 bytes")
    return {hashlib.sha256(b"backbeat key" + key).hexdigest()[:8]: key for key in keys}


def _derived(key: bytes) -> bytes:
    return hmac.digest(key, b"backbeat mark of a sealed text", "sha256")


@frozen
class AesBox:
    """Seals with the first key and opens with any, so that keys can be changed.

    It also opens what was stored before a key was configured. It fulfils `SecretBox`.
    """

    _keys: dict[str, bytes] = field(converter=_keys_by_name, repr=False)

    def seal(self, text: str, about: str) -> str:
        """`aes1:<key's name>:<nonce and ciphertext>`."""
        name, key = next(iter(self._keys.items()))
        nonce = os.urandom(_NONCE)
        sealed = nonce + AESGCM(key).encrypt(nonce, text.encode(), about.encode())
        return f"{_SEALED}{name}:{base64.b64encode(sealed).decode()}"

    def marks(self, text: str, about: str) -> tuple[str, ...]:
        """`<key's name>:<HMAC-SHA256>` by a key derived from each key, then the mark from before a
        key was configured.
        """
        told = f"{about}\0{text}".encode()
        made = (
            f"{name}:{hmac.new(_derived(key), told, hashlib.sha256).hexdigest()}"
            for name, key in self._keys.items()
        )
        return (*made, *PlainBox().marks(text, about))

    def open(self, sealed: str, about: str) -> str:
        """The original text. Raises ValueError if the sealed text was changed or moved, or its key
        is gone.
        """
        if sealed.startswith(_PLAIN):
            return PlainBox().open(sealed, about)
        name, _, body = sealed.removeprefix(_SEALED).partition(":")
        key = self._keys.get(name)
        if key is None:
            raise ValueError("this text was sealed with a key that is not configured")
        try:
            raw = base64.b64decode(body, validate=True)
            return AESGCM(key).decrypt(raw[:_NONCE], raw[_NONCE:], about.encode()).decode()
        except (InvalidTag, binascii.Error, ValueError):
            raise ValueError("this sealed text was changed, or belongs elsewhere") from None


def secret_box(keys: Sequence[str]) -> SecretBox:
    """The box for configured keys, each 32 bytes in base64; the first one seals.

    Raises ValueError for a key of another form.
    """
    try:
        read = [base64.b64decode(key, validate=True) for key in keys]
    except binascii.Error:
        raise ValueError("a key for secrets is 32 bytes in base64") from None
    return AesBox(read) if read else PlainBox()
