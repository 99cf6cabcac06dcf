"""Where answers are kept, in the same books as the effects they speak of."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from backbeat.idempotency.model import Call, KeptAnswer
from backbeat.kernel.ids import AccountId


class IdempotencyRepository(Protocol):
    """Answers by account and key. What a failed transaction wrote is gone with it."""

    def claim(self, call: Call) -> KeptAnswer | None:
        """Take the key for this transaction, or give the answer kept under it.

        It is dated by the security clock.
        While another transaction holds the key this waits for its end; refuses with
        `CallInFlight` when that takes too long. A key that was claimed must be kept.
        """

    def keep(self, call: Call, answer: str) -> None:
        """Keep the answer of the call that was claimed."""

    def forget_all_of(self, account: AccountId) -> None:
        """Remove the account's answers, when its personal data is erased."""

    def forget_before(self, instant: datetime) -> int:
        """Forget the answers claimed before that instant; how many there were."""


class Books(Protocol):
    """What forgetting old answers sees."""

    @property
    def idempotency(self) -> IdempotencyRepository:
        """Answers of calls that name themselves."""
