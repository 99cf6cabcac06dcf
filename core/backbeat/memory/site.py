"""Partner sites in memory."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.site.model import PartnerSite


@define(eq=False)
class MemoryPartnerSites:
    sites: dict[str, PartnerSite] = field(factory=dict)

    def put(self, site: PartnerSite) -> None:
        self.sites[site.domain] = site

    def by_domain(self, domain: str) -> PartnerSite | None:
        return self.sites.get(domain)

    def all(self) -> Sequence[PartnerSite]:
        return [self.sites[domain] for domain in sorted(self.sites)]
