"""Why a consent is not taken."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import FieldsRefused, Refusal


@define(eq=False)
class AlreadySigned(Refusal):
    code = 10027


@define(eq=False)
class BadSignerName(FieldsRefused):
    """What was typed below a consent is not a name."""

    code = 40013


@define(eq=False)
class ConsentNotAsked(Refusal):
    """The operator has not asked the account for a consent."""

    code = 2
    reason = "consent_not_asked"
