"""Why tax details are refused."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import FieldsRefused, Refusal


@define(eq=False)
class TaxCheckUnavailable(Refusal):
    """The tax authority gives no usable answer; nothing was stored, and trying again later may
    work.
    """

    code = 40008


@define(eq=False)
class NoElectronicInvoice(Refusal):
    """The business does not issue electronic tax invoices."""

    code = 40009


@define(eq=False)
class BusinessClosed(Refusal):
    """The business was closed, according to the tax authority."""

    code = 40010


@define(eq=False)
class BadBusinessNumber(FieldsRefused):
    """The number cannot be one of a business, or the tax authority does not know it."""

    code = 40011


@define(eq=False)
class BadIdNumber(FieldsRefused):
    """The number cannot be one of a person."""

    code = 40012
