"""Links in mails that act once and without a log-in: the reader says that it was not them."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from backbeat.accounts.errors import CodeExpired
from backbeat.accounts.model import Account, Ticket, TicketPurpose, digest
from backbeat.accounts.ports import CodeRepository
from backbeat.kernel.ids import AccountId


class Owners(Protocol):
    def lock(self, account: AccountId, /) -> Account | None: ...


class Books(Protocol):
    """What a link needs of a transaction."""

    @property
    def accounts(self) -> Owners: ...

    @property
    def codes(self) -> CodeRepository: ...


def spend(
    books: Books, purpose: TicketPurpose, value: str, now: datetime
) -> tuple[Account, Ticket]:
    """Use up a link. Returns the account that was mailed, locked, and the ticket.

    `now` is security time. Refuses with 10017 a link that was used, has expired or never existed,
    without saying which.
    """
    value_hash = digest(value)
    ticket = books.codes.ticket(purpose, value_hash)
    owner = books.accounts.lock(ticket.account) if ticket else None
    if ticket is None or owner is None or now >= ticket.expires_at:
        raise CodeExpired()
    if not books.codes.use_ticket(purpose, value_hash, now):
        raise CodeExpired()
    return owner, ticket
