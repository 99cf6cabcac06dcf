"""When a channel leaves its owner: deletion with what it costs, and transfer
(CHAN-20, CHAN-17, SETTLE-9)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import AccountStatus
from backbeat.accounts.network.rights import Act
from backbeat.accounts.network.shares import chain_on
from backbeat.accounts.passwords import Passwords, require_same
from backbeat.channels import rules
from backbeat.channels.errors import AlreadyRegistered, ChannelAssigned, WrongStatus
from backbeat.channels.model import ChangeContext, Channel
from backbeat.channels.ports import ChannelFilter, RemovalBooks, Scope
from backbeat.channels.records import record, tell_one
from backbeat.channels.reviews import OperatorOrder
from backbeat.channels.visibility import (
    ChannelCard,
    ChannelPresenter,
    each_locked,
    managed_channel,
)
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import FieldsMissing, NotFound
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import NANOS_PER_MICRO, Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.notifications.model import Subject
from backbeat.settings import ForfeitScope


@frozen
class DeletionCost:
    """What deleting a channel costs its owner, in USD."""

    balance: Money
    """Settled but not requested: it would expire."""
    unsettled: Money
    """The owner's own days since the last close, as estimates: they would never be settled."""
    small: bool
    """Whether the balance is below `channels.forfeit_small`: then no second question is asked."""

    @property
    def lost(self) -> Money:
        return self.balance + self.unsettled


