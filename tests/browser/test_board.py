"""News: list and post, the header, banners that roll and may be sent away for a day."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.board import publish, publish_some
from tests.browser.conftest import Site, remember
from tests.browser.payouts import calls_to
from tests.browser.test_looks import look

from backbeat.board.model import About, PostKind

pytestmark = pytest.mark.browser

LAPTOP: ViewportSize = {"width": 1440, "height": 900}
MOVED = """
window.moved = 0
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.moved += entry.value
}).observe({ type: 'layout-shift', buffered: true })
"""


def test_a_click_in_the_list_opens_the_post_at_its_own_address(page: Page, site: Site) -> None:
    id_ = publish_some(site)
    page.goto("/notices")

    page.get_by_role("main").get_by_role("link", name=re.compile("The window is open")).click()

    expect(page).to_have_url(f"{site.address}/notices/{id_}")
    article = page.get_by_role("article")
    expect(article.get_by_role("heading", name="The window is open")).to_be_visible()
    expect(article.locator("strong")).to_have_text("until the 31st")
    image = article.get_by_role("img", name="Dates")
    image.scroll_into_view_if_needed()
    expect(image).to_have_js_property("naturalWidth", 600)
    page.evaluate("window.stays = true")
    article.get_by_role("link", name="here").click()
    expect(page).to_have_url(re.compile("/login"))
    assert page.evaluate("window.stays")


def test_an_event_has_its_own_list_and_address(page: Page, site: Site) -> None:
    publish_some(site)
    page.goto("/notices")

    page.get_by_role("navigation", name="News").get_by_role("link", name="Events").click()
    page.get_by_role("main").get_by_role("link", name=re.compile("Autumn light")).click()

    expect(page).to_have_url(re.compile("/events/.+"))
    article = page.get_by_role("article")
    expect(article.get_by_role("heading")).to_have_text("Autumn light")
    expect(article).to_contain_text("Plain words.")
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page).to_have_url(f"{site.address}/events")


def test_what_was_read_is_no_news_any_more(page: Page, site: Site) -> None:
    publish_some(site)
    page.goto("/notices")
    expect(page.get_by_text("(new)")).to_have_count(2)

    page.get_by_role("main").get_by_role("link", name=re.compile("Holiday")).click()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_text("(new)")).to_have_count(1)
    page.get_by_role("button", name="Mark all read").click()

    assert "read" in page.evaluate("JSON.parse(localStorage.getItem('boardDetail'))")
    page.reload()
    expect(page.get_by_role("link", name=re.compile("Holiday"))).to_be_visible()
    expect(page.get_by_text("(new)")).to_have_count(0)


def test_a_pinned_post_stands_above_every_page_until_it_is_closed(page: Page, site: Site) -> None:
    id_ = publish_some(site)
    with page.expect_response("**/api/site/frame*"):
        page.goto("/terms")
    header = page.get_by_role("complementary", name="News")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(header).to_have_count(0)

    page.goto("/notices")
    expect(header.get_by_role("link")).to_have_attribute("href", f"/notices/{id_}")
    header.get_by_role("button", name="Close").click()

    expect(header).to_have_count(0)
    page.reload()
    expect(page.get_by_role("heading", name="News")).to_be_visible()
    expect(header).to_have_count(0)


def test_banners_sent_away_come_back_on_the_next_day(page: Page, site: Site) -> None:
    publish_some(site)
    remember(page, "token", site.portal.token_of())
    page.goto("/notices")
    carousel = page.get_by_role("region", name="Announcements")
    expect(carousel.get_by_role("link", name=re.compile("Twelve tracks"))).to_be_visible()

    carousel.get_by_role("button", name="Not today").click()

    expect(carousel).to_have_count(0)
    assert "2025-09-01" in page.evaluate("localStorage.getItem('rollingTodayNotShow')")
    page.reload()
    expect(page.get_by_role("link", name=re.compile("Holiday"))).to_be_visible()
    expect(carousel).to_have_count(0)
    site.portal.business.move(days=1)
    page.reload()
    expect(carousel).to_be_visible()


def test_banners_are_sent_away_by_one_account_alone(page: Page, site: Site) -> None:
    publish_some(site)
    remember(page, "token", site.portal.token_of("mina"))
    page.goto("/notices")
    carousel = page.get_by_role("region", name="Announcements")
    carousel.get_by_role("button", name="Not today").click()
    expect(carousel).to_have_count(0)

    remember(page, "token", site.portal.token_of("nina"))
    page.goto("/events")

    expect(carousel).to_be_visible()


def test_banners_are_turned_by_keyboard_and_stand_still_for_who_wants_calm(
    page: Page, site: Site
) -> None:
    publish_some(site)
    remember(page, "token", site.portal.token_of())
    page.goto("/notices")
    carousel = page.get_by_role("region", name="Announcements")
    expect(carousel.get_by_role("button", name="Let the banners change")).to_be_visible()

    carousel.get_by_role("button", name="Next banner").focus()
    page.keyboard.press("Enter")

    expect(carousel.get_by_text("2 of 2")).to_be_visible()
    expect(carousel.get_by_role("link", name="Ask us")).to_have_attribute(
        "href", "https://example.org/"
    )
    expect(carousel.get_by_role("link", name="Twelve tracks")).to_have_count(0)


def test_banners_roll_until_they_are_stopped(page: Page, site: Site) -> None:
    publish_some(site)
    remember(page, "token", site.portal.token_of())
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/notices")
    carousel = page.get_by_role("region", name="Announcements")

    expect(carousel.get_by_text("2 of 2")).to_be_visible()
    carousel.get_by_role("button", name="Stop the banners").click()

    expect(carousel.get_by_role("button", name="Let the banners change")).to_be_visible()


def test_a_laptop_reads_beside_the_list_and_nothing_moves(page: Page, site: Site) -> None:
    id_ = publish_some(site)
    remember(page, "token", site.portal.token_of())
    page.set_viewport_size(LAPTOP)
    page.add_init_script(MOVED)
    page.goto("/notices")

    expect(page.get_by_role("article").get_by_role("heading")).to_have_text("The window is open")
    page.get_by_role("main").get_by_role("link", name=re.compile("Holiday")).first.click()
    expect(page.get_by_role("article").get_by_role("heading")).to_have_text("Holiday")
    page.goto(f"/notices/{id_}")
    expect(page.get_by_role("article").get_by_role("heading")).to_have_text("The window is open")
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.moved") <= 0.01
    assert look(page) == []


def test_a_post_about_payouts_adds_the_readers_own_card_for_who_is_logged_in(
    page: Page, site: Site
) -> None:
    id_ = publish(site, "The window is open", about=About.PAYOUT)
    token = site.portal.token_of()
    asked = calls_to(page, "withdrawal/summary")
    page.goto(f"/notices/{id_}")
    expect(page.get_by_role("article")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert asked == []
    card = page.get_by_role("link", name="See your channels")
    expect(card).to_have_count(0)

    remember(page, "token", token)
    page.goto(f"/notices/{id_}")

    expect(card).to_be_visible()


def test_a_list_says_that_it_is_all_where_no_page_follows(page: Page, site: Site) -> None:
    for days in range(51):
        publish(site, f"Post {days}", days=days)
    page.goto("/notices")
    posts = page.get_by_role("main").get_by_role("link", name=re.compile("Post"))
    expect(posts).to_have_count(50)
    expect(page.get_by_text("That is all since")).to_have_count(0)

    page.goto("/events")
    publish(site, "Autumn light", PostKind.EVENT)
    page.reload()
    expect(page.get_by_text("That is all since 2025/09")).to_be_visible()


def test_a_post_that_is_gone_and_an_empty_board_say_so(page: Page, site: Site) -> None:
    page.goto("/events")
    expect(page.get_by_role("heading", name="No events at the moment")).to_be_visible()
    assert look(page) == []

    page.goto("/notices/made-up")
    expect(page.get_by_role("heading", name="This post is not here any more")).to_be_visible()
    assert look(page) == []
    page.get_by_role("link", name="All news").click()
    expect(page).to_have_url(f"{site.address}/notices")


def test_a_board_that_cannot_be_had_is_tried_again(page: Page, site: Site) -> None:
    publish(site, "Autumn light", PostKind.EVENT)
    page.route("**/api/board/list*", lambda route: route.abort())
    page.goto("/events")
    expect(page.get_by_role("alert")).to_be_visible()

    page.unroute("**/api/board/list*")
    page.get_by_role("button", name="Try again").click()

    expect(page.get_by_role("link", name=re.compile("Autumn light"))).to_be_visible()
