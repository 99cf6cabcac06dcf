"""Reading the audit trail, and checking that nobody has changed it."""

from __future__ import annotations

from attrs import frozen

from backbeat.audit import rules
from backbeat.audit.model import AuditRow
from backbeat.audit.ports import AuditFilter, Transactions
from backbeat.kernel.ids import AuditId
from backbeat.kernel.pages import Page, PageRequest


@frozen
class Verdict:
    """How many rows were read, and which of them no longer fit their digest."""

    rows: int
    changed: tuple[AuditId, ...]


@frozen
class Audit:
    """The trail, for operators."""

    transactions: Transactions

    def list(self, wanted: AuditFilter, page: PageRequest) -> Page[AuditRow]:
        """A page of acts, the newest first."""
        with self.transactions.look() as books:
            return books.audit.page(wanted, page)

    def verify(self) -> Verdict:
        """Read every row and name those that were changed since they were written."""
        rows, changed = 0, []
        with self.transactions.look() as books:
            for row in books.audit.all():
                rows += 1
                if not rules.is_whole(row):
                    changed.append(row.id)
        return Verdict(rows, tuple(changed))
