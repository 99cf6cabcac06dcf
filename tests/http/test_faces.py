"""What machines see of pages: previews of links, robots, the sitemap (WEB-26)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from attrs import evolve
from falcon.testing import TestClient
from tests.fakes.standins import FixedClock, counting_ids
from tests.http.stand import serving

from backbeat.board.model import (
    PictureId,
    Post,
    PostId,
    PostKind,
    PostText,
    PublishedSpan,
)
from backbeat.board.service import Board
from backbeat.kernel.languages import Language
from backbeat.memory.books import MemoryTransactions
from backbeat.settings import Site
from backbeat.site.model import LandingWords, PartnerSite
from backbeat.site.service import Sites
from backbeat_adapters.addresses import addresses
from backbeat_adapters.board.markdown import MarkdownIt
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable
from backbeat_http.faces import REMEMBERED, Faces, PublicPosts
from backbeat_http.partners import PublicSites
from backbeat_http.static import Pages

NOW = datetime(2026, 5, 10, 3, tzinfo=UTC)
PORTAL = "https://portal.example"
INDEX = (
    '<!doctype html><html lang="en"><head><!-- face --><title>Built</title><!-- /face -->'
    '<meta name="csp-nonce" content="__CSP_NONCE__"></head><body><div id="root"></body></html>'
)
SEEN = Post(
    PostId("p1"),
    PostKind.NOTICE,
    {
        Language.ENGLISH: PostText('Paid "on" <10 June>', "b", '"Everyone" <b> & more.'),
        Language.KOREAN: PostText("6월 10일 지급", "b", "요청한 모든 분."),
    },
    PublishedSpan(NOW),
    thumbnail=PictureId("a" * 32),
)
TO_COME = evolve(SEEN, id=PostId("p2"), span=PublishedSpan(NOW + timedelta(days=1)))
RETIRED = evolve(SEEN, id=PostId("p3"), retired_at=NOW)
EVENT = evolve(SEEN, id=PostId("e1"), kind=PostKind.EVENT, thumbnail=None)


class Head(HTMLParser):
    """What the head of a page says."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: dict[str, str] = {}
        self.alternates: dict[str, str] = {}
        self.titled = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told: dict[str, Any] = dict(attrs)
        self.titled = tag == "title"
        if tag == "html":
            self.said["lang"] = told["lang"]
        if tag == "meta" and "content" in told:
            name = told.get("name") or told["property"]
            assert name not in self.said, name
            self.said[name] = told["content"]
        if told.get("rel") == "canonical":
            self.said["canonical"] = told["href"]
        if told.get("rel") == "alternate":
            self.alternates[told["hreflang"]] = told["href"]

    def handle_endtag(self, tag: str) -> None:
        self.titled = False

    def handle_data(self, data: str) -> None:
        if self.titled:
            self.said["title"] = self.said.get("title", "") + data


class Counted:
    """Posts of a board, and how often they were asked for."""

    def __init__(self, board: Board) -> None:
        self.board, self.asked, self.is_away = board, 0, False

    def list(self, kind: PostKind, page: Any) -> Any:
        self.asked += 1
        if self.is_away:
            raise DatabaseUnavailable("away")
        return self.board.list(kind, page)


@pytest.fixture
def clock() -> FixedClock:
    clock = FixedClock()
    clock.set(NOW)
    return clock


@pytest.fixture
def transactions(clock: FixedClock) -> MemoryTransactions:
    transactions = MemoryTransactions.empty(clock, counting_ids())
    with transactions.begin() as books:
        for post in (SEEN, TO_COME, RETIRED, EVENT):
            books.posts.put(post)
    return transactions


@pytest.fixture
def posts(clock: FixedClock, transactions: MemoryTransactions) -> Counted:
    return Counted(Board(transactions, clock, MarkdownIt()))


@pytest.fixture
def client(
    tmp_path: Path, clock: FixedClock, transactions: MemoryTransactions, posts: Counted
) -> TestClient:
    (tmp_path / "index.html").write_text(INDEX, encoding="utf-8")
    site = Site(name="Klang & Raum", url=f"{PORTAL}/")
    terms = Sites(transactions, clock, site).terms
    partners = PublicSites(Sites(transactions, clock).shown, clock)
    faces = Faces(site, terms, PublicPosts(posts.list, clock), partners=partners)
    return serving(object(), (), pages=Pages(tmp_path, faces=faces))


