"""Where previews and covers lie: in memory, in a folder, in an object storage, all alike."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from io import BytesIO, RawIOBase
from pathlib import Path
from typing import Any

import pytest
from tests.fakes.s3 import BUCKET, object_storage
from tests.fakes.waiting import PATIENCE

from backbeat.media.errors import FilesUnavailable
from backbeat.media.model import FileKey
from backbeat.media.ports import FileStore
from backbeat.memory.media import MemoryFiles
from backbeat_adapters.media.folder import FolderFiles
from backbeat_adapters.media.s3 import PIECE, S3Files

KEY = FileKey("QZBB12600001-0123456789abcdef.mp3")
OTHER = FileKey("QZBB12600002-fedcba9876543210.webp")
CONTENT = bytes(range(256)) * 4


@pytest.fixture(scope="module")
def storage() -> Iterator[str]:
    with object_storage() as address:
        yield address


@pytest.fixture(params=["memory", "folder", "s3"])
def files(request: pytest.FixtureRequest, tmp_path: Path) -> FileStore:
    match request.param:
        case "folder":
            return FolderFiles(tmp_path / "media")
        case "s3":
            return s3(request.getfixturevalue("storage"), tmp_path)
    return MemoryFiles()


def s3(address: str, tmp_path: Path) -> S3Files:
    return S3Files(BUCKET, address, access_key="k", secret_key="s", prefix=tmp_path.name)


def read(files: FileStore, key: FileKey = KEY, *part: int) -> bytes | None:
    found = files.open(key, *part)
    if found is None:
        return None
    with found:
        return found.read()


def test_a_file_comes_back_as_it_was_put(files: FileStore) -> None:
    files.put(KEY, BytesIO(CONTENT))

    assert read(files) == CONTENT
    assert files.has(KEY)
    assert list(files.keys()) == [KEY]


def test_parts_of_a_file_are_read(files: FileStore) -> None:
    files.put(KEY, BytesIO(CONTENT))

    assert read(files, KEY, 10, 5) == CONTENT[10:15]
    assert read(files, KEY, 1000) == CONTENT[1000:]
    assert read(files, KEY, 1000, 24) == CONTENT[1000:]


def test_a_part_larger_than_a_piece_is_read_whole(files: FileStore) -> None:
    large = os.urandom(2 * PIECE + 100)
    files.put(KEY, BytesIO(large))

    assert read(files, KEY, 50, 2 * PIECE) == large[50 : 50 + 2 * PIECE]


def test_what_is_not_there_is_not_there(files: FileStore) -> None:
    assert read(files) is None
    assert read(files, KEY, 0, 10) is None
    assert not files.has(KEY)
    files.remove(KEY)
    assert list(files.keys()) == []


def test_a_removed_file_is_gone_and_the_others_stay(files: FileStore) -> None:
    files.put(KEY, BytesIO(CONTENT))
    files.put(OTHER, BytesIO(b"cover"))

    files.remove(KEY)

    assert not files.has(KEY)
    assert list(files.keys()) == [OTHER]


def test_the_same_file_may_be_put_again(files: FileStore) -> None:
    for _ in range(2):
        files.put(KEY, BytesIO(CONTENT))

    assert read(files) == CONTENT


class Broken(RawIOBase):
    """Gives a few bytes and then an error, as a disk that fails."""

    def __init__(self) -> None:
        self.left = 1

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self.left:
            raise OSError(5, "Input/output error")
        self.left -= 1
        buffer[:3] = b"abc"
        return 3


def test_nothing_of_a_file_is_kept_whose_reading_ends_early(files: FileStore) -> None:
    with pytest.raises((FilesUnavailable, OSError)):
        files.put(KEY, Broken())  # type: ignore[arg-type]

    assert not files.has(KEY)
    assert list(files.keys()) == []


def test_nobody_sees_a_file_before_it_is_whole(tmp_path: Path) -> None:
    files, begun, go = FolderFiles(tmp_path), threading.Event(), threading.Event()

    class Slow(BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            begun.set()
            go.wait(PATIENCE)
            return super().read(size)

    writer = threading.Thread(target=lambda: files.put(KEY, Slow(CONTENT)))
    writer.start()
    begun.wait(PATIENCE)
    seen = files.has(KEY), list(files.keys())
    go.set()
    writer.join()

    assert seen == (False, [])
    assert read(files) == CONTENT
    assert not list(tmp_path.rglob("*.part"))


@pytest.mark.parametrize(
    "key", ["../secret", "/etc/passwd", "QZBB12600001-0123456789abcdef.mp3/..", "", "a\0b", ".."]
)
def test_nothing_outside_the_folder_is_ever_touched(tmp_path: Path, key: str) -> None:
    files = FolderFiles(tmp_path / "media")

    for act in (files.open, files.has, files.remove):
        with pytest.raises(ValueError, match="no key"):
            act(FileKey(key))
    with pytest.raises(ValueError, match="no key"):
        files.put(FileKey(key), BytesIO(b"x"))
    assert list(tmp_path.iterdir()) == []


def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    FolderFiles(tmp_path / "media").put(KEY, BytesIO(CONTENT))

    modes = {path.stat().st_mode & 0o077 for path in (tmp_path / "media").rglob("*")}
    assert modes == {0}


def test_a_storage_that_does_not_answer_says_so(tmp_path: Path) -> None:
    away = S3Files(BUCKET, "http://127.0.0.1:1", access_key="k", secret_key="s")

    with pytest.raises(FilesUnavailable):
        away.put(KEY, BytesIO(CONTENT))
    with pytest.raises(FilesUnavailable):
        away.open(KEY, 0, 10)


def test_a_bucket_that_is_not_there_is_named(storage: str) -> None:
    files = S3Files("nowhere", storage, access_key="k", secret_key="s")

    with pytest.raises(FilesUnavailable, match="nowhere"):
        files.put(KEY, BytesIO(CONTENT))
