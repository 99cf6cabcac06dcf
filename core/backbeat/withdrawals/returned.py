"""A payout that came back is sent again, to where the account is paid now (PAYOUT-12)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from attrs import evolve, frozen

from backbeat import settings
from backbeat.audit.model import AuditEntry
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import PageRequest
from backbeat.payout_methods.model import Destination
from backbeat.payout_methods.registry import METHODS
from backbeat.withdrawals import rules
from backbeat.withdrawals.invoice_issuing import Issuer
from backbeat.withdrawals.model import PaymentDetails, Withdrawal, WithdrawalStatus
from backbeat.withdrawals.ports import Books, WithdrawalFilter

WAITS = 90
"""For how many days after its return a payout waits for another destination."""

GIVEN_BACK: Mapping[Language, str] = MappingProxyType(
    {
        Language.ENGLISH: (
            "The payment came back, and no other destination was given within 90 days."
        ),
        Language.KOREAN: "지급금이 반송되었고 90일 안에 다른 수취 계좌가 등록되지 않았습니다.",
        Language.SIMPLIFIED_CHINESE: "款项被退回，且90天内没有提供其他收款账户。",
        Language.TRADITIONAL_CHINESE: "款項被退回，且90天內沒有提供其他收款帳戶。",
    }
)
"""The reason for the rejection then, which the creator reads."""


@frozen
class Resending:
    """Points withdrawals whose payout came back to another destination. `business` dates acts."""

    business: Clock
    payment: settings.Payment
    issuer: Issuer

    def follow(self, books: Books, waiting: Withdrawal, actor: Actor) -> Withdrawal:
        """If the account is paid elsewhere now, send a locked withdrawal there.

        Its payout must have come back. While a change is disowned it stays where it is, because that
        destination may be the disowned one (WITHDRAW-28); a second factor that is being removed only
        stops the sending. Terms, fee and amounts stay, and so does the invoice, unless the
        destination is in another name: then a credit note cancels it and a new one is issued. An
        approval was only for the previous destination.
        """
        details = books.payment_details.get(waiting.account)
        if details is None or not self._is_another(details, waiting):
            return waiting
        owner = books.accounts.get(waiting.account)
        if owner is not None and owner.is_disowned:
            return waiting
        after = waiting.redirected(
            details.destination, rules.held_until(details, self.business.today(), self.payment)
        )
        if after.destination.name != waiting.destination.name:
            after = self._billed_anew(books, waiting, after)
        books.withdrawals.redirect(after)
        books.audit.record(
            AuditEntry(
                self.business.now(),
                actor,
                "withdrawal.redirected",
                f"withdrawal:{after.id}",
                before=_facts(waiting),
                after=_facts(after),
            )
        )
        return after

    def follow_all(self, books: Books, account: AccountId, actor: Actor) -> None:
        """Send what came back to where the account is paid now (PAYOUT-12)."""
        pending = WithdrawalFilter(account, WithdrawalStatus.PENDING)
        for waiting in books.withdrawals.page(pending, PageRequest(0, 1)).items:
            [locked] = books.withdrawals.lock_all({waiting.id: account})
            if locked.is_pending and books.attempts.came_back(account, locked.id):
                self.follow(books, locked, actor)

    def _is_another(self, details: PaymentDetails, waiting: Withdrawal) -> bool:
        return details.destination != waiting.destination and is_usable(
            details.destination, waiting.currency, self.payment
        )

    def _billed_anew(self, books: Books, before: Withdrawal, after: Withdrawal) -> Withdrawal:
        today = self.business.today()
        self.issuer.take_back(books, before, today)
        billed = evolve(after, invoice=self.issuer.number(books, today))
        self.issuer.issue(books, billed, today)
        return billed


def is_usable(destination: Destination, currency: Currency, payment: settings.Payment) -> bool:
    """Whether money in a currency can be sent to the destination."""
    if destination.method not in METHODS:
        return False
    method = METHODS.named(destination.method, "a destination")
    return currency in method.currencies and (
        destination.country is None
        or destination.country not in method.unsupported_countries(payment)
    )


def _facts(withdrawal: Withdrawal) -> dict[str, object]:
    return {
        "method": withdrawal.method,
        "destination": withdrawal.destination.masked,
        "held_until": withdrawal.held_until and str(withdrawal.held_until),
        "invoice": withdrawal.invoice,
    }
