"""From its close on a month is confirmed: every screen and roll-up shows what was posted."""

from __future__ import annotations

from collections import Counter
from datetime import date
from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from attrs import evolve
from sqlalchemy import Table, func, select
from tests.adapters.test_settlement_closing import (  # noqa: F401
    ANN,
    OCTOBER,
    SEPTEMBER,
    Office,
    office,
)

from backbeat.dashboards.model import Asked, Range, Shared, Sort
from backbeat.dashboards.service import Dashboards
from backbeat.figures.model import ConfirmedDay, DaysLeft
from backbeat.kernel.ids import AccountId, PlatformChannelId, VideoId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.runs import MemoryRuns
from backbeat.settlement.ports import Runs
from backbeat_adapters.sql.books import SqlBooks
from backbeat_adapters.sql.confirmed_days import confirmed_channel_days, confirmed_days
from backbeat_adapters.sql.runs import SqlRuns, Unfinished, unfinished

pytestmark = pytest.mark.variants("databases")

MINA, STUDIO, KAI = AccountId("mina"), AccountId("studio"), AccountId("kai")
WHOLE = Range(SEPTEMBER.first, SEPTEMBER.last)
BOTH = Range(date(2025, 9, 29), date(2025, 10, 2))
NANOS = 10**9
DATES = Sort.parse("revenue_desc")


@pytest.fixture
def boards(office: Office) -> Dashboards:  # noqa: F811
    """September as the daily files estimate it (1.00 a day of V1) and as it is confirmed (90)."""
    office.clock.set(date(2025, 10, 20))
    office.begin("estimated and confirmed", lambda: arrives(office))
    return Dashboards(office.transactions, office.clock, office.settings)


def arrives(office: Office) -> None:  # noqa: F811
    office.daily(1, "V1", list(SEPTEMBER.days), "1.00")
    office.daily(1, "V1", [OCTOBER.first, date(2025, 10, 2)], "1.00")
    office.monthly(SEPTEMBER, (1, "V1", "90.00"))


def revenue(shared: Shared) -> Decimal:
    return Decimal(shared.revenue_nanos) / NANOS


def _fails(*_: Any) -> None:
    raise RuntimeError


def versions_kept(office: Office) -> int:  # noqa: F811
    with office.transactions.look() as books:
        if isinstance(office.transactions, MemoryTransactions):
            return sum(map(bool, books.confirmed_days._days.values()))
        counted = "SELECT COUNT(DISTINCT version) FROM {}"
        by_video, by_channel = (
            int(books.connection.exec_driver_sql(counted.format(of)).scalar_one())
            for of in ("confirmed_days", "confirmed_channel_days")
        )
        assert by_video == by_channel
        return by_video


def unfinished_months(office: Office) -> list[Month]:  # noqa: F811
    with office.transactions.look() as books:
        return [*books.confirmed_days.unfinished()]


def every_screen(boards: Dashboards, of: Range) -> set[Decimal]:
    """The month's revenue as each screen shows it."""
    asked = Asked(MINA, of)
    overview = boards.overview(asked, Currency.USD)
    videos = boards.by_video(asked, Currency.USD)
    channels = boards.by_channel(asked, DATES, Currency.USD)
    listed = boards.videos(asked, DATES, PageRequest(), Currency.USD)
    details = boards.details(asked, VideoId("V1"), Currency.USD)
    return {
        revenue(overview.summary),
        sum((revenue(day) for _, day in overview.daily), Decimal(0)),
        revenue(videos.summary),
        revenue(videos.top[0].row.shared),
        revenue(channels.summary),
        revenue(channels.items[0].shared),
        revenue(listed.page.items[0].row.shared),
        revenue(details.line.row.shared),
        sum((revenue(day) for _, day in details.daily), Decimal(0)),
    }


def test_a_month_is_estimated_until_its_close_and_confirmed_after_on_every_screen(
    office: Office,  # noqa: F811
    boards: Dashboards,
) -> None:
    assert every_screen(boards, WHOLE) == {Decimal(30)}
    assert boards.overview(Asked(MINA, WHOLE), Currency.USD).frame.is_estimate

    office.settlements.close(SEPTEMBER, ANN)

    assert every_screen(boards, WHOLE) == {Decimal(90)}
    board = boards.overview(Asked(MINA, WHOLE), Currency.USD)
    assert (board.frame.is_estimate, revenue(board.confirmed)) == (False, Decimal(90))
    assert {revenue(day) for _, day in board.daily} == {Decimal(3)}
    assert board.summary.figures.views > 0


