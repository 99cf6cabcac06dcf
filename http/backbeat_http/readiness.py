"""Whether a process can serve: its database answers and has the schema that this program needs."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_adapters.sql.schema_version import WrongSchema

NO_ANSWER = "the database cannot be written to"


@define
class Readiness:
    """Asked by health checks each time, and by calls until the schema was found right once.

    `require_schema` raises `WrongSchema` for another version's, or `DatabaseUnavailable`.
    """

    can_write: Callable[[], bool]
    require_schema: Callable[[], None]
    _is_ours: bool = field(default=False, init=False)

    def require_our_schema(self) -> None:
        """Refuse to touch a database of another version: no call gets as far as its tables."""
        if not self._is_ours:
            self.require_schema()
            self._is_ours = True

    def fault(self) -> str | None:
        """Why the process cannot serve; None where it can."""
        try:
            self.require_schema()
        except WrongSchema as wrong:
            return str(wrong)
        except DatabaseUnavailable:
            return NO_ANSWER
        return None if self.can_write() else NO_ANSWER