def head(client: TestClient, path: str, **headers: str) -> Head:
    page = client.simulate_get(path, headers={"Accept": "*/*", **headers})
    assert page.status_code == 200
    assert "__CSP_NONCE__" not in page.text
    return Head(page.text)


def test_the_landing_page_introduces_the_portal(client: TestClient) -> None:
    said = head(client, "/").said

    assert said["title"] == said["og:title"]
    assert said["title"].endswith(" · Klang & Raum")
    assert said["description"] == said["og:description"]
    assert said["og:image"] == f"{PORTAL}/social.png"
    assert (said["og:url"], said["canonical"]) == (f"{PORTAL}/", f"{PORTAL}/")
    assert (said["lang"], said["og:locale"]) == ("en", "en_US")
    assert said["twitter:card"] == "summary_large_image"
    assert "robots" not in said
    assert "Built" not in client.simulate_get("/").text


def test_a_page_is_said_in_the_language_that_is_asked_for(client: TestClient) -> None:
    korean = head(client, "/?lang=ko")
    assert korean.said["canonical"] == f"{PORTAL}/?lang=ko"
    assert (korean.said["lang"], korean.said["og:locale"]) == ("ko", "ko_KR")
    assert "음악" in korean.said["title"]

    negotiated = head(client, "/", **{"Accept-Language": "zh-TW"}).said
    assert (negotiated["lang"], negotiated["canonical"]) == ("zh-TW", f"{PORTAL}/")


@pytest.mark.parametrize("lang", ["xx", "", "ko-KR", "%22%3E%3Cscript%3E"])
def test_an_unknown_language_is_as_none(client: TestClient, lang: str) -> None:
    said = head(client, f"/?lang={lang}").said
    assert (said["lang"], said["canonical"]) == ("en", f"{PORTAL}/")


def test_every_language_of_a_page_names_the_others(client: TestClient) -> None:
    for path in ("/", "/?lang=ko"):
        assert head(client, path).alternates == {
            **{each.value: f"{PORTAL}/?lang={each.value}" for each in Language},
            "x-default": f"{PORTAL}/",
        }


@pytest.mark.parametrize("path", ["/terms", "/terms-policy", "/terms-ofl", "/terms-osl"])
@pytest.mark.parametrize("language", Language)
def test_terms_carry_their_titles_and_begin(
    client: TestClient, path: str, language: Language
) -> None:
    said = head(client, f"{path}?lang={language.value}").said

    assert said["title"].endswith(" · Klang & Raum")
    assert 10 < len(said["description"]) <= 200
    assert not set(said["description"]) & set("#*`[]")
    assert said["canonical"] == f"{PORTAL}{path}?lang={language.value}"


def test_a_post_shows_its_own_words_and_picture(client: TestClient) -> None:
    said = head(client, "/notices/p1").said
    assert said["title"] == 'Paid "on" <10 June> · Klang & Raum'
    assert said["description"] == '"Everyone" <b> & more.'
    assert said["og:image"] == f"{PORTAL}/pictures/{'a' * 32}.webp"
    assert (said["og:type"], said["canonical"]) == ("article", f"{PORTAL}/notices/p1")

    assert head(client, "/notices/p1?lang=ko").said["title"].startswith("6월 10일 지급")
    event = head(client, "/events/e1?lang=zh-CN").said
    assert (event["og:image"], event["lang"]) == (f"{PORTAL}/social.png", "zh-CN")
    assert event["title"].startswith("Paid")


PUBLIC = {
    "landing",
    "notices",
    "events",
    "terms",
    "terms_policy",
    "terms_ofl",
    "terms_osl",
}
PRIVATE = [
    *(at for name, at in addresses().items() if name not in PUBLIC and ":" not in at),
    "/notices/p2",
    "/notices/p3",
    "/notices/nothing",
    "/notices/e1",
    "/events/p1",
    "/notices/p1/more",
    "/r/autumn",
    "/r/nothing",
    "/withdrawal/music_profit/2025-09",
    "/nothing",
    "//evil.example/x",
]


