"""What anybody may ask about the portal."""

from __future__ import annotations

from attrs import Factory, frozen

from backbeat.kernel.languages import Language
from backbeat.kernel.transactions import Transactions
from backbeat.settings import Site
from backbeat.site import rules, texts
from backbeat.site.model import PartnerSite, Terms, TermsKind
from backbeat.site.ports import Books


@frozen
class Sites:
    """Terms, and the look of partners."""

    transactions: Transactions[Books]
    settings: Site = Factory(Site)

    def partner(self, host: str) -> PartnerSite | None:
        """The partner behind a host name, None for any other host; it never grants a right."""
        with self.transactions.look() as books:
            return books.sites.by_domain(rules.domain_of(host))

    def terms(self, kind: TermsKind, language: Language) -> Terms:
        """One of the portal's texts, in the reader's language."""
        return texts.terms(kind, language, self.settings)
