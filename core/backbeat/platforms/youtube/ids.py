"""YouTube's ids: `UC` and 22 characters for a channel, 11 for a video."""

from __future__ import annotations

import re

from backbeat.platforms.cells import identifier

_CHANNEL_ID = re.compile(r"UC[0-9A-Za-z_-]{21}[AQgw]")
_VIDEO_ID = re.compile(r"[0-9A-Za-z_-]{10}[AEIMQUYcgkosw048]")
_BARE_CHANNEL = re.compile(r"[0-9A-Za-z_-]{21}[AQgw]", re.ASCII)


def is_channel_id(text: str) -> bool:
    """Whether the text has the form of a channel's id."""
    return _CHANNEL_ID.fullmatch(text) is not None


def is_video_id(text: str) -> bool:
    """Whether the text has the form of a video's id."""
    return _VIDEO_ID.fullmatch(text) is not None


class YouTubeIds:
    """See `model.Ids`. Reports are read leniently: nothing for which YouTube pays is ever refused."""

    def is_channel(self, text: str) -> bool:
        return is_channel_id(text)

    def is_video(self, text: str) -> bool:
        return is_video_id(text)

    def reported_channel(self, cell: str) -> str:
        """Downloads leave out the leading `UC`; it is added again."""
        code = cell.strip()
        if len(code) == 22 and _BARE_CHANNEL.fullmatch(code):
            code = "UC" + code
        return identifier(code)

    def reported_video(self, cell: str) -> str:
        return identifier(cell)
