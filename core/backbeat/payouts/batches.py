"""Writing payouts into a method's files (PAYOUT-2, PAYOUT-3)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import date

from attrs import evolve, frozen

from backbeat import settings
from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import NotFound, Refusal
from backbeat.kernel.ids import WithdrawalId
from backbeat.kernel.money import Currency, Money, total
from backbeat.kernel.transactions import Transactions
from backbeat.payout_methods.model import FileForm, FileKind
from backbeat.payout_methods.registry import METHODS
from backbeat.payouts import rules
from backbeat.payouts.errors import BatchChanged, BatchMoved
from backbeat.payouts.model import (
    Attempt,
    Batch,
    BatchFile,
    PayoutFile,
    Sheet,
    Step,
)
from backbeat.payouts.ports import Books, SheetWriter
from backbeat.withdrawals import rules as withdrawal_rules
from backbeat.withdrawals.model import AttemptState, Withdrawal
from backbeat.withdrawals.ports import WithdrawalOwners


@frozen
class BatchRequest:
    """What to export.

    Without `withdrawals`: every one that is waiting and can be paid; `currency` and `due_by` narrow
    these. With `withdrawals`: only those.
    """

    kind: FileKind
    form: FileForm | None = None
    currency: Currency | None = None
    due_by: date | None = None
    withdrawals: Sequence[WithdrawalId] = ()


@frozen
class HeldBack:
    """A withdrawal that was not exported, and why."""

    withdrawal: Withdrawal
    refusal: Refusal


@frozen
class CreatedBatch:
    """A batch and the files to hand over."""

    batch: Batch
    files: tuple[PayoutFile, ...]


@frozen
class BatchExport:
    """The result of an order: a batch for each currency, and what was held back."""

    batches: tuple[CreatedBatch, ...]
    held: tuple[HeldBack, ...]


@frozen
class PayoutBatches:
    """Makes batches. `business` dates what people see."""

    transactions: Transactions[Books]
    business: Clock
    writer: SheetWriter
    policy: settings.Withdrawal
    own: settings.Payout

    def export(self, order: BatchRequest, actor: Actor, *, dry_run: bool = False) -> BatchExport:
        """Put waiting withdrawals into files, each with one attempt that is open from now on.

        All of it is one transaction. What cannot be paid now is held back and named: a destination
        in its cool-down, an amount that another operator has to approve, an open attempt, or an
        account that is suspended or blocked or whose payouts are locked. Refused with 2
        `settings_missing` if the file needs the operator's account, 2 `bad_value` for a format that
        the kind of file does not have, and 2 `not_found` for a withdrawal that does not exist. The
        caller has to save the files; `again` makes the same ones.
        """
        form = rules.form_of(order.kind, order.form)
        debtor = rules.debtor_of(self.own) if order.kind.needs_debtor else None
        draft = Batch(
            number=0,
            kind=order.kind,
            form=form,
            currency=order.currency or Currency.USD,
            made_on=self.business.today(),
            made_at=self.business.now(),
            made_by=actor.id,
            debtor=debtor,
        )
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            return self._export(books, order, draft)

    def again(self, number: int) -> CreatedBatch:
        """The files of a batch as they were, in case they were lost.

        Refused with `NotFound`, with 2 `batch_answered` once any of it was answered or is
        uncertain, with 2 `payouts_locked` if the payouts of one of its accounts have been locked,
        and with 2 `batch_changed` if a destination has been erased.
        """
        with self.transactions.look() as books:
            batch = books.batches.get(number)
            if batch is None:
                raise NotFound()
            attempts = books.attempts.in_batch(number)
            if any(each.state not in _UNANSWERED for each in attempts):
                raise BatchMoved(batch=number)
            owners = books.accounts.get_all({each.account for each in attempts})
            rules.require_all_unlocked(attempts, owners)
            found = books.withdrawals.get_all({each.withdrawal: each.account for each in attempts})
        files = self._files(batch, attempts, {each.id: each for each in found})
        if [_digest(file) for file in files] != [file.sha256 for file in batch.files]:
            raise BatchChanged(batch=number)
        return CreatedBatch(batch, files)

    def _export(self, books: Books, order: BatchRequest, draft: Batch) -> BatchExport:
        meant = self._meant(books, order)
        # If an owner disowns a change at the same time, that act waits until the batch is made, or
        # the batch sees it.
        owners = books.accounts.hold(meant.values())
        locked = books.withdrawals.lock_all(meant)
        candidates = [each for each in locked if order.withdrawals or _is_wanted(each, order)]
        before = books.attempts.of({each.id: each.account for each in candidates})
        limit = Money.of(self.policy.four_eyes_over)
        going: list[Withdrawal] = []
        held: list[HeldBack] = []
        for each in candidates:
            try:
                rules.require_exportable(each, before[each.id], draft, limit, order.currency)
                rules.require_in_good_standing(owners.get(each.account))
                withdrawal_rules.require_unlocked(owners.get(each.account))
            except Refusal as refusal:
                held.append(HeldBack(each, refusal))
            else:
                going.append(each)
        made = []
        for currency in sorted({each.currency for each in going}, reverse=True):
            own = [(each, len(before[each.id]) + 1) for each in going if each.currency is currency]
            made.append(self._make(books, evolve(draft, currency=currency), own))
        return BatchExport(tuple(made), tuple(held))

    def _meant(self, books: Books, order: BatchRequest) -> WithdrawalOwners:
        """The withdrawals that the order may mean."""
        if not order.withdrawals:
            return books.withdrawals.waiting(METHODS.paid_by(order.kind).name)
        known = books.withdrawals.accounts_of(order.withdrawals)
        if len(known) != len(set(order.withdrawals)):
            raise NotFound()
        return known

    def _make(
        self, books: Books, draft: Batch, going: Sequence[tuple[Withdrawal, int]]
    ) -> CreatedBatch:
        """Record a batch of withdrawals in one currency and make its files.

        Each withdrawal comes with the number of its new attempt.
        """
        batch = evolve(draft, number=books.batches.next_number())
        step = Step(AttemptState.EXPORTED, batch.made_on, batch.made_at, batch.made_by)
        attempts = [
            Attempt(each.account, each.id, number, batch.number, place, each.paid.net, (step,))
            for place, (each, number) in enumerate(going)
        ]
        files = self._files(batch, attempts, {each.id: each for each, _ in going})
        parts = rules.parts(attempts)
        batch = evolve(
            batch,
            files=tuple(
                _described(batch, file, part) for file, part in zip(files, parts, strict=True)
            ),
        )
        books.batches.add(batch)
        books.attempts.add(attempts)
        self._record(books, batch, attempts)
        return CreatedBatch(batch, files)

    def _files(
        self,
        batch: Batch,
        attempts: Sequence[Attempt],
        withdrawals: Mapping[WithdrawalId, Withdrawal],
    ) -> tuple[PayoutFile, ...]:
        lines = [rules.payment(each, withdrawals[each.withdrawal]) for each in attempts]
        return tuple(
            PayoutFile(
                rules.file_name(batch, number),
                self.writer.content(Sheet(evolve(batch, files=()), number, part)),
            )
            for number, part in enumerate(rules.parts(lines), start=1)
        )

    def _record(self, books: Books, batch: Batch, attempts: Sequence[Attempt]) -> None:
        facts = {
            "method": batch.kind.name,
            "currency": batch.currency,
            "count": batch.count,
            "total": batch.total,
            "files": [file.name for file in batch.files],
            "sha256": [file.sha256 for file in batch.files],
            "withdrawals": [each.reference for each in attempts],
        }
        books.audit.record(
            AuditEntry(
                batch.made_at,
                Actor.operator(batch.made_by),
                "payout.exported",
                f"batch:{batch.number}",
                after=facts,
            )
        )


_UNANSWERED = frozenset({AttemptState.EXPORTED, AttemptState.SENT})


def _is_wanted(withdrawal: Withdrawal, order: BatchRequest) -> bool:
    """Whether an order that names no withdrawals includes it."""
    return (
        withdrawal.is_pending
        and order.currency in {None, withdrawal.currency}
        and (order.due_by is None or withdrawal.due_on <= order.due_by)
    )


def _described(batch: Batch, file: PayoutFile, attempts: Sequence[Attempt]) -> BatchFile:
    return BatchFile(
        name=file.name,
        sha256=_digest(file),
        count=len(attempts),
        total=total((each.amount for each in attempts), batch.currency),
    )


def _digest(file: PayoutFile) -> str:
    return hashlib.sha256(file.content).hexdigest()
