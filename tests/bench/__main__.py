"""Timings as ratios to the least that the work can cost on this machine: nox -s bench -- --quick.

Each measure is taken in turns with its baseline, so that a slow minute slows both. Times are CPU
seconds, so that waiting for a busy machine does not count. Ratios are medians over the rounds; the
lowest and the highest round show how far to trust them.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

import msgspec
from attrs import evolve, frozen
from sqlalchemy import func, insert, select
from tests.fakes.channels import a_channel

from backbeat.accounts.model import Device
from backbeat.accounts.operating import NewAccount
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import EarningInterval
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency
from backbeat.kernel.pages import PageRequest
from backbeat.reports.model import Asked, Range, Sort, VideoList
from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat_adapters.container import Container, make_container
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.passwords import Argon2Passwords
from backbeat_adapters.platform.simulated import made_video_id
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.statistics import FIGURES, channel_days, video_days
from backbeat_adapters.sql.videos import videos
from backbeat_http import wire
from backbeat_http.resources.reports import VideoListView

Work = Callable[[], object]

EMAIL, PASSWORD = "mina@example.org", "correct horse"
VIDEOS = 10_000
PAGE = PageRequest(0, 50)
LAST = date(2026, 9, 28)
DAYS = Range(LAST - timedelta(6), LAST)


@frozen
class Measure:
    """Work of ours beside a baseline; `least` rounds in a quick run, `most` in a full one."""

    name: str
    ours: Work
    baseline: Work
    wanted: str
    least: int
    most: int


@frozen
class Timing:
    """What a measure came to; seconds and ratios."""

    measure: Measure
    ours: float
    baseline: float
    ratios: Sequence[float]


def main() -> None:
    parser = argparse.ArgumentParser(prog="nox -s bench --", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="fewer rounds: within two minutes")
    quick = parser.parse_args().quick
    with tempfile.TemporaryDirectory() as folder:
        box = _box(Path(folder))
        timings = [
            _timed(measure, measure.least if quick else measure.most) for measure in _measures(box)
        ]
        box.engine().dispose()
    _print(timings)


def _measures(box: Container) -> Iterable[Measure]:
    account = _account(box)
    _statistics(box, account)
    listed = partial(_listed, box, account)
    found = listed()
    view = VideoListView.of_list(found, box.settings().reports.rpm_base)
    plain = msgspec.json.decode(wire.encode(view))
    hasher = Argon2Passwords()
    hashed = hasher.hash(PASSWORD)
    yield Measure(
        "P12 log-in / one argon2id",
        lambda: box.sessions().log_in(EMAIL, PASSWORD, Device()),
        lambda: hasher.verify(hashed, PASSWORD),
        "<= 1.1",
        20,
        100,
    )
    yield Measure(
        "P15 backbeat --help / import typer",
        lambda: _run("-m", "backbeat_cli", "--help"),
        lambda: _run("-c", "import typer"),
        "<= 1.5",
        7,
        25,
    )
    yield Measure(
        "P10 50 video rows encoded / msgspec on plain dicts",
        partial(_repeat, 50, lambda: wire.encode(view)),
        partial(_repeat, 50, lambda: msgspec.json.encode(plain)),
        "<= 1.3",
        30,
        200,
    )
    yield Measure(
        f"P8 list page of {VIDEOS:,} videos / its rows by key",
        listed,
        partial(_by_key, box, [line.row.id for line in found.page.items]),
        "<= 5",
        15,
        60,
    )
    yield Measure(
        f"P8 list page of {VIDEOS:,} videos / one raw GROUP BY",
        listed,
        partial(_grouped, box),
        "",
        15,
        60,
    )


def _box(folder: Path) -> Container:
    settings = Settings(limits=Limits(profile=LimitsProfile.WIDE))
    deployment = Deployment(f"sqlite:///{folder / 'bench.sqlite3'}", files=folder)
    box = make_container(settings, deployment)
    migrations.upgrade(box.engine())
    return box


def _account(box: Container) -> AccountId:
    new = NewAccount(EMAIL, "mina", password=PASSWORD, verified=True)
    account = box.account_operations().create(new, Actor.operator("bench")).id
    with box.transactions().begin() as books:
        earnings = (EarningInterval(account, DAYS.first),)
        channel = a_channel(1, owner=account)
        books.channels.add(evolve(channel, status=ChannelStatus.APPROVED, earnings=earnings))
    return AccountId(account)


def _statistics(box: Container, account: AccountId) -> None:
    """A week of figures of ten thousand videos of one channel."""
    channel = a_channel(1, owner=account).platform_id
    ids = [made_video_id(str(number)) for number in range(VIDEOS)]
    chance = Random("bench")
    days = [DAYS.first + timedelta(number) for number in range(DAYS.days)]

    def figures() -> dict[str, int]:
        return {name: chance.randrange(1, 10**6) for name in FIGURES}

    with box.engine().begin() as connection:
        connection.execute(
            insert(videos),
            [
                {"id": id_, "channel": channel, "title": f"Video {id_}", "published_on": LAST}
                for id_ in ids
            ],
        )
        for day in days:
            at = {"channel": channel, "day": day}
            connection.execute(insert(channel_days), [at | figures()])
            connection.execute(
                insert(video_days), [at | {"video": id_} | figures() for id_ in sorted(ids)]
            )


def _listed(box: Container, account: AccountId) -> VideoList:
    asked = Asked(account, DAYS)
    found: VideoList = box.dashboards().videos(
        asked, Sort.parse("revenue_desc"), PAGE, Currency.USD
    )
    assert (found.page.total, len(found.page.items)) == (VIDEOS, PAGE.size)
    return found


def _by_key(box: Container, ids: Sequence[str]) -> None:
    with box.engine().connect() as connection:
        rows = connection.execute(select(videos).where(videos.c.id.in_(ids))).fetchall()
    assert len(rows) == len(ids)


def _grouped(box: Container) -> None:
    sums = [func.sum(video_days.c[name]) for name in FIGURES]
    query = select(video_days.c.video, *sums).group_by(video_days.c.video)
    with box.engine().connect() as connection:
        rows = connection.execute(query.order_by(sums[-1].desc()).limit(PAGE.size)).fetchall()
    assert len(rows) == PAGE.size


def _run(*words: str) -> None:
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)


def _repeat(times: int, work: Work) -> None:
    for _ in range(times):
        work()


def _timed(measure: Measure, rounds: int) -> Timing:
    measure.ours()
    measure.baseline()
    pairs = [(_seconds(measure.ours), _seconds(measure.baseline)) for _ in range(rounds)]
    ours, baseline = zip(*pairs, strict=True)
    ratios = sorted(mine / least for mine, least in pairs)
    return Timing(measure, median(ours), median(baseline), ratios)


def _seconds(work: Work) -> float:
    started = _cpu()
    work()
    return _cpu() - started


def _cpu() -> float:
    """CPU seconds of this process and of those it has waited for."""
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)


def _print(timings: Sequence[Timing]) -> None:
    head = ("ours / baseline", "ours ms", "base ms", "ratio", "min", "max", "rounds", "wanted")
    print("{:<52}{:>10}{:>10}{:>8}{:>8}{:>8}{:>8}  {}".format(*head))
    for each in timings:
        print(
            f"{each.measure.name:<52}{each.ours * 1e3:>10.2f}{each.baseline * 1e3:>10.2f}"
            f"{median(each.ratios):>8.2f}{each.ratios[0]:>8.2f}{each.ratios[-1]:>8.2f}"
            f"{len(each.ratios):>8}  {each.measure.wanted}"
        )
    print("CPU time, on SQLite. The rest of the table comes with the issue on money.")


if __name__ == "__main__":
    main()
