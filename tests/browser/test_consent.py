"""A consent is read and signed, and the withdrawal goes on from where it stopped (ACCT-18)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from attrs import evolve
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.browser.payouts import withdrawing
from tests.browser.test_looks import look
from tests.http.portal import OPERATOR

from backbeat.settings import Features, Settings

pytestmark = pytest.mark.browser


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return evolve(settings, features=Features(consent=True))


def test_a_withdrawal_goes_on_once_its_consent_is_signed(
    page: Page, site: Site, tmp_path: Path
) -> None:
    token = withdrawing(site, tmp_path)
    portal = site.portal.container.portal()
    account = site.portal.account("mina").id
    portal.account_operations.ask_consent(account, "songs", OPERATOR, needed=True)
    enter(page, token, "/withdrawal/request")
    expect(page.get_by_role("button", name="Request $150.00")).to_be_disabled()

    page.get_by_role("link", name="Read and sign").click()
    dialog = page.get_by_role("dialog", name="Consent to exclusivity")
    expect(dialog).to_contain_text("What you agree to")
    sign = dialog.get_by_role("button", name="Sign")
    expect(sign).to_be_disabled()
    dialog.get_by_role("checkbox").check()
    name = dialog.get_by_label("Your full name")
    name.fill("1")
    sign.click()
    expect(name).to_have_attribute("aria-invalid", "true")
    page.wait_for_load_state("networkidle")
    expect(name).to_have_value("1")  # a refusal takes nothing of what was typed
    expect(dialog.get_by_role("checkbox")).to_be_checked()
    assert look(page) == []
    name.fill("Mina Kim")
    sign.click()

    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Request $150.00")).to_be_enabled()
    (consent,) = portal.consents.signed(account)
    assert (consent.name, consent.text.title) == ("Mina Kim", "Consent to exclusivity")

    page.goto("/withdrawal/request?consent=1")
    expect(dialog).to_contain_text(re.compile(r"Signed by Mina Kim on \d{4}/\d\d/\d\d\."))
