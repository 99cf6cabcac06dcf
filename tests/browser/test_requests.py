"""A first visit asks the portal for few things, on every page (WEB-27): on every third at a commit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, ViewportSize, expect
from tests.browser.board import publish_some
from tests.browser.conftest import PATIENCE, PHONE, Site, remember
from tests.browser.figures import earning
from tests.browser.test_payment_info import HAO
from tests.looks.pages import Place, places
from tests.proofs.samples import Sample

from backbeat.settings import Features, Limits, LimitsProfile, Settings

pytestmark = pytest.mark.browser

MOST = 25
LAPTOP: ViewportSize = {"width": 1440, "height": 900}
FRAME = {
    "site/settings",
    "site/metadata",
    "board/header",
    "member/me",
    "notification/list",
    "member/mcn/accounts",
}
"""What every page would ask for by itself, if it did not come in one answer."""
LISTS = {"notifications", "members"}
"""Pages that ask for more of what the frame has the beginning of."""


@pytest.fixture
def settings() -> Settings:
    """With every module that adds something to pages."""
    modules = Features(
        phone=True, tax=True, campaigns=True, events=True, programs=True, video_review=True
    )
    return Settings(limits=Limits(profile=LimitsProfile.WIDE), features=modules)


def first_visit(context: BrowserContext, token: str | None, path: str) -> list[Request]:
    """All that a browser with an empty cache asks for on the way to a page at rest."""
    seen: list[Request] = []

    def note(request: Request) -> None:
        seen.append(request)

    page = context.new_page()
    if token:
        remember(page, "token", token)
    page.on("request", note)
    page.goto(path)
    expect(page.locator("h1").first).to_be_attached()
    page.wait_for_load_state("networkidle")
    page.close()
    return [request for request in seen if request.url.startswith("http")]


def of_a_commit(token: str, site: Site) -> list[Place]:
    def ask(path: str) -> dict[str, Any]:
        answer = site.portal.get(path, token)
        return answer.json if answer.status == 200 else {"items": []}

    sample = Sample.of_the_commit(3, "browser")
    plain = [place for place in places(ask) if not place.flag]
    heaviest = ("dashboard", "video_report", "event")
    return [
        place
        for number, place in enumerate(plain)
        if place.name in heaviest or sample.has("requests", number)
    ]


@pytest.mark.variants
@pytest.mark.parametrize("size", [PHONE, LAPTOP], ids=["phone", "laptop"])
def test_a_first_visit_makes_few_requests(
    browser: Browser,
    browser_context_args: dict[str, Any],
    site: Site,
    tmp_path: Path,
    size: ViewportSize,
) -> None:
    token = earning(site, tmp_path)
    site.portal.post("withdrawal/info.register", token, **HAO)
    publish_some(site)
    counts, asked_alone = {}, {}
    for place in of_a_commit(token, site):
        context = browser.new_context(**{**browser_context_args, "viewport": size})
        context.set_default_timeout(PATIENCE)
        context.new_page().goto("/healthz")
        seen = first_visit(context, token if place.is_own else None, place.path)
        context.close()
        own = [request.url for request in seen if request.url.startswith(site.address)]
        counts[place.name] = len(own)
        calls = {url.split("/api/")[1].split("?")[0] for url in own if "/api/" in url}
        if place.name not in LISTS:
            asked_alone[place.name] = calls & FRAME
    assert {name: count for name, count in counts.items() if count > MOST} == {}
    assert {name: calls for name, calls in asked_alone.items() if calls} == {}


def test_where_the_frames_answer_fails_each_part_asks_by_itself(
    page: Page, site: Site, tmp_path: Path
) -> None:
    remember(page, "token", earning(site, tmp_path))
    page.route("**/api/site/frame*", lambda route: route.abort())
    calls: set[str] = set()

    def note(request: Request) -> None:
        calls.add(request.url.partition("/api/")[2].partition("?")[0])

    page.on("request", note)
    page.goto("/dashboard")
    while not calls >= FRAME:
        page.wait_for_event("request")
    expect(page.get_by_role("heading", name="Day by day")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("path", ["/", "/login", "/dashboard"])
def test_the_page_itself_names_every_script_of_its_first_view(
    context: BrowserContext, site: Site, tmp_path: Path, path: str
) -> None:
    """Nothing is found by one script only to be fetched after it: the page stands there without the rest."""
    token = earning(site, tmp_path) if path == "/dashboard" else None
    page = context.new_page()
    if token:
        remember(page, "token", token)
    served = context.request.get(path, headers={"Accept": "text/html"}).text()
    fetched: list[str] = []

    def fetch(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        if name in served:
            fetched.append(name)
            route.continue_()

    page.route("**/*.js", fetch)
    page.goto(path, wait_until="commit")
    expect(page.locator("h1:not(#first-view h1)").first).to_be_attached()
    assert len(set(fetched)) > 6


def test_what_is_asked_for_early_is_asked_for_once(
    context: BrowserContext, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path)
    asked = [url(each) for each in first_visit(context, token, "/dashboard") if "/api/" in each.url]
    assert {"withdrawal/summary", "v2/music/dashboard", "channel/list"} <= {
        each.partition("?")[0] for each in asked
    }
    assert len(asked) == len(set(asked))

    asked = [url(each) for each in first_visit(context, None, "/") if "/api/" in each.url]
    assert {each.partition("?")[0] for each in asked} == {"site/frame", "site/landing"}
    assert len(asked) == 2


def url(request: Request) -> str:
    return request.url.partition("/api/")[2].removesuffix("?")
