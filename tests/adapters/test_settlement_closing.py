"""A month from the report file to everybody's balance: in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest
from attrs import define, evolve
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import FeeRate
from backbeat.audit.ports import AuditFilter
from backbeat.channels.model import Verification
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, VideoId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.checks import Finding
from backbeat.ledger.errors import NotReversible
from backbeat.ledger.model import Balance, EntryType
from backbeat.ledger.service import AccountLedger, Correction
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.runs import MemoryRuns
from backbeat.memory.staging import MemoryStaging
from backbeat.platforms.kinds import Sort
from backbeat.policies.errors import PolicyRefused, UnknownPolicy
from backbeat.policies.service import Policies
from backbeat.report_files.errors import UndoRefused
from backbeat.report_files.model import Answers
from backbeat.report_files.service import Ingestion
from backbeat.settings import FeeChange, Settings
from backbeat.settings import Settlement as SettlementSettings
from backbeat.settlement import month_shares, posting
from backbeat.settlement import rules as settlement_rules
from backbeat.settlement.errors import (
    AlreadyClosed,
    FiguresChanged,
    KindsOverlap,
    MonthNotOver,
    NoMonthlyReport,
    NotClosed,
    SortMissing,
)
from backbeat.settlement.model import (
    AmountBreakdown,
    Assumptions,
    Computed,
    ExplainedRow,
    Rule,
)
from backbeat.settlement.ports import Runs
from backbeat.settlement.rules import RoundingUnbounded
from backbeat.settlement.service import Settlements
from backbeat.tracing.service import Tracing
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.engine.outages import retrying
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.files.staging import SqlStaging
from backbeat_adapters.sql.runs import SqlRuns

pytestmark = pytest.mark.variants("databases")

SEPTEMBER, OCTOBER = Month(2025, 9), Month(2025, 10)
ANN = Actor.operator("ann")
PAGE = PageRequest()
LONG_AGO = date(2025, 1, 1)
MANAGERS = {
    "mina": None,
    "studio": None,
    "kai": "studio",
    "net": None,
    "cora": "net",
    "sam": "cora",
    "fern": None,
}
RATES = {"kai": "0.05", "cora": "0.20", "sam": "0.10"}


@define
class Office:
    """The books with a few people and their channels, and an operator's use cases."""

    _books: Any
    clock: FixedClock
    folder: Path
    settings: Settings
    snapshots: Snapshots | None = None
    """Where beginnings are kept."""
    begun: tuple[Hashable, ...] | None = ()
    """What was done so far, as long as all of it may be copied."""
    files: int = 0

    @property
    def transactions(self) -> Any:
        """For whoever may write: what follows is no beginning of other tests."""
        self.begun = None
        return self._books

    @property
    def settlements(self) -> Settlements:
        return Settlements(self.transactions, self.clock, self.clock, self.settings)

    @property
    def tracing(self) -> Tracing:
        return Tracing(self._books, self.settings, DiskReports())

    @property
    def ingestion(self) -> Ingestion:
        books = self.transactions
        staging: Any = (
            MemoryStaging(books) if isinstance(books, MemoryTransactions) else SqlStaging(books)
        )
        return Ingestion(books, staging, DiskReports(), self.clock)

    def begin(self, what: Hashable, act: Callable[[], object]) -> None:
        """Do what many tests begin with, or copy what it came to."""
        if self.begun is None or self.snapshots is None:
            act()
            return
        ids, begun = self._books.new_id, (*self.begun, what, repr((self.clock, self.settings)))
        self.begun = None

        def make() -> tuple[int, int]:
            act()
            return ids.next, self.files

        engine = self._books.engine
        ids.next, self.files = self.snapshots.fill(begun, engine, self.folder, make)
        self.begun = begun

    def ingest(self, path: Path, **options: Any) -> None:
        """Take a file in; of a few rows beside a month of many each is as whole as it looks."""
        self.ingestion.ingest(path, ANN, answers=Answers(complete=True), **options)

    def monthly(self, month: Month, *rows: tuple[int, str, str], **options: Any) -> None:
        """Our own monthly file: channel number, video, amount."""
        self.files += 1
        lines = [
            {
                "month": str(month),
                "channel_id": platform_id(channel),
                "video_id": video,
                "views": 1000,
                "revenue_usd": amount,
            }
            for channel, video, amount in rows
        ]
        self.ingest(fake.own_monthly(self.folder / f"{self.files}.csv", *lines), **options)

    def daily(self, channel: int, video: str, days: Collection[date], amount: str) -> None:
        """Our own daily file: the same estimate on each of the days."""
        self.files += 1
        rows = [
            fake.daily_row(str(day), platform_id(channel), video, revenue=amount) for day in days
        ]
        self.ingest(fake.own_daily(self.folder / f"{self.files}.csv", *rows))

    def september(self) -> None:
        """What four journeys earned in September: 1,430.00 together."""
        rows = (
            (1, "V1", "90.00"),
            (1, "V2", "36.00"),
            (1, "V3", "24.00"),
            (2, "C1", "200.00"),
            (3, "S1", "1000.00"),
            (4, "F1", "80.00"),
        )
        self.begin("september", lambda: self.monthly(SEPTEMBER, *rows))

    def delete_minas_channel(self, lost_from: date | None = LONG_AGO) -> None:
        """As its owner does: the days that are not settled earn for nobody."""
        with self.transactions.begin() as books:
            channel = books.channels.claims(platform_id(1))[0]
            books.channels.lock(channel.id)
            books.channels.save(
                channel.deleted(self.clock.now(), on=self.clock.today(), lost_from=lost_from)
            )

    def move_minas_money(self) -> None:
        """A corrected file: as many rows, channels and videos, and the same total."""
        self.monthly(SEPTEMBER, (1, "V1", "89.00"), (1, "V2", "37.00"))

    def estimate_mina(self) -> None:
        """Daily figures: a month without days is spread by them."""
        self.daily(1, "V1", [date(2025, 9, 5)], "1.00")

    def close(self, month: Month, on: date, **options: Any) -> None:
        self.clock.set(on)
        what = ("close", month, repr(options))
        self.begin(what, lambda: self.settlements.close(month, ANN, **options))

    def policy(self, key: str, value: str, from_day: date) -> None:
        policies = Policies(self.transactions, self.clock, self.clock, self.settings)
        policies.set(key, value, from_day, ANN, reason="agreed")

    def balances(self) -> dict[str, str]:
        with self._books.look() as books:
            found = books.ledger.store.whole.all_balances()
        return {
            account: str(balance.shown)
            for account, balance in sorted(found.items())
            if balance != Balance()
        }

    def entries(self, account: str) -> list[tuple[str, str, str, str]]:
        with self._books.look() as books:
            rows = books.ledger.store.statements.entries(AccountId(account), PAGE).items
        return [
            (row.type.value, str(row.amount), str(row.month), row.day.isoformat())
            for row in reversed(rows)
        ]

    def entry(self, account: str, at: int = 0) -> EntryId:
        with self._books.look() as books:
            rows = books.ledger.store.statements.entries(AccountId(account), PAGE).items
        return EntryId(list(reversed(rows))[at].id)

    def earning(self, account: str, at: int = 0) -> tuple[AmountBreakdown, Sequence[ExplainedRow]]:
        """How an amount of a settlement came about, and the report rows behind it."""
        found = self.tracing.of_entry(self.entry(account, at), PAGE)
        assert found.reckoned is not None
        return found.reckoned, found.rows.items

    def findings(self) -> list[Finding]:
        with self._books.look() as books:
            shares = [Finding("I7", what) for what in books.integrity.postings.shared_out()]
            return [*books.ledger.check().findings, *shares]


