"""`withdrawal/summary`, `report`, `ledger`, `detail`, `explain` over both databases."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import a_withdrawal
from tests.http.calling import Client
from tests.http.world import CREATOR, MAIN, MEMBER, STRANGER, World, filled

from backbeat.accounts.model import FeeRate
from backbeat.channels.model import Verification
from backbeat.kernel.act_context import ActContext
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency, Money
from backbeat.kernel.months import Month
from backbeat.ledger.model import EntryType
from backbeat.ledger.rules import reservation_id
from backbeat.ledger.service import Correction
from backbeat.report_files.service import Ingestion
from backbeat.settlement.model import Treatment
from backbeat_adapters.container import Container
from backbeat_adapters.report_files.files import DiskReports
from backbeat_adapters.sql.files.staging import SqlStaging

ANN = Actor.operator("ann")
LONG_AGO = date(2025, 1, 1)
SEPTEMBER = Month(2025, 9)
CLOSED_ON = date(2025, 10, 20)


@pytest.fixture
def settled(
    world: World, business_clock: FixedClock, tmp_path: Path, snapshots: Snapshots
) -> World:
    """September: 150.00 of MAIN's own channel, 200.00 of the one that MEMBER holds."""
    settle = partial(close_september, world.container, business_clock, tmp_path)
    filled(world.container, snapshots, "settled for the ledger", settle)
    business_clock.set(CLOSED_ON)
    return world


def close_september(container: Container, clock: FixedClock, folder: Path) -> None:
    with container.transactions().begin() as books:
        books.fee_rates.put(FeeRate(AccountId(MEMBER), Decimal("0.05"), LONG_AGO))
        for number, holder in ((501, MAIN), (502, MEMBER)):
            channel = an_earning_channel(number, [(holder, LONG_AGO)], owner=MAIN)
            proof = Verification(f"BB-{number:08d}", verified_at=container.security_clock().now())
            books.channels.add(evolve(channel, verification=proof))
    lines = [(501, "V1", "90.00"), (501, "V2", "60.00"), (502, "C1", "200.00")]
    rows = [
        {
            "month": "2025-09",
            "channel_id": platform_id(number),
            "video_id": video,
            "views": 1000,
            "revenue_usd": amount,
        }
        for number, video, amount in lines
    ]
    ingestion = Ingestion(
        container.transactions(),
        SqlStaging(container.transactions()),
        DiskReports(),
        clock,
    )
    ingestion.ingest(fake.own_monthly(folder / "september.csv", *rows), ANN)
    clock.set(CLOSED_ON)
    container.portal().settlements.close(SEPTEMBER, ANN)


def entry_of(client: Client) -> str:
    return str(client.get("withdrawal/ledger")["items"][0]["id"])


def refused(client: Client, path: str, **query: str) -> tuple[int, int, str | None]:
    """Status, code and reason of a refusal."""
    problem = client.get(path, **query)
    status = client.status("GET", path, **query)
    return status, problem["code"], (problem["details"] or {}).get("reason")


def money(view: Mapping[str, Any], *names: str) -> list[Any]:
    return [view[name] for name in names]


def test_the_summary_tells_balance_month_and_window(settled: World) -> None:
    answer = Client(settled, MEMBER).get("withdrawal/summary")

    assert answer.pop("payout_state")["amount"] == "190.00"
    assert answer == {
        "success": True,
        "message": "",
        "currency": "USD",
        "fx_rate": "1",
        "balance": "190.00",
        "balance_usd": "190.00",
        "withdrawable": "190.00",
        "withdrawable_usd": "190.00",
        "expires_on_leaving": "190.00",
        "expires_on_leaving_usd": "190.00",
        "pending": "0.00",
        "pending_usd": "0.00",
        "points": 0,
        "expiring": [],
        "last_settled": {"month": "2025-09", "revenue": "190.00", "revenue_usd": "190.00"},
        "window": {"open": False, "from": "2025-10-25", "to": "2025-10-31"},
        "minimum": "20.00",
        "minimum_usd": "20.00",
    }


