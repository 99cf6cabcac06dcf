"""Describing videos: titles, thumbnails and upload days are read from the platform, in the
background.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from attrs import frozen

from backbeat.channels.platform import (
    BATCH,
    PlatformUnavailable,
    PlatformVideo,
    VideoPlatforms,
)
from backbeat.figures.model import Video
from backbeat.figures.ports import Books
from backbeat.jobs.ports import Task
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import VideoId
from backbeat.kernel.transactions import Transactions
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import PLATFORMS

ROLL_UP = "dashboards.roll_up"
"""The kind of the job that `RollUps.refresh` does; it recurs, and is enqueued after daily files
(DASH-23).
"""

DESCRIBE = "videos.describe"
"""The kind of the job that `VideoDescriptions.handle` does; it is enqueued after each ingest
(VIDEO-3).
"""


@frozen
class VideoDescriptions:
    """Fetches what the platform says of new videos. `clock` is the business clock."""

    transactions: Transactions[Books]
    platform: VideoPlatforms
    clock: Clock
    zone: ZoneInfo

    def handle(self, _task: Task[Books]) -> None:
        """Do the job: every batch is stored at once, so a crash loses at most one batch."""
        self.describe()

    def describe(self) -> int:
        """Ask for every video that is not described yet, 50 at a time. Returns how many were
        described.

        Videos that the platform hides or no longer has keep what reports said, and so do those of a
        platform that nothing reads. Raises `PlatformUnavailable` at the end if a platform did not
        answer; what the others said is stored.
        """
        described = 0
        last: VideoId | None = None
        silent: PlatformUnavailable | None = None
        while batch := self._next(last):
            for platform in PLATFORMS:
                try:
                    some = [video for video in batch if video.platform is platform]
                    described += self._describe(platform, some)
                except PlatformUnavailable as trouble:
                    silent = trouble
            last = batch[-1].id
        if silent is not None:
            raise silent
        return described

    def _describe(self, platform: Platform, videos: Sequence[Video]) -> int:
        if not videos:
            return 0
        way = self.platform.of(platform)
        told = () if way is None else way.videos([video.id for video in videos])
        answers = {facts.id: facts for facts in told}
        now = self.clock.now()
        changed = [self._described(video, answers.get(video.id), now) for video in videos]
        with self.transactions.begin() as books:
            books.videos.described(changed)
        return len(answers)

    def _next(self, last: VideoId | None) -> list[Video]:
        with self.transactions.look() as books:
            return list(books.videos.undescribed(BATCH, after=last))

    def _described(self, video: Video, facts: PlatformVideo | None, now: datetime) -> Video:
        return video.missing(now) if facts is None else video.described(facts, now, self.zone)
