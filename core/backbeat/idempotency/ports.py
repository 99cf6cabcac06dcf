"""Where answers are stored, in the same books as the effects to which they belong."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from backbeat.idempotency.model import Call, KeptAnswer
from backbeat.kernel.ids import AccountId


class IdempotencyRepository(Protocol):
    """Answers by account and key. What a failed transaction wrote is lost with it."""

    def claim(self, call: Call) -> KeptAnswer | None:
        """Take the key for this transaction, or return the answer stored under it.

        It is dated by the security clock. While another transaction holds the key, this waits for
        its end; refuses with `CallInFlight` if that takes too long. After a key was claimed, `keep`
        has to follow.
        """

    def keep(self, call: Call, answer: str) -> None:
        """Store the answer of the call that was claimed."""

    def forget_all_of(self, account: AccountId) -> None:
        """Remove the account's answers, when its personal data is erased."""

    def forget_before(self, instant: datetime) -> int:
        """Remove the answers claimed before that instant. Returns how many there were."""


class Books(Protocol):
    """What removing old answers needs of a transaction."""

    @property
    def idempotency(self) -> IdempotencyRepository:
        """Answers of calls with a key."""
