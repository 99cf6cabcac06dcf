"""What the channels need from outside: where they are kept, and new codes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from attrs import frozen

from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Channel
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId
from backbeat.kernel.pages import Page, PageRequest


@frozen
class Scope:
    """Whose channels somebody may see: owned by any of these, or held by any of those."""

    owners: frozenset[AccountId] = frozenset()
    holders: frozenset[AccountId] = frozenset()

    def holds(self, channel: Channel) -> bool:
        """Whether the channel lies in it."""
        return channel.owner in self.owners or channel.holder in self.holders


@frozen
class ChannelFilter:
    """Which channels a list shows. Deleted ones are never listed; None filters nothing."""

    scope: Scope | None = None
    status: ChannelStatus | None = None
    holder: AccountId | None = None
    search: str | None = None
    """Part of the name, link or platform id; case does not matter."""


class NewCode(Protocol):
    """Makes verification codes: `BB-` and 8 characters that cannot be mistaken for each other."""

    def __call__(self) -> str:
        """One more code, from a secure source of chance."""


class ChannelRepository(Protocol):
    """Keeps channels, and what the operator laid down about platform channels."""

    def add(self, channel: Channel) -> None:
        """Keep a new channel. Refuses with `AlreadyRegistered` (30003) what its owner has."""

    def save(self, channel: Channel) -> None:
        """Keep a channel's changed state, its spans with it.

        Refuses with `AlreadyRegistered` (30003) a second verified claim to one platform channel.
        """

    def get(self, channel: ChannelId) -> Channel | None:
        """The channel, deleted or not."""

    def lock(self, channel: ChannelId) -> Channel | None:
        """The channel, so that nobody else changes it, or another claim to the same platform
        channel, before this transaction ends."""

    def claims(self, platform_id: PlatformChannelId) -> Sequence[Channel]:
        """Every registration of that platform channel that is not deleted, oldest first."""

    def past(self, platform_id: PlatformChannelId) -> Sequence[Channel]:
        """Every registration of it that was deleted, oldest first."""

    def of_platform(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, Sequence[Channel]]:
        """Every registration ever verified of these platform channels, deleted ones included.

        Their spans never overlap for one platform channel. Ids without any are left out.
        """

    def page(self, which: ChannelFilter, request: PageRequest) -> Page[Channel]:
        """A page of channels, the newest registration first (then the higher id)."""

    def starting_with(self, prefix: str, most: int) -> Sequence[Channel]:
        """Up to `most` channels not deleted whose id begins so, in order of id."""

    def held(self, accounts: Collection[AccountId]) -> Mapping[AccountId, int]:
        """How many channels each account holds; accounts without any are left out."""

    def has_approved(self, scope: Scope) -> bool:
        """Whether any channel in the scope is approved."""

    def assigned_to(self, account: AccountId) -> Sequence[Channel]:
        """The channels that the account holds without owning them."""

    def is_blocked(self, platform_id: PlatformChannelId) -> bool:
        """Whether the operator bars the platform channel from being registered."""

    def block(self, platform_id: PlatformChannelId, reason: str, at: datetime) -> None:
        """Bar the platform channel. Barring it again changes the reason."""

    def reserved_for(self, platform_id: PlatformChannelId) -> str | None:
        """The e-mail address that the platform channel was pre-registered for."""

    def reserve(self, platform_id: PlatformChannelId, email: str, at: datetime) -> None:
        """Pre-register the platform channel for an e-mail address, in place of an earlier one."""