def test_points_stand_apart_with_their_last_day(settled: World) -> None:
    wanted = Correction(AccountId(MEMBER), EntryType.BONUS_POINT, Money.of("4.00"))
    settled.container.portal().account_ledger.post(wanted, ANN, "a prize")

    answer = Client(settled, MEMBER).get("withdrawal/summary")

    assert answer["points"] == 4000
    assert answer["expiring"] == [{"points": 4000, "on": "2026-04-20"}]
    assert answer["balance"] == "194.00"


def test_who_never_earned_has_a_summary_of_nothing(settled: World) -> None:
    answer = Client(settled, STRANGER).get("withdrawal/summary")

    assert money(answer, "balance", "points", "last_settled") == ["0.00", 0, None]


def test_money_owed_makes_the_balance_negative_and_nothing_withdrawable(settled: World) -> None:
    wanted = Correction(AccountId(MEMBER), EntryType.PREPAID, Money.of("-200.00"))
    settled.container.portal().account_ledger.post(wanted, ANN, "paid by hand")

    answer = Client(settled, MEMBER).get("withdrawal/summary")

    assert money(answer, "balance", "withdrawable") == ["-10.00", "0.00"]


def test_the_report_lists_months_with_their_types(settled: World) -> None:
    answer = Client(settled, MAIN).get("withdrawal/report")

    assert answer["total"] == 1
    assert answer["items"] == [
        {
            "month": "2025-09",
            "types": [
                {
                    "type": "music_profit",
                    "correction": False,
                    "amount": "160.00",
                    "amount_usd": "160.00",
                }
            ],
            "total": "160.00",
            "total_usd": "160.00",
            "note": None,
        }
    ]


def test_a_month_says_what_it_was_estimated_at_before(
    settled: World, business_clock: FixedClock, tmp_path: Path
) -> None:
    container = settled.container
    row = fake.daily_row("2025-09-05", platform_id(501), "V1", revenue="170.50")
    container.portal().ingestion.ingest(fake.own_daily(tmp_path / "daily.csv", row), ANN)
    main = Client(settled, MAIN)
    note = {"estimated": "170.50", "difference": "-10.50"}

    (month,) = main.get("withdrawal/report")["items"]
    assert (month["total"], month["note"]) == ("160.00", note)
    assert main.get("withdrawal/detail", type="music_profit", date="2025-09")["note"] == note
    (own,) = main.get("withdrawal/report", subaccount="self")["items"]
    assert own["note"] == {"estimated": "170.50", "difference": "-20.50"}
    day = main.get("withdrawal/ledger")["items"][0]["date"]
    assert main.get("withdrawal/detail", type="music_profit", date=day)["note"] is None


def test_a_share_of_a_line_without_a_file_tells_the_line(settled: World, tmp_path: Path) -> None:
    portal = settled.container.portal()
    line = "Ads Revenue: Dispute Resolution"
    portal.ingestion.ingest(fake.payment_summary(tmp_path, (line, "-13.50")), ANN)
    lines = portal.summary_lines
    lines.settle(lines.rehearse(SEPTEMBER, line, Treatment.SHARED, ANN, reason="decided in July"))
    main = Client(settled, MAIN)

    row = main.get("withdrawal/ledger")["items"][0]
    assert (row["note"], row["correction"], row["month"]) == (line, True, "2025-09")
    told = main.get("withdrawal/explain", entry=row["id"])
    assert told["line"] == {"name": line, "sort": "ads"}
    assert (told["cause"], told["reason"], told["rule"]) == (
        "summary_line",
        "decided in July",
        None,
    )
    assert told["rows"]["items"] == []

    lines.reverse(SEPTEMBER, line, ANN)
    back = main.get("withdrawal/ledger")["items"][0]
    undone = main.get("withdrawal/explain", entry=back["id"])
    assert (undone["cause"], undone["line"]) == ("reversal", told["line"])
    close = next(row for row in main.get("withdrawal/ledger")["items"] if not row["correction"])
    assert main.get("withdrawal/explain", entry=close["id"])["line"] is None


