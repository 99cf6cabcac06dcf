"""Without a connection: the last figures with their time, closed money acts, our own page instead of the browser's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.conftest import PATIENCE, Site
from tests.browser.figures import earning, enter
from tests.browser.test_looks import look

pytestmark = pytest.mark.browser

KEPT = """async () => {
    const found = {};
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys())
            found[new URL(request.url).pathname] = await (
                await (await caches.open(name)).match(request)
            ).text();
    return found;
}"""


@pytest.fixture
def kept(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Page]:
    """A browser of this test's own, in which the offline page may be kept."""
    context = browser.new_context(**{**browser_context_args, "service_workers": "allow"})
    context.set_default_timeout(PATIENCE)
    context.new_page().goto("/healthz")
    yield context.new_page()
    context.close()


def until_kept(page: Page) -> None:
    page.wait_for_function(
        "async () => !!navigator.serviceWorker.controller && !!(await caches.match('/'))"
    )


def test_the_last_figures_stay_with_their_time_and_money_acts_close(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, earning(site, tmp_path), "/dashboard")
    figures = page.locator("dl").first
    expect(figures).to_contain_text("$36.00")

    page.context.set_offline(True)
    try:
        expect(page.get_by_text("No connection. This is from")).to_be_visible()
        expect(figures).to_contain_text("$36.00")
        assert look(page) == []
    finally:
        page.context.set_offline(False)
    expect(page.get_by_text("No connection")).to_have_count(0)


def test_a_page_opened_without_a_connection_is_ours_and_opens_by_itself(
    kept: Page, site: Site, tmp_path: Path
) -> None:
    enter(kept, earning(site, tmp_path), "/dashboard")
    expect(kept.locator("dl").first).to_contain_text("$36.00")
    until_kept(kept)

    kept.context.set_offline(True)
    kept.goto("/manage-channel")

    expect(kept.get_by_role("heading", name="This page is not here yet")).to_be_visible()
    kept.context.set_offline(False)
    expect(kept.get_by_role("heading", level=1, name="Channels")).to_be_visible()


def test_a_page_whose_parts_did_not_come_opens_by_itself(
    page: Page, site: Site, tmp_path: Path
) -> None:
    """A browser says that it is online before every way to the server is open (WEB-13)."""
    enter(page, earning(site, tmp_path), "/dashboard")
    expect(page.locator("dl").first).to_contain_text("$36.00")
    parts = "**/assets/manage-channel-*.js"
    page.route(parts, lambda route: route.abort())
    page.goto("/manage-channel")

    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    assert look(page) == []
    page.unroute(parts)
    expect(page.get_by_role("heading", level=1, name="Channels")).to_be_visible()


def test_nothing_private_is_kept_by_the_offline_page(
    kept: Page, site: Site, tmp_path: Path
) -> None:
    enter(kept, earning(site, tmp_path), "/dashboard")
    expect(kept.locator("dl").first).to_contain_text("$36.00")
    until_kept(kept)

    files = kept.evaluate(KEPT)

    assert {path for path in files if not path.startswith("/assets/")} == {"/"}
    # It is shown at any address, to whoever is there.
    assert "<h1" not in files["/"]
    everything = json.dumps(files)
    assert not [word for word in ("36.00", "mina@example.org") if word in everything]


def test_the_portal_can_be_installed(page: Page, site: Site) -> None:
    page.goto("/login")
    href = page.locator("link[rel=manifest]").get_attribute("href") or ""
    manifest = page.request.get(href).json()

    assert (manifest["display"], manifest["start_url"]) == ("standalone", "/dashboard")
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    for icon in manifest["icons"]:
        assert page.request.get(icon["src"]).ok
