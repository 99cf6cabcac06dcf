"""Why a named call is refused."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class IdempotencyMismatch(Refusal):
    """The key was used before for something else (answered 422)."""

    code = 2
    reason = "idempotency_mismatch"


@define(eq=False)
class CallInFlight(Refusal):
    """The first call under this key has not ended yet (answered 409)."""

    code = 2
    reason = "in_flight"
