"""A Hypothesis machine over the ledger: any acts in any order, every invariant after each.

It drives one ledger or several side by side; several have to answer alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.fakes.withdrawals import TO_BANK, TO_PAYPAL

from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import NotFound, Refusal
from backbeat.kernel.ids import AccountId, ChannelId, EntryId, TransactionId, WithdrawalId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.ledger.errors import AlreadyPosted
from backbeat.ledger.ledger import Ledger
from backbeat.ledger.model import ZERO, Entry, EntryType, Kind, OutsideAccount
from backbeat.ledger.ports import Books

START = date(2025, 10, 1)

accounts = st.sampled_from([AccountId(name) for name in ("hao", "mina", "rio")])
channels = st.sampled_from([ChannelId(name) for name in ("A", "B")])
months = st.sampled_from([Month(2025, 7), Month(2025, 8), Month(2025, 9)])
credits = st.integers(1, 60_000_000).map(Money)
debits = st.integers(-40_000_000, -1).map(Money)
fractions = st.sampled_from(["all", "half", "cents", "too much"])
debit_types = st.sampled_from(
    [EntryType.POLICY_VIOLATION, EntryType.PREPAID, EntryType.FAST_WITHDRAWAL_DEDUCTION]
)
reward_types = st.sampled_from([EntryType.BONUS_POINT, EntryType.REFERRAL_3MONTH])


class LedgerMachine(RuleBasedStateMachine):
    """Acts on every world at once. `make` builds the worlds, empty, for each history."""

    def __init__(self, make: Callable[[], Sequence[Transactions[Books]]]) -> None:
        super().__init__()
        self.make = make

    @initialize()
    def begin(self) -> None:
        self.worlds = self.make()
        self.day = START
        self.steps = 0
        self.withdrawals: list[WithdrawalId] = []
        self.pending: set[WithdrawalId] = set()
        self.ended: set[WithdrawalId] = set()

    # -- acts

    @rule(account=accounts, amount=credits, channel=channels, month=months)
    def a_month_is_settled(
        self, account: AccountId, amount: Money, channel: ChannelId, month: Month
    ) -> None:
        before = self._lots()
        self._post(account, EntryType.MUSIC_PROFIT, amount, Kind.SETTLEMENT, month, channel)
        assert self._lots() == before

    @rule(account=accounts, amount=debits, channel=channels, month=months)
    def a_month_is_corrected(
        self, account: AccountId, amount: Money, channel: ChannelId, month: Month
    ) -> None:
        self._post(account, EntryType.MUSIC_PROFIT, amount, Kind.ADJUSTMENT, month, channel)

    @rule(account=accounts, type_=debit_types, amount=debits)
    def something_is_taken(self, account: AccountId, type_: EntryType, amount: Money) -> None:
        self._post(account, type_, amount, Kind.POSTING)

    @rule(account=accounts, type_=reward_types, amount=credits, days=st.integers(0, 60))
    def points_are_granted(
        self, account: AccountId, type_: EntryType, amount: Money, days: int
    ) -> None:
        before = self._lots()
        self._post(account, type_, amount, Kind.GRANT, expires_on=self.day + timedelta(days))
        assert before.items() <= self._lots().items()

    @rule(account=accounts, fraction=fractions)
    def money_is_asked_for(self, account: AccountId, fraction: str) -> None:
        withdrawal = WithdrawalId(f"w{self.steps}")
        available = self._balance(account).available
        amount = {
            "all": available,
            "half": Money(available.micros // 2),
            "cents": available.floored_to_cents(),
            "too much": available + Money(1),
        }[fraction]
        answer = self._all(
            lambda ledger: ledger.reservations.reserve(account, amount, withdrawal, self._act())
        )
        self.withdrawals.append(withdrawal)
        assert isinstance(answer, Entry) == (ZERO < amount <= available)
        if isinstance(answer, Entry):
            self.pending.add(withdrawal)

    @rule(data=st.data(), route=st.sampled_from([TO_BANK, TO_PAYPAL]))
    def a_withdrawal_is_paid(self, data: st.DataObject, route: OutsideAccount) -> None:
        withdrawal = self._any_withdrawal(data)
        self._end(
            withdrawal,
            lambda ledger: ledger.reservations.settle(withdrawal, Money(1), route, self._act()),
        )

    @rule(data=st.data())
    def a_withdrawal_is_rejected(self, data: st.DataObject) -> None:
        withdrawal = self._any_withdrawal(data)
        self._end(
            withdrawal, lambda ledger: ledger.reservations.return_funds(withdrawal, self._act())
        )

    @rule(data=st.data())
    def a_withdrawal_is_kept(self, data: st.DataObject) -> None:
        withdrawal = self._any_withdrawal(data)
        self._end(withdrawal, lambda ledger: ledger.reservations.forfeit(withdrawal, self._act()))

    @rule(account=accounts, channel=channels)
    def a_channel_is_deleted(self, account: AccountId, channel: ChannelId) -> None:
        before = self._lots()
        self._all(lambda ledger: ledger.expiry.forfeit_channel(account, channel, self._act()))
        after = self._lots()
        assert all(after[lot] >= left for lot, left in before.items())

    @rule(account=accounts)
    def somebody_leaves(self, account: AccountId) -> None:
        self._all(lambda ledger: ledger.expiry.expire_balance(account, self._act()))

    @rule(account=accounts)
    def lots_expire(self, account: AccountId) -> None:
        self._all(lambda ledger: ledger.expiry.expire_lots(account, self._act()))

    @rule(data=st.data())
    def a_transaction_is_reversed(self, data: st.DataObject) -> None:
        known = [*self._sealed(), TransactionId("unknown")]
        transaction = data.draw(st.sampled_from(known))
        self._all(lambda ledger: ledger.reversals.reverse(transaction, self._act()))

    @rule(days=st.integers(1, 45))
    def time_passes(self, days: int) -> None:
        self.day += timedelta(days)

    # -- what always holds

    @invariant()
    def every_ledger_is_sound(self) -> None:
        for world in getattr(self, "worlds", ()):
            with world.look() as books:
                checked = books.ledger.check()
            assert checked.findings == ()

    @invariant()
    def all_ledgers_are_alike(self) -> None:
        pictures = [_picture(world) for world in getattr(self, "worlds", ())]
        assert all(picture == pictures[0] for picture in pictures)

    @invariant()
    def open_points_have_one_answer(self) -> None:
        for world in getattr(self, "worlds", ()):
            with world.look() as books:
                for account, balance in books.ledger.store.whole.all_balances().items():
                    assert points_told(books.ledger, account) == {balance.available.micros}

    # -- parts

    def _lots(self) -> dict[EntryId, int]:
        """What is free of each open lot."""
        with self.worlds[0].look() as books:
            return {
                each.entry.id: each.free.micros
                for account in books.ledger.store.whole.all_balances()
                for each in books.ledger.open_entries(account)
                if each.expires_on and each.free
            }

    def _post(
        self,
        account: AccountId,
        type_: EntryType,
        amount: Money,
        kind: Kind,
        month: Month | None = None,
        channel: ChannelId | None = None,
        expires_on: date | None = None,
    ) -> None:
        source = f"step:{self.steps}"
        self._all(
            lambda ledger: ledger.post(
                account,
                type_,
                amount,
                self._act(),
                source=source,
                kind=kind,
                month=month,
                channel=channel,
                expires_on=expires_on,
            )
        )

    def _all(self, act: Callable[[Ledger], Any]) -> Any:
        self.steps += 1
        outcomes = [_outcome(world, act) for world in self.worlds]
        assert all(outcome == outcomes[0] for outcome in outcomes), outcomes
        return outcomes[0]

    def _end(self, withdrawal: WithdrawalId, act: Callable[[Ledger], Any]) -> None:
        """A pending withdrawal can always be ended; any other never."""
        refusal = self._all(act)
        expected = (
            None
            if withdrawal in self.pending
            else NotFound
            if withdrawal not in self.ended
            else AlreadyPosted
        )
        assert refusal is expected or (expected is None and isinstance(refusal, Entry))
        if withdrawal in self.pending:
            self.pending.remove(withdrawal)
            self.ended.add(withdrawal)

    def _act(self) -> ActContext:
        at = datetime(2025, 1, 1, tzinfo=UTC) + timedelta(seconds=self.steps)
        return ActContext(Actor.operator("ann"), self.day, at, "because")

    def _balance(self, account: AccountId) -> Any:
        with self.worlds[0].look() as books:
            return books.ledger.balance(account)

    def _any_withdrawal(self, data: st.DataObject) -> WithdrawalId:
        return data.draw(st.sampled_from([*self.withdrawals, WithdrawalId("unknown")]))

    def _sealed(self) -> list[TransactionId]:
        with self.worlds[0].look() as books:
            return [sealed.transaction.id for sealed in books.ledger.store.whole.chain()]


def points_told(ledger: Ledger, account: AccountId) -> set[int]:
    """What is available by the list, the summary, the quote and the expiry: each with the open
    points it tells of, and what is open beside them. One answer where all agree."""
    after = date(2030, 1, 1)
    entries = ledger.open_entries(account)
    beside = sum(each.free.micros for each in entries if each.expires_on is None)
    listed = ledger.statements.lots(PageRequest(0, 100), account=account)
    summary = ledger.statements.summary(account, START)
    left = ledger.expiry.spendable(account, after)
    quoted = ledger.reservations.would_use(account, left, after) if left else []
    assert listed.total == len([each for each in entries if each.expires_on and each.free])
    assert left.micros == sum(each.amount.micros for each in quoted) == beside
    return {
        beside + sum(each.free.micros for each in listed.items),
        beside + summary.points.micros + summary.ended.micros,
        beside + ledger.expiry.ended_lots(account, after).micros,
    }


def _outcome(world: Transactions[Books], act: Callable[[Ledger], Any]) -> Any:
    try:
        with world.begin() as books:
            return act(books.ledger)
    except Refusal as refusal:
        return type(refusal)


def _picture(world: Transactions[Books]) -> Any:
    with world.look() as books:
        store = books.ledger.store
        return (
            {
                account: balance
                for account, balance in store.whole.all_balances().items()
                if balance.available or balance.in_flight or balance.debt
            },
            sorted(
                (each.entry.id, each.remaining.micros, each.expires_on)
                for each in store.whole.all_open()
            ),
            [sealed.hash for sealed in store.whole.chain()],
        )
