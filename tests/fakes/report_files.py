"""Small report files in the real formats, written line by line for a test."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

CLAIM_HEADER = [
    "Adjustment Type",
    "Day",
    "Country",
    "Video ID",
    "Channel ID",
    "Asset ID",
    "Asset Channel ID",
    "Asset Type",
    "Custom ID",
    "ISRC",
    "UPC",
    "GRid",
    "Content Type",
    "Policy",
    "Claim Type",
    "Claim Origin",
    "Owned Views",
    "YouTube Revenue Split",
    "Partner Revenue : Auction",
    "Partner Revenue",
]
RED_HEADER = [
    "Adjustment Type",
    "Day",
    "Country",
    "Video ID",
    "Custom ID",
    "Content Type",
    "Video Title",
    "Video Duration (sec)",
    "Username",
    "Uploader",
    "Channel Display Name",
    "Channel ID",
    "Claim Type",
    "Claim Origin",
    "Multiple Claims?",
    "Asset ID",
    "Policy",
    "Owned Views",
    "YouTube Revenue Split",
    "Partner Revenue",
]
SHORTS_ADS_HEADER = [
    "Adjustment Type",
    "Video ID",
    "Video Title",
    "Video Duration (sec)",
    "Category",
    "Channel ID",
    "Uploader",
    "Content Type",
    "Policy",
    "Engaged Views",
    "Net Partner Revenue (Post revshare)",
]
ESTIMATED_HEADER = [
    "date",
    "channel_id",
    "video_id",
    "claimed_status",
    "uploader_type",
    "country_code",
    "estimated_partner_revenue",
    "estimated_partner_ad_revenue",
    "estimated_partner_red_revenue",
]
BASIC_HEADER = [
    "date",
    "channel_id",
    "video_id",
    "claimed_status",
    "uploader_type",
    "live_or_on_demand",
    "subscribed_status",
    "country_code",
    "engaged_views",
    "views",
    "watch_time_minutes",
    "average_view_duration_percentage",
    "red_views",
]
ASSET_HEADER = [
    "Adjustment Type",
    "Day",
    "Country",
    "Asset ID",
    "Asset Title",
    "Asset Channel ID",
    "ISRC",
    "Owned Views",
    "Partner Revenue",
]
DAILY_HEADER = [
    "date",
    "channel_id",
    "video_id",
    "isrc",
    "country",
    "views",
    "engaged_views",
    "premium_views",
    "watch_seconds",
    "revenue_usd",
    "premium_revenue_usd",
]
MONTHLY_HEADER = ["month", "channel_id", "video_id", "isrc", "views", "revenue_usd"]

STUDIO = "YouTube_Label_M_20250901_20250930_{kind}_v1-1.csv"
"""What the platform names its downloads."""

Row = dict[str, object]


def text_of(header: Sequence[str], rows: Sequence[Row], delimiter: str = ",") -> str:
    """A table as CSV text; columns that a row does not name are blank."""
    out = io.StringIO()
    writer = csv.DictWriter(out, header, delimiter=delimiter, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def write(path: Path, text: str, encoding: str = "utf-8") -> Path:
    """The text as a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode(encoding))
    return path


def daily_row(
    day: str = "2025-09-05",
    channel: str = "UC000000000000000000001A",
    video: str = "video-one",
    *,
    views: int = 1000,
    revenue: str = "1.00",
    premium: str = "0",
    country: str = "KR",
    isrc: str = "",
    premium_views: int = 0,
) -> Row:
    """A line of our own daily file."""
    return {
        "date": day,
        "channel_id": channel,
        "video_id": video,
        "isrc": isrc,
        "country": country,
        "views": views,
        "engaged_views": views * 3 // 4,
        "premium_views": premium_views,
        "watch_seconds": views * 20,
        "revenue_usd": revenue,
        "premium_revenue_usd": premium,
    }


def claim_row(
    day: str = "20250905",
    channel: str = "000000000000000000001A",
    video: str = "video-one",
    *,
    country: str = "KR",
    asset: str = "A1",
    isrc: str = "QZBB12500001",
    adjustment: str = "None",
    views: int = 1000,
    revenue: str = "1.00",
    policy: str = "Monetize",
) -> Row:
    """A line of a claim report; the channel as downloads write it, without its UC."""
    return {
        "Adjustment Type": adjustment,
        "Day": day,
        "Country": country,
        "Video ID": video,
        "Channel ID": channel,
        "Asset ID": asset,
        "Asset Type": "Sound Recording",
        "ISRC": isrc,
        "Content Type": "UGC",
        "Policy": policy,
        "Claim Type": "Audio",
        "Claim Origin": "Audio Match",
        "Owned Views": views,
        "Partner Revenue : Auction": revenue,
        "Partner Revenue": revenue,
    }


