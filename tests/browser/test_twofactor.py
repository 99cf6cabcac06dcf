"""Two-factor sign-in: set up, asked for, stood in for, removed; asked for by the installation (0114)."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve, frozen
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Site, log_in
from tests.browser.figures import enter
from tests.browser.test_looks import look
from tests.fakes.authenticator import digits_at
from tests.http.portal import PASSWORD

from backbeat.settings import Auth, Limits, LimitsProfile, Settings, TotpFor

pytestmark = pytest.mark.browser

STEP = 30


def app_shows(site: Site, secret: str) -> str:
    """What the app on the owner's phone shows, half a minute later than last time."""
    site.portal.pass_time(seconds=STEP)
    return digits_at(secret, site.portal.security.now())


@pytest.fixture
def card(page: Page, site: Site) -> Locator:
    """The card of the second factor, in the settings of somebody who has just logged in."""
    enter(page, site.portal.token_of(), "/config-account")
    heading = page.get_by_role("heading", name="Two-factor sign-in")
    expect(heading).to_be_visible()
    return page.locator("section", has=heading)


def set_up(site: Site, inside: Locator) -> tuple[str, list[str]]:
    """Set an app up by hand: its secret and the recovery codes."""
    inside.get_by_role("button", name="Set up an app").click()
    expect(inside.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()
    secret = inside.locator("code").inner_text().replace(" ", "")
    inside.get_by_label("Code from the app").fill(app_shows(site, secret))
    inside.get_by_role("button", name="Turn on").click()
    expect(inside.get_by_role("listitem")).to_have_count(10)
    return secret, inside.get_by_role("listitem").all_inner_texts()


@frozen
class Enrolled:
    """Somebody with an authenticator app, who is logged out here."""

    secret: str
    codes: list[str]


@pytest.fixture
def enrolled(page: Page, site: Site) -> Enrolled:
    """An account with an app, made over HTTP; the browser stands at the log-in."""
    token = site.portal.token_of()
    secret = str(site.portal.post("member/totp/setup", token)["secret"])
    code = app_shows(site, secret)
    codes = site.portal.post("member/totp/confirm", token, code=code)["recovery_codes"]
    page.goto("/login?fromUrl=/config-account")
    log_in(page, "mina@example.org")
    expect(page.get_by_role("heading", name="Enter the code")).to_be_visible()
    return Enrolled(secret, codes)


def test_an_app_is_set_up_and_the_recovery_codes_are_shown_once(
    page: Page, site: Site, card: Locator, tmp_path: Path
) -> None:
    expect(card.get_by_text("Off", exact=True)).to_be_visible()

    card.get_by_role("button", name="Set up an app").click()
    expect(card.get_by_label("Code from the app")).to_be_focused()
    card.get_by_role("button", name="Turn on").click()
    expect(card.get_by_text("Please enter the code.")).to_be_visible()
    card.get_by_label("Code from the app").fill("12345")
    card.get_by_role("button", name="Turn on").click()
    expect(card.get_by_role("alert")).to_contain_text("This code is wrong")
    secret = card.locator("code").inner_text().replace(" ", "")
    assert len(secret) == 32
    assert look(page) == []
    card.get_by_label("Code from the app").fill(app_shows(site, secret))
    card.get_by_label("Code from the app").press("Enter")

    expect(page.get_by_text("Two-factor sign-in is on.")).to_be_visible()
    expect(card.get_by_text("On", exact=True)).to_be_visible()
    expect(card.get_by_role("region", name="Your recovery codes")).to_be_focused()
    codes = card.get_by_role("listitem").all_inner_texts()
    assert len(set(codes)) == 10
    assert look(page) == []
    with page.expect_download() as download:
        card.get_by_role("button", name="Download").click()
    download.value.save_as(tmp_path / "codes.txt")
    kept = (tmp_path / "codes.txt").read_text()
    assert download.value.suggested_filename == "recovery-codes.txt"
    assert kept.split("\n")[2:12] == codes
    card.get_by_role("button", name="I have saved them").click()

    expect(card.get_by_text("On", exact=True)).to_be_visible()
    expect(card.get_by_text("10 recovery codes are left.")).to_be_visible()
    page.reload()
    expect(card.get_by_text("On", exact=True)).to_be_visible()
    expect(page.get_by_text(codes[0])).to_have_count(0)
    assert site.portal.log_in().reason == "totp_required"


def test_log_in_asks_for_the_code_of_the_app(page: Page, site: Site, enrolled: Enrolled) -> None:
    field = page.get_by_label("Code from the app")
    expect(field).to_be_focused()
    assert look(page) == []
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_text("Please enter the code.")).to_be_visible()
    field.fill("12345")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("This code is wrong")

    field.fill(app_shows(site, enrolled.secret))
    field.press("Enter")

    expect(page).to_have_url(f"{site.address}/config-account")
    expect(page.get_by_role("heading", name="Account settings")).to_be_visible()


