"""Proof of ownership: the code in the channel's description, which is looked for repeatedly
(VERIFY-1, VERIFY-3).
"""

from __future__ import annotations

from datetime import datetime
from enum import Enum, auto
from math import ceil
from typing import TypeAlias

from attrs import frozen

from backbeat.channels import rules
from backbeat.channels.errors import AlreadyRegistered, AlreadyVerified
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import ChangeContext, Channel, LastCheck, Outcome, Verification
from backbeat.channels.platform import (
    PlatformChannel,
    PlatformUnavailable,
    VideoPlatforms,
    channel_now,
)
from backbeat.channels.ports import Books
from backbeat.channels.records import record, tell, tell_one
from backbeat.channels.visibility import (
    ChannelCard,
    ChannelPresenter,
    locked_channel,
    visible_channel,
)
from backbeat.jobs.ports import Task
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import TooManyRequests
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import CHANNEL_VERIFY
from backbeat.limits.service import Limits
from backbeat.notifications.model import Subject

CHECK = "channels.check"
"""The kind of the jobs that look for a code."""


class Silence(Enum):
    """The platform could not be read."""

    UNREACHABLE = auto()


Reading: TypeAlias = PlatformChannel | Silence | None
"""What the platform said: the channel, nothing (it knows no such channel), or no answer."""


@frozen
class Progress:
    """How far the proof has come."""

    outcome: Outcome
    """Also failure if it was never requested."""
    card: ChannelCard
    retry_in: int
    """Seconds until the description is read again; 0 if it makes sense to ask again now."""


