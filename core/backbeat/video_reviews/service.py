"""Asking for a second look at a video, and answering it (VIDEO-6)."""

from __future__ import annotations

from attrs import frozen

from backbeat import settings
from backbeat.audit.model import AuditEntry
from backbeat.channels.model import Channel
from backbeat.channels.platform import VideoPlatforms
from backbeat.channels.video_links import fetched, video_named
from backbeat.dashboards.errors import VideoForbidden
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import BadValues, FeatureOff, NotFound
from backbeat.kernel.ids import AccountId, NewId, PlatformChannelId, VideoId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.rules import require_reason
from backbeat.notifications.model import Notification, Subject
from backbeat.platforms.registry import platform_of
from backbeat.video_reviews.errors import AlreadyReviewed, DeletedVideo
from backbeat.video_reviews.model import ReviewState, VideoReview, VideoReviewId
from backbeat.video_reviews.ports import Books

LONGEST_NOTE = 500

_TOLD = {
    ReviewState.ACCEPTED: Subject.VIDEO_REVIEW_ACCEPTED,
    ReviewState.DECLINED: Subject.VIDEO_REVIEW_DECLINED,
}


@frozen
class VideoReviews:
    """What creators ask for, and what operators answer. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    new_id: NewId
    platforms: VideoPlatforms
    features: settings.Features

    def ask(self, account: AccountId, address: str) -> VideoReview:
        """Ask the operator to look at a video of a channel that the account, or one below it, holds.

        Refuses with 70001, 40005, 70000, with 40006 a video that is gone, and with 40004 one that
        waits for an answer.
        """
        self._require_on()
        video = video_named(address)
        with self.transactions.look() as books:
            known = books.videos.get(video)
            if known is not None:
                _own_channel(books, account, known.channel)
        found = fetched(self.platforms, video)
        if found is None:
            raise DeletedVideo()
        with self.transactions.begin() as books:
            channel = _own_channel(books, account, found.channel)
            review = VideoReview(
                id=VideoReviewId(self.new_id()),
                account=account,
                video=video,
                channel=channel.id,
                title=found.title,
                url=platform_of(video).video_url(video, channel.link) or address.strip(),
                asked_at=self.clock.now(),
            )
            books.video_reviews.add(review)
            books.audit.record(
                AuditEntry(
                    review.asked_at,
                    Actor.account(account),
                    "video_review.asked",
                    f"video_review:{review.id}",
                    after={"video": video, "channel": channel.id},
                )
            )
        return review

    def list(
        self, account: AccountId, video: VideoId | None, page: PageRequest
    ) -> Page[VideoReview]:
        """What an account asked for, of one video or of all, the newest first."""
        self._require_on()
        with self.transactions.look() as books:
            return books.video_reviews.of(account, video, page)

    # -- operators

    def queue(self, page: PageRequest, *, with_decided: bool = False) -> Page[VideoReview]:
        """Those that wait for their answer, the oldest first; with the decided ones the newest first."""
        with self.transactions.look() as books:
            return books.video_reviews.queue(page, with_decided=with_decided)

    def find(self, review: str) -> VideoReview:
        with self.transactions.look() as books:
            return _found(books.video_reviews.get(VideoReviewId(review)))

    def accept(
        self, review: str, actor: Actor, note: str | None = None, *, dry_run: bool = False
    ) -> VideoReview:
        """The music is found; the person who asked is told, with the note if there is one."""
        return self._decide(review, ReviewState.ACCEPTED, actor, _note(note), dry_run=dry_run)

    def decline(
        self, review: str, actor: Actor, reason: str | None, *, dry_run: bool = False
    ) -> VideoReview:
        """The video has none of our music; the person who asked is told the reason, which is
        required (code 4).
        """
        note = _note(require_reason(reason))
        return self._decide(review, ReviewState.DECLINED, actor, note, dry_run=dry_run)

    def _decide(
        self,
        review: str,
        state: ReviewState,
        actor: Actor,
        note: str | None,
        *,
        dry_run: bool,
    ) -> VideoReview:
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _found(books.video_reviews.lock(VideoReviewId(review)))
            if not before.is_waiting:
                raise AlreadyReviewed()
            now = self.clock.now()
            after = before.decided(state, note, now)
            books.video_reviews.save(after)
            facts = {"video": after.title, **({} if note is None else {"note": note})}
            target = Target(TargetKind.DASHBOARD)
            books.notifications.add(Notification(after.account, _TOLD[state], now, facts, target))
            books.audit.record(
                AuditEntry(
                    now, actor, f"video_review.{state}", f"video_review:{after.id}", reason=note
                )
            )
        return after

    def _require_on(self) -> None:
        if not self.features.video_review:
            raise FeatureOff()


def _own_channel(books: Books, account: AccountId, channel: PlatformChannelId) -> Channel:
    """The verified registration of the channel that the account, or one below it, holds."""
    for each in books.channels.claims(channel):
        if each.is_verified and account in {
            above.id for above in books.accounts.chain(each.holder)
        }:
            return each
    raise VideoForbidden()


def _found(review: VideoReview | None) -> VideoReview:
    if review is None:
        raise NotFound()
    return review


def _note(text: str | None) -> str | None:
    note = (text or "").strip()
    if len(note) > LONGEST_NOTE:
        raise BadValues(fields={"reason": "too_long"})
    return note or None
