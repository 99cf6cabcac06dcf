"""Everything that a portal stores, in memory: for embedding, for first experiments, and for tests."""

from __future__ import annotations

from attrs import define, field

from backbeat.accounts.ports import LastSeen
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import NewId
from backbeat.limits.ports import LimitStore
from backbeat.memory.accounts import MemoryLastSeen
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.jobs import MemoryJobEngine
from backbeat.memory.limits import MemoryLimits
from backbeat.memory.runs import MemoryRuns
from backbeat.memory.staging import MemoryStaging
from backbeat.settlement.ports import Runs


@define(eq=False)
class MemoryStorage:
    """Fulfils `Storage`; its contents are lost with the process."""

    transactions: MemoryTransactions
    staging: MemoryStaging
    job_engine: MemoryJobEngine
    limits: LimitStore = field(factory=MemoryLimits)
    last_seen: LastSeen = field(factory=MemoryLastSeen)
    runs: Runs = field(factory=MemoryRuns)

    @classmethod
    def empty(cls, clock: Clock, new_id: NewId) -> MemoryStorage:
        """An empty storage. `clock` is the security clock."""
        transactions = MemoryTransactions.empty(clock, new_id)
        return cls(transactions, MemoryStaging(transactions), MemoryJobEngine(transactions))
