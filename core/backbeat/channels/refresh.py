"""Keeps what is shown about channels fresh: names, thumbnails and views are read again every week,
those of channels on hold every day (CHAN-24).

Platforms allow their facts to be kept for some weeks only, and people rename their channels. A
channel is identified by the platform's own id, so it makes no difference if somebody else takes
over its handle.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from attrs import evolve, frozen

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import READING_EVERY, Channel
from backbeat.channels.platform import (
    BATCH,
    PlatformChannel,
    PlatformUnavailable,
    VideoPlatform,
    VideoPlatforms,
)
from backbeat.channels.ports import Books
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import ChannelId
from backbeat.kernel.transactions import Transactions
from backbeat.platforms.model import Platform
from backbeat.platforms.registry import PLATFORMS

REFRESH = "channels.refresh"
"""The kind of the job that recurs every hour."""

FRESH_FOR = timedelta(days=7)


@frozen
class _Turn:
    """Channels that are due together: all of them, or those in one status, and how old their facts
    may be."""

    fresh_for: timedelta
    status: ChannelStatus | None = None


_TURNS = (_Turn(READING_EVERY, ChannelStatus.DENIED_PENDING), _Turn(FRESH_FOR))


@frozen
class ChannelRefresh:
    """Reads channels again. `security` is the security clock."""

    transactions: Transactions[Books]
    platform: VideoPlatforms
    security: Clock

    def run(self) -> int:
        """Read every verified channel that was not read for a week, or, if it is on hold, for a day.
        Returns how many there were.

        Fifty are read with one question, one platform after the other. Raises `PlatformUnavailable`
        if one stops answering: what was read until then is kept, and the next run reads the rest.
        """
        begun, count = self.security.now(), 0
        silent: PlatformUnavailable | None = None
        for platform in PLATFORMS:
            way = self.platform.of(platform)
            try:
                if way is not None:
                    count += sum(self._read(platform, way, turn, begun) for turn in _TURNS)
            except PlatformUnavailable as trouble:
                silent = trouble
        if silent is not None:
            raise silent
        return count

    def _read(self, platform: Platform, way: VideoPlatform, turn: _Turn, begun: datetime) -> int:
        count = 0
        while due := self._due(platform, turn, begun):
            found = {
                channel.id: channel for channel in way.channels([each.platform_id for each in due])
            }
            for each in due:
                self._keep(each.id, found.get(each.platform_id), begun)
            count += len(due)
        return count

    def _due(self, platform: Platform, turn: _Turn, now: datetime) -> Sequence[Channel]:
        with self.transactions.look() as books:
            return books.channels.not_read_since(now - turn.fresh_for, BATCH, platform, turn.status)

    def _keep(self, id_: ChannelId, found: PlatformChannel | None, now: datetime) -> None:
        """Store what was read; a channel that the platform no longer shows keeps its last facts."""
        with self.transactions.begin() as books:
            channel = books.channels.lock(id_)
            if channel is not None:
                books.channels.save(
                    channel.refreshed(found, now) if found else evolve(channel, read_at=now)
                )