@pytest.fixture
def office(
    transactions: Any,
    clock: FixedClock,
    tmp_path: Path,
    snapshots: Snapshots,
    request: pytest.FixtureRequest,
) -> Office:
    """With people and their channels; where files take long, beginnings are copied.

    A test that replaces parts of the program has to see them at work.
    """
    clock.set(date(2025, 10, 10))
    copies = (
        isinstance(transactions, SqlTransactions)
        and transactions.engine.name == "postgresql"
        and "monkeypatch" not in request.fixturenames
    )
    office = Office(transactions, clock, tmp_path, Settings(), snapshots if copies else None)
    office.begin("people", lambda: add_people(transactions, clock))
    return office


def add_people(transactions: Any, clock: FixedClock) -> None:
    holders = {1: ("mina", "mina"), 2: ("kai", "studio"), 3: ("sam", "cora"), 4: ("fern", "fern")}
    with transactions.begin() as books:
        for number, (name, manager) in enumerate(MANAGERS.items()):
            books.accounts.add(
                an_account(
                    id=AccountId(name),
                    name=name,
                    referral_code=f"CODE{number:04d}",
                    manager=AccountId(manager) if manager else None,
                )
            )
        for name, rate in RATES.items():
            books.fee_rates.put(FeeRate(AccountId(name), Decimal(rate), LONG_AGO))
        for number, (holder, owner) in holders.items():
            channel = an_earning_channel(number, [(holder, LONG_AGO)], owner=owner)
            proof = Verification(f"BB-{number:08d}", verified_at=clock.now())
            books.channels.add(evolve(channel, verification=proof))


def test_the_journeys_month_is_previewed_and_closed(office: Office) -> None:
    office.september()

    seen = office.settlements.preview(SEPTEMBER)
    assert (seen.computed.confirmed, seen.computed.shared) == (Money.of(1430), Money.of(1430))
    assert sorted(str(amount) for amount in seen.changes.values()) == sorted(
        ["150.00", "190.00", "10.00", "200.00", "80.00", "720.00", "80.00"]
    )
    assert office.balances() == {}

    office.clock.set(date(2025, 10, 20))
    done = office.settlements.close(SEPTEMBER, ANN)

    assert done.settlement.entries == 7
    assert office.balances() == {
        "cora": "80.00",
        "fern": "80.00",
        "kai": "190.00",
        "mina": "150.00",
        "net": "200.00",
        "sam": "720.00",
        "studio": "10.00",
    }
    assert office.entries("mina") == [("music_profit", "150.00", "2025-09", "2025-10-20")]
    assert office.findings() == []


