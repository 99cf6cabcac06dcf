"""What accounts said to their pay cards, in memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from attrs import define, field

from backbeat.kernel.ids import AccountId
from backbeat.memory.accounts import ACCOUNT
from backbeat.memory.locks import Locks
from backbeat.payout_state.model import PayoutCard


@define(eq=False)
class MemoryPayoutCards:
    """A card is changed under the lock of its account."""

    _locks: Locks
    _kept: dict[AccountId, PayoutCard] = field(factory=dict, init=False)

    def get(self, account: AccountId) -> PayoutCard:
        return self._kept.get(account, PayoutCard(account))

    def put(self, card: PayoutCard) -> None:
        self._locks.require(ACCOUNT, card.account)
        self._kept[card.account] = card

    def due(self, day: date) -> Sequence[AccountId]:
        cards = self._kept.values()
        return sorted(c.account for c in cards if c.remind_on is not None and c.remind_on <= day)
