"""Members that set their own password by a mailed link (NET-21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from attrs import frozen

from backbeat.accounts import rules as account_rules
from backbeat.accounts.errors import AccountNotFound, CodeExpired, LinkUnknown, StatusRefused
from backbeat.accounts.identifiers import Identifiers
from backbeat.accounts.model import Account, Device, Ticket, TicketPurpose, digest
from backbeat.accounts.network.rights import Act
from backbeat.accounts.ports import PasswordHasher, Tokens
from backbeat.accounts.records import record
from backbeat.accounts.sessions import Opened, Sessions
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import MAILED_CODE, MEMBER_INVITATION
from backbeat.limits.service import Limits
from backbeat.mail.model import Mail, Template
from backbeat.members.access import locked_member, reached, require_manager
from backbeat.members.ports import Books

VALID_FOR = timedelta(days=7)


def invite(books: Books, member: Account, manager: Account, value: str, now: datetime) -> None:
    """Mail a member the link by which it sets its password; links of before are void."""
    books.codes.forget(member.id)
    books.codes.add_ticket(_ticket(member, value, now))
    books.outbox.add(_letter(member, manager, value))


def invite_new(
    books: Books, members: Mapping[str, Account], manager: Account, now: datetime
) -> None:
    """Mail new members their links, by the value that each of them contains."""
    books.codes.add_tickets([_ticket(member, value, now) for value, member in members.items()])
    books.outbox.add_all([_letter(member, manager, value) for value, member in members.items()])


def _ticket(member: Account, value: str, now: datetime) -> Ticket:
    return Ticket(TicketPurpose.MEMBER_INVITATION, digest(value), member.id, now, now + VALID_FOR)


def _letter(member: Account, manager: Account, value: str) -> Mail:
    facts = {
        "name": member.name,
        "manager": manager.name,
        "ticket": value,
        "days": VALID_FOR.days,
    }
    return Mail(member.email, Template.MEMBER_INVITED, member.language, facts, member.id)


@frozen
class MemberInvitations:
    """From the mailed link to the member's first session. Times are security time."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    tokens: Tokens
    hasher: PasswordHasher
    identifiers: Identifiers
    limits: Limits
    sessions: Sessions

    def again(self, caller: AccountId, target: str) -> None:
        """Mail another link to a member directly below that has not set its password yet.

        Refuses with 2 `role`, 10001, with `account_status` once it has one, and with 3 when asked
        too often.
        """
        with self.transactions.look() as books:
            manager = require_manager(books, caller, Act.MANAGE_MEMBERS)
            member = reached(books, manager, target, Act.MANAGE_MEMBERS)
        hit = self.limits.take((MAILED_CODE, f"member:{member.id}"))
        with hit.unless_refused(), self.transactions.begin() as books:
            manager, member = locked_member(books, caller, member.id)
            if not member.is_invited:
                raise StatusRefused(status=member.status.value)
            invite(books, member, manager, self.tokens.ticket(), self.security.now())
            record(books, self.business, Actor.account(caller), "member_invited", member.id)

    def accept(self, value: str, password: str, device: Device) -> Opened:
        """Set the first password and open a session; the address counts as proved, for the link
        came there.

        Refuses with 10006 by form, with 10017 where the link is spent, too old or replaced by
        another one, with reason `link_invalid` where it was never issued, and with the code of the
        account's standing.
        """
        self.limits.take((MEMBER_INVITATION, account_rules.limit_key_of(device.address)))
        account_rules.require_password(password, self.identifiers.bounds)
        value_hash = digest(value)
        with self.transactions.look() as books:
            member = self._invited(books, books.accounts.get, value_hash)
        own = (member.email, member.name, self.identifiers.site.name)
        account_rules.require_not_obvious(password, own)
        password_hash = self.hasher.hash(password)
        with self.transactions.begin() as books:
            member = self._invited(books, books.accounts.lock, value_hash)
            now = self.security.now()
            if not books.codes.use_ticket(TicketPurpose.MEMBER_INVITATION, value_hash, now):
                raise CodeExpired()
            accepted = member.with_password(password_hash, now).verified(now)
            books.accounts.save(accepted)
            actor = Actor.account(member.id)
            record(books, self.business, actor, "member_invitation_accepted", member.id)
            return self.sessions.open_first(books, accepted, device)

    def _invited(
        self, books: Books, read: Callable[[AccountId], Account | None], value_hash: str
    ) -> Account:
        ticket = books.codes.ticket(TicketPurpose.MEMBER_INVITATION, value_hash)
        if ticket is None:
            raise LinkUnknown()
        member = read(ticket.account)
        if member is None:
            raise AccountNotFound()
        account_rules.require_reachable(member)
        if ticket.used_at is not None or self.security.now() >= ticket.expires_at:
            raise CodeExpired()
        if not member.is_invited:
            raise CodeExpired()
        return member