def test_the_report_can_be_narrowed_to_a_subaccount(settled: World) -> None:
    main = Client(settled, MAIN)

    own = main.get("withdrawal/report", subaccount="self")["items"][0]
    members = main.get("withdrawal/report", subaccount=f"{MEMBER}@example.org")["items"][0]

    assert (own["total"], members["total"]) == ("150.00", "10.00")
    assert refused(main, "withdrawal/report", subaccount=STRANGER) == (404, 10001, None)


def test_the_report_can_be_narrowed_to_months(settled: World) -> None:
    main = Client(settled, MAIN)

    assert main.get("withdrawal/report", start="2025-10", end="2025-12")["items"] == []
    assert main.get("withdrawal/report", start="2025-09", end="2025-09")["total"] == 1
    assert refused(main, "withdrawal/report", start="2025-09") == (400, 4, None)
    assert refused(main, "withdrawal/report", start="2025-10", end="2025-09")[1:] == (
        2,
        "bad_range",
    )


def test_a_correction_is_a_line_of_its_own(
    settled: World, business_clock: FixedClock, tmp_path: Path
) -> None:
    container = settled.container
    row = {
        "month": "2025-09",
        "channel_id": platform_id(501),
        "video_id": "V1",
        "views": 1000,
        "revenue_usd": "85.00",
    }
    ingestion = Ingestion(
        container.transactions(),
        SqlStaging(container.transactions()),
        DiskReports(),
        business_clock,
    )
    ingestion.ingest(fake.own_monthly(tmp_path / "late.csv", row), ANN)
    business_clock.set(date(2025, 11, 12))
    container.portal().settlements.adjust(SEPTEMBER, ANN)
    main = Client(settled, MAIN)

    (month,) = main.get("withdrawal/report")["items"]
    (own,) = main.get("withdrawal/report", subaccount="self")["items"]
    newest = main.get("withdrawal/ledger")["items"][0]

    assert [(line["correction"], line["amount"]) for line in month["types"]] == [
        (False, "160.00"),
        (True, "-5.00"),
    ]
    assert [line["amount"] for line in own["types"]] == ["150.00", "-5.00"]
    assert money(newest, "month", "date", "amount") == ["2025-09", "2025-11-12", "-5.00"]


def test_the_ledger_lists_rows_with_channel_and_month(settled: World) -> None:
    answer = Client(settled, MEMBER).get("withdrawal/ledger")

    (row,) = answer["items"]
    row.pop("id")
    assert row == {
        "type": "music_profit",
        "date": "2025-10-20",
        "amount": "190.00",
        "amount_usd": "190.00",
        "points": None,
        "expires_on": None,
        "channel": {"id": "channel-502", "platform": "youtube", "name": "Mina"},
        "month": "2025-09",
        "note": None,
        "correction": False,
    }


def test_the_ledger_can_be_narrowed(settled: World) -> None:
    member = Client(settled, MEMBER)

    assert member.get("withdrawal/ledger", type="withdrawal")["total"] == 0
    assert member.get("withdrawal/ledger", start="2025-10-20", end="2025-10-20")["total"] == 1
    assert member.get("withdrawal/ledger", start="2025-10-21", end="2025-11-20")["total"] == 0
    assert refused(member, "withdrawal/ledger", type="gift")[1] == 2
    too_long = refused(member, "withdrawal/ledger", start="2024-01-01", end="2025-12-31")
    assert too_long == (400, 2, "bad_range")


def test_a_month_is_detailed_by_rows_and_videos(settled: World) -> None:
    answer = Client(settled, MAIN).get("withdrawal/detail", type="music_profit", date="2025-09")

    assert answer["total"] == "160.00"
    assert sorted(row["amount"] for row in answer["rows"]) == ["10.00", "150.00"]
    assert [
        (video["video_id"], video["platform"], video["revenue"]) for video in answer["videos"]
    ] == [
        ("V1", "youtube", "90.00"),
        ("V2", "youtube", "60.00"),
        ("C1", "youtube", "10.00"),
    ]


