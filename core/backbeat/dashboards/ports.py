"""What dashboards read: figures by segment, and the names that go with them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Protocol

from backbeat.accounts.model import Account, FeeRate
from backbeat.accounts.network.tree import AccountTree
from backbeat.catalogue.model import Track
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Channel
from backbeat.dashboards.model import (
    ChannelRow,
    CountryViews,
    NetworkChange,
    NetworkDay,
    Published,
    Range,
    RolledUp,
    Segment,
    Shared,
    Sort,
    VideoRow,
)
from backbeat.figures.model import (
    CarriedTracks,
    DailyEstimate,
    DataCycle,
    Figures,
    RecordFigure,
    UsedTrack,
    Video,
    VideoDay,
)
from backbeat.figures.ports import ConfirmedDays
from backbeat.fx.ports import RateRepository
from backbeat.kernel.ids import AccountId, Isrc, PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.platforms.kinds import Kind
from backbeat.policies.ports import PolicyRepository
from backbeat.settings import RpmBase
from backbeat.settlement.model import Settlement


class FigureQueries(Protocol):
    """Sums of estimated figures over segments.

    A row counts in the one segment that contains its day. An account's part is computed by
    `rules.share`: once for each channel and day, and for single videos row by row (MONEY-12).
    Segments say whether their days' money is estimated or confirmed (DASH-15).
    """

    def channels_of(
        self, accounts: Collection[AccountId], *, deleted: bool = False
    ) -> Sequence[Channel]:
        """Channels that one of the accounts owns or ever held, by id; deleted ones if asked for."""

    def count_held(self, accounts: Collection[AccountId]) -> Mapping[ChannelStatus, int]:
        """How many channels these accounts hold now, by status; deleted ones do not count."""

    def views(
        self,
        segments: Sequence[Segment],
        videos: Mapping[PlatformChannelId, tuple[VideoId, VideoId]],
    ) -> Mapping[tuple[PlatformChannelId, VideoId], Figures]:
        """Views of all three sorts and nothing else, for a few neighbouring videos: for each
        channel those from the first to the last of `videos`, both included, in order of id.
        """

    def by_day(
        self, segments: Sequence[Segment], video: VideoId | None = None
    ) -> Mapping[date, Shared]:
        """Figures by day; of one video if it is given."""

    def by_channel(self, segments: Sequence[Segment]) -> Sequence[ChannelRow]:
        """Figures by channel, channels without any left out, in any order."""

    def revenue_by_channel(self, segments: Sequence[Segment]) -> Mapping[PlatformChannelId, int]:
        """The account's own part of each channel's revenue, in nano-USD."""

    def by_video(
        self,
        segments: Sequence[Segment],
        sort: Sort,
        base: RpmBase,
        page: PageRequest,
        search: str | None = None,
    ) -> Page[VideoRow]:
        """A page of videos with figures. `search` is a part of title or id, regardless of case."""

    def engaged_by_channel(
        self, segments: Sequence[Segment]
    ) -> Mapping[PlatformChannelId, Mapping[date, int]]:
        """Engaged views of each channel by day."""

    def engaged_by_video(
        self, segments: Sequence[Segment], videos: Collection[tuple[PlatformChannelId, VideoId]]
    ) -> Mapping[VideoId, Mapping[date, int]]: ...

    def published(self, segments: Sequence[Segment]) -> Mapping[date, Published]:
        """The channels' videos by the day on which they were published; days without any are left
        out.
        """

    def every_video(self, segments: Sequence[Segment]) -> Sequence[VideoRow]:
        """All videos with figures, in any order."""

    def by_country(self, segments: Sequence[Segment], video: VideoId) -> Sequence[CountryViews]:
        """A video's views by country, the most first."""


class NetworkDays(Protocol):
    """Days of accounts with others below them, added up in advance (DASH-23).

    Whatever changes a day that may be added up records a change in the same transaction: days of
    channels and videos, earning days, positions, rates, policies and closes. As long as a change is
    recorded, the days that it concerns do not count.
    """

    def rolled_up(self, account: AccountId) -> RolledUp | None: ...

    def every_rolled_up(self) -> Mapping[AccountId, RolledUp]: ...

    def days(self, account: AccountId, within: Range) -> Mapping[date, NetworkDay]:
        """What is kept of these days; a day on which there is nothing may be left out."""

    def changes(
        self, within: Range | None = None, most: int | None = None
    ) -> Sequence[NetworkChange]:
        """The recorded changes that concern one of these days, or all; up to `most`, in any order."""

    def managers(self) -> Sequence[AccountId]:
        """Everybody who may see the figures of accounts that are or were below."""

    def begin(self) -> int:
        """The number of a new run; what an earlier run would still write is dropped."""

    def keep(
        self,
        run: int,
        account: AccountId,
        rolled_up: RolledUp,
        parts: Sequence[Range],
        days: Mapping[date, NetworkDay],
    ) -> bool:
        """Replace what is kept of the parts, for a run; returns whether it is the newest one."""

    def finish(
        self, run: int, changes: Sequence[NetworkChange], gone: Collection[AccountId]
    ) -> bool:
        """Remove changes whose days were added up again, and everything of accounts that manage
        nobody any more.
        """


