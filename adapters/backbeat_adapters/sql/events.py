"""Events that one takes part in, in SQL. Places are counted in the event's own row, under its lock."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from attrs import frozen
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    ForeignKey,
    Index,
    PrimaryKeyConstraint,
    Row,
    Text,
    and_,
    delete,
    func,
    insert,
    select,
    update,
)

from backbeat.board.model import PostId
from backbeat.events.model import Benefit, BoardEvent, Participation
from backbeat.events.ports import Untold
from backbeat.kernel.ids import AccountId, ChannelId, EntryId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import Page, PageRequest
from backbeat_adapters.sql.engine.keys import is_one_of
from backbeat_adapters.sql.engine.schema import CODE, Big, Day, Flag, Instant, Micros, table
from backbeat_adapters.sql.engine.upserts import without_key

events = table(
    "events",
    Column("post", Text, ForeignKey("posts.id"), primary_key=True),
    Column("apply_from", Day, nullable=False),
    Column("apply_until", Day, nullable=False),
    Column("cancel_until", Day, nullable=False),
    Column("places", Big),
    Column("benefit", Micros),
    Column("benefit_from", Day),
    Column("benefit_until", Day),
    Column("taken", Big, nullable=False),
    Column("told_up_to", CODE),
    Column("told_everybody", Flag, nullable=False),
)
participations = table(
    "event_participations",
    Column("event", Text, ForeignKey("events.post"), nullable=False),
    Column("account", CODE, nullable=False),
    Column("channel", Text),
    Column("applied_on", Day, nullable=False),
    Column("applied_at", Instant, nullable=False),
    Column("claimed_on", Day),
    Column("entry", Text),
    PrimaryKeyConstraint("event", "account"),
    Index("ix_event_participations_applied_at", "event", "applied_at", "account"),
)


@frozen
class SqlEvents:
    connection: Connection

    def put(self, event: BoardEvent) -> None:
        row = _to_row(event)
        changed = self.connection.execute(
            update(events).where(events.c.post == event.id).values(without_key(events, row))
        )
        if changed.rowcount == 0:
            self.connection.execute(insert(events).values(row | {"told_everybody": False}))

    def get(self, event: PostId) -> BoardEvent | None:
        row = self.connection.execute(select(events).where(events.c.post == event)).first()
        return None if row is None else _from_row(row)

    def lock(self, event: PostId) -> BoardEvent | None:
        wanted = select(events).where(events.c.post == event).with_for_update()
        row = self.connection.execute(wanted).first()
        return None if row is None else _from_row(row)

    def join(self, participation: Participation) -> None:
        self.connection.execute(insert(participations).values(_of(participation)))

    def keep(self, participation: Participation) -> None:
        self.connection.execute(
            update(participations)
            .where(_is(participation))
            .values(without_key(participations, _of(participation)))
        )

    def leave(self, participation: Participation) -> None:
        self.connection.execute(delete(participations).where(_is(participation)))

    def participation(self, event: PostId, account: AccountId) -> Participation | None:
        wanted = select(participations).where(
            participations.c.event == event, participations.c.account == account
        )
        row = self.connection.execute(wanted).first()
        return None if row is None else _participation(row)

    def participations(self, event: PostId, page: PageRequest) -> Page[Participation]:
        of_event = participations.c.event == event
        total = self.connection.execute(
            select(func.count()).select_from(participations).where(of_event)
        ).scalar_one()
        rows = self.connection.execute(
            select(participations)
            .where(of_event)
            .order_by(participations.c.applied_at, participations.c.account)
            .limit(page.size)
            .offset(page.offset)
        )
        return Page([_participation(row) for row in rows], page.page, page.size, total)

    def all_of(self, account: AccountId) -> Sequence[Participation]:
        # By each event's key: there are few events, and many who take part. Of a join SQLite would
        # read those who take part first, all of them.
        of_event = is_one_of(
            self.connection.dialect.name, participations.c.event, select(events.c.post)
        )
        rows = self.connection.execute(
            select(participations)
            .where(of_event, participations.c.account == account)
            .order_by(participations.c.applied_at, participations.c.event)
        )
        return [_participation(row) for row in rows]

    def participants_after(
        self, event: PostId, account: AccountId | None, most: int
    ) -> Sequence[AccountId]:
        wanted = select(participations.c.account).where(
            participations.c.event == event, participations.c.claimed_on.is_(None)
        )
        if account is not None:
            wanted = wanted.where(participations.c.account > account)
        found = self.connection.execute(wanted.order_by(participations.c.account).limit(most))
        return [AccountId(each) for each in found.scalars()]

    def untold(self, today: date) -> Untold | None:
        row = self.connection.execute(
            select(events)
            .where(
                events.c.told_everybody.is_(False),
                events.c.benefit_from <= today,
                events.c.benefit_until >= today,
            )
            .order_by(events.c.post)
            .limit(1)
            .with_for_update()
        ).first()
        return None if row is None else Untold(_from_row(row), row.told_up_to)

    def told(self, event: PostId, up_to: AccountId | None) -> None:
        how_far: dict[str, object] = (
            {"told_everybody": True} if up_to is None else {"told_up_to": up_to}
        )
        self.connection.execute(update(events).where(events.c.post == event).values(how_far))


def _is(participation: Participation) -> ColumnElement[bool]:
    return and_(
        participations.c.event == participation.event,
        participations.c.account == participation.account,
    )


def _to_row(event: BoardEvent) -> dict[str, Any]:
    benefit = event.benefit
    return {
        "post": event.id,
        "apply_from": event.apply_from,
        "apply_until": event.apply_until,
        "cancel_until": event.cancel_until,
        "places": event.places,
        "benefit": None if benefit is None else benefit.amount.micros,
        "benefit_from": None if benefit is None else benefit.begin,
        "benefit_until": None if benefit is None else benefit.until,
        "taken": event.taken,
    }


def _from_row(row: Row[Any]) -> BoardEvent:
    benefit = None
    if row.benefit is not None:
        benefit = Benefit(Money(row.benefit), row.benefit_from, row.benefit_until)
    return BoardEvent(
        id=PostId(row.post),
        apply_from=row.apply_from,
        apply_until=row.apply_until,
        cancel_until=row.cancel_until,
        places=row.places,
        benefit=benefit,
        taken=row.taken,
    )


def _of(participation: Participation) -> dict[str, Any]:
    return {
        "event": participation.event,
        "account": participation.account,
        "channel": participation.channel,
        "applied_on": participation.applied_on,
        "applied_at": participation.applied_at,
        "claimed_on": participation.claimed_on,
        "entry": participation.entry,
    }


def _participation(row: Row[Any]) -> Participation:
    return Participation(
        event=PostId(row.event),
        account=AccountId(row.account),
        channel=None if row.channel is None else ChannelId(row.channel),
        applied_on=row.applied_on,
        applied_at=row.applied_at,
        claimed_on=row.claimed_on,
        entry=None if row.entry is None else EntryId(row.entry),
    )
