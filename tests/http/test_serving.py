"""The parts of serving, each by itself: what the bridge takes and gives, whom a pool admits, what a
connection may hold. `test_slow_clients.py` tries them together against the real server."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import tempfile
import threading
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import SimpleNamespace
from typing import Any, TypeVar, cast
from wsgiref.types import StartResponse, WSGIEnvironment

import pytest
from attrs import define, field
from tests.fakes.waiting import PATIENCE, wait_until

from backbeat_adapters.deployment import Serving
from backbeat_http.errors import CROWDED
from backbeat_http.lanes import Lane
from backbeat_http.routes import lane_of
from backbeat_http.serving.bridge import HEALTH, PIECE, UPLOADS, Bridge, environ_of
from backbeat_http.serving.connections import Connection, Connections, Metered
from backbeat_http.serving.pools import LaneFull, Pool, pools_of
from backbeat_http.serving.served import Served
from backbeat_http.serving.worker import PatientWorker
from backbeat_http.wire import LARGEST_BODY

Message = dict[str, Any]


@define
class Content:
    """An answer in pieces that knows which thread made each, and whether it was closed."""

    pieces: int
    threads: list[str] = field(factory=list)
    closed: int = 0

    def __iter__(self) -> Iterator[bytes]:
        for _ in range(self.pieces):
            self.threads.append(threading.current_thread().name)
            yield b"x" * PIECE

    def close(self) -> None:
        self.closed += 1


@define
class App:
    """Answers with what it was given, and remembers what it was asked."""

    content: Iterable[bytes] = (b"fine",)
    asked: list[WSGIEnvironment] = field(factory=list)
    body: bytes = b""

    def __call__(self, environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        self.asked.append(environ)
        self.body = environ["wsgi.input"].read()
        crowded = "backbeat.crowded" in environ
        start("503 Service Unavailable" if crowded else "200 OK", [("X-Made", "here")])
        return self.content


@define
class Client:
    """One connection's two ends, as the server's loop has them."""

    messages: Iterator[Message] = field(factory=lambda: iter([{"type": "http.request"}]))
    taken: int = 0
    sent: list[Message] = field(factory=list)
    when_sent: Callable[[Message], Awaitable[None]] | None = None

    async def receive(self) -> Message:
        self.taken += 1
        return next(self.messages)

    async def send(self, message: Message) -> None:
        self.sent.append(message)
        if self.when_sent is not None:
            await self.when_sent(message)

    @property
    def status(self) -> int:
        return int(self.sent[0]["status"])

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.sent)


def scope(path: str = "/x", headers: Iterable[tuple[bytes, bytes]] = (), **more: Any) -> Message:
    asked = {"type": "http", "method": "GET", "scheme": "http", "http_version": "1.1"}
    raw = path.encode()
    return {**asked, "raw_path": raw, "query_string": b"", "headers": list(headers), **more}


def bridged(app: App, *, threads: int = 2, waiting: int = 0, seconds: float = 60) -> Bridge:
    pool = Pool(Lane.COMMON, threads, waiting)
    return Bridge(app, {Lane.COMMON: pool}, lambda *_: Lane.COMMON, seconds)


T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    """On a thread of its own: where a browser was tried before, a loop runs on this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def holds(pool: Pool, count: int) -> None:
    """Wait until so many calls are in the pool."""
    await asyncio.wait_for(
        asyncio.to_thread(wait_until, lambda: pool._inside == count, f"{count} calls in it"),
        PATIENCE,
    )


def served(bridge: Bridge, client: Client, asked: Message | None = None) -> Client:
    run(bridge(asked or scope(), client.receive, client.send))
    return client


# -- what the bridge takes


def test_a_body_that_says_it_is_too_large_is_not_read_at_all() -> None:
    app, length = App(), str(LARGEST_BODY + 1).encode()
    client = served(bridged(app), Client(), scope(headers=[(b"content-length", length)]))

    assert (client.taken, app.body, client.status) == (0, b"", 200)


