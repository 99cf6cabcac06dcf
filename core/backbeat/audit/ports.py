"""Where audit rows are kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Protocol

from attrs import frozen

from backbeat.audit.model import AuditEntry, AuditRow
from backbeat.kernel.ids import AuditId
from backbeat.kernel.pages import Page, PageRequest


@frozen
class AuditFilter:
    """Which rows a list shows; None filters nothing."""

    actor: str | None = None
    """The actor's id."""
    target: str | None = None
    """A target, or its beginning, such as `channel:`."""
    action: str | None = None
    """An action, or its beginning, such as `channel.`."""
    since: datetime | None = None
    until: datetime | None = None
    """The latest time; both limits are business time of the act."""


class AuditTrail(Protocol):
    """The rows. They can only be added and read."""

    def record(self, entry: AuditEntry) -> None:
        """Record an act, together with the rest of the transaction."""

    def record_all(self, entries: Sequence[AuditEntry]) -> None:
        """Record many acts, in this order."""

    def page(self, filter: AuditFilter, request: PageRequest) -> Page[AuditRow]:
        """Rows that pass the filter, the newest first."""

    def about(self, target: str, most: int) -> Sequence[AuditRow]:
        """Up to `most` rows of exactly this target, the newest first."""

    def all(self, after: AuditId | None = None) -> Iterator[AuditRow]:
        """Every row, the oldest first; with `after`, only those after that one."""


class SealKey(Protocol):
    """Signs what only the installation itself can have written (SEC-23)."""

    def mark(self, text: str) -> str:
        """A signature of the text with the newest key."""

    def fits(self, text: str, mark: str) -> bool:
        """Whether the signature was made from this text with one of the keys."""


class Books(Protocol):
    """What an audit transaction sees."""

    @property
    def audit(self) -> AuditTrail: ...
