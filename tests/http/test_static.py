"""The built web UI: what is served, how long it is kept, and under which policy."""

from __future__ import annotations

import gzip
import json
import re
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from falcon import App
from falcon.testing import Result, TestClient
from tests.fakes.standins import NOON
from tests.http.stand import serving

from backbeat.settings import Site
from backbeat_http.headers import API_POLICY, COMMON, HSTS
from backbeat_http.page_files import reader_language
from backbeat_http.security_text import SECURITY_TEXT, VALID_FOR
from backbeat_http.static import Pages, with_files

WEBUI = Path(__file__).parents[2] / "webui"

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
    (tmp_path / "index.html.br").write_bytes(b"raw")
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
        "/index.html.gz",
        "/index.html.br",
        "/.well-known/change-password",
        "/dashboard.php",
        "/assets/../index.html",
        "/%2e%2e/secret.txt",
    ],
)
def test_what_does_not_exist_is_not_found(client: TestClient, path: str) -> None:
    answer = get(client, path)

    assert (answer.status_code, answer.json["details"]) == (404, {"reason": "not_found"})


@pytest.mark.parametrize("path", ["/api", "/api/nothing"])
def test_nobody_keeps_what_the_api_refuses(client: TestClient, path: str) -> None:
    headers = get(client, path).headers

    assert headers["Cache-Control"] == "no-store"
    assert headers["Content-Security-Policy"] == API_POLICY


@pytest.mark.parametrize("accept", ["*/*", "text/*", "", "text/html", None])
def test_machines_that_name_no_type_get_the_page(client: TestClient, accept: str | None) -> None:
    """Link checkers, previews and curl."""
    headers = {} if accept is None else {"Accept": accept}

    for method in ("GET", "HEAD"):
        page = client.simulate_request(method, "/dashboard", headers=headers)
        assert (page.status_code, page.headers["Content-Type"]) == (200, "text/html; charset=utf-8")
        assert (len(page.content) > 0) is (method == "GET")


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/healthz",
        "/readyz",
        "/assets/app-1a2b.js",
        "/developers",
        "/api/openapi.json",
    ],
)
def test_what_can_be_got_can_be_asked_for_with_head(client: TestClient, path: str) -> None:
    got, head = get(client, path), client.simulate_head(path, headers=HTML)

    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Length"] == got.headers["Content-Length"]


def test_what_old_browsers_ask_for_is_there() -> None:
    icon = (WEBUI / "public" / "favicon.ico").read_bytes()

    assert icon[:6] == bytes([0, 0, 1, 0, 3, 0])  # an icon of three sizes


@pytest.mark.parametrize("path", ["/", "/favicon.svg", "/assets/app-1a2b.js", "/api/x", "/gone.js"])
def test_everything_asks_for_https_where_the_site_has_it(folder: Path, path: str) -> None:
    asked = {
        https: get(serving(object(), (), pages=Pages(folder), is_https=https), path).headers.get(
            "Strict-Transport-Security"
        )
        for https in (True, False)
    }

    assert asked == {True: HSTS, False: None}


def test_files_have_every_other_header_on_a_site_of_https_too(folder: Path) -> None:
    client = serving(object(), (), pages=Pages(folder), is_https=True)

    for path in ("/favicon.svg", "/builds/latest.json"):
        headers = get(client, path).headers
        assert {name: headers.get(name) for name in COMMON} == COMMON
    assert headers["Cache-Control"] == "no-store"


class TestSecurityText:
    def test_it_names_who_to_tell(self, folder: Path) -> None:
        site = Site(
            url="https://portal.example/", security_contact="mailto:security@portal.example"
        )
        told = get(serving(object(), (), pages=Pages(folder), site=site), SECURITY_TEXT)

        assert told.headers["Content-Type"] == "text/plain; charset=utf-8"
        fields = dict(line.split(": ", 1) for line in told.text.splitlines())
        assert fields == {
            "Contact": "mailto:security@portal.example",
            "Expires": (NOON + VALID_FOR).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "Preferred-Languages": "en, ko, zh-CN, zh-TW",
            "Canonical": "https://portal.example/.well-known/security.txt",
        }

    def test_it_holds_for_some_months_and_less_than_a_year(self, folder: Path) -> None:
        """RFC 9116 recommends less than a year, so that nothing stale is believed."""
        site = Site(security_contact="mailto:security@portal.example")
        told = get(serving(object(), (), pages=Pages(folder), site=site), SECURITY_TEXT)

        found = re.search(r"^Expires: (\S+)$", told.text, re.MULTILINE)
        assert found is not None
        assert timedelta(days=90) < datetime.fromisoformat(found[1]) - NOON < timedelta(days=365)

    def test_it_can_be_asked_for_with_head(self, folder: Path) -> None:
        site = Site(security_contact="mailto:security@portal.example")
        client = serving(object(), (), pages=Pages(folder), site=site)

        assert client.simulate_head(SECURITY_TEXT).status_code == 200

    def test_without_a_contact_there_is_none(self, client: TestClient) -> None:
        assert get(client, SECURITY_TEXT).status_code == 404

    @pytest.mark.parametrize("text", ["security@portal.example", "http://x.example", "mailto:", ""])
    def test_a_contact_is_an_address(self, text: str) -> None:
        with pytest.raises(ValueError, match="security_contact"):
            Site(security_contact=text)


