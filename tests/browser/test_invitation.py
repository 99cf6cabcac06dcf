"""Inviting friends: the code, what it brought, who came by it; and signing up with one (REFER-1, REFER-7)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site, made_once
from tests.browser.figures import TODAY, earning, enter
from tests.browser.payouts import calls_to
from tests.browser.test_looks import READERS, look
from tests.fakes.accounts import an_account
from tests.http.portal import OPERATOR

from backbeat.accounts.invitations import Invitation
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.referral.model import Reward

pytestmark = pytest.mark.browser

SHEET = "navigator.share = async (what) => { window.shared = what };"
"""A device with a share sheet."""

PNG = b"\x89PNG\r\n\x1a\n"

COPIED = """
    Object.defineProperty(navigator, "clipboard", {
        value: { writeText: async (text) => { window.copied = text } },
    });
"""

REWARDED = (
    (Month(2025, 7), "2.30", date(2025, 12, 20)),
    (Month(2025, 8), "1.90", date(2026, 2, 20)),
)
"""What fern's months brought: the month, the dollars, the last day of the points."""


@made_once
def circle(site: Site, folder: Path) -> str:
    """Ivy, on 20 October: mina earns, jun has no channel, fern's window is over, and so are those of
    twenty more. Her token."""
    earning(site, folder)
    token = site.portal.token_of("ivy")
    site.portal.token_of("jun")
    ivy, mina, jun = (site.portal.account(name).id for name in ("ivy", "mina", "jun"))
    fern = AccountId("fern")
    past = [fern, *(AccountId(f"gone{number:02}") for number in range(20))]
    with site.portal.container.transactions().begin() as books:
        for number, friend in enumerate(past):
            books.accounts.add(an_account(id=friend, name=friend, referral_code=f"PAST{number:04}"))
            books.invitations.add(Invitation.made(friend, ivy, date(2025, 6, 30), 3))
        books.invitations.add(Invitation.made(mina, ivy, date(2025, 9, 10), 3))
        books.invitations.add(Invitation.made(jun, ivy, date(2025, 10, 1), 3))
        for month, dollars, last_day in REWARDED:
            amount = Money.of(dollars)
            act = ActContext(OPERATOR, date(2025, 9, 20), TODAY)
            books.ledger.post(
                ivy,
                EntryType.REFERRAL_3MONTH,
                amount,
                act,
                source=f"test:{month}",
                month=month,
                expires_on=last_day,
            )
            base = Money(amount.micros * 20)
            books.rewards.add(
                Reward(
                    ivy, fern, month, 0, month.last, Decimal("0.05"), base, amount, amount, act.day
                )
            )
    return token


class TestOnAPhone:
    @pytest.fixture
    def device(self) -> dict[str, Any]:
        return READERS["phone, English, light"]

    def test_the_code_is_handed_on_and_tells_what_it_brought(
        self, page: Page, site: Site, tmp_path: Path
    ) -> None:
        token = circle(site, tmp_path)
        code = site.portal.account("ivy").referral_code
        link = site.portal.get("member/invitation/dashboard", token)["link"]
        page.add_init_script(SHEET + COPIED)
        enter(page, token, "/my")
        entry = page.get_by_role("main").get_by_role("link", name="Invite friends")
        expect(entry).to_contain_text("4,200 points")
        entry.click()

        expect(page).to_have_url(f"{site.address}/invitation")
        promise = "5% of what your friend earns, for 3 months"
        expect(page.get_by_role("heading", level=1)).to_have_text(promise)
        expect(page.get_by_text(code, exact=True)).to_be_visible()
        expect(page.get_by_role("img", name="QR code of your link")).to_be_visible()
        page.get_by_role("button", name="Copy the code").click()
        expect(page.get_by_text("Copied")).to_be_visible()
        assert page.evaluate("window.copied") == code
        page.get_by_role("button", name="Copy the link").click()
        page.wait_for_function("link => window.copied === link", arg=link)
        page.get_by_role("button", name="Share").click()
        assert page.evaluate("window.shared.url") == link
        assert link.endswith(f"/r/{code}")

        main = page.get_by_role("main")
        expect(main).to_contain_text("Confirmed so far4,200points, worth $4.20")
        estimated = site.portal.get("member/invitation/dashboard", token)["estimated_points"]
        assert estimated > 0
        expect(main).to_contain_text(f"Estimated{estimated:,}confirmed around 20 Oct")
        ends = page.get_by_role("region", name="Use them before")
        expect(ends.get_by_role("listitem")).to_have_count(3)
        expect(ends).to_contain_text("2,300 points until 20 December")
        expect(ends).to_contain_text("1,900 points until 20 February")
        expect(ends).to_contain_text(f"About {estimated:,} points, estimated, until about 20 April")
        expect(ends).to_contain_text("2,300 points end after 20 December.")
        assert look(page) == []

    def test_friends_are_listed_masked_page_by_page(
        self, page: Page, site: Site, tmp_path: Path
    ) -> None:
        token = circle(site, tmp_path)
        enter(page, token, "/invitation")
        expect(page.get_by_text("1 earning, 23 in all")).to_be_visible()
        friends = page.get_by_role("list", name="Friends").get_by_role("listitem")
        expect(friends).to_have_count(20)
        expect(friends.nth(0)).to_contain_text("j***")
        expect(friends.nth(0)).to_contain_text("no approved channel yet, to 31 Dec")
        expect(friends.nth(0)).to_contain_text("estimated –")
        estimated = site.portal.get("member/invitation/dashboard", token)["estimated_points"]
        expect(friends.nth(1)).to_contain_text("m***")
        expect(friends.nth(1)).to_contain_text("50 days left, to 9 Dec")
        expect(friends.nth(1)).to_contain_text(f"estimated {estimated:,}")
        expect(friends.nth(1)).to_contain_text("confirmed –")
        expect(friends.nth(2)).to_contain_text("ended 29 Sep")
        page.get_by_role("button", name="Next").click()
        expect(friends).to_have_count(3)
        expect(page).to_have_url(f"{site.address}/invitation?page=1")
        confirmed = page.get_by_role("list", name="Friends").get_by_text("confirmed 4,200")
        expect(confirmed).to_have_count(1)

        page.get_by_role("button", name="How invitations work").click()
        guide = page.get_by_role("dialog", name="How invitations work")
        expect(guide).to_contain_text("3 months from the day your friend signs up")
        expect(guide).to_contain_text("5% of what your friend earns, in points. 1,000 points are")
        expect(guide).to_contain_text("You can use points for 6 months")
        assert look(page) == []
        page.go_back()
        expect(guide).to_have_count(0)

    def test_what_cannot_be_had_is_asked_for_again(self, page: Page, site: Site) -> None:
        token = site.portal.token_of()
        page.route("**/member/invitation/dashboard*", lambda route: route.abort())
        enter(page, token, "/invitation")
        page.get_by_role("alert").get_by_role("button", name="Try again").focus()
        page.unroute("**/member/invitation/dashboard*")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="How it begins")).to_be_visible()


