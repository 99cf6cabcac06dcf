"""The rulebook: every rule stands once, every reference to one leads to it, none leads elsewhere."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from pathlib import Path

import attrs
import pytest

from backbeat.catalogue.vocabulary import BUILT_IN, TagKind
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Category
from backbeat.ledger.integrity.rules import CHECKS
from backbeat.payout_methods.registry import METHODS
from backbeat.platforms.registry import NAMES
from backbeat.settings import Features, Settings
from backbeat.webhooks.model import EventKind
from backbeat_cli.app import COMMANDS
from backbeat_http.errors import STATUS_OF_CODE, STATUS_OF_REASON
from backbeat_http.resources.accounts import MeView

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "rules"
PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted(FOLDER.glob("*.md"))}

NOT_OURS = {
    "webui/package-lock.json": "checksums",
    "requirements": "checksums",
    "tests/architecture/test_rules.py": "its own examples",
}
"""Files and folders that are not looked through, with the reason."""

NO_REFERENCES: dict[str, str] = {}
"""Texts that look like a former reference and are none, with the reason."""

_GENERATED = {"node_modules", "static", "dist", "build", "__pycache__"}
_RULE = re.compile(r'^<a id="([a-z]+-\d+)"></a>\*\*([A-Z]+)-(\d+)\*\* \S', re.MULTILINE)
_ANCHOR = re.compile(r'<a id="([^"]*)"')
_LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]*)#([a-z]+-\d+)\)")
_FORMER = re.compile(
    r"\b(?:D-[0-9]{3}|R[0-9]{1,2}|AC[0-9]{2}|trust(?:\.md)? (?:[0-9][0-9.]*|[FT][0-9]{1,2})"
    r"|spec(?:ification)?,? section [0-9]|decisions,? (?:section )?[0-9]\.?[0-9]?|formats,? section [0-9])\b"
)


def rules_of(page: str) -> list[tuple[str, str, int]]:
    return [(anchor, area, int(number)) for anchor, area, number in _RULE.findall(page)]


RULES = {anchor for page in PAGES.values() for anchor, _, _ in rules_of(page)}
AREAS = {area for page in PAGES.values() for _, area, _ in rules_of(page)}
_REFERENCE = re.compile(rf"(?<![\w/.-])(?:{'|'.join(sorted(AREAS))})-\d{{1,3}}(?![\w-])")


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every text of the repository by its path; what is made, bought or binary is left out."""
    return tuple(_texts())


def _texts() -> Iterator[tuple[str, str]]:
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [
            name
            for name in sorted(folders)
            if not name.startswith(".") and not name.endswith(".egg-info")
            if name not in _GENERATED
        ]
        for file in sorted(files):
            path = Path(folder) / file
            name = path.relative_to(ROOT).as_posix()
            if any(name == other or name.startswith(f"{other}/") for other in NOT_OURS):
                continue
            try:
                yield name, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def unresolved(text: str) -> list[str]:
    return [found for found in _REFERENCE.findall(text) if found.lower() not in RULES]


def former(text: str) -> list[str]:
    return [found for found in _FORMER.findall(text) if found not in NO_REFERENCES]


def test_there_are_rules() -> None:
    assert len(RULES) > 500
    assert len(texts()) > 500


def test_every_anchor_is_defined_once_and_is_that_of_its_rule() -> None:
    defined = [anchor for page in PAGES.values() for anchor in _ANCHOR.findall(page)]
    assert sorted(defined) == sorted(set(defined))
    assert set(defined) == RULES
    for page in PAGES.values():
        for anchor, area, number in rules_of(page):
            assert anchor == f"{area}-{number}".lower()


@pytest.mark.parametrize("name", [name for name in PAGES if name != "README.md"])
def test_a_page_has_one_area_and_counts_from_one(name: str) -> None:
    rules = rules_of(PAGES[name])
    assert sorted(number for _, _, number in rules) == list(range(1, len(rules) + 1))
    areas = {area for _, area, _ in rules}
    assert len(areas) == 1
    assert f"| {areas.pop()}- | [" in PAGES["README.md"]
    assert f"]({name})" in PAGES["README.md"]


def test_every_reference_to_a_rule_resolves() -> None:
    assert {name: lost for name, text in texts() if (lost := unresolved(text))} == {}


def test_a_reference_that_leads_nowhere_is_found() -> None:
    assert unresolved("(MONEY-1, MONEY-999)") == ["MONEY-999"]
    assert unresolved("file PAYOUT-20251106-12-1") == []


def test_links_to_rules_lead_there() -> None:
    lost = []
    for name, text in texts():
        if not name.endswith(".md"):
            continue
        for words, page, anchor in _LINK.findall(text):
            target = (ROOT / name).parent / page if page else ROOT / name
            if FOLDER in target.resolve().parents and (
                f'<a id="{anchor}"></a>' not in PAGES.get(target.name, "")
                or (words.lower() in RULES and words.lower() != anchor)
            ):
                lost.append(f"{name}: [{words}]({page}#{anchor})")
    assert lost == []


def test_nothing_refers_to_documents_that_are_not_here() -> None:
    assert {name: lost for name, text in texts() if (lost := former(text))} == {}


@pytest.mark.parametrize("words", ["see D-067", "(R1)", "(AC34, R5)", "(trust 4.2)"])
def test_a_former_reference_is_found(words: str) -> None:
    assert former(words)


def test_every_setting_has_its_rule() -> None:
    keys = [
        f"{section.name}.{key.name}"
        for section in attrs.fields(Settings)
        if attrs.has(type(getattr(Settings(), section.name)))
        for key in attrs.fields(type(getattr(Settings(), section.name)))
    ]
    told = "\n".join(PAGES.values())
    assert [key for key in keys if f"`{key}" not in told] == []


