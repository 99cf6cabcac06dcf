"""My page: three tiles, the entries in five groups, each of which leads somewhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from playwright.sync_api import Page, expect
from tests.browser.board import publish_some
from tests.browser.conftest import PHONE, Site, remember
from tests.browser.figures import enter
from tests.browser.payouts import PAYPAL, post, withdrawing
from tests.browser.test_looks import look

from backbeat.settings import I18n, Limits, LimitsProfile, Settings

pytestmark = pytest.mark.browser

SUPPORT = "https://support.example.org/"
LAPTOP = {"width": 1440, "height": 900}

PAGES = {
    "Payment details": "/withdrawal/info",
    "Invite friends": "/invitation",
    "Promotions": "/events",
    "Guides": "/guides",
    "Help": "/guides#help",
    "Support": SUPPORT,
    "Notices": "/notices",
    "Settings": "/config-account",
    "Language": "/language",
    "Currency": "/currency",
    "Terms": "/terms",
}
OF_MANAGERS = {"Members": "/manage-member"}
DIALOGS = {
    "Notification settings": "Notification settings",
    "Partnership": "Propose a partnership",
    "App info": "App info",
    "Log out": "Log out?",
}
TILES = {
    "Reports": "/dashboard/report-channel",
    "Withdrawals": "/withdrawal/list",
    "Earnings": "/withdrawal/report",
}


@pytest.fixture
def settings() -> Settings:
    wide = Settings(limits=Limits(profile=LimitsProfile.WIDE), i18n=I18n(keep_saved_korean=True))
    return evolve(wide, site=evolve(wide.site, support_url=SUPPORT))


def test_every_entry_leads_somewhere(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/my")
    main = page.get_by_role("main")
    entries = main.get_by_role("listitem")
    expect(entries.get_by_role("link")).to_have_count(len(PAGES | OF_MANAGERS))
    assert len(PAGES) + len(DIALOGS) == 15
    for name, path in (PAGES | OF_MANAGERS).items():
        expect(entries.get_by_role("link", name=name)).to_have_attribute("href", path)
    tiles = main.get_by_role("navigation", name="Money at a glance").get_by_role("link")
    expect(tiles).to_have_count(len(TILES))
    for name, path in TILES.items():
        expect(tiles.filter(has_text=name)).to_have_attribute("href", path)
    for group in ("Money", "Learn and ask", "News", "This account", "About"):
        expect(main.get_by_role("region", name=group, exact=True)).to_be_visible()

    for name, title in DIALOGS.items():
        entries.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog", name=title)).to_be_visible()
        page.go_back()
        expect(page.get_by_role("dialog")).to_have_count(0)


def test_values_stand_beside_the_entries(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    assert site.portal.post("withdrawal/info.register", token, **PAYPAL)["success"]
    publish_some(site)
    enter(page, token, "/my")
    entry = page.get_by_role("main").get_by_role("listitem")
    expect(entry.filter(has_text="Payment details")).to_contain_text("PayPal")
    expect(entry.filter(has_text="Language")).to_contain_text("English")
    expect(entry.filter(has_text="Currency")).to_contain_text("USD")
    notices = site.portal.get("board/list", token, kind="notice")["items"]
    expect(entry.filter(has_text="Notices")).to_contain_text(f"{len(notices)} new")
    page.goto(f"/notices/{notices[0]['id']}")
    expect(page.get_by_role("heading", name=notices[0]["title"]).first).to_be_visible()
    page.goto("/my")
    left = len(notices) - 1
    expect(entry.filter(has_text="Notices")).to_contain_text(f"{left} new" if left else "Notices")
    if not left:
        expect(entry.filter(has_text="Notices")).not_to_contain_text("new")


def test_the_money_that_can_be_asked_for_is_told_first(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = withdrawing(site, tmp_path)
    post(site, "142.00")
    enter(page, token, "/my")

    tile = page.get_by_role("navigation", name="Money at a glance").get_by_role("link")
    expect(tile.filter(has_text="Withdrawals")).to_contain_text("ready")


def test_the_app_says_what_runs_here(page: Page, site: Site) -> None:
    latest = page.request.get("/builds/latest.json").json()
    enter(page, site.portal.token_of(), "/my")
    page.get_by_role("button", name="App info").click()
    dialog = page.get_by_role("dialog", name="App info")

    expect(dialog).to_contain_text(latest["id"])
    expect(dialog).to_contain_text("Backbeat 0.1.0")
    expect(dialog.get_by_role("link", name="Open-source notices")).to_have_attribute(
        "href", "/terms-osl"
    )


class TestWithoutAPlaceForQuestions:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(limits=Limits(profile=LimitsProfile.WIDE))

    def test_there_is_no_entry_for_it(self, page: Page, site: Site) -> None:
        enter(page, site.portal.token_of(), "/my")
        expect(page.get_by_role("link", name="Help")).to_be_visible()

        expect(page.get_by_role("link", name="Support")).to_have_count(0)


@pytest.mark.variants
@pytest.mark.parametrize(
    ("device", "languages"),
    [
        ({"viewport": PHONE, "color_scheme": "light"}, ("en", "zh-CN")),
        ({"viewport": PHONE, "color_scheme": "dark"}, ("ko", "zh-TW")),
        ({"viewport": LAPTOP, "color_scheme": "light"}, ("ko", "zh-TW")),
        ({"viewport": LAPTOP, "color_scheme": "dark"}, ("en", "zh-CN")),
    ],
    ids=["phone, light", "phone, dark", "laptop, light", "laptop, dark"],
)
def test_it_fits_in_every_language(
    page: Page, site: Site, device: dict[str, Any], languages: tuple[str, ...]
) -> None:
    """No target of a thumb is lower than 44 px; laptops have two columns."""
    token = site.portal.token_of()
    publish_some(site)
    for language in languages:
        remember(page, "language", language)
        enter(page, token, "/my")
        entries = page.get_by_role("main").locator("li > a, li > button, nav a")
        expect(entries.first).to_be_visible()
        page.wait_for_load_state("networkidle")
        boxes = [entry.bounding_box() for entry in entries.all()]
        assert min(box["height"] for box in boxes if box) >= 44
        columns = {round(box["x"]) for box in boxes[3:] if box}
        assert len(columns) == (2 if device["viewport"] == LAPTOP else 1)
        page.locator("li > button").nth(1).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        assert look(page) == []
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        assert look(page) == []
