"""Which track a row's money belongs to: a fact of its month (VIDEO-7, VIDEO-8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from attrs import field, frozen

from backbeat.figures.model import Figures, UsedTrack
from backbeat.kernel.ids import Isrc, VideoId
from backbeat.kernel.months import Month

Weights = Mapping[Isrc, int]
"""The tracks that a video or asset uses in a month, each with what its claims earned, in nano-USD.
"""

NOT_KNOWN: Weights = {}


class Claim(NamedTuple):
    """What a month's rows together say about a video, an asset and a track, any of which may be
    blank.

    `nanos` is what it earned according to record kinds.
    """

    video: VideoId
    asset: str
    isrc: str
    nanos: int


@frozen
class MonthTracks:
    """The tracks that the assets and videos of a month use, according to the month's own files."""

    assets: Mapping[str, Weights] = field(factory=dict)
    videos: Mapping[VideoId, Weights] = field(factory=dict)

    @classmethod
    def of(cls, named: Iterable[Claim], claims: Iterable[Claim]) -> MonthTracks:
        """From the tracks of assets, and the claims of videos by track code or by asset."""
        assets: dict[str, dict[Isrc, int]] = defaultdict(lambda: defaultdict(int))
        for claim in named:
            assets[claim.asset][Isrc(claim.isrc)] += claim.nanos
        videos: dict[VideoId, dict[Isrc, int]] = defaultdict(lambda: defaultdict(int))
        for claim in claims:
            carried = {Isrc(claim.isrc): 0} if claim.isrc else assets.get(claim.asset, NOT_KNOWN)
            for isrc, nanos in divided(claim.nanos, carried).items():
                videos[claim.video][isrc] += nanos
        return cls(assets, videos)

    def of_row(self, isrc: str, asset: str, video: VideoId) -> Weights:
        """The tracks of a row, by the most specific thing that it names; none if they are not known
        yet.
        """
        if isrc:
            return {Isrc(isrc): 0}
        if asset:
            return self.assets.get(asset, NOT_KNOWN)
        return self.videos.get(video, NOT_KNOWN)

    def part_of(
        self, amount: int, isrc: str, asset: str, video: VideoId, tracks: Collection[Isrc]
    ) -> int:
        """The part of a row's amount that belongs to these tracks."""
        parts = divided(amount, self.of_row(isrc, asset, video))
        return sum(part for code, part in parts.items() if code in tracks)


def divided(amount: int, weights: Weights) -> dict[Isrc, int]:
    """The amount in whole parts by positive weight, in equal parts if there is none; they add up to
    it.

    What rounding down leaves goes to the largest remainders, and among equal ones to the codes that
    come first. A negative amount is divided like its opposite.
    """
    if len(weights) < 2:
        return dict.fromkeys(weights, amount)
    some = {isrc: max(weight, 0) for isrc, weight in weights.items()}
    if not any(some.values()):
        some = dict.fromkeys(some, 1)
    whole, sign = sum(some.values()), -1 if amount < 0 else 1
    exact = {isrc: divmod(abs(amount) * weight, whole) for isrc, weight in some.items()}
    left = abs(amount) - sum(part for part, _ in exact.values())
    first = set(sorted(exact, key=lambda isrc: (-exact[isrc][1], isrc))[:left])
    return {isrc: sign * (part + (isrc in first)) for isrc, (part, _) in exact.items()}


def shares(figures: Figures, weights: Weights) -> dict[Isrc, Figures]:
    """The figures of a row by its tracks, each figure divided separately."""
    if len(weights) < 2:
        return dict.fromkeys(weights, figures)
    parts = [divided(figure, weights) if figure else {} for figure in figures]
    return {isrc: Figures(*(part.get(isrc, 0) for part in parts)) for isrc in weights}


def used(
    claimed: Mapping[Month, Collection[Isrc]], first: Month, last: Month
) -> tuple[UsedTrack, ...]:
    """The tracks of a video from one month to another, in order, by the months in which it was
    claimed.

    If it was claimed in none of these, they are the newest ones it has, as an estimate (VIDEO-9).
    """
    told = [month for month in claimed if first <= month <= last]
    months = told or [max(claimed)] if claimed else []
    tracks = {isrc for month in months for isrc in claimed[month]}
    return tuple(UsedTrack(isrc, is_estimated=not told) for isrc in sorted(tracks))
