"""When the money of a month comes, by the portal's rules; days never run backwards (WITHDRAW-25)."""

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
    """The four days of an earning month's money: closed, asked for, billed, paid."""

    month: Month
    closed: date
    ask_from: date
    ask_until: date
    billed: date
    paid: date

    def steps(self, *places: Place) -> tuple[Stop, ...]:
        """The pay line, each stop at its place; what is left out lies ahead."""
        found = (
            Stop(StopName.CLOSED, self.closed, month=self.month),
            Stop(StopName.ASK, self.ask_from, self.ask_until),
            Stop(StopName.BILLED, self.billed),
            Stop(StopName.PAID, self.paid),
        )
        return placed(found, places)


def placed(steps: tuple[Stop, ...], places: tuple[Place, ...]) -> tuple[Stop, ...]:
    """Steps at their places; those beyond the last one lie ahead."""
    known = (*places, *(Place.AHEAD,) * (len(steps) - len(places)))
    return tuple(step.at(place) for step, place in zip(steps, known, strict=True))


def days_of(
    month: Month,
    closed: date,
    asking: settings.Withdrawal,
    today: date | None = None,
) -> MonthDays:
    """The days of a month's money that is closed on a day: asked for in the first window from then
    on, and not before `today`."""
    first = max(closed, today) if today else closed
    window = rules.window(first, asking.windows)
    billed = rules.bill_day(window.first)
    paid = rules.due_day(billed, month, asking)
    return MonthDays(month, closed, max(window.first, closed), window.last, billed, paid)


def planned_close(month: Month, target_day: int) -> date:
    """The day on which a month is meant to be closed (SETTLE-1)."""
    return month.next.day(target_day)


def steps_of(asked: Withdrawal, closed: date | None, today: date) -> tuple[Stop, ...]:
    """The pay line of what was asked for. Paid before its bill's day, it was billed on the day it
    was paid, and asked for before that."""
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
