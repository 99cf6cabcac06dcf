"""Videos come into being by reports and are described by the platform, whatever keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from attrs import define, field
from tests.fakes import report_files as fake
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock

from backbeat.channels.platform import PlatformUnavailable, PlatformVideo
from backbeat.figures.service import DESCRIBE, VideoDescriptions
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.staging import MemoryStaging
from backbeat.report_files.service import Ingestion
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

CHANNEL = PlatformChannelId("UC000000000000000000001A")
SEOUL = ZoneInfo("Asia/Seoul")


@define
class Describer(FakePlatform):
    """A platform that counts how many videos it is asked for at once, and may fall silent."""

    asked: list[int] = field(factory=list)
    silent_after: int = 10**9

    def videos(self, videos: Sequence[VideoId]) -> Sequence[PlatformVideo]:
        if len(self.asked) >= self.silent_after:
            raise PlatformUnavailable("silent")
        self.asked.append(len(videos))
        return [self.clips[video] for video in videos if video in self.clips]


def a_fact(video: str, title: str = "A title") -> PlatformVideo:
    at = datetime(2025, 8, 31, 20, 0, tzinfo=UTC)
    return PlatformVideo(VideoId(video), CHANNEL, title, "https://i.example/x.jpg", at)


@pytest.fixture
def ingestion(transactions: Any, clock: FixedClock) -> Ingestion:
    staging: Any = (
        MemoryStaging(transactions)
        if isinstance(transactions, MemoryTransactions)
        else SqlStaging(transactions)
    )
    return Ingestion(transactions, staging, DiskReports(), clock)


def take(ingestion: Ingestion, path: Path) -> None:
    ingestion.ingest(path, Actor.operator("ann"))


def test_a_video_has_a_files_title_and_its_first_reported_day_until_described(
    transactions: Any, ingestion: Ingestion, tmp_path: Path, clock: FixedClock
) -> None:
    take(ingestion, fake.own_daily(tmp_path / "a.csv", fake.daily_row("2025-09-07", video="v")))
    take(ingestion, fake.own_daily(tmp_path / "b.csv", fake.daily_row("2025-09-05", video="v")))
    take(ingestion, fake.shorts_ads(tmp_path, fake.shorts_ads_row("v", title="From a file")))

    with transactions.look() as books:
        video = books.videos.get(VideoId("v"))
        waiting = books.videos.undescribed(10)
    assert (video.title, video.thumbnail, video.published_on) == (
        "From a file",
        None,
        date(2025, 9, 1),
    )
    assert [each.id for each in waiting] == ["v"]

    platform = Describer(clips={VideoId("v"): a_fact("v", "Its own title")})
    described = VideoDescriptions(transactions, platform, clock, SEOUL).describe()
    take(ingestion, fake.own_daily(tmp_path / "c.csv", fake.daily_row("2025-01-01", video="v")))

    assert described == 1
    with transactions.look() as books:
        video = books.videos.get(VideoId("v"))
    assert (video.title, video.thumbnail) == ("Its own title", "https://i.example/x.jpg")
    assert (video.published_on, video.described_at) == (date(2025, 9, 1), clock.now())


def test_videos_are_asked_for_in_fifties_and_lost_ones_only_once(
    transactions: Any, ingestion: Ingestion, tmp_path: Path, clock: FixedClock
) -> None:
    rows = [fake.daily_row(video=f"video-{n:03d}") for n in range(120)]
    take(ingestion, fake.own_daily(tmp_path / "a.csv", *rows))
    platform = Describer(clips={VideoId("video-007"): a_fact("video-007")})
    descriptions = VideoDescriptions(transactions, platform, clock, SEOUL)

    assert descriptions.describe() == 1
    assert platform.asked == [50, 50, 20]
    assert descriptions.describe() == 0
    assert platform.asked == [50, 50, 20]


def test_what_was_described_stays_when_the_platform_falls_silent(
    transactions: Any, ingestion: Ingestion, tmp_path: Path, clock: FixedClock
) -> None:
    rows = [fake.daily_row(video=f"video-{n:03d}") for n in range(60)]
    take(ingestion, fake.own_daily(tmp_path / "a.csv", *rows))
    platform = Describer(clips={VideoId("video-007"): a_fact("video-007")}, silent_after=1)

    with pytest.raises(PlatformUnavailable):
        VideoDescriptions(transactions, platform, clock, SEOUL).describe()

    with transactions.look() as books:
        assert len(books.videos.undescribed(100)) == 10


def test_one_silent_platform_does_not_keep_the_others_from_being_described(
    transactions: Any, ingestion: Ingestion, tmp_path: Path, clock: FixedClock
) -> None:
    number = "7212345678901234567"
    row = fake.daily_row(channel="6959123456789012345", video=number)
    elsewhere = fake.own_daily(tmp_path / "a.csv", row)
    ingestion.ingest(elsewhere, Actor.operator("ann"), platform="tiktok")
    take(ingestion, fake.own_daily(tmp_path / "b.csv", fake.daily_row(video="v")))
    platform = Describer(clips={VideoId("v"): a_fact("v", "Its own title")}, silent={"tiktok"})

    with pytest.raises(PlatformUnavailable):
        VideoDescriptions(transactions, platform, clock, SEOUL).describe()

    with transactions.look() as books:
        described = books.videos.get(VideoId("v"))
        waiting = books.videos.undescribed(10)
    assert (described.title, described.platform.name) == ("Its own title", "youtube")
    assert [(each.id, each.platform.name) for each in waiting] == [(f"tiktok:{number}", "tiktok")]


def test_an_ingest_asks_for_descriptions_once(
    transactions: Any, ingestion: Ingestion, tmp_path: Path, clock: FixedClock
) -> None:
    for day in (5, 6):
        file = tmp_path / f"{day}.csv"
        take(ingestion, fake.own_daily(file, fake.daily_row(f"2025-09-0{day}")))

    with transactions.begin() as books:
        assert books.jobs.enqueue(DESCRIBE, {}, key=DESCRIBE) is False
