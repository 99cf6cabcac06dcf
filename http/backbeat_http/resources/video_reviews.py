"""A second look at a video: `v2/music/video/review` (VIDEO-6)."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.channels.errors import BadVideoAddress, VideoNotFetched
from backbeat.dashboards.errors import VideoForbidden
from backbeat.kernel.errors import FeatureOff
from backbeat.kernel.ids import VideoId
from backbeat.limits.rules import VIDEO_REVIEW
from backbeat.platforms.addresses import LONGEST_LINK
from backbeat.video_reviews.errors import DeletedVideo, VideoUnderReview
from backbeat.video_reviews.model import ReviewState, VideoReview
from backbeat.video_reviews.service import VideoReviews
from backbeat_http.caller import Caller
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.wire import Instant


@frozen
class VideoReviewBody:
    """`url` is the address of a video of a channel that the caller may see."""

    url: Annotated[str, Meta(max_length=LONGEST_LINK)]


@frozen
class VideoReviewsQuery(PageQuery):
    """Which video; without `id`, the reviews of all videos."""

    id: Annotated[str, Meta(max_length=64)] | None = None


@frozen
class VideoReviewView:
    """A video that the operator is asked to check; `note` is what the operator said about it."""

    id: str
    video_id: str
    title: str
    url: str
    state: ReviewState
    asked_at: Instant
    decided_at: Instant | None
    note: str | None

    @classmethod
    def of(cls, review: VideoReview) -> VideoReviewView:
        return cls(
            id=review.id,
            video_id=review.video,
            title=review.title,
            url=review.url,
            state=review.state,
            asked_at=review.asked_at,
            decided_at=review.decided_at,
            note=review.note,
        )


@frozen
class VideoReviewsResource:
    """Answers `v2/music/video/review`."""

    reviews: VideoReviews

    @operation("listVideoReviews", refuses=(FeatureOff,))
    def on_get_review(self, caller: Caller, query: VideoReviewsQuery) -> PageView[VideoReviewView]:
        """What the caller has asked for, the newest first."""
        video = None if query.id is None else VideoId(query.id)
        found = self.reviews.list(caller.account, video, query.page_request)
        return PageView.of(found, VideoReviewView.of)

    @operation(
        "reviewVideo",
        limit=VIDEO_REVIEW,
        lane=Lane.PLATFORM,
        refuses=(
            FeatureOff,
            BadVideoAddress,
            VideoForbidden,
            VideoNotFetched,
            DeletedVideo,
            VideoUnderReview,
        ),
    )
    def on_post_review(self, caller: Caller, body: VideoReviewBody) -> VideoReviewView:
        """Ask the operator to look at a video whose music was not recognised."""
        return VideoReviewView.of(self.reviews.ask(caller.account, body.url))
