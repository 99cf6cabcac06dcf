"""Whatever a month held: screen, Excel report, statement and ledger agree (INTEG-25)."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any

from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook
from tests.fakes import report_files as fake
from tests.fakes.accounts import an_account
from tests.fakes.channels import platform_id
from tests.fakes.exports import an_export
from tests.fakes.settlement import SEPTEMBER, an_earning_channel
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.model import FeeRate, Role
from backbeat.channels.model import Verification
from backbeat.dashboards.model import Asked, ChannelDashboard, Dashboard, Range, Sort
from backbeat.dashboards.service import Dashboards
from backbeat.exports.rules import question, row_of
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import EntryType
from backbeat.ledger.statements import Statements
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.staging import MemoryStaging
from backbeat.report_files.service import Ingestion
from backbeat.settings import MemberPayout, RpmBase, Settings, Settlement
from backbeat.settlement.service import Settlements
from backbeat.tracing.service import Tracing
from backbeat_adapters.documents.statements.printer import StatementDocuments
from backbeat_adapters.exports.workbook import WorkbookWriter
from backbeat_adapters.report_files.files import DiskReports

ANN = Actor.operator("ann")
TOP, MEMBER, SUB = AccountId("top"), AccountId("member"), AccountId("sub")
CUTS = 4 * Decimal("0.000001")
"""Revenue is cut to a micro before the shares, after the operator's, and at each account below."""
CHAINS = 4
"""Three channels, one of which two hold within the month."""

amounts = st.decimals(min_value=-50, max_value=5_000, places=9).filter(bool)
figures = st.lists(
    st.tuples(st.integers(1, 3), st.sampled_from(["V1", "V2", "V3"]), amounts),
    min_size=1,
    max_size=8,
    unique_by=lambda figure: figure[:2],
)
estimates = st.lists(
    st.tuples(st.integers(1, 3), st.sampled_from(["V1", "V2"]), st.integers(1, 30)),
    max_size=6,
    unique=True,
)


class House:
    """Three ranks, and three channels; the third goes to the lowest within the month."""

    def __init__(self, rate: Decimal, turn: int, rules: Settings) -> None:
        self.rules = rules
        self.clock, ids = FixedClock(), counting_ids()
        self.clock.set(date(2025, 10, 20))
        self.transactions = MemoryTransactions.empty(self.clock, ids)
        self.settlements = Settlements(self.transactions, self.clock, self.clock, rules)
        early = date(2025, 1, 1)
        holders = {1: [(TOP, early)], 2: [(MEMBER, early)]}
        holders[3] = [(TOP, early), (SUB, date(2025, 9, turn))]
        with self.transactions.begin() as books:
            top = an_account(id=TOP, email="top@example.org", name="top", role=Role.MAIN)
            books.accounts.add(top)
            books.accounts.add(
                an_account(
                    id=MEMBER,
                    email="member@example.org",
                    name="member",
                    role=Role.MEMBER,
                    manager=TOP,
                )
            )
            books.accounts.add(
                an_account(
                    id=SUB,
                    email="sub@example.org",
                    name="sub",
                    referral_code="K7M2Q9XC",
                    role=Role.MEMBER,
                    permission_flag=False,
                    manager=MEMBER,
                )
            )
            books.fee_rates.put(FeeRate(MEMBER, rate, early))
            books.fee_rates.put(FeeRate(SUB, Decimal("0.10"), early))
            for number, held in holders.items():
                channel = an_earning_channel(number, held, owner=TOP)
                proof = Verification(f"BB-{number:08}", verified_at=self.clock.now())
                books.channels.add(evolve(channel, verification=proof))

    def take(self, path: Path) -> None:
        Ingestion(
            self.transactions, MemoryStaging(self.transactions), DiskReports(), self.clock
        ).ingest(path, ANN)

    def dashboards(self, account: AccountId) -> tuple[Dashboard, ChannelDashboard]:
        """The month on the dashboard and in the list of channels."""
        boards = Dashboards(self.transactions, self.clock, self.rules)
        asked = Asked(account, Range(SEPTEMBER.first, SEPTEMBER.last))
        sort = Sort.parse("revenue_desc")
        return (
            boards.overview(asked, Currency.USD),
            boards.by_channel(asked, sort, Currency.USD),
        )

    def excel(self, account: AccountId) -> list[dict[str, Any]]:
        """The rows of the account's report, read back from its file."""
        export = an_export(account=account)
        dashboards = Dashboards(self.transactions, self.clock, self.rules)
        file = BytesIO()
        with dashboards.confirmed(question(account, export.request), SEPTEMBER, SEPTEMBER) as found:
            gross = found.frame.gross
            rate, base = export.rate, RpmBase.VIEWS
            rows = (row_of(each, rate, base, gross=gross) for each in found.videos)
            assert WorkbookWriter().write(file, export, rows, gross=gross) <= found.total
        sheet = load_workbook(file).active
        assert sheet is not None
        head, *lines = sheet.iter_rows(values_only=True)
        return [dict(zip(map(str, head), line, strict=True)) for line in lines]

    def ledger(self, account: AccountId) -> Decimal:
        """What the close posted to the account."""
        with self.transactions.look() as books:
            entries = books.ledger.statements.entries_of_month(account, SEPTEMBER)
        return sum((entry.amount.amount for entry in entries), Decimal(0))

    def trail(self, account: AccountId) -> tuple[Decimal, bool]:
        """What the rows behind the account's entries bring it, and whether it sees the base."""
        tracing = Tracing(self.transactions, self.rules, DiskReports())
        with self.transactions.look() as books:
            entries = books.ledger.statements.entries_of_month(account, SEPTEMBER)
        told, gross = 0, False
        for entry in entries:
            found = tracing.of_entry(entry.id, PageRequest(), account)
            gross = found.gross
            assert found.reckoned is not None
            told += sum(row.share_nanos for row in found.rows.items)
            told -= found.reckoned.rounding_nanos
        return Decimal(told) / 10**9, gross

    def videos(self, account: AccountId) -> Mapping[str, Decimal]:
        """What the detail of the earnings report says of each video."""
        try:
            detail = self.settlements.detail(account, EntryType.MUSIC_PROFIT, SEPTEMBER)
        except NotFound:
            return {}
        return {share.video: share.amount.amount for share in detail.parts.videos}

    def report(self, account: AccountId) -> Decimal:
        """What the earnings report says of the month."""
        page = self.settlements.report(account, PageRequest(), first=SEPTEMBER, last=SEPTEMBER)
        return sum((month.total.amount for month in page.items), Decimal(0))

    def statement(self, account: AccountId) -> Money:
        """What the statement of the month of posting moved."""
        words = Settings().invoice
        statements = Statements(self.transactions, self.clock, StatementDocuments(), words)
        statement = statements.show(account, Month(2025, 10))
        return statement.closing - statement.opening


