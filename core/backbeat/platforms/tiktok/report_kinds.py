"""TikTok's figures, in the words of its creator pages: qualified views and rewards of videos.

TikTok gives partners no single standard file. These two forms contain what its rewards pages show,
one row per video; see `docs/how-to/platform.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from backbeat.platforms.kinds import Daily, Kind, Role, Sort
from backbeat.platforms.layouts import FileName, Layout, layout

VIDEO_MONTHLY = Kind("tiktok_video_monthly", Role.RECORD, Sort.BOTH)
VIDEO_DAILY = Kind("tiktok_video_daily", Role.ESTIMATE, daily=frozenset({Daily.MONEY, Daily.VIEWS}))

_ALIASES = MappingProxyType({"tiktok_monthly": VIDEO_MONTHLY, "tiktok_daily": VIDEO_DAILY})
_VIDEO = MappingProxyType(
    {
        "channel": "creator_id",
        "video": "video_id",
        "title": "video_title",
        "country": "country",
        "isrc": "isrc",
        "views": "video_views",
        "engaged_views": "qualified_views",
    }
)
_LAYOUTS = (
    layout(
        VIDEO_DAILY,
        "date creator_id video_id video_views estimated_rewards_usd",
        {
            **_VIDEO,
            "day": "date",
            "watch_seconds": "watch_time_seconds",
            "revenue": "estimated_rewards_usd",
        },
        "creator_id video_id isrc country",
    ),
    layout(
        VIDEO_MONTHLY,
        "month creator_id video_id rewards_usd",
        {**_VIDEO, "month": "month", "revenue": "rewards_usd"},
        "creator_id video_id isrc country",
        lacks="date",
    ),
)


class TikTokReports:
    """See `model.ReportKinds`. File names tell nothing."""

    kinds: ClassVar[Sequence[Kind]] = (VIDEO_MONTHLY, VIDEO_DAILY)
    layouts: ClassVar[Sequence[Layout]] = _LAYOUTS
    summary_lines: ClassVar[Mapping[str, Sequence[Kind]]] = MappingProxyType({})
    summary_deductions: ClassVar[frozenset[str]] = frozenset()

    def named(self, text: str) -> Kind | None:
        """The kind's own name, or the short one."""
        short = _ALIASES.get(text)
        return short or next((kind for kind in self.kinds if kind == text), None)

    def told_by(self, name: str) -> FileName:  # noqa: ARG002
        return FileName()
