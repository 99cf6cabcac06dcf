"""Who is told of what, and when a post is tried again (EMBED-6, EMBED-8)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from attrs import evolve

from backbeat.kernel.ids import AccountId
from backbeat.webhooks.errors import WebhookAddressRefused, WebhookKindUnknown
from backbeat.webhooks.model import Delivery, DeliveryState, EventKind, Happening, Webhook

MAX_TRIES = 8
LONGEST_URL = 500
KEPT_FOR = timedelta(days=30)
OVERLAP = timedelta(hours=24)
"""So long the secret before the newest signs too: as long as a post is tried again."""

_FIRST_PAUSE = timedelta(minutes=1)
_LONGEST_PAUSE = timedelta(hours=6)

_URL = re.compile(r"https?://[^\s/@?#]+(?:/[^\s#]*)?(?:\?[^\s#]*)?", re.ASCII)


def require_url(url: str) -> str:
    """The address, if it has a valid form, without a log-in or a fragment."""
    tidy = url.strip()
    if len(tidy) > LONGEST_URL or not _URL.fullmatch(tidy):
        raise WebhookAddressRefused(why="not an http(s) address without log-in and fragment")
    return tidy


def require_kinds(names: Iterable[str]) -> frozenset[EventKind]:
    """The kinds of these names; every kind where none is named."""
    known = {each.value: each for each in EventKind}
    found = set()
    for name in names:
        if name not in known:
            raise WebhookKindUnknown(event=name)
        found.add(known[name])
    return frozenset(found or EventKind)


def wants(webhook: Webhook, happening: Happening, above: Collection[AccountId]) -> bool:
    """Whether a webhook is told about it; `above` are the account that it concerns and those above
    it.
    """
    if happening.kind not in webhook.kinds:
        return False
    return webhook.account is None or happening.account is None or webhook.account in above


def pause_after(tries: int) -> timedelta:
    """How long to wait after so many failed tries: a minute, then four times longer each time, at
    most six hours. Eight tries take less than a day.
    """
    longer: int = 4 ** min(tries - 1, 10)
    return min(_FIRST_PAUSE * longer, _LONGEST_PAUSE)


def sent(delivery: Delivery, status: int, now: datetime) -> Delivery:
    return evolve(
        delivery,
        state=DeliveryState.SENT,
        tries=delivery.tries + 1,
        answer=f"answered {status}",
        ended_at=now,
    )


def failed(delivery: Delivery, why: str, now: datetime) -> Delivery:
    """After another failed try: to be tried again later, or given up."""
    tries = delivery.tries + 1
    if tries >= MAX_TRIES:
        state, ended = DeliveryState.GIVEN_UP, now
        return evolve(delivery, state=state, tries=tries, answer=why, ended_at=ended)
    return evolve(delivery, tries=tries, answer=why, due_at=now + pause_after(tries))
