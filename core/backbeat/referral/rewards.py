"""What friends' months bring their inviters, once they are closed (REFER-2, REFER-4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from attrs import define, frozen

from backbeat.accounts.invitations import HeldFor, Invitation, InvitationState
from backbeat.alerts.model import Alert, AlertKind
from backbeat.alerts.service import ask
from backbeat.audit.model import AuditEntry
from backbeat.dashboards.model import Range
from backbeat.jobs.ports import Task
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import rules as ledger_rules
from backbeat.ledger.model import PROFITS, Entry, Kind
from backbeat.notifications.model import Notification, Subject
from backbeat.policies.rules import ruled
from backbeat.referral import rules
from backbeat.referral.earnings import Wanted, earned
from backbeat.referral.errors import InvitationNotHeld
from backbeat.referral.model import Judged, Reward
from backbeat.referral.ports import Books
from backbeat.referral.rules import NOTHING
from backbeat.settings import Settings
from backbeat.settlement.rewarding import REWARD

INVITERS_AT_ONCE = 50
"""How many inviters one transaction rewards."""

CHAIN_LOOKED_AT = 20
"""How far up a chain of invitations payment destinations are compared."""


@frozen
class _Terms:
    """The terms by which a month is rewarded, and the act that posts it."""

    month: Month
    rate: Decimal
    cap: Decimal | None
    expires_on: date
    per_usd: int
    act: ActContext


@frozen
class Rewards:
    """Rewards after the close. `business` dates acts, `security` dates records (DAY-7, DAY-8)."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    settings: Settings

    def handle(self, task: Task[Books]) -> None:
        """Reward some inviters for a closed month and enqueue the next ones, both or neither.

        Done again, or after the month was corrected, it posts only the difference. Operators are
        told what it holds.
        """
        month = Month.parse(str(task.job.payload["month"]))
        after = str(task.job.payload.get("after", ""))
        with task.closing() as books:
            step = books.invitations.inviters(month, after, INVITERS_AT_ONCE)
            terms = self._terms(books, month, Actor.system(REWARD))
            books.ledger.lock(*step)
            held = [
                friend
                for inviter in step
                for friend in self._reward(
                    books, terms, inviter, books.invitations.touching(inviter, month)
                )
            ]
            if held:
                alert = Alert(AlertKind.INVITATION_HELD, len(held), held[0])
                ask(books.jobs, alert, self.security.now(), held[0])
            if len(step) == INVITERS_AT_ONCE:
                books.jobs.enqueue(REWARD, {"month": str(month), "after": step[-1]})

    def list(self, state: InvitationState | None, page: PageRequest) -> Page[Judged]:
        """Invitations, the newest first; of one state or all."""
        with self.transactions.look() as books:
            found = books.invitations.all(state, page)
            ids = {who for each in found.items for who in (each.friend, each.inviter)}
            people = books.accounts.get_all(ids)
            given = {
                each.friend: books.rewards.of(each.inviter, [each.friend]) for each in found.items
            }
        return found.map(
            lambda each: Judged(each, people, total(one.amount for one in given[each.friend]))
        )

    def release(
        self, friend: AccountId, actor: Actor, reason: str | None, *, dry_run: bool = False
    ) -> Money:
        """Reward a held invitation after all, for every month that is closed. Returns how much it
        is.

        A reason is needed (code 4). Refuses with `NotFound` somebody who was not invited, and with
        `InvitationNotHeld`.
        """
        reason = ledger_rules.require_reason(reason)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            invitation = _locked(books, friend)
            if not invitation.is_held:
                raise InvitationNotHeld()
            released = invitation.released()
            books.invitations.save(released)
            self._record(books, actor, "released", invitation, reason)
            before = books.rewards.total(invitation.inviter)
            for month in invitation.months:
                if books.settlements.of(month):
                    terms = self._terms(books, month, actor, reason)
                    self._reward(books, terms, invitation.inviter, [released])
            return Money(books.rewards.total(invitation.inviter) - before)

    def refuse(
        self, friend: AccountId, actor: Actor, reason: str | None, *, dry_run: bool = False
    ) -> None:
        """Refuse an invitation, which then brings nothing more; what it brought before stays.

        A reason is needed (code 4). Refuses with `NotFound` somebody who was not invited, and with
        `InvitationNotHeld` an invitation that is already refused.
        """
        reason = ledger_rules.require_reason(reason)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            invitation = _locked(books, friend)
            if invitation.is_refused:
                raise InvitationNotHeld()
            books.invitations.save(invitation.refused())
            self._record(books, actor, "refused", invitation, reason)

    # -- parts

    def _terms(self, books: Books, month: Month, actor: Actor, reason: str | None = None) -> _Terms:
        today = self.business.today()
        policies = books.policies.all()
        points = ruled(self.settings, policies, today).points
        return _Terms(
            month,
            ruled(self.settings, policies, month.first).referral.reward_rate,
            self.settings.referral.cap,
            ledger_rules.lot_expiry(today, points.valid_months),
            points.per_usd,
            ActContext(actor, today, self.security.now(), reason),
        )

    def _reward(
        self, books: Books, terms: _Terms, inviter: AccountId, invitations: Sequence[Invitation]
    ) -> Sequence[AccountId]:
        """Post what a month brings one inviter, who has to be locked. Returns whose invitations are
        now held.
        """
        counting = [each for each in invitations if not (each.is_held or each.is_refused)]
        if not counting:
            return []
        account = books.accounts.get(inviter)
        is_gone = account is None or account.is_deleted
        bases = self._bases(books, terms.month, counting)
        known = _by_friend(books.rewards.of(inviter, [each.friend for each in counting]))
        given = Money(books.rewards.total(inviter))
        places, posted, held = _Places(books, inviter), list[Entry](), list[AccountId]()
        for each in counting:
            before = [one for one in known.get(each.friend, ()) if one.month == terms.month]
            former = before[-1].due if before else NOTHING
            base = NOTHING if is_gone else bases[each.friend]
            due = rules.capped(rules.reward(base, terms.rate), terms.cap, given - former)
            if before and (is_gone or due == former):
                continue
            if due > former and (why := places.suspicion(each)):
                books.invitations.save(each.held(why))
                self._record(books, terms.act.actor, "held", each, why)
                held.append(each.friend)
                continue
            reward, entry = _drawn_up(terms, each, len(before), base=base, due=due, former=former)
            if entry is not None:
                books.ledger.post_entry(entry, terms.act, kind=Kind.GRANT, source=_source(reward))
                posted.append(entry)
            books.rewards.add(reward)
            given += reward.amount
            months = {one.month for one in known.get(each.friend, ())} | {terms.month}
            if each.is_open and months >= set(each.months):
                books.invitations.save(each.judged())
        self._tell(books, terms, posted)
        return held

    def _bases(
        self, books: Books, month: Month, invitations: Sequence[Invitation]
    ) -> Mapping[AccountId, Money]:
        """The part of each friend's confirmed profit that counts: the whole month, or the window's
        days.
        """
        posted = {
            each.friend: total(
                entry.amount
                for entry in books.ledger.statements.entries_of_month(
                    each.friend, month, list(PROFITS)
                )
            )
            for each in invitations
        }
        whole = Range(month.first, month.last)
        cut = [
            Wanted(each.friend, month, days)
            for each in invitations
            if posted[each.friend] and (days := window_in(each, month)) != whole
        ]
        nanos = (
            earned(books, self.settings, books.policies.all(), self.business.today(), cut)
            if cut
            else {}
        )
        parts = {
            each.friend: min(
                rules.of_nanos(nanos.get((each.friend, month), 0)), posted[each.friend]
            )
            for each in cut
        }
        return {**posted, **parts}

    def _tell(self, books: Books, terms: _Terms, posted: Sequence[Entry]) -> None:
        given = [entry for entry in posted if entry.expires_on is not None]
        if not given:
            return
        points = ledger_rules.points(total(entry.amount for entry in given), terms.per_usd)
        facts = {"points": points, "expires_on": terms.expires_on}
        last = given[-1]
        which = {"type": str(last.type), "date": str(last.day), "entry": str(last.id)}
        books.notifications.add(
            Notification(
                last.account,
                Subject.POINTS_GRANTED,
                self.business.now(),
                facts,
                Target(TargetKind.ENTRY, which),
            )
        )

    def _record(
        self, books: Books, actor: Actor, act: str, invitation: Invitation, reason: str
    ) -> None:
        books.audit.record(
            AuditEntry(
                self.business.now(),
                actor,
                f"referral.{act}",
                f"account:{invitation.friend}",
                after={"inviter": invitation.inviter},
                reason=reason,
            )
        )


