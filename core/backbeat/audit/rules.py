"""How a row's digest is made."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime

from backbeat.audit.model import AuditEntry, AuditRow
from backbeat.kernel.errors import plain
from backbeat.kernel.ids import AuditId

NO_SEAL = "0" * 64
"""The starting value of the chain, before the first sealed row."""


def row_of(audit_id: AuditId, recorded_at: datetime, entry: AuditEntry) -> AuditRow:
    return AuditRow(audit_id, recorded_at, entry, digest_of(audit_id, recorded_at, entry))


def is_whole(row: AuditRow) -> bool:
    """Whether the row still matches its digest."""
    return row.digest == digest_of(row.id, row.recorded_at, row.entry)


def digest_of(audit_id: AuditId, recorded_at: datetime, entry: AuditEntry) -> str:
    """SHA-256, in hex, over every value of the row in a fixed order."""
    values = [
        audit_id,
        plain(recorded_at),
        plain(entry.at),
        entry.actor.kind.value,
        entry.actor.id,
        entry.action,
        entry.target,
        entry.before,
        entry.after,
        entry.reason,
    ]
    text = json.dumps(values, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def linked(before: str, row: AuditRow) -> str:
    """The hash that a seal contains for everything up to a row: it covers all earlier digests."""
    return hashlib.sha256(f"{before}\n{row.digest}".encode()).hexdigest()
