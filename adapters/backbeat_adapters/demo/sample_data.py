"""The demo's sample data: people, channels, months of reports, and time that passes.

Everything comes about through the services that people and operators use, at the business time
at which it would have happened; only the clock and the platform are the demo's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

from attrs import frozen

from backbeat.accounts.operations import NewAccount
from backbeat.channels.model import Category, Channel, ChannelStatus
from backbeat.channels.ports import ChannelFilter
from backbeat.channels.reviews import OperatorOrder
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency
from backbeat.kernel.months import Month, months_between
from backbeat.kernel.pages import PageRequest
from backbeat.payout_methods.paypal import PAYPAL, PayPalForm
from backbeat.platforms.model import Platform
from backbeat.platforms.tiktok.platform import TIKTOK
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat_adapters.container import Container
from backbeat_adapters.demo.board import DemoBoard
from backbeat_adapters.demo.campaigns import DemoCampaigns
from backbeat_adapters.demo.catalogue import sample_isrcs, write_catalogue
from backbeat_adapters.demo.clock import MovedClock
from backbeat_adapters.demo.generator import (
    OWNER,
    ReportFiles,
    SampleFiles,
    SampleVideo,
    TikTokFiles,
    made_number,
    sample_videos,
)
from backbeat_adapters.demo.partner import DemoPartner, partner_facts
from backbeat_adapters.demo.simulated import (
    SimulatedChannel,
    SimulatedPlatform,
    SimulatedVideo,
    made_channel_id,
    made_video_id,
)

PASSWORD = "backbeat"  # noqa: S105 - printed for everybody who tries the demo
OPERATOR = Actor.operator("demo")
OPENED = date(2026, 6, 1)
TODAY = date(2026, 10, 27)
"""Where the demo's business time starts: inside a request window, September being settled."""

_CLOSING_DAY = 20
_REQUEST_DAY = 25
_FIRST_VIDEO_DAYS = 45
_CAREER_DAYS = 600
_NEW_CHANNEL_VIEWS = 20_000
"""So many that a few days earn more than the smallest payout."""

Tell = Callable[[str], None]


@frozen
class Person:
    """Somebody of the sample data, and the channels registered by them: handle and views a day."""

    email: str
    name: str
    who: str
    channels: tuple[tuple[str, Category, int], ...] = ()
    profiles: tuple[tuple[str, Category, int], ...] = ()
    """The same on TikTok."""
    partner: str | None = None
    """The domain of the partner whose people it is one of."""


PARTNER = partner_facts()["domain"]
PEOPLE = (
    Person("nina@example.org", "nina", "A new creator, without a channel"),
    Person(
        "mina@example.org",
        "mina",
        "A creator with five months of history",
        (("mina.moves", Category.MUSIC_DANCE, 3_900),),
    ),
    Person(
        "studio@example.org",
        "studio",
        "A manager with five channels, one of them on TikTok",
        (
            ("studio.street.food", Category.FOOD_COOKING, 5_000),
            ("studio.cats", Category.PETS_ANIMALS, 3_100),
            ("studio.thrift", Category.FASHION, 1_500),
            ("studio.city.walks", Category.TRAVEL_EVENT, 2_100),
        ),
        (("studio.noodles", Category.FOOD_COOKING, 2_600),),
    ),
    Person(
        "lumi@example.org",
        "lumi",
        f"A creator of Lumen Studio, a partner with a site of its own: {PARTNER}",
        (("lumi.paints", Category.MUSIC_DANCE, 2_300),),
        partner=PARTNER,
    ),
)


