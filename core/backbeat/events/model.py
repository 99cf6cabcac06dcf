"""Events that one takes part in, and who does. Days are the portal's, first and last included."""

from __future__ import annotations

from datetime import date, datetime
from enum import StrEnum

from attrs import evolve, frozen

from backbeat.board.model import PostId
from backbeat.kernel.ids import AccountId, ChannelId, EntryId
from backbeat.kernel.money import Money


class EventState(StrEnum):
    """Whether an account may take part."""

    TO_COME = "to_come"
    OPEN = "open"
    FULL = "full"
    """Every place is taken."""
    CLOSED = "closed"


@frozen
class Benefit:
    """What each account that takes part may have once, between two days."""

    amount: Money
    begin: date
    until: date


@frozen
class BoardEvent:
    """What taking part in an event of the board is bound to; its words are the post's.

    `taken` places are in use; `places` is None where they are unlimited.
    """

    id: PostId
    apply_from: date
    apply_until: date
    cancel_until: date
    places: int | None = None
    benefit: Benefit | None = None
    taken: int = 0

    @property
    def places_left(self) -> int | None:
        return None if self.places is None else max(0, self.places - self.taken)

    @property
    def last_day(self) -> date:
        """The last day on which anything can be done."""
        ends = [self.apply_until, self.cancel_until]
        return max(ends if self.benefit is None else [*ends, self.benefit.until])

    def state(self, today: date) -> EventState:
        if today < self.apply_from:
            return EventState.TO_COME
        if today > self.apply_until:
            return EventState.CLOSED
        return EventState.FULL if self.places_left == 0 else EventState.OPEN

    def joined(self) -> BoardEvent:
        return evolve(self, taken=self.taken + 1)

    def left(self) -> BoardEvent:
        return evolve(self, taken=self.taken - 1)


@frozen
class Participation:
    """An account that takes part, with one of its channels or none."""

    event: PostId
    account: AccountId
    channel: ChannelId | None
    applied_on: date
    applied_at: datetime
    claimed_on: date | None = None
    entry: EntryId | None = None
    """What the benefit was posted as."""

    def claimed(self, on: date, entry: EntryId) -> Participation:
        return evolve(self, claimed_on=on, entry=entry)


@frozen
class EventStanding:
    """An event as one account sees it on a day."""

    event: BoardEvent
    today: date
    participation: Participation | None = None
    channel_name: str | None = None

    @property
    def state(self) -> EventState:
        return self.event.state(self.today)
