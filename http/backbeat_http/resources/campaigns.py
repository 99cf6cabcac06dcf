"""View campaigns: `campaign/*` (CAMPAIGN-1). Amounts are in USD."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Annotated

from attrs import frozen
from msgspec import Meta

from backbeat.campaigns.errors import (
    AlreadyApplied,
    AlreadyEntered,
    CampaignClosed,
    ForeignVideo,
    MadeBefore,
    NoShort,
    NotApplied,
    NotJoined,
    OtherSong,
    OtherVideoEntered,
    TargetReached,
    ThirdPartyMusic,
    TooEarly,
    TooShort,
)
from backbeat.campaigns.model import (
    Application,
    CampaignEntry,
    CampaignId,
    CampaignState,
    Closing,
    EntryState,
    Joined,
    ListView,
)
from backbeat.campaigns.operations import MEDIA_TYPES
from backbeat.campaigns.service import Campaigns, FileAddress
from backbeat.channels.errors import BadVideoAddress, VideoNotFetched
from backbeat.kernel.errors import FeatureOff, NotFound
from backbeat.kernel.ids import ChannelId, Isrc
from backbeat.limits.rules import CAMPAIGN_ENTRY
from backbeat.media.errors import AddressOver
from backbeat.media.model import FileKey
from backbeat.platforms.addresses import LONGEST_LINK
from backbeat.platforms.registry import platform_of
from backbeat.withdrawals.errors import ChannelNotApproved
from backbeat_http.caller import Caller
from backbeat_http.lanes import Lane
from backbeat_http.operation import FileAnswer, operation
from backbeat_http.pages import PageQuery, PageView
from backbeat_http.wire import Amount, Count, Instant, PlatformName, amount

Id = Annotated[str, Meta(max_length=64)]


@frozen
class CampaignListQuery(PageQuery):
    view: ListView = ListView.OPEN


@frozen
class CampaignQuery:
    id: Id


@frozen
class ApplyBody:
    """`channel` is the id of an approved channel that the caller holds."""

    id: Id
    channel: Id


@frozen
class ParticipateBody:
    """`url` is the address of a short."""

    id: Id
    url: Annotated[str, Meta(max_length=LONGEST_LINK)]


@frozen
class CampaignFileQuery:
    """The address of a file, as `campaign/resource` gave it."""

    id: Id
    key: Annotated[str, Meta(max_length=64)]
    expires: Count
    signature: Annotated[str, Meta(max_length=100)]


@frozen
class CampaignTrackView:
    """The track that shorts are made with."""

    isrc: str
    name: str
    artist: str


@frozen
class CampaignApplicationView:
    """A channel of the caller's that takes part."""

    channel: str
    name: str
    applied_on: date

    @classmethod
    def of(cls, application: Application, joined: Joined) -> CampaignApplicationView:
        name = joined.names.get(application.channel, "")
        return cls(application.channel, name, application.applied_on)


@frozen
class CampaignEntryView:
    """A short of the caller's: the views that count, and the bonus, of which `posted` is paid.

    What the operator has taken back again is `reversed`, and is in neither. `refused_code` says why it is out; it is null where the operator took it out.
    """

    video_id: str
    platform: PlatformName
    title: str
    thumbnail: str | None
    channel: str
    channel_name: str
    state: EntryState
    refused_code: Count | None
    refused_reason: str | None
    views: Count
    bonus: Amount
    posted: Amount
    reversed: Amount

    @classmethod
    def of(cls, entry: CampaignEntry, joined: Joined) -> CampaignEntryView:
        earned = joined.earned(entry)
        return cls(
            video_id=entry.video,
            platform=platform_of(entry.video).name,
            title=entry.title,
            thumbnail=entry.thumbnail,
            channel=entry.channel,
            channel_name=joined.names.get(entry.channel, ""),
            state=entry.state,
            refused_code=entry.refused_code,
            refused_reason=entry.refused_reason,
            views=entry.views,
            bonus=amount(earned.bonus),
            posted=amount(earned.paid),
            reversed=amount(earned.reversed),
        )


@frozen
class CampaignFileNameView:
    """A file to make the short with, before it opens; `size` is in bytes."""

    name: str
    size: Count


@frozen
class CampaignView:
    """A campaign with the caller's part in it.

    `rate` is for a thousand views, `goal` the views that the budget pays for, reached on
    `expected_on` at this week's speed (null where it ends before). Files open
    `opens_in` seconds from now; null where the caller has not joined.
    """

    id: str
    title: str
    text: str
    state: CampaignState
    closed_for: Closing | None
    track: CampaignTrackView
    rate: Amount
    budget: Amount
    goal: Count
    view_target: Count | None
    views: Count
    counted_until: date | None
    expected_on: date | None
    until: date
    min_seconds: Count
    files: list[CampaignFileNameView]
    opens_in: Count | None
    applications: list[CampaignApplicationView]
    entries: list[CampaignEntryView]

    @classmethod
    def of(
        cls, joined: Joined, tracks: Mapping[Isrc, tuple[str, str]], opens_in: int | None
    ) -> CampaignView:
        campaign = joined.campaign
        name, artist = tracks.get(campaign.track, (campaign.track, ""))
        return cls(
            id=campaign.id,
            title=campaign.title,
            text=campaign.text,
            state=joined.state,
            closed_for=joined.closing,
            track=CampaignTrackView(campaign.track, name, artist),
            rate=amount(campaign.rate),
            budget=amount(campaign.budget),
            goal=campaign.goal,
            view_target=campaign.view_target,
            views=campaign.views,
            counted_until=campaign.counted_until,
            expected_on=campaign.expected_on,
            until=campaign.until,
            min_seconds=campaign.min_seconds,
            files=[CampaignFileNameView(each.name, each.size) for each in campaign.files],
            opens_in=opens_in,
            applications=[CampaignApplicationView.of(each, joined) for each in joined.applications],
            entries=[CampaignEntryView.of(each, joined) for each in joined.entries],
        )


