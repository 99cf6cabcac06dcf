"""Short messages: at the top centre, of three kinds, each with its own role and colour (WEB-25)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.http.portal import PASSWORD

pytestmark = pytest.mark.browser

COLOURS = {
    "error": ("rgb(179, 38, 30)", "rgb(253, 236, 235)"),
    "success": ("rgb(15, 112, 64)", "rgb(229, 245, 236)"),
    "info": ("rgb(91, 91, 240)", "rgb(255, 255, 255)"),
}
"""Of the bar at its edge, and of the ground."""


def is_at_the_top_centre(page: Page, message: Locator, kind: str) -> None:
    expect(message).to_be_visible()
    box = message.bounding_box()
    size = page.viewport_size
    assert box
    assert size
    assert abs(box["x"] + box["width"] / 2 - size["width"] / 2) <= 10
    assert box["y"] < 100
    drawn = message.evaluate(
        "it => [getComputedStyle(it, '::before').backgroundColor,"
        " getComputedStyle(it).backgroundColor]"
    )
    assert tuple(drawn) == COLOURS[kind]


@pytest.mark.variants
@pytest.mark.parametrize("width", [390, 1440])
def test_the_three_kinds(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme="light")
    token = site.portal.token_of()
    enter(page, token, "/guides/iphone-upload")
    expect(page.get_by_role("heading", level=1)).to_be_visible()

    page.evaluate("localStorage.setItem('trackCode', 'QZBB12500077')")
    page.reload()
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error()) }")
    page.get_by_role("button", name="Copy QZBB12500077").click()
    error = page.get_by_role("alert").filter(has_text="did not allow copying")
    is_at_the_top_centre(page, error, "error")
    expect(error).to_have_count(0)

    page.goto("/config-account")
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password", exact=True).fill("another horse")
    page.get_by_label("Password again").fill("another horse")
    page.get_by_role("button", name="Change password").click()
    success = page.get_by_role("status").filter(has_text="Your password has been changed.")
    is_at_the_top_centre(page, success, "success")

    enter(page, str(site.portal.join("ivy")["token"]), "/join-email")
    page.get_by_role("button", name="Send the code").click()
    info = page.get_by_role("status").filter(has_text="The verification code was sent.")
    is_at_the_top_centre(page, info, "info")