@frozen
class Verifications:
    """Looks for codes, on request and in the background."""

    transactions: Transactions[Books]
    platform: VideoPlatforms
    presenter: ChannelPresenter
    limits: Limits

    def verify(self, caller: AccountId, channel: ChannelId) -> Progress:
        """Look for the code now, and keep looking: a timer starts unless one is running.

        Refuses a verified channel (30000), one that another account has verified (30003) or that
        was denied (30004), and a start within a minute of the last (3). While the timer runs, a
        press within that minute only returns the progress.
        """
        with self.transactions.look() as books:
            seen = visible_channel(books, caller, channel)
            _require_open(books, seen)
            if not self._may_look(seen):
                return self._progress(books, seen)
        reading = read(self.platform, seen)
        with self.transactions.begin() as books:
            before = locked_channel(books, caller, channel)
            _require_open(books, before)
            now = self.presenter.security.now()
            pressed = before if self._is_running(before) else before.verifying(now)
            stamp = ChangeContext(self.presenter.business.now(), Actor.account(caller))
            if pressed is not before:
                record(books, "verification_asked", before, pressed, stamp)
            after = self.judge(books, pressed, reading, stamp)
            if pressed is not before:
                self._look_again(books, after.id, after.verification)
            return self._progress(books, after)

    def status(self, caller: AccountId, channel: ChannelId) -> Progress:
        """The state of the verification; no check is started."""
        with self.transactions.look() as books:
            return self._progress(books, visible_channel(books, caller, channel))

    def check(self, task: Task[Books]) -> None:
        """Do one job of kind `CHECK`: look once, and enqueue the next look if there is to be one."""
        id_ = ChannelId(str(task.job.payload["channel"]))
        pressed_at = datetime.fromisoformat(str(task.job.payload["pressed_at"]))
        with self.transactions.look() as books:
            seen = books.channels.get(id_)
            if seen is None or not _is_wanted(books, seen, pressed_at):
                return
        reading = read(self.platform, seen)
        with task.closing() as books:
            before = books.channels.lock(id_)
            if before is None or not _is_wanted(books, before, pressed_at):
                return
            stamp = ChangeContext(self.presenter.business.now(), Actor.system(CHECK))
            after = self.judge(books, before, reading, stamp)
            self._look_again(books, id_, after.verification)
            if self._has_just_failed(before, after):
                tell(books, Subject.CHANNEL_NOT_VERIFIED, after, stamp)

    def judge(
        self, books: Books, before: Channel, reading: Reading, stamp: ChangeContext
    ) -> Channel:
        """Store what a reading showed about an unverified channel: its proof, or that there is
        none.
        """
        now = self.presenter.security.now()
        code = before.verification.code
        if not isinstance(reading, PlatformChannel):
            silent = reading is Silence.UNREACHABLE
            after = before.checked(now, LastCheck.UNREACHABLE if silent else LastCheck.ABSENT)
        elif rules.has_code(reading.descriptions, code):
            return self._verified(books, before, reading, stamp)
        else:
            after = before.checked(now, LastCheck.ABSENT)
        books.channels.save(after)
        return after

    def _verified(
        self, books: Books, before: Channel, reading: PlatformChannel, stamp: ChangeContext
    ) -> Channel:
        now = self.presenter.security.now()
        after = before.refreshed(reading, now).verified(
            stamp, seen=now, needed_views=self.presenter.settings.hold_max_views
        )
        books.channels.save(after)
        record(books, "verified", before, after, stamp)
        held = after.status is ChannelStatus.DENIED_PENDING
        tell(books, Subject.CHANNEL_HELD if held else Subject.CHANNEL_VERIFIED, after, stamp)
        for other in books.channels.claims(after.platform_id):
            if other.id != after.id:
                tell_one(books, other.holder, Subject.CHANNEL_LOST, other, stamp)
        return after

    def _look_again(self, books: Books, channel: ChannelId, verification: Verification) -> None:
        due = verification.next_check(self.presenter.security.now(), self.presenter.settings)
        if due is None or verification.pressed_at is None:
            return
        pressed_at = verification.pressed_at.isoformat()
        payload = {"channel": channel, "pressed_at": pressed_at}
        books.jobs.enqueue(CHECK, payload, due=due, key=f"{channel} {pressed_at}")

    def _may_look(self, channel: Channel) -> bool:
        """Whether a press may ask the platform now; code 3 if it may not even start."""
        try:
            self.limits.take((CHANNEL_VERIFY, channel.id))
        except TooManyRequests:
            if self._is_running(channel):
                return False
            raise
        return True

    def _is_running(self, channel: Channel) -> bool:
        ends = channel.verification.timer_ends(self.presenter.settings)
        return ends is not None and self.presenter.security.now() < ends

    def _has_just_failed(self, before: Channel, after: Channel) -> bool:
        """Whether this was the first look after the end of the timer, and it found nothing."""
        ends = before.verification.timer_ends(self.presenter.settings)
        found_nothing = after.verification.last_check is LastCheck.ABSENT
        if after.is_verified or ends is None or not found_nothing or self._is_running(after):
            return False
        checked_at = before.verification.checked_at
        had_failed = (
            checked_at is not None
            and checked_at >= ends
            and before.verification.last_check is LastCheck.ABSENT
        )
        return not had_failed

    def _progress(self, books: Books, channel: Channel) -> Progress:
        card = self.presenter.one(books, channel)
        outcome = card.outcome or Outcome.FAILURE
        return Progress(outcome, card, self._retry_in(channel) if outcome is Outcome.WAIT else 0)

    def _retry_in(self, channel: Channel) -> int:
        now = self.presenter.security.now()
        due = channel.verification.next_check(now, self.presenter.settings)
        return 0 if due is None else ceil((due - now).total_seconds())


def read(platform: VideoPlatforms, channel: Channel) -> Reading:
    """What the platform says about a channel now; never call it inside a transaction."""
    try:
        return channel_now(platform, channel.platform_id)
    except PlatformUnavailable:
        return Silence.UNREACHABLE


def _require_open(books: Books, channel: Channel) -> None:
    """Refuse a channel that is verified (30000), that another account has verified (30003, CHAN-16)
    or that was deleted while denied (30004, CHAN-15).
    """
    if channel.is_verified:
        raise AlreadyVerified()
    if _is_lost(books, channel):
        raise AlreadyRegistered()
    rules.require_not_denied(books.channels.past(channel.platform_id))


def _is_wanted(books: Books, channel: Channel, pressed_at: datetime) -> bool:
    """Whether to keep looking: not verified, deleted, lost or denied, and not started again since."""
    return (
        not channel.is_verified
        and not channel.is_deleted
        and channel.verification.pressed_at == pressed_at
        and not _is_lost(books, channel)
        and not rules.denied(books.channels.past(channel.platform_id))
    )


def _is_lost(books: Books, channel: Channel) -> bool:
    return any(claim.is_verified for claim in books.channels.claims(channel.platform_id))