class TestOnALaptop:
    @pytest.fixture
    def device(self) -> dict[str, Any]:
        return READERS["laptop, Chinese, dark"]

    def test_a_first_day_says_how_it_begins_and_a_full_one_is_a_table(
        self, page: Page, site: Site, tmp_path: Path
    ) -> None:
        token = circle(site, tmp_path)
        enter(page, site.portal.token_of("new"), "/invitation")
        expect(page.get_by_role("heading", name="如何开始")).to_be_visible()
        expect(page.get_by_role("main").get_by_role("listitem")).to_have_count(3)
        expect(page.get_by_role("table")).to_have_count(0)
        assert look(page) == []
        with page.expect_download() as saved:
            page.get_by_role("button", name="保存二维码").click()
        code = site.portal.account("new").referral_code
        assert saved.value.suggested_filename == f"{code}.png"
        assert saved.value.path().read_bytes().startswith(PNG)

        enter(page, token, "/invitation")
        rows = page.get_by_role("table", name="好友").get_by_role("row")
        expect(rows).to_have_count(21)
        expect(rows.nth(2)).to_contain_text("m***2025/09/10")
        expect(page.get_by_role("link", name="邀请好友")).to_have_attribute("aria-current", "page")
        assert look(page) == []


class TestSigningUp:
    def test_a_code_is_asked_about_while_it_is_typed_and_kept_until_there_is_an_account(
        self, page: Page, site: Site
    ) -> None:
        site.portal.token_of("ivy")
        code = site.portal.account("ivy").referral_code
        asked = calls_to(page, "member/invitation/validate")
        page.goto(f"/r/{code.lower()}")
        field = page.get_by_role("textbox", name="Invitation code")
        expect(field).to_have_value(code)
        expect(page.get_by_text("Invited by i***")).to_be_visible()
        page.get_by_role("link", name="terms").click()
        expect(page).to_have_url(f"{site.address}/terms")
        page.goto("/join")
        expect(field).to_have_value(code)

        bad = page.get_by_text("This code is unknown or no longer in use.")
        field.fill("NOBODY2")
        expect(page.get_by_text("8 letters and digits")).to_be_visible()
        field.fill("NOBODY22")
        expect(bad).to_be_visible()
        assert [call.url.partition("?")[2] for call in asked[-1:]] == ["code=NOBODY22"]
        assert not any(call.url.endswith("NOBODY2") for call in asked)
        field.fill(f" {code.lower()} ")
        expect(bad).to_have_count(0)
        expect(page.get_by_text("Invited by i***")).to_be_visible()
        assert look(page) == []

        page.get_by_label("E-mail").fill("ivy+again@example.org")
        page.get_by_role("textbox", name="Password", exact=True).fill("correct horse")
        page.get_by_role("textbox", name="Password again").fill("correct horse")
        page.get_by_label("Name").fill("other")
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_text("This is your own invitation code.")).to_be_visible()
        page.get_by_label("E-mail").fill("fern@example.org")
        page.get_by_role("button", name="Sign up").click()
        expect(page.get_by_role("heading", name="Welcome, other")).to_be_visible()
        assert page.evaluate("localStorage.getItem('referral')") is None
        invited = site.portal.account("fern").invited_by
        assert invited == site.portal.account("ivy").id
