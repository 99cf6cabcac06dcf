"""The texts themselves: ours, or those that the operator put in their place (CONTENT-1)."""

from __future__ import annotations

from datetime import UTC, date, datetime
from importlib.resources import files
from pathlib import Path

from backbeat.kernel.languages import FALLBACK, Language
from backbeat.settings import Site
from backbeat.site.model import Terms, TermsKind

_CONSENT = "consent"
UPDATED_ON = date(2026, 11, 22)
"""When our own texts last changed."""


def terms(kind: TermsKind, language: Language, site: Site) -> Terms:
    """The text of a kind in a language; `{name}` in it is the portal's name.

    With `site.terms_folder` set, a file `<kind>.<language>.md` there comes first, then one in
    English; its first line is the title.
    """
    spoken, updated_on = _found(kind, language, site)
    title, body = _read(kind, spoken, site)
    return Terms(title, body, site.terms_version, updated_on)


def consent(language: Language, site: Site) -> tuple[Language, str, str]:
    """The consent to exclusivity: its language, its title and its body, found as `terms` are."""
    spoken, _ = _found(_CONSENT, language, site)
    return spoken, *_read(_CONSENT, spoken, site)


def is_own(kind: str, language: Language, site: Site) -> bool:
    """Whether the operator has put a text of that kind and language in the place of ours."""
    return bool(site.terms_folder) and _own(kind, language, site).is_file()


def _found(kind: str, language: Language, site: Site) -> tuple[Language, date]:
    """The language that there is a text in, and when the text last changed."""
    for wanted in (language, FALLBACK):
        if is_own(kind, wanted, site):
            changed = _own(kind, wanted, site).stat().st_mtime
            return wanted, datetime.fromtimestamp(changed, UTC).date()
    return language, UPDATED_ON


def _read(kind: str, language: Language, site: Site) -> tuple[str, str]:
    if is_own(kind, language, site):
        text = _own(kind, language, site).read_text(encoding="utf-8")
    else:
        ours = files(__package__).joinpath("terms", f"{kind}.{language}.md")
        text = ours.read_text(encoding="utf-8")
    title, _, body = text.replace("{name}", site.name).strip().partition("\n")
    return title.lstrip("# "), body.strip()


def _own(kind: str, language: Language, site: Site) -> Path:
    return Path(site.terms_folder, f"{kind}.{language}.md")
