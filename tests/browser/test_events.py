"""The panels of events and programs on their posts: taking part, cancelling, the benefit, applying."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from attrs import evolve
from playwright.sync_api import Page, expect
from tests.browser.board import ANN, publish
from tests.browser.conftest import Site
from tests.browser.figures import LONG_AGO, enter
from tests.browser.test_looks import look
from tests.fakes.settlement import an_earning_channel

from backbeat.board.model import PostId, PostKind
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.events.model import Benefit, BoardEvent
from backbeat.kernel.money import Money
from backbeat.settings import Features, Settings

pytestmark = pytest.mark.browser


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return evolve(settings, features=Features(events=True, programs=True))


def after(site: Site, days: int) -> date:
    return site.portal.container.portal().clock.today() + timedelta(days)


def mina_with_a_channel(site: Site) -> str:
    token = site.portal.token_of()
    channel = an_earning_channel(1, [(site.portal.account().id, LONG_AGO)])
    with site.portal.container.transactions().begin() as books:
        books.channels.add(evolve(channel, status=ChannelStatus.APPROVED, name="Mina at night"))
    return token


def test_one_takes_part_cancels_and_claims_the_benefit(page: Page, site: Site) -> None:
    token = mina_with_a_channel(site)
    which = publish(site, "Autumn light", PostKind.EVENT)
    benefit = Benefit(Money.of("5.00"), after(site, 5), after(site, 9))
    site.portal.container.portal().event_office.open(
        BoardEvent(PostId(which), after(site, 0), after(site, 3), after(site, 2), 7, benefit), ANN
    )
    page.goto(f"/events/{which}")
    expect(page.get_by_role("link", name="Log in to take part")).to_be_visible()

    enter(page, token, f"/events/{which}")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Open, 3 days left")
    expect(main).to_contain_text("7 places left")
    join = main.get_by_role("button", name="Take part with Mina at night")
    expect(join).to_be_disabled()
    main.get_by_role("checkbox").check()
    assert look(page) == []
    join.click()
    expect(main.get_by_role("heading", name="You take part with Mina at night")).to_be_visible()
    expect(main).to_contain_text("$5.00 can be claimed from")
    assert look(page) == []

    main.get_by_role("button", name="Cancel, to").click()
    page.get_by_role("dialog").get_by_role("button", name="Keep my place").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(main.get_by_role("heading", name="You take part with Mina at night")).to_be_visible()
    main.get_by_role("button", name="Cancel, to").click()
    page.get_by_role("dialog").get_by_role("button", name="No longer take part").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    main.get_by_label("With which channel").select_option("Without a channel")
    main.get_by_role("checkbox").check()
    main.get_by_role("button", name="Take part", exact=True).click()
    expect(main.get_by_role("heading", name="You take part", exact=True)).to_be_visible()

    site.portal.business.set(site.portal.business.now() + timedelta(days=5))
    page.reload()
    expect(main.get_by_role("button", name="Cancel, to")).to_have_count(0)
    main.get_by_role("button", name="Claim $5.00").click()
    expect(main).to_contain_text("You claimed $5.00 on")
    assert look(page) == []


def test_who_does_not_take_part_reads_why_not(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    office = site.portal.container.portal().event_office
    which = PostId(publish(site, "Autumn light", PostKind.EVENT))
    plain = BoardEvent(which, after(site, 1), after(site, 3), after(site, 3))
    main = page.get_by_role("main")
    for event, words in (
        (plain, "Taking part is not open yet"),
        (evolve(plain, apply_from=after(site, -2), places=1), "Every place is taken"),
        (evolve(plain, apply_from=after(site, -2), apply_until=after(site, -1)), "is closed"),
    ):
        office.open(event, ANN)
        with site.portal.container.transactions().begin() as books:
            books.events.put(evolve(event, taken=1))
        enter(page, token, f"/events/{which}")
        expect(main).to_contain_text(words)
        expect(main.get_by_role("button", name="Take part")).to_have_count(0)


def test_a_channel_applies_to_a_program_and_is_taken(page: Page, site: Site) -> None:
    token = mina_with_a_channel(site)
    office = site.portal.container.portal().program_office
    which = publish(site, "First row", PostKind.EVENT)
    office.open(which, after(site, 0), after(site, 3), ANN)
    enter(page, token, f"/events/{which}")
    main = page.get_by_role("main")
    main.get_by_role("button", name="Apply with Mina at night").click()
    expect(main.get_by_role("listitem").filter(has_text="Term 1, applied on")).to_contain_text(
        "Waiting"
    )
    expect(main.get_by_role("heading", name="Apply to the program")).to_have_count(0)
    assert look(page) == []

    office.approve(which, "channel-1", ANN)
    page.reload()
    expect(main.get_by_role("listitem").filter(has_text="Term 1, applied on")).to_contain_text(
        "In the program"
    )
