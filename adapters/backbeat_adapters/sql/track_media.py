"""Previews and covers of tracks in SQL; their files lie elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal

from attrs import frozen
from sqlalchemy import Column, Connection, Text, select

from backbeat.kernel.chunks import in_chunks
from backbeat.kernel.ids import Isrc
from backbeat.media.model import FileKey, KeptPreview, Measures, Media
from backbeat_adapters.sql.engine.schema import CODE, Big, Json, table
from backbeat_adapters.sql.engine.upserts import upsert

track_media = table(
    "track_media",
    Column("isrc", CODE, primary_key=True),
    Column("preview", Text),
    Column("preview_bytes", Big),
    Column("preview_milliseconds", Big),
    Column("loudness", Text),
    Column("peaks", Json),
    Column("cover", Text),
)
"""`loudness` is decimal text, in LUFS."""

_CHUNK = 500
_SHOWN = [
    track_media.c.isrc,
    track_media.c.preview,
    track_media.c.preview_bytes,
    track_media.c.preview_milliseconds,
    track_media.c.cover,
]


@frozen
class SqlTrackMedia:
    """Fulfils `TrackMedia`."""

    connection: Connection

    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Media]:
        found: dict[Isrc, Media] = {}
        for chunk in in_chunks(list(isrcs), _CHUNK):
            query = select(*_SHOWN).where(track_media.c.isrc.in_(chunk))
            for row in self.connection.execute(query):
                preview = (
                    None
                    if row.preview is None
                    else KeptPreview(row.preview, row.preview_bytes, row.preview_milliseconds)
                )
                found[row.isrc] = Media(preview, row.cover)
        return found

    def measures(self, isrc: Isrc) -> Measures | None:
        query = select(track_media.c.loudness, track_media.c.peaks).where(
            track_media.c.isrc == isrc, track_media.c.preview.is_not(None)
        )
        row = self.connection.execute(query).one_or_none()
        return None if row is None else Measures(Decimal(row.loudness), tuple(row.peaks))

    def put_preview(self, isrc: Isrc, preview: KeptPreview, measures: Measures) -> None:
        values = {
            "preview": preview.file,
            "preview_bytes": preview.size,
            "preview_milliseconds": preview.milliseconds,
            "loudness": str(measures.loudness),
            "peaks": list(measures.peaks),
        }
        upsert(self.connection, track_media, {"isrc": isrc}, values)

    def put_cover(self, isrc: Isrc, cover: FileKey) -> None:
        upsert(self.connection, track_media, {"isrc": isrc}, {"cover": cover})

    def files(self) -> Iterator[FileKey]:
        query = select(track_media.c.preview, track_media.c.cover)
        for row in self.connection.execute(query):
            yield from (key for key in row if key is not None)
