"""Why an act on webhooks is refused, and why a post failed."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class WebhookAddressRefused(Refusal):
    """Nothing is ever posted to this address; `why` says what is wrong with it."""

    reason = "bad_value"
    why: str = ""


@define(eq=False)
class WebhookKindUnknown(Refusal):
    """Nothing of this kind ever happens."""

    reason = "bad_value"
    event: str = ""


class PostFailed(Exception):
    """The other side did not accept it; the text never quotes its answer."""
