"""The texts themselves: ours, or those that the operator put in their place (CONTENT-1)."""

from __future__ import annotations

from datetime import UTC, date, datetime
from importlib.resources import files
from pathlib import Path

from backbeat.kernel.languages import FALLBACK, Language
from backbeat.settings import Site
from backbeat.site.model import Terms, TermsKind

UPDATED_ON = date(2026, 11, 22)
"""When our own texts last changed."""


def terms(kind: TermsKind, language: Language, site: Site) -> Terms:
    """The text of a kind in a language; `{name}` in it is the portal's name.

    With `site.terms_folder` set, a file `<kind>.<language>.md` there comes first, then one in
    English; its first line is the title.
    """
    for wanted in (language, FALLBACK):
        if is_own(kind, wanted, site):
            path = _own(kind, wanted, site)
            changed = datetime.fromtimestamp(path.stat().st_mtime, UTC).date()
            return _terms(path.read_text(encoding="utf-8"), changed, site)
    ours = files(__package__).joinpath("terms", f"{kind}.{language}.md")
    return _terms(ours.read_text(encoding="utf-8"), UPDATED_ON, site)


def is_own(kind: TermsKind, language: Language, site: Site) -> bool:
    """Whether the operator has put a text of that kind and language in the place of ours."""
    return bool(site.terms_folder) and _own(kind, language, site).is_file()


def _own(kind: TermsKind, language: Language, site: Site) -> Path:
    return Path(site.terms_folder, f"{kind}.{language}.md")


def _terms(text: str, updated_on: date, site: Site) -> Terms:
    title, _, body = text.replace("{name}", site.name).strip().partition("\n")
    return Terms(title.lstrip("# "), body.strip(), site.terms_version, updated_on)
