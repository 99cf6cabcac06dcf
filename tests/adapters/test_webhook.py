"""What is posted to the operator's own system: signed, once judged, and never inside unasked."""

from __future__ import annotations

import hashlib
import hmac
import json
import socket
import ssl
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest
from attrs import define, field
from tests.fakes.standins import FixedClock
from tests.fakes.talkers import (
    Talk,
    drip,
    drip_handshake,
    endless,
    hang,
    nonsense,
    talking,
)
from tests.fakes.waiting import wait_until

from backbeat.webhooks.errors import PostFailed, WebhookAddressRefused
from backbeat_adapters.connecting import JudgedConnection, is_public
from backbeat_adapters.webhook import SignedPosts, Webhook

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
    return Webhook(SignedPosts(FixedClock(), allow_private), url, SECRET)


def test_a_post_is_json_and_signed(listener: Listener) -> None:
    hook(listener).post({"id": "alert.7", "kind": "logins_of_many", "subject": "누군가"})

    ((path, headers, body),) = listener.taken
    seconds, _, signature = headers["Backbeat-Signature"].partition(",v1=")
    signed = hmac.new(SECRET.encode(), f"alert.7.{seconds[2:]}.".encode() + body, hashlib.sha256)
    assert signature == signed.hexdigest()
    assert int(seconds[2:]) == int(FixedClock().now().timestamp())
    assert headers["Backbeat-Id"] == "alert.7"
    assert (path, headers["Content-Type"]) == ("/alerts?of=portal", "application/json")
    assert json.loads(body) == {"id": "alert.7", "kind": "logins_of_many", "subject": "누군가"}


def test_two_secrets_make_two_signatures_of_the_same_the_newest_first(listener: Listener) -> None:
    posts = SignedPosts(FixedClock(), allow_private=True)
    posts.post(f"http://127.0.0.1:{listener.port}/", ["new", "former"], "e1", {"id": "e1"})

    ((_, headers, body),) = listener.taken
    seconds, *told = headers["Backbeat-Signature"].removeprefix("t=").split(",v1=")
    text = f"e1.{seconds}.".encode() + body
    assert told == [hmac.new(s, text, hashlib.sha256).hexdigest() for s in (b"new", b"former")]


@pytest.mark.parametrize("status", [300, 302, 400, 500])
def test_any_other_answer_is_a_failure_and_is_not_followed(listener: Listener, status: int) -> None:
    listener.status = status
    with pytest.raises(PostFailed, match=str(status)):
        hook(listener).post({})
    assert len(listener.taken) == 1


def test_an_address_without_a_path_is_posted_to_at_the_root(listener: Listener) -> None:
    posts = SignedPosts(FixedClock(), allow_private=True)
    posts.post(f"http://127.0.0.1:{listener.port}?of=portal", ["s"], "e1", {"id": "e1"})

    assert [path for path, *_ in listener.taken] == ["/?of=portal"]


def test_the_own_network_is_posted_to_only_where_the_setting_says_so(listener: Listener) -> None:
    with pytest.raises(PostFailed, match="allow_private"):
        hook(listener, allow_private=False).post({})
    assert not listener.taken