def with_days(world: World, folder: Path) -> None:
    """Claims of September with days, in thirds of cents, and an adjustment that posts them."""
    rows = [
        fake.claim_row(f"202509{day:02}", platform_id(number)[2:], video, isrc="", revenue=revenue)
        for number, video, day, revenue in (
            (501, "W1", 3, "0.0333333"),
            (501, "W1", 4, "0.0333333"),
            (501, "W2", 4, "0.0000007"),
            (501, "W5", 5, "-0.0100001"),
            (502, "W3", 7, "1.0000003"),
            (502, "W4", 7, "0.3333333"),
            (502, "W4", 30, "0.3333337"),
        )
    ]
    world.container.portal().ingestion.ingest(fake.claims(folder, *rows), ANN)
    world.container.portal().settlements.adjust(SEPTEMBER, ANN)


@pytest.mark.parametrize("who", [MAIN, MEMBER])
def test_the_days_and_the_shorts_of_an_amount_sum_to_it(
    settled: World, tmp_path: Path, who: str
) -> None:
    with_days(settled, tmp_path)
    client = Client(settled, who)

    detail = client.get("withdrawal/detail", type="music_profit", date="2025-09")

    assert detail["rest"] == "0.00"
    assert sum_of(detail["days"]) == sum_of(detail["videos"]) == Decimal(detail["total"])
    for row in detail["rows"]:
        parts = client.get("withdrawal/explain", entry=row["id"])["parts"]
        assert parts["rest"] == "0.00"
        assert sum_of(parts["days"]) == sum_of(parts["videos"]) == Decimal(row["amount"])
    assert len(detail["rows"]) == {MAIN: 4, MEMBER: 2}[who]


def sum_of(parts: list[Mapping[str, str]]) -> Decimal:
    return sum((Decimal(part["revenue"]) for part in parts), Decimal(0))


def test_a_month_is_detailed_by_days_its_own_share_and_what_has_none(
    settled: World, tmp_path: Path
) -> None:
    with_days(settled, tmp_path)

    detail = Client(settled, MEMBER).get("withdrawal/detail", type="music_profit", date="2025-09")

    assert detail["days"] == [
        {"date": "2025-09-07", "revenue": "1.266666"},
        {"date": "2025-09-30", "revenue": "0.316667"},
        {"date": None, "revenue": "190.00"},
    ]
    assert detail["videos"][0]["revenue"] == "190.00"


def test_a_member_earns_with_its_assigned_channel_alone(settled: World) -> None:
    """Of 150.00 and 200.00 it sees its 95 % of the second one, on every paper of its own."""
    member = Client(settled, MEMBER)
    [row] = member.get("withdrawal/ledger")["items"]
    [month] = member.get("withdrawal/report")["items"]
    explained = member.get("withdrawal/explain", entry=row["id"])
    statement = member.get("withdrawal/statement", month="2025-10")

    assert (row["amount"], month["total"]) == ("190.00", "190.00")
    assert '"C1"' in json.dumps(explained)
    told = json.dumps([row, month, explained, statement])
    assert [other for other in ('"V1"', '"V2"', platform_id(501)) if other in told] == []
    assert "190.00" in json.dumps(statement)


def test_what_changed_hands_after_the_close_is_said(settled: World) -> None:
    with settled.container.transactions().begin() as books:
        channel = books.channels.claims(platform_id(502))[0]
        books.channels.save(channel.given_to(AccountId(MAIN), date(2025, 9, 16)))

    detail = Client(settled, MEMBER).get("withdrawal/detail", type="music_profit", date="2025-09")

    assert detail["days"] == [{"date": None, "revenue": "95.00"}]
    assert (detail["total"], detail["rest"]) == ("190.00", "95.00")


