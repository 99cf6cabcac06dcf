"""Webhooks in SQL. What happened is kept once, and a delivery of it for each webhook."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    Connection,
    Index,
    PrimaryKeyConstraint,
    Row,
    Text,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.secrets import SecretBox
from backbeat.webhooks.model import (
    Delivery,
    DeliveryState,
    Event,
    EventId,
    EventKind,
    Happening,
    Webhook,
    WebhookId,
)
from backbeat_adapters.sql.engine.schema import Big, Choice, Instant, Json, table

webhooks = table(
    "webhooks",
    Column("id", Text, primary_key=True),
    Column("url", Text, nullable=False),
    Column("kinds", Json, nullable=False),
    Column("account", Text),
    Column("secret", Text, nullable=False),
    Column("former_secret", Text),
    Column("former_until", Instant),
    Column("created_at", Instant, nullable=False),
    Column("paused_at", Instant),
    Column("taken_until", Instant),
)
events = table(
    "webhook_events",
    Column("id", Text, primary_key=True),
    Column("kind", Choice(EventKind), nullable=False),
    Column("at", Instant, nullable=False),
    Column("account", Text),
    Column("facts", Json, nullable=False),
    Column("kept_at", Instant, nullable=False),
    Index("ix_webhook_events_kept_at", "kept_at"),
)
# A webhook may be removed while something happens: no delivery may fail for that, so they refer to
# nothing.
deliveries = table(
    "webhook_deliveries",
    Column("webhook", Text, nullable=False),
    Column("event", Text, nullable=False),
    Column("state", Choice(DeliveryState), nullable=False),
    Column("due_at", Instant, nullable=False),
    Column("tries", Big, nullable=False),
    Column("answer", Text),
    Column("ended_at", Instant),
    PrimaryKeyConstraint("webhook", "event"),
    Index("ix_webhook_deliveries_due_at", "webhook", "state", "due_at", "event"),
    Index("ix_webhook_deliveries_event", "event"),
)

_JOINED = select(deliveries, events.c.kind, events.c.at, events.c.account, events.c.facts).join(
    events, events.c.id == deliveries.c.event
)


@frozen
class SqlWebhooks:
    """Fulfils `WebhookRepository`; secrets are sealed. `clock` is the security clock."""

    connection: Connection
    clock: Clock
    new_id: NewId
    box: SecretBox

    def add(self, webhook: Webhook, secret: str) -> None:
        sealed = self.box.seal(secret, _place_of_secret(webhook.id))
        row = {**_to_row(webhook), "secret": sealed}
        self.connection.execute(insert(webhooks).values(row))

    def all(self) -> Sequence[Webhook]:
        rows = self.connection.execute(select(webhooks).order_by(webhooks.c.id))
        return [_from_row(row) for row in rows]

    def get(self, webhook: WebhookId) -> Webhook | None:
        row = self.connection.execute(select(webhooks).where(webhooks.c.id == webhook)).first()
        return None if row is None else _from_row(row)

    def save(self, webhook: Webhook) -> None:
        self._update(webhook.id, **_to_row(webhook))

    def remove(self, webhook: WebhookId) -> None:
        self.connection.execute(delete(deliveries).where(deliveries.c.webhook == webhook))
        self.connection.execute(delete(webhooks).where(webhooks.c.id == webhook))

    def secrets(self, webhook: WebhookId, now: datetime) -> Sequence[str]:
        columns = (webhooks.c.secret, webhooks.c.former_secret, webhooks.c.former_until)
        wanted = select(*columns).where(webhooks.c.id == webhook)
        newest, former, until = self.connection.execute(wanted).one()
        sealed = (newest, former) if former and until and now < until else (newest,)
        return [self.box.open(each, _place_of_secret(webhook)) for each in sealed]

    def change_secret(self, webhook: WebhookId, secret: str, former_until: datetime) -> None:
        self._update(
            webhook,
            former_secret=webhooks.c.secret,
            former_until=former_until,
            secret=self.box.seal(secret, _place_of_secret(webhook)),
        )

    def tell(self, told: Sequence[tuple[Happening, Sequence[WebhookId]]]) -> None:
        now = self.clock.now()
        kept = [(self.new_id(), happening, to) for happening, to in told]
        if not kept:
            return
        self.connection.execute(
            insert(events),
            [
                {
                    "id": id,
                    "kind": happening.kind,
                    "at": happening.at,
                    "account": happening.account,
                    "facts": dict(happening.facts),
                    "kept_at": now,
                }
                for id, happening, _ in kept
            ],
        )
        self.connection.execute(
            insert(deliveries),
            [
                {
                    "webhook": webhook,
                    "event": id,
                    "state": DeliveryState.WAITING,
                    "due_at": now,
                    "tries": 0,
                }
                for id, _, to in kept
                for webhook in to
            ],
        )

    def take(self, webhook: WebhookId, now: datetime, until: datetime) -> bool:
        taken = webhooks.c.taken_until
        done = self.connection.execute(
            update(webhooks)
            .where(
                webhooks.c.id == webhook,
                webhooks.c.paused_at.is_(None),
                or_(taken.is_(None), taken <= now),
            )
            .values(taken_until=until)
        )
        return done.rowcount == 1

    def hold(self, webhook: WebhookId, until: datetime) -> None:
        self._update(webhook, taken_until=until)

    def taken_until(self, webhook: WebhookId) -> datetime | None:
        wanted = select(webhooks.c.taken_until).where(webhooks.c.id == webhook)
        return self.connection.execute(wanted).scalar_one_or_none()

    def release(self, webhook: WebhookId) -> None:
        self._update(webhook, taken_until=None)

    def next_due(self, webhook: WebhookId, now: datetime) -> Delivery | None:
        row = self.connection.execute(
            _JOINED.where(
                deliveries.c.webhook == webhook,
                deliveries.c.state == DeliveryState.WAITING,
                deliveries.c.due_at <= now,
            )
            .order_by(deliveries.c.due_at, deliveries.c.event)
            .limit(1)
        ).first()
        return None if row is None else _delivery(row)

    def record(self, delivery: Delivery) -> None:
        self.connection.execute(
            update(deliveries)
            .where(
                deliveries.c.webhook == delivery.webhook,
                deliveries.c.event == delivery.event.id,
            )
            .values(
                state=delivery.state,
                due_at=delivery.due_at,
                tries=delivery.tries,
                answer=delivery.answer,
                ended_at=delivery.ended_at,
            )
        )

    def wait_again(self, webhook: WebhookId, now: datetime, event: EventId | None) -> int:
        meant = (
            deliveries.c.state == DeliveryState.GIVEN_UP
            if event is None
            else deliveries.c.event == event
        )
        done = self.connection.execute(
            update(deliveries)
            .where(deliveries.c.webhook == webhook, meant)
            .values(state=DeliveryState.WAITING, due_at=now, tries=0, answer=None, ended_at=None)
        )
        return done.rowcount

    def deliveries(
        self, webhook: WebhookId, state: DeliveryState | None, request: PageRequest
    ) -> Page[Delivery]:
        which = [deliveries.c.webhook == webhook]
        if state is not None:
            which.append(deliveries.c.state == state)
        total = self.connection.execute(
            select(func.count()).select_from(deliveries).where(*which)
        ).scalar_one()
        rows = self.connection.execute(
            _JOINED.where(*which)
            .order_by(deliveries.c.event.desc())
            .limit(request.size)
            .offset(request.offset)
        )
        return Page([_delivery(row) for row in rows], request.page, request.size, total)

    def counts(self, webhook: WebhookId) -> Mapping[DeliveryState, int]:
        rows = self.connection.execute(
            select(deliveries.c.state, func.count().label("count_"))
            .where(deliveries.c.webhook == webhook)
            .group_by(deliveries.c.state)
        )
        return {row.state: row.count_ for row in rows}

    def forget_before(self, instant: datetime, most: int) -> int:
        old = select(events.c.id).where(events.c.kept_at < instant).order_by(events.c.kept_at)
        ids = self.connection.execute(old.limit(most)).scalars().all()
        if ids:
            self.connection.execute(delete(deliveries).where(deliveries.c.event.in_(ids)))
            self.connection.execute(delete(events).where(events.c.id.in_(ids)))
        return len(ids)

    def _update(self, webhook: WebhookId, **values: Any) -> None:
        self.connection.execute(update(webhooks).where(webhooks.c.id == webhook).values(values))


def _place_of_secret(webhook: WebhookId) -> str:
    """The one place where a sealed secret opens."""
    return f"webhook:{webhook}:secret:1"


def _to_row(webhook: Webhook) -> dict[str, Any]:
    return {
        "id": webhook.id,
        "url": webhook.url,
        "kinds": sorted(each.value for each in webhook.kinds),
        "account": webhook.account,
        "created_at": webhook.created_at,
        "paused_at": webhook.paused_at,
    }


def _from_row(row: Row[Any]) -> Webhook:
    return Webhook(
        id=WebhookId(row.id),
        url=row.url,
        kinds=frozenset(EventKind(each) for each in row.kinds),
        account=None if row.account is None else AccountId(row.account),
        created_at=row.created_at,
        paused_at=row.paused_at,
    )


def _delivery(row: Row[Any]) -> Delivery:
    account = None if row.account is None else AccountId(row.account)
    happening = Happening(row.kind, row.at, account, row.facts)
    return Delivery(
        webhook=WebhookId(row.webhook),
        event=Event(EventId(row.event), happening),
        due_at=row.due_at,
        state=row.state,
        tries=row.tries,
        answer=row.answer,
        ended_at=row.ended_at,
    )
