"""The page of channels: register, verify, ask for a review, delete (journeys 1 and 4)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.browser.held import holding
from tests.browser.payouts import WINDOW_OPENS, calls_to, post
from tests.browser.test_looks import look
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform
from tests.http.portal import PASSWORD

from backbeat.channels.reviews import OperatorOrder
from backbeat.kernel.ids import ChannelId

pytestmark = pytest.mark.browser

MINA = platform_id(101)
LINK = "https://www.youtube.com/@mina"


@pytest.fixture
def platform(site: Site) -> FakePlatform:
    """The platform knows `@mina`, who has many views."""
    platform = site.portal.container.platform()
    assert isinstance(platform, FakePlatform)
    platform.has(MINA, handle="@mina", name="Mina", views=1_250_000)
    return platform


@pytest.fixture
def token(site: Site, platform: FakePlatform) -> str:
    """Mina, whose channel the platform knows."""
    return site.portal.token_of()


@pytest.fixture
def channel(site: Site, token: str) -> dict[str, Any]:
    """`@mina`, registered over the API."""
    answer = site.portal.post("channel/add", token, link=LINK, category="beauty")
    assert answer.status == 200
    return answer.json


@pytest.fixture
def no_channels(page: Page, token: str) -> Page:
    """The page of somebody who has no channel yet."""
    return opened(page, token)


@pytest.fixture
def channels(page: Page, token: str, channel: dict[str, Any]) -> Page:
    """The page of somebody who has registered a channel."""
    return opened(page, token)


def opened(page: Page, token: str) -> Page:
    enter(page, token, "/manage-channel")
    expect(page.get_by_role("heading", level=1)).to_have_text("Channels")
    return page


def prove(platform: FakePlatform, site: Site, token: str, channel: dict[str, Any]) -> None:
    """Put the code in the description and press verify over the API."""
    platform.describe(MINA, f"Hello {channel['verification']['code']}")
    assert site.portal.post("channel/verify", token, id=channel["id"])["outcome"] == "success"


def the_dialog(page: Page, name: str) -> Locator:
    dialog = page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    return dialog


def test_the_page_needs_a_log_in_and_begins_with_a_button(page: Page, site: Site) -> None:
    page.goto("/manage-channel")
    expect(page).to_have_url(f"{site.address}/login?fromUrl=%2Fmanage-channel")
    enter(page, site.portal.token_of(), "/manage-channel")

    expect(page.get_by_text("No channel yet")).to_be_visible()
    expect(page.get_by_role("main").get_by_role("button", name="Add a channel")).to_be_visible()


def test_a_link_and_a_category_make_a_channel_with_its_code(no_channels: Page) -> None:
    no_channels.get_by_role("main").get_by_role("button", name="Add a channel").click()
    form = the_dialog(no_channels, "Add a channel")
    form.get_by_label("Channel link").fill(LINK)
    form.get_by_role("combobox", name="Category").click()
    no_channels.get_by_role("option", name="Beauty").click()
    form.get_by_role("button", name="Continue").click()

    expect(the_dialog(no_channels, "Verify your channel")).to_contain_text("BB-")
    no_channels.keyboard.press("Escape")
    expect(no_channels.get_by_role("heading", name="Mina")).to_be_visible()
    expect(no_channels.get_by_text("Not verified yet")).to_be_visible()


def test_a_missing_link_and_a_missing_category_are_said_before_asking(no_channels: Page) -> None:
    asked = calls_to(no_channels, "channel/add")
    no_channels.get_by_role("main").get_by_role("button", name="Add a channel").click()
    form = the_dialog(no_channels, "Add a channel")

    form.get_by_role("button", name="Continue").click()
    expect(form.get_by_text("Please enter the channel's link.")).to_be_visible()
    expect(form.get_by_text("Please choose a category.")).to_be_visible()
    form.get_by_label("Channel link").fill(LINK)
    form.get_by_role("button", name="Continue").click()

    expect(form.get_by_text("Please enter the channel's link.")).to_have_count(0)
    expect(form.get_by_text("Please choose a category.")).to_be_visible()

    form.get_by_role("combobox", name="Category").click()
    no_channels.get_by_role("option", name="Beauty").click()
    form.get_by_label("Channel link").fill("")
    form.get_by_role("button", name="Continue").click()
    expect(form.get_by_text("Please enter the channel's link.")).to_be_visible()
    expect(form.get_by_text("Please choose a category.")).to_have_count(0)
    assert asked == []


def test_verification_shows_the_code_waits_fails_and_succeeds(
    channels: Page, site: Site, channel: dict[str, Any], platform: FakePlatform
) -> None:
    channels.get_by_role("button", name="Verify the channel").click()
    dialog = the_dialog(channels, "Verify your channel")
    expect(dialog).to_contain_text(channel["verification"]["code"])

    dialog.get_by_role("button", name="Check now").click()
    expect(dialog).to_contain_text("We check for the code every few seconds.")
    site.portal.pass_time(seconds=180)
    expect(dialog).to_contain_text("the code was not in its description. Please enter it again.")
    platform.describe(MINA, channel["verification"]["code"])
    site.portal.pass_time(seconds=61)
    dialog.get_by_role("button", name="Check again").click()

    expect(dialog).to_contain_text("Verified. This channel is now linked to your account.")
    dialog.get_by_role("button", name="Close").last.click()
    expect(channels.get_by_text("This takes 1–2 business days.")).to_be_visible()


def test_a_review_can_be_asked_for_of_a_channel_on_hold_only(
    channels: Page, site: Site, token: str, channel: dict[str, Any], platform: FakePlatform
) -> None:
    ask = channels.get_by_role("button", name="Request a review")
    expect(channels.get_by_role("button", name="Verify the channel")).to_be_visible()
    expect(ask).to_have_count(0)
    platform.count(MINA, 100_000)
    prove(platform, site, token, channel)
    channels.reload()
    expect(channels.get_by_text("On hold", exact=True)).to_be_visible()

    ask.click()
    dialog = the_dialog(channels, "Review of Mina")
    expect(dialog).to_contain_text("This takes 1–2 business days; you can request it once a day.")
    with channels.expect_request("**/channel/review"):
        dialog.get_by_role("button", name="Request a review").click()

    expect(channels.get_by_text("Requested. It takes 1–2 business days.")).to_be_visible()
    expect(channels.get_by_text("In review", exact=True)).to_be_visible()
    expect(ask).to_have_count(0)


def test_a_channel_on_hold_says_how_far_it_is_and_when_it_is_there(
    page: Page, site: Site, token: str, channel: dict[str, Any], platform: FakePlatform
) -> None:
    """CHAN-24."""
    platform.count(MINA, 70_000)
    prove(platform, site, token, channel)
    channels = opened(page, token)
    bar = channels.get_by_role("progressbar")
    expect(channels.get_by_text("70,000 of the 100,000 views it needs.")).to_be_visible()
    expect(bar).to_have_attribute("aria-valuenow", "70000")
    expect(bar).to_have_attribute("aria-valuemax", "100000")

    for views in (76_000, 82_000):
        platform.count(MINA, views)
        site.portal.pass_time(days=1)
        site.portal.container.portal().channel_refresh.run()
    channels.reload()
    expect(
        channels.get_by_text("82,000 of the 100,000 views it needs; at this pace in about 3 days.")
    ).to_be_visible()
    expect(channels.get_by_text("Once it has more, request a review")).to_be_visible()

    platform.count(MINA, 100_001)
    site.portal.pass_time(days=1)
    site.portal.container.portal().channel_refresh.run()
    channels.reload()
    expect(channels.get_by_text("It now has more than 100,000 views.")).to_be_visible()
    expect(bar).to_have_count(0)
    expect(channels.get_by_role("button", name="Request a review")).to_be_enabled()


def test_money_worth_a_request_is_asked_about_a_second_time(
    channels: Page, site: Site, channel: dict[str, Any]
) -> None:
    """J12 step 2, CHAN-21."""
    site.portal.business.set(WINDOW_OPENS)
    post(site, "30.00", channel=ChannelId(channel["id"]))
    sent = calls_to(channels, "channel/delete")
    channels.get_by_role("button", name="Delete", exact=True).click()
    dialog = the_dialog(channels, "Delete Mina?")
    dialog.get_by_role("checkbox").check()
    dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete the channel").click()

    second = the_dialog(channels, "Delete and lose $30.00?")
    assert look(channels) == []
    assert [request.url for request in sent if request.method == "POST"] == []
    expect(second.get_by_role("link", name="Request it first")).to_have_attribute(
        "href", "/withdrawal/request"
    )
    second.get_by_role("button", name="Delete and lose $30.00").click()

    expect(channels.get_by_text("The channel was deleted. $30.00 expired.")).to_be_visible()


def test_nobody_answers_before_what_is_lost_is_known(channels: Page) -> None:
    """A button that was pressed before did nothing, and said nothing (CHAN-21)."""
    with holding(channels, "**/channel/delete.preview*"):
        channels.get_by_role("button", name="Delete", exact=True).click()
        dialog = the_dialog(channels, "Delete Mina?")
        dialog.get_by_role("checkbox").check()
        dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
        confirm = dialog.get_by_role("button", name="Delete the channel")
        expect(confirm).to_be_disabled()
    expect(confirm).to_be_enabled()


def test_the_second_question_is_no_trap_by_keyboard(
    channels: Page, site: Site, channel: dict[str, Any]
) -> None:
    post(site, "30.00", channel=ChannelId(channel["id"]))
    sent = calls_to(channels, "channel/delete")
    channels.get_by_role("button", name="Delete", exact=True).press("Enter")
    dialog = the_dialog(channels, "Delete Mina?")
    dialog.get_by_role("checkbox").press("Space")
    dialog.get_by_role("textbox", name="Password").type("not the password")
    expect(dialog.get_by_role("button", name="Delete the channel")).to_be_enabled()
    channels.keyboard.press("Enter")

    second = the_dialog(channels, "Delete and lose $30.00?")
    channels.keyboard.press("Enter")
    channels.keyboard.press("Tab")
    expect(second.get_by_role("button", name="Cancel")).to_be_focused()
    assert [request.url for request in sent if request.method == "POST"] == []
    channels.keyboard.press("Tab")
    channels.keyboard.press("Enter")

    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
    channels.keyboard.press("Enter")
    second.get_by_role("button", name="Delete and lose $30.00").press("Enter")
    expect(channels.get_by_text("The channel was deleted. $30.00 expired.")).to_be_visible()


def test_a_balance_too_small_to_be_asked_for_expires_with_its_channel(
    channels: Page, site: Site, channel: dict[str, Any]
) -> None:
    """J12 step 1."""
    post(site, "8.00", channel=ChannelId(channel["id"]))
    channels.get_by_role("button", name="Delete", exact=True).click()
    dialog = the_dialog(channels, "Delete Mina?")
    expect(dialog).to_contain_text("$8.00")
    expect(dialog).to_contain_text("too small to be withdrawn on its own")
    dialog.get_by_role("checkbox").check()
    dialog.get_by_role("textbox", name="Password").fill("not this one")
    dialog.get_by_role("button", name="Delete the channel").click()
    expect(dialog.get_by_role("alert")).to_be_visible()
    dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Delete the channel").click()

    expect(channels.get_by_text("The channel was deleted. $8.00 expired.")).to_be_visible()


def test_what_the_operator_decided_is_said_at_the_channel(
    page: Page, site: Site, token: str, channel: dict[str, Any], platform: FakePlatform
) -> None:
    """J4 steps 1, 3 and 4."""
    desk = site.portal.container.portal().channel_reviews
    platform.count(MINA, 100_000)
    prove(platform, site, token, channel)
    channels = opened(page, token)
    expect(
        channels.get_by_text("On hold because the channel has 100,000 views or fewer")
    ).to_be_visible()

    assert site.portal.post("channel/review", token, id=channel["id"]).status == 200
    desk.deny(ChannelId(channel["id"]), OperatorOrder("ann", "Copied videos"))
    channels.reload()
    expect(channels.get_by_text("Copied videos")).to_be_visible()
    expect(channels.get_by_role("button", name="Request a review")).to_have_count(0)

    desk.reopen(ChannelId(channel["id"]), OperatorOrder("ann"))
    desk.approve(ChannelId(channel["id"]), OperatorOrder("ann"))
    channels.reload()
    expect(channels.get_by_role("heading", name="Earning, 1")).to_be_visible()
    channels.get_by_role("listitem").get_by_role("button", name="Mina").click()
    expect(channels.get_by_text("Approved", exact=True)).to_be_visible()
    expect(channels.get_by_role("button", name="Request a review")).to_have_count(0)


def test_deleting_asks_for_the_box_and_the_password_first(channels: Page, site: Site) -> None:
    sent = calls_to(channels, "channel/delete")
    channels.get_by_role("button", name="Delete", exact=True).click()
    dialog = the_dialog(channels, "Delete Mina?")
    confirm = dialog.get_by_role("button", name="Delete the channel")
    no_box = dialog.get_by_text("Please confirm that you have read the precautions.")
    no_password = dialog.get_by_text("Please enter your password.")

    confirm.click()
    expect(no_box).to_be_visible()
    expect(no_password).to_be_visible()
    dialog.get_by_role("checkbox").check()
    expect(no_box).to_have_count(0)
    expect(no_password).to_be_visible()
    confirm.click()
    assert [request.url for request in sent if request.method == "POST"] == []
    dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
    confirm.click()

    expect(channels.get_by_text("The channel was deleted.")).to_be_visible()
    expect(channels.get_by_text("No channel yet")).to_be_visible()
