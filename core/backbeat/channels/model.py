"""A registered channel: what it is, who owns and holds it, on which days it earns.

Days are days of the portal's calendar (`business_tz`); instants are UTC. Approval, review,
assignment and earning use the business clock; the verification timer uses the security clock
(DAY-7, DAY-8).
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from attrs import evolve, frozen

from backbeat.channels.lifecycle import ChannelStatus, Step, after
from backbeat.channels.platform import PlatformChannel
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import platform_of
from backbeat.settings import Channels as ChannelSettings

__all__ = [
    "Category",
    "ChangeContext",
    "Channel",
    "ChannelSpan",
    "ChannelStatus",
    "EarningInterval",
    "Holding",
    "LastCheck",
    "Outcome",
    "Span",
    "StatusChange",
    "Timeline",
    "Verification",
    "VerificationState",
]


class Category(StrEnum):
    """What a channel is about; exactly these 21."""

    PERSONAL_BROADCAST_BLOG = "personal_broadcast_blog"
    GAME = "game"
    NEWS_POLITICS = "news_politics"
    BEAUTY = "beauty"
    NONPROFIT_SOCIAL_MOVEMENT = "nonprofit_social_movement"
    SPORTS = "sports"
    STORY = "story"
    PETS_ANIMALS = "pets_animals"
    ENTERTAINMENT = "entertainment"
    TRAVEL_EVENT = "travel_event"
    MOVIES_DRAMA_ANIMATION = "movies_drama_animation"
    FOOD_COOKING = "food_cooking"
    MUSIC_DANCE = "music_dance"
    MEDICINE_SCIENCE_EDUCATION = "medicine_science_education"
    CAR = "car"
    KNOWLEDGE_SHOPPING = "knowledge_shopping"
    CHALLENGE = "challenge"
    COMEDY = "comedy"
    KIDS = "kids"
    FASHION = "fashion"
    IT_ECONOMY_FINANCE = "it_economy_finance"


class VerificationState(StrEnum):
    """How far the proof of ownership has come."""

    PENDING_VALIDATION = "pending_validation"
    VERIFYING = "verifying"
    VERIFIED = "verified"


class Outcome(StrEnum):
    """The result of asking for verification (VERIFY-2, VERIFY-4)."""

    SUCCESS = "success"
    FAILURE = "failure"
    """The timer ended without the code: it has to be placed again."""
    WAIT = "wait"
    """The timer is running, or the platform cannot be read at the moment."""


class LastCheck(StrEnum):
    """What the latest reading of the channel's description showed, if not success."""

    ABSENT = "absent"
    UNREACHABLE = "unreachable"


@frozen
class Verification:
    """The proof of ownership: a code to be placed in the channel's description (VERIFY-1).

    State and outcome are computed from the security clock, so nothing has to run when the timer
    ends.
    """

    code: str
    """`BB-` and 8 characters; bound to this channel and account, valid until used."""
    pressed_at: datetime | None = None
    """When verification was last requested."""
    checked_at: datetime | None = None
    last_check: LastCheck | None = None
    verified_at: datetime | None = None

    @property
    def verified(self) -> bool:
        """Whether ownership is proved."""
        return self.verified_at is not None

    def timer_ends(self, settings: ChannelSettings) -> datetime | None:
        """When the timer shown to the person ends; None before verification is requested."""
        return self.pressed_at and self.pressed_at + timedelta(seconds=settings.verify_timer)

    def checks_end(self, settings: ChannelSettings) -> datetime | None:
        """When the checks in the background end; None before verification is requested."""
        return self.pressed_at and self.pressed_at + timedelta(seconds=settings.verify_for)

    def outcome(self, now: datetime, settings: ChannelSettings) -> Outcome | None:
        """The result of verification at `now`; None if it was never requested."""
        timer, checks = self.timer_ends(settings), self.checks_end(settings)
        if self.verified:
            return Outcome.SUCCESS
        if timer is None or checks is None:
            return None
        if now < timer or (self.last_check is LastCheck.UNREACHABLE and now < checks):
            return Outcome.WAIT
        return Outcome.FAILURE

    def state(self, now: datetime, settings: ChannelSettings) -> VerificationState:
        """The state at `now`; after a failure it is pending validation again."""
        match self.outcome(now, settings):
            case Outcome.SUCCESS:
                return VerificationState.VERIFIED
            case Outcome.WAIT:
                return VerificationState.VERIFYING
        return VerificationState.PENDING_VALIDATION

    def next_check(self, now: datetime, settings: ChannelSettings) -> datetime | None:
        """When to read the description again: often while the timer runs, then slowly, then never."""
        timer, checks = self.timer_ends(settings), self.checks_end(settings)
        if self.verified or timer is None or checks is None:
            return None
        pause = settings.verify_every if now < timer else settings.verify_slow_every
        due = now + timedelta(seconds=pause)
        return due if due <= checks else None

    def pressed(self, now: datetime) -> Verification:
        """Requested at `now`: the timer starts."""
        return evolve(self, pressed_at=now, checked_at=None, last_check=None)

    def checked(self, now: datetime, found: LastCheck) -> Verification:
        """Looked at without success."""
        return evolve(self, checked_at=now, last_check=found)

    def passed(self, now: datetime) -> Verification:
        return evolve(self, checked_at=now, last_check=None, verified_at=now)


