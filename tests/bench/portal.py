"""P8, P10 and P12: what people wait for at the screen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from attrs import define, evolve, field
from sqlalchemy import func, insert, select
from tests.bench.measuring import Subject
from tests.fakes.channels import a_channel

from backbeat.accounts.model import Device
from backbeat.accounts.operations import NewAccount
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.dashboards.model import Asked, Range, Sort, VideoList
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import PageRequest
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat_adapters.container import Container, make_container
from backbeat_adapters.demo.simulated import made_video_id
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.passwords import Argon2Passwords
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.figures import FIGURES, channel_days, video_days
from backbeat_adapters.sql.videos import videos
from backbeat_http import wire
from backbeat_http.resources.dashboards import VideoListView

EMAIL, PASSWORD = "mina@example.org", "correct horse"
VIDEOS = 10_000
PAGE = PageRequest(0, 50)
LAST = date(2026, 9, 28)
DAYS = Range(LAST - timedelta(6), LAST)


def make_portal(folder: Path) -> AccountId:
    """A portal with one creator, whose channel has ten thousand videos and a week of figures."""
    container = _box(folder)
    migrations.upgrade(container.engine())
    account = _account(container)
    _statistics(container, account)
    container.engine().dispose()
    return account


def _box(folder: Path) -> Container:
    settings = Settings(limits=Limits(profile=LimitsProfile.WIDE))
    deployment = Deployment(f"sqlite:///{folder / 'portal.sqlite3'}", files=folder)
    return make_container(settings, deployment)


def _account(container: Container) -> AccountId:
    new = NewAccount(EMAIL, "mina", password=PASSWORD, verified=True)
    account = container.portal().account_operations.create(new, Actor.operator("bench")).id
    with container.transactions().begin() as books:
        channel = a_channel(1, owner=account)
        timeline = channel.timeline.earning(DAYS.first)
        books.channels.add(evolve(channel, status=ChannelStatus.APPROVED, timeline=timeline))
    return AccountId(account)


def _statistics(container: Container, account: AccountId) -> None:
    channel = a_channel(1, owner=account).platform_id
    ids = [made_video_id(str(number)) for number in range(VIDEOS)]
    chance = Random("bench")
    days = [DAYS.first + timedelta(number) for number in range(DAYS.days)]

    def figures() -> dict[str, int]:
        return {name: chance.randrange(1, 10**6) for name in FIGURES}

    with container.engine().begin() as connection:
        connection.execute(
            insert(videos),
            [
                {
                    "id": id_,
                    "platform": YOUTUBE,
                    "channel": channel,
                    "title": f"Video {id_}",
                    "published_on": LAST,
                }
                for id_ in ids
            ],
        )
        for day in days:
            at = {"channel": channel, "day": day}
            connection.execute(insert(channel_days), [at | figures()])
            connection.execute(
                insert(video_days), [at | {"video": id_} | figures() for id_ in sorted(ids)]
            )


def _listed(container: Container, account: AccountId) -> VideoList:
    asked = Asked(account, DAYS)
    found: VideoList = container.portal().dashboards.videos(
        asked, Sort.parse("revenue_desc"), PAGE, Currency.USD
    )
    assert (found.page.total, len(found.page.items)) == (VIDEOS, PAGE.size)
    return found


@define(slots=False)
class _OverPortal(Subject):
    """Something over the portal, which stays open from round to round."""

    folder: Path
    account: AccountId
    container: Container = field(init=False)
    ids: Sequence[str] = field(init=False)

    def before(self) -> None:
        if not hasattr(self, "container"):
            self.container = _box(self.folder)
            self.keep(_listed(self.container, self.account))
            self.run()  # so that no round is the first one

    def keep(self, listed: VideoList) -> None:
        """Keep what the rounds need of the list."""
        self.ids = [line.row.id for line in listed.page.items]


class VideoPage(_OverPortal):
    """Ours: the first page of the video list, by revenue."""

    def run(self) -> None:
        _listed(self.container, self.account)


class ByKey(_OverPortal):
    """The limit: the rows of that page by their keys."""

    def run(self) -> None:
        with self.container.engine().connect() as connection:
            rows = connection.execute(select(videos).where(videos.c.id.in_(self.ids))).fetchall()
        assert len(rows) == len(self.ids)


class Grouped(_OverPortal):
    """A peer: one GROUP BY over the days behind the list."""

    def run(self) -> None:
        sums = [func.sum(video_days.c[name]) for name in FIGURES]
        query = select(video_days.c.video, *sums).group_by(video_days.c.video)
        with self.container.engine().connect() as connection:
            rows = connection.execute(query.order_by(sums[-1].desc()).limit(PAGE.size)).fetchall()
        assert len(rows) == PAGE.size


class LogIn(_OverPortal):
    """Ours: a log-in with the right password."""

    def run(self) -> None:
        self.container.portal().sessions.log_in(EMAIL, PASSWORD, Device())


@define(slots=False)
class OneHash(Subject):
    """The limit: comparing one password."""

    def before(self) -> None:
        if not hasattr(self, "hasher"):
            self.hasher = Argon2Passwords()
            self.hashed = self.hasher.hash(PASSWORD)

    def run(self) -> None:
        assert self.hasher.verify(self.hashed, PASSWORD)


class Encoded(_OverPortal):
    """Ours: the page as the bytes of an answer, fifty times."""

    view: Any = field(init=False)

    def keep(self, listed: VideoList) -> None:
        self.view = VideoListView.of_list(listed, self.container.settings().reports.rpm_base)

    def run(self) -> None:
        for _ in range(50):
            wire.encode(self.view)


class PlainDicts(Encoded):
    """The limit: the same as plain dicts, encoded by msgspec."""

    plain: Any = field(init=False)

    def keep(self, listed: VideoList) -> None:
        super().keep(listed)
        self.plain = msgspec.json.decode(wire.encode(self.view))

    def run(self) -> None:
        for _ in range(50):
            msgspec.json.encode(self.plain)
