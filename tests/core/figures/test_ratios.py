"""Ratios come from sums, and there is none without a base."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from backbeat.figures import rules
from backbeat.figures.model import NOTHING, Figures
from backbeat.platforms.kinds import Sort
from backbeat.platforms.own.report_kinds import OWN_MONTHLY
from backbeat.platforms.youtube.report_kinds import BASIC, CLAIM_RAW, RED_MUSIC, SHORTS_ADS
from backbeat.settings import RpmBase

figures = st.builds(Figures, *(st.integers(0, 10**9) for _ in Figures._fields))


def test_ratios_of_a_day_with_figures() -> None:
    day = Figures(
        views=20_000,
        engaged_views=15_000,
        premium_views=2_400,
        watch_millis=20_000 * 31_500,
        rated_views=20_000,
        rate_weight=20_000 * 1_566_939,
        revenue_nanos=9 * 10**9,
        premium_nanos=3 * 10**9,
    )

    assert rules.rpm(day) == Decimal("0.45")
    assert rules.rpm(day, RpmBase.ENGAGED_VIEWS) == Decimal("0.6")
    assert rules.premium_ratio(day) == Decimal("12.00")
    assert rules.premium_price(day) == Decimal("1.25")
    assert rules.average_view_seconds(day) == Decimal("31.50")
    assert rules.average_view_rate(day) == Decimal("156.69")


def test_a_ratio_has_two_decimals() -> None:
    def ratio(premium: int, views: int) -> object:
        return rules.premium_ratio(Figures(views=views, premium_views=premium))

    assert [ratio(1, 3), ratio(2, 3), ratio(1, 8)] == [
        Decimal("33.33"),
        Decimal("66.67"),
        Decimal("12.50"),
    ]


def test_without_views_there_is_no_ratio() -> None:
    ratios = (
        rules.rpm(NOTHING),
        rules.premium_ratio(NOTHING),
        rules.premium_price(NOTHING),
        rules.average_view_seconds(NOTHING),
        rules.average_view_rate(NOTHING),
    )

    assert ratios == (None,) * 5


def test_an_average_is_weighted_by_views() -> None:
    long, short = Figures(900, rated_views=900, rate_weight=900 * 500_000), Figures(100)
    short = short._replace(rated_views=100, rate_weight=100 * 1_500_000)

    assert rules.average_view_rate(long.plus(short)) == Decimal("60.00")


@given(figures, figures)
def test_figures_add_up_in_any_order(one: Figures, other: Figures) -> None:
    assert one.plus(other) == other.plus(one)
    assert one.plus(NOTHING) == one


def test_nanos_are_exact_dollars() -> None:
    assert rules.usd(6_020_233_339_261) == Decimal("6020.233339261")
    assert rules.usd(-1) == Decimal("-0.000000001")


def test_kinds_share_a_sort_when_they_may_tell_of_the_same_money() -> None:
    assert rules.shared_sort(CLAIM_RAW, SHORTS_ADS) is Sort.ADS
    assert rules.shared_sort(CLAIM_RAW, RED_MUSIC) is None
    assert rules.shared_sort(OWN_MONTHLY, RED_MUSIC) is Sort.SUBSCRIPTION
    assert rules.shared_sort(CLAIM_RAW, OWN_MONTHLY) is Sort.ADS
    assert rules.shared_sort(CLAIM_RAW, BASIC) is None
