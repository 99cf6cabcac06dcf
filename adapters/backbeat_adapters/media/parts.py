"""A part of a file as a file."""

from __future__ import annotations

from io import RawIOBase
from typing import BinaryIO, cast


class _Part(RawIOBase):
    def __init__(self, file: BinaryIO, length: int) -> None:
        self._file = file
        self._left = length

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        got = self._file.read(min(len(buffer), self._left))
        buffer[: len(got)] = got
        self._left -= len(got)
        return len(got)

    def close(self) -> None:
        self._file.close()
        super().close()


def part(file: BinaryIO, length: int) -> BinaryIO:
    """The next `length` bytes of a file; closing it closes the file."""
    return cast("BinaryIO", _Part(file, length))
