"""Monthly statements by day of posting, over memory."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from attrs import define, field
from tests.fakes.accounts import an_account
from tests.fakes.standins import FixedClock, counting_ids

from backbeat.accounts.errors import AccountNotFound
from backbeat.kernel.actors import Actor
from backbeat.kernel.documents import Document, DocumentFormat
from backbeat.kernel.errors import BadRange
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType, Parties, Statement
from backbeat.ledger.service import AccountLedger, Correction
from backbeat.ledger.statements import Statements
from backbeat.memory.books import MemoryTransactions
from backbeat.settings import Settings

ANN = Actor.operator("ann")
SEPTEMBER, OCTOBER = Month(2025, 9), Month(2025, 10)


class Echo:
    """Prints who gets the paper and from whom; it fulfils `StatementRenderer`."""

    def print(
        self, statement: Statement, parties: Parties, form: DocumentFormat, language: Language
    ) -> Document:
        text = f"{statement.month} {parties.name} {parties.email} {parties.issuer} {language}"
        return Document(text.encode(), "text/plain", f"x.{form}")


@define
class House:
    """Mina's ledger, its statements, and a clock that tests move."""

    clock: FixedClock = field(factory=lambda: FixedClock(datetime(2025, 9, 3, tzinfo=UTC)))
    new_id: NewId = field(factory=counting_ids)
    transactions: MemoryTransactions = field(init=False)
    mina: AccountId = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.transactions = MemoryTransactions.empty(self.clock, self.new_id)
        account = an_account()
        self.mina = account.id
        with self.transactions.begin() as books:
            books.accounts.add(account)

    @property
    def statements(self) -> Statements:
        return Statements(self.transactions, self.clock, Echo(), Settings().invoice)

    def post(self, day: date, type_: EntryType, amount: str) -> None:
        self.clock.set(day)
        earnings = AccountLedger(
            self.transactions, self.clock, self.clock, self.new_id, Settings().points
        )
        note = "event" if type_ is EntryType.FAST_WITHDRAWAL_EXTRA else None
        earnings.post(Correction(self.mina, type_, Money.of(amount), note), ANN, "agreed")


@pytest.fixture
def house() -> House:
    house = House()
    house.post(date(2025, 9, 3), EntryType.PORTAL_PROFIT, "20.00")
    house.post(date(2025, 10, 1), EntryType.PORTAL_PROFIT, "7.25")
    house.post(date(2025, 10, 2), EntryType.PREPAID, "-5.00")
    house.post(date(2025, 10, 31), EntryType.PORTAL_PROFIT, "0.123456")
    house.clock.set(date(2025, 11, 1))
    return house


def test_a_month_opens_with_what_the_one_before_closed_with(house: House) -> None:
    september = house.statements.show(house.mina, SEPTEMBER)
    october = house.statements.show(house.mina, OCTOBER)

    assert september.opening == Money.zero()
    assert september.closing == october.opening == Money.of("20.00")
    assert october.closing == Money.of("22.373456")
    assert [row.entry.day.day for row in october.rows] == [1, 2, 31]


def test_rows_add_up_by_type_in_the_order_of_the_list_of_types(house: House) -> None:
    october = house.statements.show(house.mina, OCTOBER)

    assert [(each.type, str(each.amount)) for each in october.types] == [
        (EntryType.PORTAL_PROFIT, "7.373456"),
        (EntryType.PREPAID, "-5.00"),
    ]
    assert len(october.rows_of(EntryType.PORTAL_PROFIT)) == 2


def test_a_month_without_movement_closes_as_it_opens(house: House) -> None:
    november = house.statements.show(house.mina, Month(2025, 11))
    long_ago = house.statements.show(house.mina, Month(2024, 1))

    assert (november.opening, november.rows, november.closing) == (
        Money.of("22.373456"),
        (),
        Money.of("22.373456"),
    )
    assert long_ago.opening == long_ago.closing == Money.zero()


def test_the_month_that_runs_tells_up_to_today(house: House) -> None:
    house.clock.set(date(2025, 10, 2))

    assert house.statements.show(house.mina, OCTOBER).until == date(2025, 10, 2)
    assert house.statements.show(house.mina, SEPTEMBER).until == date(2025, 9, 30)


def test_a_month_to_come_is_refused(house: House) -> None:
    with pytest.raises(BadRange):
        house.statements.show(house.mina, Month(2025, 12))


def test_a_paper_names_both_parties(house: House) -> None:
    paper = house.statements.print(house.mina, OCTOBER, DocumentFormat.XLSX, Language.KOREAN)
    account = an_account()

    recipient = Settings().invoice.recipient
    assert paper.content.decode() == f"2025-10 {account.name} {account.email} {recipient} ko"
    with pytest.raises(AccountNotFound):
        house.statements.print(AccountId("nobody"), OCTOBER, DocumentFormat.PDF, Language.KOREAN)
