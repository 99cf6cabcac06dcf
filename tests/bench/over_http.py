"""P9: calls over HTTP, end to end: the shipped server, its peers and a server that answers constants.

Each server has one process and eight threads. What a call costs is the CPU of the server and of the
database; the clients stand in another process. How long people wait is taken by the clock. Passwords
are compared at no cost (unhashed/sitecustomize.py).
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from datetime import date, timedelta
from pathlib import Path
from random import Random

from attrs import evolve, frozen
from sqlalchemy import insert
from tests.bench.asking import PASSWORD, Call, Serving, asked
from tests.fakes.channels import a_channel
from tests.fakes.ports import free_port
from tests.fakes.waiting import PATIENCE, wait_until
from tests.fakes.withdrawals import a_withdrawal
from tests.proofs.serving import serving

from backbeat.accounts.model import Device
from backbeat.accounts.operations import NewAccount
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.dashboards.model import Range
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat.settings import Limits, LimitsProfile, Settings
from backbeat.withdrawals.model import WithdrawalStatus
from backbeat_adapters.container import Container, make_container
from backbeat_adapters.demo.simulated import made_video_id
from backbeat_adapters.deployment import Deployment
from backbeat_adapters.sql import migrations
from backbeat_adapters.sql.figures import FIGURES, channel_days, video_days
from backbeat_adapters.sql.videos import videos

UNHASHED = Path(__file__).parent / "unhashed"
THREADS = 8
VIDEOS, OTHERS, OTHERS_VIDEOS, WITHDRAWALS = 1_000, 20, 50, 30
EMAIL = "mina@example.org"
READER = "reader@example.org"
LAST = date(2026, 9, 28)
DAYS = Range(LAST - timedelta(29), LAST)
BEFORE = DAYS.first - timedelta(DAYS.days)


_SPAN = f"?start={DAYS.first}&end={DAYS.last}"
CALLS = (
    Call("dashboard of 30 days", "GET", "/api/v2/music/dashboard", _SPAN),
    Call(
        f"50 of {VIDEOS:,} videos",
        "GET",
        "/api/v2/music/video/list",
        f"{_SPAN}&sort=revenue_desc",
    ),
    Call(f"{WITHDRAWALS} withdrawals", "GET", "/api/withdrawal/list"),
    Call(
        "log-in, without its hash",
        "POST",
        "/api/member/login",
        body={"id": EMAIL, "password": PASSWORD},
    ),
)
_OF_LOG_IN = (
    *("success", "message", "role", "permission", "permission_flag", "referral_code", "info"),
    *("settings", "has_approved_channel", "withdrawal"),
)
"""Ours tells more, of second factors and devices; these all tell."""


def make_portal(url: str, folder: Path) -> str:
    """A portal with creators and their figures, and the token of one who reads."""
    container = _box(url, folder)
    migrations.upgrade(container.engine())
    reader = _creator(container, READER, 1, VIDEOS)
    _creator(container, EMAIL, 2, 1)
    for number in range(OTHERS):
        _creator(container, f"other{number}@example.org", number + 3, OTHERS_VIDEOS)
    _paid(container, reader)
    token: str = container.portal().sessions.log_in(READER, PASSWORD, Device()).token
    with container.engine().connect().execution_options(isolation_level="AUTOCOMMIT") as free:
        free.exec_driver_sql("ANALYZE")
    container.engine().dispose()
    return token


def _box(url: str, folder: Path) -> Container:
    settings = Settings(limits=Limits(profile=LimitsProfile.WIDE))
    return make_container(settings, Deployment(url, files=folder))


def _creator(container: Container, email: str, number: int, own_videos: int) -> AccountId:
    new = NewAccount(email, email.partition("@")[0], password=PASSWORD, verified=True)
    account = AccountId(
        container.portal().account_operations.create(new, Actor.operator("bench")).id
    )
    channel = a_channel(number, owner=account)
    with container.transactions().begin() as books:
        timeline = channel.timeline.earning(BEFORE)
        books.channels.add(evolve(channel, status=ChannelStatus.APPROVED, timeline=timeline))
    chance = Random(number)
    ids = [made_video_id(f"{number}:{each}") for each in range(own_videos)]
    named = [
        {
            "id": id_,
            "platform": YOUTUBE,
            "channel": channel.platform_id,
            "title": f"Video {id_}",
            "published_on": DAYS.first + timedelta(place % 40 - 10),
        }
        for place, id_ in enumerate(ids)
    ]
    days = [BEFORE + timedelta(each) for each in range(2 * DAYS.days)]

    def figures() -> dict[str, int]:
        return {name: chance.randrange(1, 10**6) for name in FIGURES}

    with container.engine().begin() as connection:
        connection.execute(insert(videos), named)
        for day in days:
            at = {"channel": channel.platform_id, "day": day}
            connection.execute(insert(channel_days), [at | figures()])
            rows = [at | {"video": id_} | figures() for id_ in sorted(ids)]
            connection.execute(insert(video_days), rows)
    return account


def _paid(container: Container, account: AccountId) -> None:
    with container.transactions().begin() as books:
        for number in range(WITHDRAWALS):
            a_payout = a_withdrawal(
                number,
                account=account,
                status=WithdrawalStatus.SUCCESS,
                paid_on=date(2025, 11, 8),
                requested_at=a_withdrawal().requested_at + timedelta(hours=number),
            )
            books.withdrawals.add(a_payout)


@contextmanager
def ours(url: str, folder: Path) -> Iterator[Serving]:
    """The portal as it is shipped, with one worker."""
    with serving(url, folder, workers=1, **_unhashed()) as server:
        yield Serving(server.port, server.process.pid)


@contextmanager
def gunicorn(module: str, url: str, folder: Path) -> Iterator[Serving]:
    """A WSGI peer under Gunicorn's threads."""
    sizes = ("-k", "gthread", "--threads", str(THREADS), "-w", "1", "--keep-alive", "75")
    words = ("gunicorn", *sizes, "--no-control-socket", f"tests.bench.peers.{module}:application")
    with _running((*words, "-b"), "", url, folder) as server:
        yield server


