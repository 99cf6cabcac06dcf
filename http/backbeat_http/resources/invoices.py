"""Invoices: `withdrawal/invoice*` (INVOICE-1, INVOICE-8, INVOICE-6)."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.kernel.documents import DocumentFormat
from backbeat.kernel.errors import NotFound
from backbeat.ledger.model import EntryType
from backbeat.limits.rules import PAPERS
from backbeat.withdrawals.errors import InvoiceTokenSpent
from backbeat.withdrawals.invoices import Invoices, IssuedLink
from backbeat.withdrawals.model import Invoice, InvoiceKind, InvoiceLine
from backbeat_adapters.documents.media import MEDIA_TYPES
from backbeat_http.caller import Caller
from backbeat_http.operation import FileAnswer, operation
from backbeat_http.resources.withdrawals import PaidCurrency
from backbeat_http.wire import Amount, Count, MonthText, amount

Number = Annotated[str, Meta(max_length=40)]


@frozen
class InvoiceQuery:
    """Which invoice or credit note, by its number."""

    id: Number


@frozen
class InvoiceDownloadQuery:
    id: Number
    format: DocumentFormat = DocumentFormat.PDF


@frozen
class InvoiceTokenQuery:
    t: Annotated[str, Meta(max_length=200)]


@frozen
class InvoiceLineView:
    """One earning month and type, or a `correction` of them (INVOICE-1); the quantity is always
    one."""

    month: MonthText
    type: EntryType
    correction: bool
    note: str | None
    unit_price: Amount
    quantity: Count
    amount: Amount

    @classmethod
    def of(cls, line: InvoiceLine) -> InvoiceLineView:
        """The line on the wire."""
        price = amount(line.unit_price)
        return cls(
            str(line.month), line.type, line.correction, line.note, price, 1, amount(line.amount)
        )


@frozen
class InvoiceView:
    """An invoice, or the credit note that `corrects` one: lines less `fee` make `total`."""

    id: str
    kind: InvoiceKind
    corrects: str | None
    name: str
    recipient: str
    service: str
    issued_on: date
    currency: PaidCurrency
    lines: list[InvoiceLineView]
    fee: Amount
    total: Amount
    withdrawal_id: str

    @classmethod
    def of(cls, invoice: Invoice) -> InvoiceView:
        return cls(
            id=invoice.number,
            kind=invoice.kind,
            corrects=invoice.corrects,
            name=invoice.name,
            recipient=invoice.recipient,
            service=invoice.service,
            issued_on=invoice.issued_on,
            currency=PaidCurrency(invoice.currency),
            lines=[InvoiceLineView.of(line) for line in invoice.lines],
            fee=amount(invoice.fee),
            total=amount(invoice.total),
            withdrawal_id=invoice.withdrawal,
        )


@frozen
class InvoiceLinkView:
    """A token that opens one invoice once, within `expires_in` seconds."""

    token: str
    expires_in: Count

    @classmethod
    def of(cls, link: IssuedLink) -> InvoiceLinkView:
        return cls(link.token, link.expires_in)


@frozen
class InvoicesResource:
    """Answers `withdrawal/invoice` and the calls below it."""

    invoices: Invoices

    @operation("getInvoice", refuses=(NotFound,))
    def on_get_invoice(self, caller: Caller, query: InvoiceQuery) -> InvoiceView:
        """One of the caller's invoices or credit notes."""
        return InvoiceView.of(self.invoices.show(caller.account, query.id))

    @operation(
        "downloadInvoice", limit=PAPERS, files=tuple(MEDIA_TYPES.values()), refuses=(NotFound,)
    )
    def on_get_download(self, caller: Caller, query: InvoiceDownloadQuery) -> FileAnswer:
        """The invoice as a PDF or XLSX file, in the language of the request."""
        paper = self.invoices.print(caller.account, query.id, query.format, caller.language)
        return FileAnswer(paper.content, paper.media_type, paper.file_name)

    @operation("createInvoiceLink", refuses=(NotFound,), writes=True)
    def on_get_link(self, caller: Caller, query: InvoiceQuery) -> InvoiceLinkView:
        """A link that shows one invoice once, without a log-in."""
        return InvoiceLinkView.of(self.invoices.link(caller.account, query.id))

    @operation("openInvoiceLink", refuses=(NotFound, InvoiceTokenSpent))
    def on_get_embedded(self, query: InvoiceTokenQuery) -> InvoiceView:
        """The invoice behind a link; the link is spent by this."""
        return InvoiceView.of(self.invoices.open(query.t))
