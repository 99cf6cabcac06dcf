"""What closing a month needs: figures, who earns, where settlements are kept."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import date
from typing import Protocol

from backbeat.accounts.model import Account, FeeRate
from backbeat.accounts.network.tree import AccountTree
from backbeat.audit.ports import AuditTrail
from backbeat.channels.model import Channel, ChannelSpan
from backbeat.figures.model import (
    ChannelSum,
    DailyEstimate,
    RecordFigure,
    RecordOverlap,
    RecordTotal,
    SpanEstimate,
    Video,
    VideoDay,
)
from backbeat.figures.ports import ConfirmedDays
from backbeat.figures.tracks import MonthTracks
from backbeat.jobs.ports import JobQueue
from backbeat.kernel.ids import AccountId, ChannelId, Isrc, PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.ledger import Ledger
from backbeat.mail.ports import Outbox
from backbeat.members import ports as members
from backbeat.notifications.model import Notification
from backbeat.platforms.kinds import Kind
from backbeat.platforms.model import Platform
from backbeat.policies.ports import PolicyRepository
from backbeat.report_files.model import (
    Counting,
    DayRows,
    ReportFile,
    RowOrigin,
    RowsPage,
    SumsBehind,
)
from backbeat.settlement.model import SettledLine, Settlement
from backbeat.settlement.packed import Group
from backbeat.webhooks.ports import WebhookRepository


class ConfirmedFigures(Protocol):
    """What a close shares out, and the files it comes from."""

    def record_kinds(self) -> Sequence[Kind]:
        """Every kind that may be settled, those of the operator's layouts included."""

    def sums(self, month: Month, kinds: Collection[Kind]) -> Iterator[ChannelSum]: ...

    def figures(
        self,
        month: Month,
        kinds: Collection[Kind],
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[RecordFigure]:
        """The channels' confirmed figures, ordered by channel, video, kind, day."""

    def tracks_with(self, month: Month, tracks: Collection[Isrc]) -> MonthTracks:
        """What carries any of these tracks in the month, with all of its tracks."""

    def of_tracks(
        self,
        month: Month,
        kinds: Collection[Kind],
        tracks: Collection[Isrc],
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[RecordFigure]:
        """What of the figures is of these tracks, row by row (VIDEO-8), in the order of `figures`;
        those without any of it are left out, and views are not told."""

    def kinds(self, month: Month) -> Sequence[Kind]: ...

    def totals(self, month: Month) -> Sequence[RecordTotal]:
        """What each record kind holds for the month."""

    def overlaps(self, month: Month, kinds: Collection[Kind]) -> Sequence[RecordOverlap]:
        """Pairs of these kinds that tell of the same sort of money for the same videos."""

    def files_of(self, month: Month, kinds: Collection[Kind]) -> frozenset[str]: ...

    def suspended(self, month: Month, kinds: Collection[Kind]) -> int: ...

    def last_change(self) -> int:
        """The number of the newest change of report rows, whatever became of it."""

    def hold_files(self) -> None:
        """Let no file come, be undone or be released from before the transaction ends."""

    def mark_settled(self, month: Month, kinds: Collection[Kind]) -> None:
        """A close has used the month's figures of these kinds (FILE-11)."""


class Estimates(Protocol):
    """What confirmed figures are spread by; a part of the statistics."""

    def daily_estimates(
        self,
        month: Month,
        splitting: Collection[Kind] | None = None,
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[DailyEstimate]:
        """The estimates of the channels' videos that these kinds have no day for, by channel,
        video, day."""

    def span_estimates(
        self, month: Month, channel: PlatformChannelId, starts: Sequence[int]
    ) -> Iterator[SpanEstimate]: ...

    def video_days(
        self,
        channels: Collection[PlatformChannelId],
        first: date,
        last: date,
        video: VideoId | None = None,
    ) -> Iterator[VideoDay]: ...


class Channels(Protocol):
    """Who earns on which days; a part of the channels' repository."""

    def of_platform(
        self, platform_ids: Collection[PlatformChannelId]
    ) -> Mapping[PlatformChannelId, Sequence[Channel]]: ...

    def get(self, channel: ChannelId) -> Channel | None:
        """One channel, deleted or not."""

    def hold_spans(self) -> None: ...

    def spans_between(
        self, first: date, last: date
    ) -> Iterator[tuple[PlatformChannelId, Sequence[ChannelSpan]]]: ...


class Videos(Protocol):
    """What videos are called; a part of their repository."""

    def of(self, videos: Collection[VideoId]) -> Mapping[VideoId, Video]: ...


class Accounts(Protocol):
    """Who stands below whom."""

    def by_email(self, email: str) -> Account | None: ...

    def get_all(self, ids: Collection[AccountId]) -> Mapping[AccountId, Account]: ...

    def family(self, account: AccountId) -> AccountTree: ...

    def upwards(self, accounts: Collection[AccountId]) -> AccountTree:
        """The places of these accounts and of all that stand or ever stood above them, deleted ones
        included."""


class Tracks(Protocol):
    """Whose the tracks are; a part of the catalogue."""

    def exclusive(self) -> frozenset[Isrc]: ...


class FeeRates(Protocol):
    def of_all(self, accounts: Collection[AccountId]) -> Mapping[AccountId, Sequence[FeeRate]]: ...


class Reports(Protocol):
    """The report files that were taken in; a part of their repository."""

    def meeting(self, platform: Platform, first: date, last: date) -> Sequence[ReportFile]: ...


class ReportRows(Protocol):
    """The report files' rows: to trace money back to them, and what came of a month."""

    def by_day(self, month: Month) -> Sequence[DayRows]: ...

    def summary(self, month: Month) -> Mapping[str, int]: ...

    def of(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        video: VideoId | None = None,
    ) -> Iterator[RowOrigin]:
        """The booked rows behind a channel's figures, in order of file and line."""

    def page(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        days: Sequence[tuple[date, date]],
        page: PageRequest,
        *,
        last_file: int,
        counting: Counting | None = None,
    ) -> RowsPage:
        """A page of the booked rows with money on these days or without one, and the sums before.

        They are as they were when that file was the newest. With `counting` only what counts of them
        is looked at, and those of which nothing does are left out.
        """

    def sums_behind(
        self,
        month: Month,
        channel: PlatformChannelId,
        kinds: Collection[Kind],
        days: Sequence[tuple[date, date]],
        *,
        last_file: int,
        counting: Counting | None = None,
    ) -> SumsBehind:
        """What the rows of `page` add up to, by video and by day."""


class Notifications(Protocol):
    def add_all(self, many: Sequence[Notification]) -> None:
        """Tell many accounts something at once."""


class SettlementRepository(Protocol):
    """Closes and adjustments, with what each was worked out from."""

    def add(self, settlement: Settlement, groups: Iterable[Group]) -> None:
        """Keep a settlement and its groups.

        Refuses with `AlreadyClosed` where the month has this revision; of two at once one waits
        for the other and is refused.
        """

    def of(self, month: Month) -> Sequence[Settlement]: ...

    def groups(
        self, month: Month, revision: int, channels: Collection[ChannelId] | None = None
    ) -> Sequence[Group]:
        """The groups that a settlement was worked out from, of these channels or all."""

    def all(self) -> Sequence[Settlement]:
        """Every settlement, the newest month first."""

    def last_closed(self) -> Month | None: ...


class SettledLineRepository(Protocol):
    """Lines of payment summaries that were settled without a file, and taken back."""

    def add(self, line: SettledLine) -> None:
        """Keep it; refuses with `LineSettled` where the line has this revision.

        Of two at once one waits for the other and is refused.
        """

    def of(self, month: Month) -> Sequence[SettledLine]:
        """The month's, every revision, by name and revision."""


class Runs(Protocol):
    """Which closes are at work: it ends with their process, however that ends."""

    def closing(self) -> AbstractContextManager[None]:
        """A close is at work until the block ends; others may be, too."""

    def alone(self) -> AbstractContextManager[bool]:
        """Whether no close is at work; then none begins until the block ends."""


class Books(Protocol):
    """The records a close reads and writes together."""

    @property
    def confirmed(self) -> ConfirmedFigures: ...

    @property
    def statistics(self) -> Estimates: ...

    @property
    def channels(self) -> Channels: ...

    @property
    def accounts(self) -> Accounts: ...

    @property
    def fee_rates(self) -> FeeRates: ...

    @property
    def tracks(self) -> Tracks: ...

    @property
    def videos(self) -> Videos: ...

    @property
    def reports(self) -> Reports: ...

    @property
    def report_rows(self) -> ReportRows: ...

    @property
    def confirmed_days(self) -> ConfirmedDays: ...

    @property
    def settlements(self) -> SettlementRepository: ...

    @property
    def settled_lines(self) -> SettledLineRepository: ...

    @property
    def policies(self) -> PolicyRepository: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def notifications(self) -> Notifications: ...

    @property
    def outbox(self) -> Outbox: ...

    @property
    def jobs(self) -> JobQueue: ...

    @property
    def webhooks(self) -> WebhookRepository: ...

    @property
    def audit(self) -> AuditTrail: ...


class Held(Protocol):
    """Which channels people have or had; a part of the dashboards' figures."""

    def channels_of(
        self, accounts: Collection[AccountId], *, deleted: bool = False
    ) -> Sequence[Channel]: ...


class RateBooks(members.Books, Protocol):
    """The records that tell what another rate would change."""

    @property
    def figures(self) -> Held: ...

    @property
    def settlements(self) -> SettlementRepository: ...


class Progress(Protocol):
    """Hears how far long work is; for a bar or plain lines."""

    def __call__(self, done: int, of: int | None, what: str, /) -> None:
        """So many of `what` are done, of how many, where that is known."""
