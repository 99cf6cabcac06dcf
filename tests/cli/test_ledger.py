"""`backbeat ledger`."""

from __future__ import annotations

import pytest
from sqlalchemy import inspect
from tests.cli.conftest import Program
from tests.http.world import MAIN, MEMBER, World

from backbeat.kernel.ids import AccountId
from backbeat.kernel.pages import PageRequest
from backbeat_adapters.addresses import path_of

EMAIL = f"{MAIN}@example.org"


def every_row(world: World) -> dict[str, list[str]]:
    """Everything that the database holds, by table."""
    with world.container.engine().connect() as connection:
        return {
            table: sorted(map(str, connection.exec_driver_sql(f'SELECT * FROM "{table}"')))
            for table in inspect(connection).get_table_names()
        }


def post(
    backbeat: Program, type_: str, amount: str, *more: str, account: str = EMAIL
) -> dict[str, object]:
    answer = backbeat(
        "ledger", "post", account, type_, amount, "--reason", "agreed", "--yes", "--json", *more
    )
    assert (answer.code, answer.err) == (0, "")
    return dict(answer.json)


def balance(backbeat: Program) -> str:
    rows = backbeat("ledger", "show", EMAIL).out.splitlines()
    return next(line.split()[-1] for line in rows if line.startswith("balance"))


def test_a_posting_raises_the_balance_and_stands_in_the_statement(
    backbeat: Program, world: World
) -> None:
    done = post(backbeat, "portal_profit", "12.34")

    assert (done["balance_before"], done["balance_after"]) == ("0.00", "12.34")
    answer = backbeat("ledger", "show", EMAIL, "--json")
    assert [(row["type"], row["amount"]) for row in answer.items] == [("portal_profit", "12.34")]
    assert balance(backbeat) == "12.34"


def test_points_are_counted_and_lapse(backbeat: Program, world: World) -> None:
    done = post(backbeat, "bonus_point", "5000", "--points")

    assert (done["amount"], done["balance_before"]) == ("5.00", "0.00")
    assert (done["balance_after"], balance(backbeat)) == ("5.00", "5.00")
    assert done["expires_on"] is not None


def test_money_already_paid_makes_debt(backbeat: Program, world: World) -> None:
    assert post(backbeat, "prepaid", "-100")["balance_after"] == "-100.00"


@pytest.mark.parametrize(
    ("type_", "amount", "more", "words"),
    [
        ("music_profit", "5", (), "type_not_posted"),
        ("fast_withdrawal_deduction", "5", (), "bad_value"),
        ("policy_violation", "5", (), "bad_value"),
        ("portal_profit", "-5", (), "bad_value"),
        ("portal_profit", "0", (), "bad_value"),
        ("fast_withdrawal_extra", "5", (), "note"),
        ("portal_profit", "1000000000.01", (), "out_of_range"),
        ("bonus_point", "1" + "0" * 13, ("--points",), "out_of_range"),
        ("bonus_point", "9" * 400, ("--points",), "out_of_range"),
    ],
)
def test_what_cannot_be_posted_is_refused(
    backbeat: Program, world: World, type_: str, amount: str, more: tuple[str, ...], words: str
) -> None:
    answer = backbeat("ledger", "post", EMAIL, type_, amount, "--reason", "x", "--yes", *more)

    assert answer.code == 1
    assert words in answer.err
    assert balance(backbeat) == "0.00"


@pytest.mark.parametrize(
    ("amount", "more", "words"),
    [
        ("five", (), "not an amount"),
        ("1.2345678", (), "not an amount of at most six places"),
        ("NaN", (), "not an amount"),
        ("1e3", (), "not an amount"),
        ("1e999999", (), "not an amount"),
        ("1_000", (), "not an amount"),
        ("1.00000000000000000000000000001", (), "not an amount"),
        ("1_0", ("--points",), "not a whole number of points"),
        ("１０", ("--points",), "not a whole number of points"),
        ("1.5", ("--points",), "not a whole number of points"),
    ],
)
def test_an_amount_that_is_none_is_wrong_usage(
    backbeat: Program, world: World, amount: str, more: tuple[str, ...], words: str
) -> None:
    answer = backbeat(
        "ledger", "post", EMAIL, "bonus_point", amount, "--reason", "x", "--yes", *more
    )

    assert (answer.code, words in answer.err) == (2, True)
    assert balance(backbeat) == "0.00"