@contextmanager
def uvicorn(module: str, url: str, folder: Path) -> Iterator[Serving]:
    """An ASGI peer under uvicorn, with its quick loop and parser."""
    words = ("uvicorn", f"tests.bench.peers.{module}:app", "--no-access-log", "--port")
    with _running(words, "port", url, folder) as server:
        yield server


@contextmanager
def _running(words: Iterable[str], takes: str, url: str, folder: Path) -> Iterator[Serving]:
    port = free_port()
    place = str(port) if takes == "port" else f"127.0.0.1:{port}"
    environment = {
        "BENCH_DATABASE": url.replace("postgresql:", "postgresql+psycopg:")
        if takes == "port"
        else url,
        "BENCH_THREADS": str(THREADS),
        "BENCH_ANSWERS": str(folder / "answers.json"),
    }
    with (folder / "peers.log").open("ab") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", *words, place],
            env=os.environ | environment | _unhashed(),
            stdout=log,
            stderr=log,
        )
    try:
        wait_until(lambda: _listens(process, port, folder), "the peer's answer")
        yield Serving(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def _unhashed() -> dict[str, str]:
    """The environment of a server that compares passwords at no cost."""
    more = os.environ.get("PYTHONPATH")
    return {"PYTHONPATH": os.pathsep.join([str(UNHASHED), *([more] if more else [])])}


def _listens(process: subprocess.Popen[bytes], port: int, folder: Path) -> bool:
    assert process.poll() is None, (folder / "peers.log").read_text()[-2000:]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/nothing")
        connection.getresponse().read()
    except OSError:
        return False
    finally:
        connection.close()
    return True


def keep_answers(server: Serving, token: str, folder: Path) -> None:
    """What ours answers to each call, for the server that answers constants."""
    answers = {call.path: _ask_once(server, token, call) for call in CALLS}
    (folder / "answers.json").write_text(json.dumps(answers))


def agree(server: Serving, token: str, folder: Path) -> None:
    """Check that a peer answers as ours does, field by field."""
    answers = json.loads((folder / "answers.json").read_text())
    for call in CALLS:
        theirs, own = json.loads(_ask_once(server, token, call)), json.loads(answers[call.path])
        if call.is_log_in:
            theirs, own = ({key: each[key] for key in _OF_LOG_IN} for each in (theirs, own))
        assert theirs == own, (call.name, theirs, own)


def _ask_once(server: Serving, token: str, call: Call) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    try:
        return asked(connection, token, call).decode()
    finally:
        connection.close()


@frozen
class Servers:
    """All of them over one database; `token` is the reader's, `database` the server's process."""

    ours: Serving
    bare: Serving
    peers: Mapping[str, Serving]
    token: str
    database: int | None


def serve(url: str, folder: Path, database: int | None, stack: ExitStack) -> Servers:
    """Start them until the stack is closed, and see that the peers answer as ours does."""
    token = make_portal(url, folder)
    own = stack.enter_context(ours(url, folder))
    keep_answers(own, token, folder)
    peers = {
        "FastAPI": uvicorn("fastapi_sync", url, folder),
        "FastAPI async": uvicorn("fastapi_async", url, folder),
        "Django": gunicorn("django_portal", url, folder),
    }
    running = {name: stack.enter_context(peer) for name, peer in peers.items()}
    for peer in running.values():
        agree(peer, token, folder)
    bare = stack.enter_context(gunicorn("bare", url, folder))
    return Servers(own, bare, running, token, database)