def test_a_day_is_detailed_by_its_rows(settled: World) -> None:
    member = Client(settled, MEMBER)

    answer = member.get("withdrawal/detail", type="music_profit", date="2025-10-20")

    assert (answer["total"], answer["videos"]) == ("190.00", [])
    nothing = refused(member, "withdrawal/detail", type="music_profit", date="2025-08")
    assert nothing == (404, 2, "not_found")
    for wrong in ("2025", "2025-13", "2025-1-1", "yesterday"):
        assert refused(member, "withdrawal/detail", type="music_profit", date=wrong)[1] == 2


def test_an_amount_is_explained_down_to_the_reports_rows(settled: World) -> None:
    member = Client(settled, MEMBER)

    answer = member.get("withdrawal/explain", entry=entry_of(member))

    assert money(answer, "rule", "rate", "rounding", "amount") == [
        "member_share",
        "0.95",
        "0.00",
        "190.00",
    ]
    (row,) = answer["rows"]["items"]
    assert money(row, "file", "line", "video", "share") == ["september.csv", 4, "C1", "190.00"]
    assert money(answer, "went", "remaining") == [[], "190.00"]


def test_revenue_before_shares_is_told_to_those_who_manage_others(settled: World) -> None:
    """What a member gets and at which rate is its own; the base and the other side are not."""
    member, main = Client(settled, MEMBER), Client(settled, MAIN)
    (mine,) = member.get("withdrawal/explain", entry=entry_of(member))["rows"]["items"]
    entries = main.get("withdrawal/ledger")["items"]
    theirs = [main.get("withdrawal/explain", entry=each["id"])["rows"]["items"] for each in entries]
    (shared,) = [row for rows in theirs for row in rows if row["video"] == "C1"]

    assert money(mine, "amount", "in_file", "share") == [None, None, "190.00"]
    assert money(shared, "amount", "in_file", "share") == ["200.00", "200.00", "10.00"]
    answer = str(member.get("withdrawal/explain", entry=entry_of(member)))
    assert "200.00" not in answer
    assert "'10.00'" not in answer


def test_an_amount_tells_which_withdrawal_took_it(settled: World) -> None:
    member = Client(settled, MEMBER)
    entry, withdrawal = entry_of(member), a_withdrawal(9, account=AccountId(MEMBER))
    act = ActContext(ANN, date(2025, 10, 25), settled.container.security_clock().now())
    with settled.container.transactions().begin() as books:
        books.withdrawals.add(withdrawal)
        books.ledger.reservations.reserve(AccountId(MEMBER), Money.of(100), withdrawal.id, act)

    answer = member.get("withdrawal/explain", entry=entry)

    assert answer["went"] == [
        {
            "entry": reservation_id(withdrawal.id),
            "date": "2025-10-25",
            "type": "withdrawal",
            "amount": "100.00",
            "withdrawal_id": withdrawal.id,
            "invoice_id": withdrawal.invoice,
            "status": "pending",
        }
    ]
    assert answer["remaining"] == "90.00"


def test_a_withdrawal_tells_what_it_used_and_where_it_stands(settled: World) -> None:
    """Both ways: from the earning to the withdrawal, and from the withdrawal to the earning."""
    member = Client(settled, MEMBER)
    earned, withdrawal = entry_of(member), a_withdrawal(9, account=AccountId(MEMBER))
    container = settled.container
    requested, answered = (
        ActContext(ANN, day, container.security_clock().now(), why)
        for day, why in ((date(2025, 10, 25), None), (date(2025, 11, 3), "no such payee"))
    )
    with container.transactions().begin() as books:
        books.withdrawals.add(withdrawal)
        books.ledger.reservations.reserve(
            AccountId(MEMBER), Money.of(100), withdrawal.id, requested
        )

    asked = member.get("withdrawal/explain", entry=reservation_id(withdrawal.id))

    nothing = {"items": [], "page": 0, "size": 50, "total": 0}
    assert money(asked, "cause", "amount", "rule", "rate", "rounding", "rows") == [
        "reservation",
        "-100.00",
        None,
        None,
        None,
        nothing,
    ]
    assert asked["uses"]["items"] == [
        {
            "entry": earned,
            "type": "music_profit",
            "date": "2025-10-20",
            "month": "2025-09",
            "channel": {"id": "channel-502", "platform": "youtube", "name": "Mina"},
            "correction": False,
            "amount": "100.00",
        }
    ]
    assert asked["withdrawal"] == {
        "id": withdrawal.id,
        "date": str(withdrawal.requested_on),
        "status": "pending",
        "invoice_id": withdrawal.invoice,
        "credit_note_id": None,
        "credit_notes": [],
        "paid_on": None,
    }
    assert money(asked, "went", "remaining", "reason", "debt") == [[], "0.00", None, "0.00"]

    with container.transactions().begin() as books:
        back = books.ledger.reservations.return_funds(withdrawal.id, answered)
    returned = member.get("withdrawal/explain", entry=back.id)
    assert money(returned, "cause", "reason", "remaining") == ["recovery", "no such payee", "0.00"]
    assert [use["amount"] for use in returned["uses"]["items"]] == ["-100.00"]


