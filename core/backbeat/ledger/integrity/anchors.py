"""Anchors: one line that says how much there was, kept out of reach of whoever controls the
database.

Hashes inside a database protect single rows. Somebody who can rewrite all of it can recompute every
hash, or cut off the end; but a line that was mailed or printed earlier cannot be taken back
(SEC-24, SEC-25).
"""

from __future__ import annotations

import base64
import hashlib
import json
import logging
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, Protocol

from attrs import frozen

from backbeat.audit.ports import SealKey
from backbeat.audit.sealing import SETTLED, Seals
from backbeat.audit.sealing import Seal as AuditSeal
from backbeat.audit.service import Audit, Verdict
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import plain
from backbeat.kernel.ids import AuditId
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.integrity.model import Seal
from backbeat.ledger.integrity.ports import Books
from backbeat.policies.ports import PolicyRepository

DAILY = "audit.anchor"
"""The job that checks the trail and makes the day's anchor."""

_START = "bba1"

log = logging.getLogger(__name__)

WITNESSED: Mapping[str, tuple[str, ...]] = {
    "policies": ("policy.set",),
    "settlements": ("settlement.closed", "settlement.adjusted"),
    "payout_batches": ("payout.exported",),
}
"""Tables that must have at least one row for each of these acts in the audit."""


class AnchorUnreadable(ValueError):
    """What was given is not an anchor, or not one of this installation."""


@frozen
class Anchor:
    """How much there was at a certain moment. What was written within the hour before is only
    counted, not hashed.
    """

    at: datetime
    rows: Mapping[str, int]
    audit: AuditSeal | None
    checkpoint: Seal | None
    policies: str


@frozen
class Findings:
    """The state of an audit trail, and what is missing in other tables."""

    verdict: Verdict
    lost: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """Everything found, one line each; none if nothing has changed."""
        verdict = self.verdict
        return (
            *(f"{each} was changed" for each in verdict.changed),
            *(f"seal {each} is broken" for each in verdict.broken_seals),
            *(f"seal {each} was not made with our key" for each in verdict.forged),
            *self.lost,
        )


class AnchorPlace(Protocol):
    """Keeps the newest anchor beside the database, for operators who forget to keep it elsewhere."""

    def keep(self, line: str) -> None: ...

    def last(self) -> str | None: ...


@frozen
class Anchors:
    """Makes anchors, and compares the books with one. `security` is the security clock."""

    transactions: Transactions[Books]
    security: Clock
    seals: Seals
    audit: Audit
    key: SealKey | None = None
    place: AnchorPlace | None = None

    def daily(self) -> tuple[Findings, str]:
        """Check everything against the previous anchor, then make the next one and keep it."""
        findings, line = self.examine(self.kept()), self.line(self.make())
        if self.place is not None and not findings.lines:
            try:
                self.place.keep(line)
            except OSError as error:
                log.warning("the anchor is not kept: %s", error.strerror)
        log.info("anchor %s", line)
        return findings, line

    def kept(self) -> Anchor | None:
        """The newest anchor kept beside the database."""
        line = self.place.last() if self.place else None
        return self.read(line) if line else None

    def make(self) -> Anchor:
        now, sealed = self.security.now(), self.seals.now()
        with self.transactions.look() as books:
            last = books.checkpoints.last()
            return Anchor(
                now.replace(microsecond=0),
                dict(books.integrity.chains.rows()),
                sealed,
                Seal(last.number, last.hash) if last else None,
                _digest(books.policies, now.replace(microsecond=0)),
            )

    def line(self, anchor: Anchor) -> str:
        """The anchor as a line, as it is mailed, printed and given for comparison."""
        content = _content(anchor)
        coded = base64.urlsafe_b64encode(content.encode()).decode().rstrip("=")
        return ".".join((_START, coded, self.key.mark(content) if self.key else "-"))

    def read(self, line: str) -> Anchor:
        """The anchor that a line contains, even if a mail has broken it into several lines. Raises
        `AnchorUnreadable`.
        """
        start, _, rest = "".join(line.split()).partition(".")
        coded, _, mark = rest.partition(".")
        try:
            content = base64.urlsafe_b64decode(coded + "=" * (-len(coded) % 4)).decode()
            anchor = _anchor(json.loads(content))
        except (ValueError, LookupError, TypeError, AttributeError):
            raise AnchorUnreadable("this is no anchor: give the whole line") from None
        if start != _START:
            raise AnchorUnreadable("this is no anchor: give the whole line")
        if self.key is not None and not self.key.fits(content, mark):
            raise AnchorUnreadable("this anchor was not made with a key of this installation")
        return anchor

    def examine(self, anchor: Anchor | None = None) -> Findings:
        """Check the whole trail, and that tables have the rows that it and the anchor imply."""
        verdict = self.audit.verify(anchor.audit if anchor else None)
        with self.transactions.look() as books:
            rows = books.integrity.chains.rows()
            lost = [*_fewer_than_told(rows, verdict)]
            if anchor is not None:
                lost += _against(anchor, rows, verdict, books)
        return Findings(verdict, tuple(lost))


