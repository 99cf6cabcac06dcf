"""Registration: from a typed link to a channel with a code (CHAN-1, CHAN-15, CHAN-16)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import Account
from backbeat.accounts.network.tree import AccountTree
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
class Surroundings:
    """What decides about the registration of platform channels, looked up by the hundred."""

    tree: AccountTree
    people: Mapping[AccountId, Account]
    """Those who shall hold channels, and those who would own them."""
    blocked: frozenset[PlatformChannelId]
    reserved: Mapping[PlatformChannelId, str]
    registered: Mapping[PlatformChannelId, Sequence[Channel]]

    @classmethod
    def of(
        cls,
        books: Books,
        holders: Collection[AccountId],
        platform_ids: Collection[PlatformChannelId],
    ) -> Surroundings:
        tree = books.accounts.upwards(holders)
        people = {*holders, *(tree.owner_for(holder) for holder in holders)}
        return cls(
            tree,
            books.accounts.get_all(people),
            books.registration_rules.blocked_among(platform_ids),
            books.registration_rules.reserved_among(platform_ids),
            books.channels.registrations(platform_ids),
        )

    def owner_for(self, holder: AccountId) -> AccountId:
        """Who owns what the account registers (ACCESS-3)."""
        return self.tree.owner_for(holder)

    def require_free(
        self, platform_id: PlatformChannelId, owner: AccountId, holder: AccountId
    ) -> None:
        """Refuse with 30003 to 30005 a channel that is taken, barred or reserved."""
        rules.require_not_blocked(platform_id in self.blocked)
        rules.require_reserved_for(
            [self.people[each].email for each in (holder, owner) if each in self.people],
            self.reserved.get(platform_id),
        )
        registered = self.registered.get(platform_id, ())
        claims = [each for each in registered if not each.is_deleted]
        rules.require_unclaimed(claims, owner=owner, holder=holder)
        rules.require_not_denied(each for each in registered if each.is_deleted)


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
        known = Surroundings.of(books, {holder}, {found.channel.id})
        return self.drafted(known, found, category, holder=holder, by=by)

    def drafted(
        self,
        known: Surroundings,
        found: FoundChannel,
        category: Category,
        *,
        holder: AccountId,
        by: ChangeContext,
    ) -> Channel:
        """The same for one of many, by what was looked up for them together."""
        owner = known.owner_for(holder)
        known.require_free(found.channel.id, owner, holder)
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
