"""Days of networks over the books in memory: none is added up in advance."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from attrs import frozen

from backbeat.dashboards.model import NetworkChange, NetworkDay, Range, RolledUp
from backbeat.kernel.ids import AccountId


@frozen
class MemoryNetworkDays:
    """Nobody's days are kept, so every dashboard is added up when it is asked for."""

    def rolled_up(self, _account: AccountId) -> RolledUp | None:
        return None

    def every_rolled_up(self) -> Mapping[AccountId, RolledUp]:
        return {}

    def days(self, _account: AccountId, _within: Range) -> Mapping[date, NetworkDay]:
        return {}

    def changes(
        self,
        _within: Range | None = None,
        most: int | None = None,  # noqa: ARG002 - the port names it
    ) -> Sequence[NetworkChange]:
        return []

    def managers(self) -> Sequence[AccountId]:
        return []

    def begin(self) -> int:
        return 0

    def keep(
        self,
        _run: int,
        _account: AccountId,
        _rolled_up: RolledUp,
        _parts: Sequence[Range],
        _days: Mapping[date, NetworkDay],
    ) -> bool:
        return False

    def finish(
        self, _run: int, _changes: Sequence[NetworkChange], _gone: Collection[AccountId]
    ) -> bool:
        return False
