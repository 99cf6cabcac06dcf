"""What is asked for one, or of the few that are due, costs the same however much others have."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from sqlalchemy import event, insert, literal, select
from tests.adapters.test_audit_contract import an_entry
from tests.adapters.test_campaigns_contract import a_campaign
from tests.adapters.test_events_contract import publish
from tests.adapters.test_ledger_contract import an_act, give_points, usd
from tests.adapters.test_payouts_contract import a_batch, an_attempt, step
from tests.adapters.test_settlement_contract import a_group, a_settlement
from tests.adapters.test_tracks_by_month import CLAIMS, ESTIMATES, SEPTEMBER, Y
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import a_channel
from tests.fakes.events import MINA, PARTY, an_event, day
from tests.fakes.standins import NOON, FixedClock, counting_ids
from tests.fakes.track_house import TrackHouse
from tests.fakes.withdrawals import a_withdrawal

from backbeat.accounts.model import AccountStatus
from backbeat.audit import sealing
from backbeat.audit.ports import AuditFilter
from backbeat.audit.sealing import Seals
from backbeat.campaigns.model import Bonus, CampaignEntry, CampaignId, EntryState
from backbeat.catalogue.model import Act, Track
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.ports import ChannelFilter, Scope
from backbeat.events.model import Participation
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import (
    AccountId,
    ChannelId,
    EntryId,
    PlatformChannelId,
    VideoId,
    WithdrawalId,
)
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.integrity.service import LedgerIntegrity
from backbeat.ledger.model import EntryType
from backbeat.payout_state.model import PayoutCard
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.platforms.youtube.report_kinds import VIDEO_RAW
from backbeat.programs.model import Program, ProgramApplication
from backbeat.report_files.model import Grouping, SuspenseFilter
from backbeat.video_reviews.model import ReviewState, VideoReview, VideoReviewId
from backbeat.withdrawals.model import AttemptState, WithdrawalStatus
from backbeat.withdrawals.ports import WithdrawalFilter
from backbeat_adapters.sql.engine.keys import as_span
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.figures import channel_days, report_rows, video_days
from backbeat_adapters.sql.settlement import _group_to_row, settlement_groups

OTHERS = 500
TODAY, LATER = NOON.date(), date(2026, 10, 15)
ANN = Actor.operator("ann")
SPRING = CampaignId("spring")


@pytest.fixture
def transactions(sqlite_database: Database, clock: FixedClock) -> SqlTransactions:
    return SqlTransactions(sqlite_database.engine, clock, counting_ids())


def the_next_job(books: Any) -> None:
    assert not books.jobs.is_due()


def jobs_of_tomorrow(books: Any, others: range) -> None:
    for number in others:
        due = books.clock.now() + timedelta(days=1)
        books.jobs.enqueue("greet", {"number": number}, due=due)


def the_first_job(books: Any) -> None:
    assert books.jobs.is_due()


def jobs_of_now(books: Any, others: range) -> None:
    books.jobs.enqueue_all("greet", [{"number": number} for number in others])


def the_newest_seal(books: Any) -> None:
    assert sealing.newest(books.audit)


def acts_on_one(books: Any) -> None:
    assert books.audit.page(AuditFilter(target="channel:0"), PageRequest()).total == 1


def acts(books: Any, others: range) -> None:
    books.audit.record_all([an_entry(target=f"channel:{number}") for number in others])


def ended_lots(books: Any) -> None:
    assert books.ledger.expiry.with_lots_ended(TODAY + timedelta(1)) == [MINA]


def lots(books: Any, others: range) -> None:
    for number in others:
        other = AccountId(f"other-{number}")
        give_points(books.ledger, "1.00", source=f"gift:{other}", until=LATER, account=other)


def cards_of_today(books: Any) -> None:
    assert books.payout_cards.due(TODAY) == [MINA]


def cards(books: Any, others: range) -> None:
    for number in others:
        books.payout_cards.put(PayoutCard(AccountId(f"other-{number}"), remind_on=LATER))


def my_events(books: Any) -> None:
    [mine] = books.events.all_of(MINA)
    assert mine.event == PARTY


def participants(books: Any, others: range) -> None:
    for number in others:
        other = AccountId(f"other-{number}")
        books.events.join(Participation(PARTY, other, None, day(6), NOON))


def the_reports_days(books: Any) -> None:
    assert books.statistics.data_cycle() is None


def reported_days(books: Any, others: range) -> None:
    rows = [{"channel": f"UC{number}", "day": TODAY} | _NO_FIGURES for number in others]
    books.connection.execute(insert(channel_days), rows)


def views_of_a_day(books: Any) -> None:
    assert books.statistics.views_by_video(LATER, LATER) == {"V1": 7}


def days_of_another_year(books: Any, others: range) -> None:
    rows = [{"channel": "UC1", "day": TODAY - timedelta(number)} for number in others]
    if 0 in others:
        rows.append({"channel": "UC1", "day": LATER, "views": 7})
    for each in rows:
        books.connection.execute(insert(channel_days).values(_NO_FIGURES | each))
        books.connection.execute(insert(video_days).values(_NO_FIGURES | each | {"video": "V1"}))


def plays_of_a_day(books: Any) -> None:
    assert books.plays.played(LATER, LATER) == {Y: 1}


def plays_of_other_days(books: Any, others: range) -> None:
    if 0 in others:
        books.tracks.save([Track(Y, "Why")])
        books.plays.count(Y, LATER, Act.PLAY)
    for number in others:
        books.plays.count(Y, TODAY - timedelta(number), Act.PLAY)


def points_reread(books: Any) -> None:
    assert books.ledger.statements.points_reread() == []


def profits(books: Any, others: range) -> None:
    for number in others:
        other = AccountId(f"other-{number}")
        month = Month(2025, 9)
        kind, source = EntryType.MUSIC_PROFIT, f"profit:{other}"
        books.ledger.post(other, kind, usd("1.00"), an_act(), source=source, month=month)


def the_profit_of_one(books: Any) -> None:
    [transaction] = books.ledger.store.whole.of_source("profit:other-0")
    assert transaction.account == "other-0"


def an_account_by_its_beginning(books: Any) -> None:
    assert len(books.accounts.starting_with("mine", 2)) == 1


def accounts(books: Any, others: range) -> None:
    for name in _ids(others):
        code = f"code-{name}"
        books.accounts.add(an_account(id=name, name=name, referral_code=code))


def a_channel_by_its_beginning(books: Any) -> None:
    assert len(books.channels.starting_with("mine", 2)) == 1


def channels(books: Any, others: range) -> None:
    if 0 in others:
        books.accounts.add(an_account(id="owner"))
    for number, name in enumerate(_ids(others), start=others.start):
        books.channels.add(evolve(a_channel(number), id=ChannelId(name)))


def a_withdrawal_by_its_beginning(books: Any) -> None:
    assert len(books.withdrawals.starting_with("mine", 2)) == 1


def withdrawals(books: Any, others: range) -> None:
    for number, name in enumerate(_ids(others), start=others.start):
        asked = a_withdrawal(number, id=WithdrawalId(name), account=AccountId(name))
        books.withdrawals.add(asked)


def my_withdrawals_of_a_state(books: Any) -> None:
    paid = WithdrawalFilter(AccountId("mine"), WithdrawalStatus.SUCCESS)
    assert books.withdrawals.listed(paid, PageRequest()).total == 1


def paid_withdrawals(books: Any, others: range) -> None:
    paid = partial(a_withdrawal, status=WithdrawalStatus.SUCCESS, paid_on=TODAY)
    for number, name in enumerate(_ids(others), start=others.start):
        books.withdrawals.add(paid(number, id=WithdrawalId(name), account=AccountId(name)))


def batches_not_paid_yet(books: Any) -> None:
    assert books.batches.page(AttemptState.EXPORTED, PageRequest()).total == 1


def paid_payments(books: Any, others: range) -> None:
    paid_withdrawals(books, others)
    if 0 in others:
        books.batches.add(a_batch(1))
        books.batches.add(a_batch(2))
    for number, name in enumerate(_ids(others), start=others.start):
        attempt = an_attempt(name, batch=2 if number else 1, place=number, account=name)
        books.attempts.add([attempt])
        if number:
            books.attempts.save([attempt.moved(step(AttemptState.SETTLED))])


def videos_to_review(books: Any) -> None:
    assert books.video_reviews.queue(PageRequest(), with_decided=False).total == 1


def reviewed_videos(books: Any, others: range) -> None:
    for name in _ids(others):
        asked = VideoReview(
            id=VideoReviewId(name),
            account=MINA,
            video=VideoId(name),
            channel=ChannelId("channel-1"),
            title="A video",
            url=f"https://www.youtube.com/watch?v={name}",
            asked_at=NOON,
        )
        accepted = asked.decided(ReviewState.ACCEPTED, None, NOON)
        books.video_reviews.add(asked if name == "mine" else accepted)


def my_approved_channels(books: Any) -> None:
    mine = Scope(owners=frozenset({MINA}), holders=frozenset({MINA}))
    assert not books.channels.has_approved(mine)
    approved = ChannelFilter(mine, ChannelStatus.APPROVED)
    assert books.channels.page(approved, PageRequest()).total == 0


def approved_channels(books: Any, others: range) -> None:
    if 0 in others:
        books.accounts.add(an_account(id="owner"))
    for number in others:
        books.channels.add(evolve(a_channel(number), status=ChannelStatus.APPROVED))


def _ids(others: range) -> Sequence[str]:
    return ["mine" if number == 0 else f"other-{number}" for number in others]


def rows_behind_a_month(books: Any) -> None:
    of, days = (SEPTEMBER, _platform_id(0), [VIDEO_RAW]), [(SEPTEMBER.first, TODAY)]
    assert books.report_rows.page(*of, days, PageRequest(), last_file=1).rows.total == 1
    assert books.report_rows.sums_behind(*of, days, last_file=1).videos
    assert not list(books.report_rows.of(*of))


def what_waits_of_a_month(books: Any) -> None:
    of = SuspenseFilter(month=SEPTEMBER)
    assert not books.suspense.unmatched(of)
    assert not books.suspense.releasable(of)


def rows_of_exclusive_tracks(books: Any) -> None:
    of, channels = (SEPTEMBER, [VIDEO_RAW], [Y]), [_platform_id(0)]
    assert not list(books.confirmed.of_tracks(*of, channels))


def rows_of_other_channels(books: Any, others: range) -> None:
    for number in others:
        row = {
            "channel": _platform_id(number),
            "video": "V1",
            "line": number,
            "key": b"%d" % number,
        }
        books.connection.execute(insert(report_rows).values(_NO_FIGURES | _A_ROW | row))


def _platform_id(number: int) -> PlatformChannelId:
    return PlatformChannelId(f"UC{number}")


_A_ROW = {
    "month": SEPTEMBER,
    "day_of_month": 5,
    "day": SEPTEMBER.day(5),
    "platform": YOUTUBE,
    "kind": VIDEO_RAW,
    "file": 1,
    "revenue_nanos": 1,
} | dict.fromkeys(("owner", "country", "isrc", "asset", "adjustment"), "")


def shares_of_a_channel(books: Any) -> None:
    assert len(books.settlements.groups(SEPTEMBER, 0, [ChannelId("mine")])) == 1


def shares_of_others(books: Any, others: range) -> None:
    of = a_settlement(SEPTEMBER)
    if 0 in others:
        books.settlements.add(of, [])
    rows = [
        _group_to_row(of, place, a_group(name))
        for place, name in enumerate(_ids(others), start=others.start)
    ]
    books.connection.execute(insert(settlement_groups), rows)


def my_applications(books: Any) -> None:
    assert len(books.programs.applications_of(PARTY, AccountId("mine"))) == 1


def applications(books: Any, others: range) -> None:
    if 0 in others:
        books.programs.put(Program(PARTY, 1, day(1), day(9)))
    for name in _ids(others):
        applied = ProgramApplication(PARTY, 1, ChannelId(name), AccountId(name), day(6), NOON)
        books.programs.apply(applied)


def accounts_that_left(books: Any) -> None:
    [left] = books.accounts.left_before(NOON, 2)
    assert left.id == "gone"


def accounts_that_stay(books: Any, others: range) -> None:
    accounts(books, others)
    if 0 in others:
        gone = an_account(id="gone", name="gone", referral_code="code-gone")
        left = evolve(gone, status=AccountStatus.DELETED, status_since=NOON)
        books.accounts.add(left)


def my_bonuses(books: Any) -> None:
    assert len(books.campaigns.bonuses_of(AccountId("mine"), [SPRING])) == 1


def bonuses(books: Any, others: range) -> None:
    if 0 in others:
        books.campaigns.add(a_campaign(SPRING))
        short = CampaignEntry(
            campaign=SPRING,
            video=VideoId("mine"),
            channel=ChannelId("mine"),
            account=AccountId("mine"),
            title="A short",
            thumbnail=None,
            counts_from=TODAY,
            entered_at=NOON,
            state=EntryState.ACCEPTED,
        )
        books.campaigns.enter(short)
    books.campaigns.add_bonuses([_bonus(name) for name in _ids(others)])


def _bonus(name: str) -> Bonus:
    paid, entry = usd("1.00"), EntryId(f"entry-{name}")
    return Bonus(SPRING, VideoId(name), SEPTEMBER, AccountId(name), 1, paid, paid, TODAY, entry)


_NO_FIGURES = {
    column.name: 0
    for column in channel_days.c
    if column.name not in {"channel", "day", "came_with", "goes_with"}
}


ASKED: dict[str, tuple[Callable[[Any], None], Callable[[Any, range], None]]] = {
    "whether a job is due, beside others that are not": (the_next_job, jobs_of_tomorrow),
    "which job is due, beside others that are": (the_first_job, jobs_of_now),
    "the newest seal of the trail": (the_newest_seal, acts),
    "the acts on one": (acts_on_one, acts),
    "whose points have ended": (ended_lots, lots),
    "whose pay card is due": (cards_of_today, cards),
    "the events somebody takes part in": (my_events, participants),
    "the span of the estimates": (the_reports_days, reported_days),
    "the views of a day, beside other days": (views_of_a_day, days_of_another_year),
    "the plays of a day, beside other days": (plays_of_a_day, plays_of_other_days),
    "whose points are told in another way": (points_reread, profits),
    "what was posted from a source": (the_profit_of_one, profits),
    "who left and is to be erased": (accounts_that_left, accounts_that_stay),
    "the bonuses of one's shorts": (my_bonuses, bonuses),
    "one's applications to a program": (my_applications, applications),
    "the shares in a channel's month": (shares_of_a_channel, shares_of_others),
    "the rows behind a channel's month": (rows_behind_a_month, rows_of_other_channels),
    "the rows of some tracks in a channel": (rows_of_exclusive_tracks, rows_of_other_channels),
    "what waits of a month, beside what is booked": (what_waits_of_a_month, rows_of_other_channels),
    "one's withdrawals of a state": (my_withdrawals_of_a_state, paid_withdrawals),
    "the batches not paid yet": (batches_not_paid_yet, paid_payments),
    "the videos to review": (videos_to_review, reviewed_videos),
    "one's channels that are approved": (my_approved_channels, approved_channels),
    "an account by its beginning": (an_account_by_its_beginning, accounts),
    "a channel by its beginning": (a_channel_by_its_beginning, channels),
    "a withdrawal by its beginning": (a_withdrawal_by_its_beginning, withdrawals),
}


@pytest.mark.parametrize("what", ASKED)
def test_what_is_asked_costs_the_same_beside_others(
    transactions: SqlTransactions, clock: FixedClock, what: str
) -> None:
    """Counted in instructions of SQLite's machine."""
    ask, add = ASKED[what]
    with transactions.begin() as books:
        give_points(books.ledger, "1.00", source="gift", until=TODAY, account=MINA)
        books.payout_cards.put(PayoutCard(MINA, remind_on=TODAY))
        publish(books, PARTY)
        books.events.put(an_event())
        books.events.join(Participation(PARTY, MINA, None, day(6), NOON))
        add(books, range(1))
    clock.move(timedelta(hours=2))
    _seal(transactions, clock)
    alone = _steps(transactions, ask)

    with transactions.begin() as books:
        add(books, range(1, OTHERS))

    assert _steps(transactions, ask) <= alone * 1.3


