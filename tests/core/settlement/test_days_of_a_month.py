"""What a close confirms of each day adds up to the month, day by day and video by video (SETTLE-8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import date

from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.settlement import SEPTEMBER

from backbeat.figures.model import ConfirmedDay, DailyEstimate, RecordFigure
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.platforms.kinds import Kind, Sort
from backbeat.platforms.registry import RECORD_KINDS
from backbeat.settlement import rules
from backbeat.settlement.confirmed_days import split

CHANNEL = PlatformChannelId("UC000000000000000000001A")
DAYS = list(SEPTEMBER.days)
KINDS = {sort: next(kind for kind in RECORD_KINDS if kind.sort is sort) for sort in Sort}

videos = st.sampled_from([VideoId(each) for each in ("", "a", "b", "c")])
days = st.sampled_from(DAYS[:3])
figures = st.builds(
    RecordFigure,
    st.just(SEPTEMBER),
    st.sampled_from(list(KINDS.values())),
    st.just(CHANNEL),
    videos,
    st.none() | days,
    st.just(0),
    st.sampled_from([-7, -1, 0, 1, 7, 10**12 + 1]),
)
estimates = st.builds(
    DailyEstimate, st.just(CHANNEL), videos, days, *[st.integers(-2, 5) for _ in range(4)]
)


def a_figure(kind: Kind, day: date | None, nanos: int, video: str = "a") -> RecordFigure:
    return RecordFigure(SEPTEMBER, kind, CHANNEL, VideoId(video), day, 0, nanos)


def told(figures: Iterable[RecordFigure]) -> list[tuple[date, int, int]]:
    return [
        (each.day, each.revenue_nanos, each.premium_nanos) for each in split(SEPTEMBER, figures, [])
    ]


def test_a_figure_with_a_day_stays_on_it_and_only_subscriptions_are_premium() -> None:
    ads, subscription, both = (KINDS[sort] for sort in (Sort.ADS, Sort.SUBSCRIPTION, Sort.BOTH))

    assert told(
        [
            a_figure(ads, DAYS[0], 5),
            a_figure(ads, DAYS[29], 1),
            a_figure(subscription, DAYS[0], 3),
            a_figure(subscription, DAYS[0], 4),
            a_figure(both, DAYS[7], 9),
        ]
    ) == [(DAYS[0], 12, 7), (DAYS[7], 9, 0), (DAYS[29], 1, 0)]


def test_a_day_whose_ads_and_subscriptions_cancel_out_still_has_its_premium() -> None:
    ads, subscription = KINDS[Sort.ADS], KINDS[Sort.SUBSCRIPTION]

    assert told([a_figure(ads, DAYS[2], -4), a_figure(subscription, DAYS[2], 4)]) == [
        (DAYS[2], 0, 4)
    ]


def test_a_figure_without_a_day_falls_on_every_day_where_nothing_is_estimated() -> None:
    assert told([a_figure(KINDS[Sort.BOTH], None, -60)]) == [(day, -2, 0) for day in DAYS]


@given(
    st.lists(figures, max_size=12, unique_by=lambda each: (each.video, each.kind, each.day)),
    st.lists(estimates, max_size=8, unique_by=lambda each: (each.video, each.day)),
)
def test_each_video_has_its_own_days(
    some: list[RecordFigure], estimated: list[DailyEstimate]
) -> None:
    """Whatever order its figures come in, and whatever videos have estimates and no figures."""
    expected: Counter[tuple[VideoId, date, bool]] = Counter()
    for figure in some:
        weights = rules.day_weights(
            SEPTEMBER, figure.sort, [each for each in estimated if each.video == figure.video]
        )
        parts = (
            dict(zip(DAYS, rules.spread(figure.nanos, weights), strict=True))
            if figure.day is None
            else {figure.day: figure.nanos}
        )
        for day, nanos in parts.items():
            expected[figure.video, day, False] += nanos
            if figure.sort is Sort.SUBSCRIPTION:
                expected[figure.video, day, True] += nanos

    found = list(
        split(
            SEPTEMBER,
            sorted(some, key=lambda each: each.video),
            sorted(estimated, key=lambda each: (each.video, each.day)),
        )
    )

    assert found == sorted(found, key=lambda each: (each.video, each.day))
    assert found == [
        ConfirmedDay(CHANNEL, video, day, expected[video, day, False], expected[video, day, True])
        for video in sorted({video for video, _, _ in expected})
        for day in DAYS
        if expected[video, day, False] or expected[video, day, True]
    ]
