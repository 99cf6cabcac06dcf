"""Forms with files: turns `multipart/form-data` into the values that `wire` reads.

Whatever was sent, no more of a form is in memory than the call allows for each of its parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import attrs
import falcon
from attrs import frozen
from falcon import Request
from falcon.media.multipart import BodyPart, MultipartForm, MultipartFormHandler
from gunicorn.http.errors import ParseException

from backbeat.kernel.errors import BadValues
from backbeat.settings import Inquiry
from backbeat_http import wire
from backbeat_http.errors import BadRequest, BodyTooLarge, MediaTypeRefused

_MOST_PARTS = 20
_BYTES_OF_A_CHARACTER = 4


def _bytes_of(characters: int) -> int:
    """Enough bytes for a text that is one character too long."""
    return _BYTES_OF_A_CHARACTER * (characters + 2)


@frozen
class FormBounds:
    """How many bytes a file in a form may have, and how many characters a text of several lines."""

    file_bytes: int = 5 * 1024 * 1024
    text_chars: int = 4000

    @classmethod
    def of(cls, settings: Inquiry) -> FormBounds:
        return cls(settings.max_bytes, settings.max_chars)

    @property
    def text_bytes(self) -> int:
        return _bytes_of(self.text_chars)

    @property
    def body_bytes(self) -> int:
        """The bytes that a whole form may have: for a file, a text, and everything else."""
        return self.file_bytes + self.text_bytes + wire.LARGEST_BODY


def read_form(req: Request, kind: type[Any], bounds: FormBounds) -> Mapping[str, object]:
    """The parts of a form by name, each read up to its largest size.

    Refuses a form that is too large before reading any of it, and a body that is no form.
    """
    media_type = req.content_type or ""
    if media_type.partition(";")[0].strip().lower() != falcon.MEDIA_MULTIPART:
        raise MediaTypeRefused
    if (req.content_length or 0) > bounds.body_bytes:
        raise BodyTooLarge(limit=bounds.file_bytes)
    hints = {field.name: wire.options_of(kind, field.name) for field in attrs.fields(kind)}
    values: dict[str, object] = {}
    wrong: dict[str, str] = {}
    stream = _Bounded(req, bounds)
    try:
        for part in _parts(req, media_type, stream):
            name = wire.shown(str(part.name or ""))
            if name in values or name in wrong:
                wrong[name] = wire.BAD_VALUE
                continue
            try:
                value = _value(part, hints.get(name, ()), bounds)
            except ValueError:
                wrong[name] = wire.BAD_VALUE
                continue
            if value is not None:
                values[name] = value
    except (falcon.HTTPError, OSError, ParseException):
        if stream.is_over:
            raise BodyTooLarge(limit=bounds.file_bytes) from None
        raise BadRequest from None
    if wrong:
        raise BadValues(fields=wrong)
    return values


def _parts(req: Request, media_type: str, stream: _Bounded) -> MultipartForm:
    handler = MultipartFormHandler()
    handler.parse_options.max_body_part_count = _MOST_PARTS
    size = stream.most if req.content_length is None else req.content_length
    return handler.deserialize(stream, media_type, size)  # type: ignore[arg-type]


def _value(part: BodyPart, options: tuple[Any, ...], bounds: FormBounds) -> object:
    """A file, a text, or None for a file that was not chosen."""
    if wire.UploadedFile in options:
        content = part.stream.read(bounds.file_bytes + 1)
        if len(content) > bounds.file_bytes:
            raise BodyTooLarge(limit=bounds.file_bytes)
        name = part.filename or ""
        return wire.UploadedFile(name, content) if name or content else None
    if wire.LongText in options:
        return wire.LongText.read(part.stream.read(bounds.text_bytes))
    return wire.utf8(part.stream.read(_bytes_of(wire.LONGEST_TEXT)))


class _Readable(Protocol):
    def read(self, size: int, /) -> bytes:
        """At most this many bytes; none at the end."""


class _Bounded:
    """The body's stream, which fails as soon as a form becomes too large."""

    def __init__(self, req: Request, bounds: FormBounds) -> None:
        # A chunked body has no length: the server ends the stream where the body ends.
        chunked = req.content_length is None and req.env.get("wsgi.input_terminated", False)
        self._stream: _Readable = req.env["wsgi.input"] if chunked else req.bounded_stream
        self.most = bounds.body_bytes + 1
        self._left = self.most

    @property
    def is_over(self) -> bool:
        return self._left <= 0

    def read(self, size: int = -1) -> bytes:
        wanted = self._left if size < 0 else min(size, self._left)
        piece = self._stream.read(wanted) if wanted > 0 else b""
        self._left -= len(piece)
        return piece
