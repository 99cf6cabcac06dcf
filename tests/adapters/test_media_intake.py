"""Taking previews and covers in, over every store of tracks: kept whole, replaced, refused by name."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from attrs import define, field
from tests.fakes.standins import FixedClock

from backbeat.audit.ports import AuditFilter
from backbeat.catalogue.model import Track
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import Isrc
from backbeat.kernel.pages import PageRequest
from backbeat.media.errors import FilesUnavailable, UnusableFile
from backbeat.media.model import FileKey, KeptPreview, MadePreview, Measures, Media
from backbeat.media.service import MediaIntake
from backbeat.memory.media import MemoryFiles
from backbeat.settings import Music

SONG, OTHER = Isrc("QZBB12600001"), Isrc("QZBB12600002")
ANN = Actor.operator("ann")


class PlainMaker:
    """Takes a file's bytes as they are; `bad` is refused."""

    @contextmanager
    def make(self, path: Path, seconds: int) -> Iterator[MadePreview]:
        content = path.read_bytes()
        if content == b"bad":
            raise UnusableFile("not_audio", "it can't be read as audio")
        digest = hashlib.sha256(content).hexdigest()
        measures = Measures(Decimal("-14.2"), (10, 100, len(content)))
        yield MadePreview(BytesIO(content), len(content), digest, seconds * 1000, measures)


class PlainCovers:
    def make(self, path: Path) -> bytes:
        return path.read_bytes()


@define
class Intake:
    transactions: Any
    clock: FixedClock
    folder: Path
    files: MemoryFiles = field(factory=MemoryFiles)

    def __attrs_post_init__(self) -> None:
        with self.transactions.begin() as books:
            books.tracks.save([Track(SONG, "Neon Tides"), Track(OTHER, "Paper Lantern")])

    @property
    def service(self) -> MediaIntake:
        return MediaIntake(
            self.transactions, self.files, PlainMaker(), PlainCovers(), self.clock, Music()
        )

    def file(self, name: str, content: bytes = b"sound") -> Path:
        path = self.folder / name
        path.write_bytes(content)
        return path

    def media(self, isrc: Isrc = SONG) -> Media | None:
        with self.transactions.look() as books:
            found: Media | None = books.media.of([isrc, OTHER]).get(isrc)
        return found

    @property
    def kept(self) -> list[FileKey]:
        return list(self.files.keys())


@pytest.fixture
def intake(transactions: Any, clock: FixedClock, tmp_path: Path) -> Intake:
    return Intake(transactions, clock, tmp_path)


def key(content: bytes, suffix: str = ".mp3", isrc: Isrc = SONG) -> FileKey:
    return FileKey(f"{isrc}-{hashlib.sha256(content).hexdigest()[:16]}{suffix}")


def test_audio_is_kept_with_what_was_measured(intake: Intake) -> None:
    report = intake.service.take_audio([intake.file(f"{SONG}.wav")], ANN)

    (taken,) = report.taken
    assert (taken.isrc, taken.name, taken.replaced) == (SONG, "Neon Tides", False)
    assert intake.media() == Media(KeptPreview(key(b"sound"), 5, 60_000))
    assert intake.kept == [key(b"sound")]
    with intake.transactions.look() as books:
        assert books.media.measures(SONG) == Measures(Decimal("-14.2"), (10, 100, 5))
        assert books.media.measures(OTHER) is None
        assert list(books.media.files()) == [key(b"sound")]


def test_a_newer_file_takes_the_place_of_the_older_one(intake: Intake) -> None:
    intake.service.take_audio([intake.file(f"{SONG}.wav", b"old")], ANN)

    report = intake.service.take_audio([intake.file(f"{SONG}.wav", b"new")], ANN)

    assert report.taken[0].replaced
    assert intake.kept == [key(b"new")]
    assert intake.media() == Media(KeptPreview(key(b"new"), 3, 60_000))


def test_the_same_file_again_changes_nothing_and_stays(intake: Intake) -> None:
    for _ in range(2):
        intake.service.take_audio([intake.file(f"{SONG}.wav")], ANN)

    assert intake.kept == [key(b"sound")]


