"""Whose days are whose after somebody was moved within a tree: in memory, on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from tests.adapters.test_settlement_closing import SEPTEMBER, Office, office
from tests.adapters.test_tracing import adds_up

from backbeat.accounts.model import FeeRate, Placement
from backbeat.dashboards.model import Asked, Dashboard, Range
from backbeat.dashboards.service import Dashboards
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency
from backbeat.settings import MemberPayout, Settings
from backbeat.settings import Settlement as SettlementSettings

pytestmark = pytest.mark.variants("databases")

__all__ = ["office"]

CORA, NET, SAM, STUDIO = (AccountId(name) for name in ("cora", "net", "sam", "studio"))
CLOSING = date(2025, 10, 20)
MOVED = date(2025, 9, 16)


def move_sam(office: Office, *, rate: str | None = "0.50") -> None:
    """From the middle of the month on sam stands below studio."""
    with office.transactions.begin() as books:
        books.accounts.place(Placement(SAM, STUDIO, MOVED))
        if rate is not None:
            books.fee_rates.put(FeeRate(SAM, Decimal(rate), MOVED))


def seen_by(office: Office, account: AccountId, first: date, last: date) -> Dashboard:
    dashboards = Dashboards(office.transactions, office.clock, office.settings)
    return dashboards.overview(Asked(account, Range(first, last)), Currency.USD)


def earned(office: Office, account: AccountId) -> list[str]:
    """What the account's dashboard tells of the days around the move, one day after the other."""
    told = seen_by(office, account, MOVED - timedelta(1), MOVED)
    return [str(shared.revenue_nanos) for _, shared in told.daily]


def test_a_month_is_shared_by_those_who_stood_above_on_each_day(office: Office) -> None:
    office.september()
    move_sam(office)
    office.close(SEPTEMBER, CLOSING)

    assert {name: office.balances()[name] for name in ("net", "cora", "sam", "studio")} == {
        "net": "100.00",
        "cora": "40.00",
        "sam": "610.00",
        "studio": "260.00",
    }
    assert office.findings() == []


def test_without_a_new_rate_the_new_manager_keeps_what_the_former_one_kept(office: Office) -> None:
    office.september()
    move_sam(office, rate=None)
    office.close(SEPTEMBER, CLOSING)

    assert (office.balances()["sam"], office.balances()["studio"]) == ("810.00", "60.00")
    assert office.findings() == []


def test_each_day_goes_to_the_top_of_then_where_tops_are_paid_for_all(office: Office) -> None:
    office.settings = Settings(
        settlement=SettlementSettings(member_payout=MemberPayout.THROUGH_MAIN)
    )
    office.september()
    move_sam(office)
    office.close(SEPTEMBER, CLOSING)

    assert (office.balances()["net"], office.balances()["studio"]) == ("500.00", "700.00")
    assert "sam" not in office.balances()


def test_a_row_and_an_entry_tell_the_same_of_a_month_in_two_trees(office: Office) -> None:
    office.september()
    move_sam(office)
    office.close(SEPTEMBER, CLOSING)

    of_row = office.tracing.of_row("1.csv", 6)

    assert of_row.sharing is not None
    assert sorted((each.account, each.share_nanos) for each in of_row.sharing.shares) == [
        ("cora", 40_000_000_000),
        ("net", 100_000_000_000),
        ("sam", 250_000_000_000),
        ("sam", 360_000_000_000),
        ("studio", 250_000_000_000),
    ]
    assert adds_up(of_row)
    assert not of_row.pending
    for name, at, amount in (("cora", 0, 40), ("net", 0, 100), ("sam", 0, 610), ("studio", 1, 250)):
        reckoned, rows = office.earning(name, at)
        assert (name, str(reckoned.entry.amount)) == (name, f"{amount}.00")
        assert sum(row.share_nanos for row in rows) == amount * 1_000_000_000, name


def test_a_move_after_the_month_leaves_nothing_to_adjust(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)
    with office.transactions.begin() as books:
        books.accounts.place(Placement(SAM, STUDIO, date(2025, 10, 1)))

    assert office.settlements.preview(SEPTEMBER).changes == {}
    assert not office.tracing.of_row("1.csv", 6).pending


def test_a_dashboard_tells_the_days_on_which_one_stood_above(office: Office) -> None:
    office.daily(3, "S1", [MOVED - timedelta(1), MOVED], "10.00")
    move_sam(office)

    assert earned(office, SAM) == ["7200000000", "5000000000"]
    assert earned(office, CORA) == ["800000000", "0"]
    assert earned(office, NET) == ["2000000000", "0"]
    assert earned(office, STUDIO) == ["0", "5000000000"]


def test_a_closed_months_dashboard_is_what_was_posted_to_those_who_stood_above(
    office: Office,
) -> None:
    office.september()
    move_sam(office)
    office.close(SEPTEMBER, CLOSING)

    for name, own in (("sam", "610"), ("cora", "40"), ("net", "100"), ("studio", "260")):
        told = seen_by(office, AccountId(name), SEPTEMBER.first, SEPTEMBER.last)
        # Its days are floored one by one.
        assert abs(told.summary.revenue_nanos - int(own) * 1_000_000_000) < 1_000, name


def test_who_moved_away_is_no_channel_of_the_former_managers_today(office: Office) -> None:
    office.daily(3, "S1", [MOVED - timedelta(1), MOVED], "10.00")
    move_sam(office)

    told = seen_by(office, NET, MOVED, MOVED)

    assert (told.channels, told.summary.figures.views) == (0, 0)
    assert seen_by(office, STUDIO, MOVED, MOVED).channels == 2


@pytest.mark.parametrize("account", [SAM, CORA, NET])
def test_a_family_holds_everybody_who_ever_stood_in_it(office: Office, account: AccountId) -> None:
    move_sam(office)
    with office.transactions.look() as books:
        family = books.accounts.family(account)
        above = books.accounts.upwards([SAM])
        below = books.accounts.downwards([account])

    assert {SAM, CORA, NET} <= family.places.keys()
    assert family.places[SAM].managers == {CORA, STUDIO}
    assert family.places[SAM].moves == (MOVED,)
    assert set(above.places) == {SAM, CORA, NET, STUDIO}
    assert above.ever_above(SAM) == {SAM, CORA, NET, STUDIO}
    assert SAM in below.places
    assert [*family.upwards(SAM, MOVED - timedelta(1))] == [SAM, CORA, NET]
    assert (SAM in family.visible(NET), SAM in family.ever_visible(NET)) == (False, True)


def test_a_placement_of_the_same_day_is_replaced(office: Office) -> None:
    move_sam(office)
    with office.transactions.begin() as books:
        books.accounts.place(Placement(SAM, CORA, MOVED))

    with office.transactions.look() as books:
        place = books.accounts.upwards([SAM]).places[SAM]
        assert books.accounts.get(SAM).manager == CORA
        assert [each.account for each in [place, *place.placements]] == [SAM] * 3
    assert [each.manager for each in place.placements] == [CORA, CORA]