@frozen
class Holding:
    """From a certain day this account holds the channel: the channel's days are that account's
    (SETTLE-7).
    """

    account: AccountId
    from_day: date


@frozen
class EarningInterval:
    """Days on which the channel earns for an owner: from the first up to, but not including,
    `until`.

    An open interval has no end (SETTLE-9).
    """

    owner: AccountId
    from_day: date
    until: date | None = None

    def __contains__(self, day: date) -> bool:
        return self.from_day <= day and (self.until is None or day < self.until)


READINGS_KEPT = 8
"""A week and the day before it: the pace is that of the last seven days."""

READING_EVERY = timedelta(hours=23)
"""How far apart the readings of a channel on hold are (CHAN-24): a day, less the hour by which the
job that reads may come late."""


@frozen
class ViewReading:
    """How many views the platform told, at a security time."""

    at: datetime
    views: int


@frozen
class StatusChange:
    """One line of a channel's history; `at` is business time."""

    status: ChannelStatus
    at: datetime
    by: Actor
    reason: str | None = None


@frozen
class Span:
    """Days on which a channel earns for one owner and one holder; `until` is excluded."""

    owner: AccountId
    holder: AccountId
    from_day: date
    until: date | None = None

    def __contains__(self, day: date) -> bool:
        return self.from_day <= day and (self.until is None or day < self.until)

    def within(self, first: date, last: date) -> Span | None:
        """The part of it from one day to another, both included; None if there is none."""
        start, end = max(self.from_day, first), last + timedelta(1)
        until = end if self.until is None else min(self.until, end)
        return Span(self.owner, self.holder, start, until) if start < until else None


class ChannelSpan(NamedTuple):
    """Days on which a platform channel earns, and which registration of it does."""

    channel: ChannelId
    span: Span


