"""What consents need: where they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from backbeat.accounts.ports import AccountRepository
from backbeat.audit.ports import AuditTrail
from backbeat.consents.model import Consent
from backbeat.kernel.ids import AccountId


class ConsentRepository(Protocol):
    def add(self, consent: Consent) -> None: ...

    def all_of(self, account: AccountId) -> Sequence[Consent]:
        """An account's, the oldest first."""

    def remove_all_of(self, account: AccountId) -> None:
        """Remove the account's signatures (PRIVACY-1)."""


class Books(Protocol):
    """What a transaction about consents sees."""

    @property
    def accounts(self) -> AccountRepository: ...

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def consents(self) -> ConsentRepository: ...
