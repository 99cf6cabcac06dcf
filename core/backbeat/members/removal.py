"""Deleting a member: what goes, what stays, and what comes back to the manager (NET-8)."""

from __future__ import annotations

from attrs import frozen

from backbeat.accounts.deletion import GONE
from backbeat.accounts.errors import HasMembers
from backbeat.accounts.model import SessionEnd
from backbeat.accounts.network.rights import Act
from backbeat.accounts.passwords import Passwords, require_same
from backbeat.accounts.records import record
from backbeat.channels.model import ChangeContext
from backbeat.channels.removal import ChannelRemovals
from backbeat.channels.service import Channels
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.transactions import Transactions
from backbeat.mail.model import Mail, Template
from backbeat.members.access import locked_member, reached, require_manager
from backbeat.members.ports import Books


@frozen
class MemberRemovals:
    """Ends a member's account; its balance, its entries and its pending withdrawals stay."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    passwords: Passwords
    channels: Channels
    removals: ChannelRemovals

    def delete(self, caller: AccountId, target: str, password: str) -> int:
        """Delete an account directly below the caller; how many channels came back.

        `password` is the caller's own. From today the manager holds the channels; what was earned
        before stays the member's. Refuses with 2 `role`, 10001, 10019, 10022 and, while accounts
        stand below the member, `has_members`.
        """
        with self.transactions.look() as books:
            manager = require_manager(books, caller, Act.MANAGE_MEMBERS)
            member = reached(books, manager, target, Act.MANAGE_MEMBERS)
        confirmed = self.passwords.confirm(caller, password)
        now, actor = self.business.now(), Actor.account(caller)
        with self.transactions.begin() as books:
            manager, current = locked_member(books, caller, member.id)
            require_same(confirmed, manager)
            if members := len(books.accounts.children(current.id)):
                raise HasMembers(members=members)
            by = ChangeContext(now, actor, "member deleted")
            released = self.channels.release(books, current.id, by)
            released += self.removals.hand_up(books, current.id, caller, by)
            books.accounts.save(current.deleted("deleted by its manager", now))
            books.sessions.end_all(current.id, SessionEnd.DELETED, self.security.now())
            books.jobs.enqueue(GONE, {"account": current.id}, key=current.id)
            facts = {"name": current.name}
            books.outbox.add(
                Mail(current.email, Template.MEMBER_DELETED, current.language, facts, current.id)
            )
            after = {"manager": caller, "released_channels": released}
            record(books, self.business, actor, "member_deleted", current.id, after=after)
        return released
