"""What reviews of videos need: where they are kept, who may ask."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from backbeat.accounts.model import Account
from backbeat.audit.ports import AuditTrail
from backbeat.channels.ports import ChannelRepository
from backbeat.figures.model import Video
from backbeat.kernel.ids import AccountId, VideoId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.notifications.model import Notification
from backbeat.video_reviews.model import VideoReview, VideoReviewId


class VideoReviewRepository(Protocol):
    """Reviews; at most one per video waits at a time."""

    def add(self, review: VideoReview) -> None:
        """Store a new one. Refuses with `VideoUnderReview` while another of the video waits."""

    def get(self, review: VideoReviewId) -> VideoReview | None: ...

    def lock(self, review: VideoReviewId) -> VideoReview | None:
        """The review; nobody else answers it until the transaction ends."""

    def save(self, review: VideoReview) -> None: ...

    def of(self, account: AccountId, video: VideoId | None, page: PageRequest) -> Page[VideoReview]:
        """What an account asked for, of one video or of all, the newest first."""

    def queue(self, page: PageRequest, *, with_decided: bool) -> Page[VideoReview]:
        """Those that wait, the oldest first; with the decided ones the newest first."""


class Accounts(Protocol):
    def get(self, account: AccountId) -> Account | None: ...

    def chain(self, account: AccountId) -> Sequence[Account]: ...


class Videos(Protocol):
    def get(self, video: VideoId) -> Video | None: ...


class Notifications(Protocol):
    def add(self, notification: Notification) -> None: ...


class Books(Protocol):
    """What a transaction about reviews of videos sees."""

    @property
    def accounts(self) -> Accounts: ...

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def channels(self) -> ChannelRepository: ...

    @property
    def notifications(self) -> Notifications: ...

    @property
    def video_reviews(self) -> VideoReviewRepository: ...

    @property
    def videos(self) -> Videos: ...
