"""What people do with their channels: register, look, ask for a review, assign
(ACCESS-1, CHAN-1, CHAN-11, CHAN-18).

Proving ownership is in `verification`, the operator's acts in `reviews`, deletion and transfer in `removal`.
"""

from __future__ import annotations

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.network.rights import Act
from backbeat.channels import rules
from backbeat.channels.errors import ChannelUnassigned
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Category, ChangeContext, Channel
from backbeat.channels.platform import PlatformChannel, PlatformUnavailable, channel_now
from backbeat.channels.ports import Books, ChannelFilter, Scope
from backbeat.channels.records import record, tell_one
from backbeat.channels.registration import Registrar
from backbeat.channels.visibility import (
    ChannelCard,
    ChannelPresenter,
    account_below,
    each_locked,
    held_account_below,
    locked_channel,
    managed_channel,
    managed_scope,
    require_in,
    require_right,
    scope_of,
    visible_channel,
)
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import CHANNEL_ADD
from backbeat.limits.service import Limits
from backbeat.notifications.model import Subject


@frozen
class ChannelListFilter:
    """Which of the visible channels a list shows; None filters nothing."""

    status: ChannelStatus | None = None
    account: str | None = None
    """Only those held by this account, given by id or e-mail address."""
    search: str | None = None


@frozen
class Channels:
    """Channels as the portal's users use them; `caller` is always a signed-in account.

    Somebody else's channel is `NotFound` (2), somebody else's account 10001.
    """

    transactions: Transactions[Books]
    registrar: Registrar
    presenter: ChannelPresenter
    limits: Limits

    def list(
        self, caller: AccountId, filter: ChannelListFilter, page: PageRequest
    ) -> Page[ChannelCard]:
        """The channels that the caller may see, the newest registration first."""
        with self.transactions.look() as books:
            return self._page(books, caller, scope_of(books, caller), filter, page)

    def list_below(
        self, caller: AccountId, filter: ChannelListFilter, page: PageRequest
    ) -> Page[ChannelCard]:
        """The channels of all accounts below a network account (NET-10); refuses others
        (2 `role`)."""
        with self.transactions.look() as books:
            require_right(books, caller, Act.SEE_NETWORK_CHANNELS)
            below = frozenset(books.accounts.family(caller).below(caller))
            return self._page(books, caller, Scope(below, below), filter, page)

    def show(self, caller: AccountId, channel: ChannelId) -> ChannelCard:
        """One channel, with its history of statuses."""
        with self.transactions.look() as books:
            return self.presenter.one(books, visible_channel(books, caller, channel))

    def add(
        self,
        caller: AccountId,
        link: str,
        category: Category,
        member: str | None = None,
        platform: str | None = None,
    ) -> ChannelCard:
        """Register a channel by its link, which decides the platform; it then needs verification.

        If a `platform` is given too, the link has to lead there. A member's channel belongs to the
        account above and is assigned to the member. A manager may name the `member` to whom it is
        to be assigned. Refuses with 30001 to 30005, as `Registrar` says, and with 3 after twenty
        tries a day.
        """
        self.limits.take((CHANNEL_ADD, caller))
        with self.transactions.look() as books:
            holder = self._holder(books, caller, member)
        found = self.registrar.look_up(link, platform)
        with self.transactions.begin() as books:
            stamp = self._stamp(caller)
            channel = self.registrar.register(books, found, category, holder=holder, by=stamp)
            return self.presenter.one(books, channel)

    def ask_review(self, caller: AccountId, channel: ChannelId) -> ChannelCard:
        """Ask for a held channel to be reviewed; its views are read again (CHAN-11).

        Refuses with 30007 a second time on one day, with 40007 while a review is open, and with
        30006 a channel that is not on hold. It works even if the platform does not answer.
        """
        with self.transactions.look() as books:
            seen = visible_channel(books, caller, channel)
            self._require_reviewable(seen)
        found = self._read_again(seen)
        with self.transactions.begin() as books:
            before = locked_channel(books, caller, channel)
            self._require_reviewable(before)
            stamp = self._stamp(caller)
            after = before.reviewed(stamp)
            if found is not None:
                after = after.refreshed(found, self.presenter.security.now())
            books.channels.save(after)
            record(books, "review_asked", before, after, stamp)
            return self.presenter.one(books, after)

    def assign(self, caller: AccountId, channel: ChannelId, target: str) -> ChannelCard:
        """Hand a channel to an account below its owner, from today on (CHAN-18).

        A channel that is already assigned moves; with the owner as the target it is taken back.
        Refuses accounts that manage nobody, and targets that are not below the owner (10001).
        """
        with self.transactions.begin() as books:
            scope = managed_scope(books, caller, Act.ASSIGN_CHANNELS)
            require_in(scope, books.channels.get(channel))
            # Deleting the target locks it before its channels, so this does too.
            holder = held_account_below(books, caller, target)
            before = require_in(scope, books.channels.lock(channel))
            if holder.id != before.owner and not books.accounts.family(holder.id).manages(
                before.owner, holder.id
            ):
                raise AccountNotFound()
            return self._give(books, before, holder.id, "assigned", self._stamp(caller))

    def unassign(self, caller: AccountId, channel: ChannelId) -> ChannelCard:
        """Take a channel back from its member, from today on; what the member earned stays theirs."""
        with self.transactions.begin() as books:
            before = managed_channel(books, caller, channel, Act.ASSIGN_CHANNELS)
            if before.assigned_to is None:
                raise ChannelUnassigned()
            return self._give(books, before, before.owner, "unassigned", self._stamp(caller))

    def release(self, books: Books, account: AccountId, by: ChangeContext) -> int:
        """Take back every channel from an account that leaves (NET-8). Returns how many there were.

        This is for the use case that ends the account, in its transaction.
        """
        assigned = each_locked(books, books.channels.assigned_to(account))
        held = [each for each in assigned if each.holder == account]
        for before in held:
            self._give(books, before, before.owner, "unassigned", by)
        return len(held)

    def has_approved(self, caller: AccountId) -> bool:
        """Whether any channel that the caller may see is approved (DASH-12)."""
        with self.transactions.look() as books:
            return books.channels.has_approved(scope_of(books, caller))

    def _page(
        self,
        books: Books,
        caller: AccountId,
        scope: Scope,
        filter: ChannelListFilter,
        page: PageRequest,
    ) -> Page[ChannelCard]:
        holder = filter.account and account_below(books, caller, filter.account).id
        which = ChannelFilter(scope, filter.status, holder or None, filter.search)
        found = books.channels.page(which, page)
        presenter = self.presenter.of(books, found.items)
        return found.holding(presenter)

    def _holder(self, books: Books, caller: AccountId, member: str | None) -> AccountId:
        if member is None:
            return caller
        require_right(books, caller, Act.ASSIGN_CHANNELS)
        return account_below(books, caller, member).id

    def _give(
        self, books: Books, before: Channel, holder: AccountId, action: str, stamp: ChangeContext
    ) -> ChannelCard:
        if holder != before.holder:
            after = before.given_to(holder, self.presenter.business.today())
            books.channels.save(after)
            record(books, action, before, after, stamp)
            if before.assigned_to is not None:
                tell_one(books, before.holder, Subject.CHANNEL_UNASSIGNED, after, stamp)
            if after.assigned_to is not None:
                tell_one(books, holder, Subject.CHANNEL_ASSIGNED, after, stamp)
            return self.presenter.one(books, after)
        return self.presenter.one(books, before)

    def _require_reviewable(self, channel: Channel) -> None:
        asked_on = self.presenter.review_day(channel)
        rules.require_reviewable(channel, asked_on, self.presenter.business.today())

    def _read_again(self, channel: Channel) -> PlatformChannel | None:
        try:
            return channel_now(self.registrar.platform, channel.platform_id)
        except PlatformUnavailable:
            return None

    def _stamp(self, caller: AccountId) -> ChangeContext:
        return ChangeContext(self.presenter.business.now(), Actor.account(caller))
