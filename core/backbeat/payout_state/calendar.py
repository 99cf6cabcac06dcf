"""When the money of a month arrives, by the portal's rules; the days are always in order
(WITHDRAW-25).
"""

from __future__ import annotations

from datetime import date

from attrs import frozen

from backbeat import settings
from backbeat.kernel.months import Month
from backbeat.payout_state.model import Place, Stop, StopName
from backbeat.withdrawals import rules
from backbeat.withdrawals.model import Withdrawal


@frozen
class MonthDays:
    """The four days of an earning month's money: closed, requested, billed, paid."""

    month: Month
    closed: date
    ask_from: date
    ask_until: date
    billed: date
    paid: date

    def steps(self, *places: Place) -> tuple[Stop, ...]:
        """The pay line, with each stop at its place; stops that are left out lie ahead."""
        found = (
            Stop(StopName.CLOSED, self.closed, month=self.month),
            Stop(StopName.ASK, self.ask_from, self.ask_until),
            Stop(StopName.BILLED, self.billed),
            Stop(StopName.PAID, self.paid),
        )
        return placed(found, places)


def placed(steps: tuple[Stop, ...], places: tuple[Place, ...]) -> tuple[Stop, ...]:
    """Steps at their places; those after the last one lie ahead."""
    known = (*places, *(Place.AHEAD,) * (len(steps) - len(places)))
    return tuple(step.at(place) for step, place in zip(steps, known, strict=True))


def days_of(
    month: Month,
    closed: date,
    asking: settings.Withdrawal,
    today: date | None = None,
) -> MonthDays:
    """The days of the money of a month that is closed on a certain day: it can be requested in the
    first window after that, and not before `today`.
    """
    first = max(closed, today) if today else closed
    window = rules.window(first, asking.windows)
    billed = rules.bill_day(window.first)
    paid = rules.due_day(billed, month, asking)
    return MonthDays(month, closed, max(window.first, closed), window.last, billed, paid)


def planned_close(month: Month, target_day: int) -> date:
    """The day on which a month should be closed (SETTLE-1)."""
    return month.next.day(target_day)


def steps_of(asked: Withdrawal, closed: date | None, today: date) -> tuple[Stop, ...]:
    """The pay line of a requested withdrawal. If it was paid before its bill's date, the bill is
    shown on the day of payment, and the request before that.
    """
    month = max((use.month for use in asked.uses), default=None)
    billed = min(asked.bill_on, asked.paid_on or asked.bill_on)
    paid = asked.paid_on or max(asked.due_on, asked.held_until or asked.due_on)
    before = [Stop(StopName.CLOSED, closed, month=month)] if closed else []
    before.append(Stop(StopName.ASKED, asked.requested_on))
    billing, paying = Stop(StopName.BILLED, billed), Stop(StopName.PAID, paid)
    past = (Place.PAST,) * len(before)
    if asked.paid_on:
        places = (*past, Place.PAST, Place.PAST)
    else:
        places = (*past, Place.PAST, Place.NOW) if billed <= today else (*past, Place.NOW)
    return placed((*before, billing, paying), places)
