"""What a payout method is: the protocols that every one fulfils, and the values they speak in."""

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
    """What a method costs and asks for: agreed with a request and kept with it as one value.

    The fee is the flat part and the part of the amount together. `minimum` is the method's own,
    compared with what `basis` says; None where it has none.
    """

    flat_fee: Money = _NOTHING
    fee_rate: Decimal = Decimal(0)
    minimum: Money | None = None
    basis: MinimumBasis = MinimumBasis.REQUESTED_AMOUNT

    def fee(self, amount: Money) -> Money:
        """What a payout of that amount costs its receiver; the part is rounded half up."""
        return self.flat_fee + amount.part_in_cents(self.fee_rate)


class FileForm(StrEnum):
    """How a file of payouts is written."""

    CSV = "csv"
    XLSX = "xlsx"
    XML = "xml"


@frozen
class FileKind:
    """A kind of file that carries payouts of one method, by the name operators ask for it.

    `forms` are those it comes in, the usual one first. `needs_debtor` tells that it names the
    operator's own account.
    """

    name: str
    forms: tuple[FileForm, ...]
    needs_debtor: bool = False


RESULT_COLUMNS = ("withdrawal_id", "result", "amount", "currency", "date", "reference", "reason")
"""What a line of a file of results may say."""

REQUIRED_COLUMNS = RESULT_COLUMNS[1:5]

NAMING_COLUMNS = ("withdrawal_id", "reference")
"""What a payout is named by, the first that a line has: a file needs one of these columns."""

RESULTS = ("paid", "returned", "unclaimed")
"""What a line may say became of the money."""


def _own_names(names: tuple[str, ...]) -> Mapping[str, str]:
    return MappingProxyType({name: name for name in names})


@frozen
class ResultLayout:
    """How a file of results is written: their column for each of ours, our result for each of theirs.

    Columns and results are compared in lower case, signs and spaces as `_`.
    """

    columns: Mapping[str, str] = _own_names(RESULT_COLUMNS)
    results: Mapping[str, str] = _own_names(RESULTS)


class Destination(Protocol):
    """Where an account is paid by one method."""

    @property
    def method(self) -> MethodName: ...

    @property
    def name(self) -> str:
        """Whose money it is: the name that an invoice carries."""

    @property
    def country(self) -> str | None:
        """The country it lies in, where the method knows one."""

    @property
    def masked(self) -> str:
        """Enough of it to be recognised, too little to be used."""

    @property
    def identity(self) -> str:
        """What two destinations share by which money arrives at the same place."""

    def details(self) -> Mapping[str, str]:
        """Everything of it by field: what is sealed where it is stored, and shown to operators."""

    def shown(self) -> Mapping[str, str]:
        """What its owner reads, by the method's `shown` names, masked where that is due."""

    def forgotten(self) -> Destination:
        """Without anything of its owner's, once the owner's personal data is erased."""

    def require_writable(self, kind: FileKind) -> None:
        """Refuse with `NotWritable` what such a file cannot say."""


class Form(Protocol):
    """A destination as somebody typed it; a field that was not sent is blank."""

    @property
    def method(self) -> MethodName: ...

    def destination(self, payment: settings.Payment) -> Destination:
        """The destination, its texts normalised. Refused naming the fields."""


class PayoutMethod(Protocol):
    """Everything that is particular to one way of being paid.

    A module has one such value and says its type (`BANK: PayoutMethod = BankTransfer()`), so that
    the type checker names there what is missing. What types cannot see, `registry.register` checks.
    """

    @property
    def name(self) -> MethodName: ...

    @property
    def title(self) -> Mapping[Language, str]:
        """What people call it; the web UI says the same below `method.<name>`."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of its form; the web UI labels each below `form.<field>`."""

    @property
    def shown(self) -> tuple[str, ...]:
        """The fields that an answer about a destination has."""

    @property
    def currencies(self) -> frozenset[Currency]: ...

    @property
    def outside(self) -> OutsideAccount:
        """The account of the ledger that its money leaves to."""

    @property
    def files(self) -> tuple[FileKind, ...]: ...

    @property
    def results(self) -> tuple[ResultLayout, ...]:
        """The files that tell what became of them."""

    @property
    def below_minimum(self) -> type[BelowMethodMinimum]:
        """The refusal of an amount below its own minimum."""

    def form(self, fields: Mapping[str, str]) -> Form: ...

    def opened(self, details: Mapping[str, str]) -> Destination:
        """The destination whose `details` these are."""

    def terms(self, withdrawal: settings.Withdrawal, fees: settings.Fees) -> MethodTerms:
        """What it costs and asks for by these settings."""

    def unsupported_countries(self, payment: settings.Payment) -> frozenset[str]:
        """Where it does not pay to."""