def test_the_watch_on_the_ledger_reads_none_of_the_acts_of_others(
    transactions: SqlTransactions, clock: FixedClock
) -> None:
    def watch() -> None:
        assert LedgerIntegrity(transactions, clock).watch(ANN).holds

    watch()
    with instructions(transactions) as alone:
        watch()
    with transactions.begin() as books:
        acts(books, range(OTHERS))
    with instructions(transactions) as beside:
        watch()

    assert len(beside) <= len(alone) * 1.01


def test_a_file_and_the_kinds_of_a_month_are_found_beside_rows_of_another_kind(
    transactions: SqlTransactions, clock: FixedClock, tmp_path: Path
) -> None:
    """Of the same month and days."""
    clock.set(date(2025, 12, 1))
    house = TrackHouse.over(transactions, clock, tmp_path)
    file = house.take(CLAIMS, SEPTEMBER, fake.claim_row("20250905", video="a", isrc=Y))

    def a_file(books: Any) -> None:
        [line] = books.report_rows.shown(Grouping.CHANNEL, report=file.id)
        assert line.rows == 1

    def kinds(books: Any) -> None:
        assert list(books.confirmed.kinds(SEPTEMBER)) == [CLAIMS]

    alone = [_steps(transactions, ask) for ask in (a_file, kinds)]
    rows = [fake.estimated_row("20250905", video=f"v{n}", total="3") for n in range(OTHERS)]
    house.take(ESTIMATES, SEPTEMBER, *rows)
    beside = [_steps(transactions, ask) for ask in (a_file, kinds)]

    assert [more <= steps * 1.3 for more, steps in zip(beside, alone, strict=True)] == [True, True]


