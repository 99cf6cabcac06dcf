"""An Excel report: who asked for what, how far it is, and what a row of it contains."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from enum import StrEnum
from typing import NamedTuple

from attrs import evolve, frozen

from backbeat.dashboards.model import TrackName
from backbeat.fx.model import FxRate
from backbeat.kernel.ids import AccountId, ChannelId, ExportId
from backbeat.kernel.languages import Language
from backbeat.kernel.months import Month
from backbeat.platforms.model import Platform


class ExportStatus(StrEnum):
    """The report's state; a failure is an end too (EXPORT-1)."""

    PENDING = "pending"
    PROCESSING = "processing"
    END = "end"


@frozen
class ExportRequest:
    """Which months, both included, and whose videos: those of one channel, or of an account below."""

    first: Month
    last: Month
    channel: ChannelId | None = None
    subaccount: str | None = None


@frozen
class Export:
    """A report that was requested.

    Its instants are security time (DAY-8). The rate is the one in force when it was requested;
    every amount is converted at it (FX-3).
    """

    id: ExportId
    account: AccountId
    request: ExportRequest
    rate: FxRate
    language: Language
    asked_at: datetime
    status: ExportStatus = ExportStatus.PENDING
    rows: int | None = None
    failed: bool = False
    ended_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether it is still to be made."""
        return self.status is not ExportStatus.END

    @property
    def file_name(self) -> str | None:
        """The name of its file; None while there is none."""
        if self.is_open or self.failed:
            return None
        return f"earnings-{self.request.first}-{self.request.last}.xlsx"

    def begun(self) -> Export:
        """Taken up by a worker, for the first time or again."""
        return evolve(self, status=ExportStatus.PROCESSING)

    def done(self, rows: int, at: datetime) -> Export:
        return evolve(self, status=ExportStatus.END, rows=rows, ended_at=at)

    def given_up(self, at: datetime) -> Export:
        """Ended without a file."""
        return evolve(self, status=ExportStatus.END, failed=True, ended_at=at)


class Progress(NamedTuple):
    """How many of a report's videos have been gone through."""

    done: int
    total: int


class SheetRow(NamedTuple):
    """A video in the report. Money is in the report's currency, with up to nine decimals.

    If it has no tracks, it is not known yet which it uses (VIDEO-9). Ratios are None without views;
    `gross` is None for those who do not see it (EXPORT-4).
    """

    platform: Platform
    channel: str
    video: str
    title: str
    tracks: tuple[TrackName, ...]
    views: int
    engaged_views: int
    premium_views: int
    premium_ratio: Decimal | None
    rpm: Decimal | None
    revenue: Decimal
    gross: Decimal | None
