"""Parts of a file, as browsers ask for them (RFC 9110, section 14)."""

from __future__ import annotations

import re

from attrs import frozen

_RANGE = re.compile(r"bytes=[ \t]*(\d{0,18})-(\d{0,18})[ \t]*", re.IGNORECASE)


class OutOfRange(Exception):
    """The file has none of the requested bytes."""


@frozen
class Span:
    """Bytes from `first` to `last`, both included."""

    first: int
    last: int

    @property
    def length(self) -> int:
        return self.last - self.first + 1


def asked(header: str | None, size: int) -> Span | None:
    """The requested part; None means the whole file.

    A header that is no range, or has several, is answered with the whole file, as the standard
    allows. Raises `OutOfRange`.
    """
    found = _RANGE.fullmatch(header) if header else None
    if found is None or not any(found.groups()):
        return None
    begin, end = found.groups()
    if not begin:
        return _tail(int(end), size)
    first, last = int(begin), int(end) if end else size - 1
    if last < first and end:
        return None
    if first >= size:
        raise OutOfRange
    return Span(first, min(last, size - 1))


def _tail(length: int, size: int) -> Span:
    if not length or not size:
        raise OutOfRange
    return Span(max(0, size - length), size - 1)
