"""Days of networks that were added up in advance: whatever happened, a dashboard shows what adding up
now would show. On SQLite and PostgreSQL; in memory nothing is added up in advance (DASH-23)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any, NoReturn

import pytest
from attrs import define, evolve, field, frozen
from tests.adapters.test_settlement_closing import ANN, SEPTEMBER, Office, office
from tests.conftest import make_database
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.model import FeeRate, Placement
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Verification
from backbeat.dashboards.model import Asked, Dashboard, Range
from backbeat.dashboards.roll_ups import RollUps
from backbeat.dashboards.service import _MANY_CHANGES, Dashboards
from backbeat.figures.service import ROLL_UP
from backbeat.job_handlers import CRONS
from backbeat.kernel.ids import AccountId, ChannelId, ReportId, VideoId
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import PageRequest
from backbeat.memory.network_days import MemoryNetworkDays
from backbeat.policies.model import Policy
from backbeat.settings import Settings
from backbeat.settings import Settlement as SettlementSettings
from backbeat_adapters.sql.books import SqlBooks
from backbeat_adapters.sql.dashboards import SqlFigures
from backbeat_adapters.sql.engine.transactions import SqlTransactions

pytestmark = pytest.mark.variants("databases")

__all__ = ["office"]

FIRST, LAST = date(2025, 8, 20), date(2025, 10, 8)
SHOWN = Range(date(2025, 9, 14), LAST)
CLOSING = date(2025, 10, 20)
NAMES = ("mina", "studio", "kai", "net", "cora", "sam", "fern")
MANAGERS = ("studio", "net", "cora")
ROUNDS = 40 if os.environ.get("BACKBEAT_TEST_WHOLE") else 2
STEPS = 25


def having(books: SqlBooks, **parts: object) -> SqlBooks:
    """The same books with other repositories, which are made when they are asked for."""
    others = evolve(books)
    vars(others).update(parts)
    return others


@frozen
class Direct:
    """The books as if nothing were added up in advance."""

    books: Any

    @contextmanager
    def look(self) -> Iterator[Any]:
        with self.books.look() as books:
            yield having(books, network_days=MemoryNetworkDays())


class NoChannels(SqlFigures):
    def channels_of(self, *_: object, **__: object) -> NoReturn:
        raise AssertionError("the channels were asked one by one")


@frozen
class InAdvance:
    """The books as if nothing could be added up now."""

    books: Any

    @contextmanager
    def look(self) -> Iterator[Any]:
        with self.books.look() as books:
            yield having(books, figures=NoChannels(books.connection))


@pytest.fixture(params=["sqlite", "postgresql"])
def transactions(request: pytest.FixtureRequest, clock: FixedClock) -> Iterator[SqlTransactions]:
    for made in make_database(request.param, request):
        yield SqlTransactions(made.engine, clock, counting_ids())


def shown(office: Office, transactions: Any, name: str, range_: Range = SHOWN) -> Dashboard:
    dashboards = Dashboards(transactions, office.clock, office.settings)
    return dashboards.overview(Asked(AccountId(name), range_), Currency.USD)


def require_true(office: Office) -> None:
    """Everybody is shown what adding up now comes to."""
    for name in NAMES:
        told = shown(office, office.transactions, name)
        assert told == shown(office, Direct(office.transactions), name), name


def require_in_advance(office: Office, names: Sequence[str] = MANAGERS) -> None:
    for name in names:
        shown(office, InAdvance(office.transactions), name)


def roll_ups(office: Office) -> RollUps:
    dashboards = Dashboards(office.transactions, office.clock, office.settings)
    return RollUps(office.transactions, dashboards)


def add_up(office: Office) -> None:
    roll_ups(office).refresh()
    require_in_advance(office)
    require_true(office)


def begin(office: Office) -> None:
    """Figures of two months for everybody, added up."""
    for number, name in ((1, "V1"), (2, "C1"), (3, "S1"), (4, "F1")):
        days = [LAST - timedelta(n) for n in range(0, 48, number)]
        office.daily(number, name, days, f"{number}.333333337")
    add_up(office)


# --- what may happen ------------------------------------------------------------------------------


@define
class Life:
    """What happens to the office, with the choices of a seed."""

    office: Office
    chance: Random
    files: list[ReportId] = field(factory=list)
    channels: int = 4
    policies: int = 0

    def a_day(self) -> date:
        return FIRST + timedelta(self.chance.randrange((LAST - FIRST).days + 1))

    def file(self) -> None:
        first = self.a_day()
        days = [day for n in range(5) if (day := first + timedelta(n)) <= LAST]
        number = self.chance.randint(1, self.channels)
        video = f"N{self.chance.randrange(6)}c{number}"
        self.office.daily(number, video, days, f"{self.chance.randint(-9, 99)}.{'7' * 9}")
        self.files.append(self._newest())

    def undo(self) -> None:
        if self.files:
            self.office.ingestion.undo(self.files.pop(), ANN)

    def waiting_rows(self) -> None:
        """Rows of a channel that nobody has yet; then it is somebody's, and they are released."""
        self.channels += 1
        number = self.channels
        self.office.daily(number, f"W{number}", [self.a_day()], "5.000000001")
        self.give_channel(number, self.chance.choice(NAMES))
        self.office.ingestion.release(None, ANN)
        self.files.clear()

    def give_channel(self, number: int, holder: str, id_: ChannelId | None = None) -> None:
        with self.office.transactions.begin() as books:
            channel = an_earning_channel(number, [(holder, FIRST)], owner=holder)
            proof = Verification(f"BB-{number:08d}", verified_at=self.office.clock.now())
            books.channels.add(evolve(channel, id=id_ or channel.id, verification=proof))

    def earlier_first_day(self) -> None:
        """A video that was known from a later day."""
        number, one = self.chance.choice((2, 3)), self.chance.randrange(100)
        late, early = date(2025, 9, 28), date(2025, 9, 18)
        for day in (late, early):
            self.office.daily(number, f"E{one}", [day], "0.1")
        self.files.clear()

    def name_in_a_month(self) -> None:
        """A file without days names a video."""
        month = SEPTEMBER if self.chance.random() < 0.7 else SEPTEMBER.next
        rows = (self.chance.randint(1, 4), f"M{self.chance.randrange(50)}", "3.5")
        self.office.monthly(month, rows)
        self.files.clear()

    def describe(self) -> None:
        with self.office.transactions.begin() as books:
            videos = books.videos.undescribed(50)
            chosen = self.chance.sample(list(videos), min(2, len(videos)))
            books.videos.described(
                [
                    evolve(
                        each,
                        title=f"about {self.chance.random()}",
                        published_on=self.a_day(),
                        described_at=self.office.clock.now(),
                    )
                    for each in chosen
                ]
            )

    def hand_over(self) -> None:
        """A channel goes to another account, from a day on that may be long past."""
        number, to = self.chance.randint(1, self.channels), self.chance.choice(NAMES)
        on = self.a_day()
        with self.office.transactions.begin() as books:
            channel = self._channel(books, number)
            if channel is not None:
                line = channel.timeline.given_to(AccountId(to), on)
                books.channels.save(evolve(channel, timeline=line))

    def stop_earning(self) -> None:
        on = self.a_day()
        with self.office.transactions.begin() as books:
            channel = self._channel(books, self.chance.randint(1, self.channels))
            if channel is not None:
                books.channels.save(evolve(channel, timeline=channel.timeline.closed(on)))

    def delete(self) -> None:
        with self.office.transactions.begin() as books:
            channel = self._channel(books, self.chance.randint(1, self.channels))
            if channel is not None:
                now = self.office.clock.now()
                on = self.office.clock.today()
                books.channels.save(channel.deleted(now, on=on, lost_from=None))

    def approve(self) -> None:
        with self.office.transactions.begin() as books:
            channel = self._channel(books, self.chance.randint(1, self.channels))
            if channel is not None:
                status = self.chance.choice(list(ChannelStatus))
                books.channels.save(evolve(channel, status=status))

    def move(self) -> None:
        name, below = self.chance.choice((("sam", "studio"), ("sam", "cora"), ("kai", "cora")))
        with self.office.transactions.begin() as books:
            books.accounts.place(Placement(AccountId(name), AccountId(below), self.a_day()))

    def first_place(self) -> None:
        """Somebody who stood alone: all of the days count below the manager."""
        with self.office.transactions.begin() as books:
            books.accounts.place(Placement(AccountId("fern"), AccountId("studio"), LAST))

    def rate(self) -> None:
        name = self.chance.choice(NAMES)
        rate = Decimal(self.chance.randrange(10_001)) / 10_000
        with self.office.transactions.begin() as books:
            books.fee_rates.put(FeeRate(AccountId(name), rate, self.a_day()))

    def policy(self) -> None:
        self.policies += 1
        rate = Decimal(self.chance.randrange(1, 5_000)) / 10_000
        month = self.chance.choice((SEPTEMBER.first, SEPTEMBER.next.first))
        now = self.office.clock.now()
        row = Policy("settlement.operator_rate", str(rate), month, self.policies, ANN, now)
        with self.office.transactions.begin() as books:
            books.policies.add([row])

    def close(self) -> None:
        with self.office.transactions.look() as books:
            if books.settlements.of(SEPTEMBER):
                return
        self.office.monthly(SEPTEMBER, (1, "V1", "100.07"), (2, "C1", "33.33"), (3, "S1", "77.7"))
        today = self.office.clock.today()
        self.office.close(SEPTEMBER, CLOSING)
        self.office.clock.set(today)
        self.files.clear()

    def may_manage(self) -> None:
        name = AccountId(self.chance.choice(("cora", "studio")))
        with self.office.transactions.begin() as books:
            account = books.accounts.get(name)
            books.accounts.save(evolve(account, permission_flag=not account.permission_flag))

    def _newest(self) -> ReportId:
        with self.office.transactions.look() as books:
            newest: ReportId = books.reports.page(PageRequest(0, 1)).items[0].id
        return newest

    def _channel(self, books: Any, number: int) -> Any:
        found = books.channels.claims(platform_id(number))
        return found[0] if found else None


