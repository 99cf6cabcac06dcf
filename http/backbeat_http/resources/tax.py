"""Who the caller is to the tax office: `withdrawal/tax*` (TAX-1)."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.kernel.errors import BadValues, FeatureOff, FieldsMissing, NotFound
from backbeat.limits.rules import TAX_CHECK
from backbeat.payout_methods.errors import BadPayeeName
from backbeat.tax.errors import (
    BadBusinessNumber,
    BadIdNumber,
    BusinessClosed,
    NoElectronicInvoice,
    TaxCheckUnavailable,
)
from backbeat.tax.model import NumberKind, TaxDetails, TaxForm
from backbeat.tax.service import TaxDetailsService
from backbeat_http.caller import Caller
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation
from backbeat_http.wire import Instant

Number = Annotated[str, Meta(max_length=40)]


@frozen
class TaxCheckBody:
    """A business's number or a person's, not both, and whose it is.

    Without a country that of the payment details counts.
    """

    name: Annotated[str, Meta(max_length=300)]
    business_no: Number | None = None
    id_no: Number | None = None
    country: Annotated[str, Meta(max_length=2)] | None = None


@frozen
class TaxDetailsView:
    """What the caller said for the tax office, the number masked.

    A number that is not `proven` was not confirmed by a checksum; it may still be right.
    """

    country: str
    kind: NumberKind
    number_masked: str
    name: str
    proven: bool
    checked_at: Instant

    @classmethod
    def of(cls, details: TaxDetails) -> TaxDetailsView:
        number = details.number
        return cls(
            details.country,
            number.kind,
            number.masked,
            details.name,
            number.proven,
            details.checked_at,
        )


@frozen
class TaxPageView:
    """The country of the payment details, where they tell one; the countries that need tax details;
    and what the caller said, null before."""

    country: str | None
    countries: list[str]
    tax_details: TaxDetailsView | None


@frozen
class TaxResource:
    """Answers `withdrawal/tax` and `withdrawal/tax.check`."""

    tax_details: TaxDetailsService

    @operation("getTaxDetails", refuses=(FeatureOff,))
    def on_get_tax(self, caller: Caller) -> TaxPageView:
        """What the caller is asked for the tax office, and has said."""
        page = self.tax_details.page(caller.account)
        said = TaxDetailsView.of(page.details) if page.details else None
        return TaxPageView(page.country, list(page.countries), said)

    @operation(
        "checkTaxDetails",
        limit=TAX_CHECK,
        lane=Lane.PLATFORM,
        refuses=(
            FeatureOff,
            NotFound,
            FieldsMissing,
            BadValues,
            TaxCheckUnavailable,
            NoElectronicInvoice,
            BusinessClosed,
            BadBusinessNumber,
            BadIdNumber,
            BadPayeeName,
        ),
    )
    def on_post_check(self, caller: Caller, body: TaxCheckBody) -> TaxDetailsView:
        """Check tax details and keep them; what is refused is not kept."""
        form = TaxForm(body.name, body.business_no, body.id_no, body.country)
        return TaxDetailsView.of(self.tax_details.check(caller.account, form))
