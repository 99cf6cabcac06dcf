"""The operator asks people for the invoice that the tax office requires (NOTIFY-3)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound
from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import BadValues
from backbeat.kernel.ids import AccountId
from backbeat.kernel.months import Month
from backbeat.kernel.targets import Target, TargetKind
from backbeat.kernel.transactions import Transactions
from backbeat.mail.model import Mail, Template
from backbeat.notifications.model import Notification, Subject
from backbeat.tax.ports import Books


@frozen
class InvoiceAsking:
    """Asks for invoices. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock

    def ask(
        self,
        accounts: Sequence[AccountId],
        month: Month,
        actor: Actor,
        *,
        dry_run: bool = False,
    ) -> None:
        """Tell each account once, by a notification and a mail, that the month's invoice is needed.

        All are told or none: refused with 10001 if one of them does not exist or has left, and with
        2 for a month that has not begun.
        """
        if month > Month.of(self.clock.today()):
            raise BadValues(fields={"month": "date"})
        now, facts = self.clock.now(), {"month": month}
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            for account in dict.fromkeys(accounts):
                known = books.accounts.get(account)
                if known is None or known.is_deleted:
                    raise AccountNotFound()
                books.notifications.add(
                    Notification(account, Subject.TAX, now, facts, Target(TargetKind.WITHDRAWALS))
                )
                books.outbox.add(
                    Mail(
                        known.email,
                        Template.INVOICE_REQUESTED,
                        known.language,
                        {"name": known.name, **facts},
                        account,
                    )
                )
                books.audit.record(
                    AuditEntry(now, actor, "invoice.asked", f"account:{account}", after=facts)
                )
