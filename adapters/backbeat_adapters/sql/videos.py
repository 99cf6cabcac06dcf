"""Videos in SQL: what reports and the platform have named, and the tracks they use."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from attrs import Factory, field, frozen
from sqlalchemy import (
    Column,
    Connection,
    Index,
    Insert,
    Row,
    Text,
    and_,
    bindparam,
    func,
    or_,
    select,
)

from backbeat.figures.model import CarriedTracks, UsedTrack, Video
from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import Isrc, PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat_adapters.sql import track_claims
from backbeat_adapters.sql.channels import channel_spans
from backbeat_adapters.sql.engine.keys import is_one_of, listed
from backbeat_adapters.sql.engine.schema import CODE, Day, Instant, StoredPlatform, table
from backbeat_adapters.sql.network_changes import changes_from
from backbeat_adapters.sql.standing import Standing

videos = table(
    "videos",
    Column("id", CODE, primary_key=True),
    Column("platform", StoredPlatform("videos.platform"), nullable=False),
    Column("channel", CODE, nullable=False),
    Column("title", Text, nullable=False),
    Column("published_on", Day, nullable=False),
    Column("thumbnail", Text),
    Column("described_at", Instant),
    Index(None, "channel", "published_on"),
    sqlite_with_rowid=False,
)

Index(
    "ix_videos_undescribed",
    videos.c.id,
    sqlite_where=videos.c.described_at.is_(None),
    postgresql_where=videos.c.described_at.is_(None),
)

_CHUNK = 500


def to_row(video: Video) -> dict[str, Any]:
    return {
        "id": video.id,
        "platform": video.platform,
        "channel": video.channel,
        "title": video.title,
        "published_on": video.published_on,
        "thumbnail": video.thumbnail,
        "described_at": video.described_at,
    }


def from_row(row: Row[Any]) -> Video:
    """A row of `videos` as a video."""
    return Video(
        id=row.id,
        channel=row.channel,
        title=row.title,
        published_on=row.published_on,
        thumbnail=row.thumbnail,
        described_at=row.described_at,
    )


@frozen
class SqlVideos:
    """The videos of one transaction."""

    connection: Connection
    standing: Standing = field(default=Factory(lambda my: Standing(my.connection), takes_self=True))

    def get(self, video: VideoId) -> Video | None:
        row = self.connection.execute(select(videos).where(videos.c.id == video)).one_or_none()
        return None if row is None else from_row(row)

    def of(self, ids: Collection[VideoId]) -> Mapping[VideoId, Video]:
        found: dict[VideoId, Video] = {}
        for chunk in in_chunks(list(ids), _CHUNK):
            rows = self.connection.execute(select(videos).where(videos.c.id.in_(chunk)))
            found.update((row.id, from_row(row)) for row in rows)
        return found

    def titles(self, ids: Collection[VideoId]) -> Mapping[VideoId, str]:
        found: dict[VideoId, str] = {}
        for chunk in in_chunks(list(ids), _CHUNK):
            query = select(videos.c.id, videos.c.title).where(videos.c.id.in_(chunk))
            found.update((id_, title) for id_, title in self.connection.execute(query))
        return found

    def tracks_of(
        self, ids: Collection[VideoId], first: Month, last: Month
    ) -> Mapping[VideoId, Sequence[UsedTrack]]:
        """The tracks that each video used in these months, or else newest."""
        return track_claims.tracks_of(self.standing, ids, first, last)

    def carried(self, ids: Collection[VideoId], month: Month) -> Mapping[VideoId, CarriedTracks]:
        return track_claims.carried(self.standing, ids, month)

    def last_used(
        self, channels: Collection[PlatformChannelId], isrcs: Collection[Isrc]
    ) -> Mapping[Isrc, date]:
        if not channels or not isrcs:
            return {}
        named = listed(self.connection, (videos.c.channel,), [(each,) for each in channels])
        theirs = select(videos.c.id).where(
            is_one_of(self.connection.dialect.name, videos.c.channel, named)
        )
        known = track_claims.carried_by(self.standing, theirs, isrcs).subquery("known")
        newest = func.max(videos.c.published_on)
        query = select(known.c.isrc, newest).join_from(known, videos, videos.c.id == known.c.video)
        return dict(map(tuple, self.connection.execute(query.group_by(known.c.isrc))))

    def undescribed(self, limit: int, after: VideoId | None = None) -> Sequence[Video]:
        """Videos that the platform has not described, in order of id."""
        query = select(videos).where(videos.c.described_at.is_(None))
        if after is not None:
            query = query.where(videos.c.id > after)
        rows = self.connection.execute(query.order_by(videos.c.id).limit(limit))
        return [from_row(row) for row in rows]

    def described(self, changed: Iterable[Video]) -> None:
        """Keep what the platform said."""
        rows = [{**to_row(video), "key": video.id} for video in changed]
        if not rows:
            return
        names = ("title", "published_on", "thumbnail", "described_at")
        change = videos.update().where(videos.c.id == bindparam("key"))
        ids = [row["key"] for row in rows]
        self._record_days(ids)
        self.connection.execute(change.values({name: bindparam(name) for name in names}), rows)
        self._record_days(ids)

    def _record_days(self, ids: Sequence[str]) -> None:
        """The days on which these videos stand as published change for who held their channels."""
        for chunk in in_chunks(ids, _CHUNK):
            self.connection.execute(_PUBLISHED, {"ids": chunk})


def _published() -> Insert:
    day, span = videos.c.published_on, channel_spans.c
    held = and_(span.platform_id == videos.c.channel, span.from_day <= day)
    theirs = (
        select(span.holder, day, day.label("last"))
        .join_from(videos, channel_spans, held)
        .where(videos.c.id.in_(bindparam("ids", expanding=True)))
        .where(or_(span.until.is_(None), span.until > day))
    )
    return changes_from(theirs.distinct())


_PUBLISHED = _published()
