"""Report files from disk into the books: the same in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from attrs import define, evolve
from sqlalchemy import event
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.standins import FixedClock

from backbeat.catalogue.model import Track
from backbeat.channels.model import ChangeContext
from backbeat.figures.model import Figures
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, Isrc, PlatformChannelId, ReportId, VideoId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.staging import MemoryStaging
from backbeat.platforms.kinds import Sort
from backbeat.platforms.own.report_kinds import OWN_MONTHLY
from backbeat.platforms.registry import RECORD_KINDS
from backbeat.platforms.tiktok.platform import TIKTOK
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.platforms.youtube.report_kinds import CLAIM_RAW, ESTIMATED_REVENUE, SHORTS_ADS
from backbeat.report_files.announcements import Announcements
from backbeat.report_files.errors import (
    BadLines,
    FileAsks,
    NothingToRelease,
    OptionNeeded,
    ReportNotFound,
    UndoRefused,
)
from backbeat.report_files.model import Answers, Grouping, Outcome, SuspenseReason
from backbeat.report_files.service import Ingestion
from backbeat.settlement.comparison import compared
from backbeat_adapters.report_files import files as disk
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.report_files.values import EXACT
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.files import merging, rollups
from backbeat_adapters.sql.files.staging import SqlStaging

pytestmark = pytest.mark.variants("databases")

OPERATOR = Actor.operator("ann")
MINA, KAI = AccountId("mina"), AccountId("kai")
FIRST, SECOND = (PlatformChannelId(f"UC{n:021d}A") for n in (1, 2))
SEPTEMBER = Month(2025, 9)
ISRC = Isrc("QZBB12500001")
VIDEO = VideoId("video-one")
PAGE = PageRequest()


@define
class House:
    """The books with one earning channel, and what takes files into them."""

    transactions: Any
    ingestion: Ingestion
    clock: FixedClock
    folder: Path

    def ingest(self, path: Path, **options: Any) -> Outcome:
        return self.ingestion.ingest(path, OPERATOR, **options)

    def look(self) -> AbstractContextManager[Any]:
        look: AbstractContextManager[Any] = self.transactions.look()
        return look

    def daily(self, name: str, *rows: fake.Row, **options: Any) -> Outcome:
        return self.ingest(fake.own_daily(self.folder / name, *rows), **options)

    def shown(self, by: Grouping, **which: Any) -> dict[tuple[str, str], Figures]:
        lines = self.ingestion.shown(by, **which)
        return {(line.kind.value, line.name): line.figures for line in lines}

    def state(self) -> list[Any]:
        """Every figure there is, to be compared before and after."""
        with self.look() as books:
            both = [FIRST, SECOND]
            first, last = date(2025, 8, 1), date(2025, 11, 30)
            videos = sorted({day.video for day in books.statistics.video_days(both, first, last)})
            return [
                list(books.statistics.channel_days(both, first, last)),
                list(books.statistics.video_days(both, first, last)),
                [list(books.statistics.country_days(v, first, last)) for v in videos if v],
                [list(books.confirmed.figures(m, RECORD_KINDS)) for m in self.months],
                [books.confirmed.totals(m) for m in self.months],
                [
                    (line.kind, line.name, line.rows, line.figures)
                    for by in (Grouping.CHANNEL, Grouping.COUNTRY, Grouping.ISRC)
                    for month in self.months
                    for line in books.report_rows.shown(by, month=month)
                ],
            ]

    @property
    def months(self) -> list[Month]:
        return [SEPTEMBER.previous, SEPTEMBER, SEPTEMBER.next]

    @property
    def is_on_postgresql(self) -> bool:
        books = self.transactions
        return isinstance(books, SqlTransactions) and books.engine.dialect.name == "postgresql"


@pytest.fixture
def house(transactions: Any, clock: FixedClock, tmp_path: Path) -> House:
    clock.set(date(2025, 10, 15))
    stamp = ChangeContext(datetime(2025, 9, 3, 9, tzinfo=UTC), OPERATOR)
    channel = evolve(a_channel(1, owner="mina"), total_views=200_000)
    channel = channel.verified(stamp, seen=stamp.at, needed_views=100_000)
    channel = channel.approved(stamp, earning_from=date(2025, 9, 3))
    channel = channel.given_to(KAI, date(2025, 9, 10))
    with transactions.begin() as books:
        for account in (MINA, KAI):
            books.accounts.add(an_account(id=account, name=account, referral_code=account))
        books.channels.add(channel)
        books.tracks.save([Track(ISRC, "Night Drive")])
    staging: Any = (
        MemoryStaging(transactions)
        if isinstance(transactions, MemoryTransactions)
        else SqlStaging(transactions)
    )
    ingestion = Ingestion(transactions, staging, DiskReports(), clock)
    return House(transactions, ingestion, clock, tmp_path)


@pytest.fixture(params=["few", "many"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite collects the rows of touched days by channel where they are few, else by day."""
    if request.param == "many":
        monkeypatch.setattr(rollups, "FEW_ROWS", 0)


@contextmanager
def statements(house: House) -> Iterator[list[str]]:
    """What a database was told meanwhile; nothing in memory."""
    ran: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        ran.append(statement)

    if not isinstance(house.transactions, SqlTransactions):
        yield ran
        return
    engine = house.transactions.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield ran
    finally:
        event.remove(engine, "before_cursor_execute", note)


