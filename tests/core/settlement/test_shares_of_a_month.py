"""Who gets which part of a month's confirmed revenue."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from attrs import evolve
from tests.fakes.settlement import (
    SEPTEMBER,
    a_figure,
    a_tree,
    an_earning_channel,
    an_estimate,
    calculated,
    shares,
)

from backbeat.figures.model import ChannelSum, SpanEstimate
from backbeat.kernel.ids import VideoId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.platforms.kinds import Kind
from backbeat.platforms.own.report_kinds import OWN_MONTHLY
from backbeat.platforms.youtube.report_kinds import CLAIM_RAW, SHORTS_ADS, SHORTS_SUBSCRIPTION
from backbeat.settlement.model import SettlementTerms
from backbeat.settlement.month_shares import UnorderedFigures

OCTOBER = Month(2025, 10)
FROM_START = date(2025, 1, 1)


def test_a_channel_of_its_own_gets_all_of_its_revenue() -> None:
    minas = an_earning_channel(1, [("mina", FROM_START)])
    figures = [
        a_figure(minas, "90.00", video="V1"),
        a_figure(minas, "36.00", video="V2"),
        a_figure(minas, "24.00", video="V3"),
    ]

    assert shares(calculated(figures, [minas], a_tree(mina=None))) == {"mina": "150"}


def test_a_member_and_its_manager_share_by_the_rate() -> None:
    c1 = an_earning_channel(1, [("kai", FROM_START)], owner="studio")
    tree = a_tree(studio=None, kai="studio")

    computed = calculated([a_figure(c1, "200.00")], [c1], tree, rates={"kai": "0.05"})

    assert shares(computed) == {"kai": "190", "studio": "10"}


@pytest.mark.parametrize(
    ("gross", "net", "cora", "sam"),
    [
        ("1000.00", "200", "80", "720"),
        ("33.333333", "6.666667", "2.666667", "23.999999"),
        ("-33.333333", "-6.666667", "-2.666667", "-23.999999"),
    ],
)
def test_a_network_of_three_ranks_shares_from_the_top_down(
    gross: str, net: str, cora: str, sam: str
) -> None:
    sams = an_earning_channel(1, [("sam", FROM_START)], owner="cora")
    tree = a_tree(net=None, cora="net", sam="cora")

    computed = calculated(
        [a_figure(sams, gross)], [sams], tree, rates={"cora": "0.20", "sam": "0.10"}
    )

    assert shares(computed) == {"net": net, "cora": cora, "sam": sam}


def test_unassigning_in_the_middle_of_a_month_parts_it_by_daily_estimates() -> None:
    c1 = an_earning_channel(
        1, [("kai", FROM_START), ("studio", date(2025, 10, 16))], owner="studio"
    )
    tree = a_tree(studio=None, kai="studio")
    estimates = [an_estimate(c1, day, "11.60" if day.day <= 15 else "7.25") for day in OCTOBER.days]

    computed = calculated(
        [a_figure(c1, "300.00", month=OCTOBER)],
        [c1],
        tree,
        estimates=estimates,
        rates={"kai": "0.10"},
        month=OCTOBER,
    )

    assert shares(computed) == {"kai": "162", "studio": "138"}


def test_days_before_approval_stay_with_the_house_and_are_listed() -> None:
    november = Month(2025, 11)
    rios = an_earning_channel(1, [("rio", FROM_START)], intervals=[(date(2025, 11, 8), None)])
    estimates = [
        an_estimate(rios, day, "3.00") for day in november.days
    ]  # 21.00 on days 1 to 7 of 90.00

    computed = calculated(
        [a_figure(rios, "90.00", month=november)],
        [rios],
        a_tree(rio=None),
        estimates=estimates,
        month=november,
    )

    assert shares(computed) == {"rio": "69"}
    assert computed.kept == Money.of("21.00")
    (kept,) = computed.kept_days
    assert (kept.first, kept.last) == (date(2025, 11, 1), date(2025, 11, 7))


def test_of_a_month_that_belongs_to_nobody_only_days_with_revenue_are_listed() -> None:
    gone = an_earning_channel(1, [("mina", FROM_START)], intervals=[(FROM_START, FROM_START)])
    figures = [
        a_figure(gone, "1.00", day=date(2025, 9, 10)),
        a_figure(gone, "2.00", day=date(2025, 9, 12)),
    ]

    computed = calculated(figures, [gone], a_tree(mina=None))

    assert shares(computed) == {}
    (kept,) = computed.kept_days
    assert (kept.first, kept.last) == (date(2025, 9, 10), date(2025, 9, 12))
    assert computed.kept == Money.of("3.00")


def test_days_after_a_denial_are_not_settled_and_earlier_ones_are() -> None:
    denied = an_earning_channel(
        1, [("mina", FROM_START)], intervals=[(FROM_START, date(2025, 9, 11))]
    )
    figures = [
        a_figure(denied, "1.00", day=date(2025, 9, 10)),
        a_figure(denied, "2.00", day=date(2025, 9, 11)),
    ]

    computed = calculated(figures, [denied], a_tree(mina=None))

    assert shares(computed) == {"mina": "1"}
    assert computed.kept == Money.of("2.00")


def test_a_deleted_channel_loses_the_owners_days_and_keeps_the_members() -> None:
    deleted = an_earning_channel(
        1,
        [("kai", FROM_START), ("studio", date(2025, 9, 16))],
        owner="studio",
        intervals=[(FROM_START, date(2025, 9, 25))],
        lost_from=date(2025, 9, 1),
    )
    figures = [
        a_figure(deleted, "1.00", day=date(2025, 9, 10)),
        a_figure(deleted, "2.00", day=date(2025, 9, 20)),
    ]

    computed = calculated(figures, [deleted], a_tree(studio=None, kai="studio"))

    assert shares(computed) == {"kai": "1"}


def test_a_channel_that_returned_earns_in_both_registrations() -> None:
    first = an_earning_channel(
        1, [("rio", FROM_START)], intervals=[(FROM_START, date(2025, 9, 10))]
    )
    second = evolve(
        an_earning_channel(2, [("ann", date(2025, 9, 20))], intervals=[(date(2025, 9, 20), None)]),
        platform_id=first.platform_id,
    )
    figures = [
        a_figure(first, "1.00", day=date(2025, 9, 9)),
        a_figure(first, "2.00", day=date(2025, 9, 15)),
        a_figure(first, "4.00", day=date(2025, 9, 20)),
    ]

    computed = calculated(figures, [first, second], a_tree(rio=None, ann=None))

    assert shares(computed) == {"rio": "1", "ann": "4"}
    assert computed.kept == Money.of("2.00")


def test_a_row_that_carries_its_day_counts_on_it() -> None:
    c1 = an_earning_channel(1, [("kai", FROM_START), ("studio", date(2025, 9, 16))])
    figures = [
        a_figure(c1, "1.00", day=date(2025, 9, 15), kind=CLAIM_RAW),
        a_figure(c1, "2.00", day=date(2025, 9, 16), kind=CLAIM_RAW),
    ]

    computed = calculated(figures, [c1], a_tree(kai=None, studio=None))

    assert shares(computed) == {"kai": "1", "studio": "2"}


@pytest.mark.parametrize(
    ("kind", "kai"),
    [(SHORTS_ADS, "9"), (SHORTS_SUBSCRIPTION, "3"), (OWN_MONTHLY, "6")],
)
def test_each_sort_is_spread_by_its_own_estimates(kind: Kind, kai: str) -> None:
    c1 = an_earning_channel(1, [("kai", FROM_START), ("studio", date(2025, 9, 16))])
    estimates = [
        an_estimate(c1, date(2025, 9, 1), "12", ads="9", premium="3"),
        an_estimate(c1, date(2025, 9, 20), "12", ads="3", premium="9"),
    ]

    computed = calculated(
        [a_figure(c1, "12.00", kind=kind)],
        [c1],
        a_tree(kai=None, studio=None),
        estimates=estimates,
    )

    assert shares(computed)["kai"] == kai


def test_negative_estimates_count_as_zero() -> None:
    c1 = an_earning_channel(1, [("kai", FROM_START), ("studio", date(2025, 9, 16))])
    estimates = [
        an_estimate(c1, date(2025, 9, 1), "-5"),
        an_estimate(c1, date(2025, 9, 20), "5"),
    ]

    computed = calculated(
        [a_figure(c1, "12.00")], [c1], a_tree(kai=None, studio=None), estimates=estimates
    )

    assert shares(computed) == {"studio": "12"}


def test_without_estimates_views_decide_and_without_views_the_days() -> None:
    c1 = an_earning_channel(1, [("kai", FROM_START), ("studio", date(2025, 9, 16))])
    tree = a_tree(kai=None, studio=None)
    views = [
        an_estimate(c1, date(2025, 9, 1), views=30),
        an_estimate(c1, date(2025, 9, 20), views=10),
    ]

    by_views = calculated([a_figure(c1, "12.00")], [c1], tree, estimates=views)
    evenly = calculated([a_figure(c1, "12.00")], [c1], tree)

    assert shares(by_views) == {"kai": "9", "studio": "3"}
    assert shares(evenly) == {"kai": "6", "studio": "6"}


def test_the_operators_part_goes_off_first() -> None:
    minas = an_earning_channel(1, [("mina", FROM_START)])
    terms = SettlementTerms(operator_rate=Decimal("0.30"))

    computed = calculated([a_figure(minas, "100.00")], [minas], a_tree(mina=None), terms=terms)

    assert shares(computed) == {"mina": "70"}
    assert computed.operator == Money.of("30.00")


def test_paid_through_the_main_account_the_manager_holds_everything() -> None:
    c1 = an_earning_channel(1, [("kai", FROM_START)], owner="studio")

    computed = calculated(
        [a_figure(c1, "200.00")],
        [c1],
        a_tree(studio=None, kai="studio"),
        rates={"kai": "0.05"},
        terms=SettlementTerms(through_main=True),
    )

    assert shares(computed) == {"studio": "200"}


def test_a_rate_that_changes_at_once_counts_from_its_day() -> None:
    c1 = an_earning_channel(1, [("kai", FROM_START)], owner="studio")
    figures = [
        a_figure(c1, "100.00", day=date(2025, 9, 19)),
        a_figure(c1, "100.00", day=date(2025, 9, 20)),
    ]

    computed = calculated(
        figures,
        [c1],
        a_tree(studio=None, kai="studio"),
        rates={"kai": "0.05"},
        rates_by_day={date(2025, 9, 20): {"kai": "0.10"}},
    )

    assert shares(computed) == {"kai": "185", "studio": "15"}


def test_the_rate_of_the_last_day_counts_for_the_whole_month() -> None:
    c1 = an_earning_channel(1, [("kai", FROM_START)], owner="studio")
    figures = [
        a_figure(c1, "100.00", day=date(2025, 9, 1)),
        a_figure(c1, "100.00", day=date(2025, 9, 30)),
    ]

    computed = calculated(
        figures,
        [c1],
        a_tree(studio=None, kai="studio"),
        rates={"kai": "0.05"},
        rates_by_day={date(2025, 9, 30): {"kai": "0.10"}, date(2025, 10, 1): {"kai": "0.20"}},
        terms=SettlementTerms(),
    )

    assert shares(computed) == {"kai": "180", "studio": "20"}


def test_what_is_below_a_micro_goes_to_rounding_and_stands_on_the_run() -> None:
    one = an_earning_channel(1, [("mina", FROM_START)])
    other = an_earning_channel(2, [("hao", FROM_START)])
    figures = [a_figure(one, "0.0000017"), a_figure(other, "0.0000015")]

    computed = calculated(figures, [one, other], a_tree(mina=None, hao=None))

    assert shares(computed) == {"mina": "0.000001", "hao": "0.000001"}
    assert computed.confirmed == Money(3)
    assert computed.rounding == Money(1)
    assert computed.rest_nanos == 200


def test_estimates_out_of_order_are_a_mistake_of_the_store() -> None:
    from backbeat.settlement.month_shares import Sharing, compute, spans_of
    from backbeat.settlement.service import no_progress

    c1 = an_earning_channel(1, [("mina", FROM_START)], intervals=((date(2025, 9, 2), None),))
    spans = [SpanEstimate(VideoId(video), 0, 1, 1, 1, 1) for video in ("V2", "V1")]
    figures = [a_figure(c1, "1.00", video="V3")]

    with pytest.raises(UnorderedFigures):
        compute(
            SEPTEMBER,
            [ChannelSum(c1.platform_id, figures[0].nanos)],
            lambda *_: (figures, spans),
            spans=lambda _: spans_of([c1]),
            sharing=lambda _: Sharing(SEPTEMBER, a_tree(mina=None), {}, SettlementTerms()),
            terms=SettlementTerms(),
            progress=no_progress,
        )