def test_a_body_that_says_it_is_just_as_large_as_it_may_be_is_read() -> None:
    app, body = App(), b"x" * LARGEST_BODY
    length = str(len(body)).encode()
    served(bridged(app), Client(pieces_of(body)), scope(headers=[(b"content-length", length)]))

    assert app.body == body


def test_a_body_without_end_is_read_until_it_is_too_large() -> None:
    app = App()
    endless = iter(lambda: {"type": "http.request", "body": b"x" * 1024, "more_body": True}, None)
    client = served(bridged(app), Client(cast("Iterator[Message]", endless)))

    assert LARGEST_BODY < len(app.body) <= LARGEST_BODY + 1024
    assert client.taken == len(app.body) // 1024


def test_a_piece_that_comes_as_the_time_ends_does_not_win_more_of_it() -> None:
    app = App()

    class Trickling(Client):
        async def receive(self) -> Message:
            """What a wait of the server's does that is over in the moment that cancels it."""
            self.taken += 1
            if self.taken == 1:
                with suppress(asyncio.CancelledError):
                    await asyncio.Event().wait()
            return {"type": "http.request", "body": b"x", "more_body": self.taken < 9}

    client = served(bridged(app, seconds=0.01), Trickling())

    assert (client.status, client.taken, app.asked) == (408, 1, [])


def pieces_of(body: bytes, *, size: int = PIECE) -> Iterator[Message]:
    for begin in range(0, len(body), size):
        more = begin + size < len(body)
        yield {"type": "http.request", "body": body[begin : begin + size], "more_body": more}


def upload_bridge(app: App, room: int, seconds: float = 60) -> Bridge:
    pool = Pool(Lane.COMMON, threads=1, waiting=4)
    return Bridge(app, {Lane.COMMON: pool}, lambda *_: Lane.COMMON, seconds, lambda *_: room)


def test_a_call_that_takes_a_file_gets_a_large_body_whole() -> None:
    app, body = App(), bytes(range(256)) * 2_000
    client = served(upload_bridge(app, len(body)), Client(pieces_of(body)))

    assert (app.body == body, client.status) == (True, 200)


def test_a_file_that_says_it_is_too_large_is_not_read_at_all() -> None:
    app, length = App(), str(LARGEST_BODY * 4 + 1).encode()
    bridge = upload_bridge(app, LARGEST_BODY * 4)
    client = served(bridge, Client(), scope(headers=[(b"content-length", length)]))

    assert (client.taken, app.body) == (0, b"")


def test_a_file_without_end_is_read_until_it_is_too_large() -> None:
    app, room = App(), LARGEST_BODY * 4
    endless = iter(lambda: {"type": "http.request", "body": b"x" * PIECE, "more_body": True}, None)
    client = served(upload_bridge(app, room), Client(cast("Iterator[Message]", endless)))

    assert room < len(app.body) <= room + PIECE
    assert client.taken == len(app.body) // PIECE


def test_only_a_few_large_bodies_are_on_their_way_at_once() -> None:
    arrived: asyncio.Queue[bool] = asyncio.Queue()

    async def never() -> Message:
        arrived.put_nowait(True)
        await asyncio.Event().wait()
        return {}

    app, late, later = App(), Client(), Client(pieces_of(b"{}"))
    bridge = upload_bridge(app, LARGEST_BODY * 4)

    async def crowd() -> None:
        assert UPLOADS == 4
        slow = [asyncio.create_task(bridge(scope(), never, Client().send)) for _ in range(UPLOADS)]
        for _ in slow:
            await arrived.get()
        await bridge(scope(), never, late.send)
        for each in slow:
            each.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        await bridge(scope(), later.receive, later.send)

    run(asyncio.wait_for(crowd(), PATIENCE))

    assert [CROWDED in asked for asked in app.asked] == [True, False]
    assert app.body == b"{}"


