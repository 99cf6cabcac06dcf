"""Why tax details are not taken."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import FieldsRefused, Refusal


@define(eq=False)
class TaxCheckUnavailable(Refusal):
    """The tax authority gives no usable answer; nothing was kept, and asking later may work."""

    code = 40008


@define(eq=False)
class NoElectronicInvoice(Refusal):
    """The business is none that issues electronic tax invoices."""

    code = 40009


@define(eq=False)
class BusinessClosed(Refusal):
    """The business was closed, as the tax authority knows."""

    code = 40010


@define(eq=False)
class BadBusinessNumber(FieldsRefused):
    """The number cannot be one of a business, or the tax authority does not know it."""

    code = 40011


@define(eq=False)
class BadIdNumber(FieldsRefused):
    """The number cannot be one of a person."""

    code = 40012
