"""Bank transfers: the destination, its form, and their terms."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from attrs import asdict, field, fields_dict, frozen

from backbeat import settings
from backbeat.kernel.errors import FieldsMissing
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money
from backbeat.ledger.model import OutsideAccount
from backbeat.payout_methods import banking, checks
from backbeat.payout_methods.errors import (
    BadHolderName,
    BadPayoutAccount,
    BelowBankMinimum,
    CountryUnsupported,
    NotWritable,
)
from backbeat.payout_methods.model import (
    FileForm,
    FileKind,
    MethodName,
    MethodTerms,
    PayoutMethod,
    ResultLayout,
)
from backbeat.settings import Payment

NAME = MethodName("bank")

SHEET = FileKind("bank", (FileForm.CSV, FileForm.XLSX))
"""A sheet for whoever types in transfers, or for a bank that reads sheets."""

PAIN001 = FileKind("pain001", (FileForm.XML,), needs_debtor=True)
"""An ISO 20022 credit transfer initiation, pain.001.001.09."""

TEXT_MAX = {"bank_name": 100, "bank_address": 200, "postal_code": 20}
"""The most characters of the free fields; a transfer file accepts no more."""

_PLAIN_NUMBER = re.compile(r"[A-Z0-9]+")


@frozen
class BankAccount:
    """A bank destination; identifiers are normalised (upper case, no spaces)."""

    holder: str
    bank_name: str
    bank_address: str
    swift: str
    account_number: str = field(repr=False)
    postal_code: str

    method = NAME

    @property
    def name(self) -> str:
        return self.holder

    @property
    def country(self) -> str:
        """The bank's country, letters 5 and 6 of its SWIFT code."""
        return self.swift[4:6]

    @property
    def masked(self) -> str:
        """The account number with only its last four characters visible."""
        return f"…{self.account_number[-4:]}"

    @property
    def identity(self) -> str:
        """An IBAN is unique by itself; nearly every other account number is unique within a
        country.
        """
        return f"{NAME}:{self.country}:{self.account_number}"

    def details(self) -> Mapping[str, str]:
        return asdict(self)

    def shown(self) -> Mapping[str, str]:
        return {
            "holder": self.holder,
            "bank_name": self.bank_name,
            "bank_address": self.bank_address,
            "swift": self.swift,
            "postal_code": self.postal_code,
            "country": self.country,
            "account_number_masked": self.masked,
        }

    def forgotten(self) -> BankAccount:
        return BankAccount("", "", "", "", "", "")

    def require_writable(self, kind: FileKind) -> None:
        """pain.001 can carry names only in Latin letters."""
        if kind != PAIN001:
            return
        name = banking.latin(self.holder)
        if name is None or len(name) > banking.LONGEST_NAME:
            raise NotWritable(field="holder")


@frozen
class BankForm:
    holder: str = ""
    bank_name: str = ""
    bank_address: str = ""
    swift: str = ""
    account_number: str = ""
    account_number_confirm: str = ""
    postal_code: str = ""

    method = NAME

    def destination(self, payment: Payment) -> BankAccount:
        """The destination that the form describes.

        Refused with 4 (blank fields, all named at once; or a confirmation that differs), 40014,
        40017, 40015, 40016 and 2 `bad_value`, in this order.
        """
        checks.require_filled(asdict(self))
        require_confirmed(self.account_number, self.account_number_confirm)
        holder = checks.name("holder", self.holder, BadHolderName)
        swift = banking.bic(self.swift)
        number = account_number(self.account_number, payment)
        require_supported(swift, payment)
        return BankAccount(
            holder=holder,
            bank_name=_line("bank_name", self.bank_name),
            bank_address=_line("bank_address", self.bank_address),
            swift=swift,
            account_number=number,
            postal_code=_line("postal_code", self.postal_code),
        )


class BankTransfer:
    name = NAME
    title = MappingProxyType(
        {
            Language.ENGLISH: "Bank transfer",
            Language.KOREAN: "은행 송금",
            Language.SIMPLIFIED_CHINESE: "银行转账",
            Language.TRADITIONAL_CHINESE: "銀行轉帳",
        }
    )
    fields = tuple(fields_dict(BankForm))
    shown = (
        "holder",
        "bank_name",
        "bank_address",
        "swift",
        "postal_code",
        "country",
        "account_number_masked",
    )
    currencies = frozenset({Currency.USD, Currency.CNY})
    outside = OutsideAccount("external:bank")
    files = (SHEET, PAIN001)
    results = (ResultLayout(),)
    below_minimum = BelowBankMinimum

    def form(self, fields: Mapping[str, str]) -> BankForm:
        return BankForm(**fields)

    def opened(self, details: Mapping[str, str]) -> BankAccount:
        return BankAccount(**details)

    def terms(self, withdrawal: settings.Withdrawal, fees: settings.Fees) -> MethodTerms:
        """A flat fee, and a minimum."""
        return MethodTerms(
            flat_fee=Money.of(fees.bank_usd),
            minimum=Money.of(withdrawal.bank_minimum),
            basis=withdrawal.bank_minimum_basis,
        )

    def unsupported_countries(self, payment: Payment) -> frozenset[str]:
        return payment.unsupported_bank_countries


BANK: PayoutMethod = BankTransfer()


def require_confirmed(number: str, confirmation: str) -> None:
    """Refuse with 4 a confirmation with another number; spaces make no difference."""
    if checks.compact(number) != checks.compact(confirmation):
        raise FieldsMissing(fields={"account_number_confirm": "mismatch"})


def require_supported(swift: str, payment: Payment) -> None:
    """Refuse with 40016 a bank in a country to which no transfers are made."""
    country = swift[4:6]
    if country in payment.unsupported_bank_countries:
        raise CountryUnsupported(country=country)


def account_number(text: str, payment: Payment) -> str:
    """An IBAN by its own rules, any other number by the installation's limits.

    Two letters and two digits at the start make it an IBAN. Refused with 4 and 40015.
    """
    checks.require_filled({"account_number": text})
    number = checks.compact(text)
    if payment.accept_iban and banking.IBAN_START.match(number):
        return banking.iban(number)
    fits = payment.account_min <= len(number) <= payment.account_max
    if not fits or not _PLAIN_NUMBER.fullmatch(number):
        raise BadPayoutAccount(fields={"account_number": "account_number"})
    return number


def _line(name: str, text: str) -> str:
    return checks.free_text(name, text, TEXT_MAX[name])
