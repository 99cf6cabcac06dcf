"""What files of people and channels contain, and the result of importing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from backbeat.kernel.errors import Refusal
from backbeat.kernel.money import Money
from backbeat.ledger.model import ZERO

ACCOUNT_COLUMNS = (
    *("email", "nickname", "language", "verified", "permission", "manager", "fee_rate"),
    *("permission_flag", "opening_balance", "method"),
)
"""The columns that a file of people may have, besides the fields of a payout method; `email` is
required.
"""

CHANNEL_COLUMNS = ("account", "channel", "name", "category", "earning_from")
"""The columns of a file of channels; all except `name` are required."""

NEEDED_OF_CHANNELS = frozenset(CHANNEL_COLUMNS) - {"name"}


@frozen
class ImportLine:
    """A line of a file: its number there, and its cells by column, without blank ones."""

    number: int
    cells: Mapping[str, str]

    def get(self, column: str) -> str:
        return self.cells.get(column, "")


@frozen
class ImportTable:
    """A file as a table: the columns that were recognised, those that were not, and its lines."""

    name: str
    columns: Sequence[str]
    ignored: Sequence[str]
    lines: Sequence[ImportLine]


@frozen
class Fault:
    """What is wrong in a line, and in which column, if one can be named."""

    line: int
    column: str | None
    refusal: Refusal


@frozen
class ImportDone:
    """The result of a file. With `faults` nothing was stored, otherwise everything was."""

    lines: int
    faults: tuple[Fault, ...] = ()
    accounts: int = 0
    openings: int = 0
    opened: Money = ZERO
    payees: int = 0
    channels: int = 0

    @property
    def is_kept(self) -> bool:
        return not self.faults


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """By their lines."""
    return tuple(sorted(faults, key=lambda fault: fault.line))
