"""Why an act on partner sites is refused."""

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
