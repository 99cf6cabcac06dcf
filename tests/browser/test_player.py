"""The player in a real browser: what is heard, seen and done with fingers, pointers and keys."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, Response, Route, ViewportSize, expect
from tests.browser.conftest import PHONE, Site, remember
from tests.browser.held import until_held
from tests.browser.music import (
    AUDIO,
    FIRST,
    NAMES,
    heard_before,
    player,
    seconds_in,
    slowly,
    until,
    with_sound,
)

pytestmark = pytest.mark.browser

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
WIDTHS = pytest.mark.parametrize("width", [PHONE, LAPTOP], ids=["phone", "laptop"])
PLAYS = "!audio.paused && audio.currentTime > 0.2"


@pytest.fixture
def device() -> dict[str, Any]:
    return {"viewport": PHONE, "locale": "en-US", "has_touch": True}


def waiting(
    page: Page,
    site: Site,
    folder: Path,
    path: str = "/notices",
    size: ViewportSize | None = None,
    at: float = 0,
) -> None:
    """A page on which the player waits where the first track was paused."""
    if size:
        page.set_viewport_size(size)
    heard_before(page, site, folder, at=at)
    page.goto(path)
    expect(player(page)).to_be_visible()


def playing(
    page: Page,
    site: Site,
    folder: Path,
    path: str = "/notices",
    size: ViewportSize | None = None,
    at: float = 0,
) -> None:
    """A page on which the first track plays."""
    waiting(page, site, folder, path, size, at)
    press_play(page)


def press_play(page: Page) -> None:
    player(page).get_by_role("button", name="Play", exact=True).click()
    until(page, PLAYS)


def swipe(page: Page, start: tuple[float, float], down: float, aside: float) -> None:
    """A finger goes down and aside, in small steps."""
    fingers = page.context.new_cdp_session(page)
    x, y = start

    def touch(kind: str, points: list[dict[str, float]]) -> None:
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", [{"x": x, "y": y}])
    for step in range(1, 6):
        touch("touchMove", [{"x": x + aside * step / 5, "y": y + down * step / 5}])
    touch("touchEnd", [])


@pytest.mark.variants
@WIDTHS
def test_it_plays_on_over_pages_and_never_begins_again(
    page: Page, site: Site, tmp_path: Path, width: ViewportSize
) -> None:
    playing(page, site, tmp_path, size=width)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate(
        """() => {
            const audio = document.querySelector("audio");
            window.begins = 0;
            audio.onemptied = () => begins++;
            audio.loop = true;  // A slow machine would hear the next track.
        }"""
    )
    before = seconds_in(page)

    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Channels").click()
    expect(page.get_by_role("heading", name="Channels", level=1)).to_be_visible()
    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Dashboard").click()
    expect(page).to_have_url(re.compile("/dashboard$"))

    expect(player(page)).to_be_visible()
    until(page, f"Math.abs(audio.currentTime - {before}) > 0.5 && !audio.paused")
    assert page.evaluate("window.begins") == 0
    assert [url for url in asked if "music/audio/" in url] == []
    expect(page.locator("audio")).to_have_count(1)


def test_a_tap_on_a_cover_asks_for_the_sound_alone_and_waits_for_nothing_else(
    page: Page, site: Site, tmp_path: Path
) -> None:
    remember(page, "token", with_sound(site, tmp_path))
    page.goto("/musics/all")
    cover = page.get_by_role("button", name="Play Late train")
    expect(cover).to_be_visible()
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    # Whatever else a tap may ask for is never answered: the sound needs none of it.
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/*", hold)
    page.route(AUDIO, lambda route: route.continue_())

    cover.click()
    until(page, PLAYS)

    assert len([url for url in asked if "/music/audio/" in url]) == 1
    expect(player(page)).to_have_count(0)
    page.unroute("**/*", hold)
    for route in held:
        route.continue_()
    expect(player(page)).to_be_visible()


def test_the_bar_is_1100_wide_and_20_over_the_edge(page: Page, site: Site, tmp_path: Path) -> None:
    heard_before(page, site, tmp_path)
    page.set_viewport_size({"width": 1600, "height": 900})
    page.goto("/notices")
    expect(player(page)).to_be_visible()
    box = player(page).bounding_box()
    assert box is not None
    assert (box["width"], 900 - box["y"] - box["height"]) == (1100, 20)
    side = page.get_by_role("navigation", name="Main menu").bounding_box()
    assert side is not None
    assert box["x"] - side["width"] == pytest.approx(1600 - box["x"] - box["width"], abs=1)

    page.set_viewport_size({"width": 1120, "height": 900})
    expect(player(page)).to_have_css("width", f"{1120 - side['width'] - 64:.0f}px")


def test_on_phones_it_stands_right_on_the_bottom_bar(
    page: Page, site: Site, tmp_path: Path
) -> None:
    waiting(page, site, tmp_path, "/my")
    bar = player(page).bounding_box()
    bottom = page.get_by_role("navigation", name="Main menu").bounding_box()
    assert bar is not None
    assert bottom is not None
    assert (bar["x"], bar["width"]) == (0, 390)
    assert bar["y"] + bar["height"] == pytest.approx(bottom["y"], abs=1)
    page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)")
    last = page.locator("main").get_by_role("link").or_(page.locator("main").get_by_role("button"))
    end = last.last.bounding_box()
    assert end is not None
    assert end["y"] + end["height"] <= bar["y"]


@pytest.mark.variants
@WIDTHS
def test_a_drag_pauses_and_seeks_and_plays_on_only_when_let_go_near(
    page: Page, site: Site, tmp_path: Path, width: ViewportSize
) -> None:
    playing(page, site, tmp_path, size=width)
    if width == PHONE:
        page.get_by_role("button", name="Open the player").click()
    wave = page.get_by_role("slider", name="Position in the track")
    wave.hover()
    box = wave.bounding_box()
    assert box is not None
    half, middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    page.mouse.move(box["x"] + 20, middle)
    page.mouse.down()
    page.mouse.move(half, middle, steps=4)
    assert page.evaluate("document.querySelector('audio').paused")
    assert seconds_in(page) == pytest.approx(4, abs=0.1)
    expect(wave).to_have_attribute("aria-valuetext", "00:04 of 00:08")
    page.mouse.move(half, box["y"] - 45)
    page.mouse.up()
    until(page, "!audio.paused && audio.currentTime > 4.2")

    page.mouse.move(half, middle)
    page.mouse.down()
    page.mouse.move(half, box["y"] - 60)
    page.mouse.up()
    assert page.evaluate("document.querySelector('audio').paused")
    expect(page.get_by_role("button", name="Play", exact=True).last).to_be_visible()


def test_a_click_beside_closes_it_only_while_nothing_plays(
    page: Page, site: Site, tmp_path: Path
) -> None:
    playing(page, site, tmp_path)
    page.get_by_role("heading", name="News").click()
    expect(player(page)).to_be_visible()

    player(page).get_by_role("button", name="Pause").click()
    page.get_by_role("heading", name="News").click()

    expect(player(page)).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="News")).to_be_visible()
    expect(player(page)).to_have_count(0)


def test_a_swipe_down_closes_it(page: Page, site: Site, tmp_path: Path) -> None:
    playing(page, site, tmp_path)
    box = player(page).bounding_box()
    assert box is not None
    start = (100, box["y"] + 10)

    swipe(page, start, 80, 60)
    swipe(page, start, 40, 0)
    until(page, "!audio.paused")
    expect(player(page)).to_be_visible()
    swipe(page, start, 80, 10)

    expect(player(page)).to_have_count(0)
    until(page, "audio.paused")


def test_the_sheet_shows_the_code_in_its_first_view_and_closes_by_swipe_or_back(
    page: Page, site: Site, tmp_path: Path
) -> None:
    waiting(page, site, tmp_path)
    opener = page.get_by_role("button", name="Open the player")
    sheet = page.get_by_role("dialog", name="Player")
    opener.click()
    expect(sheet.get_by_role("button", name=f"Copy {FIRST}")).to_be_in_viewport(ratio=1)
    expect(sheet.get_by_text(FIRST)).to_be_in_viewport(ratio=1)
    expect(sheet.get_by_text("From Weekly ranking")).to_be_visible()

    swipe(page, (195, 30), 80, 0)
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()
    opener.click()
    expect(sheet).to_be_visible()
    page.go_back()
    expect(sheet).to_have_count(0)
    expect(player(page)).to_be_visible()
    opener.click()
    sheet.get_by_role("button", name="Close the player").click()
    expect(sheet).to_have_count(0)
    expect(player(page)).to_have_count(0)


def test_the_list_goes_on_in_the_order_one_gives_it(page: Page, site: Site, tmp_path: Path) -> None:
    waiting(page, site, tmp_path)
    page.get_by_role("button", name="Open the player").click()
    sheet = page.get_by_role("dialog", name="Player")
    rows = sheet.get_by_role("list").get_by_role("button", name="Play ")
    expect(rows).to_have_count(2)

    sheet.get_by_role("button", name="Move 여름 편지").focus()
    page.keyboard.press("ArrowUp")

    expect(rows.first).to_have_accessible_name(re.compile("^Play 여름 편지"))
    expect(sheet.get_by_role("button", name="Move 여름 편지")).to_be_focused()
    page.keyboard.press("Shift+ArrowRight")
    expect(sheet.get_by_role("heading", name="여름 편지")).to_be_visible()
    until(page, PLAYS)
    rows.first.click()
    expect(sheet.get_by_role("heading", name="Paper lantern")).to_be_visible()


@pytest.mark.variants
@WIDTHS
def test_after_a_reload_it_waits_where_it_was(
    page: Page, site: Site, tmp_path: Path, width: ViewportSize
) -> None:
    slowly(page)
    playing(page, site, tmp_path, size=width)
    page.evaluate("document.querySelector('audio').currentTime = 2")
    until(page, "audio.currentTime > 2.1 && !audio.seeking")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.reload()

    play = player(page).get_by_role("button", name="Play", exact=True)
    expect(play).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if "music/audio/" in url] == []
    play.click()
    until(page, PLAYS)
    assert 2 < seconds_in(page) < 6


def test_what_somebody_else_heard_is_not_brought_back(
    page: Page, site: Site, tmp_path: Path
) -> None:
    heard_before(page, site, tmp_path, owner="nina@example.org")
    page.goto("/notices")
    expect(page.get_by_role("heading", name="News")).to_be_visible()
    page.wait_for_function("() => localStorage.getItem('player') === null")
    expect(player(page)).to_have_count(0)


def test_one_window_plays(page: Page, site: Site, tmp_path: Path, context: BrowserContext) -> None:
    playing(page, site, tmp_path)
    other = context.new_page()
    other.goto("/notices")

    press_play(other)

    until(page, "audio.paused")
    expect(player(page).get_by_role("button", name="Play", exact=True)).to_be_visible()
    until(other, "!audio.paused")


def test_an_address_that_ran_out_is_renewed_without_a_word(
    page: Page, site: Site, tmp_path: Path
) -> None:
    heard_before(page, site, tmp_path, at=3)
    site.portal.security.move(seconds=7_200)
    answers: list[int] = []

    def note(got: Response) -> None:
        if "music/audio/" in got.url:
            answers.append(got.status)

    page.on("response", note)
    page.goto("/notices")

    player(page).get_by_role("button", name="Play", exact=True).click()

    until(page, "!audio.paused && audio.currentTime > 3.2")
    assert answers[0] == 401
    assert answers[1] in {200, 206}
    expect(page.get_by_text("did not load")).to_have_count(0)


@pytest.mark.variants
@WIDTHS
def test_a_preview_that_does_not_load_says_so_and_tries_again(
    page: Page, site: Site, tmp_path: Path, width: ViewportSize
) -> None:
    page.set_viewport_size(width)
    heard_before(page, site, tmp_path)
    asked: list[str] = []

    def fail(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=500)

    page.route(AUDIO, fail)
    page.goto("/notices")
    player(page).get_by_role("button", name="Play", exact=True).click()
    words = "Preview did not load" if width == PHONE else "The code works all the same."
    expect(player(page).get_by_text(words).last).to_be_visible()
    assert len(asked) == 2
    expect(player(page).get_by_text("Late train", exact=True)).to_be_visible()

    page.unroute(AUDIO)
    player(page).get_by_role("button", name="Try again").click()

    until(page, PLAYS)


def test_without_a_network_it_says_so_and_goes_on_by_itself(
    page: Page, site: Site, tmp_path: Path
) -> None:
    waiting(page, site, tmp_path)
    page.wait_for_load_state("networkidle")
    page.context.set_offline(True)
    player(page).get_by_role("button", name="Play", exact=True).click()
    expect(player(page).get_by_text("Offline", exact=True)).to_be_visible()

    page.context.set_offline(False)

    until(page, PLAYS)
    expect(player(page).get_by_text("Offline", exact=True)).to_have_count(0)


@pytest.mark.variants
@WIDTHS
def test_the_end_counts_to_the_next_one_or_stays(
    page: Page, site: Site, tmp_path: Path, width: ViewportSize
) -> None:
    playing(page, site, tmp_path, size=width, at=7)
    stay = player(page).get_by_role("button", name="Stay")
    stay.click()
    expect(stay).to_have_count(0)
    player(page).get_by_role("button", name="Play again").click()
    until(page, "!audio.paused && audio.currentTime < 2")

    page.evaluate("document.querySelector('audio').currentTime = 7.5")

    words = "Next: Paper lantern" if width == PHONE else "Next in 3: Paper lantern, Kite Club"
    expect(player(page).get_by_text(words).last).to_be_visible()
    expect(player(page).get_by_text("Paper lantern", exact=True)).to_be_visible()
    expect(stay).to_have_count(0)
    until(page, PLAYS)


def test_by_keys_alone(page: Page, site: Site, tmp_path: Path) -> None:
    slowly(page)
    waiting(page, site, tmp_path, size=LAPTOP)
    title = player(page).locator("b").first

    page.keyboard.press("Space")
    until(page, PLAYS)
    page.keyboard.press("Space")
    until(page, "audio.paused")
    at = seconds_in(page)
    page.keyboard.press("ArrowRight")
    assert seconds_in(page) == pytest.approx(at + 5, abs=0.1)
    page.keyboard.press("ArrowLeft")
    assert seconds_in(page) == pytest.approx(at, abs=0.1)
    for key, name in (
        ("Shift+ArrowRight", "Paper lantern"),
        ("Shift+ArrowLeft", "Late train"),
        ("j", "Paper lantern"),
        ("k", "Late train"),
    ):
        page.keyboard.press(key)
        expect(title).to_have_text(name)

    wave = page.get_by_role("slider", name="Position in the track")
    wave.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(wave).to_have_attribute("aria-valuenow", re.compile("[567]"))


def test_keys_belong_to_a_field_while_it_has_the_focus(
    page: Page, site: Site, tmp_path: Path
) -> None:
    waiting(page, site, tmp_path, "/config-account", size=LAPTOP)
    field = page.get_by_role("textbox").first
    field.fill("")

    field.press_sequentially("a j k")
    field.press("ArrowLeft")

    expect(field).to_have_value("a j k")
    assert page.evaluate("document.querySelector('audio')?.paused ?? true")
    expect(player(page).locator("b").first).to_have_text("Late train")


def test_a_log_out_stops_and_forgets_it(page: Page, site: Site, tmp_path: Path) -> None:
    playing(page, site, tmp_path, "/my")

    page.get_by_role("main").get_by_role("button", name="Log out").click()
    page.get_by_role("dialog").get_by_role("button", name="Log out").click()

    expect(player(page)).to_have_count(0)
    until(page, "audio.paused")
    page.wait_for_function("() => localStorage.getItem('player') === null")


def test_the_lock_screen_shows_the_cover_and_the_code(
    page: Page, site: Site, tmp_path: Path
) -> None:
    slowly(page)
    playing(page, site, tmp_path)
    page.wait_for_function("() => navigator.mediaSession.metadata?.artwork.length === 1")
    told = page.evaluate("""() => {
        const { title, artist, album, artwork } = navigator.mediaSession.metadata
        const { src, sizes, type } = artwork[0]
        return [title, artist, album, sizes, type, src.length > 3000, navigator.mediaSession.playbackState]
    }""")
    assert told == ["Late train", "Hana Oh", FIRST, "512x512", "image/png", True, "playing"]


def test_a_play_is_counted_once(page: Page, site: Site, tmp_path: Path) -> None:
    heard_before(page, site, tmp_path)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    slowly(page)
    page.goto("/notices")
    press_play(page)
    player(page).get_by_role("button", name="Pause").click()
    press_play(page)
    page.wait_for_load_state("networkidle")
    counted = [url.partition("?")[2] for url in asked if "music.log" in url]
    assert counted == [f"kind=play&isrc={FIRST}"]


def test_the_heart_flips_at_once_and_drops_with_the_servers_words(
    page: Page, site: Site, tmp_path: Path
) -> None:
    waiting(page, site, tmp_path, size=LAPTOP)
    heart = player(page).get_by_role("button", name="Save Late train")
    expect(heart).to_have_attribute("aria-pressed", "false")
    page.wait_for_load_state("networkidle")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/music/favorite.toggle", hold)
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", "true")
    until_held(page, held)
    refusal = {"success": False, "code": 20000, "message": "At most 15 tracks.", "details": {}}
    held[0].fulfill(status=400, json=refusal)
    expect(page.get_by_role("alert")).to_contain_text("At most 15 tracks.")
    expect(heart).to_have_attribute("aria-pressed", "false")
    page.wait_for_load_state("networkidle")

    page.unroute("**/api/music/favorite.toggle")
    heart.click()
    expect(heart).to_have_attribute("aria-pressed", "true")
    page.wait_for_load_state("networkidle")
    page.reload()
    expect(heart).to_have_attribute("aria-pressed", "true")


def test_the_volume_is_kept(page: Page, site: Site, tmp_path: Path) -> None:
    waiting(page, site, tmp_path, size=LAPTOP)
    player(page).get_by_role("button", name="Volume").click()
    slider = page.get_by_role("slider", name="Volume")
    slider.fill("40")
    press_play(page)
    assert page.evaluate("document.querySelector('audio').volume") == 0.4

    page.reload()
    press_play(page)

    assert page.evaluate("document.querySelector('audio').volume") == 0.4


def test_what_the_browser_received_sounds(page: Page, site: Site, tmp_path: Path) -> None:
    """Decoded by the browser itself: as long and as loud as it should be, and no two alike."""
    known = heard_before(page, site, tmp_path)
    page.goto("/notices")
    expect(player(page)).to_be_visible()
    heard = [
        page.evaluate(
            """async (address) => {
                const bytes = await (await fetch(address)).arrayBuffer()
                const sound = await new OfflineAudioContext(1, 1, 44100).decodeAudioData(bytes)
                const samples = sound.getChannelData(0)
                let power = 0, crossings = 0, isBelow = false
                for (const sample of samples) {
                    power += sample ** 2
                    // What is nearly silent trembles around nothing.
                    if (isBelow && sample > 0.01) crossings++
                    if (Math.abs(sample) > 0.01) isBelow = sample < 0
                }
                return [sound.duration, Math.sqrt(power / samples.length), crossings / sound.duration]
            }""",
            track["audio_url"],
        )
        for track in known
    ]
    assert [duration for duration, *_ in heard] == pytest.approx([8, 8, 8], abs=0.2)
    assert all(0.02 < loudness < 0.8 for _, loudness, _ in heard)
    assert [pitch for *_, pitch in heard] == pytest.approx([262, 330, 392], rel=0.02)


def test_nothing_of_it_comes_before_something_plays(page: Page, site: Site) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/notices")
    page.wait_for_load_state("networkidle")
    assert [url for url in asked if re.search("[Pp]layer|Wave|Sheet-", url)] == []
    expect(page.locator("audio")).to_have_count(0)


def test_what_was_kept_may_be_broken(page: Page, site: Site) -> None:
    remember(page, "token", site.portal.token_of())
    for broken in ("{", "[]", '{"track": {}}', json.dumps({"track": {"isrc": 1}, "tracks": 3})):
        page.goto("/notices")
        page.evaluate("(text) => localStorage.setItem('player', text)", broken)
        page.reload()
        expect(page.get_by_role("heading", name="News")).to_be_visible()
        expect(player(page)).to_have_count(0)


def test_every_cover_is_its_own(page: Page, site: Site, tmp_path: Path) -> None:
    waiting(page, site, tmp_path)
    page.get_by_role("button", name="Open the player").click()
    covers = page.get_by_role("dialog").locator("img")
    expect(covers).to_have_count(len(NAMES))
    sources = covers.evaluate_all("all => all.map(({src, naturalWidth}) => [src, naturalWidth])")
    assert len({src for src, _ in sources}) == len(NAMES)
    assert all(width == 512 for _, width in sources)
