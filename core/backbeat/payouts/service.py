"""Following what was sent: batches, their attempts, and what operators record about them
(PAYOUT-1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from attrs import frozen

from backbeat.accounts.model import Account
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import BadValues, FieldsMissing, NotFound
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.languages import FALLBACK
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.payouts import rules
from backbeat.payouts.attempts import keep
from backbeat.payouts.errors import AttemptMoved, BatchMoved, NotExported
from backbeat.payouts.model import Attempt, Standing, Step
from backbeat.payouts.ports import Books
from backbeat.withdrawals.decisions import Decisions, Paid, Returned
from backbeat.withdrawals.model import AttemptState, Withdrawal
from backbeat.withdrawals.returned import GIVEN_BACK

GIVE_BACK = "payouts.give_back"
"""The job that gives back money for which there is no destination, every day."""

RESOLUTIONS = (AttemptState.SENT, AttemptState.SETTLED, AttemptState.RETURNED)
"""The outcomes that an operator may record for an open attempt."""


@frozen
class Line:
    """An attempt of a batch, with its account; None once that is erased."""

    attempt: Attempt
    owner: Account | None


@frozen
class Payouts:
    """Batches and attempts after the export. `business` dates what people see.

    Every act may be tried with `dry_run`: it is judged like a real one but changes nothing.
    """

    transactions: Transactions[Books]
    business: Clock
    decisions: Decisions

    def list(self, state: AttemptState | None, page: PageRequest) -> Page[Standing]:
        """A page of batches, the newest first; with a state, those that have an attempt in it."""
        with self.transactions.look() as books:
            return books.batches.page(state, page)

    def show(self, number: int) -> tuple[Standing, Sequence[Line]]:
        """A batch and its attempts in order; refused with `NotFound`."""
        with self.transactions.look() as books:
            batch = books.batches.get(number)
            if batch is None:
                raise NotFound()
            attempts = books.attempts.in_batch(number)
            owners = books.accounts.get_all({each.account for each in attempts})
        lines = [Line(each, owners.get(each.account)) for each in attempts]
        return Standing(batch, Counter(each.state for each in attempts)), lines

    def attempts(self, withdrawal: WithdrawalId) -> Sequence[Attempt]:
        """The attempts to pay a withdrawal, in order."""
        with self.transactions.look() as books:
            known = books.withdrawals.accounts_of([withdrawal])
            return books.attempts.of(known).get(withdrawal, ())

    def sent(
        self, number: int, actor: Actor, *, reason: str | None = None, dry_run: bool = False
    ) -> Sequence[Attempt]:
        """Record that a batch's files were handed over: exported attempts are now sent.

        Those that have progressed further stay as they are. Refused with `NotFound`.
        """
        wanted = {AttemptState.EXPORTED}
        step = self._step(AttemptState.SENT, actor, reason)
        return self._move(number, step, wanted, actor, dry_run=dry_run)

    def uncertain(
        self,
        number: int,
        actor: Actor,
        reason: str,
        *,
        only: Collection[WithdrawalId] = (),
        dry_run: bool = False,
    ) -> Sequence[Attempt]:
        """Record that nobody knows whether a batch, or part of it, was sent.

        None of its withdrawals is exported, paid or rejected until `resolve` or a result file says
        what happened to the money. Refused with `NotFound` and 4 for a blank reason.
        """
        why = _required(reason)
        wanted = {AttemptState.EXPORTED, AttemptState.SENT}
        step = self._step(AttemptState.UNCERTAIN, actor, why)
        return self._move(number, step, wanted, actor, only=only, dry_run=dry_run)

    def cancel(
        self, number: int, actor: Actor, reason: str, *, dry_run: bool = False
    ) -> Sequence[Attempt]:
        """Record that a batch's files were never handed over and never will be.

        Its withdrawals are free for another batch or a rejection. A batch is cancelled as a whole,
        because whoever has the file has every line of it. Refused with `NotFound`, 2
        `batch_answered` if any of it has progressed further, and 4 for a blank reason.
        """
        step = self._step(AttemptState.RETURNED, actor, _required(reason))
        wanted = {AttemptState.EXPORTED}
        return self._move(number, step, wanted, actor, whole=True, dry_run=dry_run)

    def resolve(
        self,
        withdrawal: WithdrawalId,
        state: AttemptState,
        actor: Actor,
        reason: str,
        *,
        dry_run: bool = False,
    ) -> Attempt:
        """Record what happened to the open attempt, as the operator knows.

        `settled` ends the withdrawal as `Decisions.pay` does; `returned` frees it for another
        attempt or a rejection: only use it when the money can no longer arrive. An attempt that was
        not sent cannot come back: see `cancel`. Refused with `NotFound`, 2 `not_exported`, 2
        `payout_state`, 4 for a blank reason, and like `pay`.
        """
        why = _required(reason)
        if state not in RESOLUTIONS:
            raise BadValues(fields={"state": "bad_value"})

        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            known = books.withdrawals.accounts_of([withdrawal])
            locked = books.withdrawals.lock_all(known)
            if not locked:
                raise NotFound()
            attempts = books.attempts.of(known)[withdrawal]
            current = next((each for each in attempts if each.is_open), None)
            if current is None:
                raise NotExported()
            if (current.state, state) == (AttemptState.EXPORTED, AttemptState.RETURNED):
                raise AttemptMoved(withdrawal=current.reference, state=current.state, asked=state)
            moved = current.moved(self._step(state, actor, why))
            if state is AttemptState.SETTLED:
                today = self.business.today()
                self.decisions.settle(books, [Paid(locked[0], today, why)], actor)
            elif moved.came_back:
                self.decisions.came_back(books, [Returned(locked[0], why)], actor)
            keep(books, [moved], actor)
            return moved

    def give_back(self, actor: Actor) -> Sequence[Withdrawal]:
        """Reject with recovery returned withdrawals that got no other destination for 90 days
        (PAYOUT-12), each in a transaction of its own.
        """
        with self.transactions.look() as books:
            known = books.attempts.returned()
        given_back = [self._give_back(each, account, actor) for each, account in known.items()]
        return [each for each in given_back if each is not None]

    def _give_back(
        self, withdrawal: WithdrawalId, account: AccountId, actor: Actor
    ) -> Withdrawal | None:
        with self.transactions.begin() as books:
            [waiting] = books.withdrawals.lock_all({withdrawal: account})
            attempts = books.attempts.of({withdrawal: account})[withdrawal]
            details = books.payment_details.get(account)
            if not rules.is_given_up(waiting, attempts[-1], details, self.business.today()):
                return None
            owner = books.accounts.get(account)
            why = GIVEN_BACK[owner.language if owner else FALLBACK]
            return self.decisions.turn_down(books, waiting, actor, why, recover=True)

    def _move(
        self,
        number: int,
        step: Step,
        states: Collection[AttemptState],
        actor: Actor,
        *,
        only: Collection[WithdrawalId] = (),
        whole: bool = False,
        dry_run: bool,
    ) -> Sequence[Attempt]:
        """Take the step with those attempts of a batch that are in one of the states.

        With `whole`, all its attempts have to be.
        """
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            if books.batches.get(number) is None:
                raise NotFound()
            known = {each.withdrawal: each.account for each in books.attempts.in_batch(number)}
            if not known.keys() >= set(only):
                raise NotFound()
            books.withdrawals.lock_all(known)
            now = [
                each.moved(step)
                for each in books.attempts.in_batch(number)
                if each.state in states and (not only or each.withdrawal in only)
            ]
            if whole and len(now) < len(known):
                raise BatchMoved(batch=number)
            keep(books, now, actor)
            return now

    def _step(self, state: AttemptState, actor: Actor, reason: str | None) -> Step:
        today, now = self.business.today(), self.business.now()
        return Step(state, today, now, actor.id, reason=reason)


def _required(reason: str) -> str:
    why = reason.strip()
    if not why:
        raise FieldsMissing(fields={"reason": "required"})
    return why