@pytest.mark.parametrize("path", PRIVATE)
def test_every_other_page_has_the_general_face_and_is_not_listed(
    client: TestClient, path: str
) -> None:
    page = head(client, path)

    assert page.said == {
        "lang": "en",
        "title": "Klang & Raum",
        "description": "Music for your shorts, and the money they make.",
        "og:site_name": "Klang & Raum",
        "og:title": "Klang & Raum",
        "og:description": "Music for your shorts, and the money they make.",
        "og:image": f"{PORTAL}/social.png",
        "og:type": "website",
        "og:locale": "en_US",
        "twitter:card": "summary_large_image",
        "robots": "noindex",
        "csp-nonce": page.said["csp-nonce"],
    }
    assert page.alternates == {}


@pytest.mark.parametrize("path", ["/", "/notices/p1", "/dashboard", "/robots.txt", "/sitemap.xml"])
def test_no_host_that_a_request_claims_gets_into_an_address(client: TestClient, path: str) -> None:
    claimed = {
        "Host": "evil.example",
        "X-Forwarded-Host": "evil.example",
        "Forwarded": "host=evil.example",
        "X-Forwarded-Proto": "http",
    }
    answer = client.simulate_get(path, headers={"Accept": "*/*", **claimed})

    assert answer.status_code == 200
    assert "evil.example" not in answer.text
    assert PORTAL in answer.text


LUMEN = PartnerSite(
    *("lumen.example", 'Lumen "Studio"', "#8a1c8f", "#6d1572", "/pictures/l.webp"),
    words={Language.KOREAN: LandingWords("모든 조회수", "<한> 줄")},
    token="t",
    proved_at=NOW,
)


@pytest.fixture
def lumen(transactions: MemoryTransactions) -> PartnerSite:
    with transactions.begin() as books:
        books.sites.put(LUMEN)
        books.sites.put(evolve(LUMEN, domain="unproved.example", proved_at=None))
    return LUMEN


@pytest.mark.usefixtures("lumen")
@pytest.mark.parametrize("at", ["lumen.example", "www.LUMEN.example", "lumen.example:8000"])
def test_a_page_at_a_partners_host_has_the_partners_face(client: TestClient, at: str) -> None:
    page = head(client, "/notices", Host=at)

    assert page.said["title"].endswith(' · Lumen "Studio"')
    assert page.said["og:site_name"] == 'Lumen "Studio"'
    assert page.said["og:image"] == "https://lumen.example/pictures/l.webp"
    assert page.said["canonical"] == "https://lumen.example/notices"
    assert page.alternates["ko"] == "https://lumen.example/notices?lang=ko"
    assert head(client, "/dashboard", Host=at).said["title"] == 'Lumen "Studio"'
    post = head(client, "/notices/p1", Host=at).said
    assert post["og:image"] == f"https://lumen.example/pictures/{'a' * 32}.webp"


@pytest.mark.usefixtures("lumen")
def test_a_page_brings_the_look_of_its_partner_along(client: TestClient) -> None:
    look = json.loads(head(client, "/login", Host="lumen.example").said["site"])

    assert look == {
        "domain": "lumen.example",
        "name": 'Lumen "Studio"',
        "color_primary": "#8a1c8f",
        "color_primary_dim": "#6d1572",
        "exclusive_logo": "/pictures/l.webp",
        "landing": [{"language": "ko", "title": "모든 조회수", "lead": "<한> 줄"}],
    }
    assert json.loads(head(client, "/login?host=www.lumen.example").said["site"]) == look


@pytest.mark.usefixtures("lumen")
def test_the_partners_words_stand_on_its_landing_page_in_their_languages(
    client: TestClient,
) -> None:
    korean = head(client, "/?lang=ko", Host="lumen.example").said
    assert korean["title"] == '모든 조회수 · Lumen "Studio"'
    assert korean["description"] == "<한> 줄"
    english = head(client, "/", Host="lumen.example").said
    assert (
        english["title"] == 'Use our music in your shorts. Get paid for the views. · Lumen "Studio"'
    )


@pytest.mark.usefixtures("lumen")
@pytest.mark.parametrize("host", ["unproved.example", "evil.example", "portal.example", ""])
def test_any_other_host_has_the_portals_face_and_no_look(client: TestClient, host: str) -> None:
    for page in (head(client, "/", Host=host), head(client, f"/?host={host}")):
        assert page.said["canonical"] == f"{PORTAL}/"
        assert page.said["og:site_name"] == "Klang & Raum"
        assert "site" not in page.said


