"""News and notifications in every language, on both devices and in both schemes, on a slow line."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.board import LONG, publish_in_every_language
from tests.browser.conftest import PHONE, Site, remember
from tests.browser.test_board import LAPTOP, MOVED
from tests.browser.test_looks import look
from tests.browser.test_notifications import tell

from backbeat.kernel.languages import Language
from backbeat.kernel.money import Money
from backbeat.notifications.model import Subject
from backbeat.settings import I18n, Settings

pytestmark = pytest.mark.browser

DEVICES: dict[str, dict[str, Any]] = {
    "phone, light": {"viewport": PHONE, "color_scheme": "light"},
    "phone, dark": {"viewport": PHONE, "color_scheme": "dark"},
    "laptop, light": {"viewport": LAPTOP, "color_scheme": "light"},
    "laptop, dark": {"viewport": LAPTOP, "color_scheme": "dark"},
}
SLOW = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 400_000,
    "uploadThroughput": 100_000,
}
"""Milliseconds until an answer begins, and bytes a second."""


@pytest.fixture(params=DEVICES, ids=list(DEVICES))
def device(request: pytest.FixtureRequest) -> dict[str, Any]:
    return DEVICES[request.param] | {"locale": "en-US"}


@pytest.fixture
def settings() -> Settings:
    return Settings(i18n=I18n(keep_saved_korean=True))


def tell_of_everything(site: Site) -> None:
    titles = {language.value: title for language, title in LONG.items()}
    paid = {"amount": Money.of("12142.95"), "currency": "USD"}
    tell(site, Subject.NOTICE, title=titles)
    tell(site, Subject.EVENT, title=titles)
    tell(site, Subject.WITHDRAWAL_SUCCESS, 1, **paid)
    tell(site, Subject.FIXED_PROFIT, 1, month="2025-08", **paid)
    tell(site, Subject.EXPECTED_PROFIT, 2, day="2025-08-30")
    tell(site, Subject.TAX, 2, month="2025-08")
    tell(site, Subject.CHANNEL_APPROVED, 3, channel="Night market " * 4, earning_from="2025-09-03")


def test_they_fit_and_nothing_moves(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    notice, event = publish_in_every_language(site)
    tell_of_everything(site)
    remember(page, "token", token)
    page.add_init_script(MOVED)
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    paths = ("/notices", f"/notices/{notice}", "/events", f"/events/{event}", "/notifications")
    seen = {}
    for language in Language:
        remember(page, "language", language)
        for path in paths:
            page.goto(path)
            page.wait_for_load_state("networkidle")
            expect(page.locator("html")).to_have_attribute("lang", language.value)
            found = look(page)
            moved = page.evaluate("window.moved")
            seen[language, path] = [*found, *([f"moved {moved}"] if moved > 0.01 else [])]
    assert seen == {each: [] for each in seen}
