"""Channels in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime

from attrs import define, field

from backbeat.accounts.rules import email_key
from backbeat.channels import rules
from backbeat.channels.errors import AlreadyRegistered
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Channel, ChannelSpan
from backbeat.channels.ports import ChannelFilter, Scope
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.locks import Locks
from backbeat.platforms.model import Platform

CHANNEL = "channel"


@define(eq=False)
class MemoryChannels:
    """Fulfils `ChannelRepository`."""

    _locks: Locks
    _channels: dict[ChannelId, Channel] = field(factory=dict, init=False)

    def add(self, channel: Channel) -> None:
        """Store a new channel that its owner does not have yet."""
        self._locks.take(CHANNEL, channel.id)
        if any(claim.owner == channel.owner for claim in self.claims(channel.platform_id)):
            raise AlreadyRegistered()
        self.save(channel)

    def add_all(self, channels: Sequence[Channel]) -> None:
        for channel in channels:
            self.add(channel)

    def save(self, channel: Channel) -> None:
        """Store a channel's changed state; at most one claim to a platform channel is verified."""
        self._locks.require(CHANNEL, channel.id)
        others = [each for each in self.claims(channel.platform_id) if each.id != channel.id]
        if channel.is_verified and not channel.is_deleted and any(o.is_verified for o in others):
            raise AlreadyRegistered()
        self._channels[channel.id] = channel

    def get(self, channel: ChannelId) -> Channel | None:
        return self._channels.get(channel)

    def everything(self) -> Sequence[Channel]:
        return list(self._channels.values())

    def lock(self, channel: ChannelId) -> Channel | None:
        """The channel; all claims to its platform channel may be changed in this block."""
        found = self._channels.get(channel)
        if found is not None:
            same = (c.id for c in self._channels.values() if c.platform_id == found.platform_id)
            self._locks.take(CHANNEL, *same)
        return found

    def claims(self, platform_id: PlatformChannelId) -> Sequence[Channel]:
        return self._oldest_first(lambda c: c.platform_id == platform_id and not c.is_deleted)

    def past(self, platform_id: PlatformChannelId) -> Sequence[Channel]:
        return self._oldest_first(lambda c: c.platform_id == platform_id and c.is_deleted)

    def registrations(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, Sequence[Channel]]:
        wanted = frozenset(platform_ids)
        return _by_platform_id(self._oldest_first(lambda c: c.platform_id in wanted))

    def of_platform(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, Sequence[Channel]]:
        """Every registration of these that was ever verified."""
        wanted = frozenset(platform_ids)
        return _by_platform_id(
            self._oldest_first(lambda c: c.platform_id in wanted and c.is_verified)
        )

    def hold_spans(self) -> None:
        """Nothing to do: only one transaction is open at a time anyway."""

    def spans_between(
        self, first: date, last: date
    ) -> Iterator[tuple[PlatformChannelId, Sequence[ChannelSpan]]]:
        found: dict[PlatformChannelId, list[ChannelSpan]] = {}
        for channel in self._channels.values():
            for span in channel.timeline.spans():
                if part := span.within(first, last):
                    own = ChannelSpan(channel.id, part)
                    found.setdefault(channel.platform_id, []).append(own)
        return (
            (channel, sorted(spans, key=lambda each: each.span.from_day))
            for channel, spans in sorted(found.items())
        )

    def page(self, which: ChannelFilter, request: PageRequest) -> Page[Channel]:
        """A page of channels, the newest first."""
        found = self._oldest_first(lambda channel: _fits(channel, which))[::-1]
        return request.of(found, lambda channel: (channel.registered_at, channel.id))

    def not_read_since(
        self,
        instant: datetime,
        most: int,
        platform: Platform,
        status: ChannelStatus | None = None,
    ) -> Sequence[Channel]:
        """Verified channels that were last read before the instant."""
        old = [
            (channel.read_at, channel.id, channel)
            for channel in self._channels.values()
            if channel.is_verified
            and not channel.is_deleted
            and channel.platform is platform
            and status in (None, channel.status)
            and channel.read_at is not None
            and channel.read_at < instant
        ]
        return [channel for _, _, channel in sorted(old, key=lambda each: each[:2])[:most]]

    def starting_with(self, prefix: str, most: int) -> Sequence[Channel]:
        """Channels whose id begins like this."""
        found = [self._channels[each] for each in sorted(self._channels) if each.startswith(prefix)]
        return [channel for channel in found if not channel.is_deleted][:most]

    def has_approved(self, scope: Scope) -> bool:
        which = ChannelFilter(scope, ChannelStatus.APPROVED)
        return any(_fits(channel, which) for channel in self._channels.values())

    def assigned_to(self, account: AccountId) -> Sequence[Channel]:
        return self._oldest_first(lambda c: c.assigned_to == account and not c.is_deleted)

    def count_held(self, accounts: Collection[AccountId]) -> Mapping[AccountId, int]:
        return Counter(
            channel.holder
            for channel in self._channels.values()
            if not channel.is_deleted and channel.holder in accounts
        )

    def _oldest_first(self, wanted: Callable[[Channel], bool]) -> list[Channel]:
        found = [channel for channel in self._channels.values() if wanted(channel)]
        return sorted(found, key=lambda channel: (channel.registered_at, channel.id))


@define(eq=False)
class MemoryRegistrationRules:
    """Fulfils `RegistrationRules`."""

    _barred: dict[PlatformChannelId, str] = field(factory=dict, init=False)
    _reserved: dict[PlatformChannelId, str] = field(factory=dict, init=False)

    def is_blocked(self, platform_id: PlatformChannelId) -> bool:
        return platform_id in self._barred

    def blocked_among(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> frozenset[PlatformChannelId]:
        return frozenset(platform_ids) & self._barred.keys()

    def block(self, platform_id: PlatformChannelId, reason: str, at: datetime) -> None:  # noqa: ARG002
        self._barred[platform_id] = reason

    def reserved_for(self, platform_id: PlatformChannelId) -> str | None:
        return self._reserved.get(platform_id)

    def reserved_among(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, str]:
        return {each: self._reserved[each] for each in platform_ids if each in self._reserved}

    def reserve(self, platform_id: PlatformChannelId, email: str, at: datetime) -> None:  # noqa: ARG002
        self._reserved[platform_id] = email

    def forget_reservations(self, email: str) -> None:
        key = email_key(email)
        kept = {each: of for each, of in self._reserved.items() if email_key(of) != key}
        self._reserved.clear()
        self._reserved.update(kept)


def _by_platform_id(
    channels: Iterable[Channel],
) -> Mapping[PlatformChannelId, Sequence[Channel]]:
    found: dict[PlatformChannelId, list[Channel]] = {}
    for channel in channels:
        found.setdefault(channel.platform_id, []).append(channel)
    return found


def _fits(channel: Channel, which: ChannelFilter) -> bool:
    search = rules.search_key(which.search or "")
    return (
        not channel.is_deleted
        and (which.scope is None or which.scope.holds(channel))
        and which.status in {None, channel.status}
        and which.holder in {None, channel.holder}
        and which.platform in (None, channel.platform)
        and search in rules.search_text(channel)
    )
