"""Why somebody cannot take part in an event, cancel, or have its benefit."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class CancellingOver(Refusal):
    """The last day for cancelling has passed, or the account has had the benefit."""

    code = 10025


@define(eq=False)
class OutsideApplicationPeriod(Refusal):
    """Today is before or after the days on which one can apply."""

    code = 10026


@define(eq=False)
class AlreadyTakingPart(Refusal):
    """The account takes part: there is one participation for each."""

    code = 50001


@define(eq=False)
class BenefitOver(Refusal):
    """The last day for the benefit has passed."""

    code = 90000


@define(eq=False)
class BenefitNotBegun(Refusal):
    """The first day for the benefit is still to come."""

    code = 90001


@define(eq=False)
class EventFull(Refusal):
    """Every place is taken."""

    code = 2
    reason = "event_full"


@define(eq=False)
class NotTakingPart(Refusal):
    """The account does not take part, so it has nothing to cancel and no benefit."""

    code = 2
    reason = "not_taking_part"


@define(eq=False)
class BenefitFixed(Refusal):
    """Somebody takes part: what was promised to them cannot change."""

    code = 2
    reason = "benefit_fixed"
