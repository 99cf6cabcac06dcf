"""TikTok's ids: whole numbers of up to 19 digits for an account, 18 or 19 for a video."""

from __future__ import annotations

import re

from backbeat.platforms.cells import NotAnId, shown

_CHANNEL_ID = re.compile(r"[1-9][0-9]{4,18}")
_VIDEO_ID = re.compile(r"[1-9][0-9]{17,18}")
_ROUNDED = re.compile(r"[0-9][.,]?[0-9]*[eE]\+?[0-9]+", re.ASCII)


class TikTokIds:
    """See `model.Ids`. A number that a spreadsheet has rounded is no longer an id."""

    def is_channel(self, text: str) -> bool:
        """The form of an account's id."""
        return _CHANNEL_ID.fullmatch(text) is not None

    def is_video(self, text: str) -> bool:
        return _VIDEO_ID.fullmatch(text) is not None

    def reported_channel(self, cell: str) -> str:
        """An account's id; every row names one."""
        return _reported(cell, _CHANNEL_ID, "an account's id")

    def reported_video(self, cell: str) -> str:
        """A video's id; a row that names none belongs to the account itself."""
        return _reported(cell, _VIDEO_ID, "a video's id") if cell.strip() else ""


def _reported(cell: str, form: re.Pattern[str], what: str) -> str:
    code = cell.strip()
    if form.fullmatch(code):
        return code
    if not code:
        raise NotAnId(f"no id: {what} is needed")
    if _ROUNDED.fullmatch(code):
        raise NotAnId(f"not {what}: {shown(cell)}; a spreadsheet has rounded it, export it as text")
    raise NotAnId(f"not {what}: {shown(cell)}")