@frozen
class Timeline:
    """Whose a channel's days are: who owns it, who held it from which day, and when it earned."""

    owner: AccountId
    holdings: tuple[Holding, ...]
    """Oldest first; never empty, at most one entry per day."""
    earnings: tuple[EarningInterval, ...] = ()
    """Oldest first; they never overlap and only the last may be open."""
    lost_from: date | None = None
    """Set at a deletion: the owner's own days from this one on earn for nobody (SETTLE-10)."""

    @property
    def holder(self) -> AccountId:
        """Who holds the channel now: its owner, or the member it is assigned to."""
        return self.holdings[-1].account

    @property
    def earns(self) -> bool:
        """Whether an earning interval is open."""
        return bool(self.earnings) and self.earnings[-1].until is None

    @property
    def earning_from(self) -> date | None:
        """The first day of the interval that is open now."""
        return self.earnings[-1].from_day if self.earns else None

    def spans(self) -> tuple[Span, ...]:
        """Its earning days as spans with one owner and one holder each, oldest first.

        This is what statistics and settlement join with: a day outside of every span earns for
        nobody and counts nowhere a creator looks (FILE-16, SETTLE-9).
        """
        return tuple(
            span
            for interval in self.earnings
            for holding, following in zip(self.holdings, (*self.holdings[1:], None), strict=True)
            if (span := self._span(interval, holding, following)) is not None
        )

    def earning(self, on: date) -> Timeline:
        return evolve(self, earnings=(*self.earnings, EarningInterval(self.owner, on)))

    def closed(self, on: date) -> Timeline:
        """No longer earning from a day on; an interval without any day is dropped."""
        if not self.earns:
            return self
        *before, last = self.earnings
        ended = [evolve(last, until=on)] if last.from_day < on else []
        return evolve(self, earnings=(*before, *ended))

    def given_to(self, holder: AccountId, on: date) -> Timeline:
        """Held by that account from a day on; a second change on the same day replaces the first."""
        kept = tuple(holding for holding in self.holdings if holding.from_day < on)
        if kept and kept[-1].account == holder:
            return evolve(self, holdings=kept)
        return evolve(self, holdings=(*kept, Holding(holder, on)))

    def transferred(self, owner: AccountId, on: date) -> Timeline:
        """Owned, held and, if it was earning, earning for another account from a day on (CHAN-17)."""
        after = evolve(self.closed(on).given_to(owner, on), owner=owner)
        return after.earning(max(on, self.earnings[-1].from_day)) if self.earns else after

    def _span(
        self, interval: EarningInterval, holding: Holding, following: Holding | None
    ) -> Span | None:
        is_first = holding == self.holdings[0]
        start = interval.from_day if is_first else max(interval.from_day, holding.from_day)
        ends = [end for end in (interval.until, following and following.from_day) if end]
        # Days of an owner before a transfer do not belong to the one who deletes: they are still
        # settled.
        if self.lost_from is not None and holding.account == interval.owner == self.owner:
            ends.append(self.lost_from)
        until = min(ends, default=None)
        if until is not None and until <= start:
            return None
        return Span(interval.owner, holding.account, start, until)


@frozen
class ChangeContext:
    """When, by whom and why something is done to a channel.

    It exists beside `ActContext` because people read a channel's history: `at` is a moment of
    business time, whereas the ledger records a business day and a moment of security time (DAY-8).
    """

    at: datetime
    by: Actor
    reason: str | None = None


