"""The kinds of report files, what each is good for and which sort of revenue it tells of (R2, R34)."""

from __future__ import annotations

import re
from enum import StrEnum
from types import MappingProxyType


class Role(StrEnum):
    """What a kind's figures may be used for (R2)."""

    RECORD = "record"
    """Confirmed money: it may be settled."""
    ESTIMATE = "estimate"
    """Daily estimates of revenue: dashboards, and the split of a month over its days."""
    VIEWS = "views"
    """Daily views and watch time: dashboards."""
    CHECK = "check"
    """Neither booked nor settled: kept to compare other files with."""


class Sort(StrEnum):
    """Where the revenue comes from (R34)."""

    ADS = "ads"
    SUBSCRIPTION = "subscription"
    BOTH = "both"


class Kind(StrEnum):
    """A kind of report file, recognised by its header. ADJ files belong to their base kind."""

    CLAIM_RAW = "claim_raw"
    VIDEO_RAW = "video_raw"
    RED_MUSIC = "red_music_rawdata_video"
    RED = "red_rawdata_video"
    SHORTS_ADS = "shorts_ads_video_summary"
    SHORTS_SUBSCRIPTION = "shorts_subscription_video_summary"
    OWN_MONTHLY = "own_monthly"
    OWN_DAILY = "own_daily"
    ESTIMATED_REVENUE = "content_owner_estimated_revenue"
    BASIC = "content_owner_basic"
    ASSET_RAW = "asset_raw"
    ASSET_ESTIMATED_REVENUE = "asset_estimated_revenue"
    PAYMENT_SUMMARY = "payment_summary"

    @property
    def role(self) -> Role:
        """What its figures may be used for."""
        return _ROLES[self]

    @property
    def sort(self) -> Sort | None:
        """Where a record's revenue comes from; None for kinds that are no record."""
        return _SORTS.get(self)

    @property
    def is_daily(self) -> bool:
        """Whether its rows feed the daily figures of dashboards."""
        return self.role in (Role.ESTIMATE, Role.VIEWS)

    @property
    def is_own(self) -> bool:
        """Whether it is Backbeat's own open format and not a platform's."""
        return self in (Kind.OWN_DAILY, Kind.OWN_MONTHLY)

    @classmethod
    def named(cls, text: str) -> Kind:
        """The kind a person or a file name means: `monthly_shorts_non_music_ads_video_summary`,
        `content_owner_basic_a4` and `ADJ_claim_raw` are understood. Raises ValueError.
        """
        name = text.strip().lower().replace("-", "_").removeprefix("adj_")
        name = _VERSION.sub("", name)
        name = _SHORTS.sub(r"shorts_\1_video_summary", name)
        return cls(_ALIASES.get(name, name))


_VERSION = re.compile(r"(_a\d|_v\d(_\d)?)$")
_SHORTS = re.compile(r"^monthly_shorts_(?:.*_)?(ads|subscription)_video_summary$")
_ALIASES = MappingProxyType(
    {
        "content_owner_asset_estimated_revenue": "asset_estimated_revenue",
        "estimated_revenue": "content_owner_estimated_revenue",
        "basic": "content_owner_basic",
        "shorts_ads": "shorts_ads_video_summary",
        "shorts_subscription": "shorts_subscription_video_summary",
        "monthly": "own_monthly",
        "daily": "own_daily",
    }
)
_ROLES = MappingProxyType(
    {
        Kind.CLAIM_RAW: Role.RECORD,
        Kind.VIDEO_RAW: Role.RECORD,
        Kind.RED_MUSIC: Role.RECORD,
        Kind.RED: Role.RECORD,
        Kind.SHORTS_ADS: Role.RECORD,
        Kind.SHORTS_SUBSCRIPTION: Role.RECORD,
        Kind.OWN_MONTHLY: Role.RECORD,
        Kind.OWN_DAILY: Role.ESTIMATE,
        Kind.ESTIMATED_REVENUE: Role.ESTIMATE,
        Kind.BASIC: Role.VIEWS,
        Kind.ASSET_RAW: Role.CHECK,
        Kind.ASSET_ESTIMATED_REVENUE: Role.CHECK,
        Kind.PAYMENT_SUMMARY: Role.CHECK,
    }
)
_SORTS = MappingProxyType(
    {
        Kind.CLAIM_RAW: Sort.ADS,
        Kind.VIDEO_RAW: Sort.ADS,
        Kind.SHORTS_ADS: Sort.ADS,
        Kind.RED_MUSIC: Sort.SUBSCRIPTION,
        Kind.RED: Sort.SUBSCRIPTION,
        Kind.SHORTS_SUBSCRIPTION: Sort.SUBSCRIPTION,
        Kind.OWN_MONTHLY: Sort.BOTH,
    }
)
RECORD_KINDS = tuple(kind for kind in Kind if kind.role is Role.RECORD)
"""Every kind that may be settled: the default of `settlement.record_kinds` (R34)."""
