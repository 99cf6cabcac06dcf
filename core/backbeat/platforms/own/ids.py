"""Ids that an operator chooses: up to 64 letters, digits, points, hyphens and underscores."""

from __future__ import annotations

import re

from backbeat.platforms.cells import NotAnId, shown

_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z._-]{0,63}")


class OwnIds:
    """See `model.Ids`. Channels and videos have ids of one form."""

    def is_channel(self, text: str) -> bool:
        return _ID.fullmatch(text) is not None

    def is_video(self, text: str) -> bool:
        return _ID.fullmatch(text) is not None

    def reported_channel(self, cell: str) -> str:
        return _reported(cell)

    def reported_video(self, cell: str) -> str:
        return _reported(cell)


def _reported(cell: str) -> str:
    code = cell.strip()
    if code and not _ID.fullmatch(code):
        raise NotAnId(f"not an id of your own: {shown(cell)}")
    return code
