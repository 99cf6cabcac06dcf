"""The catalogue is whole, and every entry has its words in the four languages."""

import importlib
import pkgutil
import re
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from sys import modules
from typing import Any

import pytest
from attrs import fields

import backbeat
from backbeat.channels.model import Category
from backbeat.codes.catalogue import (
    CATALOGUE,
    NOTIFICATIONS,
    REASONS,
    Placeholders,
)
from backbeat.kernel.errors import Refusal
from backbeat.kernel.languages import Language

CODES = [
    *range(1, 7),
    *range(10000, 10028),
    20000,
    *range(30000, 30009),
    *range(40000, 40018),
    50000,
    50001,
    *range(60000, 60014),
    70000,
    70001,
    80000,
    80001,
    80002,
    90000,
    90001,
]
OPTIONAL = re.compile(r"\[[^\[\]]*\]")


def texts(language: Language) -> dict[str, Any]:
    resource = files("backbeat.codes").joinpath("messages", f"{language.value}.toml")
    return tomllib.loads(resource.read_text(encoding="utf-8"))


def flat(tree: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from flat(value, f"{path}{key}/")
        else:
            yield f"{path}{key}", value


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_there_are_exactly_the_85_codes() -> None:
    assert list(CATALOGUE) == CODES
    assert len(CODES) == 85


def test_no_two_codes_share_a_key() -> None:
    assert len({entry.key for entry in CATALOGUE.values()}) == 85


@pytest.mark.parametrize("language", Language)
def test_every_language_has_the_same_keys_in_the_same_order(language: Language) -> None:
    keys = [key for key, _ in flat(texts(language))]

    assert keys == [key for key, _ in flat(texts(Language.ENGLISH))]


@pytest.mark.parametrize("language", Language)
def test_no_text_is_empty_a_dash_or_a_number(language: Language) -> None:
    for key, text in flat(texts(language)):
        assert text == text.strip(), key
        assert re.search(r"[^\W\d_]{2}", OPTIONAL.sub("", text)), key


@pytest.mark.parametrize("language", [item for item in Language if item is not Language.ENGLISH])
def test_a_translation_is_not_the_english_text(language: Language) -> None:
    english = dict(flat(texts(Language.ENGLISH)))

    assert [key for key, text in flat(texts(language)) if text == english[key]] == []


@pytest.mark.parametrize("language", Language)
def test_the_words_name_only_the_facts_that_are_documented(language: Language) -> None:
    sections = texts(language)
    documented: list[tuple[str, Placeholders, str]] = [
        *(
            (str(c), entry.placeholders, sections["codes"][str(c)])
            for c, entry in CATALOGUE.items()
        ),
        *((reason, known, sections["reasons"][reason]) for reason, known in REASONS.items()),
        *(
            (name, known, sections["notifications"][name]["body"])
            for name, known in NOTIFICATIONS.items()
        ),
    ]
    for key, known, text in documented:
        assert placeholders(text) == set(known), key
        assert placeholders(OPTIONAL.sub("", text)) == set(), f"{key}: outside an optional part"


def test_catalogue_and_words_cover_each_other() -> None:
    sections = texts(Language.ENGLISH)

    assert list(sections["codes"]) == [str(code) for code in CATALOGUE]
    assert set(sections["reasons"]) == set(REASONS)
    assert set(sections["notifications"]) == set(NOTIFICATIONS)


def test_every_category_has_its_words() -> None:
    assert list(texts(Language.ENGLISH)["categories"]) == [category.value for category in Category]


def refusals() -> list[type[Refusal]]:
    """Every kind of refusal that the core knows."""
    for module in pkgutil.walk_packages(backbeat.__path__, "backbeat."):
        importlib.import_module(module.name)
    found: list[type[Refusal]] = []
    waiting = [Refusal]
    while waiting:
        found.append(kind := waiting.pop())
        waiting.extend(kind.__subclasses__())
    # attrs makes each slotted class twice, and the first one may not be gone yet.
    standing = [
        each for each in found if getattr(modules[each.__module__], each.__name__, None) is each
    ]
    return [kind for kind in standing if kind.__module__.startswith("backbeat.")]


def test_every_refusal_has_its_words_and_carries_the_facts_they_name() -> None:
    for kind in refusals():
        assert kind.code in CATALOGUE, kind
        assert kind.reason is None or kind.reason in REASONS, f"{kind}: {kind.reason}"
        named = REASONS[kind.reason] if kind.reason else CATALOGUE[kind.code].placeholders
        missing = set(named) - {attribute.name for attribute in fields(kind)}
        assert missing == set(), f"{kind} lacks {missing}"
