"""What the newest closed month would have been with another rate, shown before the rate is agreed
(NET-19).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from attrs import evolve, frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import Account
from backbeat.accounts.network.rights import Act
from backbeat.accounts.network.shares import PARTS, Chain
from backbeat.accounts.network.tree import AccountTree
from backbeat.accounts.rules import rate_on
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.transactions import Transactions
from backbeat.members.access import reached, require_manager
from backbeat.members.rules import first_day, require_rate
from backbeat.policies.service import settings_on
from backbeat.settings import Settings
from backbeat.settlement import rules
from backbeat.settlement.model import Settlement
from backbeat.settlement.packed import Group
from backbeat.settlement.ports import RateBooks

NOTHING = Money.zero()


@frozen
class Sides:
    """What a month brings the parties to a rate: the account that keeps it, the account that it
    applies to, and those below the latter.
    """

    manager: Money = NOTHING
    member: Money = NOTHING
    below: Money = NOTHING

    def plus(self, other: Sides) -> Sides:
        return Sides(
            self.manager + other.manager, self.member + other.member, self.below + other.below
        )


@frozen
class RatePreview:
    """The newest closed month by the rates of its close, and with one of them replaced by another."""

    rate: Decimal
    """The rate of today."""
    wanted: Decimal
    from_day: date
    """From when the new rate would apply."""
    month: Month | None
    """None before the first close, because then nothing can be computed."""
    before: Sides = Sides()
    after: Sides = Sides()


@frozen
class RatePreviews:
    """Shows a manager, or the operator, what a rate would change; nothing is written."""

    transactions: Transactions[RateBooks]
    business: Clock
    settings: Settings

    def preview(self, caller: AccountId, target: str, rate: Decimal) -> RatePreview:
        """What a rate for an account directly below the caller would change. Refuses as setting it
        does: 2 `role`, 10001, and `bad_value` for an invalid rate.
        """
        require_rate(rate)
        with self.transactions.look() as books:
            manager = require_manager(books, caller, Act.MANAGE_MEMBERS)
            member = reached(books, manager, target, Act.MANAGE_MEMBERS)
            return self._preview(books, member, manager.id, rate)

    def of(self, account: AccountId, rate: Decimal) -> RatePreview:
        """The same for the operator, for any account below another one (otherwise 10001)."""
        require_rate(rate)
        with self.transactions.look() as books:
            member = books.accounts.get(account)
            if member is None or member.is_deleted or member.manager is None:
                raise AccountNotFound()
            return self._preview(books, member, member.manager, rate)

    def _preview(
        self, books: RateBooks, member: Account, manager: AccountId, rate: Decimal
    ) -> RatePreview:
        today = self.business.today()
        terms = settings_on(books.policies, self.settings, today).settlement
        month = books.settlements.last_closed()
        told = RatePreview(
            rate_on(books.fee_rates.of(member.id), today),
            rate,
            first_day(terms.fee_change, today),
            month,
        )
        settled = books.settlements.of(month) if month else ()
        if not settled:
            return told
        groups = _groups_below(books, member.id, settled[-1])
        before, after = Sides(), Sides()
        for group in groups:
            other = _with_rate(group.chain, manager, member.id, rate, settled[-1])
            if other is not None:
                before = before.plus(_sides(group, group.chain, manager, member.id, settled[-1]))
                after = after.plus(_sides(group, other, manager, member.id, settled[-1]))
        return evolve(told, before=before, after=after)


def _groups_below(books: RateBooks, member: AccountId, settlement: Settlement) -> Iterable[Group]:
    """What the close computed for channels that the member, or anybody below it, ever held."""
    tree: AccountTree = books.accounts.downwards([member])
    branch = tree.ever_below([member])
    channels = [each.id for each in books.figures.channels_of(branch, deleted=True)]
    if not channels:
        return ()
    return books.settlements.groups(settlement.month, settlement.revision, channels)


def _with_rate(
    chain: Chain, manager: AccountId, member: AccountId, rate: Decimal, settlement: Settlement
) -> Chain | None:
    """The chain with that rate between the two accounts; None if they are not next to each other in
    it.
    """
    for place, (above, below) in enumerate(zip(chain.links, chain.links[1:], strict=False), 1):
        if (above.account, below.account) == (manager, member):
            if settlement.terms.through_main:
                return chain
            link = evolve(below, keeps=PARTS - int(rate * PARTS))
            return Chain((*chain.links[:place], link, *chain.links[place + 1 :]))
    return None


def _sides(
    group: Group, chain: Chain, manager: AccountId, member: AccountId, settlement: Settlement
) -> Sides:
    gross = rules.part(rules.micros(group.nanos), settlement.terms.shared_rate)
    shares = rules.split(gross, chain)
    lower = chain.accounts[chain.accounts.index(member) + 1 :]
    below = sum((shares[account] for account in lower), NOTHING)
    return Sides(shares[manager], shares[member], below)
