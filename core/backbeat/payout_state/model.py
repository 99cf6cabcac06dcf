"""The payout's own state: which it is, one sum, one day, one act, and the steps of the pay line."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from attrs import evolve, frozen

from backbeat.accounts.model import PayoutLock
from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month


class StateName(StrEnum):
    """In this order: the first that is true is the answer (WITHDRAW-23)."""

    RETURNED = "returned"
    """Back from the bank and about to go out again, or given back to the balance."""
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
    """Whether a sum may still move."""

    ESTIMATED = "estimated"
    CONFIRMED = "confirmed"


class NextAct(StrEnum):
    """The one thing to be done about it."""

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
    """Why nothing can be asked for, whatever the sum and the day."""

    CHANNEL = "channel"
    LOCKED = "locked"
    """By a disowned change, a second factor that goes, or both: `lock` says (WITHDRAW-29)."""
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
    """A stop of the pay line: its first day and its last one; without days where nobody knows them.

    `month` is the earning month that it speaks of.
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
    """A month that is not closed, what it is estimated at, and when it is meant to be closed."""

    month: Month
    estimated: Money
    closes: date


@frozen
class PayoutState:
    """What becomes of an account's money next.

    `amount` is the one sum, `day` the one day; `arrives` is what of it reaches the reader, `fee`
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
    """The earning month that the sentence speaks of."""
    minimum: Money | None = None
    below: str | None = None
    """Which minimum is not reached: the reason of the refusal that a request would get."""
    estimated: Money | None = None
    """What the months that are not closed are estimated at."""
    open_months: tuple[OpenMonth, ...] = ()
    """The months behind it, the newest first."""
    figures_until: date | None = None
    """The newest day that is shown."""
    together: Money | None = None
    """The sum and the estimate, where they meet: a debt that is settled, a minimum not reached."""
    is_enough_together: bool = False
    blocked_by: BlockedBy | None = None
    lock: PayoutLock | None = None
    """What locks payouts, whichever state is told."""
    withdrawal: WithdrawalId | None = None
    invoice: str | None = None
    to: str | None = None
    """Where the money goes, enough to be recognised."""
    reason: str | None = None
    held_until: date | None = None
    remind_on: date | None = None
    """The day on which the reader wants to be told."""
    recovered: bool = False
    """Whether what came back is in the balance again."""


@frozen
class PayoutCard:
    """What an account said about its card: news that it put away, a day to be told on."""

    account: AccountId
    put_away: WithdrawalId | None = None
    remind_on: date | None = None
