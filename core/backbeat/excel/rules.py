"""Ranges of reports, and what a row of one says."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal

from backbeat.excel.model import SheetRow, Wanted
from backbeat.kernel.errors import BadRange
from backbeat.kernel.ids import AccountId
from backbeat.reports import rules as reports
from backbeat.reports.model import Asked, ConfirmedVideo, Range
from backbeat.reports.rules import LONGEST_RANGE
from backbeat.settings import RpmBase
from backbeat.videos import rules as ratios

_NANOS = Decimal(1_000_000_000)
_SIX_PLACES = Decimal("0.000001")
_STEPS = 50
_SMALLEST_STEP = 200


def require_range(wanted: Wanted) -> None:
    """Refuse months that are reversed or span more than 400 days (2 `bad_range`, D-003)."""
    first, last = wanted.first.first, wanted.last.last
    if first > last or (last - first).days >= LONGEST_RANGE:
        raise BadRange()


def question(account: AccountId, wanted: Wanted) -> Asked:
    """What is wanted, as dashboards are asked: over whole months."""
    return Asked(
        account,
        Range(wanted.first.first, wanted.last.last),
        wanted.subaccount,
        wanted.channel,
    )


def row_of(video: ConfirmedVideo, rate: Decimal, base: RpmBase, *, gross: bool) -> SheetRow:
    """The row of a video, its money at a rate and rounded down to nine decimals (R42)."""
    figures = video.shared.figures
    rpm = reports.rpm(video.shared, base)
    return SheetRow(
        channel=video.channel.name,
        video=video.id,
        title=video.title,
        track=", ".join(track.name for track in video.music),
        views=figures.views,
        engaged_views=figures.engaged_views,
        premium_views=figures.premium_views,
        premium_ratio=_rounded(ratios.premium_ratio(figures)),
        rpm=None if rpm is None else _rounded(rpm * rate),
        revenue=_money(video.shared.revenue_nanos, rate),
        gross=_money(figures.revenue_nanos, rate) if gross else None,
    )


def step(total: int) -> int:
    """After how many videos it is said how far a report is: fifty times at most, and cheaply."""
    return max(_SMALLEST_STEP, -(-total // _STEPS))


def _money(nanos: int, rate: Decimal) -> Decimal:
    return (nanos * rate).to_integral_value(ROUND_FLOOR) / _NANOS


def _rounded(ratio: Decimal | None) -> Decimal | None:
    return None if ratio is None else ratio.quantize(_SIX_PLACES)
