"""Money: whole micro-units of one currency, never a float."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal
from enum import StrEnum
from typing import Any

from attrs import field, frozen
from attrs.validators import instance_of

from backbeat.kernel.decimals import plain_decimal

MICROS = 1_000_000
CENT = MICROS // 100
NANOS_PER_MICRO = 1_000
LARGEST = 2**63 - 1


class Currency(StrEnum):
    """A currency Backbeat can name. The ledger is in USD only (MONEY-1)."""

    USD = "USD"
    CNY = "CNY"
    KRW = "KRW"
    JPY = "JPY"
    # Only for report files and exchange rates: people are never shown these.
    AUD = "AUD"
    BRL = "BRL"
    CAD = "CAD"
    CHF = "CHF"
    CZK = "CZK"
    DKK = "DKK"
    EUR = "EUR"
    GBP = "GBP"
    HKD = "HKD"
    HUF = "HUF"
    IDR = "IDR"
    ILS = "ILS"
    INR = "INR"
    ISK = "ISK"
    MXN = "MXN"
    MYR = "MYR"
    NOK = "NOK"
    NZD = "NZD"
    PHP = "PHP"
    PLN = "PLN"
    RON = "RON"
    SEK = "SEK"
    SGD = "SGD"
    THB = "THB"
    TRY = "TRY"
    TWD = "TWD"
    ZAR = "ZAR"


FORMATTED = (Currency.USD, Currency.CNY, Currency.KRW, Currency.JPY)
"""The currencies in which amounts are shown; the others are only read (FX-1)."""


class CurrenciesDiffer(TypeError):
    """Two currencies were combined without a rate: a mistake in the program, never a person's."""


def _whole(_: object, __: object, value: Any) -> None:
    if type(value) is not int:
        raise TypeError(f"money is counted in whole micro-units, got {value!r}")
    if abs(value) > LARGEST:
        raise OverflowError("money beyond 64 bits")


@frozen(order=False)
class Money:
    """An amount in micro-units (1e-6) of one currency; it may be negative.

    Arithmetic is exact. Mixing currencies raises `CurrenciesDiffer`.
    """

    micros: int = field(validator=_whole)
    currency: Currency = field(default=Currency.USD, validator=instance_of(Currency))

    @classmethod
    def of(cls, amount: str | int | Decimal, currency: Currency = Currency.USD) -> Money:
        """Read a decimal amount of at most six places, for example `Money.of("150.00")`.

        Text is read by `plain_decimal`: no exponents, no separators. Raises ValueError for anything
        else, floats and NaN included.
        """
        if isinstance(amount, float):
            raise ValueError("a float is no amount of money")
        try:
            read = plain_decimal(amount) if isinstance(amount, str) else Decimal(amount)
            exact = read * MICROS
        except (ArithmeticError, ValueError):
            raise ValueError(f"not an amount: {amount!r}") from None
        if not exact.is_finite() or abs(exact) > LARGEST or exact != exact.to_integral_value():
            raise ValueError(f"not an amount of at most six places: {amount!r}")
        return cls(int(exact), currency)

    @classmethod
    def zero(cls, currency: Currency = Currency.USD) -> Money:
        return cls(0, currency)

    @property
    def amount(self) -> Decimal:
        return Decimal(self.micros) / MICROS

    def __str__(self) -> str:
        """The decimal amount with at least two and at most six places: `150.00`, `0.008888`."""
        whole, micros = divmod(abs(self.micros), MICROS)
        places = f"{micros:06d}".rstrip("0").ljust(2, "0")
        return f"{'-' if self.micros < 0 else ''}{whole}.{places}"

    def __add__(self, other: Money) -> Money:
        return Money(self.micros + self._same(other), self.currency)

    def __sub__(self, other: Money) -> Money:
        return Money(self.micros - self._same(other), self.currency)

    def __neg__(self) -> Money:
        return Money(-self.micros, self.currency)

    def __abs__(self) -> Money:
        return Money(abs(self.micros), self.currency)

    def __lt__(self, other: Money) -> bool:
        return self.micros < self._same(other)

    def __le__(self, other: Money) -> bool:
        return self.micros <= self._same(other)

    def __gt__(self, other: Money) -> bool:
        return self.micros > self._same(other)

    def __ge__(self, other: Money) -> bool:
        return self.micros >= self._same(other)

    def __bool__(self) -> bool:
        return self.micros != 0

    def floored_to_cents(self) -> Money:
        """The amount rounded down (toward minus infinity) to 0.01."""
        return Money(self.micros // CENT * CENT, self.currency)

    def part_in_cents(self, fraction: Decimal) -> Money:
        """`fraction` of the amount, rounded half up to 0.01 (fees, WITHDRAW-5)."""
        cents = (self.amount * fraction).quantize(Decimal("0.01"), ROUND_HALF_UP)
        return Money.of(cents, self.currency)

    def converted(self, rate: Decimal, currency: Currency) -> Money:
        """The amount converted at `rate`, rounded down to a micro-unit."""
        micros = (Decimal(self.micros) * rate).to_integral_value(ROUND_FLOOR)
        return Money(int(micros), currency)

    def _same(self, other: Money) -> int:
        if not isinstance(other, Money):
            raise TypeError(f"money meets {type(other).__name__}")
        if other.currency is not self.currency:
            raise CurrenciesDiffer(f"{self.currency} meets {other.currency}")
        return other.micros


def total(amounts: Iterable[Money], currency: Currency = Currency.USD) -> Money:
    """The sum of an iterable of Money; zero in `currency` if it is empty."""
    zero = Money.zero(currency)
    return Money(sum(zero._same(amount) for amount in amounts), currency)