def rule(anchor: str) -> str:
    """The words of one rule."""
    area, _, number = anchor.partition("-")
    pages = (page for page in PAGES.values() if f'<a id="{anchor.lower()}">' in page)
    told = next(pages).partition(f"**{area}-{number}**")[2]
    return told.partition('<a id="')[0]


def test_every_status_of_a_refusal_stands_in_its_rule() -> None:
    told = rule("HTTP-2")

    assert len(STATUS_OF_REASON) > 10
    assert [each for each in STATUS_OF_REASON if f"`{each}`" not in told] == []
    assert [each for each in STATUS_OF_CODE if not re.search(rf"\b{each}\b", told)] == []
    used = {*STATUS_OF_REASON.values(), *STATUS_OF_CODE.values()}
    assert [each for each in used if not re.search(rf"\b{each}\b", told)] == []


def test_every_command_stands_in_its_area() -> None:
    told = set(re.findall(r"[a-z-]+", rule("CLI-1")))

    assert [each for each in COMMANDS if each not in told] == []


FLAGS = (ROOT / "webui/src/app/paths.ts").read_text("utf-8").partition("const FLAGS = [")[2]
LISTED = {
    "CAMPAIGN-2": [each.name for each in attrs.fields(Features)],
    "CHAN-6": [*Category],
    "CHAN-8": [*ChannelStatus],
    "EMBED-6": [*EventKind],
    "HTTP-20": [each.name for each in attrs.fields(MeView)],
    "MUSIC-19": [tag.code for tag in BUILT_IN if tag.kind is TagKind.MOOD],
    "MUSIC-20": [tag.code for tag in BUILT_IN if tag.kind is TagKind.AI],
    "PLATFORM-3": [*NAMES, *(str(each.name) for each in METHODS)],
    "WEB-5": re.findall(r'"(\w+)"', FLAGS.partition("]")[0]),
}
"""What rules list, as the code has it."""


@pytest.mark.parametrize("anchor", LISTED)
def test_a_rule_lists_all_that_there_is(anchor: str) -> None:
    told = set(re.findall(r"\w+(?:[.-]\w+)*", rule(anchor)))
    short = {word.rpartition(".")[2] for word in told}

    assert len(LISTED[anchor]) > 3
    assert [each for each in LISTED[anchor] if each not in told | short] == []


def test_every_key_that_browsers_keep_has_its_rule() -> None:
    source = (ROOT / "webui/src/app/storage.ts").read_text("utf-8")
    keys = re.findall(r'\| "(\w+)"', source)
    told = set(re.findall(r"\w+", rule("WEB-10")))

    assert len(keys) > 10
    assert [each for each in keys if each not in told] == []


_DEFAULT = re.compile(r"`([a-z_0-9]+(?:\.[a-z_0-9]+)?)` \(([^)]*)\)")
_QUANTITY = re.compile(r"([\d,.]+)(?: (MiB|h|s)\b)?")
_UNITS = {"MiB": 1024 * 1024, "h": 3600, "s": 1, "": 1}


def values() -> dict[str, object]:
    """Every setting's default by its key."""
    whole = Settings()
    found: dict[str, object] = {}
    for section in attrs.fields(Settings):
        value = getattr(whole, section.name)
        if attrs.has(type(value)):
            found |= {f"{section.name}.{name}": each for name, each in attrs.asdict(value).items()}
        else:
            found[section.name] = value
    return found


def told_defaults(text: str) -> dict[str, str]:
    """What stands in brackets behind a setting's key, where that begins with a default."""
    found = dict(_DEFAULT.findall(" ".join(text.split())))
    begin = re.compile(r"\d|true\b|false\b|on\b|off\b|none\b")
    return {key: told for key, told in found.items() if key in values() and begin.match(told)}


def agrees(key: str, told: str) -> bool:
    """Whether the words in brackets name the default first."""
    known = values()
    value = known[key]
    if isinstance(value, bool):
        return told.startswith(("true", "on") if value else ("false", "off"))
    if value in {(), frozenset(), None}:
        return told.startswith("none")
    if isinstance(value, tuple):
        return told.startswith(" to ".join(map(str, value)))
    least = known.get(key.replace("_max", "_min")) if key.endswith("_max") else None
    if isinstance(least, int) and " to " in told:
        return told.startswith(f"{least} to {value}")
    quantity = _QUANTITY.match(told)
    assert quantity is not None, told
    number = Decimal(quantity[1].replace(",", "").rstrip("."))
    return number * _UNITS[quantity[2] or ""] == Decimal(str(value))


def test_defaults_that_rules_tell_are_those_of_the_settings() -> None:
    told = {key: words for page in PAGES.values() for key, words in told_defaults(page).items()}

    assert len(told) > 50
    assert {key: words for key, words in told.items() if not agrees(key, words)} == {}


@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("auth.code_ttl", "301 s"),
        ("inquiry.max_bytes", "6 MiB; code 5"),
        ("accounts.id_max", "6 to 254; 10005"),
        ("channels.review_days", "1 to 3"),
        ("features.phone", "true"),
        ("channels.hold_max_views", "100,001"),
        ("server.trusted_proxies", "127.0.0.1"),
    ],
)
def test_another_default_is_found(key: str, told: str) -> None:
    assert not agrees(key, told)


def test_every_invariant_has_its_rule() -> None:
    page = PAGES["integrity.md"]
    assert [
        check.invariant
        for check in CHECKS
        if f"**INTEG-{check.invariant[1:]}** {check.invariant}, " not in page
    ] == []
