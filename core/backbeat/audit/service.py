"""Reading the audit trail, and checking that nobody has changed it."""

from __future__ import annotations

from attrs import frozen

from backbeat.audit import rules
from backbeat.audit.model import AuditRow
from backbeat.audit.ports import AuditFilter, AuditTrail, Books
from backbeat.audit.sealing import SEALED, Seal, seal_of
from backbeat.kernel.ids import AuditId
from backbeat.kernel.pages import LARGEST_PAGE, Page, PageRequest
from backbeat.kernel.transactions import Transactions


@frozen
class Verdict:
    """How many rows were read, which no longer fit their digest, and which seals are broken.

    `sealed` of the rows are covered by a seal that holds: none before them is missing.
    """

    rows: int
    changed: tuple[AuditId, ...]
    broken_seals: tuple[AuditId, ...] = ()
    sealed: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether every row is as it was written and none that was sealed is missing."""
        return not self.changed and not self.broken_seals


@frozen
class Audit:
    transactions: Transactions[Books]

    def list(self, filter: AuditFilter, page: PageRequest) -> Page[AuditRow]:
        """A page of acts, the newest first."""
        with self.transactions.look() as books:
            return books.audit.page(filter, page)

    def verify(self) -> Verdict:
        """Read every row: name those changed since they were written, and seals that do not fit."""
        rows, sealed, linked = 0, 0, rules.NO_SEAL
        changed: list[AuditId] = []
        with self.transactions.look() as books:
            seals = _seals(books.audit)
            for row in books.audit.all():
                rows, linked = rows + 1, rules.linked(linked, row)
                if not rules.is_whole(row):
                    changed.append(row.id)
                if seals.pop(Seal(row.id, rows, linked), None) is not None:
                    sealed = rows
        return Verdict(rows, tuple(changed), tuple(sorted(seals.values())), sealed)


def _seals(trail: AuditTrail) -> dict[Seal, AuditId]:
    """Every seal with the row that holds it; of equal ones, which two workers made, one."""
    found: dict[Seal, AuditId] = {}
    asked: PageRequest | None = PageRequest(size=LARGEST_PAGE)
    while asked is not None:
        page = trail.page(AuditFilter(action=SEALED), asked)
        found |= {seal_of(row.entry): row.id for row in page.items}
        asked = asked.following(page)
    return found
