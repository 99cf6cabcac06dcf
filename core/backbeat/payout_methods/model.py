"""What a payout method is: the protocols that every one fulfils, and the values that they use."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from attrs import frozen

from backbeat import settings
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency, Money
from backbeat.ledger.model import OutsideAccount
from backbeat.payout_methods.errors import BelowMethodMinimum
from backbeat.settings import MinimumBasis


class MethodName(str):
    """A method as it is sent and stored, such as `bank`."""

    __slots__ = ()


_NOTHING = Money.zero()


@frozen
class MethodTerms:
    """What a method costs and requires: agreed with a request and stored with it as one value.

    The fee is the flat part plus the fraction of the amount. `minimum` is the method's own,
    compared with what `basis` says; None if it has none.
    """

    flat_fee: Money = _NOTHING
    fee_rate: Decimal = Decimal(0)
    minimum: Money | None = None
    basis: MinimumBasis = MinimumBasis.REQUESTED_AMOUNT

    def fee(self, amount: Money) -> Money:
        """What a payout of that amount costs its receiver; the fraction is rounded half up."""
        return self.flat_fee + amount.part_in_cents(self.fee_rate)


class FileForm(StrEnum):
    """How a file of payouts is written."""

    CSV = "csv"
    XLSX = "xlsx"
    XML = "xml"


@frozen
class FileKind:
    """A kind of file that carries payouts of one method, under the name that operators use for it.

    `forms` are its formats, the usual one first. `needs_debtor` says that it contains the
    operator's own account.
    """

    name: str
    forms: tuple[FileForm, ...]
    needs_debtor: bool = False


RESULT_COLUMNS = ("withdrawal_id", "result", "amount", "currency", "date", "reference", "reason")
"""The columns that a line of a file of results may have."""

REQUIRED_COLUMNS = RESULT_COLUMNS[1:5]

NAMING_COLUMNS = ("withdrawal_id", "reference")
"""The columns that identify a payout; the first that a line has is used, and a file needs one of
them.
"""

RESULTS = ("paid", "returned", "unclaimed")
"""What a line may say about the outcome."""


def _own_names(names: tuple[str, ...]) -> Mapping[str, str]:
    return MappingProxyType({name: name for name in names})


@frozen
class ResultLayout:
    """How a file of results is written: their column for each of ours, and our result for each of
    theirs.

    Columns and results are compared in lower case, with punctuation and spaces as `_`.
    """

    columns: Mapping[str, str] = _own_names(RESULT_COLUMNS)
    results: Mapping[str, str] = _own_names(RESULTS)


class Destination(Protocol):
    """Where an account is paid with one method."""

    @property
    def method(self) -> MethodName: ...

    @property
    def name(self) -> str:
        """The payee's name, which appears on the invoice."""

    @property
    def country(self) -> str | None:
        """Its country, if the method knows one."""

    @property
    def masked(self) -> str:
        """Enough of it for its owner to recognise it, too little to be used by others."""

    @property
    def identity(self) -> str:
        """A value that two destinations share if their money arrives at the same place."""

    def details(self) -> Mapping[str, str]:
        """All its fields: what is encrypted when stored, and shown to operators."""

    def shown(self) -> Mapping[str, str]:
        """What its owner reads, under the names in the method's `shown`, masked where necessary."""

    def forgotten(self) -> Destination:
        """Without anything personal, for when the owner's personal data is erased."""

    def require_writable(self, kind: FileKind) -> None:
        """Refuse with `NotWritable` if such a file cannot carry it."""


class Form(Protocol):
    """A destination as somebody typed it; a field that was not sent is blank."""

    @property
    def method(self) -> MethodName: ...

    def destination(self, payment: settings.Payment) -> Destination:
        """The destination, with its texts normalised. Refused naming the fields."""


class PayoutMethod(Protocol):
    """Everything that is particular to one way of being paid.

    A module has one such value and declares its type (`BANK: PayoutMethod = BankTransfer()`), so
    that the type checker reports there what is missing. `registry.register` checks what types
    cannot see.
    """

    @property
    def name(self) -> MethodName: ...

    @property
    def title(self) -> Mapping[Language, str]:
        """What people call it; the web UI has the same text under `method.<name>`."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of its form; the web UI has a label for each under `form.<field>`."""

    @property
    def shown(self) -> tuple[str, ...]:
        """The fields that an answer about a destination has."""

    @property
    def currencies(self) -> frozenset[Currency]: ...

    @property
    def outside(self) -> OutsideAccount:
        """The ledger account to which its money goes."""

    @property
    def files(self) -> tuple[FileKind, ...]: ...

    @property
    def results(self) -> tuple[ResultLayout, ...]: ...

    @property
    def below_minimum(self) -> type[BelowMethodMinimum]:
        """The refusal of an amount below its own minimum."""

    def form(self, fields: Mapping[str, str]) -> Form: ...

    def opened(self, details: Mapping[str, str]) -> Destination:
        """The destination whose `details` these are."""

    def terms(self, withdrawal: settings.Withdrawal, fees: settings.Fees) -> MethodTerms:
        """What it costs and requires according to these settings."""

    def unsupported_countries(self, payment: settings.Payment) -> frozenset[str]: ...
