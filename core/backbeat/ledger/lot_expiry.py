"""What expires: points whose last day is over (POINT-4), and balances that are given up."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import chain, count

from attrs import frozen

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money
from backbeat.ledger import rules
from backbeat.ledger.model import (
    Entry,
    EntryType,
    Kind,
    LedgerAccount,
    Lot,
    OpenEntry,
    Part,
    Posting,
)
from backbeat.ledger.posting import Postings, drawn_up


@frozen
class Expiry:
    """Lets money of an account expire, and says how much would."""

    postings: Postings

    def spendable(self, account: AccountId, today: date) -> Money:
        """What is available to the account, without points whose last day is over (POINT-4).

        These are in the balance until they expire: see `expire_lots`.
        """
        return self.postings.balance(account).available - self.ended_lots(account, today)

    def from_channel(self, account: AccountId, channel: ChannelId) -> Money:
        """The settled, unrequested balance that came from one channel (CHAN-20)."""
        found = self.postings.open_entries(account)
        return rules.forfeitable(found, channel, self.postings.balance(account))

    def forfeit_channel(self, account: AccountId, channel: ChannelId, act: ActContext) -> Money:
        """Let the balance that came from one channel expire. Returns how much it was."""
        balance = self.postings.held(account)
        found = self.postings.open_entries(account)
        amount = rules.forfeitable(found, channel, balance)
        mine = rules.alone(rules.of_channel(found, channel))
        source = f"forfeit:{account}:{channel}:{act.at.isoformat()}"
        self._lapse(account, amount, act, source=source, entries=mine, channel=channel)
        return amount

    def expire_balance(self, account: AccountId, act: ActContext) -> Money:
        """Let everything available expire, on leaving or with the widest scope. Returns how much it
        was.
        """
        amount = self.postings.held(account).available
        source = f"forfeit:{account}:all:{act.at.isoformat()}"
        entries = self.postings.open_entries(account)
        self._lapse(account, amount, act, source=source, entries=entries)
        return amount

    def ended_lots(self, account: AccountId, today: date) -> Money:
        """How much of the lots that ended before `today` is unspent."""
        return rules.lapsed(self.postings.open_entries(account), today)

    def ending(self, account: AccountId, first: date, last: date) -> Sequence[Lot]:
        """Unspent points whose last day is one of these: a sum for each such day, in order."""
        sums: dict[date, Money] = {}
        for lot in rules.unspent_lots(self.postings.open_entries(account)):
            if first <= lot.expires_on <= last:
                sums[lot.expires_on] = sums.get(lot.expires_on, Money.zero()) + lot.amount
        return [Lot(amount, day) for day, amount in sums.items()]

    def expire_lots(self, account: AccountId, act: ActContext) -> Money:
        """Let the unspent part of lots that ended before the act's day expire. Returns how much it
        was.
        """
        self.postings.lock(account)
        entries = self.postings.open_entries(account)
        amount = rules.lapsed(entries, act.day)
        source = f"expire:{account}:{act.at.isoformat()}"
        self._lapse(account, amount, act, source=source, entries=entries, kind=Kind.EXPIRY)
        return amount

    def with_lots_ended(self, today: date) -> Sequence[AccountId]:
        """Accounts whose lots may have to expire, for the daily job."""
        return self.postings.store.statements.with_lots_ended(today)

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
        source = self._unused(account, source)
        entry = Entry(
            rules.entry_id(source, 0),
            account,
            EntryType.EXPIRE,
            -amount,
            act.day,
            channel=channel,
        )
        created = drawn_up(
            account,
            act,
            source,
            kind,
            postings=(
                Posting(-amount, owner=account, part=Part.AVAILABLE),
                *rules.house(LedgerAccount.FORFEIT, amount),
            ),
            entries=(entry,),
            allocations=rules.allocate(entries, amount, entry.id),
        )
        self.postings.post_all([created])

    def _unused(self, account: AccountId, source: str) -> str:
        """The source, with a number added if one like it is already posted, because two expiries
        may happen at the same moment.

        The account is locked, so nobody else takes the number meanwhile.
        """
        numbered = (f"{source}:{number}" for number in count(2))
        return next(
            each
            for each in chain([source], numbered)
            if self.postings.store.by_source(account, each) is None
        )