@frozen
class CampaignCountsView:
    """How many campaigns each view shows."""

    open: Count
    mine: Count
    over: Count

    @classmethod
    def of(cls, counts: Mapping[ListView, int]) -> CampaignCountsView:
        return cls(counts[ListView.OPEN], counts[ListView.MINE], counts[ListView.OVER])


@frozen
class CampaignListView(PageView[CampaignView]):
    """Campaigns of one view, with the counts of all of them."""

    counts: CampaignCountsView


@frozen
class CampaignFileView:
    """A file to make the short with; `url` is a path of this site that holds for a while."""

    name: str
    media_type: str
    size: Count
    url: str
    expires_at: Instant

    @classmethod
    def of(cls, which: str, address: FileAddress) -> CampaignFileView:
        file = address.file
        asked = f"id={which}&key={file.key}&expires={address.expires}"
        return cls(
            file.name,
            file.media_type,
            file.size,
            f"/api/campaign/file?{asked}&signature={address.signature}",
            address.expires_at,
        )


@frozen
class CampaignFilesView:
    items: list[CampaignFileView]


@frozen
class CampaignsResource:
    """Answers `campaign/*`."""

    campaigns: Campaigns

    @operation("listCampaigns", refuses=(FeatureOff,))
    def on_get_list(self, caller: Caller, query: CampaignListQuery) -> CampaignListView:
        """Campaigns that are open, over, or joined by the caller, the newest first."""
        found = self.campaigns.list(caller.account, query.view, query.page_request)
        tracks = self.campaigns.track_names([each.campaign for each in found.page.items])
        return CampaignListView.of(
            found.page,
            lambda each: CampaignView.of(each, tracks, self.campaigns.opens_in(each)),
            counts=CampaignCountsView.of(found.counts),
        )

    @operation("getCampaign", refuses=(FeatureOff, NotFound))
    def on_get_detail(self, caller: Caller, query: CampaignQuery) -> CampaignView:
        """One campaign, with the caller's channels and entries in it."""
        return self._view(self.campaigns.show(caller.account, CampaignId(query.id)))

    @operation(
        "applyToCampaign",
        refuses=(
            FeatureOff,
            NotFound,
            AlreadyApplied,
            TargetReached,
            CampaignClosed,
            ChannelNotApproved,
        ),
    )
    def on_post_apply(self, caller: Caller, body: ApplyBody) -> CampaignView:
        """Take part with a channel; its views count from today on."""
        which, channel = CampaignId(body.id), ChannelId(body.channel)
        return self._view(self.campaigns.apply(caller.account, which, channel))

    @operation(
        "enterCampaign",
        limit=CAMPAIGN_ENTRY,
        lane=Lane.PLATFORM,
        refuses=(
            FeatureOff,
            NotFound,
            CampaignClosed,
            BadVideoAddress,
            VideoNotFetched,
            ForeignVideo,
            NotApplied,
            AlreadyEntered,
            OtherVideoEntered,
            NoShort,
            MadeBefore,
            TooShort,
            ThirdPartyMusic,
            OtherSong,
        ),
    )
    def on_post_participate(self, caller: Caller, body: ParticipateBody) -> CampaignView:
        """Enter a short by its address; one that is refused is not kept."""
        return self._view(self.campaigns.enter(caller.account, CampaignId(body.id), body.url))

    @operation("listCampaignFiles", refuses=(FeatureOff, NotFound, NotJoined, TooEarly))
    def on_get_resource(self, caller: Caller, query: CampaignQuery) -> CampaignFilesView:
        """The campaign's files, once the caller has joined and waited."""
        found = self.campaigns.resources(caller.account, CampaignId(query.id))
        return CampaignFilesView([CampaignFileView.of(query.id, each) for each in found])

    @operation(
        "downloadCampaignFile",
        files=tuple(MEDIA_TYPES.values()),
        refuses=(FeatureOff, NotFound, AddressOver),
    )
    def on_get_file(self, query: CampaignFileQuery) -> FileAnswer:
        """What is behind an address of a file; whoever has it gets the file, for a while."""
        file, content = self.campaigns.file(
            CampaignId(query.id), FileKey(query.key), query.expires, query.signature
        )
        return FileAnswer(content, file.media_type, file.name)

    def _view(self, joined: Joined) -> CampaignView:
        tracks = self.campaigns.track_names([joined.campaign])
        return CampaignView.of(joined, tracks, self.campaigns.opens_in(joined))
