"""What members need from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from backbeat.accounts import ports as accounts
from backbeat.channels import ports as channels
from backbeat.idempotency import ports as idempotency
from backbeat.kernel.ids import AccountId
from backbeat.ledger.model import Balance


class Money(channels.ChannelMoney, Protocol):
    """The ledger, as far as a deleted member's balance is looked at."""

    def balances(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]: ...


class Books(accounts.Books, channels.RemovalBooks, idempotency.Books, Protocol):
    """The records that making, changing and deleting a member read and write together."""

    @property
    def ledger(self) -> Money: ...
