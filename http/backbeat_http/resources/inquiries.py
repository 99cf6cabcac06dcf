"""The partnership form: `partnership/inquiry` (CODE-5)."""

from __future__ import annotations

from attrs import frozen

from backbeat.inquiries.errors import GeneralInquiry, InquiryFileTooLarge, InquiryTooLong
from backbeat.inquiries.model import InquiryDraft, InquiryKind
from backbeat.inquiries.service import Inquiries
from backbeat_http.caller import Caller
from backbeat_http.lanes import Lane
from backbeat_http.operation import operation
from backbeat_http.wire import LongText, UploadedFile


@frozen
class InquiryForm:
    """A proposal; `file` is a PDF, PNG, JPEG or WebP, judged by its bytes."""

    kind: InquiryKind
    title: str
    content: LongText
    contact: str
    file: UploadedFile | None = None

    @property
    def draft(self) -> InquiryDraft:
        file = None if self.file is None else (self.file.name, self.file.content)
        return InquiryDraft(self.kind, self.title, str(self.content), self.contact, file)


@frozen
class InquiriesResource:
    """Answers `partnership/*`."""

    inquiries: Inquiries

    @operation(
        "sendInquiry",
        refuses=(GeneralInquiry, InquiryFileTooLarge, InquiryTooLong),
        lane=Lane.DOCUMENTS,
        form=True,
    )
    def on_post_inquiry(self, caller: Caller, body: InquiryForm) -> None:
        """Propose a partnership to the operator; general questions go by chat or e-mail."""
        self.inquiries.send(caller.account, body.draft)
