"""Partner sites and short links in memory."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.memory.locks import Locks
from backbeat.site.errors import ShortLinkTaken, SiteTaken
from backbeat.site.model import PartnerSite, ShortCode

SITE = "site"


@define(eq=False)
class MemoryPartnerSites:
    _locks: Locks
    sites: dict[str, PartnerSite] = field(factory=dict)

    def add(self, site: PartnerSite) -> None:
        if site.domain in self.sites:
            raise SiteTaken(domain=site.domain)
        self.put(site)

    def put(self, site: PartnerSite) -> None:
        self._locks.write(SITE, site.domain, is_new=site.domain not in self.sites)
        self.sites[site.domain] = site

    def by_domain(self, domain: str) -> PartnerSite | None:
        return self.sites.get(domain)

    def lock(self, domain: str) -> PartnerSite | None:
        self._locks.take(SITE, domain)
        return self.sites.get(domain)

    def all(self) -> Sequence[PartnerSite]:
        return [self.sites[domain] for domain in sorted(self.sites)]

    def remove(self, domain: str) -> None:
        self.sites.pop(domain, None)


@define(eq=False)
class MemoryShortLinks:
    links: dict[str, ShortCode] = field(factory=dict)

    def add(self, link: ShortCode) -> None:
        if link.code in self.links:
            raise ShortLinkTaken(short=link.code)
        self.links[link.code] = link

    def by_code(self, code: str) -> ShortCode | None:
        return self.links.get(code)

    def all(self) -> Sequence[ShortCode]:
        return [self.links[code] for code in sorted(self.links)]

    def remove(self, code: str) -> None:
        self.links.pop(code, None)
