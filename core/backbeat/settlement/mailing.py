"""Mailing what a closed month brought, and telling partners (MAIL-4, EMBED-6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from attrs import frozen

from backbeat.accounts.model import Account
from backbeat.jobs.ports import Task
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.transactions import Transactions
from backbeat.mail.model import Mail, Template
from backbeat.settlement.ports import Books
from backbeat.webhooks.model import EventKind, Happening
from backbeat.webhooks.model import amount as amount_told
from backbeat.webhooks.telling import tell

MAIL = "settlement.mail"
"""The kind of the job that `MonthMails.handle` does; the close enqueues it. Its payload is the
month, and the account up to which everybody has been mailed.
"""

_AT_ONCE = 500


@frozen
class MonthMails:
    """Mails every active account to which a month brought something, some at a time. `clock` is the
    business clock.
    """

    transactions: Transactions[Books]
    clock: Clock

    def handle(self, task: Task[Books]) -> None:
        """Write the mails of one step and enqueue the next step, both or neither."""
        month = Month.parse(str(task.job.payload["month"]))
        after = str(task.job.payload.get("after", ""))
        with self.transactions.look() as books:
            earned = _earned(books, month)
            step = sorted(account for account in earned if account > after)[:_AT_ONCE]
            readers = books.accounts.get_all(step)
        mails = [
            _mail(readers[account], month, earned[account])
            for account in step
            if readers[account].is_active
        ]
        with task.closing() as books:
            books.outbox.add_all(mails)
            tell(books, [self._happening(each, month, earned[each]) for each in step])
            if len(step) == _AT_ONCE:
                books.jobs.enqueue(MAIL, {"month": str(month), "after": step[-1]})

    def _happening(self, account: AccountId, month: Month, earned: Money) -> Happening:
        facts = {"month": month, "earned": amount_told(earned)}
        return Happening(EventKind.MONTH_CONFIRMED, self.clock.now(), account, facts)


def _earned(books: Books, month: Month) -> Mapping[AccountId, Money]:
    """What the month brought each account, without those to which it brought nothing."""
    earned: dict[AccountId, Money] = defaultdict(Money.zero)
    for (account, _, _), amount in books.ledger.statements.profits_of(month).items():
        earned[account] += amount
    return {account: amount for account, amount in earned.items() if amount}


def _mail(reader: Account, month: Month, amount: Money) -> Mail:
    facts = {"name": reader.name, "month": month, "amount": amount, "currency": amount.currency}
    return Mail(reader.email, Template.MONTH_CONFIRMED, reader.language, facts, reader.id)
