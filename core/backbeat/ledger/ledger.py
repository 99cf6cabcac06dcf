"""The ledger as other features use it: lock, judge the balance, post (trust 4.3).

Every method works inside the transaction of the books it came with. A use case that judges a
balance calls `lock` first; every posting is then kept or undone with the rest of the block.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date
from itertools import chain, count, groupby

from attrs import frozen

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, TransactionId, WithdrawalId
from backbeat.kernel.money import Money, total
from backbeat.kernel.months import Month
from backbeat.kernel.pages import LARGEST_PAGE, PageRequest
from backbeat.ledger import rules
from backbeat.ledger.checks import Checked, check
from backbeat.ledger.errors import AlreadyPosted, AlreadyReversed, NotEnoughBalance, NotReversible
from backbeat.ledger.model import (
    EARNED,
    REVERSIBLE,
    TYPE_RULES,
    Balance,
    Entry,
    EntryType,
    Kind,
    LedgerAccount,
    MonthReport,
    OpenEntry,
    OutsideAccount,
    PaidOut,
    Part,
    Posting,
    SettledMonth,
    Summary,
    Take,
    Transaction,
    Unbalanced,
    Use,
)
from backbeat.ledger.ports import LedgerStore, Prepared


@frozen
class Ledger:
    """Double entry over a store: postings that balance, entries that are used once.

    Money is USD. Refusals: `NotEnoughBalance` (40002), `AlreadyPosted` (2 `already_posted`).
    """

    store: LedgerStore

    # -- judging

    def lock(self, *accounts: AccountId) -> None:
        """Hold these accounts until the transaction ends; call it before judging a balance."""
        self.locked(accounts)

    def locked(self, accounts: Collection[AccountId]) -> Mapping[AccountId, Balance]:
        """What these accounts have, held until the transaction ends."""
        return self.store.lock(sorted(set(accounts)))

    def balance(self, account: AccountId) -> Balance:
        """What the account has available, in flight and owes."""
        return self.store.balances([account])[account]

    def balances(self, accounts: Sequence[AccountId]) -> Mapping[AccountId, Balance]:
        """What each of these accounts has; one that never had a posting is all zero."""
        return self.store.balances(accounts)

    def spendable(self, account: AccountId, today: date) -> Money:
        """What is available to the account, less points whose last day is over (D-083).

        These are in the balance until they expire: see `expire_lots`.
        """
        return self.balance(account).available - self.ended_lots(account, today)

    def open_entries(self, account: AccountId) -> list[OpenEntry]:
        """What is unspent, in the order in which it would be used (R40)."""
        return rules.in_order(self.store.open_entries(account))

    # -- posting one entry

    def post(
        self,
        account: AccountId,
        type_: EntryType,
        amount: Money,
        act: ActContext,
        *,
        source: str,
        kind: Kind = Kind.POSTING,
        month: Month | None = None,
        channel: ChannelId | None = None,
        expires_on: date | None = None,
        note: str | None = None,
    ) -> Entry:
        """Post one statement row against the account that its type names; the row as kept.

        `source` names what it stands for and is posted once. A debit may make debt, which the
        next credit pays first. Refuses an amount whose sign the type does not have.
        """
        entry = Entry(
            rules.entry_id(source, 0),
            account,
            type_,
            amount,
            act.day,
            month=month,
            channel=channel,
            expires_on=expires_on,
            note=note,
        )
        return self.post_entry(entry, act, source=source, kind=kind)

    def post_entry(
        self, entry: Entry, act: ActContext, *, kind: Kind, source: str | None = None
    ) -> Entry:
        """Post a statement row as it is, in a transaction of its own.

        Without `source` it stands for itself. Otherwise as `post`.
        """
        rules.require_sign(entry.type, entry.amount)
        made = _drawn_up(
            act,
            source or f"entry:{entry.id}",
            kind,
            postings=(
                *rules.legs(entry.account, entry.amount, self._locked(entry.account)),
                *rules.house(TYPE_RULES[entry.type].counter, -entry.amount),
            ),
            entries=(entry,),
            month=entry.month,
        )
        self.post_all([made])
        return entry

    def prepare(self, transactions: Sequence[Transaction]) -> Prepared:
        """Make transactions ready to be posted, so that posting them is short.

        Raises `Unbalanced` when one of them does not sum to zero.
        """
        for transaction in transactions:
            if not transaction.is_balanced:
                raise Unbalanced(f"{transaction.source}: the postings do not sum to zero")
        return self.store.prepare(transactions)

    def post_prepared(self, prepared: Prepared) -> None:
        """Append them, all or none; call it after their accounts were locked."""
        self.store.add(prepared)

    def post_all(self, transactions: Sequence[Transaction]) -> None:
        """Append transactions after the accounts were locked.

        Raises `Unbalanced`, and appends nothing, when one of them does not sum to zero.
        """
        self.post_prepared(self.prepare(transactions))

    # -- withdrawals

    def reserve(
        self, account: AccountId, amount: Money, withdrawal: WithdrawalId, act: ActContext
    ) -> Entry:
        """Set `amount` aside for a withdrawal: available to in flight, one `withdrawal` row.

        The entries it uses are stored with it (R40, `uses`). Refuses more than is available
        (40002) and a second reservation for the same withdrawal (2 `already_posted`).
        """
        available = self._locked(account).available
        if amount.micros <= 0 or amount > available:
            raise NotEnoughBalance(available=available, amount=amount)
        source = rules.request_source(withdrawal)
        entry = Entry(rules.entry_id(source, 0), account, EntryType.WITHDRAWAL, -amount, act.day)
        made = _drawn_up(
            act,
            source,
            Kind.RESERVATION,
            postings=(
                Posting(-amount, owner=account, part=Part.AVAILABLE),
                Posting(amount, owner=account, part=Part.IN_FLIGHT),
            ),
            entries=(entry,),
            takes=rules.take(self.store.open_entries(account), amount, entry.id),
        )
        self.post_all([made])
        return entry

    def settle(
        self, withdrawal: WithdrawalId, fee: Money, outside: OutsideAccount, act: ActContext
    ) -> None:
        """A withdrawal was paid: the fee to house:fees, the rest to the outside account.

        A withdrawal ends once: a second ending of any kind answers `AlreadyPosted`.
        """
        self.settle_all([PaidOut(withdrawal, fee, outside, act)])

    def settle_all(self, paid: Sequence[PaidOut]) -> None:
        """Many withdrawals were paid: each is settled by a transaction of its own, or none is."""
        reserved = self._reserved([each.withdrawal for each in paid])
        self.post_all([_payout(each, *reserved[each.withdrawal]) for each in paid])

    def give_back(self, withdrawal: WithdrawalId, act: ActContext) -> Entry:
        """A withdrawal was rejected and its money returns: one `recovery` row.

        The same entries are open again; lots can be used for 30 days more at least (D-083).
        """
        account, amount = self._reserved([withdrawal])[withdrawal]
        source = rules.end_source(withdrawal)
        entry = Entry(rules.entry_id(source, 0), account, EntryType.RECOVERY, amount, act.day)
        taken = self.store.used(rules.reservation_id(withdrawal))
        made = _drawn_up(
            act,
            source,
            Kind.RECOVERY,
            postings=(
                Posting(-amount, owner=account, part=Part.IN_FLIGHT),
                *rules.legs(account, amount, self._locked(account)),
            ),
            entries=(entry,),
            takes=tuple(rules.give_back(taken, entry.id, act.day)),
        )
        self.post_all([made])
        return entry

    def keep(self, withdrawal: WithdrawalId, act: ActContext) -> None:
        """A withdrawal was rejected without recovery: its money goes to house:forfeit."""
        account, amount = self._reserved([withdrawal])[withdrawal]
        made = _drawn_up(
            act,
            rules.end_source(withdrawal),
            Kind.KEPT,
            postings=(
                Posting(-amount, owner=account, part=Part.IN_FLIGHT),
                *rules.house(LedgerAccount.FORFEIT, amount),
            ),
        )
        self.post_all([made])

    def uses(self, withdrawal: WithdrawalId) -> list[Use]:
        """The entries that a withdrawal used, in order of use; they sum to its total (R40).

        Invoice lines group them by earning month, type and `correction`.
        """
        return self.used_by(rules.reservation_id(withdrawal))

    def used_by(self, entry: EntryId) -> list[Use]:
        """What an entry used up of others (a withdrawal, an expiry), or gave back, in order."""
        return [Use(current.entry, each.amount) for each, current in self.store.used(entry)]

    def taken_of(self, entry: EntryId) -> Sequence[Take]:
        """What others used up of an entry; negative where it was given back. In order of posting."""
        return self.store.taken(entry)

    def ending_of(self, withdrawal: WithdrawalId) -> Transaction | None:
        """The transaction by which a withdrawal was paid, given back or kept; None while pending."""
        return self.store.by_source(rules.end_source(withdrawal))

    def reversal_of(self, transaction: TransactionId) -> Transaction | None:
        """The transaction that reverses this one, if one does."""
        return self.store.reversal_of(transaction)

    def transaction(self, transaction: TransactionId) -> Transaction | None:
        """One transaction."""
        return self.store.by_id(transaction)

    def would_use(self, account: AccountId, amount: Money, today: date) -> list[Use]:
        """The entries that a withdrawal of `amount` would use on a day; for quotes."""
        found = rules.outlasting(self.store.open_entries(account), today)
        entries = {each.entry.id: each.entry for each in found}
        taken = rules.take(found, amount, EntryId("quote"))
        return [Use(entries[each.entry], each.amount) for each in taken]

    # -- what lapses

    def from_channel(self, account: AccountId, channel: ChannelId) -> Money:
        """The settled, unrequested balance that came from one channel (D-082)."""
        mine = rules.of_channel(self.store.open_entries(account), channel)
        return rules.forfeitable(mine, self.balance(account))

    def forfeit_channel(self, account: AccountId, channel: ChannelId, act: ActContext) -> Money:
        """Let the balance that came from one channel expire; how much it was."""
        balance = self._locked(account)
        mine = rules.of_channel(self.store.open_entries(account), channel)
        amount = rules.forfeitable(mine, balance)
        source = f"forfeit:{account}:{channel}:{act.at.isoformat()}"
        self._lapse(account, amount, act, source=source, entries=mine, channel=channel)
        return amount

    def expire_balance(self, account: AccountId, act: ActContext) -> Money:
        """Let everything available expire, on leaving or by the widest scope; how much it was."""
        amount = self._locked(account).available
        source = f"forfeit:{account}:all:{act.at.isoformat()}"
        entries = self.store.open_entries(account)
        self._lapse(account, amount, act, source=source, entries=entries)
        return amount

    def ended_lots(self, account: AccountId, today: date) -> Money:
        """How much of the lots that ended before `today` is unspent."""
        return rules.lapsed(self.store.open_entries(account), today)

    def expire_lots(self, account: AccountId, act: ActContext) -> Money:
        """Let the unspent part of lots that ended before the act's day expire; how much it was."""
        self.lock(account)
        entries = self.store.open_entries(account)
        amount = rules.lapsed(entries, act.day)
        source = f"expire:{account}:{act.at.isoformat()}"
        self._lapse(account, amount, act, source=source, entries=entries, kind=Kind.EXPIRY)
        return amount

    def with_lots_ended(self, today: date) -> Sequence[AccountId]:
        """Accounts whose lots may have to expire, for the daily job."""
        return self.store.with_lots_ended(today)

    # -- undoing

    def reverse(self, transaction: TransactionId, act: ActContext) -> Transaction:
        """Mirror an operator posting, expiry or forfeiture, once (I8); the new transaction.

        Its money nets what is available and makes debt where it was spent. Refuses an unknown id
        (2 `not_found`), a second reversal and other kinds.
        """
        mirrored = self.reversal(transaction, act)
        self.post_all([mirrored])
        return mirrored

    def reversal(self, transaction: TransactionId, act: ActContext) -> Transaction:
        """What `reverse` would post; refuses as it does."""
        original = self.store.by_id(transaction)
        if original is None:
            raise NotFound()
        if original.kind not in REVERSIBLE:
            raise NotReversible(transaction=transaction, kind=original.kind)
        # Two at once wait for each other here, so that the second is told what the first has done.
        self.lock(original.entries[0].account)
        if self.store.reversal_of(transaction) is not None:
            raise AlreadyReversed(transaction=transaction)
        return self._mirror(original, act)

    def _mirror(self, original: Transaction, act: ActContext) -> Transaction:
        source = f"reverse:{original.id}"
        entry = original.entries[0]
        mirror = Entry(
            rules.entry_id(source, 0),
            entry.account,
            entry.type,
            -entry.amount,
            act.day,
            month=entry.month,
            channel=entry.channel,
            note=entry.note,
            correction=True,
        )
        others = tuple(
            Posting(-leg.amount, house=leg.house) for leg in original.postings if leg.house
        )
        return Transaction(
            rules.transaction_id(source),
            source,
            Kind.REVERSAL,
            act.day,
            act.at,
            act.actor,
            postings=(
                *rules.legs(entry.account, mirror.amount, self._locked(entry.account)),
                *others,
            ),
            entries=(mirror,),
            takes=self._undo_takes(original, mirror, act),
            month=original.month,
            reason=act.reason,
            reverses=original.id,
        )

    def _undo_takes(
        self, original: Transaction, mirror: Entry, act: ActContext
    ) -> tuple[Take, ...]:
        entry = original.entries[0]
        if original.takes:
            return tuple(rules.give_back(self.store.used(entry.id), mirror.id, act.day))
        left = next(
            (
                each.remaining
                for each in self.store.open_entries(entry.account)
                if each.entry.id == entry.id
            ),
            Money.zero(),
        )
        return (Take(mirror.id, entry.id, left),) if left else ()

    # -- reading

    def profits_of(self, month: Month) -> Mapping[tuple[AccountId, ChannelId, EntryType], Money]:
        """What a month's close and its corrections posted so far, by account and channel."""
        return self.store.profits_of(month)

    def entries_of_month(
        self, account: AccountId, month: Month, types: Sequence[EntryType] = ()
    ) -> Sequence[Entry]:
        """An account's statement rows that belong to an earning month (R41), oldest first."""
        return self.store.entries_of_month(account, month, types)

    def transaction_of(self, entry: EntryId) -> Transaction | None:
        """The transaction that a statement row belongs to."""
        return self.store.transaction_of(entry)

    def last_settled(self, account: AccountId) -> SettledMonth | None:
        """The last month in which the account has a profit posting, its own share (R41)."""
        return self.store.last_settled(account)

    def summary(self, account: AccountId, today: date) -> Summary:
        """What the account has on a day, in short."""
        lots = rules.unspent_lots(self.store.open_entries(account))
        return Summary(
            self.balance(account),
            tuple(lot for lot in lots if lot.expires_on >= today),
            self.last_settled(account),
            total(lot.amount for lot in lots if lot.expires_on < today),
        )

    def months(
        self, account: AccountId, first: Month | None = None, last: Month | None = None
    ) -> list[MonthReport]:
        """What was earned by earning month, the newest first; payouts are no part of it (R41)."""
        lines = [
            line for line in self.store.month_lines(account, first, last) if line.type in EARNED
        ]
        return [
            MonthReport(month, tuple(of_month), total(line.amount for line in of_month))
            for month, of_month in (
                (month, list(group)) for month, group in groupby(lines, lambda line: line.month)
            )
        ]

    def entries_between(
        self, account: AccountId, first: date, last: date, types: Sequence[EntryType] = ()
    ) -> list[Entry]:
        """Every statement row posted on these days, the oldest first."""
        rows: list[Entry] = []
        while True:
            page = PageRequest(len(rows) // LARGEST_PAGE, LARGEST_PAGE)
            found = self.store.entries(account, page, first=first, last=last, types=types)
            rows.extend(found.items)
            if len(rows) >= found.total or not found.items:
                return rows[::-1]

    def check(self) -> Checked:
        """Read everything and run every invariant (trust 4.2)."""
        return check(self.store.chain(), self.store.all_balances(), self.store.all_open())

    # -- parts

    def _locked(self, account: AccountId) -> Balance:
        return self.locked([account])[account]

    def _reserved(
        self, withdrawals: Sequence[WithdrawalId]
    ) -> Mapping[WithdrawalId, tuple[AccountId, Money]]:
        """Whose they are, locked, and what was set aside for each that has not ended."""
        found = self.store.by_sources([rules.request_source(each) for each in withdrawals])
        if len(found) != len(withdrawals):
            raise NotFound()
        entries = {each: found[rules.request_source(each)].entries[0] for each in withdrawals}
        self.lock(*(entry.account for entry in entries.values()))
        ended = self.store.by_sources([rules.end_source(each) for each in withdrawals])
        for source in ended:
            raise AlreadyPosted(source=source)
        return {each: (entry.account, -entry.amount) for each, entry in entries.items()}

    def _lapse(
        self,
        account: AccountId,
        amount: Money,
        act: ActContext,
        *,
        source: str,
        entries: Sequence[OpenEntry],
        kind: Kind = Kind.FORFEITURE,
        channel: ChannelId | None = None,
    ) -> None:
        if not amount:
            return
        source = self._unused(source)
        entry = Entry(
            rules.entry_id(source, 0),
            account,
            EntryType.EXPIRE,
            -amount,
            act.day,
            channel=channel,
        )
        made = _drawn_up(
            act,
            source,
            kind,
            postings=(
                Posting(-amount, owner=account, part=Part.AVAILABLE),
                *rules.house(LedgerAccount.FORFEIT, amount),
            ),
            entries=(entry,),
            takes=rules.take(entries, amount, entry.id),
        )
        self.post_all([made])

    def _unused(self, source: str) -> str:
        """The source, numbered where one like it is posted: two lapses may share their moment.

        The account is locked, so nobody else takes the number meanwhile.
        """
        numbered = (f"{source}:{number}" for number in count(2))
        return next(
            each for each in chain([source], numbered) if self.store.by_source(each) is None
        )


def _drawn_up(
    act: ActContext,
    source: str,
    kind: Kind,
    *,
    postings: tuple[Posting, ...],
    entries: tuple[Entry, ...] = (),
    takes: tuple[Take, ...] = (),
    month: Month | None = None,
) -> Transaction:
    return Transaction(
        rules.transaction_id(source),
        source,
        kind,
        act.day,
        act.at,
        act.actor,
        postings,
        entries,
        takes,
        month,
        act.reason,
    )


def _payout(paid: PaidOut, account: AccountId, amount: Money) -> Transaction:
    return _drawn_up(
        paid.act,
        rules.end_source(paid.withdrawal),
        Kind.PAYOUT,
        postings=(
            Posting(-amount, owner=account, part=Part.IN_FLIGHT),
            *rules.house(LedgerAccount.FEES, paid.fee),
            *rules.house(paid.outside, amount - paid.fee),
        ),
    )