def number(cell: object) -> Decimal:
    return round(Decimal(str(cell)), 9)


def of_channel(videos: Mapping[str, Decimal], channel: int) -> Mapping[str, Decimal]:
    return {video: amount for video, amount in videos.items() if video.endswith(f"-{channel}")}


closes = st.builds(
    Settlement,
    operator_rate=st.sampled_from([Decimal(0), Decimal("0.3"), Decimal("0.0333")]),
    member_payout=st.sampled_from(MemberPayout),
)


@given(figures, estimates, st.integers(0, 100), st.integers(2, 30), closes)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_screen_excel_statement_and_ledger_agree(
    month: list[tuple[int, str, Decimal]],
    days: list[tuple[int, str, int]],
    percent: int,
    turn: int,
    close: Settlement,
) -> None:
    house = House(Decimal(percent) / 100, turn, Settings(settlement=close))
    monthly = [
        {
            "month": "2025-09",
            "channel_id": platform_id(channel),
            "video_id": f"{video}-{channel}",
            "views": 10,
            "revenue_usd": str(amount),
        }
        for channel, video, amount in month
    ]
    daily = [
        {
            "date": f"2025-09-{day:02}",
            "channel_id": platform_id(channel),
            "video_id": f"{video}-{channel}",
            "country": "KR",
            "views": 7,
            "engaged_views": 5,
            "premium_views": 1,
            "watch_seconds": 1,
            "revenue_usd": "1.00",
            "premium_revenue_usd": "0.10",
        }
        for channel, video, day in days
    ]
    with tempfile.TemporaryDirectory() as folder:
        house.take(fake.own_monthly(Path(folder) / "month.csv", *monthly))
        if daily:
            house.take(fake.own_daily(Path(folder) / "days.csv", *daily))
    house.settlements.close(SEPTEMBER, ANN)

    for account in (TOP, MEMBER, SUB):
        rows = house.excel(account)
        posted = house.ledger(account)
        traced, sees_gross = house.trail(account)
        assert traced == posted
        if posted:
            assert sees_gross == (account != SUB)
        assert all(("Revenue before shares" in row) == (account != SUB) for row in rows)
        told = sum((number(row["Your revenue"]) for row in rows), Decimal(0))
        assert house.report(account) == house.statement(account).amount == posted
        assert abs(told - posted) <= CUTS * CHAINS
        on_screen = house.videos(account)
        if not on_screen:
            # A month that comes to less than a micro posts nothing, so no screen tells of it.
            assert not posted
            continue
        in_file = {row["Video ID"]: number(row["Your revenue"]) for row in rows}
        for channel in (1, 2, 3):
            shown, written = of_channel(on_screen, channel), of_channel(in_file, channel)
            apart = sum(shown.values(), Decimal(0)) - sum(written.values(), Decimal(0))
            assert abs(apart) <= CUTS * 2
            # A channel whose videos come to nothing is not on the screen.
            for video in shown:
                assert abs(shown[video] - written[video]) <= CUTS
        board, channels = house.dashboards(account)
        assert not board.frame.is_estimate
        assert board.confirmed == board.summary == channels.summary
        own = Decimal(board.summary.revenue_nanos) / 10**9
        assert own == sum(Decimal(line.shared.revenue_nanos) / 10**9 for line in channels.items)
        if close.member_payout is MemberPayout.SEPARATE:
            assert abs(own - told) <= CUTS * CHAINS
    gross = [number(row["Revenue before shares"]) for row in house.excel(TOP)]
    board, _ = house.dashboards(TOP)
    whole = Decimal(board.summary.figures.revenue_nanos) / 10**9
    assert whole == sum(gross) == sum(amount for _, _, amount in month)
