"""The printer of invoices: which paper is made how."""

from __future__ import annotations

from attrs import field, frozen

from backbeat.kernel.documents import Document, DocumentFormat
from backbeat.kernel.languages import Language
from backbeat.withdrawals.model import Invoice
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.documents.media import MEDIA_TYPES


@frozen
class InvoiceDocuments:
    """Fulfils the port `InvoiceRenderer`."""

    fonts: Fonts = field(factory=Fonts)

    def print(self, invoice: Invoice, form: DocumentFormat, language: Language) -> Document:
        """The invoice as a file, named by its number."""
        # Both are slow to import, and few commands print.
        if form is DocumentFormat.PDF:
            from backbeat_adapters.documents.invoices.pdf import to_pdf  # noqa: PLC0415

            content = to_pdf(invoice, language, self.fonts)
        else:
            from backbeat_adapters.documents.invoices.xlsx import to_xlsx  # noqa: PLC0415

            content = to_xlsx(invoice, language)
        return Document(content, MEDIA_TYPES[form], f"{invoice.number}.{form}")
