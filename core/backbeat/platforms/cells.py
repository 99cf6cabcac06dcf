"""Ids as they are written in cells of report files."""

from __future__ import annotations

import re

_ID = re.compile(r"[^\s,;:\"'<>\x00-\x1f\x7f\ud800-\udfff]{1,64}")
_BAD_CHARACTERS = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]+")


class NotAnId(ValueError):
    """A cell that contains no id; the text says why."""


def identifier(text: str) -> str:
    """An id: up to 64 characters without spaces; blank stays blank.

    A colon is not allowed either, because it separates a platform's mark from its ids.
    """
    if not text:
        return ""
    code = text.strip()
    if code and not _ID.fullmatch(code):
        raise NotAnId(f"not an id: {shown(text)}")
    return code


def shown(text: str) -> str:
    """A cell quoted for a message, shortened."""
    plain = _BAD_CHARACTERS.sub("?", text)
    return repr(plain if len(plain) <= 40 else plain[:37] + "...")
