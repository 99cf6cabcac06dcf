"""From a file on disk to lines of text: packed or not, in any encoding, and safe against traps
(FILE-21).

The first bytes of a file decide what it is, not its name. Nothing is unpacked to memory or disk as
a whole; the length of a line is limited, and so is the ratio between packed and unpacked.
"""

from __future__ import annotations

import codecs
import gzip
import hashlib
import io
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NoReturn, cast

from attrs import define, frozen

from backbeat.report_files.errors import UnreadableFile
from backbeat.report_files.model import BadByte

MAX_LINE = 1 << 20
MAX_MEMBERS = 200
MAX_SHEET_BYTES = 200 << 20
FREE_BYTES = 64 << 20
MAX_RATIO = 50
"""Beyond `FREE_BYTES` unpacked, a file may be this many times its packed size (FILE-21)."""

_BLOCK = 1 << 20
_GZIP = b"\x1f\x8b"
_ZIP = b"PK\x03\x04"
_EMPTY_ZIP = b"PK\x05\x06"
_OLD_EXCEL = b"\xd0\xcf\x11\xe0"
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_PROPOSED = ("cp949", "gb18030", "big5", "shift-jis", "cp1252")
"""Encodings that are proposed if they can read every byte; Latin-1 always can."""
_UNREADABLE = (OSError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError)


@frozen
class Source:
    """A file on disk: its name, size and the digest of its bytes."""

    path: Path
    size: int
    sha256: str

    @property
    def name(self) -> str:
        return self.path.name

    def refused(self, problem: str) -> UnreadableFile:
        """The refusal of this file for that reason."""
        return UnreadableFile(file=self.name, problem=problem)


def look_at(path: Path) -> Source:
    """Size and digest; refuses anything that is not a readable file."""
    try:
        with path.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256")
            return Source(path, stream.tell(), digest.hexdigest())
    except OSError as problem:
        raise UnreadableFile(file=path.name, problem=problem.strerror or str(problem)) from None


@contextmanager
def unpacked(source: Source) -> Iterator[BinaryIO]:
    """The file's bytes, unpacked from gzip, zip, or gzip inside zip.

    An XLSX workbook is returned as it is: see `is_workbook`. Damage met while reading is refused.
    """
    with _raw(source) as raw:
        yield from _opened(source, raw)


@contextmanager
def _raw(source: Source) -> Iterator[BinaryIO]:
    try:
        with source.path.open("rb") as raw:
            yield raw
    except _UNREADABLE as problem:
        raise source.refused(_words(problem)) from None


def is_workbook(source: Source) -> bool:
    """Whether the file is an XLSX workbook whose directory says that it is safe to open.

    Refuses workbooks that are not XLSX and those whose directory suggests a bomb: too many members,
    too much to unpack, or a ratio beyond reason.
    """
    with source.path.open("rb") as raw:
        start = raw.read(4)
        if start == _OLD_EXCEL:
            raise source.refused("an old Excel workbook (.xls); save it as .xlsx or CSV")
        if start not in (_ZIP, _EMPTY_ZIP):
            return False
        try:
            members = zipfile.ZipFile(raw).infolist()
        except _UNREADABLE as problem:
            raise source.refused(_words(problem)) from None
    if not any(member.filename == "[Content_Types].xml" for member in members):
        return False
    _guard_directory(source, members, limit=MAX_SHEET_BYTES)
    return True


@frozen
class Text:
    """How the unpacked bytes are decoded as text; only provisionally if there is a bad byte."""

    encoding: str
    bad: BadByte | None = None
    is_told: bool = False

    @property
    def name(self) -> str:
        """The encoding as people know it."""
        return self.encoding.removesuffix("-sig")


def guessed(source: Source) -> Text:
    """By its byte order mark, or else UTF-8, UTF-16, cp949 or Latin-1.

    The whole text is tried, so that a letter far down cannot cause a failure later.
    """
    likely = _likely(source)
    tried = dict.fromkeys((likely, "cp949"))
    return Text(next((each for each in tried if _first_bad(source, each) is None), "latin-1"))


