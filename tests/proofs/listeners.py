"""Two hundred people listen slowly, and nobody else notices (OPS-19).

Part of `nox -s siege`. Every listener hears a preview from its beginning, takes so many bytes a second and then begins
anew; readers of dashboards are watched without and with them, in turns.
"""

from __future__ import annotations

import http.client
import os
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from decimal import Decimal
from io import BytesIO
from multiprocessing import get_context
from multiprocessing.synchronize import Event
from pathlib import Path
from selectors import EVENT_READ, DefaultSelector

from attrs import frozen
from tests.fakes.waiting import PATIENCE
from tests.proofs.house import House
from tests.proofs.serving import serving
from tests.proofs.slow_clients import SMALL_WINDOW

from backbeat.catalogue.model import Track
from backbeat.kernel.ids import Isrc
from backbeat.media.model import FileKey, KeptPreview, Measures
from backbeat_http.resources.music import audio_url

SONG = Isrc("QZBB12600001")
BYTES_A_SECOND = 16_000
A_MINUTE = 960_000
"""Bytes of a preview of a minute."""
MOST_TIMES = 1.2
_BEAT = 0.25


@frozen
class Crowd:
    """How many listen, and how long others are watched each time."""

    listeners: int = 200
    seconds: float = 15.0
    turns: int = 3
    size: int = A_MINUTE


@frozen
class Stage:
    """A portal with something to hear, and who reads in it."""

    port: int
    token: str
    address: str

    def dashboard(self) -> float:
        """How long it takes to see one's dashboard."""
        started = time.monotonic()
        status, _ = self.get(
            "/api/v2/music/dashboard?start=2025-09-01&end=2025-09-30",
            {"Zs-Authentification": self.token},
        )
        assert status == 200, status
        return time.monotonic() - started

    def get(self, path: str, headers: dict[str, str] | None = None) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


@contextmanager
def stage(url: str, folder: Path, size: int, **settings: str) -> Iterator[Stage]:
    """The real server over a database with one creator and one track."""
    with serving(
        url, folder, workers=2, BACKBEAT_SERVING_CONNECTIONS_PER_ADDRESS="1000", **settings
    ) as server:
        with House.over(url, folder, real=True) as house:
            token = house.token(house.creator(0))
            portal = house.container.portal()
            key = FileKey(f"{SONG}-{'0' * 16}.mp3")
            preview = KeptPreview(key, size, 60_000)
            track = Track(SONG, "Neon Tides")
            portal.media_files.put(key, BytesIO(os.urandom(size)))
            with house.container.transactions().begin() as books:
                books.tracks.save([track])
                books.media.put_preview(SONG, preview, Measures(Decimal(-16), (100,)))
            address = audio_url(SONG, portal.addresses.of(track, preview))
        yield Stage(server.port, token, address)


@contextmanager
def listening(portal: Stage, count: int, rate: int = BYTES_A_SECOND) -> Iterator[None]:
    """So many listen at that rate meanwhile, in a process of their own; all of them have begun."""
    context = get_context("fork")
    all_hear, failed = context.Event(), context.Event()
    process = context.Process(target=_listen, args=(portal, count, rate, all_hear, failed))
    process.start()
    try:
        assert all_hear.wait(PATIENCE), "not everybody hears something"
        yield
        assert process.is_alive(), "nobody listens any more"
        assert not failed.is_set(), "somebody was cut off"
    finally:
        process.terminate()
        process.join()


def _listen(portal: Stage, count: int, rate: int, all_hear: Event, failed: Event) -> None:
    selector = DefaultSelector()
    heard: dict[socket.socket, int] = {}
    for _ in range(count):
        heard[_begun(portal)] = 0
    for connection in heard:
        selector.register(connection, EVENT_READ)
    while True:
        time.sleep(_BEAT)
        for ready, _ in selector.select(0):
            heard_by = ready.fileobj
            assert isinstance(heard_by, socket.socket)
            piece = _taken(heard_by, int(rate * _BEAT))
            heard[heard_by] += len(piece)
            if not piece:
                if heard.pop(heard_by) < A_MINUTE // 2:
                    failed.set()
                selector.unregister(heard_by)
                heard_by.close()
                anew = _begun(portal)
                heard[anew] = 0
                selector.register(anew, EVENT_READ)
        if all(heard.values()):
            all_hear.set()


def _taken(connection: socket.socket, size: int) -> bytes:
    taken = b""
    while len(taken) < size:
        try:
            piece = connection.recv(size - len(taken))
        except BlockingIOError:
            break
        except OSError:
            return b""
        if not piece:
            return taken
        taken += piece
    return taken


def _begun(portal: Stage) -> socket.socket:
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4 * SMALL_WINDOW)
    # Else this machine's own segments of 64 KiB would let the system take much at once.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 1_400)
    connection.connect(("127.0.0.1", portal.port))
    asked = f"GET {portal.address} HTTP/1.1\r\nHost: portal\r\nRange: bytes=0-\r\nConnection: close"
    connection.sendall(f"{asked}\r\n\r\n".encode())
    connection.setblocking(False)
    return connection


def watched(portal: Stage, seconds: float) -> Sequence[float]:
    """How long each look at a dashboard took, one after another."""
    until, took = time.monotonic() + seconds, []
    while time.monotonic() < until:
        took.append(portal.dashboard())
        time.sleep(0.01)
    return took


def beside_listeners(url: str, folder: Path, crowd: Crowd) -> str:
    """Dashboards without and with listeners, in turns; the slowest in a hundred are compared."""
    alone: list[float] = []
    beside: list[float] = []
    with stage(url, folder, crowd.size) as portal:
        watched(portal, 2)
        for _ in range(crowd.turns):
            alone += watched(portal, crowd.seconds)
            with listening(portal, crowd.listeners):
                beside += watched(portal, crowd.seconds)
    before, after = _p99(alone), _p99(beside)
    figure = (
        f"p99 {before * 1000:.0f} -> {after * 1000:.0f} ms ({after / before:.2f} x), median"
        f" {_median(alone) * 1000:.1f} -> {_median(beside) * 1000:.1f} ms"
    )
    assert after <= MOST_TIMES * before, figure
    return figure


def _p99(took: Sequence[float]) -> float:
    return sorted(took)[len(took) * 99 // 100]


def _median(took: Sequence[float]) -> float:
    return sorted(took)[len(took) // 2]