def window_in(invitation: Invitation, month: Month) -> Range:
    """The days of a month within the window."""
    return Range(invitation.joined_on, invitation.ends_on).within(month)


def _found(books: Books, friend: AccountId) -> Invitation:
    found = books.invitations.get(friend)
    if found is None:
        raise NotFound()
    return found


def _locked(books: Books, friend: AccountId) -> Invitation:
    """The invitation; nobody else decides about it, or rewards it, until the transaction ends."""
    books.ledger.lock(_found(books, friend).inviter)
    return _found(books, friend)


def _by_friend(rewards: Sequence[Reward]) -> Mapping[AccountId, Sequence[Reward]]:
    found: dict[AccountId, list[Reward]] = {}
    for reward in rewards:
        found.setdefault(reward.friend, []).append(reward)
    return found


def _source(reward: Reward) -> str:
    return f"referral:{reward.friend}:{reward.month}:{reward.number}"


def _drawn_up(
    terms: _Terms,
    invitation: Invitation,
    number: int,
    *,
    base: Money,
    due: Money,
    former: Money,
) -> tuple[Reward, Entry | None]:
    """A month's reward, and the statement row for what it changes."""
    amount = due - former
    entry = Entry(
        ledger_rules.entry_id(f"referral:{invitation.friend}:{terms.month}:{number}", 0),
        invitation.inviter,
        rules.TYPES[invitation.window_months],
        amount,
        terms.act.day,
        month=terms.month,
        expires_on=terms.expires_on if amount > NOTHING else None,
        correction=number > 0,
    )
    reward = Reward(
        invitation.inviter,
        invitation.friend,
        terms.month,
        number,
        window_in(invitation, terms.month).last,
        terms.rate,
        base,
        due,
        amount,
        terms.act.day,
        entry.id if amount else None,
    )
    return reward, entry if amount else None


