"""Files and folders of previews and covers: which are imported, and with what result."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import Protocol

from backbeat.kernel.actors import Actor
from backbeat.kernel.errors import plain
from backbeat.media.model import FileKey, Measures, Media, MediaReport, TakenFile
from backbeat_cli.failures import Refused
from backbeat_cli.output import Row, note, progress, say, show_json, show_list


class TakeFiles(Protocol):
    """Imports previews, or covers."""

    def __call__(
        self, paths: Iterable[Path], by: Actor, *, dry_run: bool, progress: Callable[[int], None]
    ) -> MediaReport: ...


PICTURES = frozenset({".png", ".jpg", ".jpeg", ".webp", ".gif"})


def files_of(
    path: Path, *, only: Collection[str] = (), without: Collection[str] = ()
) -> Sequence[Path]:
    """The file, or every file below the folder in order, hidden ones left out. A folder may hold
    audio and covers together: `only` and `without` are endings."""
    if not path.is_dir():
        return [path]
    try:
        found = sorted(each for each in path.rglob("*") if each.is_file())
    except OSError as problem:
        raise Refused(f"{path.name}: {problem.strerror}") from None
    return [
        each
        for each in found
        if not any(part.startswith(".") for part in each.relative_to(path).parts)
        and each.suffix.lower() not in without
        and (not only or each.suffix.lower() in only)
    ]


def missing_media(files: Sequence[FileKey]) -> str:
    """What to say about files that the catalogue names but that are missing."""
    return f"{len(files)} previews and covers are missing: {', '.join(files[:3])}"


def take_in(
    take: TakeFiles,
    path: Path,
    files: Sequence[Path],
    actor: Actor,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Import the files of a path and print the result; fails if a file was refused."""
    with progress(path.name) as tell:
        report = take(files, actor, dry_run=dry_run, progress=tell)
    _tell(report, as_json=as_json)


def _tell(report: MediaReport, *, as_json: bool) -> None:
    if as_json:
        show_json(
            {
                "dry_run": report.dry_run,
                "taken": [
                    {name: plain(value) for name, value in _row(each).items()}
                    for each in report.taken
                ],
                "refused": [
                    {"file": each.file, "reason": each.reason, "problem": each.problem}
                    for each in report.refused
                ],
            }
        )
    else:
        verb = "would be" if report.dry_run else "were"
        replaced = sum(each.replaced for each in report.taken)
        show_list([_row(each) for each in report.taken], as_json=False)
        say(
            f"{len(report.taken)} files {verb} taken, {replaced} of them in place of earlier ones, "
            f"{len(report.refused)} refused"
        )
        for each in report.refused:
            note(str(each))
    if report.refused:
        raise Refused(f"{len(report.refused)} files refused")


def media_facts(media: Media, measures: Measures | None) -> Row:
    """The media that are stored for a track, as facts about it."""
    preview = None
    if media.preview is not None and measures is not None:
        preview = {
            "file": media.preview.file,
            "seconds": media.preview.seconds,
            "bytes": media.preview.size,
            "lufs": measures.loudness,
        }
    return {"preview": preview, "cover": media.cover}


def _row(taken: TakenFile) -> Row:
    row: dict[str, object] = {
        "file": taken.file,
        "isrc": taken.isrc,
        "name": taken.name,
        "bytes": taken.bytes,
        "replaced": taken.replaced,
    }
    if taken.loudness is not None:
        row |= {"seconds": taken.seconds, "lufs": taken.loudness}
    return row
