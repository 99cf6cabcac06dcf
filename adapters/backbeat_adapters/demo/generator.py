"""Sample report files in the platform's real formats, made from a seed with realistic shapes.

The same seed, videos and days always give the same figures, whatever else is written, so a
month's confirmed file fits the daily files that went before it.
"""

from __future__ import annotations

import csv
import gzip
import io
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Protocol

from attrs import frozen

from backbeat.kernel.months import Month, days_between
from backbeat_adapters.demo.simulated import made_video_id

OWNER = "Backbeat_Music"
"""The content owner that the files name."""

# Part of the views, and ad revenue in USD per thousand views, for Shorts with licensed music.
_COUNTRIES = (
    ("KR", 0.46, 0.52),
    ("US", 0.22, 0.95),
    ("JP", 0.12, 0.70),
    ("TW", 0.10, 0.34),
    ("BR", 0.08, 0.22),
    ("ZZ", 0.02, 0.0),
)
_TITLES = (
    "Night market, one take",
    "다섯 손가락으로 추는 춤 🕺",
    "Five-minute kimchi rice",
    "夜市第一口 🍢",
    "Rain on the roof, 60 s",
    '"Just one more" – a thrift flip',
    "지하철 2호선 댄스",
    "=SUM of my mistakes (bloopers)",
    "早安台北,慢慢走",
    "Subway dance, line 2",
    "고양이가 박자를 탄다 🐈",
    "Latte art fails & wins",
    "一分鐘學會轉筆",
    "Sunset roller skating",
)
_PAUSE_DAYS = 18
_FIRST_WEEKS = 0.12
_LONG_TAIL = 0.18

CLAIM_COLUMNS = (
    *("Adjustment Type", "Day", "Country", "Video ID", "Channel ID", "Asset ID"),
    *("Asset Channel ID", "Asset Type", "Custom ID", "ISRC", "UPC", "GRid", "Content Type"),
    *("Policy", "Claim Type", "Claim Origin", "Owned Views", "YouTube Revenue Split : Auction"),
    *("YouTube Revenue Split", "Partner Revenue : Auction", "Partner Revenue"),
)
RED_COLUMNS = (
    *("Adjustment Type", "Day", "Country", "Video ID", "Custom ID", "Content Type"),
    *("Video Title", "Video Duration (sec)", "Username", "Uploader", "Channel Display Name"),
    *("Channel ID", "Claim Type", "Claim Origin", "Multiple Claims?", "Asset ID", "Policy"),
    *("Owned Views", "YouTube Revenue Split", "Partner Revenue"),
)
BASIC_COLUMNS = (
    *("date", "channel_id", "video_id", "claimed_status", "uploader_type"),
    *("live_or_on_demand", "subscribed_status", "country_code", "engaged_views", "views"),
    *("comments", "shares", "watch_time_minutes", "average_view_duration_seconds"),
    *("average_view_duration_percentage", "likes", "dislikes", "red_views"),
    "red_watch_time_minutes",
)
ESTIMATED_COLUMNS = (
    *("date", "channel_id", "video_id", "claimed_status", "uploader_type", "country_code"),
    *("estimated_partner_revenue", "estimated_partner_ad_revenue"),
    *("estimated_partner_red_revenue", "estimated_partner_transaction_revenue"),
)
TIKTOK_DAILY_COLUMNS = (
    *("date", "creator_id", "video_id", "video_title", "country", "video_views"),
    *("qualified_views", "watch_time_seconds", "estimated_rewards_usd"),
)
TIKTOK_MONTHLY_COLUMNS = (
    *("month", "creator_id", "video_id", "video_title", "video_views"),
    *("qualified_views", "rewards_usd"),
)


@frozen
class SampleVideo:
    """A video of the sample data; `views` is about how many it has on its first day."""

    id: str
    channel: str
    title: str
    published_on: date
    seconds: int
    views: int
    isrc: str


@frozen
class SampleDay:
    """What a video did on one day in one country; money in USD."""

    video: SampleVideo
    day: date
    country: str
    views: int
    engaged: int
    premium: int
    watched_minutes: float
    watch_rate: float
    ads: float
    red: float