def _fewer_than_told(rows: Mapping[str, int], verdict: Verdict) -> Iterator[str]:
    if not verdict.rows and rows.get("ledger_transactions", 0):
        yield f"audit is empty, and there are {rows['ledger_transactions']} ledger_transactions"
    for name, acts in WITNESSED.items():
        told = sum(verdict.acts.get(act, 0) for act in acts)
        if name in rows and rows[name] < told:
            yield f"{name} has {rows[name]} rows, and the audit tells of {told}"


def _against(
    anchor: Anchor, rows: Mapping[str, int], verdict: Verdict, books: Books
) -> Iterator[str]:
    when = f"the anchor of {anchor.at:%Y-%m-%d %H:%M}"
    for name, counted in anchor.rows.items():
        if name in rows and rows[name] < counted:
            yield f"{name} has {rows[name]} rows, and {when} counted {counted}"
    if not verdict.fits:
        yield f"audit is not the one that {when} sealed"
    known = anchor.checkpoint
    if known is not None and books.checkpoints.hash_of(known.number) != known.hash:
        yield f"checkpoint {known.number} is not the one that {when} saw"
    if _digest(books.policies, anchor.at) != anchor.policies:
        yield f"policies are not those that {when} saw"


def _digest(policies: PolicyRepository, moment: datetime) -> str:
    """One hash over the rules that are at least an hour old: no earlier one can still be in an open
    transaction.
    """
    settled = [
        [*(plain(each) for each in (one.key, one.value, one.from_day, one.revision)), one.actor.id]
        for one in policies.all()
        if one.recorded_at <= moment - SETTLED
    ]
    return hashlib.sha256(json.dumps(settled).encode()).hexdigest()


def _content(anchor: Anchor) -> str:
    audit, checkpoint = anchor.audit, anchor.checkpoint
    facts = {
        "at": anchor.at.isoformat(),
        "rows": dict(sorted(anchor.rows.items())),
        "audit": [audit.last, audit.rows, audit.hash] if audit else None,
        "checkpoint": [checkpoint.number, checkpoint.hash] if checkpoint else None,
        "policies": anchor.policies,
    }
    return json.dumps(facts, separators=(",", ":"))


def _anchor(facts: dict[str, Any]) -> Anchor:
    audit, checkpoint = facts["audit"], facts["checkpoint"]
    return Anchor(
        datetime.fromisoformat(facts["at"]),
        {str(name): int(count) for name, count in facts["rows"].items()},
        AuditSeal(AuditId(audit[0]), int(audit[1]), str(audit[2])) if audit else None,
        Seal(int(checkpoint[0]), str(checkpoint[1])) if checkpoint else None,
        str(facts["policies"]),
    )
