"""The files themselves: what PayPal and banks take, the same bytes again, safe on the disk."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.bank import Bank, FileRefused, schema
from tests.fakes.standins import NOON
from tests.fakes.wallet import registered
from tests.fakes.withdrawals import BANK, PAYPAL

from backbeat.kernel.ids import AccountId, WithdrawalId
from backbeat.kernel.money import Currency, Money
from backbeat.payout_methods import banking
from backbeat.payout_methods.bank import PAIN001, SHEET
from backbeat.payout_methods.model import Destination, FileForm, FileKind
from backbeat.payout_methods.paypal import PAYMENTS
from backbeat.payouts.errors import UnknownResults
from backbeat.payouts.model import Batch, Debtor, Payment, PayoutFile, Sheet
from backbeat.report_files.errors import UnreadableFile
from backbeat_adapters.payouts import disk
from backbeat_adapters.payouts.results import DiskResults
from backbeat_adapters.payouts.writer import PayoutWriter

WRITER = PayoutWriter()
DEBTOR = Debtor("Backbeat Music GmbH", "DE89370400440532013000", "COBADEFFXXX")
TODAY = date(2025, 11, 6)
IBAN = evolve(BANK, swift="DEUTDEFF", account_number="DE89370400440532013000")


def a_payment(
    number: int = 1, to: Destination = PAYPAL, amount: str = "142.95", currency: str = "USD"
) -> Payment:
    return Payment(
        reference=f"01m7y4khr7g0tqanramate{number:04}",
        withdrawal=WithdrawalId(f"w{number}"),
        account=AccountId("mina"),
        invoice=f"INV-2025-{number:06}",
        destination=to,
        amount=Money.of(amount, Currency(currency)),
    )


def a_sheet(
    kind: FileKind,
    payments: Sequence[Payment],
    form: FileForm | None = None,
    **changes: Any,
) -> Sheet:
    batch = Batch(
        number=12,
        kind=kind,
        form=form or kind.forms[0],
        currency=payments[0].amount.currency,
        made_on=TODAY,
        made_at=NOON,
        made_by="ann",
        debtor=DEBTOR,
    )
    return Sheet(evolve(batch, **changes), 1, tuple(payments))


def pain(*payments: Payment) -> bytes:
    return WRITER.content(a_sheet(PAIN001, payments, FileForm.XML))


def test_paypal_takes_a_file_without_header() -> None:
    content = WRITER.content(a_sheet(PAYMENTS, [a_payment(1), a_payment(2)]))

    assert content.split(b"\r\n")[0] == (
        b"mina@example.org,142.95,USD,01m7y4khr7g0tqanramate0001,INV-2025-000001,PAYPAL"
    )
    paypal = Bank(TODAY)
    paypal.take_paypal(content)
    assert [str(each.amount) for each in paypal.transfers] == ["142.95", "142.95"]
    with pytest.raises(FileRefused):
        paypal.take_paypal(content)


def test_paypal_takes_no_reference_longer_than_thirty_characters() -> None:
    longest = evolve(a_payment(), reference="w" * 30)

    assert b",USD," + b"w" * 30 + b"," in WRITER.content(a_sheet(PAYMENTS, [longest]))
    with pytest.raises(ValueError, match="cannot be paid by PayPal"):
        WRITER.content(a_sheet(PAYMENTS, [evolve(longest, reference="w" * 31)]))


def test_the_bank_takes_pain001() -> None:
    content = pain(
        a_payment(1, IBAN, "2350.72", "CNY"),
        a_payment(2, evolve(BANK, holder="José Müller"), "0.01", "CNY"),
    )

    bank = Bank(TODAY)
    bank.take_pain001(content)
    assert [(each.to, str(each.amount), each.currency) for each in bank.transfers] == [
        ("DE89370400440532013000", "2350.72", "CNY"),
        ("110123456789", "0.01", "CNY"),
    ]
    assert b"<CtrlSum>2350.73</CtrlSum>" in content
    assert b"<Nm>Jose Muller</Nm>" in content
    assert b"<MsgId>PAYOUT-20251106-12-1</MsgId>" in content
    with pytest.raises(FileRefused, match="taken before"):
        bank.take_pain001(content)


def test_a_transfer_is_called_by_its_attempt_and_tells_the_receiver_the_invoice() -> None:
    """A second attempt pays the same invoice; a bank takes no instruction twice."""
    content = pain(evolve(a_payment(1, IBAN), reference="w1-2", invoice="INV-2025-000001"))

    assert b"<InstrId>w1-2</InstrId>" in content
    assert b"<EndToEndId>w1-2</EndToEndId>" in content
    assert b"<Ustrd>INV-2025-000001</Ustrd>" in content


def test_the_schema_would_tell(tmp_path: Path) -> None:
    """The validator is no yes-man."""
    broken = pain(a_payment(1, IBAN)).replace(b"<PmtMtd>TRF</PmtMtd>", b"<PmtMtd>CASH</PmtMtd>")
    with pytest.raises(FileRefused, match="not valid"):
        Bank(TODAY).take_pain001(broken)
    less = pain(a_payment(1, IBAN)).replace(b"<CtrlSum>142.95", b"<CtrlSum>142.94")
    with pytest.raises(FileRefused, match="control sum"):
        Bank(TODAY).take_pain001(less)


@given(
    holder=st.text(min_size=1, max_size=100),
    cents=st.integers(1, 10**12),
    account=st.from_regex("[A-Z0-9]{1,34}", fullmatch=True),
)
def test_whatever_is_writable_is_valid(holder: str, cents: int, account: str) -> None:
    name = banking.latin(holder)
    if name is None or len(name) > banking.LONGEST_NAME:
        return
    to = evolve(BANK, holder=holder, account_number=account)
    payment = evolve(a_payment(1, to), amount=Money(cents * 10_000))
    assert [str(each) for each in schema().iter_errors(pain(payment).decode())] == []


HOSTILE = evolve(
    BANK, holder="-Mina", bank_name="=cmd|' /C calc'!A0", bank_address='@SUM(1),"\r\n', swift="X"
)


def test_the_sheet_runs_nothing_in_a_spreadsheet() -> None:
    content = WRITER.content(a_sheet(SHEET, [a_payment(1, HOSTILE)]))

    [row] = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    assert row["bank_name"] == "'=cmd|' /C calc'!A0"
    assert row["bank_address"] == "'@SUM(1),\"\r\n"
    assert row["holder"] == "'-Mina"
    assert row["amount"] == "142.95"


def test_the_workbook_has_texts_and_amounts(tmp_path: Path) -> None:
    payment = a_payment(1, evolve(HOSTILE, holder="김미나"))
    content = WRITER.content(a_sheet(SHEET, [payment], FileForm.XLSX))

    path = tmp_path / "sheet.xlsx"
    path.write_bytes(content)
    sheet = openpyxl.load_workbook(path).active
    assert sheet is not None
    head, row = (list(cells) for cells in sheet.iter_rows())
    told = dict(zip([str(cell.value) for cell in head], row, strict=True))
    assert told["holder"].value == "김미나"
    assert told["bank_name"].data_type == "s"
    assert told["account_number"].value == "110123456789"
    assert (float(str(told["amount"].value)), told["amount"].number_format) == (142.95, "0.00")


@pytest.mark.parametrize(
    ("method", "form", "to"),
    [
        (PAYMENTS, FileForm.CSV, PAYPAL),
        (SHEET, FileForm.CSV, BANK),
        (SHEET, FileForm.XLSX, BANK),
        (PAIN001, FileForm.XML, BANK),
    ],
)
def test_a_sheet_is_always_the_same_bytes(
    method: FileKind,
    form: FileForm,
    to: Destination,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sheet = a_sheet(method, [a_payment(number, to) for number in (1, 2)], form)
    first = WRITER.content(sheet)
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    monkeypatch.setattr("time.localtime", lambda *_: (2033, 5, 18, 3, 33, 20, 2, 138, 0))
    assert WRITER.content(sheet) == first


def test_a_payment_by_another_way_is_no_line() -> None:
    for method, to in (
        (PAYMENTS, BANK),
        (SHEET, PAYPAL),
        (PAIN001, PAYPAL),
    ):
        with pytest.raises((TypeError, ValueError)):
            WRITER.content(a_sheet(method, [a_payment(1, to)]))


def test_a_file_appears_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = PayoutFile("payout-000001-paypal-usd-1.csv", b"content")
    with monkeypatch.context() as broken:

        def full(_handle: int) -> None:
            raise OSError(28, "No space left on device")

        broken.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space"):
            disk.keep(file, tmp_path)
    assert list(tmp_path.iterdir()) == []

    path = disk.keep(file, tmp_path / "new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"content", 0o600)
    assert disk.keep(file, tmp_path / "new") == path
    with pytest.raises(disk.FileInTheWay):
        disk.keep(evolve(file, content=b"other"), tmp_path / "new")
    assert path.read_bytes() == b"content"


def test_a_file_that_came_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = PayoutFile("p.csv", b"content")
    target = tmp_path / "p.csv"
    linked = os.link

    def somebody_first(source: Path, to: Path) -> None:
        target.write_bytes(b"theirs")
        linked(source, to)

    monkeypatch.setattr(os, "link", somebody_first)
    with pytest.raises(disk.FileInTheWay):
        disk.keep(file, tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["p.csv"]
    assert target.read_bytes() == b"theirs"


def test_results_are_read_from_any_csv(tmp_path: Path) -> None:
    """Semicolons, another order, other cases, a column more, blank lines, Excel's mark."""
    path = tmp_path / "r.csv"
    path.write_bytes(
        "Date;Withdrawal ID;Result;Amount;Currency;Note\r\n"
        "2025-11-06;w1;paid;142.95;USD;x\r\n;;;;;\r\n2025-11-06;w2;returned\r\n".encode("utf-8-sig")
    )
    with DiskResults().open(path) as file:
        lines = list(file.lines())
    assert (file.name, [each.number for each in lines]) == ("r.csv", [2, 4])
    assert lines[0].cells["withdrawal_id"] == "w1"
    assert lines[1].cells == {
        "withdrawal_id": "w2",
        "result": "returned",
        "amount": "",
        "currency": "",
        "date": "2025-11-06",
    }


