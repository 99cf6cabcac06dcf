"""What anybody may ask about the portal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import Factory, asdict, evolve, frozen

from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.languages import Language
from backbeat.kernel.transactions import Transactions
from backbeat.settings import Site
from backbeat.site import rules, texts
from backbeat.site.errors import SiteNotFound, SiteTaken
from backbeat.site.model import PartnerSite, Terms, TermsKind
from backbeat.site.ports import Books


@frozen
class Sites:
    """Terms, and the look of partners. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    settings: Site = Factory(Site)

    def partner(self, host: str) -> PartnerSite | None:
        """The partner behind a host name, None for any other host; it never grants a right."""
        with self.transactions.look() as books:
            return books.sites.by_domain(rules.domain_of(host))

    def all(self) -> Sequence[PartnerSite]:
        """Every partner site, in order of domains."""
        with self.transactions.look() as books:
            return books.sites.all()

    def add(self, site: PartnerSite, by: Actor) -> PartnerSite:
        """Let the portal appear as a partner; refuses with `SiteTaken` where it does already."""
        with self.transactions.begin() as books:
            if books.sites.by_domain(site.domain) is not None:
                raise SiteTaken(domain=site.domain)
            return self._kept(books, None, site, by)

    def edit(self, host: str, change: Mapping[str, object], by: Actor) -> PartnerSite:
        """Change name, colours or logo of a site; refuses with `SiteNotFound`."""
        with self.transactions.begin() as books:
            before = books.sites.by_domain(rules.domain_of(host))
            if before is None:
                raise SiteNotFound(domain=host)
            return self._kept(books, before, evolve(before, **change), by)  # type: ignore[arg-type]

    def _kept(
        self, books: Books, before: PartnerSite | None, after: PartnerSite, by: Actor
    ) -> PartnerSite:
        if before != after:
            books.sites.put(after)
            books.audit.record(
                AuditEntry(
                    at=self.clock.now(),
                    actor=by,
                    action="site.added" if before is None else "site.changed",
                    target=f"site:{after.domain}",
                    before={} if before is None else asdict(before),
                    after=asdict(after),
                )
            )
        return after

    def terms(self, kind: TermsKind, language: Language) -> Terms:
        """One of the portal's texts, in the reader's language."""
        return texts.terms(kind, language, self.settings)