def test_a_logo_that_previews_cannot_draw_leaves_the_portals_picture(
    client: TestClient, transactions: MemoryTransactions
) -> None:
    with transactions.begin() as books:
        books.sites.put(evolve(LUMEN, exclusive_logo="https://img.example/logo.svg"))

    said = head(client, "/", Host="lumen.example").said
    assert said["og:image"] == "https://lumen.example/social.png"


def test_partners_are_asked_for_once_a_minute(
    client: TestClient, transactions: MemoryTransactions, clock: FixedClock
) -> None:
    assert "site" not in head(client, "/", Host="lumen.example").said
    with transactions.begin() as books:
        books.sites.put(LUMEN)

    assert "site" not in head(client, "/", Host="lumen.example").said
    clock.move(REMEMBERED)
    assert "site" in head(client, "/", Host="lumen.example").said


def test_the_board_is_asked_once_a_minute_however_many_addresses_are_tried(
    client: TestClient, posts: Counted, clock: FixedClock, transactions: MemoryTransactions
) -> None:
    for number in range(50):
        head(client, f"/notices/guess{number}")
    assert posts.asked == len(PostKind)

    with transactions.begin() as books:
        books.posts.lock(SEEN.id)
        books.posts.put(evolve(SEEN, retired_at=NOW))
    assert "canonical" in head(client, "/notices/p1").said
    clock.move(REMEMBERED)
    assert "canonical" not in head(client, "/notices/p1").said
    assert posts.asked == 2 * len(PostKind)


def test_a_database_that_is_away_leaves_the_pages(
    client: TestClient, posts: Counted, clock: FixedClock
) -> None:
    head(client, "/notices/p1")
    posts.is_away = True
    clock.move(REMEMBERED)

    assert head(client, "/notices/p1").said["og:type"] == "article"
    assert head(client, "/").said["canonical"] == f"{PORTAL}/"


def test_crawlers_are_told_where_the_pages_are(client: TestClient) -> None:
    answer = client.simulate_get("/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert answer.text == f"User-agent: *\nDisallow: /api/\nSitemap: {PORTAL}/sitemap.xml\n"


@pytest.mark.parametrize("path", ["/robots.txt", "/sitemap.xml"])
def test_crawlers_may_ask_with_head(client: TestClient, path: str) -> None:
    got, head = client.simulate_get(path), client.simulate_head(path)

    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["Content-Length"] == got.headers["Content-Length"]


def entries(client: TestClient) -> Iterator[tuple[str, str | None, set[str | None]]]:
    spaces = {
        "s": "http://www.sitemaps.org/schemas/sitemap/0.9",
        "x": "http://www.w3.org/1999/xhtml",
    }
    tree = ElementTree.fromstring(client.simulate_get("/sitemap.xml").content)
    for page in tree.findall("s:url", spaces):
        links = {link.get("href") for link in page.findall("x:link", spaces)}
        yield (
            str(page.findtext("s:loc", namespaces=spaces)),
            page.findtext("s:lastmod", namespaces=spaces),
            links,
        )


def test_the_sitemap_lists_every_public_page_and_no_other(client: TestClient) -> None:
    found = {loc: (changed, links) for loc, changed, links in entries(client)}
    public = {addresses()[name] for name in PUBLIC if name in addresses()}

    assert set(found) == {f"{PORTAL}{at}" for at in (*public, "/notices/p1", "/events/e1")}
    assert found[f"{PORTAL}/notices/p1"][0] == "2026-05-10"
    assert found[f"{PORTAL}/"][1] == {f"{PORTAL}/?lang={each.value}" for each in Language}
    for loc in found:
        assert head(client, loc.removeprefix(PORTAL)).said["canonical"] == loc


def test_a_long_description_ends_between_words(client: TestClient) -> None:
    for language in Language:
        said = head(client, f"/terms-policy?lang={language.value}").said["description"]
        assert re.fullmatch(r".{10,199}[.…。]|.{10,199}", said)


def test_the_built_page_has_the_place_for_its_face() -> None:
    source = Path(__file__).parents[2] / "webui" / "index.html"
    assert re.search(
        r"<!-- face -->\s*<title>.*<!-- /face -->", source.read_text("utf-8"), re.DOTALL
    )
