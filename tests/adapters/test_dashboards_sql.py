"""Dashboard queries agree with the rule that they compute in SQL, on both databases."""

import sys
from datetime import date
from typing import Any

import pytest
from sqlalchemy import insert
from tests.conftest import Database

from backbeat.dashboards import rules
from backbeat.dashboards.model import CountryViews, Segment, Shared, Sort, SortKey
from backbeat.figures.model import Figures
from backbeat.kernel.ids import AccountId, PlatformChannelId, VideoId
from backbeat.kernel.months import Month, days_between
from backbeat.kernel.pages import PageRequest
from backbeat.platforms.own.report_kinds import OWN_MONTHLY
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.settings import RpmBase
from backbeat_adapters.sql.confirmed_days import confirmed_channel_days, confirmed_days
from backbeat_adapters.sql.dashboards import SqlFigures
from backbeat_adapters.sql.engine.partitions import open_months
from backbeat_adapters.sql.figures import (
    BY_MONTH,
    SqlConfirmedFigures,
    channel_days,
    country_days,
    record_figures,
    video_days,
)
from backbeat_adapters.sql.standing import Act, ChangeState, report_changes
from backbeat_adapters.sql.videos import SqlVideos, videos

NEWEST_FIRST = Sort(SortKey.DATE, descending=True)
MINE = PlatformChannelId("UCmine")
FOREIGN = PlatformChannelId("UCforeign")
HOLDER = AccountId("mina")
RATED = Segment(MINE, HOLDER, date(2025, 9, 1), date(2025, 9, 15), (9_500, 9_000), 3_333)
WHOLE = Segment(MINE, HOLDER, date(2025, 9, 16), date(2025, 9, 30), (), 0)


