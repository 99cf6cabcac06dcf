"""The channels of a network, and handing channels to members and back."""

from __future__ import annotations

import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Site
from tests.browser.figures import earning, enter
from tests.browser.held import holding
from tests.browser.payouts import calls_to
from tests.browser.people import hold, member_of, network, unproved
from tests.browser.test_looks import look

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1440, "height": 900}


@pytest.fixture
def device() -> dict[str, Any]:
    return {"viewport": LAPTOP, "locale": "en-US"}


def test_channels_of_all_accounts_below_by_account_and_state(page: Page, site: Site) -> None:
    tokens = network(site)
    enter(page, tokens["northlight"], "/manage-channel")
    page.get_by_role("link", name="Network channels").click()
    rows = page.get_by_role("main").locator("tbody tr")
    expect(rows).to_have_count(3)
    row = rows.filter(has_text="Channel of sam")
    expect(row.get_by_role("cell").nth(1)).to_have_text("sam")
    expect(row.get_by_role("cell").nth(2)).to_have_text("cora")
    assert look(page) == []

    page.get_by_role("combobox", name="State").select_option("Not verified yet")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Channel of dan")
    page.get_by_role("combobox", name="State").select_option("All states")
    page.get_by_role("combobox", name="Account").click()
    page.get_by_role("option", name="cora").click()
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Channel of cora")
    page.get_by_role("combobox", name="State").select_option("Denied")
    expect(page.get_by_role("heading", name="No channel matches")).to_be_visible()


def test_a_plain_creator_has_no_network(page: Page, site: Site) -> None:
    tokens = network(site)
    asked = calls_to(page, "channel/sub/list")
    for token in (tokens["dan"], site.portal.token_of()):
        enter(page, token, "/manage-subchannel")
        expect(page.get_by_role("heading", name="You have no access to this page")).to_be_visible()
        expect(page.get_by_role("link", name="Network channels")).to_have_count(0)
    assert asked == []


def test_the_state_of_a_channel_is_seen_beside_long_names(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path, 1)
    hold(site, 1, member_of(site, token, "mmmmmmmmmmmm"))
    unproved(site, 2)
    enter(page, token, "/manage-channel")
    states = page.get_by_role("main").locator("tbody tr td:last-child")
    expect(states).to_have_text(["Not verified yet", "Approved"])
    table = page.get_by_role("region", name="Channels")
    assert table.evaluate("each => each.scrollWidth - each.clientWidth") == 0


def test_a_channel_is_handed_to_a_member_and_taken_back(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path)
    for name in ("kai", "yuna"):
        member_of(site, token, name)
    enter(page, token, "/manage-channel")
    member = page.get_by_role("main").locator("tbody tr").get_by_role("cell").nth(1)
    expect(page.get_by_role("columnheader", name="Member")).to_be_visible()
    expect(member).to_have_text("")

    page.get_by_role("button", name="Assign to a member").click()
    dialog = page.get_by_role("dialog", name="Assign Channel 1")
    dialog.get_by_role("button", name="Assign", exact=True).click()
    expect(dialog.get_by_text("Please choose a member.")).to_be_visible()
    dialog.get_by_role("combobox", name="Who gets it?").fill("ka")
    expect(page.get_by_role("option")).to_have_count(1)
    page.get_by_role("option", name="kai").click()
    expect(dialog).to_contain_text("From today its earnings are kai’s, and you keep 5%.")
    assert look(page) == []
    dialog.get_by_role("button", name="Assign", exact=True).click()
    expect(member).to_have_text("kai")

    page.get_by_role("button", name="Assign to a member").click()
    expect(dialog).to_contain_text("It is with kai now and moves.")
    dialog.get_by_role("combobox", name="Who gets it?").click()
    expect(page.get_by_role("option")).to_have_text(["yuna"])
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Take back").click()
    back = page.get_by_role("dialog", name="Take Channel 1 back from kai?")
    back.get_by_role("button", name="Take back").click()
    expect(member).to_have_text("")


