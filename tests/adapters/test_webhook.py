"""What is posted to the operator's own system: signed, once judged, and never inside unasked."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from attrs import define, field
from tests.fakes.standins import FixedClock

from backbeat_adapters.webhook import HookFailed, Webhook, is_public

SECRET = "a secret of the operator"


@define
class Listener:
    port: int = 0
    status: int = 204
    taken: list[tuple[str, dict[str, str], bytes]] = field(factory=list)


@pytest.fixture
def listener() -> Iterator[Listener]:
    known = Listener()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            known.taken.append((self.path, dict(self.headers), body))
            self.send_response(known.status)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    known.port = server.server_port
    Thread(target=server.serve_forever, daemon=True).start()
    yield known
    server.shutdown()
    server.server_close()


def hook(listener: Listener, *, allow_private: bool = True) -> Webhook:
    url = f"http://127.0.0.1:{listener.port}/alerts?of=portal"
    return Webhook(FixedClock(), url, SECRET, allow_private)


def test_a_post_is_json_and_signed(listener: Listener) -> None:
    hook(listener).post({"kind": "logins_of_many", "subject": "누군가"})

    ((path, headers, body),) = listener.taken
    seconds, _, signature = headers["Backbeat-Signature"].partition(",v1=")
    signed = hmac.new(SECRET.encode(), f"{seconds[2:]}.".encode() + body, hashlib.sha256)
    assert signature == signed.hexdigest()
    assert (path, headers["Content-Type"]) == ("/alerts?of=portal", "application/json")
    assert json.loads(body) == {"kind": "logins_of_many", "subject": "누군가"}


@pytest.mark.parametrize("status", [302, 400, 500])
def test_any_other_answer_is_a_failure_and_is_not_followed(listener: Listener, status: int) -> None:
    listener.status = status
    with pytest.raises(HookFailed, match=str(status)):
        hook(listener).post({})
    assert len(listener.taken) == 1


def test_the_own_network_is_posted_to_only_where_the_setting_says_so(listener: Listener) -> None:
    with pytest.raises(HookFailed, match="allow_private"):
        hook(listener, allow_private=False).post({})
    assert not listener.taken


def test_a_name_that_leads_inside_with_any_of_its_addresses_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 80)) for each in ("1.1.1.1", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(HookFailed, match="private"):
        Webhook(FixedClock(), "http://rebound.example/", SECRET).post({})


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("1.1.1.1", True),
        ("2606:4700::1111", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("::1", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
    ],
)
def test_addresses_of_the_own_network_are_known(address: str, public: bool) -> None:
    assert is_public(address) is public