ACTS: dict[str, Callable[[Life], None]] = {
    act.__name__: act
    for act in (
        Life.file,
        Life.undo,
        Life.waiting_rows,
        Life.earlier_first_day,
        Life.name_in_a_month,
        Life.describe,
        Life.hand_over,
        Life.stop_earning,
        Life.delete,
        Life.approve,
        Life.move,
        Life.first_place,
        Life.rate,
        Life.policy,
        Life.close,
        Life.may_manage,
    )
}


def seen(office: Office) -> list[Dashboard]:
    return [shown(office, Direct(office.transactions), name) for name in MANAGERS]


@pytest.mark.parametrize("act", ACTS)
def test_what_changes_a_day_shows_at_once_and_is_added_up_again(act: str, office: Office) -> None:
    begin(office)
    life = Life(office, Random(act))
    before = seen(office)
    while act == "undo" and seen(office) == before:
        life.file()
    add_up(office)
    before = seen(office)

    for _ in range(20):
        ACTS[act](life)
        require_true(office)
        if seen(office) != before:
            break

    assert seen(office) != before, "this test has to see a difference"
    roll_ups(office).refresh()
    require_true(office)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_whatever_happens_in_whatever_order_the_sums_are_those_of_now(
    seed: int, office: Office
) -> None:
    chance = Random(seed)
    begin(office)
    life = Life(office, chance)
    for _ in range(STEPS):
        act = chance.choice(list(ACTS.values()))
        act(life)
        if chance.random() < 0.4:
            roll_ups(office).refresh()
        require_true(office)


