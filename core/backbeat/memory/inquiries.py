"""Inquiries in memory."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, field

from backbeat.inquiries.model import Inquiry, InquiryFile, InquiryId
from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import Page, PageRequest


@define(eq=False)
class MemoryInquiries:
    kept: dict[InquiryId, Inquiry] = field(factory=dict)
    files: dict[InquiryId, InquiryFile] = field(factory=dict)

    def add(self, inquiry: Inquiry, file: InquiryFile | None) -> None:
        self.kept[inquiry.id] = inquiry
        if file is not None:
            self.files[inquiry.id] = file

    def account_of(self, inquiry: InquiryId) -> AccountId | None:
        found = self.kept.get(inquiry)
        return None if found is None else found.account

    def get(self, account: AccountId, inquiry: InquiryId) -> Inquiry | None:
        found = self.kept.get(inquiry)
        return found if found is not None and found.account == account else None

    def file(self, account: AccountId, inquiry: InquiryId) -> InquiryFile | None:
        return self.files.get(inquiry) if self.get(account, inquiry) else None

    def all_of(self, account: AccountId) -> Sequence[Inquiry]:
        mine = (each for each in self.kept.values() if each.account == account)
        return sorted(mine, key=lambda each: (each.sent_at, each.id))

    def save(self, inquiry: Inquiry) -> None:
        self.kept[inquiry.id] = inquiry

    def page(self, request: PageRequest, *, closed: bool) -> Page[Inquiry]:
        wanted = (each for each in self.kept.values() if closed or each.closed_at is None)
        return request.of(sorted(wanted, key=lambda each: (each.sent_at, each.id), reverse=True))

    def remove_all_of(self, account: AccountId) -> None:
        for id in [each.id for each in self.kept.values() if each.account == account]:
            del self.kept[id]
            self.files.pop(id, None)
