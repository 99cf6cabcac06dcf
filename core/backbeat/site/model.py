"""Terms, partner sites and short links."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from attrs import field, frozen

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
class PartnerSite:
    """A partner under whose domain and look the portal appears (SITE-2).

    Colours are `#rrggbb`; the logo is an https address or a path of the portal itself. Anything
    else is a ValueError.
    """

    domain: str = field(converter=rules.domain_of)
    name: str
    color_primary: str = field(validator=rules.is_colour)
    color_primary_dim: str = field(validator=rules.is_colour)
    exclusive_logo: str | None = field(default=None, validator=rules.is_logo)


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
