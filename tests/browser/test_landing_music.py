"""The landing page's track in a real browser: heard by anybody, and nothing of it before the tap (MUSIC-16)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Request, Response, Route, expect
from tests.browser.conftest import Site, remember
from tests.browser.music import (
    AUDIO,
    FIRST,
    OPERATOR,
    rewind,
    seconds_in,
    slowly,
    until,
    with_sound,
)
from tests.browser.test_partner_site import open_site
from tests.looks import checks

from backbeat.catalogue.model import Track
from backbeat.kernel.ids import Isrc
from backbeat.settings import Landing, Limits, LimitsProfile, Settings

pytestmark = pytest.mark.browser

DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "laptop": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "dark"},
}
PLAYS = "!audio.paused && audio.currentTime > 0.2"
ENGINE = re.compile(r"/assets/(hearing|Player|Wave)-")
MUSIC = "**/api/site/landing**"


@pytest.fixture(params=DEVICES, ids=list(DEVICES))
def device(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"locale": "en-US", **DEVICES[request.param]}


@pytest.fixture
def named() -> str:
    return FIRST


@pytest.fixture
def settings(named: str) -> Settings:
    return Settings(landing=Landing(named), limits=Limits(profile=LimitsProfile.WIDE))


@pytest.fixture
def token(site: Site, tmp_path: Path) -> str:
    """Mina's; three tracks can be heard."""
    return with_sound(site, tmp_path)


def card(page: Page) -> Locator:
    return page.get_by_role("region", name="Hear a track")


def button(page: Page, act: str = "Play") -> Locator:
    return card(page).get_by_role("button", name=f"{act} Late train", exact=True)


def kept_in(seen: list[Any]) -> Callable[[Any], None]:
    def keep(each: Any) -> None:
        seen.append(each)

    return keep


def asked_by(page: Page, kind: str = "request") -> list[Any]:
    seen: list[Any] = []
    page.on(kind, kept_in(seen))  # type: ignore[call-overload]
    return seen


@pytest.mark.variants
@pytest.mark.usefixtures("token")
def test_anybody_hears_it_and_what_was_received_decodes(page: Page) -> None:
    requests: list[Request] = asked_by(page)
    received: list[Response] = asked_by(page, "response")
    slowly(page)
    page.goto("/")
    expect(card(page)).to_contain_text("Hana Oh")
    expect(card(page)).to_contain_text("00:00 / 00:08")
    page.wait_for_load_state("networkidle")
    assert [each.url for each in requests if ENGINE.search(each.url)] == []
    assert [each.url for each in requests if "/audio/" in each.url] == []
    expect(page.locator("audio")).to_have_count(0)

    button(page).click()

    until(page, PLAYS)
    expect(button(page, "Pause")).to_have_attribute("aria-busy", "false")
    expect(card(page).get_by_role("status")).to_have_text("Late train: playing")
    before = seconds_in(page)
    until(page, f"audio.currentTime > {before + 1}")
    expect(card(page)).to_contain_text(re.compile(r"00:0[1-7] / 00:08"))
    expect(card(page).get_by_role("slider")).not_to_have_attribute("aria-valuenow", "0")
    address = page.evaluate("document.querySelector('audio').src")
    length, loudness = page.evaluate(
        """async (address) => {
            const bytes = await (await fetch(address)).arrayBuffer()
            const sound = await new OfflineAudioContext(1, 1, 44100).decodeAudioData(bytes)
            const samples = sound.getChannelData(0)
            const power = samples.reduce((sum, sample) => sum + sample ** 2, 0)
            return [sound.duration, Math.sqrt(power / samples.length)]
        }""",
        address,
    )
    assert length == pytest.approx(8, abs=0.2)
    assert 0.02 < loudness < 0.8
    sounds = [each for each in received if "/music/audio/" in each.url]
    assert {each.status for each in sounds} <= {200, 206}
    assert all(FIRST in each.url for each in sounds)

    button(page, "Pause").click()

    until(page, "audio.paused")
    expect(button(page)).to_be_visible()


