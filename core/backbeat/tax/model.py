"""How a tax authority identifies somebody, and the status of a business there."""

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
    """The status of a business according to its tax authority."""

    INVOICES = "invoices"
    """It issues electronic tax invoices."""
    NO_INVOICES = "no_invoices"
    CLOSED = "closed"
    UNKNOWN = "unknown"


_SHOWN = {NumberKind.BUSINESS: 4, NumberKind.PERSON: 2}
"""How many of the last characters are shown: fewer for a person, whose number reveals more about
its owner.
"""


@frozen
class TaxNumber:
    """A number without punctuation and spaces. It is not `proven` if no checksum confirms it,
    although it may be right: it is worth a second look.
    """

    kind: NumberKind
    digits: str = field(repr=False)
    proven: bool = True

    @property
    def masked(self) -> str:
        """Enough of it to be recognised, too little to be used."""
        return f"…{self.digits[-_SHOWN[self.kind] :]}"


@frozen
class TaxDetails:
    """What an account gave for a country's tax office, one set at a time (TAX-2)."""

    account: AccountId
    country: str
    number: TaxNumber
    name: str
    checked_at: datetime


@frozen
class TaxForm:
    """Tax details as somebody typed them: the number of a business or a person. Without a country,
    that of the payment details counts.
    """

    name: str
    business_no: str | None = None
    id_no: str | None = None
    country: str | None = None


@frozen
class TaxPage:
    """What an account is asked: the country of its payment details if they reveal one, the
    countries that need tax details, and what it has given.
    """

    country: str | None
    countries: tuple[str, ...]
    details: TaxDetails | None
