"""What videos brought, by the tracks that they use in the month (VIDEO-7, VIDEO-8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from backbeat.dashboards.model import Shared, TrackLine, TrackVideo, VideoRow
from backbeat.figures.model import CarriedTracks
from backbeat.figures.tracks import divided, shares
from backbeat.kernel.ids import Isrc, VideoId

Carried = Mapping[VideoId, CarriedTracks]


def by_track(
    rows: Iterable[VideoRow], carried: Carried, names: Mapping[Isrc, str]
) -> Sequence[TrackLine]:
    """The tracks of these videos, those that brought most first, then by code."""
    found: dict[Isrc, list[TrackVideo]] = defaultdict(list)
    for row in rows:
        for isrc, part in of_tracks(row, carried).items():
            found[isrc].append(part)
    lines = [
        TrackLine(
            isrc=isrc,
            name=names.get(isrc, isrc),
            videos=len(parts),
            shared=reduce(Shared.plus, (part.shared for part in parts)),
            used_on=max(part.row.published_on for part in parts),
            is_estimated=any(part.is_estimated for part in parts),
        )
        for isrc, parts in found.items()
    ]
    return sorted(lines, key=lambda line: (-line.shared.revenue_nanos, line.isrc))


def of_tracks(row: VideoRow, carried: Carried) -> Mapping[Isrc, TrackVideo]:
    """A video's figures by its tracks. Each figure is divided separately, and the parts add up to
    it.
    """
    tracks = carried.get(row.id)
    if tracks is None:
        return {}
    weights = tracks.weights
    figures = shares(row.shared.figures, weights)
    revenue, premium = (
        divided(nanos, weights) for nanos in (row.shared.revenue_nanos, row.shared.premium_nanos)
    )
    return {
        isrc: TrackVideo(
            row,
            Shared(figures[isrc], revenue[isrc], premium[isrc]),
            tracks=len(weights),
            is_estimated=tracks.is_estimated,
        )
        for isrc in weights
    }
