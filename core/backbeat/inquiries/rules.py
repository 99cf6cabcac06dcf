"""What may be sent with the form (CODE-5)."""

from __future__ import annotations

import re

from backbeat import settings
from backbeat.inquiries.errors import GeneralInquiry, InquiryFileTooLarge, InquiryTooLong
from backbeat.inquiries.model import InquiryDraft, InquiryFile, InquiryKind
from backbeat.kernel.errors import BadValues, FieldsMissing

LONGEST_LINE = 200
"""Characters of a title and of a contact."""
LONGEST_FILE_NAME = 100

_SIGNATURES = (
    ("application/pdf", re.compile(rb"%PDF-\d")),
    ("image/png", re.compile(rb"\x89PNG\r\n\x1a\n")),
    ("image/jpeg", re.compile(rb"\xff\xd8\xff")),
    ("image/webp", re.compile(rb"RIFF....WEBP", re.DOTALL)),
)
"""How accepted files begin."""

_UNSPEAKABLE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)


def require_partnership(kind: InquiryKind) -> None:
    if kind is not InquiryKind.PARTNERSHIP:
        raise GeneralInquiry


def require_words(draft: InquiryDraft, bounds: settings.Inquiry) -> None:
    """Refuse texts that are blank, longer than a line may be, or longer than `inquiry.max_chars`."""
    lines = {"title": draft.title, "contact": draft.contact}
    texts = lines | {"content": draft.content}
    if missing := {name: "required" for name, text in texts.items() if not text.strip()}:
        raise FieldsMissing(fields=missing)
    if long := {name: "too_long" for name, text in lines.items() if len(text) > LONGEST_LINE}:
        raise BadValues(fields=long)
    if len(draft.content) > bounds.max_chars:
        raise InquiryTooLong(limit=bounds.max_chars)


def file_of(name: str, content: bytes, bounds: settings.Inquiry) -> InquiryFile:
    """An attachment as it is stored; refuses one that is too large or of another type."""
    if len(content) > bounds.max_bytes:
        raise InquiryFileTooLarge(limit=bounds.max_bytes)
    media_type = media_type_of(content)
    if media_type is None:
        raise BadValues(fields={"file": "file_type"})
    return InquiryFile(file_name_of(name), media_type, content)


def media_type_of(content: bytes) -> str | None:
    """The media type according to the bytes themselves; None if it is not accepted."""
    return next((kind for kind, begin in _SIGNATURES if begin.match(content)), None)


def file_name_of(name: str) -> str:
    """A sender's file name in a form that may be shown: its last part, readable and short."""
    last = re.split(r"[/\\]", name)[-1]
    shown = _UNSPEAKABLE.sub("", last).strip(" .")
    return shown[-LONGEST_FILE_NAME:] or "attachment"