def test_cover_and_audio_stand_beside_each_other(intake: Intake) -> None:
    intake.service.take_covers([intake.file(f"{SONG}.png", b"picture")], ANN)
    intake.service.take_audio([intake.file(f"{SONG}.wav")], ANN)
    intake.service.take_covers([intake.file(f"{SONG}.png", b"another")], ANN)

    assert intake.media() == Media(KeptPreview(key(b"sound"), 5, 60_000), key(b"another", ".webp"))
    assert intake.kept == sorted([key(b"sound"), key(b"another", ".webp")])
    with intake.transactions.look() as books:
        assert sorted(books.media.files()) == intake.kept


def test_bad_files_are_named_and_the_others_taken(intake: Intake) -> None:
    paths = [
        intake.file("no code.wav"),
        intake.file("QZBB12600099.wav"),
        intake.file(f"{OTHER}.wav", b"bad"),
        intake.file(f"{SONG}.wav"),
        intake.file(f"{SONG} again.wav"),
    ]
    told: list[int] = []

    report = intake.service.take_audio(paths, ANN, progress=told.append)

    assert [(each.file, each.reason) for each in report.refused] == [
        ("no code.wav", "no_code"),
        ("QZBB12600099.wav", "unknown_track"),
        (f"{OTHER}.wav", "not_audio"),
        (f"{SONG} again.wav", "twice"),
    ]
    assert [each.isrc for each in report.taken] == [SONG]
    assert (intake.kept, told) == ([key(b"sound")], [1, 2, 3, 4, 5])


def test_a_file_may_take_the_place_of_a_refused_one(intake: Intake) -> None:
    bad, good = intake.file(f"{SONG} a.wav", b"bad"), intake.file(f"{SONG} b.wav")

    report = intake.service.take_audio([bad, good], ANN)

    assert (len(report.refused), len(report.taken)) == (1, 1)


def test_a_dry_run_tells_the_same_and_keeps_nothing(intake: Intake) -> None:
    paths = [intake.file(f"{SONG}.wav"), intake.file("x.wav")]
    dry = intake.service.take_audio(paths, ANN, dry_run=True)

    assert (intake.kept, intake.media()) == ([], None)
    wet = intake.service.take_audio(paths, ANN)
    assert (dry.taken, dry.refused) == (wet.taken, wet.refused)
    assert intake.service.take_audio(paths, ANN, dry_run=True).taken[0].replaced


def test_nothing_stays_where_the_books_are_not_kept(intake: Intake) -> None:
    class Broken:
        def __getattr__(self, name: str) -> Any:
            return getattr(intake.transactions, name)

        @contextmanager
        def begin(self) -> Iterator[Any]:
            with intake.transactions.begin() as books:
                yield books
                raise RuntimeError("lost")

    service = MediaIntake(
        Broken(), intake.files, PlainMaker(), PlainCovers(), intake.clock, Music()
    )
    intake.service.take_audio([intake.file(f"{SONG}.wav", b"old")], ANN)

    with pytest.raises(RuntimeError, match="lost"):
        service.take_audio([intake.file(f"{SONG}.wav", b"new")], ANN)

    assert intake.kept == [key(b"old")]
    assert intake.media() == Media(KeptPreview(key(b"old"), 3, 60_000))


def test_a_full_disk_ends_the_intake_and_names_nothing(intake: Intake) -> None:
    class Full(MemoryFiles):
        def put(self, key: FileKey, content: BinaryIO) -> None:
            raise FilesUnavailable("No space left on device")

    intake.files = Full()
    with pytest.raises(FilesUnavailable):
        intake.service.take_audio([intake.file(f"{SONG}.wav")], ANN)

    assert intake.media() is None


def test_the_audit_tells_whose_file_it_was(intake: Intake) -> None:
    intake.service.take_audio([intake.file(f"{SONG} from mina@example.org.wav")], ANN)

    with intake.transactions.look() as books:
        (row,) = books.audit.page(AuditFilter(action="track.media"), PageRequest()).items
    assert (row.entry.target, row.entry.actor) == (f"track:{SONG}", ANN)
    assert row.entry.after["kept_as"] == key(b"sound")
    assert "mina@" not in str(row.entry.after)


def test_retiring_and_importing_leave_the_preview(intake: Intake) -> None:
    intake.service.take_audio([intake.file(f"{SONG}.wav")], ANN)

    with intake.transactions.begin() as books:
        books.tracks.lock([SONG])
        books.tracks.save([Track(SONG, "Neon Tides (new)")])

    assert intake.media() == Media(KeptPreview(key(b"sound"), 5, 60_000))
