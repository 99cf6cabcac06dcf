"""Sending what is due, each webhook by one worker at a time (EMBED-7, EMBED-8)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from attrs import frozen

from backbeat.alerts.model import Alert, AlertKind
from backbeat.jobs.ports import Task
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import plain
from backbeat.kernel.transactions import Transactions
from backbeat.webhooks import rules
from backbeat.webhooks.errors import PostFailed
from backbeat.webhooks.model import Delivery, DeliveryState, Event, Webhook, WebhookId
from backbeat.webhooks.ports import Books, Poster
from backbeat.webhooks.telling import SEND

FORGET = "webhooks.forget"
"""The job that forgets what was told long ago."""

AT_ONCE = 20
"""How many posts of one webhook are made before others have their turn."""

_LANE = timedelta(minutes=2)
"""How long a lane is held for one post; one takes seconds."""

_BREATH = timedelta(minutes=1)
"""How long a webhook that failed is left alone, whatever else is due for it."""

_FORGOTTEN_AT_ONCE = 500


@frozen
class Sending:
    """Sends events to webhooks. `clock` is the security clock.

    A webhook has one lane: however slow it is, it keeps at most one worker from other jobs.
    """

    transactions: Transactions[Books]
    clock: Clock
    poster: Poster
    alert: Callable[[Alert], None]
    portal_url: str

    def handle(self, task: Task[Books]) -> None:
        """Send a webhook what is due; a job for the rest, or for what failed, is enqueued again."""
        webhook = WebhookId(str(task.job.payload["webhook"]))
        if not self._take(webhook):
            self._come_back(task, webhook)
            return
        for _ in range(AT_ONCE):
            took = self._send_one(webhook)
            if not took:
                break
        with task.closing() as books:
            now = self.clock.now()
            due = now + _BREATH if took is False else now
            if took is False:
                # Jobs of other events find the lane taken, and wait too.
                books.webhooks.hold(webhook, due)
            else:
                books.webhooks.release(webhook)
            if took is not None and books.webhooks.next_due(webhook, now):
                books.jobs.enqueue(SEND, {"webhook": webhook}, due=due)

    def forget_old(self) -> int:
        """Remove events older than thirty days, in small steps; how many were removed."""
        removed = 0
        while True:
            with self.transactions.begin() as books:
                before = self.clock.now() - rules.KEPT_FOR
                step = books.webhooks.forget_before(before, _FORGOTTEN_AT_ONCE)
            removed += step
            if step < _FORGOTTEN_AT_ONCE:
                return removed

    def _take(self, webhook: WebhookId) -> bool:
        with self.transactions.begin() as books:
            now = self.clock.now()
            return books.webhooks.take(webhook, now, now + _LANE)

    def _come_back(self, task: Task[Books], webhook: WebhookId) -> None:
        """Somebody else has the lane: look again when that must be over. A paused webhook enqueues
        its own job when it is resumed.
        """
        with task.closing() as books:
            known, until = books.webhooks.get(webhook), books.webhooks.taken_until(webhook)
            if known and not known.is_paused and until is not None:
                key = f"{webhook}:later"
                books.jobs.enqueue(SEND, {"webhook": webhook}, due=until, key=key)

    def _send_one(self, id: WebhookId) -> bool | None:
        """Post what is due first. Returns whether it was accepted; None if nothing is due any more."""
        with self.transactions.look() as books:
            webhook, secrets = books.webhooks.get(id), None
            delivery = books.webhooks.next_due(id, self.clock.now())
            if webhook and not webhook.is_paused and delivery:
                secrets = books.webhooks.secrets(id, self.clock.now())
        if webhook is None or delivery is None or secrets is None:
            return None
        try:
            content = content_of(delivery.event, self.portal_url)
            status = self.poster.post(webhook.url, secrets, delivery.event.id, content)
            after = rules.sent(delivery, status, self.clock.now())
        except PostFailed as failure:
            after = rules.failed(delivery, str(failure), self.clock.now())
        self._keep(webhook, after)
        return after.state is DeliveryState.SENT

    def _keep(self, webhook: Webhook, delivery: Delivery) -> None:
        if delivery.state is DeliveryState.GIVEN_UP:
            # Before the result is stored: better posted twice than never.
            self.alert(Alert(AlertKind.WEBHOOK_GIVEN_UP, delivery.tries, webhook.id))
        with self.transactions.begin() as books:
            now = self.clock.now()
            books.webhooks.record(delivery)
            books.webhooks.hold(webhook.id, now + _LANE)
            if delivery.state is DeliveryState.WAITING:
                books.jobs.enqueue(SEND, {"webhook": webhook.id}, due=delivery.due_at)


def content_of(event: Event, portal_url: str) -> dict[str, object]:
    happened = event.happening
    return {
        "id": event.id,
        "kind": happened.kind.value,
        "at": plain(happened.at),
        "portal": portal_url,
        "account": happened.account,
        "data": dict(happened.facts),
    }
