"""The text to sign: ours, or the operator's replacement (ACCT-18)."""

from __future__ import annotations

from backbeat.consents.model import ConsentText
from backbeat.kernel.languages import Language
from backbeat.settings import Settings
from backbeat.site.texts import consent


def text_in(language: Language, settings: Settings) -> ConsentText:
    """The text in a language, or in English if the operator's own text exists only in English."""
    spoken, title, body = consent(language, settings.site)
    return ConsentText(settings.consent.version, spoken, title, body)
