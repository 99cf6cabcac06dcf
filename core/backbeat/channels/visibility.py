"""Who may see and manage which channels, and how a channel looks to those who do
(ACCESS-2, ACCESS-3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, tzinfo
from typing import Protocol

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import Account, AccountStatus
from backbeat.accounts.network import rights
from backbeat.accounts.network.rights import Act
from backbeat.accounts.ports import AccountRepository
from backbeat.channels import rules
from backbeat.channels.model import Channel, Outcome, VerificationState
from backbeat.channels.ports import Books, Scope
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.policies.ports import PolicyRepository
from backbeat.policies.service import settings_on
from backbeat.settings import Channels as ChannelSettings
from backbeat.settings import Settings
from backbeat.site.ports import PartnerSites


class Cards(Protocol):
    @property
    def accounts(self) -> AccountRepository: ...

    @property
    def sites(self) -> PartnerSites: ...


@frozen
class Person:
    """An account beside a channel: its id and nickname."""

    id: AccountId
    name: str


@frozen
class ChannelCard:
    """A channel as it is shown to its people now."""

    channel: Channel
    owner: Person
    member: Person | None
    """The member to whom it is assigned."""
    state: VerificationState
    outcome: Outcome | None
    """The result of verification; None if it was never requested."""
    code: str | None
    """The code to place; None once it has been used."""
    expires_at: datetime | None
    """When the running timer ends."""
    can_ask_review: bool
    has_enough_views: bool
    """Whether a review would find more views than are needed."""
    enough_views_on: date | None
    """When a channel on hold is expected to have them; None where nobody can say."""
    logo: str | None = None
    """The logo of the partner to which its owner belongs (CHAN-26)."""


@frozen
class ChannelPresenter:
    """Makes cards of channels. `zone` is that of the business calendar."""

    business: Clock
    security: Clock
    settings: ChannelSettings
    zone: tzinfo

    def ruled(self, policies: PolicyRepository) -> ChannelSettings:
        """The settings with the rules of today (POLICY-1)."""
        whole = Settings(channels=self.settings)
        return settings_on(policies, whole, self.business.today()).channels

    def of(self, books: Cards, channels: Sequence[Channel]) -> list[ChannelCard]:
        """The channels' cards, in the same order."""
        ids = {id_ for channel in channels for id_ in (channel.owner, channel.holder)}
        found = books.accounts.get_all(ids)
        people = {id_: Person(id_, account.name) for id_, account in found.items()}
        logos = _logos(books, {account.partner for account in found.values()})
        return [
            self._card(channel, people, logos.get(found[channel.owner].partner))
            for channel in channels
        ]

    def one(self, books: Cards, channel: Channel) -> ChannelCard:
        """One channel's card."""
        return self.of(books, [channel])[0]

    def _card(
        self, channel: Channel, people: Mapping[AccountId, Person], logo: str | None
    ) -> ChannelCard:
        now, verification = self.security.now(), channel.verification
        state = verification.state(now, self.settings)
        running = state is VerificationState.VERIFYING
        return ChannelCard(
            channel=channel,
            owner=people[channel.owner],
            member=people[channel.assigned_to] if channel.assigned_to else None,
            state=state,
            outcome=verification.outcome(now, self.settings),
            code=None if verification.verified else verification.code,
            expires_at=verification.timer_ends(self.settings) if running else None,
            can_ask_review=rules.can_ask_review(
                channel, self.review_day(channel), self.business.today()
            ),
            has_enough_views=channel.total_views > self.settings.hold_max_views,
            enough_views_on=rules.enough_views_on(channel, self.settings.hold_max_views, self.zone),
            logo=channel.exclusive_logo or logo,
        )

    def review_day(self, channel: Channel) -> date | None:
        """The business day on which a review was last requested."""
        asked = channel.review_asked_at
        return None if asked is None else asked.astimezone(self.zone).date()


def _logos(books: Cards, partners: set[str | None]) -> Mapping[str | None, str | None]:
    """The logos of partners; nothing is queried if there are none."""
    if not partners - {None}:
        return {}
    return {site.domain: site.exclusive_logo for site in books.sites.all()}


def scope_of(books: Books, caller: AccountId) -> Scope:
    """Whose channels the caller may see: a manager's own tree, anybody's own and assigned ones."""
    return Scope(books.accounts.family(caller).visible(caller), frozenset({caller}))


def visible_channel(books: Books, caller: AccountId, channel: ChannelId) -> Channel:
    """The channel, if the caller may see it; otherwise, and for deleted ones, `NotFound`."""
    return require_in(scope_of(books, caller), books.channels.get(channel))


def locked_channel(books: Books, caller: AccountId, channel: ChannelId) -> Channel:
    """The same, and nobody else changes it meanwhile."""
    return require_in(scope_of(books, caller), books.channels.lock(channel))


def require_right(books: Books, caller: AccountId, act: Act) -> Account:
    """Refuse accounts whose rank does not allow the act (2 `role`)."""
    return rights.require(books.accounts.get(caller), act)


def managed_scope(books: Books, caller: AccountId, act: Act) -> Scope:
    """The channels of the caller and of everybody below, if its rank allows the act."""
    require_right(books, caller, act)
    return Scope(books.accounts.family(caller).visible(caller))


def managed_channel(
    books: Books, caller: AccountId, channel: ChannelId, act: Act, *, lock: bool = True
) -> Channel:
    """The channel, locked, if its owner is the caller or below it and the caller's rank allows the
    act.
    """
    scope = managed_scope(books, caller, act)
    return require_in(scope, books.channels.lock(channel) if lock else books.channels.get(channel))


def account_below(books: Books, caller: AccountId, target: str) -> Account:
    """The account meant by an id or an e-mail address, the caller or one below it.

    Anything else, a deleted account included, is `AccountNotFound` (10001).
    """
    accounts = books.accounts
    found = accounts.by_email(target) if "@" in target else accounts.get(AccountId(target))
    if (
        found is None
        or found.status is AccountStatus.DELETED
        or found.id not in accounts.family(caller).visible(caller)
    ):
        raise AccountNotFound()
    return found


def held_account_below(books: Books, caller: AccountId, target: str) -> Account:
    """The same, and nobody deletes or moves it before the transaction ends."""
    found = account_below(books, caller, target)
    held = books.accounts.hold([found.id]).get(found.id)
    if held is None or held.is_deleted or held.manager != found.manager:
        raise AccountNotFound()
    return held


def require_in(scope: Scope, channel: Channel | None) -> Channel:
    """The channel, if it exists and is in the scope."""
    if channel is None or channel.is_deleted or not scope.holds(channel):
        raise NotFound()
    return channel


def each_locked(books: Books, channels: Iterable[Channel]) -> Iterator[Channel]:
    """Each as it is once it is locked, without those that were deleted meanwhile.

    In order of id, so that two who lock several do not wait for each other.
    """
    for each in sorted(channels, key=lambda channel: channel.id):
        now = books.channels.lock(each.id)
        if now is not None and not now.is_deleted:
            yield now
