"""A change that was not the owner's, said on the screen and behind the link of the mail (WITHDRAW-28)."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter, turn_to
from tests.browser.payouts import calls_to
from tests.browser.test_looks import READERS, look
from tests.http.payout_states import ask, change, go_live, ready
from tests.http.test_disowning import link
from tests.http.test_journey_payouts import on

pytestmark = pytest.mark.browser

DAY = date(2025, 10, 26)
DISOWN = "withdrawal/info.disown"


@pytest.fixture
def device() -> dict[str, Any]:
    return READERS["phone, English, light"]


@pytest.fixture
def site(site: Site) -> Site:
    """Mina's payout details were changed while her window is open."""
    go_live(site.portal)
    ready(site.portal)
    change(site.portal, DAY)
    return site


def is_locked(site: Site) -> bool:
    return site.portal.account("mina").has_payouts_locked


def test_both_locks_are_told_and_a_lost_factor_alone_leads_to_itself(
    page: Page, site: Site
) -> None:
    who = site.portal.account("mina").id
    with site.portal.container.transactions().begin() as books:
        account = books.accounts.lock(who)
        assert account is not None
        books.accounts.save(account.with_totp_ending(datetime(2025, 9, 4, 9, 0, tzinfo=UTC)))
    enter(page, on(site.portal, "mina", DAY), "/dashboard")
    card = page.get_by_role("main")
    expect(card).to_contain_text("two-factor sign-in is being removed. Nothing is sent until 2025")
    expect(card.get_by_role("link", name="See two-factor sign-in")).to_be_visible()
    page.goto("/withdrawal/info")
    expect(card.get_by_role("status").first).to_contain_text("says that your two-factor sign-in")
    expect(card.get_by_role("link", name="See two-factor sign-in")).to_be_visible()

    site.portal.post("withdrawal/info.disown", on(site.portal, "mina", DAY))
    enter(page, on(site.portal, "mina", DAY), "/dashboard")
    expect(card).to_contain_text("was not you, and two-factor sign-in is removed at 2025")
    expect(card.get_by_role("link", name="Choose a new password")).to_be_visible()
    page.goto("/withdrawal/info")
    told = card.get_by_role("status").first
    expect(told).to_contain_text("until we have spoken with you")
    expect(told).to_contain_text("also says that your two-factor sign-in is lost")
    expect(card.get_by_role("link", name="Choose a new password")).to_be_visible()
    assert look(page) == []


def test_its_owner_says_so_and_is_told_what_to_do_next(page: Page, site: Site) -> None:
    thief = on(site.portal, "mina", DAY)
    enter(page, on(site.portal, "mina", DAY), "/dashboard")
    page.get_by_role("link", name="This change was not me").click()
    expect(page).to_have_url(f"{site.address}/withdrawal/info")
    page.get_by_role("button", name="This change was not me").click()
    dialog = page.get_by_role("dialog", name="Was this change not you?")
    expect(dialog).to_contain_text("Every other device is signed out")
    assert look(page) == []
    assert not is_locked(site)
    dialog.get_by_role("button", name="This change was not me").click()

    main = page.get_by_role("main")
    expect(main.get_by_role("heading", name="Your payouts are locked")).to_be_visible()
    expect(page.get_by_role("button", name="This change was not me")).to_have_count(0)
    expect(dialog).to_have_count(0)
    assert look(page) == []
    assert is_locked(site)
    assert site.portal.get("member/me", thief).code == 10000
    main.get_by_role("link", name="Choose a new password").click()
    expect(page).to_have_url(f"{site.address}/config-account")


def test_the_lock_is_told_wherever_money_is(page: Page, site: Site) -> None:
    asked = ask(site.portal, DAY)
    token = on(site.portal, "mina", DAY)
    site.portal.post(DISOWN, token)
    assert asked
    enter(page, token, "/dashboard")
    for path in ("/dashboard", "/withdrawal/list", "/withdrawal/request"):
        turn_to(page, path)
        card = page.locator("section", has=page.get_by_role("heading", name="Locked to protect"))
        expect(card).to_contain_text("$142.95")
        expect(card).to_contain_text("Nothing is sent until we have spoken with you")
        expect(card.get_by_role("link", name="Choose a new password")).to_be_visible()
        expect(page.get_by_role("main")).not_to_contain_text("With you by")
        assert (path, look(page)) == (path, [])


def test_a_lock_by_a_second_factor_that_goes_leads_to_it(page: Page, site: Site) -> None:
    account = site.portal.account("mina")
    token = on(site.portal, "mina", DAY)
    goes = site.portal.security.now() + timedelta(hours=72)
    with site.portal.container.transactions().begin() as books:
        owner = books.accounts.lock(account.id)
        assert owner is not None
        books.accounts.save(owner.with_totp_ending(goes))
    enter(page, token, "/withdrawal/info")

    card = page.locator("section", has=page.get_by_role("heading", name="Your payouts are locked"))
    expect(card).to_contain_text("says that your two-factor sign-in is lost. It is removed at")
    expect(card).not_to_contain_text("until we have spoken with you")
    expect(card.get_by_role("link", name="See two-factor sign-in")).to_have_attribute(
        "href", "/config-account"
    )
    assert look(page) == []
    turn_to(page, "/dashboard")
    card = page.locator("section", has=page.get_by_role("heading", name="Locked to protect"))
    expect(card.get_by_role("link", name="See two-factor sign-in")).to_be_visible()


def test_the_mails_link_changes_nothing_until_its_button_is_pressed(page: Page, site: Site) -> None:
    calls = calls_to(page, DISOWN)
    page.goto(f"/not-me?t={link(site.portal)}")
    button = page.get_by_role("button", name="This change was not me")
    expect(button).to_be_visible()
    assert look(page) == []
    assert (calls, is_locked(site)) == ([], False)

    button.click()
    expect(page.get_by_role("heading", name="Your payouts are locked")).to_be_visible()
    assert look(page) == []
    assert is_locked(site)
    way_on = page.get_by_role("link", name="Choose a new password")
    expect(way_on).to_have_attribute("href", "/find-password")

    page.reload()
    button.click()
    expect(page.get_by_role("heading", name="This link has done its work")).to_be_visible()
    assert look(page) == []


def test_who_is_signed_in_can_open_the_link_too(page: Page, site: Site) -> None:
    enter(page, on(site.portal, "mina", DAY), f"/not-me?t={link(site.portal)}")

    page.get_by_role("button", name="This change was not me").click()
    expect(page.get_by_role("heading", name="Your payouts are locked")).to_be_visible()


def test_a_link_without_its_value_is_answered_calmly(page: Page, site: Site) -> None:
    page.goto("/not-me")

    expect(page.get_by_role("heading", name="This link has done its work")).to_be_visible()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
