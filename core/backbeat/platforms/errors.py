"""What goes wrong with platforms and kinds of reports."""

from __future__ import annotations

from collections.abc import Iterable

from backbeat.kernel.errors import NotRegistered


class UnknownStored(NotRegistered):
    """Stored data name a platform or a kind of report that this program does not have."""

    def __init__(self, what: str, value: str, where: str, known: Iterable[str]) -> None:
        super().__init__(
            f"{where} holds {value!r}, which is no {what} of this program (it has "
            f"{', '.join(known)}): run the version that stored it, or register it in "
            "backbeat/platforms/registry.py; nothing was changed"
        )
