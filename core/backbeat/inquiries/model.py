"""Inquiries and what is attached to them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import NewType

from attrs import evolve, field, frozen

from backbeat.kernel.ids import AccountId

InquiryId = NewType("InquiryId", str)


class InquiryKind(StrEnum):
    """What the form is used for; only partnerships are accepted (CODE-5)."""

    PARTNERSHIP = "partnership"
    GENERAL = "general"


@frozen
class InquiryFile:
    """An attachment. Its media type is determined by its bytes, not by its name."""

    name: str
    media_type: str
    content: bytes = field(repr=False)


@frozen
class Attached:
    """What is known about an attachment without reading it."""

    name: str
    media_type: str
    size: int


@frozen
class Inquiry:
    id: InquiryId
    account: AccountId
    title: str
    content: str
    contact: str
    """How the sender wants to be answered."""
    sent_at: datetime
    attached: Attached | None = None
    closed_at: datetime | None = None

    def closed(self, at: datetime) -> Inquiry:
        return evolve(self, closed_at=at)


@frozen
class InquiryDraft:
    """The form as it was sent; `file` is a name and the bytes under it."""

    kind: InquiryKind
    title: str
    content: str
    contact: str
    file: tuple[str, bytes] | None = field(default=None, repr=False)
