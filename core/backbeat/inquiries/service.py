"""Sending an inquiry, and what the operator does with it."""

from __future__ import annotations

from attrs import frozen

from backbeat import settings
from backbeat.audit.model import AuditEntry
from backbeat.inquiries import rules
from backbeat.inquiries.model import (
    Attached,
    Inquiry,
    InquiryDraft,
    InquiryFile,
    InquiryId,
)
from backbeat.inquiries.ports import Books
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.dry_run import writing
from backbeat.kernel.errors import NotFound
from backbeat.kernel.ids import AccountId, NewId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.limits.rules import INQUIRY
from backbeat.limits.service import Limits
from backbeat.mail.model import Mail, Template


@frozen
class Inquiries:
    """Proposals sent with the partnership form. `clock` is the business clock."""

    transactions: Transactions[Books]
    clock: Clock
    new_id: NewId
    limits: Limits
    bounds: settings.Inquiry
    alerts: settings.Alerts

    def send(self, account: AccountId, draft: InquiryDraft) -> Inquiry:
        """Store an inquiry and tell the operators about it by mail.

        Only a valid inquiry counts against the limit.
        """
        rules.require_partnership(draft.kind)
        rules.require_words(draft, self.bounds)
        file = rules.file_of(*draft.file, self.bounds) if draft.file else None
        inquiry = Inquiry(
            id=InquiryId(self.new_id()),
            account=account,
            title=draft.title.strip(),
            content=draft.content.strip(),
            contact=draft.contact.strip(),
            sent_at=self.clock.now(),
            attached=Attached(file.name, file.media_type, len(file.content)) if file else None,
        )
        with self.limits.take((INQUIRY, account)).unless_refused():
            self._keep(inquiry, file)
        return inquiry

    def list(self, page: PageRequest, *, closed: bool = False) -> Page[Inquiry]:
        with self.transactions.look() as books:
            return books.inquiries.page(page, closed=closed)

    def find(self, which: str) -> Inquiry:
        with self.transactions.look() as books:
            return _found(books, which)

    def file(self, which: str) -> InquiryFile:
        """The attachment; refuses with `NotFound` if there is none."""
        with self.transactions.look() as books:
            inquiry = _found(books, which)
            file = books.inquiries.file(inquiry.account, inquiry.id)
        if file is None:
            raise NotFound()
        return file

    def close(self, which: str, actor: Actor, *, dry_run: bool = False) -> Inquiry:
        """Close an inquiry as answered; closing it again changes nothing."""
        with writing(self.transactions.begin(), dry_run=dry_run) as books:
            before = _found(books, which)
            if before.closed_at is not None:
                return before
            inquiry = before.closed(self.clock.now())
            books.inquiries.save(inquiry)
            self._record(books, actor, "closed", inquiry)
        return inquiry

    def _keep(self, inquiry: Inquiry, file: InquiryFile | None) -> None:
        with self.transactions.begin() as books:
            sender = books.accounts.get(inquiry.account)
            if sender is None:
                raise NotFound()
            books.inquiries.add(inquiry, file)
            for address in self.bounds.emails or self.alerts.emails:
                books.outbox.add(self._mail(address, sender.name, inquiry))
            self._record(books, Actor.account(inquiry.account), "sent", inquiry)

    def _mail(self, address: str, sender: str, inquiry: Inquiry) -> Mail:
        """The mail to operators; it greets nobody by name, because an operator's address has none."""
        facts = {"name": "", "sender": sender, "title": inquiry.title, "inquiry": inquiry.id}
        return Mail(
            address, Template.INQUIRY_RECEIVED, self.alerts.language, facts, inquiry.account
        )

    def _record(self, books: Books, actor: Actor, act: str, inquiry: Inquiry) -> None:
        books.audit.record(
            AuditEntry(self.clock.now(), actor, f"inquiry.{act}", f"inquiry:{inquiry.id}")
        )


def _found(books: Books, which: str) -> Inquiry:
    id = InquiryId(which)
    account = books.inquiries.account_of(id)
    found = None if account is None else books.inquiries.get(account, id)
    if found is None:
        raise NotFound()
    return found
