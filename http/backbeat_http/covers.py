"""Covers of tracks (MUSIC-29).

They are not calls of the API: no limit counts them. Since an address names the picture's bytes,
browsers may cache them.
"""

from __future__ import annotations

import re

from attrs import frozen
from falcon import Request, Response

from backbeat.kernel.errors import NotFound
from backbeat.media.model import FileKey
from backbeat.media.ports import FileStore
from backbeat_http.pictures import show

COVERS = "/covers/"
COVER_ROUTE = COVERS + "{name}"
_COVER = re.compile(r"[A-Z0-9]{12}-[0-9a-f]{16}\.webp")


def path_of_cover(cover: FileKey) -> str:
    return f"{COVERS}{cover}"


@frozen
class Covers:
    """Answers `/covers/*`."""

    files: FileStore

    def on_get(self, req: Request, resp: Response, name: str) -> None:  # noqa: ARG002
        content = self.files.open(FileKey(name)) if _COVER.fullmatch(name) else None
        if content is None:
            raise NotFound()
        with content:
            show(resp, content.read(), "image/webp")

    on_head = on_get
