"""What becomes of the places of people who leave the portal (CAMPAIGN-9)."""

from __future__ import annotations

from attrs import frozen

from backbeat.accounts.deletion import GONE
from backbeat.audit.model import AuditEntry
from backbeat.board.model import PostId
from backbeat.events.ports import Books
from backbeat.jobs.ports import Task
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId


@frozen
class Departures:
    """Gives up the places of closed accounts. `clock` is the business clock."""

    clock: Clock

    def handle(self, task: Task[Books]) -> None:
        """Free every place that the account has in an event that is not over.

        Whoever has had the benefit keeps the place. Run again, this frees nothing more.
        """
        account = AccountId(str(task.job.payload["account"]))
        with task.closing() as books:
            for each in sorted(books.events.all_of(account), key=lambda each: each.event):
                self._free(books, each.event, account)

    def _free(self, books: Books, which: PostId, account: AccountId) -> None:
        event = books.events.lock(which)
        left = books.events.participation(which, account)
        if event is None or left is None or left.claimed_on is not None:
            return
        if event.last_day < self.clock.today():
            return
        books.events.leave(left)
        books.events.put(event.left())
        books.audit.record(
            AuditEntry(
                self.clock.now(),
                Actor.system(GONE),
                "event.cancelled",
                f"post:{which}",
                before={"applied_on": left.applied_on},
            )
        )