def told_of_rows(ran: list[str]) -> int:
    return sum(statement.startswith("ANALYZE report_rows") for statement in ran)


def verify_second(house: House) -> None:
    stamp = ChangeContext(house.clock.now(), OPERATOR)
    channel = a_channel(2, owner="kai").verified(stamp, seen=stamp.at, needed_views=100_000)
    with house.transactions.begin() as books:
        books.channels.add(channel)


def test_a_daily_file_is_stored_and_days_before_the_start_are_counted(house: House) -> None:
    done = house.daily(
        "september.csv",
        fake.daily_row("2025-09-02", video="V0", views=5000, revenue="2.00"),
        fake.daily_row("2025-09-05", video="V1", views=20000, revenue="9.00", premium_views=2400),
    )

    assert (done.file.stored, done.file.before_start) == (2, 1)
    assert done.file.changes.added == 2
    assert done.file.total == Decimal("11")
    assert done.file.changes.booked_nanos == 11 * 10**9
    with house.look() as books:
        assert books.statistics.last_day() == date(2025, 9, 5)
        days = list(books.statistics.channel_days([FIRST], date(2025, 9, 1), date(2025, 9, 30)))
        assert [(day.day, day.figures.views) for day in days] == [
            (date(2025, 9, 2), 5000),
            (date(2025, 9, 5), 20000),
        ]
        assert days[1].figures == Figures(
            20000, 15000, 2400, 400_000_000, 0, 0, 9 * 10**9, 9 * 10**9, 0
        )
        video = books.videos.get(VideoId("V1"))
        assert (video.title, video.channel, video.published_on) == (
            "V1",
            FIRST,
            date(2025, 9, 5),
        )


def test_the_same_file_again_changes_nothing(house: House) -> None:
    rows = [fake.daily_row(f"2025-09-{day:02d}", revenue=f"{day}.5") for day in range(1, 20)]
    house.daily("a.csv", *rows)
    before = house.state()

    again = house.daily("a.csv", *rows)
    renamed = house.daily("another-name.csv", *rows)

    assert again.known
    assert renamed.known
    assert again.file.id == ReportId("1")
    assert house.state() == before


def test_a_file_cut_anew_changes_nothing(house: House) -> None:
    rows = [fake.daily_row(f"2025-09-{day:02d}", revenue=f"{day}.5") for day in range(1, 20)]
    house.daily("a.csv", *rows)
    before = house.state()

    first = house.daily("first.csv", *rows[10:])
    second = house.daily("second.csv", *rows[:12])

    assert (first.file.changes.unchanged, first.file.changes.any) == (9, False)
    assert (second.file.changes.unchanged, second.file.changes.any) == (12, False)
    assert house.state() == before


def test_a_day_issued_again_replaces_its_rows_and_leaves_the_others(house: House) -> None:
    house.daily("a.csv", fake.daily_row(revenue="1.00"), fake.daily_row(video="two", revenue="4"))

    done = house.daily("b.csv", fake.daily_row(revenue="1.25"))

    assert (done.file.changes.changed, done.file.changes.added) == (1, 0)
    shown = house.shown(Grouping.VIDEO, month=SEPTEMBER)
    assert shown["own_daily", "video-one"].revenue_nanos == 1_250_000_000
    assert shown["own_daily", "two"].revenue_nanos == 4_000_000_000


@pytest.mark.usefixtures("either_way")
def test_with_replace_a_file_is_the_whole_truth_of_its_period(house: House) -> None:
    rows = [fake.daily_row(f"2025-09-{day:02d}") for day in (4, 5, 6, 7)]
    house.daily("a.csv", *rows)
    before = house.state()

    done = house.daily("b.csv", rows[0], rows[2], replace=True)

    assert (done.file.changes.removed, done.file.changes.unchanged) == (1, 2)
    days = house.shown(Grouping.DAY, month=SEPTEMBER)
    assert [day for _, day in days] == ["2025-09-04", "2025-09-06", "2025-09-07"]
    house.ingestion.undo(done.file.id, OPERATOR)
    assert house.state() == before


@pytest.mark.usefixtures("either_way")
def test_undo_puts_the_values_before_back(house: House) -> None:
    house.daily("a.csv", fake.daily_row(revenue="1"), fake.daily_row(video="two", revenue="2"))
    before = house.state()
    changed = house.daily(
        "b.csv", fake.daily_row(revenue="3"), fake.daily_row(video="three", revenue="5")
    )
    assert house.state() != before

    undone = house.ingestion.undo(changed.file.id, OPERATOR, "wrong file")

    assert undone.undone_at == house.clock.now()
    assert house.state() == before
    again = house.daily(
        "b.csv", fake.daily_row(revenue="3"), fake.daily_row(video="three", revenue="5")
    )
    assert (again.known, again.file.changes.changed, again.file.changes.added) == (False, 1, 1)


def test_a_file_without_rows_is_known_again_and_undone(house: House) -> None:
    """A day without data comes as a header alone."""
    house.daily("a.csv", fake.daily_row(revenue="1"))
    before = house.state()

    done = house.daily("none.csv")
    again = house.daily("none.csv")
    undone = house.ingestion.undo(done.file.id, OPERATOR)

    assert (done.file.rows, again.known, again.file.id) == (0, True, done.file.id)
    assert undone.undone_at == house.clock.now()
    assert house.state() == before


