"""What stands on public pages before a script has run, and how the web UI takes over (decision 0313)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site, log_in, remember
from tests.browser.figures import earning
from tests.browser.held import holding
from tests.http.portal import PASSWORD
from tests.looks import checks

from backbeat.settings import I18n, Limits, LimitsProfile, Settings, UrlStrategy

pytestmark = pytest.mark.browser

LOCALES = Path(__file__).parents[2] / "webui" / "src" / "i18n" / "locales"
LANGUAGES = ("en", "ko", "zh-CN", "zh-TW")
SCRIPTS = re.compile(r"/assets/(?!first-view)[^/]*\.js$")
"""All but the one that watches over the view."""

LAPTOP = {"viewport": {"width": 1440, "height": 900}}
TALL = {"viewport": {"width": 768, "height": 1400}}
LIVE = "#root main"

WATCH_VIEW = """
window.__views = [];
const look = () => {
    const view = document.getElementById('first-view');
    if (view) window.__views.push(view.innerText.slice(0, 40));
    requestAnimationFrame(look);
};
look();
"""
"""Notes each frame in which the view is there; to be run before a page's own scripts."""

PLACES = """(within) => [...document.querySelectorAll(within)].map((part) => {
    const {x, y, width, height} = part.getBoundingClientRect();
    const {color, backgroundColor, borderColor, font} = getComputedStyle(part);
    return [part.localName, part.textContent.slice(0, 40), x, y, width, height,
        color, backgroundColor, borderColor, font];
})"""
"""Where the parts are that no answer adds to, and how they look."""

PARTS = ("h1", "h1 ~ p", "h1 ~ div *", "form *", "form ~ *", "header > a *", "header select")


@pytest.fixture
def settings() -> Settings:
    return Settings(limits=Limits(profile=LimitsProfile.WIDE), i18n=I18n(keep_saved_korean=True))


def text_of(language: str, path: str) -> str:
    space, *keys = {
        "/": ("landing", "promise"),
        "/login": ("accounts", "login", "title"),
    }[path]
    words: Any = json.loads((LOCALES / language / f"{space}.json").read_text(encoding="utf-8"))
    for key in keys:
        words = words[key]
    return str(words)


def read_in(page: Page, site: Site, language: str) -> None:
    """The language that the reader chose before."""
    remember(page, "language", language)
    page.context.add_cookies([{"name": "backbeat_locale", "value": language, "url": site.address}])


def without_scripts(page: Page) -> None:
    page.route(SCRIPTS, lambda route: route.abort())


