"""`/r/CODE` leads to sign-up, to a track, to a page of the portal (SITE-7)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter

from backbeat.catalogue.model import Track
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import Isrc
from backbeat.site.model import LinkKind

pytestmark = pytest.mark.browser

ANN = Actor.operator("ann")


def kept(page: Page, key: str) -> str | None:
    value: str | None = page.evaluate(f"localStorage.getItem('{key}')")
    return value


def test_a_referral_survives_a_reload_and_is_sent_with_the_sign_up(page: Page, site: Site) -> None:
    site.portal.token_of("jun")
    code = site.portal.account("jun").referral_code
    site.portal.container.portal().short_links.add("jun", LinkKind.REFERRAL, code, ANN)

    page.goto("/r/JUN")
    expect(page).to_have_url(f"{site.address}/join")
    expect(page.get_by_role("textbox", name="Invitation code")).to_have_value(code)
    page.reload()
    expect(page.get_by_role("textbox", name="Invitation code")).to_have_value(code)
    assert kept(page, "referral") == code

    page.locator("input[type=email]").fill("mina@example.org")
    for field in page.locator("input[autocomplete=new-password]").all():
        field.fill("correct horse")
    page.locator("input[autocomplete=nickname]").fill("mina")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", name="Welcome, mina")).to_be_visible()
    assert site.portal.account("mina").invited_by == site.portal.account("jun").id
    assert kept(page, "referral") is None


def test_a_track_is_kept_and_asked_for(page: Page, site: Site) -> None:
    portal = site.portal.container.portal()
    with site.portal.container.transactions().begin() as books:
        books.tracks.save([Track(isrc=Isrc("QZBB12500001"), name="Late train", artist="Jun")])
    portal.short_links.add("train", LinkKind.TRACK, "QZBB12500001", ANN)

    page.goto("/r/train")
    page.wait_for_url("**/*QZBB12500001*")
    page.reload()
    assert kept(page, "trackCode") == "QZBB12500001"


def test_a_page_of_the_portal_opens_for_those_who_are_in_too(page: Page, site: Site) -> None:
    site.portal.container.portal().short_links.add("news", LinkKind.URL, "/notices", ANN)
    enter(page, site.portal.token_of(), "/r/news")

    expect(page).to_have_url(f"{site.address}/notices")


def test_a_code_nobody_registered_is_a_page_that_is_not_there(page: Page, site: Site) -> None:
    page.goto("/r/nothing")

    expect(page.get_by_text("404")).to_be_visible()
    expect(page.get_by_text("Page not found")).to_be_visible()
    assert (kept(page, "referral"), kept(page, "trackCode")) == (None, None)


def test_nobody_is_sent_back_to_a_short_link(page: Page, site: Site) -> None:
    site.portal.token_of()
    page.goto("/login?fromUrl=/r/news")
    page.locator("input[type=email]").fill("mina@example.org")
    page.locator("input[autocomplete=current-password]").fill("correct horse")
    page.locator("button[type=submit]").click()

    expect(page).to_have_url(f"{site.address}/dashboard")
