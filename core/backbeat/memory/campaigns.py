"""Campaigns in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date

from attrs import define, field

from backbeat.campaigns.model import (
    Application,
    Bonus,
    Campaign,
    CampaignEntry,
    CampaignId,
    ListView,
)
from backbeat.kernel.ids import AccountId, ChannelId, VideoId
from backbeat.kernel.pages import Page, PageRequest
from backbeat.media.model import FileKey
from backbeat.memory.locks import Locks

CAMPAIGN = "campaign"


@define(eq=False)
class MemoryCampaigns:
    _locks: Locks
    kept: dict[CampaignId, Campaign] = field(factory=dict)
    applied: dict[tuple[CampaignId, ChannelId], Application] = field(factory=dict)
    entered: dict[tuple[CampaignId, VideoId], CampaignEntry] = field(factory=dict)
    posted: list[Bonus] = field(factory=list)

    def add(self, campaign: Campaign) -> None:
        self._locks.take(CAMPAIGN, campaign.id)
        self.kept[campaign.id] = campaign

    def get(self, campaign: CampaignId) -> Campaign | None:
        return self.kept.get(campaign)

    def lock(self, campaign: CampaignId) -> Campaign | None:
        self._locks.take(CAMPAIGN, campaign)
        return self.kept.get(campaign)

    def save(self, campaign: Campaign) -> None:
        self._locks.require(CAMPAIGN, campaign.id)
        self.kept[campaign.id] = campaign

    def all(self, page: PageRequest) -> Page[Campaign]:
        return page.of(self._newest_first())

    def shown(
        self, view: ListView, account: AccountId, today: date, page: PageRequest
    ) -> Page[Campaign]:
        mine = {each.campaign for each in self.applied.values() if each.account == account}
        return page.of(
            [
                each
                for each in self._newest_first()
                if each.opened_on is not None and _fits(view, each, mine, today)
            ]
        )

    def counts(self, account: AccountId, today: date) -> Mapping[ListView, int]:
        one = PageRequest(size=1)
        return {view: self.shown(view, account, today, one).total or 0 for view in ListView}

    def running(self) -> Sequence[CampaignId]:
        found = self.kept.values()
        return sorted(each.id for each in found if each.opened_on and not each.is_settled)

    def files(self) -> Iterator[FileKey]:
        return (file.key for each in self.kept.values() for file in each.files)

    def apply(self, application: Application) -> None:
        self.applied[application.campaign, application.channel] = application

    def application(self, campaign: CampaignId, channel: ChannelId) -> Application | None:
        return self.applied.get((campaign, channel))

    def applications_of(
        self, account: AccountId, campaigns: Collection[CampaignId]
    ) -> Sequence[Application]:
        found = self.applied.values()
        own = [each for each in found if each.account == account and each.campaign in campaigns]
        return sorted(own, key=lambda each: (each.applied_at, each.channel))

    def enter(self, entry: CampaignEntry) -> None:
        self.keep(entry)

    def keep(self, entry: CampaignEntry) -> None:
        self.entered[entry.campaign, entry.video] = entry

    def entry(self, campaign: CampaignId, video: VideoId) -> CampaignEntry | None:
        return self.entered.get((campaign, video))

    def entry_of_channel(self, campaign: CampaignId, channel: ChannelId) -> CampaignEntry | None:
        own = (each for each in self.entries(campaign) if each.channel == channel)
        return next((each for each in own if each.takes_part), None)

    def entries(self, campaign: CampaignId) -> Sequence[CampaignEntry]:
        found = (each for each in self.entered.values() if each.campaign == campaign)
        return sorted(found, key=_place)

    def entries_of(
        self, account: AccountId, campaigns: Collection[CampaignId]
    ) -> Sequence[CampaignEntry]:
        found = self.entered.values()
        own = (each for each in found if each.account == account and each.campaign in campaigns)
        return sorted(own, key=_place)

    def add_bonuses(self, bonuses: Sequence[Bonus]) -> None:
        self.posted.extend(bonuses)

    def bonuses(self, campaign: CampaignId) -> Sequence[Bonus]:
        found = (each for each in self.posted if each.campaign == campaign)
        return sorted(found, key=lambda each: (each.month, each.video, each.account))

    def bonuses_of(self, account: AccountId, campaigns: Collection[CampaignId]) -> Sequence[Bonus]:
        own = {(each.campaign, each.video) for each in self.entries_of(account, campaigns)}
        found = (each for each in self.posted if (each.campaign, each.video) in own)
        return sorted(found, key=lambda each: (each.campaign, each.month, each.video, each.account))

    def _newest_first(self) -> Sequence[Campaign]:
        found = self.kept.values()
        return sorted(found, key=lambda each: (each.created_at, each.id), reverse=True)


def _fits(view: ListView, campaign: Campaign, mine: Collection[CampaignId], today: date) -> bool:
    match view:
        case ListView.MINE:
            return campaign.id in mine
        case ListView.OVER:
            return campaign.closing(today) is not None
    return campaign.closing(today) is None


def _place(entry: CampaignEntry) -> tuple[object, ...]:
    return entry.entered_at, entry.video
