"""What the checks read: for each invariant, everything in the books that violates it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.ledger.integrity.model import Seal
from backbeat.ledger.ports import CheckpointRepository
from backbeat.policies.ports import PolicyRepository


class ChainQueries(Protocol):
    """Violations in the chains of transactions, and in the checkpoints over them."""

    def size(self) -> tuple[int, int]:
        """How many transactions and how many statement rows there are."""

    def rows(self) -> Mapping[str, int]:
        """The number of rows of each append-only table."""

    def unsealed(self) -> int:
        """How many transactions no checkpoint has sealed yet."""

    def append_only(self) -> Iterator[str]:
        """I1: the triggers of append-only tables exist, and no transaction is missing."""

    def chained(self) -> Iterator[str]:
        """I14: every transaction matches its hash and follows the previous one in its account's
        chain.
        """

    def heads(self) -> Iterator[str]:
        """I18: each chain ends where its head says."""

    def checkpoints(self) -> Iterator[str]:
        """I19: checkpoints follow each other, and what they sealed is there as it was."""


class PostingQueries(Protocol):
    """Violations in the postings, the statement rows and what is stored beside them."""

    def balanced(self) -> Iterator[str]:
        """I2: every transaction sums to zero."""

    def balances(self) -> Iterator[str]:
        """I3: what an account has is the sum of its postings and the sum of its statement."""

    def not_negative(self) -> Iterator[str]:
        """I4: nothing is below zero, and nobody has money available and owes at once."""

    def posted_once(self) -> Iterator[str]:
        """I6: nothing is posted twice, and a settlement has as many rows as it says."""

    def shared_out(self) -> Iterator[str]:
        """I7: what a month posted is its confirmed revenue, to the last micro."""

    def mirrored(self) -> Iterator[str]:
        """I8: a reversal mirrors its original, once."""

    def lots(self) -> Iterator[str]:
        """I10: the open part of each entry is what its uses leave, and the rests add up to the
        balance.
        """

    def has_referrals(self) -> bool:
        """Whether any referral reward was ever posted."""

    def referrals(self) -> Iterator[str]:
        """I13: a referral reward is a credit from the house's promotion that expires."""

    def zero_sum(self) -> Iterator[str]:
        """I15: all accounts together are zero."""

    def siblings(self) -> Iterator[str]:
        """I16: what one thing posted to several accounts adds up to what it shares."""

    def transfers(self) -> Iterator[str]:
        """I17: what moves between accounts leaves one as it comes to another."""


class PayoutQueries(Protocol):
    """Violations in withdrawals, the attempts to pay them, and their invoices."""

    def in_flight(self) -> Iterator[str]:
        """I5: money in flight is that of pending withdrawals, and each withdrawal ends once."""

    def converted(self) -> Iterator[str]:
        """I9: amounts in another currency follow from the dollars and the rate stored with them."""

    def fees(self) -> Iterator[str]:
        """I11: a fee follows from the terms stored with the request, and the house received it."""

    def invoices(self) -> Iterator[str]:
        """I12: numbers have no gaps, and an invoice says what its withdrawal says."""


class Witness(Protocol):
    """Remembers outside the database what was last sealed in it.

    A database that lost its newest transactions, as after a failover to a server that lagged
    behind, is sound in itself, so the loss can be seen only from outside. A ledger is identified by
    the hash of its first checkpoint.
    """

    @property
    def place(self) -> str:
        """The place where it remembers, as shown to people."""

    def last(self, ledger: str) -> Seal | None: ...

    def remember(self, ledger: str, seal: Seal) -> None:
        """Store the seal, unless a later one is known."""


class IntegrityQueries(Protocol):
    """The violations in the books, each as a line that names what it is about.

    An adapter finds them where the records are, in a few passes over the whole ledger.
    """

    @property
    def chains(self) -> ChainQueries: ...

    @property
    def postings(self) -> PostingQueries: ...

    @property
    def payouts(self) -> PayoutQueries: ...


class Books(Protocol):
    """The records that are checked, and those in which violations are recorded."""

    @property
    def integrity(self) -> IntegrityQueries: ...

    @property
    def checkpoints(self) -> CheckpointRepository:
        """Where heads are sealed."""

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def policies(self) -> PolicyRepository: ...
