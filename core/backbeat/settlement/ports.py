"""What closing a month needs: figures, who earns, where settlements are stored."""

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
    """What a close shares out, and the files from which it comes."""

    def record_kinds(self) -> Sequence[Kind]: ...

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
        """What each record kind has for the month."""

    def overlaps(self, month: Month, kinds: Collection[Kind]) -> Sequence[RecordOverlap]:
        """Pairs of these kinds that report the same sort of money for the same videos."""

    def files_of(self, month: Month, kinds: Collection[Kind]) -> frozenset[str]: ...

    def suspended(self, month: Month, kinds: Collection[Kind]) -> int: ...

    def last_change(self) -> int:
        """The number of the newest change of report rows, whatever became of it."""

    def hold_files(self) -> None:
        """Let no file come, be undone or be released from before the transaction ends."""

    def mark_settled(self, month: Month, kinds: Collection[Kind]) -> None:
        """A close has used the month's figures of these kinds (FILE-11)."""


class Estimates(Protocol):
    """The weights by which confirmed figures are spread; a part of the statistics."""

    def daily_estimates(
        self,
        month: Month,
        splitting: Collection[Kind] | None = None,
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[DailyEstimate]:
        """The estimates of those of the channels' videos for which these kinds have no day, by
        channel, video, day.
        """

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
    """The titles of videos; a part of their repository."""

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
    """To whom tracks belong; a part of the catalogue."""

    def exclusive(self) -> frozenset[Isrc]: ...


class FeeRates(Protocol):
    def of_all(self, accounts: Collection[AccountId]) -> Mapping[AccountId, Sequence[FeeRate]]: ...


class Reports(Protocol):
    """The report files that were taken in; a part of their repository."""

    def meeting(self, platform: Platform, first: date, last: date) -> Sequence[ReportFile]: ...


class ReportRows(Protocol):
    """The report files' rows: for tracing money back to them, and for what came in a month."""

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
        """A page of the booked rows with money on these days or without a day, and the sums before
        it.

        They are as they were when that file was the newest. With `counting` only the part of each
        that counts is used, and rows of which nothing counts are left out.
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
        """The sums of all rows of which `page` returns a page, by video and by day."""


class Notifications(Protocol):
    def add_all(self, many: Sequence[Notification]) -> None:
        """Tell many accounts something at once."""


class SettlementRepository(Protocol):
    """Closes and adjustments, with what each was computed from."""

    def add(self, settlement: Settlement, groups: Iterable[Group]) -> None:
        """Store a settlement and its groups.

        Refuses with `AlreadyClosed` if the month has this revision; of two at once, one waits for
        the other and is refused.
        """

    def of(self, month: Month) -> Sequence[Settlement]: ...

    def groups(
        self, month: Month, revision: int, channels: Collection[ChannelId] | None = None
    ) -> Sequence[Group]:
        """The groups from which a settlement was computed, for these channels or all."""

    def all(self) -> Sequence[Settlement]:
        """Every settlement, the newest month first."""

    def last_closed(self) -> Month | None: ...


class SettledLineRepository(Protocol):
    """Lines of payment summaries that were settled without a file or taken back."""

    def add(self, line: SettledLine) -> None:
        """Store it; refuses with `LineSettled` if the line has this revision.

        Of two at once, one waits for the other and is refused.
        """

    def of(self, month: Month) -> Sequence[SettledLine]:
        """Every revision of the month's lines, by name and revision."""


class Runs(Protocol):
    """Which closes are running: an entry ends with its process, however that ends."""

    def closing(self) -> AbstractContextManager[None]:
        """Record a running close until the block ends; others may run at the same time."""

    def alone(self) -> AbstractContextManager[bool]:
        """Whether no close is running; if so, none can begin until the block ends."""


class Books(Protocol):
    """The records that a close reads and writes together."""

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
    """The records from which the effect of another rate is computed."""

    @property
    def figures(self) -> Held: ...

    @property
    def settlements(self) -> SettlementRepository: ...


class Progress(Protocol):
    """Told the progress of long work, for a progress bar or plain lines."""

    def __call__(self, done: int, of: int | None, what: str, /) -> None:
        """So many of `what` are done, out of how many, if that is known."""
