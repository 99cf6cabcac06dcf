"""`backbeat payout`: from what waits to the file, and from the bank's answer to the ledger."""

from __future__ import annotations

import csv
import hashlib
import os
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

import pytest
from attrs import evolve
from tests.cli.conftest import Program
from tests.cli.test_withdrawals import ask
from tests.fakes.standins import FixedClock
from tests.fakes.withdrawals import BANK_FORM, IN_THE_WINDOW
from tests.http.world import MAIN, STRANGER, World

from backbeat.audit.ports import AuditFilter
from backbeat.kernel.actors import Actor
from backbeat.kernel.ids import AccountId
from backbeat.kernel.money import Money
from backbeat.kernel.pages import PageRequest
from backbeat.ledger.rules import reservation_id
from backbeat.payouts import results
from backbeat.payouts.attempts import keep
from backbeat.payouts.model import Attempt
from backbeat.payouts.ports import Books
from backbeat.withdrawals.model import Withdrawal
from backbeat_adapters.sql.engine.outages import DatabaseUnavailable

RESULT_COLUMNS = ("withdrawal_id", "result", "amount", "currency", "date", "reference", "reason")


@pytest.fixture
def pending(world: World, business_clock: FixedClock) -> Withdrawal:
    """Main's 150.00 by PayPal, asked for on 25 October 2025; it is 6 November now."""
    business_clock.set(IN_THE_WINDOW)
    asked = ask(world, MAIN, "150.00")
    business_clock.set(date(2025, 11, 6))
    return asked


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where files are written."""
    made = tmp_path / "payouts"
    made.mkdir()
    return made


def answered(path: Path, *rows: Mapping[str, str]) -> str:
    """A file of results."""
    with path.open("w", newline="") as stream:
        writer = csv.DictWriter(stream, RESULT_COLUMNS)
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def line(withdrawal: Withdrawal, result: str = "paid", **changes: str) -> dict[str, str]:
    return {
        "withdrawal_id": withdrawal.id,
        "result": result,
        "amount": str(withdrawal.paid.net),
        "currency": withdrawal.currency,
        "date": "2025-11-06",
        "reference": "PP-1",
        "reason": "",
    } | changes


def balance_of(world: World, account: str) -> Money:
    with world.container.transactions().look() as books:
        available: Money = books.ledger.balance(AccountId(account)).available
    return available


def test_what_waits_is_written_into_a_file_that_paypal_takes(
    backbeat: Program, world: World, pending: Withdrawal, folder: Path
) -> None:
    tried = backbeat("payout", "export", "--method", "paypal", "--dry-run", "--json")
    assert (tried.json["dry_run"], tried.json["written"]) == (True, [])
    done = backbeat("payout", "export", "--method", "paypal", "--into", str(folder), "--json")

    [row] = done.items
    assert [row[name] for name in ("batch", "payouts", "total")] == [1, 1, "142.95"]
    file = folder / "payout-000001-paypal-usd-1.csv"
    assert done.json["written"] == [str(file)]
    assert file.read_bytes() == (
        f"mina@example.org,142.95,USD,{pending.id},{pending.invoice},PAYPAL\r\n".encode()
    )
    assert file.stat().st_mode & 0o777 == 0o600
    assert list(folder.iterdir()) == [file]
    assert row["sha256"] == [hashlib.sha256(file.read_bytes()).hexdigest()]
    nothing = backbeat("payout", "export", "--method", "bank", "--into", str(folder))
    assert (nothing.code, nothing.out) == (0, "nothing to export\n")
    with world.container.transactions().look() as books:
        [audited] = books.audit.page(AuditFilter(action="payout.exported"), PageRequest()).items
    assert (audited.entry.actor.id, audited.entry.target) == ("ann", "batch:1")


def test_a_lost_file_is_written_again_and_never_over_another(
    backbeat: Program, pending: Withdrawal, folder: Path
) -> None:
    backbeat("payout", "export", "--method", "paypal", "--into", str(folder))
    [file] = folder.iterdir()
    first = file.read_bytes()
    file.unlink()

    assert backbeat("payout", "export", "--batch", "1", "--into", str(folder)).code == 0
    assert file.read_bytes() == first
    assert backbeat("payout", "export", "--batch", "1", "--into", str(folder)).code == 0
    file.write_text("something else")
    refused = backbeat("payout", "export", "--batch", "1", "--into", str(folder))
    assert (refused.code, "holds something else" in refused.err) == (1, True)
    assert file.read_text() == "something else"
    assert backbeat("payout", "export", "--batch", "2").code == 1
    assert backbeat("payout", "export").code == 2


def test_a_full_disk_loses_no_batch(
    backbeat: Program, pending: Withdrawal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    export = ("payout", "export", "--method", "paypal", "--into", str(folder))
    with monkeypatch.context() as broken:
        broken.setattr(os, "fsync", full)
        failed = backbeat(*export)
    assert failed.code == 1
    assert "payout export --batch 1" in failed.err
    assert list(folder.iterdir()) == []

    held = backbeat(*export, "--json").json["held"]
    assert "batch=1" in held[0]["refused"]
    assert backbeat("payout", "export", "--batch", "1", "--into", str(folder)).code == 0
    assert [file.name for file in folder.iterdir()] == ["payout-000001-paypal-usd-1.csv"]


def test_what_was_never_handed_over_is_given_up(
    backbeat: Program, pending: Withdrawal, folder: Path
) -> None:
    export = ("payout", "export", "--method", "paypal", "--into", str(folder), "--json")
    backbeat(*export)
    cancel = ("payout", "cancel", "1", "--reason", "wrong account")
    assert backbeat(*cancel).code == 2
    assert backbeat(*cancel, "--yes", "--dry-run").code == 0
    gone = backbeat(*cancel, "--yes", "--json")
    assert [row["state"] for row in gone.items] == ["returned"]
    assert backbeat(*cancel, "--yes").code == 1
    assert backbeat(*export).items[0]["batch"] == 2


def test_a_withdrawal_under_way_is_neither_exported_again_nor_rejected(
    backbeat: Program, pending: Withdrawal, folder: Path
) -> None:
    export = ("payout", "export", "--method", "paypal", "--into", str(folder))
    backbeat(*export)

    again = backbeat(*export, "--json")
    assert (again.code, again.items) == (0, [])
    assert [row["reason"] for row in again.json["held"]] == ["payout_under_way"]
    named = backbeat(*export, pending.id)
    assert (named.code, named.err) == (1, "error: 1 of 1 held back\n")
    rejected = backbeat("withdrawal", "reject", pending.id, "--recover", "--reason", "x", "--yes")
    assert (rejected.code, "payout_under_way" in rejected.err) == (1, True)
    assert backbeat("withdrawal", "pay", pending.id, "--yes").code == 0
    shown = backbeat("withdrawal", "show", pending.id, "--json").json
    assert [each["state"] for each in shown["attempts"]] == ["exported", "settled"]


def test_what_the_bank_answered_is_booked_once(
    backbeat: Program, world: World, pending: Withdrawal, folder: Path
) -> None:
    backbeat("payout", "export", "--method", "paypal", "--into", str(folder))
    assert backbeat("payout", "sent", "1").code == 0
    file = answered(folder / "results.csv", line(pending))

    tried = backbeat("payout", "import-result", file, "--dry-run", "--json")
    assert (tried.code, tried.json["kept"]) == (0, False)
    booked = backbeat("payout", "import-result", file, "--json")
    assert (booked.code, booked.json["kept"], len(booked.items)) == (0, True, 1)
    again = backbeat("payout", "import-result", file)
    assert (again.code, again.out) == (
        0,
        "1 lines were known before: nothing changed\n",
    )

    shown = backbeat("withdrawal", "show", pending.id, "--json").json
    assert (shown["status"], shown["paid_on"]) == ("success", "2025-11-06")
    assert [(each["state"], each["reference"]) for each in shown["attempts"]] == [
        ("exported", ""),
        ("sent", ""),
        ("settled", "PP-1"),
    ]
    [batch] = backbeat("payout", "list", "--json").items
    assert (batch["settled"], batch["exported"]) == (1, 0)
    assert backbeat("payout", "list", "--state", "unclaimed", "--json").items == []
    detail = backbeat("payout", "show", "1", "--json").json
    assert [each["account"] for each in detail["payouts"]] == [f"{MAIN}@example.org"]
    assert backbeat("ledger", "check").code == 0


def test_a_cell_that_cannot_be_read_is_told_with_what_can(
    backbeat: Program, pending: Withdrawal, folder: Path
) -> None:
    backbeat("payout", "export", "--method", "paypal", "--into", str(folder))
    file = answered(folder / "results.csv", line(pending, "payed"))

    refused = backbeat("payout", "import-result", file)

    assert refused.code == 1
    assert "fields={'result': 'bad_value'}" in refused.err
    assert "result paid or returned or unclaimed; amount as 1234.50" in refused.err


def test_a_refused_line_keeps_the_file_out_unless_a_part_is_asked_for(
    backbeat: Program, world: World, pending: Withdrawal, folder: Path
) -> None:
    backbeat("payout", "export", "--method", "paypal", "--into", str(folder))
    unknown = line(pending, withdrawal_id="nobody", reference="PP-2")
    file = answered(folder / "results.csv", line(pending), unknown)

    refused = backbeat("payout", "import-result", file, "--json")
    assert (refused.code, refused.err) == (1, "error: 1 of 2 lines refused; nothing was booked\n")
    [bad] = refused.json["refused"]
    assert (bad["line"], bad["code"], bad["reason"]) == (3, 2, "not_found")
    assert backbeat("withdrawal", "list", "--status", "pending", "--json").json["total"] == 1
    told = backbeat("payout", "import-result", file)
    assert told.err.startswith("line 3: nobody: ")

    part = backbeat("payout", "import-result", file, "--partial", "--json")
    assert (part.code, part.json["kept"]) == (1, True)
    assert backbeat("withdrawal", "list", "--status", "pending", "--json").json["total"] == 0


def test_an_import_that_breaks_off_says_what_stays_and_goes_on(
    backbeat: Program,
    world: World,
    business_clock: FixedClock,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    business_clock.set(IN_THE_WINDOW)
    asked = [ask(world, MAIN, "150.00"), ask(world, STRANGER, "150.00")]
    business_clock.set(date(2025, 11, 6))
    backbeat("payout", "export", "--method", "paypal", "--into", str(folder))
    file = answered(folder / "results.csv", *(line(each) for each in asked))
    portal = world.container.portal()
    portal.payout_results = evolve(portal.payout_results, at_once=1)

    def full_after_one(books: Books, moved: Sequence[Attempt], actor: Actor) -> None:
        if moved[0].withdrawal == asked[1].id:
            raise DatabaseUnavailable
        keep(books, moved, actor)

    monkeypatch.setattr(results, "keep", full_after_one)
    broken = backbeat("payout", "import-result", file)
    assert broken.code == 1
    assert broken.err.startswith("1 lines are booked; the same file again goes on from there\n")
    monkeypatch.undo()

    again = backbeat("payout", "import-result", file, "--json").json
    assert (again["unchanged"], [each["line"] for each in again["items"]]) == (1, [3])
    assert backbeat("ledger", "check").code == 0


def test_a_returned_payout_is_free_for_another_attempt_or_a_rejection(
    backbeat: Program, world: World, pending: Withdrawal, folder: Path
) -> None:
    export = ("payout", "export", "--method", "paypal", "--into", str(folder))
    backbeat(*export)
    back = line(pending, "returned", reason="account closed")
    assert backbeat("payout", "import-result", answered(folder / "r.csv", back)).code == 0
    assert backbeat("withdrawal", "show", pending.id, "--json").json["status"] == "pending"
    assert [row["batch"] for row in backbeat("payout", "list", "--json").items] == [1]

    assert backbeat(*export, "--json").items[0]["batch"] == 2
    assert f"{pending.id}-2" in (folder / "payout-000002-paypal-usd-1.csv").read_text()
    back = line(pending, "returned", withdrawal_id=f"{pending.id}-2", reference="PP-9")
    assert backbeat("payout", "import-result", answered(folder / "s.csv", back)).code == 0
    done = backbeat("withdrawal", "reject", pending.id, "--recover", "--reason", "closed", "--yes")
    assert done.code == 0
    assert balance_of(world, MAIN) == Money.of("150.00")


def test_a_returned_payout_in_another_name_is_found_by_each_of_its_papers(
    backbeat: Program, world: World, pending: Withdrawal, folder: Path
) -> None:
    """INVOICE-11"""
    backbeat("payout", "export", "--method", "paypal", "--into", str(folder))
    back = line(pending, "returned", reason="account closed")
    assert backbeat("payout", "import-result", answered(folder / "r.csv", back)).code == 0
    details = world.container.portal().payment_details
    details.update(AccountId(MAIN), evolve(BANK_FORM, holder="Ann Kim"))

    [listed] = backbeat("withdrawal", "list", "--json").items
    assert (listed["invoice"], listed["credit_notes"]) == ("INV-2025-000002", ["CN-2025-000001"])
    for paper in (pending.invoice, "INV-2025-000002", "CN-2025-000001"):
        shown = backbeat("withdrawal", "show", paper, "--json").json
        assert shown["id"] == pending.id
    assert shown["credit_notes"] == [
        {"number": "CN-2025-000001", "corrects": pending.invoice, "issued_on": "2025-11-06"}
    ]
    assert pending.invoice in backbeat("withdrawal", "show", pending.id).out
    explained = backbeat("settle", "explain", reservation_id(pending.id), "--json").json
    assert explained["credit_notes"] == [f"CN-2025-000001 for {pending.invoice}"]


def test_an_uncertain_send_stops_everything_until_it_is_resolved(
    backbeat: Program, world: World, pending: Withdrawal, folder: Path
) -> None:
    export = ("payout", "export", "--method", "paypal", "--into", str(folder))
    backbeat(*export)
    assert backbeat("payout", "uncertain", "1", "--reason", " ").code == 1
    unsure = backbeat("payout", "uncertain", "1", "--reason", "the page timed out", "--json")
    assert [row["state"] for row in unsure.items] == ["uncertain"]

    held = backbeat(*export, "--json")
    assert [row["reason"] for row in held.json["held"]] == ["payout_under_way"]
    assert "payout_uncertain" in backbeat("withdrawal", "pay", pending.id, "--yes").err
    assert "batch_answered" in backbeat("payout", "export", "--batch", "1").err
    resolve = ("payout", "resolve", pending.id, "--reason", "PayPal's list has it not", "--yes")
    assert backbeat(*resolve, "--as", "lost").code == 2
    assert backbeat(*resolve, "--as", "returned", "--dry-run").code == 0
    assert backbeat(*resolve, "--as", "returned").code == 0
    assert backbeat(*export, "--json").items[0]["batch"] == 2
    assert backbeat(*resolve, "--as", "paid").code == 0
    assert backbeat("withdrawal", "show", pending.id, "--json").json["status"] == "success"


def test_who_approves_neither_exports_nor_books(
    backbeat: Program, world: World, business_clock: FixedClock, folder: Path
) -> None:
    """PAYOUT-6: three different operators are not needed, but the approver does nothing else."""
    business_clock.set(IN_THE_WINDOW)
    large = ask(world, STRANGER, "1500.00")
    export = ("payout", "export", "--method", "paypal", "--into", str(folder), "--json")

    assert [row["reason"] for row in backbeat(*export).json["held"]] == ["four_eyes"]
    backbeat("withdrawal", "approve", large.id)
    assert [row["reason"] for row in backbeat(*export).json["held"]] == ["four_eyes"]
    assert len(backbeat(*export, operator="bob").items) == 1
    again = backbeat("withdrawal", "approve", large.id, operator="bob")
    assert "payout_under_way" in again.err
    file = answered(folder / "r.csv", line(large, date="2025-10-25"))
    by_ann = backbeat("payout", "import-result", file, "--json")
    assert [each["reason"] for each in by_ann.json["refused"]] == ["four_eyes"]
    assert backbeat("payout", "import-result", file, operator="bob").code == 0


def test_a_bank_sheet_has_its_columns_and_runs_nothing(
    backbeat: Program, world: World, business_clock: FixedClock, folder: Path
) -> None:
    business_clock.set(IN_THE_WINDOW)
    by_bank = ask(world, MAIN, "350.00", BANK_FORM)
    assert "settings_missing" in backbeat("payout", "export", "--method", "pain001").err
    assert backbeat("payout", "export", "--method", "paypal", "--format", "xlsx").code == 1

    done = backbeat("payout", "export", "--method", "bank", "--into", str(folder))
    assert done.code == 0
    text = (folder / "payout-000001-bank-usd-1.csv").read_bytes().decode("utf-8-sig")
    [row] = csv.DictReader(text.splitlines())
    assert list(row) == [
        "withdrawal_id",
        "holder",
        "bank_name",
        "bank_address",
        "swift",
        "account_number",
        "postal_code",
        "amount",
        "currency",
        "reference",
    ]
    assert [row[name] for name in ("withdrawal_id", "amount", "currency")] == [
        by_bank.id,
        "330.00",
        "USD",
    ]