def test_a_recovery_code_logs_in_for_a_lost_phone(
    page: Page, site: Site, enrolled: Enrolled
) -> None:
    page.get_by_role("button", name="Use a recovery code").click()
    field = page.get_by_label("Recovery code")
    expect(field).to_be_focused()
    field.fill(enrolled.codes[0].lower())
    field.press("Enter")

    expect(page.get_by_text("9 recovery codes are left.")).to_be_visible()
    page.get_by_role("button", name="Remove the app").click()
    page.get_by_label("Code from the app, or a recovery code").fill(enrolled.codes[1])
    page.get_by_role("button", name="Turn off").click()

    expect(page.get_by_text("Two-factor sign-in is off.")).to_be_visible()
    expect(page.get_by_role("button", name="Set up an app")).to_be_visible()
    assert site.portal.log_in().status == 200


def test_new_recovery_codes_take_the_place_of_the_old(
    page: Page, site: Site, card: Locator
) -> None:
    secret, old = set_up(site, card)
    card.get_by_role("button", name="I have saved them").click()
    site.portal.pass_time(seconds=601)

    card.get_by_role("button", name="New recovery codes").click()
    field = card.get_by_label("Code from the app, or a recovery code")
    expect(field).to_be_focused()
    card.get_by_role("button", name="Make new codes").click()
    expect(card.get_by_text("Please enter the code.")).to_be_visible()
    assert look(page) == []
    card.get_by_role("button", name="Cancel").click()
    expect(field).to_have_count(0)
    card.get_by_role("button", name="New recovery codes").click()
    field.fill(app_shows(site, secret))
    field.press("Enter")
    dialog = page.get_by_role("dialog", name="Enter your password")
    dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Continue").click()

    expect(page.get_by_text("The old recovery codes no longer work.")).to_be_visible()
    expect(card.get_by_role("region", name="Your recovery codes")).to_be_focused()
    codes = card.get_by_role("listitem").all_inner_texts()
    assert len(set(codes)) == 10
    assert not set(codes) & set(old)
    assert look(page) == []
    card.get_by_role("button", name="I have saved them").click()
    expect(card.get_by_text("10 recovery codes are left.")).to_be_visible()
    known = {"id": "mina@example.org", "password": PASSWORD}
    assert site.portal.post("member/login", **known, code=codes[0]).status == 200
    assert site.portal.post("member/login", **known, code=old[0]).reason == "totp_wrong"


def test_one_goes_back_to_the_password(page: Page, site: Site, enrolled: Enrolled) -> None:
    del enrolled
    page.get_by_role("button", name="Back to ID and password").click()

    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
    expect(page.get_by_label("ID (e-mail)")).to_have_value("mina@example.org")


def test_the_password_is_asked_for_in_place_when_it_is_old(
    page: Page, site: Site, card: Locator
) -> None:
    site.portal.pass_time(seconds=601)
    card.get_by_role("button", name="Set up an app").click()

    dialog = page.get_by_role("dialog", name="Enter your password")
    dialog.get_by_role("textbox", name="Password").fill(PASSWORD)
    dialog.get_by_role("button", name="Continue").click()

    expect(card.get_by_role("img", name="QR code for the authenticator app")).to_be_visible()


class TestForced:
    """An installation that asks everybody for a second factor."""

    @pytest.fixture
    def settings(self) -> Settings:
        wide = Limits(profile=LimitsProfile.WIDE)
        return evolve(Settings(limits=wide), auth=Auth(require_totp=TotpFor.EVERYBODY))

    def test_it_is_set_up_on_the_way_in(self, page: Page, site: Site) -> None:
        site.settled()
        page.goto("/login?fromUrl=/notifications")
        log_in(page, "mina@example.org")
        expect(page.get_by_role("heading", name="One more step")).to_be_visible()
        expect(page).to_have_url(f"{site.address}/two-factor?fromUrl=%2Fnotifications")
        page.goto("/dashboard")
        expect(page).to_have_url(f"{site.address}/two-factor?fromUrl=%2Fdashboard")
        assert look(page) == []

        set_up(site, page.get_by_role("main"))
        assert look(page) == []
        page.get_by_role("button", name="I have saved them").click()

        expect(page).to_have_url(f"{site.address}/dashboard")

    def test_the_email_comes_first(self, page: Page, site: Site) -> None:
        site.portal.join()
        page.goto("/login")
        log_in(page, "mina@example.org")
        page.get_by_role("button", name="Send the code").click()
        expect(page.get_by_label("Verification code")).to_be_visible()
        page.get_by_label("Verification code").fill(site.portal.mailed_code("mina@example.org"))
        page.get_by_role("button", name="Confirm").click()

        expect(page.get_by_role("heading", name="One more step")).to_be_visible()

    def test_one_may_log_out_instead(self, page: Page, site: Site) -> None:
        site.settled()
        page.goto("/login")
        log_in(page, "mina@example.org")
        page.get_by_role("button", name="Log out").click()
        page.get_by_role("dialog").get_by_role("button", name="Log out").click()

        expect(page).to_have_url(f"{site.address}/login?fromUrl=%2Fdashboard")
        expect(page.get_by_label("ID (e-mail)")).to_be_visible()


