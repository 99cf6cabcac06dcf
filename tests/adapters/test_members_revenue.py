"""What members brought whoever stands above them: in memory, on SQLite and PostgreSQL."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal

import pytest
from attrs import evolve
from tests.adapters.test_moved_accounts import MOVED, move_sam
from tests.adapters.test_settlement_closing import SEPTEMBER, Office, office
from tests.fakes.settlement import an_earning_channel

from backbeat.accounts.errors import AccountNotFound
from backbeat.accounts.model import FeeRate, Placement
from backbeat.channels.model import Verification
from backbeat.dashboards.model import Asked, MemberDashboard, Range
from backbeat.dashboards.service import Dashboards
from backbeat.kernel.errors import RoleRefused
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency

__all__ = ["office"]

CORA, KAI, MINA, NET, SAM, STUDIO = (
    AccountId(name) for name in ("cora", "kai", "mina", "net", "sam", "studio")
)
CLOSING = date(2025, 10, 20)
WHOLE = Range(SEPTEMBER.first, SEPTEMBER.last)
NANOS = 10**9


def told(
    office: Office, account: AccountId, below: str | None = None, range_: Range | None = WHOLE
) -> dict[str, tuple[Decimal, ...]]:
    """By member: what came down to the account, what it keeps and what goes on.

    To the micro: below that every day of a confirmed month is rounded for itself.
    """
    board = asked(office, account, below, range_)
    nanos = [(line.reaching, line.own, line.passed_on) for line in board.items]
    whole = (board.reaching, board.own, board.passed_on)
    assert whole == tuple(map(sum, zip(*nanos, strict=True))) or not nanos
    return {
        line.account: tuple(round(Decimal(part) / NANOS, 6) for part in parts)
        for line, parts in zip(board.items, nanos, strict=True)
    }


def asked(
    office: Office, account: AccountId, below: str | None, range_: Range | None
) -> MemberDashboard:
    dashboards = Dashboards(office.transactions, office.clock, office.settings)
    return dashboards.by_member(Asked(account, range_, below), Currency.USD)


def amounts(*texts: str) -> tuple[Decimal, ...]:
    return tuple(map(Decimal, texts))


def test_each_member_brings_its_manager_what_the_close_posts(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)

    assert told(office, STUDIO) == {"kai": amounts("200", "10", "190")}
    assert told(office, NET) == {"cora": amounts("1000", "200", "800")}
    assert told(office, CORA) == {"sam": amounts("800", "80", "720")}
    assert not asked(office, NET, None, WHOLE).frame.is_estimate


def test_an_account_further_below_is_seen_with_the_parts_of_who_looks(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)

    assert told(office, NET, "cora") == {"sam": amounts("1000", "200", "800")}
    assert told(office, NET, "cora@example.org") == told(office, NET, "cora")
    assert told(office, NET, "sam") == {}


def test_days_that_are_not_closed_are_told_as_they_are_estimated(office: Office) -> None:
    office.daily(2, "C1", [date(2025, 10, 1), date(2025, 10, 2)], "10.00")
    office.daily(2, "C1", [date(2025, 9, 30)], "7.00")
    office.clock.set(date(2025, 10, 20))

    assert told(office, STUDIO, range_=None) == {"kai": amounts("20", "1", "19")}
    board = asked(office, STUDIO, None, None)
    assert board.frame.is_estimate
    assert board.frame.range == Range(date(2025, 10, 1), date(2025, 10, 31))


def test_a_channel_that_went_from_one_member_to_another_counts_with_each_its_days(
    office: Office,
) -> None:
    with office.transactions.begin() as books:
        lou = evolve(
            books.accounts.get(KAI),
            id=AccountId("lou"),
            email="lou@example.org",
            name="lou",
            referral_code="CODELOU",
        )
        books.accounts.add(lou)
        books.fee_rates.put(FeeRate(lou.id, Decimal("0.5"), date(2025, 1, 1)))
        shared = an_earning_channel(7, [("kai", date(2025, 1, 1)), ("lou", MOVED)], owner="studio")
        proof = Verification("BB-00000007", verified_at=office.clock.now())
        books.channels.add(evolve(shared, verification=proof))
    office.daily(7, "L1", [MOVED - timedelta(2), MOVED - timedelta(1), MOVED], "10.00")
    office.daily(2, "C1", [MOVED], "1.00")

    assert told(office, STUDIO) == {
        "kai": amounts("21", "1.05", "19.95"),
        "lou": amounts("10", "5", "5"),
    }


def test_a_moved_account_counts_with_each_manager_for_the_days_below_it(office: Office) -> None:
    office.daily(3, "S1", [MOVED - timedelta(1), MOVED], "10.00")
    move_sam(office)

    assert told(office, NET) == {"cora": amounts("10", "2", "8")}
    assert told(office, STUDIO) == {"sam": amounts("10", "5", "5")}


def test_ones_own_channels_are_no_members(office: Office) -> None:
    office.september()
    office.close(SEPTEMBER, CLOSING)

    assert told(office, MINA) == {}


def test_the_most_comes_first(office: Office) -> None:
    with office.transactions.begin() as books:
        books.accounts.place(Placement(MINA, STUDIO, date(2025, 1, 1)))
    office.daily(2, "C1", [MOVED], "1.00")
    office.daily(1, "V1", [MOVED], "2.00")

    assert list(told(office, STUDIO)) == ["mina", "kai"]


def test_only_who_manages_others_is_told_and_only_of_its_own(office: Office) -> None:
    office.september()
    with office.transactions.begin() as books:
        books.accounts.lock(KAI)
        books.accounts.save(evolve(books.accounts.get(KAI), permission_flag=False))

    with pytest.raises(RoleRefused):
        asked(office, KAI, None, WHOLE)
    for foreign in ("kai", "kai@example.org", "nobody"):
        with pytest.raises(AccountNotFound):
            asked(office, NET, foreign, WHOLE)
