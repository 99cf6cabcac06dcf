"""The invariants on demand, before and after a close, and every ten minutes; and the checkpoints
that follow.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

from attrs import frozen

from backbeat.audit.model import AuditEntry, mask_addresses
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import rules as ledger_rules
from backbeat.ledger.integrity import rules
from backbeat.ledger.integrity.errors import LedgerInconsistent
from backbeat.ledger.integrity.model import IntegrityReport, Seal
from backbeat.ledger.integrity.ports import Books, Witness

WATCH = "ledger.check"
"""The job that checks the ledger, every ten minutes."""

FOUND = "ledger.found_unsound"
CURED = "ledger.found_sound"
LEDGER = "ledger"
"""The target of both, and of no other act."""

NAMED = 5
"""How many findings a refusal, an audit row or a log line names."""

log = logging.getLogger(__name__)


@frozen
class LedgerIntegrity:
    """Whether the money adds up. `business` dates audit rows (AUDIT-3)."""

    transactions: Transactions[Books]
    business: Clock
    witness: Witness | None = None

    def check(self) -> IntegrityReport:
        """Read everything, as of one moment, and run every invariant."""
        with self.transactions.look() as books:
            report = rules.check(books.integrity)
            if self.witness is None:
                return report
            return rules.with_lacking(report, rules.lacking(books.checkpoints, self.witness))

    def sealed_and_gone(self) -> str | None:
        """What the ledger lacks of what this installation saw sealed; None if it is complete."""
        if self.witness is None:
            return None
        with self.transactions.look() as books:
            return rules.sealed_and_gone(books.checkpoints, self.witness)

    def require(self) -> None:
        """Refuse with `LedgerInconsistent` if an invariant is violated, because then money must not
        move.
        """
        report = self.check()
        if not report.holds:
            raise LedgerInconsistent(count=len(report.findings), findings=named(report))

    def watch(self, actor: Actor) -> IntegrityReport:
        """Check the ledger; seal it if it is sound, and report anything wrong in the log and the
        audit.

        A checkpoint seals the heads of all chains together. A ledger with findings is not sealed,
        so that the last checkpoint shows the last sound state.

        The log gets a line each time; the audit gets a row if the findings have changed, and one
        when they are gone, so that ten-minute checks do not fill it.
        """
        report = self.check()
        if not report.holds:
            log.error(
                "the ledger is not sound: %s findings: %s",
                len(report.findings),
                "; ".join(named(report)),
            )
        if self._is_news(report):
            with self.transactions.begin() as books:
                if _told(books) != _facts(report):
                    books.audit.record(self._audited(report, actor))
        if report.holds and report.unsealed:
            self._seal()
        if report.holds and self.witness is not None:
            self._remember(self.witness)
        return report

    def _remember(self, witness: Witness) -> None:
        with self.transactions.look() as books:
            first, last = books.checkpoints.hash_of(1), books.checkpoints.last()
        if first is None or last is None:
            return
        try:
            witness.remember(first, Seal(last.number, last.hash))
        except OSError as error:  # a full disk is no reason to keep a month open
            log.warning("what was sealed is not remembered in %s: %s", witness.place, error)

    def _seal(self) -> None:
        with self.transactions.begin() as books:
            books.checkpoints.hold()
            heads = books.checkpoints.moved()
            if heads:
                books.checkpoints.add(ledger_rules.checkpoint(books.checkpoints.last(), heads))

    def _is_news(self, report: IntegrityReport) -> bool:
        with self.transactions.look() as books:
            return _told(books) != _facts(report)

    def _audited(self, report: IntegrityReport, actor: Actor) -> AuditEntry:
        return AuditEntry(
            self.business.now(),
            actor,
            CURED if report.holds else FOUND,
            LEDGER,
            after=_facts(report),
        )


def named(report: IntegrityReport) -> Sequence[str]:
    """The first findings, one line each."""
    return [f"{each.invariant}: {each.what}" for each in report.findings[:NAMED]]


def _facts(report: IntegrityReport) -> dict[str, object]:
    if report.holds:
        return {}
    return {
        "findings": len(report.findings),
        "first": [mask_addresses(line) for line in named(report)],
    }


def _told(books: Books) -> dict[str, object]:
    """What the audit last said about the ledger; nothing wrong if it never said anything."""
    rows = books.audit.about(LEDGER, 1)
    return dict(rows[0].entry.after) if rows else {}
