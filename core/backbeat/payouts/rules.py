"""What may be in a batch, how its files are named, and how much fits in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import TypeVar

from backbeat import settings
from backbeat.accounts.model import Account, AccountStatus
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import CENT, Currency, Money
from backbeat.payout_methods import banking
from backbeat.payout_methods.errors import NotWritable
from backbeat.payout_methods.model import FileForm, FileKind
from backbeat.payout_methods.registry import METHODS
from backbeat.payouts.errors import (
    AccountHeld,
    BatchLocked,
    CurrencyDiffers,
    FormUnknown,
    OtherMethod,
    SettingsMissing,
)
from backbeat.payouts.model import (
    Attempt,
    Batch,
    Debtor,
    Payment,
)
from backbeat.withdrawals import rules as withdrawal_rules
from backbeat.withdrawals.errors import PayoutUnderWay
from backbeat.withdrawals.model import PaymentDetails, Withdrawal
from backbeat.withdrawals.returned import WAITS

T = TypeVar("T")

ROWS_A_FILE = 5_000
"""The most payouts in one file: PayPal accepts no more, and banks are not asked for more."""

_WHOLE_CURRENCIES = frozenset({Currency.KRW, Currency.JPY})


def form_of(kind: FileKind, asked: FileForm | None) -> FileForm:
    """The format to write, the usual one if none is requested. Refused with `FormUnknown`."""
    if asked is None:
        return kind.forms[0]
    if asked not in kind.forms:
        raise FormUnknown(form=asked, forms=list(kind.forms))
    return asked


def debtor_of(own: settings.Payout) -> Debtor:
    """The operator's own account; refused with `SettingsMissing` naming each setting to give."""
    wanted = {
        "payout.debtor_name": own.debtor_name,
        "payout.debtor_account": own.debtor_account,
        "payout.debtor_bic": own.debtor_bic,
    }
    missing = [name for name, value in wanted.items() if not value.strip()]
    if missing:
        raise SettingsMissing(settings=missing)
    debtor = Debtor(
        banking.latin(own.debtor_name) or "", _compact(own.debtor_account), _compact(own.debtor_bic)
    )
    wrong = []
    if not debtor.name or len(debtor.name) > banking.LONGEST_NAME:
        wrong.append("payout.debtor_name")
    if not re.fullmatch("[A-Z0-9]{1,34}", debtor.account):
        wrong.append("payout.debtor_account")
    if not banking.is_bic(debtor.bic):
        wrong.append("payout.debtor_bic")
    if wrong:
        raise SettingsMissing(settings=wrong)
    return debtor


def require_exportable(
    withdrawal: Withdrawal,
    attempts: Sequence[Attempt],
    batch: Batch,
    limit: Money,
    currency: Currency | None,
) -> None:
    """Refuse a withdrawal that this batch cannot pay now.

    Refused with `AlreadyDecided`, 2 `other_method`, 2 `currency_differs`, 2 `payout_under_way`, 2
    `destination_hold`, 2 `four_eyes`, 2 `not_writable`. `currency` is the requested one, if any.
    """
    withdrawal.require_pending()
    if withdrawal.method != METHODS.paid_by(batch.kind).name:
        raise OtherMethod(method=withdrawal.method)
    if currency not in {None, withdrawal.currency}:
        raise CurrencyDiffers(currency=str(currency), expected=withdrawal.currency)
    for attempt in attempts:
        if attempt.is_open:
            raise PayoutUnderWay(batch=attempt.batch, state=attempt.state)
    withdrawal_rules.require_sendable(withdrawal, batch.made_on)
    withdrawal_rules.require_four_eyes(withdrawal, batch.made_by, limit)
    require_writable(withdrawal, batch.kind)


def is_given_up(
    withdrawal: Withdrawal, last: Attempt, details: PaymentDetails | None, today: date
) -> bool:
    """Whether returned money has waited for 90 days without another destination."""
    if not (withdrawal.is_pending and last.came_back):
        return False
    elsewhere = (
        details is not None
        and details.destination == withdrawal.destination
        and details.updated_at > last.steps[0].at
    )
    return not elsewhere and (today - last.steps[-1].on).days >= WAITS


def require_in_good_standing(owner: Account | None) -> None:
    """Refuse with `AccountHeld` to send money to an account that is suspended or blocked.

    Payouts that were already sent stay sent, and people who have left are still paid. An operator
    decides about the rest: `reinstate`, a rejection, or a payment recorded by hand.
    """
    if owner is not None and owner.status in {AccountStatus.SUSPENDED, AccountStatus.BLOCKED}:
        raise AccountHeld(status=owner.status)


def require_all_unlocked(attempts: Iterable[Attempt], owners: Mapping[AccountId, Account]) -> None:
    """Refuse with `BatchLocked` to hand out a file that pays accounts whose payouts are locked."""
    locks = {id: lock for id, owner in owners.items() if (lock := owner.payout_lock)}
    if held := [each for each in attempts if each.account in locks]:
        by = {reason for each in held for reason in locks[each.account].by}
        raise BatchLocked(by=sorted(by), withdrawals=[each.withdrawal for each in held])


def require_writable(withdrawal: Withdrawal, kind: FileKind) -> None:
    amount = withdrawal.paid.net
    smallest = 100 * CENT if amount.currency in _WHOLE_CURRENCIES else CENT
    if amount.micros <= 0 or amount.micros % smallest:
        raise NotWritable(field="amount")
    withdrawal.destination.require_writable(kind)


def payment(attempt: Attempt, withdrawal: Withdrawal) -> Payment:
    """The contents of the attempt's line."""
    return Payment(
        reference=attempt.reference,
        withdrawal=withdrawal.id,
        account=withdrawal.account,
        invoice=withdrawal.invoice,
        destination=withdrawal.destination,
        amount=attempt.amount,
    )


def parts(lines: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """The lines of each file of a batch."""
    return map(tuple, in_chunks(lines, ROWS_A_FILE))


def file_name(batch: Batch, part: int) -> str:
    """What the file is called: `payout-000012-paypal-usd-1.csv`."""
    return (
        f"payout-{batch.number:06}-{batch.kind.name}-{batch.currency.value.lower()}"
        f"-{part}.{batch.form}"
    )


def earliest_result(batch_made_on: date) -> date:
    """The first day that a result may have: for banks west of us it may still be yesterday."""
    return date.fromordinal(batch_made_on.toordinal() - 1)


def _compact(text: str) -> str:
    return "".join(text.split()).upper()
