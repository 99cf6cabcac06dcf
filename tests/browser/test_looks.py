"""Every screen in both schemes, at both widths and in two scripts: nothing for axe, nothing sideways, no violation."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.board import publish_some
from tests.browser.conftest import Site
from tests.browser.figures import enter, visit
from tests.fakes.authenticator import digits_at
from tests.http.portal import PASSWORD

pytestmark = [pytest.mark.browser, pytest.mark.variants]

AXE = Path(__file__).parents[2] / "webui" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

PUBLIC = ("/", "/login", "/join", "/join-email", "/find-password", "/terms", "/no/such")
OWN = (
    "/dashboard",
    "/my",
    "/config-account",
    "/language",
    "/currency",
    "/notifications",
    "/notices",
    "/events",
)

READERS: dict[str, dict[str, Any]] = {
    "phone, English, light": {
        "viewport": {"width": 390, "height": 844},
        "locale": "en-US",
        "color_scheme": "light",
    },
    "laptop, Chinese, dark": {
        "viewport": {"width": 1440, "height": 900},
        "locale": "zh-CN",
        "color_scheme": "dark",
    },
}


@pytest.fixture(params=READERS, ids=list(READERS))
def device(request: pytest.FixtureRequest) -> dict[str, Any]:
    return READERS[request.param]


def look(page: Page) -> list[str]:
    """What axe finds, and whether the page is wider than the screen."""
    expect(page.locator("[role=progressbar]:not([aria-valuenow])")).to_have_count(0)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text())
    found = page.evaluate(
        """async (rules) => (
            await axe.run({runOnly: rules, resultTypes: ['violations']})
        ).violations.map(
            (violation) => violation.id + ' ' + violation.nodes.map((node) => node.target).join(' '),
        )""",
        RULES,
    )
    root = "document.documentElement"
    overflow = page.evaluate(f"{root}.scrollWidth - {root}.clientWidth")
    return [*found, *([f"{overflow} px too wide"] if overflow > 0 else [])]


def test_screens_for_everybody(page: Page, site: Site) -> None:
    seen = {}
    page.goto("/terms")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for path in PUBLIC:
        visit(page, path)
        seen[path] = look(page)
    assert seen == {path: [] for path in PUBLIC}


def test_screens_of_a_creator(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    publish_some(site)
    seen = {}
    enter(page, token, "/language")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    for path in OWN:
        visit(page, path)
        seen[path] = look(page)
    assert seen == {path: [] for path in OWN}


def test_dialogs(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/config-account")
    page.locator("button", has_text="Leave the service").or_(
        page.locator("button", has_text="注销账号")
    ).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert look(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_second_factor(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/config-account")
    setup = page.get_by_role("button", name="Set up an app").or_(
        page.get_by_role("button", name="设置应用")
    )
    setup.click()
    secret = page.locator("code").inner_text().replace(" ", "")
    assert look(page) == []
    digits = digits_at(secret, site.portal.security.now())
    page.locator("input[autocomplete=one-time-code]").fill(digits)
    page.keyboard.press("Enter")
    codes = page.get_by_role("list").filter(has_text=re.compile("[A-Z2-7]{5}-[A-Z2-7]{5}"))
    expect(codes).to_be_visible()
    assert look(page) == []

    page.evaluate("localStorage.removeItem('token')")
    page.goto("/login")
    page.locator("input[type=email]").fill("mina@example.org")
    page.locator("input[type=password]").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.locator("input[autocomplete=one-time-code]")).to_be_focused()
    assert look(page) == []


def test_a_dialog_by_keyboard_alone(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/config-account")
    opener = page.locator("button", has_text="Leave the service").or_(
        page.locator("button", has_text="注销账号")
    )
    opener.focus()

    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog").locator("input[type=password]")).to_be_focused()
    page.keyboard.press("Escape")

    expect(opener).to_be_focused()
    assert page.url == f"{site.address}/config-account"