def sample_videos(
    channel: str,
    first: date,
    last: date,
    views: int,
    isrcs: Sequence[str],
    *,
    new_id: Callable[[str], str] = made_video_id,
) -> list[SampleVideo]:
    """A channel's videos: one about every eighteen days, each with one track."""
    chance = Random(f"videos {channel}")
    found: list[SampleVideo] = []
    day = first
    while day <= last:
        number = len(found)
        found.append(
            SampleVideo(
                new_id(f"{channel} {number}"),
                channel,
                _TITLES[(chance.randrange(len(_TITLES)) + number) % len(_TITLES)],
                day,
                chance.choice((28, 34, 41, 46, 52, 59, 60)),
                int(views * chance.lognormvariate(0, 0.5)),
                isrcs[int(chance.paretovariate(1.4)) % len(isrcs)],
            )
        )
        day += timedelta(_PAUSE_DAYS + chance.randrange(-3, 4))
    return found


def sample_days(videos: Iterable[SampleVideo], first: date, last: date) -> Iterator[SampleDay]:
    """What the videos did on those days, by video, day and country."""
    for video in videos:
        for day in days_between(max(first, video.published_on), last):
            yield from _countries_of(video, day)


def _countries_of(video: SampleVideo, day: date) -> Iterator[SampleDay]:
    of_video = Random(f"video {video.id}")
    premium_part = of_video.betavariate(2, 22)
    premium_factor = of_video.uniform(6, 12)
    price = of_video.lognormvariate(0, 0.3)
    rate = min(of_video.lognormvariate(-0.25, 0.35), 1.6)
    chance = Random(f"day {video.id} {day}")
    age = (day - video.published_on).days
    views = video.views * max(math.exp(-_FIRST_WEEKS * age), _LONG_TAIL) * chance.uniform(0.6, 1.4)
    for country, part, rpm in _COUNTRIES:
        seen = int(views * part * chance.uniform(0.8, 1.2))
        if seen == 0:
            continue
        premium = int(seen * premium_part * chance.uniform(0.7, 1.3))
        yield SampleDay(
            video,
            day,
            country,
            seen,
            int(seen * chance.uniform(0.62, 0.86)),
            premium,
            seen * rate * video.seconds / 60,
            rate * 100,
            (seen - premium) / 1000 * rpm * price,
            premium / 1000 * rpm * price * premium_factor,
        )


def made_number(seed: str) -> str:
    """A TikTok id, of an account or a video; the same seed, the same id."""
    return f"7{Random(f'number {seed}').randrange(10**18):018d}"


class SampleFiles(Protocol):
    """Writes what one platform reports of sample videos; gives the files."""

    def daily(self, videos: Sequence[SampleVideo], first: date, last: date) -> list[Path]:
        """Views and estimates of some days."""

    def monthly(self, videos: Sequence[SampleVideo], month: Month) -> list[Path]:
        """Confirmed revenue of a month."""


@frozen
class TikTokFiles:
    """Writes TikTok's two forms into a folder."""

    folder: Path

    def daily(self, videos: Sequence[SampleVideo], first: date, last: date) -> list[Path]:
        """Views and estimated rewards of some days."""
        name = f"tiktok_video_daily_{first:%Y%m%d}_{last:%Y%m%d}.csv"
        rows = map(_tiktok_day, sample_days(videos, first, last))
        return [_write(self.folder, name, TIKTOK_DAILY_COLUMNS, rows)]

    def monthly(self, videos: Sequence[SampleVideo], month: Month) -> list[Path]:
        """Rewards of a month, a row a video."""
        by_video: dict[str, list[SampleDay]] = {}
        for day in sample_days(videos, month.first, month.last):
            by_video.setdefault(day.video.id, []).append(day)
        rows = [_tiktok_month(days, month) for days in by_video.values()]
        name = f"tiktok_video_monthly_{month}.csv"
        return [_write(self.folder, name, TIKTOK_MONTHLY_COLUMNS, rows)]


