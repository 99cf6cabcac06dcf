"""The file that PayPal's payout page accepts: CSV without a header, one currency per file.

Its columns: receiver's e-mail, amount, currency, our reference (at most 30 characters without
spaces), a note to the receiver (at most 400), and the wallet.
"""

from __future__ import annotations

import csv
import io

from backbeat.payout_methods.model import FileForm
from backbeat.payout_methods.paypal import PAYMENTS, PayPalAccount
from backbeat.payouts.model import Payment, Sheet

WALLET = "PAYPAL"
LONGEST_REFERENCE = 30


def to_csv(sheet: Sheet) -> bytes:
    """The file, in UTF-8 without a mark."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerows(_row(payment) for payment in sheet.payments)
    return text.getvalue().encode()


def _row(payment: Payment) -> tuple[str, ...]:
    to = payment.destination
    if not isinstance(to, PayPalAccount) or len(payment.reference) > LONGEST_REFERENCE:
        raise ValueError(f"{payment.reference} cannot be paid by PayPal")
    amount = payment.amount
    return (
        to.account_email,
        str(amount),
        amount.currency.value,
        payment.reference,
        payment.invoice,
        WALLET,
    )


WRITES = {(PAYMENTS, FileForm.CSV): to_csv}
