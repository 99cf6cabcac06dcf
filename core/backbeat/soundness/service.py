"""The invariants on demand, before and after a close, and every ten minutes."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from attrs import frozen

from backbeat.audit.model import AuditEntry, mask_addresses
from backbeat.audit.ports import AuditFilter
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.pages import PageRequest
from backbeat.soundness import rules
from backbeat.soundness.errors import LedgerUnsound
from backbeat.soundness.model import Report
from backbeat.soundness.ports import Books, Transactions

WATCH = "ledger.check"
"""The job that checks the ledger, every ten minutes."""

FOUND = "ledger.found_unsound"
CURED = "ledger.found_sound"
NAMED = 5
"""How many findings a refusal, an audit row or a log line names."""

log = logging.getLogger(__name__)


@frozen
class Soundness:
    """Whether the money adds up. `business` dates audit rows (R52)."""

    transactions: Transactions
    business: Clock

    def check(self) -> Report:
        """Read everything, as of one moment, and run every invariant."""
        with self.transactions.look() as books:
            return rules.check(books.evidence)

    def require(self) -> None:
        """Refuse with `LedgerUnsound` where an invariant does not hold: money must not move then."""
        report = self.check()
        if not report.is_sound:
            raise LedgerUnsound(count=len(report.findings), findings=named(report))

    def watch(self, actor: Actor) -> Report:
        """Check, and where something is wrong say so in the log and in the audit.

        The log has a line each time; the audit has a row when what is found has changed, and one
        when it is cured, so that ten-minute checks do not fill it.
        """
        report = self.check()
        if not report.is_sound:
            log.error(
                "the ledger is not sound: %s findings: %s",
                len(report.findings),
                "; ".join(named(report)),
            )
        if self._is_news(report):
            with self.transactions.begin() as books:
                if _told(books) != _facts(report):
                    books.audit.record(self._audited(report, actor))
        return report

    def _is_news(self, report: Report) -> bool:
        with self.transactions.look() as books:
            return _told(books) != _facts(report)

    def _audited(self, report: Report, actor: Actor) -> AuditEntry:
        return AuditEntry(
            self.business.now(),
            actor,
            CURED if report.is_sound else FOUND,
            "ledger",
            after=_facts(report),
        )


def named(report: Report) -> Sequence[str]:
    """The first findings, one line each."""
    return [f"{each.invariant}: {each.what}" for each in report.findings[:NAMED]]


def _facts(report: Report) -> dict[str, object]:
    if report.is_sound:
        return {}
    return {
        "findings": len(report.findings),
        "first": [mask_addresses(line) for line in named(report)],
    }


def _told(books: Books) -> dict[str, object]:
    """What the audit said last about the ledger; nothing wrong where it never said anything."""
    rows = books.audit.page(AuditFilter(target="ledger", action="ledger.found_"), PageRequest(0, 1))
    return dict(rows.items[0].entry.after) if rows.items else {}
