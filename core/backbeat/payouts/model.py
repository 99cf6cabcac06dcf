"""Batches of payouts, and the attempts to pay behind a pending withdrawal (PAYOUT-1)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from types import MappingProxyType

from attrs import evolve, field, frozen

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.payout_methods.model import Destination, FileForm, FileKind
from backbeat.payouts.errors import AttemptMoved
from backbeat.withdrawals.model import AttemptState

_NEXT: Mapping[AttemptState, frozenset[AttemptState]] = MappingProxyType(
    {
        AttemptState.EXPORTED: frozenset(
            {
                AttemptState.SENT,
                AttemptState.UNCERTAIN,
                AttemptState.UNCLAIMED,
                AttemptState.SETTLED,
                AttemptState.RETURNED,
            }
        ),
        AttemptState.SENT: frozenset(
            {
                AttemptState.UNCERTAIN,
                AttemptState.UNCLAIMED,
                AttemptState.SETTLED,
                AttemptState.RETURNED,
            }
        ),
        AttemptState.UNCERTAIN: frozenset(
            {
                AttemptState.SENT,
                AttemptState.UNCLAIMED,
                AttemptState.SETTLED,
                AttemptState.RETURNED,
            }
        ),
        AttemptState.UNCLAIMED: frozenset({AttemptState.SETTLED, AttemptState.RETURNED}),
        AttemptState.SETTLED: frozenset(),
        AttemptState.RETURNED: frozenset(),
    }
)

_NEVER_LEFT = frozenset({AttemptState.EXPORTED, AttemptState.RETURNED})


@frozen
class Step:
    """A step of an attempt: into which state, on which day, and who recorded it.

    `on` is the day on which it happened according to the bank or the operator; `at` is when it was
    recorded, by the business clock.
    """

    state: AttemptState
    on: date
    at: datetime
    by: str
    reference: str = ""
    """The bank's own reference for it, from its result file."""
    reason: str | None = None

    def tells_the_same(self, other: Step) -> bool:
        """Whether both report the same fact, whoever recorded it and when."""
        return (self.state, self.on, self.reference) == (other.state, other.on, other.reference)


@frozen
class Attempt:
    """One attempt to pay a withdrawal: a line of a file, and everything that happened to it.

    `number` counts a withdrawal's attempts from 1; `place` is its line in the batch, from 0.
    """

    account: AccountId
    withdrawal: WithdrawalId
    number: int
    batch: int
    place: int
    amount: Money
    steps: tuple[Step, ...]

    @property
    def reference(self) -> str:
        """Its reference in the files: the withdrawal's id, from the second attempt on with its
        number.
        """
        return self.withdrawal if self.number == 1 else f"{self.withdrawal}-{self.number}"

    @property
    def state(self) -> AttemptState:
        """How far it has come."""
        return self.steps[-1].state

    @property
    def is_open(self) -> bool:
        """Whether the money may be on its way."""
        return self.state.is_open

    @property
    def came_back(self) -> bool:
        """Whether the money was on its way and came back; a cancelled batch never left."""
        last = self.steps[-1]
        was_sent = any(step.state not in _NEVER_LEFT for step in self.steps)
        return last.state is AttemptState.RETURNED and (was_sent or bool(last.reference))

    def moved(self, step: Step) -> Attempt:
        """The attempt one step further. Refused with `AttemptMoved` if there is no such step."""
        if step.state not in _NEXT[self.state]:
            raise AttemptMoved(withdrawal=self.withdrawal, state=self.state, asked=step.state)
        return evolve(self, steps=(*self.steps, step))

    def has_heard(self, step: Step) -> bool:
        """Whether the same fact has already been recorded."""
        return any(known.tells_the_same(step) for known in self.steps)


@frozen
class Debtor:
    """The operator's own account, from which an ISO 20022 file pays (PAYOUT-9)."""

    name: str
    account: str = field(repr=False)
    bic: str


@frozen
class BatchFile:
    """A file of a batch as it was written; its digest tells whether it can be made again."""

    name: str
    sha256: str
    count: int
    total: Money


@frozen
class Batch:
    """Payouts with one kind of file and in one currency that were written into files together.

    Batches are numbered from 1. `made_on` is a business day, `made_at` business time.
    """

    number: int
    kind: FileKind
    form: FileForm
    currency: Currency
    made_on: date
    made_at: datetime
    made_by: str
    files: tuple[BatchFile, ...] = ()
    debtor: Debtor | None = None

    @property
    def count(self) -> int:
        """How many payouts it has."""
        return sum(file.count for file in self.files)

    @property
    def total(self) -> Money:
        result = Money.zero(self.currency)
        for file in self.files:
            result += file.total
        return result


@frozen
class Standing:
    """A batch, with the number of its attempts in each state."""

    batch: Batch
    states: Mapping[AttemptState, int]

    @property
    def is_open(self) -> bool:
        """Whether part of it is still on its way."""
        return any(count and state.is_open for state, count in self.states.items())


@frozen
class Payment:
    """The contents of one line of a file: how much to whom, and under which references."""

    reference: str
    withdrawal: WithdrawalId
    account: AccountId
    invoice: str
    destination: Destination
    amount: Money


@frozen
class Sheet:
    """Everything that one file contains; the same sheet always gives the same bytes.

    `part` counts the files of the batch from 1.
    """

    batch: Batch
    part: int
    payments: tuple[Payment, ...]


@frozen
class PayoutFile:
    name: str
    content: bytes = field(repr=False)


@frozen
class RawLine:
    """A line of a file of results: its number, and its cells by the names of their columns."""

    number: int
    cells: Mapping[str, str]
