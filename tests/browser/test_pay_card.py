"""The pay card through a life: one sum, one sentence, one act, the same on every page of money."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from tests.browser.conftest import NOTHING, Site, remember
from tests.browser.figures import turn_to
from tests.browser.test_looks import READERS, look
from tests.fakes.withdrawals import ANN
from tests.http.payout_states import SEPTEMBER, a_life, ask, go_live, register, reports
from tests.http.test_journey_payouts import BANK, on, settle
from tests.proofs.samples import Sample

from backbeat.kernel.money import Currency

pytestmark = pytest.mark.browser

SAID = {
    "first day": ("Your first figures come on", "Wed 8 October", "today is counted", None),
    "first week": ("Your first days", "$4.20", "October is confirmed around 20 November", None),
    "below_minimum": ("Yours", "$12.64", "Requests start above $20.00", None),
    "details_missing": ("Ready to withdraw", "$517.77", "by 10 November", "Enter payment details"),
    "open": ("Ready to withdraw", "$517.77", "$493.43 is with you by", "Request $517.77"),
    "held": ("Held to protect you", "$517.77", "you can ask already", "Request $517.77"),
    "on_its_way": ("On its way", "$493.43", "With you by 10 November", "See the request"),
    "returned": ("Back from the bank", "$493.43", "nothing is lost", "Correct the payment details"),
    "given back": ("Back in your balance", "$517.77", "nothing was lost", None),
    "paid": ("Paid on 7 December", "$493.43", "3 days early", "See the request"),
    "below_zero": ("Balance", "−$3.68", "nothing is asked of you", "See the correction"),
}
"""Label, sum, a part of the sentence, and the act."""

ON_EVERY_PAGE = {"on_its_way"}


@pytest.fixture
def device() -> dict[str, Any]:
    return READERS["phone, English, light"]


def card(page: Page, label: str) -> Locator:
    return page.locator("section", has=page.get_by_role("heading", name=label, exact=True))


def test_a_life_is_told_state_by_state(page: Page, site: Site, tmp_path: Path) -> None:
    """In all of its states; of these a quarter is looked at for readability, others at each commit."""
    sample = Sample.of_the_commit(4, "browser")
    for number, (name, day) in enumerate(a_life(site.portal, tmp_path)):
        if name not in SAID:
            continue
        label, amount, sentence, act = SAID[name]
        remember(page, "token", on(site.portal, "mina", day))
        others = ("/withdrawal/list", "/withdrawal/request") if name in ON_EVERY_PAGE else ()
        page.goto("/dashboard")
        for path in ("/dashboard", *others):
            turn_to(page, path)
            shown = card(page, label)
            expect(shown).to_contain_text(amount)
            expect(shown).to_contain_text(sentence)
            if act:
                expect(shown.get_by_role("link", name=act)).to_be_visible()
            if sample.has("states", number):
                assert (name, path, look(page)) == (name, path, [])
        page.goto(NOTHING)  # what still asks with this session must not end the next one


def test_an_open_window_counts_its_days_to_the_last(page: Page, site: Site) -> None:
    go_live(site.portal)
    settle(site.portal, "mina", SEPTEMBER, "150.00")
    register(site.portal, date(2025, 10, 21))
    for day, said in (
        (date(2025, 10, 29), "Open, 2 days left"),
        (date(2025, 10, 30), "Open, 1 day left"),
        (date(2025, 10, 31), "Open, last day"),
    ):
        remember(page, "token", on(site.portal, "mina", day))
        page.goto("/dashboard")
        expect(card(page, "Ready to withdraw")).to_contain_text(said)
        page.goto(NOTHING)  # what still asks with this session must not end the next one


def test_beside_a_payout_in_yuan_the_estimate_is_in_the_readers_currency(
    page: Page, site: Site, tmp_path: Path
) -> None:
    portal, yuan = site.portal, {"method": "bank", "currency": "CNY"}
    go_live(portal)
    settle(portal, "mina", SEPTEMBER, "350.00")
    register(portal, date(2025, 10, 21), **BANK)
    reports(portal, tmp_path, ("2025-10-08", "10.00"))
    token = on(portal, "mina", date(2025, 10, 26))
    portal.container.portal().rates.set(Currency.CNY, Decimal("7.1234"), ANN)
    total = portal.get("withdrawal/quote", token, **yuan)["total"]
    assert portal.post("withdrawal/request", token, **yuan, total=total).status == 200

    remember(page, "token", on(portal, "mina", date(2025, 10, 27)))
    page.goto("/dashboard")

    shown = card(page, "On its way")
    expect(shown).to_contain_text("¥2,350.72")
    expect(shown).to_contain_text("October so far$10.00")


def test_a_reminder_is_asked_for_and_news_is_put_away(page: Page, site: Site) -> None:
    go_live(site.portal)
    settle(site.portal, "mina", SEPTEMBER, "150.00")
    register(site.portal, date(2025, 10, 21))
    remember(page, "token", on(site.portal, "mina", date(2025, 10, 22)))
    page.goto("/dashboard")
    page.get_by_role("button", name="Tell me on 25 October").click()
    expect(
        page.get_by_role("status").filter(has_text="We will tell you on 25 October")
    ).to_be_visible()

    asked = ask(site.portal, date(2025, 10, 26))
    remember(page, "token", on(site.portal, "mina", date(2025, 10, 28)))
    site.portal.container.portal().withdrawal_decisions.pay(asked, ANN)
    page.goto("/dashboard")
    expect(card(page, "Paid on 28 October")).to_contain_text("$142.95")
    page.get_by_role("button", name="Put this away").click()

    expect(card(page, "Paid on 28 October")).to_have_count(0)
