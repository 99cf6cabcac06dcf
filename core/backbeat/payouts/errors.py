"""Why a payout cannot be exported, or what a bank answered cannot be booked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date as day

from attrs import define

from backbeat.kernel.errors import Refusal
from backbeat.withdrawals.errors import PayoutsLocked


@define(eq=False)
class AttemptMoved(Refusal):
    """An attempt that is in `state` cannot become `asked`."""

    code = 2
    reason = "payout_state"
    withdrawal: str
    state: str
    asked: str


@define(eq=False)
class BatchMoved(Refusal):
    """Part of the batch has progressed too far for its files to be made again, or for cancelling
    it.
    """

    code = 2
    reason = "batch_answered"
    batch: int


@define(eq=False)
class BatchChanged(Refusal):
    """The files can no longer be made as they were, because a destination has been erased since
    (PAYOUT-10).
    """

    code = 2
    reason = "batch_changed"
    batch: int


@define(eq=False)
class BatchLocked(PayoutsLocked):
    """The batch pays accounts whose payouts have been locked since: cancel it, if it was not handed
    over, and export the others again. `by` is what locks any of them."""

    withdrawals: Sequence[str]


@define(eq=False)
class SettingsMissing(Refusal):
    """The settings do not give the operator's own account, or give an invalid one."""

    code = 2
    reason = "settings_missing"
    settings: Sequence[str]


@define(eq=False)
class FormUnknown(Refusal):
    """Files of this kind do not have that format."""

    code = 2
    reason = "bad_value"
    form: str
    forms: Sequence[str]


@define(eq=False)
class OtherMethod(Refusal):
    """The withdrawal is paid by another method than the batch."""

    code = 2
    reason = "other_method"
    method: str


@define(eq=False)
class AccountHeld(Refusal):
    """The account is suspended or blocked, so it is not paid with the others."""

    code = 2
    reason = "account_held"
    status: str


@define(eq=False)
class NotExported(Refusal):
    """No attempt to pay this withdrawal is open, so no bank can have answered."""

    code = 2
    reason = "not_exported"


@define(eq=False)
class AttemptUnnamed(Refusal):
    """There were several attempts, and the line does not say which came back: it has to name one of
    `names`.
    """

    code = 2
    reason = "attempt_unnamed"
    names: Sequence[str]


@define(eq=False)
class InvoiceReplaced(Refusal):
    """The line names a former invoice of the withdrawal, or a credit note (INVOICE-11)."""

    code = 2
    reason = "invoice_replaced"
    withdrawal: str


@define(eq=False)
class AlreadySettled(Refusal):
    """The withdrawal was paid before."""

    code = 2
    reason = "already_settled"
    paid_on: day | None = None


@define(eq=False)
class ReturnAfterSuccess(Refusal):
    """Money came back after the withdrawal was settled: correct it with `ledger post` (PAYOUT-5)."""

    code = 2
    reason = "return_after_success"
    paid_on: day | None = None


@define(eq=False)
class AmountDiffers(Refusal):
    """The line names another amount than was to be paid."""

    code = 2
    reason = "amount_differs"
    amount: str
    expected: str


@define(eq=False)
class CurrencyDiffers(Refusal):
    """A line, or an order to export, names another currency than is to be paid."""

    code = 2
    reason = "currency_differs"
    currency: str
    expected: str


@define(eq=False)
class DoubledLine(Refusal):
    """The file names the withdrawal more than once; none of these lines is trusted."""

    code = 2
    reason = "doubled_line"
    lines: Sequence[int]


@define(eq=False)
class FutureDate(Refusal):
    """The line is dated after today."""

    code = 2
    reason = "future_date"
    date: day


@define(eq=False)
class DateBeforeExport(Refusal):
    """The line is dated before the payout was exported."""

    code = 2
    reason = "date_before_export"
    date: day
    exported_on: day


@define(eq=False)
class UnknownResults(Refusal):
    """The file has no header of a result file."""

    code = 2
    reason = "unknown_results"
    file: str
    header: str
