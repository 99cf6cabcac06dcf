"""Where somebody is paid, as the answers show it: masked (D-089)."""

from __future__ import annotations

from attrs import frozen

from backbeat.withdrawals.model import BankAccount, Payee, PayoutMethod, PayPalAccount
from backbeat_http.wire import Instant


@frozen
class PaymentInfoView:
    """A payout destination; the fields of the other method are null."""

    method: PayoutMethod
    holder: str | None
    bank_name: str | None
    bank_address: str | None
    swift: str | None
    postal_code: str | None
    country: str | None
    account_number_masked: str | None
    account_name: str | None
    account_email_masked: str | None
    updated_at: Instant

    @classmethod
    def of(cls, payee: Payee) -> PaymentInfoView:
        """The destination with its number or address masked."""
        bank = payee.destination if isinstance(payee.destination, BankAccount) else None
        paypal = payee.destination if isinstance(payee.destination, PayPalAccount) else None
        return cls(
            method=payee.destination.method,
            holder=bank and bank.holder,
            bank_name=bank and bank.bank_name,
            bank_address=bank and bank.bank_address,
            swift=bank and bank.swift,
            postal_code=bank and bank.postal_code,
            country=bank and bank.country,
            account_number_masked=bank and bank.masked,
            account_name=paypal and paypal.account_name,
            account_email_masked=paypal and paypal.masked,
            updated_at=payee.updated_at,
        )
