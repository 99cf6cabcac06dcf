"""What the payout's state is computed from, and what is stored about the card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Protocol

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.months import Month
from backbeat.payout_state.model import PayoutCard
from backbeat.payouts.model import Attempt
from backbeat.settlement.model import Settlement
from backbeat.withdrawals import ports as withdrawals
from backbeat.withdrawals.ports import WithdrawalOwners


class PayoutCardRepository(Protocol):
    def get(self, account: AccountId) -> PayoutCard:
        """What the account chose; an empty card if it chose nothing."""

    def put(self, card: PayoutCard) -> None: ...

    def due(self, day: date) -> Sequence[AccountId]:
        """Accounts that wanted to be reminded by that day and have not been."""


class Attempts(withdrawals.OpenAttempts, Protocol):
    def of(self, withdrawals: WithdrawalOwners) -> Mapping[WithdrawalId, Sequence[Attempt]]:
        """The attempts of each of these withdrawals in order of number."""


class Settlements(Protocol):
    def of(self, month: Month) -> Sequence[Settlement]:
        """The month's close and its adjustments, in order."""


class Books(withdrawals.Books, Protocol):
    """The records that the payout's state is read off."""

    @property
    def attempts(self) -> Attempts: ...

    @property
    def settlements(self) -> Settlements: ...

    @property
    def payout_cards(self) -> PayoutCardRepository: ...
