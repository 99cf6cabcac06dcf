"""The HTML of public pages that stands until the web UI draws them (decision 0313)."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from falcon.testing import TestClient
from tests.fakes.standins import NOON, FixedClock, counting_ids
from tests.http.stand import serving

from backbeat.board.model import PostKind
from backbeat.board.service import Board
from backbeat.kernel.languages import Language
from backbeat.kernel.pages import Page, PageRequest
from backbeat.memory.books import MemoryTransactions
from backbeat.settings import Site, UrlStrategy
from backbeat.site.model import PartnerSite
from backbeat.site.service import Sites
from backbeat_adapters.board.markdown import MarkdownIt
from backbeat_http.faces import Faces, PublicPosts
from backbeat_http.partners import PublicSites
from backbeat_http.static import Pages, with_files

INDEX = """<!doctype html><html lang="en"><head>
<!-- face --><title>Built</title><!-- /face -->
<!-- first view: script -->
<script type="module" crossorigin src="/assets/app.js"></script>
<script type="module" async crossorigin src="/assets/early.js"></script>
<link rel="modulepreload" crossorigin href="/assets/words.js">
</head><body><!-- first view --><div id="root"></div></body></html>"""
VIEW = (
    '<style nonce="__CSP_NONCE__">x</style><div id="first-view"><h1>{}</h1>'
    '<a href="/__BASE__">home</a><a href="/__BASE__/join">join</a></div>'
)
BUILT = {
    "script": "assets/first-view-1.js",
    "views": {
        path: {each.value: VIEW.format(f"{path} {each.value}") for each in Language}
        for path in ("/", "/login")
    },
}
LUMEN = PartnerSite(
    domain="lumen.example",
    name="Lumen",
    color_primary="#8a1c8f",
    color_primary_dim="#6d1572",
    proved_at=NOON,
)


@pytest.fixture
def build(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text(INDEX, encoding="utf-8")
    (tmp_path / "first-views.json").write_text(json.dumps(BUILT), encoding="utf-8")
    return tmp_path


def client_of(
    build: Path,
    site: Site = Site(),  # noqa: B008 - a value
    addresses: UrlStrategy = UrlStrategy.NO_PREFIX,
    *,
    keeps_korean: bool = True,
) -> TestClient:
    clock = FixedClock()
    transactions = MemoryTransactions.empty(clock, counting_ids())
    board = Board(transactions, clock, MarkdownIt())

    def posts(kind: PostKind, page: PageRequest) -> Page:  # type: ignore[type-arg]
        return board.list(kind, page)

    faces = Faces(
        site,
        Sites(transactions, clock, site).terms,
        PublicPosts(posts, clock),
        partners=PublicSites(lambda: [LUMEN], clock),
    )
    pages = Pages(build, addresses=addresses, faces=faces, keeps_korean=keeps_korean)
    return serving(object(), (), pages=pages)


def page(client: TestClient, path: str, **headers: str) -> str:
    answer = client.simulate_get(path, headers={"Accept": "text/html", **headers})
    assert answer.status_code == 200
    return answer.text


def heading(text: str) -> str | None:
    found = re.search("<h1>(.*?)</h1>", text)
    return found and found[1]


@pytest.mark.parametrize(
    ("path", "headers", "shown"),
    [
        ("/", {}, "/ en"),
        ("/login", {}, "/login en"),
        ("/login?lang=ko", {"Cookie": "backbeat_locale=zh-CN"}, "/login ko"),
        ("/", {"Cookie": "backbeat_locale=zh-TW"}, "/ zh-TW"),
        ("/", {"Accept-Language": "zh-CN,zh;q=0.9"}, "/ zh-CN"),
        # The web UI starts in a browser's Chinese; Korean is chosen.
        ("/", {"Accept-Language": "ko-KR,ko;q=0.9"}, "/ en"),
        ("/?utm_source=mail", {}, "/ en"),
    ],
)
def test_a_public_page_stands_there_in_the_language_that_the_web_ui_will_start_in(
    build: Path, path: str, headers: dict[str, str], shown: str
) -> None:
    text = page(client_of(build), path, **headers)
    at, language = shown.split()
    assert heading(text) == shown
    assert f'<html lang="{language}" data-mantine-color-scheme="light">' in text
    assert f'src="/assets/first-view-1.js" data-at="{at}" data-language="{language}"' in text
    assert text.index("first-view-1.js") < text.index("app.js")


def test_korean_that_is_not_kept_is_not_shown(build: Path) -> None:
    client = client_of(build, keeps_korean=False)
    assert heading(page(client, "/", Cookie="backbeat_locale=ko")) == "/ en"


@pytest.mark.parametrize(
    "path",
    ["/dashboard", "/join", "/offline", "/login?fromUrl=%2Fmy", "/?host=lumen.example", "/?host="],
)
def test_a_page_that_may_say_something_else_stands_empty(build: Path, path: str) -> None:
    text = page(client_of(build), path)
    assert '<html lang="en">' in text
    assert "<body><div" in text
    assert "first" not in text
    assert "fetchpriority" not in text


def test_a_partners_page_stands_empty(build: Path) -> None:
    assert heading(page(client_of(build), "/", Host="www.lumen.example")) is None


@pytest.mark.parametrize(
    ("strategy", "path", "home", "join"),
    [
        (UrlStrategy.NO_PREFIX, "/", "/", "/join"),
        # The language of this visit alone: a page that is loaded anew has to be told.
        (UrlStrategy.NO_PREFIX, "/?lang=ko", "/?lang=ko", "/join?lang=ko"),
        (UrlStrategy.PREFIX_AND_DEFAULT, "/ko", "/ko", "/ko/join"),
        (UrlStrategy.PREFIX_AND_DEFAULT, "/en/login", "/en", "/en/join"),
        # Whoever comes without a language is led to the address with one.
        (UrlStrategy.PREFIX_AND_DEFAULT, "/login", "/en", "/en/join"),
        (UrlStrategy.PREFIX_EXCEPT_DEFAULT, "/zh-TW/login", "/zh-TW", "/zh-TW/join"),
        (UrlStrategy.PREFIX_EXCEPT_DEFAULT, "/login", "/", "/join"),
    ],
)
def test_its_links_lead_where_the_web_ui_leads(
    build: Path, strategy: UrlStrategy, path: str, home: str, join: str
) -> None:
    text = page(client_of(build, addresses=strategy), path)
    assert re.findall('<a href="(.*?)">', text) == [home, join]


def test_its_styles_have_the_nonce_of_the_answer(build: Path) -> None:
    answer = client_of(build).simulate_get("/", headers={"Accept": "text/html"})
    found = re.search(r'<style nonce="([\w-]{24})">', answer.text)
    assert found is not None
    assert f"'nonce-{found[1]}'" in answer.headers["Content-Security-Policy"]


def test_what_shows_it_is_fetched_before_what_the_web_ui_is_made_of(build: Path) -> None:
    text = page(client_of(build), "/")
    later = re.findall(r'<[^>]+ fetchpriority="low"[^>]*/assets/(\w+)\.js', text)
    assert later == ["app", "words"]


def test_the_name_of_the_site_cannot_break_out_beside_it(build: Path) -> None:
    text = page(client_of(build, Site(name='A "B" <i>&</i> <!-- first view -->')), "/login")
    assert heading(text) == "/login en"
    assert text.count('id="first-view"') == 1
    assert (
        "<title>A &quot;B&quot; &lt;i&gt;&amp;&lt;/i&gt; &lt;!-- first view --&gt;</title>" in text
    )
    assert "<i>" not in text


def test_nobody_fetches_the_list_of_them(build: Path) -> None:
    client = TestClient(with_files(client_of(build).app, build))
    assert client.simulate_get("/first-views.json").status_code == 404
