"""A partner's site: its colours, logo, words and domain, from the first thing drawn (SITE-2)."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import pytest
from attrs import evolve
from PIL import Image
from playwright.sync_api import Locator, Page, Request, expect
from tests.browser.conftest import NOTHING, Site

from backbeat.catalogue.model import Track
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import Isrc
from backbeat.kernel.languages import Language
from backbeat.site.model import LandingWords
from backbeat.site.service import Look

pytestmark = pytest.mark.browser

ANN = Actor.operator("ann")
DOMAIN = "lumen.localhost"
PRIMARY, BUTTON = "#112233", "rgb(17, 34, 51)"
OURS = "rgb(91, 91, 240)"
WORDS = {
    Language.ENGLISH: LandingWords(
        "Lumen's music in your shorts", "And some you hear nowhere else."
    ),
}
DEVICES: dict[str, dict[str, Any]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
    "laptop": {"viewport": {"width": 1440, "height": 900}, "color_scheme": "light"},
}


@pytest.fixture(params=DEVICES, ids=list(DEVICES))
def device(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"locale": "en-US", **DEVICES[request.param]}


class Answering:
    """Fulfils `SiteProbe`: the domain leads here."""

    def __init__(self, token: str) -> None:
        self.token = token

    def token_at(self, origin: str) -> str:
        return self.token


def open_site(site: Site, **look: Any) -> str:
    """A proved partner site, and its address."""
    portal = site.portal.container.portal()
    site_of = Look(color_primary=PRIMARY, words=WORDS, **look)
    added = portal.sites.add(DOMAIN, "Lumen Studio", site_of, ANN)
    evolve(portal.sites, probe=Answering(added.token)).prove(DOMAIN, ANN)
    return f"http://{DOMAIN}:{urlsplit(site.address).port}"


def logo(site: Site) -> Any:
    written = BytesIO()
    Image.new("RGBA", (160, 40), "#8a1c8f").save(written, "PNG")
    return site.portal.container.portal().publishing.picture(written.getvalue())


@pytest.fixture
def lumen(page: Page, site: Site) -> Iterator[str]:
    """The address of a site with a logo of its own; the browser forgets what it kept there."""
    address = open_site(site, picture=logo(site))
    yield address
    page.goto(f"{address}{NOTHING}")
    page.evaluate("localStorage.clear()")


def calls(page: Page) -> list[Request]:
    made: list[Request] = []
    page.on("request", lambda each: made.append(each) if "/api/" in each.url else None)
    return made


def domains(made: list[Request]) -> set[str | None]:
    return {each.headers.get("zs-mcn-domain") for each in made}


def ground(page: Page, name: str) -> str:
    expect(page.locator("#first-view")).to_have_count(0)
    button = page.get_by_role("main").get_by_role("link", name=name).first
    expect(button).to_be_visible()
    return str(button.evaluate("each => getComputedStyle(each).backgroundColor"))


def test_a_partners_landing_page_is_the_partners_own(page: Page, site: Site, lumen: str) -> None:
    made = calls(page)

    page.goto(f"{lumen}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Lumen's music in your shorts")
    expect(page.get_by_text("And some you hear nowhere else.")).to_be_visible()
    assert ground(page, "Create an account") == BUTTON
    picture = page.locator("header img")
    expect(picture).to_have_attribute("alt", "Lumen Studio")
    kept = site.portal.container.portal().sites.get(DOMAIN).exclusive_logo
    assert kept is not None
    expect(picture).to_have_attribute("src", kept)
    assert picture.evaluate("each => each.complete && each.naturalWidth") == 160
    expect(page).to_have_title("Lumen's music in your shorts · Lumen Studio")
    expect(page.get_by_text("Lumen Studio runs on Backbeat.")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert made
    assert domains(made) == {DOMAIN}


def with_tracks(site: Site) -> None:
    """A track for everybody, and seven that are lumen's."""
    with site.portal.container.transactions().begin() as books:
        books.tracks.save([Track(Isrc("QZBB12500001"), "Night Drive", "Hana")])
        books.tracks.save(
            Track(Isrc(f"QZBB1250007{n}"), f"Low sun {n}", "Aya Lumen", partner=DOMAIN)
            for n in range(7)
        )
    site.portal.container.portal().rankings.refresh()


def only_with(page: Page) -> Locator:
    return page.get_by_role("region", name="Only with Lumen Studio")


def test_a_visitor_is_told_how_many_tracks_are_a_partners_alone_and_none_of_them(
    page: Page, site: Site, lumen: str, device: dict[str, Any]
) -> None:
    """MUSIC-16."""
    with_tracks(site)
    made = calls(page)

    page.goto(f"{lumen}/")

    expect(only_with(page).get_by_text("7 tracks for people with an account made")).to_be_visible()
    way = only_with(page).get_by_role("link", name="Log in to hear all 7")
    expect(way).to_have_attribute("href", "/login")
    page.wait_for_load_state("networkidle")
    assert not [each for each in made if "music/search" in each.url]
    expect(page.get_by_text("Low sun")).to_have_count(0)


