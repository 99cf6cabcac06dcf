"""Addresses with and without a language in them (LANG-4)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import Site, remember
from tests.browser.figures import enter

from backbeat.settings import I18n, Limits, LimitsProfile, Settings, UrlStrategy

pytestmark = pytest.mark.browser

WIDE = Limits(profile=LimitsProfile.WIDE)
TITLES = {"en": "Log in", "ko": "로그인", "zh-CN": "登录", "zh-TW": "登入"}


def title(page: Page, language: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[language])


def test_by_default_no_address_has_one(page: Page, site: Site) -> None:
    remember(page, "language", "zh-TW")
    page.goto("/login")
    title(page, "zh-TW")
    expect(page).to_have_url(f"{site.address}/login")
    page.evaluate("window.sameDocument = true")
    page.get_by_role("combobox").select_option("zh-CN")
    title(page, "zh-CN")
    expect(page).to_have_url(f"{site.address}/login")
    assert page.evaluate("window.sameDocument") is True

    page.goto("/zh-TW/login")
    expect(page.get_by_text("/zh-TW/login")).to_be_visible()


class TestExceptForEnglish:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(limits=WIDE, i18n=I18n(strategy=UrlStrategy.PREFIX_EXCEPT_DEFAULT))

    def test_the_address_says_the_language(self, page: Page, site: Site) -> None:
        remember(page, "language", "zh-CN")
        page.goto("/zh-TW/login")
        title(page, "zh-TW")
        expect(page).to_have_url(f"{site.address}/zh-TW/login")
        page.goto("/login")
        title(page, "en")
        expect(page).to_have_url(f"{site.address}/login")
        page.goto("/en/login")
        expect(page.get_by_text("/en/login")).to_be_visible()

    def test_korean_in_the_address_stays_korean(self, page: Page, site: Site) -> None:
        page.goto("/ko/login")
        title(page, "ko")
        expect(page).to_have_url(f"{site.address}/ko/login")

    def test_every_way_on_keeps_it(self, page: Page, site: Site) -> None:
        """Log-in, the way back to the page that was asked for, links, Back, and the next language."""
        email = site.settled()
        page.goto("/zh-TW/currency?logout=1")
        expect(page).to_have_url(f"{site.address}/zh-TW/login?fromUrl=%2Fcurrency")
        page.locator("input[type=email]").fill(email)
        page.locator("input[type=password]").fill("correct horse")
        page.keyboard.press("Enter")
        expect(page).to_have_url(f"{site.address}/zh-TW/currency")
        page.get_by_role("navigation").get_by_role("link", name="我的").click()
        expect(page).to_have_url(f"{site.address}/zh-TW/my")
        page.get_by_role("link", name="語言").click()
        expect(page).to_have_url(f"{site.address}/zh-TW/language")
        page.get_by_role("radio", name="简体中文").click()
        expect(page).to_have_url(f"{site.address}/zh-CN/language")
        expect(page.locator("html")).to_have_attribute("lang", "zh-Hans-CN")
        page.get_by_role("radio", name="English").click()
        expect(page).to_have_url(f"{site.address}/language")
        expect(page.locator("html")).to_have_attribute("lang", "en")
        page.go_back()
        expect(page).to_have_url(f"{site.address}/zh-CN/language")

    def test_calls_never_have_one(self, page: Page, site: Site) -> None:
        with page.expect_request("**/site/frame*") as asked:
            page.goto("/zh-TW/")
        assert asked.value.url == f"{site.address}/api/site/frame?host=127.0.0.1"
        assert asked.value.headers["accept-language"] == "zh-TW"


class TestInEveryAddress:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(limits=WIDE, i18n=I18n(strategy=UrlStrategy.PREFIX_AND_DEFAULT))

    def test_an_address_without_one_gets_the_visitors(self, page: Page, site: Site) -> None:
        page.goto("/login?fromUrl=%2Fmy")
        title(page, "en")
        expect(page).to_have_url(f"{site.address}/en/login?fromUrl=%2Fmy")
        remember(page, "language", "zh-CN")
        page.goto("/login")
        title(page, "zh-CN")
        expect(page).to_have_url(f"{site.address}/zh-CN/login")

    def test_a_saved_korean_becomes_english_in_the_address_too(
        self, page: Page, site: Site
    ) -> None:
        remember(page, "language", "ko")
        page.goto("/login")
        expect(page).to_have_url(f"{site.address}/en/login")
        title(page, "en")

    def test_a_chinese_browser_is_followed(self, browser: Browser, site: Site) -> None:
        context = browser.new_context(base_url=site.address, locale="zh-TW")
        page = context.new_page()
        page.goto("/")
        expect(page).to_have_url(f"{site.address}/zh-TW/")
        context.close()

    def test_who_is_logged_in_comes_home(self, page: Page, site: Site) -> None:
        enter(page, site.portal.token_of(), "/en/login")
        expect(page).to_have_url(f"{site.address}/en/dashboard")
        page.goto("/en/no/such")
        expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
        page.get_by_role("link", name="Go to the start page").click()
        expect(page).to_have_url(f"{site.address}/en")
