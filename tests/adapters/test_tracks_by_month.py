"""Which track a row's money belongs to is a fact of its month, on every implementation."""

from __future__ import annotations

from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Connection, case, event, func, select
from tests.bench import kinds
from tests.bench.books import add_people
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock, counting_ids
from tests.fakes.track_house import CHANNEL, OPERATOR, TrackHouse, asset_row, red_row
from tests.proofs.samples import examples

from backbeat.catalogue.model import Track
from backbeat.figures.model import UsedTrack
from backbeat.kernel.ids import Isrc, PlatformChannelId
from backbeat.kernel.months import Month
from backbeat.memory.books import MemoryTransactions
from backbeat.platforms.registry import RECORD_KINDS
from backbeat.report_files.model import Answers, Grouping, ReportFile
from backbeat_adapters.sql.engine.engines import WRITER
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import replaced_rows, report_files, report_rows, told
from backbeat_adapters.sql.files import rollups, staging
from backbeat_adapters.sql.track_claims import asset_tracks, video_claims

pytestmark = pytest.mark.variants("databases")

AUGUST, SEPTEMBER, OCTOBER = Month(2025, 8), Month(2025, 9), Month(2025, 10)
X, Y, Z = (Isrc(f"QZBB1250000{number}") for number in (1, 2, 3))
CLAIMS, RED, ESTIMATES = "claim_raw", "red_music_rawdata_video", "content_owner_estimated_revenue"


@pytest.fixture
def house(transactions: Any, clock: FixedClock, tmp_path: Path) -> TrackHouse:
    clock.set(date(2025, 12, 1))
    return TrackHouse.over(transactions, clock, tmp_path)


def test_another_months_claims_change_nothing_of_a_month(house: TrackHouse) -> None:
    house.take(CLAIMS, SEPTEMBER, fake.claim_row("20250905", video="a", isrc=Y))
    house.take(ESTIMATES, SEPTEMBER, fake.estimated_row("20250905", video="a", total="3"))
    house.take(RED, SEPTEMBER, red_row("20250905", "a", "A1", "2"))
    before = house.figures(SEPTEMBER)

    house.take(CLAIMS, OCTOBER, fake.claim_row("20251005", video="a", isrc=X))

    assert house.figures(SEPTEMBER) == before
    assert house.nanos(ESTIMATES, SEPTEMBER) == {Y: 3_000_000_000}


def test_an_asset_is_the_track_that_its_own_month_says(house: TrackHouse) -> None:
    for month, isrc in ((SEPTEMBER, Y), (OCTOBER, X)):
        day = f"{month.first:%Y%m%d}"
        house.take("asset_raw", month, asset_row(day, "A1", isrc))
        house.take(RED, month, red_row(day, "a", "A1", "2"))
    house.take(RED, AUGUST, red_row("20250801", "a", "A1", "7"))

    assert house.nanos(RED, SEPTEMBER) == {Y: 2_000_000_000}
    assert house.nanos(RED, OCTOBER) == {X: 2_000_000_000}
    assert house.nanos(RED, AUGUST) == {"": 7_000_000_000}, "nobody said it in August"


def test_a_claim_names_its_asset_for_the_rows_that_carry_the_asset_alone(house: TrackHouse) -> None:
    house.take(CLAIMS, SEPTEMBER, fake.claim_row("20250905", video="a", asset="A1", isrc=Y))
    house.take(RED, SEPTEMBER, red_row("20250905", "b", "A1", "2"))

    assert house.nanos(RED, SEPTEMBER) == {Y: 2_000_000_000}


def test_a_videos_row_is_divided_by_what_its_claims_earned(house: TrackHouse) -> None:
    house.take(
        CLAIMS,
        SEPTEMBER,
        fake.claim_row("20250905", video="a", asset="A1", isrc=X, revenue="2"),
        fake.claim_row("20250906", video="a", asset="A2", isrc=Y, revenue="4"),
        fake.claim_row("20250905", video="b", asset="A3", isrc=Z, revenue="9"),
    )
    house.take(
        ESTIMATES,
        SEPTEMBER,
        fake.estimated_row("20250905", video="a", total="0.000000010", ads="0", red="0"),
        fake.estimated_row("20250906", video="a", total="-0.000000002", ads="0", red="0"),
    )

    # 10 by 1 to 2 is 3.33 and 6.67, -2 is -0.67 and -1.33: each row by itself.
    assert house.nanos(ESTIMATES, SEPTEMBER) == {X: 3 - 1, Y: 7 - 1}