@define
class _Places:
    """Where an inviter is paid, and those who invited it or were invited by it; read on demand."""

    books: Books
    inviter: AccountId
    _known: tuple[Mapping[AccountId, str | None], Mapping[AccountId, str | None]] | None = None

    def suspicion(self, invitation: Invitation) -> HeldFor | None:
        """Why the pair has to wait, unless the operator has already looked at it (REFER-5)."""
        own = self._of(invitation.friend)
        if invitation.state is not InvitationState.COUNTING or own is None:
            return None
        if self._known is None:
            friends = [each.friend for each in self.books.invitations.open_of(self.inviter)]
            self._known = self._of_all(self._chain()), self._of_all(friends)
        return rules.suspicion(invitation.friend, self.inviter, *self._known, own)

    def _chain(self) -> Sequence[AccountId]:
        """The inviter, whoever invited it, and so on."""
        found = [self.inviter]
        while len(found) < CHAIN_LOOKED_AT and (above := self.books.invitations.get(found[-1])):
            found.append(above.inviter)
        return found

    def _of_all(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, str | None]:
        return {account: self._of(account) for account in accounts}

    def _of(self, account: AccountId) -> str | None:
        """A value that two accounts share if they are paid to the same place."""
        details = self.books.payment_details.get(account)
        return None if details is None else details.destination.identity
