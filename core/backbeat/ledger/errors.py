"""Why the ledger may refuse."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal
from backbeat.kernel.money import Money


@define(eq=False)
class NotEnoughBalance(Refusal):
    """More is taken than the account has available."""

    code = 40002
    available: Money
    amount: Money


@define(eq=False)
class AlreadyPosted(Refusal):
    """The thing for which this posting stands is already in the ledger: nothing was posted."""

    reason = "already_posted"
    source: str


@define(eq=False)
class AlreadyReversed(Refusal):
    """A transaction can be reversed only once (INTEG-8)."""

    reason = "already_reversed"
    transaction: str


@define(eq=False)
class NotReversible(Refusal):
    """Only operator postings, grants, expiries and forfeitures can be reversed.

    Settled months are corrected with `settle adjust`, withdrawals by their own steps.
    """

    reason = "not_reversible"
    transaction: str
    kind: str


@define(eq=False)
class TypeNotPosted(Refusal):
    """This ledger type is never posted by hand."""

    reason = "type_not_posted"
    type: str
