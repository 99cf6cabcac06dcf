"""PayPal: the destination, its form, and its terms."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import asdict, field, fields_dict, frozen

from backbeat import settings
from backbeat.accounts.rules import mailbox_key
from backbeat.audit.model import mask_email
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency
from backbeat.ledger.model import OutsideAccount
from backbeat.payout_methods import checks
from backbeat.payout_methods.errors import BadPayeeName, BelowMethodMinimum, NotWritable
from backbeat.payout_methods.model import (
    FileForm,
    FileKind,
    MethodName,
    MethodTerms,
    PayoutMethod,
    ResultLayout,
)
from backbeat.settings import Payment

NAME = MethodName("paypal")

PAYMENTS = FileKind("paypal", (FileForm.CSV,))
"""A file for PayPal's page of payouts."""

_FORMULA_STARTS = tuple("=+-@\t\r")


@frozen
class PayPalAccount:
    account_name: str
    account_email: str = field(repr=False)

    method = NAME
    country = None

    @property
    def name(self) -> str:
        return self.account_name

    @property
    def masked(self) -> str:
        """The e-mail with all but the first letter of its local part hidden."""
        return mask_email(self.account_email)

    @property
    def identity(self) -> str:
        return f"{NAME}:{mailbox_key(self.account_email)}"

    def details(self) -> Mapping[str, str]:
        return asdict(self)

    def shown(self) -> Mapping[str, str]:
        return {"account_name": self.account_name, "account_email_masked": self.masked}

    def forgotten(self) -> PayPalAccount:
        return PayPalAccount("", "")

    def require_writable(self, kind: FileKind) -> None:
        """The file has no quoting that would keep a spreadsheet from running an address as a
        formula.
        """
        del kind
        if self.account_email.startswith(_FORMULA_STARTS):
            raise NotWritable(field="account_email")


@frozen
class PayPalForm:
    account_name: str = ""
    account_email: str = ""

    method = NAME

    def destination(self, payment: Payment) -> PayPalAccount:
        """The destination that the form describes. Refused with 4, 40013 and 40015."""
        del payment
        checks.require_filled(asdict(self))
        return PayPalAccount(
            account_name=checks.name("account_name", self.account_name, BadPayeeName),
            account_email=checks.email("account_email", self.account_email),
        )


class PayPal:
    name = NAME
    title = MappingProxyType(dict.fromkeys(Language, "PayPal"))
    fields = tuple(fields_dict(PayPalForm))
    shown = ("account_name", "account_email_masked")
    currencies = frozenset({Currency.USD})
    outside = OutsideAccount("external:paypal")
    files = (PAYMENTS,)
    results = (ResultLayout(),)
    below_minimum = BelowMethodMinimum

    def form(self, fields: Mapping[str, str]) -> PayPalForm:
        return PayPalForm(**fields)

    def opened(self, details: Mapping[str, str]) -> PayPalAccount:
        return PayPalAccount(**details)

    def terms(self, withdrawal: settings.Withdrawal, fees: settings.Fees) -> MethodTerms:
        """A fraction of the amount, and no minimum except that of every withdrawal."""
        del withdrawal
        return MethodTerms(fee_rate=fees.paypal_rate)

    def unsupported_countries(self, payment: Payment) -> frozenset[str]:
        """None: PayPal itself knows whom it reaches."""
        del payment
        return frozenset()


PAYPAL: PayoutMethod = PayPal()
