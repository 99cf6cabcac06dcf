"""Taking many lines at once: looked up and judged beside everybody else, written in one go.

Whoever writes makes others wait. So a file is judged before its transaction begins; inside it only
what was looked up is looked up again, by the hundred, and judged anew if it changed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol, TypeVar

from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId
from backbeat.kernel.transactions import Transactions
from backbeat.onboarding.model import Fault
from backbeat.onboarding.ports import Books


class Known(Protocol):
    """What was looked up for a file; two of them are equal if a file is judged alike by both."""

    @property
    def accounts(self) -> Collection[AccountId]:
        """The accounts that a file refers to: nobody changes them while it is written."""


class Plan(Protocol):
    """What a file comes to: with faults nothing, otherwise everything in it."""

    @property
    def faults(self) -> Sequence[Fault]: ...


K = TypeVar("K", bound=Known)
P = TypeVar("P", bound=Plan)


class Batch(Protocol[K, P]):
    """One file: how it is looked up, judged and written."""

    def look_up(self, books: Books) -> K:
        """What decides about the file, in a number of statements that hardly grows with it."""

    def judge(self, known: K) -> P: ...

    def lock(self, books: Books, known: K) -> None:
        """Lock what has to stay as it is while the file is written."""

    def write(self, books: Books, plan: P) -> None: ...


def take(transactions: Transactions[Books], batch: Batch[K, P], *, dry_run: bool) -> P:
    """Judge a file and, unless there are faults or it is a trial, write it whole (0281).

    A trial never makes anybody wait. If somebody else takes an address, a nickname or a channel in
    the last moment, that is a fault of its line like any other.
    """
    known, plan = _judged(transactions, batch)
    if plan.faults or dry_run:
        return plan
    try:
        with transactions.begin() as books:
            batch.lock(books, known)
            now = batch.look_up(books)
            if now != known:
                plan = batch.judge(now)
            if not plan.faults:
                batch.write(books, plan)
            return plan
    except Refusal:
        _, plan = _judged(transactions, batch)
        if not plan.faults:
            raise
        return plan


def _judged(transactions: Transactions[Books], batch: Batch[K, P]) -> tuple[K, P]:
    with transactions.look() as books:
        known = batch.look_up(books)
    return known, batch.judge(known)
