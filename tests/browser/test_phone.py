"""A phone number of one's own, and a forgotten log-in found by it (PHONE-3, PHONE-4)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.fakes.phones import KeptSms

from backbeat.phones.ports import SmsFailed
from backbeat.settings import Features, Limits, LimitsProfile, Settings
from backbeat_adapters.sms import ConsoleSms

pytestmark = pytest.mark.browser

NUMBER, OTHER = "+821012345678", "+821087654321"


@pytest.fixture
def settings() -> Settings:
    """Phone numbers are switched on."""
    return Settings(limits=Limits(profile=LimitsProfile.WIDE), features=Features(phone=True))


@pytest.fixture
def sms(monkeypatch: pytest.MonkeyPatch) -> KeptSms:
    """What the phones of the test were sent, instead of the console."""
    kept = KeptSms()
    monkeypatch.setattr(ConsoleSms, "send", lambda _, number, text: kept.send(number, text))
    return kept


def type_code(page: Page, sms: KeptSms, number: str) -> None:
    """Type the code once it was sent."""
    expect(page.get_by_text("Valid for another")).to_be_visible()
    page.get_by_label("Verification code").fill(sms.code(number))


def test_a_number_is_proved_in_the_settings_and_changed(
    page: Page, site: Site, sms: KeptSms
) -> None:
    enter(page, site.portal.token_of(), "/config-account")
    expect(page.get_by_text("No number yet")).to_be_visible()
    page.get_by_role("button", name="Add a number").click()
    number = page.get_by_label("Mobile number")
    expect(number).to_be_focused()
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_text("Please enter the number.")).to_be_visible()
    number.fill("123")
    number.press("Enter")
    expect(page.get_by_text("This is not a valid mobile phone number.")).to_be_visible()
    sms.trouble = SmsFailed("not reached")
    number.fill("+82 10 1234 5678")
    number.press("Enter")
    expect(page.get_by_text("The text message could not be sent.")).to_be_visible()
    sms.trouble = None
    number.press("Enter")

    code = page.get_by_label("Verification code")
    expect(code).to_be_focused()
    expect(page.get_by_text("You can request a new code in")).to_be_visible()
    code.fill(f"{(int(sms.code()) + 1) % 1_000_000:06}")
    code.press("Enter")
    expect(page.get_by_text("The code sent to your phone is wrong.")).to_be_visible()
    code.fill(sms.code())
    code.press("Enter")
    expect(page.get_by_text("Your phone number is confirmed.")).to_be_visible()
    expect(page.get_by_text("Ends in 78")).to_be_visible()

    change = page.get_by_role("button", name="Change number")
    change.click()
    page.get_by_label("Mobile number").fill(OTHER)
    page.get_by_role("button", name="Send the code").click()
    type_code(page, sms, OTHER)
    page.get_by_role("button", name="Use this number").click()
    expect(page.get_by_text("Ends in 21")).to_be_visible()
    expect(change).to_be_focused()


def test_a_forgotten_id_is_found_by_the_phone(page: Page, site: Site, sms: KeptSms) -> None:
    token = site.portal.token_of()
    site.portal.post("member/phone/send", token, phone=NUMBER)
    site.portal.post("member/phone/verify", token, phone=NUMBER, code=sms.code())
    page.goto("/find-password")
    page.get_by_role("button", name="Forgot your ID?").click()

    page.get_by_label("Mobile number").fill(OTHER)
    page.get_by_role("button", name="Send the code").click()
    type_code(page, sms, OTHER)
    page.get_by_role("button", name="Show my ID").click()
    expect(page.get_by_text("No account belongs to this phone number.")).to_be_visible()

    page.get_by_role("button", name="Use another number").click()
    page.get_by_label("Mobile number").fill(NUMBER)
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_text(f"The code is on its way to {NUMBER}.")).to_be_visible()
    expect(page.get_by_text("No account belongs")).to_have_count(0)
    type_code(page, sms, NUMBER)
    page.get_by_role("button", name="Show my ID").click()
    expect(page.get_by_text("m***@example.org")).to_be_visible()
    page.get_by_role("link", name="Log in").last.click()
    expect(page).to_have_url(re.compile(r"/login$"))


class TestOff:
    @pytest.fixture
    def settings(self) -> Settings:
        """As installations are by default."""
        return Settings(limits=Limits(profile=LimitsProfile.WIDE))

    def test_no_screen_shows_it(self, page: Page, site: Site) -> None:
        page.goto("/find-password")
        expect(page.get_by_role("link", name="Back to log-in")).to_be_visible()
        expect(page.get_by_role("button", name="Forgot your ID?")).to_have_count(0)
        enter(page, site.portal.token_of(), "/config-account")
        expect(page.get_by_role("heading", name="E-mail")).to_be_visible()
        expect(page.get_by_text("Phone number")).to_have_count(0)
