"""What a row of an Excel report says of a video."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from attrs import evolve

from backbeat.channels.model import ChannelStatus
from backbeat.dashboards.model import ConfirmedVideo, ListedChannel, Shared, TrackName
from backbeat.exports.rules import row_of
from backbeat.figures.model import Figures
from backbeat.fx.model import FxRate
from backbeat.kernel.ids import ChannelId, Isrc, VideoId
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.settings import RpmBase

CHANNEL = ListedChannel(
    ChannelId("c1"),
    YOUTUBE,
    "Night market",
    "https://www.youtube.com/@market",
    None,
    ChannelStatus.APPROVED,
)
TRACKS = tuple(TrackName(Isrc(f"KRA00250000{n}"), f"Song {n}") for n in (1, 2))
FIGURES = Figures(views=3000, engaged_views=2000, premium_views=600, revenue_nanos=9_000_000_001)
DOLLARS = FxRate.dollar(date(2025, 9, 30))
VIDEO = ConfirmedVideo(VideoId("v1"), CHANNEL, "One take", TRACKS, Shared(FIGURES, 4_500_000_001))


def test_a_row_has_the_ratios_of_its_sums_and_money_to_the_nano() -> None:
    row = row_of(VIDEO, DOLLARS, RpmBase.VIEWS, gross=True)

    assert row.tracks == TRACKS
    assert (row.premium_ratio, row.rpm) == (Decimal(20), Decimal("1.5"))
    assert (row.revenue, row.gross) == (Decimal("4.500000001"), Decimal("9.000000001"))


def test_the_base_of_rpm_is_the_settings() -> None:
    row = row_of(VIDEO, DOLLARS, RpmBase.ENGAGED_VIEWS, gross=True)

    assert row.rpm == Decimal("2.250000001"), "half up at the ninth place, as on the screens"


def test_who_sees_no_gross_has_none_in_the_row() -> None:
    assert row_of(VIDEO, DOLLARS, RpmBase.VIEWS, gross=False).gross is None


def test_money_is_converted_and_rounded_down() -> None:
    row = row_of(VIDEO, evolve(DOLLARS, rate=Decimal("7.1")), RpmBase.VIEWS, gross=True)

    assert row.revenue == Decimal("31.950000007")


def test_without_views_there_are_no_ratios() -> None:
    video = ConfirmedVideo(VideoId(""), CHANNEL, "", (), Shared(Figures(revenue_nanos=1), 1))
    row = row_of(video, DOLLARS, RpmBase.VIEWS, gross=True)

    assert (row.premium_ratio, row.rpm) == (None, None)
