"""`backbeat settle`: a month before, at and after its close (J8)."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve, frozen
from tests.cli.conftest import Program
from tests.fakes import report_files as fake
from tests.fakes.channels import platform_id
from tests.fakes.settlement import an_earning_channel
from tests.fakes.snapshots import Snapshots
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import BY_PAYPAL, PAYPAL_FORM
from tests.http.world import CREATOR, MAIN, MEMBER, NETWORK, SUB, World, filled

from backbeat.accounts.model import FeeRate
from backbeat.channels.lifecycle import ChannelStatus
from backbeat.channels.model import Verification
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Currency, Money

LONG_AGO = date(2025, 1, 1)
RATES = {MEMBER: "0.05", CREATOR: "0.20", SUB: "0.10"}
CHANNELS = {501: (MAIN, MAIN), 502: (MEMBER, MAIN), 503: (SUB, CREATOR)}


@frozen
class Month:
    """A month's file, and the clock of the operator's day."""

    world: World
    clock: FixedClock
    folder: Path

    def arrives(self, *lines: tuple[int, str, str], month: str = "2025-09") -> None:
        """A file of ours comes in: channel number, video, amount."""
        rows = [
            {
                "month": month,
                "channel_id": platform_id(number),
                "video_id": video,
                "views": 1000,
                "revenue_usd": amount,
            }
            for number, video, amount in lines
        ]
        name = f"{month}-{len(list(self.folder.iterdir()))}.csv"
        path = fake.own_monthly(self.folder / name, *rows)
        self.world.container.portal().ingestion.ingest(path, Actor.operator("ann"))

    def withdraws(self, amount: str) -> str:
        """MEMBER asks for its whole balance by PayPal, in October's window: the withdrawal's id."""
        container, account = self.world.container, AccountId(MEMBER)
        self.clock.set(date(2025, 10, 25))
        with container.transactions().begin() as books:
            (channel,) = books.channels.claims(platform_id(502))
            books.channels.save(evolve(channel, status=ChannelStatus.APPROVED))
        container.portal().payment_details.register(account, PAYPAL_FORM)
        requests, whole = container.portal().withdrawal_requests, Money.of(amount)
        return requests.request(account, BY_PAYPAL, Currency.USD, whole).id


@pytest.fixture
def september(
    world: World, business_clock: FixedClock, tmp_path: Path, snapshots: Snapshots
) -> Month:
    """150.00 of MAIN's own channel, 200.00 of MEMBER's, 1,000.00 of SUB's in a network of three."""
    month = Month(world, business_clock, tmp_path / "reports")
    filled(world.container, snapshots, "september", partial(arrive, month), folder="reports")
    business_clock.set(date(2025, 10, 20))
    return month


def arrive(month: Month) -> None:
    world = month.world
    with world.container.transactions().begin() as books:
        for name, rate in RATES.items():
            books.fee_rates.put(FeeRate(AccountId(name), Decimal(rate), LONG_AGO))
        for number, (holder, owner) in CHANNELS.items():
            channel = an_earning_channel(number, [(holder, LONG_AGO)], owner=owner)
            proof = Verification(
                f"BB-{number:08d}", verified_at=world.container.security_clock().now()
            )
            books.channels.add(evolve(channel, verification=proof))
    month.folder.mkdir()
    month.arrives((501, "V1", "90.00"), (501, "V2", "60.00"), (502, "C1", "200.00"))
    month.arrives((503, "S1", "1000.00"))


def amounts(answer: object) -> list[str]:
    return sorted(row["amount"] for row in answer)  # type: ignore[attr-defined]


def test_a_month_is_seen_before_it_is_closed(backbeat: Program, september: Month) -> None:
    seen = backbeat("settle", "preview", "2025-09", "--json")

    assert seen.code == 0
    assert (seen.json["confirmed"], seen.json["balance"]) == ("1350.00", "0.00")
    assert amounts(seen.json["postings"]) == sorted(
        ["150.00", "190.00", "10.00", "200.00", "80.00", "720.00"]
    )
    assert backbeat("ledger", "check", "--json").json["transactions"] == 0
    assert "1350.00" in backbeat("settle", "preview", "2025-09").out


def test_a_close_posts_once_and_its_totals_balance(backbeat: Program, september: Month) -> None:
    done = backbeat("settle", "close", "2025-09", "--yes", "--json")

    assert (done.code, done.json["entries"], done.json["balance"]) == (0, 6, "0.00")
    again = backbeat("settle", "close", "2025-09", "--yes")
    assert (again.code, "month_closed" in again.err) == (1, True)
    assert backbeat("ledger", "check").code == 0
    (listed,) = backbeat("settle", "list", "--json").items
    assert (listed["month"], listed["revision"], listed["by"]) == ("2025-09", 0, "ann")


