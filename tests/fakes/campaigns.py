"""An office that runs campaigns: creators with channels, shorts, what reports tell of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from io import BytesIO
from typing import Any, BinaryIO

from attrs import define, evolve, field
from tests.adapters.test_settlement_closing import ANN, Office
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform

from backbeat import settings
from backbeat.campaigns.counting import Counting
from backbeat.campaigns.model import Campaign, CampaignEntry, CampaignId, Joined
from backbeat.campaigns.operations import CampaignDraft, CampaignOffice
from backbeat.campaigns.service import Campaigns
from backbeat.catalogue.model import Track
from backbeat.channels.model import ChannelStatus
from backbeat.channels.platform import PlatformVideo
from backbeat.defaults.signer import RandomSigner
from backbeat.jobs.worker import Worker
from backbeat.kernel.ids import AccountId, ChannelId, Isrc, VideoId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.kernel.pages import PageRequest
from backbeat.media.model import FileKey
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.jobs import MemoryJobEngine
from backbeat.settings import Features
from backbeat.settlement.mailing import MAIL
from backbeat.settlement.rewarding import PAY_CAMPAIGNS, REWARD
from backbeat_adapters.sql.jobs.engine import SqlJobEngine

SONG, OTHER = Isrc("QZBB12500001"), Isrc("QZBB12500002")
MINA, KAI, FERN = AccountId("mina"), AccountId("kai"), AccountId("fern")
CHANNELS = {MINA: 1, KAI: 2, FERN: 4}
ON = Features(campaigns=True)


def clip(number: int) -> str:
    """A well-formed id of a video."""
    return f"clip{number:06d}A"


@define
class Shelf:
    """Keeps files in memory; fulfils `FileStore`."""

    kept: dict[FileKey, bytes] = field(factory=dict)

    def put(self, key: FileKey, content: BinaryIO) -> None:
        self.kept[key] = content.read()

    def open(self, key: FileKey, first: int = 0, length: int | None = None) -> BinaryIO | None:
        found = self.kept.get(key)
        end = None if length is None else first + length
        return None if found is None else BytesIO(found[first:end])

    def has(self, key: FileKey) -> bool:
        return key in self.kept

    def remove(self, key: FileKey) -> None:
        self.kept.pop(key, None)

    def keys(self) -> Any:
        return iter(self.kept)


@define
class Stage:
    """Who takes part is in the office already; `mina`, `kai` and `fern` hold a channel each."""

    office: Office
    platform: FakePlatform = field(factory=FakePlatform)
    files: Shelf = field(factory=Shelf)
    signer: RandomSigner = field(factory=RandomSigner)
    features: Features = ON
    wait: int = 60

    def __attrs_post_init__(self) -> None:
        with self.office.transactions.begin() as books:
            books.tracks.save([a_track(SONG, "Letter"), a_track(OTHER, "Honey")])
            for number in CHANNELS.values():
                (channel,) = books.channels.claims(platform_id(number))
                books.channels.lock(channel.id)
                books.channels.save(evolve(channel, status=ChannelStatus.APPROVED))

    @property
    def campaigns(self) -> Campaigns:
        office = self.office
        return Campaigns(
            office.transactions,
            office.clock,
            office.clock,
            self.platform,
            self.files,
            self.signer,
            settings.Campaign(self.wait),
            self.features,
        )

    @property
    def desk(self) -> CampaignOffice:
        office = self.office
        return CampaignOffice(
            office.transactions, office.clock, self.new_id, self.files, self.features
        )

    @property
    def counting(self) -> Counting:
        office = self.office
        return Counting(office.transactions, office.clock, office.clock, office.settings)

    def new_id(self) -> str:
        return f"c{len(list(self.campaign_ids())) + 1}"

    def campaign_ids(self) -> Sequence[str]:
        with self.office.transactions.look() as books:
            return [each.id for each in books.campaigns.all(PageRequest(0, 100)).items]

    def open(self, **changes: Any) -> CampaignId:
        """A campaign of 500.00 at 2.00 for a thousand views, open from today."""
        draft = CampaignDraft(
            **{
                "title": "Summer letter",
                "track": SONG,
                "rate": Money.of("2.00"),
                "budget": Money.of("500.00"),
                "until": date(2025, 12, 31),
                **changes,
            }
        )
        made = self.desk.create(draft, ANN)
        return self.desk.open(made.id, ANN).id

    def apply(self, who: AccountId, which: CampaignId) -> Joined:
        return self.campaigns.apply(who, which, ChannelId(f"channel-{CHANNELS[who]}"))

    def upload(
        self, video: str, who: AccountId, *, at: datetime | None = None, seconds: int | None = 40
    ) -> str:
        """Let a short of somebody's channel be there since now; its address."""
        self.platform.clips[VideoId(video)] = PlatformVideo(
            VideoId(video),
            platform_id(CHANNELS[who]),
            f"Short {video}",
            None,
            at or self.office.clock.now(),
            seconds,
        )
        return f"https://www.youtube.com/shorts/{video}"

    def enter(self, who: AccountId, which: CampaignId, number: int, **how: Any) -> Joined:
        return self.campaigns.enter(who, which, self.upload(clip(number), who, **how))

    def report(self, day: date, views: Mapping[tuple[AccountId, int], int], isrc: str = "") -> None:
        """A daily file: views of clips, by who holds their channel and the clip's number, and the
        track that they use."""
        self.office.files += 1
        rows = [
            fake.daily_row(
                str(day),
                platform_id(CHANNELS[who]),
                clip(number),
                revenue="0.01",
                views=count,
                isrc=isrc,
            )
            for (who, number), count in views.items()
        ]
        path = self.office.folder / f"{self.office.files}.csv"
        self.office.ingest(fake.own_daily(path, *rows))

    def count(self) -> None:
        self.counting.count()

    def close(self, month: Month, on: date) -> None:
        """Close a month, and let the worker do what follows."""
        self.office.close(month, on)
        self.work()

    def work(self) -> None:
        transactions = self.office.transactions
        engine: Any = (
            MemoryJobEngine(transactions)
            if isinstance(transactions, MemoryTransactions)
            else SqlJobEngine(transactions)
        )
        handlers = {
            MAIL: lambda _: None,
            REWARD: lambda _: None,
            PAY_CAMPAIGNS: self.counting.handle,
        }
        Worker(engine, self.office.clock, handlers).run_once()

    def campaign(self, which: CampaignId) -> Campaign:
        return self.desk.find(which)

    def entry(self, which: CampaignId, number: int) -> CampaignEntry:
        with self.office.transactions.look() as books:
            found = books.campaigns.entry(which, VideoId(clip(number)))
        assert isinstance(found, CampaignEntry)
        return found

    def bonuses(self, who: AccountId) -> list[tuple[str, str, str]]:
        """Amount, month and day of what campaigns posted to somebody."""
        rows = self.office.entries(who)
        return [(amount, month, day) for type_, amount, month, day in rows if type_ == "cpv_bonus"]


def a_track(isrc: Isrc, name: str) -> Track:
    return Track(
        isrc=isrc,
        name=name,
        artist="Minji Lee",
        added_at=datetime(2025, 1, 1, tzinfo=UTC),
    )
