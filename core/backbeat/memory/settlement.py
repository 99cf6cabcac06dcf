"""Settlements in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from attrs import define, field

from backbeat.kernel.ids import ChannelId
from backbeat.kernel.months import Month
from backbeat.settlement.errors import AlreadyClosed, LineSettled
from backbeat.settlement.model import SettledLine, Settlement
from backbeat.settlement.packed import Group


@define(eq=False)
class MemorySettlements:
    """Closes and adjustments by month and revision."""

    _settlements: dict[tuple[Month, int], Settlement] = field(factory=dict)
    _groups: dict[tuple[Month, int], Sequence[Group]] = field(factory=dict)

    def add(self, settlement: Settlement, groups: Iterable[Group]) -> None:
        key = settlement.month, settlement.revision
        if key in self._settlements:
            raise AlreadyClosed(month=settlement.month, closed_on=self._settlements[key].day)
        self._settlements[key] = settlement
        self._groups[key] = tuple(groups)

    def of(self, month: Month) -> Sequence[Settlement]:
        return [
            settlement for key, settlement in sorted(self._settlements.items()) if key[0] == month
        ]

    def groups(
        self, month: Month, revision: int, channels: Collection[ChannelId] | None = None
    ) -> Sequence[Group]:
        return [
            group
            for group in self._groups.get((month, revision), ())
            if channels is None or group.channel in channels
        ]

    def all(self) -> Sequence[Settlement]:
        return sorted(
            self._settlements.values(),
            key=lambda each: (-each.month.year, -each.month.month, each.revision),
        )

    def last_closed(self) -> Month | None:
        return max((month for month, _ in self._settlements), default=None)


@define(eq=False)
class MemorySettledLines:
    """Lines settled without a file, by month, key and revision."""

    _lines: dict[tuple[Month, str, int], SettledLine] = field(factory=dict)

    def add(self, line: SettledLine) -> None:
        key = line.month, line.key, line.revision
        if key in self._lines:
            raise LineSettled(month=line.month, line=line.name, settled_on=self._lines[key].day)
        self._lines[key] = line

    def of(self, month: Month) -> Sequence[SettledLine]:
        return [line for key, line in sorted(self._lines.items()) if key[0] == month]

    def all(self) -> Sequence[SettledLine]:
        """Every revision of every line."""
        return list(self._lines.values())
