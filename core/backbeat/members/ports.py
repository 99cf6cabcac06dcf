"""What members need from outside."""

from __future__ import annotations

from typing import Protocol

from backbeat.accounts import ports as accounts
from backbeat.channels import ports as channels
from backbeat.idempotency import ports as idempotency
from backbeat.ledger.ledger import Ledger


class Books(accounts.Books, channels.RemovalBooks, idempotency.Books, Protocol):
    """The records that making, changing, moving and deleting a member, and what it leaves behind,
    read and write together."""

    @property
    def idempotency(self) -> idempotency.IdempotencyRepository: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def registration_rules(self) -> channels.RegistrationRules: ...
