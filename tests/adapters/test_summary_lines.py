"""Lines of the payment summary without a file: divided or kept, and undone, in memory and in SQL."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from threading import Barrier, Thread
from typing import Any

import pytest
from attrs import evolve
from tests.adapters.test_settlement_closing import ANN, PAGE, SEPTEMBER, Office, office
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.held_up import start_behind
from tests.fakes.waiting import PATIENCE

from backbeat.audit.ports import AuditFilter
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId, ChannelId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.errors import NotReversible
from backbeat.ledger.model import Balance, EntryType
from backbeat.ledger.service import AccountLedger
from backbeat.platforms.kinds import Sort
from backbeat.report_files.errors import UndoRefused
from backbeat.report_files.model import SummarySums
from backbeat.settings import Settlement as SettlementSettings
from backbeat.settlement.errors import (
    AdjustmentPending,
    FiguresChanged,
    LineHasFile,
    LineIsDeduction,
    LineNotSettled,
    LineSettled,
    NotClosed,
    NothingPosted,
    SortNeeded,
    UnknownLine,
)
from backbeat.settlement.model import SettledLine, Treatment
from backbeat.settlement.summary_lines import SummaryLines
from backbeat_adapters.sql.engine.outages import retrying

pytestmark = pytest.mark.variants("databases")

__all__ = ["office"]

CLOSING, AFTER = date(2025, 10, 20), date(2025, 10, 22)
DISPUTE = "Ads Revenue: Dispute Resolution"
SHARED, KEPT = Treatment.SHARED, Treatment.KEPT


def lines(office: Office) -> SummaryLines:
    return SummaryLines(office.settlements)


def arrives(office: Office, *stated: tuple[str, str]) -> None:
    """300.00 of ads for mina, 900.00 of sam's network, 80.00 of subscriptions for fern, and the
    summary: these, and what `stated` says."""
    office.begin(("arrives", stated), lambda: _arrives(office, *stated))


def _arrives(office: Office, *stated: tuple[str, str]) -> None:
    office.ingest(
        fake.claims(
            office.folder,
            fake.claim_row(channel=platform_id(1)[2:], isrc="", revenue="300.00"),
            fake.claim_row(channel=platform_id(3)[2:], video="S1", isrc="", revenue="900.00"),
        )
    )
    row: fake.Row = {
        "Adjustment Type": "None",
        "Day": "20250905",
        "Country": "KR",
        "Video ID": "F1",
        "Channel ID": platform_id(4)[2:],
        "Partner Revenue": "80.00",
    }
    name = fake.STUDIO.format(kind="red_music_rawdata_video")
    office.ingest(fake.write(office.folder / name, fake.text_of(fake.RED_HEADER, [row])))
    states(office, *stated)


def states(office: Office, *stated: tuple[str, str]) -> None:
    office.ingest(
        fake.payment_summary(
            office.folder,
            ("Ads Revenue", "1200.00"),
            ("Subscription Revenue: YT & Music Premium", "80.00"),
            *stated,
        ),
        replace=True,
    )


def closed(office: Office, *stated: tuple[str, str]) -> None:
    arrives(office, *stated)
    office.close(SEPTEMBER, CLOSING)
    office.clock.set(AFTER)


def settled(
    office: Office, line: str = DISPUTE, treatment: Treatment = SHARED, **options: Any
) -> SettledLine:
    found = lines(office)
    return found.settle(found.rehearse(SEPTEMBER, line, treatment, ANN, **options))


def house(office: Office) -> dict[str, str]:
    """What the house's accounts have."""
    sums: dict[str, Money] = {}
    with office.transactions.look() as books:
        for sealed in books.ledger.store.whole.chain():
            for leg in sealed.transaction.postings:
                if leg.house is not None:
                    sums[leg.house] = sums.get(leg.house, Money.zero()) + leg.amount
    return {name: str(amount) for name, amount in sorted(sums.items()) if amount}


