"""Files of tracks in S3 or an object storage that speaks its language (decision 0241)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import cached_property
from io import BytesIO, RawIOBase
from typing import TYPE_CHECKING, BinaryIO, cast

from attrs import frozen

from backbeat.media.errors import FilesUnavailable
from backbeat.media.model import FileKey

if TYPE_CHECKING:
    from obstore.store import S3Store

PIECE = 256 * 1024
"""How many bytes are requested at a time, and only when they are read: while somebody listens
slowly, no connection is held open and no more than this is in memory.
"""


@frozen(slots=False)
class S3Files:
    """Fulfils `FileStore`. A key's object appears when its upload has ended, never before.

    Without an endpoint it is Amazon's in the region; without keys, they are found where Amazon's
    own programs find them.
    """

    bucket: str
    endpoint: str = ""
    region: str = "us-east-1"
    access_key: str = ""
    secret_key: str = ""
    prefix: str = ""
    patience: timedelta = timedelta(seconds=10)

    def put(self, key: FileKey, content: BinaryIO) -> None:
        import obstore  # noqa: PLC0415 - slow to load, and most commands keep no files

        with _telling():
            try:
                obstore.put(self._store, key, content, use_multipart=False)
            except FileNotFoundError:
                raise FilesUnavailable(f"there is no bucket {self.bucket}") from None

    def open(self, key: FileKey, first: int = 0, length: int | None = None) -> BinaryIO | None:
        import obstore  # noqa: PLC0415

        with _telling():
            try:
                if length is None:
                    found = obstore.get(self._store, key, options={"range": {"offset": first}})
                    return BytesIO(bytes(found.bytes()))
                begin = self._piece(key, first, min(length, PIECE))
            except FileNotFoundError:
                return None
        rest = _Rest(self, key, begin, first + len(begin), first + length)
        return cast("BinaryIO", rest)

    def has(self, key: FileKey) -> bool:
        import obstore  # noqa: PLC0415

        with _telling():
            try:
                obstore.head(self._store, key)
            except FileNotFoundError:
                return False
            return True

    def remove(self, key: FileKey) -> None:
        import obstore  # noqa: PLC0415

        with _telling():
            obstore.delete(self._store, key)

    def keys(self) -> Iterator[FileKey]:
        import obstore  # noqa: PLC0415

        with _telling():
            for found in obstore.list(self._store):
                yield from (FileKey(each["path"]) for each in found)

    def piece(self, key: FileKey, first: int, length: int) -> bytes:
        with _telling():
            return self._piece(key, first, length)

    def _piece(self, key: FileKey, first: int, length: int) -> bytes:
        import obstore  # noqa: PLC0415

        return bytes(obstore.get_range(self._store, key, start=first, length=length))

    @cached_property
    def _store(self) -> S3Store:
        from obstore.store import S3Store  # noqa: PLC0415

        told = {
            "endpoint": self.endpoint,
            "access_key_id": self.access_key,
            "secret_access_key": self.secret_key,
            "prefix": self.prefix,
        }
        given = {name: value for name, value in told.items() if value}
        return S3Store(
            self.bucket,
            region=self.region,
            client_options={
                "allow_http": True,
                "connect_timeout": self.patience,
                "timeout": self.patience,
            },
            retry_config={"max_retries": 2, "retry_timeout": self.patience},
            **given,  # type: ignore[arg-type]
        )


class _Rest(RawIOBase):
    """The bytes of an object up to `end`, requested piece by piece."""

    def __init__(self, files: S3Files, key: FileKey, begin: bytes, at: int, end: int) -> None:
        self._files, self._key = files, key
        self._held, self._at, self._end = begin, at, end

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._held and self._at < self._end:
            length = min(PIECE, self._end - self._at)
            self._held = self._files.piece(self._key, self._at, length)
            self._at += len(self._held)
        got = self._held[: len(buffer)]
        buffer[: len(got)] = got
        self._held = self._held[len(got) :]
        return len(got)


@contextmanager
def _telling() -> Iterator[None]:
    """Turn an error answer of the storage into one line."""
    from obstore.exceptions import BaseError  # noqa: PLC0415

    try:
        yield
    except BaseError as error:
        raise FilesUnavailable(str(error).partition("\n")[0]) from error
