"""The printer of statements: which paper is made how."""

from __future__ import annotations

from attrs import field, frozen

from backbeat.earnings.model import Parties, Statement
from backbeat.kernel.languages import Language
from backbeat.kernel.papers import Paper, PaperFormat
from backbeat_adapters.papers.fonts import Fonts
from backbeat_adapters.papers.media import MEDIA_TYPES
from backbeat_adapters.statements.pdf import to_pdf
from backbeat_adapters.statements.xlsx import to_xlsx


@frozen
class StatementPaper:
    """Fulfils the port `StatementPrinter`."""

    fonts: Fonts = field(factory=Fonts)

    def print(
        self, statement: Statement, parties: Parties, form: PaperFormat, language: Language
    ) -> Paper:
        """The statement as a file, named by its month."""
        if form is PaperFormat.PDF:
            content = to_pdf(statement, parties, language, self.fonts)
        else:
            content = to_xlsx(statement, parties, language)
        return Paper(content, MEDIA_TYPES[form], f"statement-{statement.month}.{form}")
