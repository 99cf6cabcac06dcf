"""Made-up files of every kind over one month: the same few assets, ever more rows of each."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.bench.books import MONTH
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id

CHANNELS = 100
ASSETS = 100
_ROWS_A_VIDEO = 20
_DAYS = 10
_COUNTRIES = [f"{one}{two}" for one in "ABCDEFGHIJKLMNOP" for two in "ABCDEFGHIJKLMNOPQRSTUVWXY"]

Row = dict[str, object]


def _spot(number: int) -> tuple[str, str, int]:
    """Day, country and video of a row."""
    video, place = divmod(number, _ROWS_A_VIDEO)
    day = f"{MONTH.first:%Y%m}{place % _DAYS + 1:02}"
    return day, _COUNTRIES[place // _DAYS], video


def _name(video: int) -> str:
    return f"v{video:010}"


def _channel(video: int) -> str:
    return platform_id(video % CHANNELS)


def isrc(number: int) -> str:
    """The track of an asset."""
    return f"QZBB125{number:05}"


def _claim(number: int) -> Row:
    day, country, video = _spot(number)
    asset = video % ASSETS
    # Every other asset has its code in the claims, the rest in the assets' file alone.
    code = isrc(asset) if asset % 2 else ""
    channel = _channel(video)[2:]
    return fake.claim_row(day, channel, _name(video), country=country, asset=f"A{asset}", isrc=code)


def _red(number: int) -> Row:
    day, country, video = _spot(number)
    return {
        "Adjustment Type": "None",
        "Day": day,
        "Country": country,
        "Video ID": _name(video),
        "Content Type": "UGC",
        "Video Title": "A short",
        "Channel ID": _channel(video)[2:],
        "Claim Type": "Audio",
        "Multiple Claims?": "No",
        "Asset ID": f"A{video % ASSETS}",
        "Policy": "Monetize",
        "Owned Views": 10,
        "Owned Watchtime": 100,
        "Partner Revenue": "0.001",
    }


def _video(number: int) -> Row:
    return {key: value for key, value in _red(number).items() if key in _VIDEO_HEADER}


def _shorts_subscription(number: int) -> Row:
    return {**_video(number), "Owned Subscription Views": 10}


def _shorts_ads(number: int) -> Row:
    return fake.shorts_ads_row(_name(number), _channel(number)[2:])


def _asset(number: int) -> Row:
    place, asset = divmod(number, ASSETS)
    return {
        "Adjustment Type": "None",
        "Day": f"{MONTH.first:%Y%m}{place % 30 + 1:02}",
        "Country": _COUNTRIES[place // 30],
        "Asset ID": f"A{asset}",
        "ISRC": isrc(asset),
        "Owned Views": 10,
        "Partner Revenue": "0.001",
    }


def _estimated(number: int) -> Row:
    day, country, video = _spot(number)
    return fake.estimated_row(day, _channel(video), _name(video), country=country)


def _asset_estimated(number: int) -> Row:
    _, _, video = _spot(number)
    return {**_estimated(number), "asset_id": f"A{video % ASSETS}"}


def _basic(number: int) -> Row:
    day, country, video = _spot(number)
    return fake.basic_row(day, _channel(video), _name(video), country=country)


def _own_daily(number: int) -> Row:
    day, country, video = _spot(number)
    iso = f"{day[:4]}-{day[4:6]}-{day[6:]}"
    code = isrc(video % ASSETS)
    return fake.daily_row(iso, _channel(video), _name(video), country=country, isrc=code)


def _own_monthly(number: int) -> Row:
    return {
        "month": str(MONTH),
        "channel_id": _channel(number),
        "video_id": _name(number),
        "isrc": isrc(number % ASSETS),
        "views": 10,
        "revenue_usd": "0.001",
    }


_VIDEO_HEADER = [
    "Adjustment Type",
    "Day",
    "Country",
    "Video ID",
    "Video Title",
    "Channel ID",
    "Content Type",
    "Policy",
    "Owned Views",
    "Partner Revenue",
]
_SHORTS_SUBSCRIPTION_HEADER = [
    "Owned Subscription Views" if name == "Owned Views" else name
    for name in _VIDEO_HEADER
    if name != "Policy"
]
_WATCHED_HEADER = ["Owned Watchtime" if name == "Owned Views" else name for name in fake.RED_HEADER]

_PLAIN: dict[str, tuple[list[str], Callable[[int], Row]]] = {
    "asset_raw": (fake.ASSET_HEADER, _asset),
    "claim_raw": (fake.CLAIM_HEADER, _claim),
    "video_raw": (_VIDEO_HEADER, _video),
    "red_music_rawdata_video": (fake.RED_HEADER, _red),
    "red_rawdata_video": (_WATCHED_HEADER, _red),
    "monthly_shorts_non_music_ads_video_summary": (fake.SHORTS_ADS_HEADER, _shorts_ads),
    "monthly_shorts_non_music_subscription_video_summary": (
        _SHORTS_SUBSCRIPTION_HEADER,
        _shorts_subscription,
    ),
    "content_owner_estimated_revenue": (fake.ESTIMATED_HEADER, _estimated),
    "content_owner_asset_estimated_revenue": (
        [*fake.ESTIMATED_HEADER, "asset_id"],
        _asset_estimated,
    ),
    "content_owner_basic": (fake.BASIC_HEADER, _basic),
    "own_daily": (fake.DAILY_HEADER, _own_daily),
    "own_monthly": (fake.MONTHLY_HEADER, _own_monthly),
}


def _adjusted(row_of: Callable[[int], Row]) -> Callable[[int], Row]:
    return lambda number: row_of(number) | {"Adjustment Type": "Backpay"}


FILES = _PLAIN | {
    f"ADJ_{kind}": (header, _adjusted(row_of))
    for kind, (header, row_of) in _PLAIN.items()
    if "Adjustment Type" in header
}
"""How a file of each kind begins, and what its lines say; adjustments are kinds of their own here."""


def make_file(folder: Path, kind: str, rows: int) -> Path:
    """A file of the kind with so many rows."""
    header, row_of = FILES[kind]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"YouTube_Bench_M_{MONTH.first:%Y%m%d}_{MONTH.last:%Y%m%d}_{kind}_v1-1.csv"
    with path.open("w", newline="") as out:
        writer = csv.DictWriter(out, header, extrasaction="ignore")
        writer.writeheader()
        writer.writerows(map(row_of, range(rows)))
    return path


def make_month(folder: Path, rows: int) -> Iterator[tuple[str, Path]]:
    """A file of every kind."""
    for kind in FILES:
        yield kind, make_file(folder, kind, rows)
