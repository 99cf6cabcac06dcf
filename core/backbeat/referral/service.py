"""What inviters ask: whether a code is valid, who used theirs, and what it brings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.invitations import Invitation, inviter_of
from backbeat.accounts.model import Account
from backbeat.dashboards.model import Range
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money, total
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import rules as ledger_rules
from backbeat.policies.model import Policy
from backbeat.policies.rules import ruled
from backbeat.referral import rules
from backbeat.referral.earnings import Wanted, approved_among, earned
from backbeat.referral.model import EVER, DaySpan, Friend, Overview, Reward, Usable
from backbeat.referral.ports import Books
from backbeat.referral.rewards import window_in
from backbeat.settings import Settings


@frozen
class Invitations:
    """Invitations as inviters see them. `clock` is the business clock; nothing here writes."""

    transactions: Transactions[Books]
    clock: Clock
    settings: Settings

    def validate(self, code: str, caller: AccountId | None = None) -> str:
        """The masked name of whoever invites with a code.

        Refuses with `BadInvitation` (10011) a code of no active account, and with `OwnInvitation`
        the caller's own.
        """
        with self.transactions.look() as books:
            own = None if caller is None else books.accounts.get(caller)
            inviter = inviter_of(books.accounts, code, own.email if own else None)
        return rules.masked(inviter.name)

    def overview(self, account: AccountId, span: DaySpan = EVER) -> Overview:
        """A summary of an account's invitations: friends by their day of sign-up, points by the
        days on which they were earned (REFER-7).
        """
        today = self.clock.today()
        with self.transactions.look() as books:
            own = _known(books, account)
            policies = books.policies.all()
            now = ruled(self.settings, policies, today)
            within = books.invitations.friends_within(account, span, today)
            given = books.rewards.total(account)
            estimates = self._estimates(
                books, policies, books.invitations.open_of(account), span, today
            )
            estimated = rules.capped(
                total(estimates.values()), self.settings.referral.cap, Money(given)
            )
            per_usd = now.points.per_usd
            return Overview(
                own.referral_code,
                books.invitations.count(account, span),
                len(approved_among(books, within)),
                ledger_rules.points(estimated, per_usd),
                ledger_rules.points(Money(books.rewards.total(account, span)), per_usd),
                _usable(books, account, today, per_usd),
                now.referral.window_months,
                now.referral.reward_rate,
            )

    def friends(self, account: AccountId, page: PageRequest, span: DaySpan = EVER) -> Page[Friend]:
        """A page of the friends who signed up on these days, the newest first, with what they
        brought on those days.
        """
        today = self.clock.today()
        with self.transactions.look() as books:
            policies = books.policies.all()
            per_usd = ruled(self.settings, policies, today).points.per_usd
            found = books.invitations.page(account, span, page)
            ids = [each.friend for each in found.items]
            people = books.accounts.get_all(ids)
            approved = approved_among(books, ids)
            waiting = [each for each in found.items if each.is_open]
            estimates = self._estimates(books, policies, waiting, span, today)
            given = _given(books.rewards.of(account, ids), span)
        return found.map(
            lambda each: Friend(
                rules.masked(people[each.friend].name),
                each.joined_on,
                each.ends_on,
                each.friend in approved and each.is_within(today),
                ledger_rules.points(estimates.get(each.friend, rules.NOTHING), per_usd),
                ledger_rules.points(given.get(each.friend, rules.NOTHING), per_usd),
            )
        )

    def _estimates(
        self,
        books: Books,
        policies: Sequence[Policy],
        invitations: Sequence[Invitation],
        span: DaySpan,
        today: date,
    ) -> Mapping[AccountId, Money]:
        """What the months that wait for their reward are worth so far, for each friend."""
        if not invitations:
            return {}
        inviter = invitations[0].inviter
        rewards = books.rewards.of(inviter, [each.friend for each in invitations])
        judged = {(each.friend, each.month) for each in rewards}
        wanted = [
            Wanted(each.friend, month, days)
            for each in invitations
            for month in each.months
            if (each.friend, month) not in judged
            and (days := _days(window_in(each, month), span, today)) is not None
        ]
        found: dict[AccountId, Money] = defaultdict(Money.zero)
        nanos = earned(books, self.settings, policies, today, wanted)
        rates = {
            month: ruled(self.settings, policies, month.first).referral.reward_rate
            for month in {each.month for each in wanted}
        }
        for (friend, month), amount in nanos.items():
            found[friend] += rules.reward(rules.of_nanos(amount), rates[month])
        return found


def _days(window: Range, span: DaySpan, today: date) -> Range | None:
    first = max(window.first, span.first or window.first)
    last = min(window.last, span.last or window.last, today)
    return Range(first, last) if first <= last else None


def _known(books: Books, account: AccountId) -> Account:
    found = books.accounts.get(account)
    if found is None:
        raise AccountNotFound()
    return found


def _given(rewards: Iterable[Reward], span: DaySpan) -> Mapping[AccountId, Money]:
    found: dict[AccountId, Money] = defaultdict(Money.zero)
    for reward in rewards:
        if reward.last_day in span:
            found[reward.friend] += reward.amount
    return found


def _usable(books: Books, account: AccountId, today: date, per_usd: int) -> Sequence[Usable]:
    """The part of the rewards that is neither used nor expired, by its last day."""
    types = set(rules.TYPES.values())
    by_day: dict[date, Money] = defaultdict(Money.zero)
    for each in books.ledger.open_entries(account):
        if each.entry.type in types and each.expires_on is not None and each.expires_on >= today:
            by_day[each.expires_on] += each.free
    points = {day: ledger_rules.points(by_day[day], per_usd) for day in sorted(by_day)}
    return [Usable(count, day) for day, count in points.items() if count > 0]
