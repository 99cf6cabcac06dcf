"""Why an act on partner sites or short links is refused."""

from __future__ import annotations

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
class ShortLinkTaken(Refusal):
    """Another short link has that code."""

    reason = "bad_value"
    short: str = ""


@define(eq=False)
class ShortTargetUnknown(Refusal):
    """Nobody has that referral code, or no track that code."""

    reason = "bad_value"
    target: str = ""
