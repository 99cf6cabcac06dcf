"""YouTube's report files: the content owner's downloads and the reporting files."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Assets, Daily, Kind, Role, Sort
from backbeat.platforms.layouts import FileName, Layout, layout

_ADS = "ads"
CLAIM_RAW = Kind(
    "claim_raw",
    Role.RECORD,
    Sort.ADS,
    named_by_owner=True,
    assets=Assets.OF_VIDEOS,
    same_money=_ADS,
)
VIDEO_RAW = Kind("video_raw", Role.RECORD, Sort.ADS, named_by_owner=True, same_money=_ADS)
RED_MUSIC = Kind(
    "red_music_rawdata_video",
    Role.RECORD,
    Sort.SUBSCRIPTION,
    named_by_owner=True,
    assets=Assets.OF_VIDEOS,
)
RED = Kind(
    "red_rawdata_video",
    Role.RECORD,
    Sort.SUBSCRIPTION,
    named_by_owner=True,
    assets=Assets.OF_VIDEOS,
)
SHORTS_ADS = Kind("shorts_ads_video_summary", Role.RECORD, Sort.ADS, named_by_owner=True)
SHORTS_SUBSCRIPTION = Kind(
    "shorts_subscription_video_summary", Role.RECORD, Sort.SUBSCRIPTION, named_by_owner=True
)
ESTIMATED_REVENUE = Kind(
    "content_owner_estimated_revenue", Role.ESTIMATE, daily=frozenset({Daily.MONEY})
)
BASIC = Kind("content_owner_basic", Role.VIEWS, daily=frozenset({Daily.VIEWS}))
ASSET_RAW = Kind(
    "asset_raw", Role.CHECK, named_by_owner=True, assets=Assets.OF_TRACKS, same_money=_ADS
)
ASSET_ESTIMATED_REVENUE = Kind("asset_estimated_revenue", Role.CHECK, assets=Assets.OF_VIDEOS)
PAYMENT_SUMMARY = Kind("payment_summary", Role.CHECK, named_by_owner=True, is_summary=True)

_VERSION = re.compile(r"(_a\d|_v\d(_\d)?)$")
_SHORTS = re.compile(r"^monthly_shorts_(?:.*_)?(ads|subscription)_video_summary$")
_ALIASES = MappingProxyType(
    {
        "content_owner_asset_estimated_revenue": "asset_estimated_revenue",
        "estimated_revenue": "content_owner_estimated_revenue",
        "basic": "content_owner_basic",
        "shorts_ads": "shorts_ads_video_summary",
        "shorts_subscription": "shorts_subscription_video_summary",
    }
)
_DOWNLOAD = re.compile(
    r"YouTube_(?P<owner>.+?)_M_(?P<year>\d{4})(?P<month>\d{2})(?:\d{2})?(?:_|\b)"
)
_ADJUSTMENT = re.compile(r"(?:^|_)ADJ_", re.IGNORECASE)

_STUDIO = MappingProxyType(
    {
        "day": "day",
        "channel": "channel_id",
        "video": "video_id",
        "country": "country",
        "asset": "asset_id",
        "adjustment": "adjustment_type",
        "title": "video_title",
        "isrc": "isrc",
        "views": "owned_views",
        "revenue": "partner_revenue",
    }
)
_API = MappingProxyType(
    {
        "day": "date",
        "channel": "channel_id",
        "video": "video_id",
        "country": "country_code",
        "asset": "asset_id",
    }
)
_ESTIMATES = MappingProxyType(
    {
        **_API,
        "revenue": "estimated_partner_revenue",
        "ads_revenue": "estimated_partner_ad_revenue",
        "premium_revenue": "estimated_partner_red_revenue",
    }
)
_LAYOUTS = (
    layout(
        CLAIM_RAW,
        "day country video_id channel_id asset_id claim_type claim_origin owned_views partner_revenue",
        _STUDIO,
        "adjustment_type country video_id asset_id content_type policy claim_type claim_origin",
        lacks="multiple_claims video_title",
    ),
    layout(
        VIDEO_RAW,
        "day country video_id channel_id content_type policy owned_views partner_revenue",
        _STUDIO,
        "adjustment_type country video_id content_type policy",
        lacks="asset_id multiple_claims claim_type",
    ),
    layout(
        RED_MUSIC,
        "day country video_id channel_id multiple_claims asset_id owned_views partner_revenue",
        {**_STUDIO, "premium_views": "owned_views"},
        "adjustment_type country video_id content_type claim_type claim_origin multiple_claims "
        "asset_id policy",
    ),
    layout(
        RED,
        "day country video_id channel_id owned_watchtime partner_revenue",
        _STUDIO,
        "adjustment_type country video_id content_type claim_type claim_origin multiple_claims "
        "asset_id policy",
        lacks="owned_views",
    ),
    layout(
        SHORTS_ADS,
        "video_id channel_id net_partner_revenue_post_revshare",
        {
            **_STUDIO,
            "views": "engaged_views total_views",
            "engaged_views": "engaged_views",
            "revenue": "net_partner_revenue_post_revshare",
        },
        "adjustment_type video_id",
        lacks="day",
    ),
    layout(
        SHORTS_SUBSCRIPTION,
        "day country video_id channel_id owned_subscription_views partner_revenue",
        {
            **_STUDIO,
            "views": "owned_subscription_views",
            "premium_views": "owned_subscription_views",
        },
        "adjustment_type country video_id content_type",
    ),
    layout(
        ASSET_RAW,
        "day country asset_id isrc owned_views partner_revenue",
        {**_STUDIO, "title": "asset_title", "channel": "asset_channel_id"},
        "adjustment_type country asset_id",
        lacks="video_id",
    ),
    layout(
        ESTIMATED_REVENUE,
        "date channel_id video_id country_code estimated_partner_revenue",
        _ESTIMATES,
        "channel_id video_id claimed_status uploader_type country_code",
        lacks="asset_id",
    ),
    layout(
        ASSET_ESTIMATED_REVENUE,
        "date channel_id video_id asset_id country_code estimated_partner_revenue",
        _ESTIMATES,
        "channel_id video_id asset_id claimed_status uploader_type country_code",
    ),
    layout(
        BASIC,
        "date channel_id video_id claimed_status country_code views watch_time_minutes",
        {
            **_API,
            "views": "views",
            # The older files have no column for engaged views: their views are today's engaged
            # views.
            "engaged_views": "engaged_views views",
            "premium_views": "red_views",
            "watch_minutes": "watch_time_minutes",
            "rate": "average_view_duration_percentage",
        },
        "channel_id video_id claimed_status uploader_type live_or_on_demand subscribed_status "
        "country_code",
        lacks="asset_id",
    ),
    layout(
        PAYMENT_SUMMARY,
        "revenue_type partner_revenue_usd",
        {"adjustment": "revenue_type", "revenue": "partner_revenue_usd"},
        "revenue_type",
        lacks="video_id channel_id",
    ),
)


class YouTubeReports:
    """See `model.ReportKinds`. ADJ files belong to their base kind."""

    kinds: ClassVar[Sequence[Kind]] = (
        CLAIM_RAW,
        VIDEO_RAW,
        RED_MUSIC,
        RED,
        SHORTS_ADS,
        SHORTS_SUBSCRIPTION,
        ESTIMATED_REVENUE,
        BASIC,
        ASSET_RAW,
        ASSET_ESTIMATED_REVENUE,
        PAYMENT_SUMMARY,
    )
    layouts: ClassVar[Sequence[Layout]] = _LAYOUTS
    summary_lines: ClassVar[Mapping[str, Sequence[Kind]]] = MappingProxyType(
        {
            "ads revenue": (CLAIM_RAW, VIDEO_RAW),
            "subscription revenue: yt & music premium": (RED_MUSIC, RED),
            "youtube shorts - ads revenue": (SHORTS_ADS,),
            "youtube shorts - subscription revenue": (SHORTS_SUBSCRIPTION,),
        }
    )
    summary_deductions: ClassVar[frozenset[str]] = frozenset(
        {"deduction", "deductions", "fee", "fees", "tax", "taxes", "withheld", "withholding"}
    )

    def named(self, text: str) -> Kind | None:
        """`monthly_shorts_non_music_ads_video_summary`, `content_owner_basic_a4` and
        `ADJ_claim_raw` are understood."""
        name = _VERSION.sub("", text.removeprefix("adj_"))
        name = _SHORTS.sub(r"shorts_\1_video_summary", name)
        name = _ALIASES.get(name, name)
        return next((kind for kind in self.kinds if kind == name), None)

    def told_by(self, name: str) -> FileName:
        """For example `YouTube_Label_M_20241001_20241031_ADJ_claim_raw_v1-1.csv`."""
        is_adjustment = _ADJUSTMENT.search(name) is not None
        match = _DOWNLOAD.search(name)
        if match is None:
            return FileName(is_adjustment=is_adjustment)
        number = int(match["month"])
        month = Month(int(match["year"]), number) if 1 <= number <= 12 else None
        return FileName(match["owner"], month, is_adjustment)
