"""The texts themselves: ours, or those that the operator put in their place (CONTENT-1)."""

from __future__ import annotations

from datetime import date, datetime
from importlib.resources import files
from pathlib import Path
from zoneinfo import ZoneInfo

from backbeat.kernel.languages import FALLBACK, Language
from backbeat.settings import Site
from backbeat.site.model import Terms, TermsKind

_CONSENT = "consent"
UPDATED_ON = date(2026, 11, 22)
"""When our own texts last changed."""


def terms(kind: TermsKind, language: Language, site: Site, zone: ZoneInfo) -> Terms:
    """The text of a kind in a language; `{name}` in it is the portal's name.

    With `site.terms_folder` set, a file `<kind>.<language>.md` there comes first, then one in
    English; its first line is the title, and the day in `zone` on which it was written the text's.
    """
    spoken = _spoken(kind, language, site)
    title, body = _read(kind, spoken, site)
    return Terms(title, body, site.terms_version, _updated_on(kind, spoken, site, zone))


def consent(language: Language, site: Site) -> tuple[Language, str, str]:
    """The consent to exclusivity: its language, its title and its body, found as `terms` are."""
    spoken = _spoken(_CONSENT, language, site)
    return spoken, *_read(_CONSENT, spoken, site)


def is_own(kind: str, language: Language, site: Site) -> bool:
    """Whether the operator has put a text of that kind and language in the place of ours."""
    return bool(site.terms_folder) and _own(kind, language, site).is_file()


def _spoken(kind: str, language: Language, site: Site) -> Language:
    """The reader's, or English where the operator has put a text of their own in English alone."""
    return next((each for each in (language, FALLBACK) if is_own(kind, each, site)), language)


def _updated_on(kind: str, language: Language, site: Site, zone: ZoneInfo) -> date:
    """When the text last changed."""
    if not is_own(kind, language, site):
        return UPDATED_ON
    changed = _own(kind, language, site).stat().st_mtime
    return datetime.fromtimestamp(changed, zone).date()


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
