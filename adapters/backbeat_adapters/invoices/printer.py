"""The printer of invoices: which paper is made how."""

from __future__ import annotations

from attrs import field, frozen

from backbeat.kernel.languages import Language
from backbeat.kernel.papers import Paper, PaperFormat
from backbeat.withdrawals.model import Invoice
from backbeat_adapters.invoices.pdf import to_pdf
from backbeat_adapters.invoices.xlsx import to_xlsx
from backbeat_adapters.papers.fonts import Fonts
from backbeat_adapters.papers.media import MEDIA_TYPES


@frozen
class Printer:
    """Fulfils the port `InvoicePrinter`."""

    fonts: Fonts = field(factory=Fonts)

    def print(self, invoice: Invoice, form: PaperFormat, language: Language) -> Paper:
        """The invoice as a file, named by its number."""
        if form is PaperFormat.PDF:
            content = to_pdf(invoice, language, self.fonts)
        else:
            content = to_xlsx(invoice, language)
        return Paper(content, MEDIA_TYPES[form], f"{invoice.number}.{form}")
