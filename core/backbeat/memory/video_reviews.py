"""Reviews of videos in memory."""

from __future__ import annotations

from attrs import define, field

from backbeat.kernel.ids import AccountId, VideoId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.locks import Locks
from backbeat.video_reviews.errors import VideoUnderReview
from backbeat.video_reviews.model import VideoReview, VideoReviewId

VIDEO_REVIEW = "video review"


@define(eq=False)
class MemoryVideoReviews:
    _locks: Locks
    kept: dict[VideoReviewId, VideoReview] = field(factory=dict)

    def add(self, review: VideoReview) -> None:
        self._locks.take(VIDEO_REVIEW, review.id)
        if any(each.is_waiting and each.video == review.video for each in self.kept.values()):
            raise VideoUnderReview()
        self.kept[review.id] = review

    def get(self, review: VideoReviewId) -> VideoReview | None:
        return self.kept.get(review)

    def lock(self, review: VideoReviewId) -> VideoReview | None:
        self._locks.take(VIDEO_REVIEW, review)
        return self.kept.get(review)

    def save(self, review: VideoReview) -> None:
        self._locks.require(VIDEO_REVIEW, review.id)
        self.kept[review.id] = review

    def of(self, account: AccountId, video: VideoId | None, page: PageRequest) -> Page[VideoReview]:
        mine = (each for each in self.kept.values() if each.account == account)
        wanted = (each for each in mine if video in {None, each.video})
        return page.of(sorted(wanted, key=_in_time, reverse=True))

    def queue(self, page: PageRequest, *, with_decided: bool) -> Page[VideoReview]:
        wanted = (each for each in self.kept.values() if with_decided or each.is_waiting)
        return page.of(sorted(wanted, key=_in_time, reverse=with_decided))


def _in_time(review: VideoReview) -> tuple[object, str]:
    return review.asked_at, review.id
