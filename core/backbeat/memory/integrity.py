"""The integrity queries over records in memory: one pass over the chains, then what is stored
beside them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from attrs import define, frozen

from backbeat.ledger.checks import Checked, Finding, check, checkpoints_agree
from backbeat.ledger.model import Entry, EntryType
from backbeat.memory.ledger import MemoryCheckpoints, MemoryLedger
from backbeat.memory.referral import MemoryRewards
from backbeat.memory.settlement import MemorySettledLines, MemorySettlements
from backbeat.memory.withdrawals import MemoryInvoices, MemoryWithdrawals
from backbeat.referral.rules import is_bounded
from backbeat.settlement.checks import lines_are_shared_out, revenue_is_shared_out
from backbeat.withdrawals import checks
from backbeat.withdrawals.model import Withdrawal

_REFERRALS = {EntryType.REFERRAL_2MONTH, EntryType.REFERRAL_3MONTH}


@define(slots=False)
class MemoryIntegrityQueries:
    """See `IntegrityQueries`. Reads only once, when first asked."""

    ledger: MemoryLedger
    sealed: MemoryCheckpoints
    settlements: MemorySettlements
    settled_lines: MemorySettledLines
    withdrawals: MemoryWithdrawals
    numbered: MemoryInvoices
    rewards: MemoryRewards

    @cached_property
    def checked(self) -> Checked:
        """What one pass over the chains has found."""
        store = self.ledger.whole
        return check(store.chain(), store.all_balances(), store.all_open(), store.heads())

    @property
    def chains(self) -> MemoryChainQueries:
        return MemoryChainQueries(self)

    @property
    def postings(self) -> MemoryPostingQueries:
        return MemoryPostingQueries(self)

    @property
    def payouts(self) -> MemoryPayoutQueries:
        return MemoryPayoutQueries(self)

    def of(self, invariant: str) -> Iterator[str]:
        """What that pass says about an invariant."""
        return _lines(each for each in self.checked.findings if each.invariant == invariant)


@frozen
class MemoryChainQueries:
    kept: MemoryIntegrityQueries

    def size(self) -> tuple[int, int]:
        return self.kept.checked.transactions, self.kept.checked.entries

    def rows(self) -> Mapping[str, int]:
        transactions, entries = self.size()
        return {"ledger_transactions": transactions, "ledger_entries": entries}

    def unsealed(self) -> int:
        sealed = {
            head.account: head.number for each in self.kept.sealed.all() for head in each.heads
        }
        heads = self.kept.ledger.whole.heads().values()
        return sum(head.number - sealed.get(head.account, 0) for head in heads)

    def append_only(self) -> Iterator[str]:
        return self.kept.of("I1")

    def chained(self) -> Iterator[str]:
        return self.kept.of("I14")

    def heads(self) -> Iterator[str]:
        return self.kept.of("I18")

    def checkpoints(self) -> Iterator[str]:
        return _lines(checkpoints_agree(self.kept.sealed.all(), self.kept.ledger.whole.chain()))


@frozen
class MemoryPostingQueries:
    kept: MemoryIntegrityQueries

    def balanced(self) -> Iterator[str]:
        return self.kept.of("I2")

    def balances(self) -> Iterator[str]:
        return self.kept.of("I3")

    def not_negative(self) -> Iterator[str]:
        return self.kept.of("I4")

    def posted_once(self) -> Iterator[str]:
        return self.kept.of("I6")

    def mirrored(self) -> Iterator[str]:
        return self.kept.of("I8")

    def lots(self) -> Iterator[str]:
        return self.kept.of("I10")

    def zero_sum(self) -> Iterator[str]:
        return self.kept.of("I15")

    def siblings(self) -> Iterator[str]:
        return self.kept.of("I16")

    def transfers(self) -> Iterator[str]:
        return self.kept.of("I17")

    def shared_out(self) -> Iterator[str]:
        settled = self.kept.settlements
        whole = self.kept.ledger.whole
        yield from _lines(revenue_is_shared_out(whole.chain(), settled.all(), settled.groups))
        yield from _lines(lines_are_shared_out(whole.chain(), self.kept.settled_lines.all()))

    def has_referrals(self) -> bool:
        return any(each.entry for each in self.kept.rewards.kept) or any(
            True for _ in self._rewards()
        )

    def referrals(self) -> Iterator[str]:
        for entry in self._rewards():
            if entry.amount.micros <= 0 or entry.expires_on is None:
                yield f"entry {entry.id}: a referral reward is a credit that lapses"
        posted = {entry.id: entry.amount for entry in self._rewards(corrections=True)}
        for each in self.kept.rewards.kept:
            if not is_bounded(each):
                yield f"reward of {each.friend} for {each.month}: more than the rate's part"
            if each.entry is not None and posted.get(each.entry) != each.amount:
                yield f"reward of {each.friend} for {each.month}: posted otherwise"

    def _rewards(self, *, corrections: bool = False) -> Iterator[Entry]:
        return (
            entry
            for sealed in self.kept.ledger.whole.chain()
            for entry in sealed.transaction.entries
            if entry.type in _REFERRALS and (corrections or not entry.correction)
        )


@frozen
class MemoryPayoutQueries:
    kept: MemoryIntegrityQueries

    def in_flight(self) -> Iterator[str]:
        yield from self.kept.of("I5")
        pending = (each for each in self._all() if each.is_pending)
        balances = self.kept.ledger.whole.all_balances()
        yield from _lines(checks.money_in_flight_is_pending(balances, pending))

    def converted(self) -> Iterator[str]:
        return _lines(checks.conversions_follow_their_rate(self._all()))

    def fees(self) -> Iterator[str]:
        yield from _lines(checks.fees_follow_their_terms(self._all()))
        chain = self.kept.ledger.whole.chain()
        yield from _lines(checks.payouts_move_fee_and_net(self._all(), chain))

    def invoices(self) -> Iterator[str]:
        return _lines(checks.numbers_have_no_gaps(self.kept.numbered.numbers()))

    def _all(self) -> Sequence[Withdrawal]:
        return list(self.kept.withdrawals.all())


def _lines(findings: Iterable[Finding]) -> Iterator[str]:
    return (finding.what for finding in findings)
