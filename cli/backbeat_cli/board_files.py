"""Posts as an operator writes them: Markdown files, one for each language, with pictures beside
them.

# The title                      notice.en.md, notice.ko.md ...
Text in Markdown, with ![what it shows](picture.png).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, time
from pathlib import Path
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from attrs import frozen

from backbeat.board import rules
from backbeat.board.errors import ContentTooLong, Unpublishable
from backbeat.board.model import IMAGE_ADDRESS, Picture
from backbeat.board.publishing import Draft, Publishing
from backbeat.board.rich_text import Part, every
from backbeat.kernel.errors import Refusal
from backbeat.kernel.languages import FALLBACK, Language
from backbeat_cli.failures import Refused, WrongUsage, lines_of

_MOST_BYTES = 4 * (rules.LONGEST_BODY + rules.LONGEST_TITLE)


@frozen
class Texts:
    drafts: dict[Language, Draft]
    pictures: tuple[Picture, ...]


def read_texts(files: Sequence[Path], publishing: Publishing) -> Texts:
    """The texts of some files and the pictures they show; refuses by file and line."""
    drafts: dict[Language, Draft] = {}
    pictures: list[Picture] = []
    for file in files:
        language = _language_of(file)
        if language in drafts:
            raise Refused(f"{file}: there is another file in {language}")
        drafts[language], shown = _read(file, publishing)
        pictures += shown
    return Texts(drafts, tuple(pictures))


def read_picture(file: Path, publishing: Publishing) -> Picture:
    with _blaming(file), file.open("rb") as opened:
        return publishing.picture(opened.read(rules.LARGEST_PICTURE + 1))


def begin_of(text: str | None, zone: ZoneInfo) -> datetime | None:
    """A day, or a day and a time, in the portal's time zone; anything else is wrong usage."""
    if text is None:
        return None
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise WrongUsage(f"--from is yyyy-MM-dd or yyyy-MM-ddTHH:mm, not {text!r}") from None
    if found.tzinfo is not None:
        raise WrongUsage(f"--from is a time of the portal's zone ({zone}), without one of its own")
    return found.replace(tzinfo=zone).astimezone(UTC)


def last_day_of(text: str | None) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise WrongUsage(f"--until is yyyy-MM-dd, not {text!r}") from None


def shown_time(instant: datetime, zone: ZoneInfo) -> str:
    """An instant as the operator wrote it."""
    local = instant.astimezone(zone).replace(tzinfo=None, microsecond=0)
    return local.date().isoformat() if local.time() == time() else local.isoformat(" ", "minutes")


@contextmanager
def _blaming(file: Path, lines_above: int = 0) -> Iterator[None]:
    """Add to a refusal which file and which line it is about."""
    try:
        yield
    except Unpublishable as fault:
        line = "" if fault.line is None else f":{fault.line + lines_above}"
        raise Refused(f"{file}{line}: {fault}") from None
    except Refusal as refusal:
        raise Refused(f"{file}: {lines_of(refusal)[0]}") from None
    except OSError as error:
        raise Refused(f"{file}: {error.strerror or error}") from None


def _language_of(file: Path) -> Language:
    """`.ko.md` is Korean; a name without a language is English."""
    tag = Path(file.stem).suffix.removeprefix(".")
    known = {language.value: language for language in Language}
    if file.suffix != ".md" or (tag and tag not in known):
        endings = ", ".join(f".{each}.md" for each in known)
        raise Refused(f"{file}: the name of a text ends with its language: {endings}")
    return known.get(tag, FALLBACK)


def _read(file: Path, publishing: Publishing) -> tuple[Draft, list[Picture]]:
    title, body, above = _split(file)
    with _blaming(file):
        rules.require_title(title)
    with _blaming(file, above):
        rules.require_body(body)
        wanted = [
            (node.address or "", node.line)
            for node in every(publishing.markdown.read(body))
            if node.part is Part.IMAGE
        ]
    pictures = []
    for address, line in wanted:
        picture = _picture_beside(file, address, line + above, publishing)
        pictures.append(picture)
        for written in {address, unquote(address)}:
            body = _naming(written).sub(rf"\1{IMAGE_ADDRESS}{picture.id}", body)
    draft = Draft(title, body)
    with _blaming(file, above):
        publishing.text(draft, pictures)
    return draft, pictures


def _naming(file: str) -> re.Pattern[str]:
    """Where Markdown names a file: behind words or in a definition, with or without brackets."""
    name = re.escape(file)
    return re.compile(
        rf"(\]\(\s*|^ {{0,3}}\[[^\]]+\]:\s*)(?:<{name}>|{name}(?![^\s)]))", re.MULTILINE
    )


def _split(file: Path) -> tuple[str, str, int]:
    """The title, the text, and the number of lines above the text."""
    with _blaming(file):
        with file.open("rb") as opened:
            content = opened.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise ContentTooLong(limit=rules.LONGEST_BODY)
    try:
        lines = content.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Refused(f"{file}:{line}: this is no UTF-8 text") from None
    first = next((n for n, line in enumerate(lines) if line.strip()), 0)
    if not lines or not lines[first].startswith("# "):
        raise Refused(f"{file}:{first + 1}: a text begins with its title: # Title")
    return lines[first][2:].strip(), "\n".join(lines[first + 1 :]), first + 1


def _picture_beside(file: Path, address: str, line: int, publishing: Publishing) -> Picture:
    if ":" in address or address.startswith("/"):
        raise Refused(f"{file}:{line}: a picture is a file beside the text, not {address!r}")
    try:
        return read_picture(file.parent / unquote(address), publishing)
    except Refused as refused:
        raise Refused(f"{file}:{line}: {refused}") from None
