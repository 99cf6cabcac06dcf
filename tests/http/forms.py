"""Forms with files, as a browser sends them."""

from __future__ import annotations

from collections.abc import Mapping

BOUNDARY = "----five-o-clock"
MEDIA_TYPE = f"multipart/form-data; boundary={BOUNDARY}"

File = tuple[str, bytes]
"""A file's name and its bytes."""


def form(parts: Mapping[str, str | bytes | File]) -> bytes:
    """The body of a form, to be sent as `MEDIA_TYPE`."""
    return b"".join(_part(name, value) for name, value in parts.items()) + _line("--")


def _part(name: str, value: str | bytes | File) -> bytes:
    disposition = f'Content-Disposition: form-data; name="{name}"'
    if isinstance(value, tuple):
        file_name, content = value
        head = f'{disposition}; filename="{file_name}"\r\nContent-Type: application/octet-stream'
    else:
        content = value.encode() if isinstance(value, str) else value
        head = disposition
    return _line() + f"{head}\r\n\r\n".encode() + content + b"\r\n"


def _line(end: str = "") -> bytes:
    return f"--{BOUNDARY}{end}\r\n".encode()
