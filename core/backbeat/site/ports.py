"""Where partner sites and short links are kept."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.kernel.ids import Isrc
from backbeat.site.model import PartnerSite, ShortCode


class PartnerSites(Protocol):
    def put(self, site: PartnerSite) -> None:
        """Store a site; it takes the place of one with the same domain."""

    def by_domain(self, domain: str) -> PartnerSite | None:
        """The site of a domain as `rules.domain_of` writes it."""

    def all(self) -> Sequence[PartnerSite]: ...


class ShortLinkRepository(Protocol):
    def add(self, link: ShortCode) -> None: ...

    def by_code(self, code: str) -> ShortCode | None:
        """The link of a code as `rules.short_code_of` writes it."""

    def all(self) -> Sequence[ShortCode]:
        """All of them in order of their codes."""

    def remove(self, code: str) -> None: ...


class Inviter(Protocol):
    @property
    def is_active(self) -> bool: ...


class Inviters(Protocol):
    def by_referral_code(self, code: str) -> Inviter | None: ...


class Tracks(Protocol):
    def known(self, isrcs: Collection[Isrc]) -> frozenset[Isrc]: ...


class Books(Protocol):
    """What a transaction about sites sees."""

    @property
    def accounts(self) -> Inviters: ...

    @property
    def tracks(self) -> Tracks: ...

    @property
    def sites(self) -> PartnerSites: ...

    @property
    def short_links(self) -> ShortLinkRepository: ...

    @property
    def audit(self) -> AuditTrail: ...
