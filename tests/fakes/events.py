"""A board whose events one takes part in, and to whose programs channels apply."""

from __future__ import annotations

from datetime import date
from typing import Any

from attrs import define, evolve
from tests.adapters.test_settlement_closing import ANN, Office
from tests.fakes.campaigns import CHANNELS, FERN, KAI, MINA
from tests.fakes.channels import platform_id

from backbeat.board.model import Post, PostId, PostKind, PostText, PublishedSpan
from backbeat.channels.model import ChannelStatus
from backbeat.events.leaving import Departures
from backbeat.events.model import Benefit, BoardEvent, EventStanding
from backbeat.events.operations import EventOffice
from backbeat.events.service import Events
from backbeat.events.telling import BenefitTelling
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.notifications.model import Notification, Subject
from backbeat.programs.model import Enrolment, Program
from backbeat.programs.operations import ProgramOffice
from backbeat.programs.service import Programs
from backbeat.settings import Features

__all__ = ["ANN", "FERN", "KAI", "MINA", "Fair"]

PARTY, CLUB = PostId("party"), PostId("club")
ON = Features(events=True, programs=True)


@define
class Fair:
    """`mina`, `kai` and `fern` hold an approved channel each. Days are those of October 2025."""

    office: Office
    features: Features = ON

    def __attrs_post_init__(self) -> None:
        with self.office.transactions.begin() as books:
            for number in CHANNELS.values():
                (channel,) = books.channels.claims(platform_id(number))
                books.channels.lock(channel.id)
                books.channels.save(evolve(channel, status=ChannelStatus.APPROVED))

    @property
    def events(self) -> Events:
        office = self.office
        settings = evolve(office.settings, features=self.features)
        return Events(office.transactions, office.clock, office.clock, settings)

    @property
    def desk(self) -> EventOffice:
        return EventOffice(self.office.transactions, self.office.clock, self.features)

    @property
    def telling(self) -> BenefitTelling:
        return BenefitTelling(self.office.transactions, self.office.clock, self.features)

    @property
    def departures(self) -> Departures:
        return Departures(self.office.clock)

    @property
    def programs(self) -> Programs:
        return Programs(self.office.transactions, self.office.clock, self.features)

    @property
    def program_desk(self) -> ProgramOffice:
        return ProgramOffice(self.office.transactions, self.office.clock, self.features)

    def publish(self, which: PostId, **changes: Any) -> Post:
        """A post that can be seen since the first of the month."""
        post = Post(
            **{
                "id": which,
                "kind": PostKind.EVENT,
                "texts": {Language.ENGLISH: PostText("Party", "Come.", "Come.")},
                "span": PublishedSpan(self.office.clock.now().replace(day=1, hour=0)),
                **changes,
            }
        )
        with self.office.transactions.begin() as books:
            books.posts.lock(post.id)
            books.posts.put(post)
        return post

    def event(self, which: PostId = PARTY, **changes: Any) -> BoardEvent:
        """To take part in from the 5th to the 15th, with 5.00 from the 20th to the 25th."""
        self.publish(which)
        return self.desk.open(an_event(which, **changes), ANN)

    def program(self, which: PostId = CLUB, begin: int = 5, until: int = 15) -> Program:
        self.publish(which)
        return self.program_desk.open(which, day(begin), day(until), ANN)

    def on(self, number: int) -> None:
        self.office.clock.set(day(number))

    def join(self, who: AccountId, which: PostId = PARTY) -> EventStanding:
        return self.events.apply(who, which, channel_of(who))

    def apply(self, who: AccountId, which: PostId = CLUB) -> Enrolment:
        return self.programs.apply(who, which, channel_of(who))

    def told(self, who: AccountId, subject: Subject) -> list[Notification]:
        with self.office.transactions.look() as books:
            found = books.notifications.page(who, None, PageRequest()).items
        return [each.notification for each in found if each.notification.subject is subject]

    def bonuses(self, who: AccountId) -> list[str]:
        """What events posted to somebody."""
        return [row[1] for row in self.office.entries(who) if row[0] == "bonus_point"]


def day(number: int) -> date:
    return date(2025, 10, number)


def channel_of(who: AccountId) -> ChannelId:
    return ChannelId(f"channel-{CHANNELS[who]}")


def an_event(which: PostId = PARTY, **changes: Any) -> BoardEvent:
    return BoardEvent(
        **{
            "id": which,
            "apply_from": day(5),
            "apply_until": day(15),
            "cancel_until": day(12),
            "benefit": Benefit(Money.of("5.00"), day(20), day(25)),
            **changes,
        }
    )