def test_who_lost_both_has_it_removed_after_three_days_and_can_keep_it(
    page: Page, site: Site, enrolled: Enrolled
) -> None:
    page.get_by_role("button", name="I have lost both").click()
    expect(page.get_by_role("heading", name="Remove two-factor sign-in")).to_be_visible()
    assert look(page) == []
    assert not site.portal.account("mina").has_payouts_locked
    page.get_by_role("button", name="Remove it in 72 hours").click()
    expect(page.get_by_role("heading", name="It will be removed")).to_be_visible()
    assert look(page) == []
    assert site.portal.account("mina").has_payouts_locked

    page.get_by_role("button", name="Back to ID and password").click()
    log_in(page, "mina@example.org")
    page.get_by_label("Code from the app").fill(app_shows(site, enrolled.secret))
    page.get_by_role("button", name="Log in").click()
    status = page.get_by_role("status").filter(has_text="says that the app is lost")
    expect(status).to_contain_text("2025/09/04")
    assert look(page) == []
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_text("Two-factor sign-in stays on.")).to_be_visible()
    expect(status).to_have_count(0)
    assert not site.portal.account("mina").has_payouts_locked


def test_who_is_signed_in_finds_the_way_out_where_a_code_is_asked_for(
    page: Page, site: Site, enrolled: Enrolled
) -> None:
    """What it means is told before: the 72 hours, and payouts meanwhile."""
    page.get_by_label("Code from the app").fill(app_shows(site, enrolled.secret))
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Remove the app").click()
    page.get_by_role("button", name="I have lost both").click()
    expect(page.get_by_text("removed after 72 hours")).to_contain_text("nothing is paid out")
    assert look(page) == []
    assert not site.portal.account("mina").has_payouts_locked
    site.portal.pass_time(minutes=11)
    page.get_by_role("button", name="Remove it in 72 hours").click()
    asking = page.get_by_role("dialog", name="Enter your password")
    asking.get_by_role("textbox", name="Password").fill(PASSWORD)
    asking.get_by_role("textbox", name="Password").press("Enter")

    status = page.get_by_role("status").filter(has_text="says that the app is lost")
    expect(status).to_contain_text("2025/09/04")
    assert site.portal.account("mina").has_payouts_locked
    page.get_by_role("button", name="Remove the app").click()
    expect(page.get_by_role("button", name="Turn off")).to_be_visible()
    expect(page.get_by_role("button", name="I have lost both")).to_have_count(0)


def test_the_mails_link_keeps_it_once(page: Page, site: Site, enrolled: Enrolled) -> None:
    site.portal.post("member/totp/lost", id="mina@example.org", password=PASSWORD)
    ticket = site.portal.mails("mina@example.org")[-1].facts["ticket"]
    page.goto(f"/keep-two-factor?t={ticket}")
    keep = page.get_by_role("button", name="Keep two-factor sign-in")
    expect(keep).to_be_visible()
    assert look(page) == []
    assert site.portal.account("mina").has_payouts_locked

    keep.click()
    expect(page.get_by_role("heading", name="Two-factor sign-in stays on")).to_be_visible()
    assert look(page) == []
    assert not site.portal.account("mina").has_payouts_locked
    page.reload()
    keep.click()
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()


def test_a_log_in_that_was_not_the_owners_is_ended_by_the_mails_link(
    page: Page, site: Site
) -> None:
    site.portal.token_of()
    thief = site.portal.log_in(address="198.51.100.5")["token"]
    [told] = [m for m in site.portal.mails("mina@example.org") if m.template == "login_noticed"]
    page.goto(f"/not-my-login?t={told.facts['ticket']}")
    expect(page.get_by_role("heading", name="Was this log-in not you?")).to_be_visible()
    assert look(page) == []
    assert site.portal.get("member/me", thief).status == 200

    page.get_by_role("button", name="This log-in was not me").click()
    expect(page.get_by_role("heading", name="Everybody is logged out")).to_be_visible()
    assert look(page) == []
    assert site.portal.get("member/me", thief).code == 10000
    way_on = page.get_by_role("link", name="Choose a new password")
    expect(way_on).to_have_attribute("href", "/find-password")
    page.goto("/not-my-login")
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()


def test_who_is_signed_in_can_open_the_links_too(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/keep-two-factor?t=spent")
    page.get_by_role("button", name="Keep two-factor sign-in").click()
    way_on = page.get_by_role("link", name="Choose a new password")
    expect(way_on).to_have_attribute("href", "/config-account")

    page.goto("/not-my-login?t=spent")
    page.get_by_role("button", name="This log-in was not me").click()
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
