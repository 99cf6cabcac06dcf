"""Signed consents in memory."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.consents.model import Consent, ConsentId
from backbeat.kernel.ids import AccountId


@define(eq=False)
class MemoryConsents:
    kept: dict[ConsentId, Consent] = field(factory=dict)

    def add(self, consent: Consent) -> None:
        self.kept[consent.id] = consent

    def all_of(self, account: AccountId) -> Sequence[Consent]:
        mine = (each for each in self.kept.values() if each.account == account)
        return sorted(mine, key=lambda each: (each.signed_at, each.id))

    def remove_all_of(self, account: AccountId) -> None:
        for each in self.all_of(account):
            del self.kept[each.id]
