"""What a withdrawal does to the ledger: money is reserved, then paid out, given back or kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from attrs import frozen

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, EntryId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.ledger import rules
from backbeat.ledger.errors import AlreadyPosted, NotEnoughBalance
from backbeat.ledger.model import (
    Entry,
    EntryType,
    Kind,
    LedgerAccount,
    OutsideAccount,
    PaidOut,
    Part,
    Posting,
    Transaction,
    Use,
)
from backbeat.ledger.posting import Postings, drawn_up


@frozen
class Reservations:
    """Withdrawals in the ledger; each is reserved once and ends once."""

    postings: Postings

    def reserve(
        self, account: AccountId, amount: Money, withdrawal: WithdrawalId, act: ActContext
    ) -> Entry:
        """Reserve `amount` for a withdrawal: it moves from available to in flight, with one
        `withdrawal` row.

        The entries that it uses are stored with it (LEDGER-11, `uses`). Refuses more than is
        available (40002) and a second reservation for the same withdrawal (2 `already_posted`).
        """
        available = self.postings.held(account).available
        if amount.micros <= 0 or amount > available:
            raise NotEnoughBalance(available=available, amount=amount)
        source = rules.request_source(withdrawal)
        entry = Entry(rules.entry_id(source, 0), account, EntryType.WITHDRAWAL, -amount, act.day)
        created = drawn_up(
            account,
            act,
            source,
            Kind.RESERVATION,
            postings=(
                Posting(-amount, owner=account, part=Part.AVAILABLE),
                Posting(amount, owner=account, part=Part.IN_FLIGHT),
            ),
            entries=(entry,),
            allocations=rules.allocate(self.postings.open_entries(account), amount, entry.id),
        )
        self.postings.post_all([created])
        return entry

    def settle(
        self, withdrawal: WithdrawalId, fee: Money, outside: OutsideAccount, act: ActContext
    ) -> None:
        """A withdrawal was paid: the fee goes to house:fees, the rest to the outside account.

        A withdrawal ends once: a second ending of any kind raises `AlreadyPosted`.
        """
        self.settle_all([PaidOut(withdrawal, fee, outside, act)])

    def settle_all(self, paid: Sequence[PaidOut]) -> None:
        """Many withdrawals were paid: each is settled by a transaction of its own, or none is."""
        reserved = self._reserved([each.withdrawal for each in paid])
        self.postings.post_all([_payout(each, *reserved[each.withdrawal]) for each in paid])

    def return_funds(self, withdrawal: WithdrawalId, act: ActContext) -> Entry:
        """A withdrawal was rejected and its money returns: one `recovery` row.

        The same entries are open again; lots can be used for at least 30 more days (POINT-5).
        """
        account, amount = self._reserved([withdrawal])[withdrawal]
        source = rules.end_source(withdrawal)
        entry = Entry(rules.entry_id(source, 0), account, EntryType.RECOVERY, amount, act.day)
        taken = self.postings.store.used(account, rules.reservation_id(withdrawal))
        created = drawn_up(
            account,
            act,
            source,
            Kind.RECOVERY,
            postings=(
                Posting(-amount, owner=account, part=Part.IN_FLIGHT),
                *rules.legs(account, amount, self.postings.held(account)),
            ),
            entries=(entry,),
            allocations=tuple(rules.return_funds(taken, entry.id, act.day)),
        )
        self.postings.post_all([created])
        return entry

    def forfeit(self, withdrawal: WithdrawalId, act: ActContext) -> None:
        """A withdrawal was rejected without recovery: its money goes to house:forfeit."""
        account, amount = self._reserved([withdrawal])[withdrawal]
        created = drawn_up(
            account,
            act,
            rules.end_source(withdrawal),
            Kind.KEPT,
            postings=(
                Posting(-amount, owner=account, part=Part.IN_FLIGHT),
                *rules.house(LedgerAccount.FORFEIT, amount),
            ),
        )
        self.postings.post_all([created])

    def uses(self, account: AccountId, withdrawal: WithdrawalId) -> list[Use]:
        """The entries that a withdrawal used, in order of use; they add up to its total
        (LEDGER-11).

        Invoice lines group them by earning month, type and `correction`.
        """
        reservation = self.postings.store.by_source(account, rules.request_source(withdrawal))
        if reservation is None:
            return []
        [entry] = reservation.entries
        found = self.postings.store.used(account, entry.id)
        return [Use(current.entry, each.amount) for each, current in found]

    def ending_of(self, account: AccountId, withdrawal: WithdrawalId) -> Transaction | None:
        """The transaction by which a withdrawal was paid, given back or kept; None while it is
        pending.
        """
        return self.postings.store.by_source(account, rules.end_source(withdrawal))

    def would_use(self, account: AccountId, amount: Money, today: date) -> list[Use]:
        """The entries that a withdrawal of `amount` would use on a day, for quotes."""
        found = rules.outlasting(self.postings.open_entries(account), today)
        entries = {each.entry.id: each.entry for each in found}
        taken = rules.allocate(found, amount, EntryId("quote"))
        return [Use(entries[each.entry], each.amount) for each in taken]

    def _reserved(
        self, withdrawals: Sequence[WithdrawalId]
    ) -> Mapping[WithdrawalId, tuple[AccountId, Money]]:
        """Their accounts, locked, and what was reserved for each withdrawal that has not ended."""
        found = self.postings.store.by_sources([rules.request_source(each) for each in withdrawals])
        if len(found) != len(withdrawals):
            raise NotFound()
        entries = {each: found[rules.request_source(each)].entries[0] for each in withdrawals}
        self.postings.lock(*(entry.account for entry in entries.values()))
        ended = self.postings.store.by_sources([rules.end_source(each) for each in withdrawals])
        for source in ended:
            raise AlreadyPosted(source=source)
        return {each: (entry.account, -entry.amount) for each, entry in entries.items()}


def _payout(paid: PaidOut, account: AccountId, amount: Money) -> Transaction:
    return drawn_up(
        account,
        paid.act,
        rules.end_source(paid.withdrawal),
        Kind.PAYOUT,
        postings=(
            Posting(-amount, owner=account, part=Part.IN_FLIGHT),
            *rules.house(LedgerAccount.FEES, paid.fee),
            *rules.house(paid.outside, amount - paid.fee),
        ),
    )
