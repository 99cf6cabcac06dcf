"""Why a decision about an invitation is refused."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class InvitationNotHeld(Refusal):
    """The invitation waits for no decision of the operator."""

    code = 2
    reason = "not_held"
