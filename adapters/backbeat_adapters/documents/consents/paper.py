"""A signed consent as a PDF: the text that was read, and below it who signed, when and from where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from backbeat.consents.model import Consent
from backbeat.kernel.languages import Language
from backbeat_adapters.documents.fonts import Fonts
from backbeat_adapters.documents.labels import labels_of
from backbeat_adapters.documents.sheet import PAD, QUIET, WIDTH, Lettering, Sheet, lettered

_FACT = 46.0
_LINE = 5.5
_HEADING, _POINT = "## ", "- "


@frozen
class PrintedConsent:
    """Every text of the paper; the agreed one stays in the language that it was read in."""

    consent: Consent
    email: str
    language: Language

    @property
    def labels(self) -> Mapping[str, str]:
        return labels_of(__package__, self.language)

    @property
    def facts(self) -> Sequence[tuple[str, str]]:
        consent, own = self.consent, self.labels
        return (
            (own["signed_by"], consent.name),
            (own["account"], f"{self.email} ({consent.account})"),
            (own["signed_at"], f"{consent.signed_at:%Y-%m-%d %H:%M:%S} UTC"),
            (own["address"], consent.address),
            (own["version"], consent.text.version),
        )

    @property
    def text(self) -> str:
        agreed = self.consent.text
        facts = "".join(word for fact in self.facts for word in fact)
        return f"{agreed.title}{agreed.body}{facts}{''.join(self.labels.values())}"


def to_pdf(consent: Consent, email: str, fonts: Fonts) -> bytes:
    """The paper as a PDF file on A4; the same consent gives the same bytes."""
    words, lettering = lettered(
        lambda spoken: PrintedConsent(consent, email, spoken),
        consent.text.language,
        fonts,
        f"consent {consent.id}",
    )
    sheet = _ConsentSheet(words, lettering)
    sheet.draw()
    return bytes(sheet.output())


class _ConsentSheet(Sheet):
    """One consent being drawn."""

    def __init__(self, words: PrintedConsent, lettering: Lettering) -> None:
        consent = words.consent
        super().__init__(
            words,
            lettering,
            title=consent.text.title,
            author=consent.name,
            dated=consent.signed_at.date(),
        )
        self.words = words

    def draw(self) -> None:
        self.add_page()
        text = self.words.consent.text
        self._pen(24, bold=True)
        self._text(WIDTH, 11, text.title, lines=True)
        self.set_y(self.get_y() + 4)
        for part in filter(None, map(str.strip, text.body.splitlines())):
            self._draw_part(part)
        self._draw_signature()

    def _draw_part(self, part: str) -> None:
        if part.startswith(_HEADING):
            self.set_y(self.get_y() + 3)
            self._pen(12, bold=True)
            self._text(WIDTH, 7, part.removeprefix(_HEADING), lines=True)
            return
        self._pen(10.5)
        if part.startswith(_POINT):
            self._text(PAD + 1, _LINE, "-", end=False)
            self._text(WIDTH - PAD - 1, _LINE, part.removeprefix(_POINT), lines=True)
        else:
            self._text(WIDTH, _LINE, part, lines=True)
        self.set_y(self.get_y() + 1.5)

    def _draw_signature(self) -> None:
        """All of it on one page."""
        height = (_LINE + 1) * len(self.words.facts) + 10
        if self.will_page_break(height):
            self.add_page()
        self.set_y(self.get_y() + 6)
        self._rule()
        self.set_y(self.get_y() + 4)
        for label, text in self.words.facts:
            self._pen(9, colour=QUIET)
            self._text(_FACT, _LINE + 1, label, end=False)
            self._pen(10)
            self._text(WIDTH - _FACT, _LINE + 1, text, lines=True)
