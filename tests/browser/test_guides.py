"""The guides: eight pages and their index, each in four languages, with the portal's own numbers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PHONE, Site, remember
from tests.browser.figures import enter, turn_to
from tests.browser.test_looks import look
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform

from backbeat.kernel.languages import Language
from backbeat.settings import Copy, I18n, Limits, LimitsProfile, Settings

pytestmark = pytest.mark.browser

LOCALES = Path(__file__).parents[2] / "webui" / "src" / "i18n" / "locales"
WORDS: dict[Language, dict[str, Any]] = {
    language: json.loads((LOCALES / language / "guides.json").read_text("utf-8"))
    for language in Language
}
GUIDES = {
    "/guides/iphone-upload": "iphoneUpload",
    "/guides/android-upload": "androidUpload",
    "/guides/pc-upload": "pcUpload",
    "/guides/iphone-unlock": "iphoneUnlock",
    "/guides/android-unlock": "androidUnlock",
    "/guides/auths": "verification",
    "/guides/auths/mobile-auth": "phoneVerification",
    "/guides/auths/pc-auth": "pcVerification",
}
UPLOADS = {path: name for path, name in GUIDES.items() if path.endswith("upload")}
STEPS = {
    "iphoneUpload": ("start", "length", "sound", "pasteIphone", "volume", "publish"),
    "androidUpload": ("start", "length", "sound", "pasteAndroid", "volume", "publish"),
    "pcUpload": ("project", "track", "pcVolume", "pcUpload", "recognition"),
    "iphoneUnlock": ("start", "lengthTap", "trimIphone", "adjust", "updateIphone"),
    "androidUnlock": ("start", "lengthTap", "trimAndroid", "adjust", "updateAndroid"),
    "verification": (),
    "phoneVerification": ("code", "ownChannel", "describePhone", "back"),
    "pcVerification": ("code", "studio", "describePc", "back"),
}
PHONES = {
    "iphone": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Safari/604.1",
    "android": "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36",
}
SUPPORT = "https://support.example.org/"

OTHERS = Copy(
    mobile_volume_percent=21,
    pc_volume_percent=17,
    recommended_seconds=41,
    short_seconds=29,
    editor_seconds=58,
    premium_keep_seconds=44,
    premium_percent=13,
    premium_rpm_factor=7,
    recognition_days=(2, 6),
)
"""None of them is a default."""


@pytest.fixture
def settings() -> Settings:
    wide = Settings(
        limits=Limits(profile=LimitsProfile.WIDE), i18n=I18n(keep_saved_korean=True), copy=OTHERS
    )
    return evolve(wide, site=evolve(wide.site, support_url=SUPPORT))


def with_any_number(words: str) -> re.Pattern[str]:
    """These words, with anything in their blanks."""
    return re.compile(".+".join(re.escape(part) for part in re.split("{{.*?}}", words)))


@pytest.mark.variants
@pytest.mark.parametrize("language", Language)
def test_the_index_leads_to_eight_guides_with_words_of_their_own(
    page: Page, site: Site, language: Language
) -> None:
    remember(page, "language", language)
    enter(page, site.portal.token_of(), "/guides")
    main, words = page.get_by_role("main"), WORDS[language]
    for path in GUIDES:
        expect(main.locator(f'ul a[href="{path}"]')).to_have_count(1)

    for path, name in GUIDES.items():
        turn_to(page, path)
        expect(main.get_by_role("heading", level=1)).to_have_text(words["titles"][name])
        steps = [words["do"][step] for step in STEPS[name]]
        expect(main.locator("ol > li h2")).to_have_text(
            [with_any_number(step["title"]) for step in steps]
        )
        expect(main.locator("ol > li p")).to_have_text(
            [with_any_number(step["text"]) for step in steps]
        )
        assert len(main.inner_text()) > 150
        for drawing in main.locator("ol svg[role=img]").all():
            assert drawing.get_attribute("aria-label")


@pytest.mark.variants
@pytest.mark.parametrize("language", Language)
def test_the_upload_guides_keep_to_this_portals_numbers(
    page: Page, site: Site, language: Language
) -> None:
    """Volumes, lengths, one track a short, premium views, recognition (S9.012, S9.017 to S9.020)."""
    remember(page, "language", language)
    enter(page, site.portal.token_of(), "/guides")
    main, words = page.get_by_role("main"), WORDS[language]

    def seconds(value: int) -> str:
        return str(words["seconds"]).replace("{{value}}", str(value))

    for path in UPLOADS:
        turn_to(page, path)
        of_pc = path == "/guides/pc-upload"
        figures = main.locator("dl > div")
        expect(figures).to_have_count(5 if of_pc else 4)
        expect(figures.nth(0)).to_contain_text("17%" if of_pc else "21%")
        expect(figures.nth(1)).to_contain_text(seconds(58))
        expect(figures.nth(2)).to_contain_text(seconds(41))
        length, one, premium = (
            main.get_by_role("listitem").filter(has=page.locator(":scope > b")).all()
        )
        for value in (58, 41, 29):
            expect(length).to_contain_text(seconds(value))
        expect(one).to_have_text(words["pays"]["one"].replace("<b>", "").replace("</b>", ""))
        for number in ("13%", seconds(44), words["times"].replace("{{value}}", "7")):
            expect(premium).to_contain_text(number)
        shown = main.inner_text()
        for default in ("15%", "11%", seconds(35), seconds(32), seconds(60), seconds(50), "10%"):
            assert default not in shown, (path, default)
    expect(figures.nth(4)).to_contain_text(
        words["daySpan"].replace("{{from}}", "2").replace("{{to}}", "6")
    )


@pytest.mark.parametrize(("device", "agent"), PHONES.items())
def test_the_readers_own_device_comes_first(
    browser: Browser, site: Site, device: str, agent: str
) -> None:
    context = browser.new_context(base_url=site.address, user_agent=agent, viewport=PHONE)  # type: ignore[arg-type]
    page = context.new_page()
    token = site.portal.token_of()
    page.add_init_script(f"localStorage.setItem('token', '{token}')")
    page.goto("/guides")
    main = page.get_by_role("main")

    expect(main.get_by_role("link", name="Open")).to_have_attribute(
        "href", f"/guides/{device}-upload"
    )
    for group in ("upload", "unlock"):
        first = main.locator(f'ul a[href$="-{group}"]').first
        expect(first).to_have_attribute("href", f"/guides/{device}-{group}")
    first = main.locator('ul a[href^="/guides/auths"]').first
    expect(first).to_have_attribute("href", "/guides/auths/mobile-auth")
    turn_to(page, "/guides/auths")
    expect(main.locator('ul a[href^="/guides/auths/"]')).to_have_count(2)
    expect(main.locator('ul a[href="/guides/auths/pc-auth"]')).to_have_count(1)
    expect(main.locator('ul a[href^="/guides/auths/"]').first).to_have_attribute(
        "href", "/guides/auths/mobile-auth"
    )
    context.close()


def test_a_computer_gets_the_guide_for_computers(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/guides")

    expect(page.get_by_role("main").get_by_role("link", name="Open")).to_have_attribute(
        "href", "/guides/pc-upload"
    )


def test_a_guide_counts_as_read_once_its_end_was_seen(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/guides/iphone-upload")
    last = page.get_by_role("heading", name="Upload", exact=True)
    expect(last).to_be_attached()
    assert page.evaluate("localStorage.getItem('guidesRead')") is None

    last.scroll_into_view_if_needed()
    page.wait_for_function("() => localStorage.getItem('guidesRead') !== null")
    page.goto("/guides")

    row = page.get_by_role("main").locator('ul a[href="/guides/iphone-upload"]')
    expect(row).to_contain_text("read")
    other = page.get_by_role("main").locator('ul a[href="/guides/android-upload"]')
    expect(other).not_to_contain_text("read")


def test_the_code_that_was_copied_last_is_at_hand(page: Page, site: Site) -> None:
    remember(page, "trackCode", "QZBB12500077")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    enter(page, site.portal.token_of(), "/guides/android-upload")

    page.get_by_role("button", name="Copy QZBB12500077").click()

    expect(page.get_by_role("button", name="Copy QZBB12500077")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "QZBB12500077"
    expect(page.get_by_role("img", name="Drawing: QZBB12500077 is marked")).to_have_count(1)


def test_whom_no_guide_helps_is_led_on(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/guides/pc-upload")

    expect(page.get_by_role("link", name="Write to support")).to_have_attribute("href", SUPPORT)


def test_the_way_to_the_guide_stands_beside_the_code_until_it_is_put_away(
    page: Page, site: Site
) -> None:
    """`hideChannelGuidePopup` (S3.072)."""
    token = site.portal.token_of()
    platform = site.portal.container.platform()
    assert isinstance(platform, FakePlatform)
    platform.has(platform_id(101), handle="@mina", name="Mina", views=100_000)
    assert site.portal.post("channel/add", token, link="@mina", category="beauty")["success"]
    enter(page, token, "/manage-channel")
    hint = page.get_by_role("heading", name="Where does the code go?")
    expect(page.get_by_role("link", name="Show the guide")).to_have_attribute(
        "href", "/guides/auths"
    )
    page.reload()
    expect(hint).to_be_visible()

    page.get_by_role("button", name="Don't show again").click()
    expect(hint).to_have_count(0)
    assert page.evaluate("localStorage.getItem('hideChannelGuidePopup')") == "1"
    page.reload()
    expect(page.get_by_role("heading", name="Mina")).to_be_visible()
    expect(hint).to_have_count(0)


def test_a_guide_that_is_none_is_not_found(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/guides/no-such")

    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    turn_to(page, "/guides/auths/no-such")
    expect(page.get_by_text("/guides/auths/no-such")).to_be_visible()


def test_guides_are_for_who_is_logged_in(page: Page, site: Site) -> None:
    page.goto("/guides/pc-upload")

    expect(page).to_have_url(f"{site.address}/login?fromUrl=%2Fguides%2Fpc-upload")


LAPTOP = {"width": 1440, "height": 900}
LOOKED_AT = ("androidUpload", "pcUpload", "verification", "pcVerification")


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
def test_they_fit_in_every_language(page: Page, site: Site, languages: tuple[str, ...]) -> None:
    token = site.portal.token_of()
    main, seen = page.get_by_role("main"), {}
    paths = {name: path for path, name in GUIDES.items()}
    for language in languages:
        words = WORDS[Language(language)]
        remember(page, "language", language)
        enter(page, token, "/guides")
        expect(main.get_by_role("heading", level=1)).to_have_text(words["title"])
        seen[language, "/guides"] = look(page)
        for name in LOOKED_AT:
            turn_to(page, paths[name])
            expect(main.get_by_role("heading", level=1)).to_have_text(words["titles"][name])
            expect(main.locator("ol > li")).to_have_count(len(STEPS[name]))
            seen[language, name] = look(page)
    assert seen == {each: [] for each in seen}
