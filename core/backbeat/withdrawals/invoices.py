"""Reading invoices: by their owner, as a file, or once through a link (INVOICE-7, INVOICE-8)."""

from __future__ import annotations

import hashlib
from datetime import timedelta

from attrs import frozen

from backbeat.kernel.clock import Clock
from backbeat.kernel.documents import Document, DocumentFormat
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId
from backbeat.kernel.languages import Language
from backbeat.kernel.transactions import Transactions
from backbeat.withdrawals.errors import InvoiceTokenSpent
from backbeat.withdrawals.model import Invoice, InvoiceLink
from backbeat.withdrawals.ports import Books, InvoiceRenderer, NewToken

LINK_TTL = 300
"""For how many seconds a link opens its invoice (INVOICE-8)."""

_KEPT = timedelta(days=30)


@frozen
class IssuedLink:
    """A new link: its token, which is not stored anywhere, and for how many seconds it works."""

    token: str
    expires_in: int


@frozen
class Invoices:
    """Invoices and credit notes of withdrawals. `clock` is the security clock."""

    transactions: Transactions[Books]
    clock: Clock
    new_token: NewToken
    printer: InvoiceRenderer

    def show(self, account: AccountId, number: str) -> Invoice:
        """The account's invoice or credit note; `NotFound` for anybody else's."""
        with self.transactions.look() as books:
            invoice = books.invoices.get(account, number)
        if invoice is None:
            raise NotFound()
        return invoice

    def print(
        self, account: AccountId, number: str, form: DocumentFormat, language: Language
    ) -> Document:
        """The account's invoice as a file in that language; `NotFound` for anybody else's."""
        return self.printer.print(self.show(account, number), form, language)

    def link(self, account: AccountId, number: str) -> IssuedLink:
        """A link that opens the account's invoice once, without a log-in, for five minutes."""
        token, now = self.new_token(), self.clock.now()
        with self.transactions.begin() as books:
            if books.invoices.get(account, number) is None:
                raise NotFound()
            books.invoices.forget_links(now - _KEPT)
            books.invoices.add_link(
                InvoiceLink(_hash(token), account, number, now + timedelta(seconds=LINK_TTL))
            )
        return IssuedLink(token, LINK_TTL)

    def open(self, token: str) -> Invoice:
        """The invoice behind a link, which this uses up.

        Refused with 10017 if it was used or has expired, with `NotFound` if there is no such link.
        """
        now, token_hash = self.clock.now(), _hash(token)
        with self.transactions.begin() as books:
            link = books.invoices.link(token_hash)
            invoice = books.invoices.get(link.account, link.invoice) if link else None
            if link is None or invoice is None:
                raise NotFound()
            if now >= link.expires_at or not books.invoices.use_link(token_hash, now):
                raise InvoiceTokenSpent()
        return invoice


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
