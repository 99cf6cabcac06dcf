"""Who somebody is to a tax authority, and how a business stands there."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from attrs import field, frozen

from backbeat.kernel.ids import AccountId


class NumberKind(StrEnum):
    """Whose number it is."""

    BUSINESS = "business"
    PERSON = "person"


class BusinessStanding(StrEnum):
    """How a business stands with its tax authority."""

    INVOICES = "invoices"
    """It issues electronic tax invoices."""
    NO_INVOICES = "no_invoices"
    CLOSED = "closed"
    UNKNOWN = "unknown"


_SHOWN = {NumberKind.BUSINESS: 4, NumberKind.PERSON: 2}
"""So many of the last characters are shown: a person's number tells more of its owner."""


@frozen
class TaxNumber:
    """A number without signs and spaces. Not `proven` is one that no checksum speaks for, though it
    may be right: it is worth a second look."""

    kind: NumberKind
    digits: str = field(repr=False)
    proven: bool = True

    @property
    def masked(self) -> str:
        """Enough of it to be recognised, too little to be used."""
        return f"…{self.digits[-_SHOWN[self.kind] :]}"


@frozen
class TaxDetails:
    """What an account said of itself for the tax office of a country, one at a time (TAX-2)."""

    account: AccountId
    country: str
    number: TaxNumber
    name: str
    checked_at: datetime


@frozen
class TaxForm:
    """Tax details as somebody typed them: a business's number or a person's. Without a country that
    of the payment details counts."""

    name: str
    business_no: str | None = None
    id_no: str | None = None
    country: str | None = None


@frozen
class TaxPage:
    """What an account is asked: its payment details' country where they tell one, the countries that
    need tax details, and what it has said."""

    country: str | None
    countries: tuple[str, ...]
    details: TaxDetails | None
