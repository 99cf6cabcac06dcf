"""Where partner sites are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.site.model import PartnerSite


class PartnerSites(Protocol):
    def put(self, site: PartnerSite) -> None:
        """Store a site; it takes the place of one with the same domain."""

    def by_domain(self, domain: str) -> PartnerSite | None:
        """The site of a domain as `rules.domain_of` writes it."""

    def all(self) -> Sequence[PartnerSite]: ...


class Books(Protocol):
    """What a transaction about sites sees."""

    @property
    def sites(self) -> PartnerSites: ...

    @property
    def audit(self) -> AuditTrail: ...
