"""A review of a video: who asked for it, and what the operator said."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import NewType

from attrs import evolve, frozen

from backbeat.kernel.ids import AccountId, ChannelId, VideoId

VideoReviewId = NewType("VideoReviewId", str)


class ReviewState(StrEnum):
    WAITING = "waiting"
    ACCEPTED = "accepted"
    """The music is found: the video counts from the next reports on."""
    DECLINED = "declined"


@frozen
class VideoReview:
    """One look at a video; instants are business time. `note` is what its creator is told."""

    id: VideoReviewId
    account: AccountId
    video: VideoId
    channel: ChannelId
    title: str
    url: str
    asked_at: datetime
    state: ReviewState = ReviewState.WAITING
    note: str | None = None
    decided_at: datetime | None = None

    @property
    def is_waiting(self) -> bool:
        return self.state is ReviewState.WAITING

    def decided(self, state: ReviewState, note: str | None, at: datetime) -> VideoReview:
        return evolve(self, state=state, note=note, decided_at=at)
