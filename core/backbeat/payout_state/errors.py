"""Why a card's act may be refused."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class NothingToPutAway(Refusal):
    """There is no news of that withdrawal to put away."""

    code = 2
    reason = "not_found"