def test_everybody_with_a_share_is_told_what_the_month_came_to(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))

    with office.transactions.look() as books:
        (kept,) = books.notifications.page(AccountId("kai"), None, PAGE).items
    facts = kept.notification.facts
    assert (facts["month"], facts["amount"], facts["currency"]) == ("2025-09", "190.00", "USD")
    assert kept.notification.subject.value == "fixed_profit"


def test_a_close_is_audited_with_its_totals(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20), reason="all files are in")

    with office.transactions.look() as books:
        (row,) = books.audit.page(AuditFilter(action="settlement."), PAGE).items
    assert (row.entry.action, row.entry.target) == ("settlement.closed", "settlement:2025-09")
    assert (row.entry.after["confirmed"], row.entry.reason) == ("1430.00", "all files are in")


def test_a_month_that_is_not_over_is_not_closed(office: Office) -> None:
    office.september()

    with pytest.raises(MonthNotOver):
        office.close(SEPTEMBER, date(2025, 9, 30))
    assert office.balances() == {}


def test_a_closed_month_is_not_closed_again(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))

    with pytest.raises(AlreadyClosed) as refused:
        office.close(SEPTEMBER, date(2025, 10, 21))
    assert refused.value.closed_on == date(2025, 10, 20)
    assert len(office.entries("mina")) == 1


def test_a_month_without_a_report_is_not_closed(office: Office) -> None:
    with pytest.raises(NoMonthlyReport):
        office.close(SEPTEMBER, date(2025, 10, 20))


