"""Batches and attempts to pay in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from attrs import define, field

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.withdrawals import MemoryWithdrawals
from backbeat.payouts.model import Attempt, Batch, Standing, Step
from backbeat.withdrawals.errors import PayoutUnderWay
from backbeat.withdrawals.model import AttemptState, OpenAttempt, Withdrawal
from backbeat.withdrawals.ports import WithdrawalOwners

Key = tuple[AccountId, WithdrawalId]


@define(eq=False)
class MemoryAttempts:
    """Keeps the attempts of each withdrawal in a list."""

    _withdrawals: MemoryWithdrawals
    _kept: dict[Key, list[Attempt]] = field(factory=dict, init=False)

    def _pending(self, owners: WithdrawalOwners) -> list[Withdrawal]:
        return [each for each in self._withdrawals.get_all(owners) if each.is_pending]

    def add(self, attempts: Sequence[Attempt]) -> None:
        for attempt in attempts:
            under_way = self.open_of(attempt.account, attempt.withdrawal)
            if under_way is not None:
                raise PayoutUnderWay(batch=under_way.batch, state=under_way.state)
            self._kept.setdefault(_key(attempt), []).append(attempt)

    def save(self, attempts: Sequence[Attempt]) -> None:
        for attempt in attempts:
            self._kept[_key(attempt)][attempt.number - 1] = attempt

    def of(self, withdrawals: WithdrawalOwners) -> Mapping[WithdrawalId, Sequence[Attempt]]:
        return {
            each: tuple(self._kept.get((account, each), ()))
            for each, account in withdrawals.items()
        }

    def in_batch(self, batch: int) -> Sequence[Attempt]:
        found = [each for kept in self._kept.values() for each in kept if each.batch == batch]
        return sorted(found, key=lambda each: each.place)

    def open_of(self, account: AccountId, withdrawal: WithdrawalId) -> OpenAttempt | None:
        found = self._open((account, withdrawal))
        return OpenAttempt(found.batch, found.state) if found else None

    def came_back(self, account: AccountId, withdrawal: WithdrawalId) -> bool:
        kept = self._kept.get((account, withdrawal), [])
        return bool(kept) and kept[-1].came_back

    def returned(self) -> WithdrawalOwners:
        found = {
            withdrawal: account
            for (account, withdrawal), kept in self._kept.items()
            if kept[-1].state is AttemptState.RETURNED
        }
        return {each.id: each.account for each in self._pending(found)}

    def settle(
        self,
        account: AccountId,
        withdrawal: WithdrawalId,
        on: date,
        at: datetime,
        by: str,
        *,
        reason: str | None,
    ) -> None:
        found = self._open((account, withdrawal))
        if found is not None:
            self.save([found.moved(Step(AttemptState.SETTLED, on, at, by, reason=reason))])

    def _open(self, key: Key) -> Attempt | None:
        return next((each for each in self._kept.get(key, ()) if each.is_open), None)


def _key(attempt: Attempt) -> Key:
    return attempt.account, attempt.withdrawal


@define(eq=False)
class MemoryBatches:
    """Keeps batches by number; their state follows from their attempts."""

    _attempts: MemoryAttempts
    _kept: dict[int, Batch] = field(factory=dict, init=False)

    def next_number(self) -> int:
        """See `BatchRepository`; one block at a time has the books in memory."""
        return len(self._kept) + 1

    def add(self, batch: Batch) -> None:
        self._kept[batch.number] = batch

    def get(self, number: int) -> Batch | None:
        return self._kept.get(number)

    def page(self, state: AttemptState | None, request: PageRequest) -> Page[Standing]:
        found = [
            Standing(batch, Counter(each.state for each in self._attempts.in_batch(number)))
            for number, batch in sorted(self._kept.items(), reverse=True)
        ]
        wanted = [each for each in found if state is None or each.states[state]]
        return request.of(wanted, lambda each: (each.batch.number,))
