"""Where policies are stored, and what tells whether one is in use."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.kernel.months import Month
from backbeat.policies.model import Policy


class PolicyRepository(Protocol):
    """The rows; they can only be added and read."""

    def all(self) -> Sequence[Policy]:
        """Every row, by rule, day and revision."""

    def add(self, added: Sequence[Policy]) -> None:
        """Keep new rows."""

    def hold(self) -> None:
        """Keep anybody from setting a policy until this transaction ends; for acts that use
        policies.
        """

    def lock(self) -> None:
        """Keep anybody else from setting or using a policy until this transaction ends."""


class ClosedMonths(Protocol):
    def last_closed(self) -> Month | None: ...


class Requested(Protocol):
    """When money was requested; a part of the withdrawals."""

    def last_requested(self) -> date | None:
        """The newest day on which a withdrawal was requested."""


class Books(Protocol):
    """What a transaction of policies sees."""

    @property
    def policies(self) -> PolicyRepository: ...

    @property
    def settlements(self) -> ClosedMonths: ...

    @property
    def withdrawals(self) -> Requested: ...

    @property
    def audit(self) -> AuditTrail: ...
