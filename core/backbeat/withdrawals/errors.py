"""Why a withdrawal, a payout destination or an invoice may be refused."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import ClassVar

from attrs import define

from backbeat.accounts.model import LockedBy
from backbeat.kernel.errors import Refusal
from backbeat.kernel.money import Money


@define(eq=False)
class PaymentInfoMissing(Refusal):
    """No payout destination is registered, or only one for the other method (WITHDRAW-10).

    `method` names the requested method if another one is registered.
    """

    code = 40000
    method: str | None = None


@define(eq=False)
class PaymentInfoExists(Refusal):
    """A payout destination is registered already: update it instead."""

    code = 2
    reason = "payment_info_exists"


@define(eq=False)
class ChannelNotApproved(Refusal):
    """No channel of the account is approved (WITHDRAW-15)."""

    code = 2
    reason = "channel_not_approved"


@define(eq=False)
class ConsentRequired(Refusal):
    """The account must agree to exclusivity before it is paid (WITHDRAW-16)."""

    code = 40003


@define(eq=False)
class WindowClosed(Refusal):
    """Today is outside the request window; it opens next on `opens_on` (WITHDRAW-1)."""

    code = 40001
    opens_on: date


@define(eq=False)
class TooLittleToWithdraw(Refusal):
    """The base of every refusal because of the amount (code 40002); `reason` says which rule."""

    code = 40002
    balance: Money
    minimum: Money


@define(eq=False)
class BelowMinimum(TooLittleToWithdraw):
    """The balance is not strictly above the minimum (WITHDRAW-3)."""

    reason: ClassVar[str | None] = "minimum"


@define(eq=False)
class NothingLeftAfterFee(TooLittleToWithdraw):
    """The fee would leave nothing to pay (WITHDRAW-5)."""

    reason: ClassVar[str | None] = "fee"


@define(eq=False)
class CurrencyNotForMethod(Refusal):
    """The method does not pay in that currency (WITHDRAW-17)."""

    code = 2
    reason = "currency_method"


@define(eq=False)
class QuoteStale(Refusal):
    """The confirmed total differs from today's: ask for a new quote (WITHDRAW-9)."""

    code = 2
    reason = "stale_quote"
    total: Money


@define(eq=False)
class AlreadyDecided(Refusal):
    """The withdrawal already has its final outcome (WITHDRAW-19)."""

    code = 2
    reason = "already_decided"
    status: str


@define(eq=False)
class PayoutsLocked(Refusal):
    """Nothing is asked for or sent (WITHDRAW-29): the owner disowned a change of the destination,
    the second factor is being removed, or both."""

    code = 2
    reason = "payouts_locked"
    by: Sequence[LockedBy]


@define(eq=False)
class NotLocked(Refusal):
    code = 2
    reason = "payouts_not_locked"


@define(eq=False)
class InvoiceTokenSpent(Refusal):
    """The link to the embedded invoice was used or has expired (INVOICE-8)."""

    code = 10017


@define(eq=False)
class DestinationHeld(Refusal):
    """The payout destination was changed; nothing is sent to it before `held_until` (DEST-12)."""

    code = 2
    reason = "destination_hold"
    held_until: date


@define(eq=False)
class FourEyesNeeded(Refusal):
    """An amount over `limit` may be paid by one operator only after another has approved it
    (PAYOUT-6).
    """

    code = 2
    reason = "four_eyes"
    limit: Money
    approved_by: str | None = None


@define(eq=False)
class PayoutUnderWay(Refusal):
    """An attempt to pay is open: until its outcome is known, nothing else can be decided (decision
    0120).
    """

    code = 2
    reason = "payout_under_way"
    batch: int
    state: str


@define(eq=False)
class PayoutUncertain(Refusal):
    """Nobody knows whether the money left: this has to be resolved first, with a reason."""

    code = 2
    reason = "payout_uncertain"
    batch: int