def test_who_leaves_within_the_body_is_not_answered() -> None:
    half = {"type": "http.request", "body": b"{", "more_body": True}
    app = App()
    client = served(bridged(app), Client(iter([half, {"type": "http.disconnect"}])))

    assert (client.sent, app.asked) == ([], [])


def test_a_body_has_its_time() -> None:
    async def never() -> Message:
        await asyncio.Event().wait()
        return {}

    client, app = Client(), App()
    bridge = bridged(app, seconds=0.01)
    run(asyncio.wait_for(bridge(scope(), never, client.send), PATIENCE))

    assert (client.status, app.asked) == (408, [])


def test_a_large_body_has_four_times_as_long_as_others(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float | None] = []

    def limited(seconds: float | None) -> asyncio.Timeout:
        given.append(seconds)
        return asyncio.Timeout(None)

    monkeypatch.setattr(asyncio, "timeout", limited)
    served(bridged(App(), seconds=3), Client(pieces_of(b"{}")))
    served(upload_bridge(App(), LARGEST_BODY * 4, seconds=3), Client(pieces_of(b"{}")))

    assert given == [3, 12]


def test_a_request_becomes_the_environment_of_wsgi() -> None:
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"2"),
        (b"x-forwarded-for", b"203.0.113.1"),
        (b"x-forwarded-for", b"203.0.113.2"),
    ]
    asked = scope("/a%20b/%ED%95%9C?q=%20", headers, client=("10.0.0.9", 1), server=("h", 80))
    environ = environ_of(asked | {"query_string": b"q=%20"}, io.BytesIO(b"{}"))

    assert environ["PATH_INFO"] == "/a b/한".encode().decode("latin-1")
    assert environ["QUERY_STRING"] == "q=%20"
    assert (environ["REMOTE_ADDR"], environ["SERVER_NAME"]) == ("10.0.0.9", "h")
    assert (environ["CONTENT_TYPE"], environ["CONTENT_LENGTH"]) == ("application/json", "2")
    assert environ["HTTP_X_FORWARDED_FOR"] == "203.0.113.1,203.0.113.2"
    assert "HTTP_CONTENT_TYPE" not in environ