def test_a_video_known_from_an_earlier_day_leaves_its_later_one(office: Office) -> None:
    begin(office)
    office.daily(3, "E1", [date(2025, 9, 28)], "0.1")
    add_up(office)
    office.daily(3, "E1", [date(2025, 8, 1)], "0.1")

    require_true(office)
    add_up(office)


def test_a_described_video_leaves_the_day_on_which_it_was_thought_to_appear(
    office: Office,
) -> None:
    begin(office)
    office.daily(3, "E1", [date(2025, 9, 28)], "0.1")
    add_up(office)
    with office.transactions.begin() as books:
        told = {"published_on": date(2025, 6, 1), "described_at": office.clock.now()}
        books.videos.described([evolve(books.videos.get(VideoId("E1")), **told)])

    require_true(office)
    add_up(office)


def test_a_channel_registered_again_brings_its_earlier_days(office: Office) -> None:
    begin(office)
    life = Life(office, Random(0))
    with office.transactions.begin() as books:
        gone = books.channels.claims(platform_id(3))[0]
        now, today = office.clock.now(), office.clock.today()
        books.channels.save(gone.deleted(now, on=today, lost_from=FIRST))
    add_up(office)
    life.give_channel(3, "cora", ChannelId("channel-again"))

    require_true(office)
    add_up(office)


