"""Confirmed days in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

from attrs import define, field

from backbeat.figures.model import ConfirmedDay, DaysLeft
from backbeat.kernel.ids import PlatformChannelId
from backbeat.kernel.months import Month

_NOT_BEGUN = None, DaysLeft(0, None)


@define(eq=False)
class MemoryConfirmedDays:
    _days: dict[int, list[ConfirmedDay]] = field(factory=dict, init=False)
    _shown: dict[Month, int] = field(factory=dict, init=False)
    _last: int = field(default=0, init=False)
    _begun: dict[Month, tuple[str | None, DaysLeft]] = field(factory=dict, init=False)

    def new_version(self, month: Month, facts: str | None = None) -> int:
        self._last += 1
        self._begun[month] = facts, DaysLeft(self._last, None)
        return self._last

    def left(self, month: Month, facts: str) -> DaysLeft | None:
        on, left = self._begun.get(month, _NOT_BEGUN)
        return left if on == facts and left.version != self._shown.get(month) else None

    def reach(self, month: Month, version: int, channel: PlatformChannelId) -> None:
        facts, left = self._begun.get(month, _NOT_BEGUN)
        if left.version == version:
            self._begun[month] = facts, left._replace(reached=channel)

    def forget(self, month: Month, version: int, channels: Collection[PlatformChannelId]) -> None:
        self._days[version] = [
            each
            for each in self._days.get(version, ())
            if each.channel not in channels or each.day not in month
        ]

    def add(self, version: int, days: Sequence[ConfirmedDay]) -> None:
        self._days.setdefault(version, []).extend(days)

    def show(self, month: Month, version: int) -> None:
        self._shown[month] = version

    def drop_others(self, month: Month, limit: int) -> bool:  # noqa: ARG002 - all at once
        for version, days in self._days.items():
            if version != self._shown.get(month):
                self._days[version] = [each for each in days if each.day not in month]
        self._begun.pop(month, None)
        return False

    def unfinished(self) -> Sequence[Month]:
        return sorted(self._begun)

    def closed(self, first: Month, last: Month) -> Mapping[Month, int]:
        return {month: each for month, each in self._shown.items() if first <= month <= last}

    def of(
        self, channel: PlatformChannelId, first: date, last: date, version: int
    ) -> Iterator[ConfirmedDay]:
        for each in self._days.get(version, ()):
            if each.channel == channel and first <= each.day <= last:
                yield each
