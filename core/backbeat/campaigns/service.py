"""Taking part: looking at campaigns, applying with a channel, entering a short, fetching files."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from attrs import frozen

from backbeat import settings
from backbeat.campaigns import rules
from backbeat.campaigns.bonuses import reversed_by_video
from backbeat.campaigns.counting import record
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
    Campaign,
    CampaignEntry,
    CampaignFile,
    CampaignId,
    EntryState,
    Joined,
    Listed,
    ListView,
)
from backbeat.campaigns.ports import Books
from backbeat.channels.errors import VideoNotFetched
from backbeat.channels.model import Channel, ChannelStatus
from backbeat.channels.platform import PlatformUnavailable, PlatformVideo, VideoPlatforms
from backbeat.channels.video_links import fetched, video_named
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.clock import Clock
from backbeat.kernel.errors import FeatureOff, NotFound
from backbeat.kernel.ids import AccountId, ChannelId, Isrc, VideoId
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.kernel.transactions import Transactions
from backbeat.media.errors import AddressOver
from backbeat.media.model import FileKey
from backbeat.media.ports import FileStore, Signer
from backbeat.media.rules import end_of_address
from backbeat.platforms.registry import platform_of
from backbeat.withdrawals.errors import ChannelNotApproved


@frozen
class FileAddress:
    """A file, and where it can be fetched until `expires`, in seconds since 1970."""

    file: CampaignFile
    expires: int
    signature: str

    @property
    def expires_at(self) -> datetime:
        return datetime.fromtimestamp(self.expires, UTC)


@frozen
class Campaigns:
    """What creators do. `business` dates acts, `security` the addresses of files (DAY-7, DAY-8)."""

    transactions: Transactions[Books]
    business: Clock
    security: Clock
    platforms: VideoPlatforms
    files: FileStore
    signer: Signer
    terms: settings.Campaign
    features: settings.Features

    def list(self, account: AccountId, view: ListView, page: PageRequest) -> Listed:
        """Campaigns that were opened, the newest first, each as the account sees it."""
        self._require_on()
        today = self.business.today()
        with self.transactions.look() as books:
            found = books.campaigns.shown(view, account, today, page)
            counts = books.campaigns.counts(account, today)
            seen = {each.campaign.id: each for each in self._seen(books, account, found.items)}
        return Listed(found.map(lambda campaign: seen[campaign.id]), counts)

    def show(self, account: AccountId, which: CampaignId) -> Joined:
        """One campaign as the account sees it."""
        self._require_on()
        with self.transactions.look() as books:
            (seen,) = self._seen(books, account, [_opened(books.campaigns.get(which))])
        return seen

    def track_names(self, campaigns: Sequence[Campaign]) -> dict[Isrc, tuple[str, str]]:
        with self.transactions.look() as books:
            found = books.tracks.of({each.track for each in campaigns})
        return {isrc: (track.name, track.artist) for isrc, track in found.items()}

    def apply(self, account: AccountId, which: CampaignId, channel: ChannelId) -> Joined:
        """Take part with an approved channel that the account holds; its views count from today on.

        Refuses with `NotFound`, `ChannelNotApproved`, 60001, 60000 and, once it is closed, 60011.
        """
        self._require_on()
        with self.transactions.begin() as books:
            campaign = _opened(books.campaigns.lock(which))
            found = books.channels.get(channel)
            if found is None or found.is_deleted or found.holder != account:
                raise NotFound()
            if books.campaigns.application(which, channel) is not None:
                raise AlreadyApplied()
            if campaign.is_full:
                raise TargetReached()
            self._require_open(campaign)
            if found.status is not ChannelStatus.APPROVED:
                raise ChannelNotApproved()
            act = self._act(account)
            books.campaigns.apply(Application(which, channel, account, act.day, act.at))
            record(books, act, "applied", which, channel=channel)
            (seen,) = self._seen(books, account, [campaign])
        return seen

    def enter(self, account: AccountId, which: CampaignId, address: str) -> Joined:
        """Enter a short by its address; what is refused is not kept.

        Refuses with `NotFound`, 60011, 70001, 70000, 60004, 60005, 60002, 60003, 60006, 60007,
        60013 and, where the video's music is known, with 60010 and 60012. Where nothing is known
        of it yet the entry is checking.
        """
        self._require_on()
        with self.transactions.look() as books:
            self._require_open(_opened(books.campaigns.get(which)))
        video = fetched(self.platforms, video_named(address))
        if video is None:
            raise VideoNotFetched()
        is_short = self._is_short(video)
        with self.transactions.begin() as books:
            campaign = _opened(books.campaigns.lock(which))
            self._require_open(campaign)
            channel = _own_channel(books, account, video)
            application = books.campaigns.application(which, channel.id)
            if application is None:
                raise NotApplied()
            if books.campaigns.entry(which, video.id) is not None:
                raise AlreadyEntered()
            if books.campaigns.entry_of_channel(which, channel.id) is not None:
                raise OtherVideoEntered()
            if not is_short:
                raise NoShort()
            if video.published_at < application.applied_at:
                raise MadeBefore()
            if (video.seconds or 0) < campaign.min_seconds:
                raise TooShort(seconds=campaign.min_seconds)
            act = self._act(account)
            books.campaigns.enter(
                CampaignEntry(
                    campaign=which,
                    video=video.id,
                    channel=channel.id,
                    account=account,
                    title=video.title,
                    thumbnail=video.thumbnail,
                    counts_from=application.applied_on,
                    entered_at=act.at,
                    state=self._state(books, campaign, application, video.id),
                )
            )
            record(books, act, "entered", which, channel=channel.id, video=video.id)
            (seen,) = self._seen(books, account, [campaign])
        return seen

    def resources(self, account: AccountId, which: CampaignId) -> Sequence[FileAddress]:
        """The campaign's files, each at an address that holds for a while.

        Refuses with 60008 an account none of whose channels has joined, and with 60009 until
        the wait since the first one joined is over.
        """
        self._require_on()
        with self.transactions.look() as books:
            campaign = _opened(books.campaigns.get(which))
            joined = books.campaigns.applications_of(account, [which])
        if not joined:
            raise NotJoined()
        if left := self._seconds_left(joined[0]):
            raise TooEarly(seconds=left)
        expires = end_of_address(self.security.now())
        return [
            FileAddress(file, expires, self.signer.sign(_signed(which, file.key, expires)))
            for file in campaign.files
        ]

    def file(
        self, which: CampaignId, key: FileKey, expires: int, signature: str
    ) -> tuple[CampaignFile, bytes]:
        """What is behind an address that `resources` gave; refuses with `AddressOver`."""
        self._require_on()
        is_over = self.security.now().timestamp() >= expires
        if is_over or not self.signer.fits(_signed(which, key, expires), signature):
            raise AddressOver()
        with self.transactions.look() as books:
            campaign = _opened(books.campaigns.get(which))
        found = next((each for each in campaign.files if each.key == key), None)
        content = None if found is None else self.files.open(key)
        if found is None or content is None:
            raise NotFound()
        with content:
            return found, content.read()

    def opens_in(self, joined: Joined) -> int | None:
        """In how many seconds the files open; None where the account has not joined."""
        return self._seconds_left(joined.applications[0]) if joined.applications else None

    # -- parts

    def _seconds_left(self, first: Application) -> int:
        opens_at = first.applied_at + timedelta(seconds=self.terms.download_wait_seconds)
        return max(0, -((self.business.now() - opens_at) // timedelta(seconds=1)))

    def _act(self, account: AccountId) -> ActContext:
        return ActContext(Actor.account(account), self.business.today(), self.business.now())

    def _require_on(self) -> None:
        if not self.features.campaigns:
            raise FeatureOff()

    def _require_open(self, campaign: Campaign) -> None:
        if campaign.closing(self.business.today()) is not None:
            raise CampaignClosed()

    def _is_short(self, video: PlatformVideo) -> bool:
        way = self.platforms.of(platform_of(video.id))
        try:
            return way is not None and way.is_short(video)
        except PlatformUnavailable:
            raise VideoNotFetched() from None

    def _state(
        self, books: Books, campaign: Campaign, application: Application, video: VideoId
    ) -> EntryState:
        first, last = Month.of(application.applied_on), Month.of(self.business.today())
        used = books.videos.tracks_of([video], first, last).get(video)
        if not used:
            return EntryState.CHECKING
        isrcs = {each.isrc for each in used}
        code = rules.music_refused(isrcs, books.tracks.known(isrcs), campaign.track)
        if code == rules.THIRD_PARTY_MUSIC:
            raise ThirdPartyMusic()
        if code == rules.OTHER_SONG:
            raise OtherSong()
        return EntryState.ACCEPTED

    def _seen(
        self, books: Books, account: AccountId, campaigns: Sequence[Campaign]
    ) -> Sequence[Joined]:
        ids, today = [each.id for each in campaigns], self.business.today()
        applications = books.campaigns.applications_of(account, ids)
        entries = books.campaigns.entries_of(account, ids)
        channels = {each.channel for each in applications} | {each.channel for each in entries}
        found = (books.channels.get(channel) for channel in sorted(channels))
        names = {channel.id: channel.name for channel in found if channel is not None}
        is_paid = any(each.posted for each in entries)
        bonuses = books.campaigns.bonuses_of(account, ids) if is_paid else ()
        undone = reversed_by_video(books.ledger, bonuses)
        return [
            Joined(
                campaign,
                today,
                [each for each in applications if each.campaign == campaign.id],
                [each for each in entries if each.campaign == campaign.id],
                names,
                undone.get(campaign.id, {}),
            )
            for campaign in campaigns
        ]


def _opened(campaign: Campaign | None) -> Campaign:
    """One that creators may know of."""
    if campaign is None or campaign.opened_on is None:
        raise NotFound()
    return campaign


def _own_channel(books: Books, account: AccountId, video: PlatformVideo) -> Channel:
    held = [each for each in books.channels.claims(video.channel) if each.holder == account]
    approved = [each for each in held if each.status is ChannelStatus.APPROVED]
    if not approved:
        raise ForeignVideo()
    return approved[0]


def _signed(campaign: CampaignId, key: FileKey, expires: int) -> str:
    return f"campaign {campaign} {key} {expires}"
