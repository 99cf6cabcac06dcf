"""Calendars as people have them: summer time, leap days, and machines whose clocks differ."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from tests.conftest import Database
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.withdrawals import ANN, BY_PAYPAL
from tests.proofs.house import House
from tests.proofs.machine import Memory, Portal

from backbeat.kernel.errors import Refusal
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.ledger.service import Correction
from backbeat.settings import Settings, Withdrawal

NEW_YORK, SEOUL = ZoneInfo("America/New_York"), ZoneInfo("Asia/Seoul")
MINA = AccountId("mina")


def a_portal(folder: Path, zone: ZoneInfo, windows: tuple[tuple[int, int], ...]) -> Portal:
    portal = Memory(folder)()
    portal.settings = Settings(business_tz=zone.key, withdrawal=Withdrawal(windows=windows))
    portal.business.zone = zone
    portal.people()
    return portal


def is_open(portal: Portal, utc: str) -> bool:
    portal.business.set(datetime.fromisoformat(utc).replace(tzinfo=UTC))
    blocked = portal.requests.quote(MINA, BY_PAYPAL, Currency.USD).blocked
    return 40001 not in {each.code for each in blocked}


@pytest.mark.parametrize(
    ("zone", "day", "opens", "closes"),
    [
        (NEW_YORK, 14, "2027-03-14 05:00:00", "2027-03-15 04:00:00"),  # 23 hours
        (NEW_YORK, 7, "2027-11-07 04:00:00", "2027-11-08 05:00:00"),  # 25 hours
        (NEW_YORK, -1, "2027-12-31 05:00:00", "2028-01-01 05:00:00"),
        (SEOUL, -1, "2028-02-28 15:00:00", "2028-02-29 15:00:00"),  # the 29th of February
        (SEOUL, -1, "2027-12-30 15:00:00", "2027-12-31 15:00:00"),
    ],
)
def test_a_window_of_one_day_is_that_day_there(
    zone: ZoneInfo, day: int, opens: str, closes: str, tmp_path: Path
) -> None:
    # A window to the last day begins on the last day that a rule can name, and is tried at its end.
    portal = a_portal(tmp_path, zone, ((day if day > 0 else 28, day),))
    second = timedelta(seconds=1)
    if day > 0:
        assert not is_open(portal, str(datetime.fromisoformat(opens) - second))
    assert is_open(portal, opens)
    assert is_open(portal, str(datetime.fromisoformat(closes) - second))
    assert not is_open(portal, closes)


@pytest.mark.parametrize(
    ("zone", "month", "over"),
    [
        (NEW_YORK, Month(2025, 10), "2025-11-01 04:00:00"),  # summer time ends the day after
        (NEW_YORK, Month(2025, 11), "2025-12-01 05:00:00"),
        (SEOUL, Month(2025, 8), "2025-08-31 15:00:00"),
        (SEOUL, Month(2025, 9), "2025-09-30 15:00:00"),
    ],
)
def test_a_month_is_over_when_it_is_over_there(
    zone: ZoneInfo, month: Month, over: str, tmp_path: Path
) -> None:
    portal = a_portal(tmp_path, zone, ((25, -1),))
    line = {"month": str(month), "channel_id": platform_id(0), "video_id": "V0", "views": 1}
    file = fake.own_monthly(tmp_path / "month.csv", line | {"revenue_usd": "9.00"})
    end = datetime.fromisoformat(over).replace(tzinfo=UTC)
    portal.business.set(end - timedelta(seconds=1))
    portal.ingestion.ingest(file, ANN)

    with pytest.raises(Refusal, match="month_open"):
        portal.settlements.close(month, ANN)
    portal.business.set(end)
    closed = portal.settlements.close(month, ANN)

    assert (closed.settlement.day, closed.computed.shared) == (month.next.first, Money.of("9.00"))


@pytest.mark.variants("databases")
@pytest.mark.parametrize("minutes", [-4, 4])
def test_two_machines_whose_clocks_are_minutes_apart_keep_one_set_of_books(
    minutes: int, database: Database, tmp_path: Path
) -> None:
    """Everything on the second machine happens four minutes earlier, or later, over midnight."""
    with (
        House.over(database.url, tmp_path) as here,
        House.over(database.url, tmp_path) as there,
    ):
        midnight = datetime(2025, 10, 25, tzinfo=here.business.zone).astimezone(UTC)
        here.business.set(midnight)
        apart = midnight + timedelta(minutes=minutes)
        there.business.set(apart)
        there.security.set(here.security.now() + timedelta(minutes=minutes))
        creator = here.creator(1)

        token = here.token(creator)
        assert there.container.portal().sessions.resolve(token).account == creator
        asked = here.container.portal().withdrawal_requests.request(
            creator, BY_PAYPAL, Currency.USD, Money.of("150.00")
        )
        paid = there.container.portal().withdrawal_decisions.pay(asked.id, ANN)
        there.container.portal().account_ledger.post(
            Correction(creator, EntryType.BONUS_POINT, Money.of("1.00")), ANN, "thanks"
        )

        assert paid.paid_on == there.business.today()
        assert (paid.paid_on == date(2025, 10, 25)) == (minutes > 0)
        for house in (here, there):
            house.require_sound()
            rows = house.container.portal().account_ledger.summary(creator)
            assert rows.balance.shown == Money.of("1.00")
        statement = here.container.portal().statements.show(creator, Month(2025, 10))
        assert statement.closing == Money.of("1.00")
