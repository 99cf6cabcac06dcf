"""Describing videos: titles, thumbnails and upload days come from the platform, in the background."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from attrs import frozen

from backbeat.channels.platform import BATCH, PlatformVideo, VideoPlatform
from backbeat.figures.model import Video
from backbeat.figures.ports import Books
from backbeat.jobs.ports import Task
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import VideoId
from backbeat.kernel.transactions import Transactions

DESCRIBE = "videos.describe"
"""The kind of job that `VideoDescriptions.handle` does; asked for after each ingest (R51)."""


@frozen
class VideoDescriptions:
    """Fetches what the platform says of new videos. `clock` is the business clock."""

    transactions: Transactions[Books]
    platform: VideoPlatform
    clock: Clock
    zone: ZoneInfo

    def handle(self, _task: Task[Books]) -> None:
        """Do the job: every batch is kept at once, so a crash loses one batch at most."""
        self.describe()

    def describe(self) -> int:
        """Ask for every video not yet described, 50 at a time; how many were.

        Videos that the platform hides or has lost keep what reports said. Raises
        `PlatformUnavailable`; what was fetched before stays.
        """
        described = 0
        last: VideoId | None = None
        while batch := self._next(last):
            answers = {facts.id: facts for facts in self.platform.videos([v.id for v in batch])}
            now = self.clock.now()
            changed = [self._described(video, answers.get(video.id), now) for video in batch]
            with self.transactions.begin() as books:
                books.videos.described(changed)
            described += len(answers)
            last = batch[-1].id
        return described

    def _next(self, last: VideoId | None) -> list[Video]:
        with self.transactions.look() as books:
            return list(books.videos.undescribed(BATCH, after=last))

    def _described(self, video: Video, facts: PlatformVideo | None, now: datetime) -> Video:
        return video.missing(now) if facts is None else video.described(facts, now, self.zone)
