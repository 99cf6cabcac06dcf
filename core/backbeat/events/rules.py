"""When one may take part, cancel, and have the benefit (CAMPAIGN-9)."""

from __future__ import annotations

from datetime import date

from backbeat.board.model import Post, PostKind
from backbeat.events.errors import (
    BenefitNotBegun,
    BenefitOver,
    CancellingOver,
    EventFull,
    OutsideApplicationPeriod,
)
from backbeat.events.model import Benefit, BoardEvent, EventState, Participation
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import BadValues, NotFound
from backbeat.kernel.money import Money

LEAST_PLACES = 1
LEAST_BENEFIT = Money(1)
"""In USD."""


def seen(post: Post | None, clock: Clock) -> Post:
    """An event of the board that readers can see now; refuses with `NotFound`."""
    if post is None or post.kind is not PostKind.EVENT or post.retired_at is not None:
        raise NotFound()
    if not post.span.holds(clock.now(), clock.today()):
        raise NotFound()
    return post


def require_open(event: BoardEvent, today: date) -> None:
    """Refuse to take part outside the days for it (10026), or where every place is taken."""
    match event.state(today):
        case EventState.TO_COME | EventState.CLOSED:
            raise OutsideApplicationPeriod()
        case EventState.FULL:
            raise EventFull()


def require_can_cancel(event: BoardEvent, participation: Participation, today: date) -> None:
    """Refuse after the last day for it (10025), and who has had the benefit, whatever days are set
    later."""
    if today > event.cancel_until or participation.claimed_on is not None:
        raise CancellingOver()


def require_claimable(benefit: Benefit, today: date) -> None:
    """Refuse before the benefit's first day (90001) and after its last (90000)."""
    if today < benefit.begin:
        raise BenefitNotBegun()
    if today > benefit.until:
        raise BenefitOver()


def require_sound(event: BoardEvent, ends_on: date | None) -> None:
    """Refuse days that contradict each other, a benefit of nothing, and whatever comes after the
    post's last day, `ends_on`.

    Whoever has had the benefit can no longer cancel, so it begins after the last day for that.
    """
    benefit = event.benefit
    wrong = {
        "apply_until": "date" if event.apply_until < event.apply_from else None,
        "cancel_until": "date" if event.cancel_until < event.apply_from else None,
        "places": "too_small" if event.places is not None and event.places < LEAST_PLACES else None,
        "benefit": "too_small" if benefit is not None and benefit.amount < LEAST_BENEFIT else None,
        "benefit_from": "date"
        if benefit is not None and benefit.begin <= event.cancel_until
        else None,
        "benefit_until": "date" if benefit is not None and benefit.until < benefit.begin else None,
        "until": "date" if ends_on is not None and ends_on < event.last_day else None,
    }
    if fields := {name: why for name, why in wrong.items() if why is not None}:
        raise BadValues(fields=fields)
