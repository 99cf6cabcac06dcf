"""Counts, percentages and short forms of large numbers (FORMAT-3, FORMAT-4)."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from backbeat.kernel.languages import Language

NOTHING = "-"
"""What is shown if there is no value, for example a ratio over zero views (FORMAT-7)."""

_TENTH = Decimal("0.1")
_HUNDREDTH = Decimal("0.01")

_THOUSANDS = ((1, ""), (1_000, "k"), (1_000_000, "m"), (1_000_000_000, "b"))
_KOREAN = ((1, ""), (1_000, "천"), (10_000, "만"), (100_000_000, "억"))
_CHINESE = ((1, ""), (1_000, "千"), (10_000, "萬"), (100_000_000, "億"))
_SIMPLIFIED = ((1, ""), (1_000, "千"), (10_000, "万"), (100_000_000, "亿"))

_Units = tuple[tuple[int, str], ...]


def format_count(value: int) -> str:
    """A whole number with thousands separators: `1,234,567`."""
    return f"{value:,}"


def format_percent(value: Decimal | None) -> str:
    """A ratio in percent, half up to at most two decimals: `12.35%`, `12.5%`, `12%`."""
    if value is None:
        return NOTHING
    return f"{_without_trailing_zeros(value.quantize(_HUNDREDTH, ROUND_HALF_UP))}%"


def format_compact(
    value: int | Decimal, language: Language, *, simplified_units: bool = False
) -> str:
    """A number in few characters: plain below 1,000, otherwise one decimal and a unit.

    The tenth is rounded half up, and a number that would thereby reach the next unit is shown in
    that unit: 999,950 is `1.0m`, 9,960 is `1.0萬` and never `10.0千`. `simplified_units` uses the
    simplified Chinese characters for units instead of those shared by both (FORMAT-4).
    """
    units = _units(language, simplified_units=simplified_units)
    amount = Decimal(value)
    rank = max(
        (i for i, (size, _) in enumerate(units) if abs(amount) >= size),
        default=0,
    )
    shown = _tenths(amount, units[rank][0])
    if rank + 1 < len(units) and abs(shown) * units[rank][0] >= units[rank + 1][0]:
        rank += 1
        shown = _tenths(amount, units[rank][0])
    sign = units[rank][1]
    return f"{shown:,}{sign}" if sign else _without_trailing_zeros(shown)


def _units(language: Language, *, simplified_units: bool) -> _Units:
    match language:
        case Language.KOREAN:
            return _KOREAN
        case Language.SIMPLIFIED_CHINESE if simplified_units:
            return _SIMPLIFIED
        case Language.SIMPLIFIED_CHINESE | Language.TRADITIONAL_CHINESE:
            return _CHINESE
        case Language.ENGLISH:
            return _THOUSANDS


def _tenths(amount: Decimal, size: int) -> Decimal:
    return (amount / size).quantize(_TENTH, ROUND_HALF_UP)


def _without_trailing_zeros(value: Decimal) -> str:
    """Grouped, without trailing decimal zeros, and zero without a sign."""
    if value == 0:
        return "0"
    return f"{value:,}".rstrip("0").rstrip(".") if value % 1 else f"{int(value):,}"