def test_where_no_claim_earned_anything_a_row_is_divided_alike(house: TrackHouse) -> None:
    house.take(
        CLAIMS,
        SEPTEMBER,
        fake.claim_row("20250905", video="a", asset="A1", isrc=Y, revenue="0"),
        fake.claim_row("20250905", video="a", asset="A2", isrc=X, revenue="-1"),
    )
    row = fake.estimated_row("20250905", video="a", total="0.000000003", ads="0", red="0")
    house.take(ESTIMATES, SEPTEMBER, row)

    assert house.nanos(ESTIMATES, SEPTEMBER) == {X: 2, Y: 1}


def test_videos_carry_what_their_claims_of_the_month_earned(house: TrackHouse) -> None:
    house.take(
        CLAIMS,
        SEPTEMBER,
        fake.claim_row("20250905", video="a", asset="A1", isrc=X, revenue="2"),
        fake.claim_row("20250906", video="a", asset="A2", isrc=Y, revenue="4"),
    )
    house.take(CLAIMS, AUGUST, fake.claim_row("20250805", video="b", isrc=Z))
    house.take("asset_raw", OCTOBER, asset_row("20251001", "A9", X))
    house.take(RED, OCTOBER, red_row("20251001", "a", "A9", "7"))
    house.take(RED, OCTOBER, red_row("20251001", "b", "A8", "1"), replace=False)

    assert house.carried("a", SEPTEMBER) == ({X: 2_000_000_000, Y: 4_000_000_000}, False)
    assert house.carried("a", OCTOBER) == ({X: 7_000_000_000}, False)
    assert house.carried("a", AUGUST) == ({X: 7_000_000_000}, True), "the newest that is known"
    assert house.carried("b", OCTOBER) == ({Z: 1_000_000_000}, True), "nobody says what A8 is"
    assert house.carried("c", SEPTEMBER) is None


def test_the_newest_of_ones_own_videos_says_when_a_track_was_last_used(house: TrackHouse) -> None:
    for month, day, video in ((AUGUST, "20250805", "a"), (SEPTEMBER, "20250905", "b")):
        house.take(CLAIMS, month, fake.claim_row(day, video=video, isrc=X))

    with house.transactions.look() as books:
        used = books.videos.last_used([CHANNEL], [X, Y])
        assert used == {X: date(2025, 9, 5)}
        assert books.videos.last_used([PlatformChannelId("UCother")], [X]) == {}
        assert books.videos.last_used([], [X]) == {}


def test_a_file_is_shown_by_the_months_of_its_rows(house: TrackHouse) -> None:
    house.take(CLAIMS, SEPTEMBER, fake.claim_row("20250905", video="a", isrc=Y))
    house.take(CLAIMS, OCTOBER, fake.claim_row("20251005", video="a", isrc=X))
    both = house.take(
        ESTIMATES,
        SEPTEMBER,
        fake.estimated_row("20250905", video="a", total="1"),
        fake.estimated_row("20251005", video="a", total="2"),
    )

    lines = house.ingestion.shown(Grouping.ISRC, report=both.id)
    assert {line.name: line.figures.revenue_nanos for line in lines} == {
        Y: 1_000_000_000,
        X: 2_000_000_000,
    }


def test_until_its_claims_have_come_a_video_keeps_its_newest_tracks(house: TrackHouse) -> None:
    house.take(CLAIMS, AUGUST, fake.claim_row("20250805", video="a", isrc=Z))
    house.take(
        CLAIMS,
        SEPTEMBER,
        fake.claim_row("20250905", video="a", asset="A1", isrc=Y),
        fake.claim_row("20250906", video="a", asset="A2", isrc=X),
    )
    house.take(ESTIMATES, OCTOBER, fake.estimated_row("20251005", video="a", total="1"))

    assert house.tracks("a", AUGUST, AUGUST) == (UsedTrack(Z, False),)
    assert house.tracks("a", OCTOBER, OCTOBER) == (UsedTrack(X, True), UsedTrack(Y, True))
    assert house.tracks("b", OCTOBER, OCTOBER) == (), "not known yet"
    assert house.nanos(ESTIMATES, OCTOBER) == {"": 1_000_000_000}, "figures wait for the claims"

    house.take(CLAIMS, OCTOBER, fake.claim_row("20251005", video="a", isrc=Z))
    assert house.tracks("a", OCTOBER, OCTOBER) == (UsedTrack(Z, False),)
    assert house.tracks("a", SEPTEMBER, OCTOBER) == tuple(UsedTrack(t, False) for t in (X, Y, Z))


