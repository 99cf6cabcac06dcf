"""The partnership form in the browser: errors by field, words kept, success said (CODE-5)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter

from backbeat.inquiries.model import Inquiry as Kept
from backbeat.kernel.pages import PageRequest
from backbeat.settings import Inquiry, Limits, LimitsProfile, Settings
from backbeat.settings import Site as SiteSettings

pytestmark = pytest.mark.browser

SIZES = [pytest.param({"width": width, "height": 900}, id=str(width)) for width in (390, 1440)]


@pytest.fixture
def settings() -> Settings:
    return Settings(
        limits=Limits(profile=LimitsProfile.WIDE),
        inquiry=Inquiry(max_chars=40, max_bytes=1024 * 1024),
        site=SiteSettings(support_url="https://help.example/chat"),
    )


def open_form(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/my")
    page.get_by_role("button", name="Partnership").click()
    expect(page.get_by_role("dialog", name="Propose a partnership")).to_be_visible()


def kept(site: Site) -> list[Kept]:
    return list(site.portal.container.portal().inquiries.list(PageRequest()).items)


@pytest.mark.variants
@pytest.mark.parametrize("size", SIZES)
def test_a_proposal_is_sent_once_everything_is_in_order(
    page: Page, site: Site, tmp_path: Path, size: dict[str, int]
) -> None:
    page.set_viewport_size(size)  # type: ignore[arg-type]
    program, plan = tmp_path / "plan.png", tmp_path / "plan.pdf"
    program.write_bytes(b"MZ\x90\x00")
    plan.write_bytes(b"%PDF-1.7\nplans")
    open_form(page, site)
    send = page.get_by_role("button", name="Send the proposal")
    expect(page.get_by_label("How we reach you")).to_have_value("mina@example.org")

    send.click()
    expect(page.get_by_text("Please fill this in.")).to_have_count(2)
    page.get_by_label("What it is about").fill("A label")
    page.get_by_label("Your proposal").fill("x" * 41)
    send.click()
    expect(page.get_by_text("At most 40 characters.")).to_be_visible()
    page.get_by_label("Your proposal").fill("We have songs.\nMany.")
    expect(page.get_by_text("20 of 40 characters")).to_be_visible()

    page.locator("input[type=file]").set_input_files(program)
    send.click()
    expect(page.get_by_text("This file cannot be taken.")).to_be_visible()
    expect(page.get_by_label("What it is about")).to_have_value("A label")
    expect(page.get_by_label("Your proposal")).to_have_value("We have songs.\nMany.")
    assert kept(site) == []

    page.locator("input[type=file]").set_input_files(plan)
    send.click()
    said = page.get_by_role("status").filter(has_text="Your proposal has arrived")
    expect(said).to_contain_text("mina@example.org")
    close = said.get_by_role("button", name="Close")
    expect(close).to_be_focused()
    close.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    [inquiry] = kept(site)
    assert (inquiry.content, inquiry.attached and inquiry.attached.name) == (
        "We have songs.\nMany.",
        "plan.pdf",
    )


def test_a_general_question_is_led_to_support_and_no_word_is_lost(page: Page, site: Site) -> None:
    open_form(page, site)
    page.get_by_label("What it is about").fill("A label")
    page.get_by_text("A question", exact=True).click()

    support = page.get_by_role("link", name="Contact support")
    expect(support).to_have_attribute("href", "https://help.example/chat")
    expect(page.get_by_role("button", name="Send the proposal")).to_have_count(0)
    page.get_by_text("A partnership", exact=True).click()
    expect(page.get_by_label("What it is about")).to_have_value("A label")


@pytest.mark.parametrize(("code", "field"), [(5, "Attachment"), (6, "Your proposal")])
def test_a_refusal_of_the_server_stands_under_its_field(
    page: Page, site: Site, code: int, field: str
) -> None:
    """The page was opened before the limits became what they are."""
    open_form(page, site)
    page.route(
        "**/partnership/inquiry",
        lambda route: route.fulfill(
            status=413,
            content_type="application/json",
            body=f'{{"success":false,"code":{code},"message":"Too large, says the server.","details":{{"limit":9}}}}',
        ),
    )
    page.get_by_label("What it is about").fill("A label")
    page.get_by_label("Your proposal").fill("We have songs.")
    page.get_by_role("button", name="Send the proposal").click()
    error = page.get_by_text("Too large, says the server.")
    expect(error).to_have_count(1)
    expect(error).to_be_visible()
    told = re.compile("Too large, says the server.")
    expect(page.get_by_label(field)).to_have_accessible_description(told)
    expect(page.get_by_label("Your proposal")).to_have_value("We have songs.")