@frozen
class Channel:
    """A channel as one account registered it.

    Several accounts may have registered one platform channel as long as nobody has verified it
    (CHAN-16). A deleted channel is kept, with `deleted_at`, because of the days on which it earned.
    """

    id: ChannelId
    platform_id: PlatformChannelId
    link: str
    name: str
    thumbnail: str | None
    category: Category
    status: ChannelStatus
    total_views: int
    registered_at: datetime
    verification: Verification
    timeline: Timeline
    history: tuple[StatusChange, ...] = ()
    deny_reason: str | None = None
    approved_at: datetime | None = None
    review_asked_at: datetime | None = None
    """When a review was last requested, in business time."""
    exclusive_logo: str | None = None
    deleted_at: datetime | None = None
    read_at: datetime | None = None
    """When it was last read from the platform, in security time; None if not since its
    registration.
    """
    readings: tuple[ViewReading, ...] = ()
    """Its views while it is on hold, a day apart, oldest first, the newest `READINGS_KEPT`; empty in
    any other status (CHAN-24)."""

    @property
    def platform(self) -> Platform:
        return platform_of(self.platform_id)

    @property
    def owner(self) -> AccountId:
        return self.timeline.owner

    @property
    def holder(self) -> AccountId:
        """Who holds it now: its owner, or the member it is assigned to."""
        return self.timeline.holder

    @property
    def assigned_to(self) -> AccountId | None:
        """The member to whom it is assigned; None if the owner holds it."""
        return None if self.holder == self.owner else self.holder

    @property
    def earning_from(self) -> date | None:
        return self.timeline.earning_from

    @property
    def is_verified(self) -> bool:
        """Whether its ownership was proved."""
        return self.verification.verified

    @property
    def is_deleted(self) -> bool:
        return self.deleted_at is not None

    def refreshed(self, found: PlatformChannel, at: datetime) -> Channel:
        """With what the platform says about it, read at a moment of security time."""
        after = evolve(
            self,
            name=found.name,
            thumbnail=found.thumbnail,
            total_views=found.total_views,
            read_at=at,
        )
        return after._noted(at) if self.status is ChannelStatus.DENIED_PENDING else after

    def verifying(self, now: datetime) -> Channel:
        """With verification requested, at a moment of security time."""
        return evolve(self, verification=self.verification.pressed(now))

    def checked(self, now: datetime, found: LastCheck) -> Channel:
        """With its description checked without success, at a moment of security time."""
        return evolve(self, verification=self.verification.checked(now, found))

    def verified(self, stamp: ChangeContext, *, seen: datetime, needed_views: int) -> Channel:
        """With its ownership proved: with more views than needed it becomes pending, otherwise it
        is held.
        """
        step = Step.VERIFY_ABOVE if self.total_views > needed_views else Step.VERIFY_BELOW
        after = evolve(self._after(step, stamp), verification=self.verification.passed(seen))
        return after._noted(seen) if step is Step.VERIFY_BELOW else after

    def reviewed(self, stamp: ChangeContext) -> Channel:
        return evolve(self._after(Step.REVIEW, stamp), review_asked_at=stamp.at)

    def approved(self, stamp: ChangeContext, *, earning_from: date) -> Channel:
        """The operator let it earn from a day on."""
        return evolve(
            self._after(Step.APPROVE, stamp),
            approved_at=stamp.at,
            deny_reason=None,
            timeline=self.timeline.earning(earning_from),
        )

    def held(self, stamp: ChangeContext) -> Channel:
        """The operator put it on hold."""
        return self._after(Step.HOLD, stamp)

    def denied(self, stamp: ChangeContext, *, on: date) -> Channel:
        """Refused by the operator; it no longer earns after that day (CHAN-13)."""
        return evolve(
            self._after(Step.DENY, stamp),
            deny_reason=stamp.reason,
            timeline=self.timeline.closed(on),
        )

    def reopened(self, stamp: ChangeContext) -> Channel:
        """With its denial taken back by the operator; it waits for approval again."""
        return evolve(self._after(Step.REOPEN, stamp), deny_reason=None)

    def given_to(self, holder: AccountId, on: date) -> Channel:
        """Held by that account from a day on."""
        return evolve(self, timeline=self.timeline.given_to(holder, on))

    def transferred(self, owner: AccountId, on: date) -> Channel:
        """Another account's from a day on (CHAN-17)."""
        return evolve(self, timeline=self.timeline.transferred(owner, on))

    def deleted(self, at: datetime, *, on: date, lost_from: date | None) -> Channel:
        """Removed by its owner and kept for history; it no longer earns from that day on."""
        timeline = evolve(self.timeline.closed(on), lost_from=lost_from)
        return evolve(self, deleted_at=at, timeline=timeline)

    def _noted(self, at: datetime) -> Channel:
        """With the views it has now as a reading, unless the last one is of the same day."""
        if self.readings and at - self.readings[-1].at < READING_EVERY:
            return self
        readings = (*self.readings, ViewReading(at, self.total_views))
        return evolve(self, readings=readings[-READINGS_KEPT:])

    def _after(self, step: Step, stamp: ChangeContext) -> Channel:
        """In the status that a step leads to; what was read on hold belongs to that hold."""
        status = after(self.status, step)
        line = StatusChange(status, stamp.at, stamp.by, stamp.reason)
        return evolve(self, status=status, history=(*self.history, line), readings=())
