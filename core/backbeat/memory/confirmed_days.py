"""Confirmed days in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from attrs import define, field

from backbeat.figures.model import ConfirmedDay
from backbeat.kernel.ids import PlatformChannelId
from backbeat.kernel.months import Month


@define(eq=False)
class MemoryConfirmedDays:
    _days: dict[int, list[ConfirmedDay]] = field(factory=dict, init=False)
    _shown: dict[Month, int] = field(factory=dict, init=False)
    _last: int = field(default=0, init=False)
    _begun: set[Month] = field(factory=set, init=False)

    def new_version(self, month: Month) -> int:
        self._last += 1
        self._begun.add(month)
        return self._last

    def add(self, version: int, days: Sequence[ConfirmedDay]) -> None:
        self._days.setdefault(version, []).extend(days)

    def show(self, month: Month, version: int) -> None:
        self._shown[month] = version

    def drop_others(self, month: Month, limit: int) -> bool:  # noqa: ARG002 - all at once
        for version, days in self._days.items():
            if version != self._shown.get(month):
                self._days[version] = [each for each in days if each.day not in month]
        self._begun.discard(month)
        return False

    def unfinished(self) -> Sequence[Month]:
        return sorted(self._begun)

    def closed(self, first: Month, last: Month) -> Mapping[Month, int]:
        return {month: each for month, each in self._shown.items() if first <= month <= last}

    def of(
        self, channel: PlatformChannelId, first: date, last: date, version: int
    ) -> Iterator[ConfirmedDay]:
        """A channel's days of a version."""
        for each in self._days.get(version, ()):
            if each.channel == channel and first <= each.day <= last:
                yield each
