"""TOML texts written by an operator; everything wrong with one is reported at once, by line and
key.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any, Final, Self

from attrs import define, field

LONGEST: Final = 100_000
_HEADER = re.compile(r"\[\[?\s*([\w.\"' -]+?)\s*\]\]?\s*(?:#.*)?")
_KEY = re.compile(r"[\"']?([\w-]+)[\"']?\s*=")


class NoToml(ValueError):
    """The text is not TOML, or is too long."""


@define
class TomlText:
    """The contents of a text, and the mistakes found in it so far."""

    told_in: Mapping[str, Any]
    lines: Mapping[str, int]
    problems: list[tuple[int, str]] = field(factory=list)

    @classmethod
    def of(cls, text: str) -> Self:
        """Refuses with `NoToml`."""
        if len(text) > LONGEST:
            raise NoToml(f"longer than {LONGEST} characters")
        try:
            return cls(tomllib.loads(text), _lines(text))
        except (tomllib.TOMLDecodeError, RecursionError) as problem:
            raise NoToml(str(problem)) from None

    def told(self) -> list[str]:
        """The mistakes in the order of their lines."""
        return [
            f"line {line}: {text}" if line else text
            for line, text in sorted(set(self.problems), key=lambda each: each[0] or 10**6)
        ]

    def only(
        self, sections: Mapping[str, Sequence[str]], section: str, told: Mapping[str, Any]
    ) -> None:
        """Report keys that a section has but may not have."""
        known = sections[section]
        for key in told:
            if key not in known:
                path = f"{section}.{key}" if section else key
                near = get_close_matches(key, known, 1)
                hint = f"; {near[0]}?" if near else f"; one of {', '.join(known)}"
                self.wrong(path, f"unknown key{hint}")

    def wrong(self, path: str, problem: str) -> None:
        section = path.partition(".")[0]
        line = self.lines.get(path) or self.lines.get(section) or 0
        self.problems.append((line, f"{path}: {problem}"))

    def table(self, key: str) -> Mapping[str, Any]:
        found = self.told_in.get(key, {})
        if isinstance(found, dict):
            return found
        self.wrong(key, f"a section is needed: [{key}]")
        return {}

    def tables(self, key: str) -> Sequence[Mapping[str, Any]]:
        found = self.told_in.get(key, [])
        if isinstance(found, list) and all(isinstance(each, dict) for each in found):
            return found
        self.wrong(key, f"sections are needed: [[{key}]]")
        return []

    def text(self, section: str, key: str, *, needed: bool = False) -> str | None:
        path = f"{section}.{key}" if section else key
        found = (self.table(section) if section else self.told_in).get(key)
        if found is None:
            if needed:
                self.wrong(path, "needed")
            return None
        if not isinstance(found, str) or (not found.strip() and key != "thousands"):
            self.wrong(path, "a text is needed")
            return None
        return found

    def choice(self, section: str, key: str, known: Sequence[str]) -> str | None:
        found = self.table(section).get(key)
        if found is None or found in known:
            return found
        path = f"{section}.{key}" if section else key
        self.wrong(path, f"{found!r} is none of {', '.join(map(repr, known))}")
        return None

    def names(self, key: str) -> tuple[str, ...]:
        return self.listed(key, self.told_in[key]) if key in self.told_in else ()

    def listed(self, path: str, listed: object) -> tuple[str, ...]:
        if (
            not isinstance(listed, list)
            or not listed
            or not all(isinstance(name, str) and name.strip() for name in listed)
        ):
            self.wrong(path, "a text, or a list of texts, is needed")
            return ()
        return tuple(listed)


def _lines(text: str) -> dict[str, int]:
    """The line of each key, for the first with that name, and of each section."""
    lines: dict[str, int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = _HEADER.fullmatch(line.strip())
        key = _KEY.match(line.strip())
        if header is not None:
            section = header[1]
            lines.setdefault(section, number)
        elif key is not None:
            lines.setdefault(f"{section}.{key[1]}" if section else key[1], number)
    return lines
