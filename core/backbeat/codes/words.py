"""The product's texts, in the reader's language.

Nothing here raises for a missing or odd fact: a message is often made when something else has
already failed, and a sentence without its number is better than none.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from attrs import frozen

from backbeat.codes.catalogue import (
    CATALOGUE,
    NOTIFICATIONS,
    REASONS,
    Fact,
    Placeholders,
)
from backbeat.formatting.facts import with_money
from backbeat.kernel.languages import FALLBACK, Language
from backbeat.payout_methods.registry import METHODS
from backbeat.platforms.foreign import FOREIGN
from backbeat.platforms.registry import PLATFORMS

Facts = Mapping[str, object]

UNKNOWN_ERROR = 1

_OPTIONAL_PART = re.compile(r"\[([^\[\]]*)\]")
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_KIB = 1024
_MIB = 1024 * 1024
_PLATFORM_TITLES = MappingProxyType(
    {each.name: each.title for each in PLATFORMS} | {each.name: each.title for each in FOREIGN}
)


@frozen
class NotificationText:
    """A notification as it is read: plain text, no markup."""

    title: str
    body: str


def message(code: int, language: Language, details: Facts | None = None) -> str:
    """The text for a refusal: that of `details["reason"]` if it has one, otherwise the code's.

    `details` are the facts of the answer (`Refusal.details`). An unknown code says that
    something went wrong.
    """
    facts = details or {}
    reason = facts.get("reason")
    if isinstance(reason, str) and reason in REASONS:
        return _filled(_texts(language)["reasons"][reason], REASONS[reason], facts, language)
    entry = CATALOGUE.get(code, CATALOGUE[UNKNOWN_ERROR])
    template = _texts(language)["codes"][str(entry.code)]
    return _filled(template, entry.placeholders, facts, language)


def ledger_type_label(entry_type: str, language: Language) -> str:
    """What a row of a creator's statement is called (LEDGER-6)."""
    return _label("ledger_types", entry_type, language)


def category_label(category: str, language: Language) -> str:
    return _label("categories", category, language)


def notification_text(
    template: str, language: Language, params: Facts | None = None
) -> NotificationText:
    """A notification rendered for its reader (NOTIFY-2); a plain notice when the template is
    unknown."""
    name = template if template in NOTIFICATIONS else "notice"
    texts = _texts(language)["notifications"][name]
    return NotificationText(
        title=texts["title"],
        body=_filled(texts["body"], NOTIFICATIONS[name], with_money(params or {}), language),
    )


@cache
def _texts(language: Language) -> dict[str, Any]:
    resource = files(__package__).joinpath("messages", f"{language.value}.toml")
    return tomllib.loads(resource.read_text(encoding="utf-8"))


def _label(section: str, key: str, language: Language) -> str:
    text: str = _texts(language)[section].get(key, key)
    return text


def _filled(template: str, placeholders: Placeholders, facts: Facts, language: Language) -> str:
    """The template with its facts; an optional part is left out if one of its facts is unknown."""

    def part(match: re.Match[str]) -> str:
        names = _PLACEHOLDER.findall(match[1])
        values = {
            name: _written(placeholders.get(name, Fact.TEXT), facts.get(name), language)
            for name in names
        }
        if None in values.values():
            return ""
        return _PLACEHOLDER.sub(lambda placeholder: str(values[placeholder[1]]), match[1])

    return _OPTIONAL_PART.sub(part, template)


def _written(kind: Fact, value: object, language: Language) -> str | None:
    """A fact as text, or None if it is missing or not of the expected kind."""
    if kind is Fact.WORDS and isinstance(value, Mapping):
        value = value.get(language.value) or value.get(FALLBACK.value)
    if value is None or value == "":
        return None
    if kind is Fact.LOCKS:
        return _sentences("payout_locks", value, language)
    try:
        return _NAMERS[kind](str(value), language) if kind in _NAMERS else _WRITERS[kind](value)
    except (ValueError, InvalidOperation, OverflowError):
        return None


def _sentences(section: str, keys: object, language: Language) -> str | None:
    """The sentences of these keys, in their order; None where there are none."""
    known = _texts(language)[section]
    found = [known[key] for key in keys if key in known] if isinstance(keys, list | tuple) else []
    return " ".join(found) or None


def _count(value: object) -> str:
    return f"{int(str(value)):,}"


def _size(value: object) -> str:
    size = int(str(value))
    if size >= _MIB:
        return f"{size / _MIB:.1f}".removesuffix(".0") + " MB"
    return f"{-(-size // _KIB)} KB"


def _day(value: object) -> str:
    day = date.fromisoformat(str(value)[:10])
    return f"{day.year:04}/{day.month:02}/{day.day:02}"


def _amount(value: object) -> str:
    amount = Decimal(str(value))
    if not amount.is_finite():
        raise ValueError("not an amount")
    return f"${amount:,}"


def _month(value: object) -> str:
    month = date.fromisoformat(f"{value}-01")
    return f"{month.year:04}/{month.month:02}"


def _platform(name: str, language: Language) -> str:
    titles = _PLATFORM_TITLES.get(name)
    return name if titles is None else titles[language]


def _method(name: str, language: Language) -> str:
    known = METHODS.known.get(name)
    return name if known is None else known.title[language]


_NAMERS: Mapping[Fact, Callable[[str, Language], str]] = {
    Fact.PLATFORM: _platform,
    Fact.METHOD: _method,
}
_WRITERS: Mapping[Fact, Callable[[object], str]] = {
    Fact.TEXT: str,
    Fact.WORDS: str,
    Fact.COUNT: _count,
    Fact.SIZE: _size,
    Fact.DAY: _day,
    Fact.AMOUNT: _amount,
    Fact.MONTH: _month,
}
