"""An operator looks at an account (SESSION-14)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.conftest import PHONE, Site
from tests.http.portal import OPERATOR

from backbeat.audit.ports import AuditFilter
from backbeat.kernel.pages import PageRequest

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [PHONE, {"width": 1440, "height": 900}], ids=["390", "1440"])
def test_a_bar_above_every_screen_says_who_looks_and_ends_it(
    page: Page, site: Site, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    site.portal.token_of()
    sessions = site.portal.container.portal().sessions
    link = sessions.issue_view(site.portal.account().id, OPERATOR, "ticket 7")

    page.goto(f"/auth/external?t={link.value}")

    bar = page.get_by_role("complementary", name="Operator's view")
    expect(bar).to_contain_text("olga looks at this account until")
    for path in ("/dashboard", "/config-account", "/music"):
        page.goto(path)
        expect(bar).to_be_visible()
        box = bar.bounding_box()
        assert box is not None
        assert (box["x"], box["y"], box["width"]) == (0, 0, size["width"])
    page.goto("/config-account")
    page.get_by_label("Name").fill("other")
    page.get_by_role("button", name="Change name").click()
    expect(page.get_by_text("This session can only view the account.")).to_be_visible()
    end = bar.get_by_role("button", name="End")
    button = end.bounding_box()
    assert button is not None
    assert button["height"] >= 44
    end.click()

    expect(bar).to_be_hidden()
    expect(page.get_by_role("button", name="Log in")).to_be_visible()
    assert site.portal.account().name == "mina"
    (row,) = (
        site.portal.container.portal()
        .audit.list(AuditFilter(action="account.view_ended"), PageRequest())
        .items
    )
    assert row.entry.actor == OPERATOR