def test_nothing_is_kept_of_a_body_that_was_answered_or_whose_client_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A large one lies on the disk."""
    taken: list[tempfile.SpooledTemporaryFile[bytes]] = []

    def opened(max_size: int) -> tempfile.SpooledTemporaryFile[bytes]:
        taken.append(tempfile.SpooledTemporaryFile(max_size))  # noqa: SIM115 - its reader closes it
        return taken[-1]

    monkeypatch.setattr(
        "backbeat_http.serving.bridge.tempfile", SimpleNamespace(SpooledTemporaryFile=opened)
    )
    half = {"type": "http.request", "body": b"{", "more_body": True}
    served(bridged(App()), Client(pieces_of(b"{}")))
    served(bridged(App()), Client(iter([half, {"type": "http.disconnect"}])))

    assert [each.closed for each in taken] == [True, True]


# -- what the bridge gives


def test_a_short_answer_is_closed_when_it_is_whole() -> None:
    content = Content(2)
    client = served(bridged(App(content)), Client())

    assert (len(client.body), content.closed) == (2 * PIECE, 1)
    assert client.sent[0]["headers"] == [(b"x-made", b"here")]


def test_an_answer_without_content_is_closed_too() -> None:
    content = Content(0)
    client = served(bridged(App(content)), Client())

    assert (client.body, content.closed) == (b"", 1)


def test_each_piece_of_a_long_answer_is_made_in_the_lane_and_then_it_is_closed() -> None:
    content = Content(20)
    client = served(bridged(App(content)), Client())

    assert (len(client.body), content.closed) == (20 * PIECE, 1)
    assert {name.partition("_")[0] for name in content.threads} == {"common"}
    assert client.sent[-1]["more_body"] is False


def test_an_answer_whose_client_leaves_is_closed_and_made_no_further() -> None:
    content = Content(1000)

    async def leave(message: Message) -> None:
        if len(message.get("body", b"")) == PIECE:
            raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        served(bridged(App(content)), Client(when_sent=leave))
    assert content.closed == 1
    assert len(content.threads) < 10


def test_an_answer_that_has_begun_goes_on_when_its_lane_is_full() -> None:
    bridge, gate = bridged(App(Content(20)), threads=1), threading.Event()
    fillers: list[asyncio.Task[object]] = []

    async def fill(message: Message) -> None:
        if message["type"] == "http.response.body" and not fillers:
            fillers.append(asyncio.ensure_future(bridge.pools[Lane.COMMON].run(gate.wait)))
            await holds(bridge.pools[Lane.COMMON], 1)
            asyncio.get_running_loop().call_later(0.01, gate.set)

    try:
        client = served(bridge, Client(when_sent=fill))
    finally:
        gate.set()

    assert len(client.body) == 20 * PIECE


def test_health_is_answered_while_every_thread_hangs() -> None:
    app, gate = App(), threading.Event()
    bridge, client, other = bridged(app, threads=1), Client(), Client()

    async def besieged() -> None:
        hanging = asyncio.ensure_future(bridge.pools[Lane.COMMON].run(gate.wait))
        await holds(bridge.pools[Lane.COMMON], 1)
        try:
            await asyncio.wait_for(bridge(scope(HEALTH), client.receive, client.send), PATIENCE)
            await asyncio.wait_for(bridge(scope("/x"), other.receive, other.send), PATIENCE)
        finally:
            gate.set()
        await hanging

    run(besieged())
    assert (client.status, other.status) == (200, 503)


# -- whom a pool admits


def test_a_pool_has_room_for_so_many_and_one_more_is_refused() -> None:
    async def crowd() -> list[object]:
        pool, gate = Pool(Lane.COMMON, 2, 3), threading.Event()
        calls = [asyncio.ensure_future(pool.run(gate.wait)) for _ in range(6)]
        try:
            await holds(pool, 5)
        finally:
            gate.set()
        return await asyncio.gather(*calls, return_exceptions=True)

    told = run(crowd())
    assert told[:5] == [True] * 5
    assert isinstance(told[5], LaneFull)


def test_a_place_is_free_only_when_its_work_is_done_whoever_has_gone() -> None:
    async def leaving() -> None:
        pool, gate = Pool(Lane.COMMON, 1, 0), threading.Event()
        gone = asyncio.ensure_future(pool.run(gate.wait))
        await holds(pool, 1)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        try:
            with pytest.raises(LaneFull):
                await asyncio.wait_for(pool.run(lambda: 1), PATIENCE)
        finally:
            gate.set()
        for _ in range(5):  # each leaves its place to the next
            await holds(pool, 0)
            assert await pool.run(lambda: 1) == 1

    run(leaving())


def test_work_that_fails_leaves_its_place() -> None:
    def fail() -> None:
        raise ValueError

    async def failing() -> None:
        pool = Pool(Lane.COMMON, 1, 0)
        for _ in range(3):
            with pytest.raises(ValueError):
                await pool.run(fail)
            await holds(pool, 0)

    run(failing())


def test_what_waits_in_a_pool_is_given_up_at_its_end() -> None:
    async def ending() -> list[object]:
        pool, gate = Pool(Lane.COMMON, 1, 3), threading.Event()
        calls = [asyncio.ensure_future(pool.run(gate.wait)) for _ in range(3)]
        await holds(pool, 3)
        pool.close()
        gate.set()
        return await asyncio.gather(*calls, return_exceptions=True)

    first, *waiting = run(ending())
    assert first is True
    assert all(isinstance(each, asyncio.CancelledError) for each in waiting)


def test_each_lane_has_its_own_width() -> None:
    serving = Serving(
        password_threads=3,
        platform_threads=5,
        document_threads=7,
        media_threads=2,
        waiting_calls=11,
    )
    pools = pools_of(serving, 13)

    widths = {lane: pool.threads for lane, pool in pools.items()}
    assert widths == {
        Lane.COMMON: 13,
        Lane.PASSWORDS: 3,
        Lane.PLATFORM: 5,
        Lane.DOCUMENTS: 7,
        Lane.MEDIA: 2,
        Lane.HEALTH: 1,
    }
    assert {pool.waiting for pool in pools.values()} == {11}


def test_calls_work_in_the_lane_of_their_kind() -> None:
    assert lane_of("POST", "/api/member/login") is Lane.PASSWORDS
    assert lane_of("POST", "/api/channel/add") is Lane.PLATFORM
    assert lane_of("GET", "/readyz") is Lane.HEALTH
    assert lane_of("HEAD", "/readyz") is Lane.HEALTH
    assert lane_of("GET", "/api/site/terms") is Lane.COMMON
    assert lane_of("GET", "/no/such") is Lane.COMMON
    assert lane_of("GET", "/api/music/audio/QZBB12600001") is Lane.MEDIA
    assert lane_of("HEAD", "/covers/QZBB12600001-0123456789abcdef.webp") is Lane.MEDIA


# -- what a connection may hold


@define
class Wire:
    """A transport whose client takes what the test says."""

    buffered: int = 0
    system: int = 0
    written: int = 0
    ended: str = ""

    def get_write_buffer_size(self) -> int:
        return self.buffered

    def write(self, data: bytes) -> None:
        self.written += len(data)

    def writelines(self, parts: Iterable[bytes]) -> None:
        self.written += sum(map(len, parts))


class Metre(Metered):
    """`Metered` over a wire without a socket."""

    def _unacknowledged(self) -> int:
        return int(self.transport.system)


def test_who_takes_enough_a_second_is_not_too_slow_however_long_it_lasts() -> None:
    wire = Wire(buffered=1_000_000)
    metre = Metre(wire)
    metre.write(b"x" * 1_000_000)

    assert not metre.is_too_slow(100, 60, 1_000)
    wire.buffered = 930_000
    assert not metre.is_too_slow(165, 60, 1_000)
    wire.buffered = 939_000
    assert metre.is_too_slow(165, 60, 1_000)
    assert not metre.is_too_slow(160, 60, 1_000)


def test_who_took_much_at_once_and_then_nothing_is_too_slow() -> None:
    wire = Wire(buffered=9_000_000)
    metre = Metre(wire)
    metre.write(b"x" * 9_000_000)
    assert not metre.is_too_slow(0, 60, 1_000)
    wire.buffered = 1_000

    assert not any(metre.is_too_slow(at, 60, 1_000) for at in range(1, 61))
    assert metre.is_too_slow(62, 60, 1_000)


def test_so_much_is_remembered_of_a_connection_and_no_more() -> None:
    wire = Wire(buffered=9_000_000)
    metre = Metre(wire)
    metre.write(b"x" * 9_000_000)
    for at in range(10_000):
        wire.buffered -= 600
        assert not metre.is_too_slow(at / 2, 60, 1_000)

    assert len(metre.looks) < 70


def test_what_the_system_still_holds_is_not_taken() -> None:
    wire = Wire(buffered=0, system=90_000)
    metre = Metre(wire)
    metre.writelines([b"x" * 50_000, b"x" * 50_000])

    assert not metre.is_too_slow(0, 10, 1_000)
    assert not metre.is_too_slow(10, 10, 1_000)
    assert metre.is_too_slow(10.5, 10, 1_000)
    assert wire.written == 100_000


def test_the_time_begins_anew_when_everything_was_taken() -> None:
    wire = Wire(buffered=100)
    metre = Metre(wire)
    metre.write(b"x" * 100)
    assert not metre.is_too_slow(0, 10, 1_000)
    wire.buffered = 0
    assert not metre.is_too_slow(500, 10, 1_000)

    metre.write(b"x" * 50_000)
    wire.buffered = 50_000
    assert not metre.is_too_slow(600, 10, 1_000)
    assert not metre.is_too_slow(609, 10, 1_000)
    assert metre.is_too_slow(611, 10, 1_000)


def test_nobody_is_slow_who_was_given_nothing() -> None:
    assert not Metre(Wire(buffered=5)).is_too_slow(1_000, 10, 1_000)


LIMITS = Serving(
    connections_per_address=4, header_seconds=10, answer_seconds=7, answer_bytes_per_second=300
)


def test_clients_have_as_long_as_is_promised() -> None:
    """OPS-7."""
    served = Serving()

    assert (served.header_seconds, served.body_seconds, served.answer_seconds) == (10, 30, 60)
    assert (served.answer_bytes_per_second, served.connections_per_address) == (1_000, 100)


@define(eq=False)
class Guest:
    """What `Connections` needs to know of a connection."""

    address: str = "203.0.113.9"
    opened: float = 0
    waits_for_head: bool = False
    metered: Any = None
    refused: int = 0

    def refuse_head(self) -> None:
        self.refused += 1


def house(most: int = 1_000, serving: Serving = LIMITS) -> Connections:
    return Connections(serving, most, ("10.0.0.2",))


def admit(connections: Connections, count: int, address: str = "203.0.113.9") -> list[Guest]:
    guests = [Guest(address) for _ in range(count)]
    return [each for each in guests if connections.admit(cast("Connection", each))]


def test_an_address_has_so_many_connections_and_gets_back_what_it_gives_up() -> None:
    connections = house()
    inside = admit(connections, 6)
    assert len(inside) == 4
    assert len(admit(connections, 3, "203.0.113.10")) == 3

    for each in inside[:2]:
        connections.forget(cast("Connection", each))
    assert len(admit(connections, 6)) == 2
    for each in inside[2:]:
        connections.forget(cast("Connection", each))
    assert len(admit(connections, 6)) == 2


def test_a_network_of_ipv6_has_the_connections_of_one_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    connections = house()
    first = [each for at in range(6) for each in admit(connections, 1, f"2001:db8::{at}")]
    assert len(first) == 4
    assert len(admit(connections, 1, "2001:db8:0:1::1")) == 1

    first[0].waits_for_head = True
    with caplog.at_level(logging.WARNING, "backbeat.http"):
        connections.judge(11.0)
    assert [record.getMessage() for record in caplog.records] == [
        "closed 1 slow connections from=2001:db8::/64",
        "refused 2 connections from=2001:db8::/64: too many",
    ]
    connections.forget(cast("Connection", first[0]))
    assert len(admit(connections, 2, "2001:db8::99")) == 1


def test_a_connection_is_counted_from_its_first_to_its_last_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("__init__", "connection_made", "connection_lost"):
        monkeypatch.setattr(f"gunicorn.asgi.protocol.ASGIProtocol.{name}", lambda *_: None)
    connections = house()
    aborted: list[bool] = []
    transport = SimpleNamespace(
        get_extra_info=lambda _name: ("203.0.113.9", 40_000), abort=lambda: aborted.append(True)
    )

    opened = [Connection(None, connections) for _ in range(5)]
    for each in opened:
        each.connection_made(transport)
    assert (connections._of_address, aborted) == ({"203.0.113.9": 4}, [True])

    for each in opened:
        each.connection_lost(None)
    assert (connections._of_address, connections._open) == ({}, set())


def test_a_named_proxy_is_known_where_the_server_listens_on_ipv6(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("__init__", "connection_made"):
        monkeypatch.setattr(f"gunicorn.asgi.protocol.ASGIProtocol.{name}", lambda *_: None)
    connections = house()
    aborted: list[bool] = []
    transport = SimpleNamespace(
        get_extra_info=lambda _name: ("::ffff:10.0.0.2", 40_000, 0, 0),
        abort=lambda: aborted.append(True),
    )

    for _ in range(6):
        Connection(None, connections).connection_made(transport)

    assert (connections._of_address, aborted) == ({"10.0.0.2": 6}, [])


def test_an_address_that_has_gone_is_forgotten() -> None:
    connections = house()
    for address in ("203.0.113.9", "203.0.113.9", "2001:db8::1"):
        for each in admit(connections, 1, address):
            connections.forget(cast("Connection", each))

    assert (connections._of_address, connections._open) == ({}, set())


def test_all_together_have_a_bound_that_proxies_have_too() -> None:
    connections = house(most=10)
    assert len(admit(connections, 8, "10.0.0.2")) == 8

    assert len(admit(connections, 3, "203.0.113.1")) == 2
    assert len(admit(connections, 1, "10.0.0.2")) == 0


def test_what_is_refused_and_closed_is_told_once_for_each_address(
    caplog: pytest.LogCaptureFixture,
) -> None:
    connections = house()
    guests = admit(connections, 9)
    for each in guests[:3]:
        each.waits_for_head = True
    with caplog.at_level(logging.WARNING, "backbeat.http"):
        connections.judge(10.0)
        assert [each.refused for each in guests] == [0, 0, 0, 0]
        connections.judge(10.1)

    assert [each.refused for each in guests] == [1, 1, 1, 0]
    told = [record.getMessage() for record in caplog.records]
    assert told == [
        "refused 5 connections from=203.0.113.9: too many",
        "closed 3 slow connections from=203.0.113.9",
    ]


def test_a_slow_reader_is_dropped_with_its_own_limits() -> None:
    asked: list[tuple[float, float, float]] = []
    dropped: list[int] = []

    def judged(now: float, seconds: float, rate: float) -> bool:
        asked.append((now, seconds, rate))
        return True

    connections = house()
    (guest,) = admit(connections, 1)
    guest.metered = SimpleNamespace(is_too_slow=judged, drop=lambda: dropped.append(1))
    connections.judge(5.0)

    assert (asked, dropped) == ([(5.0, 7, 300)], [1])


@pytest.mark.parametrize(
    ("requests", "has_request", "waits"),
    [(0, False, True), (1, False, True), (1, True, False), (2, False, False)],
)
def test_only_the_first_head_has_the_time_of_heads(
    requests: int, has_request: bool, waits: bool
) -> None:
    connection = Connection.__new__(Connection)
    connection.req_count = requests
    connection._current_request = object() if has_request else None

    assert connection.waits_for_head is waits


# -- the worker


def test_a_worker_leaves_what_is_loaded_out_of_collections() -> None:
    worker = PatientWorker.__new__(PatientWorker)
    worker.cfg = SimpleNamespace(threads=1)
    worker.app = SimpleNamespace(wsgi=lambda: Served(App()))
    gc.unfreeze()
    gc.set_threshold(700)
    worker.load_wsgi()
    for pool in worker.pools.values():
        pool.close()

    assert gc.get_freeze_count() > 10_000
    assert gc.get_threshold()[0] > 700


def test_a_worker_hands_its_settings_on_and_closes_its_pools() -> None:
    worker = PatientWorker.__new__(PatientWorker)
    serving = Serving(body_seconds=17, password_threads=3)
    worker.app = SimpleNamespace(wsgi=lambda: Served(App(), serving))
    worker.cfg = SimpleNamespace(threads=5, worker_connections=9, backlog=1)
    worker.load_wsgi()
    assert worker.asgi.body_seconds == 17
    assert (worker.pools[Lane.COMMON].threads, worker.pools[Lane.PASSWORDS].threads) == (5, 3)

    async def nothing() -> None:
        pass

    async def serve() -> None:
        worker.loop = asyncio.get_running_loop()
        worker.sockets, worker.servers, worker.alive = [], [], False
        worker._shutdown = nothing
        await worker._serve()
        for pool in worker.pools.values():
            with pytest.raises(RuntimeError, match="after shutdown"):
                await pool.run(lambda: 1)

    run(serve())