@frozen
class SampleData:
    """What happens in a demo, by the product's own services."""

    container: Container
    clock: MovedClock
    platform: SimulatedPlatform
    folder: Path

    def make(self, tell: Tell) -> None:
        """Let everything happen that leads to the demo's first day."""
        self.clock.move_to(OPENED)
        tell("importing the sample catalogue")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._write_profiles({})
        self.container.portal().catalogue.import_file(
            write_catalogue(self.folder / "catalogue.xlsx"), OPERATOR
        )
        DemoPartner(self.container.portal(), self.folder, OPERATOR).open()
        self.container.portal().rates.set(Currency.CNY, Decimal("7.1234"), OPERATOR)
        accounts = {person.email: self._join(person) for person in PEOPLE}
        mina = accounts["mina@example.org"]
        for month in months_between(Month.of(OPENED), Month.of(TODAY).previous):
            tell(f"reports of {month}")
            self._report_days(month.first, month.last)
            self._close(month)
            if month == Month(2026, 7):
                self._mina_is_paid(mina)
            if month == Month(2026, 8):
                enter = self._campaigns(mina)
        self._report_days(Month.of(TODAY).first, TODAY - timedelta(2))
        self.clock.move_to(TODAY)
        self.container.portal().rankings.refresh()
        enter()
        self._ask_for_a_look(mina)
        self._ask_consent(accounts["lumi@example.org"])
        self._publish()

    def advance(self, tell: Tell) -> date:
        """Let a month pass: to the 25th that follows the next close (DAY-6); the new day."""
        month = self._next_to_close()
        shown = self._last_reported()
        tell(f"the platform reports {month}")
        self._report_days(shown + timedelta(1), month.last)
        self._close(month)
        window_opens = month.next.day(_REQUEST_DAY)
        self.clock.move_to(window_opens)
        self._report_days(month.next.first, window_opens - timedelta(2))
        self.container.portal().rankings.refresh()
        tell(f"{month} is settled; it is {window_opens} now and the request window is open")
        return window_opens

    def _publish(self) -> None:
        """What is on the board; the worker tells everybody of it."""
        portal = self.container.portal()
        DemoBoard(portal, portal.settings.zone, OPERATOR).publish()

    def _ask_consent(self, account: AccountId) -> None:
        """Withdrawals of one account wait for a signature."""
        self.container.portal().account_operations.ask_consent(
            account, "its songs were collected elsewhere before", OPERATOR, needed=True
        )

    def _campaigns(self, mina: AccountId) -> Callable[[], None]:
        """Open the campaigns; what is done in them once the days since are reported."""
        campaigns = DemoCampaigns(self.container.portal(), OPERATOR)
        (channel,) = (each for each in self._earning(YOUTUBE) if each.holder == mina)
        opened = self.container.business_clock().today()
        videos = [
            video
            for video in _videos_of(channel)
            if opened < video.published_on < TODAY - timedelta(2) and video.seconds >= 20
        ]
        which = campaigns.begin(TODAY + timedelta(13), videos)
        campaigns.join(which, mina, channel)
        best = max(videos, key=lambda video: (video.views, video.id))
        return lambda: campaigns.enter(which, mina, best)

    def _ask_for_a_look(self, account: AccountId) -> None:
        """The newest short of an account waits for an operator's second look."""
        (channel,) = (each for each in self._earning(YOUTUBE) if each.holder == account)
        shown = (each for each in _videos_of(channel) if each.published_on < TODAY - timedelta(2))
        newest = max(shown, key=lambda video: (video.published_on, video.id))
        address = f"https://www.youtube.com/shorts/{newest.id}"
        self.container.portal().video_reviews.ask(account, address)

    # -- people and channels

    def _join(self, person: Person) -> AccountId:
        new = NewAccount(person.email, person.name, password=PASSWORD, verified=True)
        account = self.container.portal().account_operations.create(new, OPERATOR).id
        if person.partner:
            self.container.portal().account_operations.put_with(
                account, person.partner, "the demo's partner", OPERATOR
            )
        for handle, category, views in person.channels:
            self._register(account, handle, category, views)
        for handle, category, views in person.profiles:
            self._register_profile(account, handle, category, views)
        return account

    def _register(self, account: AccountId, handle: str, category: Category, views: int) -> None:
        id_ = made_channel_id(handle)
        name = handle.replace(".", " ").title()
        self.platform.put_channel(SimulatedChannel(id_, name, f"@{handle}", views=views * 900))
        card = self.container.portal().channels.add(
            account, f"https://www.youtube.com/@{handle}", category
        )
        self.platform.edit(id_, description=f"Shorts every week. {card.code}", views=views * 900)
        self.container.portal().verifications.verify(account, card.channel.id)
        self.container.portal().channel_reviews.approve(card.channel.id, OperatorOrder(OPERATOR.id))

    def _register_profile(
        self, account: AccountId, handle: str, category: Category, views: int
    ) -> None:
        """A channel on TikTok, which is read from a file."""
        profile = {
            "platform": TIKTOK.name,
            "id": made_number(handle),
            "name": handle.replace(".", " ").title(),
            "handle": f"@{handle}",
            "total_views": views * 900,
        }
        self._write_profiles(profile)
        card = self.container.portal().channels.add(
            account, f"https://www.tiktok.com/@{handle}", category
        )
        self._write_profiles(profile | {"bio": f"Bowls every week. {card.code}"})
        self.container.portal().verifications.verify(account, card.channel.id)
        self.container.portal().channel_reviews.approve(card.channel.id, OperatorOrder(OPERATOR.id))

    def _write_profiles(self, profile: Mapping[str, object]) -> None:
        file = self.container.deployment().platform.file
        file.write_text(json.dumps({"channels": [profile] if profile else []}), "utf-8")

    def _publish_missing(self) -> None:
        """Every channel that earns has videos; those that people register in the demo too."""
        for channel in self._earning(YOUTUBE):
            if not self.platform.videos_of(channel.platform_id):
                self.platform.put_videos([_on_platform(each) for each in _videos_of(channel)])

    def _earning(self, on: Platform) -> Sequence[Channel]:
        filter = ChannelFilter(status=ChannelStatus.APPROVED, platform=on)
        page = self.container.portal().channel_reviews.list(filter, PageRequest(0, 200))
        return [card.channel for card in page.items]

    def _mina_is_paid(self, account: AccountId) -> None:
        """One withdrawal of the past: asked for in August, paid in September."""
        self.clock.move_to(date(2026, 8, 26))
        self.container.portal().payment_details.register(
            account, PayPalForm("Mina Park", "mina@example.org")
        )
        requests = self.container.portal().withdrawal_requests
        quote = requests.quote(account, PAYPAL.name, Currency.USD)
        created = requests.request(account, PAYPAL.name, Currency.USD, quote.paid.total)
        self.clock.move_to(date(2026, 9, 8))
        self.container.portal().withdrawal_decisions.pay(created.id, OPERATOR)

    # -- months

    def _close(self, month: Month) -> None:
        self.clock.move_to(month.next.day(_CLOSING_DAY))
        for on, files in self._files():
            self._ingest(files.monthly(self._videos(on), month), on)
        self.container.portal().settlements.close(month, OPERATOR)

    def _report_days(self, first: date, last: date) -> None:
        """The daily files of a span, two days after its last day."""
        if first <= last:
            self.clock.move_to(last + timedelta(2))
            for on, files in self._files():
                self._ingest(files.daily(self._videos(on), first, last), on)

    def _files(self) -> Iterable[tuple[Platform, SampleFiles]]:
        """Who writes the files of the platforms on which anybody earns."""
        self._publish_missing()
        every = ((YOUTUBE, ReportFiles(self.folder)), (TIKTOK, TikTokFiles(self.folder)))
        return [(on, files) for on, files in every if self._earning(on)]

    def _ingest(self, files: Iterable[Path], on: Platform) -> None:
        for file in files:
            self.container.portal().ingestion.ingest(file, OPERATOR, owner=OWNER, platform=on.name)
        self.container.portal().worker.run_once()

    def _videos(self, on: Platform) -> list[SampleVideo]:
        return [video for channel in self._earning(on) for video in _videos_of(channel)]

    def _next_to_close(self) -> Month:
        closed: list[Month] = [each.month for each in self.container.portal().settlements.list()]
        return max(closed).next

    def _last_reported(self) -> date:
        with self.container.transactions().look() as books:
            return books.statistics.last_day() or OPENED


