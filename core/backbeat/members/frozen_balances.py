"""What deleted members leave behind: listed, paid or moved by the operator (NET-8, LEDGER-21)."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from backbeat.accounts.errors import AccountNotFound, StatusRefused
from backbeat.accounts.model import Account, AccountStatus
from backbeat.accounts.ports import AccountFilter
from backbeat.accounts.records import record
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import FieldsMissing
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import LARGEST_PAGE, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.ledger import rules
from backbeat.ledger.errors import NotEnoughBalance
from backbeat.ledger.model import Balance, EntryType
from backbeat.members.model import FrozenBalance, Unfrozen
from backbeat.members.ports import Books


@frozen
class FrozenBalances:
    """Balances of deleted accounts. What is in flight goes its own way, and is left alone."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    new_id: NewId

    def list(self) -> Sequence[FrozenBalance]:
        """What deleted accounts still have, the newest account first; erased ones are among them."""
        deleted = AccountFilter(AccountStatus.DELETED, with_erased=True)
        page: PageRequest | None = PageRequest(size=LARGEST_PAGE)
        found: list[FrozenBalance] = []
        with self.transactions.look() as books:
            while page is not None:
                listed = books.accounts.list(deleted, page)
                balances = books.ledger.balances([account.id for account in listed.items])
                found += [
                    FrozenBalance(account, balance)
                    for account in listed.items
                    if (balance := balances[account.id]) != Balance()
                ]
                page = page.following(listed)
        return found

    def pay(
        self,
        account: AccountId,
        reference: str,
        actor: Actor,
        reason: str | None,
        *,
        dry_run: bool = False,
    ) -> Unfrozen:
        """Write down that what is available was paid to whom it belongs, in whole cents.

        `reference` is how the payment is found again. What is below a cent stays. Refuses without a
        reason or a reference (4), an account that is not deleted (`account_status`), and one that
        has less than a cent (40002).
        """
        if not reference.strip():
            raise FieldsMissing(fields={"reference": "required"})
        act = self._act(actor, reason)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            whose, before = _deleted(books, account)
            amount = before.available.floored_to_cents()
            if not amount:
                raise NotEnoughBalance(available=before.available, amount=Money.of("0.01"))
            entry = books.ledger.post(
                account,
                EntryType.FAST_WITHDRAWAL,
                -amount,
                act,
                source=f"frozen:{self.new_id()}",
                note=reference.strip(),
            )
            facts = {"entry": entry.id, "amount": amount}
            self._record(books, act, account, "frozen_paid", facts)
            return Unfrozen(whose, None, amount, books.ledger.balance(account))

    def move(
        self,
        account: AccountId,
        to: AccountId,
        actor: Actor,
        reason: str | None,
        *,
        dry_run: bool = False,
    ) -> Unfrozen:
        """Move all that is available to another account, to the last unit.

        Refuses without a reason (4), an account that is not deleted (`account_status`), one that has
        nothing (40002), and a target that is unknown or not in use (10001).
        """
        act = self._act(actor, reason)
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            target = books.accounts.hold([to]).get(to)
            if target is None or not target.is_active:
                raise AccountNotFound()
            # Both at once, in the one order in which everybody locks them.
            books.ledger.lock(account, to)
            whose, before = _deleted(books, account)
            taken, given = books.ledger.transfers.move(
                before.available, account, to, act, source=f"frozen:{self.new_id()}"
            )
            facts = {"entry": taken.id, "amount": given.amount}
            self._record(books, act, account, "frozen_moved", {**facts, "to": to})
            self._record(books, act, to, "frozen_received", {**facts, "from": account})
            return Unfrozen(whose, target, given.amount, books.ledger.balance(account))

    def _act(self, actor: Actor, reason: str | None) -> ActContext:
        given = rules.require_reason(reason)
        return ActContext(actor, self.business.today(), self.security.now(), given)

    def _record(
        self,
        books: Books,
        act: ActContext,
        account: AccountId,
        action: str,
        facts: dict[str, object],
    ) -> None:
        record(books, self.business, act.actor, action, account, after=facts, reason=act.reason)


def _deleted(books: Books, account: AccountId) -> tuple[Account, Balance]:
    """A deleted account and what it has, held until the transaction ends."""
    found = books.accounts.get(account)
    if found is None:
        raise AccountNotFound()
    if not found.is_deleted:
        raise StatusRefused(status=found.status)
    return found, books.ledger.held(account)
