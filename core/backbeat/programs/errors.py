"""Why a channel cannot apply to a program, or an application cannot be decided."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class ApplicationsOver(Refusal):
    """The term's last day for applying has passed."""

    code = 80000


@define(eq=False)
class AppliedThisTerm(Refusal):
    """The channel has already applied in this term."""

    code = 80001


@define(eq=False)
class AlreadyActive(Refusal):
    """The channel is approved and active in the program."""

    code = 80002


@define(eq=False)
class ProgramRefused(Refusal):
    """The term, or the application, is not in a state in which this can be done."""

    code = 2
    reason = "program_state"
