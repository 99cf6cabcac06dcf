"""Leaving the service, and erasing those who left (ACCT-19, PRIVACY-1)."""

from __future__ import annotations

from datetime import timedelta

from attrs import frozen

from backbeat import settings
from backbeat.accounts import rules
from backbeat.accounts.errors import AccountNotFound, BalanceLeft, HasMembers, PendingWithdrawal
from backbeat.accounts.model import Account, SessionEnd
from backbeat.accounts.passwords import Passwords, require_same
from backbeat.accounts.ports import Books
from backbeat.accounts.records import record
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.transactions import Transactions
from backbeat.mail.model import Mail, Template

ERASE = "accounts.erase"
"""The kind of the recurring job that erases accounts whose hold is over."""

LEFT = "channels.account_left"
"""The kind of the job that deletes a leaver's channels; its payload is `{"account", "day"}`."""

GONE = "accounts.gone"
"""The kind of the job that gives up what an account takes part in once it is closed, by whomever;
its payload is `{"account"}`."""

_AT_ONCE = 100
_BY_ITSELF = Actor.system(ERASE)


@frozen
class AccountDeletion:
    """Closes accounts when their owners ask for it, and erases them once the hold is over."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    passwords: Passwords
    bounds: settings.Accounts

    def leave(self, account: AccountId, password: str) -> Money:
        """Close the account: sessions end and the balance expires. Returns how much that was.

        Refuses with 10019 and 10022 for the password, with `has_members` while accounts stand
        below, and with `pending_withdrawal` while money is on its way.
        """
        confirmed = self.passwords.confirm(account, password)
        actor = Actor.account(account)
        act = ActContext(actor, self.business.today(), self.security.now(), reason="left")
        with self.transactions.begin() as books:
            current = books.accounts.lock(account)
            if current is None:
                raise AccountNotFound()
            rules.require_reachable(current)
            require_same(confirmed, current)
            require_nothing_under_way(books, account)
            expired = books.ledger.expiry.expire_balance(account, act)
            close(books, current, act, self.business)
            facts = {"name": current.name, "days": self.bounds.deleted_hold_days}
            books.outbox.add(
                Mail(current.email, Template.ACCOUNT_LEFT, current.language, facts, account)
            )
            record(books, self.business, actor, "left", account, after={"expired": expired})
        return expired

    def erase_due(self) -> int:
        """Erase every account whose hold is over. Returns how many there were. Safe to repeat."""
        until = self.business.now() - timedelta(days=self.bounds.deleted_hold_days)
        erased = 0
        while True:
            with self.transactions.look() as books:
                due = [account.id for account in books.accounts.left_before(until, _AT_ONCE)]
            if not due:
                return erased
            for account in due:
                with self.transactions.begin() as books:
                    erased += erase_once(books, account, self.business)


def erase_once(books: Books, leaver: AccountId, business: Clock) -> bool:
    """Erase a leaver under its lock. False if another transaction did so meanwhile."""
    current = books.accounts.lock(leaver)
    if current is None or current.erased_at is not None:
        return False
    erase(books, current, business)
    return True


def erase(
    books: Books,
    account: Account,
    business: Clock,
    actor: Actor = _BY_ITSELF,
    reason: str | None = None,
) -> None:
    """Remove everything that tells whose account it was. Ledger, invoices and audit rows stay
    (PRIVACY-1).
    """
    books.registration_rules.forget_reservations(account.email)
    books.accounts.save(account.erased(business.now()))
    books.sessions.forget_devices(account.id)
    books.codes.forget(account.id)
    books.second_factors.remove(account.id)
    books.phones.remove(account.id)
    books.payment_details.remove(account.id)
    books.tax_details.remove(account.id)
    books.withdrawals.forget_destinations(account.id)
    books.outbox.remove_all_of(account.id)
    books.favourites.forget(account.id)
    books.notifications.remove_all_of(account.id)
    books.consents.remove_all_of(account.id)
    books.inquiries.remove_all_of(account.id)
    books.idempotency.forget_all_of(account.id)
    record(books, business, actor, "erased", account.id, reason=reason)


def close(books: Books, account: Account, act: ActContext, business: Clock) -> Account:
    """Delete an account inside a transaction: its sessions end, and a job deletes its channels."""
    gone = account.deleted("left", business.now())
    books.accounts.save(gone)
    books.sessions.end_all(account.id, SessionEnd.DELETED, act.at)
    books.jobs.enqueue(LEFT, {"account": account.id, "day": act.day.isoformat()}, key=account.id)
    books.jobs.enqueue(GONE, {"account": account.id}, key=account.id)
    return gone


def require_nothing_under_way(books: Books, account: AccountId) -> None:
    """Refuse to let somebody leave while there are members below (`has_members`) or money is on its
    way (`pending_withdrawal`). The balance stays locked from here on.
    """
    if members := len(books.accounts.children(account)):
        raise HasMembers(members=members)
    books.ledger.lock(account)
    if books.ledger.balance(account).in_flight:
        raise PendingWithdrawal()


def require_nothing_owed(books: Books, account: AccountId) -> None:
    """Refuse while anything is owed to the account, or by it (`balance_left`, PRIVACY-8)."""
    balance = books.ledger.balance(account)
    if owed := balance.available - balance.debt:
        raise BalanceLeft(amount=owed)


def require_room(
    books: Books,
    holder: Account | None,
    taken: type[Refusal],
    *,
    business: Clock,
    bounds: settings.Accounts,
    dry_run: bool = False,
) -> None:
    """Refuse with `taken` if somebody has the address or nickname.

    A leaver whose hold is over gives way: that account is erased now, unless this is a trial.
    """
    if holder is None:
        return
    require_gone(holder, taken, business=business, bounds=bounds)
    if not dry_run:
        erase_once(books, holder.id, business)


def require_gone(
    holder: Account, taken: type[Refusal], *, business: Clock, bounds: settings.Accounts
) -> None:
    """Refuse with `taken` unless whoever has the address or nickname left, and the hold is over."""
    if not rules.hold_is_over(holder, business.now(), bounds.deleted_hold_days):
        raise taken()