def test_a_name_that_leads_inside_with_any_of_its_addresses_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 80)) for each in ("1.1.1.1", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(PostFailed, match="private"):
        Webhook(SignedPosts(FixedClock()), "http://rebound.example/", SECRET).post({})
    with pytest.raises(WebhookAddressRefused) as refused:
        SignedPosts(FixedClock()).judge("https://rebound.example/")
    assert "private" in refused.value.why


def test_a_post_goes_to_the_address_that_was_judged_and_the_name_is_asked_once(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = (socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", listener.port))
    answers = iter([[judged]])
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: next(answers))
    monkeypatch.setattr("backbeat_adapters.connecting.is_public", lambda _: True)
    Webhook(SignedPosts(FixedClock()), "http://rebound.example/", SECRET).post({})
    assert len(listener.taken) == 1


def test_the_certificate_has_to_be_of_the_name_that_was_asked_for(
    listener: Listener, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"https://partner.localhost:{listener.port}/"
    asked: list[Any] = []
    with JudgedConnection(url, 10, allow_private=True) as connection:
        assert connection.wrap is not None
        assert (connection.wrap.check_hostname, connection.wrap.verify_mode) == (
            True,
            ssl.CERT_REQUIRED,
        )

        def wrapped(_: Any, sock: socket.socket, **how: Any) -> Any:
            asked.append(how["server_hostname"])
            raise ssl.SSLCertVerificationError

        monkeypatch.setattr(ssl.SSLContext, "wrap_socket", wrapped)
        with pytest.raises(ssl.SSLCertVerificationError):
            connection.request("POST", "/")
    assert asked == ["partner.localhost"]


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://127.0.0.1/", "private"),
        ("https://[::1]:8443/", "private"),
        ("https://169.254.169.254/latest", "private"),
        ("http://1.1.1.1/", "https"),
        ("https://1.1.1.1:99999/", "nowhere"),
    ],
)
def test_an_address_is_judged_before_anything_is_posted_to_it(url: str, why: str) -> None:
    with pytest.raises(WebhookAddressRefused) as refused:
        SignedPosts(FixedClock()).judge(url)
    assert why in refused.value.why


def test_where_private_addresses_are_allowed_plain_http_is_too() -> None:
    SignedPosts(FixedClock(), allow_private=True).judge("http://127.0.0.1:8000/in")


@pytest.mark.parametrize("talk", [drip, hang])
def test_an_answer_that_does_not_end_is_cut(talk: Talk) -> None:
    with talking(talk) as url, pytest.raises(PostFailed, match="no answer"):
        SignedPosts(FixedClock(), allow_private=True, seconds=0.3).post(url, SECRET, "1", {})


@pytest.mark.parametrize("talk", [drip_handshake, hang])
def test_a_handshake_that_does_not_end_is_cut(talk: Talk) -> None:
    with talking(talk) as url, pytest.raises(PostFailed, match="no answer"):
        SignedPosts(FixedClock(), allow_private=True, seconds=0.3).post(
            url.replace("http:", "https:"), SECRET, "1", {}
        )


def test_nobody_is_called_once_its_name_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    found = socket.getaddrinfo
    with talking(drip) as url, JudgedConnection(url, 0.1, allow_private=True) as connection:

        def slowly(*asked: Any, **how: Any) -> Any:
            wait_until(lambda: connection.is_cut)
            return found(*asked, **how)

        monkeypatch.setattr(socket, "getaddrinfo", slowly)
        with pytest.raises(TimeoutError):
            connection.request("POST", "/")


def test_an_endless_body_is_not_read() -> None:
    with talking(endless) as url:
        assert SignedPosts(FixedClock(), allow_private=True).post(url, SECRET, "1", {}) == 200


def test_what_is_no_answer_is_told_without_quoting_it() -> None:
    with talking(nonsense) as url:
        with pytest.raises(PostFailed) as failed:
            SignedPosts(FixedClock(), allow_private=True).post(url, SECRET, "1", {})
        assert "secret" not in str(failed.value)


def test_nobody_there_is_a_failure() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        with pytest.raises(PostFailed, match="refused"):
            SignedPosts(FixedClock(), allow_private=True).post(url, SECRET, "1", {})


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
        ("::ffff:224.0.0.1", False),
        ("::ffff:0:7f00:1", False),
        ("::127.0.0.1", False),
        ("64:ff9b::1.1.1.1", True),
        ("64:ff9b::169.254.169.254", False),
        ("64:ff9b:1::a00:1", False),
        ("2002:a00:1::", False),
        ("fec0::1", False),
        ("192.0.0.8", False),
    ],
)
def test_addresses_of_the_own_network_are_known(address: str, public: bool) -> None:
    assert is_public(address) is public
