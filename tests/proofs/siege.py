"""A portal under attack by slowness goes on for everybody else (OPS-19).

    nox -s siege
    nox -s siege -- --seconds 30 --only "one address"

200 half-sent requests, 50 slow readers, a platform that hangs and 50 log-ins at once: from one and from
200 addresses, readers on one address, with and without a proxy in front. Then 200 who listen slowly.
"""

from __future__ import annotations

import argparse
import http.client
import json
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Event, Thread

from attrs import define, field, frozen
from tests.fakes.ports import free_port
from tests.fakes.waiting import PATIENCE, wait_until
from tests.proofs.house import Databases, House
from tests.proofs.listeners import Crowd, beside_listeners
from tests.proofs.proxy import ADDRESS
from tests.proofs.serving import serving
from tests.proofs.slow_clients import SlowClients, many_addresses, one_address
from tests.proofs.telling import Table, replayed

from backbeat.platforms.youtube.platform import YOUTUBE
from backbeat_http.static import STATIC

Addresses = Callable[[], Callable[[], str]]

MOST_TIMES = 3
"""How many times longer the slowest in a hundred may wait than without the attack."""
HEALTH_WITHIN = 1.0
WAVE = 5.0
"""Seconds between two log-ins of the same person; all of them come at once."""


@frozen
class Size:
    """How large the attack is, how long it is watched, and the portal's limits."""

    half_sent: int = 200
    slow_readers: int = 50
    log_ins: int = 50
    seconds: float = 20.0
    header: int = 10
    body: int = 30
    answer: int = 60
    readers: int = 4
    grace: float = 3.0
    """Seconds that closing and noticing it may take."""
    is_measured: bool = True
    """Whether others' waiting is judged; the ordinary tests run beside each other."""

    def settings(self, platform: int) -> Mapping[str, str]:
        return {
            "BACKBEAT_SERVING_HEADER_SECONDS": str(self.header),
            "BACKBEAT_SERVING_BODY_SECONDS": str(self.body),
            "BACKBEAT_SERVING_ANSWER_SECONDS": str(self.answer),
            "BACKBEAT_SERVER_TRUSTED_PROXIES": ADDRESS,
            "BACKBEAT_PLATFORM_KIND": "youtube",
            "BACKBEAT_PLATFORM_API_KEY": "none",
            "BACKBEAT_PLATFORM_URL": f"http://127.0.0.1:{platform}",
        }


