"""Password hashes by Argon2id, computed as many at a time as there are cores."""

from __future__ import annotations

import os
import unicodedata
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Lock

from argon2 import PasswordHasher as Argon2
from argon2.exceptions import InvalidHashError, VerificationError
from attrs import define, field, frozen

from backbeat.kernel.errors import TooManyRequests

LONGEST = 1024
"""The longest password that is hashed."""


@frozen
class Cost:
    """How much work one hash is: memory in KiB, rounds, lanes."""

    memory: int = 19_456
    rounds: int = 2
    lanes: int = 1


PROPER = Cost()
"""The minimum that OWASP advises; it takes about 35 ms."""


@define
class _Gate:
    """Lets `room` callers work at once and `queue` more wait; the rest are refused (SEC-10)."""

    room: int
    queue: int
    _inside: int = field(default=0, init=False)
    _lock: Lock = field(factory=Lock, init=False)
    _places: BoundedSemaphore = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._places = BoundedSemaphore(self.room)

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Wait for a place. Refuses with code 3 when too many wait already."""
        with self._lock:
            if self._inside >= self.room + self.queue:
                raise TooManyRequests(retry_after=1)
            self._inside += 1
        try:
            with self._places:
                yield
        finally:
            with self._lock:
                self._inside -= 1


@frozen
class Argon2Passwords:
    """Fulfils the port `PasswordHasher` of accounts."""

    cost: Cost = PROPER
    queue: int = 20
    _argon2: Argon2 = field(init=False, repr=False, eq=False)
    _decoy: str = field(init=False, repr=False, eq=False)
    _gate: _Gate = field(init=False, repr=False, eq=False)

    def __attrs_post_init__(self) -> None:
        argon2 = Argon2(
            time_cost=self.cost.rounds, memory_cost=self.cost.memory, parallelism=self.cost.lanes
        )
        object.__setattr__(self, "_argon2", argon2)
        object.__setattr__(self, "_decoy", _decoy_of(self.cost))
        object.__setattr__(self, "_gate", _Gate(os.cpu_count() or 1, self.queue))

    def hash(self, password: str) -> str:
        """An Argon2id hash with its parameters and salt."""
        with self._gate.entered():
            return self._argon2.hash(_read(password))

    def verify(self, password_hash: str | None, password: str) -> bool:
        real = password_hash is not None and len(password) <= LONGEST
        with self._gate.entered():
            try:
                self._argon2.verify(
                    password_hash if real and password_hash else self._decoy, _read(password)
                )
            except (VerificationError, InvalidHashError):
                return False
        return real

    def is_outdated(self, password_hash: str) -> bool:
        """Whether the hash was made at a cost other than today's."""
        return self._argon2.check_needs_rehash(password_hash)


def _decoy_of(cost: Cost) -> str:
    """A hash that costs as much to compare as a real one but matches no password."""
    salt, digest = (b64encode(bytes(size)).decode().rstrip("=") for size in (16, 32))
    return f"$argon2id$v=19$m={cost.memory},t={cost.rounds},p={cost.lanes}${salt}${digest}"


def _read(password: str) -> bytes:
    """Normalise the text: keyboards compose accents differently, and the same letters are the same
    password.
    """
    composed = unicodedata.normalize("NFC", password[:LONGEST])
    return composed.encode("utf-8", errors="surrogatepass")
