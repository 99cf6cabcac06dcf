"""What payouts need from outside: batches, attempts, the makers of files, files of results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date, datetime
from pathlib import Path
from typing import Protocol

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.payouts.model import Attempt, Batch, RawLine, Sheet, Standing
from backbeat.withdrawals import ports as withdrawal_ports
from backbeat.withdrawals.model import AttemptState, OpenAttempt
from backbeat.withdrawals.ports import WithdrawalOwners


class BatchRepository(Protocol):
    """The batches, which never change. The operator's account is stored encrypted."""

    def next_number(self) -> int:
        """The number of the next batch, from 1.

        It belongs to this transaction until it ends: others wait, and a transaction that fails
        gives the number back.
        """

    def add(self, batch: Batch) -> None: ...

    def get(self, number: int) -> Batch | None: ...

    def page(self, state: AttemptState | None, request: PageRequest) -> Page[Standing]:
        """A page of batches, the newest first; with a state, those that have an attempt in it."""


class AttemptRepository(Protocol):
    """The attempts to pay. Of a withdrawal's attempts at most one is open."""

    def add(self, attempts: Sequence[Attempt]) -> None:
        """Store new ones. Refuses with `PayoutUnderWay` while another attempt for the withdrawal is
        open.
        """

    def save(self, attempts: Sequence[Attempt]) -> None:
        """Store the new steps of existing ones."""

    def of(self, withdrawals: WithdrawalOwners) -> Mapping[WithdrawalId, Sequence[Attempt]]:
        """The attempts of each of these withdrawals in order of number; withdrawals without any
        have an empty list.
        """

    def in_batch(self, batch: int) -> Sequence[Attempt]: ...

    def returned(self) -> WithdrawalOwners:
        """Pending withdrawals of which an attempt was returned and none is open."""

    def came_back(self, account: AccountId, withdrawal: WithdrawalId) -> bool: ...

    def open_of(self, account: AccountId, withdrawal: WithdrawalId) -> OpenAttempt | None: ...

    def settle(
        self,
        account: AccountId,
        withdrawal: WithdrawalId,
        on: date,
        at: datetime,
        by: str,
        *,
        reason: str | None,
    ) -> None: ...


class Books(withdrawal_ports.Books, Protocol):
    """The records that the use cases of payouts read and write together."""

    @property
    def batches(self) -> BatchRepository: ...

    @property
    def attempts(self) -> AttemptRepository: ...


class SheetWriter(Protocol):
    """Makes the content of files."""

    def content(self, sheet: Sheet) -> bytes:
        """The file; the same sheet gives the same bytes, on every machine and at any time."""


class OpenResults(Protocol):
    """A file of results whose header was recognised."""

    @property
    def name(self) -> str: ...

    def lines(self) -> Iterator[RawLine]:
        """The lines below the header, read one after the other."""


class ResultFiles(Protocol):
    """Reads what banks answered."""

    def open(self, path: Path) -> AbstractContextManager[OpenResults]:
        """A file of results, read on demand.

        Refused with 2 `unreadable_file` and 2 `unknown_results`.
        """