@define
class Caller:
    """Calls again and again until it is told to stop; remembers how long each call took."""

    call: Callable[[], None]
    pause: float
    took: list[float] = field(factory=list)
    failed: list[str] = field(factory=list)
    _stop: Event = field(factory=Event)
    _thread: Thread | None = None

    def start(self) -> None:
        self._thread = Thread(target=self._keep_calling, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._stop.set()

    def join(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def _keep_calling(self) -> None:
        while not self._stop.wait(self.pause):
            started = time.monotonic()
            try:
                self.call()
            except (OSError, AssertionError, http.client.HTTPException) as error:
                self.failed.append(repr(error))
            self.took.append(time.monotonic() - started)


@frozen
class Besieged:
    """A portal, who reads in it, and the way to it."""

    port: int
    size: Size
    token: str

    def send(
        self, method: str, path: str, body: object = None, source: str = "127.0.0.1"
    ) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(source, 0)
        )
        headers = {"Zs-Authentification": self.token, "Content-Type": "application/json"}
        try:
            connection.request(method, path, json.dumps(body) if body else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def read(self) -> None:
        status, body = self.send("GET", "/api/withdrawal/list")
        assert status == 200, (status, body)

    def health(self) -> None:
        assert self.send("GET", "/healthz") == (200, b"ok\n")

    def log_in(self, source: str) -> None:
        form = {"id": "nobody@example.org", "password": "wrong horse"}
        status, _ = self.send("POST", "/api/member/login", form, source)
        assert status in {400, 429, 503}, status

    def ask_platform(self) -> None:
        link = "https://www.youtube.com/@somebody"
        form = {"link": link, "category": "game", "platform": YOUTUBE.name}
        status, _ = self.send("POST", "/api/channel/add", form)
        assert status in {429, 502, 503}, status

    def watched(self, seconds: float) -> Sequence[Caller]:
        """So many readers, and one who looks at the health, for so long."""
        callers = [Caller(self.read, 0.05) for _ in range(self.size.readers)]
        callers.append(Caller(self.health, 0.2))
        for each in callers:
            each.start()
        Event().wait(seconds)
        _end(callers)
        for each in callers:
            assert not each.failed, each.failed[:3]
        return callers


def besiege(portal: Besieged, addresses: Addresses) -> str:
    """Measure others before and in the attack; then wait until nothing of it is held."""
    size = portal.size
    quiet = portal.watched(size.seconds)
    slow = SlowClients(portal.port, addresses())
    slow.half_heads(size.half_sent // 2)
    slow.half_bodies(size.half_sent - size.half_sent // 2)
    slow.slow_readers(size.slow_readers, *_large())
    slow.start()
    asking = [Caller(portal.ask_platform, 0.0) for _ in range(4)]
    for each in asking:
        each.start()
    with crowd(portal, addresses()):
        attacked = portal.watched(size.seconds)
    _end(asking)
    assert not any(each.failed for each in asking), [each.failed[:3] for each in asking]
    wait_until(lambda: slow.open == 0, "the end of every slow connection")
    slow.stop()
    return _judged(size, quiet, attacked, slow, asking)


@contextmanager
def crowd(portal: Besieged, source: Callable[[], str]) -> Iterator[None]:
    """Many who log in again and again, in a process of their own so as not to slow the readers down.

    Who comes from the attackers' address may find it full.
    """
    process = get_context("fork").Process(target=_log_in_for_ever, args=(portal, source))
    process.start()
    try:
        yield
        assert process.is_alive(), "nobody logged in any more"
    finally:
        process.terminate()
        process.join()


def _log_in_for_ever(portal: Besieged, source: Callable[[], str]) -> None:
    callers = [Caller(partial(portal.log_in, source()), WAVE) for _ in range(portal.size.log_ins)]
    for each in callers:
        each.start()
    for each in callers:
        each.join()


def _end(callers: Iterable[Caller]) -> None:
    for each in callers:
        each.stop()
    for each in callers:
        each.join()


def _judged(
    size: Size,
    quiet: Sequence[Caller],
    attacked: Sequence[Caller],
    slow: SlowClients,
    asking: Sequence[Caller],
) -> str:
    before, after = _p99(quiet[:-1]), _p99(attacked[:-1])
    health = max(attacked[-1].took)
    platform = max(took for each in asking for took in each.took)
    held = {kind: slow.longest(kind) for kind in ("head", "body", "answer")}
    figure = (
        f"p99 {before * 1000:.0f} -> {after * 1000:.0f} ms ({after / before:.1f} x), health"
        f" {health * 1000:.0f} ms, held: head {held['head']:.0f}, body {held['body']:.0f}, answer"
        f" {held['answer']:.0f}, platform {platform:.0f} s"
    )
    late = [kind for kind in held if held[kind] > getattr(size, _LIMITS[kind]) + size.grace]
    assert not late, f"{late} held too long: {figure}"
    assert health <= HEALTH_WITHIN or not size.is_measured, figure
    assert after <= MOST_TIMES * before or not size.is_measured, figure
    return figure


_LIMITS = {"head": "header", "body": "body", "answer": "answer"}


def _p99(callers: Sequence[Caller]) -> float:
    took = sorted(each for caller in callers for each in caller.took)
    return took[min(len(took) - 1, len(took) * 99 // 100)]


def _large() -> tuple[str, int]:
    """The largest thing that a visitor may ask for, and how often to exceed the system's buffers."""
    files = sorted((STATIC / "assets").glob("*.js"), key=lambda path: path.stat().st_size)
    return (f"/assets/{files[-1].name}", 40) if files else ("/api/site/terms", 200)


@contextmanager
def besieged(url: str, folder: Path, size: Size, *, proxied: bool) -> Iterator[Besieged]:
    """The real server over a database, with a platform that never answers."""
    with ExitStack() as stack:
        silent = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=500))
        with House.over(url, folder, real=True) as house:
            token = house.token(house.creator(0))
        settings = size.settings(silent.getsockname()[1])
        server = stack.enter_context(serving(url, folder, workers=2, **settings))
        port = server.port
        if proxied:
            port = free_port()
            command = [sys.executable, "-m", "tests.proofs.proxy", str(port), str(server.port)]
            proxy = stack.enter_context(subprocess.Popen(command))
            stack.callback(proxy.terminate)
        portal = Besieged(port, size, token)
        wait_until(lambda: _answers(portal), "the proxy's answer")
        yield portal


def siege(url: str, folder: Path, size: Size, addresses: Addresses, *, proxied: bool) -> str:
    """A portal, its attack, and what others felt of it."""
    with besieged(url, folder, size, proxied=proxied) as portal:
        return besiege(portal, addresses)


def _answers(portal: Besieged) -> bool:
    try:
        return portal.send("GET", "/readyz")[0] == 200
    except (OSError, http.client.HTTPException):
        return False


ATTACKERS: Mapping[str, Addresses] = {
    "one address": one_address,
    "200 addresses": lambda: many_addresses(200),
}


LISTENERS = "200 slow listeners"


def main() -> int:
    """Run what the arguments ask for; the exit code says whether everybody else went on."""
    parser = argparse.ArgumentParser(prog="nox -s siege --", description=__doc__)
    parser.add_argument("--only", default="", help="sieges with this in their name")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each is watched")
    given = parser.parse_args()
    table = Table("Siege", replayed("siege", sys.argv[1:]))
    size = Size(seconds=given.seconds)
    with Databases.open() as databases:
        for proxied in (False, True):
            for name, addresses in ATTACKERS.items():
                what = f"{name}, {'through a proxy' if proxied else 'no proxy'}"
                if given.only in what:
                    url = databases.new("sqlite")
                    attack = partial(siege, url, databases.folder, size, addresses, proxied=proxied)
                    table.tell(what, attack)
        if given.only in LISTENERS:
            crowd_of = partial(
                beside_listeners,
                databases.new("sqlite"),
                databases.folder,
                Crowd(seconds=given.seconds),
            )
            table.tell(LISTENERS, crowd_of)
    return table.close()


if __name__ == "__main__":
    sys.exit(main())
