"""`withdrawal/statement` over both databases, and its agreement with ledger, screen and files."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test
from openpyxl import load_workbook
from pypdf import PdfReader
from tests.fakes.accounts import an_account
from tests.fakes.ledger_machine import START, LedgerMachine
from tests.fakes.standins import FixedClock, counting_ids
from tests.http.calling import Client
from tests.http.world import MAIN, MEMBER, World

from backbeat.fx.model import FxRate
from backbeat.kernel.actors import Actor
from backbeat.kernel.documents import DocumentFormat
from backbeat.kernel.ids import AccountId, ChannelId, EntryId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.model import ChannelName, Entry, EntryType, Parties, Statement, StatementRow
from backbeat.ledger.service import AccountLedger, Correction
from backbeat.ledger.statements import Statements
from backbeat.memory.books import MemoryTransactions
from backbeat.platforms.own.platform import OWN
from backbeat.platforms.tiktok.platform import TIKTOK
from backbeat.settings import Settings
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.documents.statements.pdf import to_pdf
from backbeat_adapters.documents.statements.printer import StatementDocuments
from backbeat_adapters.documents.statements.xlsx import to_xlsx
from backbeat_http.resources.ledger import LedgerRowView, Shown
from backbeat_http.resources.statements import StatementView

ANN = Actor.operator("ann")
PAPERS = {
    "pdf": (b"%PDF-", "application/pdf"),
    "xlsx": (b"PK", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}


@pytest.fixture
def moved(world: World, business_clock: FixedClock) -> World:
    """MAIN earns 20.00 in September, then 7.25 in October, of which 5.00 was prepaid."""
    for day, type_, amount in (
        (date(2025, 9, 3), EntryType.PORTAL_PROFIT, "20.00"),
        (date(2025, 10, 1), EntryType.PORTAL_PROFIT, "7.25"),
        (date(2025, 10, 2), EntryType.PREPAID, "-5.00"),
    ):
        business_clock.set(day)
        wanted = Correction(AccountId(MAIN), type_, Money.of(amount), "=1+1")
        world.container.portal().account_ledger.post(wanted, ANN, "agreed")
    business_clock.set(date(2025, 10, 20))
    return world


def test_a_month_has_opening_movements_and_closing(moved: World) -> None:
    answer = Client(moved, MAIN).get("withdrawal/statement", month="2025-10")

    assert [answer[name] for name in ("month", "until", "currency", "opening", "closing")] == [
        "2025-10",
        "2025-10-20",
        "USD",
        "20.00",
        "22.25",
    ]
    assert [(row["date"], row["type"], row["amount"]) for row in answer["movements"]] == [
        ("2025-10-01", "portal_profit", "7.25"),
        ("2025-10-02", "prepaid", "-5.00"),
    ]
    assert answer["types"] == [
        {"type": "portal_profit", "amount": "7.25"},
        {"type": "prepaid", "amount": "-5.00"},
    ]


def test_a_statement_is_in_dollars_whatever_is_shown_elsewhere(moved: World) -> None:
    in_yuan = Client(moved, MAIN, currency="CNY")
    in_dollars = Client(moved, MAIN)

    answer = in_yuan.get("withdrawal/statement", month="2025-10")

    assert answer == in_dollars.get("withdrawal/statement", month="2025-10")


def test_nothing_of_others_is_in_it(moved: World) -> None:
    answer = Client(moved, MEMBER).get("withdrawal/statement", month="2025-10")

    assert (answer["opening"], answer["movements"], answer["types"]) == ("0.00", [], [])


@pytest.mark.parametrize(
    ("query", "code", "reason"),
    [
        ({"month": "2025-11"}, 2, "bad_range"),
        ({"month": "2025-13"}, 2, "bad_value"),
        ({"month": "2025-10", "format": "csv"}, 2, "bad_value"),
        ({}, 4, None),
    ],
)
def test_what_is_no_month_so_far_is_refused(
    moved: World, query: Mapping[str, str], code: int, reason: str | None
) -> None:
    problem = Client(moved, MAIN).get("withdrawal/statement", **query)

    assert (problem["code"], (problem["details"] or {}).get("reason")) == (code, reason)


@pytest.mark.parametrize("form", PAPERS)
def test_a_statement_comes_as_a_file_in_the_language_of_the_request(
    moved: World, form: str
) -> None:
    headers = {"Zs-Authentification": moved.tokens[MAIN], "Accept-Language": "ko"}
    query = {"month": "2025-10", "format": form}

    answer = moved.client.simulate_get("/api/withdrawal/statement", params=query, headers=headers)

    begins, media_type = PAPERS[form]
    assert answer.content.startswith(begins)
    assert answer.headers["content-type"] == media_type
    assert f"statement-2025-10.{form}" in answer.headers["content-disposition"]
    if form == "xlsx":
        sheet = load_workbook(BytesIO(answer.content)).active
        assert sheet is not None
        texts = [cell.value for row in sheet.iter_rows() for cell in row if cell.value]
        assert {"월별 명세서", "기초 잔액", "기말 잔액"} <= set(texts)
        assert not any(cell.data_type == "f" for row in sheet.iter_rows() for cell in row)


class TestUnderNormalLimits:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings()

    def test_sixty_papers_a_minute_may_be_asked_for(self, world: World) -> None:
        client = Client(world, MAIN)

        codes = [client.get("withdrawal/statement", month="2025-09").get("code") for _ in range(61)]

        assert codes == [None] * 60 + [3]


# -- any history: ledger, screen, statement and files agree

PARTIES = Parties("Mina Kim", "mina@example.org", "Backbeat Music")
NO_FONTS = Fonts(usual=False)


class Histories(LedgerMachine):
    """Acts in any order; at the end every month of every account is compared."""

    def __init__(self) -> None:
        self.clock = FixedClock()
        super().__init__(lambda: [MemoryTransactions.empty(self.clock, counting_ids())])

    def teardown(self) -> None:
        if not hasattr(self, "worlds"):
            return
        self.clock.set(self.day)
        for account in map(AccountId, ("hao", "mina", "rio")):
            self.compare(account)

    def compare(self, account: AccountId) -> None:
        [world] = self.worlds
        assert isinstance(world, MemoryTransactions)
        statements = Statements(world, self.clock, StatementDocuments(NO_FONTS), Settings().invoice)
        with world.look() as books:
            chain = [sealed.transaction for sealed in books.ledger.store.whole.chain()]
            shown = books.ledger.balance(account).shown
        entries = [entry for each in chain for entry in each.entries if entry.account == account]
        closed, month = Money.zero(), Month.of(START)
        while month <= Month.of(self.day):
            statement = statements.show(account, month)
            posted = [entry for entry in entries if entry.day in month]
            assert statement.opening == closed
            assert [row.entry for row in statement.rows] == posted
            assert statement.closing == closed + total(entry.amount for entry in posted)
            self.compare_screens(world, account, statement)
            compare_workbook(statement)
            compare_pdf(statement)
            closed, month = statement.closing, month.next
        assert closed == shown

    def compare_screens(
        self, world: MemoryTransactions, account: AccountId, statement: Statement
    ) -> None:
        earnings = AccountLedger(world, self.clock, self.clock, counting_ids(), Settings().points)
        month = statement.month
        page = earnings.statement(account, PageRequest(0, 200), first=month.first, last=month.last)
        dollars = Shown(FxRate.dollar(month.last), Settings().points.per_usd)
        view = StatementView.of(statement, dollars)
        rows = [LedgerRowView.of(row, dollars) for row in page.items]
        assert view.movements == rows[::-1]
        sums = [Decimal(each.amount) for each in view.types]
        moved = [Decimal(row.amount) for row in view.movements]
        assert sum(sums) == sum(moved) == Decimal(view.closing) - Decimal(view.opening)


def compare_workbook(statement: Statement) -> None:
    """The numbers of the sheet: opening, each type's rows and sum, closing."""
    content = to_xlsx(statement, PARTIES, Language.ENGLISH)
    sheet = load_workbook(BytesIO(content)).active
    assert sheet is not None
    column = [row[3].value for row in sheet.iter_rows() if len(row) > 3]
    found = [round(Decimal(str(cell)), 6) for cell in column if isinstance(cell, int | float)]
    assert found == expected(statement)