def text_of(source: Source, told: str | None = None) -> Text:
    """UTF-8 or UTF-16, or else the encoding that was `told`; a byte that does not fit is named."""
    likely = _likely(source)
    bad = _first_bad(source, likely)
    if bad is None:
        return Text(likely)
    if told is None:
        return Text(likely, _bad_byte(source, likely, bad))
    bad = _first_bad(source, told)
    return Text(told, None if bad is None else _bad_byte(source, told, bad), is_told=True)


@define
class Lines:
    """The lines of a text, line ends kept; once all were read, the last of them."""

    _source: Source
    _text: io.TextIOWrapper
    position: Callable[[], int]
    """How many of the file's (packed) bytes were read so far."""
    number: int = 0
    last: str = ""
    """Blank until the end was reached."""

    def __iter__(self) -> Iterator[str]:
        """Refuses a line beyond a mebibyte."""
        readline = self._text.readline
        number, before = 0, ""
        while line := readline(MAX_LINE):
            number += 1
            if len(line) == MAX_LINE:
                problem = f"line {number} is longer than {MAX_LINE} characters"
                raise self._source.refused(problem)
            before = line
            yield line
        self.number, self.last = number, before

    @property
    def is_ended(self) -> bool:
        """Whether the last line that was read has a line end."""
        return not self.last or self.last.endswith(("\n", "\r"))


@contextmanager
def text_lines(source: Source, text: Text | None = None) -> Iterator[Lines]:
    """The lines of the unpacked text, in the encoding given or guessed."""
    how = text or guessed(source)
    with _raw(source) as raw, contextmanager(_opened)(source, raw) as stream:
        errors = "replace" if how.bad else "strict"
        opened = io.TextIOWrapper(stream, encoding=how.encoding, errors=errors, newline="")
        try:
            yield Lines(source, opened, raw.tell)
        except UnicodeError:
            raise source.refused(f"not all of it is {how.name} text") from None


def _opened(source: Source, raw: BinaryIO, depth: int = 0) -> Iterator[BinaryIO]:
    start = raw.read(4)
    raw.seek(0)
    if start.startswith(_GZIP):
        with gzip.open(raw) as stream:
            yield _guarded(source, stream)
    elif start in (_ZIP, _EMPTY_ZIP) and depth == 0:
        with zipfile.ZipFile(raw) as archive, archive.open(_only_member(source, archive)) as inner:
            yield from _opened(source, cast(BinaryIO, inner), depth=1)
    elif start in (_ZIP, _EMPTY_ZIP):
        raise source.refused("a zip inside a zip")
    elif depth:
        yield _guarded(source, raw)
    else:
        yield raw


