"""Language and currency (journey 14, steps 1 and 2), the look, and what may be sent."""

from __future__ import annotations

from decimal import Decimal

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, expect
from tests.browser.conftest import NOTHING, Site, forget_visitor, remember
from tests.browser.figures import enter, turn_to

from backbeat.kernel.actors import Actor
from backbeat.kernel.money import Currency
from backbeat.settings import I18n, Limits, LimitsProfile, Settings

pytestmark = [pytest.mark.browser, pytest.mark.widths]

WRONG = {
    "en": "The ID or the password is wrong.",
    "ko": "아이디 또는 비밀번호가 올바르지 않아요.",
    "zh-CN": "账号或密码错误。",
    "zh-TW": "帳號或密碼錯誤。",
}
TAGS = {"en": "en", "ko": "ko", "zh-CN": "zh-Hans-CN", "zh-TW": "zh-Hant-TW"}


def html_lang(page: Page) -> str:
    return str(page.evaluate("document.documentElement.lang"))


@pytest.mark.parametrize(
    ("browser_language", "lang", "asks_for"),
    [
        ("zh-TW", "zh-Hant-TW", "zh-TW"),
        ("zh-CN", "zh-Hans-CN", "zh-CN"),
        ("fr-FR", "en", "en"),
        ("ko-KR", "en", "en"),
    ],
)
def test_a_first_visit_follows_a_chinese_browser_and_speaks_english_to_others(
    browser: Browser, site: Site, browser_language: str, lang: str, asks_for: str
) -> None:
    context = browser.new_context(base_url=site.address, locale=browser_language)
    page = context.new_page()
    with page.expect_request("**/site/frame*") as asked:
        page.goto("/")
    page.wait_for_selector("h1")

    assert html_lang(page) == lang
    assert asked.value.headers["zs-currency"] == "USD"
    assert asked.value.headers["accept-language"] == asks_for
    context.close()


def test_a_visitor_leaves_nothing_to_the_next(context: BrowserContext, page: Page) -> None:
    page.goto(NOTHING)
    page.evaluate("localStorage.setItem('token', 'kept'); document.cookie = 'kept=1'")

    forget_visitor(context)

    [left] = context.pages
    assert left.evaluate("[localStorage.length, document.cookie]") == [0, ""]
    assert context.cookies() == []


@pytest.fixture
def traced(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pytestconfig.option, "tracing", "retain-on-failure")


def test_a_browser_that_is_recorded_is_the_tests_own(
    traced: None, request: pytest.FixtureRequest, browsers: dict[str, BrowserContext]
) -> None:
    page = request.getfixturevalue("page")
    page.goto(NOTHING)

    assert page.context not in browsers.values()
    with pytest.raises(Error, match="already started"):
        page.context.tracing.start()


def test_the_language_changes_without_a_reload_and_the_server_follows(
    page: Page, site: Site
) -> None:
    page.goto("/login")
    page.evaluate("window.sameDocument = true")
    for language, words in WRONG.items():
        page.get_by_role("combobox").select_option(language)
        # Who sends before its texts have come is answered in the former language.
        expect(page.locator("html")).to_have_attribute("lang", TAGS[language])
        page.locator("input[type=email]").fill("nobody@example.org")
        page.locator("input[autocomplete=current-password]").fill("wrong")
        page.locator("button[type=submit]").click()
        expect(page.get_by_text(words)).to_be_visible()
    assert page.evaluate("window.sameDocument") is True
    assert page.evaluate("localStorage.getItem('language')") == "zh-TW"
    (cookie,) = page.context.cookies()
    assert (cookie["name"], cookie["value"], cookie["path"]) == ("backbeat_locale", "zh-TW", "/")
    now = page.evaluate("Date.now() / 1000")
    assert round((cookie["expires"] - now) / 86_400) == 365

    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant-TW")


def test_the_page_of_the_language_changes_it_at_once(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/language")
    page.evaluate("window.sameDocument = true")
    page.get_by_role("radio", name="繁體中文").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("語言")
    with page.expect_request("**/api/board/list*") as asked:
        turn_to(page, "/notices")

    assert page.evaluate("window.sameDocument") is True
    assert asked.value.headers["accept-language"] == "zh-TW"


def test_a_saved_korean_becomes_english(page: Page, site: Site) -> None:
    remember(page, "language", "ko")
    page.goto("/login")
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    assert page.evaluate("localStorage.getItem('language')") == "en"


class TestWhereKoreanIsKept:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(
            limits=Limits(profile=LimitsProfile.WIDE), i18n=I18n(keep_saved_korean=True)
        )

    def test_a_saved_korean_stays(self, page: Page, site: Site) -> None:
        remember(page, "language", "ko")
        page.goto("/login")
        expect(page.get_by_role("heading", name="로그인")).to_be_visible()


def test_a_currency_without_a_rate_is_not_offered(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/currency")

    expect(page.get_by_role("radio")).to_have_count(1)
    expect(page.get_by_role("radio", name="USD")).to_be_checked()


def test_the_currency_travels_with_every_call_and_stays(page: Page, site: Site) -> None:
    site.portal.container.portal().rates.set(Currency.CNY, Decimal("7.1"), Actor.operator("ann"))
    enter(page, site.portal.token_of(), "/currency")
    expect(page.get_by_role("radio")).to_have_count(2)
    expect(page.get_by_role("radio", name="USD")).to_be_checked()

    page.get_by_role("radio", name="CNY").click()
    with page.expect_request("**/api/**") as asked:
        page.reload()

    assert asked.value.headers["zs-currency"] == "CNY"
    expect(page.get_by_role("radio", name="CNY")).to_be_checked()


def test_each_kind_of_message_is_switched_by_itself(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/my")
    page.get_by_role("button", name="Notification settings").click()
    switches = page.get_by_role("dialog").get_by_role("switch")
    expect(switches).to_have_count(2)
    for switch in (switches.nth(0), switches.nth(1)):
        if switch.is_checked():
            with page.expect_response("**/settings/push"):
                switch.press("Space")
            expect(switch).not_to_be_checked()

    for switch in (switches.nth(0), switches.nth(1)):
        with page.expect_response("**/settings/push"):
            switch.press("Space")
        expect(switch).to_be_checked()
    page.reload()

    expect(switches.nth(0)).to_be_checked()
    expect(switches.nth(1)).to_be_checked()


def test_the_appearance_is_kept(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/my")

    page.get_by_text("Dark", exact=True).click()
    page.reload()

    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", "dark")
    expect(page.locator("body")).to_have_css("background-color", "rgb(14, 15, 19)")
