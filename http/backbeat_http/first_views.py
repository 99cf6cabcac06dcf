"""The first view of public pages: HTML that stands until the web UI draws the page (decision 0313).

The build draws it with the web UI's own components and writes `first-views.json`: by address and
language, and which script takes it away where it is not the reader's. It says nothing that depends
on the installation's settings but addresses, whose beginning is filled in here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Self

from attrs import field, frozen

from backbeat.kernel.languages import Language
from backbeat.site.page_addresses import PageAddresses

FIRST_VIEWS = "first-views.json"
CHANGED_BY = ("host", "fromUrl")
"""Parameters of an address that let its page say something else."""

_LINK = re.compile(r'"/__BASE__([^"]*)"')
"""An address in a view, in its quotation marks."""
_SCRIPT_MARK = "<!-- first view: script -->"
_MARK = "<!-- first view -->"
_ROOT = re.compile(r'<html lang="[^"]*"')
_SCRIPTS = re.compile(r'<(?:script type|link rel)="module(?:preload)?"(?= crossorigin)')
"""Whatever the web UI is made of, but for what asks before the rest is there."""


@frozen
class FirstViews:
    """The first views of the build, by the address of their page and the reader's language."""

    script: str = ""
    views: Mapping[str, Mapping[str, str]] = field(factory=dict)
    addresses: PageAddresses = field(factory=PageAddresses)

    @classmethod
    def read(cls, folder: Path, addresses: PageAddresses) -> Self:
        """The build's; none without a build."""
        path = folder / FIRST_VIEWS
        if not path.is_file():
            return cls()
        build = json.loads(path.read_text(encoding="utf-8"))
        return cls(build["script"], build["views"], addresses)

    def into(self, page: str, path: str | None, language: Language, *, is_asked: bool) -> str:
        """The page with the first view of an address; without one if `path` is None or has none.

        `is_asked` says that the address names the language: then its links name it, too.
        """
        views = self.views.get(path or "")
        if views is None:
            return page.replace(_SCRIPT_MARK, "").replace(_MARK, "")
        script = (
            f'<script src="/{self.script}" data-at="{path}" data-language="{language.value}">'
            "</script>"
        )
        # The kit's colours are those of a scheme that is named; the script names the reader's.
        root = f'<html lang="{language.value}" data-mantine-color-scheme="light"'
        # What shows the view comes first: its styles and its letters.
        page = _SCRIPTS.sub(r'\g<0> fetchpriority="low"', _ROOT.sub(root, page, count=1))
        address = self.addresses.of if is_asked else self.addresses.prefixed
        view = _LINK.sub(
            lambda link: f'"{address(link[1] or "/", language)}"', views[language.value]
        )
        return page.replace(_SCRIPT_MARK, script).replace(_MARK, view)
