"""On a slow network nothing moves by itself, on any page of the router's table: on every third at a commit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.board import publish_some
from tests.browser.conftest import Site
from tests.browser.figures import earning, enter
from tests.browser.held import calls_of, open_with_last
from tests.browser.payouts import WINDOW_OPENS, post
from tests.browser.people import member_of
from tests.browser.test_payment_info import HAO
from tests.looks import checks
from tests.looks.pages import places
from tests.proofs.samples import Sample

from backbeat.settings import Features, I18n, Limits, LimitsProfile, Settings

pytestmark = pytest.mark.browser

SLOW = {"offline": False, "latency": 40, "downloadThroughput": 400_000, "uploadThroughput": 100_000}


def visited(page: Page, site: Site, folder: Path) -> dict[str, list[str]]:
    token = earning(site, folder)
    publish_some(site)

    def ask(path: str) -> dict[str, Any]:
        answer = site.portal.get(path, token)
        return answer.json if answer.status == 200 else {"items": []}

    enter(page, token, "/healthz")
    page.add_init_script(checks.WATCH)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", SLOW)
    sample = Sample.of_the_commit(3, "browser")
    seen = {}
    for number, place in enumerate(place for place in places(ask) if not place.flag):
        if not sample.has("steady", number):
            continue
        page.goto(place.path)
        page.wait_for_load_state("networkidle")
        phone = (page.viewport_size or {"width": 0})["width"] < 640
        seen[place.name] = [*checks.moved(page), *(checks.small(page) if phone else [])]
    session.detach()
    return {name: found for name, found in seen.items() if found}


def test_no_page_moves_on_a_slow_network_and_a_finger_fits_everything(
    page: Page, site: Site, tmp_path: Path
) -> None:
    assert visited(page, site, tmp_path) == {}


LAPTOP: ViewportSize = {"width": 1440, "height": 900}
MADE_OF_SEVERAL = (
    "/dashboard",
    "/my",
    "/withdrawal/info",
    "/config-account",
    "/withdrawal/request",
    "/withdrawal/report",
    "/withdrawal/list",
    "/invitation",
    "/dashboard/report-video",
    "/manage-channel",
)
"""The pages that one answer after another makes."""


@pytest.fixture
def settings() -> Settings:
    """With every module that adds something to pages."""
    modules = Features(phone=True, tax=True, campaigns=True, events=True, video_review=True)
    return Settings(
        limits=Limits(profile=LimitsProfile.WIDE),
        features=modules,
        i18n=I18n(keep_saved_korean=True),
    )


@pytest.mark.variants
@pytest.mark.parametrize("size", [None, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("can_ask", [False, True], ids=["earning", "open"])
@pytest.mark.parametrize("path", MADE_OF_SEVERAL)
def test_nothing_moves_whichever_answer_comes_last(
    page: Page, site: Site, tmp_path: Path, path: str, can_ask: bool, size: ViewportSize | None
) -> None:
    token = earning(site, tmp_path)
    if can_ask:
        let_ask(site, token)
    if size:
        page.set_viewport_size(size)
    assert moved_by(page, token, path) == {}


def let_ask(site: Site, token: str) -> None:
    assert site.portal.post("withdrawal/info.register", token, **HAO)["success"]
    site.portal.business.set(WINDOW_OPENS)
    post(site, "120.00")


def moved_by(page: Page, token: str, path: str) -> dict[str, list[str]]:
    """What moved, by the call whose answer came last."""
    enter(page, token, "/healthz")
    page.add_init_script(checks.WATCH)
    moved = {}
    for call in calls_of(page, path):
        open_with_last(page, path, call)
        moved[call] = checks.moved(page)
    return {call: found for call, found in moved.items() if found}


@pytest.mark.variants
@pytest.mark.parametrize(("language", "tag"), [("ko", "ko"), ("zh-CN", "zh-Hans-CN")])
@pytest.mark.parametrize("path", ["/dashboard", "/my"])
def test_nothing_moves_where_words_are_of_another_length(
    page: Page, site: Site, tmp_path: Path, path: str, language: str, tag: str
) -> None:
    token = earning(site, tmp_path)
    let_ask(site, token)
    page.add_init_script(f"localStorage.setItem('language', '{language}')")
    assert moved_by(page, token, path) == {}
    assert page.locator("html").get_attribute("lang") == tag


@pytest.mark.variants
@pytest.mark.parametrize("size", [None, LAPTOP], ids=["phone", "laptop"])
@pytest.mark.parametrize("members", [0, 1])
@pytest.mark.parametrize(
    "path", ["/dashboard", "/dashboard/report-video", "/dashboard/report-channel"]
)
def test_nothing_moves_where_members_and_channels_can_be_chosen(
    page: Page, site: Site, tmp_path: Path, path: str, members: int, size: ViewportSize | None
) -> None:
    """It is known late whether there is a choice: the page does not make room for it afterwards."""
    token = earning(site, tmp_path, 1, 2)
    if members:
        member_of(site, token, "kai")
    if size:
        page.set_viewport_size(size)
    assert moved_by(page, token, path) == {}
    expect(page.get_by_label("Member", exact=True).first).to_be_visible(visible=bool(members))


def test_nothing_moves_on_the_first_day(page: Page, site: Site) -> None:
    assert moved_by(page, site.portal.token_of(), "/dashboard") == {}
