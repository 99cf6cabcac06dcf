"""Telling those who take part that their benefit can be had (CAMPAIGN-9)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from backbeat.board.model import Post
from backbeat.events.model import BoardEvent
from backbeat.events.ports import Books, Untold
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.notifications.model import Notification, Subject
from backbeat.settings import Features

TELL = "events.tell"
"""The kind of job that `BenefitTelling.tell` does, every hour."""

_AT_ONCE = 500


@frozen
class BenefitTelling:
    """Notifies those who take part, from the benefit's first day on. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    features: Features

    def tell(self) -> int:
        """Tell everybody who has not claimed, once; how many notifications were written.

        Nobody is told while events are switched off, since nobody could claim then, and nobody
        who has left.
        Each step keeps how far it came, so that a worker stopped midway leaves nobody out and
        tells nobody twice.
        """
        told = 0
        while self.features.events:
            with self.transactions.begin() as books:
                due = books.events.untold(self.clock.today())
                if due is None:
                    break
                told += self._step(books, due)
        return told

    def _step(self, books: Books, due: Untold) -> int:
        event = due.event
        accounts = books.events.participants_after(event.id, due.up_to, _AT_ONCE)
        post = books.posts.get(event.id)
        notifications = [] if post is None else self._of(books, event, post, accounts)
        books.notifications.add_all(notifications)
        books.events.told(event.id, accounts[-1] if len(accounts) == _AT_ONCE else None)
        return len(notifications)

    def _of(
        self, books: Books, event: BoardEvent, post: Post, accounts: Sequence[AccountId]
    ) -> list[Notification]:
        if post.retired_at is not None or event.benefit is None:
            return []
        titles = {language.value: text.title for language, text in post.texts.items()}
        facts = {"title": titles, "until": event.benefit.until}
        target = Target(TargetKind.EVENT, {"id": event.id})
        known = books.accounts.get_all(accounts)
        there = [each for each in accounts if each in known and not known[each].is_deleted]
        return [self._notification(each, facts, target) for each in there]

    def _notification(
        self, account: AccountId, facts: dict[str, object], target: Target
    ) -> Notification:
        return Notification(account, Subject.EVENT_BENEFIT, self.clock.now(), facts, target)
