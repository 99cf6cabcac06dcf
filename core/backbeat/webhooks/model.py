"""What partners' systems are told, and the state of each delivery."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, NewType

from attrs import evolve, field, frozen

from backbeat.kernel.errors import plain
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money

WebhookId = NewType("WebhookId", str)
EventId = NewType("EventId", str)


class EventKind(StrEnum):
    """What can be told; `docs/webhooks.md` has an example of each."""

    WITHDRAWAL_PAID = "withdrawal.paid"
    WITHDRAWAL_RETURNED = "withdrawal.returned"
    WITHDRAWAL_REJECTED = "withdrawal.rejected"
    CHANNEL_APPROVED = "channel.approved"
    CHANNEL_REJECTED = "channel.rejected"
    MONTH_CONFIRMED = "month.confirmed"
    MONTH_CLOSED = "month.closed"


def _plain(facts: Mapping[str, Any]) -> dict[str, object]:
    return {name: plain(value) for name, value in facts.items()}


@frozen
class Happening:
    """Something that happened, as reported by the code that did it.

    `at` is business time. Without an `account` it concerns everybody. `facts` say nothing private.
    """

    kind: EventKind
    at: datetime
    account: AccountId | None
    facts: Mapping[str, Any] = field(converter=_plain)


@frozen
class Event:
    """Something that happened and is reported. Later ones have higher ids."""

    id: EventId
    happening: Happening


@frozen
class Webhook:
    """A partner's system that wants to be told.

    Its secret is stored separately. With an `account` it is told only about that one, those below
    it, and what concerns everybody.
    """

    id: WebhookId
    url: str
    kinds: frozenset[EventKind]
    account: AccountId | None
    created_at: datetime
    paused_at: datetime | None = None

    @property
    def is_paused(self) -> bool:
        return self.paused_at is not None

    def paused(self, at: datetime) -> Webhook:
        """Told of nothing until it is resumed; what happens meanwhile waits."""
        return evolve(self, paused_at=self.paused_at or at)

    def resumed(self) -> Webhook:
        return evolve(self, paused_at=None)


class DeliveryState(StrEnum):
    WAITING = "waiting"
    SENT = "sent"
    GIVEN_UP = "given_up"


@frozen
class Delivery:
    """One event on its way to one webhook. `answer` is the result of the last try."""

    webhook: WebhookId
    event: Event
    due_at: datetime
    state: DeliveryState = DeliveryState.WAITING
    tries: int = 0
    answer: str | None = None
    ended_at: datetime | None = None


def amount(money: Money) -> dict[str, str]:
    """Money as it is posted: decimal text, whole micro-units as text, and the currency."""
    return {
        "amount": str(money),
        "micros": str(money.micros),
        "currency": money.currency.value,
    }
