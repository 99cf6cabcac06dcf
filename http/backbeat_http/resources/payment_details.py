"""Where the caller is paid: `withdrawal/info*` (decisions 3.4, D-089)."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.kernel.errors import FieldsMissing, NotFound, TooManyRequests
from backbeat.withdrawals.bank import BankForm, PayPalForm
from backbeat.withdrawals.errors import (
    BadHolderName,
    BadPayeeName,
    BadPayoutAccount,
    BadSwift,
    CountryUnsupported,
    PaymentInfoExists,
    PaymentInfoMissing,
)
from backbeat.withdrawals.model import PayoutMethod
from backbeat.withdrawals.payment_details import Form, PaymentDetailsService
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.resources.payment_info import PaymentInfoView

Field = Annotated[str, Meta(max_length=300)]
Password = Annotated[str, Meta(max_length=1024)]

_BAD_FORM = (
    FieldsMissing,
    BadPayeeName,
    BadHolderName,
    BadPayoutAccount,
    CountryUnsupported,
    BadSwift,
    TooManyRequests,
)


@frozen
class PaymentInfoBody:
    """Payout details of one method; the fields of the other are not looked at.

    A password is needed unless it was given within the last ten minutes (R13).
    """

    method: PayoutMethod
    holder: Field = ""
    bank_name: Field = ""
    bank_address: Field = ""
    swift: Field = ""
    account_number: Field = ""
    account_number_confirm: Field = ""
    postal_code: Field = ""
    account_name: Field = ""
    account_email: Field = ""
    password: Password | None = None

    @property
    def form(self) -> Form:
        """What was typed for the method."""
        if self.method is PayoutMethod.PAYPAL:
            return PayPalForm(self.account_name, self.account_email)
        return BankForm(
            holder=self.holder,
            bank_name=self.bank_name,
            bank_address=self.bank_address,
            swift=self.swift,
            account_number=self.account_number,
            account_number_confirm=self.account_number_confirm,
            postal_code=self.postal_code,
        )


@frozen
class CurrentPaymentInfoView:
    """Where the caller is paid; null where that was not said yet."""

    payment_info: PaymentInfoView | None


@frozen
class PaymentDetailsResource:
    """Answers `withdrawal/info`, `withdrawal/info.register` and `withdrawal/info.update`."""

    payment_details: PaymentDetailsService

    def check_form(self, body: object) -> None:
        """Judge the details before the password is asked for (R44)."""
        if isinstance(body, PaymentInfoBody):
            self.payment_details.check(body.form)

    @operation("getPaymentInfo")
    def on_get_info(self, caller: Caller) -> CurrentPaymentInfoView:
        """Where the caller is paid, masked."""
        details = self.payment_details.info(caller.account)
        return CurrentPaymentInfoView(PaymentInfoView.of(details) if details else None)

    @operation(
        "registerPaymentInfo", step_up=True, refuses=(PaymentInfoExists, NotFound, *_BAD_FORM)
    )
    def on_post_register(self, caller: Caller, body: PaymentInfoBody) -> PaymentInfoView:
        """Say for the first time where to be paid."""
        return PaymentInfoView.of(self.payment_details.register(caller.account, body.form))

    @operation(
        "updatePaymentInfo", step_up=True, refuses=(PaymentInfoMissing, NotFound, *_BAD_FORM)
    )
    def on_post_update(self, caller: Caller, body: PaymentInfoBody) -> PaymentInfoView:
        """Be paid elsewhere from now on; payouts to the new place wait some days (D-132)."""
        return PaymentInfoView.of(self.payment_details.update(caller.account, body.form))
