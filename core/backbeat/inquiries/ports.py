"""Where inquiries are kept, and who sends them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from backbeat.audit import ports as audit
from backbeat.inquiries.model import Inquiry, InquiryFile, InquiryId
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.mail.ports import Outbox


class InquiryRepository(Protocol):
    def add(self, inquiry: Inquiry, file: InquiryFile | None) -> None: ...

    def account_of(self, inquiry: InquiryId) -> AccountId | None: ...

    def get(self, account: AccountId, inquiry: InquiryId) -> Inquiry | None: ...

    def file(self, account: AccountId, inquiry: InquiryId) -> InquiryFile | None:
        """What is attached to it, with its bytes."""

    def all_of(self, account: AccountId) -> Sequence[Inquiry]:
        """What the account sent, the oldest first."""

    def save(self, inquiry: Inquiry) -> None:
        """Store a change of an existing one; the attachment stays."""

    def page(self, request: PageRequest, *, closed: bool) -> Page[Inquiry]:
        """Everybody's inquiries, the newest first; only open ones unless closed ones are requested."""

    def remove_all_of(self, account: AccountId) -> None:
        """Remove an account's inquiries and their attachments, when its personal data is erased."""


class Sender(Protocol):
    @property
    def name(self) -> str: ...


class Senders(Protocol):
    def get(self, account: AccountId) -> Sender | None: ...


class Books(audit.Books, Protocol):
    """What a transaction about inquiries sees."""

    @property
    def accounts(self) -> Senders: ...

    @property
    def inquiries(self) -> InquiryRepository: ...

    @property
    def outbox(self) -> Outbox: ...
