"""The page of members: made, listed, changed and deleted by whoever manages them (journeys 5 and 6)."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE, Site, log_in
from tests.browser.figures import earning, enter
from tests.browser.payouts import calls_to
from tests.browser.people import hold, member_of, network
from tests.browser.test_looks import look
from tests.fakes import report_files as fake
from tests.fakes.channels import a_channel, platform_id
from tests.fakes.waiting import wait_until
from tests.http.portal import PASSWORD

from backbeat.kernel.actors import Actor
from backbeat.kernel.months import Month
from backbeat.report_files.model import Answers
from backbeat.report_files.service import Ingestion
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1440, "height": 900}


def the_row(page: Page, name: str) -> Locator:
    rows = page.get_by_role("main").locator("tbody tr, li")
    return rows.filter(has=page.get_by_text(name, exact=True))


def act(page: Page, name: str, what: str) -> Locator:
    """Choose one of the acts at somebody's row: the dialog that opens."""
    the_row(page, name).get_by_role("button", name=f"{name}: what can be done").click()
    page.get_by_role("menuitem", name=what).click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


def test_a_member_from_its_first_day_to_its_last(page: Page, site: Site) -> None:
    """J5 step 1."""
    token = site.portal.token_of()
    enter(page, token, "/manage-member")
    main = page.get_by_role("main")
    expect(page.get_by_role("heading", name="No members yet")).to_be_visible()
    expect(main.get_by_role("button", name="Add a member")).to_have_count(1)
    assert look(page) == []
    main.get_by_role("button", name="Add a member").click()
    form = page.get_by_role("dialog", name="Add a member")
    asked = calls_to(page, "member/mcn/add")

    form.get_by_role("button", name="Add").last.click()
    expect(form.get_by_text("Please enter your e-mail.")).to_be_visible()
    expect(form.get_by_text("Please enter a name.")).to_be_visible()
    expect(form.get_by_text("Please enter the password.")).to_be_visible()
    assert asked == []
    form.get_by_label("E-mail", exact=True).fill("mina@example.org")
    form.get_by_label("Nickname").fill("kai")
    form.get_by_role("textbox", name="First password").fill("first one")
    form.get_by_label("Channels, if there are some already").fill("@nobody")
    form.get_by_role("button", name="Add kai with 1 channel").click()
    expect(form.get_by_text("Please choose a category.")).to_be_visible()
    form.get_by_label("Channels, if there are some already").fill("")
    form.get_by_role("button", name="Add kai", exact=True).click()
    email = form.get_by_label("E-mail", exact=True)
    expect(email).to_have_attribute("aria-invalid", "true")
    email.fill("kai@example.org")
    form.get_by_role("button", name="Add kai", exact=True).click()

    kai = the_row(page, "kai")
    expect(kai).to_contain_text("kai@example.org")
    expect(kai).to_contain_text("5%")
    expect(kai).to_contain_text("E-mail not confirmed")
    expect(page.get_by_role("dialog")).to_have_count(0)

    rate = act(page, "kai", "Change the rate")
    expect(rate).to_contain_text("Of $100.00 you keep $5.00; kai gets $95.00.")
    rate.get_by_label("You keep").fill("100.01")
    rate.get_by_role("button", name="Change the rate").click()
    expect(rate.get_by_text("Please enter a number from 0 to 100")).to_be_visible()
    rate.get_by_label("You keep").fill("10")
    expect(rate).to_contain_text("Of $100.00 you keep $10.00; kai gets $90.00.")
    rate.get_by_role("button", name="Set 10% from 1 October").click()
    expect(kai).to_contain_text("5% → 10%")
    expect(kai).to_contain_text("from 1 October")

    password = act(page, "kai", "Set a new password")
    password.get_by_role("textbox", name="New password").fill("second one")
    password.get_by_role("textbox", name="Password again").fill("second on")
    password.get_by_role("button", name="Set a new password").click()
    expect(password.get_by_text("The two passwords do not match.")).to_be_visible()
    password.get_by_role("textbox", name="Password again").fill("second one")
    password.get_by_role("button", name="Set a new password").click()
    expect(page.get_by_text("kai logs in with the new password.")).to_be_visible()
    assert site.portal.log_in("kai", "first one").code == 10003
    assert site.portal.log_in("kai", "second one").status == 200

    profile = act(page, "kai", "Nickname and e-mail")
    profile.get_by_label("Nickname").fill("mina")
    profile.get_by_label("E-mail").fill("kay@example.org")
    profile.get_by_role("button", name="Save").click()
    expect(profile.get_by_label("Nickname")).to_have_attribute("aria-invalid", "true")
    profile.get_by_label("Nickname").fill("kay")
    profile.get_by_role("button", name="Save").click()
    expect(the_row(page, "kay")).to_contain_text("kay@example.org")

    site.portal.business.set(datetime(2025, 10, 1, 9, tzinfo=UTC))
    (listed,) = site.portal.get("member/mcn/accounts", token)["items"]
    assert Decimal(listed["fee_rate"]) == Decimal("0.10")

    dialog = act(page, "kay", "Delete the member")
    delete = dialog.get_by_role("button", name="Delete the member")
    delete.click()
    expect(dialog.get_by_text("This field is required.")).to_be_visible()
    own = dialog.get_by_role("textbox", name="Your own password")
    own.fill("not this one")
    delete.click()
    expect(own).to_have_attribute("aria-invalid", "true")
    assert site.portal.get("member/mcn/accounts", token)["total"] == 1
    own.fill(PASSWORD)
    delete.click()
    expect(page.get_by_text("kay was deleted.")).to_be_visible()
    expect(the_row(page, "kay")).to_have_count(0)
    expect(page.get_by_role("heading", name="No members yet")).to_be_visible()


