"""A manager sets a member's password: typed twice alike, or not sent."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site
from tests.browser.figures import enter
from tests.browser.payouts import calls_to
from tests.browser.people import member_of

pytestmark = pytest.mark.browser


def test_passwords_that_differ_are_named_and_not_sent(page: Page, site: Site) -> None:
    token = site.portal.token_of()
    member_of(site, token, "kai")
    enter(page, token, "/manage-member")
    rows = page.get_by_role("main").locator("tbody tr, li")
    row = rows.filter(has=page.get_by_text("kai", exact=True))
    row.get_by_role("button", name="kai: what can be done").click()
    page.get_by_role("menuitem", name="Set a new password").click()
    dialog = page.get_by_role("dialog")
    asked = calls_to(page, "member/mcn/update")

    dialog.get_by_role("textbox", name="New password").fill("second one")
    again = dialog.get_by_role("textbox", name="Password again")
    again.fill("second on")
    dialog.get_by_role("button", name="Set a new password").click()

    expect(dialog.get_by_text("The two passwords do not match.")).to_be_visible()
    expect(again).to_have_attribute("aria-invalid", "true")
    assert asked == []
    assert site.portal.log_in("kai", "first one").status == 200

    again.fill("second one")
    dialog.get_by_role("button", name="Set a new password").click()
    expect(page.get_by_text("kai logs in with the new password.")).to_be_visible()
    assert len(asked) == 1
