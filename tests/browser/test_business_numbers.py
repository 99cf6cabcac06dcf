"""Another portal's numbers: every text that quotes one quotes hers, none the defaults
(POLICY-6)."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import earning, enter
from tests.browser.payouts import PAYPAL, post
from tests.fakes.channels import platform_id
from tests.fakes.platform import FakePlatform

from backbeat.settings import (
    Channels,
    Fees,
    Limits,
    LimitsProfile,
    Payment,
    Settings,
    Withdrawal,
)

pytestmark = pytest.mark.browser


@pytest.fixture
def settings() -> Settings:
    """Fees, minimums, window and days of this portal's own."""
    return Settings(
        limits=Limits(profile=LimitsProfile.WIDE),
        fees=Fees(bank_usd=Decimal("25.00"), paypal_rate=Decimal("0.06")),
        withdrawal=Withdrawal(
            windows=((3, 9),),
            payout_days=12,
            minimum=Decimal("30.00"),
            bank_minimum=Decimal("150.00"),
        ),
        payment=Payment(cool_down_days=5),
        channels=Channels(review_days=(3, 6)),
    )


def test_the_landing_page_answers_with_them(page: Page, site: Site) -> None:
    page.goto("/")
    for question, answer in (
        ("What does a payout cost?", "PayPal takes 6%, a bank transfer $25.00."),
        ("Is there a minimum?", "above $30.00; a smaller balance waits for the next time."),
        ("Is there a minimum?", "needs a month of $150.00 or more."),
        ("Which channels can join?", "a review takes 3 to 6 business days."),
        ("When am I paid?", "You request them on 3–9 Nov and have the money by 2025/12/12"),
    ):
        entry = page.get_by_role("main").locator("details", has_text=question)
        expect(entry).to_contain_text(answer)


def test_the_review_of_a_channel_names_its_days(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    platform = site.portal.container.platform()
    assert isinstance(platform, FakePlatform)
    platform.has(platform_id(101), handle="@mina", name="Mina", views=100_000)
    channel = site.portal.post("channel/add", token, link="@mina", category="beauty")
    platform.describe(platform_id(101), channel["verification"]["code"])
    assert site.portal.post("channel/verify", token, id=channel["id"])["outcome"] == "success"
    enter(page, token, "/manage-channel")

    page.get_by_role("button", name="Request a review").click()
    dialog = page.get_by_role("dialog", name="Review of Mina")

    expect(dialog).to_contain_text("This takes 3–6 business days")
    dialog.get_by_role("button", name="Request a review").click()
    expect(page.get_by_text("Requested. It takes 3–6 business days.")).to_be_visible()


def test_the_request_and_its_refusals_name_them(page: Page, site: Site, tmp_path: Path) -> None:
    token = earning(site, tmp_path)
    post(site, "25.00")
    site.portal.business.set(datetime(2025, 11, 3, 9, tzinfo=UTC))
    enter(page, token, "/withdrawal/info-register")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Fee 6%")
    expect(main).to_contain_text(
        "Fee $25.00. For a bank transfer the last confirmed month must reach $150.00."
    )
    assert site.portal.post("withdrawal/info.register", token, **PAYPAL)["success"]
    page.goto("/withdrawal/request")
    expect(main).to_contain_text("The balance must be above $30.00.")
    page.get_by_role("button", name="Rules").click()
    rules = page.get_by_role("dialog", name="Before you request")
    for number in ("3–9 Nov", "$30.00", "$150.00", "6%", "$25.00"):
        expect(rules).to_contain_text(number)
    expect(rules).not_to_contain_text("4.7%")

    site.portal.business.set(datetime(2025, 11, 20, 9, tzinfo=UTC))
    page.goto("/withdrawal/request")
    expect(main).to_contain_text("You can request it on 3–9 Dec.")
    ask = {"method": "paypal", "currency": "USD", "total": "25.00"}
    refused = site.portal.post("withdrawal/request", token, **ask)
    assert "2025/12/03" in refused["message"]
