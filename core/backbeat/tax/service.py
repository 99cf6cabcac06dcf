"""How the tax office identifies a payee: checked, stored encrypted, shown masked (TAX-1)."""

from __future__ import annotations

from attrs import frozen

from backbeat import settings
from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import FeatureOff, NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.transactions import Transactions
from backbeat.tax import rules
from backbeat.tax.errors import TaxCheckUnavailable
from backbeat.tax.model import BusinessStanding, NumberKind, TaxDetails, TaxForm, TaxNumber, TaxPage
from backbeat.tax.ports import AuthorityUnavailable, Books, TaxAuthorities


@frozen
class TaxDetailsService:
    """Tax details, one set per account. `clock` is the business clock. If the feature is off, each
    act refuses with 2 `feature_off`.
    """

    transactions: Transactions[Books]
    clock: Clock
    authorities: TaxAuthorities
    features: settings.Features

    def page(self, account: AccountId) -> TaxPage:
        """What the account is asked, and what it has given."""
        self._require_on()
        with self.transactions.look() as books:
            countries = tuple(sorted(self.authorities))
            return TaxPage(_paid_in(books, account), countries, books.tax_details.get(account))

    def check(self, account: AccountId, form: TaxForm) -> TaxDetails:
        """Check tax details and store them, replacing earlier ones; refused details are not stored.

        A wrong form is refused before the tax authority is asked: 4, 2, 40011, 40012, 40013. Then
        40008 if the authority does not answer, and 40009 to 40011 depending on what it knows about
        a business.
        """
        self._require_on()
        with self.transactions.look() as books:
            paid_in = _paid_in(books, account)
        country = rules.country_of(form, paid_in, self.authorities)
        number = rules.number_of(form, self.authorities[country], self.clock.today())
        name = rules.name_of(form, number.kind)
        # No transaction is open while another system is asked.
        rules.require_invoices(self._standing(country, number))
        details = TaxDetails(account, country, number, name, self.clock.now())
        with self.transactions.begin() as books:
            known = books.accounts.lock(account)
            # Whoever was erased while the tax authority was asked stays erased.
            if known is None or known.is_deleted:
                raise NotFound()
            before = books.tax_details.get(account)
            books.tax_details.put(details)
            books.audit.record(
                AuditEntry(
                    details.checked_at,
                    Actor.account(account),
                    "tax.checked",
                    f"account:{account}",
                    before=_masked(before) if before else {},
                    after=_masked(details),
                )
            )
        return details

    def _standing(self, country: str, number: TaxNumber) -> BusinessStanding:
        if number.kind is NumberKind.PERSON:
            return (
                BusinessStanding.INVOICES
            )  # nobody else knows more about a person than the number itself
        try:
            return self.authorities[country].standing(number)
        except AuthorityUnavailable:
            raise TaxCheckUnavailable() from None

    def _require_on(self) -> None:
        if not self.features.tax:
            raise FeatureOff()


def _paid_in(books: Books, account: AccountId) -> str | None:
    details = books.payment_details.get(account)
    return details.destination.country if details else None


def _masked(details: TaxDetails) -> dict[str, str]:
    number = details.number
    return {"country": details.country, "kind": number.kind.value, "number": number.masked}
