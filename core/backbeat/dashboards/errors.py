"""Why figures may not be shown."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class VideoForbidden(Refusal):
    """The video belongs to channels that the caller may not see (ACCESS-4)."""

    code = 40005


@define(eq=False)
class ActualsUnavailable(Refusal):
    """The channel has no confirmed figures here; its owner finds them in the platform's studio."""

    code = 30008
