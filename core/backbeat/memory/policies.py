"""Policies in memory."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from attrs import define, field

from backbeat.policies.model import Policy


@define(eq=False)
class MemoryPolicies:
    """Policies by rule, day and revision; transactions in memory go one at a time."""

    _policies: dict[tuple[str, date, int], Policy] = field(factory=dict)

    def all(self) -> Sequence[Policy]:
        return [policy for _, policy in sorted(self._policies.items(), key=lambda item: item[0])]

    def add(self, added: Sequence[Policy]) -> None:
        for policy in added:
            key = policy.key, policy.from_day, policy.revision
            if key in self._policies:
                raise KeyError(f"{key} is there already")
            self._policies[key] = policy

    def hold(self) -> None: ...

    def lock(self) -> None: ...
