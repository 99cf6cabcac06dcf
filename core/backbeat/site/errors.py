"""Why an act on partner sites or short links is refused."""

from __future__ import annotations

from decimal import Decimal

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class SiteNotFound(Refusal):
    reason = "not_found"
    domain: str = ""


@define(eq=False)
class SiteTaken(Refusal):
    """A partner site has that domain already."""

    reason = "bad_value"
    domain: str = ""


@define(eq=False)
class OwnDomain(Refusal):
    """The domain is the portal's own, which shows no partner's look (SITE-9)."""

    reason = "bad_value"
    domain: str = ""


@define(eq=False)
class SiteInUse(Refusal):
    """Tracks are that partner's alone: nobody could use them any more."""

    reason = "bad_value"
    domain: str = ""
    tracks: int = 0


@define(eq=False)
class UnreadableColour(Refusal):
    """Text on a colour has too little contrast (SITE-8)."""

    reason = "bad_value"
    colour: str = ""
    text: str = ""
    ratio: Decimal = Decimal()


@define(eq=False)
class LogoElsewhere(Refusal):
    """The logo's host is none of `site.image_hosts`: no browser would load it (SITE-4)."""

    reason = "bad_value"
    host: str = ""


@define(eq=False)
class DomainUnproved(Refusal):
    """The domain did not answer with the site's token (SITE-6); `problem` says what it did."""

    reason = "bad_value"
    domain: str = ""
    problem: str = ""


@define(eq=False)
class ShortLinkTaken(Refusal):
    """Another short link has that code."""

    reason = "bad_value"
    short: str = ""


@define(eq=False)
class ShortTargetUnknown(Refusal):
    """Nobody has that referral code, or no track that code."""

    reason = "bad_value"
    target: str = ""