def test_a_range_over_both_is_an_estimate_with_its_confirmed_part_beside_it(
    office: Office,  # noqa: F811
    boards: Dashboards,
) -> None:
    office.settlements.close(SEPTEMBER, ANN)

    board = boards.overview(Asked(MINA, BOTH), Currency.USD)
    assert board.frame.is_estimate
    assert [revenue(day) for _, day in board.daily] == [3, 3, 1, 1]
    assert (revenue(board.summary), revenue(board.confirmed)) == (Decimal(8), Decimal(6))
    assert every_screen(boards, BOTH) == {Decimal(8)}


def test_the_span_before_is_confirmed_where_its_month_is_closed_and_the_range_is_not(
    office: Office,  # noqa: F811
    boards: Dashboards,
) -> None:
    office.settlements.close(SEPTEMBER, ANN)

    board = boards.overview(Asked(MINA, Range(OCTOBER.first, date(2025, 10, 2))), Currency.USD)

    assert (revenue(board.previous), revenue(board.summary)) == (Decimal(6), Decimal(2))
    assert not board.frame.closed
    assert revenue(board.confirmed) == 0


def test_a_month_is_to_be_confirmed_until_its_close(
    office: Office,  # noqa: F811
    boards: Dashboards,
) -> None:
    before = boards.open_months(Asked(MINA)).months
    office.settlements.close(SEPTEMBER, ANN)

    assert before == {SEPTEMBER: Money.of("30.00"), OCTOBER: Money.of("2.00")}
    assert boards.open_months(Asked(MINA)).months == {OCTOBER: Money.of("2.00")}


def test_confirmed_days_follow_the_estimates_and_sum_to_the_posting(office: Office) -> None:  # noqa: F811
    office.clock.set(date(2025, 10, 20))
    office.daily(1, "V1", [date(2025, 9, 3)], "1.00")
    office.daily(1, "V1", [date(2025, 9, 4)], "2.00")
    office.monthly(SEPTEMBER, (1, "V1", "90.000001"), (1, "V2", "0.00001"))
    boards = Dashboards(office.transactions, office.clock, office.settings)
    office.settlements.close(SEPTEMBER, ANN)

    board = boards.overview(Asked(MINA, WHOLE), Currency.USD)
    days = {day.day: revenue(each) for day, each in board.daily}
    assert round(days[4] / days[3], 3) == 2
    with office.transactions.look() as books:
        posted = books.ledger.balance(MINA).available
    assert revenue(board.summary) == posted.amount == Decimal("90.000011")


def test_an_adjustment_is_shown_from_the_moment_it_is_posted(
    office: Office,  # noqa: F811
    boards: Dashboards,
) -> None:
    office.settlements.close(SEPTEMBER, ANN)
    office.monthly(SEPTEMBER, (1, "V1", "99.00"))

    assert every_screen(boards, WHOLE) == {Decimal(90)}
    office.settlements.adjust(SEPTEMBER, ANN, reason="a corrected file")
    assert every_screen(boards, WHOLE) == {Decimal(99)}
    assert versions_kept(office) == 1