def test_what_was_posted_by_hand_tells_why_and_what_undid_it(settled: World) -> None:
    earnings, main = settled.container.portal().account_ledger, Client(settled, MAIN)
    violation = Correction(AccountId(MAIN), EntryType.POLICY_VIOLATION, Money.of("-180"))
    posted = earnings.post(violation, ANN, "re-used uploads").entry
    mirrored = earnings.reverse(posted.id, ANN, "it was another channel").entries[0]

    taken, undone = (
        main.get("withdrawal/explain", entry=entry) for entry in (posted.id, mirrored.id)
    )

    # 160.00 were there; the rest was owed, and is owed no more.
    assert money(taken, "cause", "reason", "debt") == ["posting", "re-used uploads", "-20.00"]
    assert money(undone, "cause", "reason", "debt") == [
        "reversal",
        "it was another channel",
        "20.00",
    ]
    assert taken["reversed_by"] == {
        "entry": mirrored.id,
        "type": "policy_violation",
        "date": "2025-10-20",
    }
    assert undone["reverses"]["entry"] == posted.id
    assert (taken["reverses"], undone["reversed_by"], taken["withdrawal"]) == (None, None, None)


def test_points_that_lapsed_name_the_grant_and_the_grant_names_them(
    settled: World, business_clock: FixedClock
) -> None:
    earnings, main = settled.container.portal().account_ledger, Client(settled, MAIN)
    bonus = Correction(AccountId(MAIN), EntryType.BONUS_POINT, Money.of(2))
    granted = earnings.post(bonus, ANN, "a contest").entry
    business_clock.set(date(2026, 4, 21))
    earnings.expire_lots(Actor.system("points.expire"))

    grant = main.get("withdrawal/explain", entry=granted.id)
    lapsed = main.get("withdrawal/explain", entry=grant["went"][0]["entry"])

    assert money(grant, "cause", "reason", "remaining") == ["grant", "a contest", "0.00"]
    assert money(lapsed, "cause", "reason", "amount") == ["expiry", None, "-2.00"]
    assert [use["entry"] for use in lapsed["uses"]["items"]] == [granted.id]


def test_other_peoples_amounts_are_not_explained(settled: World) -> None:
    entry = entry_of(Client(settled, MEMBER))

    for stranger in (STRANGER, MAIN, CREATOR):
        answer = refused(Client(settled, stranger), "withdrawal/explain", entry=entry)
        assert answer == (404, 2, "not_found")


def test_money_is_shown_in_yuan_at_one_rate(settled: World) -> None:
    settled.container.portal().rates.set(
        Currency.CNY, Decimal("7.1234"), ANN, day=date(2025, 10, 18)
    )
    yuan = Client(settled, MEMBER, currency="CNY")

    summary = yuan.get("withdrawal/summary")

    assert money(summary, "currency", "fx_rate", "balance", "balance_usd") == [
        "CNY",
        "7.1234",
        "1353.446",
        "190.00",
    ]
    # FX-3: not after the end of the range, and there is no rate that old.
    assert refused(yuan, "withdrawal/report", start="2025-09", end="2025-09")[1:] == (2, "no_rate")