def test_who_works_alone_sees_nothing_of_members(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, earning(site, tmp_path), "/manage-channel")
    expect(page.get_by_role("heading", name="Channel 1")).to_be_visible()
    expect(page.get_by_role("columnheader", name="Member")).to_have_count(0)
    expect(page.get_by_role("button", name="Assign to a member")).to_have_count(0)


def calls_with(page: Page, said: str, *paths: str) -> ExitStack:
    """Within it each of these calls is sent with this in its address."""
    stack = ExitStack()
    for path in paths:
        address = re.compile(rf"/api/{re.escape(path)}\?.*{re.escape(said)}")
        stack.enter_context(page.expect_request(address))
    return stack


def test_the_dashboard_and_its_reports_turn_to_a_member(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = earning(site, tmp_path, 1, 2)
    ids = {name: member_of(site, token, name) for name in ("kai", "yuna")}
    hold(site, 2, ids["kai"])
    enter(page, token, "/dashboard")
    choice = page.get_by_role("combobox", name="Member")
    expect(choice).to_have_value("All members")
    options = page.get_by_role("listbox").get_by_role("option")
    choice.click()
    expect(options).to_have_text(["All members", "Only my own channels", "yuna", "kai"])

    kai = f"subaccount={ids['kai']}"
    with calls_with(page, kai, "v2/music/dashboard", "v2/music/video/list"):
        options.filter(has_text="kai").click()
    expect(choice).to_have_value("kai")
    main = page.get_by_role("main")
    expect(main.get_by_text("$9.00 before shares")).to_be_visible()
    expect(main.get_by_role("definition").filter(has_text="$0.45").first).to_be_visible()
    assert look(page) == []
    choice.click()
    with calls_with(page, "subaccount=self", "v2/music/dashboard", "v2/music/video/list"):
        options.filter(has_text="Only my own channels").click()
    expect(main.get_by_role("definition").filter(has_text="$27.00").first).to_be_visible()
    expect(main.get_by_text("before shares")).to_have_count(0)
    choice.click()
    options.filter(has_text="All members").click()
    expect(choice).to_have_value("All members")
    assert "subaccount" not in page.url

    with calls_with(page, kai, "v2/music/video/dashboard", "v2/music/video/list"):
        page.goto(f"/dashboard/report-video?{kai}")
    expect(choice).to_have_value("kai")
    with calls_with(page, kai, "v2/music/channel/dashboard"):
        page.goto(f"/dashboard/report-channel?{kai}")
    shorts = main.get_by_role("link", name="Channel 2")
    expect(shorts).to_have_attribute("href", re.compile(kai))


class TestOnAPhone:
    @pytest.fixture
    def device(self) -> dict[str, Any]:
        return {"viewport": PHONE, "locale": "en-US"}

    def test_the_network_is_found_on_my_page(self, page: Page, site: Site) -> None:
        tokens = network(site)
        enter(page, tokens["northlight"], "/my")
        page.get_by_role("link", name="Network channels").click()
        sam = page.get_by_role("listitem").filter(has_text="Channel of sam")
        expect(sam).to_contain_text("sam")
        assert look(page) == []
        buttons = page.get_by_role("main").get_by_role("button").all()
        boxes = [button.bounding_box() for button in buttons]
        assert min(box["height"] for box in boxes if box) >= 44


@pytest.mark.parametrize("path", ["/manage-subchannel", "/dashboard"])
def test_a_choice_that_is_still_being_fetched_keeps_its_place_and_is_not_read_out(
    page: Page, site: Site, path: str
) -> None:
    tokens = network(site)
    with holding(page, "**/assets/MemberSelect-*"):
        enter(page, tokens["northlight"], path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("main input:disabled")).to_be_visible()
        assert look(page) == []
    expect(page.get_by_role("combobox", name=re.compile("Account|Member"))).to_be_visible()
