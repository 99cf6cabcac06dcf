"""A payment as a picture: nothing in it that was not ticked, and nothing leaves by itself."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import Site, remember
from tests.browser.test_looks import READERS, look
from tests.fakes.withdrawals import ANN
from tests.http.payout_states import ask, go_live, ready
from tests.http.test_journey_payouts import on

pytestmark = pytest.mark.browser

PNG = b"\x89PNG\r\n\x1a\n"
SHEET = """
    navigator.canShare = ({ files }) => files.every(({ type }) => type === "image/png");
    navigator.share = async ({ files, ...more }) => {
        window.shared = [files.map(({ name, type, size }) => [name, type, size > 0]), more];
    };
"""
"""A device with a share sheet."""

COUNTED = """
    window.moved = 0;
    addEventListener("animationstart", ({ target }) => {
        window.moved += target.tagName === "rect" ? 1 : 0;
    });
"""
"""How many bars began to move."""


@pytest.fixture
def device() -> dict[str, Any]:
    return READERS["phone, English, light"]


@pytest.fixture
def site(site: Site) -> Site:
    """Mina was paid on 28 October."""
    go_live(site.portal)
    ready(site.portal)
    asked = ask(site.portal, date(2025, 10, 26))
    on(site.portal, "mina", date(2025, 10, 28))
    site.portal.container.portal().withdrawal_decisions.pay(asked, ANN)
    return site


def open_dialog(page: Page, site: Site, path: str = "/dashboard") -> None:
    remember(page, "token", on(site.portal, "mina", date(2025, 10, 28)))
    page.goto(path)
    share = "Share, with or without the sum" if path == "/dashboard" else "Share"
    page.get_by_role("button", name=share, exact=True).click()
    expect(page.get_by_role("dialog", name="Share this payout")).to_be_visible()


def told(page: Page) -> str | None:
    """What the picture says, by its words for those who do not see it."""
    return page.get_by_role("img", name="The picture to share").get_attribute("aria-label")


SHOWN = """
    (canvas) => {
        const copy = Object.assign(document.createElement("canvas"), { width: 1080, height: 1080 });
        const pen = copy.getContext("2d", { willReadFrequently: true });
        pen.drawImage(canvas, 0, 0);
        const read = (y, height) => pen.getImageData(0, y, 1080, height).data;
        const some = (data, is) => {
            for (let at = 0; at < data.length; at += 4) if (is(data[at], data[at + 2])) return true;
            return false;
        };
        return {
            name: some(read(90, 85), (red) => red < 200),
            sum: some(read(300, 160), (red, blue) => red > 150 && red < 190 && blue < 30),
        };
    }
"""
"""Whether there is ink where the name stands, and the colour of money where the sum does."""


def shown(page: Page) -> dict[str, bool]:
    return dict(page.locator("canvas").evaluate(SHOWN))


def says(page: Page, label: str, checked: bool, words: str) -> None:
    """Tick or untick something; the picture says that then."""
    page.get_by_label(label).set_checked(checked)
    expect(page.locator("canvas")).to_have_attribute("aria-label", f"The picture to share: {words}")


def saved(page: Page, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    target = folder / download.value.suggested_filename
    download.value.save_as(target)
    return target


def test_the_picture_tells_the_day_alone_until_more_is_ticked(page: Page, site: Site) -> None:
    open_dialog(page, site)
    assert told(page) == "The picture to share: Paid, on 28 October"
    assert shown(page) == {"name": False, "sum": False}
    assert look(page) == []

    says(page, "Show the sum", True, "Paid, $142.95, on 28 October")
    assert shown(page) == {"name": False, "sum": True}
    says(page, "Show my name", True, "Paid, $142.95, on 28 October, mina")
    assert shown(page) == {"name": True, "sum": True}
    says(page, "Show the sum", False, "Paid, on 28 October, mina")
    assert shown(page) == {"name": True, "sum": False}
    says(page, "Show my name", False, "Paid, on 28 October")
    assert shown(page) == {"name": False, "sum": False}


def test_without_a_share_sheet_the_picture_is_saved_and_nothing_is_sent(
    page: Page, site: Site, tmp_path: Path
) -> None:
    page.add_init_script("delete Navigator.prototype.canShare")
    open_dialog(page, site, "/withdrawal/list")
    expect(page.get_by_role("dialog").get_by_role("button", name="Share")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))

    picture = saved(page, tmp_path)

    assert picture.name == "2025-10-28.png"
    assert picture.read_bytes().startswith(PNG)
    assert [url for url in sent if not url.startswith("blob:")] == []


def test_with_a_share_sheet_the_picture_goes_there_and_no_word_with_it(
    page: Page, site: Site
) -> None:
    page.add_init_script(SHEET)
    open_dialog(page, site)
    assert page.evaluate("window.shared") is None

    page.get_by_role("dialog").get_by_role("button", name="Share", exact=True).click()

    page.wait_for_function("() => window.shared")
    assert page.evaluate("window.shared") == [[["2025-10-28.png", "image/png", True]], {}]


def test_money_that_arrived_is_celebrated_once(page: Page, site: Site) -> None:
    remember(page, "token", on(site.portal, "mina", date(2025, 10, 28)))
    paid = page.locator("section", has=page.get_by_role("heading", name="Paid on 28 October"))
    moving, beats = paid.locator("svg[data-moving]"), paid.locator("svg rect")

    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(COUNTED)
    page.goto("/dashboard")
    expect(moving).to_have_count(1)
    page.wait_for_function("() => window.moved === 21")

    page.reload()
    expect(beats).to_have_count(21)
    expect(moving).to_have_count(0)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert page.evaluate("window.moved") == 0


def test_who_wants_no_motion_is_spared_the_celebration(page: Page, site: Site) -> None:
    remember(page, "token", on(site.portal, "mina", date(2025, 10, 28)))
    page.add_init_script(COUNTED)
    page.goto("/dashboard")
    expect(page.locator("svg[data-moving] rect")).to_have_count(21)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert page.evaluate("window.moved") == 0
