"""Why an inquiry is refused."""

from __future__ import annotations

from attrs import define

from backbeat.kernel.errors import Refusal


@define(eq=False)
class GeneralInquiry(Refusal):
    """A general question was sent with the form for partnerships."""

    code = 50000


@define(eq=False)
class InquiryTooLong(Refusal):
    """The text has more characters than `inquiry.max_chars`."""

    code = 6
    limit: int


@define(eq=False)
class InquiryFileTooLarge(Refusal):
    """The attachment has more bytes than `inquiry.max_bytes`."""

    code = 5
    limit: int