def _only_member(source: Source, archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    members = archive.infolist()
    _guard_directory(source, members, limit=None)
    reports = [
        member
        for member in members
        if not member.is_dir()
        and not member.filename.startswith("__MACOSX/")
        and not member.filename.rsplit("/", 1)[-1].startswith(".")
    ]
    if len(reports) != 1:
        raise source.refused(f"a zip with {len(reports)} files in it; it has to hold one report")
    if reports[0].flag_bits & 1:
        raise source.refused("the zip has a password")
    return reports[0]


def _guard_directory(source: Source, members: list[zipfile.ZipInfo], *, limit: int | None) -> None:
    if len(members) > MAX_MEMBERS:
        raise source.refused(f"a zip with {len(members)} members")
    size = sum(member.file_size for member in members)
    if limit is not None and size > limit:
        raise source.refused(f"{size >> 20} MiB when unpacked; at most {limit >> 20} are read")
    if size > FREE_BYTES and size > source.size * MAX_RATIO:
        raise source.refused(f"{size // max(source.size, 1)} times its size when unpacked")


def _guarded(source: Source, stream: BinaryIO | gzip.GzipFile) -> BinaryIO:
    return cast(BinaryIO, io.BufferedReader(_Measured(source, stream), _BLOCK))


class _Measured(io.RawIOBase):
    """A packed stream that stops when its content is out of proportion to the file."""

    def __init__(self, source: Source, stream: BinaryIO | gzip.GzipFile) -> None:
        self._source = source
        self._stream = stream
        self._left = max(FREE_BYTES, source.size * MAX_RATIO)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        block = self._stream.read(len(buffer))
        self._left -= len(block)
        if self._left < 0:
            raise self._source.refused(f"more than {MAX_RATIO} times its size when unpacked")
        buffer[: len(block)] = block
        return len(block)


def _likely(source: Source) -> str:
    """By its byte order mark; otherwise UTF-16 if it looks like that, otherwise UTF-8."""
    with unpacked(source) as stream:
        start = stream.read(1024)
    for mark, encoding in _BOMS:
        if start.startswith(mark):
            return encoding
    # UTF-16 without a byte order mark: with Latin letters, every second byte is zero.
    evens, odds = start[::2].count(0), start[1::2].count(0)
    for count, encoding in ((odds, "utf-16-le"), (evens, "utf-16-be")):
        if count * 4 > len(start):
            return encoding
    if b"\0" in start:
        _refuse_nul(source, "utf-8")
    return "utf-8"


def _first_bad(source: Source, encoding: str) -> int | None:
    """The position of the first byte that the encoding can't read; refuses a text that contains a
    NUL.
    """
    decoder = codecs.getincrementaldecoder(encoding)()
    read, block = 0, b"?"
    with unpacked(source) as stream:
        while block:
            block = stream.read(_BLOCK)
            read += len(block)
            if encoding == "utf-8" and _is_plain(block) and not decoder.getstate()[0]:
                continue
            try:
                text = decoder.decode(block, final=not block)
            except UnicodeDecodeError as problem:
                # The error's object is what the decoder had kept back, followed by the block.
                return read - len(problem.object) + problem.start
            if "\0" in text:
                _refuse_nul(source, encoding)
    return None


def _is_plain(block: bytes) -> bool:
    """Whether it is ASCII without a NUL, as nearly all of most files is: that is seen much sooner
    than it is decoded."""
    return block.isascii() and b"\0" not in block


def _fits(source: Source, encoding: str) -> bool:
    try:
        return _first_bad(source, encoding) is None
    except UnreadableFile:
        return False


def _refuse_nul(source: Source, encoding: str) -> NoReturn:
    line, column = _place(_until_nul(_texts(source, encoding)))
    raise source.refused(
        f"line {line}, column {column}: a NUL; this is no text, or it is damaged: get it again"
    )


def _bad_byte(source: Source, encoding: str, offset: int) -> BadByte:
    line, column = _place(_texts(source, encoding, offset))
    with unpacked(source) as stream:
        left = offset
        while left > 0:
            left -= len(stream.read(min(_BLOCK, left)))
        (byte,) = stream.read(1)
    bad = letters = 0
    for text in _texts(source, encoding):
        here = text.count("\ufffd")
        bad += here
        letters += len(text) - len(text.encode("ascii", "ignore")) - here
    fitting = tuple(each for each in _PROPOSED if each != encoding and _fits(source, each))
    return BadByte(encoding, byte, offset, line, column, bad, letters, fitting)


def _texts(source: Source, encoding: str, until: int | None = None) -> Iterator[str]:
    """The text in pieces, every line end a line feed, bad bytes replaced; up to an offset in bytes."""
    decoder = io.IncrementalNewlineDecoder(
        codecs.getincrementaldecoder(encoding)("replace"), translate=True
    )
    with unpacked(source) as stream:
        while block := stream.read(_BLOCK if until is None else min(_BLOCK, until)):
            until = None if until is None else until - len(block)
            yield decoder.decode(block)
        yield decoder.decode(b"", final=True)


def _until_nul(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        head, nul, _ = text.partition("\0")
        yield head
        if nul:
            return


def _place(texts: Iterable[str]) -> tuple[int, int]:
    """Line and column, from 1, of what follows on these texts."""
    line = column = 1
    for text in texts:
        ends = text.count("\n")
        line += ends
        column = len(text) - text.rfind("\n") if ends else column + len(text)
    return line, column


def _words(problem: BaseException) -> str:
    match problem:
        case EOFError():
            return "it ends in the middle: copy it again"
        case zipfile.BadZipFile() | zlib.error() | gzip.BadGzipFile():
            return "the packed file is damaged"
        case OSError():
            return problem.strerror or str(problem)
    return str(problem)