class Accounts(Protocol):
    def get(self, account: AccountId) -> Account | None: ...

    def by_email(self, email: str) -> Account | None:
        """The account whose log-in id this is."""

    def family(self, account: AccountId) -> AccountTree:
        """The places of everybody in the account's own tree."""

    def upwards(self, accounts: Collection[AccountId]) -> AccountTree:
        """These accounts and everybody who is or was above one of them."""

    def downwards(self, accounts: Collection[AccountId]) -> AccountTree:
        """These accounts and everybody who is or was below one of them."""


class FeeRates(Protocol):
    def of_all(self, accounts: Collection[AccountId]) -> Mapping[AccountId, Sequence[FeeRate]]: ...


class Videos(Protocol):
    def get(self, video: VideoId) -> Video | None:
        """The video, or None."""

    def titles(self, videos: Collection[VideoId]) -> Mapping[VideoId, str]: ...

    def tracks_of(
        self, videos: Collection[VideoId], first: Month, last: Month
    ) -> Mapping[VideoId, Sequence[UsedTrack]]:
        """The tracks that each video used in these months, both ends included."""

    def carried(self, videos: Collection[VideoId], month: Month) -> Mapping[VideoId, CarriedTracks]:
        """The same for one month, with the weights by which the tracks' figures are divided."""


class Tracks(Protocol):
    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Track]: ...


class ConfirmedFigures(Protocol):
    def record_kinds(self) -> Sequence[Kind]:
        """Every kind that may be settled, including those of the operator's layouts."""

    def of_channels(
        self, channels: Collection[PlatformChannelId], kinds: Mapping[Month, Collection[Kind]]
    ) -> Iterator[RecordFigure]:
        """The channels' confirmed figures of these months and kinds, by channel and video."""

    def videos(
        self, channels: Collection[PlatformChannelId], kinds: Mapping[Month, Collection[Kind]]
    ) -> int:
        """How many of the channels' videos have confirmed figures of these months and kinds."""

    def of_video(self, video: VideoId, first: Month, last: Month) -> Sequence[RecordFigure]:
        """A video's confirmed figures of those months, oldest first."""


class Statistics(Protocol):
    """How far the estimates reach, and the estimates by day."""

    def last_day(self) -> date | None:
        """The newest day for which there are estimates."""

    def data_cycle(self) -> DataCycle | None:
        """The span of all estimates, and when they last changed."""

    def daily_estimates(
        self,
        month: Month,
        splitting: Collection[Kind] | None = None,
        channels: Collection[PlatformChannelId] | None = None,
    ) -> Iterator[DailyEstimate]:
        """The channels' estimates of the month by channel, video, day: the weights of SETTLE-8.

        With `splitting`, only those of videos that have a figure of these kinds without a day.
        """

    def video_days(
        self,
        channels: Collection[PlatformChannelId],
        first: date,
        last: date,
        video: VideoId | None = None,
    ) -> Iterator[VideoDay]:
        """The channels' videos' daily figures, ordered by channel, day, video."""


class Settlements(Protocol):
    def of(self, month: Month) -> Sequence[Settlement]:
        """The month's close and its adjustments, in order of time."""


class Books(Protocol):
    """What one look of a dashboard sees."""

    @property
    def accounts(self) -> Accounts: ...

    @property
    def policies(self) -> PolicyRepository: ...

    @property
    def fee_rates(self) -> FeeRates: ...

    @property
    def videos(self) -> Videos: ...

    @property
    def tracks(self) -> Tracks: ...

    @property
    def confirmed(self) -> ConfirmedFigures: ...

    @property
    def statistics(self) -> Statistics:
        """How far the figures reach."""

    @property
    def confirmed_days(self) -> ConfirmedDays: ...

    @property
    def settlements(self) -> Settlements: ...

    @property
    def figures(self) -> FigureQueries: ...

    @property
    def network_days(self) -> NetworkDays: ...

    @property
    def rates(self) -> RateRepository: ...