def test_who_wants_no_html_gets_no_page(client: TestClient) -> None:
    assert get(client, "/dashboard", Accept="application/json").status_code == 404
    for method in ("POST", "PUT", "DELETE", "OPTIONS"):
        asked = client.simulate_request(method, "/dashboard", headers=HTML)
        assert (method, asked.status_code) == (method, 404)


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


FILES = {
    "/dashboard": {
        "en": ["assets/own.js", "assets/en.js"],
        "ko": ["assets/own.js", "assets/ko.js"],
    },
    "/musics/:view?": {"en": ["assets/music.js"]},
    "/withdrawal/:type/:date": {"en": ["assets/detail.js"]},
    "/guides/*": {"en": ["assets/guide.js"]},
}


@pytest.fixture
def made(tmp_path: Path) -> Path:
    """A build that says which files its pages are made of."""
    (tmp_path / "index.html").write_text("<html><head><script></script></head></html>")
    (tmp_path / "pages.json").write_text(json.dumps(FILES))
    return tmp_path


def named(folder: Path, path: str, *, keeps_korean: bool = True, **headers: Any) -> list[str]:
    """The files that a page has fetched beside its first scripts."""
    pages = Pages(folder, keeps_korean=keeps_korean)
    page = get(serving(object(), (), pages=pages), path, **headers)
    return re.findall(
        r'<link rel="modulepreload" crossorigin href="/assets/(\w+)\.js" />', page.text
    )


@pytest.mark.parametrize(
    ("path", "files"),
    [
        ("/dashboard", ["own", "en"]),
        ("/dashboard/more", []),
        ("/musics", ["music"]),
        ("/musics/tags", ["music"]),
        ("/musics/tags/more", []),
        ("/withdrawal/music_profit/2025-09", ["detail"]),
        ("/guides/money/first", ["guide"]),
        ("/unknown", []),
    ],
)
def test_a_page_names_its_files_after_the_first_scripts(
    made: Path, path: str, files: list[str]
) -> None:
    assert named(made, path) == files
    page = get(serving(object(), (), pages=Pages(made)), path).text
    assert page.startswith("<html><head><script></script>")
    assert page.endswith("</head></html>")


@pytest.mark.parametrize(
    ("headers", "keeps_korean", "words"),
    [
        ({"Cookie": "backbeat_locale=ko"}, True, "ko"),
        ({"Cookie": "backbeat_locale=ko"}, False, "en"),
        ({"Cookie": "backbeat_locale=xx"}, True, "en"),
        # The web UI starts in a browser's Chinese; Korean is chosen.
        ({"Accept-Language": "ko-KR,ko;q=0.9"}, True, "en"),
    ],
)
def test_the_words_are_those_of_the_language_that_the_page_will_start_in(
    made: Path, headers: dict[str, str], keeps_korean: bool, words: str
) -> None:
    assert named(made, "/dashboard", keeps_korean=keeps_korean, **headers) == ["own", words]


def test_a_language_in_the_address_comes_before_the_kept_one(made: Path) -> None:
    assert named(made, "/dashboard?lang=ko", Cookie="backbeat_locale=en") == ["own", "ko"]


def test_nobody_fetches_the_list_of_files(made: Path) -> None:
    assert get(serving(object(), (), pages=Pages(made)), "/pages.json").status_code == 404
    served = with_files(serving(object(), (), pages=Pages(made)).app, made)
    assert TestClient(served).simulate_get("/pages.json").status_code == 404


def test_a_browsers_own_chinese_is_what_the_page_starts_in() -> None:
    assert reader_language(None, None, "zh-TW,zh;q=0.9", keeps_korean=False).value == "zh-TW"
    assert reader_language(None, None, "zh-CN", keeps_korean=False).value == "zh-CN"
    assert reader_language(None, None, " zh-TW;q=0.9, en", keeps_korean=False).value == "zh-TW"
    assert reader_language(None, None, None, keeps_korean=False).value == "en"
