"""The built web UI: what is served, how long it is kept, and under which policy."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from falcon import App
from falcon.testing import Result, TestClient
from tests.http.stand import serving

from backbeat_http.static import Pages

SCRIPT = "console.log(1);" * 100
HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, content in {
        "index.html": '<meta name="csp-nonce" content="__CSP_NONCE__"><div id="root">',
        "assets/app-1a2b.js": SCRIPT,
        "assets/app-1a2b.js.map": "{}",
        "builds/latest.json": '{"id":"b1","timestamp":1}',
        "builds/meta/b1.json": '{"id":"b1","timestamp":1}',
        "favicon.svg": "<svg/>",
        ".built-from": "x",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    (tmp_path / "assets/app-1a2b.js.gz").write_bytes(gzip.compress(SCRIPT.encode()))
    (tmp_path / "index.html.gz").write_bytes(gzip.compress(b"raw"))
    return tmp_path


@pytest.fixture
def client(folder: Path) -> TestClient:
    return serving(
        object(),
        (),
        pages=Pages(folder, ("https://i.ytimg.com",), ("https://app.example",)),
    )


def get(client: TestClient, path: str, **headers: str) -> Result:
    return client.simulate_get(path, headers=HTML | headers)


@pytest.mark.parametrize("path", ["/", "/dashboard", "/withdrawal/music_profit/2025-09", "/r/ABC"])
def test_every_page_is_the_index_with_a_nonce_of_its_own(client: TestClient, path: str) -> None:
    nonces = set()
    for _ in range(2):
        page = get(client, path)
        assert (page.status_code, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert page.headers["Cache-Control"] == "no-store"
        found = re.search(r'content="([\w-]{24})"', page.text)
        assert found is not None
        assert f"style-src 'self' 'nonce-{found[1]}'" in page.headers["Content-Security-Policy"]
        nonces.add(found[1])
    assert len(nonces) == 2


def test_the_policy_of_a_page_lets_nothing_else_in(client: TestClient) -> None:
    policy = get(client, "/").headers["Content-Security-Policy"].split("; ")

    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "img-src 'self' data: https://i.ytimg.com" in policy
    assert "frame-ancestors 'none'" in policy
    assert "require-trusted-types-for 'script'" in policy
    assert "report-uri /csp-report" in policy
    assert not [part for part in policy if part.startswith("report-to")]
    assert "unsafe" not in " ".join(policy)


def test_only_embedded_pages_may_be_framed_and_only_by_the_configured(client: TestClient) -> None:
    embedded = get(client, "/embedded/withdrawal-invoice")

    assert "frame-ancestors https://app.example" in embedded.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in embedded.headers
    assert get(client, "/dashboard").headers["X-Frame-Options"] == "DENY"


@pytest.mark.parametrize(
    "path",
    [
        "/api",
        "/api/nothing",
        "/assets",
        "/assets/gone-9z.js",
        "/assets/app-1a2b.js.map",
        "/builds/meta/b0.json",
        "/robots.txt",
        "/index.html",
        "/.built-from",
        "/.env",
        "/dashboard.php",
        "/assets/../index.html",
        "/%2e%2e/secret.txt",
    ],
)
def test_what_does_not_exist_is_not_found(client: TestClient, path: str) -> None:
    answer = get(client, path)

    assert (answer.status_code, answer.json["details"]) == (404, {"reason": "not_found"})


def test_who_wants_no_html_gets_no_page(client: TestClient) -> None:
    assert get(client, "/dashboard", Accept="application/json").status_code == 404
    assert client.simulate_post("/dashboard", headers=HTML).status_code == 404


def test_assets_are_kept_for_ever_and_compressed(client: TestClient) -> None:
    plain = get(client, "/assets/app-1a2b.js")
    packed = get(client, "/assets/app-1a2b.js", **{"Accept-Encoding": "gzip, br"})

    assert plain.text == SCRIPT
    assert "immutable" in plain.headers["Cache-Control"]
    assert plain.headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"


def test_the_build_manifest_is_never_kept(client: TestClient) -> None:
    for path in ("/builds/latest.json", "/builds/meta/b1.json"):
        answer = get(client, path)
        assert answer.json == {"id": "b1", "timestamp": 1}
        assert answer.headers["Cache-Control"] == "no-store"


def test_without_a_build_there_are_no_pages(tmp_path: Path) -> None:
    client = serving(object(), (), pages=Pages(tmp_path))

    assert isinstance(client.app, App)
    assert get(client, "/").status_code == 404