def test_a_member_is_invited_and_sets_its_own_password(page: Page, site: Site) -> None:
    """NET-21."""
    token = site.portal.token_of()
    enter(page, token, "/manage-member")
    page.get_by_role("main").get_by_role("button", name="Add a member").click()
    form = page.get_by_role("dialog", name="Add a member")
    form.get_by_role("switch", name="Invite by e-mail").click()
    expect(form.get_by_role("textbox", name="First password")).to_have_count(0)
    form.get_by_label("E-mail", exact=True).fill("kai@example.org")
    form.get_by_label("Nickname").fill("kai")
    assert look(page) == []
    form.get_by_role("button", name="Add kai", exact=True).click()
    expect(page.get_by_text("The invitation is on its way to kai@example.org.")).to_be_visible()
    kai = the_row(page, "kai")
    expect(kai).to_contain_text("Invited")
    expect(kai).not_to_contain_text("E-mail not confirmed")
    kai.get_by_role("button", name="kai: what can be done").click()
    page.get_by_role("menuitem", name="Send the invitation again").click()
    wait_until(lambda: len(site.portal.mails("kai@example.org")) == 2, "another letter")
    first, second = (str(mail.facts["ticket"]) for mail in site.portal.mails("kai@example.org"))

    # On the manager's own browser, where the manager is still logged in.
    page.goto("/accept-invitation")
    expect(page.get_by_role("heading", name="This link is incomplete")).to_be_visible()
    page.goto(f"/accept-invitation?t={first}")
    save = page.get_by_role("button", name="Save and log in")
    save.click()
    expect(page.get_by_text("Please enter the password.")).to_be_visible()
    page.get_by_role("textbox", name="New password").fill("my own one")
    page.get_by_role("textbox", name="Password again").fill("my own on")
    save.click()
    expect(page.get_by_text("The two passwords do not match.")).to_be_visible()
    page.get_by_role("textbox", name="Password again").fill("my own one")
    save.click()
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    expect(page.get_by_text("ask whoever invited you for a new one")).to_be_visible()
    expect(save).to_have_count(0)  # no password makes the link good again
    assert look(page) == []

    page.goto(f"/accept-invitation?t={second}")
    page.get_by_role("textbox", name="New password").fill("my own one")
    page.get_by_role("textbox", name="Password again").fill("my own one")
    save.click()
    expect(page).to_have_url(f"{site.address}/dashboard")
    assert site.portal.log_in("kai", "my own one").status == 200
    (listed,) = site.portal.get("member/mcn/accounts", token)["items"]
    assert (listed["invited"], listed["verified"]) == (False, True)


