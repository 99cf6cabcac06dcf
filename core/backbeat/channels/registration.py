"""Registration: from a typed link to a channel with a code (CHAN-1, CHAN-15, CHAN-16)."""

from __future__ import annotations

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.channels import rules
from backbeat.channels.errors import ChannelUnreadable, OtherPlatform, UnknownChannel
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import (
    Category,
    ChangeContext,
    Channel,
    Holding,
    StatusChange,
    Timeline,
    Verification,
)
from backbeat.channels.platform import PlatformChannel, PlatformUnavailable, VideoPlatforms
from backbeat.channels.ports import Books, NewCode
from backbeat.channels.records import record
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId, ChannelId, NewId, PlatformChannelId
from backbeat.platforms.addresses import Link, LinkKind
from backbeat.platforms.links import url_of
from backbeat.platforms.registry import platform


@frozen
class FoundChannel:
    """A platform channel, and the link with which it is stored: blank if it has none."""

    link: str
    channel: PlatformChannel


@frozen
class Registrar:
    """Registers channels for other use cases: first look up, then register in their transaction."""

    platform: VideoPlatforms
    clock: Clock
    """The business clock."""
    new_id: NewId
    new_code: NewCode

    def look_up(self, text: str, platform: str | None = None) -> FoundChannel:
        """The channel behind a typed link. It may take seconds: call it outside a transaction.

        The link decides the platform; if `platform` is given too, it has to be the same. Refuses
        with 30001 a text that names no channel, or one that the platform does not know, and with
        30002 if the platform does not answer.
        """
        link = rules.require_channel_link(text, platform)
        try:
            channel = self._ask(link)
        except PlatformUnavailable as trouble:
            raise ChannelUnreadable() from trouble
        if channel is None or not rules.answers_to(channel, link):
            raise UnknownChannel()
        return FoundChannel(url_of(link), channel)

    def register(
        self,
        books: Books,
        found: FoundChannel,
        category: Category,
        *,
        holder: AccountId,
        by: ChangeContext,
    ) -> Channel:
        """Register what was found for an account; its owner is the nearest manager (ACCESS-3).

        Refuses with 30003 to 30005 a channel that is taken, barred or reserved. A claim that
        somebody else did not verify does not stand in the way (CHAN-16).
        """
        books.accounts.lock(books.accounts.family(holder).owner_for(holder))
        if (held := books.accounts.get(holder)) is None or held.is_deleted:
            raise AccountNotFound()
        channel = self.draft(books, found, category, holder=holder, by=by)
        books.channels.add(channel)
        record(books, "registered", None, channel, by)
        return channel

    def draft(
        self,
        books: Books,
        found: FoundChannel,
        category: Category,
        *,
        holder: AccountId,
        by: ChangeContext,
    ) -> Channel:
        """What `register` would store, with the same refusals; nothing is stored."""
        owner = books.accounts.family(holder).owner_for(holder)
        self._require_free(books, found.channel.id, owner, holder)
        return Channel(
            id=ChannelId(self.new_id()),
            platform_id=found.channel.id,
            link=found.link,
            name=found.channel.name,
            thumbnail=found.channel.thumbnail,
            category=category,
            status=ChannelStatus.NEED_APPROVED,
            total_views=found.channel.total_views,
            registered_at=by.at,
            verification=Verification(self.new_code()),
            timeline=Timeline(owner, (Holding(holder, self.clock.today()),)),
            history=(StatusChange(ChannelStatus.NEED_APPROVED, by.at, by.by),),
        )

    def _require_free(
        self, books: Books, platform_id: PlatformChannelId, owner: AccountId, holder: AccountId
    ) -> None:
        rules.require_not_blocked(books.registration_rules.is_blocked(platform_id))
        rules.require_reserved_for(
            [account.email for id_ in (holder, owner) if (account := books.accounts.get(id_))],
            books.registration_rules.reserved_for(platform_id),
        )
        rules.require_unclaimed(books.channels.claims(platform_id), owner=owner, holder=holder)
        rules.require_not_denied(books.channels.past(platform_id))

    def _ask(self, link: Link) -> PlatformChannel | None:
        of = platform(link.platform)
        reader = self.platform.of(of)
        if reader is None:
            raise OtherPlatform(platform=of.name)
        match link.kind:
            case LinkKind.CHANNEL_ID:
                return reader.channel(of.channel_key(link.value))
            case LinkKind.USER:
                return reader.channel_of_user(link.value)
        return reader.channel_of_handle(link.value)
