"""The channels' use cases over any books, with a platform and clocks that the test moves."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta
from typing import Any

from attrs import define, field
from tests.fakes.accounts import an_account
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform
from tests.fakes.standins import FixedClock, counting_ids

from backbeat import settings
from backbeat.accounts.model import Permission, Role
from backbeat.channels.model import Category
from backbeat.channels.platform import PlatformChannel
from backbeat.channels.reviews import ChannelReviews, OperatorOrder
from backbeat.channels.service import ChannelListFilter, Channels
from backbeat.channels.verification import CHECK, Verifications
from backbeat.channels.visibility import ChannelCard, ChannelPresenter
from backbeat.jobs.worker import Tally, Worker
from backbeat.kernel.ids import AccountId, PlatformChannelId
from backbeat.kernel.pages import PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.memory.jobs import MemoryJobEngine
from backbeat.memory.mail import MemoryMailTransport
from backbeat.memory.storage import MemoryStorage
from backbeat.notifications.model import Subject
from backbeat.portal import Portal
from backbeat.settings import Settings

MORNING = datetime(2025, 9, 1, 9, 0, tzinfo=UTC)
ANN = OperatorOrder("ann")
MINA = AccountId("mina")


def _codes() -> Any:
    numbers = itertools.count(1)
    return lambda: f"BB-{next(numbers):08d}"


@define
class ChannelHouse:
    """Everything wired over books in memory; `mina` has an account."""

    settings: settings.Channels = field(factory=settings.Channels)
    business: FixedClock = field(factory=lambda: FixedClock(MORNING))
    security: FixedClock = field(factory=lambda: FixedClock(MORNING))
    platform: FakePlatform = field(factory=FakePlatform)
    transactions: MemoryTransactions = field(init=False)
    channels: Channels = field(init=False)
    verifications: Verifications = field(init=False)
    desk: ChannelReviews = field(init=False)
    presenter: ChannelPresenter = field(init=False)
    _engine: MemoryJobEngine = field(init=False)

    def __attrs_post_init__(self) -> None:
        storage = MemoryStorage.empty(self.security, counting_ids())
        portal = Portal(
            Settings(channels=self.settings),
            self.business,
            self.platform,
            MemoryMailTransport(),
            storage,
            security_clock=self.security,
            new_id=counting_ids(),
            new_channel_code=_codes(),
        )
        self.transactions = storage.transactions
        self.channels = portal.channels
        self.verifications = portal.verifications
        self.desk = portal.channel_reviews
        self.presenter = portal.channel_presenter
        self._engine = storage.job_engine
        self.person("mina")

    def person(self, name: str, below: str | None = None, **changes: Any) -> AccountId:
        """An account; one below another is a member unless `changes` say more."""
        if below is not None:
            changes = {
                "manager": AccountId(below),
                "role": Role.MEMBER,
                "permission_flag": False,
                **changes,
            }
        account = an_account(id=name, name=name, referral_code=name, **changes)
        with self.transactions.begin() as books:
            books.accounts.add(account)
        return account.id

    def network(self) -> None:
        """net (mcn) above cora (creator with flag) above sam, and dave (creator without flag)."""
        self.person("net", permission=Permission.MCN)
        creator = Permission.MCN_CREATOR
        self.person("cora", "net", permission=creator, permission_flag=True)
        self.person("dave", "net", permission=creator)
        self.person("sam", "cora", permission=Permission.MCN_CREATOR_SUB)

    def on_platform(self, number: int = 1, **facts: Any) -> PlatformChannel:
        """Channel `number` exists on the platform, as `@mina<number>` unless told otherwise."""
        facts.setdefault("handle", f"@mina{number}")
        facts.setdefault("views", 1_250_000)
        return self.platform.has(platform_id(number), **facts)

    def add(self, number: int = 1, by: str = "mina", **facts: Any) -> ChannelCard:
        """Channel `number`, on the platform and registered."""
        if platform_id(number) not in self.platform.known:
            self.on_platform(number, **facts)
        link = f"https://www.youtube.com/channel/{platform_id(number)}"
        return self.channels.add(AccountId(by), link, Category.BEAUTY)

    def verified(self, number: int = 1, by: str = "mina", **facts: Any) -> ChannelCard:
        """Channel `number`, registered and proved."""
        card = self.add(number, by, **facts)
        self.place_code(card)
        return self.verifications.verify(AccountId(by), card.channel.id).card

    def approved(self, number: int = 1, by: str = "mina", **facts: Any) -> ChannelCard:
        """Channel `number`, proved and approved today."""
        return self.desk.approve(self.verified(number, by, **facts).channel.id, ANN)

    def delete(self, card: ChannelCard) -> None:
        """Its owner deletes the channel today."""
        with self.transactions.begin() as books:
            channel = books.channels.lock(card.channel.id)
            assert channel is not None
            today = self.business.today()
            books.channels.save(channel.deleted(self.business.now(), on=today, lost_from=None))

    def place_code(self, card: ChannelCard) -> None:
        """The owner puts the code into the description."""
        self.platform.describe(
            card.channel.platform_id, f"About me\n{card.channel.verification.code}\n#shorts"
        )

    def wait(self, *, days: int = 0, seconds: float = 0) -> None:
        """Time passes on both clocks."""
        for clock in (self.business, self.security):
            clock.move(timedelta(days=days, seconds=seconds))

    def go_to(self, day: date) -> None:
        """It is the morning of that day."""
        for clock in (self.business, self.security):
            clock.set(datetime(day.year, day.month, day.day, 9, tzinfo=UTC))

    def work(self) -> Tally:
        """The worker does what is due."""
        return Worker(self._engine, self.security, {CHECK: self.verifications.check}).run_once()

    def listed(self, caller: str, **wanted: Any) -> list[str]:
        """The ids of the channels that an account sees."""
        page = self.channels.list(AccountId(caller), ChannelListFilter(**wanted), PageRequest())
        return [card.channel.id for card in page.items]

    def told(self, account: str) -> list[Subject]:
        """What an account was told, oldest first."""
        with self.transactions.look() as books:
            page = books.notifications.page(AccountId(account), None, PageRequest(0, 200))
        return [kept.notification.subject for kept in reversed(page.items)]

    def audited(self) -> list[tuple[str, str]]:
        """Every act and its actor, oldest first."""
        with self.transactions.look() as books:
            return [(row.entry.action, row.entry.actor.id) for row in books.audit.all()]

    def platform_ids(self) -> list[PlatformChannelId]:
        """Every platform channel somebody registered."""
        with self.transactions.look() as books:
            return [each for each in self.platform.known if books.channels.claims(each)]
