"""Reading cells: each kind of cell has its own refusals, and a line's mistakes are gathered by
column.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import TypeVar

from attrs import field, frozen

from backbeat.kernel.decimals import plain_decimal
from backbeat.kernel.errors import BadValues, FieldsMissing, Refusal
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.onboarding.model import Fault, ImportLine

T = TypeVar("T")

YES, NO = frozenset({"yes", "true", "1"}), frozenset({"no", "false", "0"})


@frozen
class Reader:
    """Reads the cells of one line; refusals are recorded with their column."""

    line: ImportLine
    faults: list[Fault] = field(factory=list)

    def needed(self, column: str, read: Callable[[str], T], default: T) -> T:
        """The cell as read by `read`; a blank one is a mistake (4)."""
        if not self.line.get(column):
            self.refuse(column, FieldsMissing(fields={column: "required"}))
            return default
        return self.given(column, read, default)

    def given(self, column: str, read: Callable[[str], T], default: T) -> T:
        """The cell as read by `read`; `default` if it is blank or refused."""
        text = self.line.get(column)
        if not text:
            return default
        try:
            return read(text)
        except Refusal as refusal:
            self.refuse(column, refusal)
        except ValueError:
            self.refuse(column, BadValues(fields={column: "bad_value"}))
        return default

    def refuse(self, column: str | None, refusal: Refusal) -> None:
        self.faults.append(Fault(self.line.number, column, refusal))


def yes_or_no(text: str) -> bool:
    word = text.casefold()
    if word not in YES | NO:
        raise ValueError(text)
    return word in YES


def language(text: str) -> Language:
    return next(each for each in Language if each.casefold() == text.casefold())


def rate(text: str) -> Decimal:
    return plain_decimal(text)


def amount(text: str) -> Money:
    """An amount above zero, such as 12.34."""
    found = Money.of(text)
    if found.micros <= 0:
        raise ValueError(text)
    return found


def day(text: str) -> date:
    return date.fromisoformat(text)
