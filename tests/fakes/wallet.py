"""A third payout method, registered by tests alone: a wallet that goes by its owner's phone number.

All of it is in this module: the value, its form and destination, and the writer of its files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal

from attrs import asdict, field, fields_dict, frozen

from backbeat import settings
from backbeat.kernel.errors import BadValues
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money
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
from backbeat.payout_methods.registry import METHODS
from backbeat.payouts.model import Sheet
from backbeat.settings import MinimumBasis
from backbeat_adapters.payouts.writer import WRITERS

NAME = MethodName("wallet")
ORDERS = FileKind("wallet", (FileForm.CSV,))

_COUNTRIES = {"+82": "KR", "+86": "CN", "+49": "DE"}


@frozen
class Wallet:
    """A wallet, by the phone that it is on."""

    wallet_owner: str
    wallet_phone: str = field(repr=False)

    method = NAME

    @property
    def name(self) -> str:
        """See `Destination`."""
        return self.wallet_owner

    @property
    def country(self) -> str | None:
        """Where the phone is at home."""
        return _COUNTRIES.get(self.wallet_phone[:3])

    @property
    def masked(self) -> str:
        """The phone's last two digits."""
        return f"…{self.wallet_phone[-2:]}"

    @property
    def identity(self) -> str:
        """See `Destination`."""
        return f"{NAME}:{self.wallet_phone}"

    def details(self) -> Mapping[str, str]:
        """See `Destination`."""
        return asdict(self)

    def shown(self) -> Mapping[str, str]:
        """See `Destination`."""
        return {"wallet_owner": self.wallet_owner, "wallet_phone_masked": self.masked}

    def forgotten(self) -> Wallet:
        """See `Destination`."""
        return Wallet("", "")

    def require_writable(self, kind: FileKind) -> None:
        """The file's fields are parted by bars."""
        del kind
        if "|" in self.wallet_owner:
            raise NotWritable(field="wallet_owner")


@frozen
class WalletForm:
    """Wallet details as they were typed."""

    wallet_owner: str = ""
    wallet_phone: str = ""

    method = NAME

    def destination(self, payment: settings.Payment) -> Wallet:
        """The wallet that the form describes. Refused with 4, 40013 and 2 `bad_value`."""
        del payment
        checks.require_filled(asdict(self))
        phone = checks.compact(self.wallet_phone)
        if not re.fullmatch(r"\+[0-9]{8,15}", phone):
            raise BadValues(fields={"wallet_phone": "bad_value"})
        return Wallet(checks.name("wallet_owner", self.wallet_owner, BadPayeeName), phone)


class MobileWallet:
    """See `PayoutMethod`."""

    name = NAME
    title: Mapping[Language, str] = {
        Language.ENGLISH: "Mobile wallet",
        Language.KOREAN: "모바일 지갑",
        Language.SIMPLIFIED_CHINESE: "手机钱包",
        Language.TRADITIONAL_CHINESE: "手機錢包",
    }
    fields = tuple(fields_dict(WalletForm))
    shown = ("wallet_owner", "wallet_phone_masked")
    currencies = frozenset({Currency.USD, Currency.CNY})
    outside = OutsideAccount("external:wallet")
    files = (ORDERS,)
    results: tuple[ResultLayout, ...] = (
        ResultLayout(
            columns={
                "withdrawal_id": "payment",
                "result": "state",
                "amount": "value",
                "currency": "ccy",
                "date": "booked",
                "reference": "trace",
                "reason": "note",
            },
            results={"done": "paid", "bounced": "returned", "parked": "unclaimed"},
        ),
    )
    below_minimum = BelowMethodMinimum

    def form(self, fields: Mapping[str, str]) -> WalletForm:
        """See `PayoutMethod`."""
        return WalletForm(**fields)

    def opened(self, details: Mapping[str, str]) -> Wallet:
        """See `PayoutMethod`."""
        return Wallet(**details)

    def terms(self, withdrawal: settings.Withdrawal, fees: settings.Fees) -> MethodTerms:
        """1.50 and one per cent, from 30.00 on."""
        del withdrawal, fees
        return MethodTerms(
            flat_fee=Money.of("1.50"),
            fee_rate=Decimal("0.01"),
            minimum=Money.of("30.00"),
            basis=MinimumBasis.REQUESTED_AMOUNT,
        )

    def unsupported_countries(self, payment: settings.Payment) -> frozenset[str]:
        """See `PayoutMethod`."""
        del payment
        return frozenset({"DE"})


def to_csv(sheet: Sheet) -> bytes:
    """A line a payment: reference, phone, owner, amount, currency."""
    lines = []
    for payment in sheet.payments:
        to = payment.destination
        if not isinstance(to, Wallet):
            raise TypeError(f"{payment.reference} is not paid to a wallet")
        amount = payment.amount
        cells = (payment.reference, to.wallet_phone, to.name, str(amount), amount.currency.value)
        lines.append("|".join(cells) + "\n")
    return "".join(lines).encode()


WALLET: PayoutMethod = MobileWallet()
WRITES = {(ORDERS, FileForm.CSV): to_csv}


@contextmanager
def registered(method: PayoutMethod = WALLET) -> Iterator[PayoutMethod]:
    """The method is one of the program's as long as the block lasts."""
    methods, writers = METHODS.known, WRITERS.known
    METHODS.register(method)
    WRITERS.register(WRITES)
    try:
        yield method
    finally:
        METHODS.known, WRITERS.known = methods, writers