def test_a_file_that_comes_again_meets_no_rows_of_another_kind(
    transactions: SqlTransactions, clock: FixedClock, tmp_path: Path
) -> None:
    """Of the same month and days."""
    clock.set(date(2025, 12, 1))
    house = TrackHouse.over(transactions, clock, tmp_path)

    def comes(video: str) -> int:
        row = fake.claim_row("20250905", video=video, isrc=Y)
        with instructions(transactions) as counted:
            assert house.take(CLAIMS, SEPTEMBER, row, replace=True).changes.added == 1
        return len(counted)

    comes("a")
    alone = comes("b")
    rows = [fake.estimated_row("20250905", video=f"v{n}", total="3") for n in range(OTHERS)]
    house.take(ESTIMATES, SEPTEMBER, *rows)

    assert comes("c") <= alone * 1.3


@pytest.mark.parametrize(
    ("kind", "row_of", "other"),
    [(CLAIMS, fake.claim_row, "{:022}"), (ESTIMATES, fake.estimated_row, "UC{:022}")],
    ids=["settled", "estimated"],
)
def test_a_file_of_one_channel_meets_no_rows_that_others_have_on_its_days(
    transactions: SqlTransactions,
    clock: FixedClock,
    tmp_path: Path,
    kind: str,
    row_of: Callable[..., fake.Row],
    other: str,
) -> None:
    clock.set(date(2025, 12, 1))
    house = TrackHouse.over(transactions, clock, tmp_path)

    def comes(video: str) -> int:
        with instructions(transactions) as counted:
            assert house.take(kind, SEPTEMBER, row_of("20250905", video=video)).changes.added == 1
        return len(counted)

    comes("a")
    alone = comes("b")
    others = [row_of("20250905", other.format(n), f"v{n}") for n in range(OTHERS)]
    house.take(kind, SEPTEMBER, *others)

    assert comes("c") <= alone * 1.3


