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

EN, KO, CN, TW = Language
TITLES = {EN: "News", KO: "소식", CN: "动态", TW: "動態"}
PHONE_LIGHT: dict[str, Any] = {"viewport": PHONE, "color_scheme": "light"}
PHONE_DARK: dict[str, Any] = {"viewport": PHONE, "color_scheme": "dark"}
LAPTOP_LIGHT: dict[str, Any] = {"viewport": LAPTOP, "color_scheme": "light"}
LAPTOP_DARK: dict[str, Any] = {"viewport": LAPTOP, "color_scheme": "dark"}
"""Every language is read on both devices and in both schemes, each pair of them by two languages."""

SLOW = {
    "offline": False,
    "latency": 60,
    "downloadThroughput": 400_000,
    "uploadThroughput": 100_000,
}
"""Milliseconds until an answer begins, and bytes a second."""


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


@pytest.mark.variants
@pytest.mark.parametrize(
    ("device", "languages"),
    [
        (PHONE_LIGHT, (EN, CN)),
        (PHONE_DARK, (KO, TW)),
        (LAPTOP_LIGHT, (KO, TW)),
        (LAPTOP_DARK, (EN, CN)),
    ],
    ids=["phone, light", "phone, dark", "laptop, light", "laptop, dark"],
)
def test_they_fit_and_nothing_moves(
    page: Page, site: Site, languages: tuple[Language, ...]
) -> None:
    token = site.portal.token_of()
    notice, event = publish_in_every_language(site)
    tell_of_everything(site)
    remember(page, "token", token)
    page.add_init_script(MOVED)
    page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", SLOW)
    seen = {}
    for language in languages:
        remember(page, "language", language)
        for path in (
            *("/notices", f"/notices/{notice}", "/events", f"/events/{event}", "/notifications"),
        ):
            page.goto(path)
            page.wait_for_load_state("networkidle")
            if path == "/notices":
                expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[language])
            found = look(page)
            moved = page.evaluate("window.moved")
            seen[language, path] = [*found, *([f"moved {moved}"] if moved > 0.01 else [])]
    assert seen == {each: [] for each in seen}
