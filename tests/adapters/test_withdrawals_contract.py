"""Withdrawals, payees and invoices are kept alike in memory, on SQLite and on PostgreSQL."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal

import pytest
from attrs import evolve
from sqlalchemy import text, update
from sqlalchemy.exc import IntegrityError
from tests.conftest import Database
from tests.fakes.standins import NOON, FixedClock, counting_ids
from tests.fakes.withdrawals import BANK, MINA, PAYPAL, a_withdrawal, an_invoice

from backbeat.accounts.errors import PendingWithdrawal
from backbeat.kernel.ids import AccountId, EntryId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.model import EntryType
from backbeat.withdrawals.errors import AlreadyDecided
from backbeat.withdrawals.model import (
    AppliedRate,
    CreditNote,
    InvoiceKind,
    InvoiceLine,
    InvoiceLink,
    ListedWithdrawal,
    PaymentDetails,
    PayoutAmounts,
    UsedEntry,
    Withdrawal,
    WithdrawalStatus,
)
from backbeat.withdrawals.ports import Books, WithdrawalFilter
from backbeat_adapters.secrets import PlainBox, secret_box
from backbeat_adapters.sql.engine.transactions import SqlTransactions
from backbeat_adapters.sql.withdrawals import withdrawals

FIRST_PAGE = PageRequest(0, 10)


def in_yuan(number: int = 1) -> Withdrawal:
    def cny(amount: str) -> Money:
        return Money.of(amount, Currency.CNY)

    return a_withdrawal(
        number,
        destination=BANK,
        paid=PayoutAmounts(cny("1068.51"), cny("50.22"), cny("1018.29")),
        rate=AppliedRate(Currency.CNY, Decimal("7.1234"), date(2025, 10, 24), "ann"),
        uses=(
            UsedEntry(
                EntryId("e2"),
                EntryType.MUSIC_PROFIT,
                Month(2025, 8),
                Money(-10_000),
                True,
                "A dispute",
            ),
            UsedEntry(EntryId("e1"), EntryType.MUSIC_PROFIT, Month(2025, 9), Money(150_010_000)),
        ),
        held_until=date(2025, 10, 27),
    )


def decided(number: int, **changes: object) -> Withdrawal:
    """One that no longer waits, so that the account may have more."""
    return a_withdrawal(
        number, status=WithdrawalStatus.SUCCESS, paid_on=date(2025, 11, 7), **changes
    )


def test_a_withdrawal_comes_back_as_it_was_added(transactions: Transactions[Books]) -> None:
    with transactions.begin() as books:
        books.withdrawals.add(in_yuan())

    with transactions.look() as books:
        assert books.withdrawals.get(MINA, WithdrawalId("w1")) == in_yuan()
        assert books.withdrawals.get(MINA, WithdrawalId("w2")) is None
        assert books.withdrawals.has_pending(MINA)
        assert not books.withdrawals.has_pending(AccountId("somebody"))


def test_one_account_has_one_pending_withdrawal(transactions: Transactions[Books]) -> None:
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal(1))

    with pytest.raises(PendingWithdrawal), transactions.begin() as books:
        books.withdrawals.add(a_withdrawal(2))
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal(3, account=AccountId("somebody")))


def test_an_answered_withdrawal_makes_room_for_the_next(transactions: Transactions[Books]) -> None:
    paid = a_withdrawal().approved("bob").succeeded(date(2025, 11, 7))
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal())
        books.withdrawals.save(paid)
        books.withdrawals.add(a_withdrawal(2))

    with transactions.look() as books:
        assert books.withdrawals.get(MINA, paid.id) == paid


def _save_all(transactions: Transactions[Books], withdrawals: Sequence[Withdrawal]) -> None:
    with transactions.begin() as books:
        books.withdrawals.lock_all({each.id: each.account for each in withdrawals})
        books.withdrawals.save_all(withdrawals)


def test_of_two_answers_one_is_kept(transactions: Transactions[Books]) -> None:
    paid = a_withdrawal().succeeded(date(2025, 11, 7))
    rejected = a_withdrawal().rejected("no such account", "CN-2025-000001", recover=True)
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal())
        assert list(books.withdrawals.lock_all({paid.id: MINA})) == [a_withdrawal()]
        books.withdrawals.save(paid)

    with pytest.raises(AlreadyDecided):
        _save_all(transactions, [rejected])
    with transactions.look() as books:
        assert books.withdrawals.get(MINA, paid.id) == paid


def test_many_answers_are_kept_or_none_is(transactions: Transactions[Books]) -> None:
    asked = [a_withdrawal(number, account=AccountId(f"a{number}")) for number in (1, 2, 3)]
    answered = [each.succeeded(date(2025, 11, 7)) for each in asked]
    wanted = {each.id: each.account for each in asked[:2]}
    with transactions.begin() as books:
        for each in asked:
            books.withdrawals.add(each)
        books.withdrawals.save(asked[2].rejected("why", "CN-2025-000001", recover=True))

    with pytest.raises(AlreadyDecided) as refused:
        _save_all(transactions, answered)
    assert refused.value.status == WithdrawalStatus.REJECTED
    with transactions.begin() as books:
        assert list(books.withdrawals.get_all(wanted)) == asked[:2]
        books.withdrawals.lock_all(wanted)
        books.withdrawals.save_all([])
        books.withdrawals.save_all(answered[:2])
    with transactions.look() as books:
        assert list(books.withdrawals.get_all(wanted)) == answered[:2]


def test_pages_show_what_is_wanted_newest_first(transactions: Transactions[Books]) -> None:
    later = a_withdrawal(
        3,
        requested_on=date(2025, 11, 25),
        requested_at=a_withdrawal().requested_at + timedelta(31),
        due_on=date(2025, 12, 10),
    )
    other = a_withdrawal(4, account=AccountId("somebody"))
    with transactions.begin() as books:
        for each in (decided(1), decided(2), later, other):
            books.withdrawals.add(each)

    def listed(**wanted: object) -> list[str]:
        with transactions.look() as books:
            page = books.withdrawals.page(WithdrawalFilter(**wanted), FIRST_PAGE)  # type: ignore[arg-type]
            assert page.total == len(page.items)
            return [each.id for each in page.items]

    assert listed() == ["w3", "w4", "w2", "w1"]
    assert listed(account=MINA) == ["w3", "w2", "w1"]
    assert listed(account=MINA, status=WithdrawalStatus.SUCCESS) == ["w2", "w1"]
    assert listed(first=date(2025, 11, 1), last=date(2025, 11, 25)) == ["w3"]
    assert listed(last=date(2025, 10, 25)) == ["w4", "w2", "w1"]
    assert listed(status=WithdrawalStatus.PENDING, due_by=date(2025, 11, 10)) == ["w4"]
    with transactions.look() as books:
        second = books.withdrawals.page(WithdrawalFilter(), PageRequest(1, 3))
    assert ([each.id for each in second.items], second.total) == (["w1"], 4)


def test_a_beginning_finds_withdrawals(transactions: Transactions[Books]) -> None:
    with transactions.begin() as books:
        for number in (1, 2, 12):
            books.withdrawals.add(decided(number))

    def found(prefix: str) -> list[str]:
        with transactions.look() as books:
            return [each.id for each in books.withdrawals.starting_with(prefix, 2)]

    assert found("w1") == ["w1", "w12"]
    assert found("INV-2025-00001") == ["w12"]
    assert found("w%") == []


def test_a_payee_is_replaced_and_removed(transactions: Transactions[Books]) -> None:
    first = PaymentDetails(MINA, PAYPAL, NOON)
    second = first.changed(BANK, NOON + timedelta(1), date(2025, 10, 16))
    with transactions.begin() as books:
        assert books.payment_details.get(MINA) is None
        books.payment_details.put(first)
    with transactions.begin() as books:
        assert books.payment_details.get(MINA) == first
        books.payment_details.put(second)
    with transactions.begin() as books:
        assert books.payment_details.get(MINA) == second
        books.payment_details.remove(MINA)
    with transactions.look() as books:
        assert books.payment_details.get(MINA) is None


def test_many_payees_are_put_and_asked_about_at_once(transactions: Transactions[Books]) -> None:
    other = AccountId("somebody")
    first = PaymentDetails(MINA, PAYPAL, NOON)
    second = PaymentDetails(other, BANK, NOON, date(2025, 10, 16))
    many = [AccountId(f"none{number}") for number in range(1_200)]
    with transactions.begin() as books:
        books.payment_details.put_all([])
        books.payment_details.put_all([PaymentDetails(MINA, BANK, NOON), second])
        books.payment_details.put_all([first])

    with transactions.look() as books:
        assert [books.payment_details.get(each) for each in (MINA, other)] == [first, second]
        assert books.payment_details.registered([*many, MINA, other]) == {MINA, other}
        assert books.payment_details.registered([other, *many]) == {other}
        assert books.payment_details.registered([]) == frozenset()


def test_destinations_of_answered_withdrawals_are_forgotten(
    transactions: Transactions[Books],
) -> None:
    """PRIVACY-2: amounts and invoices stay; a pending one still has to be paid."""
    other = a_withdrawal(4, account=AccountId("somebody"))
    with transactions.begin() as books:
        for each in (decided(1), decided(2, destination=BANK), a_withdrawal(3), other):
            books.withdrawals.add(each)
        books.withdrawals.forget_destinations(MINA)

    with transactions.look() as books:
        page = books.withdrawals.page(WithdrawalFilter(), FIRST_PAGE)
    kept = {str(each.id): each.destination for each in page.items}
    assert kept["w1"] == PAYPAL.forgotten()
    assert kept["w2"] == BANK.forgotten()
    assert kept["w3"] == kept["w4"] == PAYPAL


def test_an_invoice_comes_back_as_it_was_added(transactions: Transactions[Books]) -> None:
    invoice = an_invoice(
        lines=(
            InvoiceLine(Month(2025, 9), EntryType.MUSIC_PROFIT, Money.of("150.01")),
            InvoiceLine(
                Month(2025, 8), EntryType.MUSIC_PROFIT, Money.of("-0.01"), True, "A dispute"
            ),
        )
    )
    note = invoice.taken_back("CN-2025-000001", date(2025, 11, 3))
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal())
        books.invoices.add(invoice)
        books.invoices.add(note)

    with transactions.look() as books:
        assert books.invoices.get(MINA, invoice.number) == invoice
        assert books.invoices.get(MINA, note.number) == note
        assert note.corrects == invoice.number
        assert books.invoices.get(MINA, "INV-2025-000009") is None
        assert sorted(books.invoices.numbers()) == [note.number, invoice.number]


def test_a_withdrawal_s_credit_notes_come_oldest_first_and_each_paper_names_it(
    transactions: Transactions[Books],
) -> None:
    first, second = an_invoice(), an_invoice(2, withdrawal=WithdrawalId("w1"))
    notes = [
        first.taken_back("CN-2025-000002", date(2025, 11, 3)),
        second.taken_back("CN-2026-000001", date(2026, 2, 1)),
    ]
    others = an_invoice(3, withdrawal=WithdrawalId("w2"))
    foreign = others.taken_back("CN-2025-000001", date(2025, 11, 2))
    with transactions.begin() as books:
        books.withdrawals.add(decided(1))
        books.withdrawals.add(decided(2))
        for each in (first, second, others, foreign, *reversed(notes)):
            books.invoices.add(each)

    with transactions.look() as books:
        invoices = books.invoices
        assert invoices.credit_notes({WithdrawalId("w1"): MINA, WithdrawalId("w3"): MINA}) == {
            "w1": [
                CreditNote("CN-2025-000002", first.number, date(2025, 11, 3)),
                CreditNote("CN-2026-000001", second.number, date(2026, 2, 1)),
            ]
        }
        assert invoices.credit_notes({WithdrawalId("w1"): AccountId("somebody")}) == {}
        assert invoices.credit_notes({}) == {}
        for paper in (first, second, *notes):
            assert invoices.billed([paper.number, "CN-2025"]) == {paper.number: {"w1": MINA}}
        assert invoices.billed([]) == {}


def test_numbers_have_no_gaps_and_count_by_kind_and_year(transactions: Transactions[Books]) -> None:
    def next_number(kind: InvoiceKind = InvoiceKind.INVOICE, year: int = 2025) -> int:
        with transactions.begin() as books:
            return books.invoices.next_number(kind, year)

    assert [next_number(), next_number()] == [1, 2]
    assert next_number(InvoiceKind.CREDIT_NOTE) == 1
    assert next_number(year=2026) == 1

    def number_and_fail() -> None:
        with transactions.begin() as books:
            assert books.invoices.next_number(InvoiceKind.INVOICE, 2025) == 3
            raise KeyError

    with pytest.raises(KeyError):
        number_and_fail()
    assert next_number() == 3


def test_a_link_is_used_once(transactions: Transactions[Books]) -> None:
    link = InvoiceLink("hash", MINA, "INV-2025-000001", NOON + timedelta(seconds=300))
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal())
        books.invoices.add(an_invoice())
        books.invoices.add_link(link)
    with transactions.begin() as books:
        assert books.invoices.link("hash") == link
        assert books.invoices.use_link("hash", NOON)
        assert not books.invoices.use_link("hash", NOON)
        assert not books.invoices.use_link("other", NOON)
        assert books.invoices.link("hash") == evolve(link, used_at=NOON)
    with transactions.begin() as books:
        assert books.invoices.forget_links(link.expires_at) == 0
        assert books.invoices.forget_links(link.expires_at + timedelta(1)) == 1
        assert books.invoices.link("hash") is None


@pytest.mark.parametrize("table", ["invoices", "invoice_lines", "withdrawal_uses"])
def test_issued_papers_cannot_be_changed(database: Database, table: str) -> None:
    transactions = SqlTransactions(database.engine, FixedClock(), counting_ids())
    with transactions.begin() as books:
        books.withdrawals.add(a_withdrawal())
        books.invoices.add(an_invoice())

    with (
        pytest.raises(Exception, match="append-only"),
        database.engine.begin() as connection,
    ):
        connection.execute(text(f"DELETE FROM {table}"))


def test_a_stolen_database_shows_no_destination(database: Database) -> None:
    """With a key, neither numbers nor names stand in a row, and a row opens in its place only."""
    keyed = SqlTransactions(
        database.engine,
        FixedClock(),
        counting_ids(),
        secret_box([base64.b64encode(bytes(32)).decode()]),
    )
    with keyed.begin() as books:
        books.payment_details.put(PaymentDetails(MINA, BANK, NOON))
        books.withdrawals.add(a_withdrawal(destination=BANK))

    with database.engine.begin() as connection:
        rows = [
            str(row)
            for table in ("payment_details", "withdrawals")
            for row in connection.execute(text(f"SELECT * FROM {table}"))
        ]
        stolen = connection.execute(text("SELECT destination FROM payment_details")).scalar_one()
        connection.execute(text("UPDATE withdrawals SET destination = :d"), {"d": stolen})
    assert not any(BANK.account_number in row or BANK.holder in row for row in rows)
    with keyed.look() as books:
        assert books.payment_details.get(MINA) == PaymentDetails(MINA, BANK, NOON)
        with pytest.raises(ValueError, match="belongs elsewhere"):
            books.withdrawals.get(MINA, WithdrawalId("w1"))


def test_a_list_says_what_a_page_says_without_opening_anything(
    transactions: Transactions[Books],
) -> None:
    with transactions.begin() as books:
        for number in (1, 2):
            books.withdrawals.add(a_withdrawal(number, account=AccountId(f"a{number}")))

    with transactions.look() as books:
        listed = books.withdrawals.listed(WithdrawalFilter(), FIRST_PAGE)
        page = books.withdrawals.page(WithdrawalFilter(), FIRST_PAGE)
        to = books.withdrawals.masked(listed.items)

    assert list(listed.items) == [ListedWithdrawal.of(each) for each in page.items]
    assert to == {each.id: each.destination.masked for each in page.items}


def test_a_destination_that_cannot_be_opened_hides_no_other_row(database: Database) -> None:
    transactions = SqlTransactions(database.engine, FixedClock(), counting_ids())
    broken = {
        "a1": {"destination": "aes1:deadbeef:xx"},
        "a2": {"method": "carrier_pigeon"},
        "a4": {"destination": PlainBox().seal("{}", "w4")},
    }
    with transactions.begin() as books:
        for number in (1, 2, 3, 4):
            books.withdrawals.add(a_withdrawal(number, account=AccountId(f"a{number}")))
        for account, change in broken.items():
            books.connection.execute(
                update(withdrawals).where(withdrawals.c.account == account).values(change)
            )

    with transactions.look() as books:
        listed = books.withdrawals.listed(WithdrawalFilter(), FIRST_PAGE)
        to = books.withdrawals.masked(listed.items)

    assert sorted(each.account for each in listed.items) == ["a1", "a2", "a3", "a4"]
    assert [each.account for each in listed.items if each.id in to] == ["a3"]


def test_an_id_that_is_taken_is_no_second_request(database: Database) -> None:
    transactions = SqlTransactions(database.engine, FixedClock(), counting_ids())
    paid = a_withdrawal().succeeded(date(2025, 11, 7))
    with transactions.begin() as books:
        books.withdrawals.add(paid)
    with pytest.raises(IntegrityError), transactions.begin() as books:
        books.withdrawals.add(a_withdrawal(2, id=paid.id))
