"""Why a decision about an invitation is refused."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class InvitationNotHeld(Refusal):
    """The invitation is not waiting for the operator's decision."""

    code = 2
    reason = "not_held"
