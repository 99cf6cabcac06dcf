"""Tax details: asked where a country needs them, checked, and shown masked."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.browser.payouts import PAYPAL
from tests.browser.test_looks import look
from tests.browser.test_payment_info import HAO
from tests.fakes.tax import CLOSED, OPEN, UNPROVEN, FakeAuthority

from backbeat.settings import Features, Limits, LimitsProfile, Settings

pytestmark = pytest.mark.browser


@pytest.fixture
def settings() -> Settings:
    """Tax details are on."""
    return Settings(limits=Limits(profile=LimitsProfile.WIDE), features=Features(tax=True))


@pytest.fixture
def authority(site: Site) -> FakeAuthority:
    """Korea's."""
    authorities, made = site.portal.container.authorities(), FakeAuthority()
    assert isinstance(authorities, dict)  # the portal's own
    authorities["KR"] = made
    return made


def test_somebody_paid_by_paypal_says_the_country_and_is_checked(
    page: Page, site: Site, authority: FakeAuthority
) -> None:
    token = site.portal.token_of()
    assert site.portal.post("withdrawal/info.register", token, **PAYPAL)["success"]
    enter(page, token, "/withdrawal/info")
    page.get_by_role("button", name="Enter tax details").click()
    page.get_by_text("Another country").click()
    expect(page.get_by_text("Nothing more is needed for your country.")).to_be_visible()
    page.get_by_text("South Korea").click()
    number, check = page.get_by_label("Business registration number"), "Check and save"

    page.get_by_role("button", name=check).click()
    expect(page.get_by_text("This field is required.")).to_have_count(2)
    number.fill(CLOSED)
    page.get_by_label("Name of the business").fill("Noodles 24")
    page.get_by_role("button", name=check).click()
    expect(page.get_by_role("alert")).to_have_text("This business has been closed.")
    number.fill("B1")
    page.get_by_role("button", name=check).click()
    expect(number).to_have_attribute("aria-invalid", "true")
    authority.down = True
    number.fill(OPEN)
    page.get_by_role("button", name=check).click()
    expect(page.get_by_role("alert")).to_contain_text("The tax office cannot be reached")
    assert look(page) == []
    authority.down = False
    page.get_by_role("button", name=check).click()

    main = page.get_by_role("main")
    expect(main).to_contain_text("…1000")
    expect(main).to_contain_text("Noodles 24")
    expect(main).not_to_contain_text(OPEN)
    expect(page.get_by_role("button", name="Change tax details")).to_be_visible()
    assert look(page) == []


@pytest.mark.usefixtures("authority")
def test_a_person_paid_in_korea_is_told_of_a_number_that_nothing_proves(
    page: Page, site: Site
) -> None:
    token = site.portal.token_of()
    bank = {**HAO, "swift": "EXAMKRSE"}
    assert site.portal.post("withdrawal/info.register", token, **bank)["success"]
    enter(page, token, "/withdrawal/info")
    page.get_by_role("button", name="Enter tax details").click()
    page.get_by_text("A person").click()
    page.get_by_label("Resident registration number").fill(UNPROVEN)
    page.get_by_label("Full name").fill("Mina Kim")
    page.get_by_role("button", name="Check and save").click()

    expect(page.get_by_text("The check digit does not fit.")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("…99")


@pytest.mark.usefixtures("authority")
def test_whoever_is_paid_elsewhere_is_not_asked(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    assert site.portal.post("withdrawal/info.register", token, **HAO)["success"]
    enter(page, token, "/withdrawal/info")

    expect(page.get_by_role("link", name="Change payment details")).to_be_visible()
    expect(page.get_by_text("Tax details")).to_have_count(0)
