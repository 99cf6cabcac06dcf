"""The printer of statements: which paper is made how."""

from __future__ import annotations

from attrs import field, frozen

from backbeat.kernel.documents import Document, DocumentFormat
from backbeat.kernel.languages import Language
from backbeat.ledger.model import Parties, Statement
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.documents.media import MEDIA_TYPES


@frozen
class StatementDocuments:
    """Fulfils the port `StatementRenderer`."""

    fonts: Fonts = field(factory=Fonts)

    def print(
        self, statement: Statement, parties: Parties, form: DocumentFormat, language: Language
    ) -> Document:
        """The statement as a file, named by its month."""
        # Both are slow to import, and few commands print.
        if form is DocumentFormat.PDF:
            from backbeat_adapters.documents.statements.pdf import to_pdf  # noqa: PLC0415

            content = to_pdf(statement, parties, language, self.fonts)
        else:
            from backbeat_adapters.documents.statements.xlsx import to_xlsx  # noqa: PLC0415

            content = to_xlsx(statement, parties, language)
        return Document(content, MEDIA_TYPES[form], f"statement-{statement.month}.{form}")