_SAMPLE_VIEWS: Mapping[str, int] = {
    made_channel_id(handle): views for person in PEOPLE for handle, _, views in person.channels
} | {
    TIKTOK.channel_key(made_number(handle)): views
    for person in PEOPLE
    for handle, _, views in person.profiles
}
_NEW_IDS = {YOUTUBE.name: made_video_id, TIKTOK.name: made_number}


def _videos_of(channel: Channel) -> list[SampleVideo]:
    """A channel's videos of the sample data; always the same ones for the same channel."""
    started = channel.earning_from or TODAY
    first = Month.of(started).first - timedelta(_FIRST_VIDEO_DAYS)
    views = _SAMPLE_VIEWS.get(channel.platform_id, _NEW_CHANNEL_VIEWS)
    last = started + timedelta(_CAREER_DAYS)
    platform = channel.platform
    id_, new_id = platform.id_of(channel.platform_id), _NEW_IDS[platform.name]
    return sample_videos(id_, first, last, views, sample_isrcs(), new_id=new_id)


def _on_platform(video: SampleVideo) -> SimulatedVideo:
    return SimulatedVideo(
        video.id,
        video.channel,
        video.title,
        views=video.views,
        seconds=video.seconds,
        published_at=f"{video.published_on}T09:00:00Z",
    )
