"""Notices a proxy that the settings do not name: everybody behind it shares one client's limits
(SEC-22).
"""

from __future__ import annotations

from collections.abc import Collection
from threading import Lock
from time import monotonic

from attrs import define, field
from falcon import Request

from backbeat_adapters.security_log import Event
from backbeat_http import log
from backbeat_http.caller import peer_of
from backbeat_http.security import Note

CLIENTS = 5
"""This many clients behind one address cannot be a single client that makes up headers."""

_AGAIN = 24 * 3600.0
"""Seconds after which an address is reported again if it goes on."""

_MOST = 1_000
"""The most addresses that are remembered, since anybody can send a header."""


@define
class UnnamedProxies:
    """Looks at each request; safe between threads."""

    trusted: Collection[str]
    note: Note
    _clients: dict[str, set[str]] = field(factory=dict, init=False)
    _told: dict[str, float] = field(factory=dict, init=False)
    _lock: Lock = field(factory=Lock, init=False)

    def look(self, req: Request) -> None:
        """Report an address once if it speaks for several clients without being trusted to."""
        said = req.get_header("X-Forwarded-For") or req.get_header("Forwarded")
        address = peer_of(req)
        if not said or address in self.trusted or not self._is_news(address, said):
            return
        log.proxy_unnamed(address)
        self.note(Event("proxy", "unnamed", address=address))

    def _is_news(self, address: str, said: str) -> bool:
        with self._lock:
            if monotonic() - self._told.get(address, -_AGAIN) < _AGAIN:
                return False
            if len(self._clients) >= _MOST and address not in self._clients:
                self._clients.clear()
            clients = self._clients.setdefault(address, set())
            clients.add(said.rpartition(",")[2].strip()[:100])
            if len(clients) < CLIENTS:
                return False
            del self._clients[address]
            if len(self._told) >= _MOST:
                self._told.clear()
            self._told[address] = monotonic()
            return True
