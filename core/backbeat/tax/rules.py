"""The form that tax details must have before a tax authority is asked (TAX-3 to TAX-5)."""

from __future__ import annotations

import unicodedata
from datetime import date

from backbeat.kernel.countries import is_country
from backbeat.kernel.errors import BadValues, FieldsMissing, Refusal
from backbeat.payout_methods import checks
from backbeat.payout_methods.errors import BadPayeeName
from backbeat.tax.errors import BadBusinessNumber, BadIdNumber, BusinessClosed, NoElectronicInvoice
from backbeat.tax.model import BusinessStanding, NumberKind, TaxForm, TaxNumber
from backbeat.tax.ports import TaxAuthorities, TaxAuthority

_WORDS = frozenset("LN")
"""A firm's name has letters or digits; punctuation and spaces alone are not a name."""


def country_of(form: TaxForm, paid_in: str | None, authorities: TaxAuthorities) -> str:
    """The country for which the form is: the one it names, otherwise where the account is paid.

    Refused with 4 if neither reveals one, and with 2 for a country that needs no tax details.
    """
    country = (form.country or paid_in or "").strip().upper()
    if not country:
        raise FieldsMissing(fields={"country": "required"})
    if not is_country(country) or country not in authorities:
        raise BadValues(fields={"country": "bad_value"})
    return country


def number_of(form: TaxForm, authority: TaxAuthority, today: date) -> TaxNumber:
    """The form's one number. Refused with 4 for none, with 2 for two, with 40011 and 40012."""
    business, person = (form.business_no or "").strip(), (form.id_no or "").strip()
    if business and person:
        raise BadValues(fields={"id_no": "bad_value"})
    if person:
        found = authority.id_number(person, today)
        if found is None:
            raise BadIdNumber(fields={"id_no": "wrong"})
        return found
    if not business:
        raise FieldsMissing(fields={"business_no": "required"})
    found = authority.business_number(business)
    if found is None:
        raise unknown_business()
    return found


def name_of(form: TaxForm, kind: NumberKind) -> str:
    """The name of the number's owner. Refused with 4 and 40013; a firm's name may contain digits
    and punctuation.
    """
    if kind is NumberKind.PERSON:
        return checks.name("name", form.name, BadPayeeName)
    checks.require_filled({"name": form.name})
    name = " ".join(unicodedata.normalize("NFC", form.name).split())
    kinds = {unicodedata.category(sign)[0] for sign in name}
    if not checks.NAME_MIN <= len(name) <= checks.NAME_MAX or "C" in kinds or not kinds & _WORDS:
        raise BadPayeeName(fields={"name": "name"})
    return name


def require_invoices(standing: BusinessStanding) -> None:
    """Refuse a business that does not issue electronic tax invoices: 40009, 40010, 40011."""
    if refusal := _REFUSALS.get(standing):
        raise refusal()


def unknown_business() -> Refusal:
    """The refusal of a number that belongs to no business."""
    return BadBusinessNumber(fields={"business_no": "wrong"})


_REFUSALS = {
    BusinessStanding.NO_INVOICES: NoElectronicInvoice,
    BusinessStanding.CLOSED: BusinessClosed,
    BusinessStanding.UNKNOWN: unknown_business,
}
