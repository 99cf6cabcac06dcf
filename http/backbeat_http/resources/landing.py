"""What the landing page plays without log-in: `site/landing` (MUSIC-16)."""

from __future__ import annotations

from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.catalogue.landing import LandingMusic, LandingPage
from backbeat_http.caller import Visitor
from backbeat_http.operation import operation
from backbeat_http.resources.music import TrackDetailView
from backbeat_http.wire import Count

KEPT_SECONDS = 60
"""Far less than the address of a preview holds (MUSIC-28)."""


@frozen
class LandingQuery:
    """The host name that the browser shows, which may be a partner's."""

    host: Annotated[str, Meta(max_length=253)] = ""


@frozen
class LandingMusicView:
    """The one track that anybody may hear, null where there is none, and how many there are.

    `moods` are the track's in the reader's language. `tracks` are offered to everybody,
    `exclusive` ones beside them to the people of the partner whose host it is.
    """

    track: TrackDetailView | None
    moods: list[str]
    tracks: Count
    exclusive: Count

    @classmethod
    def of(cls, music: LandingMusic) -> LandingMusicView:
        return cls(
            None if music.track is None else TrackDetailView.of_detail(music.track),
            list(music.moods),
            music.tracks,
            music.exclusive,
        )


@frozen
class LandingResource:
    """Answers `site/landing`."""

    page: LandingPage

    @operation("getLandingMusic", kept_seconds=KEPT_SECONDS)
    def on_get_landing(self, visitor: Visitor, query: LandingQuery) -> LandingMusicView:
        """The track of the landing page with its preview, and the numbers of tracks.

        A proxy may keep the answer for a minute, by language. Nothing but the number is told of
        tracks that are a partner's alone.
        """
        return LandingMusicView.of(self.page.show(query.host, visitor.language))
