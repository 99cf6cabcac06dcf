"""What another rate would have made of the last closed month: in memory, on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from attrs import evolve
from tests.adapters.test_settlement_closing import SEPTEMBER, Office, office
from tests.fakes.settlement import an_earning_channel

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import FeeRate
from backbeat.channels.model import Verification
from backbeat.kernel.errors import BadValues, RoleRefused
from backbeat.kernel.ids import AccountId
from backbeat.settings import FeeChange, MemberPayout, Settings
from backbeat.settings import Settlement as SettlementSettings
from backbeat.settlement.rate_previews import RatePreviews, Sides

pytestmark = pytest.mark.variants("databases")

__all__ = ["office"]

STUDIO, KAI, NET, CORA, SAM = (AccountId(name) for name in ("studio", "kai", "net", "cora", "sam"))


def previews(office: Office) -> RatePreviews:
    return RatePreviews(office.transactions, office.clock, office.settings)


def told(sides: Sides) -> tuple[str, str, str]:
    return str(sides.manager), str(sides.member), str(sides.below)


def closed(office: Office) -> RatePreviews:
    office.september()
    office.close(SEPTEMBER, date(2025, 10, 20))
    return previews(office)


def test_a_rate_is_told_in_the_numbers_of_the_last_closed_month(office: Office) -> None:
    found = closed(office).preview(STUDIO, "kai@example.org", Decimal("0.10"))

    assert (found.month, found.rate, found.wanted) == (SEPTEMBER, Decimal("0.05"), Decimal("0.10"))
    assert found.from_day == date(2025, 11, 1)
    assert (told(found.before), told(found.after)) == (
        ("10.00", "190.00", "0.00"),
        ("20.00", "180.00", "0.00"),
    )


def test_what_is_told_beforehand_is_what_a_close_by_that_rate_posts(office: Office) -> None:
    closed(office)
    office.monthly(SEPTEMBER.next, (3, "S1", "1000.00"))
    rate = Decimal("0.3333")
    foretold = previews(office).preview(NET, CORA, rate)
    with office.transactions.begin() as books:
        books.fee_rates.put(FeeRate(CORA, rate, date(2025, 10, 1)))
    before = office.balances()
    office.close(SEPTEMBER.next, date(2025, 11, 20))

    gained = {
        name: Decimal(office.balances()[name]) - Decimal(before[name])
        for name in ("net", "cora", "sam")
    }
    after = foretold.after
    assert gained == {
        "net": Decimal(str(after.manager)),
        "cora": Decimal(str(after.member)),
        "sam": Decimal(str(after.below)),
    }
    assert sum(gained.values()) == 1000
    assert told(foretold.before) == ("200.00", "80.00", "720.00")


def test_channels_that_those_below_own_count_too(office: Office) -> None:
    with office.transactions.begin() as books:
        own = an_earning_channel(9, [("sam", date(2025, 1, 1))])
        proof = Verification("BB-00000009", verified_at=office.clock.now())
        books.channels.add(evolve(own, verification=proof))
    office.monthly(SEPTEMBER, (9, "S9", "1000.00"))
    office.close(SEPTEMBER, date(2025, 10, 20))

    found = previews(office).preview(NET, CORA, Decimal("0.5"))

    assert told(found.before) == ("200.00", "80.00", "720.00")
    assert told(found.after) == ("500.00", "50.00", "450.00")


def test_those_above_the_manager_are_left_alone(office: Office) -> None:
    found = closed(office).preview(CORA, SAM, Decimal("0.5"))

    assert (told(found.before), told(found.after)) == (
        ("80.00", "720.00", "0.00"),
        ("400.00", "400.00", "0.00"),
    )


def test_before_the_first_close_nothing_can_be_told(office: Office) -> None:
    office.september()

    found = previews(office).preview(STUDIO, KAI, Decimal("0.10"))

    assert (found.month, found.before, found.after) == (None, Sides(), Sides())


def test_a_rate_that_counts_at_once_says_so(office: Office) -> None:
    rules = SettlementSettings(fee_change=FeeChange.IMMEDIATE)
    office.settings = evolve(office.settings, settlement=rules)

    assert previews(office).preview(STUDIO, KAI, Decimal(0)).from_day == office.clock.today()


def test_where_tops_are_paid_for_all_a_rate_changes_nothing(office: Office) -> None:
    rules = SettlementSettings(member_payout=MemberPayout.THROUGH_MAIN)
    office.settings = Settings(settlement=rules)

    found = closed(office).preview(STUDIO, KAI, Decimal("0.10"))

    assert told(found.before) == told(found.after) == ("200.00", "0.00", "0.00")


def test_a_preview_reaches_as_far_as_setting_the_rate(office: Office) -> None:
    ours = closed(office)
    for caller, target in ((STUDIO, SAM), (NET, SAM), (NET, KAI), (NET, NET), (NET, "nobody")):
        with pytest.raises(AccountNotFound):
            ours.preview(caller, target, Decimal("0.1"))
    with office.transactions.begin() as books:
        books.accounts.lock(KAI)
        books.accounts.save(evolve(books.accounts.get(KAI), permission_flag=False))
    with pytest.raises(RoleRefused):
        ours.preview(KAI, SAM, Decimal("0.1"))
    for wrong in ("1.1", "-0.1", "0.00001", "NaN"):
        with pytest.raises(BadValues):
            ours.preview(STUDIO, KAI, Decimal(wrong))
    with pytest.raises(AccountNotFound):
        ours.of(STUDIO, Decimal("0.1"))
    assert ours.of(KAI, Decimal("0.1")) == ours.preview(STUDIO, KAI, Decimal("0.1"))
