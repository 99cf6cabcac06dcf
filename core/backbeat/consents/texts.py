"""The text to sign: ours, or the one that the operator put in its place (ACCT-18)."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from backbeat.consents.model import ConsentText
from backbeat.kernel.languages import FALLBACK, Language
from backbeat.settings import Settings


def text_in(language: Language, settings: Settings) -> ConsentText:
    """The text in a language; `{name}` in it is the portal's name.

    With `site.terms_folder` set, a file `consent.<language>.md` there comes first, then one in
    English; its first line is the title.
    """
    folder = settings.site.terms_folder
    for spoken in (language, FALLBACK):
        path = Path(folder, f"consent.{spoken}.md")
        if folder and path.is_file():
            return _text(path.read_text(encoding="utf-8"), spoken, settings)
    ours = files(__package__).joinpath("texts", f"consent.{language}.md")
    return _text(ours.read_text(encoding="utf-8"), language, settings)


def _text(written: str, language: Language, settings: Settings) -> ConsentText:
    title, _, body = written.replace("{name}", settings.site.name).strip().partition("\n")
    return ConsentText(settings.consent.version, language, title.lstrip("# "), body.strip())