@pytest.mark.usefixtures("token")
def test_a_visitor_has_no_bar_is_not_counted_and_leaves_it_behind(page: Page, site: Site) -> None:
    requests: list[Request] = asked_by(page)
    page.goto("/")
    button(page).click()
    until(page, PLAYS)

    expect(page.get_by_role("region", name="Player")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('player')") is None
    page.get_by_role("link", name="terms", exact=True).first.click()
    page.wait_for_url("**/terms**")

    until(page, "audio.paused && !audio.hasAttribute('src')")
    calls = [each.url for each in requests if "/api/" in each.url]
    assert not [url for url in calls if re.search("music.log|music/detail", url)]
    today = site.portal.business.today()
    with site.portal.container.transactions().look() as books:
        assert books.plays.played(today, today) == {}


@pytest.mark.usefixtures("token")
def test_by_keys_alone(page: Page) -> None:
    slowly(page)
    page.goto("/")
    button(page).focus()
    page.keyboard.press("Enter")
    until(page, PLAYS)
    expect(button(page, "Pause")).to_be_focused()

    page.keyboard.press("Space")
    until(page, "audio.paused")
    page.keyboard.press("Tab")
    slider = card(page).get_by_role("slider", name="Position in the track")
    expect(slider).to_be_focused()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")

    until(page, "Math.abs(audio.currentTime - 5) < 0.1")
    expect(slider).to_have_attribute("aria-valuetext", "00:05 of 00:08")


@pytest.mark.usefixtures("token")
def test_it_may_be_heard_again(page: Page) -> None:
    slowly(page)
    page.goto("/")
    button(page).click()
    until(page, PLAYS)
    page.evaluate("document.querySelector('audio').currentTime = 7.6")
    until(page, "audio.ended")
    expect(button(page)).to_be_visible()

    button(page).click()

    until(page, "!audio.paused && audio.currentTime > 0.1 && audio.currentTime < 5")


@pytest.mark.parametrize("named", ["", "QZBB12599999"], ids=["none", "unknown"])
@pytest.mark.usefixtures("token")
def test_without_a_track_nothing_is_shown(page: Page) -> None:
    page.goto("/")
    page.wait_for_load_state("networkidle")

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(card(page)).to_have_count(0)


@pytest.mark.parametrize("named", ["", FIRST], ids=["none", "a track"])
@pytest.mark.usefixtures("token")
def test_nothing_moves_whether_it_comes_or_not(page: Page, site: Site, named: str) -> None:
    site.portal.container.portal().rankings.refresh()
    page.add_init_script(checks.WATCH)
    held: list[Route] = []
    page.route(MUSIC, kept_in(held))
    places = """() => [...document.querySelectorAll('h1, h2, section')]
        .filter((part) => !part.dataset.plays && part.dataset.plays !== '')
        .map((part) => part.getBoundingClientRect()).map(({top, left}) => [top, left].join())"""
    with page.expect_request(MUSIC):
        page.goto("/")
    expect(page.get_by_role("heading", name="Questions before you start")).to_be_attached()
    expect(page.get_by_role("heading", name="Music you can use")).to_be_attached()
    before = page.evaluate(f"window.__moved.length = 0; ({places})()")

    for route in held:
        route.continue_()

    expect(page.get_by_role("heading", name="3 tracks, cleared")).to_be_attached()
    expect(card(page)).to_have_count(1 if named else 0)
    page.wait_for_load_state("networkidle")
    assert page.evaluate(places) == before
    assert page.evaluate("window.__moved.reduce((sum, [value]) => sum + value, 0)") == 0


@pytest.mark.usefixtures("token")
def test_a_preview_that_does_not_load_says_so_and_is_tried_again(page: Page) -> None:
    page.route(AUDIO, lambda route: route.fulfill(status=500))
    page.goto("/")
    button(page).click()
    words = "It did not load. Press play to try again."
    expect(card(page).locator("small")).to_have_text(words)
    expect(card(page).get_by_role("status")).to_have_text(words)
    page.unroute(AUDIO)

    button(page).click()

    until(page, PLAYS)
    expect(card(page)).not_to_contain_text(words)
    expect(card(page)).to_contain_text("Hana Oh")


@pytest.mark.usefixtures("token")
def test_a_player_that_does_not_come_says_so_and_is_tried_again(page: Page) -> None:
    page.goto("/")
    expect(button(page)).to_be_visible()
    page.evaluate("sessionStorage.setItem('reload:/', String(Date.now() + 100_000))")
    page.route("**/api/site/landing**", lambda route: route.continue_())
    page.route(re.compile("/locales/|/assets/player-"), lambda route: route.abort())
    page.route(ENGINE, lambda route: route.abort())

    button(page).click()

    expect(card(page).locator("small")).to_have_text("It did not load. Press play to try again.")


@pytest.mark.usefixtures("token")
def test_on_a_slow_network_it_says_that_it_loads(page: Page) -> None:
    held: list[Route] = []
    page.route(AUDIO, kept_in(held))
    page.goto("/")
    button(page).click()

    expect(button(page, "Pause")).to_have_attribute("aria-busy", "true")
    words = "The network is slow. It is still loading."
    expect(card(page).get_by_role("status")).to_have_text(words)
    for route in held:
        route.continue_()
    until(page, PLAYS)
    expect(card(page)).not_to_contain_text(words)


@pytest.mark.usefixtures("token")
def test_an_address_that_ran_out_is_renewed_without_a_word(page: Page, site: Site) -> None:
    answers: list[int] = []
    page.on("response", lambda got: answers.append(got.status) if "/audio/" in got.url else None)
    page.goto("/")
    expect(button(page)).to_be_visible()
    site.portal.security.move(seconds=7_200)

    button(page).click()

    until(page, PLAYS)
    assert answers[0] == 401
    assert answers[1] in {200, 206}
    expect(card(page)).not_to_contain_text("did not load")


@pytest.mark.usefixtures("token")
def test_a_track_that_was_taken_back_meanwhile_says_so(page: Page, site: Site) -> None:
    page.goto("/")
    expect(button(page)).to_be_visible()
    site.portal.container.portal().catalogue.retire(FIRST, OPERATOR)

    button(page).click()

    expect(card(page).locator("small")).to_have_text("It did not load. Press play to try again.")


def test_who_is_logged_in_has_the_bar_and_goes_on_hearing_it(
    page: Page, site: Site, token: str
) -> None:
    site.portal.post("music/favorite.toggle", token, isrc=FIRST)
    remember(page, "token", token)
    page.goto("/")
    expect(page.get_by_role("link", name="Open the dashboard").first).to_be_visible()
    button(page).click()
    until(page, PLAYS)

    bar = page.get_by_role("region", name="Player")
    expect(bar).to_contain_text("Late train")
    rewind(page)
    if page.viewport_size and page.viewport_size["width"] > 1000:
        expect(bar.get_by_role("button", name="Save Late train")).to_have_attribute(
            "aria-pressed", "true"
        )
    page.get_by_role("link", name="Open the dashboard").first.click()
    page.wait_for_url("**/dashboard**")
    until(page, "!audio.paused")
    expect(bar).to_contain_text("Late train")
    today = site.portal.business.today()
    with site.portal.container.transactions().look() as books:
        assert books.plays.played(today, today) == {FIRST: 1}


@pytest.mark.usefixtures("token")
def test_a_partners_page_tells_the_number_of_its_own_tracks_and_nothing_else(
    page: Page, site: Site
) -> None:
    address = open_site(site)
    own = [Isrc(f"QZBB1250010{number}") for number in (1, 2)]
    with site.portal.container.transactions().begin() as books:
        books.tracks.save(
            [Track(code, f"Secret {code}", partner="lumen.localhost") for code in own]
        )
    site.portal.container.portal().rankings.refresh()
    received: list[Response] = asked_by(page, "response")
    page.goto(address)

    expect(page.get_by_role("heading", name="3 tracks, and 2 only here")).to_be_visible()
    button(page).click()
    until(page, PLAYS)

    told = [each.text() for each in received if "/api/site/" in each.url]
    assert not [text for text in told if "Secret" in text or own[0] in text]
    expect(page.get_by_text("Secret")).to_have_count(0)
    page.goto("about:blank")


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("3 tracks, cleared", "Play Late train", "Calm")),
        ("ko", ("사용 허가를 마친 3곡", "Late train 재생", "차분한")),
        ("zh-CN", ("3 首已获授权的曲目", "播放 Late train", "平静")),
        ("zh-TW", ("3 首已獲授權的曲目", "播放 Late train", "平靜")),
    ],
)
@pytest.mark.usefixtures("token")
def test_it_reads_well_in_every_language(
    page: Page, site: Site, language: str, said: tuple[str, str, str]
) -> None:
    title, play, mood = said
    with site.portal.container.transactions().begin() as books:
        track = books.tracks.get(FIRST)
        assert track is not None
        books.tracks.save([track.updated({"moods": frozenset({"calm"})})])
    site.portal.container.portal().rankings.refresh()
    page.goto(f"/?lang={language}")

    expect(page.get_by_role("heading", name=title)).to_be_attached()
    pressed = page.get_by_role("button", name=play, exact=True)
    expect(pressed).to_be_visible()
    expect(page.locator("section[data-plays] small")).to_have_text(f"Hana Oh · {mood}")
    page.wait_for_load_state("networkidle")
    assert checks.axe(page) == []
    assert [*checks.sideways(page), *checks.small(page)] == []
    pressed.click()
    until(page, PLAYS)
    assert checks.axe(page) == []