def test_days_that_are_not_shown_yet_are_in_no_sum(office: Office) -> None:
    """The days were added up up to the newest one with figures; two of them are too new (DASH-3)."""
    begin(office)
    office.clock.set(date(2025, 10, 8))

    require_true(office)
    require_in_advance(office)


def test_days_that_were_too_new_are_shown_as_time_goes_by(office: Office) -> None:
    office.clock.set(date(2025, 10, 8))
    begin(office)
    office.clock.set(date(2025, 10, 10))

    require_true(office)
    require_in_advance(office)


def test_confirmed_days_reach_beyond_the_newest_estimate(office: Office) -> None:
    office.daily(3, "S1", [date(2025, 9, 5)], "1.00")
    office.monthly(SEPTEMBER, (3, "S2", "300.00"))
    office.close(SEPTEMBER, CLOSING)
    roll_ups(office).refresh()
    whole = Range(date(2025, 9, 10), SEPTEMBER.last)

    told = shown(office, InAdvance(office.transactions), "net", whole)

    assert told == shown(office, Direct(office.transactions), "net", whole)
    assert told.summary.figures.revenue_nanos > 0


def test_of_very_many_changes_none_is_looked_through(office: Office) -> None:
    begin(office)
    with office.transactions.begin() as books:
        for _ in range(_MANY_CHANGES):
            books.fee_rates.put(FeeRate(AccountId("fern"), Decimal("0.5"), FIRST))

    with pytest.raises(AssertionError, match="one by one"):
        require_in_advance(office, ["net"])
    require_true(office)
    add_up(office)


def test_a_move_that_is_replaced_leaves_no_trace_of_whoever_it_went_to(office: Office) -> None:
    begin(office)
    for below in ("studio", "cora"):
        with office.transactions.begin() as books:
            there = Placement(AccountId("sam"), AccountId(below), date(2025, 9, 20))
            books.accounts.place(there)
        require_true(office)
        add_up(office)


def test_what_changes_above_reaches_whoever_stands_between(office: Office) -> None:
    begin(office)
    with office.transactions.begin() as books:
        books.accounts.place(Placement(AccountId("kai"), AccountId("sam"), FIRST))
    add_up(office)
    require_in_advance(office, ["sam"])
    with office.transactions.begin() as books:
        books.fee_rates.put(FeeRate(AccountId("cora"), Decimal("0.77"), FIRST))

    require_true(office)


def test_who_managed_nobody_for_a_while_is_added_up_anew(office: Office) -> None:
    begin(office)
    for may_manage in (False, True):
        with office.transactions.begin() as books:
            cora = books.accounts.get(AccountId("cora"))
            books.accounts.save(evolve(cora, permission_flag=may_manage))
        require_true(office)
        set_rate(office, "0.4" if may_manage else "0.6")
        roll_ups(office).refresh()
    require_true(office)
    require_in_advance(office)


def test_nothing_is_looked_at_twice_while_nothing_changes(office: Office) -> None:
    begin(office)

    class Never(Dashboards):
        def network_days(self, *_: object) -> NoReturn:
            raise AssertionError("nothing changed")

    never = Never(office.transactions, office.clock, office.settings)
    RollUps(office.transactions, never).refresh()


def test_a_change_of_coming_days_leaves_the_days_that_are_shown(office: Office) -> None:
    begin(office)
    tomorrow = LAST + timedelta(1)
    with office.transactions.begin() as books:
        channel = books.channels.claims(platform_id(3))[0]
        line = channel.timeline.given_to(AccountId("cora"), tomorrow)
        books.channels.save(evolve(channel, timeline=line))
        books.fee_rates.put(FeeRate(AccountId("sam"), Decimal("0.5"), tomorrow))

    require_in_advance(office)
    require_true(office)