def test_a_blank_reason_is_none(backbeat: Program, world: World) -> None:
    for type_, amount in (("portal_profit", "1"), ("policy_violation", "-1")):
        answer = backbeat("ledger", "post", EMAIL, type_, "--reason", " ", "--yes", "--", amount)

        assert (answer.code, "required" in answer.err) == (1, True)
    unsaid = backbeat("ledger", "post", EMAIL, "policy_violation", "--yes", "--", "-1")
    assert (unsaid.code, "reason" in unsaid.err) == (2, True)


def test_a_dry_run_posts_nothing(backbeat: Program, world: World) -> None:
    before = every_row(world)
    assert post(backbeat, "portal_profit", "5", "--dry-run")["balance_after"] == "5.00"
    assert balance(backbeat) == "0.00"
    assert every_row(world) == before


def test_a_posting_is_reversed_once(backbeat: Program, world: World) -> None:
    entry = str(post(backbeat, "portal_profit", "5")["id"])

    first = backbeat("ledger", "reverse", entry, "--reason", "typed twice", "--yes", "--json")
    second = backbeat("ledger", "reverse", entry, "--reason", "typed twice", "--yes")

    assert (first.code, first.json["amount"]) == (0, "-5.00")
    assert (second.code, "already_reversed" in second.err) == (1, True)
    assert balance(backbeat) == "0.00"


def test_a_sound_ledger_passes_the_check(backbeat: Program, world: World) -> None:
    post(backbeat, "portal_profit", "5")
    post(backbeat, "prepaid", "-7")
    post(backbeat, "bonus_point", "3000", "--points", account=f"{MEMBER}@example.org")

    answer = backbeat("ledger", "check", "--json")

    assert (answer.code, answer.json["findings"]) == (0, [])
    assert answer.json["transactions"] == 3


def test_a_changed_row_fails_the_check(backbeat: Program, world: World) -> None:
    post(backbeat, "portal_profit", "5")
    with world.container.transactions().begin() as books:
        books.connection.exec_driver_sql("UPDATE ledger_balances SET available = available + 1")

    answer = backbeat("ledger", "check", "--json")

    assert answer.code == 1
    assert any(finding.startswith("I3") for finding in answer.json["findings"])


def test_every_posting_is_audited(backbeat: Program, world: World) -> None:
    post(backbeat, "portal_profit", "5")

    (row,) = backbeat("audit", "list", "--action", "ledger.", "--json").items
    assert (row["action"], row["reason"]) == ("ledger.posted", "agreed")


def test_a_bonus_names_its_event_and_a_violation_is_told(backbeat: Program, world: World) -> None:
    bonus = post(backbeat, "fast_withdrawal_extra", "5", "--note", "event 2025-10")
    post(backbeat, "policy_violation", "-2")

    assert bonus["note"] == "event 2025-10"
    assert balance(backbeat) == "3.00"
    with world.container.transactions().look() as books:
        told = books.notifications.page(AccountId(MAIN), None, PageRequest()).items
    assert "policy_violation" in [kept.notification.subject.value for kept in told]
    newest = told[0].notification
    taken = backbeat("ledger", "show", EMAIL, "--json").items[0]
    assert newest.target is not None
    assert path_of(newest.target) == (f"/withdrawal/policy_violation/{taken['date']}#{taken['id']}")


def test_a_month_is_shown_with_opening_types_and_closing(backbeat: Program, world: World) -> None:
    post(backbeat, "portal_profit", "12.34")
    post(backbeat, "prepaid", "-2.00")
    today = world.container.business_clock().today()

    answer = backbeat("ledger", "show", EMAIL, "--month", f"{today:%Y-%m}", "--json").json

    assert (answer["opening"], answer["closing"]) == ("0.00", "10.34")
    assert answer["types"] == {"portal_profit": "12.34", "prepaid": "-2.00"}
    assert [row["amount"] for row in answer["movements"]] == ["12.34", "-2.00"]
    wrong = backbeat("ledger", "show", EMAIL, "--month", "2025-10", "--type", "prepaid")
    assert (wrong.code, "--month" in wrong.err) == (2, True)


def test_the_check_shows_every_invariant(backbeat: Program, world: World) -> None:
    post(backbeat, "portal_profit", "5")

    answer = backbeat("ledger", "check", "--json")

    checks = {row["check"]: row["status"] for row in answer.json["checks"]}
    assert list(checks) == [f"I{number}" for number in range(1, 20)]
    assert checks.pop("I13") == "not_applicable"
    assert set(checks.values()) == {"holds"}
    assert answer.json["unsealed"] > 0
    assert "zero_sum" in backbeat("ledger", "check").out
