"""P7, P8, P10 and P12: what people wait for at the screen."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import cattrs.preconf.json
import msgspec
from attrs import define, field
from sqlalchemy import Connection, bindparam, func, insert, select, text
from tests.bench.books import BENCH, add_people, make_box, migrated, settled_down
from tests.bench.measuring import Subject
from tests.fakes.channels import platform_id

from backbeat.accounts.model import Device
from backbeat.accounts.operations import NewAccount
from backbeat.dashboards.model import Asked, Dashboard, Range, Sort, VideoList
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import PageRequest
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat_adapters.container import Container
from backbeat_adapters.demo.simulated import made_video_id
from backbeat_adapters.passwords import Argon2Passwords
from backbeat_adapters.sql.engine.schema import Day
from backbeat_adapters.sql.figures import FIGURES, channel_days, video_days
from backbeat_adapters.sql.videos import videos
from backbeat_http import wire
from backbeat_http.resources.dashboards import VideoListView

EMAIL, PASSWORD = "mina@example.org", "correct horse"
FIRST_PAGE, TENTH_PAGE = PageRequest(0, 50), PageRequest(9, 50)
LAST = date(2025, 10, 22)


def _made(figure: str) -> str:
    """Some figure of a video's day, another for each."""
    return f"(place * {101 + FIGURES.index(figure)} + :place * 7907) % 999983"


_DAY_OF_VIDEOS = text(
    f"INSERT INTO video_days (channel, day, video, {', '.join(FIGURES)})"
    f" SELECT channel, :day, id, {', '.join(_made(name) for name in FIGURES)}"
    " FROM (SELECT channel, id, ROW_NUMBER() OVER (ORDER BY id) AS place FROM videos)"
).bindparams(bindparam("day", type_=Day))
_DAY_OF_CHANNELS = text(
    f"INSERT INTO channel_days (channel, day, {', '.join(FIGURES)})"
    f" SELECT channel, day, {', '.join(f'SUM({name})' for name in FIGURES)}"
    " FROM video_days WHERE day = :day GROUP BY channel, day"
).bindparams(bindparam("day", type_=Day))


def until_last(days: int) -> Range:
    """So many days up to the newest one."""
    return Range(LAST - timedelta(days - 1), LAST)


def make_portal(url: str, folder: Path, sizes: Sequence[int], days: int) -> None:
    """A portal with a creator for each size, whose channel has so many videos with figures of so many days."""
    engine = migrated(url)
    span = until_last(days)
    add_people(engine, len(sizes), since=span.first)
    with engine.begin() as connection:
        _add_videos(connection, sizes, span.first)
        for place in range(days):
            day = {"day": span.first + timedelta(place)}
            connection.execute(_DAY_OF_VIDEOS, day | {"place": place})
            connection.execute(_DAY_OF_CHANNELS, day)
    settled_down(engine)
    container = make_box(url, folder)
    new = NewAccount(EMAIL, "mina", password=PASSWORD, verified=True)
    container.portal().account_operations.create(new, BENCH)
    container.engine().dispose()


def _add_videos(connection: Connection, sizes: Sequence[int], published: date) -> None:
    for number, size in enumerate(sizes):
        ids = [made_video_id(f"{number}of{each}") for each in range(size)]
        of = {"platform": YOUTUBE, "channel": platform_id(number), "published_on": published}
        connection.execute(
            insert(videos), [{"id": id_, "title": f"Video {id_}", **of} for id_ in ids]
        )


@define(slots=False)
class _OverPortal(Subject):
    """Something over the portal, which stays open from round to round."""

    url: str
    folder: Path
    _box: Container = field(init=False)

    def before(self) -> None:
        if not hasattr(self, "_box"):
            self._box = make_box(self.url, self.folder)
            self.run()  # so that no round is the first one


@define(slots=False)
class Overview(_OverPortal):
    """Ours: a creator's dashboard, ten times."""

    creator: int
    days: int

    def run(self) -> None:
        asked = Asked(AccountId(f"creator{self.creator}"), until_last(self.days))
        for _ in range(10):
            shown: Dashboard = self._box.portal().dashboards.overview(asked, Currency.USD)
        assert len(shown.daily) == self.days


@define(slots=False)
class DaysByKey(_OverPortal):
    """The limit: the channel's days by their key, ten times."""

    creator: int
    days: int

    def run(self) -> None:
        span, of = until_last(self.days), channel_days.c
        query = select(*(of[name] for name in FIGURES)).where(
            of.channel == platform_id(self.creator), of.day.between(span.first, span.last)
        )
        with self._box.engine().connect() as connection:
            for _ in range(10):
                rows = connection.execute(query).fetchall()
        assert len(rows) == self.days


@define(slots=False)
class VideoPage(_OverPortal):
    """Ours: a page of a creator's videos."""

    creator: int
    days: int
    sort: str = "revenue_desc"
    page: PageRequest = FIRST_PAGE
    search: str | None = None

    def run(self) -> None:
        assert self.listed().page.items

    def listed(self) -> VideoList:
        """The page as screens get it."""
        asked = Asked(
            AccountId(f"creator{self.creator}"), until_last(self.days), search=self.search
        )
        found: VideoList = self._box.portal().dashboards.videos(
            asked, Sort.parse(self.sort), self.page, Currency.USD
        )
        return found


@define(slots=False)
class Grouped(_OverPortal):
    """The limit: one GROUP BY of the same days with all their figures, put in order and cut."""

    creator: int
    days: int

    def run(self) -> None:
        span, of = until_last(self.days), video_days.c
        sums = [func.sum(of[name]) for name in FIGURES]
        query = (
            select(of.video, *sums)
            .where(of.channel == platform_id(self.creator), of.day.between(span.first, span.last))
            .group_by(of.video)
            .order_by(sums[-1].desc())
            .limit(FIRST_PAGE.size)
        )
        with self._box.engine().connect() as connection:
            assert connection.execute(query).fetchall()


class LogIn(_OverPortal):
    """Ours: a log-in with the right password."""

    def run(self) -> None:
        self._box.portal().sessions.log_in(EMAIL, PASSWORD, Device())


@define(slots=False)
class OneHash(Subject):
    """The limit: comparing one password."""

    def before(self) -> None:
        if not hasattr(self, "hasher"):
            self.hasher = Argon2Passwords()
            self.hashed = self.hasher.hash(PASSWORD)

    def run(self) -> None:
        assert self.hasher.verify(self.hashed, PASSWORD)


class Encoded(VideoPage):
    """Ours: the page as the bytes of an answer, fifty times."""

    view: Any = None

    def run(self) -> None:
        if self.view is None:
            self.view = VideoListView.of_list(self.listed(), self._box.settings().reports.rpm_base)
        for _ in range(50):
            self.encode()

    def encode(self) -> None:
        """Make the bytes."""
        wire.encode(self.view)


class PlainDicts(Encoded):
    """The limit: the same as plain dicts, encoded by msgspec."""

    plain: Any = None

    def encode(self) -> None:
        if self.plain is None:
            self.plain = msgspec.json.decode(wire.encode(self.view))
        msgspec.json.encode(self.plain)


class Unstructured(Encoded):
    """A peer: cattrs takes the view apart, and json writes it."""

    converter: Any = None

    def encode(self) -> None:
        if self.converter is None:
            self.converter = cattrs.preconf.json.make_converter()
        self.converter.dumps(self.view)
