"""Whether a process can serve: its database answers and has the schema that this program needs."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_adapters.sql.schema_version import WrongSchema

NO_ANSWER = "the database cannot be written to"


@define
class Readiness:
    """Health checks ask each time; calls ask only until the schema has once been found right.

    `require_schema` raises `WrongSchema` for the schema of another version, or
    `DatabaseUnavailable`.
    """

    can_write: Callable[[], bool]
    require_schema: Callable[[], None]
    _is_ours: bool = field(default=False, init=False)

    def require_our_schema(self) -> None:
        """Refuse to use a database of another version, so that no call reaches its tables."""
        if not self._is_ours:
            self.require_schema()
            self._is_ours = True

    def fault(self) -> str | None:
        """Why the process cannot serve; None if it can."""
        try:
            self.require_schema()
        except WrongSchema as wrong:
            return str(wrong)
        except DatabaseUnavailable:
            return NO_ANSWER
        return None if self.can_write() else NO_ANSWER
