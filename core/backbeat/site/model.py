"""Terms, partner sites and short links."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum

from attrs import field, frozen

from backbeat.kernel.languages import Language
from backbeat.kernel.palette import Palette, palette_of
from backbeat.site import rules


class TermsKind(StrEnum):
    """The four texts that a reader may ask for (CONTENT-1)."""

    TERMS = "terms"
    """Terms of service."""
    POLICY = "policy"
    """Privacy."""
    OFL = "ofl"
    """The fonts' licence."""
    OSL = "osl"
    """Open-source notices."""


@frozen
class Terms:
    """One text in one language; `body` is Markdown without the title."""

    title: str
    body: str
    version: str
    updated_on: date


@frozen
class LandingWords:
    """What a partner's landing page promises, in one language; a line each. ValueError else."""

    title: str = field(validator=rules.is_line(120))
    lead: str = field(validator=rules.is_line(400))


@frozen
class PartnerSite:
    """A partner under whose domain and look the portal appears (SITE-2).

    Colours are `#rrggbb`; the logo is an https address or a path of the portal itself. Anything
    else is a ValueError.
    """

    domain: str = field(converter=rules.domain_of)
    name: str
    color_primary: str = field(validator=rules.is_colour)
    color_primary_dim: str = field(validator=rules.is_colour)
    """What the primary turns to when it is pointed at."""
    exclusive_logo: str | None = field(default=None, validator=rules.is_logo)
    mail_sender: str | None = field(default=None, validator=rules.is_sender)
    """Whom mails of its people come from, if not from `name`."""
    words: Mapping[Language, LandingWords] = field(factory=dict)
    """Of the landing page; a language without them has the portal's."""
    token: str = ""
    """What the domain has to answer before the portal appears under it (SITE-6)."""
    proved_at: datetime | None = None
    """When it did."""

    @property
    def is_shown(self) -> bool:
        """Whether the portal appears as this partner."""
        return self.proved_at is not None

    @property
    def sender(self) -> str:
        """The name that its people's mails come from."""
        return self.mail_sender or self.name

    @property
    def palette(self) -> Palette:
        return palette_of(self.color_primary, self.color_primary_dim)


class LinkKind(StrEnum):
    """What a short link leads to (SITE-7)."""

    REFERRAL = "referral"
    """Signing up with somebody's referral code."""
    TRACK = "track"
    """A track of the catalogue."""
    URL = "url"
    """A page of this portal."""


@frozen
class ShortCode:
    """`/r/CODE`; codes are told apart without their case. Anything but a code is a ValueError."""

    code: str = field(converter=rules.short_code_of, validator=rules.is_short_code)
    kind: LinkKind
    target: str
    """A referral code, a track code, or a path of the portal."""
