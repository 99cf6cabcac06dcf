"""Where partner sites and short links are kept, and how a domain is asked."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.kernel.ids import Isrc
from backbeat.site.model import PartnerSite, ShortCode


class PartnerSites(Protocol):
    def add(self, site: PartnerSite) -> None:
        """Store a new site; refuses with `SiteTaken` where one has the domain."""

    def put(self, site: PartnerSite) -> None:
        """Store a site; it takes the place of one with the same domain."""

    def by_domain(self, domain: str) -> PartnerSite | None:
        """The site of a domain as `rules.domain_of` writes it."""

    def lock(self, domain: str) -> PartnerSite | None:
        """The same; nobody else changes or removes it until the transaction ends."""

    def all(self) -> Sequence[PartnerSite]:
        """Sorted by domain."""

    def remove(self, domain: str) -> None: ...


class ShortLinkRepository(Protocol):
    def add(self, link: ShortCode) -> None:
        """Store a new link; refuses with `ShortLinkTaken` where one has the code."""

    def by_code(self, code: str) -> ShortCode | None:
        """The link of a code as `rules.short_code_of` writes it."""

    def all(self) -> Sequence[ShortCode]:
        """Sorted by code."""

    def remove(self, code: str) -> None: ...


class Inviter(Protocol):
    @property
    def is_active(self) -> bool: ...


class Inviters(Protocol):
    def by_referral_code(self, code: str) -> Inviter | None: ...


class Tracks(Protocol):
    def known(self, isrcs: Collection[Isrc]) -> frozenset[Isrc]: ...

    def count_of(self, partner: str) -> int:
        """How many tracks are a partner's, retired ones too."""


class Picture(Protocol):
    """A logo that was read and written anew (BOARD-7)."""

    @property
    def id(self) -> str: ...


class Pictures(Protocol):
    def put(self, picture: Any) -> None:
        """Keep a picture; one that is kept already stays."""


class SiteProbe(Protocol):
    """Asks a domain, from outside, for what it says of itself."""

    def token_at(self, origin: str) -> str:
        """What `rules.TOKEN_PATH` answers there; raises `ProbeFailed`."""


class ProbeFailed(Exception):
    """The domain did not answer; the text says why and never quotes an answer."""


class Books(Protocol):
    """What a transaction about sites sees."""

    @property
    def accounts(self) -> Inviters: ...

    @property
    def tracks(self) -> Tracks: ...

    @property
    def pictures(self) -> Pictures: ...

    @property
    def sites(self) -> PartnerSites: ...

    @property
    def short_links(self) -> ShortLinkRepository: ...

    @property
    def audit(self) -> AuditTrail: ...
