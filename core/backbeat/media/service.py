"""Taking in previews and covers from an operator's files (MUSIC-15, MUSIC-29)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from attrs import define, field, frozen

from backbeat.audit.model import AuditEntry, mask_addresses
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.ids import Isrc
from backbeat.kernel.transactions import Transactions
from backbeat.media.errors import UnusableFile
from backbeat.media.model import (
    FileKey,
    KeptPreview,
    Measures,
    Media,
    MediaReport,
    RefusedFile,
    TakenFile,
)
from backbeat.media.ports import Books, CoverMaker, FileStore, PreviewMaker
from backbeat.media.rules import code_in, key_of
from backbeat.settings import Music

PREVIEW_SUFFIX = ".mp3"
COVER_SUFFIX = ".webp"

Progress = Callable[[int], None]
"""Told how many files are done."""


def _unseen(_done: int) -> None:
    pass


@frozen
class MediaIntake:
    """Takes in previews and covers. `clock` is the business clock."""

    transactions: Transactions[Books]
    files: FileStore
    preview_maker: PreviewMaker
    cover_maker: CoverMaker
    clock: Clock
    settings: Music

    def take_audio(
        self,
        paths: Iterable[Path],
        by: Actor,
        *,
        dry_run: bool = False,
        progress: Progress = _unseen,
    ) -> MediaReport:
        """Take in audio, each file for the track whose code is in its name; an earlier one is
        replaced. Bad files are named in the report. With `dry_run` nothing is stored.
        """
        return self._taken(_Intake(by, dry_run), paths, self._audio, progress)

    def take_covers(
        self,
        paths: Iterable[Path],
        by: Actor,
        *,
        dry_run: bool = False,
        progress: Progress = _unseen,
    ) -> MediaReport:
        """Take in pictures, as `take_audio` does with audio."""
        return self._taken(_Intake(by, dry_run), paths, self._cover, progress)

    def kept_of(self, isrc: Isrc) -> tuple[Media, Measures | None]:
        with self.transactions.look() as books:
            return books.media.of([isrc]).get(isrc, Media()), books.media.measures(isrc)

    def differences(self) -> tuple[Sequence[FileKey], Sequence[FileKey]]:
        """Files that are named but missing, and files that nothing names.

        The store is read before the names, so that a file stored meanwhile is not reported.
        """
        there = set(self.files.keys())
        with self.transactions.look() as books:
            named = {*books.media.files(), *books.campaigns.files()}
        missing = [key for key in sorted(named - there) if not self.files.has(key)]
        return missing, sorted(there - named)

    def _taken(
        self,
        intake: _Intake,
        paths: Iterable[Path],
        take: Callable[[_Intake, Path, Isrc, str], TakenFile],
        progress: Progress,
    ) -> MediaReport:
        for number, path in enumerate(paths, start=1):
            try:
                isrc = intake.code_of(path)
                taken = take(intake, path, isrc, self._name_of(isrc))
            except UnusableFile as refusal:
                intake.refused.append(RefusedFile(path.name, refusal.why, refusal.problem))
            else:
                intake.taken.append(taken)
                intake.seen[isrc] = path.name
            progress(number)
        return MediaReport(intake.taken, intake.refused, intake.dry_run)

    def _audio(self, intake: _Intake, path: Path, isrc: Isrc, name: str) -> TakenFile:
        with self.preview_maker.make(path, self.settings.preview_seconds) as made:
            key = key_of(isrc, made.digest, PREVIEW_SUFFIX)
            preview = KeptPreview(key, made.size, made.milliseconds)

            def keep(books: Books) -> None:
                books.media.put_preview(isrc, preview, made.measures)

            before = self._keep(intake, path, isrc, (key, made.content), keep).preview
            return TakenFile(
                file=path.name,
                isrc=isrc,
                name=name,
                bytes=made.size,
                replaced=before is not None,
                seconds=preview.seconds,
                loudness=made.measures.loudness,
            )

    def _cover(self, intake: _Intake, path: Path, isrc: Isrc, name: str) -> TakenFile:
        content = self.cover_maker.make(path)
        key = key_of(isrc, hashlib.sha256(content).hexdigest(), COVER_SUFFIX)

        def keep(books: Books) -> None:
            books.media.put_cover(isrc, key)

        before = self._keep(intake, path, isrc, (key, BytesIO(content)), keep).cover
        return TakenFile(path.name, isrc, name, len(content), before is not None)

    def _keep(
        self,
        intake: _Intake,
        path: Path,
        isrc: Isrc,
        file: tuple[FileKey, BinaryIO],
        keep: Callable[[Books], None],
    ) -> Media:
        """Store the file first and then name it, so that whatever is named exists. Returns what was
        named before, whose file is removed last.
        """
        key, content = file
        if intake.dry_run:
            return self.kept_of(isrc)[0]
        with self._put(key, content), self.transactions.begin() as books:
            before = books.media.of([isrc]).get(isrc, Media())
            keep(books)
            after = books.media.of([isrc])[isrc]
            books.audit.record(
                AuditEntry(
                    at=self.clock.now(),
                    actor=intake.by,
                    action="track.media_taken",
                    target=f"track:{isrc}",
                    after={"file": mask_addresses(path.name), "kept_as": key},
                )
            )
        for old in _files_of(before) - _files_of(after):
            self.files.remove(old)
        return before

    @contextmanager
    def _put(self, key: FileKey, content: BinaryIO) -> Iterator[None]:
        """Store the file; it stays if the block ends without an exception, or if it was there
        before.
        """
        if self.files.has(key):
            yield
            return
        self.files.put(key, content)
        try:
            yield
        except BaseException:
            self.files.remove(key)
            raise

    def _name_of(self, isrc: Isrc) -> str:
        with self.transactions.look() as books:
            track = books.tracks.of([isrc]).get(isrc)
        if track is None:
            raise UnusableFile("unknown_track", f"the catalogue has no track {isrc}")
        return track.name


@define
class _Intake:
    by: Actor
    dry_run: bool
    taken: list[TakenFile] = field(factory=list)
    refused: list[RefusedFile] = field(factory=list)
    seen: dict[Isrc, str] = field(factory=dict)

    def code_of(self, path: Path) -> Isrc:
        isrc = code_in(path.stem)
        if isrc in self.seen:
            raise UnusableFile("twice", f"{self.seen[isrc]} is of the same track, {isrc}")
        return isrc


def _files_of(media: Media) -> set[FileKey]:
    preview = {media.preview.file} if media.preview else set()
    return preview | ({media.cover} if media.cover else set())
