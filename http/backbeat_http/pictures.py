"""Pictures of posts and banners, for pages and for previews of links (BOARD-7).

They are not calls of the API: no limit counts them. Since an address names the picture's bytes,
browsers may cache them.
"""

from __future__ import annotations

import re

from attrs import frozen
from falcon import Request, Response

from backbeat.board.model import PictureId
from backbeat.board.service import Board
from backbeat.kernel.errors import NotFound
from backbeat_adapters.sql.engine.outages import retrying
from backbeat_http.headers import API_POLICY

ROUTE = "/pictures/{name}"
_NAME = re.compile(r"([0-9a-f]{32})\.webp")
_FOREVER = "public, max-age=31536000, immutable"


def path_of_picture(picture: PictureId) -> str:
    return ROUTE.format(name=f"{picture}.webp")


def show(resp: Response, content: bytes, media_type: str) -> None:
    """Answer with a picture whose address names its bytes; no browser may take it for anything
    else.
    """
    resp.data, resp.content_type = content, media_type
    resp.set_header("Cache-Control", _FOREVER)
    resp.set_header("Content-Security-Policy", API_POLICY)


@frozen
class Pictures:
    """Answers `/pictures/*`."""

    board: Board

    def on_get(self, req: Request, resp: Response, name: str) -> None:  # noqa: ARG002
        wanted = _NAME.fullmatch(name)
        if wanted is None:
            raise NotFound()
        picture = retrying(lambda: self.board.picture(PictureId(wanted[1])))
        show(resp, picture.content, picture.media_type)
        resp.etag = picture.id

    on_head = on_get