def shorts_ads_row(
    video: str = "video-one",
    channel: str = "000000000000000000001A",
    *,
    adjustment: str = "None",
    views: int = 1000,
    revenue: str = "1.00",
    title: str = "A short",
) -> Row:
    """A line of the Shorts ads summary, which has no day."""
    return {
        "Adjustment Type": adjustment,
        "Video ID": video,
        "Video Title": title,
        "Video Duration (sec)": 30,
        "Category": "Music",
        "Channel ID": channel,
        "Content Type": "UGC",
        "Policy": "Monetize",
        "Engaged Views": views,
        "Net Partner Revenue (Post revshare)": revenue,
    }


def estimated_row(
    day: str = "20250905",
    channel: str = "UC000000000000000000001A",
    video: str = "video-one",
    *,
    ads: str = "1.00",
    red: str = "0.50",
    total: str = "1.50",
    country: str = "KR",
) -> Row:
    """A line of the platform's daily estimates."""
    return {
        "date": day,
        "channel_id": channel,
        "video_id": video,
        "claimed_status": "claimed",
        "uploader_type": "self",
        "country_code": country,
        "estimated_partner_revenue": total,
        "estimated_partner_ad_revenue": ads,
        "estimated_partner_red_revenue": red,
    }


def basic_row(
    day: str = "20250905",
    channel: str = "UC000000000000000000001A",
    video: str = "video-one",
    *,
    views: int = 1000,
    red_views: int = 100,
    minutes: str = "500.5",
    rate: str = "80.25",
    country: str = "KR",
) -> Row:
    """A line of the platform's daily views."""
    return {
        "date": day,
        "channel_id": channel,
        "video_id": video,
        "claimed_status": "claimed",
        "uploader_type": "self",
        "live_or_on_demand": "on_demand",
        "subscribed_status": "unsubscribed",
        "country_code": country,
        "engaged_views": views * 3 // 4,
        "views": views,
        "watch_time_minutes": minutes,
        "average_view_duration_percentage": rate,
        "red_views": red_views,
    }


def own_daily(path: Path, *rows: Row) -> Path:
    """Our own daily file."""
    return write(path, text_of(DAILY_HEADER, rows))


def own_monthly(path: Path, *rows: Row) -> Path:
    """Our own monthly file."""
    return write(path, text_of(MONTHLY_HEADER, rows))


def claims(
    folder: Path, *rows: Row, kind: str = "claim_raw", days: str = "20250901_20250930"
) -> Path:
    """A claim report, named as the platform names it."""
    name = STUDIO.format(kind=kind).replace("20250901_20250930", days)
    return write(folder / name, text_of(CLAIM_HEADER, rows))


def shorts_ads(folder: Path, *rows: Row, prefix: str = "") -> Path:
    """A Shorts ads summary, named as the platform names it."""
    kind = f"{prefix}monthly_shorts_non_music_ads_video_summary"
    return write(folder / STUDIO.format(kind=kind), text_of(SHORTS_ADS_HEADER, rows))


def estimates(path: Path, *rows: Row) -> Path:
    """The platform's daily estimates."""
    return write(path, text_of(ESTIMATED_HEADER, rows))


def basics(path: Path, *rows: Row) -> Path:
    """The platform's daily views."""
    return write(path, text_of(BASIC_HEADER, rows))


def payment_summary(
    folder: Path, *lines: tuple[str, str], days: str = "20250901_20250930", has_total: bool = True
) -> Path:
    """A month's payment summary, named as the platform names it."""
    total = [("Total", str(sum(Decimal(amount) for _, amount in lines)))] if has_total else []
    rows = [f'{name},"{amount}"' for name, amount in (*lines, *total)]
    text = "\n".join(["Revenue Type,Partner Revenue (USD)", *rows]) + "\n"
    name = STUDIO.format(kind="payment_summary").replace("20250901_20250930", days)
    return write(folder / name, text)
