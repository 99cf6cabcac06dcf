"""Log-ins from a browser that was not known: the owner is mailed, and can end them (SESSION-15)."""

from __future__ import annotations

from datetime import UTC, timedelta

from attrs import frozen

from backbeat.accounts import mail_links
from backbeat.accounts.browsers import browser_of
from backbeat.accounts.model import (
    LONGEST_AGENT,
    OUTLIVE_PASSWORDS,
    Account,
    Device,
    SessionEnd,
    Ticket,
    TicketPurpose,
    digest,
)
from backbeat.accounts.ports import Books, Tokens
from backbeat.accounts.records import record
from backbeat.accounts.rules import limit_key_of, network_of
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import DISOWN
from backbeat.limits.service import Limits
from backbeat.mail.model import Mail, Template

DISOWNED_WITHIN = timedelta(days=30)
"""No session lives longer than the link that ends it."""


@frozen
class LoginNotices:
    """Tells owners about log-ins, and lets them say that it was not them. All times except those of
    the audit are security time.
    """

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    tokens: Tokens
    limits: Limits

    def tell(self, books: Books, account: Account, device: Device) -> None:
        """Mail the owner from where and with which browser somebody has just logged in, with a link
        that ends it.

        Nothing is mailed if this browser logged in from the same network since the password was set
        and the owner did not end that session. Call it before the session is added.
        """
        agent, network = device.agent[:LONGEST_AGENT], network_of(device.address)
        since = account.password_changed_at
        if books.sessions.has_seen(account.id, agent, network, since=since):
            return
        value, now = self.tokens.ticket(), self.security.now()
        purpose = TicketPurpose.DISOWN_LOGIN
        books.codes.add_ticket(
            Ticket(purpose, digest(value), account.id, now, now + DISOWNED_WITHIN)
        )
        facts = {
            "name": account.name,
            "at": f"{now.astimezone(UTC):%Y/%m/%d %H:%M} UTC",
            "address": device.address,
            "browser": browser_of(device.agent),
            "ticket": value,
        }
        template = Template.LOGIN_NOTICED
        books.outbox.add(Mail(account.email, template, account.language, facts, account.id))

    def disown(self, value: str, device: Device) -> None:
        """Act on the link of such a mail: every session ends, and no browser is known any more.

        Refuses with 10017 a link that was used, has expired or never existed, and with 3 after too
        many tries.
        """
        self.limits.take((DISOWN, limit_key_of(device.address)))
        now = self.security.now()
        with self.transactions.begin() as books:
            owner, _ = mail_links.spend(books, TicketPurpose.DISOWN_LOGIN, value, now)
            ended = books.sessions.end_all(owner.id, SessionEnd.ENDED_BY_OWNER, now)
            books.codes.forget(owner.id, keep=OUTLIVE_PASSWORDS)
            actor, after = Actor.account(owner.id), {"ended": ended}
            record(books, self.business, actor, "login_disowned", owner.id, after=after)
