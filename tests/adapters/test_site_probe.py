"""How a partner's domain is asked for its token: once judged, and never inside unasked."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from attrs import define, field
from tests.fakes.talkers import Talk, drip, drip_body, hang, talking

from backbeat.site.ports import ProbeFailed
from backbeat_adapters.site_probe import HttpSiteProbe


@define
class Domain:
    port: int = 0
    status: int = 200
    content: bytes = b"the-token\n"
    asked: list[str] = field(factory=list)

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@pytest.fixture
def domain() -> Iterator[Domain]:
    known = Domain()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            known.asked.append(self.path)
            self.send_response(known.status)
            self.send_header("Location", "/elsewhere")
            self.send_header("Content-Length", str(len(known.content)))
            self.end_headers()
            self.wfile.write(known.content)

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    known.port = server.server_port
    Thread(target=server.serve_forever, daemon=True).start()
    yield known
    server.shutdown()
    server.server_close()


def test_a_domain_answers_its_token_at_the_known_address(domain: Domain) -> None:
    assert HttpSiteProbe(allow_private=True).token_at(domain.origin) == "the-token\n"
    assert domain.asked == ["/.well-known/backbeat-site"]


def test_names_of_this_machine_lead_to_it(domain: Domain) -> None:
    origin = domain.origin.replace("127.0.0.1", "partner.localhost")

    assert HttpSiteProbe(allow_private=True).token_at(origin) == "the-token\n"
    with pytest.raises(ProbeFailed, match="allow_private"):
        HttpSiteProbe().token_at(origin)


@pytest.mark.parametrize("status", [301, 302, 404, 500])
def test_any_other_answer_is_none_and_is_not_followed(domain: Domain, status: int) -> None:
    domain.status = status

    with pytest.raises(ProbeFailed, match=f"it answers {status}"):
        HttpSiteProbe(allow_private=True).token_at(domain.origin)
    assert len(domain.asked) == 1


def test_a_page_is_no_token_and_is_not_quoted(domain: Domain) -> None:
    domain.content = b"<html>" * 100

    with pytest.raises(ProbeFailed, match="something else") as failed:
        HttpSiteProbe(allow_private=True).token_at(domain.origin)
    assert "html" not in str(failed.value)


def test_the_own_network_is_asked_only_where_the_setting_says_so(domain: Domain) -> None:
    with pytest.raises(ProbeFailed, match="allow_private"):
        HttpSiteProbe().token_at(domain.origin)
    assert domain.asked == []


def test_a_name_that_leads_inside_with_any_of_its_addresses_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, 80)) for each in ("1.1.1.1", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    with pytest.raises(ProbeFailed, match="private"):
        HttpSiteProbe().token_at("https://rebound.example")


def test_a_domain_that_nobody_answers_at_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        with pytest.raises(ProbeFailed, match="cannot be asked"):
            HttpSiteProbe(allow_private=True).token_at(f"http://127.0.0.1:{taken.getsockname()[1]}")


def test_a_domain_without_a_certificate_of_its_name_is_no_proof(domain: Domain) -> None:
    with pytest.raises(ProbeFailed, match="cannot be asked"):
        HttpSiteProbe(allow_private=True).token_at(domain.origin.replace("http:", "https:"))


@pytest.mark.parametrize("talk", [drip, drip_body, hang])
def test_a_domain_that_does_not_come_to_an_end_is_left(talk: Talk) -> None:
    with (
        talking(talk) as origin,
        pytest.raises(ProbeFailed, match=r"within 0\.3 s|cannot be asked"),
    ):
        HttpSiteProbe(allow_private=True, seconds=0.3).token_at(origin)