def test_a_close_posts_an_entry_for_each_account_channel_and_month(
    backbeat: Program, september: Month
) -> None:
    """S3.047."""
    assert backbeat("settle", "close", "2025-09", "--yes").code == 0

    rows = backbeat("ledger", "show", f"{MAIN}@example.org", "--json").items
    assert sorted(
        (row["type"], row["month"], row["channel"], row["amount"], row["date"]) for row in rows
    ) == [
        ("music_profit", "2025-09", "channel-501", "150.00", "2025-10-20"),
        ("music_profit", "2025-09", "channel-502", "10.00", "2025-10-20"),
    ]


def test_what_was_paid_before_is_deducted_first_by_the_close(
    backbeat: Program, september: Month
) -> None:
    """S3.058."""
    email = f"{MAIN}@example.org"
    paid = backbeat(
        "ledger", "post", email, "prepaid", "--reason", "advance", "--yes", "--json", "--", "-100"
    )
    assert paid.json["balance_after"] == "-100.00"

    assert backbeat("settle", "close", "2025-09", "--yes").code == 0

    rows = backbeat("ledger", "show", email, "--json").items
    assert sorted(row["amount"] for row in rows) == ["-100.00", "10.00", "150.00"]
    assert "60.00" in backbeat("ledger", "show", email).out
    assert backbeat("ledger", "check").code == 0


def test_a_month_that_is_not_over_is_not_closed(backbeat: Program, september: Month) -> None:
    september.clock.set(date(2025, 9, 30))

    answer = backbeat("settle", "close", "2025-09", "--yes")

    assert (answer.code, "month_open" in answer.err) == (1, True)
    assert len(answer.err.splitlines()[-1:]) == 1


def test_nothing_is_closed_over_a_ledger_with_findings(backbeat: Program, september: Month) -> None:
    with september.world.container.transactions().begin() as books:
        books.connection.exec_driver_sql(
            "INSERT INTO ledger_balances (account, available) VALUES ('nobody', 1)"
        )

    answer = backbeat("settle", "close", "2025-09", "--yes")

    assert (answer.code, "ledger_unsound" in answer.err) == (1, True)
    assert "account nobody" in answer.err
    assert len(answer.err.splitlines()) == 1
    assert backbeat("settle", "list", "--json").items == []


def test_a_close_is_asked_for_and_rehearsed(backbeat: Program, september: Month) -> None:
    unasked = backbeat("settle", "close", "2025-09")
    rehearsed = backbeat("settle", "close", "2025-09", "--dry-run", "--json")

    assert unasked.code == 2
    assert "Close 2025-09 for good?" in unasked.err
    assert (rehearsed.code, rehearsed.json["dry_run"]) == (0, True)
    assert rehearsed.json["findings"] == []
    assert backbeat("settle", "list", "--json").items == []


def test_what_looks_odd_about_the_intake_is_told_before_a_close(
    backbeat: Program, september: Month
) -> None:
    september.arrives((999, "V9", "7.50"))
    september.arrives((501, "V1", "1.00"), month="2025-08")
    waits = "1 rows with 7.50 USD wait (unknown_channel): see `backbeat report suspense`"

    seen = backbeat("settle", "preview", "2025-09")
    for_scripts = backbeat("settle", "preview", "2025-09", "--json")
    rehearsed = backbeat("settle", "close", "2025-09", "--dry-run", "--json")
    unasked = backbeat("settle", "close", "2025-09")
    closed = backbeat("settle", "close", "2025-09", "--yes")

    assert waits in seen.out
    told = [(each["reason"], each["finding"]) for each in for_scripts.json["findings"]]
    assert told == [("in_suspense", waits)]
    assert rehearsed.json["findings"] == for_scripts.json["findings"]
    assert unasked.code == 2
    assert f"2025-09: {waits}" in unasked.err
    assert "Close 2025-09 for good, all the same?" in unasked.err
    assert (closed.code, f"2025-09: {waits}" in closed.err) == (0, True)


