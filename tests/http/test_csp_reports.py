"""What browsers report of stopped content: taken from anybody, bounded, logged without anybody's data."""

from __future__ import annotations

import json
import logging

import pytest
from falcon.testing import Result, TestClient
from tests.http.stand import serving

from backbeat.settings import LimitsProfile

REPORTS = "application/csp-report"
REPORT = {
    "document-uri": "https://portal.example/auth/external?t=canary-token",
    "referrer": "https://portal.example/r/canary",
    "effective-directive": "script-src-elem",
    "violated-directive": "script-src-elem 'self'",
    "blocked-uri": "https://canary.bird:pass@evil.example:8443/canary.js?who=canary@example.org",
    "script-sample": "alert('canary')",
    "original-policy": "default-src 'none'",
}


@pytest.fixture
def client() -> TestClient:
    return serving(object(), ())


def send(client: TestClient, what: object, media_type: str = REPORTS, **headers: str) -> Result:
    body = what if isinstance(what, bytes) else json.dumps(what).encode()
    return client.simulate_post(
        "/csp-report", body=body, headers={"Content-Type": media_type, **headers}
    )


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage() for record in caplog.records if record.getMessage().startswith("csp ")
    ]


def test_a_report_is_one_line_without_anybodys_data(
    client: TestClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "backbeat.http"):
        answer = send(client, {"csp-report": REPORT}, **{"Zs-Authentification": "stale"})

    assert (answer.status_code, answer.content) == (204, b"")
    (line,) = lines(caplog)
    assert line.rpartition(" request=")[0] == (
        "csp script-src-elem stopped=https://evil.example:8443 page=/auth"
    )
    assert "canary" not in caplog.text.lower()


@pytest.mark.parametrize(
    ("stopped", "told"),
    [
        ("inline", "inline"),
        ("trusted-types-sink", "trusted-types-sink"),
        ("data", "data"),
        ("data:text/html,canary", "data:"),
        ("https://evil.example\r\ncsp forged", "https:"),
        ("https://[canary", "-"),
        ("https://example.org:99999/", "-"),
        ("x" * 3000, "-"),
        (["canary"], "-"),
        (None, "-"),
    ],
)
def test_only_origins_and_known_words_are_told(
    client: TestClient, caplog: pytest.LogCaptureFixture, stopped: object, told: str
) -> None:
    with caplog.at_level(logging.INFO, "backbeat.http"):
        report = {"effective-directive": "img-src\nforged", "blocked-uri": stopped}
        assert send(client, {"csp-report": report}).status_code == 204

    (line,) = lines(caplog)
    assert line.startswith(f"csp - stopped={told} page=- request=")


@pytest.mark.parametrize(
    ("what", "media_type", "status", "code"),
    [
        ({"csp-report": REPORT}, "application/json", 415, 2),
        ({"csp-report": REPORT}, "text/plain", 415, 2),
        ([REPORT], "application/reports+json", 415, 2),
        (b"{" * 5000, REPORTS, 400, 2),
        (b"\xff\x00", REPORTS, 400, 2),
        (b"", REPORTS, 400, 2),
        ([], REPORTS, 400, 2),
        ({"csp-report": "x"}, REPORTS, 400, 2),
        ([[[]]], REPORTS, 400, 2),
        (b'{"csp-report":{"x":"' + b"x" * 70_000 + b'"}}', REPORTS, 413, 5),
    ],
)
def test_what_is_no_report_is_refused(
    client: TestClient, what: object, media_type: str, status: int, code: int
) -> None:
    answer = send(client, what, media_type)

    assert (answer.status_code, answer.json["code"]) == (status, code)


def test_one_address_reports_only_so_often() -> None:
    client = serving(object(), (), profile=LimitsProfile.NORMAL)

    statuses = [send(client, {"csp-report": REPORT}).status_code for _ in range(31)]

    assert statuses == [204] * 30 + [429]


def test_reports_are_sent_not_fetched(client: TestClient) -> None:
    assert client.simulate_get("/csp-report").status_code == 405
