"""How each kind of report is laid out: the header that tells it, and which column is what.

Column names are as `tables.column_name` writes them. Order, case, NBSP and further columns make
no difference; what tells one kind from another are the columns it must and must not have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from attrs import field, frozen

from backbeat.figures.kinds import Kind

FIELDS = (
    "day",
    "month",
    "channel",
    "video",
    "country",
    "isrc",
    "asset",
    "adjustment",
    "title",
    "views",
    "engaged_views",
    "premium_views",
    "watch_minutes",
    "watch_seconds",
    "rate",
    "revenue",
    "ads_revenue",
    "premium_revenue",
)
"""What a column can mean for a row."""


@frozen
class Layout:
    """A kind's columns. `key` names the columns that make a row's key beside owner and day (R4)."""

    kind: Kind
    needs: frozenset[str]
    columns: Mapping[str, Sequence[str]]
    """For each field the names its column goes by, the first that is there counts."""
    key: Sequence[str]
    lacks: frozenset[str] = field(default=frozenset())

    def fits(self, names: frozenset[str]) -> bool:
        """Whether a header of these names is of this kind."""
        return self.needs <= names and not self.lacks & names

    def places(self, header: Sequence[str]) -> dict[str, int]:
        """The place of each field's column; fields without one are left out."""
        at = {name: place for place, name in reversed(list(enumerate(header)))}
        return {
            meaning: next(at[name] for name in names if name in at)
            for meaning, names in self.columns.items()
            if any(name in at for name in names)
        }


def _layout(
    kind: Kind, needs: str, columns: Mapping[str, str], key: str, lacks: str = ""
) -> Layout:
    return Layout(
        kind=kind,
        needs=frozenset(needs.split()),
        columns=MappingProxyType({name: tuple(text.split()) for name, text in columns.items()}),
        key=tuple(key.split()),
        lacks=frozenset(lacks.split()),
    )


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

LAYOUTS = (
    _layout(
        Kind.CLAIM_RAW,
        "day country video_id channel_id asset_id claim_type claim_origin owned_views partner_revenue",
        _STUDIO,
        "adjustment_type country video_id asset_id content_type policy claim_type claim_origin",
        lacks="multiple_claims video_title",
    ),
    _layout(
        Kind.VIDEO_RAW,
        "day country video_id channel_id content_type policy owned_views partner_revenue",
        _STUDIO,
        "adjustment_type country video_id content_type policy",
        lacks="asset_id multiple_claims claim_type",
    ),
    _layout(
        Kind.RED_MUSIC,
        "day country video_id channel_id multiple_claims asset_id owned_views partner_revenue",
        {**_STUDIO, "premium_views": "owned_views"},
        "adjustment_type country video_id content_type claim_type claim_origin multiple_claims "
        "asset_id policy",
    ),
    _layout(
        Kind.RED,
        "day country video_id channel_id owned_watchtime partner_revenue",
        _STUDIO,
        "adjustment_type country video_id content_type claim_type claim_origin multiple_claims "
        "asset_id policy",
        lacks="owned_views",
    ),
    _layout(
        Kind.SHORTS_ADS,
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
    _layout(
        Kind.SHORTS_SUBSCRIPTION,
        "day country video_id channel_id owned_subscription_views partner_revenue",
        {
            **_STUDIO,
            "views": "owned_subscription_views",
            "premium_views": "owned_subscription_views",
        },
        "adjustment_type country video_id content_type",
    ),
    _layout(
        Kind.ASSET_RAW,
        "day country asset_id isrc owned_views partner_revenue",
        {**_STUDIO, "title": "asset_title", "channel": "asset_channel_id"},
        "adjustment_type country asset_id",
        lacks="video_id",
    ),
    _layout(
        Kind.ESTIMATED_REVENUE,
        "date channel_id video_id country_code estimated_partner_revenue",
        _ESTIMATES,
        "channel_id video_id claimed_status uploader_type country_code",
        lacks="asset_id",
    ),
    _layout(
        Kind.ASSET_ESTIMATED_REVENUE,
        "date channel_id video_id asset_id country_code estimated_partner_revenue",
        _ESTIMATES,
        "channel_id video_id asset_id claimed_status uploader_type country_code",
    ),
    _layout(
        Kind.BASIC,
        "date channel_id video_id claimed_status country_code views watch_time_minutes",
        {
            **_API,
            "views": "views",
            # The older files have no column of their own: their views are today's engaged views.
            "engaged_views": "engaged_views views",
            "premium_views": "red_views",
            "watch_minutes": "watch_time_minutes",
            "rate": "average_view_duration_percentage",
        },
        "channel_id video_id claimed_status uploader_type live_or_on_demand subscribed_status "
        "country_code",
        lacks="asset_id",
    ),
    _layout(
        Kind.OWN_DAILY,
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
    _layout(
        Kind.OWN_DAILY,
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
    _layout(
        Kind.OWN_MONTHLY,
        "month channel_id video_id revenue_usd",
        {**_OWN, "month": "month"},
        "channel_id video_id isrc",
        lacks="date day",
    ),
    _layout(
        Kind.PAYMENT_SUMMARY,
        "revenue_type partner_revenue_usd",
        {"adjustment": "revenue_type", "revenue": "partner_revenue_usd"},
        "revenue_type",
        lacks="video_id channel_id",
    ),
)


def recognised(header: Sequence[str]) -> Layout | None:
    """The layout that a header of these column names has, or None."""
    names = frozenset(header)
    return next((layout for layout in LAYOUTS if layout.fits(names)), None)
