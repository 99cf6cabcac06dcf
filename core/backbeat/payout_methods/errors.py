"""Why a method refuses a destination, an amount or a file, and what may be wrong with a method
itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from attrs import define

from backbeat.kernel.errors import FieldsRefused, NotRegistered, Refusal
from backbeat.kernel.money import Money


@define(eq=False)
class BadPayeeName(FieldsRefused):
    """The name of a PayPal account's owner is not a name."""

    code = 40013


@define(eq=False)
class BadHolderName(FieldsRefused):
    code = 40014


@define(eq=False)
class BadPayoutAccount(FieldsRefused):
    """An account number, IBAN or e-mail address is not valid; `fields` says which and why."""

    code = 40015


@define(eq=False)
class BadSwift(FieldsRefused):
    """The SWIFT code has a wrong form or names no known country."""

    code = 40017


@define(eq=False)
class OtherMethodsFields(FieldsRefused):
    """The details of one method came with fields of another.

    `fields` names each of them, `of` the methods to which they belong, `expected` the fields that
    `method` takes.
    """

    code = 2
    reason = "method_fields"
    method: str = ""
    of: Sequence[str] = ()
    expected: Sequence[str] = ()


@define(eq=False)
class CountryUnsupported(Refusal):
    """This installation makes no payouts to the destination's country."""

    code = 40016
    country: str


@define(eq=False)
class BelowMethodMinimum(Refusal):
    code = 40002
    reason: ClassVar[str | None] = "method_minimum"
    balance: Money
    minimum: Money


@define(eq=False)
class BelowBankMinimum(BelowMethodMinimum):
    """A bank transfer needs a last settled month (or an amount) of at least this."""

    reason: ClassVar[str | None] = "bank_minimum"


@define(eq=False)
class NotWritable(Refusal):
    """A text of the destination cannot be written into such a file, for example a name without
    Latin letters.
    """

    code = 2
    reason = "not_writable"
    field: str


class UnknownPayoutMethod(NotRegistered):
    """Stored data names a method, or a kind of file, for which this program has no module."""

    def __init__(self, name: str, where: str) -> None:
        super().__init__(
            f"{where} names the payout method {name!r}, which is not registered: run the version"
            " that has it, or add its module to backbeat/payout_methods and register it"
        )
        self.name = name
        self.where = where


class MethodIncomplete(TypeError):
    """A method cannot be registered: parts of it are missing or already used by another one."""

    def __init__(self, name: str, problems: Sequence[str]) -> None:
        super().__init__(f"payout method {name!r}: {'; '.join(problems)}")
        self.problems = tuple(problems)
