"""The evidence over records in memory: one pass over the chain, then what is kept beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from attrs import define

from backbeat.ledger.checks import Checked, Finding, check
from backbeat.ledger.model import Entry, EntryType
from backbeat.memory.ledger import MemoryLedger
from backbeat.memory.settlement import MemorySettlements
from backbeat.memory.withdrawals import MemoryInvoices, MemoryWithdrawals
from backbeat.settlement.checks import revenue_is_shared_out
from backbeat.withdrawals import checks
from backbeat.withdrawals.model import Withdrawal

_REFERRALS = {EntryType.REFERRAL_2MONTH, EntryType.REFERRAL_3MONTH}


@define(slots=False)
class MemoryIntegrityQueries:
    """See `IntegrityQueries`. Reads once, when first asked."""

    ledger: MemoryLedger
    settlements: MemorySettlements
    withdrawals: MemoryWithdrawals
    numbered: MemoryInvoices

    @cached_property
    def _checked(self) -> Checked:
        store = self.ledger
        return check(store.chain(), store.all_balances(), store.all_open())

    @cached_property
    def _all(self) -> list[Withdrawal]:
        return list(self.withdrawals.all())

    def size(self) -> tuple[int, int]:
        """See `IntegrityQueries`."""
        return self._checked.transactions, self._checked.entries

    def append_only(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return self._of("I1")

    def balanced(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return self._of("I2")

    def balances(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return self._of("I3")

    def not_negative(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return self._of("I4")

    def in_flight(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        yield from self._of("I5")
        pending = (each for each in self._all if each.is_pending)
        yield from _lines(checks.money_in_flight_is_pending(self.ledger.all_balances(), pending))

    def posted_once(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return self._of("I6")

    def shared_out(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return _lines(revenue_is_shared_out(self.ledger.chain(), self.settlements.all()))

    def mirrored(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return self._of("I8")

    def converted(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return _lines(checks.conversions_follow_their_rate(self._all))

    def lots(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return self._of("I10")

    def fees(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        yield from _lines(checks.fees_follow_their_terms(self._all))
        yield from _lines(checks.payouts_move_fee_and_net(self._all, self.ledger.chain()))

    def invoices(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return _lines(checks.numbers_have_no_gaps(self.numbered.numbers()))

    def has_referrals(self) -> bool:
        """See `IntegrityQueries`."""
        return any(True for _ in self._rewards())

    def referrals(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        for entry in self._rewards():
            if entry.amount.micros <= 0 or entry.expires_on is None:
                yield f"entry {entry.id}: a referral reward is a credit that lapses"

    def chained(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return self._of("I14")

    def zero_sum(self) -> Iterator[str]:
        """See `IntegrityQueries`."""
        return self._of("I15")

    def _of(self, invariant: str) -> Iterator[str]:
        return _lines(each for each in self._checked.findings if each.invariant == invariant)

    def _rewards(self) -> Iterator[Entry]:
        return (
            entry
            for sealed in self.ledger.chain()
            for entry in sealed.transaction.entries
            if entry.type in _REFERRALS and not entry.correction
        )


def _lines(findings: Iterable[Finding]) -> Iterator[str]:
    return (finding.what for finding in findings)
