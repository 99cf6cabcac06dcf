"""A stand-in of the demo that keeps silent does so no longer than its server is there."""

from __future__ import annotations

import socket
import time
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from threading import Event

import pytest
from attrs import define, field
from tests.fakes.waiting import PATIENCE

from backbeat_adapters.demo.local_server import LocalServer, Quiet


@define
class Silent(LocalServer):
    """Keeps everybody waiting; `asked` once somebody does, `left` once nobody waits any more, after
    so many `seconds`."""

    asked: Event = field(factory=Event)
    left: Event = field(factory=Event)
    seconds: float = 0.0

    def handler(self) -> type[BaseHTTPRequestHandler]:
        silent = self

        class Handler(Quiet, BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                silent.asked.set()
                began = time.monotonic()
                silent.keep_silent()
                silent.seconds = time.monotonic() - began
                silent.left.set()
                self.send_error(HTTPStatus.SERVICE_UNAVAILABLE)

        return Handler


def test_who_waits_for_a_silent_stand_in_is_let_go_when_it_stops() -> None:
    with Silent(slow_seconds=PATIENCE) as silent:
        asker = socket.create_connection(("127.0.0.1", silent.port), timeout=PATIENCE)
        asker.sendall(b"GET / HTTP/1.0\r\n\r\n")
        assert silent.asked.wait(PATIENCE)
        assert not silent.left.is_set()
    assert silent.left.wait(PATIENCE)
    assert silent.seconds < PATIENCE
    with asker:
        assert asker.recv(12) == b"HTTP/1.0 503"


def test_a_silent_stand_in_answers_once_its_time_is_over_and_tells_the_terminal_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with (
        Silent(slow_seconds=0.05) as silent,
        socket.create_connection(("127.0.0.1", silent.port), timeout=PATIENCE) as asker,
    ):
        asker.sendall(b"GET / HTTP/1.0\r\n\r\n")
        with asker.makefile("rb") as answer:
            assert answer.read().startswith(b"HTTP/1.0 503")
    assert silent.seconds >= 0.05
    assert capsys.readouterr() == ("", "")
