"""What a slow client may hold, for how long, and whom it leaves alone: the server by itself."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from attrs import frozen
from tests.fakes.ports import free_port
from tests.fakes.waiting import PATIENCE, wait_until
from tests.proofs.slow_clients import SlowClients, one_address

PROGRAM = """
import sys, time, threading
from backbeat_adapters.deployment import Serving
from backbeat_http.server import Server
from backbeat_http.serving.served import Served
gate = threading.Event()
def app(environ, start):
    path = environ["PATH_INFO"]
    if "backbeat.crowded" in environ:
        start("503 Service Unavailable", [("Content-Length", "0")])
        return []
    if path == "/api/channel/add":
        gate.wait()
    if path == "/api/site/terms":
        gate.set()
    body = environ["wsgi.input"].read() or path.encode()
    if path == "/large":
        body = b"x" * 30_000_000
    start("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return (body[at:at + 65536] for at in range(0, len(body), 65536))
header, body, answer = map(float, sys.argv[2:])
serving = Serving(header_seconds=header, body_seconds=body, answer_seconds=answer,
                  connections_per_address=40, platform_threads=1, waiting_calls=12)
Server(lambda: Served(app, serving, ("127.0.0.9",)), bind=sys.argv[1], workers=1, threads=2).run()
"""


@frozen
class Portal:
    port: int

    def get(self, path: str, source: str = "127.0.0.1", method: str = "GET") -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(source, 0)
        )
        try:
            connection.request(method, path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()


@contextmanager
def serving(
    folder: Path, *, header: float = PATIENCE, body: float = PATIENCE, answer: float = PATIENCE
) -> Iterator[Portal]:
    """A portal with these limits in seconds, which end nothing unless they are named."""
    port = free_port()
    limits = [str(seconds) for seconds in (header, body, answer)]
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, f"127.0.0.1:{port}", *limits],
            env=os.environ | {"HOME": str(folder)},
            stderr=log,
        )
    made = Portal(port)

    def answers() -> bool:
        assert process.poll() is None, (folder / "log").read_text()[-2000:]
        try:
            return made.get("/healthz")[0] == 200
        except OSError:
            return False

    try:
        wait_until(answers, "the server's answer")
        yield made
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    """One that ends no connection however slow the client is, and this machine."""
    with serving(tmp_path_factory.mktemp("patient")) as made:
        yield made


@pytest.fixture(scope="module")
def quick_with_heads(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    with serving(tmp_path_factory.mktemp("heads"), header=1) as made:
        yield made


@pytest.fixture(scope="module")
def quick_with_the_rest(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Portal]:
    with serving(tmp_path_factory.mktemp("rest"), body=1, answer=3) as made:
        yield made


def attacked(portal: Portal, address: str = "127.0.0.2") -> SlowClients:
    return SlowClients(portal.port, one_address(address))


@contextmanager
def half_sent(portal: Portal) -> Iterator[SlowClients]:
    """Fifteen heads and fifteen bodies of which the rest never comes."""
    slow = attacked(portal)
    slow.half_heads(15)
    slow.half_bodies(15)
    slow.start()
    try:
        yield slow
    finally:
        slow.stop()


def test_half_sent_requests_hold_no_thread(portal: Portal) -> None:
    with half_sent(portal) as slow:
        assert portal.get("/anything") == (200, b"/anything")
        assert slow.open == 30


def test_half_a_head_ends_with_408(quick_with_heads: Portal) -> None:
    with half_sent(quick_with_heads) as slow:
        wait_until(lambda: slow.open == 15, "the end of heads that are half sent")

    assert {(held.kind, held.answer[:12]) for held in slow.ended} == {("head", b"HTTP/1.1 408")}
    assert slow.longest("head") >= 1


def test_half_a_body_ends_with_408(quick_with_the_rest: Portal) -> None:
    with half_sent(quick_with_the_rest) as slow:
        wait_until(lambda: slow.open == 15, "the end of bodies that are half sent")

    assert {(held.kind, held.answer[:12]) for held in slow.ended} == {("body", b"HTTP/1.1 408")}
    assert slow.longest("body") >= 1


def test_slow_readers_are_cut_off_and_hold_no_thread(quick_with_the_rest: Portal) -> None:
    portal = quick_with_the_rest
    slow = attacked(portal)
    slow.slow_readers(10, "/large")
    slow.start()

    assert portal.get("/anything") == (200, b"/anything")
    wait_until(lambda: slow.open == 0, "the end of slow readers")
    slow.stop()
    assert slow.longest("answer") >= 3


def test_who_reads_on_gets_all_of_it(portal: Portal) -> None:
    status, body = portal.get("/large")

    assert (status, len(body)) == (200, 30_000_000)


def test_an_address_has_so_many_connections_and_another_one_its_own(portal: Portal) -> None:
    slow = attacked(portal, "127.0.0.3")
    slow.half_heads(60)
    slow.start()

    wait_until(lambda: slow.open == 40, "the refusal of those beyond forty")
    assert portal.get("/anything", "127.0.0.4")[0] == 200
    slow.stop()
    assert [held.answer for held in slow.ended] == [b""] * 20


def test_connections_of_a_proxy_are_not_counted(quick_with_heads: Portal) -> None:
    slow = attacked(quick_with_heads, "127.0.0.9")
    slow.half_heads(60)
    slow.start()

    wait_until(lambda: slow.open == 0, "the end of what is half sent")
    slow.stop()
    assert {held.answer[:12] for held in slow.ended} == {b"HTTP/1.1 408"}


def test_a_lane_that_is_full_refuses_and_the_others_go_on(portal: Portal) -> None:
    with ThreadPoolExecutor(20) as callers:
        hanging = [callers.submit(portal.get, "/api/channel/add", method="POST") for _ in range(20)]
        wait_until(lambda: sum(each.done() for each in hanging) == 7, "refusals beyond thirteen")
        assert portal.get("/healthz") == (200, b"/healthz")
        assert portal.get("/readyz") == (200, b"/readyz")
        assert portal.get("/api/site/terms")[0] == 200
        assert sorted(each.result()[0] for each in hanging) == [200] * 13 + [503] * 7


def test_a_body_in_chunks_and_a_head_only_arrive(portal: Portal) -> None:
    def said(request: bytes) -> bytes:
        with socket.create_connection(("127.0.0.1", portal.port), PATIENCE) as connection:
            connection.sendall(request)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    tail = b"Host: portal\r\nConnection: close\r\n"
    chunks = b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
    assert said(b"POST /x HTTP/1.1\r\n" + tail + chunks).endswith(b"\r\n\r\nabcde")
    assert said(b"HEAD /xyz HTTP/1.1\r\n" + tail + b"\r\n").endswith(b"\r\n\r\n")
    wrong = b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n"
    assert b" 400 " in said(b"POST /x HTTP/1.1\r\n" + tail + wrong)[:16]
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    assert b" 403 " in said(b"GET /x HTTP/1.1\r\nHost: portal\r\n" + upgrade + key)[:16]
