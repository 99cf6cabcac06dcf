"""Which files each page is made of, so that browsers fetch them beside the first scripts (decision 0312).

The build writes `pages.json`: for each address, by language, the files that the first load does not
bring. Without it nothing is named, and the pages find their files themselves.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from attrs import frozen

from backbeat.kernel.languages import FALLBACK, Language

PAGES = "pages.json"
LANGUAGE_COOKIE = "backbeat_locale"
"""Where the web UI keeps the reader's choice (LANG-5)."""

_FACT = re.compile(r"/:\w+(\?)?")
_FIRST_CHOICES = {each.value: each for each in Language if each.value.startswith("zh")}
_LANGUAGES = {each.value: each for each in Language}

Files = Mapping[str, Sequence[str]]


@frozen
class PageFiles:
    """The files of each page, by the pattern of its address."""

    pages: Sequence[tuple[re.Pattern[str], Files]] = ()

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Those of the build; empty without one."""
        path = folder / PAGES
        if not path.is_file():
            return cls()
        table: Mapping[str, Files] = json.loads(path.read_text(encoding="utf-8"))
        return cls([(_pattern_of(address), files) for address, files in table.items()])

    def links(self, path: str, language: Language) -> str:
        """Elements of the head that have the files of a page fetched; none for an unknown page."""
        for pattern, files in self.pages:
            if pattern.fullmatch(path):
                return "".join(_link(file) for file in files[language.value])
        return ""


def reader_language(
    asked: Language | None, kept: str | None, accepted: str | None, *, keeps_korean: bool
) -> Language:
    """The language in which the web UI will start for a reader, by its own rule (LANG-2).

    `asked` is what the address names, `kept` the cookie. A wrong guess costs a fetch that nobody
    needed, and no more.
    """
    if asked is not None:
        return asked
    if kept in _LANGUAGES:
        chosen = _LANGUAGES[kept]
        return chosen if chosen is not Language.KOREAN or keeps_korean else FALLBACK
    first = (accepted or "").partition(",")[0].partition(";")[0].strip()
    return _FIRST_CHOICES.get(first, FALLBACK)


def _pattern_of(address: str) -> re.Pattern[str]:
    """A router's address as a pattern: `:x` is one part of a path, `:x?` one or none, `*` the rest."""
    parts = _FACT.sub(lambda fact: "(?:/[^/]+)" + (fact[1] or ""), address)
    return re.compile(parts.replace("/*", "/.*"))


def _link(file: str) -> str:
    return f'<link rel="modulepreload" crossorigin href="/{file}" />\n    '