def places(page: Page, root: str) -> list[Any]:
    return list(page.evaluate(PLACES, ", ".join(f"{root} {part}" for part in PARTS)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/login"])
def test_a_public_page_is_there_before_any_script_has_run(
    page: Page, site: Site, path: str, language: str
) -> None:
    read_in(page, site, language)
    without_scripts(page)
    page.goto(path)
    headings = page.get_by_role("heading", level=1)
    expect(headings).to_have_count(1)
    expect(headings).to_be_visible()
    expect(headings).to_have_text(text_of(language, path))
    chosen = page.get_by_role("combobox").first
    expect(chosen).to_have_value(language)
    assert checks.sideways(page) == []
    assert checks.axe(page) == []


def test_its_links_lead_on_before_any_script_has_run(page: Page, site: Site) -> None:
    without_scripts(page)
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Create an account").first.click()
    expect(page).to_have_url(f"{site.address}/join")


@pytest.mark.parametrize(
    "device", [{}, LAPTOP, TALL], ids=["phone", "laptop", "tall"], indirect=True
)
@pytest.mark.parametrize("language", ["en", "ko"])
@pytest.mark.parametrize("path", ["/", "/login"])
def test_nothing_moves_and_nothing_looks_different_when_the_web_ui_takes_over(
    page: Page, site: Site, path: str, language: str
) -> None:
    read_in(page, site, language)
    page.add_init_script(checks.WATCH)
    with holding(page, "**/assets/words-*.js"):
        page.goto(path, wait_until="commit")
        expect(page.locator("#first-view h1")).to_be_visible()
        expect(page.locator("#root [role=progressbar]")).to_be_attached()
        page.evaluate("document.fonts.ready")
        before = places(page, "#first-view")
    expect(page.locator("#first-view")).to_have_count(0)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    assert len(before) > 10
    assert places(page, "#root") == before
    assert checks.moved(page) == []


@pytest.mark.parametrize("device", [{}, LAPTOP], ids=["phone", "laptop"], indirect=True)
def test_a_drawing_that_is_still_to_be_read_moves_none_that_stands(page: Page, site: Site) -> None:
    """A slow device paints what it has read of the wall so far."""
    page.goto("/")
    wall = page.locator("#root main [aria-hidden]:has(> div > span > svg)")
    expect(wall).to_be_visible()

    whole, begun = wall.evaluate("""wall => {
        const place = () => {
            const {x, y} = wall.firstElementChild.firstElementChild.getBoundingClientRect();
            return [Math.round(x), Math.round(y)];
        };
        const whole = place();
        while (wall.children.length > 1) wall.lastElementChild.remove();
        while (wall.firstElementChild.children.length > 1)
            wall.firstElementChild.lastElementChild.remove();
        return [whole, place()];
    }""")

    assert begun == whole


def test_no_frame_is_empty_between_the_view_and_the_page(page: Page, site: Site) -> None:
    page.add_init_script("""
        window.__empty = 0;
        let begun = false;
        const look = () => {
            const [heading] = document.getElementsByTagName('h1');
            const isThere = Boolean(heading?.checkVisibility());
            if (isThere) begun = true; else if (begun) window.__empty += 1;
            requestAnimationFrame(look);
        };
        look();
    """)
    page.goto("/")
    expect(page.locator(LIVE)).to_be_visible()
    expect(page.locator("#first-view")).to_have_count(0)
    assert page.evaluate("window.__empty") == 0


@pytest.mark.parametrize("path", ["/", "/login"])
def test_who_is_logged_in_never_sees_it(page: Page, site: Site, tmp_path: Path, path: str) -> None:
    remember(page, "token", earning(site, tmp_path))
    page.add_init_script(WATCH_VIEW)
    with holding(page, "**/assets/words-*.js"):
        page.goto(path, wait_until="commit")
        expect(page.get_by_role("progressbar")).to_be_visible()
    expect(page.get_by_role("link", name="dashboard").first).to_be_visible()
    assert page.evaluate("window.__views") == []


@pytest.mark.parametrize("kept", ["ko", "zh-TW"])
def test_a_wrong_guess_of_the_language_is_never_seen(page: Page, site: Site, kept: str) -> None:
    """The server knows the cookie alone."""
    remember(page, "language", kept)
    page.add_init_script(WATCH_VIEW)
    page.goto("/login")
    expect(page.get_by_role("heading", level=1)).to_have_text(text_of(kept, "/login"))
    assert page.evaluate("window.__views") == []


@pytest.mark.parametrize(
    ("scheme", "device"),
    [
        ("dark", {"color_scheme": "light"}),
        ("light", {"color_scheme": "dark"}),
        ("auto", {"color_scheme": "dark"}),
        (None, {"color_scheme": "dark"}),
    ],
    indirect=["device"],
)
def test_it_has_the_readers_colours(
    page: Page, site: Site, scheme: str | None, device: dict[str, Any]
) -> None:
    if scheme:
        remember(page, "scheme", scheme)
    without_scripts(page)
    page.goto("/login")
    told = scheme if scheme in {"dark", "light"} else device["color_scheme"]
    expect(page.locator("html")).to_have_attribute("data-mantine-color-scheme", told)
    ground = {"dark": "rgb(14, 15, 19)", "light": "rgb(246, 246, 249)"}[told]
    expect(page.locator("#first-view")).to_have_css("background-color", ground)


def test_what_is_typed_before_the_web_ui_is_there_is_kept_and_sent(page: Page, site: Site) -> None:
    """Also the focus, and with it what is typed next."""
    email = site.settled()
    with holding(page, "**/assets/words-*.js"):
        page.goto("/login", wait_until="commit")
        form = page.locator("#first-view form")
        form.locator("input[type=email]").fill(email[:-3])
        form.locator("input[type=email]").focus()
        page.keyboard.press("End")
    expect(page.locator(LIVE)).to_be_visible()
    page.keyboard.type(email[-3:])
    expect(page.get_by_label("ID (e-mail)")).to_have_value(email)
    expect(page.get_by_label("ID (e-mail)")).to_be_focused()
    page.get_by_role("textbox", name="Password").fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site.address}/dashboard")


def test_a_form_sent_before_the_web_ui_is_there_is_sent_by_it(page: Page, site: Site) -> None:
    email = site.settled()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    with holding(page, "**/assets/words-*.js"):
        page.goto("/login", wait_until="commit")
        expect(page.locator("#first-view form")).to_be_visible()
        log_in(page, email)
    expect(page).to_have_url(f"{site.address}/dashboard")
    assert [url for url in asked if "/login?" in url] == []


def test_a_language_chosen_before_the_web_ui_is_there_is_taken(page: Page, site: Site) -> None:
    with holding(page, "**/assets/words-*.js"):
        page.goto("/login", wait_until="commit")
        page.locator("#first-view select").select_option("zh-TW")
    expect(page.locator(f"{LIVE} h1")).to_have_text(text_of("zh-TW", "/login"))
    expect(page.locator("#first-view")).to_have_count(0)


def test_it_goes_even_without_its_own_script(page: Page, site: Site) -> None:
    page.route("**/assets/first-view-*.js", lambda route: route.abort())
    page.goto("/login")
    expect(page.locator(LIVE)).to_be_visible()
    expect(page.locator("#first-view")).to_be_hidden()
    page.locator(LIVE).get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Please enter your ID and password.")).to_be_visible()


def test_a_page_that_cannot_be_fetched_says_so(page: Page, site: Site) -> None:
    """The view is not left standing over what went wrong."""
    page.route("**/assets/login-*.js", lambda route: route.abort())
    page.goto("/login")
    expect(page.locator(LIVE)).to_be_visible()
    expect(page.locator("#first-view")).to_have_count(0)
    expect(page.get_by_role("button", name="Log in")).to_have_count(0)


class TestWithLanguagesInAddresses:
    @pytest.fixture
    def settings(self) -> Settings:
        return Settings(
            limits=Limits(profile=LimitsProfile.WIDE),
            i18n=I18n(strategy=UrlStrategy.PREFIX_EXCEPT_DEFAULT),
        )

    def test_its_links_are_those_of_the_page(self, page: Page, site: Site) -> None:
        def links(root: str) -> list[str | None]:
            found = page.locator(f"{root} :is(header, h1 ~ *) a[href^='/']").all()
            return [link.get_attribute("href") for link in found]

        with holding(page, "**/assets/words-*.js"):
            page.goto("/ko", wait_until="commit")
            expect(page.locator("#first-view h1")).to_have_text(text_of("ko", "/"))
            before = links("#first-view")
        expect(page.locator("#first-view")).to_have_count(0)
        assert before[:2] == ["/ko", "/ko/login"]
        assert links("#root") == before
