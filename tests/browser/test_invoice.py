"""An invoice in the portal, as files, and alone on its embedded page."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from attrs import evolve
from playwright.sync_api import Page, Route, expect
from tests.browser.conftest import PHONE, Site
from tests.browser.figures import enter
from tests.browser.test_looks import look
from tests.fakes.withdrawals import a_withdrawal, an_invoice

from backbeat.kernel.money import Currency, Money
from backbeat.withdrawals.model import InvoiceKind

pytestmark = pytest.mark.browser

NUMBER = "INV-2025-000001"
ALONE = "/embedded/withdrawal-invoice"


@pytest.fixture
def device() -> dict[str, Any]:
    return {"viewport": PHONE, "locale": "en-US"}


def billed(site: Site) -> str:
    """Mina, who was paid 150.00 less the fee: her token."""
    token = site.portal.token_of()
    mina = site.portal.account().id
    paid = a_withdrawal(1, account=mina, invoice=NUMBER).succeeded(date(2025, 11, 7))
    with site.portal.container.transactions().begin() as books:
        books.withdrawals.add(paid)
        books.invoices.add(an_invoice(1, account=mina))
    return token


def count_covers(page: Page) -> None:
    """In `window.covers`, how often one was seen on a page that is opened from now on."""
    page.add_init_script(
        """window.covers = 0;
        new MutationObserver(() => {
            window.covers += document.querySelectorAll('[role=progressbar]').length;
        }).observe(document, {childList: true, subtree: true});"""
    )


def test_an_invoice_is_seen_downloaded_and_opened_alone(page: Page, site: Site) -> None:
    enter(page, billed(site), f"/withdrawal/invoice?id={NUMBER}")
    sheet = page.get_by_role("article", name=NUMBER)
    expect(sheet).to_contain_text("Mina Kim")
    expect(sheet).to_contain_text("2025/09Music revenue$150.001$150.00")
    expect(sheet).to_contain_text("Processing fee−$7.05Total$142.95")
    assert look(page) == []

    for label, ending in (("PDF", "pdf"), ("Excel", "xlsx")):
        with page.expect_download() as taken:
            page.get_by_role("button", name=label).click()
        assert taken.value.suggested_filename == f"{NUMBER}.{ending}"
        assert taken.value.path().stat().st_size > 1000

    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Open on its own page").click()
    alone = opened.value
    expect(alone.get_by_role("article", name=NUMBER)).to_contain_text("$142.95")
    expect(alone.get_by_role("banner").or_(alone.get_by_role("navigation"))).to_have_count(0)
    assert alone.url == f"{site.address}{ALONE}"
    assert NUMBER in alone.evaluate("localStorage.getItem('invoice')")
    alone.reload()
    expect(alone.get_by_role("article", name=NUMBER)).to_contain_text("$142.95")
    assert look(alone) == []


def test_nobody_reads_an_invoice_after_the_log_out(page: Page, site: Site) -> None:
    enter(page, billed(site), f"/withdrawal/invoice?id={NUMBER}")
    with page.context.expect_page() as opened:
        page.get_by_role("button", name="Open on its own page").click()
    alone = opened.value
    expect(alone.get_by_role("article", name=NUMBER)).to_be_visible()

    page.goto("/my")
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("dialog").get_by_role("button", name="Log out").click()

    expect(alone.get_by_role("heading", level=1)).to_have_text("There is no invoice here")
    alone.reload()
    expect(alone.get_by_role("heading", level=1)).to_have_text("There is no invoice here")


def test_a_link_opens_it_once_without_a_log_in(page: Page, site: Site) -> None:
    token = billed(site)
    link = site.portal.get("withdrawal/invoice.link", token, id=NUMBER)["token"]
    count_covers(page)
    held: list[Route] = []
    page.route("**/invoice.embedded**", lambda route: held.append(route), times=1)  # noqa: PLW0108 - Playwright marks it

    with page.expect_request("**/invoice.embedded**"):
        page.goto(f"{ALONE}?t={link}")
    assert page.evaluate("window.covers") == 0
    held[0].continue_()
    expect(page.get_by_role("article", name=NUMBER)).to_contain_text("$142.95")
    expect(page.get_by_role("banner").or_(page.get_by_role("navigation"))).to_have_count(0)
    assert page.evaluate("window.covers") == 0
    page.reload()

    expect(page.get_by_role("heading", level=1)).to_have_text("There is no invoice here")
    assert page.url == f"{site.address}{ALONE}?t={link}"


def test_without_a_hand_over_there_is_an_error_page_and_never_a_cover(
    page: Page, site: Site
) -> None:
    count_covers(page)
    page.goto(ALONE)
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no invoice here")
    assert page.evaluate("window.covers") == 0
    assert look(page) == []


def test_yuan_have_two_decimals_and_a_credit_note_names_its_invoice(page: Page, site: Site) -> None:
    token = billed(site)
    invoice = an_invoice(1, account=site.portal.account().id)
    note = evolve(
        invoice,
        number="CN-2025-000001",
        kind=InvoiceKind.CREDIT_NOTE,
        corrects=NUMBER,
        currency=Currency.CNY,
        lines=(evolve(invoice.lines[0], unit_price=yuan("-1065.55")),),
        fee=yuan("-50.08"),
        total=yuan("-1015.47"),
    )
    with site.portal.container.transactions().begin() as books:
        books.invoices.add(note)

    enter(page, token, f"/withdrawal/invoice?id={note.number}")

    sheet = page.get_by_role("article", name=note.number)
    expect(sheet).to_contain_text(f"Corrects{NUMBER}")
    expect(sheet).to_contain_text("Processing fee¥50.08Total−¥1,015.47")
    expect(page.get_by_role("heading", level=1)).to_have_text("Credit note")


def test_a_replaced_invoice_and_its_credit_note_stand_in_the_list(page: Page, site: Site) -> None:
    token, mina = site.portal.token_of(), site.portal.account().id
    former = an_invoice(1, account=mina)
    with site.portal.container.transactions().begin() as books:
        books.withdrawals.add(a_withdrawal(1, account=mina, invoice="INV-2025-000002"))
        books.invoices.add(former)
        books.invoices.add(former.taken_back("CN-2025-000001", date(2025, 11, 7)))
        books.invoices.add(evolve(former, number="INV-2025-000002", name="Ann Kim"))

    enter(page, token, "/withdrawal/list")

    papers = page.get_by_role("listitem").get_by_role("link", name="-2025-")
    expect(papers).to_have_text(
        [f"Former invoice {NUMBER}", "Credit note CN-2025-000001", "Invoice INV-2025-000002"]
    )
    papers.first.click()
    expect(page.get_by_role("article", name=NUMBER)).to_contain_text("Mina Kim")


def test_a_correction_is_a_line_that_says_so(page: Page, site: Site) -> None:
    """INVOICE-1; the PDF says the same."""
    token, mina = site.portal.token_of(), site.portal.account().id
    invoice = an_invoice(1, account=mina)
    [line] = invoice.lines
    corrected = evolve(
        invoice,
        lines=(
            evolve(line, unit_price=Money.of("151.20")),
            evolve(line, unit_price=Money.of("-1.20"), correction=True),
        ),
    )
    with site.portal.container.transactions().begin() as books:
        books.withdrawals.add(a_withdrawal(1, account=mina, invoice=NUMBER))
        books.invoices.add(corrected)

    enter(page, token, f"/withdrawal/invoice?id={NUMBER}")

    rows = page.get_by_role("article", name=NUMBER).locator("tbody tr")
    expect(rows.nth(0)).to_contain_text("2025/09Music revenue$151.20")
    expect(rows.nth(1)).to_contain_text("2025/09Music revenue (correction)−$1.20")


def yuan(amount: str) -> Money:
    return Money.of(amount, Currency.CNY)