@frozen
class ReportFiles:
    """Writes YouTube's files into a folder, named as YouTube names them."""

    folder: Path

    def daily(self, videos: Sequence[SampleVideo], first: date, last: date) -> list[Path]:
        """Views and estimates of some days: two Reporting API files."""
        days = list(sample_days(videos, first, last))
        span = f"{first:%Y%m%d}_{last:%Y%m%d}"
        return [
            _write(
                self.folder,
                f"content_owner_basic_a4_{span}.csv",
                BASIC_COLUMNS,
                map(_basic_row, days),
            ),
            _write(
                self.folder,
                f"content_owner_estimated_revenue_a1_{span}.csv",
                ESTIMATED_COLUMNS,
                map(_estimated_row, days),
            ),
        ]

    def monthly(self, videos: Sequence[SampleVideo], month: Month) -> list[Path]:
        """Confirmed ads and subscription revenue of a month: two Studio downloads."""
        days = list(sample_days(videos, month.first, month.last))
        name = f"YouTube_{OWNER}_M_{month.first:%Y%m%d}_{month.last:%Y%m%d}"
        return [
            _write(
                self.folder,
                f"{name}_claim_raw_v1-1.csv.gz",
                CLAIM_COLUMNS,
                (_claim_row(day, month) for day in days),
            ),
            _write(
                self.folder,
                f"{name}_red_music_rawdata_video_v1-1.csv",
                RED_COLUMNS,
                (_red_row(day, month) for day in days if day.premium),
                title="Video Summary",
            ),
        ]


def _write(
    folder: Path,
    name: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    title: str | None = None,
) -> Path:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if title is not None:
        writer.writerow([title])
    writer.writerow(columns)
    writer.writerows(rows)
    content = text.getvalue().encode()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(gzip.compress(content, mtime=0) if name.endswith(".gz") else content)
    return path


def _confirmed(day: SampleDay, month: Month) -> float:
    """What confirming does to an estimate: a few percent, the same for all of a video's month."""
    return Random(f"confirmed {day.video.id} {month}").uniform(0.97, 1.02)


def _usd(amount: float) -> str:
    return f"{amount:.9f}"


def _bare(channel: str) -> str:
    """Studio downloads write channel ids without their first two letters."""
    return channel.removeprefix("UC")


def _basic_row(day: SampleDay) -> Sequence[object]:
    watched = day.watched_minutes
    seconds = watched * 60 / day.views
    return (
        *(f"{day.day:%Y%m%d}", day.video.channel, day.video.id, "claimed", "thirdParty"),
        *("on_demand", "subscribed", day.country, day.engaged, day.views),
        *(day.views // 900, day.views // 1500, f"{watched:.4f}", f"{seconds:.4f}"),
        *(f"{day.watch_rate:.4f}", day.views // 60, day.views // 4000, day.premium),
        f"{watched * day.premium / day.views:.4f}",
    )


def _estimated_row(day: SampleDay) -> Sequence[object]:
    return (
        *(f"{day.day:%Y%m%d}", day.video.channel, day.video.id, "claimed", "thirdParty"),
        *(day.country, _usd(day.ads + day.red), _usd(day.ads), _usd(day.red), _usd(0)),
    )


def _tiktok_day(day: SampleDay) -> Sequence[object]:
    video = day.video
    return (
        *(f"{day.day}", video.channel, video.id, video.title, day.country, day.views),
        *(day.engaged, f"{day.watched_minutes * 60:.0f}", _usd(day.ads + day.red)),
    )


def _tiktok_month(days: Sequence[SampleDay], month: Month) -> Sequence[object]:
    video = days[0].video
    rewards = sum((day.ads + day.red) * _confirmed(day, month) for day in days)
    views, engaged = sum(day.views for day in days), sum(day.engaged for day in days)
    return (f"{month}", video.channel, video.id, video.title, views, engaged, _usd(rewards))


def _claim_row(day: SampleDay, month: Month) -> Sequence[object]:
    amount = _usd(day.ads * _confirmed(day, month))
    channel = _bare(day.video.channel)
    return (
        *("None", f"{day.day:%Y%m%d}", day.country, day.video.id, channel),
        *(f"A{day.video.isrc}", "", "Sound Recording", "", day.video.isrc, "", ""),
        *("UGC", "Monetize in all countries", "Audio", "Audio Match", day.views - day.premium),
        *(amount, amount, amount, amount),
    )


def _red_row(day: SampleDay, month: Month) -> Sequence[object]:
    amount = _usd(day.red * _confirmed(day, month))
    video = day.video
    return (
        *("None", f"{day.day:%Y%m%d}", day.country, video.id, "", "UGC", video.title),
        *(video.seconds, "", "", "", _bare(video.channel), "Audio", "Audio Match", "No"),
        *(f"A{video.isrc}", "Monetize in all countries", day.premium, amount, amount),
    )
