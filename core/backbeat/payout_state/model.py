"""The state of the payout: its name, one amount, one day, one action, and the stops of the pay
line.
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from attrs import evolve, frozen

from backbeat.accounts.model import PayoutLock
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month


class StateName(StrEnum):
    """The states in order: the first that applies is the answer (WITHDRAW-23)."""

    RETURNED = "returned"
    """Back from the bank and about to be sent again, or given back to the balance."""
    REFUSED = "refused"
    BLOCKED = "blocked"
    HELD = "held"
    ON_ITS_WAY = "on_its_way"
    PAID = "paid"
    BELOW_ZERO = "below_zero"
    DETAILS_MISSING = "details_missing"
    OPEN = "open"
    BELOW_MINIMUM = "below_minimum"
    WAITING = "waiting"
    EARNING = "earning"


class AmountKind(StrEnum):
    """Whether an amount may still change."""

    ESTIMATED = "estimated"
    CONFIRMED = "confirmed"


class NextAct(StrEnum):
    """The one thing that the reader can do about it."""

    REQUEST = "request"
    REMIND = "remind"
    ENTER_DETAILS = "enter_details"
    CORRECT_DETAILS = "correct_details"
    SEE_REQUEST = "see_request"
    SEE_CORRECTION = "see_correction"
    SEE_CHANNELS = "see_channels"
    SIGN_CONSENT = "sign_consent"
    CHOOSE_PASSWORD = "choose_password"  # noqa: S105 - an act's name
    SEE_FACTOR = "see_factor"


class BlockedBy(StrEnum):
    """Why nothing can be requested, whatever the amount and the day."""

    CHANNEL = "channel"
    LOCKED = "locked"
    """Payouts are locked by a disowned change, by a second factor that is being removed, or by both:
    `lock` says by which (WITHDRAW-29).
    """
    CONSENT = "consent"
    COUNTRY = "country"


class StopName(StrEnum):
    """The stops of the pay line."""

    LIVE = "live"
    FIGURES = "figures"
    CLOSED = "closed"
    ASK = "ask"
    ASKED = "asked"
    RETURNED = "returned"
    REFUSED = "refused"
    SENT_AGAIN = "sent_again"
    BILLED = "billed"
    PAID = "paid"


class Place(StrEnum):
    """Where a step stands, seen from today."""

    PAST = "past"
    NOW = "now"
    AHEAD = "ahead"


@frozen
class Stop:
    """A stop of the pay line: its first day and its last one, or no days if they are unknown.

    `month` is the earning month to which it refers.
    """

    name: StopName
    first: date | None
    last: date | None = None
    month: Month | None = None
    place: Place = Place.AHEAD

    def at(self, place: Place) -> Stop:
        return evolve(self, place=place)


@frozen
class OpenMonth:
    """A month that is not closed, its estimate, and when it should be closed."""

    month: Month
    estimated: Money
    closes: date


@frozen
class PayoutState:
    """What happens to an account's money next.

    `amount` is the one sum, `day` the one day; `arrives` is the part that reaches the reader, `fee`
    the difference. Amounts of a withdrawal are in its own currency, all others in USD.
    """

    state: StateName
    steps: tuple[Stop, ...] = ()
    amount: Money | None = None
    kind: AmountKind | None = None
    day: date | None = None
    act: NextAct | None = None
    asked: Money | None = None
    arrives: Money | None = None
    fee: Money | None = None
    arrives_on: date | None = None
    month: Month | None = None
    """The earning month to which the sentence refers."""
    minimum: Money | None = None
    below: str | None = None
    """The minimum that is not reached: the reason of the refusal that a request would get."""
    estimated: Money | None = None
    """The estimate for the months that are not closed."""
    open_months: tuple[OpenMonth, ...] = ()
    """The months behind the estimate, the newest first."""
    figures_until: date | None = None
    """The newest day that is shown."""
    together: Money | None = None
    """The amount and the estimate together, where this matters: a debt that will be settled, a
    minimum that is not reached.
    """
    is_enough_together: bool = False
    blocked_by: BlockedBy | None = None
    lock: PayoutLock | None = None
    """What locks payouts, whichever state is told."""
    withdrawal: WithdrawalId | None = None
    invoice: str | None = None
    to: str | None = None
    """Where the money goes, masked but recognisable."""
    reason: str | None = None
    held_until: date | None = None
    remind_on: date | None = None
    """The day on which the reader wants to be reminded."""
    recovered: bool = False
    """Whether returned money is in the balance again."""


@frozen
class PayoutCard:
    """What an account chose on its card: news that it dismissed, a day on which to be reminded."""

    account: AccountId
    put_away: WithdrawalId | None = None
    remind_on: date | None = None
