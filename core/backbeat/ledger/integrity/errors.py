"""Why money may not be moved."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class LedgerInconsistent(Refusal):
    """The ledger contradicts itself, so no month is closed; `findings` names the first
    contradictions.
    """

    reason = "ledger_unsound"
    count: int
    findings: Sequence[str]