def test_a_line_is_divided_over_the_months_postings_of_its_sort(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    before = office.balances()
    assert before == {
        "cora": "72.00",
        "fern": "80.00",
        "mina": "300.00",
        "net": "180.00",
        "sam": "648.00",
    }

    line = settled(office)

    assert (line.amount, line.sort, line.entries) == (Money.of(120), Sort.ADS, 4)
    assert office.balances() == {
        "cora": "79.20",
        "fern": "80.00",
        "mina": "330.00",
        "net": "198.00",
        "sam": "712.80",
    }
    assert office.entries("mina")[-1] == ("music_profit", "30.00", "2025-09", "2025-10-22")
    assert house(office) == {"house:royalty": "-1400.00"}
    assert office.findings() == []


def test_a_line_below_nothing_is_divided_as_its_opposite_would_be(office: Office) -> None:
    closed(office, (DISPUTE, "-1.000001"))

    plan = lines(office).rehearse(SEPTEMBER, DISPUTE, SHARED, ANN)
    assert {owed.account: amount.micros for owed, amount in plan.shares.items()} == {
        "mina": -250_000,
        "net": -150_000,
        "cora": -60_000,
        "sam": -540_001,
    }
    lines(office).settle(plan)

    assert office.balances()["sam"] == "647.459999"
    assert house(office) == {"house:royalty": "-1278.999999"}
    assert office.findings() == []


def test_the_houses_own_part_of_a_sort_has_its_part_of_the_line(office: Office) -> None:
    office.settings = evolve(
        office.settings, settlement=SettlementSettings(operator_rate=Decimal("0.25"))
    )
    closed(office, (DISPUTE, "120.00"))
    assert house(office) == {"house:kept": "320.00", "house:royalty": "-1280.00"}

    settled(office)

    assert house(office) == {"house:kept": "350.00", "house:royalty": "-1400.00"}
    assert office.balances()["mina"] == "247.50"
    assert office.findings() == []


def test_a_line_may_be_kept_by_the_house(office: Office) -> None:
    closed(office, ("Experiment", "12.34"))
    before = office.balances()

    line = settled(office, "experiment ", KEPT)

    assert (line.name, line.sort, line.entries) == ("Experiment", None, 0)
    assert office.balances() == before
    assert house(office) == {"house:kept": "12.34", "house:royalty": "-1292.34"}
    assert office.findings() == []


def test_a_month_equals_the_platforms_revenue_and_deductions_stand_apart(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"), ("US tax withholding", "-40.00"))
    open_ = lines(office).compare(SEPTEMBER)
    assert open_.sums == SummarySums(Decimal(1400), Decimal(-40), Decimal(120))
    assert [each.name for each in open_.lines if each.is_open] == [DISPUTE]

    settled(office)

    after = lines(office).compare(SEPTEMBER)
    assert [each.name for each in after.deductions] == ["US tax withholding"]
    assert after.sums.left == 0
    assert [each.name for each in after.settled] == [DISPUTE]
    assert all(each.agrees for each in after.lines)
    assert house(office) == {"house:royalty": f"-{after.sums.revenue:.2f}"}


def test_a_line_is_settled_once(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    plan = lines(office).rehearse(SEPTEMBER, DISPUTE, SHARED, ANN)
    lines(office).settle(plan)
    before = office.balances()

    with pytest.raises(LineSettled) as refused:
        settled(office, "ads revenue:  dispute resolution")
    assert (refused.value.line, refused.value.settled_on) == (DISPUTE, AFTER)
    with pytest.raises(LineSettled):
        lines(office).settle(plan)
    with pytest.raises(LineSettled):
        settled(office, treatment=KEPT)
    assert office.balances() == before


def test_an_adjustment_leaves_a_settled_line_alone(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    settled(office)

    assert office.settlements.adjust(SEPTEMBER, ANN) is None
    office.ingest(
        fake.claims(
            office.folder,
            fake.claim_row(channel=platform_id(1)[2:], isrc="", revenue="310.00"),
        )
    )
    office.settlements.adjust(SEPTEMBER, ANN)

    assert office.balances()["mina"] == "340.00"
    assert office.findings() == []


def test_a_line_is_taken_back_as_a_whole_and_can_be_settled_anew(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    before = office.balances()
    settled(office)

    undone = lines(office).reverse(SEPTEMBER, DISPUTE, ANN, "it was paid in August")

    assert (undone.amount, undone.is_taken_back) == (Money.of(-120), True)
    assert office.balances() == before
    assert lines(office).compare(SEPTEMBER).sums.left == 120
    assert office.settlements.adjust(SEPTEMBER, ANN) is None
    with pytest.raises(LineNotSettled):
        lines(office).reverse(SEPTEMBER, DISPUTE, ANN)

    assert settled(office, treatment=KEPT).revision == 2
    assert house(office)["house:kept"] == "120.00"
    lines(office).reverse(SEPTEMBER, DISPUTE, ANN)
    assert "house:kept" not in house(office)
    assert settled(office).revision == 4
    assert office.balances()["mina"] == "330.00"
    assert office.findings() == []


def test_a_line_that_was_never_settled_is_told_from_one_that_there_is_not(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))

    with pytest.raises(LineNotSettled) as open_:
        lines(office).reverse(SEPTEMBER, DISPUTE, ANN)
    with pytest.raises(UnknownLine) as unknown:
        lines(office).reverse(SEPTEMBER, "Nowhere", ANN)

    assert open_.value.line == DISPUTE
    assert (unknown.value.line, DISPUTE in unknown.value.lines) == ("Nowhere", True)


def test_what_was_spent_of_a_share_is_owed_once_it_is_taken_back(office: Office) -> None:
    closed(office, (DISPUTE, "-400.00"))
    settled(office)
    assert office.balances()["mina"] == "200.00"

    lines(office).reverse(SEPTEMBER, DISPUTE, ANN)

    assert office.balances()["mina"] == "300.00"
    assert office.findings() == []


def test_one_share_alone_is_not_reversed(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    settled(office)
    ledger = AccountLedger(
        office.transactions, office.clock, office.clock, lambda: "x", office.settings.points
    )

    with pytest.raises(NotReversible):
        ledger.reverse(office.entry("mina", 1), ANN, "no")


@pytest.mark.parametrize(
    ("line", "treatment", "options", "refusal"),
    [
        ("Nowhere", SHARED, {}, UnknownLine),
        ("Ads revenue", SHARED, {}, LineHasFile),
        ("Ads revenue", KEPT, {}, LineHasFile),
        ("Withholding tax", SHARED, {}, LineIsDeduction),
        ("Nothing", KEPT, {}, LineIsDeduction),
        ("Experiment", SHARED, {}, SortNeeded),
    ],
)
def test_what_cannot_be_settled_is_refused(
    office: Office, line: str, treatment: Treatment, options: Any, refusal: type[Refusal]
) -> None:
    stated = (("Experiment", "5.00"), ("Withholding tax", "-7.00"), ("Nothing", "0.00"))
    closed(office, *stated)

    with pytest.raises(refusal):
        settled(office, line, treatment, **options)
    assert settled(office, "Experiment", sort=Sort.SUBSCRIPTION).sort is Sort.SUBSCRIPTION
    assert office.balances()["fern"] == "85.00"


def test_only_a_closed_months_lines_are_settled(office: Office) -> None:
    arrives(office, (DISPUTE, "120.00"))

    for treatment in Treatment:
        with pytest.raises(NotClosed):
            settled(office, treatment=treatment)


def test_a_sort_of_which_nothing_was_posted_divides_nothing(office: Office) -> None:
    office.ingest(
        fake.claims(
            office.folder, fake.claim_row(channel=platform_id(1)[2:], isrc="", revenue="-3.00")
        )
    )
    office.ingest(fake.payment_summary(office.folder, (DISPUTE, "120.00")))
    office.close(SEPTEMBER, CLOSING)

    with pytest.raises(NothingPosted):
        settled(office)


def test_a_month_with_figures_not_posted_is_adjusted_first(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    late = fake.claim_row(channel=platform_id(2)[2:], video="late", isrc="", revenue="9.00")
    office.ingest(fake.claims(office.folder, late))

    with pytest.raises(AdjustmentPending):
        settled(office)
    office.settlements.adjust(SEPTEMBER, ANN)
    assert settled(office).entries == 6


def test_a_file_that_came_since_the_plan_stops_it(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    plan = lines(office).rehearse(SEPTEMBER, DISPUTE, SHARED, ANN)
    before = office.balances()
    late = fake.claim_row(channel=platform_id(2)[2:], video="late", isrc="", revenue="9.00")
    office.ingest(fake.claims(office.folder, late))

    with pytest.raises(FiguresChanged):
        lines(office).settle(plan)
    assert office.balances() == before
    assert lines(office).compare(SEPTEMBER).settled == []


def test_a_file_that_comes_for_a_settled_line_is_not_paid_beside_it(office: Office) -> None:
    shorts = "YouTube Shorts - Ads Revenue"
    closed(office, (shorts, "50.00"))
    settled(office, shorts)
    row = fake.shorts_ads_row("short-one", platform_id(2)[2:], revenue="50.00")
    office.ingest(fake.shorts_ads(office.folder, row))

    with pytest.raises(LineSettled):
        office.settlements.adjust(SEPTEMBER, ANN)

    lines(office).reverse(SEPTEMBER, shorts, ANN)
    office.settlements.adjust(SEPTEMBER, ANN)
    assert office.balances()["kai"] == "47.50"
    assert lines(office).compare(SEPTEMBER).sums.left == 0
    assert office.findings() == []


def test_the_summary_of_a_settled_line_is_not_undone(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    settled(office)
    with office.transactions.look() as books:
        newest = books.reports.page(PageRequest(0, 1), None).items[0]

    with pytest.raises(UndoRefused):
        office.ingestion.undo(newest.id, ANN)


def test_a_share_tells_its_line_and_no_rows(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    settled(office)
    mina = office.tracing.of_entry(office.entry("mina", 1), PAGE)

    assert mina.line is not None
    assert (mina.line.name, mina.line.sort, mina.reckoned) == (DISPUTE, Sort.ADS, None)
    assert mina.rows.items == []
    close, _ = office.earning("mina")
    assert close.former == Money.zero()

    lines(office).reverse(SEPTEMBER, DISPUTE, ANN)
    back = office.tracing.of_entry(office.entry("mina", 2), PAGE)
    assert back.line is not None
    assert (back.line.name, back.reverses and back.reverses.entries[0].id) == (
        DISPUTE,
        office.entry("mina", 1),
    )


def test_what_an_adjustment_posted_before_leaves_out_a_line(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    settled(office)
    late = fake.claim_row(channel=platform_id(1)[2:], isrc="", revenue="310.00")
    office.ingest(fake.claims(office.folder, late))
    office.settlements.adjust(SEPTEMBER, ANN)

    adjusted, _ = office.earning("mina", 2)
    assert (adjusted.former, adjusted.rounding_nanos) == (Money.of(300), 0)
    row = office.tracing.of_row("4", 2)
    assert sorted(str(each.entry.amount) for each in row.entries) == ["10.00", "300.00"]


def test_everybody_is_told_what_the_month_comes_to_and_the_audit_says_why(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    settled(office, reason="the dispute of July was decided")
    lines(office).reverse(SEPTEMBER, DISPUTE, ANN, "by mistake")

    with office.transactions.look() as books:
        told = books.notifications.page(AccountId("mina"), None, PageRequest(0, 9)).items
        audit = books.audit.page(AuditFilter(action="summary_line."), PageRequest(0, 9)).items
    amounts = [str(each.notification.facts["amount"]) for each in told]
    assert amounts == ["300.00", "330.00", "300.00"]
    assert [(row.entry.action, row.entry.reason) for row in audit] == [
        ("summary_line.reversed", "by mistake"),
        ("summary_line.settled", "the dispute of July was decided"),
    ]
    assert audit[1].entry.after["line"] == DISPUTE


def test_a_settled_line_is_its_own_row_of_a_statement_and_of_the_month(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    settled(office)

    with office.transactions.look() as books:
        (month,) = books.ledger.statements.months(AccountId("mina"))
        row = books.ledger.store.statements.entries(AccountId("mina"), PAGE).items[0]
    assert [(line.type, str(line.amount), line.correction) for line in month.lines] == [
        (EntryType.MUSIC_PROFIT, "300.00", False),
        (EntryType.MUSIC_PROFIT, "30.00", True),
    ]
    assert (row.note, row.correction, str(row.month)) == (DISPUTE, True, "2025-09")


def test_a_share_counts_with_the_subaccount_whose_channel_it_came_by(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    settled(office)
    net = AccountId("net")

    def months(subaccount: str) -> list[tuple[str, bool]]:
        found = office.settlements.report(net, PAGE, subaccount=subaccount).items
        return [(str(each.amount), each.correction) for month in found for each in month.lines]

    assert months("sam") == months("cora") == [("180.00", False), ("18.00", True)]
    assert months("self") == []

    lines(office).reverse(SEPTEMBER, DISPUTE, ANN)
    assert months("cora") == [("180.00", False)]


def test_a_share_is_divided_between_the_holders_of_its_channels_month(office: Office) -> None:
    with office.transactions.begin() as books:
        channel = books.channels.claims(platform_id(2))[0]
        books.channels.lock(channel.id)
        books.channels.save(channel.given_to(AccountId("studio"), date(2025, 9, 11)))
    row = fake.claim_row(channel=platform_id(2)[2:], video="C1", isrc="", revenue="10.00")
    rows = [{**row, "Day": f"202509{day:02}"} for day in (5, 15, 16, 17)]
    office.ingest(fake.claims(office.folder, *rows))
    office.ingest(fake.payment_summary(office.folder, (DISPUTE, "4.00")))
    office.close(SEPTEMBER, CLOSING)
    settled(office)
    studio = AccountId("studio")

    def month(subaccount: str) -> str:
        return str(office.settlements.report(studio, PAGE, subaccount=subaccount).items[0].total)

    assert office.balances() == {"kai": "10.45", "studio": "33.55"}
    assert (month("self"), month("kai")) == ("33.00", "0.55")


@pytest.mark.parametrize("transactions", ["sqlite", "postgresql"], indirect=True)
def test_of_two_that_settle_a_line_at_once_one_wins(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    plan = lines(office).rehearse(SEPTEMBER, DISPUTE, SHARED, ANN)
    both = Barrier(2)

    def settle(_: int) -> object:
        both.wait()
        try:
            return retrying(lambda: lines(office).settle(plan))
        except LineSettled as refusal:
            return refusal

    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(settle, range(2)))

    assert sorted(type(each).__name__ for each in done) == ["LineSettled", "SettledLine"]
    assert office.balances()["mina"] == "330.00"
    assert office.findings() == []


def behind_a_posting(
    office: Office, act: Callable[[], object], amount: str, type_: EntryType
) -> None:
    """Do it while a posting to mina's account is not yet committed."""
    other = Thread(target=act)
    with office.transactions.begin() as books:
        books.ledger.post(
            AccountId("mina"),
            type_,
            Money.of(amount),
            ActContext(ANN, AFTER, office.clock.now()),
            source="meanwhile",
            month=SEPTEMBER,
            channel=ChannelId("channel-1"),
        )
        start_behind(office.transactions, other)
    other.join(PATIENCE)
    assert not other.is_alive()


@pytest.mark.parametrize("transactions", ["sqlite", "postgresql"], indirect=True)
def test_a_line_waits_for_a_debit_and_pays_the_debt_that_it_leaves(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    plan = lines(office).rehearse(SEPTEMBER, DISPUTE, SHARED, ANN)

    behind_a_posting(office, lambda: lines(office).settle(plan), "-310.00", EntryType.PREPAID)

    with office.transactions.look() as books:
        assert books.ledger.balance(AccountId("mina")) == Balance(available=Money.of(20))
    assert office.findings() == []


@pytest.mark.parametrize("transactions", ["sqlite", "postgresql"], indirect=True)
def test_a_line_taken_back_waits_for_a_profit_and_tells_the_month_with_it(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    settled(office)

    behind_a_posting(
        office,
        lambda: lines(office).reverse(SEPTEMBER, DISPUTE, ANN),
        "5.00",
        EntryType.MUSIC_PROFIT,
    )

    with office.transactions.look() as books:
        told = books.notifications.page(AccountId("mina"), None, PageRequest(0, 9)).items
    amounts = sorted(str(each.notification.facts["amount"]) for each in told)
    assert amounts == ["300.00", "305.00", "330.00"]
    assert office.balances()["mina"] == "305.00"


@pytest.mark.parametrize("transactions", ["sqlite", "postgresql"], indirect=True)
def test_a_line_of_which_more_is_posted_than_was_settled_is_found(office: Office) -> None:
    closed(office, (DISPUTE, "120.00"))
    plan = lines(office).rehearse(SEPTEMBER, DISPUTE, SHARED, ANN)
    lines(office).settle(evolve(plan, line=evolve(plan.line, amount=Money.of(119))))

    found = [each.what for each in office.findings()]
    assert len(found) == 1
    assert "1.00 USD more was posted than was settled of the line" in found[0]
