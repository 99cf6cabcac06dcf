"""After a stranger's guesses a browser that never logged in is asked for a mailed code."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site, log_in, remember
from tests.browser.test_looks import look

from backbeat.settings import I18n, Settings

pytestmark = pytest.mark.browser

ID = "mina@example.org"
WORDS = {
    "en": "Enter the mailed code",
    "ko": "메일로 받은 인증번호 입력",
    "zh-CN": "输入邮件中的验证码",
    "zh-TW": "輸入信件中的驗證碼",
}
WIDTHS = (390, 1440)


@pytest.fixture
def settings() -> Settings:
    """Limits as an installation has them."""
    return Settings(i18n=I18n(keep_saved_korean=True))


def guessed(site: Site) -> None:
    """Somebody tries ten passwords, each from another network."""
    for number in range(10):
        site.portal.log_in(password="wrong", address=f"198.51.{number}.7")


def mailed_code(site: Site) -> str:
    return str(site.portal.mails(ID)[-1].facts["code"])


def test_a_new_browser_types_the_mailed_code_and_is_known_from_then_on(
    page: Page, site: Site
) -> None:
    site.portal.token_of()
    guessed(site)
    page.goto("/login?fromUrl=/config-account")
    log_in(page, ID)
    field = page.get_by_label("Verification code")
    expect(field).to_be_focused()
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Please enter the code.")).to_be_visible()
    field.fill("000000" if mailed_code(site) != "000000" else "111111")
    field.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    assert look(page) == []

    field.fill(mailed_code(site))
    field.press("Enter")

    expect(page).to_have_url(f"{site.address}/config-account")
    page.evaluate("localStorage.removeItem('token')")
    page.goto("/login?fromUrl=/config-account")
    log_in(page, ID)
    expect(page).to_have_url(f"{site.address}/config-account")


@pytest.mark.variants
@pytest.mark.parametrize("language", WORDS)
def test_the_step_reads_well_in_every_language_at_every_width(
    page: Page, site: Site, language: str
) -> None:
    site.portal.token_of()
    guessed(site)
    remember(page, "language", language)
    page.goto("/login")
    page.locator("input[type=email]").fill(ID)
    page.locator("input[type=password]").fill("correct horse")
    page.locator("button[type=submit]").click()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        expect(page.get_by_role("heading", name=WORDS[language])).to_be_visible()
        assert look(page) == []
