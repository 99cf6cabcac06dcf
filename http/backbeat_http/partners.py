"""Partners' domains: whose page is asked for, and how a domain proves itself (SITE-2, SITE-6)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

import falcon
from attrs import define, field, frozen
from falcon import Request, Response

from backbeat.kernel.clock import Clock
from backbeat.site.model import PartnerSite
from backbeat.site.rules import domain_of
from backbeat.site.service import Sites
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable, retrying
from backbeat_http.errors import PathNotFound

REMEMBERED = timedelta(seconds=60)
"""How long the partners are remembered before the database is asked again."""

_HOST = "host"
_NEVER_KEPT = "no-store"


def host_of(req: Request) -> str:
    """The host whose look is requested: the `host` parameter, or else the page's own host (SITE-3)."""
    return req.get_param(_HOST) or req.host or ""


@define
class PublicSites:
    """The partners under whose domains the portal appears, read only once in a while.

    While the database does not answer, those last read are used.
    """

    list_shown: Callable[[], Sequence[PartnerSite]]
    clock: Clock
    _known: Mapping[str, PartnerSite] = field(factory=dict, init=False)
    _asked_at: datetime | None = field(default=None, init=False)
    _lock: threading.Lock = field(factory=threading.Lock, init=False)

    def of(self, host: str) -> PartnerSite | None:
        now = self.clock.now()
        with self._lock:
            if self._asked_at is None or not timedelta() <= now - self._asked_at < REMEMBERED:
                self._asked_at = now
                self._known = self._asked()
            return self._known.get(domain_of(host))

    def _asked(self) -> Mapping[str, PartnerSite]:
        try:
            return {site.domain: site for site in self.list_shown()}
        except DatabaseUnavailable:
            return self._known


@frozen
class SiteToken:
    """Answers `/.well-known/backbeat-site` with the token of the domain that the request names."""

    sites: Sites

    def on_get(self, req: Request, resp: Response) -> None:
        """The token, or 404 at a host that belongs to no partner."""
        token = retrying(lambda: self.sites.token(req.host or ""))
        if token is None:
            raise PathNotFound
        resp.text, resp.content_type = f"{token}\n", falcon.MEDIA_TEXT
        resp.set_header("Cache-Control", _NEVER_KEPT)

    on_head = on_get
