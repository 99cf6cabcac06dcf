"""Why a video is not looked at once more."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class VideoUnderReview(Refusal):
    """Somebody has asked for it already, and no operator has answered yet."""

    code = 40004


@define(eq=False)
class DeletedVideo(Refusal):
    """The video is gone from its platform."""

    code = 40006


@define(eq=False)
class AlreadyReviewed(Refusal):
    """The review has its answer and takes no other."""

    code = 2
    reason = "already_reviewed"
