"""Tax details in memory."""

from __future__ import annotations

from attrs import define, field

from backbeat.kernel.ids import AccountId
from backbeat.tax.model import TaxDetails


@define(eq=False)
class MemoryTaxDetails:
    """Keeps what each account gave."""

    _kept: dict[AccountId, TaxDetails] = field(factory=dict, init=False)

    def get(self, account: AccountId) -> TaxDetails | None:
        return self._kept.get(account)

    def put(self, details: TaxDetails) -> None:
        self._kept[details.account] = details

    def remove(self, account: AccountId) -> None:
        self._kept.pop(account, None)