def test_days_of_a_close_that_failed_are_read_by_nobody(
    office: Office,  # noqa: F811
    boards: Dashboards,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    preview = office.settlements.preview(SEPTEMBER)
    assert preview.revision == 0
    with monkeypatch.context() as broken:
        broken.setattr("backbeat.settlement.posting.draft", _fails)
        with pytest.raises(RuntimeError):
            office.settlements.close(SEPTEMBER, ANN)
    assert every_screen(boards, WHOLE) == {Decimal(30)}

    office.settlements.close(SEPTEMBER, ANN)
    assert every_screen(boards, WHOLE) == {Decimal(90)}


@pytest.mark.parametrize("kept", [0, 1], ids=["close", "adjust"])
def test_what_a_close_left_that_died_is_swept_and_nothing_else(
    kept: int,
    office: Office,  # noqa: F811
    boards: Dashboards,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    act = office.settlements.close
    if kept:
        act(SEPTEMBER, ANN)
        office.monthly(SEPTEMBER, (1, "V1", "99.00"))
        act = office.settlements.adjust  # type: ignore[assignment]
    before = every_screen(boards, WHOLE)
    with monkeypatch.context() as broken:
        broken.setattr("backbeat.settlement.posting.draft", _fails)
        with pytest.raises(RuntimeError):
            act(SEPTEMBER, ANN)
    assert (versions_kept(office), unfinished_months(office)) == (kept + 1, [SEPTEMBER])

    office.settlements.sweep()

    assert (versions_kept(office), unfinished_months(office)) == (kept, [])
    assert every_screen(boards, WHOLE) == before
    act(SEPTEMBER, ANN)
    assert every_screen(boards, WHOLE) == {Decimal(99 if kept else 90)}


def test_the_next_close_of_any_month_sweeps_what_another_has_left(
    office: Office,  # noqa: F811
    boards: Dashboards,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    office.clock.set(date(2025, 11, 20))
    office.monthly(OCTOBER, (1, "V1", "10.00"))
    with monkeypatch.context() as broken:
        broken.setattr("backbeat.settlement.posting.draft", _fails)
        with pytest.raises(RuntimeError):
            office.settlements.close(SEPTEMBER, ANN)

    office.settlements.close(OCTOBER, ANN)

    assert versions_kept(office) == 1
    assert unfinished_months(office) == []


def test_days_of_a_close_that_is_at_work_are_not_swept(
    office: Office,  # noqa: F811
    boards: Dashboards,
) -> None:
    if isinstance(office.transactions, MemoryTransactions):
        # In memory nothing outlives who wrote it: there is nothing to tell the living from.
        return
    engine = office.transactions.engine
    settlements = evolve(office.settlements, runs=SqlRuns(engine))
    seen: list[Unfinished] = []

    def meanwhile(_done: int, _of: int | None, what: str) -> None:
        if what == "channels by day":
            settlements.sweep()
            seen.extend(unfinished(engine))

    settlements.close(SEPTEMBER, ANN, progress=meanwhile)

    assert every_screen(boards, WHOLE) == {Decimal(90)}
    assert [(each.subject, each.is_at_work) for each in seen] == [("2025-09", True)]
    assert "is at work" in seen[0].words
    assert unfinished(engine) == []


def test_a_close_that_died_is_named_with_what_to_do(
    office: Office,  # noqa: F811
    boards: Dashboards,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if isinstance(office.transactions, MemoryTransactions):
        return
    engine = office.transactions.engine
    monkeypatch.setattr("backbeat.settlement.posting.draft", _fails)
    with pytest.raises(RuntimeError):
        evolve(office.settlements, runs=SqlRuns(engine)).close(SEPTEMBER, ANN)

    (found,) = unfinished(engine)

    assert not found.is_at_work
    assert found.words == (
        "a close of 2025-09 was begun and did not come to its end: nothing of it counts"
    )
    assert found.cure == (
        "do it again, and it goes on with what is left if no report file came or went;"
        " otherwise the next close, or backbeat worker within the hour, takes that away"
    )


class _PowerCut(BaseException):
    pass


@pytest.fixture
def interrupted(
    request: pytest.FixtureRequest,
    office: Office,  # noqa: F811
    boards: Dashboards,
    monkeypatch: pytest.MonkeyPatch,
) -> list[tuple[str, date]]:
    """A close of three channels by one channel and two days at once that was killed in the middle
    of the second; which days were written, and are from now on. A test may say how many channels at
    once, and after how many days it is killed."""
    channels_at_once, days = getattr(request, "param", (1, 40))
    office.monthly(SEPTEMBER, (2, "V2", "60.00"), (3, "V3", "30.00"))
    monkeypatch.setattr("backbeat.settlement.confirmed_days.CHANNELS_AT_ONCE", channels_at_once)
    monkeypatch.setattr("backbeat.settlement.confirmed_days.DAYS_AT_ONCE", 2)
    with office.transactions.look() as books:
        kept = type(books.confirmed_days)
    add, ends_after = kept.add, [days]
    written: list[tuple[str, date]] = []

    def added(of: Any, version: int, days: Any) -> None:
        if ends_after == [len(written)]:
            ends_after.clear()
            raise _PowerCut
        written.extend((each.channel, each.day) for each in days)
        add(of, version, days)

    monkeypatch.setattr(kept, "add", added)
    with pytest.raises(_PowerCut):
        office.settlements.close(SEPTEMBER, ANN)
    written.clear()
    return written


def days_kept(office: Office) -> list[tuple[str, date, int]]:  # noqa: F811
    with office.transactions.look() as books:
        if isinstance(office.transactions, MemoryTransactions):
            found = [each for days in books.confirmed_days._days.values() for each in days]
            return sorted((each.channel, each.day, each.revenue_nanos) for each in found)
        rows = "SELECT channel, day, SUM(revenue_nanos) FROM {} GROUP BY 1, 2 ORDER BY 1, 2"
        by_video, by_channel = (
            books.connection.exec_driver_sql(rows.format(of)).all()
            for of in ("confirmed_days", "confirmed_channel_days")
        )
        assert by_video == by_channel
        return [
            (channel, date.fromisoformat(str(day)), int(sum_)) for channel, day, sum_ in by_video
        ]


def test_a_close_that_was_killed_is_gone_on_with_by_the_same_command(
    office: Office,  # noqa: F811
    boards: Dashboards,
    interrupted: list[tuple[str, date]],
) -> None:
    assert every_screen(boards, WHOLE) == {Decimal(30)}
    assert (office.balances(), office.settlements.list()) == ({}, [])

    office.settlements.close(SEPTEMBER, ANN)

    channels = sorted({channel for channel, _ in days_of(interrupted)})
    assert len(interrupted) == 60, "the first channel's days were all there"
    assert len(channels) == 2
    kept = days_kept(office)
    assert len(kept) == 90
    assert sum(nanos for *_, nanos in kept) == 180 * NANOS
    assert every_screen(boards, WHOLE) == {Decimal(90)}
    assert office.entries("mina") == [("music_profit", "90.00", "2025-09", "2025-10-20")]
    assert (versions_kept(office), unfinished_months(office)) == (1, [])
    assert office.findings() == []


def days_of(written: list[tuple[str, date]]) -> list[tuple[str, date]]:
    assert len(set(written)) == len(written)
    return written


def test_after_other_figures_came_a_killed_close_begins_anew(
    office: Office,  # noqa: F811
    boards: Dashboards,
    interrupted: list[tuple[str, date]],
) -> None:
    office.monthly(SEPTEMBER, (1, "V1", "99.00"), (2, "V2", "60.00"), (3, "V3", "30.00"))

    office.settlements.close(SEPTEMBER, ANN)

    assert len(days_of(interrupted)) == 90
    assert every_screen(boards, WHOLE) == {Decimal(99)}
    assert (versions_kept(office), unfinished_months(office)) == (1, [])


def test_a_killed_close_is_gone_on_with_by_a_program_that_writes_more_at_once(
    office: Office,  # noqa: F811
    boards: Dashboards,
    interrupted: list[tuple[str, date]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("backbeat.settlement.confirmed_days.CHANNELS_AT_ONCE", 2)

    office.settlements.close(SEPTEMBER, ANN)

    assert len(days_of(interrupted)) == 90
    assert sum(nanos for *_, nanos in days_kept(office)) == 180 * NANOS
    assert every_screen(boards, WHOLE) == {Decimal(90)}


@pytest.mark.parametrize("interrupted", [(2, 70)], indirect=True)
def test_channels_that_were_written_together_are_not_written_again(
    office: Office,  # noqa: F811
    boards: Dashboards,
    interrupted: list[tuple[str, date]],
) -> None:
    told: list[tuple[int, int | None]] = []

    def hear(done: int, of: int | None, what: str) -> None:
        if what == "channels by day":
            told.append((done, of))

    office.settlements.close(SEPTEMBER, ANN, progress=hear)

    assert len(days_of(interrupted)) == 30
    assert len({channel for channel, _ in interrupted}) == 1
    assert sum(nanos for *_, nanos in days_kept(office)) == 180 * NANOS
    assert told == [(2, 3), (3, 3)]


def test_while_a_killed_close_is_gone_on_with_nobody_else_closes(
    office: Office,  # noqa: F811
    interrupted: list[tuple[str, date]],
) -> None:
    if isinstance(office.transactions, MemoryTransactions):
        return
    runs = SqlRuns(office.transactions.engine)
    others: list[bool] = []

    def meanwhile(_done: int, _of: int | None, what: str) -> None:
        if what == "channels by day":
            with runs.alone() as is_alone:
                others.append(is_alone)
            others.append(not unfinished(office.transactions.engine)[0].is_at_work)

    evolve(office.settlements, runs=runs).close(SEPTEMBER, ANN, progress=meanwhile)

    assert len(interrupted) == 60
    assert others
    assert not any(others)


def test_what_a_close_that_lives_has_written_is_not_gone_on_with(
    office: Office,  # noqa: F811
    interrupted: list[tuple[str, date]],
) -> None:
    transactions = office.transactions
    of_memory = isinstance(transactions, MemoryTransactions)
    runs: Runs = MemoryRuns() if of_memory else SqlRuns(transactions.engine)

    with runs.closing():
        evolve(office.settlements, runs=runs).close(SEPTEMBER, ANN)

    assert len(days_of(interrupted)) == 90


def test_nothing_is_swept_away_from_a_close_that_lives(
    office: Office,  # noqa: F811
    interrupted: list[tuple[str, date]],
) -> None:
    assert interrupted == []
    transactions = office.transactions
    of_memory = isinstance(transactions, MemoryTransactions)
    runs: Runs = MemoryRuns() if of_memory else SqlRuns(transactions.engine)
    settlements = evolve(office.settlements, runs=runs)

    with runs.closing():
        settlements.sweep()
        assert unfinished_months(office) == [SEPTEMBER]
    settlements.sweep()
    assert unfinished_months(office) == []


def test_months_closed_before_days_were_kept_are_written_by_the_upgrade(
    office: Office,  # noqa: F811
    boards: Dashboards,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as before:
        before.setattr("backbeat.settlement.service.Settlements._write_days", lambda *_: 0)
        with office.transactions.look() as books:
            kept = type(books.confirmed_days)
        before.setattr(kept, "show", lambda *_: None)
        office.settlements.close(SEPTEMBER, ANN)
    assert every_screen(boards, WHOLE) == {Decimal(30)}

    assert office.settlements.confirm_days(lambda *_: None) == [SEPTEMBER]
    assert every_screen(boards, WHOLE) == {Decimal(90)}
    assert office.settlements.confirm_days(lambda *_: None) == []


def test_shares_are_split_once_a_channel_and_day(office: Office) -> None:  # noqa: F811
    """Two videos of 0.000000019 each: floored one by one the member would get a nano less."""
    office.clock.set(date(2025, 10, 20))
    for video in ("C1", "C2"):
        office.daily(2, video, [date(2025, 9, 3)], "0.000000010")
    boards = Dashboards(office.transactions, office.clock, office.settings)
    day = Range(date(2025, 9, 3), date(2025, 9, 3))
    asked = Asked(KAI, day)

    board = boards.overview(asked, Currency.USD)
    channels = boards.by_channel(asked, DATES, Currency.USD)
    listed = boards.videos(asked, DATES, PageRequest(), Currency.USD)

    assert board.summary.revenue_nanos == 19
    assert channels.summary.revenue_nanos == channels.items[0].shared.revenue_nanos == 19
    assert [each.row.shared.revenue_nanos for each in listed.page.items] == [9, 9]
    above = boards.overview(Asked(STUDIO, day), Currency.USD)
    assert above.summary.revenue_nanos == 20 - 19


def test_days_of_an_adjustment_that_failed_are_read_by_nobody(
    office: Office,  # noqa: F811
    boards: Dashboards,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    office.settlements.close(SEPTEMBER, ANN)
    office.monthly(SEPTEMBER, (1, "V1", "99.00"))
    with monkeypatch.context() as broken:
        broken.setattr("backbeat.settlement.posting.draft", _fails)
        with pytest.raises(RuntimeError):
            office.settlements.adjust(SEPTEMBER, ANN, reason="a corrected file")

    assert every_screen(boards, WHOLE) == {Decimal(90)}


def noted(boards: Dashboards, confirmed: str, account: AccountId = MINA, **asked: Any) -> Any:
    found = boards.notes(Asked(account, **asked), {SEPTEMBER: Money.of(confirmed)})
    note = found.get(SEPTEMBER)
    return note and (note.estimated_nanos // NANOS, note.difference_nanos // NANOS)


def test_the_old_estimate_of_a_closed_month_stands_in_its_note_only(
    office: Office,  # noqa: F811
    boards: Dashboards,
) -> None:
    assert noted(boards, "90.00") is None

    office.close(SEPTEMBER, date(2025, 10, 20))

    assert noted(boards, "90.00") == (30, 60)
    assert noted(boards, "12.00") == (30, -18)
    assert every_screen(boards, WHOLE) == {Decimal(90)}
    assert noted(boards, "12.00", subaccount="self") == (30, -18)
    assert boards.notes(Asked(MINA), {OCTOBER: Money.of(1)}) == {}


def test_an_estimate_that_was_right_or_never_was_has_no_note(
    office: Office,  # noqa: F811
    boards: Dashboards,
) -> None:
    office.monthly(SEPTEMBER, (2, "C1", "200.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))

    assert noted(boards, "30.009999") is None
    assert noted(boards, "29.990001") is None
    assert noted(boards, "30.01") is not None
    assert noted(boards, "190.00", KAI) is None


def test_the_estimate_of_a_note_is_the_accounts_own_part(
    office: Office,  # noqa: F811
    boards: Dashboards,
) -> None:
    office.daily(2, "C1", list(SEPTEMBER.days), "10.00")
    office.monthly(SEPTEMBER, (2, "C1", "200.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))

    assert noted(boards, "190.00", KAI) == (285, -95)
    assert noted(boards, "10.00", STUDIO) == (15, -5)
    assert noted(boards, "10.00", STUDIO, subaccount="self") is None


def test_where_another_close_has_tidied_up_one_that_still_writes_goes_on(office: Office) -> None:  # noqa: F811
    """It is refused at the end, as closed already, and not in the middle for a reason that nobody knows."""
    channel = PlatformChannelId("UC000000000000000000001A")
    with office.transactions.begin() as books:
        late = books.confirmed_days.new_version(SEPTEMBER, "facts")
        books.confirmed_days.drop_others(SEPTEMBER, 10)
    with office.transactions.begin() as books:
        books.confirmed_days.reach(SEPTEMBER, late, channel)
    with office.transactions.look() as books:
        assert books.confirmed_days.left(SEPTEMBER, "other facts") is None


def test_only_what_the_newest_attempt_has_written_is_gone_on_with(office: Office) -> None:  # noqa: F811
    """Neither what an earlier one reached nor what everybody reads already."""
    channel = PlatformChannelId("UC000000000000000000001A")
    with office.transactions.begin() as books:
        days = books.confirmed_days
        early = days.new_version(SEPTEMBER, "facts")
        days.reach(SEPTEMBER, early, channel)
        assert days.left(SEPTEMBER, "facts") == DaysLeft(early, channel)
        late = days.new_version(SEPTEMBER, "facts")
        assert days.left(SEPTEMBER, "facts") == DaysLeft(late, None)
        days.reach(SEPTEMBER, early, channel)
        assert days.left(SEPTEMBER, "facts") == DaysLeft(late, None)
        days.show(SEPTEMBER, late)
        assert days.left(SEPTEMBER, "facts") is None


def test_days_that_nobody_reads_go_some_at_a_time_and_no_others(
    office: Office,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Those of the version that is shown stay, and so do another month's."""
    monkeypatch.setattr("backbeat_adapters.sql.confirmed_days._TOTALS_AT_ONCE", 25)
    with office.transactions.begin() as books:
        days = books.confirmed_days
        old, new, attempt = (days.new_version(SEPTEMBER) for _ in range(3))
        other = days.new_version(OCTOBER)
        for version in (old, new, attempt):
            days.add(version, confirmed(SEPTEMBER))
        days.add(other, confirmed(OCTOBER))
        days.show(SEPTEMBER, new)
    pieces, more = [stored(office)], True
    while more:
        with office.transactions.begin() as books:
            more = books.confirmed_days.drop_others(SEPTEMBER, 50)
        pieces.append(stored(office))

    took = [before.total() - after.total() for before, after in pairwise(pieces)]
    assert pieces[-1] == {new: 120, other: 124}
    assert sum(took) == 240
    with office.transactions.look() as books:
        assert books.confirmed_days.unfinished() == [OCTOBER]
        if isinstance(books, SqlBooks):
            assert max(took) == 50
            assert counted(books, confirmed_channel_days) == {new: 60, other: 62}


def stored(office: Office) -> Counter[int]:  # noqa: F811
    """How many days of videos there are, by version."""
    with office.transactions.look() as books:
        if isinstance(books, SqlBooks):
            return counted(books, confirmed_days)
        return Counter(
            version
            for version in range(1, 5)
            for channel in ("UC1", "UC2")
            for _ in books.confirmed_days.of(channel, SEPTEMBER.first, OCTOBER.last, version)
        )


def counted(books: SqlBooks, days: Table) -> Counter[int]:
    found = books.connection.execute(select(days.c.version, func.count()).group_by(days.c.version))
    return Counter(dict(found.all()))


def confirmed(month: Month) -> list[ConfirmedDay]:
    """Of two channels, one of which has three videos and the other one."""
    of = (("UC1", "a"), ("UC1", "b"), ("UC1", "c"), ("UC2", "d"))
    return [
        ConfirmedDay(PlatformChannelId(channel), VideoId(video), day, 1, 0)
        for channel, video in of
        for day in month.days
    ]