def test_a_month_that_lacks_a_sort_is_closed_only_when_that_is_said(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    row = fake.claim_row("20251005", platform_id(1)[2:], isrc="", revenue="7.00")
    office.ingest(
        fake.write(office.folder / "claims.csv", fake.text_of(fake.CLAIM_HEADER, [row])),
        month=OCTOBER,
        owner="Label",
    )

    with pytest.raises(SortMissing) as refused:
        office.close(OCTOBER, date(2025, 11, 20))
    assert refused.value.sort is Sort.SUBSCRIPTION

    office.close(OCTOBER, date(2025, 11, 20), without=[Sort.SUBSCRIPTION])
    assert office.entries("mina")[-1] == ("music_profit", "7.00", "2025-10", "2025-11-20")


def test_two_kinds_that_tell_of_the_same_money_have_to_be_chosen_from(office: Office) -> None:
    office.monthly(SEPTEMBER, (1, "video-one", "5.00"))
    claims = fake.claims(
        office.folder, fake.claim_row(channel=platform_id(1)[2:], isrc="", revenue="5.00")
    )
    office.ingest(claims)

    with pytest.raises(KindsOverlap):
        office.close(SEPTEMBER, date(2025, 10, 20))
    assert len(office.settlements.preview(SEPTEMBER).overlaps) == 1

    office.settings = Settings(settlement=SettlementSettings(record_kinds=("own_monthly",)))
    office.close(SEPTEMBER, date(2025, 10, 20))
    assert office.balances() == {"mina": "5.00"}


def test_a_late_correction_is_a_difference_of_its_own_day(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    before = office.entries("mina")
    office.clock.set(date(2025, 11, 12))
    office.monthly(SEPTEMBER, (1, "V1", "85.00"))

    done = office.settlements.adjust(SEPTEMBER, ANN, reason="the platform corrected V1")

    assert done is not None
    assert office.entries("mina") == [
        *before,
        ("music_profit", "-5.00", "2025-09", "2025-11-12"),
    ]
    assert office.balances()["mina"] == "145.00"
    assert office.balances()["kai"] == "190.00"
    assert office.findings() == []


def test_a_kind_that_tells_of_the_same_money_after_the_close_is_not_paid_again(
    office: Office,
) -> None:
    office.monthly(SEPTEMBER, (1, "video-one", "5.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))
    claims = fake.claims(
        office.folder, fake.claim_row(channel=platform_id(1)[2:], isrc="", revenue="5.00")
    )
    late = office.ingestion.ingest(claims, ANN)

    with pytest.raises(KindsOverlap):
        office.settlements.adjust(SEPTEMBER, ANN)
    assert office.balances() == {"mina": "5.00"}

    office.ingestion.undo(late.file.id, ANN)
    assert office.settlements.adjust(SEPTEMBER, ANN) is None


def test_a_month_goes_by_the_policy_of_its_first_day(office: Office) -> None:
    office.september()
    office.policy("settlement.operator_rate", "0.30", date(2025, 10, 1))
    office.monthly(OCTOBER, (1, "V1", "100.00"))

    office.close(SEPTEMBER, date(2025, 10, 20))
    office.close(OCTOBER, date(2025, 11, 20))

    assert [amount for _, amount, *_ in office.entries("mina")] == ["150.00", "70.00"]
    listed = {str(each.month): each.terms.operator_rate for each in office.settlements.list()}
    assert listed == {"2025-09": Decimal(0), "2025-10": Decimal("0.30")}
    assert office.findings() == []


def test_an_adjustment_goes_by_what_its_close_used(office: Office) -> None:
    """The bug of today's settings: rates within the month, a changed operator's part."""
    halves = Settings(settlement=SettlementSettings(fee_change=FeeChange.IMMEDIATE))
    office.settings = halves
    with office.transactions.begin() as books:
        books.fee_rates.put(FeeRate(AccountId("kai"), Decimal("0.50"), date(2025, 9, 16)))
    office.daily(2, "C1", list(SEPTEMBER.days), "1.00")
    office.monthly(SEPTEMBER, (2, "C1", "200.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))
    assert office.balances() == {"kai": "145.00", "studio": "55.00"}

    office.settings = Settings(settlement=SettlementSettings(operator_rate=Decimal("0.90")))
    office.clock.set(date(2025, 11, 12))
    assert office.settlements.adjust(SEPTEMBER, ANN) is None
    office.monthly(SEPTEMBER, (2, "C1", "220.00"))
    office.settlements.adjust(SEPTEMBER, ANN)

    assert office.balances() == {"kai": "159.50", "studio": "60.50"}
    assert office.findings() == []


@pytest.mark.parametrize("transactions", ["sqlite", "postgresql"], indirect=True)
def test_a_policy_that_comes_while_a_month_is_computed_stops_its_close(office: Office) -> None:
    """In memory nobody else writes while a month is computed."""
    office.september()
    office.clock.set(date(2025, 10, 20))
    came: list[str] = []

    def interrupts(done: int, of: int | None, what: str) -> None:
        if not came:
            came.append("in")
            with ThreadPoolExecutor(1) as pool:
                pool.submit(
                    office.policy, "settlement.operator_rate", "0.30", date(2025, 9, 1)
                ).result()

    with pytest.raises(FiguresChanged):
        office.settlements.close(SEPTEMBER, ANN, progress=interrupts)
    assert office.balances() == {}


def test_an_adjustment_without_changes_posts_nothing(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))

    assert office.settlements.adjust(SEPTEMBER, ANN) is None
    assert len(office.settlements.list()) == 1


def test_a_correction_that_is_taken_back_comes_to_nothing(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    for amount in ("85.00", "90.00"):
        office.monthly(SEPTEMBER, (1, "V1", amount))
        office.settlements.adjust(SEPTEMBER, ANN)

    assert office.balances()["mina"] == "150.00"
    assert [str(row[1]) for row in office.entries("mina")] == ["150.00", "-5.00", "5.00"]
    assert office.findings() == []


def test_a_correction_beyond_what_is_left_makes_debt(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    act = ActContext(ANN, date(2025, 10, 25), office.clock.now())
    with office.transactions.begin() as books:
        books.ledger.reservations.reserve(AccountId("mina"), Money.of(150), WithdrawalId("w1"), act)
    office.monthly(SEPTEMBER, (1, "V1", "85.00"))
    office.settlements.adjust(SEPTEMBER, ANN)

    assert office.balances()["mina"] == "-5.00"
    assert office.findings() == []


def claimed(office: Office, *days: tuple[str, str], kind: str = "claim_raw") -> None:
    """A claim report of mina's channel: amounts by day, under a name of its own."""
    office.files += 1
    rows = [
        fake.claim_row(day, platform_id(1)[2:], isrc="", revenue=amount) for day, amount in days
    ]
    office.ingest(fake.claims(office.folder / f"claims-{office.files}", *rows, kind=kind))


def test_a_day_that_is_issued_again_corrects_that_day_only(office: Office) -> None:
    claimed(office, ("20250905", "10.00"), ("20250906", "7.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))
    office.clock.set(date(2025, 11, 12))
    claimed(office, ("20250905", "8.00"))

    seen = office.settlements.effects(office.settlements.rehearse_adjustment(SEPTEMBER))
    assert [(str(e.before), str(e.after), str(e.difference)) for e in seen] == [
        ("17.00", "15.00", "-2.00")
    ]
    office.settlements.adjust(SEPTEMBER, ANN)

    assert office.entries("mina") == [
        ("music_profit", "17.00", "2025-09", "2025-10-20"),
        ("music_profit", "-2.00", "2025-09", "2025-11-12"),
    ]
    assert office.findings() == []


def test_an_adjustment_file_is_added_to_what_its_kind_said(office: Office) -> None:
    claimed(office, ("20250905", "10.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))
    office.clock.set(date(2025, 11, 12))
    claimed(office, ("20250905", "-3.00"), kind="ADJ_claim_raw")

    office.settlements.adjust(SEPTEMBER, ANN)
    again = office.settlements.adjust(SEPTEMBER, ANN)

    assert [amount for _, amount, *_ in office.entries("mina")] == ["10.00", "-3.00"]
    assert again is None
    assert office.findings() == []


def test_a_negative_month_is_debt_that_the_next_month_pays_first(office: Office) -> None:
    office.monthly(SEPTEMBER, (1, "V1", "-40.00"), (2, "C1", "-20.00"), (4, "F1", "80.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))
    owed = office.balances()
    assert (owed["mina"], owed["kai"], owed["studio"]) == ("-40.00", "-19.00", "-1.00")

    office.monthly(OCTOBER, (1, "V1", "100.00"), (2, "C1", "20.00"), (4, "F1", "80.00"))
    office.close(OCTOBER, date(2025, 11, 20))

    with office.transactions.look() as books:
        found = books.ledger.balance(AccountId("mina"))
    assert (found.available, found.debt) == (Money.of("60.00"), Money.of(0))
    assert [amount for _, amount, *_ in office.entries("mina")] == ["-40.00", "100.00"]
    assert {name: office.balances().get(name) for name in ("kai", "studio")} == {
        "kai": None,
        "studio": None,
    }
    assert office.findings() == []


def test_the_months_of_ones_own_channels_are_told_within_their_bounds(office: Office) -> None:
    for month, day in ((SEPTEMBER, date(2025, 10, 20)), (OCTOBER, date(2025, 11, 20))):
        office.monthly(month, (1, "V1", "10.00"))
        office.close(month, day)

    def told(first: Month | None, last: Month | None) -> list[Month]:
        report = office.settlements.report
        found = report(AccountId("mina"), PAGE, subaccount="self", first=first, last=last)
        return [each.month for each in found.items]

    assert told(None, None) == told(SEPTEMBER, OCTOBER) == [OCTOBER, SEPTEMBER]
    assert told(OCTOBER, None) == told(OCTOBER, OCTOBER) == [OCTOBER]
    assert told(None, SEPTEMBER) == [SEPTEMBER]
    assert told(OCTOBER.next, None) == told(None, SEPTEMBER.previous) == []


def test_what_was_agreed_to_is_posted_or_nothing(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    office.monthly(SEPTEMBER, (1, "V1", "85.00"))
    seen = office.settlements.rehearse_adjustment(SEPTEMBER)
    office.monthly(SEPTEMBER, (1, "V1", "50.00"))

    with pytest.raises(FiguresChanged):
        office.settlements.adjust(SEPTEMBER, ANN, seen=seen)
    assert office.balances()["mina"] == "150.00"
    office.settlements.adjust(
        SEPTEMBER, ANN, seen=office.settlements.rehearse_adjustment(SEPTEMBER)
    )
    assert office.balances()["mina"] == "110.00"


def test_of_two_adjustments_that_were_agreed_to_one_is_posted(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    office.monthly(SEPTEMBER, (1, "V1", "85.00"))
    seen = office.settlements.rehearse_adjustment(SEPTEMBER)

    office.settlements.adjust(SEPTEMBER, ANN, seen=seen)
    with pytest.raises(FiguresChanged):
        office.settlements.adjust(SEPTEMBER, ANN, seen=seen)
    with pytest.raises(FiguresChanged):
        office.settlements.adjust(OCTOBER, ANN, seen=seen)

    assert office.balances()["mina"] == "145.00"
    assert office.findings() == []


def test_an_adjustment_is_not_reversed_by_hand(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    earnings = AccountLedger(
        office.transactions, office.clock, office.clock, counting_ids(), Settings().points
    )

    with pytest.raises(NotReversible):
        earnings.reverse(office.entry("mina"), ANN, "not like this")
    assert office.balances()["mina"] == "150.00"


def test_an_open_month_is_not_adjusted(office: Office) -> None:
    office.september()

    with pytest.raises(NotClosed):
        office.settlements.adjust(SEPTEMBER, ANN)


def test_unassigning_does_not_cancel_earnings(office: Office) -> None:
    with office.transactions.begin() as books:
        channel = books.channels.get(ChannelId("channel-2"))
        books.channels.lock(channel.id)
        books.channels.save(channel.given_to(AccountId("studio"), date(2025, 10, 16)))
        books.fee_rates.put(FeeRate(AccountId("kai"), Decimal("0.10"), date(2025, 10, 1)))
    days = list(OCTOBER.days)
    office.clock.set(date(2025, 11, 10))
    office.daily(2, "C1", days[:15], "11.60")
    office.daily(2, "C1", days[15:], "7.25")
    office.monthly(OCTOBER, (2, "C1", "300.00"))

    office.close(OCTOBER, date(2025, 11, 20))

    assert office.balances() == {"kai": "162.00", "studio": "138.00"}


def test_what_a_close_has_used_cannot_be_taken_back(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))

    ingestion = office.ingestion
    (file,) = ingestion.page(PAGE).items
    with pytest.raises(UndoRefused):
        ingestion.undo(file.id, ANN)


def test_a_close_says_beforehand_what_it_changes_and_what_everybody_has_then(
    office: Office,
) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    office.monthly(SEPTEMBER, (1, "V1", "85.00"), (2, "C1", "210.00"))

    preview = office.settlements.preview(SEPTEMBER)
    effects = office.settlements.effects(preview)

    assert preview.closed
    assert not office.settlements.preview(OCTOBER).closed
    told = {
        str(each.owed.account): (
            *(str(amount) for amount in (each.before, each.after, each.difference)),
            str(each.balance.available),
        )
        for each in effects
    }
    assert told == {
        "kai": ("190.00", "199.50", "9.50", "199.50"),
        "mina": ("150.00", "145.00", "-5.00", "145.00"),
        "studio": ("10.00", "10.50", "0.50", "10.50"),
    }


@pytest.mark.parametrize("closed", [False, True])
def test_a_month_by_other_rules_stands_beside_its_own_and_posts_nothing(
    office: Office, closed: bool
) -> None:
    twentieth = SettlementSettings(operator_rate=Decimal("0.05"))
    office.settings = evolve(office.settings, settlement=twentieth)
    office.monthly(SEPTEMBER, (1, "V1", "90.00"), (2, "C1", "200.00"))
    if closed:
        office.close(SEPTEMBER, date(2025, 10, 20))
    before = office.balances()
    tenth = {"settlement.operator_rate": "0.10"}

    found = office.settlements.what_if(
        SEPTEMBER, Assumptions(tenth, {AccountId("kai"): Decimal("0.50"), None: Decimal("0.20")})
    )

    assert (found.month, found.closed) == (SEPTEMBER, closed)
    assert (found.own.operator_rate, found.supposed.operator_rate) == (
        Decimal("0.05"),
        Decimal("0.10"),
    )
    assert {str(who): (str(own), str(other)) for who, (own, other) in found.accounts.items()} == {
        "kai": ("180.50", "90.00"),
        "mina": ("85.50", "81.00"),
        "studio": ("9.50", "90.00"),
    }
    assert found.house == (Money.of("14.50"), Money.of("29.00"))
    assert office.balances() == before


def test_other_rules_have_to_be_rules_of_months_and_of_those_who_share(office: Office) -> None:
    office.monthly(SEPTEMBER, (1, "V1", "90.00"))
    what_if = office.settlements.what_if
    for policies in ({"fees.paypal_rate": "0.01"}, {"settlement.nothing": "1"}):
        with pytest.raises(UnknownPolicy):
            what_if(SEPTEMBER, Assumptions(policies))
    with pytest.raises(PolicyRefused):
        what_if(SEPTEMBER, Assumptions({"settlement.operator_rate": "2"}))
    with pytest.raises(AccountNotFound):
        what_if(SEPTEMBER, Assumptions(rates={AccountId("mina"): Decimal("0.10")}))
    with pytest.raises(NoMonthlyReport):
        what_if(OCTOBER, Assumptions())


def test_videos_of_a_settled_month_are_told_by_their_titles_the_most_first(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    with office.transactions.begin() as books:
        video = books.videos.get(VideoId("V2"))
        books.videos.described([evolve(video, title="Kimchi", described_at=office.clock.now())])

    detail = office.settlements.detail(AccountId("mina"), EntryType.MUSIC_PROFIT, SEPTEMBER)

    assert [(each.video, each.title, str(each.amount)) for each in detail.parts.videos] == [
        ("V1", "V1", "90.00"),
        ("V2", "Kimchi", "36.00"),
        ("V3", "V3", "24.00"),
    ]


def test_an_amount_is_traced_to_rule_rate_and_rows(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))

    own, rows = office.earning("mina")
    member, manager = office.earning("sam")[0], office.earning("net")[0]

    assert (own.rule, own.rate, own.rounding_nanos) == (Rule.OWN, Decimal(1), 0)
    origins = [each.row for each in rows]
    assert [(row.line, row.video) for row in origins] == [(2, "V1"), (3, "V2"), (4, "V3")]
    assert sum(each.counted_nanos for each in rows) == own.gross_nanos
    assert (member.rule, member.rate) == (Rule.MEMBER_SHARE, Decimal("0.72"))
    assert (manager.rule, manager.rate) == (Rule.MANAGER_SHARE, Decimal("0.2"))
    assert manager.gross_nanos == 1_000_000_000_000


def test_rows_without_a_day_are_explained_with_each_holders_part(office: Office) -> None:
    """A month of one channel for two holders: what is told to each adds up to what it got."""
    with office.transactions.begin() as books:
        channel = books.channels.claims(platform_id(2))[0]
        books.channels.lock(channel.id)
        books.channels.save(channel.given_to(AccountId("studio"), date(2025, 9, 16)))
    office.daily(2, "C1", [date(2025, 9, 3), date(2025, 9, 20), date(2025, 9, 21)], "1.00")
    office.monthly(SEPTEMBER, (2, "C1", "100.00"), (2, "C2", "0.000000007"), (2, "C3", "-10.01"))
    office.close(SEPTEMBER, date(2025, 10, 20))

    kai, studio = office.earning("kai"), office.earning("studio")

    assert kai[1][0].counted_nanos == 33_333_333_333
    assert kai[1][0].row.nanos == 100_000_000_000
    for found, rows in (kai, studio):
        assert sum(each.counted_nanos for each in rows) == found.gross_nanos
        shares = sum(each.share_nanos for each in rows)
        assert shares - found.rounding_nanos == found.entry.amount.micros * 1000
        assert 0 < abs(found.rounding_nanos) < 2000


def test_a_row_is_explained_day_by_day_where_rates_may_change_within_the_month(
    office: Office,
) -> None:
    at_once = SettlementSettings(fee_change=FeeChange.IMMEDIATE)
    office.settings = evolve(office.settings, settlement=at_once)
    with office.transactions.begin() as books:
        books.fee_rates.put(FeeRate(AccountId("kai"), Decimal("0.10"), date(2025, 9, 16)))
    office.monthly(SEPTEMBER, (2, "C1", "100.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))

    found, (row,) = office.earning("kai")

    assert (found.entry.amount, found.rate) == (Money.of("92.50"), None)
    assert row.counted_nanos == found.gross_nanos == 100_000_000_000
    assert row.share_nanos - found.rounding_nanos == 92_500_000_000


def test_an_amount_is_explained_after_the_operators_part(office: Office) -> None:
    """A tenth stays with the operator, then the manager keeps a twentieth of what is left."""
    tenth = SettlementSettings(operator_rate=Decimal("0.10"))
    office.settings = evolve(office.settings, settlement=tenth)
    office.monthly(SEPTEMBER, (2, "C1", "100.00"), (2, "C2", "0.000007"))
    office.close(SEPTEMBER, date(2025, 10, 20))

    found, rows = office.earning("kai")

    assert found.entry.amount == Money.of("85.500005")
    assert (found.rule, found.rate) == (Rule.MEMBER_SHARE, Decimal("0.855"))
    assert found.gross_nanos == 100_000_007_000
    assert found.rounding_nanos == 85_500_005_985 - 85_500_005_000
    assert [each.counted_nanos for each in rows] == [100_000_000_000, 7_000]
    assert [each.share_nanos for each in rows] == [85_500_000_000, 5_985]


def test_the_rounding_of_a_share_is_told(office: Office) -> None:
    office.monthly(SEPTEMBER, (3, "S1", "33.333333"))
    office.close(SEPTEMBER, date(2025, 10, 20))

    found, _ = office.earning("sam")

    assert found.entry.amount == Money.of("23.999999")
    assert found.rounding_nanos == 23_999_999_760 - 23_999_999_000


def test_a_correction_is_explained_with_what_was_posted_before(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    office.monthly(SEPTEMBER, (1, "V1", "85.00"))
    office.settlements.adjust(SEPTEMBER, ANN)

    found, _ = office.earning("mina", 1)

    assert (found.entry.amount, found.former) == (Money.of("-5.00"), Money.of("150.00"))
    assert (found.gross_nanos, found.rounding_nanos) == (145_000_000_000, 0)


def test_only_ones_own_amounts_are_explained(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))

    with pytest.raises(NotFound):
        office.tracing.of_entry(office.entry("mina"), PAGE, AccountId("kai"))
    with pytest.raises(NotFound):
        office.tracing.of_entry(EntryId("unknown"), PAGE)


def test_a_posting_by_hand_has_no_rows_behind_it(office: Office) -> None:
    act = ActContext(ANN, date(2025, 10, 25), office.clock.now(), "agreed")
    with office.transactions.begin() as books:
        books.ledger.post(
            AccountId("mina"), EntryType.PORTAL_PROFIT, Money.of(1), act, source="by hand"
        )

    found = office.tracing.of_entry(office.entry("mina"), PAGE)

    assert (found.reckoned, found.rows.total, found.uses.total) == (None, 0, 0)
    assert (found.reason, found.transaction.actor, str(found.remaining)) == ("agreed", ANN, "1.00")


def test_a_refused_close_leaves_nothing_behind(office: Office) -> None:
    office.september()
    settlements = office.settlements
    office.clock.set(date(2025, 10, 20))
    preview = settlements.rehearse(SEPTEMBER)
    office.monthly(SEPTEMBER, (1, "V4", "1.00"))

    with pytest.raises(FiguresChanged):
        settlements._settle(preview, ANN, None, lambda *_: None)
    assert office.balances() == {}
    assert office.settlements.list() == []


def test_what_changes_between_working_out_and_posting_refuses_the_close(office: Office) -> None:
    """A deletion takes the owner's open days; the same money on another video is told by no sum."""
    office.september()
    settlements = office.settlements
    office.clock.set(date(2025, 10, 20))

    for change in (office.delete_minas_channel, office.move_minas_money, office.estimate_mina):
        preview = settlements.rehearse(SEPTEMBER)
        change()
        with pytest.raises(FiguresChanged):
            settlements._settle(preview, ANN, None, lambda *_: None)

    assert office.balances() == {}
    settlements.close(SEPTEMBER, ANN)
    assert "mina" not in office.balances()


def test_a_debt_that_comes_while_a_close_is_drawn_up_is_paid_by_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes when everything is drawn up, just before the transaction that posts it."""
    office.september()
    office.clock.set(date(2025, 10, 20))
    earnings = AccountLedger(
        office.transactions, office.clock, office.clock, counting_ids(), office.settings.points
    )
    begin, draft = type(office.transactions).begin, posting.draft
    drawn: list[object] = []

    def noted(*given: Any) -> Any:
        drawn.append(given)
        return draft(*given)

    def after_a_prepaid(transactions: Any) -> Any:
        if not drawn:
            return begin(transactions)
        monkeypatch.undo()
        prepaid = Correction(AccountId("mina"), EntryType.PREPAID, Money.of("-40.00"))
        earnings.post(prepaid, ANN, "paid outside")
        return begin(transactions)

    monkeypatch.setattr(posting, "draft", noted)
    monkeypatch.setattr(type(office.transactions), "begin", after_a_prepaid)
    office.settlements.close(SEPTEMBER, ANN)

    assert drawn
    with office.transactions.look() as books:
        assert books.ledger.balance(AccountId("mina")) == Balance(Money.of("110.00"))
    assert office.findings() == []


def test_rows_that_leave_suspense_between_working_out_and_posting_refuse_the_close(
    office: Office,
) -> None:
    office.september()
    office.monthly(SEPTEMBER, (9, "V9", "5.00"))
    late = an_earning_channel(9, [("fern", LONG_AGO)])
    with office.transactions.begin() as books:
        proof = Verification("BB-00000009", verified_at=office.clock.now())
        books.channels.add(evolve(late, verification=proof))
    office.clock.set(date(2025, 10, 20))
    preview = office.settlements.rehearse(SEPTEMBER)
    office.ingestion.release(late.platform_id, ANN)

    with pytest.raises(FiguresChanged):
        office.settlements._settle(preview, ANN, None, lambda *_: None)


def test_a_channel_that_only_ends_after_the_month_does_not_hold_the_close_up(
    office: Office,
) -> None:
    office.september()
    settlements = office.settlements
    office.clock.set(date(2025, 10, 20))
    preview = settlements.rehearse(SEPTEMBER)
    office.delete_minas_channel(lost_from=None)

    settlements._settle(preview, ANN, None, lambda *_: None)

    assert office.balances()["mina"] == "150.00"


def test_two_closes_at_once_post_once(office: Office) -> None:
    office.september()
    office.clock.set(date(2025, 10, 20))
    start = Barrier(2)
    transactions = office.transactions
    runs: Runs = MemoryRuns()
    if isinstance(transactions, SqlTransactions):
        runs = SqlRuns(transactions.engine)
    settlements = evolve(office.settlements, runs=runs)

    def close(_number: int) -> str:
        start.wait()
        try:
            retrying(lambda: settlements.close(SEPTEMBER, ANN))
        except AlreadyClosed:
            return "already closed"
        return "closed"

    with ThreadPoolExecutor(2) as pool:
        outcomes = sorted(pool.map(close, range(2)))

    assert outcomes == ["already closed", "closed"]
    assert office.entries("mina") == [("music_profit", "150.00", "2025-09", "2025-10-20")]
    assert office.findings() == []


@pytest.mark.parametrize(
    "breaks", ["mark_settled", "post_prepared", "add_all", "record"], ids=lambda name: f"at {name}"
)
def test_a_close_that_dies_midway_leaves_nothing_and_can_be_repeated(
    office: Office, breaks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    office.september()
    office.clock.set(date(2025, 10, 20))

    class PowerCut(BaseException):
        pass

    def cut(*_: object, **__: object) -> None:
        raise PowerCut

    with office.transactions.look() as books:
        part = {
            "mark_settled": books.confirmed,
            "post_prepared": books.ledger,
            "add_all": books.notifications,
            "record": books.audit,
        }[breaks]
    with monkeypatch.context() as patch:
        patch.setattr(type(part), breaks, cut)
        with pytest.raises(PowerCut):
            office.settlements.close(SEPTEMBER, ANN)

    assert (office.balances(), office.settlements.list()) == ({}, [])
    office.settlements.close(SEPTEMBER, ANN)
    assert office.balances()["mina"] == "150.00"
    assert office.findings() == []


@pytest.mark.parametrize("micros", [2, -1])
def test_a_close_that_rounds_more_than_its_groups_leave_is_refused(
    office: Office, monkeypatch: pytest.MonkeyPatch, micros: int
) -> None:
    office.monthly(SEPTEMBER, (1, "V1", "90.00"))
    office.clock.set(date(2025, 10, 20))
    true = settlement_rules.rounded_away
    monkeypatch.setattr(settlement_rules, "rounded_away", lambda *sums: true(*sums) + Money(micros))

    with pytest.raises(RoundingUnbounded):
        office.settlements.preview(SEPTEMBER)


@pytest.mark.parametrize("micros", [2, -2])
def test_a_rounding_beyond_its_groups_is_found_after_it_was_posted(
    office: Office, monkeypatch: pytest.MonkeyPatch, micros: int
) -> None:
    """Kept and rounding are wrong by the same, so that everything still adds up."""
    office.monthly(SEPTEMBER, (1, "V1", "90.00"))
    office.clock.set(date(2025, 10, 20))
    computed = month_shares._added_up

    def wrong(*of: Any) -> Computed:
        found = computed(*of)
        return evolve(
            found, kept=found.kept - Money(micros), rounding=found.rounding + Money(micros)
        )

    monkeypatch.setattr(month_shares, "_added_up", wrong)
    office.settlements.close(SEPTEMBER, ANN)

    with office.transactions.look() as books:
        findings = list(books.integrity.postings.shared_out())
    assert len(findings) == 1
    assert "of rounding" in findings[0]
