"""What campaigns need: where they are kept, who holds channels, what reports tell of videos."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Protocol

from backbeat.audit.ports import AuditTrail
from backbeat.campaigns.model import (
    Application,
    Bonus,
    Campaign,
    CampaignEntry,
    CampaignId,
    ListView,
)
from backbeat.catalogue.model import Track
from backbeat.channels.ports import ChannelRepository
from backbeat.figures.model import UsedTrack, VideoDay
from backbeat.jobs.ports import JobQueue
from backbeat.kernel.ids import AccountId, ChannelId, Isrc, PlatformChannelId, VideoId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import Page, PageRequest
from backbeat.ledger.ledger import Ledger
from backbeat.media.model import FileKey
from backbeat.notifications.model import Notification
from backbeat.policies.ports import PolicyRepository


class CampaignRepository(Protocol):
    """Campaigns and everything that takes part in them."""

    def add(self, campaign: Campaign) -> None: ...

    def get(self, campaign: CampaignId) -> Campaign | None: ...

    def lock(self, campaign: CampaignId) -> Campaign | None:
        """The campaign; nobody else changes it or what takes part in it until the transaction
        ends."""

    def save(self, campaign: Campaign) -> None:
        """Keep a change of one that is there; its files stay."""

    def all(self, page: PageRequest) -> Page[Campaign]:
        """Every campaign, the newest first."""

    def shown(
        self, view: ListView, account: AccountId, today: date, page: PageRequest
    ) -> Page[Campaign]:
        """Those that were opened, the newest first: open to entries, over, or joined by the
        account."""

    def counts(self, account: AccountId, today: date) -> Mapping[ListView, int]:
        """How many each view shows to the account."""

    def running(self) -> Sequence[CampaignId]:
        """Those that were opened and are not settled, in order of id."""

    def files(self) -> Iterator[FileKey]: ...

    def apply(self, application: Application) -> None: ...

    def application(self, campaign: CampaignId, channel: ChannelId) -> Application | None: ...

    def applications_of(
        self, account: AccountId, campaigns: Collection[CampaignId]
    ) -> Sequence[Application]:
        """Those of an account, the oldest first."""

    def enter(self, entry: CampaignEntry) -> None: ...

    def keep(self, entry: CampaignEntry) -> None:
        """Store what changed of one that is there already."""

    def entry(self, campaign: CampaignId, video: VideoId) -> CampaignEntry | None: ...

    def entry_of_channel(self, campaign: CampaignId, channel: ChannelId) -> CampaignEntry | None:
        """The one of the channel that takes part; there is one at most."""

    def entries(self, campaign: CampaignId) -> Sequence[CampaignEntry]:
        """All of a campaign's, refused ones too, the oldest first."""

    def entries_of(
        self, account: AccountId, campaigns: Collection[CampaignId]
    ) -> Sequence[CampaignEntry]:
        """Those that an account has entered, the oldest first."""

    def add_bonuses(self, bonuses: Sequence[Bonus]) -> None: ...

    def bonuses(self, campaign: CampaignId) -> Sequence[Bonus]:
        """What was posted for a campaign, by month, video and account."""

    def bonuses_of(self, account: AccountId, campaigns: Collection[CampaignId]) -> Sequence[Bonus]:
        """What was posted for the entries of an account, to whomever, by campaign, month and video."""


class Videos(Protocol):
    def tracks_of(
        self, videos: Collection[VideoId], first: Month, last: Month
    ) -> Mapping[VideoId, Sequence[UsedTrack]]: ...


class Tracks(Protocol):
    def of(self, isrcs: Collection[Isrc]) -> Mapping[Isrc, Track]: ...

    def known(self, isrcs: Collection[Isrc]) -> frozenset[Isrc]: ...


class Statistics(Protocol):
    def last_day(self) -> date | None: ...

    def video_days(
        self,
        channels: Collection[PlatformChannelId],
        first: date,
        last: date,
        video: VideoId | None = None,
    ) -> Iterator[VideoDay]: ...


class SomeAccount(Protocol):
    @property
    def is_deleted(self) -> bool: ...


class Accounts(Protocol):
    def get(self, account: AccountId) -> SomeAccount | None: ...


class Notifications(Protocol):
    def add(self, notification: Notification) -> None: ...


class Books(Protocol):
    """What a transaction about campaigns sees."""

    @property
    def accounts(self) -> Accounts: ...

    @property
    def audit(self) -> AuditTrail: ...

    @property
    def campaigns(self) -> CampaignRepository: ...

    @property
    def channels(self) -> ChannelRepository: ...

    @property
    def jobs(self) -> JobQueue: ...

    @property
    def ledger(self) -> Ledger: ...

    @property
    def notifications(self) -> Notifications: ...

    @property
    def policies(self) -> PolicyRepository: ...

    @property
    def statistics(self) -> Statistics: ...

    @property
    def tracks(self) -> Tracks: ...

    @property
    def videos(self) -> Videos: ...
