"""Kept answers in memory."""

from __future__ import annotations

from datetime import datetime

from attrs import define, field, frozen

from backbeat.idempotency.model import Call, KeptAnswer
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId


@frozen
class _Claim:
    claimed_at: datetime
    answer: KeptAnswer


@define(eq=False)
class MemoryIdempotency:
    """Answers by account and key. One transaction runs at a time, so nothing is ever in flight."""

    clock: Clock
    claims: dict[tuple[AccountId, str], _Claim] = field(factory=dict)

    def claim(self, call: Call) -> KeptAnswer | None:
        """Take the key, or return the answer stored under it."""
        before = self.claims.get((call.account, call.key))
        if before is not None:
            return before.answer
        self.claims[call.account, call.key] = _Claim(
            self.clock.now(), KeptAnswer(call.fingerprint, "null")
        )
        return None

    def keep(self, call: Call, answer: str) -> None:
        """Store the answer of a claimed call."""
        claim = self.claims[call.account, call.key]
        kept = KeptAnswer(call.fingerprint, answer)
        self.claims[call.account, call.key] = _Claim(claim.claimed_at, kept)

    def forget_all_of(self, account: AccountId) -> None:
        for key in [key for key in self.claims if key[0] == account]:
            del self.claims[key]

    def forget_before(self, instant: datetime) -> int:
        """Remove the answers claimed before that instant."""
        old = [key for key, claim in self.claims.items() if claim.claimed_at < instant]
        for key in old:
            del self.claims[key]
        return len(old)
