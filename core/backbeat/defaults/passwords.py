"""Password hashes with scrypt, using only the standard library: for embedding and for tests."""

from __future__ import annotations

import hmac
import secrets
import unicodedata
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from hashlib import scrypt

from attrs import frozen

_SALT_BYTES = 16
_BLOCK, _LANES, _LENGTH = 8, 5, 32
_NOBODY = "not the hash of any password"


@frozen
class ScryptPasswords:
    """Fulfils `PasswordHasher` of accounts. `cost` is scrypt's N; tests take a small one."""

    cost: int = 2**14

    def hash(self, password: str) -> str:
        """`scrypt$N$salt$key`."""
        salt = secrets.token_bytes(_SALT_BYTES)
        return f"scrypt${self.cost}${_text(salt)}${_text(_key(password, salt, self.cost))}"

    def verify(self, password_hash: str | None, password: str) -> bool:
        """Whether the password matches the hash; without a hash it takes as long and returns False."""
        try:
            cost, salt, key = _parts(password_hash or _NOBODY)
        except (ValueError, BadBase64):
            _key(password, bytes(_SALT_BYTES), self.cost)
            return False
        return hmac.compare_digest(_key(password, salt, cost), key)

    def is_outdated(self, password_hash: str) -> bool:
        """Whether the hash was made with another cost or algorithm."""
        return not password_hash.startswith(f"scrypt${self.cost}$")


def _key(password: str, salt: bytes, cost: int) -> bytes:
    # Keyboards compose accents differently; the same letters are the same password.
    read = unicodedata.normalize("NFC", password).encode("utf-8", errors="surrogatepass")
    memory = 128 * _BLOCK * (cost + _LANES + 2)
    return scrypt(read, salt=salt, n=cost, r=_BLOCK, p=_LANES, maxmem=2 * memory, dklen=_LENGTH)


def _parts(password_hash: str) -> tuple[int, bytes, bytes]:
    name, cost, salt, key = password_hash.split("$")
    if name != "scrypt":
        raise ValueError(password_hash[:10])
    return int(cost), b64decode(salt), b64decode(key)


def _text(raw: bytes) -> str:
    return b64encode(raw).decode()