@pytest.mark.parametrize("is_theirs", [True, False], ids=["theirs", "somebody else's"])
def test_a_partners_people_see_its_tracks_on_its_page(
    page: Page, site: Site, lumen: str, device: dict[str, Any], is_theirs: bool
) -> None:
    with_tracks(site)
    token = site.portal.token_of("mina")
    if is_theirs:
        with site.portal.container.transactions().begin() as books:
            mina = books.accounts.by_name("mina")
            assert mina is not None
            books.accounts.save(evolve(mina, partner=DOMAIN))
    page.goto(f"{lumen}{NOTHING}")
    page.evaluate("token => localStorage.setItem('token', token)", token)

    page.goto(f"{lumen}/")

    if not is_theirs:
        told = "7 tracks for people with an account made"
        expect(only_with(page).get_by_text(told)).to_be_visible()
        expect(page.get_by_text("Low sun")).to_have_count(0)
        return
    expect(only_with(page).get_by_role("listitem")).to_have_count(6)
    only_with(page).get_by_role("link", name="Hear all 7").click()
    expect(page.get_by_role("status").filter(has_text="7 tracks")).to_be_visible()
    page.get_by_role("button", name="Only here", pressed=True).click()
    expect(page.get_by_role("status").filter(has_text="7 tracks")).to_have_count(0)
    page.go_back()
    track = only_with(page).get_by_role("listitem").first.get_by_role("link")
    name = track.inner_text()
    track.click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_the_portals_own_page_has_nothing_of_a_partners_own(
    page: Page, site: Site, lumen: str
) -> None:
    with_tracks(site)

    page.goto("/")

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_text("Only with")).to_have_count(0)


def test_nothing_of_the_portals_own_look_is_drawn_first(page: Page, lumen: str) -> None:
    page.add_init_script(
        """(() => {
            window.drawn = new Set();
            const look = () => {
                const root = document.getElementById('root');
                if (root && root.childElementCount) {
                    window.drawn.add(
                        getComputedStyle(document.documentElement).getPropertyValue('--primary')
                    );
                    for (const each of document.querySelectorAll('header')) {
                        if (each.textContent.includes('backbeat')) window.drawn.add('our mark');
                    }
                }
                requestAnimationFrame(look);
            };
            requestAnimationFrame(look);
        })()"""
    )
    made = calls(page)

    for path in ("/", "/login"):
        page.goto(f"{lumen}{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert page.evaluate("[...window.drawn]") == [PRIMARY]
    assert not [each for each in made if "site/metadata" in each.url]


def test_a_site_without_a_logo_has_the_mark_and_its_name(page: Page, site: Site) -> None:
    address = open_site(site)

    page.goto(f"{address}/")

    expect(page.get_by_role("banner").get_by_text("Lumen Studio")).to_be_visible()
    expect(page.locator("header img")).to_have_count(0)
    expect(page.locator("header svg").first).to_be_visible()


def test_the_portals_own_host_keeps_its_look_and_says_no_domain(page: Page, lumen: str) -> None:
    made = calls(page)

    page.goto("/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Use our music in your shorts")
    assert ground(page, "Create an account") == OURS
    expect(page.locator("header img")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    assert domains(made) == {None}


@pytest.mark.parametrize(
    ("host", "colour", "domain"),
    [
        (DOMAIN, BUTTON, DOMAIN),
        (f"www.{DOMAIN}", BUTTON, DOMAIN),
        ("evil.example", OURS, None),
    ],
    ids=["known", "with www", "unknown"],
)
def test_the_host_that_is_asked_for_picks_the_look(
    page: Page, site: Site, host: str, colour: str, domain: str | None
) -> None:
    """J10.1."""
    open_site(site)
    made = calls(page)

    page.goto(f"/?host={host}")

    assert ground(page, "Create an account") == colour
    page.wait_for_load_state("networkidle")
    assert domains(made) == {domain}
    assert {urlsplit(each.url).netloc for each in made} == {urlsplit(site.address).netloc}


def test_whoever_signs_up_there_is_one_of_the_partners_people(
    page: Page, site: Site, lumen: str
) -> None:
    """SITE-5."""
    page.goto(f"{lumen}/join")
    page.locator("input[type=email]").fill("mina@example.org")
    for field in page.locator("input[autocomplete=new-password]").all():
        field.fill("correct horse")
    page.locator("input[autocomplete=nickname]").fill("mina")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Welcome, mina")).to_be_visible()

    assert site.portal.account("mina").partner == DOMAIN
    assert page.locator("header img, nav img").first.get_attribute("alt") == "Lumen Studio"


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_the_partners_look_stays_behind_the_log_in_and_says_who_pays(
    page: Page, site: Site, lumen: str, device: dict[str, Any], color_scheme: Any
) -> None:
    token = site.portal.token_of("mina")
    page.emulate_media(color_scheme=color_scheme)
    page.goto(f"{lumen}{NOTHING}")
    page.evaluate("token => localStorage.setItem('token', token)", token)

    page.goto(f"{lumen}/my")

    expect(page.locator("header img, nav img").first).to_have_attribute("alt", "Lumen Studio")
    primary = page.evaluate(
        "getComputedStyle(document.documentElement).getPropertyValue('--primary')"
    )
    with site.portal.container.transactions().look() as books:
        kept = books.sites.by_domain(DOMAIN)
        assert kept is not None
    assert primary == getattr(kept.palette, color_scheme).primary
    if device["viewport"]["width"] > 1000:
        expect(page.get_by_text("Payments and terms come from Backbeat.")).to_be_visible()
