"""What an invoice says, in the reader's language; both forms of paper print these same texts."""

from __future__ import annotations

from attrs import frozen

from backbeat.codes.words import ledger_type_label
from backbeat.formatting.dates import format_date, format_month
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money, total
from backbeat.withdrawals.model import Invoice, InvoiceLine
from backbeat_adapters.documents.labels import Labels, labels_of


@frozen
class PrintedLine:
    """One line of an invoice as it is printed; `amount` is its unit price too."""

    month: str
    description: str
    amount: Money


@frozen
class PrintedInvoice:
    """An invoice with every text in its language; amounts stay money."""

    language: Language
    labels: Labels
    title: str
    facts: tuple[tuple[str, str], ...]
    """Number, date and what else names the paper: label and text."""
    name: str
    recipient: str
    service: str
    lines: tuple[PrintedLine, ...]
    subtotal: Money
    fee: Money
    total: Money

    @property
    def currency(self) -> str:
        return self.total.currency.value

    @property
    def text(self) -> str:
        parts = [
            self.title,
            self.name,
            self.recipient,
            self.service,
            *self.labels.values(),
            *(text for fact in self.facts for text in fact),
            *(line.description for line in self.lines),
        ]
        return "".join(parts)


def printed(invoice: Invoice, language: Language) -> PrintedInvoice:
    own = labels(language)
    facts = [
        (own["number"], invoice.number),
        (own["issued_on"], format_date(invoice.issued_on)),
        (own["corrects"], invoice.corrects),
        (own["withdrawal"], invoice.withdrawal),
    ]
    return PrintedInvoice(
        language=language,
        labels=own,
        title=own[invoice.kind.value],
        facts=tuple((label, text) for label, text in facts if text),
        name=invoice.name,
        recipient=invoice.recipient,
        service=invoice.service,
        lines=tuple(_line(line, own, language) for line in invoice.lines),
        subtotal=total((line.amount for line in invoice.lines), invoice.currency),
        fee=invoice.fee,
        total=invoice.total,
    )


def labels(language: Language) -> Labels:
    return labels_of(__package__, language)


def _line(line: InvoiceLine, own: Labels, language: Language) -> PrintedLine:
    name = ledger_type_label(line.type, language)
    if line.note:
        name = f"{name}, {line.note}"
    elif line.correction:
        name = own["correction"].format(type=name)
    return PrintedLine(format_month(line.month), name, line.amount)