def test_undoing_a_file_takes_its_claims_back(house: TrackHouse) -> None:
    house.take(CLAIMS, SEPTEMBER, fake.claim_row("20250905", video="a", isrc=Y))
    house.take(ESTIMATES, SEPTEMBER, fake.estimated_row("20250905", video="a", total="3"))
    before = house.figures(SEPTEMBER)
    more = [fake.claim_row("20250905", video="a", isrc=X, revenue="8")]
    later = house.take("ADJ_claim_raw", SEPTEMBER, *more)
    assert house.nanos(ESTIMATES, SEPTEMBER) == {X: 2_666_666_667, Y: 333_333_333}, "eight to one"

    house.undo(later)

    assert house.figures(SEPTEMBER) == before
    assert house.nanos(ESTIMATES, SEPTEMBER) == {Y: 3_000_000_000}


def test_a_corrected_row_weighs_what_it_says_now(house: TrackHouse) -> None:
    def claims(revenue: str) -> ReportFile:
        one = fake.claim_row("20250905", video="a", asset="A1", isrc=X, revenue=revenue)
        two = fake.claim_row("20250905", video="a", asset="A2", isrc=Y, revenue="1")
        return house.take(CLAIMS, SEPTEMBER, one, two)

    house.take(ESTIMATES, SEPTEMBER, fake.estimated_row("20250905", video="a", total="8"))
    claims("1")
    corrected = claims("3")
    assert house.nanos(ESTIMATES, SEPTEMBER) == {X: 6_000_000_000, Y: 2_000_000_000}

    house.undo(corrected)
    assert house.nanos(ESTIMATES, SEPTEMBER) == {X: 4_000_000_000, Y: 4_000_000_000}


def test_the_same_file_again_claims_nothing_more(house: TrackHouse) -> None:
    rows = [
        fake.claim_row("20250905", video="a", asset="A1", isrc=X, revenue="1"),
        fake.claim_row("20250906", video="a", asset="A2", isrc=Y, revenue="2"),
    ]
    house.take(CLAIMS, SEPTEMBER, *rows)
    house.take(ESTIMATES, SEPTEMBER, fake.estimated_row("20250905", video="a", total="3"))
    before = house.figures(SEPTEMBER)
    house.take(CLAIMS, SEPTEMBER, *reversed(rows))
    house.take(CLAIMS, SEPTEMBER, rows[0], replace=True)
    assert house.nanos(ESTIMATES, SEPTEMBER) == {X: 3_000_000_000}
    house.take(CLAIMS, SEPTEMBER, *rows)

    assert house.figures(SEPTEMBER) == before


# -- any files

_amounts = st.integers(-5_000_000_000, 20_000_000_000).map(lambda nanos: f"{nanos / 10**9:.9f}")
_videos, _assets = st.sampled_from("abc"), st.sampled_from(["", "A1", "A2"])
_codes, _days = st.sampled_from(["", X, Y, Z]), st.sampled_from([1, 2])
_channels = st.sampled_from([CHANNEL, PlatformChannelId(CHANNEL[:-2] + "2A")])
"""A video may be said to be of both: then lines with one key differ."""
_months = st.sampled_from([AUGUST, SEPTEMBER, OCTOBER])


def _row(
    kind: str, month: Month, day: int, video: str, asset: str, isrc: str, channel: str, usd: str
) -> fake.Row:
    written = f"{month.first:%Y%m}{day:02}"
    match kind:
        case "asset_raw":
            return asset_row(written, asset, isrc)
        case "red_music_rawdata_video":
            return red_row(written, video, asset, usd) | {"Channel ID": channel[2:]}
        case "content_owner_estimated_revenue":
            return fake.estimated_row(written, video=video, total=usd, ads=usd, red="0")
        case "own_daily":
            iso = month.first.replace(day=day).isoformat()
            return fake.daily_row(iso, video=video, isrc=isrc, revenue=usd)
    return fake.claim_row(written, channel[2:], video, asset=asset, isrc=isrc, revenue=usd)


