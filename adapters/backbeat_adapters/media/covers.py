"""Covers, read and rewritten by the maker of all pictures."""

from __future__ import annotations

from pathlib import Path

from attrs import Factory, frozen

from backbeat.board.errors import Unpublishable
from backbeat.media.errors import UnusableFile
from backbeat_adapters.board.pictures import WebpPictures

WIDEST = 512
LARGEST = 20 * 1024 * 1024


@frozen
class WebpCovers:
    """Fulfils `CoverMaker`."""

    pictures: WebpPictures = Factory(lambda: WebpPictures(WIDEST))

    def make(self, path: Path) -> bytes:
        try:
            size = path.stat().st_size
            if size > LARGEST:
                raise UnusableFile("too_large", f"a cover has at most {LARGEST >> 20} MiB")
            return self.pictures.make(path.read_bytes()).content
        except OSError as error:
            raise UnusableFile("unreadable", error.strerror or "it can't be read") from None
        except Unpublishable as refusal:
            raise UnusableFile("no_picture", refusal.problem) from None
