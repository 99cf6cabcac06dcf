"""Seals: rows of the trail that record what was before them, so that a lost row is noticed.

Writers of the audit must not wait for each other, so rows are not chained one by one as the
ledger's transactions are. Instead a job regularly writes a row with one hash over all digests up to
an hour earlier: any row that is removed, added or moved afterwards breaks it.
"""

from __future__ import annotations

from datetime import timedelta

from attrs import frozen

from backbeat.audit import rules
from backbeat.audit.model import AuditEntry
from backbeat.audit.ports import AuditTrail, Books, SealKey
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AuditId
from backbeat.kernel.transactions import Transactions

SEAL = "audit.seal"
"""The job that seals the trail, every hour."""

SEALED = "audit.sealed"
TRAIL = "audit"
"""The target of seals, and of no other act."""

MARK = "mark"
"""The field of a seal's row with the signature by the installation's key."""

SETTLED = timedelta(hours=1)
"""After this time, no transaction can still be about to write an earlier row."""


@frozen
class Seal:
    """The last row that a seal covers, how many rows it covers, and their hash."""

    last: AuditId
    rows: int
    hash: str

    @property
    def text(self) -> str:
        return f"audit seal\n{self.last}\n{self.rows}\n{self.hash}"


@frozen
class Seals:
    """Seals the trail. `business` dates the rows of the seals, `security` tells how old rows are;
    with a key each seal is signed.
    """

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    key: SealKey | None = None

    def seal(self, actor: Actor) -> Seal | None:
        """Seal the rows that are an hour old; None if only seals were added since the last one."""
        with self.transactions.look() as books:
            seal, worth_it = self._next(books)
        if seal is not None and worth_it:
            marked = {MARK: self.key.mark(seal.text)} if self.key else {}
            with self.transactions.begin() as books:
                books.audit.record(
                    AuditEntry(
                        self.business.now(),
                        actor,
                        SEALED,
                        TRAIL,
                        after={
                            "last": seal.last,
                            "rows": seal.rows,
                            "hash": seal.hash,
                            **marked,
                        },
                    )
                )
        return seal if worth_it else None

    def now(self) -> Seal | None:
        """The seal that all rows at least an hour old would get; None if there are none."""
        with self.transactions.look() as books:
            return self._next(books)[0]

    def _next(self, books: Books) -> tuple[Seal | None, bool]:
        """The next seal, and whether anything except seals was added since the last one."""
        before = newest(books.audit)
        last = before.last if before else None
        count, linked = (before.rows, before.hash) if before else (0, rules.NO_SEAL)
        worth_it = False
        for row in books.audit.all(after=last):
            if row.recorded_at > self.security.now() - SETTLED:
                break
            last, count, linked = row.id, count + 1, rules.linked(linked, row)
            worth_it = worth_it or row.entry.action != SEALED
        return Seal(last, count, linked) if last is not None else None, worth_it


def newest(trail: AuditTrail) -> Seal | None:
    """The newest seal of a trail, if it was ever sealed."""
    rows = trail.about(TRAIL, 1)
    return seal_of(rows[0].entry) if rows else None


def seal_of(entry: AuditEntry) -> Seal:
    facts = entry.after
    return Seal(AuditId(str(facts["last"])), int(str(facts["rows"])), str(facts["hash"]))
