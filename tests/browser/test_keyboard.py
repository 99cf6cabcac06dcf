"""Where the keyboard is: to be seen, never behind a bar, and never lost when something else appears."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import PHONE, Site
from tests.browser.figures import enter
from tests.browser.payouts import withdrawing
from tests.browser.test_earnings import settled
from tests.http.portal import PASSWORD

pytestmark = pytest.mark.browser

COVERED = """() => {
    const place = document.activeElement, box = place.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height, 40) / 2);
    const label = place.closest("label");
    const seen = top && [place, label].some((own) => own && (own.contains(top) || top.contains(own)));
    return seen ? null : place.outerHTML;
}"""


@pytest.fixture
def device() -> dict[str, Any]:
    return {"viewport": PHONE, "locale": "en-US"}


def ring(field: Locator) -> str:
    """How the frame of a field is outlined."""
    drawn = "field => getComputedStyle(field.closest('.mantine-Input-input')).outlineStyle"
    return str(field.evaluate(drawn))


def test_the_field_one_types_in_stands_out(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/config-account")

    for name in ("Name", "Current password"):
        field = page.get_by_label(name, exact=True)
        assert ring(field) == "none"
        field.focus()
        assert ring(field) == "solid"


@pytest.mark.parametrize("path", ["/withdrawal/request", "/config-account"])
def test_on_a_phone_nothing_has_the_focus_behind_a_bar(
    page: Page, site: Site, tmp_path: Path, path: str
) -> None:
    enter(page, withdrawing(site, tmp_path), path)
    main = page.get_by_role("main")
    expect(main.get_by_role("button").first).to_be_visible()
    main.focus()

    covered = []
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("!document.querySelector('main').contains(document.activeElement)"):
            break
        covered.append(page.evaluate(COVERED))

    assert len(covered) > 5
    assert [place for place in covered if place] == []


def test_the_focus_stays_in_what_takes_the_place_of_a_form(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, settled(site, tmp_path), "/withdrawal/report")
    page.get_by_role("button", name="Excel by video").press("Enter")
    dialog = page.get_by_role("dialog", name="Earnings by video")
    expect(dialog.get_by_label("From")).to_be_focused()
    dialog.get_by_role("button", name="Make the file").press("Enter")
    expect(dialog).to_contain_text("Waiting in the queue")
    expect(dialog.locator(":focus")).to_contain_text("Waiting in the queue")
    site.portal.container.portal().worker.run_once()

    dialog.get_by_role("button", name="Make another file").press("Enter")
    expect(dialog.get_by_label("From")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Excel by video")).to_be_focused()


def test_a_form_that_is_closed_gives_the_focus_back(page: Page, site: Site) -> None:
    enter(page, site.portal.token_of(), "/config-account")
    for opens in ("Change e-mail", "Set up an app"):
        page.get_by_role("button", name=opens).press("Enter")
        page.get_by_role("button", name="Cancel").press("Enter")
        expect(page.get_by_role("button", name=opens)).to_be_focused()


def test_a_button_that_waited_or_came_to_its_end_keeps_the_focus(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, settled(site, tmp_path), "/withdrawal/statement")
    pdf = page.get_by_role("button", name="PDF")
    with page.expect_download():
        pdf.press("Enter")
    expect(pdf).to_be_focused()

    after = page.get_by_role("button", name="Next month")
    after.press("Enter")
    expect(after).to_be_disabled()
    expect(after).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(f"{site.address}/withdrawal/statement?month=2025-10")


def test_a_password_asked_for_in_between_leads_on(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, withdrawing(site, tmp_path), "/withdrawal/request")
    site.portal.pass_time(seconds=601)
    page.get_by_role("button", name="Request $").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Request $").press("Enter")

    asked = page.get_by_role("dialog", name="Enter your password")
    expect(asked.get_by_role("textbox", name="Password")).to_be_focused()
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{site.address}/withdrawal/list")
    expect(page.get_by_role("main")).to_be_focused()
