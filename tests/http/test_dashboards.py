"""`v2/music/*` over both databases: a small daily file in, every figure out."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock
from tests.http.authorisation import MATRIX
from tests.http.calling import Client
from tests.http.world import MAIN, MEMBER, STRANGER, World, filled

from backbeat.accounts.model import FeeRate
from backbeat.catalogue.model import Track
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Verification
from backbeat.dashboards.errors import ActualsUnavailable
from backbeat.dashboards.model import Asked, Range
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, Isrc, VideoId
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month
from backbeat.settings import MemberPayout, Settings
from backbeat.settings import Settlement as SettlementSettings
from backbeat_adapters.container import Container

ANN = Actor.operator("ann")
LONG_AGO = date(2025, 1, 1)
OWN, ASSIGNED = platform_id(501), platform_id(502)
WEEK = {"start": "2025-09-01", "end": "2025-09-07"}
SEPTEMBER = {"start": "2025-09-01", "end": "2025-09-30"}
TRACK = Isrc("QZBB12500001")

DAYS = [
    fake.daily_row("2025-09-01", OWN, "V1", views=1000, revenue="1.00", premium_views=100),
    fake.daily_row("2025-09-03", OWN, "V1", views=3000, revenue="2.00", isrc=TRACK),
    fake.daily_row("2025-09-03", OWN, "V1", views=1000, revenue="1.00", country="US"),
    fake.daily_row("2025-09-04", OWN, "V2", views=2000, revenue="7.00", premium="2.00"),
    fake.daily_row("2025-09-06", ASSIGNED, "C1", views=9000, revenue="200.00"),
]


@pytest.fixture
def reported(
    world: World, business_clock: FixedClock, tmp_path: Path, snapshots: Snapshots
) -> World:
    """MAIN earns with a channel of its own and with one that MEMBER holds at five percent."""
    business_clock.set(date(2025, 10, 1))
    report = partial(report_days, world.container, tmp_path)
    filled(world.container, snapshots, "reported", report)
    return world


def report_days(container: Container, folder: Path) -> None:
    with container.transactions().begin() as books:
        books.tracks.save([Track(TRACK, "Night Drive")])
        books.fee_rates.put(FeeRate(AccountId(MEMBER), Decimal("0.05"), LONG_AGO))
        for number, holder in ((501, MAIN), (502, MEMBER)):
            channel = an_earning_channel(number, [(holder, LONG_AGO)], owner=MAIN)
            proof = Verification(f"BB-{number:08d}", verified_at=container.security_clock().now())
            approved = evolve(channel, status=ChannelStatus.APPROVED, verification=proof)
            books.channels.add(evolve(approved, name=f"Channel {number}"))
    container.portal().ingestion.ingest(fake.own_daily(folder / "days.csv", *DAYS), ANN)
    with container.transactions().begin() as books:
        known = [books.videos.get(VideoId(video)) for video in ("V1", "V2", "C1")]
        titles = ("Night market", "Kimchi rice", "Street dance")
        books.videos.described(
            evolve(
                video,
                title=title,
                thumbnail=f"https://i.ytimg.com/vi/{video.id}/oar2.jpg",
                published_on=date(2025, 9, number),
                described_at=container.security_clock().now(),
            )
            for number, (video, title) in enumerate(zip(known, titles, strict=True), start=1)
            if video
        )


@pytest.fixture
def main(reported: World) -> Client:
    return Client(reported, MAIN)


@pytest.fixture
def member(reported: World) -> Client:
    return Client(reported, MEMBER)


def pick(view: Mapping[str, Any], *names: str) -> list[Any]:
    return [view[name] for name in names]


def ids(answer: Mapping[str, Any]) -> list[str]:
    return [item["id"] for item in answer["items"]]


def test_seven_days_are_seven_rows_that_add_up(main: Client) -> None:
    board = main.get("v2/music/dashboard", **WEEK)

    assert [row["date"] for row in board["daily"]] == [f"2025-09-0{day}" for day in range(1, 8)]
    for count in ("views", "engaged_views", "premium_views"):
        assert sum(row[count] for row in board["daily"]) == board["summary"][count]
    for amount in ("revenue", "gross"):
        total = sum(Decimal(row[amount]) for row in board["daily"])
        assert total == Decimal(board["summary"][amount])
    assert pick(board["summary"], "views", "revenue", "gross") == [16000, "21.00", "211.00"]
    assert pick(board["previous"], "views", "revenue") == [0, "0.00"]
    assert board["channels"] == {"approved": 2, "total": 4}


def test_the_span_before_has_the_same_length(main: Client) -> None:
    """DAY-5."""
    board = main.get("v2/music/dashboard", start="2025-09-04", end="2025-09-05")

    assert pick(board["summary"], "views", "revenue") == [2000, "7.00"]
    assert pick(board["previous"], "views", "revenue") == [4000, "3.00"]


def test_a_subaccount_narrows_and_the_parts_make_the_whole(main: Client) -> None:
    """DASH-7: nothing is everything, `self` one's own, an id or an address that account's."""

    def views(**which: str) -> int:
        board = main.get("v2/music/dashboard", **WEEK, **which)
        return int(board["summary"]["views"])

    own, members = views(subaccount="self"), views(subaccount=MEMBER)

    assert (own, members, views()) == (7000, 9000, 16000)
    assert views(subaccount=f"{MEMBER}@example.org") == members
    refused = main.get("v2/music/dashboard", **WEEK, subaccount=STRANGER)
    assert refused["code"] == 10001


def test_revenue_is_ones_own_share_and_gross_is_for_managers(main: Client, member: Client) -> None:
    """DASH-8, with the figures of journey 5."""
    theirs = member.get("v2/music/dashboard", **SEPTEMBER)["summary"]
    mine = main.get("v2/music/dashboard", **SEPTEMBER, subaccount=MEMBER)["summary"]

    assert pick(theirs, "revenue", "gross") == ["190.00", None]
    assert pick(mine, "revenue", "gross") == ["10.00", "200.00"]


def test_a_manager_reads_what_each_member_brought(main: Client, member: Client) -> None:
    """DASH-22, with the figures of journey 5."""
    told = main.get("v2/music/member/dashboard", **SEPTEMBER)

    sums = {"revenue": "200.00", "own": "10.00", "passed_on": "190.00"}
    assert told == {
        "success": True,
        "message": "",
        "currency": "USD",
        "fx_rate": "1",
        "max_date": "2025-09-06",
        "start": "2025-09-01",
        "end": "2025-09-30",
        "estimated": True,
        "summary": sums,
        "items": [{"id": MEMBER, **sums}],
    }
    assert main.get("v2/music/member/dashboard")["end"] == "2025-09-30"
    refused = member.get("v2/music/member/dashboard")
    assert (refused["code"], refused["details"]["reason"]) == (2, "role")
    assert main.get("v2/music/member/dashboard", subaccount=STRANGER)["code"] == 10001


def test_figures_end_two_days_before_today(main: Client, business_clock: FixedClock) -> None:
    """DASH-3: `max_date` is the newest reported day, and at least two days ago."""
    assert main.get("v2/music/dashboard")["max_date"] == "2025-09-06"
    business_clock.set(date(2025, 9, 6))

    board = main.get("v2/music/dashboard")

    assert pick(board, "max_date", "start", "end") == ["2025-09-04", "2025-08-29", "2025-09-04"]
    assert board["summary"]["views"] == 7000


@pytest.mark.parametrize(
    "path",
    [
        "dashboard",
        "video/dashboard",
        "video/list",
        "channel/dashboard",
        "member/dashboard",
        "video/details",
    ],
)
def test_a_range_is_whole_or_absent_and_in_order(main: Client, path: str) -> None:
    """DAY-4; 400 days at most (DAY-3)."""
    call, which = f"v2/music/{path}", {"id": "V1"} if path == "video/details" else {}

    assert main.get(call, **which)["success"]
    half = main.get(call, **which, end="2025-09-07")
    assert (half["code"], half["details"]["fields"]) == (4, {"start": "required"})
    for start in ("2025-09-08", "2024-08-01"):
        refused = main.get(call, **which, start=start, end="2025-09-07")
        assert (refused["code"], refused["details"]["reason"]) == (2, "bad_range")


def test_a_channel_narrows_the_report_by_video(main: Client, reported: World) -> None:
    everything = main.get("v2/music/video/dashboard", **WEEK)
    one = main.get("v2/music/video/dashboard", **WEEK, channel="channel-501")
    foreign = reported.things["channel", STRANGER]

    assert [video["id"] for video in everything["top"]] == ["C1", "V2", "V1"]
    assert [video["id"] for video in one["top"]] == ["V2", "V1"]
    assert pick(one["summary"], "views", "revenue") == [7000, "11.00"]
    assert len(one["daily"]) == 7
    below = main.get("v2/music/video/dashboard", **WEEK, subaccount=MEMBER)
    assert [video["id"] for video in below["top"]] == ["C1"]
    assert pick(below["summary"], "views", "revenue") == [9000, "10.00"]
    refused = main.get("v2/music/video/dashboard", **WEEK, channel=foreign)
    assert (refused["code"], refused["details"]["reason"]) == (2, "not_found")


def test_videos_come_newest_first(main: Client) -> None:
    videos = main.get("v2/music/video/list", **WEEK)

    assert [item["published_on"] for item in videos["items"]] == [
        "2025-09-03",
        "2025-09-02",
        "2025-09-01",
    ]
    assert ids(videos) == ["C1", "V2", "V1"]


def test_videos_are_paged_sorted_searched_and_narrowed(main: Client) -> None:
    def found(**which: str) -> list[str]:
        return ids(main.get("v2/music/video/list", **WEEK | which))

    assert found(size="1", page="1") == ["V2"]
    assert found(sort="views_asc") == ["V2", "V1", "C1"]
    assert found(sort="revenue_desc") == ["C1", "V2", "V1"]
    assert found(sort="title_asc") == ["V2", "V1", "C1"]
    assert found(search="night") == ["V1"]
    assert found(search="V2") == ["V2"]
    assert found(sort="date_desc") == found()
    assert found(start="2025-09-04") == ["C1", "V2"]
    assert found(end="2025-09-04") == ["V2", "V1"]
    assert found(channel="channel-502") == ["C1"]
    assert found(subaccount="self") == ["V2", "V1"]
    assert found(subaccount="self", channel="channel-501", sort="date_asc", size="1") == ["V1"]
    refused = main.get("v2/music/video/list", **WEEK, sort="luck_desc")
    assert (refused["code"], refused["details"]["reason"]) == (2, "bad_sort")


def test_a_video_shows_its_face_its_music_and_its_figures(main: Client) -> None:
    (video,) = main.get("v2/music/video/list", **WEEK, search="night")["items"]

    assert pick(video, "title", "thumbnail", "views", "revenue") == [
        "Night market",
        "https://i.ytimg.com/vi/V1/oar2.jpg",
        5000,
        "4.00",
    ]
    assert video["music"] == [{"isrc": TRACK, "name": "Night Drive", "estimated": False}]
    assert pick(video, "rpm", "premium_views", "premium_ratio") == ["0.80", 100, "2"]
    (paid,) = main.get("v2/music/video/list", **WEEK, search="kimchi")["items"]
    assert pick(paid, "premium_views", "premium_ratio", "premium_price") == [0, "0", None]


def test_days_whose_claims_have_not_come_show_the_newest_tracks_as_estimated(main: Client) -> None:
    august = {"start": "2025-08-01", "end": "2025-08-31"}

    known, unknown = (main.get("v2/music/video/details", id=v, **august) for v in ("V1", "V2"))

    assert known["music"] == [{"isrc": TRACK, "name": "Night Drive", "estimated": True}]
    assert unknown["music"] == []


def test_every_visible_channel_has_a_line_in_the_order_asked_for(main: Client) -> None:
    """DASH-6; channels without figures stand among the others as nothing."""

    def lines(**which: str) -> list[str]:
        board = main.get("v2/music/channel/dashboard", **WEEK | which)
        return [item["channel"]["id"] for item in board["items"]]

    assert lines()[:2] == ["channel-501", "channel-502"]
    assert lines(sort="revenue_asc")[-2:] == ["channel-502", "channel-501"]
    assert lines(sort="views_desc")[:2] == ["channel-502", "channel-501"]
    assert lines(sort="views_desc", end="2025-09-05")[0] == "channel-501"
    assert len(lines()) == 4
    own = main.get("v2/music/channel/dashboard", **WEEK, subaccount="self")
    first, *rest = own["items"]
    assert pick(first, "views", "revenue", "videos") == [7000, "11.00", 2]
    assert [line["views"] for line in rest] == [0]
    assert [line["share"] for line in own["items"]] == ["100", "0"]
    both = main.get("v2/music/channel/dashboard", **WEEK)["items"]
    assert sum(Decimal(line["share"]) for line in both) == pytest.approx(100, abs=Decimal("0.04"))
    assert Decimal(both[0]["share"]) > Decimal(both[1]["share"]) > 0
    none = main.get("v2/music/channel/dashboard", start="2025-08-01", end="2025-08-02")["items"]
    assert {line["share"] for line in none} == {None}
    assert pick(own["summary"], "views", "revenue") == [7000, "11.00"]
    refused = main.get("v2/music/channel/dashboard", **WEEK, sort="luck_desc")
    assert (refused["code"], refused["details"]["reason"]) == (2, "bad_sort")


def test_details_tell_days_audience_and_freshness(main: Client) -> None:
    details = main.get("v2/music/video/details", **WEEK, id="V1")

    assert len(details["daily"]) == 7
    assert pick(details, "views", "avg_view_seconds", "avg_view_rate") == [5000, "20", None]
    assert [pick(each, "code", "name", "views", "ratio") for each in details["countries"]] == [
        ["KR", "South Korea", 4000, "80"],
        ["US", "United States", 1000, "20"],
    ]
    assert details["data_cycle"] == {
        "from": "2025-09-01",
        "to": "2025-09-06",
        "updated_at": "2025-10-01T12:00:00Z",
        "kind": "daily",
    }


def test_the_watch_rate_comes_with_the_platforms_files(
    main: Client, reported: World, tmp_path: Path
) -> None:
    row = fake.basic_row("20250905", OWN, "V9", views=1000, minutes="500", rate="80.25")
    name = "content_owner_basic_20250905.csv"
    reported.container.portal().ingestion.ingest(fake.basics(tmp_path / name, row), ANN)

    details = main.get("v2/music/video/details", **WEEK, id="V9")

    assert pick(details, "avg_view_seconds", "avg_view_rate") == ["30", "80.25"]


def test_other_peoples_videos_stay_closed(main: Client, member: Client, reported: World) -> None:
    """VIDEO-1: foreign 40005, unknown `not_found`; a manager sees below itself, a member not
    above."""
    stranger = Client(reported, STRANGER)

    assert member.get("v2/music/video/details", id="C1")["success"]
    assert main.get("v2/music/video/details", id="C1")["success"]
    assert member.get("v2/music/video/details", id="V1")["code"] == 40005
    assert stranger.get("v2/music/video/details", id="V1")["code"] == 40005
    unknown = stranger.get("v2/music/video/details", id="no-such-one")
    assert (unknown["code"], unknown["details"]["reason"]) == (2, "not_found")


OF_OTHERS = ('"V1"', '"V2"', "Night market", "Kimchi rice", "Channel 501")
RANGES = (
    "v2/music/dashboard",
    "v2/music/video/dashboard",
    "v2/music/video/list",
    "v2/music/channel/dashboard",
)


def test_nothing_that_a_member_reads_tells_of_another_channel(
    main: Client, member: Client, reported: World
) -> None:
    """Every list and dashboard, and the dashboards over the whole month."""
    channels = main.get("v2/music/channel/dashboard", **SEPTEMBER)["items"]
    [own] = [row["channel"]["id"] for row in channels if row["channel"]["name"] == "Channel 501"]
    others = (own, *OF_OTHERS)
    lists = [rule for rule in MATRIX if rule.method == "GET" and rule.things is None]
    told = [
        reported.send(rule.request(reported, MEMBER), MEMBER).content.decode(errors="replace")
        for rule in lists
        if rule.path != "withdrawal/invoice.embedded"
    ]
    boards = {path: member.get(path, **SEPTEMBER) for path in RANGES}

    for text in (*told, *map(json.dumps, boards.values())):
        assert [other for other in others if other in text] == []
    whole = "".join(json.dumps(main.get(path, **SEPTEMBER)) for path in RANGES)
    assert [other for other in others if other not in whole] == []
    assert pick(boards[RANGES[0]]["summary"], "views", "revenue") == [9000, "190.00"]
    names = [row["channel"]["name"] for row in boards[RANGES[3]]["items"]]
    assert names == ["Channel 502", "Mina"]  # the other one is its own, and has earned nothing yet
    assert ids(boards[RANGES[2]]) == ["C1"]
    for path in RANGES:
        assert not member.get(path, **SEPTEMBER, channel=own)["success"]


def test_actual_figures_are_split_as_the_close_splits_them(
    main: Client, member: Client, reported: World, tmp_path: Path, business_clock: FixedClock
) -> None:
    """SETTLE-8, MONEY-6: half of September's estimate lies before the channel is MEMBER's."""
    container = reported.container
    with container.transactions().begin() as books:
        channel = an_earning_channel(
            503, [(MAIN, LONG_AGO), (MEMBER, date(2025, 9, 16))], owner=MAIN
        )
        proof = Verification("BB-00000503", verified_at=container.security_clock().now())
        books.channels.add(evolve(channel, verification=proof))
    days = [
        fake.daily_row(day, platform_id(503), "X1", views=10, revenue=amount)
        for day, amount in (("2025-09-10", "6.00"), ("2025-09-20", "4.00"))
    ]
    container.portal().ingestion.ingest(fake.own_daily(tmp_path / "x.csv", *days), ANN)
    row = {"month": "2025-09", "channel_id": platform_id(503), "video_id": "X1", "views": 1001}
    file = fake.own_monthly(tmp_path / "september.csv", row | {"revenue_usd": "300.00"})
    container.portal().ingestion.ingest(file, ANN)
    business_clock.set(date(2025, 10, 20))
    container.portal().settlements.close(Month(2025, 9), ANN)

    seen = [
        client.get("v2/music/video/details", id="X1", want="actual", **asked)
        for client in (main, member)
        for asked in (SEPTEMBER, {"start": "2025-09-19", "end": "2025-09-20"})
    ]

    assert [pick(each, "views", "revenue") for each in seen] == [
        [1001, "186.00"],
        [1001, "186.00"],
        [401, "114.00"],
        [401, "114.00"],
    ]
    paid = [client.get("withdrawal/summary")["balance"] for client in (main, member)]
    assert paid == ["186.00", "114.00"]


def test_sums_and_days_say_what_of_them_is_confirmed(
    main: Client, member: Client, reported: World, tmp_path: Path, business_clock: FixedClock
) -> None:
    """DASH-15: 200.00 of C1 are estimated on one day; 300.00 are confirmed for September."""
    row = {"month": "2025-09", "channel_id": ASSIGNED, "video_id": "C1", "views": 9000}
    file = fake.own_monthly(tmp_path / "september.csv", row | {"revenue_usd": "300.00"})
    reported.container.portal().ingestion.ingest(file, ANN)
    business_clock.set(date(2025, 10, 20))
    over_both = {"start": "2025-09-01", "end": "2025-10-02"}
    shown = ("estimated", "revenue", "confirmed_revenue", "confirmed_gross")

    before = main.get("v2/music/dashboard", **SEPTEMBER)
    assert pick(before["summary"], *shown) == [True, "21.00", "0.00", "0.00"]
    assert {day["estimated"] for day in before["daily"]} == {True}
    reported.container.portal().settlements.close(Month(2025, 9), ANN)

    for path in ("v2/music/dashboard", "v2/music/channel/dashboard", "v2/music/video/dashboard"):
        assert pick(main.get(path, **SEPTEMBER)["summary"], *shown) == [
            False,
            "15.00",
            "15.00",
            "300.00",
        ]
        of_member = member.get(path, **over_both)["summary"]
        assert pick(of_member, *shown) == [True, "285.00", "285.00", None]
    days = main.get("v2/music/dashboard", **over_both)["daily"]
    assert [day["date"] for day in days if day["estimated"]] == ["2025-10-01", "2025-10-02"]
    assert [day["date"] for day in days if day["revenue"] != "0.00"] == ["2025-09-06"]
    videos = main.get("v2/music/video/list", **SEPTEMBER)
    assert (videos["estimated"], videos["items"][0]["revenue"]) == (False, "15.00")
    assert main.get("v2/music/video/details", id="C1", **SEPTEMBER)["estimated"] is False


@pytest.mark.parametrize(
    "settings",
    [Settings(settlement=SettlementSettings(member_payout=MemberPayout.THROUGH_MAIN))],
    ids=["through_main"],
)
def test_who_is_paid_does_not_change_whose_share_it_is(
    main: Client, member: Client, reported: World, tmp_path: Path, business_clock: FixedClock
) -> None:
    """DASH-8, SETTLE-18: the member sees its share, the account above its own; the top is paid."""
    row = {"month": "2025-09", "channel_id": ASSIGNED, "video_id": "C1", "views": 9000}
    file = fake.own_monthly(tmp_path / "september.csv", row | {"revenue_usd": "200.00"})
    reported.container.portal().ingestion.ingest(file, ANN)
    business_clock.set(date(2025, 10, 20))
    reported.container.portal().settlements.close(Month(2025, 9), ANN)

    for want in ({}, {"want": "actual"}):
        top, below = (
            client.get("v2/music/video/details", id="C1", **SEPTEMBER, **want)
            for client in (main, member)
        )
        assert pick(top, "revenue", "gross") == ["10.00", "200.00"]
        assert pick(below, "revenue", "gross") == ["190.00", None]
    board = member.get("v2/music/dashboard", **SEPTEMBER)
    assert pick(board["summary"], "revenue", "gross") == ["190.00", None]
    assert main.get("v2/music/dashboard", **SEPTEMBER)["summary"]["revenue"] == "10.00"
    paid = [client.get("withdrawal/summary")["balance"] for client in (main, member)]
    assert paid == ["200.00", "0.00"]
    assert member.get("withdrawal/report")["items"] == []
    quote = member.get("withdrawal/quote", method="paypal", currency="USD")
    assert (quote["code"], quote["details"]["reason"]) == (2, "role")


def test_actual_figures_are_those_of_the_kinds_that_are_settled(
    main: Client, reported: World, tmp_path: Path
) -> None:
    """SETTLE-5: two kinds can tell of the same money; the close takes the chosen ones only."""
    row = {"month": "2025-09", "channel_id": OWN, "video_id": "V1", "views": 5100}
    file = fake.own_monthly(tmp_path / "september.csv", row | {"revenue_usd": "4.20"})
    reported.container.portal().ingestion.ingest(file, ANN)
    dashboards = evolve(
        reported.container.portal().dashboards,
        settings=Settings(settlement=SettlementSettings(record_kinds=("claim_raw",))),
    )

    asked = Asked(AccountId(MAIN), Range(date(2025, 9, 1), date(2025, 9, 30)))
    with pytest.raises(ActualsUnavailable):
        dashboards.actuals(asked, VideoId("V1"), Currency.USD)


def test_actual_figures_are_a_months_and_only_where_there_are_some(
    main: Client, reported: World, tmp_path: Path
) -> None:
    """VIDEO-2: 30008 without confirmed figures."""
    none = main.get("v2/music/video/details", id="V1", want="actual", **SEPTEMBER)
    assert none["code"] == 30008
    assert "Please log in to the studio" in none["message"]

    row = {"month": "2025-09", "channel_id": OWN, "video_id": "V1", "views": 5100}
    file = fake.own_monthly(tmp_path / "september.csv", row | {"revenue_usd": "4.20"})
    reported.container.portal().ingestion.ingest(file, ANN)
    actual = main.get("v2/music/video/details", id="V1", want="actual", **SEPTEMBER)

    assert pick(actual, "views", "revenue") == [5100, "4.20"]
    assert actual["data_cycle"]["kind"] == "monthly"
    assert [row["date"] for row in actual["daily"]] == ["2025-09-01"]


def test_a_video_that_brought_nothing_is_nothing_where_its_channel_has_actual_figures(
    main: Client, reported: World, tmp_path: Path
) -> None:
    """VIDEO-2: 30008 is of channels without any; it sends nobody to the studio for nothing."""
    row = {"month": "2025-09", "channel_id": OWN, "video_id": "V1", "views": 5100}
    file = fake.own_monthly(tmp_path / "september.csv", row | {"revenue_usd": "4.20"})
    reported.container.portal().ingestion.ingest(file, ANN)

    other = main.get("v2/music/video/details", id="V2", want="actual", **SEPTEMBER)
    assert pick(other, "views", "revenue", "rpm") == [0, "0.00", None]
    assert (other["daily"], other["countries"]) == ([], [])
    august = {"start": "2025-08-01", "end": "2025-08-31"}
    assert main.get("v2/music/video/details", id="V2", want="actual", **august)["code"] == 30008
    elsewhere = main.get("v2/music/video/details", id="C1", want="actual", **SEPTEMBER)
    assert elsewhere["code"] == 30008


OTHER = Isrc("QZBB12500002")


@pytest.fixture
def claimed(reported: World, tmp_path: Path) -> World:
    """V2 carries two tracks in September, a third and two thirds of it; V1 one of them."""
    with reported.container.transactions().begin() as books:
        books.tracks.save([Track(OTHER, "Rain Lane"), Track(TRACK, "Night Drive")])
    rows = [
        fake.claim_row("20250904", OWN[2:], "V2", asset="A1", isrc=TRACK, revenue="2"),
        fake.claim_row("20250904", OWN[2:], "V2", asset="A2", isrc=OTHER, revenue="4"),
    ]
    reported.container.portal().ingestion.ingest(fake.claims(tmp_path, *rows), ANN)
    return reported


def test_what_tracks_earned_and_what_is_no_tracks_add_up_to_the_dashboard(claimed: World) -> None:
    main = Client(claimed, MAIN)
    whole = main.get("v2/music/dashboard", **SEPTEMBER)["summary"]

    earned = main.get("v2/music/earned")

    assert pick(earned, "month", "max_date", "estimated", "total") == [
        *("2025-09", "2025-09-06", True),
        2,
    ]
    assert pick(earned["summary"], "views", "revenue") == [16000, whole["revenue"]]
    lines = [pick(each, "isrc", "videos", "views", "revenue") for each in earned["items"]]
    assert lines == [
        [TRACK, 2, 5000 + 667, "6.333333333"],
        [OTHER, 1, 1333, "4.666666667"],
    ]
    assert earned["unknown"] == {"videos": 1, "revenue": "10.00"}
    assert earned["items"][0]["track"]["name"] == "Night Drive"
    assert earned["items"][0]["used_on"] == "2025-09-02"
    assert not any(each["estimated"] for each in earned["items"])
    only = main.get("v2/music/earned", isrcs=f"qz-bb1-25-00002,{NOBODYS}")
    assert [each["isrc"] for each in only["items"]] == [OTHER]
    assert pick(only, "total", "unknown") == [1, earned["unknown"]]
    assert main.get("v2/music/earned", size="1", page="1")["items"] == [earned["items"][1]]


NOBODYS = "QZBB12599999"


def test_a_tracks_own_videos_add_up_to_what_it_earned(claimed: World) -> None:
    main = Client(claimed, MAIN)
    (line, *_) = main.get("v2/music/earned")["items"]

    found = main.get("v2/music/earned/videos", isrc=TRACK)

    assert pick(found, "month", "views", "revenue", "total") == [
        *("2025-09", line["views"], line["revenue"]),
        line["videos"],
    ]
    videos = [pick(each, "id", "views", "revenue", "tracks") for each in found["items"]]
    assert videos == [["V1", 5000, "4.00", 1], ["V2", 667, "2.333333333", 2]]
    assert found["items"][0]["channel"]["id"] == "channel-501"
    for stranger in (STRANGER, MEMBER):
        theirs = Client(claimed, stranger).get("v2/music/earned/videos", isrc=TRACK)
        assert pick(theirs, "items", "revenue") == [[], "0.00"]
    nothing = Client(claimed, STRANGER).get("v2/music/earned")
    assert pick(nothing, "items", "unknown") == [[], {"videos": 0, "revenue": "0.00"}]


def test_months_whose_claims_have_not_come_go_by_the_newest_tracks(claimed: World) -> None:
    main = Client(claimed, MAIN)
    days = [
        fake.daily_row("2025-08-20", OWN, "V2", views=100, revenue="3.00"),
        fake.daily_row("2025-08-20", OWN, "V1", views=100, revenue="0.50"),
    ]
    path = claimed.container.deployment().files / "august.csv"
    claimed.container.portal().ingestion.ingest(fake.own_daily(path, *days), ANN)

    august = main.get("v2/music/earned", month="2025-08")

    lines = [pick(each, "isrc", "revenue", "estimated") for each in august["items"]]
    assert lines == [[OTHER, "2.00", True], [TRACK, "1.50", True]]
    videos = main.get("v2/music/earned/videos", month="2025-08", isrc=TRACK)
    assert ids(videos) == ["V2", "V1"], "the best earning first"
    assert main.get("v2/music/earned", month="2025-13")["code"] == 2


def test_a_closed_months_tracks_share_what_was_confirmed(
    claimed: World, business_clock: FixedClock
) -> None:
    main = Client(claimed, MAIN)
    claimed.container.portal().settlements.close(Month(2025, 9), ANN)

    earned = main.get("v2/music/earned", month="2025-09")

    assert (earned["estimated"], earned["summary"]["estimated"]) == (False, False)
    assert earned["summary"]["confirmed_revenue"] == earned["summary"]["revenue"] == "6.00"
    lines = {each["isrc"]: each["revenue"] for each in earned["items"]}
    assert lines == {TRACK: "2.00", OTHER: "4.00"}
    shorts = main.get("v2/music/earned/videos", month="2025-09", isrc=OTHER)
    assert pick(shorts, "estimated", "revenue") == [False, "4.00"]
