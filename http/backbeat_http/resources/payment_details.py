"""Where the caller is paid: `withdrawal/info*` (DEST-1)."""

from __future__ import annotations

from attrs import frozen

from backbeat.kernel.errors import FieldsMissing, NotFound, TooManyRequests
from backbeat.payout_methods.errors import (
    BadHolderName,
    BadPayeeName,
    BadPayoutAccount,
    BadSwift,
    CountryUnsupported,
    OtherMethodsFields,
)
from backbeat.withdrawals.errors import (
    PaymentInfoExists,
    PaymentInfoMissing,
)
from backbeat.withdrawals.payment_details import PaymentDetailsService
from backbeat_http.caller import Caller
from backbeat_http.operation import operation
from backbeat_http.resources.payment_info import PaymentInfoBody, PaymentInfoView

_BAD_FORM = (
    FieldsMissing,
    BadPayeeName,
    BadHolderName,
    BadPayoutAccount,
    CountryUnsupported,
    BadSwift,
    OtherMethodsFields,
    TooManyRequests,
)


@frozen
class CurrentPaymentInfoView:
    """Where the caller is paid; null before it is registered."""

    payment_info: PaymentInfoView | None


@frozen
class PaymentDetailsResource:
    """Answers `withdrawal/info`, `withdrawal/info.register` and `withdrawal/info.update`."""

    payment_details: PaymentDetailsService

    def check_form(self, body: object) -> None:
        """Judge the details before the password is asked for (HTTP-12)."""
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
        """Register payment details."""
        return PaymentInfoView.of(self.payment_details.register(caller.account, body.form))

    @operation(
        "updatePaymentInfo", step_up=True, refuses=(PaymentInfoMissing, NotFound, *_BAD_FORM)
    )
    def on_post_update(self, caller: Caller, body: PaymentInfoBody) -> PaymentInfoView:
        """Change the payment details; payouts to the new account are held for some days
        (DEST-12)."""
        return PaymentInfoView.of(self.payment_details.update(caller.account, body.form))