def test_a_late_correction_is_a_difference_entry(backbeat: Program, september: Month) -> None:
    backbeat("settle", "close", "2025-09", "--yes")
    september.clock.set(date(2025, 11, 12))
    september.arrives((501, "V1", "85.00"))

    rehearsed = backbeat("settle", "adjust", "2025-09", "--dry-run", "--json")
    done = backbeat("settle", "adjust", "2025-09", "--yes", "--reason", "V1 corrected", "--json")
    again = backbeat("settle", "adjust", "2025-09", "--yes", "--json")

    assert amounts(rehearsed.json["postings"]) == ["-5.00"]
    assert (done.code, amounts(done.json["postings"])) == (0, ["-5.00"])
    assert again.json == {"month": "2025-09", "entries": 0, "changed": False}
    rows = backbeat("ledger", "show", f"{MAIN}@example.org", "--json").items
    newest = rows[0]
    assert (newest["amount"], newest["correction"]) == ("-5.00", True)
    assert (newest["month"], newest["date"]) == ("2025-09", "2025-11-12")
    assert backbeat("ledger", "check").code == 0


def explained(backbeat: Program, entry: str) -> tuple[Decimal, list[tuple[str, int, str]]]:
    """What the rows behind an entry come to, and the rows by file, line and share."""
    found = backbeat("settle", "explain", entry, "--size", "2", "--json").json["rows"]
    rows = list(found["items"])
    for page in range(1, -(-found["total"] // 2)):
        more = ("--size", "2", "--page", str(page))
        rows += backbeat("settle", "explain", entry, *more, "--json").json["rows"]["items"]
    shares = [(each["file"], each["line"], each["share_usd"]) for each in rows]
    return sum((Decimal(share) for _, _, share in shares), Decimal(0)), shares


def test_what_was_posted_is_explained_by_the_rows_of_its_day_whatever_came_since(
    backbeat: Program, september: Month
) -> None:
    september.arrives((501, "V3", "1.00"), (501, "V4", "2.00"))
    assert backbeat("settle", "close", "2025-09", "--yes").code == 0
    email = f"{MAIN}@example.org"
    posted = {row["amount"]: row["id"] for row in backbeat("ledger", "show", email, "--json").items}
    first = explained(backbeat, posted["153.00"])
    assert first[0] == Decimal("153.00")

    september.clock.set(date(2025, 11, 12))
    september.arrives((501, "V1", "85.00"), (501, "V9", "7.00"))
    assert explained(backbeat, posted["153.00"]) == first
    assert backbeat("settle", "adjust", "2025-09", "--yes").code == 0
    september.clock.set(date(2025, 12, 12))
    september.arrives((501, "V1", "84.00"))
    assert backbeat("settle", "adjust", "2025-09", "--yes").code == 0

    assert explained(backbeat, posted["153.00"]) == first
    rows = backbeat("ledger", "show", email, "--json").items
    assert [row["amount"] for row in rows if row["correction"]] == ["-1.00", "2.00"]
    for row, upto in zip([row["id"] for row in rows if row["correction"]], (154, 155), strict=True):
        assert explained(backbeat, row)[0] == upto


def test_an_amount_is_explained(backbeat: Program, september: Month) -> None:
    backbeat("settle", "close", "2025-09", "--yes")
    (row,) = backbeat("ledger", "show", f"{SUB}@example.org", "--json").items

    found = backbeat("settle", "explain", row["id"], "--json")

    assert (found.json["rule"], found.json["rate"]) == ("member_share", "0.72")
    assert [each["video"] for each in found.json["rows"]["items"]] == ["S1"]
    assert "member_share" in backbeat("settle", "explain", row["id"]).out
    unknown = backbeat("settle", "explain", "nothing")
    assert (unknown.code, "not_found" in unknown.err) == (1, True)


def test_a_row_leads_to_the_shares_and_to_the_withdrawal_that_carried_it(
    backbeat: Program, september: Month
) -> None:
    backbeat("settle", "close", "2025-09", "--yes")

    found = backbeat("settle", "explain", "--file", "2025-09-0.csv", "--line", "4", "--json")

    assert (found.code, found.json["fate"], found.json["video"]) == (0, "settled", "C1")
    assert [
        (each["email"].split("@")[0], each["rule"], each["rate"], each["share_usd"])
        for each in found.json["shares"]
    ] == [
        (MAIN, "manager_share", "0.05", "10.000000000"),
        (MEMBER, "member_share", "0.95", "190.000000000"),
    ]
    assert sorted(each["amount"] for each in found.json["postings"]) == ["10.00", "190.00"]
    assert {each["rounding_usd"] for each in found.json["postings"]} == {"0.000000000"}
    assert found.json["payments"] == []

    september.withdraws("190.00")
    paid = backbeat("settle", "explain", "--file", "1", "--line", "4", "--json").json
    (carried,) = paid["payments"]
    assert (carried["type"], carried["amount"], carried["status"]) == (
        "withdrawal",
        "190.00",
        "pending",
    )
    told = backbeat("settle", "explain", "--file", "1", "--line", "4").out
    assert "its month is closed" in told
    assert carried["invoice"] in told


def test_an_entry_that_no_close_posted_tells_what_caused_it(
    backbeat: Program, september: Month
) -> None:
    backbeat("settle", "close", "2025-09", "--yes")
    backbeat("points", "grant", f"{MAIN}@example.org", "1000", "--reason", "a contest", "--yes")
    withdrawal = september.withdraws("190.00")
    granted = backbeat("ledger", "show", f"{MAIN}@example.org", "--json").items[0]
    asked = backbeat("ledger", "show", f"{MEMBER}@example.org", "--json").items[0]

    points = backbeat("settle", "explain", granted["id"], "--json").json
    taken = backbeat("settle", "explain", asked["id"], "--json").json

    assert (points["cause"], points["by"], points["reason"]) == ("grant", "ann", "a contest")
    assert points["expires_on"] is not None
    assert (taken["cause"], taken["withdrawal"], taken["fee"]) == (
        "reservation",
        withdrawal,
        "8.93",
    )
    assert [use["amount"] for use in taken["uses"]["items"]] == ["190.00"]
    assert (taken["uses"]["total"], taken["rows"]["total"], taken["debt"]) == (1, 0, "0.00")

    backbeat("withdrawal", "reject", withdrawal, "--recover", "--reason", "no such payee", "--yes")
    back = backbeat("ledger", "show", f"{MEMBER}@example.org", "--json").items[0]
    returned = backbeat("settle", "explain", back["id"])
    assert "no such payee" in returned.out
    assert "CN-2025-" in returned.out


def test_a_line_without_a_row_is_refused_by_file_and_line(
    backbeat: Program, september: Month
) -> None:
    for line in ("1", "99"):
        answer = backbeat("settle", "explain", "--file", "1", "--line", line)
        assert (answer.code, len(answer.err.splitlines())) == (1, 1)
        assert f"line={line}" in answer.err
        assert "reason=no_row" in answer.err
    unknown = backbeat("settle", "explain", "--file", "august.csv", "--line", "2")
    assert (unknown.code, "august.csv" in unknown.err) == (1, True)
    assert backbeat("settle", "explain").code == 2
    assert backbeat("settle", "explain", "--file", "1").code == 2
    assert backbeat("settle", "explain", "e1", "--file", "1", "--line", "2").code == 2


def test_with_the_file_at_hand_a_repeated_line_is_found_where_it_is_kept(
    backbeat: Program, september: Month
) -> None:
    september.arrives((502, "C1", "200.00"), (501, "V9", "1.00"))
    path = str(september.folder / "2025-09-2.csv")

    by_number = backbeat("settle", "explain", "--file", "3", "--line", "2")
    found = backbeat("settle", "explain", "--file", path, "--line", "2", "--json").json

    assert (by_number.code, "unchanged=1" in by_number.err) == (1, True)
    assert (found["report"], found["line"], found["kept_under"]) == ("3", 2, "report 1, line 4")
    assert any("another line" in said for said in found["said"])


def test_a_row_in_suspense_is_told_plainly(backbeat: Program, september: Month) -> None:
    september.arrives((999, "X1", "7.00"))

    answer = backbeat("settle", "explain", "--file", "3", "--line", "2")

    assert answer.code == 0
    assert "it waits in suspense" in answer.out
    assert "unknown_channel" in answer.out
    assert "nothing of it is shared" in answer.out


def test_a_missing_sort_and_a_wrong_month_are_told(backbeat: Program, september: Month) -> None:
    assert backbeat("settle", "preview", "September").code == 2
    assert backbeat("settle", "close", "2025-08", "--yes").code == 1
    assert backbeat("settle", "close", "2025-09", "--without", "gifts", "--yes").code == 2


def test_closes_are_in_the_audit(backbeat: Program, september: Month) -> None:
    backbeat("settle", "close", "2025-09", "--yes", "--reason", "all files are in")

    (row,) = backbeat("audit", "list", "--action", "settlement.", "--json").items
    assert (row["action"], row["target"]) == ("settlement.closed", "settlement:2025-09")
    assert row["reason"] == "all files are in"


def test_a_correction_shows_what_it_changes_for_whom(backbeat: Program, september: Month) -> None:
    backbeat("settle", "close", "2025-09", "--yes")
    september.clock.set(date(2025, 11, 12))
    september.arrives((501, "V1", "85.00"), (502, "C1", "100.00"))

    seen = backbeat("settle", "adjust", "2025-09", "--dry-run", "--json").json["effects"]

    told = [(row["email"].split("@")[0], row["before"], row["after"]) for row in seen]
    assert sorted(told) == [
        (MAIN, "10.00", "5.00"),
        (MAIN, "150.00", "145.00"),
        (MEMBER, "190.00", "95.00"),
    ]
    assert {row["balance"] for row in seen if row["email"].startswith(MAIN)} == {"150.00"}
    unasked = backbeat("settle", "adjust", "2025-09")
    assert (unasked.code, "-95.00" in unasked.out) == (2, True)
    assert "Post 3 corrections of 2025-09?" in unasked.err
    assert len(backbeat("settle", "list", "--json").items) == 1


def test_a_correction_that_eats_a_balance_shows_the_debt(
    backbeat: Program, september: Month
) -> None:
    backbeat("settle", "close", "2025-09", "--yes")
    backbeat(
        "ledger", "post", f"{SUB}@example.org", "prepaid", "--reason", "paid outside", "--yes",
        "--", "-700.00",
    )  # fmt: skip
    september.clock.set(date(2025, 11, 12))
    september.arrives((503, "S1", "-100.00"))

    seen = backbeat("settle", "adjust", "2025-09", "--dry-run", "--json").json["effects"]

    (row,) = [each for each in seen if each["email"].startswith(f"{SUB}@")]
    assert (row["before"], row["after"]) == ("720.00", "-72.00")
    assert (row["balance"], row["debt"]) == ("0.00", "772.00")
    assert backbeat("settle", "adjust", "2025-09", "--yes").code == 0
    assert backbeat("ledger", "check").code == 0


def test_only_a_closed_month_is_corrected(backbeat: Program, september: Month) -> None:
    for month in ("2025-09", "2019-01"):
        for how in ("--dry-run", "--yes"):
            refused = backbeat("settle", "adjust", month, how)
            assert (refused.code, "month_not_closed" in refused.err) == (1, True)
    backbeat("settle", "close", "2025-09", "--yes")
    unknown = backbeat("settle", "adjust", "2025-10", "--yes")
    assert "last_closed=2025-09" in unknown.err


def test_another_rate_is_tried_and_nothing_is_posted(backbeat: Program, september: Month) -> None:
    backbeat("settle", "close", "2025-09", "--yes")
    posted = backbeat("ledger", "check", "--json").json["transactions"]

    def tried(*others: str) -> dict[str, str]:
        options = [part for other in others for part in ("--with", other)]
        rows = backbeat("settle", "preview", "2025-09", *options, "--json").json["accounts"]
        return {
            (row["email"] or "house").split("@")[0]: row["difference"]
            for row in rows
            if row["difference"] != "0.00"
        }

    assert tried("settlement.operator_rate=0.10") == {
        MAIN: "-16.00",
        MEMBER: "-19.00",
        CREATOR: "-8.00",
        SUB: "-72.00",
        NETWORK: "-20.00",
        "house": "135.00",
    }
    assert tried("fee_rate=0.10") == {
        MAIN: "10.00",
        MEMBER: "-10.00",
        CREATOR: "10.00",
        SUB: "90.00",
        NETWORK: "-100.00",
    }
    assert tried(f"fee_rate:{SUB}@example.org=0.20") == {CREATOR: "80.00", SUB: "-80.00"}
    assert tried("settlement.member_payout=through_main", "fee_rate=0.5")[MEMBER] == "-190.00"
    assert (
        "nothing is posted"
        in backbeat("settle", "preview", "2025-09", "--with", "fee_rate=0.10").out
    )
    assert backbeat("ledger", "check", "--json").json["transactions"] == posted


@pytest.mark.parametrize(
    ("other", "code", "words"),
    [
        ("fee_rate", 2, "KEY=VALUE"),
        ("fee_rate=1.5", 1, "key=fee_rate"),
        ("fee_rate:nobody@example.org=0.1", 1, "10001"),
        (f"fee_rate:{MAIN}@example.org=0.1", 1, "10001"),
        ("settlement.operator_rate=lots", 1, "key=settlement.operator_rate"),
        ("withdrawal.minimum=1", 1, "key=withdrawal.minimum"),
    ],
)
def test_what_no_month_can_be_settled_by_is_refused(
    backbeat: Program, september: Month, other: str, code: int, words: str
) -> None:
    answer = backbeat("settle", "preview", "2025-09", "--with", other)

    assert (answer.code, words in answer.err) == (code, True)


def test_a_month_without_a_report_has_nothing_to_try(backbeat: Program, september: Month) -> None:
    answer = backbeat("settle", "preview", "2019-01", "--with", "fee_rate=0.1")

    assert (answer.code, "no_monthly_report" in answer.err) == (1, True)
