"""Where somebody is paid, as the answers show it: masked (D-089)."""

from __future__ import annotations

from attrs import frozen

from backbeat.withdrawals.model import BankAccount, PaymentDetails, PayoutMethod, PayPalAccount
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
    def of(cls, details: PaymentDetails) -> PaymentInfoView:
        """The destination with its number or address masked."""
        match details.destination:
            case BankAccount() as bank:
                return cls(
                    method=bank.method,
                    holder=bank.holder,
                    bank_name=bank.bank_name,
                    bank_address=bank.bank_address,
                    swift=bank.swift,
                    postal_code=bank.postal_code,
                    country=bank.country,
                    account_number_masked=bank.masked,
                    account_name=None,
                    account_email_masked=None,
                    updated_at=details.updated_at,
                )
            case PayPalAccount() as paypal:
                return cls(
                    method=paypal.method,
                    holder=None,
                    bank_name=None,
                    bank_address=None,
                    swift=None,
                    postal_code=None,
                    country=None,
                    account_number_masked=None,
                    account_name=paypal.account_name,
                    account_email_masked=paypal.masked,
                    updated_at=details.updated_at,
                )
