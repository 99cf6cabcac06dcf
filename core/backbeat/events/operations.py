"""What the operator does with events that one takes part in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen

from backbeat.audit.model import AuditEntry
from backbeat.board.model import Post, PostId, PostKind
from backbeat.events import rules
from backbeat.events.errors import BenefitFixed
from backbeat.events.model import Benefit, BoardEvent, Participation
from backbeat.events.ports import Books
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import BadValues, FeatureOff, NotFound
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.settings import Features


@frozen
class EventOffice:
    """The operator's part. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    features: Features

    def open(self, event: BoardEvent, actor: Actor, *, dry_run: bool = False) -> BoardEvent:
        """Let accounts take part in an event of the board; opened again, its days and places change.

        Refuses impossible days, fewer places than are taken, and, once somebody takes part,
        another benefit or fewer days for it (`BenefitFixed`).
        """
        if not self.features.events:
            raise FeatureOff()
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            post = _event(books.posts.lock(event.id))
            rules.require_sound(event, post.span.until)
            before = books.events.lock(event.id)
            if before is not None:
                _require_kept(before, event)
                event = evolve(event, taken=before.taken)
            books.events.put(event)
            books.audit.record(
                AuditEntry(
                    self.clock.now(), actor, "event.opened", f"post:{event.id}", after=_facts(event)
                )
            )
        return event

    def find(self, which: str) -> BoardEvent:
        with self.transactions.look() as books:
            event = books.events.get(PostId(which))
        if event is None:
            raise NotFound()
        return event

    def participants(self, which: str, page: PageRequest) -> Page[Participation]:
        """Who takes part, the oldest first."""
        event = self.find(which)
        with self.transactions.look() as books:
            return books.events.participations(event.id, page)


def _event(post: Post | None) -> Post:
    if post is None or post.kind is not PostKind.EVENT or post.retired_at is not None:
        raise NotFound()
    return post


def _require_kept(before: BoardEvent, event: BoardEvent) -> None:
    """What those who take part were promised stays."""
    if event.places is not None and event.places < before.taken:
        raise BadValues(fields={"places": "too_small"})
    if before.taken and not _keeps(before.benefit, event.benefit):
        raise BenefitFixed()


def _keeps(promised: Benefit | None, benefit: Benefit | None) -> bool:
    """Whether it is the sum that was promised, on all the days for it and maybe on more."""
    if promised is None or benefit is None:
        return promised is benefit
    is_as_long = benefit.begin <= promised.begin and promised.until <= benefit.until
    return benefit.amount == promised.amount and is_as_long


def _facts(event: BoardEvent) -> Mapping[str, Any]:
    benefit = event.benefit
    return {
        "apply_from": event.apply_from,
        "apply_until": event.apply_until,
        "cancel_until": event.cancel_until,
        "places": event.places,
        "benefit": None if benefit is None else benefit.amount,
        "benefit_from": None if benefit is None else benefit.begin,
        "benefit_until": None if benefit is None else benefit.until,
    }