FILE = "user_id,nickname,fee_rate\nkai@example.org,kai,0.1\nann@example.org,ann,{rate}\n"


def choose(page: Page, dialog: Locator, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        dialog.get_by_role("button", name="A CSV file").click()
    chooser.value.set_files(file)


def test_members_come_and_go_as_csv(page: Page, site: Site, tmp_path: Path) -> None:
    token = site.portal.token_of()
    enter(page, token, "/manage-member")
    page.get_by_role("button", name="Members as CSV").click()
    dialog = page.get_by_role("dialog", name="Members as CSV")
    submit = dialog.get_by_role("button", name="Take it over")
    expect(submit).to_be_disabled()
    assert look(page) == []
    file = tmp_path / "members.csv"
    file.write_text(FILE.format(rate="7"), encoding="utf-8")
    choose(page, dialog, file)
    expect(dialog).to_contain_text("Nothing is taken over: 1 line has to be put right.")
    expect(dialog.get_by_role("listitem")).to_contain_text("Line 3 rate:")
    expect(submit).to_be_disabled()
    assert look(page) == []

    file.write_text(FILE.format(rate=""), encoding="utf-8")
    choose(page, dialog, file)
    expect(dialog).to_contain_text("Invited: 2. Changed: 0. As they are: 0.")
    expect(dialog.get_by_role("listitem").first).to_have_text("Line 2 kai is invited")
    assert look(page) == []
    assert site.portal.get("member/mcn/accounts", token)["total"] == 0
    submit.click()
    expect(page.get_by_text("Taken over. Invited: 2. Changed: 0.")).to_be_visible()
    expect(dialog).to_have_count(0)
    expect(the_row(page, "kai")).to_contain_text("Invited")

    page.get_by_role("button", name="Members as CSV").click()
    with page.expect_download() as download:
        dialog.get_by_role("button", name="Download members.csv").click()
    download.value.save_as(tmp_path / "told.csv")
    assert download.value.suggested_filename == "members.csv"
    choose(page, dialog, tmp_path / "told.csv")
    expect(dialog).to_contain_text("Every line says what is so already.")
    expect(submit).to_be_disabled()


class TestANetwork:
    @pytest.fixture
    def device(self) -> dict[str, Any]:
        return {"viewport": LAPTOP, "locale": "en-US"}

    def test_its_accounts_come_with_the_log_in_and_fifty_stand_on_a_page(
        self, page: Page, site: Site
    ) -> None:
        """J6 step 1."""
        network(site, plain_creators=58)
        asked = calls_to(page, "member/mcn/accounts")
        page.goto("/login")
        with page.expect_response("**/api/member/mcn/accounts*"):
            log_in(page, "northlight@example.org")
        page.get_by_role("link", name="Members").click()
        rows = page.get_by_role("main").locator("tbody tr")
        expect(rows).to_have_count(50)
        assert [request.url.split("/api/")[1] for request in asked] == [
            "member/mcn/accounts?page=0"
        ]
        page.get_by_role("button", name="Next").click()
        expect(rows).to_have_count(10)

        the_row(page, "cora").get_by_role("button", name="Accounts below cora").click()
        expect(the_row(page, "sam")).to_contain_text(
            "Of $100.00 that reach you: you $20.00, cora $8.00, and sam $72.00."
        )
        expect(the_row(page, "sam").get_by_role("button")).to_have_count(0)
        expect(the_row(page, "dan").get_by_role("button", name="Accounts below")).to_have_count(0)

        page.get_by_role("searchbox", name="Nickname or e-mail").fill("dan")
        expect(rows).to_have_count(1)
        page.get_by_role("searchbox", name="Nickname or e-mail").fill("nobody here")
        expect(page.get_by_role("heading", name="Nobody matches “nobody here”")).to_be_visible()

    def test_of_more_channels_than_are_shown_at_once_the_others_are_found(
        self, page: Page, site: Site
    ) -> None:
        token = network(site)["northlight"]
        with site.portal.container.transactions().begin() as books:
            for number in range(10, 210):
                books.channels.add(
                    a_channel(number, owner="northlight", holder="dan", name=f"Radio {number}")
                )
        enter(page, token, "/manage-channel")
        main = page.get_by_role("main")
        expect(main).to_contain_text("The newest 200 of 203 channels.")
        expect(main.locator("tbody tr")).to_have_count(200)
        page.get_by_role("searchbox", name="Search all channels").fill("channel of sam")
        expect(main.locator("tbody tr")).to_have_count(1)
        expect(main.locator("tbody tr")).to_contain_text("Channel of sam")
        page.reload()
        expect(main.locator("tbody tr")).to_have_count(1)
        page.get_by_role("searchbox", name="Search all channels").fill("nobody's")
        expect(page.get_by_role("heading", name="No channel matches")).to_be_visible()
        assert look(page) == []

    def test_a_search_finds_who_is_further_below_and_says_where(
        self, page: Page, site: Site
    ) -> None:
        """NET-9: what is changed by cora alone is not offered to the top."""
        enter(page, network(site)["northlight"], "/manage-member")
        expect(the_row(page, "cora")).to_be_visible()
        page.get_by_role("searchbox", name="Nickname or e-mail").fill("SAM@")

        sam = the_row(page, "sam")
        expect(sam).to_contain_text("Below cora")
        expect(page.get_by_text("1 found. A new rate counts")).to_be_visible()
        expect(sam).to_contain_text("sam@example.org")
        expect(sam).to_contain_text("that reach you")
        expect(sam.get_by_role("button")).to_have_count(0)
        expect(the_row(page, "cora")).to_have_count(0)
        assert look(page) == []
        page.get_by_role("searchbox", name="Nickname or e-mail").fill("")
        expect(the_row(page, "cora").get_by_role("button", name="cora: what")).to_be_visible()
        expect(page.get_by_text("members. A new rate counts")).to_be_visible()
        expect(the_row(page, "cora")).not_to_contain_text("Below northlight")

    def test_only_its_top_lets_an_account_have_members(self, page: Page, site: Site) -> None:
        tokens = network(site)
        enter(page, tokens["northlight"], "/manage-member")
        profile = act(page, "dan", "Nickname and e-mail")
        expect(profile.get_by_label("E-mail")).to_be_disabled()
        profile.get_by_role("switch", name="May have members of its own").click()
        profile.get_by_role("button", name="Save").click()

        expect(the_row(page, "dan")).to_contain_text("May have members")
        dialog = act(page, "cora", "Delete the member")
        expect(dialog).to_contain_text("1 account stands below cora. Delete it first.")
        dialog.get_by_role("textbox", name="Your own password").fill(PASSWORD)
        dialog.get_by_role("button", name="Delete the member").click()
        expect(dialog.get_by_role("alert")).to_be_visible()

    def test_accounts_that_do_not_load_are_said_and_nothing_stands_still(
        self, page: Page, site: Site
    ) -> None:
        tokens = network(site)
        said = {"success": False, "code": 1, "message": "The accounts are resting.", "details": {}}
        page.route("**/api/site/frame*", lambda route: route.abort())
        page.route(
            "**/api/member/mcn/accounts*", lambda route: route.fulfill(status=500, json=said)
        )
        enter(page, tokens["northlight"], "/manage-channel")
        expect(page.get_by_role("alert").get_by_text("The accounts are resting.")).to_be_visible()
        expect(page.get_by_role("heading", name="Channels", level=1)).to_be_visible()

        page.get_by_role("link", name="Members").click()
        expect(page.get_by_role("heading", name="This could not be loaded")).to_be_visible()
        page.unroute("**/api/member/mcn/accounts*")
        page.get_by_role("button", name="Try again").click()
        expect(the_row(page, "cora")).to_be_visible()


def a_closed_month(site: Site, folder: Path) -> str:
    """Mina's member kai holds channel 2, which September brought 200.00; October has 9.00 so far."""
    token = earning(site, folder, 1, 2)
    hold(site, 2, member_of(site, token, "kai"))
    container = site.portal.container
    row = {
        "month": "2025-09",
        "channel_id": platform_id(2),
        "video_id": "V2",
        "views": 1000,
        "revenue_usd": "200.00",
    }
    books = container.transactions()
    Ingestion(books, SqlStaging(books), DiskReports(), site.portal.business).ingest(
        fake.own_monthly(folder / "month.csv", row),
        Actor.operator("olga"),
        answers=Answers(complete=True),
    )
    container.portal().settlements.close(Month(2025, 9), Actor.operator("olga"))
    return token


class TestWhatMembersBring:
    @pytest.fixture(params=[LAPTOP, PHONE], ids=["laptop", "phone"])
    def device(self, request: pytest.FixtureRequest) -> dict[str, Any]:
        return {"viewport": request.param, "locale": "en-US"}

    def test_the_month_is_told_by_member_and_a_rate_before_it_is_set(
        self, page: Page, site: Site, tmp_path: Path, device: dict[str, Any]
    ) -> None:
        """DASH-22 and NET-19."""
        is_phone = device["viewport"] == PHONE
        enter(page, a_closed_month(site, tmp_path), "/manage-member")
        kai = the_row(page, "kai")
        if is_phone:
            expect(kai).to_contain_text("$9.00, $0.45 yours")
        else:
            expect(kai.get_by_role("cell")).to_contain_text(
                ["kai", "1", "5%", "$9.00", "$0.45", "$8.55"]
            )
        figures = page.get_by_role("main").locator("dl").first
        words = (
            ["Your part, October", "Theirs"]
            if is_phone
            else ["Members’ channels, October", "Your part", "Theirs"]
        )
        expect(figures.get_by_role("term")).to_have_text(words)
        amounts = ["$0.45", "$8.55"] if is_phone else ["$9.00", "$0.45", "$8.55"]
        for amount in amounts:
            expect(figures.get_by_text(amount, exact=True)).to_be_visible()
        expect(figures.get_by_text("estimated")).to_be_visible()
        assert look(page) == []

        rate = act(page, "kai", "Change the rate")
        rate.get_by_label("You keep").fill("10")
        told = rate.locator("section")
        expect(told.get_by_role("heading")).to_have_text("What would 10% have done?")
        expect(told).to_contain_text("In September, the last month that was closed")
        expect(told).to_contain_text("$190.00 kai")
        expect(told).to_contain_text("$10.00 you")
        expect(told).to_contain_text("$180.00 kai")
        expect(told).to_contain_text("$20.00 you")
        expect(told).to_contain_text(
            "You would have kept $10.00 more, kai would have got that much less."
        )
        rate.get_by_label("You keep").fill("2.5")
        expect(told).to_contain_text(
            "You would have kept $5.00 less, kai would have got that much more."
        )
        rate.get_by_label("You keep").fill("5")
        expect(told).to_contain_text("Nothing would have changed.")
        assert look(page) == []


class TestBesideTheList:
    @pytest.fixture
    def device(self) -> dict[str, Any]:
        return {"viewport": LAPTOP, "locale": "en-US"}

    def test_one_member_stands_beside_the_others_on_laptops(self, page: Page, site: Site) -> None:
        """Rate, channels and acts; the place is kept by the address."""
        enter(page, network(site)["northlight"], "/manage-member")
        the_row(page, "cora").get_by_role("button", name="cora", exact=True).click()
        beside = page.get_by_role("complementary", name="cora")
        expect(beside).to_contain_text("cora@example.org, since 2025/08/31")
        expect(beside.get_by_role("listitem")).to_have_count(1)
        expect(beside).to_contain_text("Payment details are cora’s own")
        expect(page.get_by_role("button", name="cora: what can be done")).to_have_count(0)

        page.reload()
        beside.get_by_label("You keep").fill("25")
        beside.get_by_role("button", name="Set 25% from").click()
        expect(the_row(page, "cora")).to_contain_text("20% → 25%")
        the_row(page, "dan").get_by_role("button", name="dan", exact=True).click()
        beside = page.get_by_role("complementary", name="dan")
        expect(beside.get_by_label("You keep")).to_have_value("15")
        beside.get_by_role("button", name="Nickname and e-mail").click()
        dialog = page.get_by_role("dialog")
        dialog.get_by_label("Nickname").fill("danny")
        dialog.get_by_role("button").last.click()
        beside = page.get_by_role("complementary", name="danny")
        expect(beside).to_be_visible()
        expect(dialog).to_have_count(0)

        beside.get_by_role("button", name="Close", exact=True).click()
        expect(page.get_by_role("complementary")).to_have_count(0)
        expect(page.get_by_role("button", name="cora: what can be done")).to_be_visible()


def test_a_rate_before_the_first_close_has_nothing_to_be_compared_with(
    page: Page, site: Site
) -> None:
    token = site.portal.token_of()
    member_of(site, token, "kai")
    enter(page, token, "/manage-member")
    rate = act(page, "kai", "Change the rate")
    expect(rate.locator("section")).to_contain_text("No month has been closed yet")


def test_a_month_that_does_not_load_is_said_beside_the_members(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    member_of(site, token, "kai")
    said = {"success": False, "code": 1, "message": "The month is resting.", "details": {}}
    calls = "**/api/v2/music/member/dashboard*"
    page.route(calls, lambda route: route.fulfill(status=500, json=said))
    enter(page, token, "/manage-member")
    expect(page.get_by_text("The month is resting.")).to_be_visible()
    expect(the_row(page, "kai")).to_be_visible()
    page.unroute(calls)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("Theirs").first).to_be_visible()


def test_a_member_has_no_members_page(page: Page, site: Site) -> None:
    """J5 step 2: neither the page, nor a way to it, nor a call for it."""
    tokens = network(site)
    asked = calls_to(page, "member/mcn/accounts")
    for name in ("dan", "sam"):
        enter(page, tokens[name], "/manage-member")
        expect(page.get_by_role("heading", name="You have no access to this page")).to_be_visible()
        page.goto("/my")
        expect(page.get_by_role("link", name="Language")).to_be_visible()
        expect(page.get_by_role("link", name="Members")).to_have_count(0)
    assert asked == []


@pytest.mark.variants
@pytest.mark.parametrize(
    "device",
    [
        {"viewport": PHONE, "locale": "en-US", "color_scheme": "light"},
        {"viewport": LAPTOP, "locale": "zh-CN", "color_scheme": "dark"},
    ],
    ids=["phone, English, light", "laptop, Chinese, dark"],
)
def test_it_is_readable_with_everything_open(
    page: Page, site: Site, device: dict[str, Any]
) -> None:
    tokens = network(site)
    enter(page, tokens["northlight"], "/manage-member")
    the_row(page, "cora").get_by_role("button", name="cora").first.click()
    expect(page.get_by_text("sam", exact=True)).to_be_visible()
    assert look(page) == []
    if device["viewport"] == LAPTOP:
        the_row(page, "cora").get_by_role("button", name="cora", exact=True).click()
        beside = page.get_by_role("complementary", name="cora")
        expect(beside.get_by_role("listitem")).to_have_count(1)
        expect(beside.locator("section[aria-busy=false]")).to_have_count(1)
        assert look(page) == []
    boxes = [
        button.bounding_box() for button in page.get_by_role("main").get_by_role("button").all()
    ]
    assert min(box["height"] for box in boxes if box) >= (44 if device["viewport"] == PHONE else 36)