def compare_pdf(statement: Statement) -> None:
    """The texts of the page: the same numbers in the same order."""
    content = to_pdf(statement, PARTIES, Language.ENGLISH, NO_FONTS)
    lines = [
        line
        for page in PdfReader(BytesIO(content)).pages
        for line in page.extract_text().splitlines()
    ]
    found = [number for line in lines if (number := amount_in(line)) is not None]
    assert found == expected(statement)


def amount_in(line: str) -> Decimal | None:
    """The amount that ends a line; dates and pages are none."""
    last = line.removesuffix(" USD").split(" ")[-1].replace(",", "")
    whole, point, places = last.lstrip("-").partition(".")
    is_amount = bool(point) and whole.isdigit() and places.isdigit() and len(places) in (2, 6)
    return Decimal(last) if is_amount else None


def expected(statement: Statement) -> list[Any]:
    """Every amount of the paper from top to bottom."""
    amounts = [statement.opening]
    for each in statement.types:
        amounts += [row.entry.amount for row in statement.rows_of(each.type)]
        amounts.append(each.amount)
    return [amount.amount for amount in [*amounts, statement.closing]]


def test_ledger_screen_statement_and_files_agree_for_any_history() -> None:
    run_state_machine_as_test(
        Histories,
        settings=settings(
            max_examples=10,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_the_parties_of_a_paper_are_the_account_and_the_operator() -> None:
    account = an_account()
    statement = Statement(Month(2025, 10), date(2025, 10, 31), Money.zero(), ())

    paper = StatementDocuments(NO_FONTS).print(
        statement,
        Parties(account.name, account.email, "The house"),
        DocumentFormat.PDF,
        Language.ENGLISH,
    )

    [page] = PdfReader(BytesIO(paper.content)).pages
    text = page.extract_text()
    assert account.email in text
    assert "The house" in text
    assert "There are no entries in this period." in text


def a_row(channel: ChannelName) -> StatementRow:
    entry = Entry(
        EntryId("e1"),
        AccountId(MAIN),
        EntryType.MUSIC_PROFIT,
        Money.of("7.25"),
        date(2025, 10, 1),
        channel=ChannelId("c1"),
    )
    return StatementRow(entry, channel)


@pytest.mark.parametrize("language", Language)
def test_a_paper_says_on_which_platform_a_channel_stands(language: Language) -> None:
    row = a_row(ChannelName("Night market", OWN))
    statement = Statement(Month(2025, 10), date(2025, 10, 31), Money.zero(), (row,))
    named = f"Night market ({OWN.title[language]})"

    sheet = load_workbook(BytesIO(to_xlsx(statement, PARTIES, language))).active
    assert sheet is not None
    assert any(named in str(cell.value) for line in sheet.iter_rows() for cell in line)


def test_a_pdf_says_on_which_platform_a_channel_stands() -> None:
    row = a_row(ChannelName("Night market", TIKTOK))
    statement = Statement(Month(2025, 10), date(2025, 10, 31), Money.zero(), (row,))

    [page] = PdfReader(BytesIO(to_pdf(statement, PARTIES, Language.ENGLISH, NO_FONTS))).pages

    assert "Night market (TikTok)" in page.extract_text().replace("\n", " ")


def test_a_pdf_writes_what_was_taken_with_a_minus() -> None:
    fonts = Fonts()
    if not fonts.face_for("−", Language.ENGLISH):
        pytest.skip("no font with a minus on this machine")
    entry = evolve(a_row(ChannelName("Night market", OWN)).entry, amount=Money.of("-5.00"))
    taken = Statement(Month(2025, 9), date(2025, 9, 30), Money.zero(), (StatementRow(entry, None),))
    content = to_pdf(taken, PARTIES, Language.ENGLISH, fonts)
    pages = PdfReader(BytesIO(content)).pages
    text = "".join(page.extract_text() for page in pages).replace("\x00", "")

    assert text.count("−5.00") == 3
    assert "-5.00" not in text