@pytest.mark.usefixtures("either_way")
def test_a_file_of_views_and_one_of_money_each_count_alone_and_together(house: House) -> None:
    def day(number: int) -> Figures:
        with house.look() as books:
            at = date(2025, 9, number)
            (found,) = books.statistics.channel_days([FIRST], at, at)
            return Figures(*found.figures)

    views, money = fake.basic_row("20250906"), fake.estimated_row("20250907")
    house.ingest(fake.basics(house.folder / "views.csv", views))
    house.ingest(fake.estimates(house.folder / "money.csv", money))
    both = [fake.basics(house.folder / "more.csv", {**views, "date": "20250908"})]
    both += [fake.estimates(house.folder / "most.csv", {**money, "date": "20250908"})]
    for file in both:
        house.ingest(file)

    assert day(6) == Figures(1000, 750, 100, 30_030_000, 1000, day(6).rate_weight, 0, 0, 0)
    assert day(6).rate_weight
    assert day(7) == Figures(0, 0, 0, 0, 0, 0, 1_500_000_000, 1_000_000_000, 500_000_000)
    assert day(8) == day(6).plus(day(7))


@pytest.mark.usefixtures("either_way")
def test_every_platforms_days_are_added_up(house: House) -> None:
    own = "6959123456789012345"
    stamp = ChangeContext(house.clock.now(), OPERATOR)
    channel = a_channel(2, owner="kai", platform=TIKTOK.channel_key(own))
    with house.transactions.begin() as books:
        books.channels.add(channel.verified(stamp, seen=stamp.at, needed_views=100_000))

    row = fake.daily_row("2025-09-05", own, "7123456789012345678", views=70)
    house.daily("tiktok.csv", row, platform="tiktok")

    with house.look() as books:
        day = date(2025, 9, 5)
        (found,) = books.statistics.channel_days([channel.platform_id], day, day)
    assert found.figures.views == 70


def test_a_row_that_waits_goes_on_waiting_when_it_is_told_anew(house: House) -> None:
    row = fake.daily_row("2025-09-05", SECOND, "two", revenue="1")
    house.daily("first.csv", row)
    verify_second(house)

    changes = house.daily("second.csv", {**row, "revenue_usd": "2"}).file.changes

    assert (changes.changed, changes.suspended) == (1, 1)
    with house.look() as books:
        day = date(2025, 9, 5)
        assert list(books.statistics.channel_days([SECOND], day, day)) == []


def test_channels_of_several_blocks_are_looked_up_together(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "BLOCK", 1)
    named = [a_channel(number).platform_id for number in range(1, 13)]
    rows = [fake.estimated_row("2025-09-05", name, f"v-{name}") for name in named]

    with statements(house) as ran:
        done = house.ingest(fake.estimates(house.folder / "many.csv", *rows))

    looked_up = [each for each in ran if each.startswith("SELECT channels.id")]
    assert len(looked_up) == (2 if ran else 0)
    assert done.file.changes.added == len(named)
    assert done.file.changes.suspended == len(named) - 1


