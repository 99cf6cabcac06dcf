"""Previews for `<audio>`, which sends no session: `music/audio/{isrc}` (MUSIC-8, MUSIC-28)."""

from __future__ import annotations

from typing import Annotated, BinaryIO

from attrs import frozen
from msgspec import Meta

from backbeat.catalogue.listening import Listening
from backbeat.kernel.clock import Clock
from backbeat.media.errors import AddressOver, PreviewGone
from backbeat.media.ports import FileStore
from backbeat_http.lanes import Lane
from backbeat_http.operation import HeardAnswer, operation

AUDIO = "music/audio/"
MEDIA_TYPE = "audio/mpeg"


@frozen
class AudioQuery:
    """The parameters of an answer's `audio_url`: until when it is valid, in seconds since 1970, and
    its proof.
    """

    expires: Annotated[int, Meta(ge=0, le=99_999_999_999)]
    signature: Annotated[str, Meta(min_length=1, max_length=100)]


@frozen
class AudioResource:
    """Answers `music/audio/{isrc}`. `clock` is the security clock."""

    listening: Listening
    files: FileStore
    clock: Clock

    @operation(
        "playPreview",
        files=(MEDIA_TYPE,),
        refuses=(AddressOver, PreviewGone),
        lane=Lane.MEDIA,
        signed=True,
    )
    def on_get_audio(self, isrc: str, query: AudioQuery) -> HeardAnswer:
        """A track's preview, whole or the part that `Range` asks for; `audio_url` leads here.

        It needs no session. 10000 where the address is over or is none that was given out.
        """
        preview = self.listening.preview(isrc, query.expires, query.signature)

        def part(first: int, length: int) -> BinaryIO:
            content = self.files.open(preview.file, first, length)
            if content is None:
                raise PreviewGone()
            return content

        left = query.expires - int(self.clock.now().timestamp())
        return HeardAnswer(part, preview.size, MEDIA_TYPE, preview.file, left)

    on_head_audio = on_get_audio
