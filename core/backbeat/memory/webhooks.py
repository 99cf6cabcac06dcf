"""Webhooks in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime

from attrs import define, field

from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.webhooks.model import (
    Delivery,
    DeliveryState,
    Event,
    EventId,
    Happening,
    Webhook,
    WebhookId,
)


@define(eq=False)
class MemoryWebhooks:
    """`clock` is the security clock."""

    clock: Clock
    new_id: NewId
    _kept: dict[WebhookId, Webhook] = field(factory=dict, init=False)
    _secrets: dict[WebhookId, tuple[str, str | None, datetime | None]] = field(
        factory=dict, init=False
    )
    _taken: dict[WebhookId, datetime] = field(factory=dict, init=False)
    _events: dict[EventId, datetime] = field(factory=dict, init=False)
    _deliveries: dict[tuple[WebhookId, EventId], Delivery] = field(factory=dict, init=False)

    def add(self, webhook: Webhook, secret: str) -> None:
        self._kept[webhook.id] = webhook
        self._secrets[webhook.id] = secret, None, None

    def all(self) -> Sequence[Webhook]:
        return sorted(self._kept.values(), key=lambda each: each.id)

    def get(self, webhook: WebhookId) -> Webhook | None:
        return self._kept.get(webhook)

    def save(self, webhook: Webhook) -> None:
        self._kept[webhook.id] = webhook

    def remove(self, webhook: WebhookId) -> None:
        del self._kept[webhook]
        del self._secrets[webhook]
        self._taken.pop(webhook, None)
        for key in [key for key in self._deliveries if key[0] == webhook]:
            del self._deliveries[key]

    def secrets(self, webhook: WebhookId, now: datetime) -> Sequence[str]:
        newest, former, until = self._secrets[webhook]
        return (newest, former) if former and until and now < until else (newest,)

    def change_secret(self, webhook: WebhookId, secret: str, former_until: datetime) -> None:
        newest, _, _ = self._secrets[webhook]
        self._secrets[webhook] = secret, newest, former_until

    def tell(self, told: Sequence[tuple[Happening, Sequence[WebhookId]]]) -> None:
        now = self.clock.now()
        for happening, webhooks in told:
            event = Event(EventId(self.new_id()), happening)
            self._events[event.id] = now
            for webhook in webhooks:
                self._deliveries[webhook, event.id] = Delivery(webhook, event, now)

    def take(self, webhook: WebhookId, now: datetime, until: datetime) -> bool:
        known, taken = self._kept.get(webhook), self._taken.get(webhook)
        if known is None or known.is_paused or (taken is not None and taken > now):
            return False
        self._taken[webhook] = until
        return True

    def hold(self, webhook: WebhookId, until: datetime) -> None:
        if webhook in self._kept:
            self._taken[webhook] = until

    def taken_until(self, webhook: WebhookId) -> datetime | None:
        return self._taken.get(webhook)

    def release(self, webhook: WebhookId) -> None:
        self._taken.pop(webhook, None)

    def next_due(self, webhook: WebhookId, now: datetime) -> Delivery | None:
        waiting = self._in(webhook, DeliveryState.WAITING)
        due = (each for each in waiting if each.due_at <= now)
        return min(due, key=lambda each: (each.due_at, each.event.id), default=None)

    def record(self, delivery: Delivery) -> None:
        key = delivery.webhook, delivery.event.id
        if key in self._deliveries:
            self._deliveries[key] = delivery

    def wait_again(self, webhook: WebhookId, now: datetime, event: EventId | None) -> int:
        meant = [
            each
            for each in self._in(webhook, None)
            if (each.state is DeliveryState.GIVEN_UP if event is None else each.event.id == event)
        ]
        for each in meant:
            self.record(Delivery(webhook, each.event, now))
        return len(meant)

    def deliveries(
        self, webhook: WebhookId, state: DeliveryState | None, request: PageRequest
    ) -> Page[Delivery]:
        found = self._in(webhook, state)
        return request.of(sorted(found, key=lambda each: each.event.id, reverse=True))

    def counts(self, webhook: WebhookId) -> Mapping[DeliveryState, int]:
        return dict(Counter(each.state for each in self._in(webhook, None)))

    def forget_before(self, instant: datetime, most: int) -> int:
        old = [id for id, at in self._events.items() if at < instant][:most]
        for id in old:
            del self._events[id]
        for key in [key for key in self._deliveries if key[1] in old]:
            del self._deliveries[key]
        return len(old)

    def _in(self, webhook: WebhookId, state: DeliveryState | None) -> Sequence[Delivery]:
        return [
            each
            for each in self._deliveries.values()
            if each.webhook == webhook and state in (None, each.state)
        ]
