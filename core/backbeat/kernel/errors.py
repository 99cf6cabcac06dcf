"""Refusals: why a use case says no, each with its code from the public catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, ClassVar

from attrs import define, field, fields

from backbeat.kernel.money import Money
from backbeat.kernel.months import Month


@define(eq=False)
class Refusal(Exception):
    """The base of every refusal. A subclass sets `code` and, for code 2, `reason` (CODE-1).

    The subclass's fields are the facts: they are sent as `details` of the answer and fill the
    placeholders of the message.
    """

    code: ClassVar[int] = 2
    reason: ClassVar[str | None] = None

    @property
    def details(self) -> dict[str, object]:
        """The facts as JSON-ready values, with `reason` if the refusal has one."""
        facts: dict[str, object] = {"reason": self.reason} if self.reason else {}
        for attribute in fields(type(self)):
            value = getattr(self, attribute.name)
            if value is not None:
                facts[attribute.name] = plain(value)
        return facts

    def __str__(self) -> str:
        facts = ", ".join(f"{name}={value}" for name, value in self.details.items())
        return f"{type(self).__name__} (code {self.code}{', ' + facts if facts else ''})"


class NotRegistered(LookupError):
    """Stored data name something for which this program has no module. The text says what, where,
    and how to correct it. It is for operators; people only see that the portal cannot serve them
    now.
    """


@define(eq=False)
class FieldsRefused(Refusal):
    """Fields of a form are missing or wrong: `fields` maps each to its reason.

    Code 4 if a field is missing or blank, code 2 `bad_value` otherwise (HTTP-13).
    """

    fields: Mapping[str, str] = field(factory=dict)


@define(eq=False)
class FieldsMissing(FieldsRefused):
    code = 4


@define(eq=False)
class BadValues(FieldsRefused):
    """Fields have a wrong type, an unknown value or one out of range."""

    code = 2
    reason = "bad_value"


@define(eq=False)
class NotFound(Refusal):
    """There is no such object, or the caller may not see it (ACCESS-4): answered with 404."""

    code = 2
    reason = "not_found"


@define(eq=False)
class FeatureOff(Refusal):
    """The operator has not switched the feature on."""

    code = 2
    reason = "feature_off"


@define(eq=False)
class RoleRefused(Refusal):
    """The caller's role does not allow this act (ACCESS-5)."""

    code = 2
    reason = "role"


@define(eq=False)
class BadRange(Refusal):
    """A range of days or months is reversed, too long or outside what can be requested."""

    code = 2
    reason = "bad_range"


@define(eq=False)
class BadSort(Refusal):
    """The list cannot be sorted that way."""

    code = 2
    reason = "bad_sort"


@define(eq=False)
class TooManyRequests(Refusal):
    """A limit was reached: try again after so many seconds."""

    code = 3
    retry_after: int = 1


def plain(value: Any) -> object:
    """A fact as a JSON-ready value: money and decimals as text, days and instants in ISO form."""
    match value:
        case Enum():
            return value.value
        case str():
            return str(value)
        case None | int():
            return value
        case Money() | Decimal() | Month():
            return str(value)
        case datetime():
            return value.isoformat().replace("+00:00", "Z")
        case date():
            return value.isoformat()
        case Mapping():
            return {str(key): plain(item) for key, item in value.items()}
        case list() | tuple() | set() | frozenset():
            return [plain(item) for item in value]
    raise TypeError(f"not a fact of a refusal: {value!r}")