@frozen
class ChannelRemovals:
    """Deletion by the owner or a manager above, and transfer by the operator."""

    transactions: Transactions[RemovalBooks]
    presenter: ChannelPresenter
    passwords: Passwords

    def price(self, caller: AccountId, channel: ChannelId) -> DeletionCost:
        """What a deletion would cost now; refuses as the deletion would."""
        with self.transactions.look() as books:
            seen = managed_channel(books, caller, channel, Act.DELETE_CHANNELS, lock=False)
            _require_unassigned(seen)
            ruled = self.presenter.ruled(books.policies)
            balance = _balance(books, seen, ruled.forfeit_scope)
            unsettled = self._unsettled(books, seen, ruled.forfeit_scope)
            return DeletionCost(balance, unsettled, balance < Money.of(ruled.forfeit_small))

    def delete(
        self, caller: AccountId, channel: ChannelId, password: str, *, confirmed: bool
    ) -> Money:
        """Delete a channel and let what came from it expire (CHAN-20). Returns how much that was.

        `password` is the caller's own. Refuses without the acknowledgement (4), a wrong password
        (10019), an account without one (10022), and an assigned channel (2 `channel_assigned`).
        Pending withdrawals continue. The channel is kept because of the days on which it earned.
        """
        if not confirmed:
            raise FieldsMissing(fields={"confirm": "required"})
        with self.transactions.look() as books:
            managed_channel(books, caller, channel, Act.DELETE_CHANNELS, lock=False)
        judged = self.passwords.confirm(caller, password)
        today = self.presenter.business.today()
        with self.transactions.begin() as books:
            require_same(judged, books.accounts.hold([caller])[caller])
            before = managed_channel(books, caller, channel, Act.DELETE_CHANNELS)
            _require_unassigned(before)
            stamp = ChangeContext(self.presenter.business.now(), Actor.account(caller))
            scope = self.presenter.ruled(books.policies).forfeit_scope
            forfeited = self._forfeit(books, before, stamp, scope)
            after = before.deleted(stamp.at, on=today, lost_from=_lost_from(books, before, scope))
            books.channels.save(after)
            record(books, "deleted", before, after, stamp)
            return forfeited

    def delete_all_of(self, books: RemovalBooks, leaving_account: AccountId, on: date) -> int:
        """Delete the channels that a leaver owns and hand back those that it held, as of a day.
        Returns how many there were.

        This is for the job that follows the leaving (ACCT-22), in its transaction; it is safe to
        repeat.
        """
        stamp = ChangeContext(self.presenter.business.now(), Actor.account(leaving_account), "left")
        assigned = each_locked(books, books.channels.assigned_to(leaving_account))
        held = [each for each in assigned if each.holder == leaving_account]
        for before in held:
            after = before.given_to(before.owner, on)
            books.channels.save(after)
            record(books, "unassigned", before, after, stamp)
        owned = 0
        scope = self.presenter.ruled(books.policies).forfeit_scope
        mine = ChannelFilter(Scope(owners=frozenset({leaving_account})))
        while page := books.channels.page(mine, PageRequest()).items:
            leaving = _owned(each_locked(books, page), leaving_account)
            # A close that posts to the leaver either comes first or waits, because it decides which
            # days are lost.
            books.ledger.lock(leaving_account)
            for before in leaving:
                lost_from = _lost_from(books, before, scope)
                after = before.deleted(stamp.at, on=on, lost_from=lost_from)
                books.channels.save(after)
                record(books, "deleted", before, after, stamp)
            owned += len(leaving)
        return len(held) + owned

    def hand_up(
        self, books: RemovalBooks, leaving_account: AccountId, to: AccountId, by: ChangeContext
    ) -> int:
        """Make the manager the owner of the account's channels from today on. Returns how many
        there were.

        This is for the use case that ends the account, in its transaction. Earlier days stay the
        leaver's (NET-8). If both had claimed one platform channel, the proved claim is kept.
        """
        handed = 0
        mine = ChannelFilter(Scope(owners=frozenset({leaving_account})))
        while page := books.channels.page(mine, PageRequest()).items:
            leaving = _owned(each_locked(books, page), leaving_account)
            for before in leaving:
                self._hand(books, before, to, to, by)
            handed += len(leaving)
        return handed

    def follow(
        self,
        books: RemovalBooks,
        branch: Collection[AccountId],
        to: AccountId,
        by: ChangeContext,
    ) -> int:
        """When a branch moves, make its new manager the owner of the channels that the branch holds
        from others, from today on (NET-18). Returns how many there were.

        This is for the use case that moves the branch, in its transaction. Its people go on holding
        the channels. If both had claimed one platform channel, the proved claim is kept.
        """
        held = [each for holder in branch for each in books.channels.assigned_to(holder)]
        foreign = [
            channel
            for channel in each_locked(books, held)
            if channel.holder in branch and channel.owner not in {*branch, to}
        ]
        for before in foreign:
            self._hand(books, before, to, before.holder, by)
            for account in (before.owner, to):
                tell_one(books, account, Subject.CHANNEL_TRANSFERRED, before, by)
        return len(foreign)

    def _hand(
        self,
        books: RemovalBooks,
        before: Channel,
        to: AccountId,
        holder: AccountId,
        by: ChangeContext,
    ) -> None:
        today = self.presenter.business.today()
        claims = books.channels.claims(before.platform_id)
        twin = next((claim for claim in claims if claim.owner == to), None)
        if twin is not None and twin.is_verified:
            self._give_up(books, before, by)
            return
        if twin is not None:
            self._give_up(books, twin, by)
        after = before.transferred(to, today).given_to(holder, today)
        books.channels.save(after)
        record(books, "transferred", before, after, by)

    def transfer(
        self, channel: ChannelId, target: str, from_day: date | None, order: OperatorOrder
    ) -> ChannelCard:
        """Give a verified channel to another account, from a day on (default today, CHAN-17).

        Earlier days stay with whoever held it then. Refuses an unverified channel, a target that
        has already claimed and verified it or is not an active account, and days of closed months.
        """
        today = self.presenter.business.today()
        day = from_day or today
        with self.transactions.look() if order.dry_run else self.transactions.begin() as books:
            found = books.channels.get(channel) if order.dry_run else books.channels.lock(channel)
            if found is None or found.is_deleted:
                raise NotFound()
            if not found.is_verified:
                raise WrongStatus(status=found.status, step="transfer")
            if not order.dry_run:
                # A close that posts to the owner either comes first or waits, because it decides
                # which days are open.
                books.ledger.lock(found.owner)
            closed = books.settlements.last_closed()
            rules.require_transfer_day(day, rules.transfer_days(found, closed, today))
            holder, owner = self._new_holder(books, target)
            if owner == found.owner:
                raise AlreadyRegistered()
            after = found.transferred(owner, day)
            if holder != owner:
                after = after.given_to(holder, day)
            if not order.dry_run:
                self._keep_transfer(books, found, after, order)
            return self.presenter.one(books, after)

    def _keep_transfer(
        self, books: RemovalBooks, before: Channel, after: Channel, order: OperatorOrder
    ) -> None:
        stamp = ChangeContext(
            self.presenter.business.now(), Actor.operator(order.operator), order.reason
        )
        for claim in books.channels.claims(after.platform_id):
            if claim.owner == after.owner:
                # The new owner's own unproved claim is settled by this; otherwise it would be a
                # second claim.
                self._give_up(books, claim, stamp)
        books.channels.save(after)
        record(books, "transferred", before, after, stamp)
        for account in dict.fromkeys((before.owner, before.holder, after.owner, after.holder)):
            tell_one(books, account, Subject.CHANNEL_TRANSFERRED, after, stamp)

    def _give_up(self, books: RemovalBooks, claim: Channel, stamp: ChangeContext) -> None:
        given_up = claim.deleted(stamp.at, on=self.presenter.business.today(), lost_from=None)
        books.channels.save(given_up)
        record(books, "deleted", claim, given_up, stamp)

    def _new_holder(self, books: RemovalBooks, target: str) -> tuple[AccountId, AccountId]:
        accounts = books.accounts
        found = accounts.by_email(target) if "@" in target else accounts.get(AccountId(target))
        if found is None or found.status is not AccountStatus.ACTIVE:
            raise AccountNotFound()
        return found.id, accounts.family(found.id).owner_for(found.id)

    def _forfeit(
        self, books: RemovalBooks, channel: Channel, stamp: ChangeContext, scope: ForfeitScope
    ) -> Money:
        act = ActContext(
            stamp.by,
            self.presenter.business.today(),
            self.presenter.security.now(),
            "channel deleted",
        )
        match scope:
            case ForfeitScope.NONE:
                return Money.zero()
            case ForfeitScope.ACCOUNT:
                return books.ledger.expiry.expire_balance(channel.owner, act)
        return books.ledger.expiry.forfeit_channel(channel.owner, channel.id, act)

    def _unsettled(self, books: RemovalBooks, channel: Channel, scope: ForfeitScope) -> Money:
        """The owner's share of the estimates for its own open days, rounded down."""
        first = _lost_from(books, channel, scope)
        if first is None:
            return Money.zero()
        lost = [
            span for span in channel.timeline.spans() if span.holder == span.owner == channel.owner
        ]
        nanos = sum(
            each.figures.revenue_nanos
            for each in books.statistics.channel_days(
                [channel.platform_id], first, self.presenter.business.today()
            )
            if any(each.day in span for span in lost)
        )
        return self._own_share(books, channel.owner, Money(nanos // NANOS_PER_MICRO))

    def _own_share(self, books: RemovalBooks, owner: AccountId, gross: Money) -> Money:
        """What remains for the owner after the shares of the accounts above."""
        tree = books.accounts.family(owner)
        rates = {account: books.fee_rates.of(account) for account in tree.upwards(owner)}
        chain = chain_on(tree, rates, owner, self.presenter.business.today())
        return Money(chain.split(gross.micros)[owner])


def _balance(books: RemovalBooks, channel: Channel, scope: ForfeitScope) -> Money:
    match scope:
        case ForfeitScope.NONE:
            return Money.zero()
        case ForfeitScope.ACCOUNT:
            return books.ledger.balance(channel.owner).available
    return books.ledger.expiry.from_channel(channel.owner, channel.id)


def _lost_from(books: RemovalBooks, channel: Channel, scope: ForfeitScope) -> date | None:
    """The day from which the owner's own days earn for nobody; None if none is lost."""
    if scope is ForfeitScope.NONE or not channel.timeline.earnings:
        return None
    return _first_open_day(books.settlements.last_closed(), channel)


def _first_open_day(last_closed: Month | None, channel: Channel) -> date:
    start = channel.timeline.earnings[0].from_day
    return start if last_closed is None else max(start, last_closed.next.first)


def _require_unassigned(channel: Channel) -> None:
    if channel.assigned_to is not None:
        raise ChannelAssigned()


def _owned(channels: Iterable[Channel], owner: AccountId) -> list[Channel]:
    return [each for each in channels if each.owner == owner]
