"""What the channels need from outside: where they are kept, and new codes."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from attrs import frozen

from backbeat.accounts.ports import AccountRepository, FeeRateRepository
from backbeat.audit.ports import AuditTrail
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Channel, ChannelSpan
from backbeat.jobs.ports import JobQueue
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId, ChannelId, PlatformChannelId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger.model import Balance
from backbeat.mail.ports import Outbox
from backbeat.notifications.ports import NotificationRepository
from backbeat.platforms.model import Platform
from backbeat.policies.ports import PolicyRepository
from backbeat.site.ports import PartnerSites
from backbeat.webhooks.ports import WebhookRepository


@frozen
class Scope:
    """Whose channels somebody may see: those owned by any of these accounts, or held by any of
    those.
    """

    owners: frozenset[AccountId] = frozenset()
    holders: frozenset[AccountId] = frozenset()

    def holds(self, channel: Channel) -> bool:
        """Whether the channel is within it."""
        return channel.owner in self.owners or channel.holder in self.holders


@frozen
class ChannelFilter:
    """Which channels a list shows. Deleted ones are never listed; None filters nothing."""

    scope: Scope | None = None
    status: ChannelStatus | None = None
    holder: AccountId | None = None
    search: str | None = None
    """Part of the name, link or platform id; case does not matter."""
    platform: Platform | None = None


class NewCode(Protocol):
    """Makes verification codes: `BB-` and 8 characters that cannot be mistaken for each other."""

    def __call__(self) -> str:
        """One more code, from a secure source of randomness."""


class ChannelRepository(Protocol):
    def add(self, channel: Channel) -> None:
        """Store a new channel. Refuses with `AlreadyRegistered` (30003) one that its owner already
        has.
        """

    def add_all(self, channels: Sequence[Channel]) -> None:
        """Store new channels with their spans. Refuses with `AlreadyRegistered` (30003) if an owner
        already has one of them, or if one is verified twice.
        """

    def save(self, channel: Channel) -> None:
        """Store a channel's changed state, together with its spans.

        Refuses with `AlreadyRegistered` (30003) a second verified claim to one platform channel.
        """

    def get(self, channel: ChannelId) -> Channel | None: ...

    def lock(self, channel: ChannelId) -> Channel | None:
        """The channel, locked: nobody else changes it, or another claim to the same platform
        channel, before this transaction ends.
        """

    def claims(self, platform_id: PlatformChannelId) -> Sequence[Channel]:
        """Every registration of that platform channel that is not deleted, oldest first."""

    def past(self, platform_id: PlatformChannelId) -> Sequence[Channel]:
        """Every registration of it that was deleted, oldest first."""

    def registrations(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, Sequence[Channel]]:
        """Every registration ever of these platform channels, deleted ones included, oldest first.

        Ids without any are left out.
        """

    def of_platform(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, Sequence[Channel]]:
        """Every registration ever verified of these platform channels, deleted ones included.

        Their spans never overlap for one platform channel. Ids without any are left out.
        """

    def hold_spans(self) -> None:
        """Lock the spans: nobody else changes to whom any channel's days belong, or locks them,
        before this transaction ends.
        """

    def spans_between(
        self, first: date, last: date
    ) -> Iterator[tuple[PlatformChannelId, Sequence[ChannelSpan]]]:
        """To whom the days of which channel belong, from one day to the other, both included, in
        order.

        Spans are cut to these days; channels without any are left out.
        """

    def page(self, which: ChannelFilter, request: PageRequest) -> Page[Channel]:
        """A page of channels, the newest registration first (then the higher id)."""

    def not_read_since(
        self,
        instant: datetime,
        most: int,
        platform: Platform,
        status: ChannelStatus | None = None,
    ) -> Sequence[Channel]:
        """Up to `most` verified channels of the platform, in one status where it is named, that are
        not deleted and were last read from the platform before the instant; the longest ago first."""

    def starting_with(self, prefix: str, most: int) -> Sequence[Channel]:
        """Up to `most` channels, not deleted, whose id begins like this, in order of id."""

    def has_approved(self, scope: Scope) -> bool:
        """Whether any channel in the scope is approved."""

    def assigned_to(self, account: AccountId) -> Sequence[Channel]:
        """The channels that the account holds without owning them."""

    def count_held(self, accounts: Collection[AccountId]) -> Mapping[AccountId, int]:
        """How many channels each of these accounts holds; those without any are left out."""


class RegistrationRules(Protocol):
    """The operator's rules about who may register a platform channel (CHAN-15)."""

    def is_blocked(self, platform_id: PlatformChannelId) -> bool:
        """Whether the operator bars the platform channel from being registered."""

    def blocked_among(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> frozenset[PlatformChannelId]:
        """Those of the platform channels that the operator bars."""

    def block(self, platform_id: PlatformChannelId, reason: str, at: datetime) -> None:
        """Bar the platform channel. Barring it again replaces the reason."""

    def reserved_for(self, platform_id: PlatformChannelId) -> str | None:
        """The e-mail address that the platform channel was pre-registered for."""

    def reserved_among(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, str]:
        """The addresses that these were pre-registered for; others are left out."""

    def reserve(self, platform_id: PlatformChannelId, email: str, at: datetime) -> None:
        """Pre-register the platform channel for an e-mail address, replacing an earlier one."""

    def forget_reservations(self, email: str) -> None:
        """Remove whatever was pre-registered for an e-mail address, in whatever case (PRIVACY-1)."""


class Books(Protocol):
    """The records that registering, verifying, reviewing and assigning read and write together."""

    @property
    def channels(self) -> ChannelRepository: ...

    @property
    def registration_rules(self) -> RegistrationRules: ...

    @property
    def accounts(self) -> AccountRepository: ...

    @property
    def policies(self) -> PolicyRepository: ...

    @property
    def sites(self) -> PartnerSites: ...

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def notifications(self) -> NotificationRepository: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def jobs(self) -> JobQueue: ...

    @property
    def webhooks(self) -> WebhookRepository: ...


class ChannelExpiry(Protocol):
    """What expires at a channel's end (CHAN-20)."""

    def from_channel(self, account: AccountId, channel: ChannelId) -> Money:
        """The settled, unrequested balance that came from one channel."""

    def forfeit_channel(self, account: AccountId, channel: ChannelId, act: ActContext) -> Money:
        """Let that balance expire. Returns how much it was."""

    def expire_balance(self, account: AccountId, act: ActContext) -> Money: ...


class ChannelMoney(Protocol):
    """The ledger, as far as a channel's end touches it (CHAN-20)."""

    @property
    def expiry(self) -> ChannelExpiry: ...

    def lock(self, *accounts: AccountId) -> None:
        """Hold these accounts until the transaction ends."""

    def balance(self, account: AccountId) -> Balance: ...


class ClosedMonths(Protocol):
    """The settlements, as far as a channel's end and transfer have to respect them."""

    def last_closed(self) -> Month | None:
        """The latest closed month; None before the first close."""


class Revenue(Protocol):
    """Money in nano-USD, before any share."""

    @property
    def revenue_nanos(self) -> int: ...


class RevenueDay(Protocol):
    """A channel's estimate for one day."""

    @property
    def day(self) -> date: ...

    @property
    def figures(self) -> Revenue: ...


class Estimates(Protocol):
    """The part of the statistics that tells what is not settled yet when a channel ends."""

    def channel_days(
        self, channels: Collection[PlatformChannelId], first: date, last: date
    ) -> Iterator[RevenueDay]:
        """The channels' daily figures, both ends included."""


class RemovalBooks(Books, Protocol):
    """The further records that deleting and transferring a channel read and write."""

    @property
    def ledger(self) -> ChannelMoney: ...

    @property
    def settlements(self) -> ClosedMonths: ...

    @property
    def statistics(self) -> Estimates: ...

    @property
    def fee_rates(self) -> FeeRateRepository: ...