def test_the_last_day_of_a_long_month_is_sought_too(
    transactions: SqlTransactions, clock: FixedClock, tmp_path: Path
) -> None:
    clock.set(date(2025, 12, 1))
    house = TrackHouse.over(transactions, clock, tmp_path)
    file = house.take(CLAIMS, Month(2025, 10), fake.claim_row("20251031", video="a", isrc=Y))

    with transactions.look() as books:
        [line] = books.report_rows.shown(Grouping.CHANNEL, report=file.id)
        assert line.rows == 1
        assert list(books.confirmed.kinds(Month(2025, 10))) == [CLAIMS]


def test_a_span_of_one_value_holds_that_value_alone(database: Database) -> None:
    with database.engine.connect() as connection:
        asked = {value: select(as_span(literal("2025-09"), value)) for value in _MONTHS}
        held = [value for value, query in asked.items() if connection.execute(query).scalar_one()]

    assert held == ["2025-09"]


_MONTHS = ["2025-08", "2025-09", "2025-10"]


def _seal(transactions: SqlTransactions, clock: FixedClock) -> None:
    with transactions.begin() as books:
        books.audit.record(an_entry())
    clock.move(timedelta(hours=2))
    assert Seals(transactions, clock, clock).seal(ANN)


def _steps(transactions: SqlTransactions, ask: Callable[[Any], None]) -> int:
    with transactions.look() as books, instructions(transactions) as counted:
        ask(books)
    return len(counted)


@contextmanager
def instructions(transactions: SqlTransactions) -> Iterator[list[None]]:
    """What grows by one with each few instructions of the database inside."""
    counted: list[None] = []
    tick = partial(counted.append, None)

    def count_them(connection: Any, *_: object) -> None:
        connection.connection.driver_connection.set_progress_handler(tick, 1)

    event.listen(transactions.engine, "before_cursor_execute", count_them)
    yield counted
    event.remove(transactions.engine, "before_cursor_execute", count_them)
    with transactions.engine.connect() as connection:
        driver: Any = connection.connection.driver_connection
        driver.set_progress_handler(None, 0)
