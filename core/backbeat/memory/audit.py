"""The audit trail in memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import define, field

from backbeat.audit import rules
from backbeat.audit.model import AuditEntry, AuditRow
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AuditId, NewId
from backbeat.kernel.pages import Page, PageRequest


@define(eq=False)
class MemoryAudit:
    """Keeps rows in a list. `clock` is the security clock."""

    clock: Clock
    new_id: NewId
    _rows: list[AuditRow] = field(factory=list, init=False)

    def record(self, entry: AuditEntry) -> None:
        self._rows.append(rules.row_of(AuditId(self.new_id()), self.clock.now(), entry))

    def record_all(self, entries: Sequence[AuditEntry]) -> None:
        for entry in entries:
            self.record(entry)

    def page(self, filter: AuditFilter, request: PageRequest) -> Page[AuditRow]:
        found = [row for row in reversed(self._rows) if _is_wanted(row, filter)]
        return request.of(found, lambda row: (row.id,))

    def about(self, target: str, most: int) -> Sequence[AuditRow]:
        return [row for row in reversed(self._rows) if row.entry.target == target][:most]

    def all(self, after: AuditId | None = None) -> Iterator[AuditRow]:
        return iter([row for row in self._rows if after is None or row.id > after])


def _is_wanted(row: AuditRow, filter: AuditFilter) -> bool:
    entry = row.entry
    return (
        (filter.actor is None or entry.actor.id == filter.actor)
        and entry.target.startswith(filter.target or "")
        and entry.action.startswith(filter.action or "")
        and (filter.since is None or entry.at >= filter.since)
        and (filter.until is None or entry.at <= filter.until)
    )
