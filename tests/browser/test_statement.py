"""The monthly statement with its files, and the Excel report by video."""

from __future__ import annotations

import re
from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, expect
from tests.browser.conftest import PHONE, Site, made_once
from tests.browser.figures import enter
from tests.browser.test_earnings import ANN, settled
from tests.browser.test_looks import READERS, look

from backbeat.exports.model import Progress
from backbeat.kernel.money import Money
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction

pytestmark = pytest.mark.browser

STATEMENT = "/withdrawal/statement"


@pytest.fixture
def device() -> dict[str, Any]:
    return READERS["laptop, Chinese, dark"] | {"locale": "en-US"}


@made_once
def moved(site: Site, folder: Path) -> str:
    """Mina, whose September came on 20 October, of which 20.50 were prepaid: her token."""
    token = settled(site, folder)
    site.portal.business.set(date(2025, 10, 21))
    wanted = Correction(site.portal.account().id, EntryType.PREPAID, Money.of("-20.50"))
    site.portal.container.portal().account_ledger.post(wanted, ANN, "paid by hand")
    site.portal.business.set(date(2025, 11, 2))
    return token


def test_a_month_shows_opening_movements_and_closing_and_leads_down(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, moved(site, tmp_path), "/withdrawal/report")
    page.get_by_role("link", name="Statement").click()

    expect(page.get_by_role("combobox", name="Month")).to_have_value("2025-10")
    main = page.get_by_role("main")
    expect(main).to_contain_text("Opening balance$0.00")
    expect(page.locator("summary")).to_have_text(["Music revenue$150.00", "Prepaid amount−$20.50"])
    expect(main).to_contain_text("Closing balance $129.50")
    assert look(page) == []

    page.get_by_role("link", name="of 2025/09").click()
    expect(page).to_have_url(re.compile(r"/withdrawal/music_profit/2025-09#\w+$"))
    page.go_back()
    page.get_by_role("link", name="2025/10/21").click()
    expect(page).to_have_url(re.compile(r"/withdrawal/prepaid/2025-10-21#\w+$"))


def test_months_are_turned_with_the_keyboard_and_an_empty_one_says_so(
    page: Page, site: Site, tmp_path: Path
) -> None:
    enter(page, moved(site, tmp_path), STATEMENT)
    after = page.get_by_role("button", name="Next month")
    after.focus()
    page.keyboard.press("Enter")

    expect(page).to_have_url(f"{site.address}{STATEMENT}?month=2025-11")
    expect(page.get_by_text("No entries in this month")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Closing balance Up to 2025/11/02$129.50")
    expect(after).to_be_disabled()
    assert look(page) == []


def test_a_statement_downloads_as_pdf_and_xlsx(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, moved(site, tmp_path), STATEMENT)

    for label, ending in (("PDF", "pdf"), ("Excel", "xlsx")):
        with page.expect_download() as taken:
            page.get_by_role("button", name=label).click()
        assert taken.value.suggested_filename == f"statement-2025-10.{ending}"
        assert taken.value.path().stat().st_size > 1000


def test_a_month_to_come_is_refused_in_words(page: Page, site: Site, tmp_path: Path) -> None:
    enter(page, moved(site, tmp_path), f"{STATEMENT}?month=2031-01")

    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    assert look(page) == []


class TestExcel:
    @pytest.fixture
    def device(self) -> dict[str, Any]:
        return {"viewport": PHONE, "locale": "en-US"}

    def test_a_report_is_asked_for_watched_and_taken(
        self, page: Page, site: Site, tmp_path: Path
    ) -> None:
        enter(page, settled(site, tmp_path), "/withdrawal/report")
        page.get_by_role("button", name="Excel by video").click()
        dialog = page.get_by_role("dialog", name="Earnings by video")
        expect(dialog.get_by_label("From")).to_have_value("2025-09")
        assert look(page) == []
        dialog.get_by_role("button", name="Make the file").click()
        expect(dialog).to_contain_text("Waiting in the queue")
        assert look(page) == []

        page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        page.reload()
        site.portal.container.portal().worker.run_once()
        page.get_by_role("button", name="Excel by video").click()

        expect(dialog).to_contain_text("Ready: 2 videos")
        assert look(page) == []
        with page.expect_download() as taken:
            dialog.get_by_role("button", name="Download").click()
        assert taken.value.suggested_filename == "earnings-2025-09-2025-09.xlsx"
        sheet = load_workbook(BytesIO(taken.value.path().read_bytes())).active
        assert sheet is not None
        assert [row[2] for row in sheet.iter_rows(values_only=True)] == ["Video ID", "V1", "V2"]
        dialog.get_by_role("button", name="Make another file").click()
        expect(dialog.get_by_role("button", name="Make the file")).to_be_visible()

    @pytest.mark.variants
    @pytest.mark.parametrize("device", READERS.values(), ids=list(READERS))
    def test_it_shows_how_far_it_is(self, page: Page, site: Site, tmp_path: Path) -> None:
        enter(page, settled(site, tmp_path), "/withdrawal/report?excel=1")
        dialog = page.get_by_role("dialog")
        expect(dialog.locator("select")).to_have_count(2)
        dialog.get_by_role("button").last.click()
        expect(dialog.locator("select")).to_have_count(0)
        reports = site.portal.container.portal().exports
        mina = site.portal.account().id
        with site.portal.container.transactions().begin() as books:
            asked = books.exports.open_of(mina)
            assert asked is not None
            books.exports.save(asked.begun())
        with reports.files.writing(asked.id):
            reports.files.note(asked.id, Progress(12_000, 48_000))

            bar = dialog.get_by_role("progressbar")
            expect(bar).to_have_js_property("position", 0.25)
            expect(dialog).to_contain_text("48,000")
            assert look(page) == []

    def test_a_report_that_is_gone_leads_to_a_new_one(
        self, page: Page, site: Site, tmp_path: Path
    ) -> None:
        enter(page, settled(site, tmp_path), "/withdrawal/report")
        page.evaluate("""() => sessionStorage.setItem('excelReport', '"long-gone"')""")
        page.reload()
        page.get_by_role("button", name="Excel by video").click()

        dialog = page.get_by_role("dialog", name="Earnings by video")
        dialog.get_by_role("button", name="Make the file").click()
        expect(dialog).to_contain_text("Waiting in the queue")

    def test_a_report_that_failed_says_so(self, page: Page, site: Site, tmp_path: Path) -> None:
        enter(page, settled(site, tmp_path), "/withdrawal/report?excel=1")
        dialog = page.get_by_role("dialog", name="Earnings by video")
        dialog.get_by_role("button", name="Make the file").click()
        expect(dialog).to_contain_text("Waiting in the queue")
        mina = site.portal.account().id
        with site.portal.container.transactions().begin() as books:
            asked = books.exports.open_of(mina)
            assert asked is not None
            books.exports.save(asked.given_up(site.portal.container.security_clock().now()))

        expect(dialog.get_by_role("alert")).to_contain_text("The file could not be made")
        assert look(page) == []
        expect(dialog.get_by_role("button", name="Make another file")).to_be_visible()