_IDS = counting_ids()
"""One for all examples: the audit of those before stays."""
_KINDS = (CLAIMS, "ADJ_claim_raw", RED, "asset_raw", ESTIMATES, "own_daily")
_rows = st.lists(
    st.tuples(_days, _videos, _assets, _codes, _channels, _amounts), min_size=1, max_size=5
)
_files = st.lists(st.tuples(st.sampled_from(_KINDS), _months, _rows), min_size=1, max_size=7)


@settings(
    max_examples=examples(12),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(files=_files, month=_months)
def test_figures_of_a_month_are_the_same_whatever_happens_to_other_months(
    database: Database, clock: FixedClock, tmp_path: Path, files: list[Any], month: Month
) -> None:
    """By every key, and as in memory, where tracks are read off the rows whenever they are asked for."""
    clock.set(date(2025, 12, 1))
    with database.engine.connect().execution_options(**WRITER) as connection, connection.begin():
        # What a failed example left behind would make the next one fail too.
        for each in (report_files, report_rows, replaced_rows, video_claims, asset_tracks):
            connection.execute(each.delete())
    ours = SqlTransactions(database.engine, clock, _IDS)
    theirs = MemoryTransactions.empty(clock, _IDS)
    both = [TrackHouse.over(each, clock, tmp_path) for each in (ours, theirs)]
    own, others = ([f for f in files if (f[1] == month) is mine] for mine in (True, False))

    taken = [_take(both, file) for file in own]
    before = both[0].figures(month)
    for _ in range(2):
        came = [_take(both, file) for file in others]
        _agree(both)
        assert both[0].figures(month) == before
        for file in reversed(came):
            _undo(both, file)
        _agree(both)
        assert both[0].figures(month) == before
    for file in reversed(taken):
        _undo(both, file)
    with database.engine.connect() as connection:
        assert _counts(connection) == [0, 0, 0], "the books are left as they were"


_numbers = count()


def _take(houses: list[TrackHouse], file: Any) -> list[ReportFile]:
    kind, month, rows = file
    lines = [_row(kind, month, *row) for row in rows]
    # A row of its own makes the bytes new: an undone file's number is not given again.
    new = f"n{next(_numbers)}"
    lines.append(_row(kind, month, 3, new, new, "", CHANNEL, "0"))
    return [house.take(kind, month, *lines) for house in houses]


def _undo(houses: list[TrackHouse], files: list[ReportFile]) -> None:
    for house, file in zip(houses, files, strict=True):
        house.undo(file)


def _agree(houses: list[TrackHouse]) -> None:
    ours, theirs = houses
    for month in (AUGUST, SEPTEMBER, OCTOBER):
        assert ours.figures(month) == theirs.figures(month)
    with ours.transactions.engine.connect() as connection:
        for target, kept in ((video_claims, _claimed()), (asset_tracks, _named())):
            held = connection.execute(select(*told(target))).all()
            assert sorted(held) == sorted(connection.execute(kept).all())


def _claimed() -> Any:
    row = report_rows.c
    key = (row.month, row.video, row.asset, row.isrc)
    told = (row.video != "") & ((row.asset != "") | (row.isrc != ""))
    return _sums(key).where(told).group_by(*key)


def _named() -> Any:
    row = report_rows.c
    key = (row.month, row.asset, row.isrc)
    return _sums(key).where(row.asset != "", row.isrc != "").group_by(*key)


def _sums(key: tuple[Any, ...]) -> Any:
    row = report_rows.c
    earned = func.sum(case((row.kind.in_(RECORD_KINDS), row.revenue_nanos), else_=0))
    return select(*key, func.count(), earned)


def _counts(connection: Connection) -> list[int]:
    return [
        connection.execute(select(func.count()).select_from(each)).scalar_one()
        for each in (report_rows, video_claims, asset_tracks)
    ]


# -- cost

_FEW, _MANY = 250, 1000


def test_taking_in_any_kind_costs_as_many_steps_as_it_has_rows(
    sqlite_database: Database,
    clock: FixedClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counted in instructions of SQLite's machine, beside a month of every other kind.

    All rows are of two assets: what meets each of the same asset's rows would show at once.
    """
    monkeypatch.setattr(kinds, "ASSETS", 2)
    house = _house_of_every_kind(sqlite_database, clock, tmp_path)
    ticks = _ticking(sqlite_database, monkeypatch)
    few, taken = _steps(house, ticks, _FEW)
    for each in reversed(taken):
        house.undo(each)
    many, _ = _steps(house, ticks, _MANY)

    grew = {kind: many[kind] / few[kind] for kind in kinds.FILES}
    assert {kind: round(by, 1) for kind, by in grew.items() if by > 1.15 * _MANY / _FEW} == {}


def test_taking_in_any_kind_costs_the_same_however_many_rows_other_months_have(
    sqlite_database: Database,
    clock: FixedClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Counted in instructions of SQLite's machine."""
    house = _house_of_every_kind(sqlite_database, clock, tmp_path)
    ticks = _ticking(sqlite_database, monkeypatch)
    alone, taken = _steps(house, ticks, _FEW)
    for each in reversed(taken):
        house.undo(each)
    with monkeypatch.context() as earlier:
        earlier.setattr(kinds, "MONTH", AUGUST)
        _steps(house, ticks, _MANY)
    beside, _ = _steps(house, ticks, _FEW)

    grew = {kind: beside[kind] / alone[kind] for kind in kinds.FILES}
    assert {kind: round(by, 2) for kind, by in grew.items() if by > 1.2} == {}


def test_figures_are_added_up_from_rows_of_the_days_and_kinds_that_count_and_no_others(
    sqlite_database: Database, clock: FixedClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other months, and other kinds of the same days, may have rows by the million."""
    monkeypatch.setattr(rollups, "FEW_ROWS", 0)
    clock.set(date(2025, 12, 1))
    engine = sqlite_database.engine
    house = TrackHouse.over(SqlTransactions(engine, clock, counting_ids()), clock, tmp_path)
    told: dict[str, set[str]] = {}

    def explained(on: Any, _cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        if "report_rows.platform IN" in statement:
            plan = on.connection.cursor().execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            steps = {step for *_, step in plan if "report_rows" in step}
            told.setdefault(statement.partition(" (")[0].partition("FROM")[0], set()).update(steps)

    event.listen(engine, "after_cursor_execute", explained)
    house.take(RED, SEPTEMBER, red_row("20250905", "a", "A1", "2"))
    house.take(ESTIMATES, SEPTEMBER, fake.estimated_row("20250905", video="a", total="3"))
    own = fake.own_daily(tmp_path / "daily.csv", fake.daily_row("2025-09-05", video="a"))
    house.ingestion.ingest(own, OPERATOR)

    key = "(month=? AND day_of_month=? AND platform=? AND kind=?)"
    assert {name.strip() for name in told} >= {
        "INSERT INTO coming_record_figures",
        "INSERT INTO coming_country_days",
        "INSERT INTO platform_days",
    }
    assert set().union(*told.values()) == {f"SEARCH report_rows USING PRIMARY KEY {key}"}


def _house_of_every_kind(database: Database, clock: FixedClock, folder: Path) -> TrackHouse:
    """It knows the channels and tracks of the bench's files."""
    clock.set(date(2025, 12, 1))
    transactions = SqlTransactions(database.engine, clock, counting_ids())
    add_people(database.engine, kinds.CHANNELS)
    with transactions.begin() as books:
        books.tracks.save([Track(Isrc(kinds.isrc(n)), f"T{n}") for n in range(kinds.ASSETS)])
    return TrackHouse.over(transactions, clock, folder)


def _ticking(database: Database, monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """What grows by one whenever the database has done a hundred instructions."""
    ticks: list[None] = []
    tick = partial(ticks.append, None)

    def count_them(driver: Any, *_: Any) -> None:
        driver.set_progress_handler(tick, 100)

    # Taking in hears of Ctrl-C by the same means.
    monkeypatch.setattr(staging, "_go_on", tick)
    monkeypatch.setattr(staging, "_STEPS", 100)
    event.listen(database.engine, "checkout", count_them)
    return ticks


def _steps(
    house: TrackHouse, ticks: list[None], rows: int
) -> tuple[dict[str, int], list[ReportFile]]:
    """What each kind of file with so many rows takes, and the files."""
    found, taken = {}, []
    for kind, file in kinds.make_month(house.folder / str(rows), rows):
        ticks.clear()
        done = house.ingestion.ingest(file, OPERATOR, answers=Answers(complete=True))
        taken.append(done.file)
        assert taken[-1].changes.added == rows, kind
        found[kind] = len(ticks)
    return found, taken
