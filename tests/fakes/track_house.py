"""Books into which made-up files of several months come, and what they say by track."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import define
from tests.fakes import report_files as fake
from tests.fakes.standins import FixedClock

from backbeat.figures.model import CarriedTracks, UsedTrack
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.staging import MemoryStaging
from backbeat.platforms.registry import RECORD_KINDS
from backbeat.report_files.model import Grouping, ReportFile
from backbeat.report_files.service import Ingestion
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

OPERATOR = Actor.operator("ann")
CHANNEL = PlatformChannelId("UC000000000000000000001A")

HEADERS = {
    "claim_raw": fake.CLAIM_HEADER,
    "ADJ_claim_raw": fake.CLAIM_HEADER,
    "red_music_rawdata_video": fake.RED_HEADER,
    "asset_raw": fake.ASSET_HEADER,
    "content_owner_estimated_revenue": fake.ESTIMATED_HEADER,
    "own_daily": fake.DAILY_HEADER,
}


def red_row(day: str, video: str, asset: str, revenue: str, country: str = "KR") -> fake.Row:
    """A line of the subscription claims."""
    return {
        "Adjustment Type": "None",
        "Day": day,
        "Country": country,
        "Video ID": video,
        "Content Type": "UGC",
        "Channel ID": CHANNEL[2:],
        "Claim Type": "Audio",
        "Multiple Claims?": "No",
        "Asset ID": asset,
        "Policy": "Monetize",
        "Owned Views": 10,
        "Partner Revenue": revenue,
    }


def asset_row(day: str, asset: str, isrc: str, country: str = "KR") -> fake.Row:
    """A line that says which track an asset is."""
    return {
        "Adjustment Type": "None",
        "Day": day,
        "Country": country,
        "Asset ID": asset,
        "ISRC": isrc,
        "Owned Views": 1,
        "Partner Revenue": "1",
    }


@define
class TrackHouse:
    """Nobody's channel: rows in suspense are shown as all others are."""

    transactions: Any
    ingestion: Ingestion
    folder: Path

    @classmethod
    def over(cls, transactions: Any, clock: FixedClock, folder: Path) -> TrackHouse:
        staging: Any = (
            MemoryStaging(transactions)
            if isinstance(transactions, MemoryTransactions)
            else SqlStaging(transactions)
        )
        return cls(transactions, Ingestion(transactions, staging, DiskReports(), clock), folder)

    def take(self, kind: str, month: Month, *rows: fake.Row, **options: Any) -> ReportFile:
        """A file of that kind and month with these rows."""
        name = f"YouTube_Label_M_{month.first:%Y%m%d}_{month.last:%Y%m%d}_{kind}_v1-1.csv"
        path = fake.write(self.folder / name, fake.text_of(HEADERS[kind], rows))
        return self.ingestion.ingest(path, OPERATOR, **options).file

    def undo(self, file: ReportFile) -> None:
        self.ingestion.undo(file.id, OPERATOR)

    def nanos(self, kind: str, month: Month) -> dict[str, int]:
        """What the rows of a kind earned in a month, by track; a blank one is not known yet."""
        lines = self.ingestion.shown(Grouping.ISRC, month=month)
        return {ln.name: ln.figures.revenue_nanos for ln in lines if ln.kind == kind}

    def tracks(self, video: str, first: Month, last: Month) -> Sequence[UsedTrack]:
        """What a video uses in these months."""
        with self.transactions.look() as books:
            found: dict[str, Sequence[UsedTrack]] = books.videos.tracks_of([video], first, last)
        return found.get(video, ())

    def carried(self, video: str, month: Month) -> CarriedTracks | None:
        """What a video's figures of a month are divided by."""
        with self.transactions.look() as books:
            found: dict[str, CarriedTracks] = books.videos.carried([video], month)
        return found.get(video)

    def figures(self, month: Month) -> list[Any]:
        """Every figure of a month, by every key there is; what is estimated of tracks is not."""
        with self.transactions.look() as books:
            videos = [VideoId(name) for name in "abc"]
            used = books.videos.tracks_of(videos, month, month)
            kept = [
                list(books.confirmed.figures(month, RECORD_KINDS)),
                books.confirmed.totals(month),
                list(books.statistics.video_days([CHANNEL], month.first, month.last)),
                {v: tracks for v, tracks in used.items() if not tracks[0].is_estimated},
            ]
        return [*kept, *(self._by(grouping, month) for grouping in Grouping)]

    def _by(self, grouping: Grouping, month: Month) -> list[tuple[Any, ...]]:
        lines = self.ingestion.shown(grouping, month=month)
        return [(line.kind, line.name, line.rows, line.figures) for line in lines]