def test_a_change_elsewhere_leaves_a_networks_days(office: Office) -> None:
    begin(office)
    with office.transactions.begin() as books:
        channel = books.channels.claims(platform_id(3))[0]
        line = channel.timeline.given_to(AccountId("cora"), FIRST)
        books.channels.save(evolve(channel, timeline=line))

    require_in_advance(office, ["studio"])


@frozen
class Interrupted(Dashboards):
    """Once an account's days are added up, something else happens before they are kept."""

    meanwhile: list[Callable[[], object]] = field(kw_only=True)

    def network_days(self, *of: Any) -> Any:
        found = super().network_days(*of)
        if self.meanwhile:
            with ThreadPoolExecutor(1) as elsewhere:
                elsewhere.submit(self.meanwhile.pop()).result()
        return found


def interrupted(office: Office, meanwhile: Callable[[], object]) -> RollUps:
    books = office.transactions
    dashboards = Interrupted(books, office.clock, office.settings, meanwhile=[meanwhile])
    return RollUps(books, dashboards)


def set_rate(office: Office, rate: str) -> None:
    with office.transactions.begin() as books:
        books.fee_rates.put(FeeRate(AccountId("sam"), Decimal(rate), FIRST))


def test_what_changes_while_days_are_added_up_waits_for_the_next_run(office: Office) -> None:
    begin(office)
    set_rate(office, "0.3")

    interrupted(office, lambda: set_rate(office, "0.6")).refresh()

    require_true(office)
    add_up(office)


def test_of_two_runs_the_newer_one_counts(office: Office) -> None:
    begin(office)
    set_rate(office, "0.3")

    def newer() -> None:
        set_rate(office, "0.6")
        roll_ups(office).refresh()

    interrupted(office, newer).refresh()

    require_true(office)
    require_in_advance(office)


def test_a_run_that_dies_leaves_the_rest_to_the_next(office: Office) -> None:
    begin(office)
    set_rate(office, "0.3")

    def die() -> NoReturn:
        raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        interrupted(office, die).refresh()
    require_true(office)
    add_up(office)


def test_what_the_configuration_leaves_to_the_operator_counts_at_once(office: Office) -> None:
    begin(office)
    office.settings = Settings(settlement=SettlementSettings(operator_rate=Decimal("0.25")))

    require_true(office)
    add_up(office)


def test_days_before_the_longest_question_are_added_up_when_they_are_asked_for(
    office: Office,
) -> None:
    begin(office)
    long_ago = LAST - timedelta(900)
    with office.transactions.begin() as books:
        old = an_earning_channel(9, [("cora", long_ago)], intervals=((long_ago, None),))
        proof = Verification("BB-00000009", verified_at=office.clock.now())
        books.channels.add(evolve(old, verification=proof))
    office.daily(9, "O1", [long_ago], "9.00")
    add_up(office)

    early = Range(long_ago, long_ago + timedelta(6))
    told = shown(office, office.transactions, "net", early)
    assert told == shown(office, Direct(office.transactions), "net", early)
    assert told.summary.figures.revenue_nanos == 9 * 10**9


def test_a_part_of_a_network_is_added_up_when_it_is_asked_for(office: Office) -> None:
    begin(office)
    asked = Asked(AccountId("net"), SHOWN, "cora")

    def part(transactions: Any) -> Dashboard:
        dashboards = Dashboards(transactions, office.clock, office.settings)
        return dashboards.overview(asked, Currency.USD)

    assert part(office.transactions) == part(Direct(office.transactions))
    with pytest.raises(AssertionError, match="one by one"):
        part(InAdvance(office.transactions))


def test_the_worker_adds_up_by_itself() -> None:
    assert ROLL_UP in {cron.kind for cron in CRONS}


def test_a_daily_file_asks_for_it(office: Office) -> None:
    office.daily(1, "V1", [LAST], "1.00")

    with office.transactions.begin() as books:
        assert not books.jobs.enqueue(ROLL_UP, {}, key=ROLL_UP)
