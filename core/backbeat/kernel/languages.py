"""The interface languages, and how a request's preference is matched to one of them."""

from __future__ import annotations

from enum import StrEnum


class Language(StrEnum):
    """A language in which every text of the product exists."""

    ENGLISH = "en"
    KOREAN = "ko"
    SIMPLIFIED_CHINESE = "zh-CN"
    TRADITIONAL_CHINESE = "zh-TW"


FALLBACK = Language.ENGLISH
"""The language for readers whose languages are not supported (LANG-1)."""

_TRADITIONAL_SUBTAGS = frozenset({"hant", "tw", "hk", "mo"})
_LONGEST_HEADER = 1_000
_MOST_RANGES = 50


def language_of(tag: str) -> Language | None:
    """The product's language for one BCP 47 tag, or None if it is another language (LANG-1)."""
    primary, *subtags = tag.strip().replace("_", "-").lower().split("-")
    if primary == "en":
        return Language.ENGLISH
    if primary == "ko":
        return Language.KOREAN
    if primary == "zh":
        return _chinese(subtags)
    return None


def negotiate(accept_language: str | None) -> Language:
    """The best match for an `Accept-Language` header; English if there is none.

    Higher q-values win, equal ones by their order, q=0 means "not this one". A part that cannot be
    read is ignored: a strange header must not break a page.
    """
    best, best_quality = FALLBACK, 0.0
    for part in (accept_language or "")[:_LONGEST_HEADER].split(",")[:_MOST_RANGES]:
        tag, *parameters = part.split(";")
        language = language_of(tag)
        quality = _quality(parameters)
        if language is not None and quality > best_quality:
            best, best_quality = language, quality
    return best


def _chinese(subtags: list[str]) -> Language:
    """The script takes precedence over the region: zh-Hans-HK is simplified."""
    if "hans" in subtags:
        return Language.SIMPLIFIED_CHINESE
    if _TRADITIONAL_SUBTAGS.intersection(subtags):
        return Language.TRADITIONAL_CHINESE
    return Language.SIMPLIFIED_CHINESE


def _quality(parameters: list[str]) -> float:
    """The q-value of a range: 1 without one, 0 when it cannot be read."""
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            return _weight(value.strip())
    return 1.0


def _weight(text: str) -> float:
    try:
        weight = float(text)
    except ValueError:
        return 0.0
    return weight if 0.0 <= weight <= 1.0 else 0.0
