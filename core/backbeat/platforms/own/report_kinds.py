"""The open format: daily figures and monthly records of any platform's channels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from backbeat.platforms.kinds import Kind, Role, Sort
from backbeat.platforms.layouts import FileName, Layout, layout

OWN_MONTHLY = Kind("own_monthly", Role.RECORD, Sort.BOTH, is_open=True)
OWN_DAILY = Kind("own_daily", Role.ESTIMATE, is_open=True)

_ALIASES = MappingProxyType({"monthly": OWN_MONTHLY, "daily": OWN_DAILY})
_OWN = MappingProxyType(
    {
        "channel": "channel_id",
        "video": "video_id",
        "isrc": "isrc",
        "title": "title video_title",
        "views": "views",
        "engaged_views": "engaged_views",
        "revenue": "revenue_usd",
    }
)

_LAYOUTS = (
    layout(
        OWN_DAILY,
        "date channel_id video_id views revenue_usd",
        {
            **_OWN,
            "day": "date",
            "country": "country",
            "premium_views": "premium_views",
            "watch_seconds": "watch_seconds",
            "premium_revenue": "premium_revenue_usd",
        },
        "channel_id video_id isrc country",
        lacks="month",
    ),
    layout(
        OWN_DAILY,
        "date channel_id video_id views ad_revenue_usd",
        {
            **_OWN,
            "day": "date",
            "country": "country",
            "premium_views": "premium_views",
            "watch_seconds": "watch_seconds",
            "ads_revenue": "ad_revenue_usd",
            "premium_revenue": "premium_revenue_usd",
        },
        "channel_id video_id isrc country",
        lacks="month revenue_usd",
    ),
    layout(
        OWN_MONTHLY,
        "month channel_id video_id revenue_usd",
        {**_OWN, "month": "month"},
        "channel_id video_id isrc",
        lacks="date day",
    ),
)


class OwnReports:
    """See `model.ReportKinds`. The names of such files tell nothing."""

    kinds: ClassVar[Sequence[Kind]] = (OWN_MONTHLY, OWN_DAILY)
    layouts: ClassVar[Sequence[Layout]] = _LAYOUTS
    summary_lines: ClassVar[Mapping[str, Sequence[Kind]]] = MappingProxyType({})
    summary_deductions: ClassVar[frozenset[str]] = frozenset()

    def named(self, text: str) -> Kind | None:
        """Also without the `own_` in front."""
        return _ALIASES.get(text.removeprefix("own_"))

    def told_by(self, name: str) -> FileName:  # noqa: ARG002
        return FileName()
