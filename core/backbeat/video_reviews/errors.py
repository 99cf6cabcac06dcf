"""Why a video is not looked at again."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class VideoUnderReview(Refusal):
    """Somebody has asked for it already, and no operator has answered yet."""

    code = 40004


@define(eq=False)
class DeletedVideo(Refusal):
    """The video no longer exists on its platform."""

    code = 40006


@define(eq=False)
class AlreadyReviewed(Refusal):
    code = 2
    reason = "already_reviewed"