def test_a_file_of_many_new_rows_makes_the_same_books(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL is told of the new rows while the file is merged; nothing else differs."""
    days = [f"2025-09-{day:02d}" for day in range(1, 13)]
    videos = [f"video-{number}" for number in range(4)]
    verify_second(house)
    house.daily("own.csv", *(fake.daily_row(day, SECOND, "two") for day in days))
    before = house.state()

    def ingest_all() -> list[ReportId]:
        spots = [(day, video) for day in days for video in videos]
        files = [
            fake.estimates(
                house.folder / "many.csv",
                *(fake.estimated_row(day, video=video) for day, video in spots),
                *(fake.estimated_row(day, SECOND, "two") for day in days),
            ),
            fake.claims(
                house.folder,
                *(fake.claim_row(day.replace("-", ""), video=video) for day, video in spots),
            ),
        ]
        return [house.ingest(file).file.id for file in files]

    with statements(house) as few:
        files = ingest_all()
    plain = house.state()
    for file in reversed(files):
        house.ingestion.undo(file, OPERATOR)
    assert house.state() == before != plain
    monkeypatch.setattr(merging, "MANY", len(days) * len(videos))
    with statements(house) as many:
        ingest_all()

    assert house.state() == plain
    assert [told_of_rows(ran) for ran in (few, many)] == [0, 2 * house.is_on_postgresql]


def test_undo_is_refused_for_what_is_settled_undone_or_built_upon(house: House) -> None:
    first = house.daily("a.csv", fake.daily_row(revenue="1"))
    second = house.daily("b.csv", fake.daily_row(revenue="2"))
    with pytest.raises(UndoRefused) as later:
        house.ingestion.undo(first.file.id, OPERATOR)
    house.ingestion.undo(second.file.id, OPERATOR)
    with pytest.raises(UndoRefused) as twice:
        house.ingestion.undo(second.file.id, OPERATOR)
    with house.transactions.begin() as books:
        books.confirmed.mark_settled(SEPTEMBER, [OWN_MONTHLY])
    with pytest.raises(UndoRefused) as settled:
        house.ingestion.undo(first.file.id, OPERATOR)
    with pytest.raises(ReportNotFound):
        house.ingestion.undo(ReportId("99"), OPERATOR)

    assert (later.value.problem, later.value.later) == ("later_file", second.file.id)
    assert (twice.value.problem, settled.value.problem) == ("undone", "settled")


def test_a_changed_file_is_read_again_when_another_came_between(house: House) -> None:
    rows = (fake.daily_row(revenue="1"),)
    house.daily("a.csv", *rows)
    house.daily("b.csv", fake.daily_row(revenue="2"))

    back = house.daily("a.csv", *rows)

    assert (back.known, back.file.changes.changed) == (False, 1)
    total = house.shown(Grouping.CHANNEL, month=SEPTEMBER)["own_daily", FIRST]
    assert total.revenue_nanos == 1_000_000_000


def test_a_bad_line_is_named_and_nothing_is_stored(house: House) -> None:
    good = [fake.daily_row(f"2025-09-{day:02d}") for day in range(1, 6)]
    bad = [
        {**fake.daily_row(), "views": "many"},
        {**fake.daily_row(), "date": "2025-13-01"},
        {**fake.daily_row(), "revenue_usd": "NaN"},
        {**fake.daily_row(), "channel_id": ""},
        {**fake.daily_row(), "isrc": "QZBB1250001"},
    ]

    with pytest.raises(BadLines) as refused:
        house.daily("a.csv", *good, *bad)

    assert refused.value.total == 5
    assert [line.split(":")[0] for line in refused.value.lines] == [
        f"line {number}" for number in (7, 8, 9, 10, 11)
    ]
    assert "views: not a whole number: 'many'" in refused.value.lines[0]
    assert house.ingestion.page(PAGE).total == 0
    assert house.ingestion.shown(Grouping.CHANNEL, month=SEPTEMBER) == []


def test_rows_of_unknown_channels_and_tracks_wait_in_suspense(house: House) -> None:
    done = house.daily(
        "a.csv",
        fake.daily_row(revenue="1.5"),
        fake.daily_row(video="two", channel=SECOND, revenue="2.25"),
        fake.daily_row(video="three", isrc="QZBB12500002", revenue="-0.75"),
        fake.daily_row(video="four", isrc=ISRC, revenue="1"),
    )

    changes = done.file.changes
    assert (changes.suspended, changes.suspense_nanos) == (2, 1_500_000_000)
    assert changes.booked_nanos == 2_500_000_000
    booked = Decimal(changes.booked_nanos + changes.suspense_nanos) / 10**9
    assert booked + done.file.dust == done.file.total == Decimal("4")
    assert [(line.reason, line.name, line.rows, line.nanos) for line in done.unmatched] == [
        (SuspenseReason.UNKNOWN_CHANNEL, SECOND, 1, 2_250_000_000),
        (SuspenseReason.UNKNOWN_TRACK, "QZBB12500002", 1, -750_000_000),
    ]
    with house.look() as books:
        days = books.statistics.channel_days([FIRST, SECOND], date(2025, 9, 1), date(2025, 9, 30))
        assert [(day.channel, day.figures.revenue_nanos) for day in days] == [
            (FIRST, 2_500_000_000)
        ]


def test_money_of_a_channel_that_was_never_verified_waits_too(house: House) -> None:
    """FILE-13: registered is not enough."""
    with house.transactions.begin() as books:
        books.channels.add(a_channel(2, owner="kai"))

    done = house.daily("a.csv", fake.daily_row(video="two", channel=SECOND, revenue="2.25"))

    assert (done.file.changes.booked_nanos, done.file.changes.suspense_nanos) == (0, 2_250_000_000)
    assert [line.reason for line in done.unmatched] == [SuspenseReason.UNKNOWN_CHANNEL]


def test_suspense_is_released_by_an_operators_act_only(house: House) -> None:
    rows = (
        fake.daily_row(video="two", channel=SECOND, revenue="2.25"),
        fake.daily_row(video="three", channel=SECOND, isrc="QZBB12500002", revenue="4"),
    )
    house.daily("a.csv", *rows)
    with pytest.raises(NothingToRelease):
        house.ingestion.release(SECOND, OPERATOR)
    verify_second(house)
    house.daily("b.csv", *reversed(rows))
    assert len(house.ingestion.unmatched()) == 1

    released = house.ingestion.release(SECOND, OPERATOR, "registered now")

    assert (released.rows, released.nanos) == (1, 2_250_000_000)
    assert [line.reason for line in house.ingestion.unmatched()] == [SuspenseReason.UNKNOWN_TRACK]
    with house.transactions.begin() as books:
        books.tracks.save([Track(Isrc("QZBB12500002"), "Late")])
    assert house.ingestion.release("QZ-BB1-25-00002", OPERATOR).rows == 1
    assert house.ingestion.unmatched() == []
    with house.look() as books:
        days = books.statistics.channel_days([SECOND], date(2025, 9, 1), date(2025, 9, 30))
        assert [day.figures.revenue_nanos for day in days] == [6_250_000_000]


def test_money_finer_than_a_nano_goes_to_suspense_in_any_order(house: House) -> None:
    amounts = [
        "0.0000000019",
        "-0.0000000011",
        "0E-18",
        "-8.40000000000E-7",
        "1.000000000000000001",
    ]
    rows = [
        fake.daily_row(f"2025-09-{day:02d}", revenue=amount)
        for day, amount in enumerate(amounts, start=5)
    ]
    done = house.daily("a.csv", *rows)
    house.ingestion.undo(done.file.id, OPERATOR)
    back = house.daily("b.csv", *reversed(rows))

    exact = sum(map(Decimal, amounts))
    for file in (done.file, back.file):
        assert file.total == exact
        assert Decimal(file.changes.booked_nanos).scaleb(-9) + file.dust == exact
    assert done.file.changes.booked_nanos == 1 - 2 + 0 - 840 + 10**9
    assert house.ingestion.dust() == back.file.dust > 0


def test_a_total_has_all_digits_of_its_amounts(house: House) -> None:
    amounts = ["0.1" + "0" * 40 + "1", "1234.0000000009" + "1" * 30]
    rows = [fake.daily_row(f"2025-09-0{day}", revenue=text) for day, text in enumerate(amounts, 5)]

    file = house.daily("a.csv", *rows).file

    exact = EXACT.add(*map(Decimal, amounts))
    assert (file.total, house.ingestion.get(file.id).total) == (exact, exact)
    assert house.ingestion.dust() == file.dust == EXACT.subtract(exact, Decimal("1234.1"))


def test_lines_with_one_key_are_added_and_counted(house: House) -> None:
    done = house.daily("a.csv", fake.daily_row(revenue="1"), fake.daily_row(revenue="2.5"))

    assert (done.file.rows, done.file.changes.added, done.file.changes.duplicates) == (2, 1, 1)
    total = house.shown(Grouping.CHANNEL, month=SEPTEMBER)["own_daily", FIRST]
    assert (total.revenue_nanos, total.views) == (3_500_000_000, 2000)


@pytest.mark.parametrize(
    "is_last", [True, False], ids=["the known one last", "an unknown one last"]
)
def test_lines_with_one_key_are_told_as_one_of_them_tells_it_whatever_their_order(
    house: House, is_last: bool
) -> None:
    """The row is of the channel that is last in order, and waits if nobody knows that one."""
    before = PlatformChannelId(f"UC{0:021d}A")
    both = [before, FIRST] if is_last else [FIRST, SECOND]
    lines = [fake.claim_row(channel=each[2:], revenue="1.5") for each in both]

    done = house.ingest(fake.claims(house.folder / "a", *lines))
    again = house.ingest(fake.claims(house.folder / "b", *reversed(lines)))

    changes = done.file.changes
    assert (changes.added, changes.duplicates, again.file.changes.unchanged) == (1, 1, 1)
    sums = house.shown(Grouping.CHANNEL, month=SEPTEMBER)
    assert {at: sums[at].revenue_nanos for at in sums} == {("claim_raw", both[-1]): 3 * 10**9}
    assert (changes.booked_nanos == 3 * 10**9, changes.suspended == 0) == (is_last, is_last)


def test_a_dry_run_tells_and_keeps_nothing(house: House) -> None:
    house.daily("a.csv", fake.daily_row(revenue="1"))
    before = house.state()

    done = house.daily(
        "b.csv", fake.daily_row(revenue="2"), fake.daily_row(video="new"), dry_run=True
    )

    assert done.dry_run
    assert (done.file.changes.changed, done.file.changes.added) == (1, 1)
    assert house.state() == before
    assert house.ingestion.page(PAGE).total == 1


@pytest.mark.usefixtures("either_way")
def test_estimates_of_the_platform_supersede_our_own_rows(house: House) -> None:
    house.daily(
        "own.csv", fake.daily_row(views=900, revenue="9", premium="2"), fake.daily_row("2025-09-06")
    )
    house.ingest(
        fake.estimates(
            house.folder / "rev.csv", fake.estimated_row(), fake.estimated_row(country="US")
        )
    )

    with house.look() as books:
        days = list(books.statistics.channel_days([FIRST], date(2025, 9, 5), date(2025, 9, 5)))
    assert days[0].figures.views == 900
    assert days[0].figures.revenue_nanos == 3_000_000_000
    assert days[0].figures.premium_nanos == 1_000_000_000

    house.ingest(fake.basics(house.folder / "basic.csv", fake.basic_row(views=1000)))
    again = house.daily("own2.csv", fake.daily_row(views=901, revenue="9"))

    assert again.file.changes.superseded == 1
    with house.look() as books:
        days = list(books.statistics.video_days([FIRST], date(2025, 9, 5), date(2025, 9, 6)))
        countries = list(books.statistics.country_days(VIDEO, date(2025, 9, 5), date(2025, 9, 5)))
    assert [day.figures.views for day in days] == [1000, 1000]
    assert days[0].figures == Figures(
        views=1000,
        engaged_views=750,
        premium_views=100,
        watch_millis=30_030_000,
        rated_views=1000,
        rate_weight=802_500_000,
        revenue_nanos=3_000_000_000,
        ads_nanos=2_000_000_000,
        premium_nanos=1_000_000_000,
    )
    assert [(row.country, row.figures.views) for row in countries] == [("KR", 1000), ("US", 0)]
    assert ("own_daily", VIDEO) in house.shown(Grouping.VIDEO, month=SEPTEMBER)


@pytest.mark.usefixtures("either_way")
def test_record_figures_come_in_order_with_and_without_a_day(house: House) -> None:
    verify_second(house)
    house.ingest(
        fake.claims(
            house.folder,
            *(
                fake.claim_row(
                    day,
                    video=video + ("2" if channel is SECOND else ""),
                    channel=channel[2:],
                    revenue="1.5",
                )
                for day in ("20250905", "20250904")
                for video in ("b", "a")
                for channel in (SECOND, FIRST)
            ),
        )
    )
    house.ingest(
        fake.shorts_ads(
            house.folder,
            fake.shorts_ads_row("b", revenue="7"),
            fake.shorts_ads_row("b", adjustment="Spam Adjustment", revenue="-1"),
        )
    )
    house.daily(
        "own.csv", *(fake.daily_row(f"2025-09-0{d}", video=v) for d in (5, 4) for v in ("b", "a"))
    )

    with house.look() as books:
        figures = list(books.confirmed.figures(SEPTEMBER, RECORD_KINDS))
        weights = list(books.statistics.daily_estimates(SEPTEMBER, [SHORTS_ADS]))
        every = list(books.statistics.daily_estimates(SEPTEMBER))
        totals = books.confirmed.totals(SEPTEMBER)
        sums = dict(books.confirmed.sums(SEPTEMBER, RECORD_KINDS))
        ads = dict(books.confirmed.sums(SEPTEMBER, [SHORTS_ADS]))
        second = list(books.confirmed.figures(SEPTEMBER, RECORD_KINDS, [SECOND]))
        weights_of_second = list(books.statistics.daily_estimates(SEPTEMBER, None, [SECOND]))
        kinds = books.confirmed.kinds(SEPTEMBER)
        no_kinds = books.confirmed.kinds(SEPTEMBER.next)
        overlaps = books.confirmed.overlaps(SEPTEMBER, RECORD_KINDS)
        actual = books.confirmed.of_video(VideoId("b"), SEPTEMBER, SEPTEMBER)

    assert [(f.channel, f.video, f.kind, f.day and f.day.day) for f in figures] == [
        (FIRST, "a", CLAIM_RAW, 4),
        (FIRST, "a", CLAIM_RAW, 5),
        (FIRST, "b", CLAIM_RAW, 4),
        (FIRST, "b", CLAIM_RAW, 5),
        (FIRST, "b", SHORTS_ADS, None),
        (SECOND, "a2", CLAIM_RAW, 4),
        (SECOND, "a2", CLAIM_RAW, 5),
        (SECOND, "b2", CLAIM_RAW, 4),
        (SECOND, "b2", CLAIM_RAW, 5),
    ]
    assert figures[4].nanos == 6_000_000_000
    assert second == [figure for figure in figures if figure.channel == SECOND]
    assert weights_of_second == [weight for weight in every if weight.channel == SECOND]
    assert sums == {
        channel: sum(figure.nanos for figure in figures if figure.channel == channel)
        for channel in (FIRST, SECOND)
    }
    assert ads == {FIRST: 6_000_000_000}
    assert (list(kinds), list(no_kinds)) == ([CLAIM_RAW, SHORTS_ADS], [])
    assert [(w.video, w.day.day) for w in weights] == [("b", 4), ("b", 5)]
    assert [(w.video, w.day.day) for w in every] == [("a", 4), ("a", 5), ("b", 4), ("b", 5)]
    assert {total.kind: (total.rows, total.nanos) for total in totals} == {
        CLAIM_RAW: (8, 12_000_000_000),
        SHORTS_ADS: (2, 6_000_000_000),
    }
    assert [(o.sort, o.kinds, o.videos) for o in overlaps] == [
        (Sort.ADS, (CLAIM_RAW, SHORTS_ADS), 1)
    ]
    assert {f.channel for f in actual} == {FIRST}


def test_adjustment_files_never_meet_the_rows_of_their_base_kind(house: House) -> None:
    house.ingest(fake.shorts_ads(house.folder, fake.shorts_ads_row(revenue="10")))
    house.ingest(fake.shorts_ads(house.folder, fake.shorts_ads_row(revenue="-2"), prefix="ADJ_"))
    house.ingest(
        fake.claims(house.folder, fake.claim_row("20250805", revenue="3"), kind="ADJ_claim_raw")
    )

    with house.look() as books:
        september = list(books.confirmed.figures(SEPTEMBER, RECORD_KINDS))
        august = list(books.confirmed.figures(SEPTEMBER.previous, RECORD_KINDS))
    assert [figure.nanos for figure in september] == [8_000_000_000]
    assert [(figure.day, figure.nanos) for figure in august] == [(date(2025, 8, 5), 3_000_000_000)]


def test_a_file_without_month_or_owner_is_refused_naming_the_option(house: House) -> None:
    text = fake.text_of(fake.SHORTS_ADS_HEADER, [fake.shorts_ads_row()])
    plain = fake.write(house.folder / "shorts.csv", text)

    with pytest.raises(OptionNeeded) as owner:
        house.ingest(plain, month=SEPTEMBER)
    with pytest.raises(OptionNeeded) as month:
        house.ingest(plain, owner="Label")
    done = house.ingest(plain, month=SEPTEMBER, owner="Label")
    named = house.ingest(fake.shorts_ads(house.folder, fake.shorts_ads_row()))

    assert (owner.value.option, month.value.option) == ("--owner", "--month")
    assert done.file.changes.added == 1
    assert named.known
    assert house.ingest(plain, month=SEPTEMBER).known
    with pytest.raises(FileAsks):
        house.ingest(plain, month=SEPTEMBER.next)
    again = house.ingest(plain, month=SEPTEMBER.next, answers=Answers(complete=True))
    assert again.file.changes.added == 1


def test_rows_of_two_owners_stand_beside_each_other(house: House) -> None:
    text = fake.text_of(fake.CLAIM_HEADER, [fake.claim_row(revenue="1")])
    for owner in ("Label", "Other_Label"):
        house.ingest(
            fake.write(house.folder / f"YouTube_{owner}_M_20250901_claim_raw_v1-1.csv", text),
            answers=Answers(complete=True),
        )

    with pytest.raises(OptionNeeded):
        house.ingest(fake.write(house.folder / "claims.csv", text))
    total = house.shown(Grouping.CHANNEL, kind=CLAIM_RAW, month=SEPTEMBER)
    assert total["claim_raw", FIRST].revenue_nanos == 2_000_000_000


def test_a_video_takes_its_track_from_claims_or_through_its_asset(house: House) -> None:
    other = Isrc("QZBB12500009")
    house.ingest(
        fake.claims(
            house.folder, fake.claim_row(), fake.claim_row(video="two", asset="A9", isrc="")
        )
    )
    assets = [
        {
            "Day": "20250901",
            "Country": "KR",
            "Asset ID": "A9",
            "ISRC": other,
            "Owned Views": 1,
            "Partner Revenue": "1",
        }
    ]
    text = fake.text_of(fake.ASSET_HEADER, assets)
    done = house.ingest(fake.write(house.folder / fake.STUDIO.format(kind="asset_raw"), text))
    house.ingest(
        fake.estimates(
            house.folder / "e.csv", fake.estimated_row(), fake.estimated_row(video="two")
        )
    )

    assert (done.file.changes.checked_nanos, done.file.changes.suspended) == (10**9, 0)
    with house.look() as books:
        videos = [VIDEO, VideoId("two"), VideoId("three")]
        used = books.videos.tracks_of(videos, SEPTEMBER, SEPTEMBER)
    codes = {video: [track.isrc for track in tracks] for video, tracks in used.items()}
    assert codes == {VIDEO: [ISRC], VideoId("two"): [other]}
    shown = house.shown(Grouping.ISRC, kind=ESTIMATED_REVENUE, month=SEPTEMBER)
    assert set(shown) == {("content_owner_estimated_revenue", code) for code in (ISRC, other)}


def test_a_payment_summary_is_compared_line_by_line(house: House) -> None:
    house.ingest(
        fake.claims(
            house.folder,
            fake.claim_row(revenue="1234.567"),
            fake.claim_row(video="x", channel=SECOND[2:], revenue="1.0"),
        )
    )
    text = (
        "Revenue Type,Partner\xa0Revenue (USD)\n"
        'Ads Revenue,"$1,235.57"\n'
        'Subscription Revenue: YT &amp; Music Premium,"9.00"\n'
        'Ads Revenue: Dispute Resolution,"(1,234.56)"\n'
        'Total,"10.01"\n'
    )
    done = house.ingest(fake.write(house.folder / fake.STUDIO.format(kind="payment_summary"), text))

    lines = {line.name: line for line in done.reconciliation}
    assert lines["Ads Revenue"].agrees
    assert lines["Subscription Revenue: YT & Music Premium"].found is None
    missing = lines["Ads Revenue: Dispute Resolution"]
    assert (missing.stated, missing.agrees) == (Decimal("-1234.56"), False)
    with house.transactions.look() as books:
        assert done.reconciliation == compared(books, SEPTEMBER).lines


def test_every_account_is_told_of_new_estimates_once_a_day(house: House) -> None:
    done = house.daily("a.csv", fake.daily_row("2025-09-05"), fake.daily_row("2025-09-12"))
    announcements = Announcements(house.transactions, house.clock, ZoneInfo("UTC"))

    assert announcements.announce(done.file.id) == 2
    assert announcements.announce(done.file.id) == 0
    house.clock.move(days=1)
    late = house.daily("b.csv", fake.daily_row("2025-09-05", revenue="3"))
    assert announcements.announce(late.file.id) == 1
    with house.look() as books:
        told = books.notifications.page(MINA, None, PAGE).items
        assert [kept.notification.facts for kept in told] == [{"day": "2025-09-12"}] * 2
        assert books.notifications.page(KAI, None, PAGE).total == 1


def test_files_that_waited_tell_of_the_newest_day(house: House) -> None:
    first = house.daily("a.csv", fake.daily_row("2025-09-11"))
    house.daily("b.csv", fake.daily_row("2025-09-12"))

    announcements = Announcements(house.transactions, house.clock, ZoneInfo("UTC"))
    announcements.announce(first.file.id)

    with house.look() as books:
        [told] = books.notifications.page(KAI, None, PAGE).items
    assert told.notification.facts == {"day": "2025-09-12"}


def test_everything_that_was_done_is_in_the_audit_trail(house: House) -> None:
    done = house.daily("a.csv", fake.daily_row())
    house.ingestion.undo(done.file.id, OPERATOR, "a mistake")

    with house.look() as books:
        entries = [row.entry for row in books.audit.all()]
    assert [(e.action, e.target, e.actor.id, e.reason) for e in entries[-2:]] == [
        ("report.ingested", "report:1", "ann", None),
        ("report.undone", "report:1", "ann", "a mistake"),
    ]


def test_a_file_named_after_an_address_is_taken_in_and_audited_masked(house: House) -> None:
    done = house.daily("mina@example.org.csv", fake.daily_row())

    assert done.file.name == "mina@example.org.csv"
    with house.look() as books:
        told = [row.entry.after["file"] for row in books.audit.all()]
    assert told[-1] == "m***@example.org.csv"


def test_files_are_listed_the_newest_first(house: House) -> None:
    for day in range(1, 4):
        house.daily(f"{day}.csv", fake.daily_row(f"2025-09-0{day}"))

    page = house.ingestion.page(PageRequest(0, 2))

    assert ([file.name for file in page.items], page.total) == (["3.csv", "2.csv"], 3)
    assert house.ingestion.page(PageRequest(0, 2), YOUTUBE) == page
    others = house.ingestion.page(PAGE, TIKTOK)
    assert (list(others.items), others.total) == ([], 0)
    assert house.ingestion.get(ReportId("1")).name == "1.csv"
    with pytest.raises(ReportNotFound):
        house.ingestion.get(ReportId("nothing"))


def test_what_one_platforms_files_say_is_not_taken_for_anothers(house: House) -> None:
    path = fake.own_daily(house.folder / "told.csv", fake.daily_row("2025-09-05"))
    path.write_bytes(path.read_bytes().replace(b"video-one", b"video\xe9one"))
    told = house.ingest(path, answers=Answers(encoding="cp1252")).file
    assert told.first == told.last == date(2025, 9, 5)

    with house.look() as books:
        reports = books.reports
        known = {
            platform.name: (
                reports.encoding_told(platform, told.owner),
                [file.id for file in reports.meeting(platform, told.first, told.last)],
                list(reports.owners(platform, [told.kind])),
            )
            for platform in (YOUTUBE, TIKTOK)
        }
    assert known == {"youtube": ("cp1252", [told.id], [told.owner]), "tiktok": (None, [], [])}


def test_the_rows_behind_an_amount_are_named_by_file_and_line(house: House) -> None:
    house.ingest(
        fake.claims(
            house.folder,
            fake.claim_row(revenue="1"),
            fake.claim_row("20250906", revenue="-0.25", adjustment="Backpay"),
        )
    )

    with house.look() as books:
        rows = list(books.report_rows.of(SEPTEMBER, FIRST, [CLAIM_RAW], VIDEO))
    assert [(row.line, row.nanos, row.adjustment) for row in rows] == [
        (2, 1_000_000_000, "None"),
        (3, -250_000_000, "Backpay"),
    ]
    assert rows[0].file.endswith("claim_raw_v1-1.csv")


@pytest.mark.parametrize("seed", range(3))
def test_order_cuts_columns_and_encodings_make_no_difference(house: House, seed: int) -> None:
    dice = random.Random(seed)
    rows = [
        fake.claim_row(
            f"202509{day:02d}",
            video=f"비디오{video}" if video == 9 else f"v{video}",
            channel=dice.choice([FIRST, SECOND])[2:] if video != 9 else FIRST[2:],
            country=dice.choice(["KR", "US", "ZZ"]),
            revenue=f"{dice.randint(-(10**6), 10**9)}e-9",
            adjustment=dice.choice(["None", "Backpay"]),
        )
        for day in range(1, 28, 5)
        for video in range(6)
    ]
    done = house.ingest(fake.claims(house.folder / "one", *rows))
    before = house.state()

    header = list(fake.CLAIM_HEADER)
    dice.shuffle(header)
    name = fake.STUDIO.format(kind="claim_raw")
    shuffled = fake.text_of(header, rows, delimiter=dice.choice(",\t;"))
    odd = shuffled.replace("Partner Revenue", "PARTNER\xa0REVENUE")
    cuts = [rows[::2], rows[1::2]]
    dice.shuffle(cuts)
    files = [
        fake.write(house.folder / "shuffled" / name, "A title\n\n" + odd, "utf-16"),
        fake.write(house.folder / "marked" / name, shuffled, "utf-8-sig"),
        *(fake.claims(house.folder / f"cut{n}", *cut) for n, cut in enumerate(cuts)),
    ]
    for file in files:
        assert house.ingest(file).file.changes.any is False
    assert house.state() == before

    house.ingestion.undo(house.ingestion.page(PAGE).items[0].id, OPERATOR)
    for kept in list(house.ingestion.page(PAGE).items)[1:]:
        house.ingestion.undo(kept.id, OPERATOR)
    assert house.shown(Grouping.CHANNEL, month=SEPTEMBER) == {}
    for file in dice.sample(files[2:], 2):
        house.ingest(file)
    assert house.state() == before
    assert done.file.changes.added == len(rows)