def figures(views: int, nanos: int, premium: int = 0) -> Figures:
    return Figures(views, views // 2, premium, revenue_nanos=nanos, premium_nanos=nanos)


ROWS = [
    (MINE, date(2025, 9, 3), "v1", figures(10, 1_234_567_891, 5)),
    (MINE, date(2025, 9, 3), "v2", figures(30, 7)),
    (MINE, date(2025, 9, 20), "v1", figures(5, -999_999_999)),
    (MINE, date(2025, 10, 1), "v1", figures(900, 900)),
    (FOREIGN, date(2025, 9, 3), "v3", figures(800, 800)),
]
TITLES = [("v1", "Night market", 1), ("v2", "50% off_", 2), ("v3", "x", 3)]


def _channels_days() -> dict[tuple[PlatformChannelId, date], Figures]:
    sums: dict[tuple[PlatformChannelId, date], Figures] = {}
    for channel, day, _, row in ROWS:
        sums[channel, day] = sums.get((channel, day), Figures()).plus(row)
    return sums


@pytest.fixture
def queries(database: Database) -> Any:
    with database.engine.begin() as connection:
        for channel, day, video, row in ROWS:
            values = {"channel": channel, "day": day, "video": video, **row._asdict()}
            connection.execute(insert(video_days).values(values))
            connection.execute(insert(country_days).values({**values, "country": "KR"}))
        for (channel, day), row in _channels_days().items():
            values = {"channel": channel, "day": day, **row._asdict()}
            connection.execute(insert(channel_days).values(values))
        for video, title, number in TITLES:
            connection.execute(
                insert(videos).values(
                    id=video,
                    platform=YOUTUBE,
                    channel=MINE,
                    title=title,
                    published_on=date(2025, 9, number),
                )
            )
        yield SqlFigures(connection)


def test_a_channels_days_inside_the_segments_are_shared_once(queries: SqlFigures) -> None:
    by_day = queries.by_day([RATED, WHOLE])

    first, second, last = (row for *_, row in ROWS[:3])
    assert by_day == {
        date(2025, 9, 3): rules.shared(first.plus(second), RATED),
        date(2025, 9, 20): rules.shared(last, WHOLE),
    }


ALONE = RATED._replace(last=date(2025, 9, 20))
"""From the first day to the last with figures, both included."""
CLOSED = ALONE._replace(version=5)


def _day_by_day(segment: Segment) -> list[Segment]:
    days = days_between(segment.first, segment.last)
    return [segment._replace(first=day, last=day) for day in days]


def test_a_segment_alone_has_its_first_day_and_its_last(queries: SqlFigures) -> None:
    first, second, last = (row for *_, row in ROWS[:3])

    assert queries.by_day([ALONE._replace(first=date(2025, 9, 3))]) == {
        date(2025, 9, 3): rules.shared(first.plus(second), ALONE),
        date(2025, 9, 20): rules.shared(last, ALONE),
    }


@pytest.mark.parametrize("segment", [ALONE, CLOSED], ids=["estimated", "confirmed"])
def test_a_segment_alone_is_read_as_its_days_are(queries: SqlFigures, segment: Segment) -> None:
    for day, nanos in ((3, 77_777_777), (20, 999_999_999)):
        of = {"channel": MINE, "day": date(2025, 9, day), "version": 5}
        money = {"revenue_nanos": nanos, "premium_nanos": 7}
        queries.connection.execute(insert(confirmed_channel_days).values(of | money))
        queries.connection.execute(insert(confirmed_days).values(of | money | {"video": "v1"}))
    days = _day_by_day(segment)

    assert queries.by_day([segment]) == queries.by_day(days)
    assert queries.by_channel([segment]) == queries.by_channel(days)
    assert queries.published([segment]) == queries.published(days)
    assert queries.engaged_by_channel([segment]) == queries.engaged_by_channel(days)
    assert list(queries.every_video([segment])) == list(queries.every_video(days))
    for ids in (["v1"], ["v1", "v2"]):
        wanted = [(MINE, VideoId(each)) for each in ids]
        alone = queries.engaged_by_video([segment], wanted)
        assert alone == queries.engaged_by_video(days, wanted)
        assert set(alone) == set(ids)
    pages = [
        queries.by_video(each, NEWEST_FIRST, RpmBase.VIEWS, PageRequest(0, 1))
        for each in ([segment], days)
    ]
    assert pages[0] == pages[1]
    assert pages[0].total == 2


def test_a_trend_tells_nothing_of_rows_that_arrive(queries: SqlFigures) -> None:
    change = {"number": 7, "act": Act.INGEST, "file": 1, "state": ChangeState.ARRIVING}
    queries.connection.execute(insert(report_changes).values(change))
    row = {"channel": MINE, "day": date(2025, 9, 3), "video": "v2", "came_with": 7}
    queries.connection.execute(
        insert(video_days).values({**row, **figures(1_000, 1_000)._asdict()})
    )

    told = queries.engaged_by_video([RATED], [(MINE, VideoId("v2"))])

    assert told == {VideoId("v2"): {date(2025, 9, 3): ROWS[1][3].engaged_views}}


def test_one_video_is_asked_for_alone(queries: SqlFigures) -> None:
    by_day = queries.by_day([RATED, WHOLE], VideoId("v2"))

    assert by_day == {date(2025, 9, 3): rules.shared(ROWS[1][3], RATED)}


def test_a_channel_counts_its_videos(queries: SqlFigures) -> None:
    (row,) = queries.by_channel([RATED, WHOLE])

    assert (row.platform_channel, row.videos, row.shared.figures.views) == (MINE, 2, 45)


def test_videos_come_newest_first_in_pages(queries: SqlFigures) -> None:
    page = queries.by_video([RATED, WHOLE], NEWEST_FIRST, RpmBase.VIEWS, PageRequest(1, 1))

    assert (page.total, [row.id for row in page.items]) == (2, ["v1"])
    past = queries.by_video([RATED, WHOLE], NEWEST_FIRST, RpmBase.VIEWS, PageRequest(7, 1))
    assert (past.total, past.items) == (2, [])


def test_a_video_of_a_page_has_all_its_sums(queries: SqlFigures) -> None:
    sort = Sort.parse("views_asc")
    [found] = queries.by_video([RATED, WHOLE], sort, RpmBase.VIEWS, PageRequest(0, 1)).items

    first, _, last = (row for *_, row in ROWS[:3])
    assert found.shared == rules.shared(first, RATED).plus(rules.shared(last, WHOLE))


@pytest.mark.parametrize(
    ("sort", "ids"),
    [
        ("views_desc", ["v2", "v1"]),
        ("views_asc", ["v1", "v2"]),
        ("title_asc", ["v2", "v1"]),
        ("premium_ratio_desc", ["v1", "v2"]),
        ("revenue_desc", ["v1", "v2"]),
        ("rpm_asc", ["v2", "v1"]),
    ],
)
def test_videos_come_in_the_order_asked_for(queries: SqlFigures, sort: str, ids: list[str]) -> None:
    page = queries.by_video([RATED], Sort.parse(sort), RpmBase.VIEWS, PageRequest())

    assert [row.id for row in page.items] == ids


@pytest.mark.parametrize(
    ("search", "ids"), [("MARKET", ["v1"]), ("%", ["v2"]), ("v2", ["v2"]), ("nothing", [])]
)
def test_a_search_takes_the_words_as_they_are(
    queries: SqlFigures, search: str, ids: list[str]
) -> None:
    page = queries.by_video([RATED], NEWEST_FIRST, RpmBase.VIEWS, PageRequest(), search)

    assert [row.id for row in page.items] == ids


def test_countries_count_the_days_that_are_seen(queries: SqlFigures) -> None:
    assert queries.by_country([RATED, WHOLE], VideoId("v1")) == [CountryViews("KR", 15)]


def test_nothing_is_seen_without_segments(queries: SqlFigures) -> None:
    assert queries.by_day([]) == {}
    assert queries.by_video([], NEWEST_FIRST, RpmBase.VIEWS, PageRequest()).total == 0
    assert rules.together([]) == Shared()


def test_views_come_by_channel_and_video_whole_in_each(queries: SqlFigures) -> None:
    first, second, last = (row for *_, row in ROWS[:3])

    assert queries.views([WHOLE, RATED], {MINE: (VideoId("v1"), VideoId("v2"))}) == {
        (MINE, "v1"): first.plus(last).only_views(),
        (MINE, "v2"): second.only_views(),
    }
    only_first = {MINE: (VideoId("v0"), VideoId("v1"))}
    assert queries.views([WHOLE, RATED], only_first).keys() == {(MINE, "v1")}
    assert queries.views([], {}) == {}


def test_confirmed_figures_come_by_channel_and_video_whatever_their_month(
    database: Database,
) -> None:
    september, kind = Month(2025, 9), OWN_MONTHLY
    rows = [(september, "v1"), (september, "v2"), (september.next, "v1"), (september.next, "v3")]
    with database.engine.begin() as connection:
        open_months(connection, BY_MONTH, [september, september.next])
        for channel in (MINE, FOREIGN):
            for month, video in rows:
                key = {"month": month, "channel": channel, "video": video, "kind": kind}
                figures = {"day_of_month": 0, "views": 1, "nanos": 2}
                connection.execute(insert(record_figures).values(**key, **figures))
        confirmed = SqlConfirmedFigures(connection)
        months = {september.next: [kind], september: [kind]}
        found = list(confirmed.of_channels([MINE], months))

    assert [(each.video, each.month) for each in found] == [
        ("v1", september),
        ("v1", september.next),
        ("v2", september),
        ("v3", september.next),
    ]
    assert {each.channel for each in found} == {MINE}


def test_titles_are_those_of_known_videos(queries: SqlFigures) -> None:
    titles = SqlVideos(queries.connection).titles([VideoId("v1"), VideoId("gone")])

    assert titles == {"v1": "Night market"}


def _work(queries: SqlFigures, part: Segment) -> int:
    """How many functions Python calls for a page, statements and all else made before."""
    counted = 0

    def hear(_frame: object, event: str, _of: object) -> None:
        nonlocal counted
        counted += event in {"call", "c_call"}

    def page() -> None:
        queries.by_video([part], NEWEST_FIRST, RpmBase.VIEWS, PageRequest(0, 5))

    page()
    sys.setprofile(hear)
    try:
        page()
    finally:
        sys.setprofile(None)
    return counted


def test_a_page_takes_no_work_for_each_day_or_video_behind_it(queries: SqlFigures) -> None:
    days = days_between(date(2026, 1, 1), date(2026, 3, 31))
    ids = [f"w{number:02}" for number in range(40)]
    of_all = [
        {"channel": MINE, "day": day, "video": id_, **figures(7, 9)._asdict()}
        for day in days
        for id_ in ids
    ]
    queries.connection.execute(insert(video_days), of_all)
    named = {"platform": YOUTUBE, "channel": MINE, "title": "x", "published_on": date(2026, 1, 1)}
    queries.connection.execute(insert(videos), [{"id": id_, **named} for id_ in ids])

    week, quarter = (
        _work(queries, Segment(MINE, HOLDER, date(2026, 1, 1), last, (8_000,), 0))
        for last in (date(2026, 1, 7), date(2026, 3, 31))
    )
    assert quarter <= week + len(ids)


def test_a_trend_is_told_by_channel_and_by_short(queries: SqlFigures) -> None:
    first, second, last = (row for *_, row in ROWS[:3])

    assert queries.engaged_by_channel([RATED, WHOLE]) == {
        MINE: {
            date(2025, 9, 3): first.engaged_views + second.engaged_views,
            date(2025, 9, 20): last.engaged_views,
        }
    }
    assert queries.engaged_by_video([RATED, WHOLE], [(MINE, VideoId("v2"))]) == {
        VideoId("v2"): {date(2025, 9, 3): second.engaged_views}
    }


def test_shorts_are_counted_on_the_day_they_were_published(queries: SqlFigures) -> None:
    found = queries.published([RATED])

    inside = [each for each in TITLES if RATED.first <= date(2025, 9, each[2]) <= RATED.last]
    assert {day: each.number for day, each in found.items()} == {
        date(2025, 9, number): 1 for _, _, number in inside
    }
    assert {each.title for each in found.values()} == {title for _, title, _ in inside}
