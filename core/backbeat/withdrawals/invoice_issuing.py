"""Issuing invoices and credit notes, in the transaction of the act that causes them (INVOICE-6)."""

from __future__ import annotations

from datetime import date

from attrs import evolve, frozen

from backbeat import settings
from backbeat.kernel.errors import NotFound
from backbeat.kernel.pages import Page
from backbeat.withdrawals import rules
from backbeat.withdrawals.model import Invoice, InvoiceKind, ListedWithdrawal, Withdrawal
from backbeat.withdrawals.ports import Books


@frozen
class Issuer:
    """Issues invoices in the name of the creator, to the recipient that the operator set."""

    words: settings.Invoice

    def number(self, books: Books, issued_on: date) -> str:
        """The number of the next invoice of that year; it must be issued in this transaction."""
        return _next(books, InvoiceKind.INVOICE, issued_on)

    def issue(self, books: Books, withdrawal: Withdrawal, issued_on: date | None = None) -> Invoice:
        """Issue the invoice of a withdrawal, dated by its bill unless another day is given."""
        invoice = Invoice(
            number=withdrawal.invoice,
            kind=InvoiceKind.INVOICE,
            corrects=None,
            withdrawal=withdrawal.id,
            account=withdrawal.account,
            name=withdrawal.destination.name,
            recipient=self.words.recipient,
            service=self.words.service,
            issued_on=issued_on or withdrawal.bill_on,
            currency=withdrawal.currency,
            lines=rules.invoice_lines(withdrawal.uses, withdrawal.paid.total, withdrawal.rate),
            fee=withdrawal.paid.fee,
            total=withdrawal.paid.net,
        )
        books.invoices.add(invoice)
        return invoice

    def take_back(self, books: Books, withdrawal: Withdrawal, today: date) -> Invoice:
        """Issue the credit note that cancels the withdrawal's invoice, dated today."""
        invoice = books.invoices.get(withdrawal.account, withdrawal.invoice)
        if invoice is None:
            raise NotFound()
        note = invoice.taken_back(_next(books, InvoiceKind.CREDIT_NOTE, today), today)
        books.invoices.add(note)
        return note


def with_credit_notes(books: Books, page: Page[ListedWithdrawal]) -> Page[ListedWithdrawal]:
    """The same withdrawals, each with its credit notes."""
    notes = books.invoices.credit_notes({each.id: each.account for each in page.items})
    if not notes:
        return page
    return page.map(lambda each: evolve(each, credit_notes=tuple(notes.get(each.id, ()))))


def _next(books: Books, kind: InvoiceKind, issued_on: date) -> str:
    return rules.invoice_number(
        kind, issued_on.year, books.invoices.next_number(kind, issued_on.year)
    )
