"""Programs, their terms, and which channels applied. Days are the portal's, both ends included."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum

from attrs import evolve, field, frozen

from backbeat.board.model import PostId
from backbeat.kernel.ids import AccountId, ChannelId


class ProgramState(StrEnum):
    """Whether a channel may apply in the term."""

    TO_COME = "to_come"
    OPEN = "open"
    CLOSED = "closed"


@frozen
class Program:
    """A program of the board in its newest term; its words are the post's."""

    id: PostId
    term: int
    apply_from: date
    apply_until: date

    def state(self, today: date) -> ProgramState:
        if today < self.apply_from:
            return ProgramState.TO_COME
        return ProgramState.OPEN if today <= self.apply_until else ProgramState.CLOSED


class ApplicationState(StrEnum):
    WAITING = "waiting"
    ACTIVE = "active"
    """Approved: the channel is in the program, in all later terms too."""
    DENIED = "denied"
    ENDED = "ended"
    """It was in the program and may apply again in a later term."""
    LAPSED = "lapsed"
    """Nobody decided on it before the channel applied in a later term."""


@frozen
class ProgramApplication:
    """A channel that applied in one term; `account` is who held it then."""

    program: PostId
    term: int
    channel: ChannelId
    account: AccountId
    applied_on: date
    applied_at: datetime
    state: ApplicationState = ApplicationState.WAITING
    reason: str | None = None
    """Why it was denied or ended."""

    def decided(self, state: ApplicationState, reason: str | None = None) -> ProgramApplication:
        return evolve(self, state=state, reason=reason)


@frozen
class Enrolment:
    """A program as one account sees it on a day: its channels' applications, the newest first."""

    program: Program
    today: date
    applications: Sequence[ProgramApplication] = ()
    names: Mapping[ChannelId, str] = field(factory=dict)

    @property
    def state(self) -> ProgramState:
        return self.program.state(self.today)
