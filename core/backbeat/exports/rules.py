"""Ranges of reports, and the contents of their rows."""

from __future__ import annotations

from decimal import Decimal

from backbeat.dashboards import rules as reports
from backbeat.dashboards.model import Asked, ConfirmedVideo, Range
from backbeat.exports.model import ExportRequest, SheetRow
from backbeat.figures import rules as ratios
from backbeat.fx.model import FxRate
from backbeat.kernel.ids import AccountId
from backbeat.settings import RpmBase

_STEPS = 50
_SMALLEST_STEP = 200


def question(account: AccountId, request: ExportRequest) -> Asked:
    """The request as a question to the dashboards, over whole months."""
    return Asked(
        account,
        Range(request.first.first, request.last.last),
        request.subaccount,
        request.channel,
    )


def row_of(video: ConfirmedVideo, rate: FxRate, base: RpmBase, *, gross: bool) -> SheetRow:
    """The row of a video, with its money converted at a rate and rounded as dashboards round it
    (EXPORT-5).
    """

    def money(nanos: int) -> Decimal:
        return ratios.usd(rate.nanos(nanos))

    figures = video.shared.figures
    rpm = reports.rpm(video.shared, base)
    return SheetRow(
        platform=video.channel.platform,
        channel=video.channel.name,
        video=video.id,
        title=video.title,
        tracks=video.music,
        views=figures.views,
        engaged_views=figures.engaged_views,
        premium_views=figures.premium_views,
        premium_ratio=ratios.premium_ratio(figures),
        rpm=None if rpm is None else money(ratios.nanos(rpm)),
        revenue=money(video.shared.revenue_nanos),
        gross=money(figures.revenue_nanos) if gross else None,
    )


def step(total: int) -> int:
    """After how many videos the progress of a report is recorded: at most fifty times, and not too
    often.
    """
    return max(_SMALLEST_STEP, -(-total // _STEPS))
