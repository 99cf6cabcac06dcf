"""When sessions were last used, remembered until it is noted again (SESSION-7)."""

from __future__ import annotations

from datetime import datetime

from attrs import field, frozen

from backbeat.accounts.ports import LastSeen
from backbeat.accounts.sessions import SEEN_EVERY
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import SessionId

_MOST = 10_000


@frozen
class RememberedLastSeen:
    """A `LastSeen` over another that all processes share.

    The use of a session is noted only every few minutes; until then the remembered value equals the
    stored one.
    """

    store: LastSeen
    clock: Clock
    _remembered: dict[SessionId, datetime] = field(factory=dict, init=False, repr=False)

    def at(self, session: SessionId) -> datetime | None:
        """When a call last came with this session; None when that is not known."""
        known = self._remembered.get(session)
        if known is not None and self.clock.now() - known < SEEN_EVERY:
            return known
        at = self.store.at(session)
        if at is not None:
            self._remember(session, at)
        return at

    def note(self, session: SessionId, at: datetime) -> None:
        """A call came with this session."""
        self.store.note(session, at)
        self._remember(session, at)

    def _remember(self, session: SessionId, at: datetime) -> None:
        if len(self._remembered) >= _MOST:
            self._remembered.clear()
        self._remembered[session] = at
