"""Invoices over books in memory: what they say, who reads them, and links that open once."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.fakes.withdrawals import (
    BANK_FORM,
    BY_BANK,
    BY_PAYPAL,
    MINA,
    PAYPAL_FORM,
    Payouts,
)

from backbeat.kernel.documents import DocumentFormat
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money, total
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.withdrawals.errors import InvoiceTokenSpent, QuoteStale
from backbeat.withdrawals.model import InvoiceKind


@pytest.fixture
def payouts() -> Payouts:
    stand = Payouts.in_memory()
    stand.add_creator()
    stand.payment_details.register(MINA, PAYPAL_FORM)
    stand.earn("150.00")
    return stand


def test_the_invoice_is_issued_with_the_request_and_dated_by_the_bill(payouts: Payouts) -> None:
    """J1 step 14."""
    withdrawal = payouts.ask()

    invoice = payouts.invoices.show(MINA, "INV-2025-000001")

    assert (invoice.number, invoice.withdrawal) == (withdrawal.invoice, withdrawal.id)
    assert (invoice.kind, invoice.corrects) == (InvoiceKind.INVOICE, None)
    assert invoice.issued_on == date(2025, 10, 31)
    assert invoice.name == "Mina Kim"
    assert invoice.recipient == payouts.settings.invoice.recipient
    assert invoice.service == payouts.settings.invoice.service
    [line] = invoice.lines
    assert (line.month, line.type) == (Month(2025, 9), EntryType.MUSIC_PROFIT)
    assert [str(m) for m in (line.amount, invoice.fee, invoice.total)] == [
        "150.00",
        "7.05",
        "142.95",
    ]


def test_a_refused_request_leaves_no_gap(payouts: Payouts) -> None:
    with pytest.raises(QuoteStale):
        payouts.requests.request(MINA, BY_PAYPAL, Currency.USD, Money.of("149.00"))

    assert payouts.ask().invoice == "INV-2025-000001"


@given(
    amounts=st.lists(st.integers(20_000_000, 10**9), min_size=1, max_size=4),
    rate=st.decimals("0.5", "9", places=4),
)
@settings(max_examples=30)
def test_lines_less_the_fee_are_the_total_in_any_currency(amounts: list[int], rate: object) -> None:
    """S3.045, invariant (iii) of the journeys."""
    payouts = Payouts.in_memory()
    payouts.add_creator()
    payouts.payment_details.register(MINA, BANK_FORM)
    payouts.earn("200.00", month=Month(2025, 9))
    for number, amount in enumerate(amounts):
        payouts.earn(str(Money(amount)), month=Month(2025, 1).plus(number))
    payouts.add_rate(str(rate), date(2025, 10, 25))

    withdrawal = payouts.ask(method=BY_BANK, currency=Currency.CNY)
    invoice = payouts.invoices.show(MINA, withdrawal.invoice)

    lines = total((line.amount for line in invoice.lines), Currency.CNY)
    assert lines - invoice.fee == invoice.total == withdrawal.paid.net
    assert withdrawal.paid.total - withdrawal.paid.fee == withdrawal.paid.net


def test_an_invoice_is_its_owners_alone(payouts: Payouts) -> None:
    payouts.ask()

    for act in (payouts.invoices.show, payouts.invoices.link):
        with pytest.raises(NotFound):
            act(AccountId("somebody"), "INV-2025-000001")
        with pytest.raises(NotFound):
            act(MINA, "INV-2025-000002")
    with pytest.raises(NotFound):
        payouts.invoices.print(
            AccountId("somebody"), "INV-2025-000001", DocumentFormat.PDF, Language.ENGLISH
        )


def test_an_invoice_is_printed_in_the_language_asked_for(payouts: Payouts) -> None:
    payouts.ask()

    paper = payouts.invoices.print(MINA, "INV-2025-000001", DocumentFormat.XLSX, Language.KOREAN)

    assert paper.content == b"INV-2025-000001 ko"


def test_a_link_opens_once(payouts: Payouts) -> None:
    """INVOICE-8."""
    payouts.ask()
    link = payouts.invoices.link(MINA, "INV-2025-000001")

    assert link.expires_in == 300
    assert payouts.invoices.open(link.token) == payouts.invoices.show(MINA, "INV-2025-000001")
    with pytest.raises(InvoiceTokenSpent):
        payouts.invoices.open(link.token)
    with pytest.raises(NotFound):
        payouts.invoices.open("token-9")


def test_a_link_runs_out(payouts: Payouts) -> None:
    payouts.ask()
    link = payouts.invoices.link(MINA, "INV-2025-000001")
    payouts.security.move(seconds=299)
    other = payouts.invoices.link(MINA, "INV-2025-000001")
    payouts.security.move(seconds=1)

    with pytest.raises(InvoiceTokenSpent):
        payouts.invoices.open(link.token)
    assert payouts.invoices.open(other.token).number == "INV-2025-000001"


def test_only_the_tokens_hash_is_kept(payouts: Payouts) -> None:
    payouts.ask()
    link = payouts.invoices.link(MINA, "INV-2025-000001")

    with payouts.books() as books:
        assert books.invoices.link(link.token) is None
