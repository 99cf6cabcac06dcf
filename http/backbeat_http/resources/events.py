"""Taking part in events of the board: `event/*` (CAMPAIGN-9). Amounts are in USD."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.board.model import PostId
from backbeat.events.errors import (
    AlreadyTakingPart,
    BenefitNotBegun,
    BenefitOver,
    CancellingOver,
    EventFull,
    NotTakingPart,
    OutsideApplicationPeriod,
)
from backbeat.events.model import EventStanding, EventState
from backbeat.events.service import Events
from backbeat.kernel.errors import FeatureOff, NotFound
from backbeat.kernel.ids import ChannelId
from backbeat.withdrawals.errors import ChannelNotApproved
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.wire import Amount, Count, amount

Id = Annotated[str, Meta(min_length=1, max_length=64)]


@frozen
class EventQuery:
    """`id` is that of the event's post."""

    id: Id


@frozen
class EventBody:
    """`id` is that of the event's post."""

    id: Id


@frozen
class TakePartBody:
    """`channel` is an approved channel that the caller holds, or nothing."""

    id: Id
    channel: Id | None = None


@frozen
class EventParticipationView:
    """That the caller takes part: since when, with which channel, and when the benefit was had."""

    channel: str | None
    channel_name: str | None
    applied_on: date
    claimed_on: date | None


@frozen
class EventView:
    """What taking part is bound to, with the caller's part in it; every day is one of the portal's.

    `places_left` is null where there is no end of places, the benefit's three parts where there is
    none.
    """

    id: str
    state: EventState
    apply_from: date
    apply_until: date
    cancel_until: date
    places: Count | None
    places_left: Count | None
    benefit: Amount | None
    benefit_from: date | None
    benefit_until: date | None
    participation: EventParticipationView | None

    @classmethod
    def of(cls, standing: EventStanding) -> EventView:
        event, mine = standing.event, standing.participation
        benefit = event.benefit
        return cls(
            id=event.id,
            state=standing.state,
            apply_from=event.apply_from,
            apply_until=event.apply_until,
            cancel_until=event.cancel_until,
            places=event.places,
            places_left=event.places_left,
            benefit=None if benefit is None else amount(benefit.amount),
            benefit_from=None if benefit is None else benefit.begin,
            benefit_until=None if benefit is None else benefit.until,
            participation=None
            if mine is None
            else EventParticipationView(
                mine.channel, standing.channel_name, mine.applied_on, mine.claimed_on
            ),
        )


@frozen
class EventsResource:
    """Answers `event/*`."""

    events: Events

    @operation("getEvent", refuses=(FeatureOff, NotFound))
    def on_get_detail(self, caller: Caller, query: EventQuery) -> EventView:
        """An event that one can take part in, with the caller's part in it."""
        return EventView.of(self.events.show(caller.account, PostId(query.id)))

    @operation(
        "applyToEvent",
        refuses=(
            FeatureOff,
            NotFound,
            AlreadyTakingPart,
            OutsideApplicationPeriod,
            EventFull,
            ChannelNotApproved,
        ),
    )
    def on_post_apply(self, caller: Caller, body: TakePartBody) -> EventView:
        """Take part, once for each account."""
        channel = None if body.channel is None else ChannelId(body.channel)
        return EventView.of(self.events.apply(caller.account, PostId(body.id), channel))

    @operation("cancelEvent", refuses=(FeatureOff, NotFound, NotTakingPart, CancellingOver))
    def on_post_cancel(self, caller: Caller, body: EventBody) -> EventView:
        """No longer take part; the place is free again."""
        return EventView.of(self.events.cancel(caller.account, PostId(body.id)))

    @operation(
        "claimEventBenefit",
        refuses=(FeatureOff, NotFound, NotTakingPart, BenefitNotBegun, BenefitOver),
    )
    def on_post_benefit(self, caller: Caller, body: EventBody) -> EventView:
        """Have the benefit; asked for again, it is given once all the same."""
        return EventView.of(self.events.claim(caller.account, PostId(body.id)))
