"""Notifying everybody of what was published (BOARD-9)."""

from __future__ import annotations

from attrs import frozen

from backbeat.board.model import Post, PostKind
from backbeat.board.ports import Books, Moment, Untold
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.notifications.model import Notification, Subject

TELL = "board.tell"
"""The kind of the job that `Telling.tell` does; it recurs every five minutes."""

_AT_ONCE = 500
_SUBJECTS = {
    PostKind.NOTICE: (Subject.NOTICE, TargetKind.NOTICE),
    PostKind.EVENT: (Subject.EVENT, TargetKind.EVENT),
}


@frozen
class Telling:
    """Notifies every active account of posts whose time has come. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock

    def tell(self) -> int:
        """Notify everybody of every post that is due. Returns how many notifications were written.

        Each step records how far it came, so that a worker stopped midway leaves nobody out and
        tells nobody twice.
        """
        told = 0
        at = Moment(self.clock.now(), self.clock.today())
        while True:
            with self.transactions.begin() as books:
                due = books.posts.untold(at)
                if due is None:
                    return told
                told += self._step(books, due)

    def _step(self, books: Books, due: Untold) -> int:
        accounts = books.accounts.active_after(due.up_to, _AT_ONCE)
        books.notifications.add_all([self._notification(due.post, each) for each in accounts])
        books.posts.told(due.post.id, accounts[-1] if len(accounts) == _AT_ONCE else None)
        return len(accounts)

    def _notification(self, post: Post, account: AccountId) -> Notification:
        subject, leads_to = _SUBJECTS[post.kind]
        titles = {language.value: text.title for language, text in post.texts.items()}
        target = Target(leads_to, {"id": post.id})
        return Notification(account, subject, self.clock.now(), {"title": titles}, target)