def test_a_methods_own_words_for_results_are_read_however_they_are_typed(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_bytes(
        b"Payment;State;Value;Ccy;Booked\r\n"
        b"w1; Done ;142.95;USD;2025-11-06\r\nw2;BOUNCED;1.00;USD;2025-11-06\r\n"
        b"w3;lost;1.00;USD;2025-11-06\r\n"
    )
    with registered(), DiskResults().open(path) as file:
        read = [each.cells["result"] for each in file.lines()]
    assert read == ["paid", "returned", "lost"]


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"a,b,c\n1,2,3\n", UnknownResults),
        (b"", UnknownResults),
        (
            b"withdrawal_id,result,amount,currency,date,date\nw1,paid,1.00,USD,2025-11-06,\n",
            UnknownResults,
        ),
        (b"\x89PNG\r\n\x1a\n\x00\x00", UnreadableFile),
        (b"withdrawal_id,result,amount,currency,date\n" + b"x" * (1 << 21), UnreadableFile),
    ],
)
def test_what_is_no_file_of_results_is_refused(
    tmp_path: Path, content: bytes, refusal: type[Exception]
) -> None:
    path = tmp_path / "r.csv"
    path.write_bytes(content)
    with pytest.raises(refusal), DiskResults().open(path) as file:
        list(file.lines())
